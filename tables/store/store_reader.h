// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Opens a store that StoreWriter wrote: read-only, mapped, also from a read-only file in a
// read-only directory. Before LMDB sees the file, its seal (seal.h) and its pages (lmdb_check.h)
// are checked, so a damaged or hostile file is an error and not a signal.
//
// What cannot be caught: somebody who writes to the file, or truncates it, while it is open.
// Replace a store by rename; readers that have the old one open keep it.

#ifndef TILEBASE_TABLES_STORE_STORE_READER_H_
#define TILEBASE_TABLES_STORE_STORE_READER_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "tables/table_source.h"

namespace tilebase {

using StoreReaderOptions = OpenOptions;

class StoreReader : public TableSource {
 public:
  // The file and its mapping live as long as the result. Cost without check_content: one pass over
  // what is not table data, whatever the size of the store. Errors:
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

#endif  // TILEBASE_TABLES_STORE_STORE_READER_H_
