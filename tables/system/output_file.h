// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Files being made. Nothing that exists is lost or followed on the way:
//
//   * A file gets its name when it is complete. Until then it is PATH.TOKEN.partial, where TOKEN is
//     random, and is created exclusively: no file of anybody else's has that name.
//   * A work file has a name that the next run must find again: PATH.journal. It is ours where it
//     begins with its mark; anything else under its name is refused by name.
//   * No symbolic link is followed, and nothing but a regular file is opened or replaced.

#ifndef TILEBASE_TABLES_SYSTEM_OUTPUT_FILE_H_
#define TILEBASE_TABLES_SYSTEM_OUTPUT_FILE_H_

#include <stdint.h>

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "tables/system/file_io.h"

namespace tilebase {

// The folder that a path's last name is in: "." for "a", "/" for "/a".
std::string FolderOf(const std::string& path);

// Whether a file can be made under this name, asked before the work that it takes. Errors:
// AlreadyExists where there is one and `replace` is false, and where something else is there than a
// regular file or a link to one; otherwise those of FileError, about the folder.
absl::Status CheckOutput(const std::string& path, bool replace);

// Gives a file that is complete and synced its name: `path` is what it was before or the new file,
// never anything else, also where the machine stops. Where `replace` is false, a file that has
// appeared under the name stays (AlreadyExists), on all file systems that can promise that. A link
// at the name is replaced, and what it leads to stays. After an error the name and `partial` are as
// they were. What the directory must still write after the name is given is nobody's error any
// more: the file is there, and only a machine that stops before the disk has caught up could show
// the name as it was.
absl::Status Publish(const std::string& partial, const std::string& path, bool replace);

// Eight random letters, and the name made with them.
std::string RandomToken();
std::string PartialName(const std::string& path, absl::string_view token);

// A file that goes away unless it is finished.
class OutputFile {
 public:
  OutputFile(std::string path, bool replace) : path_(std::move(path)), replace_(replace) {}
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // In this order. Errors: those of CheckOutput and FileError.
  absl::Status Open();
  absl::Status Append(absl::Span<const uint8_t> bytes);
  absl::Status Finish();

  uint64_t bytes() const { return bytes_; }

 private:
  const std::string path_;
  const bool replace_;
  std::string partial_;  // empty where there is none
  int fd_ = -1;
  uint64_t bytes_ = 0;
};

// All of that for a file whose bytes are at hand.
absl::Status WriteOutput(const std::string& path, absl::Span<const uint8_t> bytes, bool replace);

// Opens a work file for reading and writing: a regular file that begins with `mark` (at most 16
// bytes), or with as much of it as was written before the machine stopped. Creates it where nothing
// is there. Errors: FailedPrecondition where something else is; those of FileError.
absl::StatusOr<FileDescriptor> OpenWorkFile(const std::string& path, absl::string_view mark);

// Replaces the work file at `path`, or makes it, by way of PATH.partial, which is a work file too:
// whatever ends the process, one of the two is there, whole. Errors: as OpenWorkFile and Publish.
absl::Status SaveWorkFile(const std::string& path, absl::string_view mark,
                          absl::Span<const uint8_t> bytes);

// Deletes the work file that is open as `fd`. Whatever has taken its place at `path` stays.
void RemoveWorkFile(const std::string& path, int fd);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_SYSTEM_OUTPUT_FILE_H_
