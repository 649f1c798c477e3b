// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Opens a table set for a command: everything is checked, the content of its policies too. Pattern
// tables are left alone: who uses them checks them.

#ifndef TILEBASE_TOOLS_COMMON_OPEN_SET_H_
#define TILEBASE_TOOLS_COMMON_OPEN_SET_H_

#include <stdint.h>

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "runtime/answering_set.h"
#include "runtime/lookup/policy_set.h"

namespace tilebase {

absl::StatusOr<std::unique_ptr<PolicySet>> OpenSet(const std::string& path);
// The same, for answers with effort. `memory_bytes`: most bytes of decoded tables; where that is
// less than they need, blocks are decoded, and checked, when an answer needs them.
absl::StatusOr<std::unique_ptr<AnsweringSet>> OpenAnsweringSet(const std::string& path,
                                                               uint64_t memory_bytes = UINT64_MAX);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_OPEN_SET_H_
