// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Answers as JSON, in the words that tools/serve/openapi.json documents. The command and the
// service print them alike.

#ifndef TILEBASE_TOOLS_COMMON_ANSWER_JSON_H_
#define TILEBASE_TOOLS_COMMON_ANSWER_JSON_H_

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/analysis.h"
#include "runtime/scramble.h"
#include "runtime/tilebase.h"
#include "tables/action_text.h"
#include "tables/board_text.h"
#include "tools/common/json.h"
#include "tools/common/solution_stages.h"

namespace tilebase {

// What the tables say of a board. "actions" is best first; the table's own action comes before
// others that are as good.
inline nlohmann::ordered_json ProbeJson(const tilebase_probe_result& result) {
  const auto letter = [](int action) { return Letter(static_cast<Action>(action)); };
  int order[kActions];
  int count = 0;
  for (int a = 0; a < kActions; ++a)
    if (result.after[a] >= 0) order[count++] = a;
  std::stable_sort(order, order + count, [&](int a, int b) {
    if (result.after[a] != result.after[b]) return result.after[a] < result.after[b];
    return letter(a) == result.action && letter(b) != result.action;
  });
  nlohmann::ordered_json actions = nlohmann::ordered_json::array();
  for (const int* a = order; a != order + count; ++a)
    actions.push_back({{"action", std::string(1, letter(*a))}, {"remaining", result.after[*a]}});

  nlohmann::ordered_json object;
  object["solved"] = result.goal == 0;
  object["stage"] = result.stage;
  object["goal"] = TileList(result.goal);
  object["fixed"] = TileList(result.fixed);
  object["remaining"] = nullptr;
  if (result.remaining >= 0) object["remaining"] = result.remaining;
  object["action"] = nullptr;
  if (result.action != 0) object["action"] = std::string(1, result.action);
  object["actions"] = actions;
  return object;
}

inline nlohmann::ordered_json StagesJson(const std::vector<SolutionStage>& stages) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const SolutionStage& stage : stages)
    list.push_back(
        {{"goal", TileList(stage.goal)}, {"fixed", TileList(stage.fixed)}, {"moves", stage.moves}});
  return list;
}

// A board that `scrambler` has made, and how many actions it needs.
inline nlohmann::ordered_json ScrambleJson(const Scrambler& scrambler, const Board& board,
                                           uint32_t moves) {
  return {{"board", ToString(board)},
          {"moves", moves},
          {"optimal", scrambler.is_optimal()},
          {"uniform", scrambler.is_uniform()}};
}

// A board's exact length, that after every move, and its shortest solutions where they were asked
// for.
inline nlohmann::ordered_json AnalysisJson(int length, const std::vector<MoveLength>& moves,
                                           const ShortestSolutions* shortest) {
  nlohmann::ordered_json object = {{"moves", length}};
  for (const MoveLength& move : moves)
    object["after"][std::string(1, Letter(move.action))] = move.length;
  if (shortest != nullptr)
    object["shortest"] = {{"count", shortest->count},
                          {"complete", shortest->complete},
                          {"actions", shortest->listed}};
  return object;
}

// A game, and the exact length before its first and after each of its moves.
inline nlohmann::ordered_json GameJson(std::string_view letters, const std::vector<int>& lengths) {
  const std::vector<size_t> mistakes = Mistakes(lengths);
  return {{"moves", letters.size()},     {"runs", CountRuns(letters)},
          {"shortest", lengths.front()}, {"lost", 2 * mistakes.size()},
          {"mistakes", mistakes},        {"to_go", lengths}};
}

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_ANSWER_JSON_H_
