// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/report/output_folder.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "absl/strings/str_cat.h"

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
    if (!force && fs::exists(file, error))
      return absl::AlreadyExistsError(
          absl::StrCat(file, " exists; --force replaces it, or choose another folder with -o"));
  }
  return absl::OkStatus();
}

absl::Status OutputFolder::Write(const std::map<std::string, std::string>& files) const {
  for (const auto& [name, content] : files) {
    const fs::path path = fs::path(path_) / name;
    const fs::path partial = path.string() + ".partial";
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    std::ofstream stream(partial, std::ios::binary);
    stream << content;
    stream.close();
    if (stream) fs::rename(partial, path, error);
    if (!stream || error) {
      fs::remove(partial, error);
      return CannotWrite(path.string());
    }
  }
  return absl::OkStatus();
}

}  // namespace tilebase
