// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A directory for builds, and what is in it.

#ifndef TILEBASE_TESTS_GENERATOR_BUILD_DIRECTORY_H_
#define TILEBASE_TESTS_GENERATOR_BUILD_DIRECTORY_H_

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "gtest/gtest.h"

namespace tilebase {

class BuildDirectory : public testing::Test {
 protected:
  BuildDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "tilebase_build_XXXXXX").string();
    directory_ = mkdtemp(name.data());
  }
  ~BuildDirectory() override { std::filesystem::remove_all(directory_); }

  std::string Path(const std::string& name) const { return (directory_ / name).string(); }
  static std::string Bytes(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // Returns the names in the directory, sorted, in one line.
  std::string Files() const {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(directory_))
      names.insert(entry.path().filename().string());
    std::string all;
    for (const std::string& name : names) all += name + " ";
    return all;
  }
  // Returns the name in the directory with this ending, "" if there is none.
  std::string Ending(const std::string& end) const {
    for (const auto& entry : std::filesystem::directory_iterator(directory_)) {
      const std::string name = entry.path().filename().string();
      if (name.size() >= end.size() && name.substr(name.size() - end.size()) == end) return name;
    }
    return "";
  }

  std::filesystem::path directory_;
};

}  // namespace tilebase

#endif  // TILEBASE_TESTS_GENERATOR_BUILD_DIRECTORY_H_
