// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The inner loops of the retrograde search, to be included by one file per instruction set, which
// then names Expand and Sets in its Kernels. Everything here and in the headers below is in an
// anonymous namespace: each file has its own copy, compiled for its own processor.

#ifndef TILEBASE_GENERATOR_RETROGRADE_KERNEL_IMPL_H_
#define TILEBASE_GENERATOR_RETROGRADE_KERNEL_IMPL_H_

#include "generator/retrograde/kernel.h"
#include "generator/retrograde/kernel_dense.h"
#include "generator/retrograde/kernel_lines.h"
#include "generator/retrograde/kernel_packed.h"

namespace tilebase::retrograde {
namespace {

template <typename Lane, int kVectors>
Expanded ExpandDenseSlice(const ExpandArgs& args) {
  const bool up = args.moves->up.exists, down = args.moves->down.exists;
  if (up && down) return ExpandDense<Lane, kVectors, true, true>(args);
  if (up) return ExpandDense<Lane, kVectors, true, false>(args);
  if (down) return ExpandDense<Lane, kVectors, false, true>(args);
  return ExpandDense<Lane, kVectors, false, false>(args);
}

Expanded ExpandLines(const ExpandArgs& args) {
  if (args.layout->kind == Kind::kPacked) return ExpandLinesPacked(args);
  if (args.layout->lane_bits == 16) return ExpandLinesDense<uint16_t, 32 / kVectorBytes>(args);
  if (args.layout->lane_bits == 32) return ExpandLinesDense<uint32_t, 0>(args);
  return ExpandLinesDense<uint64_t, 0>(args);
}

void SetsLines(const SetsArgs& args) {
  if (args.layout->kind == Kind::kPacked) return SetsLinesPacked(args);
  if (args.layout->lane_bits == 16) return SetsLinesDense<uint16_t, 32 / kVectorBytes>(args);
  if (args.layout->lane_bits == 32) return SetsLinesDense<uint32_t, 0>(args);
  return SetsLinesDense<uint64_t, 0>(args);
}

Expanded Expand(const ExpandArgs& args) {
  if (args.layout->kind == Kind::kPacked) {
    const bool up = args.moves->up.exists, down = args.moves->down.exists;
    if (up && down) return ExpandPacked<true, true>(args);
    if (up) return ExpandPacked<true, false>(args);
    if (down) return ExpandPacked<false, true>(args);
    return ExpandPacked<false, false>(args);
  }
  if (args.layout->lane_bits == 16) return ExpandDenseSlice<uint16_t, 32 / kVectorBytes>(args);
  if (args.layout->lane_bits == 32) return ExpandDenseSlice<uint32_t, 0>(args);
  return ExpandDenseSlice<uint64_t, 0>(args);
}

void Sets(const SetsArgs& args) {
  if (args.layout->kind == Kind::kPacked) return SetsPacked(args);
  if (args.layout->lane_bits == 16) return SetsDense<uint16_t, 32 / kVectorBytes>(args);
  if (args.layout->lane_bits == 32) return SetsDense<uint32_t, 0>(args);
  return SetsDense<uint64_t, 0>(args);
}

}  // namespace
}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_KERNEL_IMPL_H_
