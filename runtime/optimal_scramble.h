// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Makes random boards with a given length of their shortest solution, which a search finds. There
// are two methods:
//
//   rejection  if at least about one random board in a hundred is wanted: random boards are solved
//              until one is. Every board of the wanted lengths is equally likely.
//   climbing   otherwise: a random walk from the goal, then short random walks that are kept if
//   they
//              come nearer to the wanted length, and now and then if they do not. A move changes
//              the length by at most one, so a walk that goes past the wanted length meets it on
//              the way. These boards are not equally likely.
//
// A search gives up a hard board after a number of nodes, some seconds; the scrambler gives up
// making a board after some minutes. The same tables, wish and seed make the same boards, unless
// `seconds` run out.

#ifndef TILEBASE_RUNTIME_OPTIMAL_SCRAMBLE_H_
#define TILEBASE_RUNTIME_OPTIMAL_SCRAMBLE_H_

#include <stdint.h>

#include <atomic>
#include <functional>
#include <optional>
#include <vector>

#include "runtime/optimal_search.h"
#include "tables/board.h"
#include "tables/destination.h"
#include "tables/random_board.h"
#include "tables/system/clock.h"

namespace tilebase {

struct OptimalScrambleWish {
  uint64_t min_moves = 0;  // of a shortest solution, in the metric of the tables
  uint64_t max_moves = 0;
  uint64_t seed = 1;
  uint64_t tries = 0;                               // most boards solved to make one; 0: 10,000
  double seconds = 0;                               // for all boards; 0: no limit
  const std::atomic<bool>* cancel = nullptr;        // may be null
  std::function<void(uint64_t solved)> watch = {};  // called after each board that was solved
};

// For one thread. The search must outlive it.
class OptimalScrambler {
 public:
  OptimalScrambler(const OptimalSearch& search, const Destination& destination,
                   const OptimalScrambleWish& wish);

  // Chooses the method by solving up to 400 random boards, the same ones for every seed. Call it
  // once, before Make.
  void Start();
  bool is_uniform() const { return is_uniform_; }

  // Makes the board with this number, at the same cost for each number, and returns the length of
  // its shortest solutions. Returns nothing if no such board was found within the tries and nodes,
  // or before `cancel`.
  std::optional<uint64_t> Make(uint64_t number, Board* board);

 private:
  // A board of the climb; its length is empty if it exceeds the wish's greatest.
  struct Step {
    Board board;
    std::optional<uint64_t> length;
  };

  bool IsWanted(const std::optional<uint64_t>& length) const {
    return length && *length >= wish_.min_moves && *length <= wish_.max_moves;
  }
  bool IsCancelled() const;
  // Stores the length of a shortest solution if it is at most max_moves, else nothing. Returns
  // false if the search did not end.
  bool Measure(const Board& board, std::optional<uint64_t>* length);
  // Returns false also if no try is left.
  bool Measure(Step* step);
  void Walk(uint64_t moves, Random& random);
  bool Reject(Random& random, Step* found);
  bool Climb(Random& random, Step* found);
  bool FindOnPath(Step* found);

  const OptimalSearch& search_;
  const Destination destination_;
  const OptimalScrambleWish wish_;
  bool is_uniform_ = false;
  uint64_t tries_left_ = 0;
  uint64_t nodes_left_ = 0;
  uint64_t solved_ = 0;
  const Clock::time_point begun_ = Clock::now();
  std::vector<Board> path_;  // of the current walk, including its begin
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_OPTIMAL_SCRAMBLE_H_
