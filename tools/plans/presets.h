// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Plans with a name, for those who do not want to choose one: `tilebase build --plan small`. Every
// board has `tiny` (made in seconds, never over 10 million entries), `small` and `medium`. Those of
// 4x4 and 5x5 were chosen by hand; the others follow a rule, by which a board that is small enough
// has one table for the whole of it. Boards of up to 25 cells that need several stages, 6x6 and
// 7x7 have `fitted` too: `tiny` with values for short solutions (docs/values.md). In no preset does
// a stage grow. 4x4 also has `any`, the tables of windows that serve boards of all sizes
// (runtime/any/window_tables.h).
//
// A name is replaced by its plan before anything reads it, so a table set always says the plan
// itself.

#ifndef TILEBASE_TOOLS_PLANS_PRESETS_H_
#define TILEBASE_TOOLS_PLANS_PRESETS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "generator/build.h"
#include "tables/codec/codec.h"
#include "tables/geometry.h"

namespace tilebase {

struct Preset {
  std::string name;
  std::string plan;
  Packing packing;  // what its file is built with: quick for all that would take long to open
};

// The board's presets, small ones first.
std::vector<Preset> PresetsOf(Geometry geometry);

// The name of the preset that `tilebase build` makes if it is given no plan: `fitted` if the
// program has its values, so that nobody waits for them; otherwise `tiny`.
const char* DefaultPreset(Geometry geometry, bool whole_lines);

struct ExpandedPlan {
  std::string text;
  Packing packing = Packing::kSmall;  // quick where it is that of any preset
};
// The text with the names of presets replaced by their plans, in any of its parts: "tiny",
// "tiny + pattern:6-6-3". A part that a preset has in common with another part stays once. Errors:
// InvalidArgument for a word that is no preset's name, with the board's presets.
absl::StatusOr<ExpandedPlan> ExpandPresets(Geometry geometry, const std::string& text);

struct FittingPreset {
  std::string name;
  BuildEstimate estimate;
};
// The board's preset with the largest file, by estimate, for which so much free memory and disk is
// enough; 0: unknown, taken to be enough.
std::optional<FittingPreset> LargestPresetWithin(Geometry geometry, const BuildOptions& options,
                                                 uint64_t memory, uint64_t disk);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_PLANS_PRESETS_H_
