// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// An error as a value where there is neither a heap nor absl::Status: what kind it is, and a text
// that says what was expected and what was found. On a host it becomes an absl::Status with the
// same text.
//
// Freestanding: no heap, no library beyond <stdint.h>.

#ifndef TILEBASE_TABLES_IMAGE_FAULT_H_
#define TILEBASE_TABLES_IMAGE_FAULT_H_

#include <stdint.h>

#include "tables/short_text.h"

namespace tilebase {

enum class FaultKind : uint8_t {
  kNone,
  kForeign,  // something else than was asked for (FailedPrecondition)
  kNewer,    // of a newer version, for another kind of machine or reader (Unimplemented)
  kDamaged,  // truncated, extended or changed (DataLoss)
};

struct Fault {
  FaultKind kind = FaultKind::kNone;
  ShortText message;

  // Begins the message. A fault is set once.
  constexpr ShortText& Set(FaultKind what) {
    kind = what;
    return message;
  }
  constexpr ShortText& Damaged() { return Set(FaultKind::kDamaged); }
  constexpr bool ok() const { return kind == FaultKind::kNone; }
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_IMAGE_FAULT_H_
