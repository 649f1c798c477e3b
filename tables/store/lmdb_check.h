// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Checks the pages of an LMDB 0.9 file before LMDB opens it.
//
// LMDB trusts its file: it follows a wrong page number, node offset or size, which ends in SIGSEGV,
// SIGBUS or abort(). The seal already finds accidents; this check finds files that somebody made on
// purpose, hashes included. It walks both trees from the newest meta page and accepts only what
// LMDB itself writes for a store of ours: one plain database (no sub-databases, no duplicates),
// every node inside its page, nodes and free space filling the page exactly, every value inside the
// file, keys ascending, no page used twice, counters that match. A file that passes cannot make a
// read-only cursor leave the map.

#ifndef TILEBASE_TABLES_STORE_LMDB_CHECK_H_
#define TILEBASE_TABLES_STORE_LMDB_CHECK_H_

#include <stdint.h>

#include <bit>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace tilebase {

// True if this machine can read stores. LMDB writes its structures in the machine's own layout, and
// stores are for 64-bit little-endian machines.
inline constexpr bool kIsStoreMachine =
    std::endian::native == std::endian::little && sizeof(void*) == 8;

// A key and the place of its value in the file.
struct LmdbRecord {
  std::string_view key;  // points into the file
  uint64_t offset = 0;
  uint64_t bytes = 0;
};

// Returns what kind of machine wrote an LMDB file, from its first bytes, in words such as "a
// big-endian machine". Empty if it was a 64-bit little-endian one, or if the file is not LMDB's.
std::string_view OtherLmdbMachine(absl::Span<const uint8_t> file);

// Returns the records of the main database, keys ascending. `file` is exactly LMDB's pages. Cost:
// reads the tree pages and one page header for each large value. Errors: DataLoss, naming the page.
absl::StatusOr<std::vector<LmdbRecord>> CheckLmdbPages(absl::Span<const uint8_t> file);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_STORE_LMDB_CHECK_H_
