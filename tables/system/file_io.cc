// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/system/file_io.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <system_error>

#include "absl/strings/str_cat.h"
#include "tables/error.h"

namespace tilebase {
namespace {

absl::StatusCode CodeOf(int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
      return absl::StatusCode::kNotFound;
    case EACCES:
    case EPERM:
    case EROFS:
      return absl::StatusCode::kPermissionDenied;
    case EEXIST:
      return absl::StatusCode::kAlreadyExists;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case ENOMEM:
    case EMFILE:
    case ENFILE:
      return absl::StatusCode::kResourceExhausted;
    default:
      return absl::StatusCode::kUnknown;
  }
}

const char* Remedy(int error_number) {
  switch (error_number) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return "make room or write elsewhere";
    case ENOMEM:
      return "close other programs or allow more memory";
    case EMFILE:
    case ENFILE:
      return "close files or allow more of them";
    case EIO:
      return "check the disk";
    default:
      return "";
  }
}

std::string Directory(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == path.npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace

absl::Status FileError(std::string_view path, std::string_view action, int error_number) {
  return MakeError(CodeOf(error_number),
                   {.where = std::string(path),
                    .what = absl::StrCat("cannot ", absl::string_view(action.data(), action.size()),
                                         ": ", std::generic_category().message(error_number)),
                    .remedy = Remedy(error_number)});
}

FileDescriptor::~FileDescriptor() {
  if (fd_ >= 0) close(fd_);
}

absl::StatusOr<std::unique_ptr<MappedFile>> MappedFile::Open(const std::string& path) {
  // O_NONBLOCK: opening a FIFO must not wait for a writer.
  const FileDescriptor fd(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (fd.get() < 0) return FileError(path, "open", errno);
  struct stat status;
  if (fstat(fd.get(), &status) != 0) return FileError(path, "open", errno);
  if (!S_ISREG(status.st_mode)) {
    return MakeError(absl::StatusCode::kFailedPrecondition,
                     {.where = path,
                      .what = "not a tilebase file",
                      .expected = "a regular file",
                      .found = S_ISDIR(status.st_mode) ? "a directory" : "a device or pipe",
                      .remedy = "give the name of a file made by 'tilebase build'"});
  }
  std::unique_ptr<MappedFile> file(new MappedFile);
  file->device_ = status.st_dev;
  file->inode_ = status.st_ino;
  if (status.st_size > 0) {
    void* const data =
        mmap(nullptr, static_cast<size_t>(status.st_size), PROT_READ, MAP_SHARED, fd.get(), 0);
    if (data == MAP_FAILED) return FileError(path, "map", errno);
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

absl::Status Publish(const std::string& partial, const std::string& path, bool replace) {
  // Opened before the name changes, while an error still changes nothing.
  const std::string parent = Directory(path);
  const FileDescriptor directory(open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.get() < 0) return FileError(path, "publish", errno);
  // A file system that cannot promise to replace nothing (EINVAL) gets the plain rename.
  const unsigned flags = replace ? 0 : RENAME_NOREPLACE;
  if (renameat2(AT_FDCWD, partial.c_str(), AT_FDCWD, path.c_str(), flags) != 0 &&
      (errno != EINVAL || rename(partial.c_str(), path.c_str()) != 0))
    return FileError(path, "publish", errno);
  // Nothing may fail any more, not even for want of memory for a message.
  while (fsync(directory.get()) != 0 && errno == EINTR) {
  }
  return absl::OkStatus();
}

}  // namespace tilebase
