// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Writes a table set as an LMDB store (docs/format.md). Equal calls give equal files, byte for
// byte, on machines with the same page size.
//
//   Create, then for each table BeginTable, AppendBlock for each of its blocks in order, EndTable;
//   then Finish.
//
// The caller encodes the blocks (codec.h), as many at a time as it likes. The writer makes exactly
// the file it is told; to publish it, Finish under a temporary name in the same directory, rename,
// and fsync the directory. A writer that goes away without Finish removes its file.
//
// Memory: the segment being written (raw: at most 1 GiB; compressed: 64 MiB) and about 128 MiB.
// One thread at a time. After an error every further call returns that error.

#ifndef TILEBASE_TABLES_STORE_STORE_WRITER_H_
#define TILEBASE_TABLES_STORE_STORE_WRITER_H_

#include <stdint.h>

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "tables/format.h"
#include "tables/table_set.h"

namespace tilebase {

struct StoreWriterOptions {
  // Greatest length of a data segment; smaller ones are for tests. At least
  // kMaxStoredBlockBytes.
  uint64_t max_segment_bytes = kMaxSegmentBytes;
};

class StoreWriter {
 public:
  // Errors: AlreadyExists, and those of FileError (file_io.h). All functions: ResourceExhausted
  // where the disk, a quota or a file size limit is full; nothing raises a signal.
  static absl::StatusOr<std::unique_ptr<StoreWriter>> Create(
      const std::string& path, const StoreWriterOptions& options = {});
  virtual ~StoreWriter() = default;

  // `table` says subproblem, metric, kind, codec and histogram; the other fields are derived.
  // Errors: InvalidArgument where they contradict one another (records.h, CheckTable).
  virtual absl::Status BeginTable(const TableInfo& table) = 0;
  // The next block of layout order (format.h), as BlockEncoder gave it.
  virtual absl::Status AppendBlock(absl::Span<const uint8_t> stored) = 0;
  // `content_hash` is Hash64 of the decoded planes one after another (Hasher64).
  virtual absl::Status EndTable(uint64_t content_hash) = 0;

  // `info` without certified_worst_case, which is derived. The file is complete and on the disk
  // when this returns OK. Errors: InvalidArgument where the tables are not those of the plan.
  virtual absl::Status Finish(SetInfo info) = 0;

 protected:
  StoreWriter() = default;
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_STORE_STORE_WRITER_H_
