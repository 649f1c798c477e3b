// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Which kind of file a path names, and its reader.

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "tables/error.h"
#include "tables/image/image.h"
#include "tables/store/store.h"
#include "tables/system/file_io.h"
#include "tables/table_source.h"
#include "tables/words/word_file.h"

namespace tilebase {
namespace {

// How often to try again if the file was replaced meanwhile, perhaps by an image.
constexpr int kLooks = 16;

// A compact form (runtime/embedded.h) begins with these bytes, then its version.
constexpr uint8_t kCompactMagic[] = {'T', 'B', 'C'};
bool IsCompactForm(Bytes file) {
  return file.size() > sizeof kCompactMagic &&
         std::equal(std::begin(kCompactMagic), std::end(kCompactMagic), file.begin());
}

// Requires a name in `options`.
absl::StatusOr<std::shared_ptr<const TableSource>> OpenFile(const std::string& path,
                                                            const OpenOptions& options) {
  absl::StatusOr<std::shared_ptr<const TableSource>> opened;
  for (int attempt = 0; attempt < kLooks; ++attempt) {
    absl::StatusOr<std::unique_ptr<MappedFile>> file = MappedFile::Open(path, options.name);
    if (!file.ok()) return file.status();
    if (IsWordTable((*file)->bytes()))
      return MakeError(absl::StatusCode::kFailedPrecondition,
                       {.where = options.name,
                        .what = "one exact table, of boards that are no permutations",
                        .expected = "a table set or an image",
                        .remedy = "ask it with solve, probe, hint, info or verify"});
    if (IsImage((*file)->bytes()))
      return ImageReader::FromFile(*std::move(file), options.name, options);
    if (IsCompactForm((*file)->bytes()))
      return MakeError(absl::StatusCode::kFailedPrecondition,
                       {.where = options.name,
                        .what = "the compact form of a table set, for firmware alone",
                        .expected = "a table set or an image",
                        .remedy = "give the table set that it was exported from"});
    opened = StoreReader::Open(path, options);
    // If the file has been replaced or removed meanwhile, its errors do not matter.
    if (opened.ok() || (*file)->IsAt(path)) return opened;
  }
  return opened;
}

bool IsSmall(const std::string& path, uint64_t most_bytes) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error) &&
         std::filesystem::file_size(path, error) <= most_bytes;
}

}  // namespace

absl::StatusOr<std::shared_ptr<const TableSource>> OpenSource(const std::string& path,
                                                              const OpenOptions& options) {
  OpenOptions named = options;
  if (named.name.empty()) named.name = path;
  if (!IsSmall(path, options.most_copied)) return OpenFile(path, named);
  const absl::StatusOr<FileDescriptor> copy = CopyToMemory(path);
  if (!copy.ok()) return copy.status();
  // The mapping outlives the copy's descriptor. Without /proc the copy cannot be opened by path, so
  // the file itself is mapped.
  const std::string copied = PathOf(*copy);
  std::error_code error;
  return OpenFile(std::filesystem::exists(copied, error) ? copied : path, named);
}

}  // namespace tilebase
