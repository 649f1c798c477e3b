// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/study/compare/comparison.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tables/plan.h"
#include "tables/system/clock.h"
#include "tools/common/quantity.h"
#include "tools/measure/effort.h"
#include "tools/study/classic/registry.h"

namespace tilebase {
namespace {

std::vector<Action> FromLetters(std::string_view letters) {
  std::vector<Action> actions;
  for (const char letter : letters) {
    int action = 0;
    while (Letter(static_cast<Action>(action)) != letter) ++action;
    actions.push_back(static_cast<Action>(action));
  }
  return actions;
}

Contestant Lookup(std::string name, const std::shared_ptr<const AnsweringSet>& set,
                  const Effort& effort, uint64_t bytes, double open_seconds) {
  Contestant contestant;
  contestant.name = std::move(name);
  contestant.searches = false;
  contestant.prepare_seconds = open_seconds;
  contestant.prepared_bytes = bytes;
  contestant.attempt = [set, effort,
                        letters = std::vector<char>(set->info().certified_worst_case + 1)](
                           const Board& board, const classic::Limits&) mutable {
    SolveRequest quick{board.tile, letters.data(), letters.size()};
    const Clock::time_point begin = Clock::now();
    const absl::Status status = set->Solve(effort, &quick);
    Attempt attempt;
    attempt.seconds = SecondsSince(begin);
    // A solvable board of the set's size can fail only in a damaged table.
    if (!status.ok() || quick.code != TILEBASE_OK)
      attempt.result.outcome = classic::Outcome::kDeadEnd;
    else
      attempt.result.actions = FromLetters({letters.data(), quick.count});
    return attempt;
  };
  return contestant;
}

}  // namespace

absl::StatusOr<Contestant> ClassicContestant(std::string_view name, Geometry geometry, double ratio,
                                             std::shared_ptr<const PatternTables> patterns) {
  const Clock::time_point start = Clock::now();
  absl::StatusOr<classic::ClassicSolver> solver =
      classic::MakeClassicSolver(name, geometry, ratio, patterns.get());
  if (!solver.ok()) return solver.status();
  Contestant contestant;
  contestant.name = solver->name;
  contestant.optimal = solver->optimal;
  contestant.prepare_seconds = SecondsSince(start);
  contestant.prepared_bytes = solver->memory_bytes;
  contestant.attempt = [solve = std::move(solver->solve), patterns = std::move(patterns)](
                           const Board& board, const classic::Limits& limits) {
    const Clock::time_point begin = Clock::now();
    Attempt attempt;
    attempt.result = solve(board, limits);
    attempt.seconds = SecondsSince(begin);
    return attempt;
  };
  return contestant;
}

Contestant LookupContestant(const std::string& path, const std::shared_ptr<const AnsweringSet>& set,
                            double open_seconds) {
  return Lookup(path, set, Effort(), set->policies().memory_bytes(), open_seconds);
}

absl::StatusOr<Contestant> EffortContestant(const std::string& path,
                                            const std::shared_ptr<const AnsweringSet>& set,
                                            const std::string& effort, double open_seconds) {
  const absl::StatusOr<Effort> parsed = ParseEffort(effort);
  if (!parsed.ok()) return parsed.status();
  return Lookup(absl::StrCat(path, "@", effort), set, *parsed, set->memory_bytes(), open_seconds);
}

Contestant OptimalContestant(const std::shared_ptr<const OptimalSearch>& search,
                             double open_seconds) {
  Contestant contestant;
  contestant.name = absl::StrCat("optimal:", search->tables());
  contestant.optimal = true;
  contestant.prepare_seconds = open_seconds;
  contestant.prepared_bytes = search->table_bytes();
  contestant.attempt = [search](const Board& board, const classic::Limits& limits) {
    OptimalLimits given;
    given.nodes = limits.nodes;
    given.seconds = limits.seconds;
    given.cancel = limits.stop;
    const OptimalAnswer answer = search->Solve(board, given);
    Attempt attempt;
    attempt.seconds = answer.seconds;
    attempt.result.generated = answer.nodes;
    if (answer.proven)
      attempt.result.actions = FromLetters(answer.letters);
    else if (limits.stop != nullptr && *limits.stop)
      attempt.result.outcome = classic::Outcome::kInterrupted;
    else if (answer.nodes >= limits.nodes)
      attempt.result.outcome = classic::Outcome::kNodeLimit;
    else
      attempt.result.outcome = classic::Outcome::kTimeLimit;
    return attempt;
  };
  return contestant;
}

namespace {

// Why boards were not solved, for people and for JSON.
constexpr struct {
  classic::Outcome outcome;
  const char* name;
  const char* text;
} kFailures[] = {
    {classic::Outcome::kDeadEnd, "dead_end", "ended in a dead end"},
    {classic::Outcome::kNodeLimit, "node_limit", "reached the limit of nodes"},
    {classic::Outcome::kTimeLimit, "time_limit", "reached the time limit"},
    {classic::Outcome::kMemoryLimit, "memory_limit", "reached the memory limit"},
    {classic::Outcome::kInterrupted, "interrupted", "interrupted"},
};

double MeanMoves(const ComparisonRow& row) {
  double sum = 0;
  for (int moves : row.moves) sum += std::max(moves, 0);
  return sum / static_cast<double>(row.solved);
}

// Prints the number in full as long as it fits: small counts are compared with published ones.
std::string Nodes(double count) {
  return count < 1e6 ? absl::StrFormat("%.0f", count) : ShortCount(count);
}

std::string Duration(double seconds) {
  if (seconds < 1e-3) return absl::StrFormat("%.3g us", seconds * 1e6);
  if (seconds < 1) return absl::StrFormat("%.3g ms", seconds * 1e3);
  return ShortDuration(seconds);
}

}  // namespace

Comparison::Comparison(const ComparedBoards& boards) : boards_(boards) {
  for (const ComparedBoard& board : boards.boards) shortest_.push_back(board.shortest);
}

absl::Status Comparison::Check(const Contestant& contestant, size_t board,
                               const std::vector<Action>& actions) {
  const std::string where = absl::StrCat(contestant.name, ": ", boards_.boards[board].source, ": ");
  Board state = boards_.boards[board].board;
  for (const Action action : actions) {
    if (!state.CanApply(action))
      return absl::InternalError(
          absl::StrCat(where, "a tile would leave the board; please report this"));
    state.Apply(action);
  }
  if (!state.IsSolved())
    return absl::InternalError(
        absl::StrCat(where, "the solution does not end at the goal; please report this"));
  const int moves = static_cast<int>(actions.size());
  int& shortest = shortest_[board];
  if (shortest >= 0 && (moves < shortest || (contestant.optimal && moves > shortest)))
    return absl::InternalError(
        absl::StrCat(where, moves, " moves, but the shortest solution was said to have ", shortest,
                     "; if a file says so, correct it, or else please report this"));
  if (contestant.optimal) shortest = moves;
  return absl::OkStatus();
}

absl::Status Comparison::Run(
    const Contestant& contestant, classic::Limits limits,
    const std::function<void(uint64_t done, uint64_t expanded)>& progress) {
  uint64_t done = 0;
  const std::function<void(uint64_t)> tell = [&](uint64_t expanded) { progress(done, expanded); };
  limits.progress = &tell;
  rows_.emplace_back();
  ComparisonRow& row = rows_.back();
  row.name = contestant.name;
  row.searches = contestant.searches;
  row.prepare_seconds = contestant.prepare_seconds;
  row.prepared_bytes = contestant.prepared_bytes;
  row.moves.assign(boards_.boards.size(), -1);
  for (size_t i = 0; i < boards_.boards.size(); ++i) {
    done = i;
    tell(0);
    if (limits.stop != nullptr && limits.stop->load()) {
      row.ended[static_cast<size_t>(classic::Outcome::kInterrupted)] += boards_.boards.size() - i;
      break;
    }
    const Attempt attempt = contestant.attempt(boards_.boards[i].board, limits);
    const classic::SearchResult& result = attempt.result;
    ++row.ended[static_cast<size_t>(result.outcome)];
    row.search_bytes = std::max(row.search_bytes, result.memory_bytes);
    if (result.outcome != classic::Outcome::kSolved) {
      row.most_expanded = std::max(row.most_expanded, result.expanded);
      continue;
    }
    absl::Status status = Check(contestant, i, result.actions);
    if (!status.ok()) return status;
    row.moves[i] = static_cast<int>(result.actions.size());
    row.expanded += static_cast<double>(result.expanded);
    row.generated += static_cast<double>(result.generated);
    row.seconds += attempt.seconds;
    row.worst_seconds = std::max(row.worst_seconds, attempt.seconds);
    ++row.solved;
  }
  if (row.solved > 0) {
    row.expanded /= static_cast<double>(row.solved);
    row.generated /= static_cast<double>(row.solved);
    row.seconds /= static_cast<double>(row.solved);
  }
  return absl::OkStatus();
}

bool Comparison::MeanGap(const ComparisonRow& row, double* gap) const {
  uint64_t known = 0;
  int64_t sum = 0;
  for (size_t i = 0; i < row.moves.size(); ++i) {
    if (row.moves[i] < 0 || shortest_[i] < 0) continue;
    ++known;
    sum += row.moves[i] - shortest_[i];
  }
  *gap = known == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(known);
  return known > 0;
}

std::string Comparison::ToText() const {
  const size_t count = boards_.boards.size();
  const size_t known =
      count - static_cast<size_t>(std::count(shortest_.begin(), shortest_.end(), -1));
  std::string text =
      absl::StrCat(count, count == 1 ? " board of " : " boards of ", ToString(boards_.geometry));
  if (known > 0) {
    double sum = 0;
    for (int moves : shortest_) sum += std::max(moves, 0);
    absl::StrAppendFormat(&text, "; shortest solutions%s: mean %.3f moves, worst %d",
                          known == count ? "" : absl::StrFormat(" of %d", known),
                          sum / static_cast<double>(known),
                          *std::max_element(shortest_.begin(), shortest_.end()));
  }
  size_t width = 0;
  for (const ComparisonRow& row : rows_) width = std::max(width, row.name.size());
  const int name_width = static_cast<int>(width);
  absl::StrAppendFormat(&text, "\n\n%-*s %9s %8s %6s %7s %9s %9s %9s %9s %9s %9s\n", name_width, "",
                        "solved", "moves", "worst", "gap", "expanded", "generated", "time", "worst",
                        "memory", "prepare");
  std::string notes;
  for (const ComparisonRow& row : rows_) {
    const bool any = row.solved > 0;
    double gap = 0;
    const bool gap_known = MeanGap(row, &gap);
    absl::StrAppendFormat(
        &text, "%-*s %9d %8s %6s %7s %9s %9s %9s %9s %9s %9s\n", name_width, row.name, row.solved,
        any ? absl::StrFormat("%.3f", MeanMoves(row)) : "-",
        any ? absl::StrCat(*std::max_element(row.moves.begin(), row.moves.end())) : "-",
        gap_known ? absl::StrFormat("%.3f", gap) : "-",
        any && row.searches && row.expanded > 0 ? Nodes(row.expanded) : "-",
        any && row.searches ? Nodes(row.generated) : "-", any ? Duration(row.seconds) : "-",
        any ? Duration(row.worst_seconds) : "-", ShortBytes(row.prepared_bytes + row.search_bytes),
        Duration(row.prepare_seconds));
    for (const auto& failure : kFailures) {
      const uint64_t boards = row.ended[static_cast<size_t>(failure.outcome)];
      if (boards == 0) continue;
      absl::StrAppend(&notes, row.name, ": ", boards, boards == 1 ? " board " : " boards ",
                      failure.text);
      if (failure.outcome == classic::Outcome::kMemoryLimit)
        absl::StrAppend(&notes, ", with up to ", Nodes(static_cast<double>(row.most_expanded)),
                        " boards expanded");
      absl::StrAppend(&notes, "\n");
    }
  }
  if (!notes.empty()) absl::StrAppend(&text, "\n", notes);
  return text;
}

Json Comparison::ToJson() const {
  Json json = {{"board", ToString(boards_.geometry)},
               {"boards", boards_.boards.size()},
               {"rows", Json::EmptyList()}};
  for (const ComparisonRow& row : rows_) {
    Json entry = {{"solver", row.name}, {"solved", row.solved}};
    for (const auto& failure : kFailures)
      if (const uint64_t boards = row.ended[static_cast<size_t>(failure.outcome)]; boards > 0)
        entry[failure.name] = boards;
    double gap = 0;
    if (row.solved > 0) {
      entry["mean_moves"] = MeanMoves(row);
      entry["worst_moves"] = *std::max_element(row.moves.begin(), row.moves.end());
      if (MeanGap(row, &gap)) entry["mean_gap"] = gap;
      if (row.searches) {
        if (row.expanded > 0) entry["mean_expanded"] = row.expanded;
        entry["mean_generated"] = row.generated;
      }
      entry["mean_seconds"] = row.seconds;
      entry["worst_seconds"] = row.worst_seconds;
    }
    entry["prepared_bytes"] = row.prepared_bytes;
    entry["search_bytes"] = row.search_bytes;
    entry["prepare_seconds"] = row.prepare_seconds;
    json["rows"].push_back(entry);
  }
  return json;
}

}  // namespace tilebase
