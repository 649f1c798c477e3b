// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The loops of the retrograde search. The build compiles this file once for each instruction set,
// with the compiler's options for it. TILEBASE_AVX says which: 0 is any processor that the build
// supports; 2 is AVX2 and the extensions that came with it; 512 is AVX-512 as of Ice Lake and Zen
// 4, where one instruction permutes the bits of a word. Everything here and in the headers below is
// in an anonymous namespace, so each compilation has its own copy for its own processor.

#include "generator/retrograde/kernel.h"

#if TILEBASE_AVX == 512
#if defined(__AVX512BITALG__) && defined(__AVX512BW__) && defined(__AVX512VL__) && \
    defined(__AVX512VPOPCNTDQ__) && defined(__AVX512VBMI2__) && defined(__BMI2__)
#define TILEBASE_HAS_LOOPS
#endif
#elif TILEBASE_AVX == 2
#if defined(__AVX2__) && defined(__BMI2__) && defined(__POPCNT__)
#define TILEBASE_HAS_LOOPS
#endif
#else
#define TILEBASE_HAS_LOOPS
#endif

#ifdef TILEBASE_HAS_LOOPS
#include "generator/retrograde/kernel_bytes.h"
#include "generator/retrograde/kernel_dense.h"
#include "generator/retrograde/kernel_lines.h"
#include "generator/retrograde/kernel_packed.h"
#endif

namespace tilebase::retrograde {
namespace {

#ifdef TILEBASE_HAS_LOOPS

template <typename Lane, int kVectors>
Expanded ExpandDenseSlice(const ExpandArgs& args) {
  const bool up = args.run.up.count > 0, down = args.run.down.count > 0;
  if (up && down) return ExpandDense<Lane, kVectors, true, true>(args);
  if (up) return ExpandDense<Lane, kVectors, true, false>(args);
  if (down) return ExpandDense<Lane, kVectors, false, true>(args);
  return ExpandDense<Lane, kVectors, false, false>(args);
}

Expanded ExpandLines(const ExpandArgs& args) {
  if (args.run.layout->kind == Kind::kPacked) return ExpandLinesPacked(args);
  if (args.run.layout->lane_bits == 16) return ExpandLinesDense<uint16_t, 32 / kVectorBytes>(args);
  if (args.run.layout->lane_bits == 32) return ExpandLinesDense<uint32_t, 0>(args);
  return ExpandLinesDense<uint64_t, 0>(args);
}

void SetsLines(const SetsArgs& args) {
  if (args.run.layout->kind == Kind::kPacked) return SetsLinesPacked(args);
  if (args.run.layout->lane_bits == 16) return SetsLinesDense<uint16_t, 32 / kVectorBytes>(args);
  if (args.run.layout->lane_bits == 32) return SetsLinesDense<uint32_t, 0>(args);
  return SetsLinesDense<uint64_t, 0>(args);
}

Expanded Expand(const ExpandArgs& args) {
  if (args.run.layout->kind == Kind::kPacked) {
    const bool up = args.run.up.count > 0, down = args.run.down.count > 0;
    if (up && down) return ExpandPacked<true, true>(args);
    if (up) return ExpandPacked<true, false>(args);
    if (down) return ExpandPacked<false, true>(args);
    return ExpandPacked<false, false>(args);
  }
  if (args.run.layout->lane_bits == 16) return ExpandDenseSlice<uint16_t, 32 / kVectorBytes>(args);
  if (args.run.layout->lane_bits == 32) return ExpandDenseSlice<uint32_t, 0>(args);
  return ExpandDenseSlice<uint64_t, 0>(args);
}

void Sets(const SetsArgs& args) {
  if (args.run.layout->kind == Kind::kPacked) return SetsPacked(args);
  if (args.run.layout->lane_bits == 16) return SetsDense<uint16_t, 32 / kVectorBytes>(args);
  if (args.run.layout->lane_bits == 32) return SetsDense<uint32_t, 0>(args);
  return SetsDense<uint64_t, 0>(args);
}

constexpr Kernels kKernels = {TILEBASE_AVX == 512 ? "avx512"
                              : TILEBASE_AVX == 2 ? "avx2"
                                                  : "baseline",
                              TILEBASE_AVX == 512,
                              &Expand,
                              &Sets,
                              &ExpandLines,
                              &SetsLines,
                              &Squeeze,
                              &Spread,
                              &Strip,
                              &CountMasks,
                              &Unstrip<false>,
                              &Unstrip<true>};
constexpr const Kernels* kLoops = &kKernels;

#else

constexpr const Kernels* kLoops = nullptr;

#endif

}  // namespace

#if TILEBASE_AVX == 512
const Kernels* Avx512Kernels() { return kLoops; }
#elif TILEBASE_AVX == 2
const Kernels* Avx2Kernels() { return kLoops; }
#else
const Kernels* BaselineKernels() { return kLoops; }
#endif

}  // namespace tilebase::retrograde
