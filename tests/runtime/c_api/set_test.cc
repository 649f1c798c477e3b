// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The C interface from outside: opening and verifying files and images, and what is refused.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <string>

#include "runtime/tilebase.h"
#include "tables/image/image.h"
#include "tests/runtime/asked.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

using testing::HasSubstr;

TEST_F(CApiTest, ASetOfPatternsAloneIsCalledThat) {
  const BuiltFile patterns("3x3", "pattern:4-4", Codec::kZstd);
  tilebase_set* set = nullptr;
  char message[300] = "";
  EXPECT_EQ(tilebase_open(patterns.path.c_str(), 0, &set, message, sizeof(message)),
            TILEBASE_ERROR_NO_STAGES);
  EXPECT_EQ(set, nullptr);
  EXPECT_THAT(message, HasSubstr("pattern:4-4 has no stages to solve by"));
  EXPECT_THAT(tilebase_error_text(TILEBASE_ERROR_NO_STAGES), HasSubstr("patterns alone"));
}

TEST_F(CApiTest, OpensWithOptions) {
  tilebase_open_options options = {};
  tilebase_set* set = nullptr;
  char message[300] = "";
  const auto open = [&](size_t size) {
    tilebase_close(set);
    return tilebase_open_with(built_.path.c_str(), &options, size, &set, message, sizeof(message));
  };
  tilebase_set_info info = {};
  ASSERT_EQ(open(sizeof(options)), TILEBASE_OK);
  ASSERT_EQ(tilebase_info(set, &info, sizeof(info)), TILEBASE_OK);
  const uint64_t with_shortcuts = info.memory_bytes;
  ASSERT_EQ(open(0), TILEBASE_OK);  // from a header older than all options

  options.shortcut_bytes = TILEBASE_NO_SHORTCUTS;
  ASSERT_EQ(open(sizeof(options)), TILEBASE_OK);
  ASSERT_EQ(tilebase_info(set, &info, sizeof(info)), TILEBASE_OK);
  EXPECT_LT(info.memory_bytes, with_shortcuts);
  options.memory_bytes = info.memory_bytes - 1;
  for (const uint32_t flags : {0u, TILEBASE_LAZY}) {
    options.flags = flags;
    message[0] = 0;
    EXPECT_EQ(open(sizeof(options)), TILEBASE_ERROR_MEMORY);
    EXPECT_EQ(set, nullptr);
    EXPECT_THAT(message, HasSubstr(std::to_string(options.memory_bytes)));
  }

  options.memory_bytes = 0;
  options.threads = 2;
  ASSERT_EQ(open(sizeof(options)), TILEBASE_OK);
  ASSERT_EQ(tilebase_info(set, &info, sizeof(info)), TILEBASE_OK);
  EXPECT_EQ(info.memory_bytes, 0u);
  EXPECT_EQ(tilebase_prepare(set, nullptr, 0), TILEBASE_OK);
  ASSERT_EQ(tilebase_info(set, &info, sizeof(info)), TILEBASE_OK);
  EXPECT_GT(info.memory_bytes, 0u);

  options.flags = 0x80;
  EXPECT_EQ(open(sizeof(options)), TILEBASE_ERROR_ARGUMENT);
  struct {
    tilebase_open_options known = {};
    uint64_t newer = 0;
  } future;
  tilebase_close(set);
  EXPECT_EQ(
      tilebase_open_with(built_.path.c_str(), &future.known, sizeof(future), &set, nullptr, 0),
      TILEBASE_OK);
  tilebase_close(set);
  future.newer = 1;
  EXPECT_EQ(
      tilebase_open_with(built_.path.c_str(), &future.known, sizeof(future), &set, nullptr, 0),
      TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_open_with(built_.path.c_str(), nullptr, 0, &set, nullptr, 0),
            TILEBASE_ERROR_ARGUMENT);
}

TEST_F(CApiTest, OpensWithLessMemoryThanItsTablesNeed) {
  const BuiltFile file("4x4", "1-5/6-11/rest", Codec::kZstd);
  tilebase_open_options options = {};
  tilebase_set_info info = {};
  std::string letters;
  for (const uint64_t memory : {0, 1'800'000}) {
    options.memory_bytes = memory;
    tilebase_set* set = nullptr;
    char message[300] = "";
    ASSERT_EQ(tilebase_open_with(file.path.c_str(), &options, sizeof(options), &set, message, 300),
              TILEBASE_OK)
        << message;
    char actions[512];
    ASSERT_EQ(tilebase_solve(set, board_, 16, actions, sizeof(actions), nullptr), TILEBASE_OK);
    if (memory == 0) letters = actions;
    EXPECT_EQ(actions, letters);
    ASSERT_EQ(tilebase_info(set, &info, sizeof(info)), TILEBASE_OK);
    EXPECT_EQ(info.memory_bytes <= 1'800'000, memory != 0);
    EXPECT_EQ(tilebase_prepare(set, nullptr, 0), TILEBASE_OK);
    if (memory != 0) {
      // Without values and patterns a search needs no table of its own.
      EXPECT_EQ(tilebase_prepare_effort(set, 1, message, 300), TILEBASE_OK) << message;
      EXPECT_EQ(AskWithin(set, board_, 20'000, 0, actions, sizeof(actions), nullptr), TILEBASE_OK);
      EXPECT_LE(std::string(actions).size(), letters.size());
      EXPECT_EQ(tilebase_verify(set, 2, message, 300), TILEBASE_OK);
    }
    tilebase_close(set);
  }
}

TEST_F(CApiTest, FilesThatCannotBeUsedGetTheirCodeAndAMessage) {
  tilebase_set* set = nullptr;
  char message[200];
  EXPECT_EQ(tilebase_open("/no/such/file", 0, &set, message, sizeof(message)), TILEBASE_ERROR_FILE);
  EXPECT_THAT(message, HasSubstr("/no/such/file"));
  const std::string path = (built_.directory / "text").string();
  std::ofstream(path) << "no tables here";
  EXPECT_EQ(tilebase_open(path.c_str(), 0, &set, message, sizeof(message)), TILEBASE_ERROR_FORMAT);
  std::filesystem::resize_file(built_.path, std::filesystem::file_size(built_.path) - 1);
  EXPECT_EQ(tilebase_open(built_.path.c_str(), 0, &set, message, 8), TILEBASE_ERROR_DAMAGED);
  EXPECT_EQ(std::strlen(message), 7u);
  EXPECT_EQ(set, nullptr);
}

TEST_F(CApiTest, OpensAnImageFromMemoryAndFromAFile) {
  std::string image;
  ASSERT_TRUE(WriteImage(built_.policies->source(), {}, [&](Bytes bytes) {
                image.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
                return absl::OkStatus();
              }).ok());
  const std::string path = (built_.directory / "image").string();
  std::ofstream(path, std::ios::binary) << image;
  char expected[512];
  ASSERT_EQ(tilebase_solve(set_, board_, 16, expected, sizeof(expected), nullptr), TILEBASE_OK);
  for (const bool from_memory : {true, false}) {
    tilebase_set* set = nullptr;
    ASSERT_EQ(from_memory ? tilebase_open_image(image.data(), image.size(), TILEBASE_CHECK_CONTENT,
                                                &set, nullptr, 0)
                          : tilebase_open(path.c_str(), 0, &set, nullptr, 0),
              TILEBASE_OK);
    char actions[512];
    EXPECT_EQ(tilebase_solve(set, board_, 16, actions, sizeof(actions), nullptr), TILEBASE_OK);
    EXPECT_STREQ(actions, expected);
    tilebase_close(set);
  }
}

TEST_F(CApiTest, ImagesThatCannotBeUsedGetTheirCodeAndAMessage) {
  std::string image;
  ASSERT_TRUE(WriteImage(built_.policies->source(), {}, [&](Bytes bytes) {
                image.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
                return absl::OkStatus();
              }).ok());
  tilebase_set* set = set_;
  char message[200] = "";
  const auto open = [&](const std::string& bytes) {
    return tilebase_open_image(bytes.data(), bytes.size(), 0, &set, message, sizeof(message));
  };
  EXPECT_EQ(open("no tables here"), TILEBASE_ERROR_FORMAT);
  EXPECT_THAT(message, HasSubstr("image in memory"));
  EXPECT_EQ(open(""), TILEBASE_ERROR_FORMAT);
  EXPECT_EQ(open(image.substr(0, image.size() - 16)), TILEBASE_ERROR_DAMAGED);
  image[12] = 9;
  EXPECT_EQ(open(image), TILEBASE_ERROR_VERSION);
  EXPECT_EQ(set, nullptr);
  EXPECT_EQ(tilebase_open_image(nullptr, 0, 0, &set, message, sizeof(message)),
            TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_open_image(image.data(), image.size(), 0x80, &set, nullptr, 0),
            TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_open_image(image.data(), image.size(), 0, nullptr, nullptr, 0),
            TILEBASE_ERROR_ARGUMENT);
}

TEST_F(CApiTest, VerifiesASoundSetAndFindsAChangedByte) {
  char message[300] = "";
  EXPECT_EQ(tilebase_verify(set_, 2, message, sizeof(message)), TILEBASE_OK);
  EXPECT_STREQ(message, "");
  EXPECT_EQ(tilebase_verify(nullptr, 1, nullptr, 0), TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(tilebase_prepare(nullptr, nullptr, 0), TILEBASE_ERROR_ARGUMENT);

  BuiltSet raw("4x4", "ladder:4", Codec::kRaw);
  {
    std::fstream file(raw.path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(20000);  // amid the first table
    const int byte = file.get();
    file.seekp(20000);
    file.put(static_cast<char>(byte ^ 3));
  }
  tilebase_set* set = nullptr;
  ASSERT_EQ(tilebase_open(raw.path.c_str(), 0, &set, nullptr, 0), TILEBASE_OK);
  EXPECT_EQ(tilebase_verify(set, 1, message, sizeof(message)), TILEBASE_ERROR_DAMAGED);
  EXPECT_THAT(message, HasSubstr(raw.path));
  tilebase_close(set);
  EXPECT_EQ(tilebase_open(raw.path.c_str(), TILEBASE_CHECK_CONTENT, &set, nullptr, 0),
            TILEBASE_ERROR_DAMAGED);
}

TEST_F(CApiTest, VerifiesPatterns) {
  const BuiltFile file("3x3", "rest + pattern:4-4", Codec::kZstd);
  tilebase_open_options options = {};
  options.flags = TILEBASE_LAZY;
  tilebase_set* set = nullptr;
  const auto open = [&] {
    return tilebase_open_with(file.path.c_str(), &options, sizeof(options), &set, nullptr, 0);
  };
  ASSERT_EQ(open(), TILEBASE_OK);
  EXPECT_EQ(tilebase_verify(set, 2, nullptr, 0), TILEBASE_OK);
  tilebase_close(set);
}

}  // namespace
}  // namespace tilebase
