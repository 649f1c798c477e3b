// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Named plans, for people who do not want to choose one: `tilebase build --plan small`. Every board
// has `tiny` (made in seconds, never over 10 million entries), `small` and `medium`. The presets of
// 4x4 and 5x5 were chosen by hand; the others follow a rule, which gives a board that is small
// enough a single table. Boards of up to 25 cells that need several stages, 6x6 and 7x7 also have
// `fitted`: `tiny` with values for short solutions (docs/values.md). In no preset does a stage
// grow. 4x4 also has `any`, the tables of windows that serve boards of all sizes
// (runtime/any/window_tables.h).
//
// A name is replaced by its plan before anything reads it, so a table set always contains the plan
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
  Packing packing;  // for its file: quick if the file would take long to open
};

// Returns the board's presets, small ones first.
std::vector<Preset> PresetsOf(Geometry geometry);

// Returns the preset that `tilebase build` makes without --plan: `fitted` if the program has its
// values, so that nobody waits for a fit; otherwise `tiny`.
const char* DefaultPreset(Geometry geometry, bool whole_lines);

struct ExpandedPlan {
  std::string text;
  Packing packing = Packing::kSmall;  // quick if it is quick in any of the presets
};
// Replaces the names of presets in a text by their plans, in any of its parts: "tiny", "tiny +
// pattern:6-6-3". A part that occurs twice then stays once. Errors: InvalidArgument for a word that
// is no preset's name; the message lists the board's presets.
absl::StatusOr<ExpandedPlan> ExpandPresets(Geometry geometry, const std::string& text);

struct FittingPreset {
  std::string name;
  BuildEstimate estimate;
};
// Returns the board's preset with the largest file, by estimate, that fits in this much free memory
// and disk; 0 means unknown and counts as enough.
std::optional<FittingPreset> LargestPresetWithin(Geometry geometry, const BuildOptions& options,
                                                 uint64_t memory, uint64_t disk);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_PLANS_PRESETS_H_
