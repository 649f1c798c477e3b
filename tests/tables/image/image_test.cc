// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/image/image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tables/hash.h"
#include "tables/image/flat_image.h"
#include "tables/store/store.h"
#include "tables/table_source.h"
#include "tests/tables/store/reseal.h"
#include "tests/tables/synthetic_set.h"

namespace tilebase {
namespace {

namespace at = image_record;

class ImageTest : public testing::Test {
 protected:
  ImageTest() : directory_(testing::TempDir() + "/tilebase_image_test.XXXXXX") {
    if (mkdtemp(directory_.data()) == nullptr) abort();
  }
  ~ImageTest() override {
    if (system(("rm -rf '" + directory_ + "'").c_str()) != 0) ADD_FAILURE() << directory_;
  }

  std::shared_ptr<const TableSource> OpenStore(const SyntheticSet& set) {
    const std::string path = directory_ + "/store";
    remove(path.c_str());
    EXPECT_EQ(WriteStore(set, path), absl::OkStatus());
    auto source = StoreReader::Open(path, {.check_content = true});
    EXPECT_EQ(source.status(), absl::OkStatus());
    return *source;
  }

  std::string directory_;
};

std::string ImageOf(const TableSource& source, const ImageOptions& options = {}) {
  std::string image;
  const absl::Status status = WriteImage(source, options, [&](Bytes bytes) {
    image.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return absl::OkStatus();
  });
  EXPECT_EQ(status, absl::OkStatus());
  return image;
}

SyntheticSet SmallSet(Codec codec = Codec::kRaw) {
  return MakeSyntheticSet({2, 2}, "ladder:1", codec, {1});
}
// Several blocks and a reachable plane.
SyntheticSet MediumSet(Codec codec) {
  return MakeSyntheticSet({3, 4}, "1-5/6-8/9-10/rest", codec, {1});
}

absl::Status Open(const std::string& image, bool check_content = true) {
  const std::unique_ptr<uint8_t[]> exact(new uint8_t[image.size()]);
  if (!image.empty()) std::memcpy(exact.get(), image.data(), image.size());
  return ImageReader::FromBytes({exact.get(), image.size()}, "test", {check_content}).status();
}

bool Mentions(const absl::Status& status, const std::string& text) {
  return std::string(status.message()).find(text) != std::string::npos;
}

uint8_t* Byte(std::string* image, uint64_t offset) {
  return reinterpret_cast<uint8_t*>(image->data()) + offset;
}

TEST_F(ImageTest, HoldsWhatTheStoreHolds) {
  for (const Codec codec : {Codec::kRaw, Codec::kZstd})
    for (const bool raw : {false, true}) {
      const auto store = OpenStore(MediumSet(codec));
      const std::string image = ImageOf(*store, {{}, raw});
      EXPECT_EQ(image, ImageOf(*store, {{}, raw})) << "equal calls, equal bytes";
      const auto opened = ImageReader::FromBytes(AsBytes(image), "test", {.check_content = true});
      ASSERT_EQ(opened.status(), absl::OkStatus());
      const TableSource& source = **opened;
      EXPECT_EQ(source.file_bytes(), image.size());
      EXPECT_EQ(source.info().plan, store->info().plan);
      EXPECT_EQ(source.info().creator, store->info().creator);
      ASSERT_EQ(source.tables().size(), store->tables().size());
      for (size_t table = 0; table < source.tables().size(); ++table) {
        const TableInfo& info = source.tables()[table];
        EXPECT_EQ(info.histogram, store->tables()[table].histogram);
        EXPECT_EQ(info.codec, raw ? Codec::kRaw : codec);
        std::vector<uint8_t> expected(store->layout(table).bytes());
        std::vector<uint8_t> found(expected.size());
        ASSERT_EQ(store->ReadTable(table, 1, absl::MakeSpan(expected)), absl::OkStatus());
        ASSERT_EQ(source.ReadTable(table, 1, absl::MakeSpan(found)), absl::OkStatus());
        EXPECT_EQ(found, expected);
        if (info.codec != Codec::kRaw) continue;
        for (const Plane plane : {Plane::kPolicy, Plane::kReachable}) {
          const uint8_t* const in_place = source.RawPlane(table, plane);
          if (source.layout(table).PlaneBytes(plane) == 0) {
            EXPECT_EQ(in_place, nullptr);
            continue;
          }
          ASSERT_NE(in_place, nullptr) << "every raw plane is contiguous";
          EXPECT_EQ((in_place - AsBytes(image).data()) % 16, 0);
        }
      }
    }
}

TEST_F(ImageTest, MayLeaveOutTablesInTheMiddleOfAStage) {
  // {1},{2}: the stage of 3 is {3}|{1,2}, {2,3}|{1}, {1-3}|{}: made up with three tables.
  SyntheticSet set = MakeSyntheticSet({3, 3}, "1/2/3-8", Codec::kRaw);
  const Plan plan = *ParsePlan({3, 3}, "1/2/3-8");
  set.tables.pop_back();
  const Subproblem own = plan.stages[2];
  set.tables.push_back(MakeSyntheticTable(own, Codec::kRaw, true, 3));
  set.tables.push_back(MakeSyntheticTable(own.Grown(), Codec::kRaw, true, 4));
  set.tables.push_back(MakeSyntheticTable(own.Grown().Grown(), Codec::kRaw, false, 5));
  set.info.stages[2].table_count = 3;
  const auto store = OpenStore(set);
  const std::string image = ImageOf(*store, {{0, 1, 2, 4}, false});
  const auto opened = ImageReader::FromBytes(AsBytes(image), "test", {.check_content = true});
  ASSERT_EQ(opened.status(), absl::OkStatus());
  EXPECT_EQ((*opened)->tables().size(), 4u);
  EXPECT_EQ((*opened)->info().stages[2].table_count, 2u);
  const auto ignore = [](Bytes) { return absl::OkStatus(); };
  for (const std::vector<size_t>& tables : std::vector<std::vector<size_t>>{
           {0}, {1, 2, 4}, {0, 1, 4}, {0, 1, 2, 3}, {1, 0, 2, 4}, {0, 1, 2, 4, 5}})
    EXPECT_EQ(WriteImage(*store, {tables, false}, ignore).code(),
              absl::StatusCode::kInvalidArgument);
}

TEST_F(ImageTest, OpensFromAFileByItsFirstBytes) {
  const auto store = OpenStore(SmallSet());
  const std::string path = directory_ + "/image";
  WriteWholeFile(path, ImageOf(*store));
  const auto image = OpenSource(path, {.check_content = true});
  ASSERT_EQ(image.status(), absl::OkStatus());
  EXPECT_EQ((*image)->name(), path);
  EXPECT_EQ(OpenSource(directory_ + "/store").status(), absl::OkStatus());
  EXPECT_EQ(OpenSource(directory_ + "/none").status().code(), absl::StatusCode::kNotFound);
  WriteWholeFile(path, ImageOf(*store).substr(0, 100));
  const absl::Status status = OpenSource(path).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
  EXPECT_TRUE(Mentions(status, path)) << status;
}

TEST_F(ImageTest, OtherKindsAreNamedAsSuch) {
  const std::string sound = ImageOf(*OpenStore(SmallSet()));
  for (const std::string& bytes :
       {std::string(), std::string("TILEIMA"), std::string(1000, 'x'), "x" + sound})
    EXPECT_EQ(Open(bytes).code(), absl::StatusCode::kFailedPrecondition);
  const auto expect = [&](uint64_t offset, uint8_t value, const char* says) {
    std::string image = sound;
    *Byte(&image, offset) = value;
    for (int rehashed = 0; rehashed < 2; ++rehashed, RehashImageRecords(&image)) {
      const absl::Status status = Open(image);
      EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented) << status;
      EXPECT_TRUE(Mentions(status, says)) << status;
    }
  };
  expect(at::kVersionAt, 2, "format version 2");
  expect(at::kOffsetBytesAt, 4, "found 32");
  std::string swapped = sound;
  std::swap(*Byte(&swapped, at::kByteOrderAt), *Byte(&swapped, at::kByteOrderAt + 1));
  EXPECT_EQ(Open(swapped).code(), absl::StatusCode::kUnimplemented);
  EXPECT_TRUE(Mentions(Open(swapped), "big-endian")) << Open(swapped);
}

TEST_F(ImageTest, EveryFlippedBitOfASmallImageIsRefused) {
  for (const Codec codec : {Codec::kRaw, Codec::kZstd}) {
    std::string image = ImageOf(*OpenStore(SmallSet(codec)));
    size_t refused = 0;
    for (size_t bit = 0; bit < 8 * image.size(); ++bit) {
      image[bit / 8] = static_cast<char>(image[bit / 8] ^ 1 << bit % 8);
      refused += !Open(image).ok();
      image[bit / 8] = static_cast<char>(image[bit / 8] ^ 1 << bit % 8);
    }
    EXPECT_EQ(Open(image), absl::OkStatus()) << "unchanged again";
    printf("flipped bits refused (%s): %zu/%zu\n", Name(codec), refused, 8 * image.size());
    EXPECT_EQ(refused, 8 * image.size());
  }
}

TEST_F(ImageTest, FlippedBitsOutsideTheDataAreRefusedWithoutReadingIt) {
  const std::string sound = ImageOf(*OpenStore(MediumSet(Codec::kRaw)));
  const uint64_t parts = GetLittleEndian<uint32_t>(AsBytes(sound).data() + at::kPartCountAt);
  std::vector<bool> data(sound.size());
  for (uint64_t part = at::kSetParts; part < parts; ++part) {
    if ((part - at::kSetParts) % at::kTableParts < 2) continue;
    const uint8_t* const entry = AsBytes(sound).data() + at::kFixedBytes + part * at::kPartBytes;
    const uint64_t begin = GetLittleEndian<uint64_t>(entry);
    for (uint64_t i = 0; i < GetLittleEndian<uint64_t>(entry + 8); ++i) data[begin + i] = true;
  }
  std::string image = sound;
  for (size_t byte = 0; byte < image.size(); ++byte) {
    if (data[byte]) continue;
    image[byte] = static_cast<char>(image[byte] ^ 1 << byte % 8);
    ASSERT_FALSE(Open(image, false).ok()) << byte;
    image[byte] = sound[byte];
  }
}

// Sets every directory and record field to every value an attacker would try, with hashes made
// right.
TEST_F(ImageTest, FieldsThatContradictOneAnotherAreRefused) {
  const std::string sound = ImageOf(*OpenStore(SmallSet()));
  int tried = 0;
  int opened = 0;
  for (uint64_t offset = 0; offset < sound.size(); ++offset)
    for (const int value : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
      std::string image = sound;
      *Byte(&image, offset) = static_cast<uint8_t>(value);
      RehashImageRecords(&image);
      if (image == sound) continue;
      ++tried;
      opened += Open(image).ok();
    }
  printf("contradictory fields refused: %d/%d\n", tried - opened, tried);
  EXPECT_EQ(opened, 0);
}

}  // namespace

// Images with a sound directory and bad records, for both readers.

namespace {

using testing::HasSubstr;

// Makes an image of these parts, with a sound directory whatever they are.
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

// The verdicts of the reader without a heap and of the host's reader.
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

TEST(ImageRulesTest, PatternsAloneAreNotForTheReaderWithoutAHeap) {
  const CountedSet set("pattern:5-3");
  std::vector<std::string> parts(1 + 4 * set.tables.size());
  parts[0] = EncodeSetRecord(set.info, static_cast<uint32_t>(set.tables.size()));
  EXPECT_THAT(Verdicts(parts).first,
              HasSubstr("expected a plan with stages of single moves, found none"));
}

TEST(ImageReaderTest, AMissingFileIsNamed) {
  EXPECT_EQ(ImageReader::Open("/no/such/image").status().code(), absl::StatusCode::kNotFound);
}

}  // namespace

}  // namespace tilebase
