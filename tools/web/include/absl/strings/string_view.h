// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The files in this folder are the part of Abseil that tables/ and runtime/ use, for WebAssembly,
// for which Debian has no Abseil. Names and meanings are Abseil's. What nobody uses is not here.

#ifndef ABSL_STRINGS_STRING_VIEW_H_
#define ABSL_STRINGS_STRING_VIEW_H_

#include <string_view>

namespace absl {
using std::string_view;
}

#endif  // ABSL_STRINGS_STRING_VIEW_H_
