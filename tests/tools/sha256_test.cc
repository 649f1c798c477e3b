// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/sha256.h"

#include <gtest/gtest.h>

#include <string>

namespace tilebase {
namespace {

std::string Hash(const std::string& text) {
  return Sha256({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
}

// FIPS 180-4's own example, and the hash of nothing.
TEST(Sha256, IsThatOfTheStandard) {
  EXPECT_EQ(Hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

// Every way in which the end of a text can lie in a block: the hash of the hashes of 200 texts,
// byte i of the one with n bytes being 7 i + n. Computed by Python's hashlib.
TEST(Sha256, EndsRightWhateverTheLength) {
  std::string hashes;
  for (int length = 0; length < 200; ++length) {
    std::string text;
    for (int i = 0; i < length; ++i) text += static_cast<char>(i * 7 + length);
    hashes += Hash(text);
  }
  EXPECT_EQ(Hash(hashes), "b8f5d54cfd1cbbcae2003d1365d9fab7e5bc61813fa3486ee6a6a6bf38db4745");
}

}  // namespace
}  // namespace tilebase
