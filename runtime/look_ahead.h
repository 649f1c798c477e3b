// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Looking past the stage: shorter solutions from the same tables, for a budget of look-ups.
//
// Algorithm 2 finishes each stage by the shortest way, blind to what that leaves for the stages
// after it. Look-ahead tries many ways. It keeps the boards it has found in one queue for each
// number of moves made, and goes through the queues in rounds: from each queue in turn it takes the
// few most promising boards, makes their moves, and puts the new boards into the next queue. A
// round by itself is a beam search; what a round leaves in the queues, the next one takes up. A
// board that has only the last stage left is finished by that stage's table, exactly.
//
//   promise of a board = its pattern tables' bound (or Manhattan distance, where the set has none)
//                      + the depth of its state in the stage's table
//                      + the mean depths of the later stages' tables
//
// The boards start from every *view* of the board: as it is, and, where the board is square,
// reflected along the diagonal; by each staged part of the plan. What cannot lead to a shorter
// solution than the best known one is dropped, by the bounds.
//
// Everything happens in one fixed order that does not depend on the budget; the budget only says
// when to stop. So more effort never gives a longer solution, and a budget in look-ups always gives
// the same one. Effort 0 is Algorithm 2 by the first part of the plan.
//
// Cyclic best-first search is due to Kao, Sewell & Jacobson 2009; the cost and what was tried
// besides is in docs/quality.md.

#ifndef TILEBASE_RUNTIME_LOOK_AHEAD_H_
#define TILEBASE_RUNTIME_LOOK_AHEAD_H_

#include <stddef.h>
#include <stdint.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/depths.h"
#include "runtime/pattern_tables.h"
#include "runtime/policy_set.h"
#include "runtime/quick_solver.h"

namespace tilebase {

// How much a solution may cost. A look-up is the reading of one entry, of whatever table.
struct Effort {
  uint64_t lookups = 0;
  uint64_t microseconds = 0;  // 0: no such limit; else whichever limit comes first ends the search

  bool none() const { return lookups == 0; }
};

// What a search works in, to be used again by the next one: after a few boards a search allocates
// nothing. About 60 bytes a look-up. One search at a time.
class LookAheadMemory {
 public:
  LookAheadMemory();
  ~LookAheadMemory();
  LookAheadMemory(LookAheadMemory&&) noexcept;
  LookAheadMemory& operator=(LookAheadMemory&&) noexcept;

 private:
  friend class LookAhead;
  template <int>
  friend class LookAheadSearch;
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Immutable after Create; any number of threads, each with a memory of its own.
class LookAhead {
 public:
  struct Options {
    int threads = 1;                     // that decode pattern tables
    uint64_t memory_bytes = UINT64_MAX;  // most bytes of depths and pattern tables
  };

  // Decodes the set's first pattern part, if it has one, and makes depths (depths.h) for the tables
  // of all stages, except the largest of last ones. `set`, which must outlive the object, is made
  // ready. Errors: those of PolicySet::PrepareAll and PatternTables::Create; ResourceExhausted.
  static absl::StatusOr<std::unique_ptr<LookAhead>> Create(const PolicySet& set,
                                                           const Options& options);
  static absl::StatusOr<std::unique_ptr<LookAhead>> Create(const PolicySet& set) {
    return Create(set, Options());
  }
  ~LookAhead();

  // As PolicySet::SolveLetters, within the given effort. *lookups (may be null) receives how many
  // were used: at most those allowed, except that Algorithm 2 is always gone through once.
  void Solve(const Effort& effort, LookAheadMemory* memory, QuickBoard* board,
             uint64_t* lookups = nullptr) const;

  // Of depths and pattern tables.
  uint64_t memory_bytes() const;

 private:
  template <int>
  friend class LookAheadSearch;

  struct Stage {
    uint32_t first_table = 0;
    uint32_t table_count = 0;
    int later = 0;  // mean depths of the later stages, in units of kOne
  };
  // A way of reading the board, and a staged part of the plan to solve it by.
  struct Root {
    bool reflected = false;
    bool searched = true;  // false: the tables are deeper than depths.h can say
    size_t first_stage = 0;
    size_t last_stage = 0;
  };
  // How a pattern's entry moves with its tiles. Seen from the table, a tile that moves along a row
  // changes the entry's number by its weight; one that moves across rows passes the tiles on
  // width-1 cells, and of two tiles the one with the smaller weight has a digit that counts the
  // other (pattern_ranking.h).
  struct PatternMoves {
    const uint8_t* excess = nullptr;  // by entry
    uint32_t weight[kMaxCells] = {};  // by tile; 0: not of this pattern
    // The table may see the board turned or reflected. On the board, the step from a cell to the
    // next one in the table's row and in its column:
    int along = 0;
    int across = 0;
    // By the cell that comes first in the table's column: the cells between it and the next.
    uint8_t passed[kMaxCells][kMaxSide - 1] = {};
    int passes = 0;
  };

  // Promises are counted in fractions of a move.
  static constexpr int kOne = 16;

  explicit LookAhead(const PolicySet& set) : set_(set) {}
  static PatternMoves MovesOf(const PatternTables::Lookup& lookup, Geometry geometry);

  const PolicySet& set_;
  Geometry geometry_;
  std::unique_ptr<PatternTables> patterns_;  // null: Manhattan distance only
  std::vector<PatternMoves> pattern_moves_;
  std::vector<uint8_t> distance_;  // Manhattan, from home: by tile * kMaxCells + cell
  std::vector<Depths> depths_;     // by table; empty where it has none
  std::vector<Stage> stages_;
  std::vector<Root> roots_;
  std::vector<uint64_t> keys_;       // of the hash: by tile * cells + cell
  std::vector<uint8_t> reflection_;  // of cells; a tile t goes to reflection_[t - 1] + 1
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOK_AHEAD_H_
