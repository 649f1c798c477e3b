// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// In the place of store_reader.cc where there is no LMDB.

#include "tables/error.h"
#include "tables/store/store_reader.h"

namespace tilebase {

absl::StatusOr<std::shared_ptr<const StoreReader>> StoreReader::Open(
    const std::string& path, const StoreReaderOptions& options) {
  return MakeError(absl::StatusCode::kUnimplemented,
                   {.where = options.name.empty() ? path : options.name,
                    .expected = "a flat image, the only kind of table file on this system",
                    .remedy = "make one by 'tilebase export' where the table set was built"});
}

}  // namespace tilebase
