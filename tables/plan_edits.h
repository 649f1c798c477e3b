// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Plans made from other plans.

#ifndef TILEBASE_TABLES_PLAN_EDITS_H_
#define TILEBASE_TABLES_PLAN_EDITS_H_

#include "absl/status/statusor.h"
#include "tables/plan.h"

namespace tilebase {

// The plan with its stages, and so its values, in the metric mtm. Leaves out patterns, which are of
// single slides, and parts that become equal to an earlier one. Has no parts if none is left.
Plan InMtm(const Plan& plan);

// The plan with the stages of plan.staged(), which it must have, once more: to end with the blank
// on `cell`, of which plan.h says what it may be. Returns an equal plan if it has them already.
// Errors: InvalidArgument if the last stage cannot end there.
absl::StatusOr<Plan> WithBlankEnd(const Plan& plan, int cell);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_PLAN_EDITS_H_
