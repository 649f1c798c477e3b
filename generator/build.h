// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// From a plan to a published table set: solves every subproblem that the plan can meet, encodes its
// table, keeps the tables in the journal, writes the store, checks it, and gives it its name.
//
// Invariant: the output's name never holds anything but a complete, checked file. While the build
// runs, there are work files next to it (build_files.h), and OUTPUT.TOKEN.level.states for a search
// that keeps its states on disk. A file named OUTPUT.journal that no build has begun is refused and
// never touched.

#ifndef TILEBASE_GENERATOR_BUILD_H_
#define TILEBASE_GENERATOR_BUILD_H_

#include <stdint.h>

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "generator/enumeration.h"
#include "generator/metric_solvers.h"
#include "generator/peers.h"
#include "tables/codec/codec.h"
#include "tables/plan.h"
#include "tables/table_set.h"

namespace tilebase {

struct BuildProgress {
  enum class Phase { kSolving, kEncoding, kJoining, kWriting };
  Phase phase = Phase::kSolving;
  const Subproblem* subproblem = nullptr;  // null while writing
  size_t table = 0;                        // counts from 0; at most BuildEstimate::tables
  int level = 0;                           // while solving
  uint64_t entries_done = 0;               // of this table, in this phase; while writing: bytes
  uint64_t entries = 0;
  uint64_t work_done = 0;  // entries solved plus entries encoded in the whole build
};

struct BuildResult;

struct BuildOptions {
  Method method = Method::kRetrograde;
  Codec codec = Codec::kZstd;
  Packing packing = Packing::kSmall;
  int threads = 1;
  // In bytes; 0: what the machine has free. A search that needs more keeps its states on disk,
  // beside the output.
  uint64_t memory_limit = 0;
  bool replace = false;            // an existing output may be replaced
  double checkpoint_seconds = 20;  // least time between two checkpoints of a search
  std::string creator;             // "tilebase 0.1.0"
  TableMaker* maker = nullptr;     // makes the tables that it takes; may be null
  std::function<void(const BuildProgress&)> progress;
  std::function<void(const TableInfo&, double seconds, bool resumed)> table_done;
  // Called when the file is checked and about to get its name. Make everything to report about it
  // here: if memory runs out now, nothing is published.
  std::function<void(const BuildResult&)> before_publishing;
  std::function<void(const std::string&)> note;  // a line for the user, e.g. that a build resumes
  const std::atomic<bool>* cancel = nullptr;
};

struct BuildResult {
  SetInfo info;
  std::vector<TableInfo> tables;
  uint64_t file_bytes = 0;
  double solve_seconds = 0;
  double encode_seconds = 0;
  uint64_t states_read_bytes = 0;  // from states on disk
  uint64_t states_written_bytes = 0;
};

// Builds the table set and publishes it as `output`. Errors: AlreadyExists; ResourceExhausted
// (memory or disk, with what is needed and what is free); Cancelled; FailedPrecondition (the
// journal of another build); those of the solver and the store. After an error the output is
// unchanged, and the journal stays if it holds more than a few seconds' work. If there is no memory
// even for the message, throws std::bad_alloc, with the same effect on files.
absl::StatusOr<BuildResult> BuildTableSet(const Plan& plan, const std::string& output,
                                          const BuildOptions& options);
// The same, with the estimate that EstimateBuild gave for this plan and these options.
absl::StatusOr<BuildResult> BuildTableSet(const Plan& plan, const BuildEstimate& estimate,
                                          const std::string& output, const BuildOptions& options);

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_BUILD_H_
