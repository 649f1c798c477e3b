// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Pattern tables in memory that are *spread*: a table has a place for every combination of a cell
// for each tile, even if two tiles share a cell. So a move changes a place by a constant, whatever
// else is on the board. This is for searches that look up more than one partition's bounds: several
// partitions, or one by regular and dual lookups.
//
// Dual lookups (Felner, Zahavi, Schaeffer & Holte 2005): a board is a permutation of cells: the
// tile with home t lies on cell s(t). The moves that solve it, backwards, solve the inverse
// permutation, in which the tile with home t lies on the home of what is on cell t. So a shortest
// solution of the board is as long as one of that *dual* board, and a pattern bounds it, too:
// instead of the cells of the pattern's tiles, one looks up what is on the pattern's cells. The
// dual board is solved from its end to its beginning, so its blank ends on the cell where the
// board's blank is:
//
//   blank outside the pattern's cells   the pattern, with the blank ending anywhere
//   blank on one of them                the pattern without that tile, the blank ending in its
//                                       place
//
// All these tables of a pattern are one array here. It has one more "cell": there stands the tile
// whose place the blank has taken.
//
// A *view* is a way to read a board, as in pattern_tables.h: by the patterns of a part, or by those
// reflected along the diagonal. Excesses, distances and bounds are as there, too; the distances of
// a board and its dual are equal. If there are many views, a search uses those that suit its board
// (pattern_views.h).
//
// Immutable after Create; every function is safe from many threads and allocates nothing.

#ifndef TILEBASE_RUNTIME_PATTERNS_SPREAD_TABLES_H_
#define TILEBASE_RUNTIME_PATTERNS_SPREAD_TABLES_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/patterns/pattern_tables.h"
#include "tables/system/huge_bytes.h"
#include "tables/table_source.h"

namespace tilebase {

class SpreadTables {
 public:
  // Looks up all patterns of a view in one way. A pattern's place is the sum of the contributions
  // of its tiles, or of its cells.
  struct Lookup {
    // By tile (regular lookup) or cell (dual lookup): its pattern. A cell in no pattern, the
    // blank's home, has 0 here and contributes nothing.
    uint8_t pattern[kMaxCells] = {};
    // Regular: by tile and its cell. Dual: by cell and the tile there, 0 for the blank.
    uint32_t adds[kMaxCells][kMaxCells] = {};
    std::vector<const uint8_t*> data;  // by pattern: excesses of kBits bits
  };

  // Bits of an excess; greater ones are stored as the greatest, which is still a bound.
  static constexpr int kBits = 2;
  static constexpr int kMaxExcess = (1 << kBits) - 1;

  static constexpr int kMaxViews = 64;

  // Reads the tables of these parts of the source's plan: parts of patterns alone, or one part for
  // dual lookups. Takes cells^tiles / 4 bytes for each pattern that no symmetry maps to another
  // one: 61 MB for six tiles on 5x5. Dual lookups take (cells+1)^tiles / 4, 77 MB, and as much
  // again if the pattern cuts off the blank's home. Errors: ResourceExhausted; Unimplemented if a
  // pattern's array would have more than 2^32 places, or if there are more than kMaxViews views;
  // those of TableSource::ReadTable.
  static absl::StatusOr<std::unique_ptr<SpreadTables>> Create(
      std::shared_ptr<const TableSource> source, std::vector<const PlanPart*> parts, int threads,
      uint64_t memory_bytes = UINT64_MAX);

  const TableSource& source() const { return *source_; }
  Geometry geometry() const { return source_->info().geometry; }
  // Returns whether the tables are for dual lookups, too.
  bool has_dual() const { return parts_[0]->is_dual(); }
  // The greatest number in a view.
  int patterns() const { return patterns_; }
  int views() const { return static_cast<int>(regular_.size()); }
  uint64_t memory_bytes() const { return memory_bytes_; }
  const Lookup& regular(int view) const { return regular_[static_cast<size_t>(view)]; }
  // Requires has_dual.
  const Lookup& dual(int view) const { return dual_[static_cast<size_t>(view)]; }

 private:
  // A pattern in one of its positions on the board.
  struct Spread {
    CellMask pattern = 0;
    uint64_t weight[kMaxCells] = {};  // by home of a tile of the pattern
    HugeBytes bytes;
  };

  SpreadTables() = default;
  const StageInfo& StageOf(const Subproblem& subproblem) const;
  absl::StatusOr<Spread*> Allocate(CellMask pattern, std::vector<std::unique_ptr<Spread>>* to);
  // Copies a table of the parts; `offset` is the contribution of the tile that the table leaves
  // out.
  absl::Status Fill(const Subproblem& from, uint64_t offset, int threads, Spread* to);
  // Returns the array for the pattern, up to symmetry; makes it if there is none yet.
  absl::StatusOr<Spread*> DualSpread(CellMask pattern, int threads);
  absl::StatusOr<Spread*> RegularSpread(CellMask pattern, int threads);
  // Adds a pattern to the last view, which may be `reflected`.
  absl::Status AddPattern(bool reflected, int number, CellMask pattern, int threads);
  // Adds a pattern that reads `spread` to the last view. `end` is where the blank ends in the
  // spread's patterns.
  void AddLookup(bool is_dual, int number, CellMask pattern, uint8_t end, const Spread& spread);

  std::shared_ptr<const TableSource> source_;
  std::vector<const PlanPart*> parts_;
  int patterns_ = 0;
  uint64_t memory_bytes_ = 0;
  uint64_t most_memory_bytes_ = UINT64_MAX;
  std::vector<std::unique_ptr<Spread>> dual_spreads_, regular_spreads_;
  std::vector<Lookup> regular_, dual_;  // by view
};

// The numbers of the views that a search looks up in tables without dual lookups: two for every
// successor of a board, two more for every board that it comes to.
struct PatternViews {
  static constexpr size_t kFirst = 2;
  std::array<uint8_t, 4> view = {};

  // Returns whether all numbers are below `views`.
  bool AreOf(int views) const { return *std::max_element(view.begin(), view.end()) < views; }
  bool operator==(const PatternViews&) const = default;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_SPREAD_TABLES_H_
