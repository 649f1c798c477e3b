// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/telemetry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace tilebase::serve {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(AccessLogFileTest, LostLinesAreCountedAndToldOnce) {
  std::string name = (std::filesystem::temp_directory_path() / "tilebase-XXXXXX").string();
  const std::filesystem::path folder = mkdtemp(name.data());
  const std::filesystem::path link = folder / "access.log";
  std::vector<std::string> said;
  {
    AccessLogFile file(link.string(), [&](const std::string& text) { said.push_back(text); });
    std::filesystem::create_symlink("/dev/full", link);
    ASSERT_TRUE(file.Open().ok());
    file.Write("one\ntwo\n");
    file.Write("three\n");
    EXPECT_EQ(file.lost_lines(), 3u);
    EXPECT_THAT(said, ElementsAre(HasSubstr("lines of the access log are lost")));
    std::filesystem::remove(link);
    ASSERT_TRUE(file.Open().ok());
    file.Write("four\n");
    file.Write("five\n");
    ASSERT_EQ(said.size(), 2u);
    EXPECT_THAT(said[1], HasSubstr("3 lines of the access log were lost"));
  }
  std::ifstream log(link);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(log), {}), "four\nfive\n");
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace tilebase::serve
