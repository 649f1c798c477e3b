// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The tables of one stage, made and kept in memory. Use it to compare many stages and then write
// table sets made of some of them. (A build that may take hours uses the journal, build.h; both
// give the same bytes.)

#ifndef TILEBASE_GENERATOR_PLANS_STAGE_TABLES_H_
#define TILEBASE_GENERATOR_PLANS_STAGE_TABLES_H_

#include <stdint.h>

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "tables/plan.h"
#include "tables/subproblem.h"
#include "tables/table_set.h"

namespace tilebase {

struct StageTable {
  TableInfo info;
  std::vector<std::vector<uint8_t>> blocks;  // as stored, in layout order
};

// A stage's tables, in the order of Algorithm 2.
struct StageTables {
  std::vector<StageTable> tables;
  double seconds = 0;  // to solve and encode

  // Bytes of all tables' stored blocks and records.
  uint64_t stored_bytes() const;
  // Bytes of all tables' decoded planes.
  uint64_t raw_bytes() const;
  // Returns the number of actions in this stage that no board exceeds.
  int max_depth() const;
  // Returns the mean number of actions in this stage if its states, and those of each grown
  // subproblem, are equally likely. In a plan they nearly are: the blank comes from the goals of
  // the stage before, and the tile that a grown subproblem adds is home when it is met.
  double mean_depth() const;
};

struct StageTablesOptions {
  int threads = 1;
  std::function<void(uint64_t entries_done)> progress;  // in this stage; may be empty
  const std::atomic<bool>* cancel = nullptr;            // may be null
};

// Solves a stage's subproblem and each one grown from it while some entry is unreachable, and
// encodes their tables with zstd. Values count single slides. Memory: the solver's, plus the stored
// bytes. Errors: those of Solver and EncodeTable.
absl::StatusOr<StageTables> MakeStageTables(const Subproblem& stage, Metric metric,
                                            const StageTablesOptions& options);

// Writes the table set of a plan, with the same bytes as BuildTableSet with the same creator.
// `stages[i]` belongs to plan.stages[i]; a stage that uses an earlier stage's tables
// (Plan::TablesOf) may be null. Errors: those of StoreWriter, including AlreadyExists.
absl::Status WriteTableSet(const Plan& plan, absl::Span<const StageTables* const> stages,
                           const std::string& creator, const std::string& path);

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_PLANS_STAGE_TABLES_H_
