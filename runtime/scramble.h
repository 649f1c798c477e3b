// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Makes random boards of a given difficulty: the number of moves that the set needs for them, in
// its metric, to home or to another goal.
//
// If the set solves by one table of the whole board, that number is the optimal depth, and the
// table's histogram says in advance how many boards have each. Otherwise it is the length of the
// set's own solution, and only solving shows it. There are three methods:
//
//   rejection  uniform random boards are solved until one has the wanted difficulty
//   tree       with one table, if solving costs more: the table's actions make a tree of all
//              boards, rooted at the goal; the boards of a depth are counted off in it up to one
//              that was chosen at random
//   walks      with several tables, if random boards are almost never so easy: walks of random
//              length back from the goal, solved until one has the wanted difficulty
//
// Rejection and tree are uniform: every board of the wanted difficulty is equally likely. Walks are
// not: a board that more walks lead to is likelier.
//
// The same set, wish and seed make the same boards on every machine; asking for more boards only
// adds to them. Every 64 boards have random numbers of their own, so a part of the sequence can be
// made alone.

#ifndef TILEBASE_RUNTIME_SCRAMBLE_H_
#define TILEBASE_RUNTIME_SCRAMBLE_H_

#include <stddef.h>
#include <stdint.h>

#include <optional>
#include <vector>

#include "runtime/lookup/policy_set.h"
#include "runtime/lookup/quick_solver.h"
#include "runtime/tilebase.h"
#include "tables/board.h"
#include "tables/destination.h"
#include "tables/random_board.h"
#include "tables/table_set.h"

namespace tilebase {

struct ScrambleWish {
  uint32_t min_moves = 0;  // the range of the number of actions
  uint32_t max_moves = 0;
  uint64_t seed = 1;
  // Most boards looked at to make one. 0: with one table as many as are needed, except with
  // probability e^-32; with several tables 2^20.
  uint64_t tries = 0;
  // The goal of the boards; nothing: home. If its blank is in no corner, a solution is a few moves
  // longer than the set's own (destination.h), and no difficulty is optimal.
  std::optional<Board> goal = {};
};

// Makes one board after another. About 2 KB; allocates nothing. Use it from one thread; the set
// must outlive it.
class Scrambler {
 public:
  enum class Sampling { kRejection, kTree, kWalks };

  Scrambler(const PolicySet& set, const ScrambleWish& wish);

  // Returns whether `moves` is the optimal depth: the set solves by one table of the whole board.
  bool is_optimal() const { return table_ != nullptr; }
  bool is_uniform() const { return sampling_ != Sampling::kWalks; }
  Sampling way() const { return sampling_; }

  // Chooses the method, which depends on the set, the lengths and the tries, not on the seed. Call
  // it once, before Next. Costs nothing with one table. With several, it solves random boards until
  // four have the wanted length: at most 2^16, and at most `tries`. Returns TILEBASE_OK;
  // TILEBASE_ERROR_ARGUMENT if min_moves > max_moves; TILEBASE_ERROR_NOT_FOUND if the set shows
  // that there is no such board, or that the tries are too few; or why it cannot solve.
  tilebase_code Start();

  // Makes the board with this number the next one; the first is 0. Call it after Start. Makes up to
  // 63 boards on the way; returns what Next returns.
  tilebase_code GoTo(uint64_t number);

  // Makes the next board and stores how many actions it needs. TILEBASE_ERROR_NOT_FOUND: none was
  // found within the tries.
  tilebase_code Next(Board* board, uint32_t* moves);

 private:
  tilebase_code StartTree();
  tilebase_code Draw(Random& random, bool by_walks);
  tilebase_code NextOfTree(Board* board, uint32_t* moves);
  Board WalkFromGoal(Random& random) const;
  bool IsWanted(uint64_t moves) const { return moves >= min_moves_ && moves <= max_moves_; }

  const PolicySet& set_;
  Destination destination_;
  // Room for the letters of a batch, if their number alone does not give the moves; otherwise
  // empty.
  std::vector<char> letters_;
  size_t capacity_ = 0;                 // of each
  const PolicyTable* table_ = nullptr;  // of the whole board, if the set solves by it
  const TableInfo* info_ = nullptr;     // of that table
  uint64_t min_moves_;
  uint64_t max_moves_;
  uint64_t tries_;
  uint64_t wanted_ = 0;  // one table: the number of boards of the wanted depths
  const uint64_t seed_;
  uint64_t number_ = 0;  // of the next board
  Random random_;
  Sampling sampling_ = Sampling::kRejection;

  // Boards that were drawn and solved together; those from next_ on have not been looked at yet.
  uint64_t Length(size_t i);

  Board drawn_[kBatchSize];  // renamed (destination.h)
  SolveRequest solved_[kBatchSize];
  size_t next_ = kBatchSize;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SCRAMBLE_H_
