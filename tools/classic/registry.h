// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The classic solvers by name: SEARCH or SEARCH:HEURISTIC, as "bfs", "astar:manhattan".

#ifndef TILEBASE_TOOLS_CLASSIC_REGISTRY_H_
#define TILEBASE_TOOLS_CLASSIC_REGISTRY_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/patterns/pattern_tables.h"
#include "tables/board.h"
#include "tools/classic/search.h"

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

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_CLASSIC_REGISTRY_H_
