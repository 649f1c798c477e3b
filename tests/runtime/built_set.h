// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A table set built for a test, in a directory of its own that is deleted with it.

#ifndef TILEBASE_TESTS_RUNTIME_BUILT_SET_H_
#define TILEBASE_TESTS_RUNTIME_BUILT_SET_H_

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <memory>
#include <string>

#include "generator/build.h"
#include "runtime/lookup/policy_set.h"
#include "runtime/tilebase.h"
#include "tables/plan.h"
#include "tables/store/store.h"

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

// The fixture of the C interface's tests: a ladder:1 of the 4x4 board, opened by it.
class CApiTest : public testing::Test {
 protected:
  CApiTest() : built_("4x4", "ladder:1", Codec::kZstd) {
    EXPECT_EQ(tilebase_open(built_.path.c_str(), TILEBASE_CHECK_CONTENT, &set_, nullptr, 0),
              TILEBASE_OK);
  }
  ~CApiTest() override { tilebase_close(set_); }

  BuiltSet built_;
  tilebase_set* set_ = nullptr;
  // The board of the paper's figure 1.
  const uint8_t board_[16] = {15, 10, 0, 13, 11, 4, 1, 12, 3, 7, 9, 8, 2, 14, 6, 5};
};

}  // namespace tilebase

#endif  // TILEBASE_TESTS_RUNTIME_BUILT_SET_H_
