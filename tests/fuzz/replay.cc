// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// fuzz_NAME FOLDER...: gives every file of the folders to a fuzzer, without libFuzzer. So every
// compiler and every test run tries the inputs that libFuzzer once found or needed to get
// somewhere. An input that fails ends the run; its name is the last one printed.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/fuzz/fuzzer.h"

int main(int argc, char** argv) {
  std::vector<std::filesystem::path> paths;
  for (int i = 1; i < argc; ++i) {
    const size_t before = paths.size();
    for (const auto& entry : std::filesystem::directory_iterator(argv[i]))
      paths.push_back(entry.path());
    if (paths.size() == before) {
      std::fprintf(stderr, "%s: expected inputs, found none\n", argv[i]);
      return 1;
    }
  }
  if (paths.empty()) {
    std::fprintf(stderr, "usage: %s FOLDER...\n", argv[0]);
    return 2;
  }
  std::sort(paths.begin(), paths.end());
  for (const std::filesystem::path& path : paths) {
    std::printf("%s\n", path.c_str());
    std::fflush(stdout);
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  }
  std::printf("%zu inputs\n", paths.size());
  return 0;
}
