// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Images whose directory is sound and whose records are not, for both readers.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string.h>

#include <string>
#include <utility>
#include <vector>

#include "tables/hash.h"
#include "tables/image/flat_image.h"
#include "tables/image/image_reader.h"
#include "tests/tables/counted_set.h"
#include "tests/tables/put.h"

namespace tilebase {
namespace {

using testing::HasSubstr;

// An image of these parts, its directory sound whatever they are.
std::string Image(const std::vector<std::string>& parts) {
  namespace at = image_record;
  std::string image(at::DirectoryBytes(parts.size()), '\0');
  memcpy(image.data() + at::kMagicAt, at::kMagic, sizeof at::kMagic);
  Put<uint16_t>(&image, at::kByteOrderAt, at::kByteOrderMark);
  Put<uint8_t>(&image, at::kOffsetBytesAt, at::kOffsetBytes);
  Put<uint16_t>(&image, at::kVersionAt, kFormatVersion);
  Put<uint32_t>(&image, at::kPartCountAt, static_cast<uint32_t>(parts.size()));
  const auto pad = [&] { image.resize((image.size() + 15) / 16 * 16); };
  for (size_t i = 0; i < parts.size(); ++i) {
    pad();
    Put<uint64_t>(&image, at::kFixedBytes + i * at::kPartBytes, image.size());
    Put<uint64_t>(&image, at::kFixedBytes + i * at::kPartBytes + 8, parts[i].size());
    image += parts[i];
  }
  pad();
  Put<uint64_t>(&image, at::kImageBytesAt, image.size());
  const uint64_t hash_at = at::DirectoryBytes(parts.size()) - kRecordHashBytes;
  Put<uint64_t>(&image, hash_at, Hash64(AsBytes(image).first(hash_at)));
  return image;
}

// What the reader without a heap and the host's reader say of it.
std::pair<std::string, std::string> Verdicts(const std::vector<std::string>& parts) {
  const std::string image = Image(parts);
  Fault fault;
  FlatImage flat;
  const bool opened =
      flat.Open({reinterpret_cast<const uint8_t*>(image.data()), image.size()}, &fault);
  EXPECT_FALSE(opened);
  const auto host = ImageReader::FromBytes(AsBytes(image), "image");
  EXPECT_FALSE(host.ok());
  return {fault.message.text(), std::string(host.status().message())};
}

TEST(ImageRulesTest, BothReadersRefuseRecordsThatAreTooShort) {
  const auto [set_flat, set_host] = Verdicts({"few", "", "", "", ""});
  EXPECT_THAT(set_flat, HasSubstr("set record: expected at least"));
  EXPECT_THAT(set_host, HasSubstr("set record: expected at least"));
  const CountedSet set("1-8");
  const auto [flat, host] = Verdicts({EncodeSetRecord(set.info, 1), "few", "", "", ""});
  EXPECT_THAT(flat, HasSubstr("table record: expected at least"));
  EXPECT_THAT(host, HasSubstr("table record: expected at least"));
}

TEST(ImageRulesTest, BothReadersRefuseLongTexts) {
  SetInfo info = CountedSet("1-8").info;
  info.creator.assign(1025, 'c');
  const auto [flat, host] = Verdicts({EncodeSetRecord(info, 1), "", "", "", ""});
  EXPECT_THAT(flat, HasSubstr("of at most 1024 bytes"));
  EXPECT_THAT(host, HasSubstr("of at most 1024 bytes"));
  info.plan.assign(1025, '1');
  EXPECT_THAT(Verdicts({EncodeSetRecord(info, 1), "", "", "", ""}).first,
              HasSubstr("of at most 1024 bytes"));
}

TEST(ImageRulesTest, PatternsAreNotForTheReaderWithoutAHeap) {
  for (const std::string plan : {"pattern:5-3", "1-8 + pattern:5-3"}) {
    const CountedSet set(plan);
    std::vector<std::string> parts(1 + 4 * set.tables.size());
    parts[0] = EncodeSetRecord(set.info, static_cast<uint32_t>(set.tables.size()));
    EXPECT_THAT(Verdicts(parts).first, HasSubstr("build the stages alone"));
  }
}

TEST(ImageReaderTest, AMissingFileIsNamed) {
  EXPECT_EQ(ImageReader::Open("/no/such/image").status().code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace tilebase
