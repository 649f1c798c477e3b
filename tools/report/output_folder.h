// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The folder a report goes to. What could go wrong is found out before the long work begins.

#ifndef TILEBASE_TOOLS_REPORT_OUTPUT_FOLDER_H_
#define TILEBASE_TOOLS_REPORT_OUTPUT_FOLDER_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"

namespace tilebase {

class OutputFolder {
 public:
  explicit OutputFolder(std::string path) : path_(std::move(path)) {}

  // Makes the folder where it is missing. Errors: AlreadyExists where one of these files is there
  // and `force` is false; PermissionDenied where the folder cannot be made or written.
  absl::Status Prepare(const std::vector<std::string>& files, bool force) const;

  // Writes files given by name, which may have folders in it. Each appears whole or not at all.
  absl::Status Write(const std::map<std::string, std::string>& files) const;

 private:
  std::string path_;
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_REPORT_OUTPUT_FOLDER_H_
