// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/compare/contestant.h"

#include <chrono>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tools/classic/registry.h"

namespace tilebase {
namespace {

using Clock = std::chrono::steady_clock;
double Seconds(Clock::time_point since) {
  return std::chrono::duration<double>(Clock::now() - since).count();
}

Action FromLetter(char letter) {
  int action = 0;
  while (Letter(static_cast<Action>(action)) != letter) ++action;
  return static_cast<Action>(action);
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
  contestant.prepare_seconds = Seconds(start);
  contestant.prepared_bytes = solver->memory_bytes;
  contestant.attempt = [solve = std::move(solver->solve), patterns = std::move(patterns)](
                           const Board& board, const classic::Limits& limits) {
    const Clock::time_point begin = Clock::now();
    Attempt attempt;
    attempt.result = solve(board, limits);
    attempt.seconds = Seconds(begin);
    return attempt;
  };
  return contestant;
}

Contestant LookupContestant(const std::string& path, std::shared_ptr<const PolicySet> set,
                            double open_seconds) {
  Contestant contestant;
  contestant.name = path;
  contestant.searches = false;
  contestant.prepare_seconds = open_seconds;
  contestant.prepared_bytes = set->memory_bytes();
  const size_t most = set->info().certified_worst_case;
  contestant.attempt = [set = std::move(set), letters = std::vector<char>(most + 1)](
                           const Board& board, const classic::Limits&) mutable {
    QuickBoard quick{board.tile, letters.data(), letters.size()};
    const Clock::time_point begin = Clock::now();
    set->SolveLetters(&quick);
    Attempt attempt;
    attempt.seconds = Seconds(begin);
    // A board of the set's size that can be solved can only fail in a damaged table.
    if (quick.code != TILEBASE_OK) attempt.result.outcome = classic::Outcome::kDeadEnd;
    if (quick.code != TILEBASE_OK) return attempt;
    for (size_t i = 0; i < quick.count; ++i)
      attempt.result.actions.push_back(FromLetter(letters[i]));
    return attempt;
  };
  return contestant;
}

}  // namespace tilebase
