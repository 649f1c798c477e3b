// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What a look-ahead search (look_ahead_search.h) reads: made once by LookAhead::Create, shared by
// all searches.

#ifndef TILEBASE_RUNTIME_LOOK_AHEAD_LOOK_AHEAD_TABLES_H_
#define TILEBASE_RUNTIME_LOOK_AHEAD_LOOK_AHEAD_TABLES_H_

#include <stddef.h>
#include <stdint.h>

#include <memory>
#include <vector>

#include "runtime/look_ahead/depths.h"
#include "runtime/lookup/move_table.h"
#include "runtime/lookup/policy_set.h"
#include "runtime/patterns/optimal_solver.h"
#include "runtime/patterns/pattern_moves.h"
#include "runtime/patterns/pattern_tables.h"
#include "tables/geometry.h"
#include "tables/pair_values.h"
#include "tables/system/huge_bytes.h"

namespace tilebase {

// The table of a stage that has none of its own in the set, because a symmetry of the board takes
// it to an earlier stage (Plan::TablesOf): {1-4,8}|{} of 4x4 is {1-5}|{} with left and right
// exchanged. Immutable after Create.
class MirroredTable {
 public:
  // The table of {goal}|{} from `original`, whose planes must be there and whose goal `symmetry`
  // takes `goal` to (MovesSymmetry). About 110 ns an entry and thread. Null where memory cannot be
  // had.
  static std::unique_ptr<const MirroredTable> Create(const MoveTable& original, CellMask goal,
                                                     Symmetry symmetry, int threads);

  static uint64_t Bytes(uint64_t entries) { return PolicyBytes(entries); }

  const MoveTable& table() const { return table_; }
  uint64_t memory_bytes() const { return policy_.size(); }

 private:
  MirroredTable() = default;

  HugeBytes policy_;
  MoveTable table_;
};

struct LookAheadTables {
  // Priorities are counted in fractions of a move.
  static constexpr int kOne = 16;
  // Partitions of more patterns have tables too small to be of use.
  static constexpr int kMostPatterns = 12;

  // A table in its place in the plan.
  struct StageTable {
    const MoveTable* table = nullptr;
    const Depths* depths = nullptr;  // empty where the table has none
    uint16_t stage = 0;
    uint16_t later = 0;  // mean depths of the later stages, in units of kOne
  };
  struct Stage {
    size_t first_table = 0;
    size_t end_table = 0;
  };
  // A way of reading the board, and a staged part of the plan to solve it by.
  struct Root {
    bool reflected = false;
    bool searched = true;  // false: the tables are deeper than depths.h can say
    uint16_t first_stage = 0;
    uint16_t last_stage = 0;
  };

  // What a stage has that uses the table of another, mirrored.
  struct Mirrored {
    std::unique_ptr<const MirroredTable> table;
    Depths depths;
  };

  using AnyMoves = PatternMoves<kMaxCells, kMaxSide - 1, 1>;

  explicit LookAheadTables(const PolicySet& policies) : set(policies) {}

  Geometry geometry() const { return set.info().geometry; }
  // Of values, depths, pattern tables and mirrored tables.
  uint64_t memory_bytes() const {
    uint64_t bytes = patterns == nullptr ? 0 : patterns->memory_bytes();
    if (values != nullptr) bytes += values->memory_bytes();
    for (const Depths& table : depths) bytes += table.size();
    for (const auto& stage : mirrored) bytes += stage->table->memory_bytes() + stage->depths.size();
    return bytes;
  }

  const PolicySet& set;
  // Where the set has some, a beam by them is the search, with `optimal` where there are patterns;
  // of the rest, nothing is filled in.
  std::unique_ptr<const PairValues> values;
  std::unique_ptr<const PatternTables> patterns;  // null: Manhattan distance only
  std::unique_ptr<const OptimalSolver> optimal;   // null: no values, no patterns, or too large
  uint64_t first_lookups = 0;                     // of the beam before that
  std::unique_ptr<const AnyMoves> pattern_moves;
  std::vector<Depths> depths;  // by table
  std::vector<std::unique_ptr<Mirrored>> mirrored;
  std::vector<StageTable> stage_tables;  // stage by stage
  std::vector<Stage> stages;
  std::vector<Root> roots;
  uint8_t reflection[kMaxCells] = {};           // of cells; a tile t goes to reflection[t - 1] + 1
  uint8_t distance[kMaxCells][kMaxCells] = {};  // Manhattan, from home: by tile and cell
  uint64_t keys[kMaxCells][kMaxCells] = {};     // of the hash: by tile and cell
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOK_AHEAD_LOOK_AHEAD_TABLES_H_
