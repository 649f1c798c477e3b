// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The part of `solve`, `bench`, `scramble` and `compare` for boards of another size than the set's
// (--board).

#ifndef TILEBASE_TOOLS_COMMAND_ANY_BOARDS_H_
#define TILEBASE_TOOLS_COMMAND_ANY_BOARDS_H_

#include <stdint.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/any/big_destination.h"
#include "runtime/lookup/policy_set.h"
#include "runtime/search/any_solver.h"
#include "tools/measure/effort.h"

namespace tilebase {

struct AnyBoardsArguments {
  std::string file;
  std::string board;                // the text of --board
  std::string to = {};              // the text of --to; empty: home
  std::vector<std::string> boards;  // '-' reads standard input
  uint64_t random = 0;              // extra random boards, or how many to make or measure
  uint64_t seed = 1;
  std::vector<std::string> efforts = {"0"};  // ParseEffort; solve takes one
  bool json = false;
  bool draw = false;
};

// The table set that solves boards of a size.
struct SetForSize {
  std::string file;
  bool is_of_size;  // an ordinary set of this size; otherwise its windows solve the boards
};
// Chooses a file, or from a folder of table sets the first *.tilebase, by name, of the size; if
// there is none, any.tilebase, which is of 4x4. Errors: a size outside the limits; no such file;
// not a table set.
absl::StatusOr<SetForSize> ChooseSet(const std::string& file_or_folder, const std::string& board);

// The file of a set of this size, for what windows do not answer: `what` names it in the error.
// Without a size the file itself.
absl::StatusOr<std::string> FileOfSize(const std::string& file_or_folder, const std::string& board,
                                       const std::string& what);

struct OpenedAny {
  std::vector<Effort> efforts;
  BigSize size;
  BigDestination to;
  std::unique_ptr<const PolicySet> set;
  AnySolver solver;
};
absl::StatusOr<OpenedAny> OpenAny(const AnyBoardsArguments& arguments);
BeamEffort ToBeamEffort(const Effort& effort);

// Each prints its results and returns the process's exit code.
int SolveAnyBoards(const AnyBoardsArguments& arguments);
// Prints the mean and longest solution and the time, a row for each effort. random = 0: as many
// boards as take about a second by lookup, and at most 20 with effort.
int BenchAnyBoards(const AnyBoardsArguments& arguments);
struct AnyComparison {
  AnyBoardsArguments
      of;  // random: boards of each size; 0: as many as take about a second by lookup
  std::vector<std::string> sizes;
  std::vector<std::string>
      solvers;  // rows, parberry, lookup, lookup@EFFORT; empty: the first three
  // Files for charts of the lengths and of the time, by size; empty: none.
  std::string lengths_chart;
  std::string time_chart;
  bool force = false;
};
// Prints a row for each size and solver; replays every solution.
int CompareAnyBoards(const AnyComparison& comparison);
// Random boards, all that lead to the goal equally likely.
int ScrambleAnyBoards(const AnyBoardsArguments& arguments);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMAND_ANY_BOARDS_H_
