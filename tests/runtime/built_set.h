// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A table set built for a test, in a directory of its own that goes away with it.

#ifndef TILEBASE_TESTS_RUNTIME_BUILT_SET_H_
#define TILEBASE_TESTS_RUNTIME_BUILT_SET_H_

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <memory>
#include <string>

#include "generator/build.h"
#include "runtime/lookup/policy_set.h"
#include "tables/plan.h"
#include "tables/store/store_reader.h"

namespace tilebase {

struct BuiltFile {
  BuiltFile(const std::string& board, const std::string& plan, Codec codec) {
    std::string name = (std::filesystem::temp_directory_path() / "tilebase_set_XXXXXX").string();
    directory = mkdtemp(name.data());
    path = (directory / "set.tilebase").string();
    BuildOptions options;
    options.codec = codec;
    options.creator = "test";
    const absl::Status status =
        BuildTableSet(*ParsePlan(*ParseGeometry(board), plan), path, options).status();
    EXPECT_TRUE(status.ok()) << status;
  }
  ~BuiltFile() { std::filesystem::remove_all(directory); }
  BuiltFile(const BuiltFile&) = delete;
  BuiltFile& operator=(const BuiltFile&) = delete;

  std::filesystem::path directory;
  std::string path;
};

struct BuiltSet : BuiltFile {
  BuiltSet(const std::string& board, const std::string& plan, Codec codec)
      : BuiltFile(board, plan, codec) {
    auto source = StoreReader::Open(path, {.check_content = true});
    EXPECT_TRUE(source.ok()) << source.status();
    auto created = PolicySet::Create(*std::move(source));
    EXPECT_TRUE(created.ok()) << created.status();
    policies = *std::move(created);
  }

  std::unique_ptr<PolicySet> policies;
};

}  // namespace tilebase

#endif  // TILEBASE_TESTS_RUNTIME_BUILT_SET_H_
