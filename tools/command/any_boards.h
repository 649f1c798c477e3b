// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What `solve`, `bench` and `scramble` do with --board, for boards of another size than the set's.

#ifndef TILEBASE_TOOLS_COMMAND_ANY_BOARDS_H_
#define TILEBASE_TOOLS_COMMAND_ANY_BOARDS_H_

#include <stdint.h>

#include <string>
#include <vector>

namespace tilebase {

struct AnyBoardsArguments {
  std::string file;
  std::string board;                // the text of --board
  std::vector<std::string> boards;  // '-' reads standard input
  uint64_t random = 0;              // random boards besides, or how many to make or measure
  uint64_t seed = 1;
  std::vector<std::string> efforts = {"0"};  // ParseEffort; solve takes one
  bool json = false;
  bool draw = false;
};

// Each prints its results and returns the process's exit code.
int SolveAnyBoards(const AnyBoardsArguments& arguments);
// Mean and longest solution and the time, a row for each effort. random = 0: as many boards as take
// about a second by lookup, and at most 20 with effort.
int BenchAnyBoards(const AnyBoardsArguments& arguments);
// Random boards, all that can be solved equally likely.
int ScrambleAnyBoards(const AnyBoardsArguments& arguments);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMAND_ANY_BOARDS_H_
