// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/report/output_folder.h"

#include <unistd.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "tables/records.h"
#include "tables/system/output_file.h"

namespace tilebase {
namespace {

namespace fs = std::filesystem;

absl::Status CannotWrite(const std::string& path) {
  return absl::PermissionDeniedError(
      absl::StrCat(path, ": cannot write; choose a folder that can be written, with room in it"));
}

}  // namespace

absl::Status OutputFolder::Prepare(const std::vector<std::string>& files, bool force) const {
  std::error_code error;
  fs::create_directories(path_, error);
  if (error || !fs::is_directory(path_, error))
    return absl::PermissionDeniedError(
        absl::StrCat(path_, ": cannot make this folder; choose another one with -o"));
  if (access(path_.c_str(), W_OK | X_OK) != 0) return CannotWrite(path_);
  for (const std::string& name : files) {
    const std::string file = (fs::path(path_) / name).string();
    if (absl::Status status = CheckOutput(file, force); !status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status OutputFolder::Write(const std::map<std::string, std::string>& files) const {
  for (const auto& [name, content] : files) {
    const fs::path path = fs::path(path_) / name;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    absl::Status status = WriteOutput(path.string(), AsBytes(content), /*replace=*/true);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace tilebase
