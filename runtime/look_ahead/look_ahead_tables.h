// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What a look-ahead search (look_ahead_search.h) reads: made once by LookAhead::Create, shared by
// all searches.

#ifndef TILEBASE_RUNTIME_LOOK_AHEAD_LOOK_AHEAD_TABLES_H_
#define TILEBASE_RUNTIME_LOOK_AHEAD_LOOK_AHEAD_TABLES_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <atomic>
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
#include "tables/system/parallel_for.h"

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

inline std::unique_ptr<const MirroredTable> MirroredTable::Create(const MoveTable& original,
                                                                  CellMask goal, Symmetry symmetry,
                                                                  int threads) {
  const Geometry geometry = original.table.subproblem.geometry;
  std::unique_ptr<MirroredTable> mirrored(new MirroredTable());
  PolicyTable table;
  table.subproblem = {geometry, goal, 0};
  table.ranking = Ranking(table.subproblem);
  table.max_depth = original.table.max_depth;
  const uint64_t entries = table.ranking.size();
  const uint64_t bytes = PolicyBytes(entries);
  if (!mirrored->policy_.Allocate(bytes)) return nullptr;
  uint8_t* const policy = mirrored->policy_.data();
  table.policy = policy;

  uint8_t image[kMaxCells];
  for (int cell = 0; cell < geometry.cells(); ++cell)
    image[cell] = static_cast<uint8_t>(MapCell(geometry, symmetry, cell));
  uint8_t own[kActions];
  for (int a = 0; a < kActions; ++a)
    own[static_cast<int>(MapAction(symmetry, static_cast<Action>(a)))] = static_cast<uint8_t>(a);

  constexpr uint64_t kChunkBytes = 1 << 14;  // of actions, that a thread makes at a time
  std::atomic<uint64_t> next{0};
  ParallelFor(static_cast<size_t>(threads), [&](size_t) {
    uint8_t cell_of[kMaxCells] = {};  // of the image's tiles
    for (uint64_t first; (first = next.fetch_add(kChunkBytes)) < bytes;) {
      const uint64_t end = std::min((first + kChunkBytes) * kEntriesPerByte, entries);
      for (uint64_t rank = first * kEntriesPerByte; rank < end; ++rank) {
        const State state = table.ranking.Unrank(rank);
        cell_of[0] = image[state.blank];
        for (int j = 0; j < table.ranking.tracked(); ++j)
          cell_of[image[table.ranking.tile(j) - 1] + 1] = image[state.cell[j]];
        const Action action = GetAction(original.table.policy, original.Rank(cell_of));
        policy[rank / kEntriesPerByte] |=
            static_cast<uint8_t>(own[static_cast<int>(action)] << (rank % kEntriesPerByte * 2));
      }
    }
  });
  mirrored->table_ = MoveTable(table);
  return mirrored;
}

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
  bool are_narrow() const {
    return std::all_of(stage_tables.begin(), stage_tables.end(),
                       [](const StageTable& stage) { return stage.table->is_narrow(); });
  }
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
