// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Looks for shorter solutions of boards with walls than their stages give: a beam by distances. A
// tile's distance from home is the number of steps on the open cells, so the sum over all tiles is
// a bound. The beam keeps the boards of each layer with the least sums, and the set's stages finish
// some of them. Round after round the beam gets wider.

#ifndef TILEBASE_RUNTIME_WORDS_WALL_SEARCH_H_
#define TILEBASE_RUNTIME_WORDS_WALL_SEARCH_H_

#include <stdint.h>

#include <vector>

#include "absl/status/statusor.h"
#include "runtime/words/warehouse_search.h"
#include "runtime/words/word_set.h"

namespace tilebase {

// Immutable; all functions are safe from many threads.
class WallSearch {
 public:
  // `set` has stages and must outlive the object.
  explicit WallSearch(const WordSet* set);

  // A solution of at most as many moves as set->Solve(word) gives. More boards never give a longer
  // one. In other metrics than stm it is the same. Errors: those of WordSet::Solve.
  absl::StatusOr<WordAnswer> Solve(const Word& word, const WarehouseEffort& effort) const;

  // The sum of all tiles' distances from home: a bound of moves in stm.
  uint32_t Distance(const Word& word) const;

 private:
  class Run;

  const WordSet* set_;
  // Steps from an open cell (row) to the home of a symbol (column).
  std::vector<std::vector<uint16_t>> distance_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_WORDS_WALL_SEARCH_H_
