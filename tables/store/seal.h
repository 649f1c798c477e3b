// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The seal follows LMDB's last page in a store. With it a reader sees, before LMDB opens the file,
// whether any byte has changed.
//
// It holds the length of the file, the extents of the large data segments, and one hash of all
// other bytes before the seal, the *skeleton*: LMDB's meta and tree pages, page padding, records,
// small segments. So opening a store of any size reads a few hundred kilobytes; the bytes inside
// extents have a hash for each block, checked when the block is read.

#ifndef TILEBASE_TABLES_STORE_SEAL_H_
#define TILEBASE_TABLES_STORE_SEAL_H_

#include <stdint.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace tilebase {

// A run of bytes in the file.
struct Extent {
  uint64_t offset = 0;
  uint64_t bytes = 0;
  friend bool operator==(const Extent&, const Extent&) = default;
};

struct Seal {
  uint64_t lmdb_bytes = 0;      // bytes before the seal
  std::vector<Extent> extents;  // ascending, disjoint, before the seal, none empty
};

// Returns the seal that belongs after `lmdb`. Requires extents as in Seal.
std::string EncodeSeal(absl::Span<const uint8_t> lmdb, absl::Span<const Extent> extents);

// Finds and checks the seal of a whole file, the skeleton's hash included. Cost: one pass over the
// skeleton. Errors, without the file's name: FailedPrecondition if the file is no tilebase store,
// Unimplemented for a newer version, otherwise DataLoss.
absl::StatusOr<Seal> CheckSeal(absl::Span<const uint8_t> file);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_STORE_SEAL_H_
