// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// SHA-256 (FIPS 180-4). Hashes inside a table file find accidents and are XXH3; what says *which*
// file one has must withstand those who would make another with the same hash, and be something
// that `sha256sum` can tell as well.

#ifndef TILEBASE_TOOLS_SHA256_H_
#define TILEBASE_TOOLS_SHA256_H_

#include <stdint.h>

#include <string>

#include "absl/types/span.h"

namespace tilebase {

// 64 lower-case hexadecimal digits. About 0.2 GB/s.
std::string Sha256(absl::Span<const uint8_t> bytes);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_SHA256_H_
