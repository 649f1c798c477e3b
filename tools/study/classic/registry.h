// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The classic solvers: searches by name, and constructions for boards of any size.
//
// A search is named SEARCH or SEARCH:HEURISTIC, as "bfs", "astar:manhattan".

#ifndef TILEBASE_TOOLS_STUDY_CLASSIC_REGISTRY_H_
#define TILEBASE_TOOLS_STUDY_CLASSIC_REGISTRY_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/any/big_board.h"
#include "runtime/patterns/pattern_tables.h"
#include "tables/board.h"
#include "tools/study/classic/search.h"

namespace tilebase::classic {

struct NamedPart {
  std::string name;
  std::string what;  // one line
  bool informed;     // a search that takes a heuristic
};
// In the order in which they are shown to people.
const std::vector<NamedPart>& Searches();
const std::vector<NamedPart>& Heuristics();

struct ClassicSolver {
  std::string name;           // in full, as in "wastar:manhattan ratio 2"
  bool optimal = false;       // its solutions are shortest
  uint64_t memory_bytes = 0;  // of prepared data: heuristic tables, perimeter, pruning
  std::function<SearchResult(const Board&, const Limits&)> solve;
};

// Prepares a solver for boards of one size. `ratio` is used only by wastar, and `patterns` only by
// the heuristic `pattern`, which needs them; they must outlive the solver. A name without a
// heuristic means manhattan. InvalidArgument for an unknown name; the message lists the known ones.
absl::StatusOr<ClassicSolver> MakeClassicSolver(std::string_view name, Geometry geometry,
                                                double ratio,
                                                const PatternTables* patterns = nullptr);

// Solves boards of any size as people do, without tables: brings the tiles home one after another,
// and does not move tiles at home again, except for the last two of a line.
//
// kGreedy is the greedy algorithm. It alternates between a row and a column, and takes a tile
// diagonally as far as it can, at three moves a step (I. Parberry, A real-time algorithm for the
// (n^2-1)-puzzle, 1995; Solving the (n^2-1)-puzzle with 8/3 n^3 expected moves, 2015). kRows is the
// plainest method. It goes row after row, and takes a tile along the row first and then up, at five
// moves a step.
enum class Construction { kGreedy, kRows };

// Solves the board, and passes the moves to the stream. Requires a solvable board. Time: linear in
// the moves.
void SolveConstructively(Construction construction, BigBoard* board, LetterStream* stream);

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_STUDY_CLASSIC_REGISTRY_H_
