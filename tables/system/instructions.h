// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Tests whether the processor has the instruction sets that loops are compiled for.

#ifndef TILEBASE_TABLES_SYSTEM_INSTRUCTIONS_H_
#define TILEBASE_TABLES_SYSTEM_INSTRUCTIONS_H_

namespace tilebase {

// AVX2 and the extensions that came with it.
inline bool HasAvx2() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#else
  return false;
#endif
}

// AVX-512 as of Ice Lake and Zen 4.
inline bool HasAvx512() {
#if defined(__x86_64__)
  return HasAvx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bitalg") &&
         __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512vbmi") &&
         __builtin_cpu_supports("avx512vbmi2");
#else
  return false;
#endif
}

}  // namespace tilebase

#endif  // TILEBASE_TABLES_SYSTEM_INSTRUCTIONS_H_
