// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/system/file_io.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "tables/error.h"

namespace tilebase {
namespace {

// Opens a regular file for reading. Errors call it `name`.
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

namespace {

constexpr size_t kTokenLetters = 8;
constexpr int kNamesTried = 16;  // attempts to find an unused name
constexpr size_t kMaxMark = 16;

absl::Status InTheWay(const std::string& path) {
  return MakeError(absl::StatusCode::kFailedPrecondition,
                   {.where = path,
                    .what = "is in the way, as work is kept under this name",
                    .remedy = "move it away, or choose another output"});
}

// Returns whether an open file begins with `mark`, or is a beginning of it.
bool HasMark(int fd, absl::string_view mark) {
  char begin[kMaxMark];
  const ssize_t size = pread(fd, begin, std::min(mark.size(), sizeof begin), 0);
  return size >= 0 && mark.substr(0, static_cast<size_t>(size)) ==
                          absl::string_view(begin, static_cast<size_t>(size));
}

// Opens the work file at `path`; fails if something else is there.
absl::StatusOr<FileDescriptor> OpenMarked(const std::string& path, absl::string_view mark) {
  struct stat status;
  if (lstat(path.c_str(), &status) != 0) return FileError(path, "open", errno);
  if (!S_ISREG(status.st_mode)) return InTheWay(path);
  // The flags keep a link or a FIFO that takes the file's place from leading elsewhere or blocking.
  FileDescriptor fd(open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (fd.get() < 0) return FileError(path, "open", errno);
  if (fstat(fd.get(), &status) != 0 || !S_ISREG(status.st_mode) || !HasMark(fd.get(), mark))
    return InTheWay(path);
  return fd;
}

}  // namespace

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == path.npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
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
  uint8_t bytes[kTokenLetters] = {};
  // Without randomness names may clash, but files are still created exclusively.
  if (getrandom(bytes, sizeof bytes, 0) < 0) bytes[0] = static_cast<uint8_t>(getpid());
  std::string token;
  for (const uint8_t byte : bytes) token += "0123456789abcdefghijklmnopqrstuv"[byte % 32];
  return token;
}

std::string PartialName(const std::string& path, absl::string_view token) {
  return absl::StrCat(path, ".", token, ".partial");
}

OutputFile::~OutputFile() {
  if (fd_ >= 0) close(fd_);
  if (!partial_.empty()) unlink(partial_.c_str());
}

absl::Status OutputFile::Open() {
  if (absl::Status status = CheckOutput(path_, replace_); !status.ok()) return status;
  for (int attempt = 0; attempt < kNamesTried; ++attempt) {
    std::string partial = PartialName(path_, RandomToken());
    fd_ = open(partial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (fd_ >= 0) partial_ = std::move(partial);
    if (fd_ >= 0 || errno != EEXIST) break;
  }
  return fd_ < 0 ? FileError(path_, "create", errno) : absl::OkStatus();
}

absl::Status OutputFile::Append(absl::Span<const uint8_t> bytes) {
  absl::Status status = WriteAt(fd_, path_, bytes, bytes_);
  bytes_ += bytes.size();
  return status;
}

absl::Status OutputFile::Finish() {
  absl::Status status = Sync(fd_, path_);
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
    FileDescriptor fd(open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (fd.get() >= 0) return fd;
    if (errno != EEXIST) break;
    absl::StatusOr<FileDescriptor> existing = OpenMarked(path, mark);
    // Another process may have removed its own file meanwhile.
    if (existing.ok() || !absl::IsNotFound(existing.status())) return existing;
  }
  return FileError(path, "write", errno);
}

namespace {

// Returns whether `path` names the file that is open as `fd`.
bool Names(const std::string& path, int fd) {
  struct stat own, there;
  return fstat(fd, &own) == 0 && lstat(path.c_str(), &there) == 0 && own.st_dev == there.st_dev &&
         own.st_ino == there.st_ino;
}

// Returns whether no other process holds the lock. A file system without locks grants it to
// everybody.
bool Lock(const FileDescriptor& fd) {
  return flock(fd.get(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

}  // namespace

absl::StatusOr<std::unique_ptr<KeptFile>> KeptFile::Open(const std::string& path) {
  for (int attempt = 0; attempt < kNamesTried; ++attempt) {
    absl::StatusOr<FileDescriptor> fd = OpenWorkFile(path, "");
    if (!fd.ok()) return fd.status();
    if (!Lock(*fd)) break;
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
  struct stat status;
  if (fstat(fd_.get(), &status) != 0) return FileError(path_, "read", errno);
  std::string bytes(static_cast<size_t>(status.st_size), '\0');
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
  if (status.ok() && !Lock(*file))
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

void RemoveWorkFile(const std::string& path, int fd) {
  if (Names(path, fd)) unlink(path.c_str());
}

}  // namespace tilebase
