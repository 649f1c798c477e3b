// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/open_source.h"

#include "tables/file_io.h"
#include "tables/image_reader.h"
#include "tables/store_reader.h"

namespace tilebase {

absl::StatusOr<std::shared_ptr<const TableSource>> OpenSource(const std::string& path,
                                                              const OpenOptions& options) {
  absl::StatusOr<std::unique_ptr<MappedFile>> file = MappedFile::Open(path);
  if (!file.ok()) return file.status();
  const bool is_image = IsImage((*file)->bytes());
  file->reset();
  if (is_image) return ImageReader::Open(path, options);
  return StoreReader::Open(path, options);
}

}  // namespace tilebase
