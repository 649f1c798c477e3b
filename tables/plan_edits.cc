// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/plan_edits.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "tables/error.h"

namespace tilebase {
namespace {

bool HasPart(const Plan& plan, const std::string& text) {
  return std::any_of(plan.parts.begin(), plan.parts.end(),
                     [&](const PlanPart& part) { return part.text == text; });
}

// Adds a part, with its stages from the plan `from`.
void AddPart(PlanPart part, const Plan& from, Plan* plan) {
  const auto first = from.stages.begin() + static_cast<ptrdiff_t>(part.first_stage);
  part.first_stage = plan->stages.size();
  plan->stages.insert(plan->stages.end(), first, first + static_cast<ptrdiff_t>(part.stage_count));
  absl::StrAppend(&plan->text, plan->text.empty() ? "" : " + ", part.text);
  plan->parts.push_back(std::move(part));
}

}  // namespace

Plan InMtm(const Plan& plan) {
  Plan changed;
  changed.geometry = plan.geometry;
  for (PlanPart part : plan.parts) {
    if (part.metric == Metric::kPattern) continue;
    if (part.metric == Metric::kMoves) {
      part.metric = Metric::kMtm;
      part.text.insert(0, "mtm:");
    }
    if (!HasPart(changed, part.text)) AddPart(std::move(part), plan, &changed);
  }
  return changed;
}

absl::StatusOr<Plan> WithBlankEnd(const Plan& plan, int cell) {
  PlanPart part = *plan.staged();
  absl::string_view stages = part.text;
  const bool mtm = absl::ConsumePrefix(&stages, "mtm:");
  part.text = absl::StrCat(mtm ? "mtm:" : "", "blank", cell, ":", stages);
  part.blank_back = static_cast<uint8_t>(plan.geometry.blank_home() - cell);
  if (HasPart(plan, part.text)) return plan;
  Plan changed = plan;
  AddPart(std::move(part), plan, &changed);
  Subproblem& last = changed.stages.back();
  last.blank_back = changed.parts.back().blank_back;
  if (last.IsValid()) return changed;
  return MakeError(
      absl::StatusCode::kInvalidArgument,
      {.where = absl::StrCat("plan '", changed.parts.back().text, "'"),
       .what = absl::StrCat("the last stage is ", TilesToString(last.goal)),
       .expected = absl::StrCat("one with ", TilesToString(last.slid()),
                                ", which lie elsewhere with the blank on ", last.end_blank())});
}

}  // namespace tilebase
