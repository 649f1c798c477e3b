// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/optimal_scramble.h"

#include <limits.h>

#include <algorithm>

namespace tilebase {
namespace {

constexpr uint64_t kProbeSeed = 0;
constexpr int kProbeBoards = 400;
constexpr int kProbeHits = 4;

constexpr uint64_t kDefaultWalks = 10'000;
constexpr uint64_t kSearchNodes = 400'000'000;    // for each board that is solved
constexpr uint64_t kBoardNodes = 10'000'000'000;  // for each board that is made

constexpr uint64_t kMostWalk = 1000;  // caps the wanted moves, for the first walk
constexpr uint64_t kStepWalk = 4;     // the greatest length of later walks
constexpr uint64_t kBackwards = 16;   // one in 16 of them is kept even if it leads away
constexpr int kClimbSteps = 1000;     // then a new first walk begins

}  // namespace

OptimalScrambler::OptimalScrambler(const OptimalSearch& search, const Destination& destination,
                                   const OptimalScrambleWish& wish)
    : search_(search), destination_(destination), wish_(wish) {}

void OptimalScrambler::Start() {
  Random trial(kProbeSeed);
  int hits = 0;
  nodes_left_ = kBoardNodes;
  std::optional<uint64_t> length;
  for (int i = 0; i < kProbeBoards && hits < kProbeHits && nodes_left_ > 0 && !IsCancelled(); ++i) {
    const Board board = RandomSolvableBoard(search_.geometry(), trial);
    hits += Measure(board, &length) && IsWanted(length);
  }
  is_uniform_ = hits >= kProbeHits;
}

std::optional<uint64_t> OptimalScrambler::Make(uint64_t number, Board* board) {
  Random random = RandomOfBoards(wish_.seed, number);
  tries_left_ = wish_.tries != 0 ? wish_.tries : kDefaultWalks;
  nodes_left_ = kBoardNodes;
  Step found;
  if (!(is_uniform_ ? Reject(random, &found) : Climb(random, &found))) return std::nullopt;
  *board = destination_.Original(found.board);
  return found.length;
}

bool OptimalScrambler::IsCancelled() const {
  return (wish_.cancel != nullptr && *wish_.cancel) ||
         (wish_.seconds > 0 && SecondsSince(begun_) >= wish_.seconds);
}

bool OptimalScrambler::Measure(const Board& board, std::optional<uint64_t>* length) {
  OptimalLimits limits;
  limits.known = static_cast<int>(std::min<uint64_t>(wish_.max_moves, INT_MAX - 1)) + 1;
  limits.nodes = std::min(kSearchNodes, nodes_left_);
  // A small remainder of time must not become 0, which means no limit.
  if (wish_.seconds > 0) limits.seconds = std::max(wish_.seconds - SecondsSince(begun_), 1e-6);
  limits.cancel = wish_.cancel;
  if (destination_.detour() != 0) limits.end = &destination_.end();
  const OptimalAnswer answer = search_.Solve(board, limits);
  nodes_left_ -= std::min(answer.nodes, nodes_left_);
  ++solved_;
  if (wish_.watch) wish_.watch(solved_);
  length->reset();
  if (answer.found) *length = search_.Moves(answer.letters);
  return answer.proven;
}

bool OptimalScrambler::Measure(Step* step) {
  if (nodes_left_ == 0 || IsCancelled()) tries_left_ = 0;
  if (tries_left_ == 0) return false;
  --tries_left_;
  return Measure(step->board, &step->length);
}

bool OptimalScrambler::Reject(Random& random, Step* found) {
  while (tries_left_ > 0) {
    found->board = RandomSolvableBoard(search_.geometry(), random);
    if (Measure(found) && IsWanted(found->length)) return true;
  }
  return false;
}

// Continues from the last board of the path, and never undoes the move before.
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

// The first board of the path has at most the wanted moves, the last one has more.
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
    // Random walks turn back a lot, so the first takes up to three times the moves.
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
