// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Writes an opened table set as a flat image (docs/format.md, section 11). Equal tables and options
// give equal bytes.

#ifndef TILEBASE_TABLES_IMAGE_IMAGE_WRITER_H_
#define TILEBASE_TABLES_IMAGE_IMAGE_WRITER_H_

#include <stddef.h>

#include <functional>
#include <vector>

#include "absl/status/status.h"
#include "tables/table_source.h"

namespace tilebase {

struct ImageOptions {
  // The tables to write, ascending. The first table of each stage and the last one must be among
  // them (records.h, CheckTableSet). Empty: all.
  std::vector<size_t> tables;
  // Store every block raw, to be read in place; otherwise blocks stay as they are.
  bool raw = false;
};

// Takes the next bytes of the image.
using ImageSink = std::function<absl::Status(Bytes)>;

// Checks every block that it reads. Memory: the directory, one index and one block. Errors: those
// of TableSource::ReadBlock and of the sink; InvalidArgument for tables that make no set.
absl::Status WriteImage(const TableSource& source, const ImageOptions& options,
                        const ImageSink& sink);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_IMAGE_IMAGE_WRITER_H_
