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
  bool informed;     // of a search: it takes a heuristic
};
// In the order in which they are told to people.
const std::vector<NamedPart>& Searches();
const std::vector<NamedPart>& Heuristics();

struct ClassicSolver {
  std::string name;           // in full, as in "wastar:manhattan ratio 2"
  bool optimal = false;       // what it finds is a shortest solution
  uint64_t memory_bytes = 0;  // of what was prepared: heuristic tables, perimeter, pruning
  std::function<SearchResult(const Board&, const Limits&)> solve;
};

// Prepares a solver for boards of one size. `ratio` is for wastar alone; `patterns` for the
// heuristic `pattern` alone, which is refused without: they must outlive the solver. Without a
// heuristic in the name: manhattan. InvalidArgument for a name that is not known, with those that
// are.
absl::StatusOr<ClassicSolver> MakeClassicSolver(std::string_view name, Geometry geometry,
                                                double ratio,
                                                const PatternTables* patterns = nullptr);

// Solving boards of any size as people do, without tables: the tiles are brought home one after
// another, and those that are home are not moved again, but for the last two of a line.
//
// kGreedy is the greedy algorithm: a row and a column in turns, and a tile goes diagonally as far
// as it can, at three moves a step (I. Parberry, A real-time algorithm for the (n^2-1)-puzzle,
// 1995; Solving the (n^2-1)-puzzle with 8/3 n^3 expected moves, 2015). kRows is the plainest
// method: row after row, and a tile goes along the row first and up then, at five moves a step.
enum class Construction { kGreedy, kRows };

// Solves the board, and tells the moves to the stream. Requires one that can be solved. Time:
// linear in the moves.
void SolveConstructively(Construction construction, BigBoard* board, LetterStream* stream);

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_STUDY_CLASSIC_REGISTRY_H_
