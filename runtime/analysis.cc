// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/analysis.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tables/board_text.h"
#include "tables/entry.h"
#include "tables/error.h"

namespace tilebase {
namespace {

std::string KeyOf(const Board& board) {
  return {reinterpret_cast<const char*>(board.tile), static_cast<size_t>(board.geometry.cells())};
}

// Combines two facts about one board.
LengthRange Both(const LengthRange& a, const LengthRange& b) {
  return {std::max(a.least, b.least), std::min(a.most, b.most)};
}

// Returns the range of a board one move away from a board with the range `from`.
LengthRange Beside(const LengthRange& from) {
  return {std::max(from.least - 1, 0),
          from.has_solution() ? from.most + 1 : LengthRange::kNoSolution};
}

absl::Status NotKnown() {
  return absl::DeadlineExceededError(
      "the limits ended the search before it was known whether a move is part of a shortest "
      "solution");
}

}  // namespace

bool IsExact(const std::vector<LengthRange>& lengths) {
  return std::all_of(lengths.begin(), lengths.end(),
                     [](const LengthRange& length) { return length.is_exact(); });
}

bool IsExact(const BoardAnalysis& analysis) {
  return analysis.length.is_exact() &&
         std::all_of(analysis.moves.begin(), analysis.moves.end(),
                     [](const MoveLength& move) { return move.after.is_exact(); });
}

absl::Status CheckGame(Board start, std::string_view letters) {
  return PlayActions(letters, &start);
}

std::vector<Mistake> Mistakes(const std::vector<LengthRange>& lengths) {
  std::vector<Mistake> mistakes;
  for (size_t i = 1; i < lengths.size(); ++i) {
    if (!lengths[i].has_solution() || !lengths[i - 1].has_solution()) continue;
    const int lost = 1 + lengths[i].most - lengths[i - 1].most;
    if (lost > 0) mistakes.push_back({i, lost});
  }
  return mistakes;
}

template <typename Visit>
absl::Status Analyst::ForEachMove(const Board& board, Visit visit) const {
  const int most_tiles = search_.is_mtm() ? LongestSlide(board.geometry) : 1;
  for (int a = 0; a < kActions; ++a) {
    const auto action = static_cast<Action>(a);
    Board next = board;
    for (int tiles = 1; tiles <= most_tiles && next.CanApply(action); ++tiles) {
      next.Apply(action);
      if (absl::Status status = visit(action, tiles, next); !status.ok()) return status;
    }
  }
  return absl::OkStatus();
}

bool Analyst::IsSpent() const {
  if (limits_.cancel != nullptr && *limits_.cancel) return true;
  return !search_.is_lookup() &&
         (limits_.nodes == 0 || (limits_.seconds > 0 && SecondsSince(begun_) >= limits_.seconds));
}

absl::StatusOr<OptimalAnswer> Analyst::Search(const Board& board, int known, size_t questions) {
  OptimalLimits limits;
  limits.nodes = limits_.nodes == UINT64_MAX ? UINT64_MAX : limits_.nodes / questions;
  // A small remainder of time must not become 0, which means no limit.
  if (limits_.seconds > 0)
    limits.seconds =
        std::max((limits_.seconds - SecondsSince(begun_)) / static_cast<double>(questions), 1e-6);
  limits.threads = limits_.threads;
  limits.cancel = limits_.cancel;
  limits.known = known;
  limits.watch = limits_.watch;
  if (search_.is_lookup()) {  // which nothing ends
    limits.nodes = UINT64_MAX;
    limits.seconds = 0;
    limits.cancel = nullptr;
  }
  OptimalAnswer answer = search_.SolveTo(to_, to_.Renamed(board), limits);
  if (search_.is_lookup() && !answer.proven)
    return DamageError("the tables", "a way home from every board", "none");
  if (limits_.nodes != UINT64_MAX) limits_.nodes -= std::min(answer.nodes, limits_.nodes);
  return answer;
}

absl::StatusOr<LengthRange> Analyst::Length(const Board& board, size_t questions) {
  const auto answer = Search(board, -1, questions);
  if (!answer.ok()) return answer.status();
  return LengthRange{answer->bound, answer->found ? static_cast<int>(search_.Moves(answer->letters))
                                                  : LengthRange::kNoSolution};
}

absl::StatusOr<LengthRange> Analyst::LengthNextTo(const Board& board, const LengthRange& from,
                                                  size_t questions) {
  // By way of the other board there is a solution of `beside.most` moves: is there a shorter one?
  const LengthRange beside = Beside(from);
  const auto answer = Search(board, beside.has_solution() ? beside.most : -1, questions);
  if (!answer.ok()) return answer.status();
  LengthRange range = {answer->bound, LengthRange::kNoSolution};
  if (answer->found) range.most = static_cast<int>(search_.Moves(answer->letters));
  return Both(range, beside);
}

absl::StatusOr<BoardAnalysis> Analyst::Moves(const Board& board) {
  BoardAnalysis found;
  (void)ForEachMove(board, [&](Action action, int tiles, const Board&) {
    found.moves.push_back({action, tiles, {}});
    return absl::OkStatus();
  });
  size_t questions = 1 + found.moves.size();
  const auto length = Length(board, questions);
  if (!length.ok()) return length.status();
  // A board that is not the goal is one move from the best of those after it.
  LengthRange by_moves = {LengthRange::kNoSolution, LengthRange::kNoSolution};
  const absl::Status status = ForEachMove(board, [&](Action, int, const Board& next) {
    --questions;
    const auto after = LengthNextTo(next, *length, questions);
    if (!after.ok()) return after.status();
    found.moves[found.moves.size() - questions].after = *after;
    by_moves = {std::min(by_moves.least, after->least + 1),
                std::min(by_moves.most, after->most + 1)};
    return absl::OkStatus();
  });
  if (!status.ok()) return status;
  found.length = board == goal_ ? *length : Both(*length, by_moves);
  for (MoveLength& move : found.moves) move.after = Both(move.after, Beside(found.length));
  return found;
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
  if (IsSpent()) return NotKnown();
  uint64_t count = 0;
  const absl::Status status =
      ForEachMove(board, [&](Action, int, const Board& next) -> absl::Status {
        if (met_limit_) return absl::OkStatus();
        const auto after = LengthNextTo(next, {length, length}, 1);
        if (!after.ok()) return after.status();
        // Only whether the move is a step nearer has to be known.
        if (after->least >= length) return absl::OkStatus();
        if (after->most >= length) return NotKnown();
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
  (void)ForEachMove(board, [&](Action action, int tiles, const Board& next) {
    const auto found = nodes_.find(KeyOf(next));
    const bool leads_on =
        found != nodes_.end() && found->second.length == length - 1 && found->second.count > 0;
    if (length == 1 ? next == goal_ : leads_on) {
      const size_t before = letters->size();
      letters->append(static_cast<size_t>(tiles), Letter(action));
      List(next, length - 1, most, letters, listed);
      letters->resize(before);
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

absl::StatusOr<std::vector<LengthRange>> Analyst::Game(const Board& start, std::string_view letters,
                                                       const Progress& progress) {
  Board board = start;
  for (const char letter : letters) board.Apply(*ActionOf(letter));
  size_t moves = search_.Moves(letters);
  std::vector<LengthRange> lengths(moves + 1);
  const auto last = Length(board, moves + 1);
  if (!last.ok()) return last.status();
  lengths[moves] = *last;
  for (size_t end = letters.size(); moves > 0; --moves) {
    if (progress) progress(lengths.size() - moves);
    const char letter = letters[end - 1];
    do board.Apply(Opposite(*ActionOf(letters[--end])));
    while (search_.is_mtm() && end > 0 && letters[end - 1] == letter);
    if (IsSpent() && moves > 1) {
      lengths[moves - 1] = Beside(lengths[moves]);
      continue;
    }
    const auto length = LengthNextTo(board, lengths[moves], moves);
    if (!length.ok()) return length.status();
    lengths[moves - 1] = *length;
  }
  for (size_t i = 1; i < lengths.size(); ++i) lengths[i] = Both(lengths[i], Beside(lengths[i - 1]));
  return lengths;
}

}  // namespace tilebase
