// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A build on several processes. The first one, the leader, runs the build (build.h) and calls the
// others when a table is large enough to be worth sharing; they wait for its calls.

#ifndef TILEBASE_GENERATOR_CLUSTER_CLUSTER_H_
#define TILEBASE_GENERATOR_CLUSTER_CLUSTER_H_

#include <stdint.h>

#include <atomic>
#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "generator/peers.h"
#include "tables/table_set.h"

namespace tilebase {

// Policies of the metric moves with fewer entries are made by the leader alone.
inline constexpr uint64_t kLeastSharedEntries = uint64_t{1} << 22;

// The leader's side. Its end lets the others go.
class ClusterLeader : public TableMaker {
 public:
  // here: how many of the processes are on this machine. `peers` must outlive this.
  ClusterLeader(Peers* peers, int here, uint64_t least_entries = kLeastSharedEntries);
  ~ClusterLeader() override;

  bool Takes(const Subproblem& subproblem, Metric metric) const override;
  uint64_t MemoryNeeded(const Subproblem& subproblem) const override;
  Solver::NeedsOnDisk OnDisk(const Subproblem& subproblem, int threads) const override;
  absl::StatusOr<TableInfo> Make(
      TableJob job, const std::string& checkpoints, double seconds,
      const std::function<absl::Status(absl::Span<const uint8_t> stored)>& emit,
      DiskUse* disk) override;

 private:
  Peers& peers_;
  const int here_;
  const uint64_t least_entries_;
};

// The others' side: does what the leader calls for, with so many threads, until it lets go. Returns
// the first error that was this process's own.
absl::Status FollowLeader(Peers* peers, int threads, const std::atomic<bool>* cancel);

// One table of it (table_job.cc).
//
// What the leader does: as EncodeTable, of a table that is searched first. Errors: those of the
// solver and of `emit`; after an error no other process works on the job any more.
// Fills in what all of them did with states on disk.
absl::StatusOr<TableInfo> LeadTableJob(
    const TableJob& job, Peers* peers,
    const std::function<absl::Status(absl::Span<const uint8_t> stored)>& emit, DiskUse* disk);

// What each of the others does at the same time, with the same subproblem, codec and memory.
// Errors: as above, but for those of `emit`, after which it returns as if all were well.
absl::Status FollowTableJob(const TableJob& job, Peers* peers);

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_CLUSTER_CLUSTER_H_
