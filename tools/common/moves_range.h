// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How many moves boards are to need, as people write it.

#ifndef TILEBASE_TOOLS_COMMON_MOVES_RANGE_H_
#define TILEBASE_TOOLS_COMMON_MOVES_RANGE_H_

#include <stddef.h>

#include <string>

#include "runtime/scramble.h"
#include "tools/common/quantity.h"

namespace tilebase {

// Reads counts (quantity.h), "30" or "30..40"; false for anything else, or a range that ends before
// it begins.
inline bool ParseMoves(const std::string& text, ScrambleWish* wish) {
  const size_t dots = text.find("..");
  const std::string first = text.substr(0, dots);
  const std::string last = dots == std::string::npos ? first : text.substr(dots + 2);
  const auto least = ParseCount(first, 0, UINT32_MAX);
  const auto most = ParseCount(last, 0, UINT32_MAX);
  if (!least.ok() || !most.ok() || *least > *most) return false;
  wish->min_moves = static_cast<uint32_t>(*least);
  wish->max_moves = static_cast<uint32_t>(*most);
  return true;
}

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_MOVES_RANGE_H_
