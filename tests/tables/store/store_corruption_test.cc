// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Damaged, foreign and hostile files. Each test opens them in this process, so a signal anywhere
// ends the test run. Counts are printed as found/total.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "tables/hash.h"
#include "tables/records.h"
#include "tables/store/seal.h"
#include "tables/store/store.h"
#include "tests/tables/store/reseal.h"
#include "tests/tables/synthetic_set.h"

namespace tilebase {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class StoreCorruptionTest : public testing::Test {
 protected:
  StoreCorruptionTest() : directory_(testing::TempDir() + "/tilebase_corruption_test.XXXXXX") {
    if (mkdtemp(directory_.data()) == nullptr) abort();
    path_ = directory_ + "/damaged.tilebase";
  }
  ~StoreCorruptionTest() override {
    if (system(("rm -rf '" + directory_ + "'").c_str()) != 0) ADD_FAILURE() << directory_;
  }

  // The bytes of a store.
  std::string Make(const SyntheticSet& set) {
    const std::string path = directory_ + "/sound.tilebase";
    EXPECT_EQ(WriteStore(set, path), absl::OkStatus());
    const std::string bytes = ReadWholeFile(path);
    unlink(path.c_str());
    return bytes;
  }
  // Every page is in the skeleton: tables of a few bytes.
  std::string SmallStore(Codec codec = Codec::kZstd) {
    return Make(MakeSyntheticSet({2, 2}, "ladder:1", codec, {1}));
  }
  // An extent, several blocks, a reachable plane.
  std::string MediumStore(Codec codec) {
    return Make(MakeSyntheticSet({3, 4}, "1-5/6-8/9-10/rest", codec, {1}));
  }

  absl::Status Open(const std::string& bytes, bool check_content = true) {
    WriteWholeFile(path_, bytes);
    return StoreReader::Open(path_, {.check_content = check_content}).status();
  }

  // Opens the file `bytes` with one byte changed. Changes the byte in place and restores it,
  // because writing thousands of new files would take minutes on a disk. Requires that path_ holds
  // `bytes`.
  absl::Status OpenWithByteChanged(const std::string& bytes, size_t at, int change) {
    std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
    const auto put = [&](char byte) {
      file.seekp(static_cast<std::streamoff>(at));
      file.put(byte);
      file.flush();
    };
    put(static_cast<char>(bytes[at] ^ change));
    const absl::Status status = StoreReader::Open(path_, {.check_content = true}).status();
    put(bytes[at]);
    return status;
  }

  std::string directory_;
  std::string path_;
};

bool Mentions(const absl::Status& status, const std::string& text) {
  return std::string(status.message()).find(text) != std::string::npos;
}

TEST_F(StoreCorruptionTest, FilesThatAreNoStoresAreNamedAsSuch) {
  EXPECT_EQ(StoreReader::Open(path_).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(StoreReader::Open(directory_).status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(StoreReader::Open("/dev/null").status().code(), absl::StatusCode::kFailedPrecondition);
  const std::string fifo = directory_ + "/fifo";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_EQ(StoreReader::Open(fifo).status().code(), absl::StatusCode::kFailedPrecondition);
  for (const std::string& bytes :
       {std::string(), std::string("x"), std::string(100000, 'x'), std::string(100000, '\0')}) {
    const absl::Status status = Open(bytes);
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << status;
    EXPECT_TRUE(Mentions(status, path_) && Mentions(status, "not a tilebase file")) << status;
  }
}

// LMDB's magic with the bytes in the other order, and where 32-bit machines have it: sealed, and
// without a seal, as another program would leave it.
TEST_F(StoreCorruptionTest, AStoreOfAnotherKindOfMachineIsNamedAsSuch) {
  OpenedStore store = TakeApart(SmallStore());
  const std::string mark = store.lmdb.substr(16, 4);
  const std::string swapped(mark.rbegin(), mark.rend());
  for (const auto& [at, bytes, name] :
       {std::tuple(16, swapped, "big-endian"), std::tuple(12, swapped, "big-endian"),
        std::tuple(12, mark, "32-bit")}) {
    store.lmdb.replace(12, 8, 8, '\0').replace(static_cast<size_t>(at), 4, bytes);
    for (const std::string& file : {PutTogether(store), store.lmdb}) {
      const absl::Status status = Open(file);
      EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented) << status;
      EXPECT_TRUE(Mentions(status, name) && Mentions(status, path_)) << status;
    }
  }
}

TEST_F(StoreCorruptionTest, ANewerVersionIsNamedAsSuch) {
  std::string bytes = SmallStore();
  bytes[bytes.size() - 16] = 2;
  EXPECT_EQ(Open(bytes).code(), absl::StatusCode::kUnimplemented);
  OpenedStore store = TakeApart(SmallStore());
  const OpenedStore::Record& set = store.records.back();
  store.lmdb[set.offset + set_record::kVersionAt] = 2;
  Rehash(set, &store.lmdb);
  const absl::Status status = Open(PutTogether(store));
  EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented);
  EXPECT_TRUE(Mentions(status, "version 2") && Mentions(status, path_)) << status;
}

TEST_F(StoreCorruptionTest, ChangedBytesOfALargerStoreAreRefused) {
  for (const Codec codec : {Codec::kRaw, Codec::kZstd}) {
    const std::string bytes = MediumStore(codec);
    EXPECT_FALSE(TakeApart(bytes).extents.empty()) << "meant to test bytes inside extents";
    ASSERT_EQ(Open(bytes), absl::OkStatus());
    size_t refused = 0;
    size_t total = 0;
    for (size_t at = 0; at < bytes.size(); at += 29, ++total) {
      const absl::Status status = OpenWithByteChanged(bytes, at, 1 << at % 8);
      refused += !status.ok();
      EXPECT_TRUE(Mentions(status, path_));
    }
    printf("changed bytes refused (%s): %zu/%zu\n", Name(codec), refused, total);
    EXPECT_EQ(refused, total);
  }
}

TEST_F(StoreCorruptionTest, ADamagedBlockIsFoundWhenItIsReadAndTheOthersStillRead) {
  std::string bytes = MediumStore(Codec::kRaw);
  const OpenedStore store = TakeApart(bytes);
  ASSERT_FALSE(store.extents.empty());
  bytes[store.extents[0].offset + kBlockBytes + 5] ^= 1;
  WriteWholeFile(path_, bytes);
  const auto reader = StoreReader::Open(path_);
  ASSERT_TRUE(reader.ok()) << "data is not read at open: " << reader.status();
  size_t damaged = 0;
  BlockDecoder decoder;
  std::vector<uint8_t> out(kBlockBytes);
  for (size_t table = 0; table < (*reader)->tables().size(); ++table)
    for (uint64_t block = 0; block < (*reader)->layout(table).blocks(); ++block) {
      const absl::Status status = (*reader)->ReadBlock(
          table, block, &decoder,
          absl::MakeSpan(out).first((*reader)->layout(table).BlockBytes(block)));
      if (status.ok()) continue;
      ++damaged;
      EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
      EXPECT_EQ(block, 1u);
      EXPECT_TRUE(Mentions(status, path_) && Mentions(status, "block 1")) << status;
    }
  EXPECT_EQ(damaged, 1u);
  EXPECT_EQ((*reader)->CheckContent(2).code(), absl::StatusCode::kDataLoss);
}

// From here on, the attacker's case: every hash is made right again.

// The fields an attacker would try, one by one, with the record's own hash made right.
TEST_F(StoreCorruptionTest, FieldsThatContradictOneAnotherAreRefused) {
  const std::string bytes = SmallStore(Codec::kRaw);
  const OpenedStore sound = TakeApart(bytes);
  ASSERT_EQ(Open(PutTogether(sound)), absl::OkStatus());
  int tried = 0;
  int opened = 0;
  for (const OpenedStore::Record& record : sound.records) {
    const bool is_data = record.key.find("/data/") != std::string::npos;
    if (is_data) continue;
    for (uint64_t at = 0; at + kRecordHashBytes < record.bytes; ++at)
      for (const int value : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
        OpenedStore changed = sound;
        char& byte = changed.lmdb[record.offset + at];
        if (byte == static_cast<char>(value)) continue;
        byte = static_cast<char>(value);
        Rehash(record, &changed.lmdb);
        ++tried;
        opened += Open(PutTogether(changed)).ok();
      }
  }
  printf("contradictory fields refused: %d/%d\n", tried - opened, tried);
  // (The creator's text is free, but none of the values is printable. A content hash is not.)
  EXPECT_EQ(opened, 0);
}

TEST_F(StoreCorruptionTest, ExtentsThatHideOtherBytesAreRefused) {
  const OpenedStore sound = TakeApart(MediumStore(Codec::kRaw));
  ASSERT_GE(sound.extents.size(), 1u);
  const auto refuses = [&](std::vector<Extent> extents) {
    OpenedStore changed = sound;
    changed.extents = std::move(extents);
    return Open(PutTogether(changed), false).code() == absl::StatusCode::kDataLoss;
  };
  const Extent real = sound.extents[0];
  EXPECT_TRUE(refuses({{0, 4096}})) << "the meta page";
  EXPECT_TRUE(refuses({{real.offset - 1, real.bytes + 1}}));
  EXPECT_TRUE(refuses({{real.offset, real.bytes - 1}}));
  EXPECT_TRUE(refuses({{real.offset, real.bytes + 1}}));
  const OpenedStore::Record& set = sound.records.back();
  EXPECT_TRUE(refuses({{set.offset, set.bytes}}));
  EXPECT_FALSE(refuses({})) << "hashing more than needed is no harm";
}

TEST_F(StoreCorruptionTest, SealsThatContradictThemselvesAreRefused) {
  namespace at = seal_record;
  const OpenedStore sound = TakeApart(MediumStore(Codec::kRaw));
  const Extent extent = sound.extents.at(0);
  // Changes a word of the seal and makes the seal's own hash right.
  const auto refuses = [&](uint64_t word_at, uint64_t word, const char* says) {
    std::string file = PutTogether(sound);
    const MutableBytes seal = AsMutableBytes(&file).subspan(sound.lmdb.size());
    const uint64_t fixed = seal.size() - at::kFixedBytes;
    PutLittleEndian<uint64_t>(seal.data() + word_at, word);
    PutLittleEndian<uint64_t>(seal.data() + fixed + at::kHashAt,
                              Hash64(seal.first(fixed + at::kHashAt)));
    const absl::Status status = Open(file, false);
    EXPECT_TRUE(Mentions(status, says)) << status;
    return status.code() == absl::StatusCode::kDataLoss;
  };
  const uint64_t fixed = sound.extents.size() * at::kExtentBytes;
  EXPECT_TRUE(refuses(fixed + at::kFileBytesAt, 1, "expected 1 bytes"));
  EXPECT_TRUE(refuses(fixed + at::kLmdbBytesAt, 4096, "expected it to begin at"));
  EXPECT_TRUE(refuses(0, sound.lmdb.size() + 1, "extents in order"));
  EXPECT_TRUE(refuses(8, sound.lmdb.size(), "extents in order"));
  EXPECT_TRUE(refuses(8, 0, "extents in order"));
  EXPECT_TRUE(refuses(0, extent.offset + 1, "to have hash"));
}

#if !defined(TILEBASE_SANITIZED)
// There is no room for a second map of the file: LMDB's.
TEST_F(StoreCorruptionTest, AddressSpaceThatCannotBeHadIsAnError) {
  WriteWholeFile(path_, Make(MakeSyntheticSet({4, 4}, "1-5/rest", Codec::kRaw)));
  ASSERT_EQ(StoreReader::Open(path_).status(), absl::OkStatus());
  uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  rlimit limit = before;
  limit.rlim_cur = pages * 4096 + std::filesystem::file_size(path_) * 3 / 2;
  ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
  const bool is_held =
      mmap(nullptr, limit.rlim_cur, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED;
  const absl::Status status = StoreReader::Open(path_).status();
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  if (!is_held) GTEST_SKIP() << "the system sets no limit to address space; qemu-user is such";
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
  EXPECT_TRUE(Mentions(status, path_)) << status;
}
#endif

// Makes a seal over 1,000 bytes with two extents, and lets `change` change these before the hash is
// made right. So the seal is sound except for the one thing that a rule forbids.
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
