// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/plans/presets.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "generator/plans/plan_search.h"
#include "generator/values/value_fit.h"
#include "runtime/any/window_tables.h"
#include "tables/plan.h"
#include "tables/values/fitted_values.h"

namespace tilebase {
namespace {

// Chosen by hand from the front of plans (plan_front.h). docs/manifests.json has the hashes of
// their tables.
struct ChosenPreset {
  Geometry geometry;
  const char* name;
  const char* plan;
};
constexpr ChosenPreset kChosen[] = {
    {{4, 4}, "tiny", "1-4/5,9,13/rest + pattern:5-5-5"},
    {{4, 4}, "small", "1-5/rest + 1-4,8/rest + values:pairs + pattern:5-5-5"},
    {{4, 4}, "medium", "1-4/rest + 1-5/rest + 1-4,8/rest + values:pairs + pattern:6-6-3"},
    {{4, 4}, "large", "1-5,9,13/rest + 1-5/rest + 1-4,8/rest + values:pairs + pattern:6-6-3"},
    {{4, 4}, "fitted", "1-4/5,9,13/rest + values:pairs"},
    {{4, 4}, "shortest", "1-4/5,9,13/rest + values:pairs + pattern:7-8"},
    {{5, 5}, "tiny", "1-3/4-5,10/6-9/11,16,21/12,17,22/rest + pattern:4-4-4-4-4-4"},
    {{5, 5},
     "small",
     "1-5/6-10/11,16,21/12,17,22/rest + 1-5/6,11,16,21/7-10/12,17,22/rest + values:pairs + "
     "pattern:5-5-5-5-4"},
    {{5, 5},
     "medium",
     "1-5/6-10/11,16,21/rest + 1-5/6,11,16,21/7-10/rest + values:pairs + pattern:6-6-6-6"},
    {{5, 5}, "fitted", "1-3/4-5,10/6-9/11,16,21/12,17,22/rest + values:pairs"},
};

// Presets by rule (PeeledPlan), and `fitted`: the stages of `tiny`, and values. A stage of `tiny`
// has at most 2 million entries: 10 cells are one stage.
struct PresetRule {
  const char* name;
  uint64_t most_entries;
};
constexpr PresetRule kRules[] = {
    {"tiny", 2'000'000},
    {"small", 30'000'000},
    {"medium", 250'000'000},
};

// The files of these two decode in a few hundredths of a second.
Packing PackingOf(absl::string_view preset) {
  return preset == "tiny" || preset == "fitted" ? Packing::kSmall : Packing::kQuick;
}

bool IsWord(absl::string_view text) {
  return !text.empty() && text != "rest" &&
         std::all_of(text.begin(), text.end(), absl::ascii_isalpha);
}

std::vector<std::string> PartsOf(absl::string_view text) {
  std::vector<std::string> parts;
  for (const absl::string_view part : absl::StrSplit(text, '+'))
    parts.emplace_back(absl::StripAsciiWhitespace(part));
  return parts;
}

}  // namespace

std::vector<Preset> PresetsOf(Geometry geometry) {
  std::vector<Preset> presets;
  for (const ChosenPreset& chosen : kChosen)
    if (chosen.geometry == geometry)
      presets.push_back({chosen.name, chosen.plan, PackingOf(chosen.name)});
  if (!presets.empty()) return presets;
  for (const PresetRule& rule : kRules)
    presets.push_back(
        {rule.name, PlanText(PeeledPlan(geometry, rule.most_entries)), PackingOf(rule.name)});
  // A plan of one stage has shortest solutions already, so it needs no values.
  if (ValueSolver::CanFit(geometry, false) &&
      PeeledPlan(geometry, kRules[0].most_entries).size() > 1)
    presets.push_back({"fitted", presets[0].plan + " + values:pairs", PackingOf("fitted")});
  return presets;
}

const char* DefaultPreset(Geometry geometry, bool whole_lines) {
  return HasFittedValues(geometry, whole_lines) ? "fitted" : "tiny";
}

absl::StatusOr<ExpandedPlan> ExpandPresets(Geometry geometry, const std::string& text) {
  const std::vector<std::string> written = PartsOf(text);
  if (std::none_of(written.begin(), written.end(), IsWord)) return ExpandedPlan{text};
  std::vector<Preset> presets = PresetsOf(geometry);
  if (geometry == Geometry{kWindowSide, kWindowSide})
    presets.push_back({"any", kWindowPlan, Packing::kSmall});
  Packing packing = Packing::kSmall;
  std::vector<std::string> parts;
  for (const std::string& part : written) {
    if (!IsWord(part)) {
      if (std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(part);
      continue;
    }
    const auto preset = std::find_if(presets.begin(), presets.end(),
                                     [&](const Preset& each) { return each.name == part; });
    if (preset == presets.end())
      return absl::InvalidArgumentError(absl::StrCat(
          "plan '", text, "': no preset is named ", part, "; expected ",
          absl::StrJoin(presets, ", ",
                        [](std::string* out, const Preset& each) { out->append(each.name); }),
          " (see 'tilebase plan --presets'), ladder:L, stages such as 1-4/rest, or "
          "pattern:PATTERNS"));
    if (preset->packing == Packing::kQuick) packing = Packing::kQuick;
    for (const std::string& own : PartsOf(preset->plan))
      if (std::find(parts.begin(), parts.end(), own) == parts.end()) parts.push_back(own);
  }
  return ExpandedPlan{absl::StrJoin(parts, " + "), packing};
}

std::optional<FittingPreset> LargestPresetWithin(Geometry geometry, const BuildOptions& options,
                                                 uint64_t memory, uint64_t disk) {
  std::optional<FittingPreset> largest;
  for (const Preset& preset : PresetsOf(geometry)) {
    const absl::StatusOr<Plan> plan = ParsePlan(geometry, preset.plan);
    if (!plan.ok()) continue;
    const absl::StatusOr<BuildEstimate> estimate = EstimateBuild(*plan, options);
    if (estimate.ok() && estimate->FitsMemory(memory) && estimate->FitsDisk(disk) &&
        (!largest.has_value() ||
         estimate->output_bytes_at_least > largest->estimate.output_bytes_at_least))
      largest = FittingPreset{preset.name, *estimate};
  }
  return largest;
}

}  // namespace tilebase
