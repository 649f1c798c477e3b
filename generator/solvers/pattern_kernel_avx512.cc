// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The loop of the pattern search for x86-64 with AVX-512 as of Ice Lake and Zen 4. Compile with the
// options of retrograde/kernel_avx512.cc; without these it is empty.

#include "generator/solvers/pattern_kernel.h"

#if defined(__AVX512BITALG__) && defined(__AVX512BW__) && defined(__AVX512VL__) && \
    defined(__AVX512VPOPCNTDQ__) && defined(__BMI2__)
#include "generator/solvers/pattern_kernel_impl.h"

namespace tilebase::pattern {
const Kernel* Avx512Kernel() {
  static constexpr Kernel kKernel = {"avx512", &Expand};
  return &kKernel;
}
}  // namespace tilebase::pattern

#else

namespace tilebase::pattern {
const Kernel* Avx512Kernel() { return nullptr; }
}  // namespace tilebase::pattern

#endif
