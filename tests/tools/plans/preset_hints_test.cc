// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Hints lead home on 2,000 boards of every small preset, and so do probes where the set says so.
//
// The large presets take minutes to build; only `tools/test --all` runs them, with 10,000 boards
// each.

#include <gtest/gtest.h>

#include <string>

#include "tables/plan.h"
#include "tests/runtime/board_by_board.h"
#include "tools/plans/presets.h"

namespace tilebase {
namespace {

// The part of its plan that a preset solves by; hints know nothing of the others.
std::string StagedPart(Geometry geometry, const Preset& preset) {
  return ParsePlan(geometry, preset.plan)->staged()->text;
}

uint64_t Entries(Geometry geometry, const std::string& plan) {
  const absl::StatusOr<Plan> parsed = ParsePlan(geometry, plan);
  uint64_t entries = 0;
  for (const Subproblem& stage : parsed->stages) entries += EntryCount(stage, Metric::kMoves);
  return entries;
}

void ExpectPresetsLeadHome(bool large) {
  constexpr int kSmallCells = 16;
  constexpr uint64_t kSmallEntries = uint64_t{1} << 22;
  for (uint8_t width = 2; width <= 8; ++width)
    for (uint8_t height = 2; height <= 8; ++height) {
      const Geometry geometry = {width, height};
      for (const Preset& preset : PresetsOf(geometry)) {
        const std::string plan = StagedPart(geometry, preset);
        const bool small =
            geometry.cells() <= kSmallCells && Entries(geometry, plan) <= kSmallEntries;
        if (small != large) ExpectBoardsGetHome(ToString(geometry), plan);
      }
    }
}

TEST(PresetHintsTest, SmallPresetsLeadHome) { ExpectPresetsLeadHome(false); }
TEST(PresetHintsTest, DISABLED_LargePresetsLeadHome) { ExpectPresetsLeadHome(true); }

}  // namespace
}  // namespace tilebase
