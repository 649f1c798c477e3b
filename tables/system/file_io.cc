// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Files that are made, by what posix.cc or windows.cc offer.

#include "tables/system/file_io.h"

#include <errno.h>

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "tables/error.h"

namespace tilebase {
namespace {

constexpr int kNamesTried = 16;  // attempts to find an unused name
constexpr size_t kMaxMark = 16;

absl::Status InTheWay(const std::string& path) {
  return MakeError(absl::StatusCode::kFailedPrecondition,
                   {.where = path,
                    .what = "is in the way, as work is kept under this name",
                    .remedy = "move it away, or choose another output"});
}

// Returns whether an open file begins with `mark`, or is a beginning of it.
bool HasMark(int fd, const std::string& path, absl::string_view mark) {
  const absl::StatusOr<uint64_t> size = SizeOf(fd, path);
  if (!size.ok()) return false;
  uint8_t begin[kMaxMark];
  const size_t bytes = std::min<size_t>(
      {static_cast<size_t>(std::min<uint64_t>(*size, kMaxMark)), mark.size(), kMaxMark});
  return ReadAt(fd, path, absl::MakeSpan(begin, bytes), 0).ok() &&
         std::equal(begin, begin + bytes, mark.begin());
}

// Opens the work file at `path`; fails if something else is there.
absl::StatusOr<FileDescriptor> OpenMarked(const std::string& path, absl::string_view mark) {
  FileDescriptor fd = OpenToWrite(path, Opening::kThere);
  if (fd.get() < 0 && (errno == ELOOP || errno == EISDIR || errno == ENXIO)) return InTheWay(path);
  if (fd.get() < 0) return FileError(path, "open", errno);
  if (!HasMark(fd.get(), path, mark)) return InTheWay(path);
  return fd;
}

}  // namespace

std::string FolderOf(const std::string& path) {
#ifdef _WIN32
  const size_t slash = path.find_last_of("/\\:");
  if (slash != path.npos && (slash == 0 || path[slash] == ':' || path[slash - 1] == ':'))
    return path.substr(0, slash + 1);  // "C:" is another folder than "C:\\"
#else
  const size_t slash = path.rfind('/');
  if (slash == 0) return "/";
#endif
  return slash == path.npos ? "." : path.substr(0, slash);
}

absl::Status ReadAt(int fd, std::string_view path, absl::Span<uint8_t> bytes, uint64_t offset) {
  const absl::StatusOr<size_t> read = ReadSome(fd, path, bytes, offset);
  if (!read.ok()) return read.status();
  if (*read == bytes.size()) return absl::OkStatus();
  return absl::DataLossError(
      absl::StrCat(std::string(path), ": ends before byte ", offset + bytes.size()));
}

std::string PartialName(const std::string& path, absl::string_view token) {
  return absl::StrCat(path, ".", token, ".partial");
}

OutputFile::~OutputFile() {
  if (!partial_.empty()) RemoveFile(partial_);
}

absl::Status OutputFile::Open() {
  if (absl::Status status = CheckOutput(path_, replace_); !status.ok()) return status;
  for (int attempt = 0; attempt < kNamesTried; ++attempt) {
    std::string partial = PartialName(path_, RandomToken());
    fd_ = OpenToWrite(partial, Opening::kNew);
    if (fd_.get() >= 0) partial_ = std::move(partial);
    if (fd_.get() >= 0 || errno != EEXIST) break;
  }
  return fd_.get() < 0 ? FileError(path_, "create", errno) : absl::OkStatus();
}

absl::Status OutputFile::Append(absl::Span<const uint8_t> bytes) {
  absl::Status status = WriteAt(fd_.get(), path_, bytes, bytes_);
  bytes_ += bytes.size();
  return status;
}

absl::Status OutputFile::Finish() {
  absl::Status status = Sync(fd_.get(), path_);
  if (status.ok()) status = Publish(partial_, path_, replace_);
  if (status.ok()) partial_.clear();
  return status;
}

absl::Status WriteOutput(const std::string& path, absl::Span<const uint8_t> bytes, bool replace) {
  OutputFile file(path, replace);
  absl::Status status = file.Open();
  if (status.ok()) status = file.Append(bytes);
  return status.ok() ? file.Finish() : status;
}

absl::StatusOr<FileDescriptor> OpenWorkFile(const std::string& path, absl::string_view mark) {
  for (int attempt = 0; attempt < kNamesTried; ++attempt) {
    FileDescriptor fd = OpenToWrite(path, Opening::kNew);
    if (fd.get() >= 0) return fd;
    if (errno != EEXIST) break;
    absl::StatusOr<FileDescriptor> existing = OpenMarked(path, mark);
    // Another process may have removed its own file meanwhile.
    if (existing.ok() || !absl::IsNotFound(existing.status())) return existing;
  }
  return FileError(path, "write", errno);
}

void RemoveWorkFile(const std::string& path, int fd) {
  if (Names(path, fd)) RemoveFile(path);
}

}  // namespace tilebase
