// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// From a word problem to a published table: solve, encode, write.
//
// Invariant: the output's name never holds anything but a complete file. While the build runs,
// there are work files next to it (build_files.h). In the journal, a table's blocks are its file.

#ifndef TILEBASE_GENERATOR_WORDS_WORD_BUILD_H_
#define TILEBASE_GENERATOR_WORDS_WORD_BUILD_H_

#include <stdint.h>

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tables/table_set.h"
#include "tables/words/word_file.h"
#include "tables/words/word_problem.h"

namespace tilebase {

struct WordBuildEstimate {
  size_t tables = 1;
  uint64_t states = 0;
  uint64_t memory = 0;       // bytes
  uint64_t table_bytes = 0;  // decoded: what a reader needs
  uint64_t output_bytes_at_most = 0;
  uint64_t checkpoint_bytes = 0;  // at most
};

struct WordBuildOptions {
  Codec codec = Codec::kZstd;
  int threads = 1;
  uint64_t memory_limit = 0;  // bytes; 0: what the machine has free
  bool replace = false;
  uint64_t stage_states = 0;       // in stages of so many states, whatever the problem: for tests
  double checkpoint_seconds = 20;  // least time between two checkpoints of a search
  std::string creator;
  // May be empty. While solving, `done` counts states; while encoding, bytes.
  std::function<void(const char* phase, int level, uint64_t done, uint64_t total)> progress = {};
  std::function<void(const WordTable&, double seconds, bool resumed)> table_done = {};
  std::function<void(const std::string&)> note = {};  // a line for the user
  const std::atomic<bool>* cancel = nullptr;
};

struct WordBuildResult {
  std::vector<WordTable> tables;  // one, or the stages of a board with walls (wall_stages.h)
  uint64_t file_bytes = 0;
  double solve_seconds = 0;
  double encode_seconds = 0;

  // Sums over the tables.
  uint64_t states() const;
  uint64_t reachable() const;
  int max_value() const;
};

// Errors: ResourceExhausted for more states than a table can have; those of StagesOfWalls.
absl::StatusOr<WordBuildEstimate> EstimateWordBuild(const WordProblem& problem);

// Errors: those of EstimateWordBuild, Journal::Open, FileError and Publish; ResourceExhausted
// (memory); Cancelled. Then `output` is as it was, and the journal stays if it holds more than a
// few seconds' work.
absl::StatusOr<WordBuildResult> BuildWordTable(const WordProblem& problem,
                                               const std::string& output,
                                               const WordBuildOptions& options);

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_WORDS_WORD_BUILD_H_
