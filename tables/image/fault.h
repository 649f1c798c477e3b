// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// An error as a value, for code with neither a heap nor absl::Status: its kind, and a text that
// says what was expected and what was found. On a host it becomes an absl::Status with the same
// text.
//
// Freestanding: no heap, no library beyond <stdint.h>.

#ifndef TILEBASE_TABLES_IMAGE_FAULT_H_
#define TILEBASE_TABLES_IMAGE_FAULT_H_

#include <stdint.h>

#include "tables/short_text.h"

namespace tilebase {

enum class FaultKind : uint8_t {
  kNone,
  kForeign,  // not what was asked for (FailedPrecondition)
  kNewer,    // a newer version, or for another kind of machine or reader (Unimplemented)
  kDamaged,  // truncated, extended or changed (DataLoss)
};

struct Fault {
  FaultKind kind = FaultKind::kNone;
  ShortText message;

  // Begins the message. Call once for each fault.
  constexpr ShortText& Set(FaultKind what) {
    kind = what;
    return message;
  }
  constexpr ShortText& Damaged() { return Set(FaultKind::kDamaged); }
  constexpr bool ok() const { return kind == FaultKind::kNone; }
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_IMAGE_FAULT_H_
