// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The loops of the retrograde search for x86-64 with AVX-512 as of Ice Lake and Zen 4, where one
// instruction permutes the bits of a word. Compile with -mavx2 -mbmi -mbmi2 -mpopcnt -mavx512f
// -mavx512bw -mavx512vl -mavx512bitalg -mavx512vpopcntdq; without these it is empty.

#include "generator/retrograde/kernel.h"

#if defined(__AVX512BITALG__) && defined(__AVX512BW__) && defined(__AVX512VL__) && \
    defined(__AVX512VPOPCNTDQ__) && defined(__BMI2__)
#include "generator/retrograde/kernel_impl.h"

namespace tilebase::retrograde {
const Kernels* Avx512Kernels() {
  static constexpr Kernels kKernels = {"avx512", true, &Expand, &Sets, &ExpandLines, &SetsLines};
  return &kKernels;
}
}  // namespace tilebase::retrograde

#else

namespace tilebase::retrograde {
const Kernels* Avx512Kernels() { return nullptr; }
}  // namespace tilebase::retrograde

#endif
