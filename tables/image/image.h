// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The flat image: one immutable array of bytes with the records of a store, in a mapped file, in
// flash, or in any other memory (docs/format.md, section 11). WriteImage makes one from an opened
// table set. Opening copies nothing: raw planes are read in place. Opening checks every offset,
// length and zero of padding, so no lookup reads outside the bytes, whatever they are.

#ifndef TILEBASE_TABLES_IMAGE_IMAGE_H_
#define TILEBASE_TABLES_IMAGE_IMAGE_H_

#include <stddef.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tables/system/file_io.h"
#include "tables/table_source.h"

namespace tilebase {

// Returns whether the bytes begin as an image does. Needs at least 8 bytes to see it.
bool IsImage(Bytes bytes);

class ImageReader : public TableSource {
 public:
  // `image` must outlive the result and stay unchanged. Messages call it `name`. Cost without
  // check_content: one pass over everything but table data. Errors:
  //
  //   FailedPrecondition   not an image
  //   Unimplemented        of a newer version, or of another byte order or offset width
  //   DataLoss             an image that is truncated, extended or changed
  static absl::StatusOr<std::shared_ptr<const ImageReader>> FromBytes(
      Bytes image, const std::string& name, const OpenOptions& options = {});

  // Maps a file, which stays mapped as long as the result lives. Errors: those above, and those of
  // MappedFile::Open.
  static absl::StatusOr<std::shared_ptr<const ImageReader>> Open(const std::string& path,
                                                                 const OpenOptions& options = {});
  // Opens a file that is mapped already, like Open. Messages call it `name`.
  static absl::StatusOr<std::shared_ptr<const ImageReader>> FromFile(
      std::unique_ptr<MappedFile> file, const std::string& name, const OpenOptions& options = {});

 protected:
  ImageReader() = default;
};

struct ImageOptions {
  // The tables to write, ascending. The first table of each stage and the last one must be among
  // them (records.h, CheckTableSet). Empty: all.
  std::vector<size_t> tables;
  // Store every block raw, to be read in place; otherwise blocks are copied as stored.
  bool raw = false;
};

// Receives the next bytes of the image.
using ImageSink = std::function<absl::Status(Bytes)>;

// Writes an opened table set. Equal tables and options give equal bytes. Checks every block that it
// reads. Memory: the directory, one index and one block. Errors: those of TableSource::ReadBlock
// and of the sink; InvalidArgument if the chosen tables are no complete set.
absl::Status WriteImage(const TableSource& source, const ImageOptions& options,
                        const ImageSink& sink);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_IMAGE_IMAGE_H_
