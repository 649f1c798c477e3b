// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A table set as an LMDB store (docs/format.md): its keys, its writer and its reader. Writer and
// reader do not depend on each other.

#ifndef TILEBASE_TABLES_STORE_STORE_H_
#define TILEBASE_TABLES_STORE_STORE_H_

#include <stdint.h>

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "tables/format.h"
#include "tables/table_set.h"
#include "tables/table_source.h"

namespace tilebase {

// The keys of a store. They sort in the order in which a store can be written in one pass: a
// table's data before its header, which needs hashes and sizes, and the set record last.
//
//   table/000000/data/0/000000     plane 0 (policy), segment 0; further segments and planes follow
//   table/000000/header            table record
//   table/000000/index             index record
//   tilebase                       set record

inline constexpr char kSetKey[] = "tilebase";

inline std::string DataKey(uint32_t table, Plane plane, uint32_t segment) {
  return absl::StrCat("table/", absl::Dec(table, absl::kZeroPad6), "/data/",
                      static_cast<unsigned>(plane), "/", absl::Dec(segment, absl::kZeroPad6));
}
inline std::string HeaderKey(uint32_t table) {
  return absl::StrCat("table/", absl::Dec(table, absl::kZeroPad6), "/header");
}
inline std::string IndexKey(uint32_t table) {
  return absl::StrCat("table/", absl::Dec(table, absl::kZeroPad6), "/index");
}

// Returns whether one of the keys above is a segment's.
inline bool IsDataKey(std::string_view key) { return key.find("/data/") != key.npos; }

struct StoreWriterOptions {
  // Greatest length of a data segment; tests use smaller ones. At least kMaxStoredBlockBytes.
  uint64_t max_segment_bytes = kMaxSegmentBytes;
};

// Writes a store. Equal calls give equal files, byte for byte, on machines with the same page size.
//
//   Create, then for each table BeginTable, AppendBlock for each of its blocks in order, EndTable;
//   then Finish.
//
// The caller encodes the blocks (codec.h), as many at a time as it likes. The writer makes exactly
// the file at its path; to publish it, Finish under a temporary name in the same directory, rename,
// and fsync the directory. A writer that is destroyed before Finish removes its file.
//
// Memory: the segment being written (raw: at most 1 GiB; compressed: 64 MiB) and about 128 MiB.
// One thread at a time. After an error every further call returns that error.
class StoreWriter {
 public:
  // Errors: AlreadyExists, and those of FileError (file_io.h). All functions: ResourceExhausted if
  // the disk, a quota or a file size limit is full; nothing raises a signal.
  static absl::StatusOr<std::unique_ptr<StoreWriter>> Create(
      const std::string& path, const StoreWriterOptions& options = {});
  virtual ~StoreWriter() = default;

  // `table` gives subproblem, metric, kind, codec and histogram; the other fields are derived.
  // Errors: InvalidArgument if they contradict one another (records.h, CheckTable).
  virtual absl::Status BeginTable(const TableInfo& table) = 0;
  // Appends the next block in layout order (format.h), as BlockEncoder made it.
  virtual absl::Status AppendBlock(absl::Span<const uint8_t> stored) = 0;
  // `content_hash` is Hash64 of the concatenated decoded planes (Hasher64).
  virtual absl::Status EndTable(uint64_t content_hash) = 0;

  // `info` comes without certified_worst_case, which is derived. When this returns OK, the file is
  // complete and on the disk. Errors: InvalidArgument if the tables are not those of the plan.
  virtual absl::Status Finish(SetInfo info) = 0;

 protected:
  StoreWriter() = default;
};

using StoreReaderOptions = OpenOptions;

// Opens a store that StoreWriter wrote: read-only, mapped, also from a read-only file in a
// read-only directory. Its seal (seal.h) and its pages (lmdb_check.h) are checked before LMDB opens
// it, so a damaged or hostile file gives an error and not a signal.
//
// Somebody who writes to the file or truncates it while it is open cannot be detected. Replace a
// store by rename; readers that have the old file open keep it.
class StoreReader : public TableSource {
 public:
  // The file and its mapping live as long as the result. Cost without check_content: one pass over
  // everything but table data, whatever the size of the store. Errors:
  //
  //   NotFound, PermissionDenied   the file is missing or may not be read
  //   FailedPrecondition           not a tilebase file: empty, a directory, another format
  //   Unimplemented                written in a newer version of the format, or this machine is
  //                                not 64-bit little-endian, as LMDB stores require
  //   DataLoss                     a tilebase file that is truncated, extended or changed
  //   ResourceExhausted            no memory, address space or descriptors
  //   Aborted                      replaced again and again while being opened
  static absl::StatusOr<std::shared_ptr<const StoreReader>> Open(
      const std::string& path, const StoreReaderOptions& options = {});

 protected:
  StoreReader() = default;
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_STORE_STORE_H_
