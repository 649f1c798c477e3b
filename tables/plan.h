// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A plan: the stages in which a board is solved, each a set G of tiles with R = the tiles of all
// earlier stages (Bischoff et al. 2013, Algorithm 2). Written as
//
//   ladder:L            the paper's plan: 1..L, L+1..2L, ...; the last stage takes what is left
//
//   1-4/5,9,13/rest     explicit stages: tiles and ranges separated by ',', stages by '/';
//                       `rest` is every tile not yet named
//   mtm:STAGES          stages, or ladder:L, in the metric mtm: a slide of any number of tiles of a
//                       line counts as one move
//   blank10:STAGES      stages that end with the blank on cell 10, counted from 0: it has gone from
//                       the last cell up, then to the left. Only beside stages that end at home
//   pattern:7-8         a partition of the tiles into patterns (additive pattern tables): one of
//                       those with a name, or explicit ones, pattern:1-4/5-8/rest
//   dual:7-8            the same, and what dual lookups need (Felner et al. 2005): each pattern
//                       also with the blank's end anywhere, and without each of its tiles, the
//                       blank in the tile's place
//   pattern:12x6-6-6-6  twelve partitions of a 5x5 board: as many pattern: parts, of which a search
//                       uses what suits its board
//   values:pairs        fitted values of all pairs of tiles (pair_values.h), to order a search by
//   PART + PART ...     several of these in one table set
//
// A stage's subproblem may be unsolvable for some boards; Algorithm 2 then moves the highest tile
// of R into G and tries again (Subproblem::Grown). Which subproblems a plan can meet is therefore
// known before any board is seen: the stage's own, and each further one as long as some entry of
// the one before cannot reach its goal. (All its entries can be met: a board may come with the
// tiles of R home.)

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

// A part of a plan: stages to solve by, patterns to search with, or values to order a search by.
struct PlanPart {
  // Canonical: "ladder:1", "1-4/5,9,13/6-8,10-12,14-15", "mtm:1-4/5-15", "blank10:1-4/5-15",
  // "mtm:blank10:1-4/5-15", "pattern:7-8", "dual:7-8", "values:pairs".
  std::string text;
  Metric metric = Metric::kMoves;
  uint8_t blank_back = 0;  // of the last stage (subproblem.h)
  size_t first_stage = 0;  // in Plan::stages
  size_t stage_count = 0;
  size_t pattern_count = 0;  // the first of its stages, which are patterns and partition the tiles

  bool is_dual() const { return pattern_count < stage_count && metric == Metric::kPattern; }
};

struct Plan {
  Geometry geometry;
  // Canonical: that of the parts, joined by " + ", or pattern:Nx6-6-6-6 for its N.
  std::string text;
  std::vector<PlanPart> parts;  // in order, at least one
  // Of all parts, in order; the goals of a staged part, and of a part's patterns, partition the
  // tiles. A pattern is {G}|{}, values are one stage of all tiles.
  std::vector<Subproblem> stages;

  // The part that solving uses unless it is told otherwise: the first staged one that ends at home.
  // Null where the plan has patterns only.
  const PlanPart* staged() const { return StagedTo(geometry.blank_home()); }
  // The first staged part that ends with the blank on this cell, in the metric of staged(); null
  // where there is none.
  const PlanPart* StagedTo(int blank) const;
  // Whether it is of the metric mtm. Its values are of that metric, too.
  bool IsMtm() const { return staged() != nullptr && staged()->metric == Metric::kMtm; }
  // Whether a part is patterns.
  bool HasPatterns() const;
  // By the stage's number.
  Metric MetricOf(size_t stage) const;
  // The earliest stage whose tables a stage uses: itself, one that is equal, or one that a symmetry
  // takes it to (PatternSymmetry, MovesSymmetry). By a symmetry only patterns and stages of parts
  // that end at home share, and not those of staged(): the others are walked as they are.
  size_t TablesOf(size_t stage) const;
};

// A symmetry that takes the pattern `from` to the pattern `to` and the part of the board where the
// blank may be at one's goal to that of the other, so that equal values belong to placements that
// the symmetry takes to one another. -1 where there is none. Requires IsValidPattern of both.
int PatternSymmetry(const Subproblem& from, const Subproblem& to);

// The same of the subproblems {from}|{} and {to}|{}, of which both leave out two tiles at least:
// the blank may go everywhere, and may be anywhere at the goal.
int MovesSymmetry(Geometry geometry, CellMask from, CellMask to);

// Errors (InvalidArgument) name the stage and the tile, and what was expected.
absl::StatusOr<Plan> ParsePlan(Geometry geometry, std::string_view text);

// The partitions of a board that have a name, as plans: "pattern:5-5-5"; small patterns first.
std::vector<std::string> NamedPartitions(Geometry geometry);

// "4x4". Errors name the limits (2x2 to 8x8).
absl::StatusOr<Geometry> ParseGeometry(std::string_view text);
std::string ToString(Geometry geometry);

// A set of tiles as text, "1-4,9", and back; the empty set is "".
std::string TilesToString(CellMask tiles);
absl::StatusOr<CellMask> ParseTiles(Geometry geometry, std::string_view text);

// "{3,4}|{1,2}", as the paper and our messages write a subproblem.
std::string ToString(const Subproblem& subproblem);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_PLAN_H_
