// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The seal: what follows LMDB's last page in a store and lets a reader see, before LMDB is given
// the file, whether any byte of it has changed.
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
  uint64_t lmdb_bytes = 0;      // what lies before the seal
  std::vector<Extent> extents;  // ascending, disjoint, before the seal, none empty
};

// The seal that belongs after `lmdb`. Requires extents as above.
std::string EncodeSeal(absl::Span<const uint8_t> lmdb, absl::Span<const Extent> extents);

// Finds and checks the seal of a whole file, the skeleton's hash included. Cost: one pass over the
// skeleton. Errors: FailedPrecondition where this is no tilebase store at all, Unimplemented for a
// newer version, otherwise DataLoss; without the file's name.
absl::StatusOr<Seal> CheckSeal(absl::Span<const uint8_t> file);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_STORE_SEAL_H_
