// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/open_source.h"

#include "tables/image/image_reader.h"
#include "tables/store/store_reader.h"
#include "tables/system/file_io.h"

namespace tilebase {
namespace {

// How often to look again where the file was replaced meanwhile, by an image perhaps.
constexpr int kAttempts = 16;

}  // namespace

absl::StatusOr<std::shared_ptr<const TableSource>> OpenSource(const std::string& path,
                                                              const OpenOptions& options) {
  absl::StatusOr<std::shared_ptr<const TableSource>> opened;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    absl::StatusOr<std::unique_ptr<MappedFile>> file = MappedFile::Open(path);
    if (!file.ok()) return file.status();
    if (IsImage((*file)->bytes())) return ImageReader::FromFile(*std::move(file), path, options);
    opened = StoreReader::Open(path, options);
    // What is wrong with a file that is no longer there, or was never looked at here, is no matter.
    if (opened.ok() || (*file)->IsAt(path)) return opened;
  }
  return opened;
}

}  // namespace tilebase
