// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/plans/presets.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "tables/plan.h"

namespace tilebase {
namespace {

constexpr Preset kPresets[] = {
    {{4, 4}, "tiny", "1-4/5,9,13/rest + pattern:5-5-5"},
    {{4, 4}, "small", "1-5/rest + 1-4,8/rest + pattern:5-5-5"},
    {{4, 4}, "medium", "1-4/rest + 1-5/rest + 1-4,8/rest + pattern:6-6-3"},
    {{4, 4}, "large", "1-5,9,13/rest + 1-5/rest + 1-4,8/rest + pattern:6-6-3"},
    {{5, 5}, "tiny", "1-3/4-5,10/6-9/11,16,21/12,17,22/rest + pattern:4-4-4-4-4-4"},
    {{5, 5},
     "small",
     "1-5/6-10/11,16,21/12,17,22/rest + 1-5/6,11,16,21/7-10/12,17,22/rest + pattern:5-5-5-5-4"},
    {{5, 5}, "medium", "1-5/6-10/11,16,21/rest + 1-5/6,11,16,21/7-10/rest + pattern:6-6-6-6"},
};

}  // namespace

absl::Span<const Preset> Presets() { return kPresets; }

absl::StatusOr<std::string> ExpandPreset(Geometry geometry, const std::string& text) {
  if (text.empty() || text == "rest" || !std::all_of(text.begin(), text.end(), absl::ascii_isalpha))
    return text;
  std::string names;
  for (const Preset& preset : kPresets) {
    if (!(preset.geometry == geometry)) continue;
    if (text == preset.name) return std::string(preset.plan);
    absl::StrAppend(&names, names.empty() ? "" : ", ", preset.name);
  }
  if (names.empty()) names = absl::StrCat("none on ", ToString(geometry));
  return absl::InvalidArgumentError(absl::StrCat(
      "plan '", text, "': no preset of this name; presets: ", names,
      ", see 'tilebase plan --presets'; or expected ladder:L, stages such as 1-4/rest, or "
      "pattern:PATTERNS"));
}

}  // namespace tilebase
