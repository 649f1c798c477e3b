// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Pattern tables in memory that are *spread*: a table has a place for every combination of a cell
// for each tile, also those where two tiles share one. So a move changes a place by a constant,
// whatever else is where. This is for searches that look up more than one partition's bounds:
// several partitions, or one by regular and dual lookups.
//
// Dual lookups (Felner, Zahavi, Schaeffer & Holte 2005): a board is a permutation of cells: the
// tile with home t lies on cell s(t). The moves that solve it, backwards, solve the inverse
// permutation, in which the tile with home t lies on the home of what is on cell t. So a shortest
// solution is as long as one of that *dual* board, and a pattern bounds it too: instead of where
// the tiles of the pattern are, one looks up what is on the cells of the pattern. The dual board is
// looked at from its end to its beginning, so its blank ends where the board's blank is, by its
// label: the cell that the blank is on.
//
//   blank outside the pattern's cells   the pattern, with the blank's end anywhere
//   blank on one of them                the pattern without that tile, the blank ending in its
//                                       place
//
// All these tables of a pattern are one array here, which has one more "cell" for the tile in whose
// place the blank is.
//
// A *view* is a way to read a board, as in pattern_tables.h: by the patterns of a part, or by those
// reflected along the diagonal. Excesses, distances and bounds are as there, too; the distances of
// a board and its dual are the same. Of many views a search uses those that suit its board
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
  // One way to look up all patterns of a view. A pattern's place is the sum of what its tiles, or
  // its cells, add to it.
  struct Lookup {
    // By tile (of a regular lookup) or cell (of a dual one): its pattern. A cell in no pattern, the
    // blank's home, has 0 here and adds nothing.
    uint8_t pattern[kMaxCells] = {};
    // Regular: by tile and its cell. Dual: by cell and the tile there, 0 for the blank.
    uint32_t adds[kMaxCells][kMaxCells] = {};
    std::vector<const uint8_t*> data;  // by pattern: excesses of kBits bits
  };

  // Of an excess; greater ones are held as the greatest, which is still a bound.
  static constexpr int kBits = 2;
  static constexpr int kMaxExcess = (1 << kBits) - 1;

  static constexpr int kMaxViews = 64;

  // Reads the tables of these parts of the source's plan: of patterns alone, or one for dual
  // lookups. Takes cells^tiles / 4 bytes for each pattern that no symmetry takes to another one, 61
  // MB for six tiles on 5x5. For dual lookups (cells+1)^tiles / 4, 77 MB, and as much again where
  // the blank's home is cut off by the pattern. Errors: ResourceExhausted; Unimplemented where a
  // pattern's array would have more than 2^32 places, or there are more than kMaxViews; those of
  // TableSource::ReadTable.
  static absl::StatusOr<std::unique_ptr<SpreadTables>> Create(
      std::shared_ptr<const TableSource> source, std::vector<const PlanPart*> parts, int threads,
      uint64_t memory_bytes = UINT64_MAX);

  const TableSource& source() const { return *source_; }
  Geometry geometry() const { return source_->info().geometry; }
  // Whether they are for dual lookups, too.
  bool has_dual() const { return parts_[0]->is_dual(); }
  // Of a view, at most.
  int patterns() const { return patterns_; }
  int views() const { return static_cast<int>(regular_.size()); }
  uint64_t memory_bytes() const { return memory_bytes_; }
  const Lookup& regular(int view) const { return regular_[static_cast<size_t>(view)]; }
  // Requires has_dual.
  const Lookup& dual(int view) const { return dual_[static_cast<size_t>(view)]; }

 private:
  // A pattern, in one of its positions on the board.
  struct Spread {
    CellMask pattern = 0;
    uint64_t weight[kMaxCells] = {};  // by home of a tile of the pattern
    HugeBytes bytes;
  };

  SpreadTables() = default;
  const StageInfo& StageOf(const Subproblem& subproblem) const;
  absl::StatusOr<Spread*> Allocate(CellMask pattern, std::vector<std::unique_ptr<Spread>>* to);
  // Copies a table of the parts: `offset` is what the tile adds that it leaves out.
  absl::Status Fill(const Subproblem& from, uint64_t offset, int threads, Spread* to);
  // The arrays that a symmetry takes the pattern to, made where there are none yet.
  absl::StatusOr<Spread*> DualSpread(CellMask pattern, int threads);
  absl::StatusOr<Spread*> RegularSpread(CellMask pattern, int threads);
  // To the last view; `reflected`: it is so.
  absl::Status AddPattern(bool reflected, int number, CellMask pattern, int threads);
  // To the last view: a pattern that reads `spread`. `end`: the blank's, of the spread's patterns.
  void AddLookup(bool is_dual, int number, CellMask pattern, uint8_t end, const Spread& spread);

  std::shared_ptr<const TableSource> source_;
  std::vector<const PlanPart*> parts_;
  int patterns_ = 0;
  uint64_t memory_bytes_ = 0;
  uint64_t most_memory_bytes_ = UINT64_MAX;
  std::vector<std::unique_ptr<Spread>> dual_spreads_, regular_spreads_;
  std::vector<Lookup> regular_, dual_;  // by view
};

// Which views of tables without dual lookups a search looks up, by their numbers: two for every
// successor of a board, two more for every board that it comes to.
struct PatternViews {
  static constexpr size_t kFirst = 2;
  std::array<uint8_t, 4> view = {};

  // Whether they are numbers of so many views.
  bool AreOf(int views) const { return *std::max_element(view.begin(), view.end()) < views; }
  bool operator==(const PatternViews&) const = default;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_SPREAD_TABLES_H_
