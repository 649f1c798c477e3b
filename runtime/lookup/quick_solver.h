// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Algorithm 2 over quick tables: the same actions as Walk() of walk.h, faster. A stage whose table
// has shortcuts is one lookup; other stages are walked move by move, through the cache of blocks if
// the table is not kept whole.

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

// Boards of a batch that are solved at a time: enough to hide a DRAM access (100 ns) behind the
// moves of the others (about 10 ns each); more gained nothing.
inline constexpr size_t kBatchSize = 16;

// One stage of a solution. It ends where the next one begins.
struct SolvedStage {
  uint32_t table = 0;  // in the set, as Algorithm 2 chose it: its subproblem is (G, R)
  size_t begin = 0;    // its first letter
};

// One board of a batch. `letters` receives the actions, without a zero at the end.
struct SolveRequest {
  const uint8_t* cells = nullptr;  // a tile's number a cell
  char* letters = nullptr;
  size_t capacity = 0;
  size_t count = 0;  // result: the number of actions, even if it exceeds capacity
  tilebase_code code =
      TILEBASE_OK;  // result: _OK, _BOARD, _UNSOLVABLE, _BUFFER, _DAMAGED or _MEMORY
  // Room for one entry for each stage of the set, or null. Result of Solve, with _OK and _BUFFER.
  // SolveBatch does not report stages: checking this in every stage would cost it 6 %.
  SolvedStage* stages = nullptr;
  // Result of look-ahead: whether the search has proven that no solution is shorter.
  bool shortest = false;
};

// Immutable except for the tables that `lazy` completes; any number of threads.
class QuickSolver {
 public:
  // The table that Algorithm 2 chooses for a board in a stage.
  struct Choice {
    const MoveTable* table;
    uint64_t rank;          // the board's
    const uint8_t* record;  // its shortcut; null if the table has none
  };

  // `lazy` completes tables before they are read; null if all are complete. `cache` reads tables
  // that have no planes once they are complete; null if all have planes.
  QuickSolver() = default;
  QuickSolver(Geometry geometry, const MoveTable* tables, std::vector<StageInfo> stages,
              const DecodedTables* lazy, BlockCache* cache = nullptr);

  void Solve(SolveRequest* board) const;
  // Solves each of the boards, several at a time, so that some continue while one waits for memory.
  // Takes 1 KB of stack for each board under way.
  void SolveBatch(absl::Span<SolveRequest> boards) const;

  // A board that goes through one stage. It need not be solvable, and earlier stages need not be
  // done, as long as the stage fixes no tiles.
  struct StageWalk {
    static constexpr size_t kNone = SIZE_MAX;
    size_t stage = kNone;              // kNone: do nothing
    uint8_t cell_of[kMaxCells];        // of each tile, before and after
    LetterSink sink;                   // receives the stage's letters
    tilebase_code code = TILEBASE_OK;  // after: _OK, _DAMAGED or _MEMORY. If it is not
                                       // _OK before, nothing happens
  };
  // Solves one stage of each of at most kBatchSize boards, as SolveBatch does.
  void SolveStages(absl::Span<StageWalk> walks) const;

  // Chooses the table of stage `stage` for the board whose tile t is on cell_of[t]. Requires a
  // solvable board on which the earlier stages are done.
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
  // Takes the walks whose numbers are in `live` through one stage, each with its walker. Afterwards
  // `live` has those that remain.
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
