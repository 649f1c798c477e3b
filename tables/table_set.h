// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The description of a table set in memory: the twins of the records in docs/format.md. Writers
// fill these in; readers return them after every field and the rules below have been checked.

#ifndef TILEBASE_TABLES_TABLE_SET_H_
#define TILEBASE_TABLES_TABLE_SET_H_

#include <stdint.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "tables/geometry.h"
#include "tables/subproblem.h"

namespace tilebase {

struct Plan;
struct PlanPart;

// The cost of an action.
enum class Metric : uint8_t {
  kMoves = 0,    // every action costs 1
  kPattern = 1,  // only moves of G's tiles cost: an additive pattern table (ranking.h)
  kValue = 2,    // an estimate of the moves that a board needs: a value table (pair_values.h)
  kMtm = 3,      // a slide of any number of tiles of a line costs 1: the multi-tile metric
  kLane = 4,     // least slides of boards with equal tiles: a lane table (slide_lanes.h)
};

// "moves", "pattern", "value", "mtm", "lane".
const char* Name(Metric metric);
// Returns whether tables of this metric solve boards stage by stage.
constexpr bool HasStages(Metric metric) {
  return metric == Metric::kMoves || metric == Metric::kMtm;
}

// EntryCount returns the number of entries in a subproblem's table, StateCount the states as the
// literature counts them. For a pattern both are the placements of G, for values both are the
// placements of all pairs of tiles, for lanes both are the lanes. 0 if the number does not fit in
// 64 bits, or if the board has no lanes.
uint64_t EntryCount(const Subproblem& subproblem, Metric metric);
uint64_t StateCount(const Subproblem& subproblem, Metric metric);

// Returns whether the subproblem can have a table of this metric.
constexpr bool IsValid(const Subproblem& subproblem, Metric metric) {
  return metric == Metric::kPattern ? subproblem.IsValidPattern() : subproblem.IsValid();
}

// The content of an entry (entry.h).
enum class EntryKind : uint8_t {
  kPolicy = 0,           // two bits an entry; every entry is reachable
  kPolicyReachable = 1,  // the same, then a plane of one bit an entry: reachable or not
  kExcess = 2,           // four bits an entry; every entry is reachable. For pattern tables
  kNumber = 3,           // a byte an entry; every entry is reachable. For value tables
  kSlide = 4,            // four bits an entry: the slide, or why there is none. For metric mtm
  kLane = 5,             // two bits an entry: the value modulo 3. For lane tables
};

// Returns the kind of a metric's tables. `all_reachable` matters for policies only: the entries of
// other metrics are always reachable.
EntryKind KindOf(Metric metric, bool all_reachable);

// How a block is stored.
enum class Codec : uint8_t {
  kRaw = 0,   // as decoded: mapped and read in place
  kZstd = 1,  // one zstd frame a block
};

// How well values fit boards that they were not fitted to. The positions of solutions are sorted
// into bands by the number of moves left. A value table has table_record::kFitBands bands.
struct FitBand {
  uint32_t positions = 0;
  int32_t bias = 0;        // mean of (moves left - value), in 1/65536 of a move
  uint32_t deviation = 0;  // standard deviation of that, likewise

  friend bool operator==(const FitBand&, const FitBand&) = default;
};
// Returns how many numbers of moves left a band spans: band i begins at i * span; the last one has
// no end.
constexpr int FitBandSpan(Geometry geometry) { return geometry.cells() / 2; }

struct TableInfo {
  Subproblem subproblem;
  Metric metric = Metric::kMoves;
  EntryKind kind = EntryKind::kPolicy;
  Codec codec = Codec::kZstd;
  uint64_t states = 0;              // StateCount(subproblem, metric)
  uint64_t entries = 0;             // EntryCount(subproblem, metric)
  uint64_t reachable = 0;           // sum of the histogram
  std::vector<uint64_t> histogram;  // entries by depth; patterns and lanes by value, values by byte
  std::vector<FitBand> fit;         // by moves left, for values; else empty
  uint64_t content_hash = 0;        // XXH3 of the decoded content, all planes
  uint64_t stored_bytes = 0;        // of the blocks as stored

  int max_depth() const { return static_cast<int>(histogram.size()) - 1; }
  double mean_depth() const;  // over the reachable entries
};

// Returns "table {3-4}|{1-2}", the table's name in errors.
std::string TableName(const TableInfo& table);

// One stage of the plan, or one pattern. A stage's tables follow one another in the set: its own
// subproblem, then each one grown from the one before (plan.h). A pattern has one table. Equal
// stages, and patterns that a symmetry maps to one another, share tables.
struct StageInfo {
  uint32_t first_table = 0;
  uint32_t table_count = 0;
};

struct SetInfo {
  Geometry geometry;
  std::string plan;               // canonical text, as ParsePlan reads it
  std::string creator;            // "tilebase 0.1.0"
  std::vector<StageInfo> stages;  // of all parts of the plan, in order
  // The sum over the stages of the plan's first staged part of the greatest maximum depth among the
  // tables that the stage can meet, in the metric mtm times the actions of the longest slide. 0
  // where there is no such part. Derived from the tables.
  uint32_t summed_worst_case = 0;
  // No board needs more actions by that part. The sum, or less where the file has a joined worst
  // case: the most actions of the walk, over all ways in which a stage can hand the blank to the
  // next one.
  uint32_t certified_worst_case = 0;
  // The same in slides, where the part has the metric mtm and the file a joined worst case; else 0.
  uint32_t joined_slides = 0;
  bool is_joined = false;

  // The format version of the file's set record.
  uint16_t format() const;
  // In a set of the metric mtm: no board needs more slides.
  uint32_t certified_slides() const;
};

// CheckTable checks the rules for a single table; CheckTableSet those for a set: its tables are
// exactly those that the plan can meet (plan.h), in order. CheckTableSet returns the plan. Errors:
// DataLoss, naming the table and the rule.
absl::Status CheckTable(const TableInfo& table);
absl::StatusOr<Plan> CheckTableSet(const SetInfo& info, absl::Span<const TableInfo> tables);
// Returns the greatest number of letters that solving by a staged part takes: the sum over its
// stages of the greatest maximum depth. Requires stages within `tables`.
uint32_t WorstCase(const Plan& plan, const PlanPart& part, const SetInfo& info,
                   absl::Span<const TableInfo> tables);
// WorstCase of Plan::staged(); 0 if there is no such part, or no valid plan.
uint32_t SummedWorstCase(const SetInfo& info, absl::Span<const TableInfo> tables);
// The same, given the parsed plan.
uint32_t SummedWorstCase(const Plan& plan, const SetInfo& info, absl::Span<const TableInfo> tables);
// The greatest maximum depth among a stage's tables. Requires tables within `tables`.
uint32_t GreatestDepth(const StageInfo& stage, absl::Span<const TableInfo> tables);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_TABLE_SET_H_
