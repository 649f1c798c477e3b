// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Looks at the pages of an LMDB 0.9 file before LMDB does.
//
// LMDB trusts its file: a page number, node offset or size that points elsewhere is followed, which
// ends in SIGSEGV, SIGBUS or abort(). The seal already finds accidents; this finds what somebody
// arranged, hashes included. It walks both trees from the newest meta page and accepts only what
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

// LMDB's structures are those of the machine that wrote them. Stores are for 64-bit little-endian
// machines; whether this is one.
inline constexpr bool kIsStoreMachine =
    std::endian::native == std::endian::little && sizeof(void*) == 8;

// A key and where its value lies in the file.
struct LmdbRecord {
  std::string_view key;  // points into the file
  uint64_t offset = 0;
  uint64_t bytes = 0;
};

// What kind of machine wrote an LMDB file, from its first bytes: empty where it is one as above or
// the file is not LMDB's; otherwise in words, such as "a big-endian machine".
std::string_view OtherLmdbMachine(absl::Span<const uint8_t> file);

// The records of the main database, keys ascending. `file` is exactly LMDB's pages. Cost: the tree
// pages and one page header a large value are read. Errors: DataLoss, naming the page.
absl::StatusOr<std::vector<LmdbRecord>> CheckLmdbPages(absl::Span<const uint8_t> file);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_STORE_LMDB_CHECK_H_
