// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/system/file_io.h"

#include <errno.h>
#include <fcntl.h>
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

}  // namespace tilebase
