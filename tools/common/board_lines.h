// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Reads boards from a file or standard input: one a line. Blank lines, comments (from '#' to the
// end of the line) and a byte order mark at the beginning are skipped. Nothing is dropped in
// silence: where the input cannot be read to its end, status() says why.

#ifndef TILEBASE_TOOLS_COMMON_BOARD_LINES_H_
#define TILEBASE_TOOLS_COMMON_BOARD_LINES_H_

#include <stddef.h>
#include <stdint.h>

#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"

namespace tilebase {

class BoardLines {
 public:
  // A 1000x1000 board takes 6.9 million; a longer line ends the reading.
  static constexpr size_t kMostBytes = 8'000'000;

  // `name` is the input's name in messages. `input` must outlive the object.
  BoardLines(std::istream& input, std::string name);

  // Only the lines that begin in bytes [begin, end) of the input from here on: what begins in every
  // range of several is each line once. Call it before Next; the input must be a file.
  void Take(uint64_t begin, uint64_t end);

  // The next line that has a board, without its comment, valid until the next call. False at the
  // end of the input, and where it cannot be read on.
  bool Next(std::string_view* line);

  // "standard input:3", the line that Next gave last. After Take lines count from the range's
  // first.
  std::string place() const;

  // Of the input, that were read.
  uint64_t bytes() const { return position_ - begin_; }

  // OK as long as the input could be read.
  const absl::Status& status() const { return status_; }

 private:
  std::istream& input_;
  const std::string name_;
  std::vector<char> line_;
  size_t number_ = 0;      // of the lines read
  uint64_t begin_ = 0;     // of the bytes to read
  uint64_t position_ = 0;  // of the next line
  uint64_t end_ = UINT64_MAX;
  absl::Status status_;
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_BOARD_LINES_H_
