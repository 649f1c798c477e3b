// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/word_json.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tables/words/word_file.h"
#include "tables/words/word_format.h"

namespace tilebase {
namespace {

// A list of moves, each a list of [from, to].
Json SlidesJson(const std::vector<WordSlide>& slides) {
  Json list = Json::EmptyList();
  Json move = Json::EmptyList();
  for (size_t i = 0; i < slides.size(); ++i) {
    Json slide = Json::EmptyList();
    slide.push_back(slides[i].from);
    slide.push_back(slides[i].to);
    move.push_back(slide);
    if (i + 1 < slides.size() && slides[i + 1].move == slides[i].move) continue;
    list.push_back(move);
    move = Json::EmptyList();
  }
  return list;
}

}  // namespace

Json WordSolutionJson(const WordAnswers& words, const WordQuestion& question,
                      const WordSolution& solution) {
  Json line = {{"moves", solution.moves}, {"runs", solution.runs}, {"actions", solution.actions}};
  if (!words.has_letters()) line["slides"] = SlidesJson(solution.slides);
  line["shortest"] = solution.shortest();
  if (!solution.shortest())
    line["why"] = question.effort.boards != 0 ? "limit" : solution.in_stages ? "stages" : "rule";
  line["bound"] = solution.bound;
  line["goal_cost"] = solution.goal_cost;
  line["looked_at"] = solution.looked_at;
  line["detour"] = 0;
  line["code"] = 0;
  return line;
}

Json WordBoardJson(const WordAnswers& words, const Word& word, bool uniform) {
  return {{"board", ToText(words.problem(), word)},
          {"moves", *words.set().Value(word)},
          {"optimal", words.set().is_exact()},
          {"uniform", uniform}};
}

Json WordHintJson(const WordAnswers& words, const WordSolution& solution) {
  Json object;
  object["solved"] = solution.moves == 0;
  object["remaining"] = solution.cost;
  object["action"] = nullptr;
  if (solution.moves > 0) object["action"] = words.FirstMove(solution);
  return object;
}

Json WordProbeJson(const WordAnswers& words, const WordProbe& probe) {
  std::vector<WordNeighbour> all = probe.all;
  std::stable_sort(all.begin(), all.end(), [&](const WordNeighbour& a, const WordNeighbour& b) {
    if (a.value != b.value) return a.value < b.value;
    return a.move.code == probe.best.code && b.move.code != probe.best.code;
  });
  Json actions = Json::EmptyList();
  for (const WordNeighbour& next : all)
    actions.push_back({{"action", words.ToText(next.move)}, {"remaining", next.value}});
  Json object;
  object["solved"] = probe.best.runs == 0;
  object["remaining"] = probe.value;
  object["action"] = nullptr;
  if (probe.best.runs > 0) object["action"] = words.ToText(probe.best);
  object["actions"] = actions;
  return object;
}

BoardAnalysis AnalysisOf(const WordProbe& probe) {
  const int value = static_cast<int>(probe.value);
  BoardAnalysis analysis{{value, value}, {}};
  for (const WordNeighbour& next : probe.all) {
    const int after = static_cast<int>(next.value);
    // A tile slides the other way than the blank.
    const auto action = static_cast<Action>(next.move.run[0].direction ^ 1);
    analysis.moves.push_back({action, next.move.tiles, {after, after}});
  }
  std::stable_sort(analysis.moves.begin(), analysis.moves.end(),
                   [](const MoveLength& a, const MoveLength& b) { return a.action < b.action; });
  return analysis;
}

std::vector<LengthRange> LengthsOf(const std::vector<uint32_t>& values) {
  std::vector<LengthRange> lengths;
  for (const uint32_t value : values)
    lengths.push_back({static_cast<int>(value), static_cast<int>(value)});
  return lengths;
}

Json WordInfoJson(const WordProblem& problem, const std::vector<const WordFile*>& tables,
                  uint64_t file_bytes) {
  Json walls = Json::EmptyList();
  for (int cell = 0; cell < problem.cells(); ++cell)
    if (!std::binary_search(problem.open.begin(), problem.open.end(), cell)) walls.push_back(cell);
  Json goals = Json::EmptyList();
  for (const WordGoal& goal : problem.goals)
    goals.push_back({{"board", ToText(problem, goal.cell)}, {"cost", goal.cost}});
  int worst_case = 0;
  Json list = Json::EmptyList();
  for (const WordFile* const file : tables) {
    const WordTable& table = file->table();
    Json histogram = Json::EmptyList();
    for (const uint64_t count : table.histogram) histogram.push_back(count);
    list.push_back({{"problem", ToString(table.problem)},
                    {"metric", Name(problem.metric)},
                    {"states", table.states},
                    {"reachable", table.reachable},
                    {"max_depth", table.max_value()},
                    {"mean_depth", table.mean_value()},
                    {"histogram", histogram},
                    {"stored_bytes", table.stored_bytes}});
    worst_case += table.max_value();
  }
  return {{"format", int{tables.size() == 1 ? kWordFormatVersion : kStagesFormatVersion}},
          {"board", absl::StrCat(problem.width, "x", problem.height)},
          {"walls", walls},
          {"blanks", problem.blanks},
          {"metric", Name(problem.metric)},
          {"goals", goals},
          {"tables", list},
          {"certified_worst_case", worst_case},
          {"file_bytes", file_bytes}};
}

}  // namespace tilebase
