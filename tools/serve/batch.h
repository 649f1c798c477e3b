// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The body of POST /v1/solve:
//
//   {"boards": ["..", [1, 2, ..], ..], "size": "4x4", "effort": 0, "stages": false, "to": ".."}

#ifndef TILEBASE_TOOLS_SERVE_BATCH_H_
#define TILEBASE_TOOLS_SERVE_BATCH_H_

#include <stddef.h>
#include <stdint.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/serve/problem.h"

namespace tilebase::serve {

// What is wanted of each board.
struct SolveOptions {
  int64_t effort = 0;             // lookups to find a shorter solution with
  bool stages = false;            // the solution's stages too
  std::optional<std::string> to;  // the board to end at, as text; home where there is none
};

// What the body says. The boards' texts follow one another, so that ten thousand of them are two
// pieces of memory, about as large as the body. A board that came as a list of numbers has the text
// of these numbers.
struct Batch {
  std::string texts;
  std::vector<uint32_t> ends;  // of each board's text
  std::optional<std::string> size;
  SolveOptions options;

  size_t count() const { return ends.size(); }
  std::string_view Text(size_t i) const {
    const size_t begin = i == 0 ? 0 : ends[i - 1];
    return std::string_view(texts).substr(begin, ends[i] - begin);
  }
};

// Reads the body. Returns the problem where it is not JSON, not of this shape, or has more than
// `max_boards` boards (status 413). What the texts say is not looked at.
std::optional<Problem> ReadBatch(std::string_view body, size_t max_boards, Batch* batch);

}  // namespace tilebase::serve

#endif  // TILEBASE_TOOLS_SERVE_BATCH_H_
