// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/analysis.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tables/action_text.h"
#include "tables/error.h"

namespace tilebase {
namespace {

std::string KeyOf(const Board& board) {
  return {reinterpret_cast<const char*>(board.tile), static_cast<size_t>(board.geometry.cells())};
}

// Calls visit(action, board after it) for every action that the board allows.
template <typename Visit>
absl::Status ForEachMove(const Board& board, Visit visit) {
  for (int a = 0; a < kActions; ++a) {
    const auto action = static_cast<Action>(a);
    if (!board.CanApply(action)) continue;
    Board next = board;
    next.Apply(action);
    if (absl::Status status = visit(action, next); !status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckGame(Board start, std::string_view letters) {
  for (size_t i = 0; i < letters.size(); ++i) {
    const std::optional<Action> action = ActionOf(letters[i]);
    if (!action || !start.CanApply(*action))
      return MakeError(
          absl::StatusCode::kInvalidArgument,
          {.where = absl::StrCat("move ", i + 1),
           .expected = "one that slides a tile into the blank",
           .found = action ? absl::StrCat(std::string(1, letters[i]), " with the blank at the edge")
                           : "another letter than L, R, U, D"});
    start.Apply(*action);
  }
  return absl::OkStatus();
}

std::vector<size_t> Mistakes(const std::vector<int>& lengths) {
  std::vector<size_t> mistakes;
  for (size_t i = 1; i < lengths.size(); ++i)
    if (lengths[i] > lengths[i - 1]) mistakes.push_back(i);
  return mistakes;
}

absl::StatusOr<Analyst> Analyst::Create(const PolicySet* policies, const OptimalTables* patterns,
                                        const AnalysisLimits& limits) {
  if (policies != nullptr && policies->is_mtm())
    return MakeError(absl::StatusCode::kFailedPrecondition,
                     {.where = policies->source().name(),
                      .what = "has tables of the metric mtm",
                      .expected = "tables of single slides; build without --metric mtm"});
  if (policies != nullptr && IsWhole(*policies)) return Analyst(policies, nullptr, limits);
  if (patterns != nullptr) return Analyst(nullptr, patterns, limits);
  return MakeError(
      absl::StatusCode::kFailedPrecondition,
      {.where = policies != nullptr ? policies->source().name() : "",
       .what = "has nothing to find shortest solutions with",
       .expected = "pattern tables, or one stage of all tiles",
       .found = policies != nullptr ? absl::StrCat("the plan ", policies->info().plan) : "neither",
       .remedy = "tilebase build --plan pattern:6-6-3 makes such a file for 4x4, "
                 "--board 3x3 --plan 1-8 one for 3x3"});
}

OptimalAnswer Analyst::Search(const Board& board, int known) {
  OptimalLimits limits;
  limits.nodes = limits_.nodes;
  // What little is left of the time is not no limit.
  if (limits_.seconds > 0) limits.seconds = std::max(limits_.seconds - SecondsSince(begun_), 1e-6);
  limits.threads = limits_.threads;
  limits.cancel = limits_.cancel;
  limits.known = known;
  const OptimalAnswer answer = patterns_->Solve(board, limits);
  if (limits_.nodes != UINT64_MAX) limits_.nodes -= std::min(answer.nodes, limits_.nodes);
  return answer;
}

absl::StatusOr<int> Analyst::Length(const Board& board) {
  if (whole_ != nullptr) {
    std::string letters(whole_->info().certified_worst_case, 0);
    SolveRequest request{board.tile, letters.data(), letters.size()};
    whole_->SolveLetters(&request);
    if (request.code != TILEBASE_OK)
      return DamageError(whole_->source().name(), "a way home in the tables", "none");
    return static_cast<int>(request.count);
  }
  const OptimalAnswer answer = Search(board, -1);
  if (!answer.proven)
    return absl::DeadlineExceededError(
        absl::StrCat("no shortest solution found within the limits; none has fewer than ",
                     answer.bound, " moves"));
  return static_cast<int>(answer.letters.size());
}

absl::StatusOr<int> Analyst::LengthNextTo(const Board& board, int from) {
  if (whole_ != nullptr) return Length(board);
  const OptimalAnswer answer = Search(board, from + 1);
  if (answer.found && static_cast<int>(answer.letters.size()) < from) return from - 1;
  if (!answer.proven)
    return absl::DeadlineExceededError(
        "the limits ended the search before it was known whether a move is part of a shortest "
        "solution");
  return from + 1;
}

absl::StatusOr<std::vector<MoveLength>> Analyst::Moves(const Board& board, int length) {
  std::vector<MoveLength> moves;
  const absl::Status status = ForEachMove(board, [&](Action action, const Board& next) {
    const absl::StatusOr<int> after = LengthNextTo(next, length);
    if (after.ok()) moves.push_back({action, *after});
    return after.status();
  });
  if (!status.ok()) return status;
  return moves;
}

absl::StatusOr<uint64_t> Analyst::Count(const Board& board, int length, uint64_t most_boards,
                                        const Progress& progress) {
  if (length == 0) return 1;
  std::string key = KeyOf(board);
  if (const auto found = nodes_.find(key); found != nodes_.end()) return found->second.count;
  if (nodes_.size() >= most_boards) {
    met_limit_ = true;
    return 0;
  }
  uint64_t count = 0;
  const absl::Status status = ForEachMove(board, [&](Action, const Board& next) -> absl::Status {
    if (met_limit_) return absl::OkStatus();
    const absl::StatusOr<int> after = LengthNextTo(next, length);
    if (!after.ok() || *after > length) return after.status();
    const absl::StatusOr<uint64_t> below = Count(next, length - 1, most_boards, progress);
    if (!below.ok()) return below.status();
    count = *below > std::numeric_limits<uint64_t>::max() - count
                ? std::numeric_limits<uint64_t>::max()
                : count + *below;
    return absl::OkStatus();
  });
  if (!status.ok()) return status;
  nodes_.emplace(std::move(key), Node{length, count});
  if (progress) progress(nodes_.size());
  return count;
}

void Analyst::List(const Board& board, int length, uint64_t most, std::string* letters,
                   std::vector<std::string>* listed) const {
  if (listed->size() >= most) return;
  if (length == 0) {
    listed->push_back(*letters);
    return;
  }
  (void)ForEachMove(board, [&](Action action, const Board& next) {
    const auto found = nodes_.find(KeyOf(next));
    const bool leads_on =
        found != nodes_.end() && found->second.length == length - 1 && found->second.count > 0;
    if (length == 1 ? next.IsSolved() : leads_on) {
      letters->push_back(Letter(action));
      List(next, length - 1, most, letters, listed);
      letters->pop_back();
    }
    return absl::OkStatus();
  });
}

absl::StatusOr<ShortestSolutions> Analyst::Shortest(const Board& board, int length,
                                                    uint64_t most_listed, uint64_t most_boards,
                                                    const Progress& progress) {
  nodes_.clear();
  met_limit_ = false;
  const absl::StatusOr<uint64_t> count = Count(board, length, most_boards, progress);
  if (!count.ok()) return count.status();
  ShortestSolutions shortest{*count, !met_limit_, {}};
  std::string letters;
  List(board, length, most_listed, &letters, &shortest.listed);
  return shortest;
}

absl::StatusOr<std::vector<int>> Analyst::Game(const Board& start, std::string_view letters,
                                               const Progress& progress) {
  const absl::StatusOr<int> length = Length(start);
  if (!length.ok()) return length.status();
  std::vector<int> lengths = {*length};
  Board board = start;
  for (const char letter : letters) {
    if (progress) progress(lengths.size() - 1);
    board.Apply(*ActionOf(letter));
    const absl::StatusOr<int> after = LengthNextTo(board, lengths.back());
    if (!after.ok()) return after.status();
    lengths.push_back(*after);
  }
  return lengths;
}

}  // namespace tilebase
