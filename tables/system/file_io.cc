// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/system/file_io.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "tables/error.h"

namespace tilebase {
namespace {

// Opens a regular file to read. Errors call it `name`.
absl::StatusOr<FileDescriptor> OpenRegular(const std::string& path, const std::string& name,
                                           struct stat* status) {
  // O_NONBLOCK: opening a FIFO must not wait for a writer.
  FileDescriptor fd(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (fd.get() < 0 || fstat(fd.get(), status) != 0) return FileError(name, "open", errno);
  if (S_ISREG(status->st_mode)) return fd;
  return MakeError(absl::StatusCode::kFailedPrecondition,
                   {.where = name,
                    .what = "not a tilebase file",
                    .expected = "a regular file",
                    .found = S_ISDIR(status->st_mode) ? "a directory" : "a device or pipe",
                    .remedy = "give the name of a file made by 'tilebase build'"});
}

}  // namespace

FileDescriptor::~FileDescriptor() {
  if (fd_ >= 0) close(fd_);
}

absl::StatusOr<FileDescriptor> CopyToMemory(const std::string& path) {
  struct stat status;
  const absl::StatusOr<FileDescriptor> from = OpenRegular(path, path, &status);
  if (!from.ok()) return from.status();
  FileDescriptor to(memfd_create("tilebase", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (to.get() < 0) return FileError(path, "make memory for it", errno);
  uint8_t buffer[1 << 16];
  for (uint64_t at = 0;;) {
    const ssize_t count = read(from->get(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return FileError(path, "read", errno);
    if (count == 0) break;
    const absl::Span<const uint8_t> bytes(buffer, static_cast<size_t>(count));
    if (absl::Status written = WriteAt(to.get(), path, bytes, at); !written.ok()) return written;
    at += bytes.size();
  }
  if (fcntl(to.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) != 0)
    return FileError(path, "seal its copy", errno);
  return to;
}

std::string PathOf(const FileDescriptor& fd) { return absl::StrCat("/proc/self/fd/", fd.get()); }

absl::StatusOr<std::unique_ptr<MappedFile>> MappedFile::Open(const std::string& path,
                                                             const std::string& name) {
  const std::string& called = name.empty() ? path : name;
  struct stat status;
  const absl::StatusOr<FileDescriptor> fd = OpenRegular(path, called, &status);
  if (!fd.ok()) return fd.status();
  std::unique_ptr<MappedFile> file(new MappedFile);
  file->device_ = status.st_dev;
  file->inode_ = status.st_ino;
  if (status.st_size > 0) {
    void* const data =
        mmap(nullptr, static_cast<size_t>(status.st_size), PROT_READ, MAP_SHARED, fd->get(), 0);
    if (data == MAP_FAILED) return FileError(called, "map", errno);
    file->data_ = static_cast<const uint8_t*>(data);
    file->size_ = static_cast<uint64_t>(status.st_size);
  }
  return file;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) munmap(const_cast<uint8_t*>(data_), size_);
}

bool MappedFile::IsSameFile(int fd) const {
  struct stat status;
  return fstat(fd, &status) == 0 && status.st_dev == device_ && status.st_ino == inode_ &&
         static_cast<uint64_t>(status.st_size) == size_;
}

bool MappedFile::IsAt(const std::string& path) const {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && status.st_dev == device_ && status.st_ino == inode_;
}

absl::Status WriteAt(int fd, std::string_view path, absl::Span<const uint8_t> bytes,
                     uint64_t offset) {
  while (!bytes.empty()) {
    const ssize_t written = pwrite(fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0) {
      if (errno == EINTR) continue;
      return FileError(path, "write", errno);
    }
    bytes.remove_prefix(static_cast<size_t>(written));
    offset += static_cast<uint64_t>(written);
  }
  return absl::OkStatus();
}

absl::Status ReadAt(int fd, std::string_view path, absl::Span<uint8_t> bytes, uint64_t offset) {
  while (!bytes.empty()) {
    const ssize_t got = pread(fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (got < 0) {
      if (errno == EINTR) continue;
      return FileError(path, "read", errno);
    }
    if (got == 0)
      return absl::DataLossError(
          absl::StrCat(std::string(path), ": ends before byte ", offset + bytes.size()));
    bytes.remove_prefix(static_cast<size_t>(got));
    offset += static_cast<uint64_t>(got);
  }
  return absl::OkStatus();
}

absl::Status SetSize(int fd, std::string_view path, uint64_t bytes) {
  while (ftruncate(fd, static_cast<off_t>(bytes)) != 0)
    if (errno != EINTR) return FileError(path, "write", errno);
  return absl::OkStatus();
}

absl::Status Sync(int fd, std::string_view path) {
  while (fsync(fd) != 0)
    if (errno != EINTR) return FileError(path, "write", errno);
  return absl::OkStatus();
}

}  // namespace tilebase
