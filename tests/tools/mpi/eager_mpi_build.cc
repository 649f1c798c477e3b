// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// eager_mpi_build OUTPUT PLAN [disk]: builds a plan of the 15-puzzle on the processes of an MPI
// job, shares every table and saves the state of its searches after every level. With `disk` in the
// least memory that will do. For killing one of the processes.

#include <mpi.h>

#include <cstdio>

#include "generator/build.h"
#include "generator/cluster/cluster.h"
#include "generator/enumeration.h"
#include "tables/plan.h"
#include "tools/mpi/mpi_peers.h"

namespace tilebase {
namespace {

absl::Status Build(MpiPeers* peers, const char* output, const char* plan_text, bool on_disk) {
  if (peers->number() != 0) return FollowLeader(peers, 1, nullptr);
  ClusterLeader leader(peers, peers->count(), 1);
  BuildOptions options;
  options.creator = "eager_mpi_build";
  options.checkpoint_seconds = 0;
  options.maker = &leader;
  const absl::StatusOr<Plan> plan = ParsePlan({4, 4}, plan_text);
  if (!plan.ok()) return plan.status();
  if (on_disk) {
    const absl::StatusOr<BuildEstimate> estimate = EstimateBuild(*plan, options);
    if (!estimate.ok()) return estimate.status();
    options.memory_limit = estimate->least_memory;
  }
  return BuildTableSet(*plan, output, options).status();
}

}  // namespace
}  // namespace tilebase

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  absl::Status status;
  {
    tilebase::MpiPeers peers;
    status = tilebase::Build(&peers, argv[1], argv[2], argc > 3);
  }
  if (!status.ok()) std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
  MPI_Finalize();
  return status.ok() ? 0 : 1;
}
