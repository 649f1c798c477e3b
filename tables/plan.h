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

namespace tilebase {

struct Plan {
  Geometry geometry;
  std::string text;                // canonical: "ladder:1" or "1-4/5,9,13/6-8,10-12,14-15"
  std::vector<Subproblem> stages;  // in order; their goals partition the tiles
};

// Errors (InvalidArgument) name the stage and the tile, and what was expected.
absl::StatusOr<Plan> ParsePlan(Geometry geometry, std::string_view text);

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
