// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The commands for boards that are no permutations (docs/boards.md). A command hands over to one of
// these if its file holds a word problem, or its options ask for one.

#ifndef TILEBASE_TOOLS_COMMAND_WORD_COMMANDS_H_
#define TILEBASE_TOOLS_COMMAND_WORD_COMMANDS_H_

#include <stdint.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/words/word_answers.h"
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
  bool board_given = false;
  std::string metric;
  std::string store;
  int threads = 1;
  uint64_t memory = 0;
  bool force = false;
  bool dry_run = false;
  bool json = false;
};

// Says that a file of such boards cannot be asked with the option.
std::string NotOfTheseBoards(const std::string& file, const char* option);

// Reads "10x10", up to kMaxWordCells. Returns false for any other text.
bool ReadWordSize(const std::string& text, int* width, int* height);

// Each prints its results and returns the exit code.
int BuildWordTableFile(const WordBuildArguments& arguments);

absl::StatusOr<std::unique_ptr<WordAnswers>> OpenWords(const std::string& file);

struct WordSolveArguments {
  std::string file;
  std::vector<std::string> boards;  // "-": standard input
  uint64_t random = 0;
  uint64_t seed = 1;
  bool json = false;
  bool runs = false;
  WordQuestion question;
};
int SolveWordBoards(const WordSolveArguments& arguments);
int PrintWordInfo(const std::string& file, bool json);
int VerifyWordFile(const std::string& file, int threads, bool json);
int ProbeWordBoard(const std::string& file, const std::string& board, bool json);
int HintWordBoard(const std::string& file, const std::string& board, bool json);
// Boards whose values are in this range.
int ScrambleWordBoards(const std::string& file, uint32_t least, uint32_t greatest, uint64_t count,
                       uint64_t seed, bool json);

// 'tilebase bench' of a warehouse's file.
struct WarehouseBenchArguments {
  std::string file;
  int blanks = 0;  // 0: the table's
  uint64_t requests = 10'000;
  uint64_t seed = 1;
  std::vector<std::string> efforts;  // none: "0"
  bool json = false;
};
int BenchWarehouse(const WarehouseBenchArguments& arguments);

// 'tilebase plan' with --wanted.
struct WarehousePlanArguments {
  std::string board;
  std::vector<int> walls;         // cells
  int wanted = 0;                 // loads
  std::vector<int> goal_cells;    // cells where the loads go
  uint64_t budget = 100'000'000;  // bytes of a table in memory
  std::string svg;                // a file that can be made; empty: no picture
  int threads = 1;
  bool force = false;
  bool json = false;

  // Adds --wanted, --goal-cells and --walls, which exclude the options of other plans.
  void AddTo(Command* command);
};
int PlanWarehouse(const WarehousePlanArguments& arguments);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMAND_WORD_COMMANDS_H_
