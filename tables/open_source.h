// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Opens a table set file of either kind: a flat image says so in its first bytes, everything else
// is for the store reader to judge.

#ifndef TILEBASE_TABLES_OPEN_SOURCE_H_
#define TILEBASE_TABLES_OPEN_SOURCE_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "tables/table_source.h"

namespace tilebase {

// Errors: those of ImageReader::Open and StoreReader::Open.
absl::StatusOr<std::shared_ptr<const TableSource>> OpenSource(const std::string& path,
                                                              const OpenOptions& options = {});

}  // namespace tilebase

#endif  // TILEBASE_TABLES_OPEN_SOURCE_H_
