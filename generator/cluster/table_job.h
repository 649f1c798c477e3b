// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// One policy table that several processes make together: each searches a part of it, and encodes
// the blocks that begin in its part. The first process, the leader, receives the blocks in order;
// it alone knows journal and file.
//
//   a block that reaches into other parts   those send their entries of it beforehand
//   a block that is ready                   waits with who made it until the leader has room: the
//                                           leader tells each how many it may send
//
// Blocks come in rank order, slice by slice, and a part has a piece of every slice, so that no
// process gets ahead of the leader by more than its piece of one slice.

#ifndef TILEBASE_GENERATOR_CLUSTER_TABLE_JOB_H_
#define TILEBASE_GENERATOR_CLUSTER_TABLE_JOB_H_

#include <functional>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "generator/peers.h"
#include "tables/table_set.h"

namespace tilebase {

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

#endif  // TILEBASE_GENERATOR_CLUSTER_TABLE_JOB_H_
