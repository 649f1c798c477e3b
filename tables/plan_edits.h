// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Plans made from other plans.

#ifndef TILEBASE_TABLES_PLAN_EDITS_H_
#define TILEBASE_TABLES_PLAN_EDITS_H_

#include "absl/status/statusor.h"
#include "tables/plan.h"

namespace tilebase {

// Returns the plan with its stages, and so its values, in the metric mtm. Leaves out patterns,
// which count single slides, and parts that become equal to an earlier one. The result may have no
// parts.
Plan InMtm(const Plan& plan);

// Returns the plan with one more part: the stages of plan.staged(), which it must have, ending with
// the blank on `cell` (plan.h says which cells are allowed). Returns an equal plan if it has that
// part already. Errors: InvalidArgument if the last stage cannot end there.
absl::StatusOr<Plan> WithBlankEnd(const Plan& plan, int cell);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_PLAN_EDITS_H_
