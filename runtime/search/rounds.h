// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How an effort is divided into rounds, each a search from the start. Each has kNextRound times the
// boards of the one before.
//
// With a limit in boards, the order of the work does not depend on the limit: before each round,
// windows shorten the best solution with up to a quarter as many boards as the round has. So a
// larger limit does all that a smaller one does and finds no longer solution, and boards that are
// too few for a round still go into windows. With a limit in time, the rounds are small at first,
// and the last one gets all the remaining time.

#ifndef TILEBASE_RUNTIME_SEARCH_ROUNDS_H_
#define TILEBASE_RUNTIME_SEARCH_ROUNDS_H_

#include <stdint.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "runtime/search/effort.h"
#include "tables/system/clock.h"

namespace tilebase {

struct EffortRound {
  double boards = 0;        // it is likely to look at this many; 0: only windows over the best
  BeamEffort allowed;       // it may spend this
  bool takes_rest = false;  // it is the last within a time
};

// The share of a round that goes to its beam. Windows get the rest.
inline constexpr double kBeamShare = 0.85;

class EffortRounds {
 public:
  // The first round has `first` boards. The effort began at `start`; a solution by lookup took this
  // many microseconds. `looked_at` counts the boards of all rounds, and outlives this.
  EffortRounds(double first, const BeamEffort& effort, Clock::time_point start,
               double lookup_microseconds, const uint64_t& looked_at)
      : effort_(effort),
        start_(start),
        least_microseconds_(kLeastRound * lookup_microseconds),
        looked_at_(looked_at),
        looked_at_before_(looked_at),
        next_(static_cast<uint64_t>(first) + 1) {}

  // Returns nothing if the effort is spent, or too little is left for another round.
  std::optional<EffortRound> Next() {
    if (is_over_ || effort_.is_cancelled()) return std::nullopt;
    EffortRound round = {.boards = static_cast<double>(next_),
                         .allowed = {.boards = next_, .cancel = effort_.cancel}};
    if (effort_.boards != 0) {
      const uint64_t left =
          effort_.boards - std::min(effort_.boards, looked_at_ - looked_at_before_);
      has_only_windows_ = !has_only_windows_;
      if (has_only_windows_) {
        round.boards = 0;
        round.allowed.boards = std::min(next_ / kPartForWindows, left);
      }
      if (left == 0 || round.allowed.boards > left) return std::nullopt;
    }
    if (effort_.microseconds != 0) {
      const double left = static_cast<double>(std::min(effort_.microseconds, kMostMicroseconds)) -
                          std::chrono::duration<double, std::micro>(Clock::now() - start_).count();
      if (left < 1 || left < least_microseconds_) return std::nullopt;
      round.allowed.microseconds = static_cast<uint64_t>(left);
      if (effort_.boards == 0 && round.boards > kBoardsPerMicrosecond * left * kSmallRound) {
        is_over_ = round.takes_rest = true;
        round.allowed.boards = 0;
        round.boards = kBoardsPerMicrosecond * left;
      }
    }
    if (round.boards > 0) next_ = std::min(next_ * kNextRound, kMostBoards);
    return round;
  }

 private:
  static constexpr uint64_t kNextRound = 2;
  static constexpr uint64_t kPartForWindows = 4;
  // A large round finds shorter solutions than several in the same time. If the next round would
  // take more than this part of the remaining time, it becomes the last and gets all of it.
  static constexpr double kSmallRound = 0.0125;
  // A round needs at least this many times the time of a lookup: besides its beams, which stop in
  // time, it does a lookup's work and more.
  static constexpr double kLeastRound = 3;
  static constexpr uint64_t kMostBoards = uint64_t{1} << 60;  // of a round

  const BeamEffort effort_;
  const Clock::time_point start_;
  const double least_microseconds_;
  const uint64_t& looked_at_;
  const uint64_t looked_at_before_;
  uint64_t next_;  // boards of the next round
  bool has_only_windows_ = false;
  bool is_over_ = false;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_ROUNDS_H_
