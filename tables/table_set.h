// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What a table set says of itself, in memory: the twins of the records in docs/format.md. Writers
// fill these in; readers hand them out after every field has been checked, and the rules below.

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

// What an action costs.
enum class Metric : uint8_t {
  kMoves = 0,    // every action costs 1
  kPattern = 1,  // only moves of G's tiles cost: an additive pattern table (ranking.h)
  kValue = 2,    // an estimate of the moves that a board needs: a value table (pair_values.h)
  kMtm = 3,      // a slide of any number of tiles of a line costs 1: the multi-tile metric
};

// "moves", "pattern", "value", "mtm".
const char* Name(Metric metric);
// Whether boards are solved by tables of this metric, stage by stage.
constexpr bool HasStages(Metric metric) {
  return metric == Metric::kMoves || metric == Metric::kMtm;
}

// The entries of a subproblem's table, and its states as the literature counts them: of a pattern
// the placements of G in both cases, of values the placements of all pairs of tiles. 0 where that
// does not fit in 64 bits.
uint64_t EntryCount(const Subproblem& subproblem, Metric metric);
uint64_t StateCount(const Subproblem& subproblem, Metric metric);

// Whether a table of this metric can be of the subproblem.
constexpr bool IsValid(const Subproblem& subproblem, Metric metric) {
  return metric == Metric::kPattern ? subproblem.IsValidPattern() : subproblem.IsValid();
}

// What an entry holds (entry.h).
enum class EntryKind : uint8_t {
  kPolicy = 0,           // two bits an entry; every entry is reachable
  kPolicyReachable = 1,  // the same, then a plane of one bit an entry: reachable or not
  kExcess = 2,           // four bits an entry; every entry is reachable. Of pattern tables
  kNumber = 3,           // a byte an entry; every entry is reachable. Of value tables
  kSlide = 4,            // four bits an entry: the slide, or why there is none. Of metric mtm
};

// The kind of a metric's tables. Of policies it tells whether every entry is reachable; the entries
// of other metrics always are.
EntryKind KindOf(Metric metric, bool all_reachable);

// How a block is stored.
enum class Codec : uint8_t {
  kRaw = 0,   // as decoded: mapped and read in place
  kZstd = 1,  // one zstd frame a block
};

// How well values fit boards that they were not fitted to: all positions of solutions, those of
// which so many moves are left as belong to a band. A value table has table_record::kFitBands.
struct FitBand {
  uint32_t positions = 0;
  int32_t bias = 0;        // mean of (moves left - value), in 1/65536 of a move
  uint32_t deviation = 0;  // standard deviation of that, likewise

  friend bool operator==(const FitBand&, const FitBand&) = default;
};
// Moves left that a band spans: band i has those from i * span on, the last one all others.
constexpr int FitBandSpan(Geometry geometry) { return geometry.cells() / 2; }

struct TableInfo {
  Subproblem subproblem;
  Metric metric = Metric::kMoves;
  EntryKind kind = EntryKind::kPolicy;
  Codec codec = Codec::kZstd;
  uint64_t states = 0;              // StateCount(subproblem, metric)
  uint64_t entries = 0;             // EntryCount(subproblem, metric)
  uint64_t reachable = 0;           // sum of the histogram
  std::vector<uint64_t> histogram;  // entries by depth; of a pattern, by value; of values, by byte
  std::vector<FitBand> fit;         // of values, by moves left; else empty
  uint64_t content_hash = 0;        // XXH3 of the decoded content, all planes
  uint64_t stored_bytes = 0;        // of the blocks as stored

  int max_depth() const { return static_cast<int>(histogram.size()) - 1; }
  double mean_depth() const;  // over the reachable entries
};

// "table {3-4}|{1-2}": as errors call it.
std::string TableName(const TableInfo& table);

// One stage of the plan, or one pattern. A stage's tables follow one another in the set: its own
// subproblem, then each one grown from the one before (plan.h). A pattern has one table. Stages
// that are equal, and patterns that a symmetry takes to one another, share tables.
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

// The rules that hold for a table by itself, and for a set as a whole: the tables are exactly those
// that the plan can meet (plan.h), in order. Returns the plan. Errors: DataLoss, naming the table
// and the rule.
absl::Status CheckTable(const TableInfo& table);
absl::StatusOr<Plan> CheckTableSet(const SetInfo& info, absl::Span<const TableInfo> tables);
// The most letters that solving by a staged part takes: the sum over its stages of the greatest
// maximum depth. Requires stages within `tables`.
uint32_t WorstCase(const Plan& plan, const PlanPart& part, const SetInfo& info,
                   absl::Span<const TableInfo> tables);
// That of Plan::staged(); 0 where there is none, or no sound plan.
uint32_t SummedWorstCase(const SetInfo& info, absl::Span<const TableInfo> tables);
// The same for a plan that has been parsed.
uint32_t SummedWorstCase(const Plan& plan, const SetInfo& info, absl::Span<const TableInfo> tables);
// The greatest maximum depth among a stage's tables. Requires tables within `tables`.
uint32_t GreatestDepth(const StageInfo& stage, absl::Span<const TableInfo> tables);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_TABLE_SET_H_
