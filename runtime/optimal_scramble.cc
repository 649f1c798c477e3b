// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/optimal_scramble.h"

#include <limits.h>

#include <algorithm>
#include <chrono>

namespace tilebase {
namespace {

constexpr uint64_t kProbeSeed = 0;
constexpr int kProbeBoards = 400;
constexpr int kProbeHits = 4;

constexpr uint64_t kDefaultWalks = 10'000;
constexpr double kSearchSeconds = 10;  // for each board that is solved
constexpr double kBoardSeconds = 60;   // for each board that is made

constexpr uint64_t kMostWalk = 1000;  // the wanted moves that the first walk goes by
constexpr uint64_t kStepWalk = 4;     // most moves of the walks that follow
constexpr uint64_t kBackwards = 16;   // one in so many of them is kept though it leads away
constexpr int kClimbSteps = 1000;     // until a new first walk

}  // namespace

OptimalScrambler::OptimalScrambler(const OptimalSearch& search, const Destination& destination,
                                   const OptimalScrambleWish& wish)
    : search_(search), destination_(destination), wish_(wish) {}

void OptimalScrambler::Start() {
  Random trial(kProbeSeed);
  int hits = 0;
  std::optional<uint64_t> length;
  for (int i = 0; i < kProbeBoards && hits < kProbeHits; ++i) {
    const Board board = RandomSolvableBoard(search_.geometry(), trial);
    hits += Measure(board, kSearchSeconds, &length) && IsWanted(length);
    if (wish_.cancel != nullptr && *wish_.cancel) return;
  }
  is_uniform_ = hits >= kProbeHits;
}

std::optional<uint64_t> OptimalScrambler::Make(uint64_t number, Board* board) {
  Random random = RandomOfBoards(wish_.seed, number);
  tries_left_ = wish_.tries != 0 ? wish_.tries : kDefaultWalks;
  deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                 std::chrono::duration<double>(kBoardSeconds));
  Step found;
  if (!(is_uniform_ ? Reject(random, &found) : Climb(random, &found))) return std::nullopt;
  *board = destination_.Original(found.board);
  return found.length;
}

bool OptimalScrambler::Measure(const Board& board, double seconds,
                               std::optional<uint64_t>* length) const {
  OptimalLimits limits;
  limits.known = static_cast<int>(std::min<uint64_t>(wish_.max_moves, INT_MAX - 1)) + 1;
  limits.seconds = seconds;
  limits.cancel = wish_.cancel;
  if (destination_.detour() != 0) limits.end = &destination_.end();
  const OptimalAnswer answer = search_.Solve(board, limits);
  length->reset();
  if (answer.found) *length = search_.Moves(answer.letters);
  return answer.proven;
}

// False also where no try is left.
bool OptimalScrambler::Measure(Step* step) {
  const double seconds =
      std::min(kSearchSeconds, std::chrono::duration<double>(deadline_ - Clock::now()).count());
  if (tries_left_ == 0 || seconds <= 0) {
    tries_left_ = 0;
    return false;
  }
  --tries_left_;
  if (Measure(step->board, seconds, &step->length)) return true;
  if (wish_.cancel != nullptr && *wish_.cancel) tries_left_ = 0;
  return false;
}

bool OptimalScrambler::Reject(Random& random, Step* found) {
  while (tries_left_ > 0) {
    found->board = RandomSolvableBoard(search_.geometry(), random);
    if (Measure(found) && IsWanted(found->length)) return true;
  }
  return false;
}

// Goes on from the last board of the path, never straight back.
void OptimalScrambler::Walk(uint64_t moves, Random& random) {
  Board board = path_.back();
  std::optional<Action> last;
  while (moves > 0) {
    const Action action = static_cast<Action>(random.Below(kActions));
    if (!board.CanApply(action) || (last && action == Opposite(*last))) continue;
    board.Apply(action);
    last = action;
    path_.push_back(board);
    --moves;
  }
}

// The path's first board has not more than the wanted moves, its last one has more.
bool OptimalScrambler::FindOnPath(Step* found) {
  size_t low = 0, high = path_.size() - 1;
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    found->board = path_[middle];
    if (!Measure(found)) return false;
    if (IsWanted(found->length)) return true;
    (found->length ? low : high) = middle;
  }
  found->board = path_[low];
  return Measure(found) && IsWanted(found->length);
}

bool OptimalScrambler::Climb(Random& random, Step* found) {
  const uint64_t most = std::min(wish_.max_moves, kMostWalk);
  while (tries_left_ > 0) {
    // Walks run in circles, so up to three times the moves.
    const uint64_t least = std::min(wish_.min_moves, most);
    Step at{destination_.end(), 0};
    uint64_t moves = least + random.Below(3 * most - least + 1);
    for (int step = 0; step < kClimbSteps && tries_left_ > 0; ++step) {
      path_.assign(1, at.board);
      Walk(moves, random);
      moves = 1 + random.Below(kStepWalk);
      found->board = path_.back();
      if (!Measure(found)) continue;
      if (IsWanted(found->length)) return true;
      if (!found->length) {
        if (FindOnPath(found)) return true;
        continue;
      }
      if (*found->length >= *at.length || random.Below(kBackwards) == 0) at = *found;
    }
  }
  return false;
}

}  // namespace tilebase
