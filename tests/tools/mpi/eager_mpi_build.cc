// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// eager_mpi_build OUTPUT: builds 1-5/rest on the processes of an MPI job, shares every table and
// saves the state of its searches after every level. For killing one of the processes.

#include <mpi.h>

#include <cstdio>

#include "generator/build.h"
#include "generator/cluster/cluster.h"
#include "tables/plan.h"
#include "tools/mpi/mpi_peers.h"

namespace tilebase {
namespace {

absl::Status Build(MpiPeers* peers, const char* output) {
  if (peers->number() != 0) return FollowLeader(peers, 1, nullptr);
  ClusterLeader leader(peers, peers->count(), 1);
  BuildOptions options;
  options.creator = "eager_mpi_build";
  options.checkpoint_seconds = 0;
  options.maker = &leader;
  return BuildTableSet(*ParsePlan({4, 4}, "1-5/rest"), output, options).status();
}

}  // namespace
}  // namespace tilebase

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  absl::Status status;
  {
    tilebase::MpiPeers peers;
    status = tilebase::Build(&peers, argv[1]);
  }
  if (!status.ok()) std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
  MPI_Finalize();
  return status.ok() ? 0 : 1;
}
