// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A plan: the stages in which a board is solved, each a set G of tiles with R = the tiles of all
// earlier stages (Bischoff et al. 2013, Algorithm 2). Written as
//
//   ladder:L            the paper's plan: 1..L, L+1..2L, ...; the last stage takes the rest
//
//   1-4/5,9,13/rest     explicit stages: tiles and ranges separated by ',', stages by '/';
//                       `rest` is every tile not yet named
//   mtm:STAGES          stages, or ladder:L, in the metric mtm: a slide of any number of tiles of a
//                       line counts as one move
//   blank10:STAGES      stages that end with the blank on cell 10, counted from 0: it has gone from
//                       the last cell up, then to the left. Only beside stages that end at home
//   pattern:7-8         a partition of the tiles into patterns (additive pattern tables): a named
//                       partition, or an explicit one, pattern:1-4/5-8/rest
//   dual:7-8            the same patterns, and the tables for dual lookups (Felner et al. 2005):
//                       each pattern again with the blank ending anywhere, and again without each
//                       of its tiles, with the blank in the tile's place
//   pattern:12x6-6-6-6  twelve partitions of a 5x5 board: twelve pattern: parts, of which a search
//                       uses those that suit its board
//   values:pairs        fitted values of all pairs of tiles (pair_values.h), to order a search by
//   bounds:equal        lower bounds by boards with equal tiles (slide_lanes.h), for shortest
//                       solutions in the metric mtm. Boards of at most 16 cells
//   PART + PART ...     several of these in one table set
//
// A stage's subproblem may be unsolvable for some boards; Algorithm 2 then moves the highest tile
// of R into G and tries again (Subproblem::Grown). So the subproblems that a plan can meet are
// known before any board is: the stage's own, and each further one as long as some entry of the
// one before cannot reach its goal. (All its entries can be met: a board may come with the tiles
// of R home.)

#ifndef TILEBASE_TABLES_PLAN_H_
#define TILEBASE_TABLES_PLAN_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "tables/geometry.h"
#include "tables/subproblem.h"
#include "tables/table_set.h"

namespace tilebase {

// A part of a plan: stages to solve by, patterns or bounds to search with, or values to order a
// search by.
struct PlanPart {
  // Canonical: "ladder:1", "1-4/5,9,13/6-8,10-12,14-15", "mtm:1-4/5-15", "blank10:1-4/5-15",
  // "mtm:blank10:1-4/5-15", "pattern:7-8", "dual:7-8", "values:pairs", "bounds:equal".
  std::string text;
  Metric metric = Metric::kMoves;
  uint8_t blank_back = 0;  // of the last stage (subproblem.h)
  size_t first_stage = 0;  // index in Plan::stages
  size_t stage_count = 0;
  size_t pattern_count = 0;  // its first stages are patterns, which partition the tiles

  bool is_dual() const { return pattern_count < stage_count && metric == Metric::kPattern; }
};

struct Plan {
  Geometry geometry;
  // Canonical: the texts of the parts joined by " + ", or pattern:Nx6-6-6-6 for its N partitions.
  std::string text;
  std::vector<PlanPart> parts;  // in order, at least one
  // The stages of all parts, in order. The goals of a staged part partition the tiles, and so do a
  // part's patterns. A pattern is {G}|{}; parts of values and of bounds are one stage of all tiles.
  std::vector<Subproblem> stages;

  // Returns the part that solving uses by default: the first staged one that ends at home. Null if
  // the plan has none.
  const PlanPart* staged() const { return StagedTo(geometry.blank_home()); }
  // Returns the first staged part that ends with the blank on this cell, in the metric of staged();
  // null if there is none.
  const PlanPart* StagedTo(int blank) const;
  // Returns whether staged() is of the metric mtm. The plan's values are then of that metric, too.
  bool IsMtm() const { return staged() != nullptr && staged()->metric == Metric::kMtm; }
  // Returns whether some part consists of patterns.
  bool HasPatterns() const;
  // The metric of the stage with this number.
  Metric MetricOf(size_t stage) const;
  // Returns the earliest stage whose tables a stage uses: itself, an equal one, or one that a
  // symmetry maps to it (PatternSymmetry, MovesSymmetry). Only patterns, and stages of parts that
  // end at home other than staged(), share by a symmetry; the rest are walked with their own
  // tables.
  size_t TablesOf(size_t stage) const;
};

// Returns a symmetry that maps the pattern `from` to the pattern `to`, and the cells where the
// blank may end for `from` to those for `to`. Placements that the symmetry maps to one another then
// have equal values. -1 if there is none. Requires IsValidPattern of both.
int PatternSymmetry(const Subproblem& from, const Subproblem& to);

// Likewise for the subproblems {from}|{} and {to}|{}. Both leave out at least two tiles, so the
// blank can go everywhere and may end anywhere.
int MovesSymmetry(Geometry geometry, CellMask from, CellMask to);

// Errors (InvalidArgument) name the stage and the tile, and what was expected.
absl::StatusOr<Plan> ParsePlan(Geometry geometry, std::string_view text);

// Returns the named partitions of a board as plans, "pattern:5-5-5", small patterns first.
std::vector<std::string> NamedPartitions(Geometry geometry);

// "4x4". Errors name the limits (2x2 to 8x8).
absl::StatusOr<Geometry> ParseGeometry(std::string_view text);
std::string ToString(Geometry geometry);

// A set of tiles as text, "1-4,9", and back; the empty set is "".
std::string TilesToString(CellMask tiles);
absl::StatusOr<CellMask> ParseTiles(Geometry geometry, std::string_view text);

// "{3,4}|{1,2}", as the paper and messages write a subproblem.
std::string ToString(const Subproblem& subproblem);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_PLAN_H_
