// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The cost of every state of a first stage, a byte a state, in the order of ranking.h: the least
// sum of the moves that bring the stage's tiles home and of what the state they lead to costs. That
// depends on the blank's cell alone: it is the greatest cost of all states of the next stage with
// the blank there.
//
// The search is a plain breadth-first search in which the goal states begin at their costs. It
// works on rows: a row is the states that share all digits but the last two, so a few additions
// find the neighbours of a state.

#ifndef TILEBASE_TOOLS_LAB_DIAMETER_COST_TABLE_H_
#define TILEBASE_TOOLS_LAB_DIAMETER_COST_TABLE_H_

#include <stdint.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tables/ranking.h"
#include "tables/subproblem.h"
#include "tables/system/huge_bytes.h"

namespace tilebase {

// The cost of a goal state, by the cell of its blank.
using EndCosts = std::vector<int>;

// Immutable; safe from many threads.
class CostTable {
 public:
  // Searches. Requires a valid subproblem without fixed tiles, with two or more tiles in the goal
  // and two or more others; costs below 255. Errors: ResourceExhausted.
  static absl::StatusOr<CostTable> Search(const Subproblem& subproblem, const EndCosts& ends,
                                          int threads);
  // Reads the file that Write wrote. Errors: those of file_io.h; DataLoss if the file has another
  // size. Check says whether its costs are right.
  static absl::StatusOr<CostTable> Read(const Subproblem& subproblem, const EndCosts& ends,
                                        const std::string& path);
  absl::Status Write(const std::string& path) const;

  const Ranking& ranking() const { return ranking_; }
  int operator[](uint64_t rank) const { return costs_[rank]; }
  // The number of states of each cost.
  std::vector<uint64_t> Histogram(int threads) const;
  // The hash of all bytes (hash.h).
  uint64_t Hash() const;
  // Returns an error unless every state costs one more than the cheapest state around it, or, if
  // that is less, what its goal state costs. Only the right costs do. Shares no code with Search:
  // moves tiles on boards.
  absl::Status Check(int threads) const;

 private:
  CostTable(const Subproblem& subproblem, const EndCosts& ends)
      : subproblem_(subproblem), ends_(ends), ranking_(subproblem) {}
  // The goal's tiles; the blank is nowhere yet.
  State Goal() const;

  Subproblem subproblem_;
  EndCosts ends_;
  Ranking ranking_;
  HugeBytes costs_;
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_LAB_DIAMETER_COST_TABLE_H_
