// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/words/word_ranking.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "tables/error.h"

namespace tilebase {

absl::StatusOr<WordRanking> WordRanking::Create(const WordProblem& problem) {
  WordRanking ranking;
  ranking.open_ = problem.open_count();
  ranking.blanks_ = problem.blanks;
  ranking.count_.push_back(problem.blanks);
  for (const WordSymbol& symbol : problem.symbols) ranking.count_.push_back(symbol.count);
  if (problem.is_halved()) {
    ranking.count_.pop_back();
    ranking.count_.back() += 1;
  }
  const size_t classes = ranking.count_.size() - 1;
  int most = problem.blanks;
  for (size_t number = 1; number < classes; ++number) most = std::max(most, ranking.count_[number]);
  ranking.width_ = static_cast<size_t>(most) + 1;
  // Pascal's triangle, cut off at a number that no table reaches.
  ranking.choose_.assign((static_cast<size_t>(ranking.open_) + 1) * ranking.width_, 0);
  for (size_t n = 0; n <= static_cast<size_t>(ranking.open_); ++n) {
    uint64_t* const row = &ranking.choose_[n * ranking.width_];
    row[0] = 1;
    if (n == 0) continue;
    const uint64_t* const above = row - ranking.width_;
    for (size_t k = 1; k < ranking.width_; ++k)
      row[k] = std::min(2 * kMaxStates, above[k - 1] + above[k]);
  }
  ranking.rows_ = ranking.Choose(ranking.open_, problem.blanks);
  ranking.weight_.assign(classes, 0);
  ranking.slice_ = 1;
  int left = ranking.count_[classes];
  for (size_t number = classes - 1; number >= 1; --number) {
    left += ranking.count_[number];
    ranking.weight_[number - 1] = ranking.slice_;
    const uint64_t digits = ranking.Choose(left, ranking.count_[number]);
    if (digits > kMaxStates / ranking.slice_) {
      ranking.slice_ = kMaxStates + 1;
      break;
    }
    ranking.slice_ *= digits;
  }
  if (ranking.slice_ > kMaxStates || ranking.rows_ > kMaxStates / ranking.slice_)
    return MakeError(
        absl::StatusCode::kResourceExhausted,
        {.where = ToString(problem),
         .what = "more states than a table can have",
         .expected = absl::StrCat("at most ", kMaxStates),
         .remedy = "make more tiles equal, or choose fewer blanks or a smaller board"});
  return ranking;
}

void WordRanking::BlanksOf(uint64_t row, uint16_t* cells) const {
  int cell = open_ - 1;
  for (int i = blanks_; i > 0; --i, --cell) {
    while (Choose(cell, i) > row) --cell;
    row -= Choose(cell, i);
    cells[i - 1] = static_cast<uint16_t>(cell);
  }
}

uint64_t WordRanking::Rank(const uint8_t* word) const {
  const int last = classes();
  int seen[kMaxWordSymbols + 1] = {};    // of each class so far
  int before[kMaxWordSymbols + 1] = {};  // positions so far that no smaller class has taken
  uint64_t row = 0, rank = 0;
  int blank = 0;
  for (int cell = 0; cell < open_; ++cell) {
    const int number = ClassOf(word[cell]);
    if (number == 0) {
      row += Choose(cell, ++blank);
      continue;
    }
    if (number < last)
      rank += Choose(before[number], ++seen[number]) * weight_[static_cast<size_t>(number) - 1];
    for (int other = 1; other <= number; ++other) ++before[other];
  }
  return row * slice_ + rank;
}

void WordRanking::Unrank(uint64_t rank, uint8_t* word) const {
  uint16_t blanks[kMaxWordBlanks];
  BlanksOf(rank / slice_, blanks);
  rank %= slice_;
  std::fill_n(word, open_, static_cast<uint8_t>(classes()));
  for (int i = 0; i < blanks_; ++i) word[blanks[i]] = 0;
  uint16_t left[kMaxWordCells];
  int count = 0;
  for (int cell = 0; cell < open_; ++cell)
    if (word[cell] != 0) left[count++] = static_cast<uint16_t>(cell);
  for (int number = 1; number < classes(); ++number) {
    uint64_t digit = rank / Weight(number);
    rank %= Weight(number);
    int at = count - 1;
    for (int i = ClassCount(number); i > 0; --i, --at) {
      while (Choose(at, i) > digit) --at;
      digit -= Choose(at, i);
      word[left[at]] = static_cast<uint8_t>(number);
    }
    count = static_cast<int>(
        std::remove_if(left, left + count, [&](uint16_t cell) { return word[cell] == number; }) -
        left);
  }
}

}  // namespace tilebase
