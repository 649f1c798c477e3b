// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "tables/error.h"
#include "tables/system/file_io.h"

namespace tilebase {
FileDescriptor::~FileDescriptor() {
  if (fd_ >= 0) close(fd_);
}

absl::StatusOr<FileDescriptor> OpenToRead(const std::string& path, const std::string& name) {
  const std::string& called = name.empty() ? path : name;
  struct stat status;
  // O_NONBLOCK: opening a FIFO must not wait for a writer.
  FileDescriptor fd(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (fd.get() < 0 || fstat(fd.get(), &status) != 0) return FileError(called, "open", errno);
  if (S_ISREG(status.st_mode)) return fd;
  return MakeError(absl::StatusCode::kFailedPrecondition,
                   {.where = called,
                    .what = "not a tilebase file",
                    .expected = "a regular file",
                    .found = S_ISDIR(status.st_mode) ? "a directory" : "a device or pipe",
                    .remedy = "give the name of a file made by 'tilebase build'"});
}

absl::StatusOr<FileDescriptor> CopyToMemory(const std::string& path) {
  const absl::StatusOr<FileDescriptor> from = OpenToRead(path);
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
  const absl::StatusOr<FileDescriptor> fd = OpenToRead(path, called);
  if (!fd.ok()) return fd.status();
  struct stat status;
  if (fstat(fd->get(), &status) != 0) return FileError(called, "open", errno);
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

bool MappedFile::IsSameFile(NativeFile file) const {
  struct stat status;
  return fstat(file, &status) == 0 && status.st_dev == device_ && status.st_ino == inode_ &&
         static_cast<uint64_t>(status.st_size) == size_;
}

bool MappedFile::IsAt(const std::string& path) const {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && status.st_dev == device_ && status.st_ino == inode_;
}

FileDescriptor OpenToWrite(const std::string& path, Opening opening) {
  const int make = opening == Opening::kNew      ? O_CREAT | O_EXCL
                   : opening == Opening::kEither ? O_CREAT
                                                 : 0;
  // Not to be led elsewhere by a link, nor to wait for the other end of a pipe.
  FileDescriptor fd(open(path.c_str(), O_RDWR | make | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666));
  struct stat status;
  if (fd.get() < 0 || (fstat(fd.get(), &status) == 0 && S_ISREG(status.st_mode))) return fd;
  errno = ENXIO;
  return FileDescriptor();
}

absl::StatusOr<uint64_t> SizeOf(int fd, std::string_view path) {
  struct stat status;
  if (fstat(fd, &status) != 0) return FileError(path, "read", errno);
  return static_cast<uint64_t>(status.st_size);
}

std::string VersionOf(int fd) {
  struct stat status;
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) return "";
  return absl::StrCat(status.st_size, " ", status.st_ino, " ", status.st_mtim.tv_sec, ".",
                      status.st_mtim.tv_nsec, " ", status.st_ctim.tv_sec, ".",
                      status.st_ctim.tv_nsec);
}

bool Names(const std::string& path, int fd) {
  struct stat own, there;
  return fstat(fd, &own) == 0 && lstat(path.c_str(), &there) == 0 && own.st_dev == there.st_dev &&
         own.st_ino == there.st_ino;
}

bool TryLock(int fd) { return flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK; }

int TakeRoom(NativeFile file, uint64_t bytes) {
  const int rc = posix_fallocate(file, 0, static_cast<off_t>(bytes));
  return rc == ENOSPC || rc == EFBIG || rc == EDQUOT ? rc : 0;
}

int AsErrno(int code) { return code; }

void WillRead(int fd, uint64_t offset, uint64_t bytes) {
  posix_fadvise(fd, static_cast<off_t>(offset), static_cast<off_t>(bytes), POSIX_FADV_WILLNEED);
}

void RemoveFile(const std::string& path) noexcept { unlink(path.c_str()); }

void RemoveFilesThatBegin(const std::string& path) {
  const std::string folder = FolderOf(path);
  const std::string begin = path.substr(path.rfind('/') + 1);
  DIR* const names = opendir(folder.c_str());
  if (names == nullptr) return;
  while (const dirent* entry = readdir(names))
    if (strncmp(entry->d_name, begin.c_str(), begin.size()) == 0)
      unlinkat(dirfd(names), entry->d_name, 0);
  closedir(names);
}

bool RenameFile(const std::string& from, const std::string& to) {
  return rename(from.c_str(), to.c_str()) == 0;
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

absl::StatusOr<size_t> ReadSome(int fd, std::string_view path, absl::Span<uint8_t> bytes,
                                uint64_t offset) {
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got =
        pread(fd, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FileError(path, "read", errno);
    if (got == 0) break;
    done += static_cast<size_t>(got);
  }
  return done;
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

absl::Status CheckOutput(const std::string& path, bool replace) {
  struct stat status;
  if (lstat(path.c_str(), &status) == 0) {
    if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
      return MakeError(
          absl::StatusCode::kAlreadyExists,
          {.where = path,
           .what = S_ISDIR(status.st_mode) ? "is a directory" : "is not a regular file",
           .remedy = "choose the name of a file"});
    if (!replace)
      return MakeError(absl::StatusCode::kAlreadyExists,
                       {.where = path,
                        .what = "exists",
                        .remedy = "remove it, choose another name, or replace it with --force"});
  } else if (errno != ENOENT) {
    return FileError(path, "create", errno);
  }
  if (access(FolderOf(path).c_str(), W_OK | X_OK) != 0) return FileError(path, "create", errno);
  return absl::OkStatus();
}

absl::Status Publish(const std::string& partial, const std::string& path, bool replace) {
  if (absl::Status status = CheckOutput(path, replace); !status.ok()) return status;
  // Opened before the name changes, while an error still changes nothing.
  const FileDescriptor directory(open(FolderOf(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.get() < 0) return FileError(path, "publish", errno);
  // A file system without RENAME_NOREPLACE (EINVAL) gets the plain rename.
  const unsigned flags = replace ? 0 : RENAME_NOREPLACE;
  if (renameat2(AT_FDCWD, partial.c_str(), AT_FDCWD, path.c_str(), flags) != 0 &&
      (errno != EINVAL || rename(partial.c_str(), path.c_str()) != 0))
    return FileError(path, "publish", errno);
  // From here on nothing may fail, not even for lack of memory for a message.
  while (fsync(directory.get()) != 0 && errno == EINTR) {
  }
  return absl::OkStatus();
}

std::string RandomToken() {
  uint8_t bytes[8] = {};
  // Without randomness names may clash, but files are still created exclusively.
  if (getrandom(bytes, sizeof bytes, 0) < 0) bytes[0] = static_cast<uint8_t>(getpid());
  std::string token;
  for (const uint8_t byte : bytes) token += "0123456789abcdefghijklmnopqrstuv"[byte % 32];
  return token;
}

absl::StatusOr<std::unique_ptr<KeptFile>> KeptFile::Open(const std::string& path) {
  for (int attempt = 0; attempt < 16; ++attempt) {
    absl::StatusOr<FileDescriptor> fd = OpenWorkFile(path, "");
    if (!fd.ok()) return fd.status();
    if (!TryLock(fd->get())) break;
    // The process that kept it may have replaced or removed it between our open and our lock.
    if (Names(path, fd->get()))
      return std::unique_ptr<KeptFile>(new KeptFile(path, *std::move(fd)));
  }
  return MakeError(absl::StatusCode::kUnavailable,
                   {.where = path,
                    .what = "another process is using it",
                    .remedy = "wait for its end, or choose another name"});
}

absl::StatusOr<std::string> KeptFile::Read() const {
  const absl::StatusOr<uint64_t> size = SizeOf(fd_.get(), path_);
  if (!size.ok()) return size.status();
  std::string bytes(*size, '\0');
  const absl::Span<uint8_t> span(reinterpret_cast<uint8_t*>(bytes.data()), bytes.size());
  if (absl::Status read = ReadAt(fd_.get(), path_, span, 0); !read.ok()) return read;
  return bytes;
}

absl::Status KeptFile::Replace(absl::string_view mark, absl::Span<const uint8_t> bytes) {
  const std::string partial = path_ + ".partial";
  absl::StatusOr<FileDescriptor> file = OpenWorkFile(partial, mark);
  if (!file.ok()) return file.status();
  absl::Status status = WriteAt(file->get(), partial, bytes, 0);
  if (status.ok())
    status = SetSize(file->get(), partial, bytes.size());  // after a kill it may be longer
  if (status.ok()) status = Sync(file->get(), partial);
  // The new file is locked before it gets the name; the old file stays locked until then.
  if (status.ok() && !TryLock(file->get()))
    status = MakeError(absl::StatusCode::kUnavailable,
                       {.where = partial, .what = "another process is using it"});
  if (status.ok()) status = Publish(partial, path_, true);
  if (status.ok())
    fd_ = *std::move(file);
  else
    RemoveWorkFile(partial, file->get());
  return status;
}

void KeptFile::Remove() { RemoveWorkFile(path_, fd_.get()); }

}  // namespace tilebase
