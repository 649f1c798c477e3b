// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Makes the compact form of a table set (docs/format.md, section 12) for EmbeddedWalk.

#ifndef TILEBASE_TOOLS_EXPORT_EMBED_H_
#define TILEBASE_TOOLS_EXPORT_EMBED_H_

#include <string>

#include "absl/status/statusor.h"
#include "runtime/lookup/policy_set.h"

namespace tilebase {

// A stage keeps one of its tables, and *detours*: written-out solutions of the boards that this
// table alone would not solve by exactly the set's actions. It keeps the table that is smallest
// together with its detours. A grown table with thousands of entries often exists for only a dozen
// boards.
//
// Cost: one walk for each entry of a stage's own table and each of its tables, if it has more than
// one. Errors: InvalidArgument if a stage does not fit the form; DataLoss if the tables do not lead
// to the goal.
absl::StatusOr<std::string> EncodeCompactForm(const PolicySet& set);

// Returns the form as a C source file (C99 and C++): an array of that name, and its size as
// NAME_size.
std::string CompactFormSource(const std::string& form, const std::string& name,
                              const std::string& comment);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_EXPORT_EMBED_H_
