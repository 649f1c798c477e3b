// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/command/board_solver.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/equal_tiles.h"
#include "runtime/tile_distance.h"
#include "tables/board_text.h"
#include "tables/system/clock.h"
#include "tools/common/command.h"

namespace tilebase {

LookupSolver::LookupSolver(const AnsweringSet& set, const Effort& effort,
                           const Destination& destination, bool with_stages)
    : set_(set),
      effort_(effort),
      destination_(destination),
      with_stages_(with_stages && effort.none()),
      letters_(set.policies().MostLettersTo(destination)),
      stages_(set.policies().StagesTo(destination).size()) {
  if (stages_.size() != 1 || destination.detour() == 0) return;
  auto whole = OptimalSearch::Create(set.policies().shared_source(), &set.policies(), 1);
  if (whole.ok()) whole_ = *std::move(whole);
}

std::optional<BoardAnswer> LookupSolver::Solve(const Board& board) {
  BoardAnswer answer;
  if (whole_ != nullptr) {
    OptimalAnswer solved = whole_->SolveTo(destination_, board, {});
    if (!solved.found) {
      answer.code = TILEBASE_ERROR_DAMAGED;
      answer.error = tilebase_error_text(answer.code);
      return answer;
    }
    answer.letters = std::move(solved.letters);
    answer.is_shortest = solved.proven;
    answer.bound = static_cast<uint64_t>(solved.bound);
    answer.looked_at = solved.nodes;
    if (with_stages_) answer.stages = {{board.geometry.all_tiles(), 0, answer.letters.size()}};
    return answer;
  }
  SolveRequest request{board.tile, letters_.data(), letters_.size()};
  request.stages = stages_.data();
  answer.is_search = !effort_.none();
  if (const absl::Status status = set_.SolveTo(destination_, effort_, &request, &answer.looked_at);
      !status.ok()) {
    answer.code = TILEBASE_ERROR_MEMORY;
    answer.error = std::string(status.message());
    return answer;
  }
  if (request.code != TILEBASE_OK) {
    answer.code = request.code;
    answer.error = tilebase_error_text(request.code);
    return answer;
  }
  destination_.Map(letters_.data(), request.count);
  answer.letters.assign(letters_.data(), request.count);
  answer.is_shortest = request.shortest || stages_.size() == 1;
  const bool by_corner =
      set_.policies().StagesTo(destination_).data() == set_.policies().stages().data();
  if (by_corner && effort_.none()) answer.detour = destination_.detour();
  const uint64_t length = is_mtm() ? CountRuns(answer.letters) : answer.letters.size();
  if (!is_mtm()) answer.bound = TileDistance(board, destination_.end());
  if (answer.bound == length) answer.is_shortest = true;
  if (answer.is_shortest) answer.bound = length;
  if (with_stages_)
    answer.stages = WalkStages(set_.policies(), destination_, request.count, stages_);
  return answer;
}

std::optional<BoardAnswer> EqualSolver::Solve(const Board& board) {
  BoardAnswer answer;
  answer.is_search = !effort_.none();
  if (!HaveSameTiles(board, goal_)) {
    answer.code = TILEBASE_ERROR_BOARD;
    answer.error = "its tiles are not those of the goal; expected each number as often as there";
    return answer;
  }
  absl::StatusOr<EqualAnswer> solved = SolveEqualTiles(set_, board, goal_, effort_);
  if (!solved.ok()) {
    answer.code =
        absl::IsDataLoss(solved.status()) ? TILEBASE_ERROR_DAMAGED : TILEBASE_ERROR_MEMORY;
    answer.error = std::string(solved.status().message());
    return answer;
  }
  answer.letters = std::move(solved->letters);
  answer.is_shortest = solved->shortest;
  answer.bound = solved->bound;
  answer.looked_at = solved->looked_at;
  return answer;
}

WithinSolver::WithinSolver(const AnsweringSet& set, const OptimalSearch* search, double factor,
                           const OptimalLimits& limits, const Destination& destination)
    : set_(set),
      search_(set, search),
      tables_(search == nullptr ? "distances" : search->tables()),
      factor_(factor),
      limits_(limits),
      destination_(destination) {
  limits_.cancel = &interrupted;
}

bool WithinSolver::stopped() const { return interrupted; }

std::optional<BoardAnswer> WithinSolver::Solve(const Board& board) {
  BoardAnswer answer;
  absl::StatusOr<OptimalAnswer> solved = search_.Solve(factor_, destination_, board, limits_);
  if (!solved.ok()) answer.error = std::string(solved.status().message());
  if (!solved.ok()) return answer;
  if (!solved->found) answer.code = TILEBASE_ERROR_DAMAGED;
  if (!solved->found) answer.error = tilebase_error_text(TILEBASE_ERROR_DAMAGED);
  const size_t moves = is_mtm() ? CountRuns(solved->letters) : solved->letters.size();
  const auto bound = static_cast<uint64_t>(solved->bound);
  answer.letters = std::move(solved->letters);
  answer.is_search = true;
  answer.is_shortest = solved->proven;
  if (bound > 0 && IsWithin(factor_, moves, bound))
    answer.within = static_cast<double>(moves) / static_cast<double>(bound);
  answer.bound = bound;
  answer.looked_at = solved->nodes;
  answer.seconds = solved->seconds;
  answer.tables = tables_;
  return answer;
}

SearchSolver::SearchSolver(const OptimalSearch& search, SearchCheckpoint* checkpoint,
                           const OptimalLimits& limits, const Destination& destination)
    : search_(search), checkpoint_(checkpoint), limits_(limits), destination_(destination) {
  limits_.cancel = &interrupted;
}

void SearchSolver::ShowProgress() {
  if (ProgressBar("nodes").shown())
    limits_.watch = [this](const OptimalState& state) { progress_.Show(state); };
}

bool SearchSolver::stopped() const { return interrupted || !status_.ok(); }

std::optional<BoardAnswer> SearchSolver::Solve(const Board& board) {
  absl::StatusOr<OptimalAnswer> solved = checkpoint_ == nullptr
                                             ? search_.SolveTo(destination_, board, limits_)
                                             : checkpoint_->Solve(destination_, board, limits_);
  progress_.Clear();
  status_ = solved.status();
  if (!solved.ok()) return std::nullopt;
  ++boards_;
  nodes_ += static_cast<double>(solved->nodes);
  seconds_ += solved->seconds;
  if (interrupted && !solved->proven) return std::nullopt;
  BoardAnswer answer;
  if (!solved->found)
    answer.error = absl::StrCat("no solution found within the limits; none has fewer than ",
                                solved->bound, " actions");
  if (finds_first_moves_ && solved->proven) {
    uint64_t nodes = 0;
    const Clock::time_point start = Clock::now();
    answer.first_moves =
        search_.FirstMovesTo(destination_, board, solved->letters, limits_, &nodes);
    nodes_ += static_cast<double>(nodes);
    seconds_ += SecondsSince(start);
    if (interrupted && !answer.first_moves) return std::nullopt;
  }
  answer.letters = std::move(solved->letters);
  if (!solved->found) answer.code = TILEBASE_ERROR_LIMIT;
  answer.is_search = true;
  answer.is_shortest = solved->proven;
  answer.bound = static_cast<uint64_t>(solved->bound);
  answer.looked_at = solved->nodes;
  answer.seconds = solved->seconds;
  answer.tables = search_.tables();
  return answer;
}

std::string SearchSolver::Summary() const {
  if (boards_ == 0 || search_.table_bytes() == 0) return "";
  return absl::StrCat(Counted(boards_, "board"), ", ", ShortCount(nodes_), " nodes in ",
                      ShortDuration(seconds_), ", ", ShortCount(nodes_ / seconds_), " nodes/s, ",
                      ShortBytes(search_.table_bytes()), " of ",
                      search_.patterns() != nullptr ? "pattern tables" : "bounds");
}

}  // namespace tilebase
