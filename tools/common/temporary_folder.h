// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#ifndef TILEBASE_TOOLS_COMMON_TEMPORARY_FOLDER_H_
#define TILEBASE_TOOLS_COMMON_TEMPORARY_FOLDER_H_

#include <stdlib.h>

#include <filesystem>
#include <string>

namespace tilebase {

// A folder that goes when this goes, with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code error;
    std::string name = (std::filesystem::temp_directory_path(error) / "tilebase-XXXXXX").string();
    if (!error && mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }  // empty where it could not be made

 private:
  std::string path_;
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_TEMPORARY_FOLDER_H_
