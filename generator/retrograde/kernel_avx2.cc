// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The loops of the retrograde search for x86-64 with AVX2. Compile with
// -mavx2 -mbmi -mbmi2 -mpopcnt; without these it is empty.

#include "generator/retrograde/kernel.h"

#if defined(__AVX2__) && defined(__BMI2__) && defined(__POPCNT__)
#include "generator/retrograde/kernel_impl.h"

namespace tilebase::retrograde {
const Kernels* Avx2Kernels() {
  static constexpr Kernels kKernels = {"avx2", false, &Expand, &Sets, &ExpandLines, &SetsLines};
  return &kKernels;
}
}  // namespace tilebase::retrograde

#else

namespace tilebase::retrograde {
const Kernels* Avx2Kernels() { return nullptr; }
}  // namespace tilebase::retrograde

#endif
