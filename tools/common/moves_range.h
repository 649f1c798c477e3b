// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How many moves boards are to need, as people write it.

#ifndef TILEBASE_TOOLS_COMMON_MOVES_RANGE_H_
#define TILEBASE_TOOLS_COMMON_MOVES_RANGE_H_

#include <stddef.h>

#include <string>

#include "absl/strings/numbers.h"
#include "runtime/scramble.h"

namespace tilebase {

// Reads "30" or "30..40"; false for anything else, or a range that ends before it begins.
inline bool ParseMoves(const std::string& text, ScrambleWish* wish) {
  const size_t dots = text.find("..");
  const std::string first = text.substr(0, dots);
  const std::string last = dots == std::string::npos ? first : text.substr(dots + 2);
  return absl::SimpleAtoi(first, &wish->min_moves) && absl::SimpleAtoi(last, &wish->max_moves) &&
         wish->min_moves <= wish->max_moves;
}

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_MOVES_RANGE_H_
