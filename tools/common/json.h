// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// JSON as the command and the service print it: lines, and answers with the field names of
// tools/serve/openapi.json.

#ifndef TILEBASE_TOOLS_COMMON_JSON_H_
#define TILEBASE_TOOLS_COMMON_JSON_H_

#include <stddef.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/analysis.h"
#include "runtime/solution_stages.h"
#include "runtime/tilebase.h"
#include "tables/board.h"
#include "tables/geometry.h"
#include "tools/common/json_value.h"

namespace tilebase {

// A set of tiles as [3,4].
inline Json TileList(CellMask tiles) {
  Json list = Json::EmptyList();
  for (; tiles != 0; tiles &= tiles - 1) list.push_back(Lowest(tiles) + 1);
  return list;
}

inline void PrintJsonLine(const Json& value) { std::puts(value.Text().c_str()); }

// Describes what the tables say about a board. "actions" is best first; the table's own action
// comes before equally good ones.
Json ProbeJson(const tilebase_probe_result& result);

Json StagesJson(const std::vector<SolutionStage>& stages);

// Describes a board that was made, and how many actions it needs. `optimal`: a shortest solution
// needs that many, otherwise the set's own. `uniform`: every such board is equally likely.
Json ScrambleJson(const Board& board, uint64_t moves, bool optimal, bool uniform);

// Returns a move as a key: "R", or "R2" for two tiles of a line.
std::string MoveText(const MoveLength& move);

// Describes the analysis of a board: its length, the length after every move, and the shortest
// solutions if they were counted. If some length is unknown, "exact" and the bounds are added.
Json AnalysisJson(bool is_mtm, const BoardAnalysis& analysis, const ShortestSolutions* shortest);

// Describes a game, with the length before its first move and after each move.
Json GameJson(bool is_mtm, std::string_view letters, const std::vector<LengthRange>& lengths);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_JSON_H_
