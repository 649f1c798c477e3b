// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The page that goes with a data set. It says what its records hold and where they are from.

#ifndef TILEBASE_TOOLS_COMMON_DATA_CARD_H_
#define TILEBASE_TOOLS_COMMON_DATA_CARD_H_

#include <string>

#include "absl/status/status.h"
#include "tables/board.h"
#include "tools/common/board_feed.h"

namespace tilebase {

struct DataCard {
  std::string data;  // the file of records
  RecordForm form;
  Board goal;
  bool is_mtm = false;
  std::string boards;   // where they come from
  std::string tables;   // by which lengths were found
  std::string command;  // the options that made it
};

// Reads the whole file, counts, and writes the page. Errors: those of reading and writing.
absl::Status WriteDataCard(const DataCard& card, const std::string& path);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_DATA_CARD_H_
