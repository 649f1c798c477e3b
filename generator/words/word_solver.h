// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Solves a word problem: the least cost from every state to a goal, and in other metrics than stm
// the best first move. Retrograde breadth-first search, level by level from the goals; a goal that
// begins at a cost joins at that level.
//
// The best move is, of those that lead to the least cost, one after which the fewest tiles slide in
// all; of those the one with the lowest code (word_moves.h). So results are the same for any number
// of threads.
//
// There are two kernels. In a warehouse with one wanted load, one tile has a symbol of its own and
// all others share one. There the cells of that tile are bits of a word, and a move of the blanks
// takes a few operations for all of them (lone_tile_kernel.cc). In all other problems a kernel
// takes the states one by one (word_kernel.cc).

#ifndef TILEBASE_GENERATOR_WORDS_WORD_SOLVER_H_
#define TILEBASE_GENERATOR_WORDS_WORD_SOLVER_H_

#include <stdint.h>

#include <atomic>
#include <functional>
#include <vector>

#include "absl/status/statusor.h"
#include "tables/system/huge_bytes.h"
#include "tables/words/word_problem.h"
#include "tables/words/word_ranking.h"

namespace tilebase {

class Checkpoint;

struct WordSolveOptions {
  int threads = 1;
  // Called on the calling thread after each level: of the values, and then, if the moves are found
  // after them, of the moves. May be empty.
  std::function<void(int level, uint64_t states)> progress;
  const std::atomic<bool>* cancel = nullptr;  // may be null
  Checkpoint* checkpoint = nullptr;           // keeps the state of a long search; may be null
  bool one_by_one = false;                    // by word_kernel.cc whatever the problem: for tests
};

struct SolvedWords {
  // One or two planes of values, then the policy's: word_file.h. Each plane has a byte a state.
  int value_bytes = 1;
  std::vector<HugeBytes> planes;
  std::vector<uint64_t> histogram;  // states by value
};

// Memory that solving takes, in bytes. A checkpoint takes at most as much.
uint64_t WordSolverMemory(const WordProblem& problem, const WordRanking& ranking);

// Errors: Cancelled; ResourceExhausted where there is no memory.
absl::StatusOr<SolvedWords> SolveWords(const WordProblem& problem, const WordRanking& ranking,
                                       const WordSolveOptions& options);

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_WORDS_WORD_SOLVER_H_
