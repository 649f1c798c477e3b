// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// V and the policy of a subproblem as a picture. A state is where the tiles and the blank are: the
// picture has a small board for each cell that the highest tile of G may be on (the other tiles of
// G are home), placed where that cell is, and on it a field for each cell of the blank. The colour
// of the field is the value, the arrow points where the blank goes next (the tile that is there
// slides the other way).

#ifndef TILEBASE_TOOLS_CHARTS_SUBPROBLEM_PICTURE_H_
#define TILEBASE_TOOLS_CHARTS_SUBPROBLEM_PICTURE_H_

#include <stdint.h>

#include <string>
#include <vector>

#include "generator/solver.h"
#include "tables/subproblem.h"

namespace tilebase {

enum class PictureOf { kValues, kPolicy };

// values[rank] = V; gamma as V was computed with. Of several optimal actions the lowest-numbered is
// drawn solid, and the others faint.
std::string DrawSubproblem(const Subproblem& subproblem, const std::vector<double>& values,
                           double gamma, const Solution& solution, PictureOf what);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_CHARTS_SUBPROBLEM_PICTURE_H_
