// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/json.h"

#include <algorithm>

#include "tables/board_text.h"

namespace tilebase {
namespace {

// Returns the length of the best known solution; null if none is known.
Json BestJson(const LengthRange& length) {
  Json best;
  if (length.has_solution()) best = length.most;
  return best;
}

}  // namespace

Json ProbeJson(const tilebase_probe_result& result) {
  const auto letter = [](int action) { return Letter(static_cast<Action>(action)); };
  int order[kActions];
  int count = 0;
  for (int a = 0; a < kActions; ++a)
    if (result.after[a] >= 0) order[count++] = a;
  std::stable_sort(order, order + count, [&](int a, int b) {
    if (result.after[a] != result.after[b]) return result.after[a] < result.after[b];
    return letter(a) == result.action && letter(b) != result.action;
  });
  Json actions = Json::EmptyList();
  for (const int* a = order; a != order + count; ++a)
    actions.push_back({{"action", std::string(1, letter(*a))}, {"remaining", result.after[*a]}});

  Json object;
  object["solved"] = result.goal == 0;
  object["stage"] = result.stage;
  object["goal"] = TileList(result.goal);
  object["fixed"] = TileList(result.fixed);
  object["remaining"] = nullptr;
  if (result.remaining >= 0) object["remaining"] = result.remaining;
  object["action"] = nullptr;
  if (result.action != 0) object["action"] = std::string(1, result.action);
  if (result.tiles > 1) object["tiles"] = result.tiles;
  object["actions"] = actions;
  return object;
}

Json StagesJson(const std::vector<SolutionStage>& stages) {
  Json list = Json::EmptyList();
  for (const SolutionStage& stage : stages)
    list.push_back(
        {{"goal", TileList(stage.goal)}, {"fixed", TileList(stage.fixed)}, {"moves", stage.moves}});
  return list;
}

Json ScrambleJson(const Board& board, uint64_t moves, bool optimal, bool uniform) {
  return {{"board", ToString(board)}, {"moves", moves}, {"optimal", optimal}, {"uniform", uniform}};
}

std::string MoveText(const MoveLength& move) {
  return Runs(std::string(static_cast<size_t>(move.tiles), Letter(move.action)));
}

Json AnalysisJson(bool is_mtm, const BoardAnalysis& analysis, const ShortestSolutions* shortest) {
  const bool exact = IsExact(analysis);
  Json object;
  if (is_mtm) object["metric"] = "mtm";
  object["moves"] = BestJson(analysis.length);
  if (!exact) object["exact"] = false;
  if (!exact) object["bound"] = analysis.length.least;
  object["after"] = Json::EmptyObject();
  for (const MoveLength& move : analysis.moves)
    object["after"][MoveText(move)] = BestJson(move.after);
  if (!exact)
    for (const MoveLength& move : analysis.moves)
      object["after_bounds"][MoveText(move)] = move.after.least;
  if (shortest != nullptr)
    object["shortest"] = {{"count", shortest->count},
                          {"complete", shortest->complete},
                          {"actions", shortest->listed}};
  return object;
}

Json GameJson(bool is_mtm, std::string_view letters, const std::vector<LengthRange>& lengths) {
  const bool exact = IsExact(lengths);
  Json object;
  if (is_mtm) object["metric"] = "mtm";
  object["moves"] = letters.size();
  object["runs"] = CountRuns(letters);
  object["shortest"] = BestJson(lengths.front());
  if (!exact) object["exact"] = false;
  if (!exact) object["bound"] = lengths.front().least;
  int lost = 0;
  Json mistakes = Json::EmptyList();
  for (const Mistake& mistake : Mistakes(lengths)) {
    lost += mistake.lost;
    mistakes.push_back(mistake.move);
  }
  object["lost"] = lost;
  object["mistakes"] = mistakes;
  object["to_go"] = Json::EmptyList();
  for (const LengthRange& length : lengths) object["to_go"].push_back(BestJson(length));
  if (!exact)
    for (const LengthRange& length : lengths) object["bounds"].push_back(length.least);
  return object;
}

}  // namespace tilebase
