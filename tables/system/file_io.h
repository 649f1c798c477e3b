// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The little of POSIX that table files need, with errors as Status.

#ifndef TILEBASE_TABLES_SYSTEM_FILE_IO_H_
#define TILEBASE_TABLES_SYSTEM_FILE_IO_H_

#include <stdint.h>

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace tilebase {

// "FILE: cannot ACTION: REASON", and where the reason tells what to do, that; with the code that
// fits errno: NotFound, PermissionDenied, AlreadyExists, ResourceExhausted (disk, quota, file size
// limit, memory, descriptors), otherwise Unknown.
absl::Status FileError(std::string_view path, std::string_view action, int error_number);

// Closes what it holds.
class FileDescriptor {
 public:
  explicit FileDescriptor(int fd = -1) : fd_(fd) {}
  ~FileDescriptor();
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  FileDescriptor& operator=(FileDescriptor&&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

// A regular file's bytes, copied into sealed memory that nobody can change or cut off: what was
// checked there stays checked. A file that shrinks meanwhile gives fewer bytes. Errors: as
// MappedFile::Open; ResourceExhausted.
absl::StatusOr<FileDescriptor> CopyToMemory(const std::string& path);

// A path that opens the same file again, as long as `fd` is open.
std::string PathOf(const FileDescriptor& fd);

// A whole regular file, mapped read-only. The bytes are those of the file as long as nobody writes
// to it; if somebody truncates it, touching the bytes that are gone is SIGBUS. Files of ours are
// therefore published by rename and never changed in place.
class MappedFile {
 public:
  // Errors: as FileError; FailedPrecondition where the path is not a regular file. They call it
  // `name`, where that is not empty.
  static absl::StatusOr<std::unique_ptr<MappedFile>> Open(const std::string& path,
                                                          const std::string& name = {});
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  absl::Span<const uint8_t> bytes() const { return {data_, size_}; }
  // Whether `fd` is open on the same file, of the same size.
  bool IsSameFile(int fd) const;
  // Whether the path still names this file; if not, it was replaced since.
  bool IsAt(const std::string& path) const;

 private:
  MappedFile() = default;
  const uint8_t* data_ = nullptr;  // null for an empty file
  uint64_t size_ = 0;
  uint64_t device_ = 0;
  uint64_t inode_ = 0;
};

// Writes all of `bytes` at `offset`, however many calls that takes.
absl::Status WriteAt(int fd, std::string_view path, absl::Span<const uint8_t> bytes,
                     uint64_t offset);

// Reads all of `bytes` at `offset`. DataLoss where the file ends before.
absl::Status ReadAt(int fd, std::string_view path, absl::Span<uint8_t> bytes, uint64_t offset);

// Cuts the file off at `bytes`, or fills it up with zeros.
absl::Status SetSize(int fd, std::string_view path, uint64_t bytes);

// Has the file's bytes written to the disk.
absl::Status Sync(int fd, std::string_view path);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_SYSTEM_FILE_IO_H_
