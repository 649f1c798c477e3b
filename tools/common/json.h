// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// JSON as the command and the service print it: lines, and answers in the words that
// tools/serve/openapi.json documents.

#ifndef TILEBASE_TOOLS_COMMON_JSON_H_
#define TILEBASE_TOOLS_COMMON_JSON_H_

#include <stddef.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/analysis.h"
#include "runtime/tilebase.h"
#include "tables/board.h"
#include "tables/geometry.h"
#include "tools/common/json_value.h"
#include "runtime/solution_stages.h"

namespace tilebase {

// A set of tiles as [3,4].
inline Json TileList(CellMask tiles) {
  Json list = Json::EmptyList();
  for (; tiles != 0; tiles &= tiles - 1) list.push_back(Lowest(tiles) + 1);
  return list;
}

inline void PrintJsonLine(const Json& value) { std::puts(value.Text().c_str()); }

// What the tables say of a board. "actions" is best first; the table's own action comes before
// others that are as good.
Json ProbeJson(const tilebase_probe_result& result);

Json StagesJson(const std::vector<SolutionStage>& stages);

// A board that was made, and how many actions it needs. `optimal`: of a shortest solution, not of
// the set's own. `uniform`: every such board is as likely as any other.
Json ScrambleJson(const Board& board, uint64_t moves, bool optimal, bool uniform);

// A move as a key: "R", or "R2" for two tiles of a line.
std::string MoveText(const MoveLength& move);

// What shortest solutions say of a board: its length, that after every move, and the solutions
// where they were counted. "exact", and the bounds, where some length is not known.
Json AnalysisJson(const OptimalSearch& search, const BoardAnalysis& analysis,
                  const ShortestSolutions* shortest);

// A game, and the length before its first and after each of its moves.
Json GameJson(const OptimalSearch& search, std::string_view letters,
              const std::vector<LengthRange>& lengths);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_JSON_H_
