// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How an effort is divided into rounds, each a search from the start. The rounds that a larger
// effort allows begin with those of a smaller one, so it finds nothing longer.

#ifndef TILEBASE_RUNTIME_ANY_ROUNDS_H_
#define TILEBASE_RUNTIME_ANY_ROUNDS_H_

#include <stdint.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "runtime/any/beam.h"
#include "runtime/any/big_board.h"
#include "tables/system/clock.h"

namespace tilebase {

// One round: how many boards it is likely to look at, and what it may spend.
struct EffortRound {
  double boards = 0;
  BeamEffort allowed;
  bool takes_rest = false;  // of a time: it is the last
};

class EffortRounds {
 public:
  // The effort began at `start`; a solution by lookup took so many microseconds.
  EffortRounds(BigSize size, const BeamEffort& effort, Clock::time_point start,
               double lookup_microseconds)
      : effort_(effort),
        start_(start),
        least_microseconds_(kLeastRound * lookup_microseconds),
        next_(static_cast<uint64_t>(2 * (std::pow(size.cells(), 1.5) + 20))) {}

  // Nothing where the effort is spent, or what is left does not suffice for a round.
  std::optional<EffortRound> Next() {
    if (rounds_++ == kMostRounds || is_over_ || effort_.is_cancelled()) return std::nullopt;
    EffortRound round;
    round.boards = static_cast<double>(next_);
    round.allowed = {.boards = next_, .cancel = effort_.cancel};
    if (effort_.boards != 0 && next_ > effort_.boards - given_) return std::nullopt;
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
    given_ += next_;
    next_ *= kNextRound;
    return round;
  }

 private:
  static constexpr double kBoardsPerMicrosecond = 20;  // a guess
  // A large round finds shorter solutions than several in the same time. One that would take more
  // than this part of the time that is left is the last, and has all of it.
  static constexpr uint64_t kNextRound = 4;
  static constexpr double kSmallRound = 0.05;
  // Beside its beams, which stop in time, a round does what a lookup does, and more.
  static constexpr double kLeastRound = 3;
  static constexpr int kMostRounds = 10;

  const BeamEffort effort_;
  const Clock::time_point start_;
  const double least_microseconds_;
  uint64_t next_;  // boards of the next round
  uint64_t given_ = 0;
  int rounds_ = 0;
  bool is_over_ = false;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANY_ROUNDS_H_
