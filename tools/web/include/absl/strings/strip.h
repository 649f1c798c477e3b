// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Beginnings taken off (see absl/strings/string_view.h).

#ifndef ABSL_STRINGS_STRIP_H_
#define ABSL_STRINGS_STRIP_H_

#include "absl/strings/string_view.h"

namespace absl {

inline bool ConsumePrefix(string_view* text, string_view prefix) {
  if (!text->starts_with(prefix)) return false;
  text->remove_prefix(prefix.size());
  return true;
}

}  // namespace absl

#endif  // ABSL_STRINGS_STRIP_H_
