// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Algorithm 2 over quick tables: the same actions as Walk() of walk.h, sooner. A stage whose table
// has shortcuts is one lookup; other stages are walked move by move, through the cache of blocks
// where the table is not kept whole.

#ifndef TILEBASE_RUNTIME_LOOKUP_QUICK_SOLVER_H_
#define TILEBASE_RUNTIME_LOOKUP_QUICK_SOLVER_H_

#include <stddef.h>
#include <stdint.h>

#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "runtime/lookup/decoded_tables.h"
#include "runtime/lookup/move_table.h"
#include "runtime/lookup/quick_walk.h"
#include "runtime/tilebase.h"
#include "tables/table_set.h"

namespace tilebase {

// Boards of a batch that are under way at a time: enough to hide a DRAM access (100 ns) behind the
// moves of the others (about 10 ns each); more gained nothing.
inline constexpr size_t kBatchSize = 16;

// One stage of a solution. It ends where the next one begins.
struct SolvedStage {
  uint32_t table = 0;  // in the set, as Algorithm 2 chose it: its subproblem is (G, R)
  size_t begin = 0;    // its first letter
};

// One board of a batch. `letters` takes the actions, without a zero at the end.
struct SolveRequest {
  const uint8_t* cells = nullptr;  // a tile's number a cell
  char* letters = nullptr;
  size_t capacity = 0;
  size_t count = 0;  // result: the number of actions, also where they are more than capacity
  tilebase_code code =
      TILEBASE_OK;  // result: _OK, _BOARD, _UNSOLVABLE, _BUFFER, _DAMAGED or _MEMORY
  // Room for one entry for each stage of the set, or null: result of Solve, with _OK and _BUFFER.
  // SolveBatch tells no stages: a look at this in every stage costs it 6 %.
  SolvedStage* stages = nullptr;
  // Result of look-ahead: whether the search has proven that no solution is shorter.
  bool shortest = false;
};

// Immutable but for the tables that `lazy` completes; any number of threads.
class QuickSolver {
 public:
  // The table of a stage that Algorithm 2 chooses for a board.
  struct Choice {
    const MoveTable* table;
    uint64_t rank;          // the board's
    const uint8_t* record;  // its shortcut; null where the table has none
  };

  // `lazy`: makes a table complete before it is read; null where all tables are complete.
  // `cache`: for tables that have no planes once they are complete; null where all have.
  QuickSolver() = default;
  QuickSolver(Geometry geometry, const MoveTable* tables, std::vector<StageInfo> stages,
              const DecodedTables* lazy, BlockCache* cache = nullptr);

  void Solve(SolveRequest* board) const;
  // The same for each of the boards, several under way at a time, so that one waits for memory
  // while others go on. 1 KB of stack a board under way.
  void SolveBatch(absl::Span<SolveRequest> boards) const;

  // A board that is to go through a stage. It need not be solvable, nor any stage before be done,
  // as long as the stage fixes no tiles.
  struct StageWalk {
    static constexpr size_t kNone = SIZE_MAX;
    size_t stage = kNone;              // nothing happens
    uint8_t cell_of[kMaxCells];        // of each tile, before and after
    LetterSink sink;                   // gets the stage's letters
    tilebase_code code = TILEBASE_OK;  // after: _OK, _DAMAGED or _MEMORY. Nothing happens with any
                                       // other than _OK before
  };
  // Solves one stage of each of at most kBatchSize boards, as SolveBatch does.
  void SolveStages(absl::Span<StageWalk> walks) const;

  // Chooses the table of stage `stage` for the board whose tile t is on cell_of[t]. Requires a
  // solvable board on which the stages before are done.
  tilebase_code Choose(size_t stage, const uint8_t* cell_of, Choice* choice) const;

 private:
  uint32_t Number(const MoveTable* table) const { return static_cast<uint32_t>(table - tables_); }
  tilebase_code ChooseTable(const StageInfo& stage, const uint8_t* cell_of, Choice* choice) const;
  tilebase_code ReadReachable(const MoveTable& table, uint64_t rank, int blank,
                              bool* reachable) const;
  tilebase_code WalkBlocks(const MoveTable& table, uint64_t rank, uint8_t* cell_of,
                           LetterSink* sink) const;
  template <bool kTellStages>
  void SolveByWidth(SolveRequest* board) const;
  template <int kWidth, bool kTellStages>
  void SolveOne(SolveRequest* board) const;
  tilebase_code WalkWhole(const MoveTable& table, uint64_t rank, uint8_t* cell_of,
                          LetterSink* sink) const;
  // kSlides: the stages have the metric mtm.
  template <int kWidth, bool kSlides>
  void SolveSome(absl::Span<SolveRequest> boards) const;
  // One stage of the walks whose numbers are in `live`; those that remain are in it after. Each has
  // its walker.
  template <int kWidth, bool kSlides, typename StageOf>
  void GoThrough(const StageOf& stage_of, StageWalk* walks, QuickWalker<kWidth>* walkers,
                 size_t* live, size_t* lives) const;

  Geometry geometry_;
  int known_width_ = 0;  // for QuickWalker
  const MoveTable* tables_ = nullptr;
  std::vector<StageInfo> stages_;
  const DecodedTables* lazy_ = nullptr;
  BlockCache* cache_ = nullptr;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOKUP_QUICK_SOLVER_H_
