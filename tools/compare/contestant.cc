// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/compare/contestant.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tables/system/clock.h"
#include "tools/classic/registry.h"
#include "tools/measure/effort.h"

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
    // A board of the set's size that can be solved can only fail in a damaged table.
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

Contestant OptimalContestant(const std::shared_ptr<const OptimalTables>& tables,
                             double open_seconds) {
  Contestant contestant;
  contestant.name = absl::StrCat("optimal:", tables->partition());
  contestant.optimal = true;
  contestant.prepare_seconds = open_seconds;
  contestant.prepared_bytes = tables->table_bytes();
  contestant.attempt = [tables](const Board& board, const classic::Limits& limits) {
    OptimalLimits given;
    given.nodes = limits.nodes;
    given.seconds = limits.seconds;
    given.cancel = limits.stop;
    const OptimalAnswer answer = tables->Solve(board, given);
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

}  // namespace tilebase
