// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase-mpi: `tilebase build` on the processes of an MPI job. The first process builds; the
// others make their parts of large tables (generator/cluster/cluster.h).

#include <mpi.h>

#include <cstdio>
#include <exception>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "generator/cluster/cluster.h"
#include "runtime/tilebase.h"
#include "tools/common/command.h"
#include "tools/common/quantity.h"
#include "tools/mpi/mpi_peers.h"

namespace tilebase {
namespace {

// Runs the command line. Among the helping processes, only the first one's messages are shown.
int Parse(int argc, char** argv, const BuildSharing& sharing) {
  Command program(
      "tilebase-mpi",
      "tilebase-mpi: tilebase build, with large tables shared among the processes of an MPI job.\n"
      "The file is the same for any number of processes and threads.\n\n"
      "  mpirun -n 4 --bind-to none tilebase-mpi build -o big.tilebase --plan 1-8/rest --threads "
      "8\n"
      "  mpirun -n 4 tilebase-mpi build -o big.tilebase --plan 1-8/rest --dry-run\n");
  program.AddVersion(tilebase_version());
  AddBuildCommand(&program, sharing);
  const absl::StatusOr<int> exit_code = program.Main(argc, argv);
  if (sharing.help) return exit_code.value_or(kExitUsage);
  if (!exit_code.ok()) return Fail(kExitUsage, exit_code.status());
  return FinishOutput(*exit_code);
}

int Lead(int argc, char** argv, MpiPeers* peers, int here) {
  ClusterLeader leader(peers, here);
  return Parse(argc, argv, {&leader, here, {}});
}

int Help(int argc, char** argv, MpiPeers* peers, int here) {
  return Parse(argc, argv, {nullptr, here, [peers](int threads) {
                              CatchInterrupts();
                              const absl::Status status =
                                  FollowLeader(peers, threads, &interrupted);
                              if (status.ok() || absl::IsCancelled(status)) return kExitDone;
                              return static_cast<ExitCode>(Fail(status));
                            }});
}

int Main(int argc, char** argv) {
  MpiPeers peers;
  const int here = peers.CountHere();
  const bool leads = peers.number() == 0;
  try {
    const int exit_code = leads ? Lead(argc, argv, &peers, here) : Help(argc, argv, &peers, here);
    const MpiPeers::Traffic traffic = peers.SumTraffic();
    if (leads && traffic.search_bytes > 0 && traffic.block_bytes > 0)
      std::fprintf(
          stderr,
          "tilebase-mpi: %d processes sent each other %s in %llu messages while searching, "
          "%s while encoding\n",
          peers.count(), ShortBytes(traffic.search_bytes).c_str(),
          static_cast<unsigned long long>(traffic.search_messages),
          ShortBytes(traffic.block_bytes).c_str());
    return exit_code;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "tilebase-mpi: process %d of %d: %s\n", peers.number() + 1, peers.count(),
                 error.what());
    MPI_Abort(MPI_COMM_WORLD, kExitInputFailed);
  }
  return kExitInputFailed;
}

}  // namespace
}  // namespace tilebase

int main(int argc, char** argv) {
  tilebase::PrepareStandardStreams();
  int provided = 0;
  if (MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) return 1;
  const int exit_code = tilebase::Main(argc, argv);
  MPI_Finalize();
  return exit_code;
}
