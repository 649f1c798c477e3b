// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The boards that a command is given, in order: arguments, lines or records of standard input,
// random ones. Or one part of standard input or of the random ones; or all from one of them on.

#ifndef TILEBASE_TOOLS_COMMON_BOARD_FEED_H_
#define TILEBASE_TOOLS_COMMON_BOARD_FEED_H_

#include <stdint.h>

#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tables/destination.h"
#include "tables/random_board.h"
#include "tools/common/board_lines.h"
#include "tools/common/board_record.h"
#include "tools/common/quantity.h"

namespace tilebase {

struct BoardFeedOptions {
  std::vector<std::string> boards;  // as text; "-" reads the input
  bool binary = false;              // the input holds records (board_record.h), not lines
  uint64_t random = 0;              // so many random boards, last
  uint64_t seed = 1;
  Part part;  // of the input, by its bytes, or of the random boards, by their number
};

class BoardFeed {
 public:
  // Random boards are such that `goal` can be reached. `input` must outlive the object.
  BoardFeed(BoardFeedOptions options, const Board& goal, std::istream& input);

  // Finds the part, where one is asked for. Call it once, before anything else. Errors:
  // InvalidArgument where the boards have no parts: they are given in several ways, or the input is
  // no file.
  absl::Status Start();

  // Leaves out the next `boards` boards.
  void Skip(uint64_t boards);

  // The next board, or why it is none. False at the end, and where the input cannot be read on.
  bool Next(absl::StatusOr<Board>* board);

  bool reads_input() const { return !options_.boards.empty(); }
  // OK as long as the input could be read.
  const absl::Status& status() const { return status_; }

  // How many boards there are, given that the first `done` were read: exact for random ones,
  // estimated for a file. 0: not known.
  uint64_t Total(uint64_t done) const;

 private:
  bool NextOfInput(std::string_view* text);

  const BoardFeedOptions options_;
  const Geometry geometry_;
  const Destination destination_;
  std::istream& input_;
  BoardLines lines_;
  std::string record_;
  size_t given_ = 0;                 // of options_.boards
  uint64_t input_bytes_ = 0;         // of the part; 0: not known
  uint64_t read_bytes_ = 0;          // of records
  uint64_t end_bytes_ = UINT64_MAX;  // of the part's records
  uint64_t next_random_ = 0;
  uint64_t end_random_ = 0;
  RandomBoards random_;
  absl::Status status_;
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_BOARD_FEED_H_
