// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/store/store.h"

#include <gtest/gtest.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "tests/tables/synthetic_set.h"

namespace tilebase {
namespace {

constexpr Geometry k2x2{2, 2};
constexpr Geometry k3x3{3, 3};
constexpr Geometry k4x4{4, 4};

class StoreTest : public testing::Test {
 protected:
  StoreTest() : path_(testing::TempDir() + "/tilebase_store_test.XXXXXX") {
    directory_ = mkdtemp(path_.data());
    path_ = directory_ + "/a.tilebase";
  }
  ~StoreTest() override {
    chmod(directory_.c_str(), 0755);
    if (system(("rm -rf '" + directory_ + "'").c_str()) != 0) ADD_FAILURE() << directory_;
  }
  bool Exists() const { return access(path_.c_str(), F_OK) == 0; }

  std::string directory_;
  std::string path_;
};

void ExpectSame(const SyntheticSet& set, const TableSource& source) {
  EXPECT_EQ(source.info().geometry, set.info.geometry);
  EXPECT_EQ(source.info().plan, set.info.plan);
  EXPECT_EQ(source.info().creator, set.info.creator);
  ASSERT_EQ(source.info().stages.size(), set.info.stages.size());
  for (size_t i = 0; i < set.info.stages.size(); ++i) {
    EXPECT_EQ(source.info().stages[i].first_table, set.info.stages[i].first_table);
    EXPECT_EQ(source.info().stages[i].table_count, set.info.stages[i].table_count);
  }
  ASSERT_EQ(source.tables().size(), set.tables.size());
  BlockDecoder decoder;
  for (size_t i = 0; i < set.tables.size(); ++i) {
    const TableInfo& expected = set.tables[i].info;
    const TableInfo& found = source.tables()[i];
    EXPECT_EQ(found.subproblem, expected.subproblem);
    EXPECT_EQ(found.metric, expected.metric);
    EXPECT_EQ(found.kind, expected.kind);
    EXPECT_EQ(found.codec, expected.codec);
    EXPECT_EQ(found.entries, expected.entries);
    EXPECT_EQ(found.states, expected.states);
    EXPECT_EQ(found.reachable, expected.reachable);
    EXPECT_EQ(found.histogram, expected.histogram);
    EXPECT_EQ(found.content_hash, expected.content_hash);
    const BlockLayout& layout = source.layout(i);
    std::vector<uint8_t> decoded(layout.bytes());
    for (uint64_t block = 0; block < layout.blocks(); ++block)
      ASSERT_TRUE(source
                      .ReadBlock(i, block, &decoder,
                                 absl::MakeSpan(decoded).subspan(layout.OffsetInTable(block),
                                                                 layout.BlockBytes(block)))
                      .ok());
    EXPECT_EQ(decoded, set.tables[i].decoded);
    decoded.assign(decoded.size(), 0);
    ASSERT_TRUE(source.ReadTable(i, 3, absl::MakeSpan(decoded)).ok());
    EXPECT_EQ(decoded, set.tables[i].decoded);
  }
}

TEST_F(StoreTest, RoundTripsTablesOfEveryKindAndCodec) {
  for (const Codec codec : {Codec::kRaw, Codec::kZstd})
    for (const SyntheticSet& set :
         {MakeSyntheticSet(k2x2, "ladder:1", codec, {1, 2}),
          MakeSyntheticSet(k3x3, "1-2/3/rest", codec, {1}),
          MakeSyntheticSet(k4x4, "1-4/5,9,13/6-7/8/rest", codec, {1, 3})}) {
      ASSERT_EQ(WriteStore(set, path_), absl::OkStatus());
      auto reader = StoreReader::Open(path_, {.check_content = true, .threads = 2});
      ASSERT_TRUE(reader.ok()) << reader.status();
      ExpectSame(set, **reader);
      EXPECT_EQ((*reader)->file_bytes(), ReadWholeFile(path_).size());
      EXPECT_EQ((*reader)->info().certified_worst_case,
                SummedWorstCase(set.info, (*reader)->tables()));
      unlink(path_.c_str());
    }
}

TEST_F(StoreTest, RawPlanesAreReadInPlaceAndCompressedOnesAreNot) {
  const SyntheticSet raw = MakeSyntheticSet(k4x4, "1-4/5,9,13/6-7/8/rest", Codec::kRaw, {1});
  ASSERT_EQ(WriteStore(raw, path_), absl::OkStatus());
  auto reader = StoreReader::Open(path_);
  ASSERT_TRUE(reader.ok()) << reader.status();
  for (size_t i = 0; i < raw.tables.size(); ++i) {
    const std::vector<uint8_t>& decoded = raw.tables[i].decoded;
    const uint64_t policy_bytes = (*reader)->layout(i).PlaneBytes(Plane::kPolicy);
    const uint8_t* const policy = (*reader)->RawPlane(i, Plane::kPolicy);
    const uint8_t* const reachable = (*reader)->RawPlane(i, Plane::kReachable);
    ASSERT_NE(policy, nullptr);
    EXPECT_TRUE(std::equal(policy, policy + policy_bytes, decoded.begin()));
    ASSERT_EQ(reachable != nullptr, raw.tables[i].info.kind == EntryKind::kPolicyReachable);
    if (reachable != nullptr) {
      EXPECT_TRUE(std::equal(decoded.begin() + static_cast<ptrdiff_t>(policy_bytes), decoded.end(),
                             reachable));
    }
  }
  unlink(path_.c_str());
  ASSERT_EQ(WriteStore(MakeSyntheticSet(k2x2, "ladder:1", Codec::kZstd), path_), absl::OkStatus());
  reader = StoreReader::Open(path_);
  ASSERT_TRUE(reader.ok());
  EXPECT_EQ((*reader)->RawPlane(0, Plane::kPolicy), nullptr);
}

TEST_F(StoreTest, ATableMayTakeManySegments) {
  for (const Codec codec : {Codec::kRaw, Codec::kZstd}) {
    const SyntheticSet set = MakeSyntheticSet(k4x4, "1-4/5,9,13/6-7/8/rest", codec, {1});
    ASSERT_EQ(WriteStore(set, path_, {.max_segment_bytes = 200000}), absl::OkStatus());
    auto reader = StoreReader::Open(path_, {.check_content = true});
    ASSERT_TRUE(reader.ok()) << reader.status();
    ExpectSame(set, **reader);
    unlink(path_.c_str());
  }
  const SyntheticSet set = MakeSyntheticSet(k4x4, "1-5/rest", Codec::kRaw);
  ASSERT_EQ(WriteStore(set, path_, {.max_segment_bytes = 200000}), absl::OkStatus());
  auto reader = StoreReader::Open(path_, {.check_content = true, .threads = 2});
  ASSERT_TRUE(reader.ok()) << reader.status();
  ExpectSame(set, **reader);
  EXPECT_EQ((*reader)->RawPlane(0, Plane::kPolicy), nullptr) << "1.4 MB in 11 segments";
}

TEST_F(StoreTest, ManyTransactionsAndADeepTreeReadBack) {
  // 67 tables of many shapes: about 200 small records.
  const SyntheticSet wide = MakeSyntheticSet({8, 8}, "ladder:1", Codec::kZstd, {3, 10, 40, 61});
  ASSERT_EQ(WriteStore(wide, path_), absl::OkStatus());
  auto reader = StoreReader::Open(path_, {.check_content = true});
  ASSERT_TRUE(reader.ok()) << reader.status();
  ExpectSame(wide, **reader);
  unlink(path_.c_str());
  // 130 MB: more than one transaction of 64 MiB, and free pages between them.
  const SyntheticSet large = MakeSyntheticSet(k4x4, "1-5,9,13/rest", Codec::kRaw);
  ASSERT_EQ(WriteStore(large, path_, {.max_segment_bytes = 8 << 20}), absl::OkStatus());
  reader = StoreReader::Open(path_, {.check_content = true, .threads = 2});
  ASSERT_TRUE(reader.ok()) << reader.status();
  std::vector<uint8_t> decoded((*reader)->layout(0).bytes());
  ASSERT_TRUE((*reader)->ReadTable(0, 2, absl::MakeSpan(decoded)).ok());
  EXPECT_EQ(decoded, large.tables[0].decoded);
  // Write it again: the bytes are the same.
  const uint64_t hash = Hash64(AsBytes(ReadWholeFile(path_)));
  unlink(path_.c_str());
#ifdef M_PERTURB
  mallopt(M_PERTURB, 0x5a);
#endif
  ASSERT_EQ(WriteStore(large, path_, {.max_segment_bytes = 8 << 20}), absl::OkStatus());
#ifdef M_PERTURB
  mallopt(M_PERTURB, 0);
#endif
  EXPECT_EQ(Hash64(AsBytes(ReadWholeFile(path_))), hash);
}

TEST_F(StoreTest, EqualContentGivesEqualBytesWhateverTheHeapHeldBefore) {
  for (const Codec codec : {Codec::kRaw, Codec::kZstd}) {
    const SyntheticSet set = MakeSyntheticSet(k4x4, "1-5/6,7/8/rest", codec, {1, 2});
    std::string first;
    for (const int perturb : {0, 0x55, 0xaa, 0xff}) {
#ifdef M_PERTURB
      mallopt(M_PERTURB, perturb);  // glibc fills fresh and freed memory with it
#endif
      ASSERT_EQ(WriteStore(set, path_), absl::OkStatus());
      const std::string bytes = ReadWholeFile(path_);
      if (first.empty()) first = bytes;
      EXPECT_TRUE(bytes == first) << "perturbed by " << perturb;
      unlink(path_.c_str());
    }
#ifdef M_PERTURB
    mallopt(M_PERTURB, 0);
#endif
  }
}

// The worked example of docs/format.md, made with raw blocks so that it does not depend on zstd's
// version. The hash may change only together with the format's version. To make it again, look at
// the bytes and take the printed hash.
TEST_F(StoreTest, TheWorkedExampleOfTheSpecificationIsWhatIsWritten) {
  if (sysconf(_SC_PAGESIZE) != 4096) GTEST_SKIP() << "LMDB's pages are those of the machine";
  SyntheticSet set = MakeSyntheticSet(k2x2, "ladder:3", Codec::kRaw);
  set.info.creator = "tilebase 0.1.0";
  set.tables[0].info.histogram = {1, 2, 2, 2, 2, 2, 1};
  set.tables[0].decoded = {0x88, 0xc9, 0xd0};
  set.tables[0].stored = {set.tables[0].decoded};
  set.tables[0].info.content_hash = Hash64(set.tables[0].decoded);
  ASSERT_EQ(WriteStore(set, path_), absl::OkStatus());
  const std::string bytes = ReadWholeFile(path_);
  EXPECT_EQ(bytes.size(), 12352u);
  EXPECT_EQ(Hash64(AsBytes(bytes)), 0x6cd638834b84d6a7u);
}

TEST_F(StoreTest, OpensAReadOnlyFileInAReadOnlyDirectory) {
  const SyntheticSet set = MakeSyntheticSet(k2x2, "ladder:1", Codec::kZstd);
  ASSERT_EQ(WriteStore(set, path_), absl::OkStatus());
  chmod(path_.c_str(), 0444);
  chmod(directory_.c_str(), 0555);
  {
    auto reader = StoreReader::Open(path_, {.check_content = true});
    ASSERT_TRUE(reader.ok()) << reader.status();
    ExpectSame(set, **reader);
  }
  chmod(directory_.c_str(), 0755);
  EXPECT_EQ(system(("test $(ls '" + directory_ + "' | wc -l) = 1").c_str()), 0)
      << "a reader leaves nothing behind";
}

TEST_F(StoreTest, ReadersShareOneFileAndOutliveItsName) {
  const SyntheticSet set = MakeSyntheticSet(k3x3, "1-2/3/rest", Codec::kZstd, {1});
  ASSERT_EQ(WriteStore(set, path_), absl::OkStatus());
  auto a = StoreReader::Open(path_);
  auto b = StoreReader::Open(path_);
  ASSERT_TRUE(a.ok() && b.ok());
  unlink(path_.c_str());
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] { EXPECT_TRUE((*a)->CheckContent(1).ok()); });
  for (std::thread& thread : threads) thread.join();
  a = absl::CancelledError();
  ExpectSame(set, **b);
}

TEST_F(StoreTest, OpeningDuringPublicationsByRenameAlwaysWorks) {
  const SyntheticSet sets[] = {MakeSyntheticSet(k2x2, "ladder:1", Codec::kZstd),
                               MakeSyntheticSet(k3x3, "ladder:1", Codec::kRaw)};
  ASSERT_EQ(WriteStore(sets[0], path_), absl::OkStatus());
  std::atomic<bool> done = false;
  std::thread publisher([&] {
    for (int i = 0; i < 200; ++i) {
      const std::string next = path_ + ".new";
      EXPECT_EQ(WriteStore(sets[i % 2], next), absl::OkStatus());
      EXPECT_EQ(rename(next.c_str(), path_.c_str()), 0);
    }
    done = true;
  });
  int opened = 0;
  while (!done) {
    auto reader = StoreReader::Open(path_, {.check_content = true});
    EXPECT_TRUE(reader.ok()) << reader.status();
    ++opened;
  }
  publisher.join();
  EXPECT_GT(opened, 0);
}

TEST_F(StoreTest, AnExistingFileIsLeftAlone) {
  WriteWholeFile(path_, "precious");
  EXPECT_EQ(StoreWriter::Create(path_).status().code(), absl::StatusCode::kAlreadyExists);
  EXPECT_EQ(ReadWholeFile(path_), "precious");
}

TEST_F(StoreTest, APlaceThatCannotBeWrittenIsNamed) {
  const absl::Status status = StoreWriter::Create(directory_ + "/none/a.tilebase").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_NE(std::string(status.message()).find("/none/a.tilebase"), std::string::npos);
}

TEST_F(StoreTest, AWriterThatGivesUpLeavesNoFile) {
  {
    auto writer = StoreWriter::Create(path_);
    ASSERT_TRUE(writer.ok());
    EXPECT_TRUE(Exists());
  }
  EXPECT_FALSE(Exists());
}

TEST_F(StoreTest, WrongCallsAreRefusedAndStickToTheWriter) {
  const SyntheticSet set = MakeSyntheticSet(k2x2, "ladder:1", Codec::kRaw, {1});
  const auto refuses = [](const absl::Status& status) {
    return status.code() == absl::StatusCode::kInvalidArgument;
  };
  const auto fresh = [&] {
    unlink(path_.c_str());
    return *StoreWriter::Create(path_);
  };
  const std::vector<uint8_t> block(LayoutOf(set.tables[0].info).BlockBytes(0));
  {
    auto writer = fresh();
    EXPECT_TRUE(refuses(writer->AppendBlock(block))) << "no table";
    EXPECT_TRUE(refuses(writer->BeginTable(set.tables[0].info))) << "after an error";
  }
  {
    auto writer = fresh();
    EXPECT_TRUE(writer->BeginTable(set.tables[0].info).ok());
    EXPECT_TRUE(refuses(writer->EndTable(0))) << "no blocks yet";
  }
  {
    auto writer = fresh();
    EXPECT_TRUE(writer->BeginTable(set.tables[0].info).ok());
    EXPECT_TRUE(refuses(writer->AppendBlock(std::vector<uint8_t>(block.size() + 1))));
  }
  {
    auto writer = fresh();
    TableInfo info = set.tables[0].info;
    info.histogram.back() += 1;
    EXPECT_TRUE(refuses(writer->BeginTable(info))) << "more than all entries";
  }
  {
    auto writer = fresh();
    TableInfo info = set.tables[0].info;
    info.kind = EntryKind::kPolicyReachable;
    EXPECT_TRUE(refuses(writer->BeginTable(info))) << "nothing unreachable";
  }
  {
    auto writer = fresh();
    TableInfo info = set.tables[0].info;
    info.subproblem.goal = 0;
    EXPECT_TRUE(refuses(writer->BeginTable(info)));
  }
  {
    auto writer = fresh();
    EXPECT_TRUE(writer->BeginTable(set.tables[0].info).ok());
    EXPECT_TRUE(writer->AppendBlock(block).ok());
    EXPECT_TRUE(writer->EndTable(0).ok());
    EXPECT_TRUE(refuses(writer->Finish(set.info))) << "tables missing";
  }
  {
    SyntheticSet wrong = set;
    std::swap(wrong.tables[0], wrong.tables[3]);
    unlink(path_.c_str());
    EXPECT_TRUE(refuses(WriteStore(wrong, path_))) << "tables in another order";
    wrong = set;
    wrong.info.plan = "ladder:2";
    EXPECT_TRUE(refuses(WriteStore(wrong, path_))) << "another plan";
    wrong = set;
    wrong.info.creator = "\x1b[31m";
    EXPECT_TRUE(refuses(WriteStore(wrong, path_))) << "control characters";
  }
  EXPECT_FALSE(Exists());
}

// Like a full disk, with an errno of its own: writing stops somewhere, at each place once.
TEST_F(StoreTest, RunningOutOfSpaceIsAnErrorAndLeavesNoFile) {
  const SyntheticSet set = MakeSyntheticSet(k4x4, "1-5/rest", Codec::kRaw);
  struct rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  int failures = 0;
  bool finished = false;
  for (rlim_t limit = 0; !finished && limit < (64 << 20); limit += 77777) {
    struct rlimit now = before;
    now.rlim_cur = limit;
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &now), 0);
    const absl::Status status = WriteStore(set, path_);
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    finished = status.ok();
    if (finished) break;
    ++failures;
    EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << limit << ": " << status;
    EXPECT_FALSE(Exists());
  }
  signal(SIGXFSZ, handler);
  EXPECT_TRUE(finished);
  EXPECT_GT(failures, 50);
  auto reader = StoreReader::Open(path_, {.check_content = true});
  EXPECT_TRUE(reader.ok()) << reader.status();
}

}  // namespace
}  // namespace tilebase
