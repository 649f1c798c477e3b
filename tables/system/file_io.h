// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Files that are read and files that are made, as table files need them, with errors as Status.
// Paths are UTF-8, also on Windows.

#ifndef TILEBASE_TABLES_SYSTEM_FILE_IO_H_
#define TILEBASE_TABLES_SYSTEM_FILE_IO_H_

#include <stdint.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "tables/error.h"

namespace tilebase {

// Owns a file descriptor and closes it.
class FileDescriptor {
 public:
  explicit FileDescriptor(int fd = -1) : fd_(fd) {}
  ~FileDescriptor();
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

// As the system calls an open file, and LMDB with it.
#ifdef _WIN32
using NativeFile = void*;
#else
using NativeFile = int;
#endif

// A regular file's bytes, copied into sealed memory that nobody can change or cut off: what was
// checked there stays checked. A file that shrinks meanwhile gives fewer bytes. Errors: as
// MappedFile::Open; ResourceExhausted. On Windows, where nobody changes a file that is mapped, it
// copies nothing, and the result is not open.
absl::StatusOr<FileDescriptor> CopyToMemory(const std::string& path);

// Returns a path that opens the same file again as long as `fd` is open.
std::string PathOf(const FileDescriptor& fd);

// A whole regular file, mapped read-only. The bytes stay those of the file unless somebody writes
// to it; if somebody truncates it, touching the missing bytes raises SIGBUS. Tilebase therefore
// publishes its files by rename and never changes them in place.
class MappedFile {
 public:
  // Errors: as OpenToRead.
  static absl::StatusOr<std::unique_ptr<MappedFile>> Open(const std::string& path,
                                                          const std::string& name = {});
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  absl::Span<const uint8_t> bytes() const { return {data_, size_}; }
  // Whether `file` is open on the same file, of the same size.
  bool IsSameFile(NativeFile file) const;
  // Returns whether the path still names this file and no replacement.
  bool IsAt(const std::string& path) const;

 private:
  MappedFile() = default;
  const uint8_t* data_ = nullptr;  // null for an empty file
  uint64_t size_ = 0;
  uint64_t device_ = 0;
  uint64_t inode_ = 0;
};

// Opens a regular file for reading. Errors: as FileError; FailedPrecondition where the path is not
// a regular file. They call it `name`, where that is not empty.
absl::StatusOr<FileDescriptor> OpenToRead(const std::string& path, const std::string& name = {});

// Opens a regular file for reading and writing; follows no link and waits for nobody. What the
// result holds is negative after an error, and errno says why.
enum class Opening { kNew, kThere, kEither };  // kNew: EEXIST where there is one
FileDescriptor OpenToWrite(const std::string& path, Opening opening);

// The bytes of an open file.
absl::StatusOr<uint64_t> SizeOf(int fd, std::string_view path);

// Returns a text that changes with the content of an open regular file, as far as that can be seen
// without reading it: its size, its number, and when it was changed. Empty for anything else.
std::string VersionOf(int fd);

// Whether `path` names the file that is open as `fd`.
bool Names(const std::string& path, int fd);

// Takes the lock of an open file; false where another process has it. A file system without locks
// gives it to everybody. Closing the file gives it back.
bool TryLock(int fd);

// Asks for the disk's room for a file of `bytes` bytes. Returns the errno that says that there is
// none, else 0.
int TakeRoom(NativeFile file, uint64_t bytes);

// The errno of an error of the system that LMDB reports: Windows has codes of its own.
int AsErrno(int code);

// Tells the system that these bytes will be read soon.
void WillRead(int fd, uint64_t offset, uint64_t bytes);

// Deletes a file; does nothing where there is none.
void RemoveFile(const std::string& path) noexcept;

// Deletes every file of a folder whose name begins like the last name of `path`. Throws bad_alloc.
void RemoveFilesThatBegin(const std::string& path);

// Gives a file another name, and replaces what has it. False where that failed.
bool RenameFile(const std::string& from, const std::string& to);

// Writes all of `bytes` at `offset`, however many calls that takes.
absl::Status WriteAt(int fd, std::string_view path, absl::Span<const uint8_t> bytes,
                     uint64_t offset);

// Reads at `offset` what there is, at most `bytes`, and says how much that was.
absl::StatusOr<size_t> ReadSome(int fd, std::string_view path, absl::Span<uint8_t> bytes,
                                uint64_t offset);

// Reads all of `bytes` at `offset`. DataLoss if the file ends before.
absl::Status ReadAt(int fd, std::string_view path, absl::Span<uint8_t> bytes, uint64_t offset);

// Truncates the file to `bytes`, or extends it with zeros.
absl::Status SetSize(int fd, std::string_view path, uint64_t bytes);

// Waits until the file's bytes are on the disk.
absl::Status Sync(int fd, std::string_view path);

// Files being made. Nothing that exists is lost or followed on the way:
//
//   * A file gets its name when it is complete. Until then it is PATH.TOKEN.partial, where TOKEN is
//     random, and is created exclusively: no file of anybody else's has that name.
//   * A work file has a name that the next run must find again: PATH.journal. It is ours where it
//     begins with its mark; anything else under its name is refused by name.
//   * No symbolic link is followed, and nothing but a regular file is opened or replaced.

// Returns the folder of the path: "." for "a", "/" for "/a".
std::string FolderOf(const std::string& path);

// Checks that a file can be made under this name, before the work of making it. Errors:
// AlreadyExists if there is one and `replace` is false, or if something other than a regular file
// or a link to one is there; otherwise those of FileError, about the folder.
absl::Status CheckOutput(const std::string& path, bool replace);

// Gives its name to a file that is complete and synced. `path` is always the old file or the new
// one, never anything else, even if the machine stops. If `replace` is false, a file that has
// appeared under the name stays (AlreadyExists), on all file systems that can promise that. A link
// at the name is replaced; the file it points to stays. After an error the name and `partial` are
// unchanged. Once the file has its name, a failure to write the directory is no longer reported:
// only if the machine stops before the disk has caught up could the old state return.
absl::Status Publish(const std::string& partial, const std::string& path, bool replace);

// RandomToken returns eight random letters; PartialName the name made with them.
std::string RandomToken();
std::string PartialName(const std::string& path, absl::string_view token);

// A file that is deleted unless Finish succeeds.
class OutputFile {
 public:
  OutputFile(std::string path, bool replace) : path_(std::move(path)), replace_(replace) {}
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Call them in this order. Errors: those of CheckOutput and FileError.
  absl::Status Open();
  absl::Status Append(absl::Span<const uint8_t> bytes);
  absl::Status Finish();

  uint64_t bytes() const { return bytes_; }

 private:
  const std::string path_;
  const bool replace_;
  std::string partial_;  // empty if there is no file
  FileDescriptor fd_;
  uint64_t bytes_ = 0;
};

// Makes a whole file of bytes in memory, by all these steps.
absl::Status WriteOutput(const std::string& path, absl::Span<const uint8_t> bytes, bool replace);

// Opens a work file for reading and writing: a regular file that begins with `mark` (at most 16
// bytes), or with a prefix of it if the machine stopped while writing. Creates the file if there is
// none. Errors: FailedPrecondition if something else is there; those of FileError.
absl::StatusOr<FileDescriptor> OpenWorkFile(const std::string& path, absl::string_view mark);

// A work file that is replaced as a whole whenever there is more to keep. It is locked while the
// object lives, so no other process reads or replaces it meanwhile. (Not on Windows, which replaces
// no file that is open.)
class KeptFile {
 public:
  // Opens the file, or creates an empty one. Errors: Unavailable if another process keeps it;
  // FailedPrecondition if something other than a regular file is there; those of FileError.
  static absl::StatusOr<std::unique_ptr<KeptFile>> Open(const std::string& path);

  absl::StatusOr<std::string> Read() const;

  // Replaces the file by way of PATH.partial, which is a work file with the mark `mark` (at most 16
  // bytes), too. However the process ends, one of the two is there, whole. Errors: as OpenWorkFile
  // and Publish; the file is then unchanged.
  absl::Status Replace(absl::string_view mark, absl::Span<const uint8_t> bytes);

  // Deletes the file. Call nothing else afterwards.
  void Remove();

 private:
  KeptFile(std::string path, FileDescriptor fd) : path_(std::move(path)), fd_(std::move(fd)) {}
  const std::string path_;
  FileDescriptor fd_;  // the lock is of this file
};

// Deletes the work file that is open as `fd`. If another file has taken its place at `path`, that
// file stays.
void RemoveWorkFile(const std::string& path, int fd);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_SYSTEM_FILE_IO_H_
