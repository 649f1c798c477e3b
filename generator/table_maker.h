// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The seam between a build and who else makes tables for it (cluster/cluster.h).

#ifndef TILEBASE_GENERATOR_TABLE_MAKER_H_
#define TILEBASE_GENERATOR_TABLE_MAKER_H_

#include <stdint.h>

#include <atomic>
#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "generator/solver.h"
#include "tables/codec/codec.h"
#include "tables/subproblem.h"
#include "tables/table_set.h"

namespace tilebase {

class Checkpoint;

// A policy table to make: to search and to encode.
struct TableJob {
  Subproblem subproblem;
  Codec codec = Codec::kZstd;
  Packing packing = Packing::kSmall;
  int threads = 1;                   // of this process
  Checkpoint* checkpoint = nullptr;  // of this process; all have one or none has
  const std::atomic<bool>* cancel = nullptr;
  // Of the leader; may be empty.
  std::function<void(const SolveProgress&)> solving;
  std::function<void()> solved;
  std::function<void(uint64_t entries)> encoding;
};

// Makes tables together with other processes (cluster/cluster.h).
class TableMaker {
 public:
  virtual ~TableMaker() = default;

  // Whether it makes the table of this subproblem; others are made by this process alone.
  virtual bool Takes(const Subproblem& subproblem, Metric metric) const = 0;
  // Peak bytes on this machine.
  virtual uint64_t MemoryNeeded(const Subproblem& subproblem) const = 0;
  // Searches and encodes; as EncodeTable. `checkpoints` names files of the search's state, at most
  // every so many seconds.
  virtual absl::StatusOr<TableInfo> Make(
      TableJob job, const std::string& checkpoints, double seconds,
      const std::function<absl::Status(absl::Span<const uint8_t> stored)>& emit) = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_TABLE_MAKER_H_
