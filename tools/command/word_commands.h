// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The commands for boards that are no permutations (docs/boards.md). A command hands over to one of
// these if its file holds a word problem, or its options ask for one.

#ifndef TILEBASE_TOOLS_COMMAND_WORD_COMMANDS_H_
#define TILEBASE_TOOLS_COMMAND_WORD_COMMANDS_H_

#include <stdint.h>

#include <string>
#include <vector>

#include "runtime/words/warehouse.h"
#include "tools/common/command.h"

namespace tilebase {

// The options of 'tilebase build' for a word problem.
struct WordBuildArguments {
  std::vector<int> walls;       // cells
  std::string symbols;          // a board's text
  std::string goals;            // a file
  int blanks = 1;               // of a warehouse
  int wanted = 0;               // loads; 0: no warehouse
  std::vector<int> goal_cells;  // cells where the loads go

  // Adds these options to `command`. They exclude the options of plans.
  void AddTo(Command* command);
  // Returns whether any of them is given.
  bool is_given() const {
    return !walls.empty() || !symbols.empty() || !goals.empty() || wanted > 0 || blanks != 1 ||
           !goal_cells.empty();
  }

  // Options that all builds share.
  std::string output;
  std::string board;
  std::string metric;
  std::string store;
  int threads = 1;
  uint64_t memory = 0;
  bool force = false;
  bool dry_run = false;
  bool json = false;
};

// Each prints its results and returns the exit code.
int BuildWordTableFile(const WordBuildArguments& arguments);

struct WordSolveArguments {
  std::string file;
  std::vector<std::string> boards;  // "-": standard input
  uint64_t random = 0;
  uint64_t seed = 1;
  bool json = false;
  bool runs = false;
  Deliver deliver = Deliver::kAny;
  // For a warehouse with more blanks or loads than the table, and for stages.
  WarehouseEffort effort;
};
int SolveWordBoards(const WordSolveArguments& arguments);
int PrintWordInfo(const std::string& file, bool json);
int VerifyWordFile(const std::string& file, int threads, bool json);
int ProbeWordBoard(const std::string& file, const std::string& board, bool json);
int HintWordBoard(const std::string& file, const std::string& board, bool json);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMAND_WORD_COMMANDS_H_
