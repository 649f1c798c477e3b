// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/compare/contestant.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/look_ahead/look_ahead.h"
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

// Solving by lookup, whichever way: `solve` fills a SolveRequest in.
template <typename Solve>
Contestant Lookup(std::string name, const PolicySet& set, uint64_t bytes, double prepare_seconds,
                  Solve solve) {
  Contestant contestant;
  contestant.name = std::move(name);
  contestant.searches = false;
  contestant.prepare_seconds = prepare_seconds;
  contestant.prepared_bytes = bytes;
  contestant.attempt = [solve = std::move(solve),
                        letters = std::vector<char>(set.info().certified_worst_case + 1)](
                           const Board& board, const classic::Limits&) mutable {
    SolveRequest quick{board.tile, letters.data(), letters.size()};
    const Clock::time_point begin = Clock::now();
    solve(&quick);
    Attempt attempt;
    attempt.seconds = SecondsSince(begin);
    // A board of the set's size that can be solved can only fail in a damaged table.
    if (quick.code != TILEBASE_OK)
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

Contestant LookupContestant(const std::string& path, const std::shared_ptr<const PolicySet>& set,
                            double open_seconds) {
  return Lookup(path, *set, set->memory_bytes(), open_seconds,
                [set](SolveRequest* board) { set->SolveLetters(board); });
}

absl::StatusOr<Contestant> EffortContestant(const std::string& path,
                                            const std::shared_ptr<const PolicySet>& set,
                                            const std::string& effort, double open_seconds) {
  const absl::StatusOr<Effort> parsed = ParseEffort(effort);
  if (!parsed.ok()) return parsed.status();
  const Clock::time_point start = Clock::now();
  absl::StatusOr<std::unique_ptr<LookAhead>> created = LookAhead::Create(*set);
  if (!created.ok()) return created.status();
  std::shared_ptr<const LookAhead> look_ahead = *std::move(created);
  return Lookup(absl::StrCat(path, "@", effort), *set,
                set->memory_bytes() + look_ahead->memory_bytes(),
                open_seconds + SecondsSince(start),
                [set, look_ahead, effort = *parsed, memory = std::make_shared<LookAheadMemory>()](
                    SolveRequest* board) { look_ahead->Solve(effort, memory.get(), board); });
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
