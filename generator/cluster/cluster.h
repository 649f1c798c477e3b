// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A build on several processes. The first process, the leader, runs the build (build.h) and calls
// the others when a table is large enough to share; they wait for its calls.

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

// The leader alone makes policies of the metric moves with fewer entries, and all other tables.
inline constexpr uint64_t kLeastSharedEntries = uint64_t{1} << 22;

// The leader's side. Its destructor releases the others.
class ClusterLeader : public TableMaker {
 public:
  // `here` is the number of processes on this machine. `peers` must outlive this object.
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

// The others' side: does what the leader calls for, with `threads` threads, until the leader
// releases it. Returns the first error that occurred in this process.
absl::Status FollowLeader(Peers* peers, int threads, const std::atomic<bool>* cancel);

// Making one table (table_job.cc).
//
// The leader's part: searches and encodes, as EncodeTable does. Errors: those of the solver and of
// `emit`; after an error no other process works on the job any more. Fills in what all of them did
// with states on disk.
absl::StatusOr<TableInfo> LeadTableJob(
    const TableJob& job, Peers* peers,
    const std::function<absl::Status(absl::Span<const uint8_t> stored)>& emit, DiskUse* disk);

// The part of each other process, at the same time, with the same subproblem, codec and memory.
// Errors: those of the solver. After an error of the leader's `emit`, returns OK.
absl::Status FollowTableJob(const TableJob& job, Peers* peers);

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_CLUSTER_CLUSTER_H_
