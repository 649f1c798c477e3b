// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The freestanding reader of raw images against the host's. Both read the same, and report the same
// about damaged, foreign and hostile bytes (forged images: tests/damage). Each image lies in a
// block of its own on the heap, so that a sanitizer sees every read outside it.

#include "tables/image/flat_image.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "tables/hash.h"
#include "tables/image/image.h"
#include "tables/image/plain_hash.h"
#include "tables/random_board.h"
#include "tables/store/store.h"
#include "tests/tables/store/reseal.h"
#include "tests/tables/synthetic_set.h"

namespace tilebase {
namespace {

namespace at = image_record;

std::string ImageOf(const SyntheticSet& set, bool raw = true) {
  const std::string path = testing::TempDir() + "/tilebase_flat_image_test";
  remove(path.c_str());
  EXPECT_EQ(WriteStore(set, path), absl::OkStatus());
  std::string image;
  const auto store = StoreReader::Open(path);
  EXPECT_EQ(store.status(), absl::OkStatus());
  EXPECT_EQ(WriteImage(**store, {{}, raw},
                       [&](Bytes bytes) {
                         image.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
                         return absl::OkStatus();
                       }),
            absl::OkStatus());
  remove(path.c_str());
  return image;
}

SyntheticSet SmallSet() { return MakeSyntheticSet({2, 2}, "ladder:1", Codec::kRaw, {1}); }
// Several blocks and a reachable plane.
SyntheticSet MediumSet() { return MakeSyntheticSet({3, 4}, "1-5/6-8/9-10/rest", Codec::kRaw, {1}); }

// Copies the bytes to a block of exactly their size.
class Exact {
 public:
  explicit Exact(const std::string& image)
      : bytes_(new uint8_t[image.size()]), size_(image.size()) {
    if (!image.empty()) std::memcpy(bytes_.get(), image.data(), image.size());
  }
  ByteRun run() const { return {bytes_.get(), size_}; }

 private:
  std::unique_ptr<uint8_t[]> bytes_;
  size_t size_;
};

FaultKind KindOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return FaultKind::kNone;
    case absl::StatusCode::kFailedPrecondition:
      return FaultKind::kForeign;
    case absl::StatusCode::kUnimplemented:
      return FaultKind::kNewer;
    default:
      return FaultKind::kDamaged;
  }
}

Fault Open(const std::string& bytes) {
  const Exact exact(bytes);
  Fault fault;
  FlatImage image;
  const bool opened = image.Open(exact.run(), &fault);
  EXPECT_EQ(opened, fault.ok());
  EXPECT_EQ(fault.ok(), fault.message.size() == 0);
  return fault;
}

// Compares both readers' verdicts; if they differ, the test fails and Agree returns false. For
// tables that say they are compressed, the freestanding reader has no verdict.
bool Agree(const std::string& bytes, bool* refused) {
  const Fault fault = Open(bytes);
  const Exact exact(bytes);
  const absl::Status status =
      ImageReader::FromBytes({exact.run().data, exact.run().size}, "test", {.check_content = true})
          .status();
  *refused = !fault.ok();
  if (fault.kind == KindOf(status)) return true;
  if (strstr(fault.message.text(), "--raw") != nullptr) return true;
  ADD_FAILURE() << "host: " << status << "\nfreestanding: " << fault.message.text();
  return false;
}

uint8_t* Byte(std::string* image, uint64_t offset) {
  return reinterpret_cast<uint8_t*>(image->data()) + offset;
}

TEST(FlatImageTest, ReadsWhatTheHostReads) {
  for (const SyntheticSet& set :
       {SmallSet(), MediumSet(), MakeSyntheticSet({3, 3}, "1/2/3-8", Codec::kRaw),
        MakeSyntheticSet({4, 2}, "ladder:3", Codec::kRaw)}) {
    const std::string bytes = ImageOf(set);
    const Exact exact(bytes);
    Fault fault;
    FlatImage image;
    ASSERT_TRUE(image.Open(exact.run(), &fault)) << fault.message.text();
    const auto opened = ImageReader::FromBytes({exact.run().data, exact.run().size}, "test");
    ASSERT_EQ(opened.status(), absl::OkStatus());
    const TableSource& host = **opened;
    EXPECT_EQ(image.geometry(), host.info().geometry);
    EXPECT_EQ(image.certified_worst_case(), host.info().certified_worst_case);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(image.plan().data), image.plan().size),
              host.info().plan);
    ASSERT_EQ(static_cast<size_t>(image.stages()), host.info().stages.size());
    for (int stage = 0; stage < image.stages(); ++stage) {
      const StageInfo& span = host.info().stages[static_cast<size_t>(stage)];
      EXPECT_EQ(image.FirstTable(stage), span.first_table);
      EXPECT_EQ(image.TableCount(stage), span.table_count);
    }
    ASSERT_EQ(image.tables(), host.tables().size());
    for (uint32_t i = 0; i < image.tables(); ++i) {
      const FlatTable table = image.Table(i);
      EXPECT_EQ(table.subproblem, host.tables()[i].subproblem);
      EXPECT_EQ(table.max_depth, host.tables()[i].max_depth());
      EXPECT_EQ(table.entries, host.tables()[i].entries);
      EXPECT_EQ(table.reachable_entries, host.tables()[i].reachable);
      EXPECT_EQ(table.policy, host.RawPlane(i, Plane::kPolicy));
      EXPECT_EQ(table.reachable, host.RawPlane(i, Plane::kReachable));
    }
  }
}

TEST(FlatImageTest, NamesWhatItCannotRead) {
  const std::string sound = ImageOf(SmallSet());
  const auto expect = [](const std::string& bytes, FaultKind kind, const char* says) {
    const Fault fault = Open(bytes);
    EXPECT_EQ(fault.kind, kind) << fault.message.text();
    EXPECT_NE(std::string(fault.message.text()).find(says), std::string::npos)
        << fault.message.text();
  };
  expect("", FaultKind::kForeign, "not a tilebase image");
  expect("x" + sound, FaultKind::kForeign, "not a tilebase image");
  std::string changed = sound;
  *Byte(&changed, at::kVersionAt) = 2;
  expect(changed, FaultKind::kNewer, "format version 2; expected at most 1");
  changed = sound;
  *Byte(&changed, at::kOffsetBytesAt) = 4;
  expect(changed, FaultKind::kNewer, "found 32");
  changed = sound;
  std::swap(*Byte(&changed, at::kByteOrderAt), *Byte(&changed, at::kByteOrderAt + 1));
  expect(changed, FaultKind::kNewer, "big-endian");
  expect(ImageOf(MakeSyntheticSet({2, 2}, "ladder:1", Codec::kZstd), false), FaultKind::kNewer,
         "export the image with --raw");
  expect(sound.substr(0, sound.size() - 1), FaultKind::kDamaged, "bytes, found");
}

TEST(FlatImageTest, RefusesEveryTruncationAndFlippedBitAsTheHostDoes) {
  const std::string sound = ImageOf(SmallSet());
  bool refused = false;
  ASSERT_TRUE(Agree(sound, &refused));
  ASSERT_FALSE(refused);
  for (size_t size = 0; size < sound.size(); ++size) {
    ASSERT_TRUE(Agree(sound.substr(0, size), &refused)) << size;
    ASSERT_TRUE(refused) << size;
  }
  for (size_t bit = 0; bit < 8 * sound.size(); ++bit) {
    std::string image = sound;
    image[bit / 8] = static_cast<char>(image[bit / 8] ^ 1 << bit % 8);
    ASSERT_TRUE(Agree(image, &refused)) << "bit " << bit;
    ASSERT_TRUE(refused) << bit;
  }
}

TEST(FlatImageTest, SaysWhatTheHostSaysOfFieldsThatContradictOneAnother) {
  const std::string sound = ImageOf(SmallSet());
  int tried = 0;
  for (uint64_t offset = 0; offset < sound.size(); ++offset)
    for (const int value : {0x00, 0x01, 0x02, 0x7f, 0x80, 0xff}) {
      std::string image = sound;
      *Byte(&image, offset) = static_cast<uint8_t>(value);
      RehashImageRecords(&image);
      bool refused = false;
      ASSERT_TRUE(Agree(image, &refused)) << value << " at " << offset;
      ++tried;
    }
  printf("contradictory fields judged alike: %d\n", tried);
}

std::vector<uint8_t> SomeBytes(size_t size) {
  Random random(size);
  std::vector<uint8_t> bytes(size);
  for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random.Next());
  return bytes;
}

TEST(PlainHashTest, IsTheLibrarysHashForEveryLength) {
  for (size_t size = 0; size <= 4200; ++size) {
    const std::vector<uint8_t> bytes = SomeBytes(size);
    ASSERT_EQ(Xxh3(bytes.data(), size), Hash64(bytes)) << size;
  }
  for (const size_t size : {65535, 65536, 65537, 1000003}) {
    const std::vector<uint8_t> bytes = SomeBytes(size);
    EXPECT_EQ(Xxh3(bytes.data(), size), Hash64(bytes)) << size;
  }
}

TEST(PlainHashTest, DoesNotDependOnWhereTheBytesAreCut) {
  for (const size_t size : {1, 3, 8, 16, 17, 100, 200, 240, 241, 256, 1024, 1025, 3000}) {
    const std::vector<uint8_t> bytes = SomeBytes(size);
    for (size_t cut = 0; cut <= size; ++cut) {
      // In blocks of their own, so that a sanitizer sees a read across the cut.
      const std::vector<uint8_t> head(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(cut));
      const std::vector<uint8_t> tail(bytes.begin() + static_cast<ptrdiff_t>(cut), bytes.end());
      ASSERT_EQ(Xxh3(head.data(), cut, tail.data(), size - cut), Hash64(bytes))
          << size << ", cut at " << cut;
    }
  }
}

TEST(PlainHashTest, CanBeComputedByTheCompiler) {
  constexpr uint8_t kText[] = {'t', 'i', 'l', 'e'};
  constexpr uint64_t kHash = Xxh3(kText, sizeof kText);
  EXPECT_EQ(kHash, Hash64(kText));
}

}  // namespace
}  // namespace tilebase
