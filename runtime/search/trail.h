// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Stores the moves that led to each board that a beam has kept.

#ifndef TILEBASE_RUNTIME_SEARCH_TRAIL_H_
#define TILEBASE_RUNTIME_SEARCH_TRAIL_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/types/span.h"

namespace tilebase {

// A move is the number of the move before it times four, plus its action, a number of "LRUD". Move
// 0 stands for the start.
class Trail {
 public:
  // Most moves to store, in four bytes each.
  static constexpr uint32_t kMost = 1 << 27;

  void Begin() { moves_.assign(1, 0); }
  size_t size() const { return moves_.size(); }
  // Returns how many more moves fit.
  double Left() const {
    return kMost - std::min(static_cast<double>(kMost), static_cast<double>(moves_.size()));
  }

  static uint32_t Move(uint32_t before, uint32_t action) { return before << 2 | action; }
  // Adds a move. Returns its number.
  uint32_t Add(uint32_t before, uint32_t action) {
    moves_.push_back(Move(before, action));
    return static_cast<uint32_t>(moves_.size() - 1);
  }
  // Adds `count` moves, which the caller sets to what Move returns. The number of the first is the
  // old size().
  uint32_t* Extend(size_t count) {
    const size_t first = moves_.size();
    moves_.resize(first + count);
    return moves_.data() + first;
  }

  std::string LettersTo(uint32_t number) const {
    std::string letters;
    for (; number != 0; number = moves_[number] >> 2) letters += "LRUD"[moves_[number] & 3];
    std::reverse(letters.begin(), letters.end());
    return letters;
  }
  absl::Span<const uint32_t> moves() const { return moves_; }

 private:
  std::vector<uint32_t> moves_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_TRAIL_H_
