// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The perfect hash between the words of a problem and 0 .. size()-1.
//
//   Step 1. The blanks stand on open cells c_1 < c_2 < ... < c_k. Their row is the slowest digit:
//           C(c_1, 1) + C(c_2, 2) + ... + C(c_k, k).
//   Step 2. Take the blanks out. The other open cells, read in order, are positions 0 .. p-1.
//   Step 3. Each symbol but the last gives a digit, in ascending order. It stands on positions
//           q_1 < q_2 < ..., counted from 0 among those that no earlier symbol has taken: the digit
//           is C(q_1, 1) + C(q_2, 2) + ... The last symbol takes the rest.
//   Step 4. rank = row * slice + d_1 * w_1 + d_2 * w_2 + ..., where the last weight is 1, each
//   other
//           weight is that of the next symbol times the number of its digits, and slice is the
//           product of all numbers of digits.
//
// Halves. A permutation's side (WordProblem::Side) does not change. If all goals are of one side,
// the last two symbols count as one: their order follows from the side.
//
// If every symbol occurs once, or every one but the last, this is the rank of ranking.h.
//
// Why this order: a tile that slides sideways changes the row alone; a tile that slides up or down
// changes what the positions between its two cells add to the digits, and nothing else.

#ifndef TILEBASE_TABLES_WORDS_WORD_RANKING_H_
#define TILEBASE_TABLES_WORDS_WORD_RANKING_H_

#include <stddef.h>
#include <stdint.h>

#include <vector>

#include "absl/status/statusor.h"
#include "tables/words/word_problem.h"

namespace tilebase {

// Immutable; all functions are safe from many threads.
class WordRanking {
 public:
  // No table has more states.
  static constexpr uint64_t kMaxStates = uint64_t{1} << 40;

  // Errors: ResourceExhausted for a problem of more than kMaxStates states. Requires
  // CheckWordProblem(problem).ok().
  static absl::StatusOr<WordRanking> Create(const WordProblem& problem);

  uint64_t size() const { return rows_ * slice_; }
  // The number of ways to place the blanks; the words of a row are consecutive.
  uint64_t rows() const { return rows_; }
  uint64_t slice() const { return slice_; }
  int blanks() const { return blanks_; }
  int open_count() const { return open_; }
  int positions() const { return open_ - blanks_; }
  // The symbols that the ranking distinguishes: 1 .. classes(); the last has no digit.
  int classes() const { return static_cast<int>(weight_.size()); }
  int ClassOf(int symbol) const { return symbol < classes() ? symbol : classes(); }
  int ClassCount(int number) const { return count_[static_cast<size_t>(number)]; }
  // The weight of a class's digit; 0 for the last class.
  uint64_t Weight(int number) const { return weight_[static_cast<size_t>(number) - 1]; }

  // C(n, k), for n <= open_count(), k up to the largest number of blanks or of a class with a
  // digit.
  uint64_t Choose(int n, int k) const {
    return choose_[static_cast<size_t>(n) * width_ + static_cast<size_t>(k)];
  }

  // `cells` are the blanks' open cells, ascending.
  uint64_t RowOf(const uint16_t* cells) const {
    uint64_t row = 0;
    for (int i = 0; i < blanks_; ++i) row += Choose(cells[i], i + 1);
    return row;
  }
  void BlanksOf(uint64_t row, uint16_t* cells) const;

  // `word` holds the symbols or classes of all open cells. O(open_count * classes).
  uint64_t Rank(const uint8_t* word) const;
  // Writes the classes of all open cells; blanks are 0.
  void Unrank(uint64_t rank, uint8_t* word) const;

 private:
  WordRanking() = default;

  int open_ = 0;
  int blanks_ = 0;
  uint64_t rows_ = 0;
  uint64_t slice_ = 0;
  std::vector<uint64_t> weight_;  // of class 1, 2, ..
  std::vector<int> count_;        // of class 0 (the blank), 1, 2, ..
  size_t width_ = 0;              // length of a row of choose_
  std::vector<uint64_t> choose_;
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_WORDS_WORD_RANKING_H_
