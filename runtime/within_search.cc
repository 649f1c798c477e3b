// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/within_search.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "tables/board_text.h"
#include "tables/system/clock.h"

namespace tilebase {
namespace {

// Boards of the first round of look-ahead, and how rounds grow.
constexpr uint64_t kFirstRoundBoards = 10'000;
constexpr uint64_t kRoundGrowth = 4;
// Look-ahead of more boards would need too much memory.
constexpr uint64_t kMostRoundBoards = 50'000'000;
// A board of look-ahead takes about as long as this number of the search's nodes.
constexpr uint64_t kNodesARoundBoard = 50;
// A limit in seconds that is none (optimal_solver.h).
constexpr double kUnlimitedSeconds = 1e9;

// The tiles' distance from home to home, less what the blank's way to the end may save.
int DistanceBound(const Destination& destination, const Board& board) {
  const Board& end = destination.end();
  int cell_of[kMaxCells] = {};
  for (int cell = 0; cell < end.geometry.cells(); ++cell) cell_of[end.tile[cell]] = cell;
  int distance = 0;
  for (int cell = 0; cell < board.geometry.cells(); ++cell)
    if (board.tile[cell] != 0) distance += board.geometry.Distance(cell, cell_of[board.tile[cell]]);
  return distance;
}

// One board's search.
class WithinRounds {
 public:
  WithinRounds(const AnsweringSet& set, const OptimalSearch* search, double factor,
               const Destination& destination, const Board& board, const OptimalLimits& limits)
      : set_(set),
        search_(search),
        factor_(factor),
        destination_(destination),
        board_(board),
        limits_(limits) {}

  absl::StatusOr<OptimalAnswer> Run() {
    if (search_ != nullptr && search_->is_lookup())
      return search_->SolveTo(destination_, board_, limits_);
    if (!set_.policies().is_mtm()) answer_.bound = DistanceBound(destination_, board_);
    absl::Status status = LookAhead(0);
    for (uint64_t boards = kFirstRoundBoards; status.ok() && answer_.found && !IsDone();
         boards *= kRoundGrowth) {
      const bool can_look = set_.UsesLookAhead() && boards <= kMostRoundBoards;
      if (!can_look && search_ == nullptr) break;
      if (can_look) status = LookAhead(boards);
      if (status.ok() && search_ != nullptr && !IsDone()) RaiseBound(boards * kNodesARoundBoard);
    }
    if (!status.ok()) return status;
    answer_.proven = answer_.found && Moves(answer_.letters) <= answer_.bound;
    if (answer_.proven) answer_.bound = Moves(answer_.letters);
    answer_.seconds = SecondsSince(begun_);
    return std::move(answer_);
  }

 private:
  int Moves(const std::string& letters) const {
    return static_cast<int>(set_.policies().is_mtm() ? CountRuns(letters) : letters.size());
  }
  bool IsDone() const {
    return IsWithin(factor_, static_cast<size_t>(Moves(answer_.letters)),
                    static_cast<uint64_t>(answer_.bound)) ||
           NodesLeft() == 0 || SecondsLeft() <= 0 || (limits_.cancel != nullptr && *limits_.cancel);
  }
  uint64_t NodesLeft() const {
    return answer_.nodes >= limits_.nodes ? 0 : limits_.nodes - answer_.nodes;
  }
  double SecondsLeft() const {
    return limits_.seconds > 0 ? limits_.seconds - SecondsSince(begun_) : kUnlimitedSeconds;
  }

  // Takes the solution that look-ahead finds, if it is shorter. No boards: by lookup.
  absl::Status LookAhead(uint64_t boards) {
    Effort effort;
    effort.boards = std::min(boards, NodesLeft());
    if (limits_.seconds > 0)
      effort.microseconds = static_cast<uint64_t>(std::max(SecondsLeft(), 1e-6) * 1e6);
    effort.cancel = limits_.cancel;
    std::string letters(set_.policies().MostLettersTo(destination_), ' ');
    SolveRequest request{board_.tile, letters.data(), letters.size()};
    uint64_t looked_at = 0;
    if (!effort.none())
      if (absl::Status status = set_.PrepareEffort(limits_.threads); !status.ok()) return status;
    absl::Status status = set_.SolveTo(destination_, effort, &request, &looked_at);
    answer_.nodes += looked_at;
    if (!status.ok() || request.code != TILEBASE_OK) return status;
    letters.resize(request.count);
    destination_.Map(letters.data(), letters.size());
    Take(std::move(letters));
    return status;
  }

  void Take(std::string letters) {
    if (answer_.found && Moves(letters) >= Moves(answer_.letters)) return;
    answer_.letters = std::move(letters);
    answer_.found = true;
  }

  // Looks for a solution that is so short that it would not do to know the one that is known.
  void RaiseBound(uint64_t nodes) {
    OptimalLimits limits;
    limits.nodes = std::min(nodes, NodesLeft());
    if (limits_.seconds > 0) limits.seconds = SecondsLeft();
    limits.threads = limits_.threads;
    limits.cancel = limits_.cancel;
    limits.known = static_cast<int>(std::ceil(Moves(answer_.letters) / factor_));
    OptimalAnswer found = search_->SolveTo(destination_, board_, limits);
    answer_.nodes += found.nodes;
    answer_.bound = std::max(answer_.bound, found.bound);
    if (found.found && !found.letters.empty()) {
      Take(std::move(found.letters));
      if (found.proven) answer_.bound = Moves(answer_.letters);
    } else if (found.proven) {
      answer_.bound = std::max(answer_.bound, limits.known);
    }
  }

  const AnsweringSet& set_;
  const OptimalSearch* const search_;
  const double factor_;
  const Destination& destination_;
  const Board& board_;
  const OptimalLimits& limits_;
  const Clock::time_point begun_ = Clock::now();
  OptimalAnswer answer_;
};

}  // namespace

absl::StatusOr<OptimalAnswer> WithinSearch::Solve(double factor, const Destination& destination,
                                                  const Board& renamed,
                                                  const OptimalLimits& limits) const {
  return WithinRounds(set_, search_, factor, destination, renamed, limits).Run();
}

}  // namespace tilebase
