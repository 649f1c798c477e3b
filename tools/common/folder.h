// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Folders that a tool makes: the folder of a report, and temporary folders.

#ifndef TILEBASE_TOOLS_COMMON_FOLDER_H_
#define TILEBASE_TOOLS_COMMON_FOLDER_H_

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "tables/records.h"
#include "tables/system/file_io.h"

namespace tilebase {

// The folder of a report. Prepare finds what could go wrong before the long work begins.
class OutputFolder {
 public:
  explicit OutputFolder(std::string path) : path_(std::move(path)) {}

  // Makes the folder if it is missing. Errors: AlreadyExists if one of these files is there and
  // `force` is false; PermissionDenied if the folder cannot be made or written.
  absl::Status Prepare(const std::vector<std::string>& files, bool force) const;

  // Writes files, by name; a name may contain folders. Each file appears whole or not at all.
  absl::Status Write(const std::map<std::string, std::string>& files) const;

 private:
  std::string path_;
};

inline absl::Status OutputFolder::Prepare(const std::vector<std::string>& files, bool force) const {
  std::error_code error;
  std::filesystem::create_directories(path_, error);
  if (error || !std::filesystem::is_directory(path_, error))
    return absl::PermissionDeniedError(
        absl::StrCat(path_, ": cannot make this folder; choose another one with -o"));
  if (!CheckOutput((std::filesystem::path(path_) / RandomToken()).string(), false).ok())
    return absl::PermissionDeniedError(absl::StrCat(
        path_, ": cannot write; choose a folder that can be written, with room in it"));
  for (const std::string& name : files) {
    const std::string file = (std::filesystem::path(path_) / name).string();
    if (absl::Status status = CheckOutput(file, force); !status.ok()) return status;
  }
  return absl::OkStatus();
}

inline absl::Status OutputFolder::Write(const std::map<std::string, std::string>& files) const {
  for (const auto& [name, content] : files) {
    const std::filesystem::path path = std::filesystem::path(path_) / name;
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    absl::Status status = WriteOutput(path.string(), AsBytes(content), /*replace=*/true);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// A folder that is deleted with all its content when the object is destroyed.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code error;
    const std::filesystem::path name =
        std::filesystem::temp_directory_path(error) / ("tilebase-" + RandomToken());
    if (!error && std::filesystem::create_directory(name, error)) path_ = name.string();
    std::filesystem::permissions(name, std::filesystem::perms::owner_all, error);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }  // empty if it could not be made

 private:
  std::string path_;
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_FOLDER_H_
