// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A ladder:1 of the 4x4 board, opened by the C interface: what the tests of it begin with.

#ifndef TILEBASE_TESTS_RUNTIME_OPEN_LADDER_H_
#define TILEBASE_TESTS_RUNTIME_OPEN_LADDER_H_

#include <gtest/gtest.h>

#include "runtime/tilebase.h"
#include "tests/runtime/built_set.h"

namespace tilebase {

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

#endif  // TILEBASE_TESTS_RUNTIME_OPEN_LADDER_H_
