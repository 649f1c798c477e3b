// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Seals that are sound but for the one thing that a rule forbids.

#include "tables/store/seal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tables/hash.h"
#include "tables/records.h"
#include "tests/tables/synthetic_set.h"

namespace tilebase {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A seal over 1,000 bytes with two extents, which `change` changes before its hash is made right.
template <typename Change>
absl::Status ChangedSeal(Change change) {
  namespace at = seal_record;
  const std::string lmdb(1000, 'x');
  const std::vector<Extent> extents = {{100, 10}, {200, 10}};
  std::string seal = EncodeSeal(AsBytes(lmdb), extents);
  change(&seal);
  const uint64_t fixed = seal.size() - at::kFixedBytes;
  Put<uint64_t>(&seal, fixed + at::kHashAt, Hash64(AsBytes(seal).first(fixed + at::kHashAt)));
  const auto checked = CheckSeal(AsBytes(lmdb + seal));
  if (checked.ok()) {
    EXPECT_THAT(checked->extents, ElementsAre(extents[0], extents[1]));
  }
  return checked.status();
}

TEST(SealTest, ExtentsAreInOrderAndInTheFile) {
  EXPECT_TRUE(ChangedSeal([](std::string*) {}).ok());
  const uint64_t second = seal_record::kExtentBytes;
  for (const auto& [offset, bytes] : std::vector<std::pair<uint64_t, uint64_t>>{
           {109, 10}, {1001, 10}, {200, 0}, {200, 801}, {200, UINT64_MAX}}) {
    const absl::Status status = ChangedSeal([&, offset = offset, bytes = bytes](std::string* seal) {
      Put<uint64_t>(seal, second, offset);
      Put<uint64_t>(seal, second + 8, bytes);
    });
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
    EXPECT_THAT(std::string(status.message()), HasSubstr("extents in order between 110 and 1000"));
  }
}

TEST(SealTest, BeginsWhereItSays) {
  const absl::Status status = ChangedSeal([](std::string* seal) {
    Put<uint64_t>(seal, seal->size() - seal_record::kFixedBytes + seal_record::kLmdbBytesAt, 999);
  });
  EXPECT_THAT(std::string(status.message()), HasSubstr("expected it to begin at 1000"));
}

}  // namespace
}  // namespace tilebase
