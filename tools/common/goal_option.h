// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// --to and --board, which every command has that takes boards.

#ifndef TILEBASE_TOOLS_COMMON_GOAL_OPTION_H_
#define TILEBASE_TOOLS_COMMON_GOAL_OPTION_H_

#include <string>

#include "tools/common/options.h"

namespace tilebase {

inline Option* AddGoalOption(Command* command, std::string* to) {
  return command
      ->AddOption("--to", to,
                  "Where solutions lead: a board, or blank-last, blank-first, snail, columns, "
                  "blank-center")
      ->TypeName("BOARD");
}

// `any`: boards of other sizes are answered by a set of windows.
inline Option* AddSizeOption(Command* command, std::string* size, bool any) {
  return command
      ->AddOption("--board", size,
                  any ? "Boards of this size, 2x2 to 1000x1000: FILE is of this size or of --plan "
                        "any, or a folder of table sets with an any.tilebase"
                      : "Boards of this size: FILE is of this size, or a folder of table sets")
      ->Values({[](std::string* value) {
                  return std::string(value->empty() ? "expected WIDTHxHEIGHT, such as 5x5" : "");
                },
                {}})
      ->TypeName("WxH");
}

// How letters of moves that are given are meant.
inline Option* AddNotationOption(Command* command, std::string* notation) {
  return command
      ->AddOption("--notation", notation,
                  "What letters of moves say: 'letters', the direction of a tile, or 'blank', that "
                  "of the blank")
      ->Values(AsOneOf({"letters", "blank"}))
      ->TypeName("NAME")
      ->ShowDefault();
}

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_GOAL_OPTION_H_
