// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A text, as payloads of a Status hold it (see absl/strings/string_view.h).

#ifndef ABSL_STRINGS_CORD_H_
#define ABSL_STRINGS_CORD_H_

#include <string>
#include <utility>

#include "absl/strings/string_view.h"

namespace absl {

class Cord {
 public:
  explicit Cord(string_view text) : text_(text) {}
  explicit operator std::string() const { return text_; }

 private:
  std::string text_;
};

}  // namespace absl

#endif  // ABSL_STRINGS_CORD_H_
