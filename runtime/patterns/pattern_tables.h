// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Pattern tables in memory: a lower bound of the moves that a board needs, by lookup.
//
// A plan's part `pattern:...` divides the tiles into patterns. A pattern's value counts only moves
// of its own tiles, so the values of all patterns of a partition may be added up (Korf & Felner
// 2002). Every value is the sum of its tiles' distances from home and twice an *excess*, and tables
// hold excesses. So the bound is the Manhattan distance of the board and twice the sum of the
// excesses.
//
// On a square board the same tables give a second bound: reflect the board along the diagonal that
// keeps the blank's home. Each of these ways to read a board is a *view*; the bound is the greatest
// of all views. Patterns that a symmetry maps to one another share a table (plan.h), so in each
// view each pattern is a lookup with its own order of tiles and map of cells.
//
// Immutable after Create; every function is safe from many threads and allocates nothing. The bound
// never exceeds the length of a shortest solution, has its parity, and is 0 for the goal. Between
// neighbouring boards it may change by more than one: the blank is not in the tables.

#ifndef TILEBASE_RUNTIME_PATTERNS_PATTERN_TABLES_H_
#define TILEBASE_RUNTIME_PATTERNS_PATTERN_TABLES_H_

#include <stdint.h>

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "tables/board.h"
#include "tables/entry.h"
#include "tables/system/huge_bytes.h"
#include "tables/table_source.h"

namespace tilebase {

struct PatternTablesOptions {
  int threads = 1;                     // threads that decode
  size_t part = 0;                     // number of the plan's pattern part, from 0
  uint64_t memory_bytes = UINT64_MAX;  // most bytes of decoded tables
};

class PatternTables {
 public:
  static constexpr int kMaxPatterns = 64;
  static constexpr int kMaxViews = 2;

  // One pattern in one view.
  struct Lookup {
    int count = 0;
    size_t table = 0;                 // index in the source
    const uint8_t* data = nullptr;    // the table's excesses, as ReadTable stores them
    uint8_t tile[kMaxCells] = {};     // the board's tile with digit j
    uint64_t weight[kMaxCells] = {};  // of digit j
    uint8_t cell[kMaxCells] = {};     // by cell of the board: the cell in the table
  };

  // Decodes the tables of one pattern part; uses those of a raw store in place. Errors:
  // FailedPrecondition if the plan has no such part (the message says how to build one);
  // ResourceExhausted; those of TableSource::ReadBlock.
  static absl::StatusOr<std::unique_ptr<PatternTables>> Create(
      std::shared_ptr<const TableSource> source, const PatternTablesOptions& options = {});

  const TableSource& source() const { return *source_; }
  Geometry geometry() const { return geometry_; }
  // "pattern:7-8".
  const std::string& partition() const { return partition_; }
  int patterns() const { return patterns_; }
  int views() const { return views_; }
  // The memory of decoded tables, without those used in place.
  uint64_t memory_bytes() const { return memory_bytes_; }

  // Below, cell_of[t] is the cell of tile t, for every tile, and cell_of[0] the blank's.
  static void CellsOf(const Board& board, uint8_t* cell_of);
  int ManhattanDistance(const uint8_t* cell_of) const;

  // Returns the pattern that a tile belongs to in a view.
  int PatternOf(int view, int tile) const { return pattern_of_[view][tile]; }
  const Lookup& lookup(int view, int pattern) const { return lookups_[view][pattern]; }

  // Returns the place of a pattern's entry. Takes about 1 ns for each pair of its tiles.
  uint64_t Rank(int view, int pattern, const uint8_t* cell_of) const {
    const Lookup& at = lookups_[view][pattern];
    uint64_t rank = 0;
    uint8_t cell[kMaxCells];
    for (int j = 0; j < at.count; ++j) {
      cell[j] = at.cell[cell_of[at.tile[j]]];
      int digit = cell[j];
      for (int i = 0; i < j; ++i) digit -= cell[i] < cell[j];
      rank += static_cast<uint64_t>(digit) * at.weight[j];
    }
    return rank;
  }

  // Reads one cache line.
  int Excess(int view, int pattern, uint64_t rank) const {
    return GetExcess(lookups_[view][pattern].data, rank);
  }

  // Returns the least number of moves of the pattern's tiles that bring them home, in a view.
  int Value(int view, int pattern, const uint8_t* cell_of) const;
  // The bound: the greatest sum of the views.
  int Bound(const uint8_t* cell_of) const;
  int Bound(const Board& board) const {
    uint8_t cell_of[kMaxCells];
    CellsOf(board, cell_of);
    return Bound(cell_of);
  }

 private:
  PatternTables() = default;
  absl::Status Decode(size_t table, const PatternTablesOptions& options, const uint8_t** data);
  absl::Status AddLookup(int view, const StageInfo& stage, CellMask pattern, const uint8_t* data);

  std::shared_ptr<const TableSource> source_;
  Geometry geometry_;
  std::string partition_;
  int patterns_ = 0;
  int views_ = 1;
  uint64_t memory_bytes_ = 0;
  std::vector<HugeBytes> decoded_;
  std::vector<Lookup> lookups_[kMaxViews];
  uint8_t pattern_of_[kMaxViews][kMaxCells] = {};
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_PATTERN_TABLES_H_
