// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Plans with a name, for those who do not want to choose one: `tilebase build --plan small`. A name
// is replaced by its plan before anything reads it, so a table set always says the plan itself.

#ifndef TILEBASE_TOOLS_PLANS_PRESETS_H_
#define TILEBASE_TOOLS_PLANS_PRESETS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "tables/geometry.h"

namespace tilebase {

struct Preset {
  Geometry geometry;
  const char* name;
  const char* plan;
};

// By board, small ones first.
absl::Span<const Preset> Presets();

// The plan of the board's preset of this name; a text that is not a single word of letters, or is
// `rest`, as it is. Errors: InvalidArgument for other words, with the board's presets.
absl::StatusOr<std::string> ExpandPreset(Geometry geometry, const std::string& text);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_PLANS_PRESETS_H_
