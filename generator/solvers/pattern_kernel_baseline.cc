// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The loop of the pattern search for any processor that the build is for.

#include "generator/solvers/pattern_kernel_impl.h"

namespace tilebase::pattern {

const Kernel* BaselineKernel() {
  static constexpr Kernel kKernel = {"baseline", &Expand};
  return &kKernel;
}

}  // namespace tilebase::pattern
