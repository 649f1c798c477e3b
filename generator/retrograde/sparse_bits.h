// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Bits of which few are set, in bytes that lie near one another, for a file.

#ifndef TILEBASE_GENERATOR_RETROGRADE_SPARSE_BITS_H_
#define TILEBASE_GENERATOR_RETROGRADE_SPARSE_BITS_H_

#include <stdint.h>

#include <vector>

#include "absl/types/span.h"

namespace tilebase::retrograde {

// Replaces *packed: for eight words a byte that tells which are not zero, and for each of these a
// byte that tells which of its bytes are not, and those. Where all eight are zero, a byte that
// tells how many such eights follow. At most 1.2 times the words' bytes.
void PackBits(absl::Span<const uint64_t> words, std::vector<uint8_t>* packed);

// Ors to the words. False where the bytes are not what PackBits made of so many.
bool UnpackBits(absl::Span<const uint8_t> packed, absl::Span<uint64_t> words);

}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_SPARSE_BITS_H_
