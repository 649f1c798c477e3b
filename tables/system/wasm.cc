// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The system, seen from WebAssembly: memory, and no files. Table sets come as bytes.

#include <cstdlib>

#include "tables/error.h"
#include "tables/system/file_io.h"
#include "tables/system/huge_bytes.h"
#include "tables/table_source.h"

namespace tilebase {
namespace {

absl::Status NoFiles(const std::string& path) {
  return MakeError(
      absl::StatusCode::kUnimplemented,
      {.where = path, .what = "there are no files here", .expected = "the bytes of an image"});
}

}  // namespace

FileDescriptor::~FileDescriptor() = default;

MappedFile::~MappedFile() = default;

absl::StatusOr<std::shared_ptr<const TableSource>> OpenSource(const std::string& path,
                                                              const OpenOptions&) {
  return NoFiles(path);
}

HugeBytes::~HugeBytes() { free(data_); }

bool HugeBytes::Allocate(uint64_t size) {
  if (size == 0) return true;
  if (size > SIZE_MAX) return false;
  data_ = static_cast<uint8_t*>(calloc(static_cast<size_t>(size), 1));
  if (data_ == nullptr) return false;
  size_ = size;
  return true;
}

}  // namespace tilebase
