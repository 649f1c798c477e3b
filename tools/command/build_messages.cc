// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/command/build_messages.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/common/quantity.h"

namespace tilebase {
namespace {

constexpr size_t kTokenLetters = 8;  // of RandomToken

// Lists the journal of a build and the files beside it, with their sizes: "a.journal (12.0 kB),
// ...".
std::string WorkFiles(const std::string& output) {
  namespace fs = std::filesystem;
  const std::string begin = fs::path(output).filename().string() + ".";
  const fs::path folder = fs::path(output).parent_path();
  std::vector<std::string> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder.empty() ? "." : folder, error), end;
       !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    // FILE.journal, and FILE.TOKEN.what.
    const size_t token_end = begin.size() + kTokenLetters;
    const bool is_ours =
        name == begin + "journal" ||
        (absl::StartsWith(name, begin) && name.size() > token_end && name[token_end] == '.' &&
         name.find_first_not_of("0123456789abcdefghijklmnopqrstuv", begin.size()) == token_end);
    if (!is_ours) continue;
    const uint64_t bytes = entry->file_size(error);
    if (!error)
      found.push_back(absl::StrCat((folder / name).string(), " (", ShortBytes(bytes), ")"));
  }
  std::sort(found.begin(), found.end());
  return absl::StrJoin(found, ", ");
}

}  // namespace

std::string ExplainBuildError(const absl::Status& status, const std::string& output) {
  if (status.code() == absl::StatusCode::kCancelled) {
    const std::string journal = output + ".journal";
    std::error_code error;
    if (!std::filesystem::exists(journal, error))
      return "stopped; of so short a build nothing is kept, the same command starts again";
    return absl::StrCat("stopped; what is finished is kept in ", WorkFiles(output),
                        ", and the same command goes on from it");
  }
  std::string message(status.message());
  const bool path = absl::IsNotFound(status) || absl::IsPermissionDenied(status);
  if (!path || !absl::StrContains(message, ": cannot ")) return message;
  return message + "; choose an output in a directory that is there and can be written";
}

void PrintBuildNote(const std::string& line) {
  std::fprintf(stderr, "tilebase: %s\n", line.c_str());
}

}  // namespace tilebase
