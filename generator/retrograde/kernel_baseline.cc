// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The loops of the retrograde search for any processor that the build is for.

#include "generator/retrograde/kernel_impl.h"

namespace tilebase::retrograde {

const Kernels* BaselineKernels() {
  static constexpr Kernels kKernels = {"baseline", false, &Expand, &Sets, &ExpandLines, &SetsLines};
  return &kKernels;
}

}  // namespace tilebase::retrograde
