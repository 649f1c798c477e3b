// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// eager_build OUTPUT PLAN [disk]: builds a plan of the 15-puzzle and saves the state of its
// searches after every level; the command saves one every 20 seconds. With `disk`, uses the least
// memory that is possible. The test kills it while it searches and while it saves.
//
// eager_mpi_build: the same on the processes of an MPI job, which share every table.

#include <cstdio>

#include "generator/build.h"
#include "generator/enumeration.h"
#include "tables/plan.h"
#ifdef TILEBASE_EAGER_MPI
#include <mpi.h>

#include "generator/cluster/cluster.h"
#include "tools/mpi/mpi_peers.h"
#endif

namespace tilebase {
namespace {

// maker: null for this process alone.
absl::Status Build(const char* output, const char* plan_text, bool on_disk, TableMaker* maker) {
  BuildOptions options;
  options.creator = "eager_build";
  options.checkpoint_seconds = 0;
  options.maker = maker;
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
  absl::Status status;
#ifdef TILEBASE_EAGER_MPI
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  {
    tilebase::MpiPeers peers;
    if (peers.number() == 0) {
      tilebase::ClusterLeader leader(&peers, peers.count(), 1);
      status = tilebase::Build(argv[1], argv[2], argc > 3, &leader);
    } else {
      status = tilebase::FollowLeader(&peers, 1, nullptr);
    }
  }
#else
  status = tilebase::Build(argv[1], argv[2], argc > 3, nullptr);
#endif
  if (!status.ok()) std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
#ifdef TILEBASE_EAGER_MPI
  MPI_Finalize();
#endif
  return status.ok() ? 0 : 1;
}
