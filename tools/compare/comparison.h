// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Runs contestants on the same boards and tells the result as a table or as JSON.

#ifndef TILEBASE_TOOLS_COMPARE_COMPARISON_H_
#define TILEBASE_TOOLS_COMPARE_COMPARISON_H_

#include <stdint.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "tools/compare/boards.h"
#include "tools/compare/contestant.h"

namespace tilebase {

// One contestant on all boards. Means and worst cases are of the boards it solved.
struct ComparisonRow {
  std::string name;
  bool searches = true;
  double prepare_seconds = 0;
  uint64_t prepared_bytes = 0;
  uint64_t search_bytes = 0;  // most that one board took
  std::vector<int> moves;     // a board each; -1: not solved
  uint64_t solved = 0;
  uint64_t ended[6] = {};                           // boards by classic::Outcome
  uint64_t most_expanded = 0;                       // of the boards not solved
  double expanded = 0, generated = 0, seconds = 0;  // means
  double worst_seconds = 0;
};

class Comparison {
 public:
  // The boards must outlive this.
  explicit Comparison(const ComparedBoards& boards);

  // Lets the contestant try every board, each within the limits, until limits.stop. `progress` is
  // called often, with the boards done and the boards expanded for the one under way. Error
  // (Internal): a solution that is none, or a shortest one that is not shortest.
  absl::Status Run(const Contestant& contestant, classic::Limits limits,
                   const std::function<void(uint64_t done, uint64_t expanded)>& progress);

  std::string ToText() const;
  nlohmann::ordered_json ToJson() const;

 private:
  absl::Status Check(const Contestant& contestant, size_t board,
                     const std::vector<Action>& actions);
  // Moves above the shortest number, over the boards solved where that is known. False: of none.
  bool MeanGap(const ComparisonRow& row, double* gap) const;

  const ComparedBoards& boards_;
  std::vector<int> shortest_;  // a board each, as known from the boards and optimal contestants
  std::vector<ComparisonRow> rows_;
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMPARE_COMPARISON_H_
