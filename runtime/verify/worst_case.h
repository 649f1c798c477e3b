// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Finds the joined worst case of a set (docs/format.md, section 3.1) once more, and a board that
// takes it. Shares no code with what wrote it.

#ifndef TILEBASE_RUNTIME_VERIFY_WORST_CASE_H_
#define TILEBASE_RUNTIME_VERIFY_WORST_CASE_H_

#include <stdint.h>

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/verify/verify.h"
#include "tables/table_source.h"

namespace tilebase {

struct WorstCaseFound {
  uint32_t actions = 0;
  uint32_t slides = 0;         // of the metric mtm; else 0
  std::vector<uint8_t> board;  // whose solution takes so many actions, a byte a cell
};

// Follows all entries of the first staged part that ends at home back from the goals. Requires
// source.plan().staged(). Errors: DataLoss where a stage grows, the entries of a table do not lead
// to its goal from every state, or the walk is longer than its greatest depth; those of
// TableSource::ReadTable; ResourceExhausted. Memory: a decoded table, unless it is raw.
absl::StatusOr<WorstCaseFound> FindWorstCase(const TableSource& source,
                                             const VerifyOptions& options);

// Whether the file's joined worst case is the one found. Files of version 1 have none. Errors:
// DataLoss, and those of FindWorstCase. Sets *found where it is not null and the file has one.
absl::Status VerifyWorstCase(const TableSource& source, const VerifyOptions& options,
                             WorstCaseFound* found);

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_VERIFY_WORST_CASE_H_
