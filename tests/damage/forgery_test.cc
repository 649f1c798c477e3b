// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Intent: fields that somebody changed, with every hash made right. The files are opened and used
// in this process, so a signal anywhere ends the run. Each may take 64 MiB more memory than the run
// begins with, and a second.

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/damage/damaged_sets.h"
#include "tests/effort.h"
#include "tests/tables/store/reseal.h"

namespace tilebase {
namespace {

// Makes files as an attacker would: changes fields that give a place, a length or a kind, and makes
// every hash right again.

constexpr uint64_t kPage = 4096;

class Forger {
 public:
  Forger(std::string* bytes, std::mt19937_64* random) : bytes_(*bytes), random_(*random) {}

  // A number from 0 to count - 1.
  uint64_t Below(uint64_t count) { return random_() % count; }

  // Changes a field of `width` bytes (1, 2, 4 or 8), if it is inside: to a word that is a limit
  // somewhere, to a word of the file, or by a little.
  void Change(uint64_t at, uint64_t width) {
    if (at + width > bytes_.size()) return;
    uint64_t value = 0;
    for (uint64_t i = width; i-- > 0;) value = value << 8 | static_cast<uint8_t>(bytes_[at + i]);
    switch (Below(6)) {
      case 0:
        value = random_();
        break;
      case 1:
        value ^= uint64_t{1} << Below(8 * width);
        break;
      case 2:
        value += Below(2) == 0 ? 1 + Below(16) : -1 - Below(16);
        break;
      case 3:
        value = Word();
        break;
      case 4:
        value = GetLittleEndian<uint64_t>(Byte(Below((bytes_.size() - 8) / 2) * 2));
        break;
      default: {
        const uint64_t limits[] = {bytes_.size(), bytes_.size() / kPage, Below(bytes_.size()),
                                   Below(bytes_.size() / kPage + 2)};
        value = limits[Below(std::size(limits))] + Below(3) - 1;
      }
    }
    for (uint64_t i = 0; i < width; ++i) bytes_[at + i] = static_cast<char>(value >> (8 * i));
  }
  void ChangeAnyIn(uint64_t begin, uint64_t size) {
    const uint64_t width = uint64_t{1} << Below(4);
    if (size < width) return;
    Change(begin + Below(size / width) * width, width);
  }

  uint16_t U16(uint64_t at) { return GetLittleEndian<uint16_t>(Byte(at)); }
  uint8_t* Byte(uint64_t at) { return reinterpret_cast<uint8_t*>(bytes_.data()) + at; }

 private:
  uint64_t Word() {
    static constexpr uint64_t kWords[] = {
        0,          1,     2,     3,      4,          8,          15,         16,
        18,         0x7f,  0x80,  0xff,   511,        512,        4095,       4096,
        65535,      65536, 66560, 0x7fff, 0x8000,     0xfff0,     0x7fffffff, 0x80000000,
        0xffffffff, ~0ull, ~7ull, ~15ull, 1ull << 63, 1ull << 47, 1ull << 32, 1ull << 30};
    return kWords[Below(std::size(kWords))];
  }

  std::string& bytes_;
  std::mt19937_64& random_;
};

// Changes one tree or overflow page, in something that LMDB would follow.
void ForgePage(Forger* forger, uint64_t page) {
  static constexpr std::pair<uint64_t, uint64_t> kHeader[] = {{0, 8},  {0, 4},  {8, 2}, {10, 2},
                                                              {12, 2}, {14, 2}, {12, 4}};
  const uint64_t base = page * kPage;
  const uint64_t nodes = std::min<uint64_t>((forger->U16(base + 12) - 16u) / 2u, (kPage - 16) / 2);
  const uint64_t kind = forger->Below(3);
  if (kind == 0 || nodes == 0) {
    const auto [at, width] = kHeader[forger->Below(std::size(kHeader))];
    return forger->Change(base + at, width);
  }
  const uint64_t pointer = base + 16 + 2 * forger->Below(nodes);
  if (kind == 1) return forger->Change(pointer, 2);
  const uint64_t node = base + forger->U16(pointer) % kPage;
  static constexpr std::pair<uint64_t, uint64_t> kNode[] = {{0, 2}, {2, 2}, {0, 4}, {4, 2}, {6, 2}};
  if (forger->Below(2) == 0) {
    const auto [at, width] = kNode[forger->Below(std::size(kNode))];
    return forger->Change(node + at, width);
  }
  // The key, and the bytes after it: a value, or the number of an overflow page.
  forger->ChangeAnyIn(node + 8,
                      std::min<uint64_t>(64, base + kPage - std::min(node + 8, base + kPage)));
}

void ForgeMeta(Forger* forger) {
  static constexpr std::pair<uint64_t, uint64_t> kMeta[] = {
      {0, 8},  {10, 2}, {16, 4},  {20, 4},  {24, 8},  {32, 8},  {40, 4},  {44, 2},
      {46, 2}, {48, 8}, {56, 8},  {64, 8},  {72, 8},  {80, 8},  {88, 4},  {92, 2},
      {94, 2}, {96, 8}, {104, 8}, {112, 8}, {120, 8}, {128, 8}, {136, 8}, {144, 8}};
  const auto [at, width] = kMeta[forger->Below(std::size(kMeta))];
  forger->Change(forger->Below(2) * kPage + at, width);
}

// Makes an image with one to three changes of directory, records, indexes or blocks, resealed.
std::string ForgeImage(const std::string& sound, std::mt19937_64* random) {
  namespace at = image_record;
  std::string image = sound;
  Forger forger(&image, random);
  const uint64_t parts = GetLittleEndian<uint32_t>(forger.Byte(at::kPartCountAt));
  for (uint64_t count = 1 + forger.Below(3); count > 0; --count) {
    const uint64_t part = forger.Below(parts + 1);
    if (part == parts) {
      forger.ChangeAnyIn(0, at::DirectoryBytes(parts));
      continue;
    }
    const uint8_t* const entry = AsBytes(sound).data() + at::kFixedBytes + part * at::kPartBytes;
    const uint64_t begin = GetLittleEndian<uint64_t>(entry);
    const uint64_t bytes = GetLittleEndian<uint64_t>(entry + 8);
    if (forger.Below(8) == 0)
      forger.Change(at::kFixedBytes + part * at::kPartBytes + 8 * forger.Below(2), 8);
    else if (bytes > 0)
      forger.ChangeAnyIn(begin, bytes);
  }
  if (forger.Below(16) == 0) {
    image.resize(forger.Below(image.size() + 64));
    if (image.size() >= at::kFixedBytes)
      PutLittleEndian<uint64_t>(AsMutableBytes(&image).data() + at::kImageBytesAt, image.size());
  }
  RehashImage(&image);
  return image;
}

// Makes a store with one to three changes of meta pages, page headers, node pointers and nodes,
// whole pages, overflow runs, records or entries, resealed. `sound` comes from TakeApart.
std::string ForgeStore(const OpenedStore& sound, std::mt19937_64* random) {
  OpenedStore store = sound;
  Forger forger(&store.lmdb, random);
  const uint64_t pages = store.lmdb.size() / kPage;
  for (uint64_t count = 1 + forger.Below(3); count > 0; --count) {
    const uint64_t kind = forger.Below(16);
    if (kind < 3) {
      ForgeMeta(&forger);
    } else if (kind < 12) {
      ForgePage(&forger, 2 + forger.Below(pages - 2));
    } else if (kind < 13) {
      const uint64_t from = forger.Below(pages) * kPage;
      std::copy_n(sound.lmdb.data() + from, kPage, forger.Byte(forger.Below(pages) * kPage));
    } else {
      const OpenedStore::Record& record = sound.records[forger.Below(sound.records.size())];
      forger.ChangeAnyIn(record.offset, record.bytes);
    }
  }
  if (forger.Below(16) == 0) store.lmdb.resize(kPage * (1 + forger.Below(pages + 2)));
  RehashStore(&store.lmdb);
  for (Extent& extent : store.extents) {
    if (forger.Below(32) == 0) extent.bytes += forger.Below(3) - 1;
    if (extent.offset + extent.bytes > store.lmdb.size()) {
      store.extents.clear();
      break;
    }
  }
  return PutTogether(store);
}

constexpr uint64_t kMemory = uint64_t{64} << 20;
constexpr double kSeconds = 1;

// The outcomes of many forgeries.
struct Tally {
  int tried = 0;
  int opened = 0;
  double slowest = 0;  // seconds

  template <typename Open>
  void Try(Open open) {
    // Processor time, so that other work on this machine does not matter.
    const clock_t start = clock();
    const Outcome outcome = open();
    slowest = std::max(slowest, static_cast<double>(clock() - start) / CLOCKS_PER_SEC);
    opened += !outcome.refused();
    ASSERT_EQ(outcome.wrong, "") << "forgery " << tried;
    ++tried;
  }
  void Report(const char* what, int total) const {
    printf("%s survived: %d/%d, of which %d opened; slowest %.0f ms%s\n", what, tried, total,
           opened, slowest * 1e3, kSanitized ? "" : ", memory within 64 MiB");
    EXPECT_EQ(tried, total);
    EXPECT_LT(slowest, kSanitized ? 10 * kSeconds : kSeconds);
  }
};

TEST(ForgeryTest, ImagesAreNoSignalAndAnswersStayInRange) {
  const std::vector<std::string> sound = {
      MakeSet("2x2", "rest", Codec::kRaw).image,
      MakeSet("2x2", "1/2/3", Codec::kRaw).image,
      MakeSet("2x3", "ladder:1", Codec::kZstd).image,
      MakeSet("3x2", "1-2/rest", Codec::kRaw).image,
      MakeSet("3x2", "1-2/rest + pattern:1-2/3/4-5", Codec::kZstd).image,
      MakeSet("2x2", "rest + pattern:1/2/3", Codec::kRaw).image,
  };
  const MemoryLimit limit(kMemory);
  const int total = Cases(100000, 20000, 3000);
  Tally tally;
  for (int i = 0; i < total && !HasFatalFailure(); ++i) {
    std::mt19937_64 random(static_cast<uint64_t>(i));
    const std::string image = ForgeImage(sound[random() % sound.size()], &random);
    tally.Try([&] { return OpenAndUseImageEveryWay(AsBytes(image)); });
  }
  tally.Report("forged images", total);
}

class ForgedStoreTest : public testing::Test {
 protected:
  ForgedStoreTest()
      : sound_{TakeApart(MakeSet("2x2", "rest", Codec::kRaw).store),
               TakeApart(MakeSet("2x3", "ladder:1", Codec::kZstd).store),
               TakeApart(MakeSet("3x2", "1-2/rest + pattern:1-2/3/4-5", Codec::kZstd).store),
               // With a branch page, with overflow pages, with an extent.
               TakeApart(MakeSet("2x5", "ladder:1", Codec::kRaw).store),
               TakeApart(MakeSet("3x3", "1-4/rest", Codec::kRaw).store),
               TakeApart(MakeSet("4x4", "ladder:3", Codec::kRaw).store)} {}

  // The large one only now and then: it takes longer to make.
  std::string Forge(int i) const {
    std::mt19937_64 random(static_cast<uint64_t>(i));
    const size_t number = random() % (64 * (sound_.size() - 1) + 1);
    return ForgeStore(sound_[number / 64], &random);
  }

  std::vector<OpenedStore> sound_;
  MemoryFile file_;
};

TEST_F(ForgedStoreTest, StoresAreNoSignalAndAnswersStayInRange) {
  const MemoryLimit limit(kMemory);
  const int total = Cases(50000, 20000, 3000);
  Tally tally;
  for (int i = 0; i < total && !HasFatalFailure(); ++i) {
    file_.Write(AsBytes(Forge(i)));
    const unsigned flags = i % 2 == 0 ? TILEBASE_CHECK_CONTENT : 0;
    tally.Try([&] { return OpenAndUseFile(file_.path(), flags); });
  }
  tally.Report("forged stores", total);
}

// Gives the same files to LMDB without checking them first: how many would have killed the process?
// Children read them, each until it dies.
TEST_F(ForgedStoreTest, ManyOfThemAreTheDeathOfLmdbAlone) {
  if (!AllCases()) GTEST_SKIP() << "with all cases only";
  if (kSanitized) GTEST_SKIP() << "a sanitizer ends the children before LMDB would die";
  const int total = 50000;
  int* const next = static_cast<int*>(
      mmap(nullptr, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(static_cast<void*>(next), MAP_FAILED);
  int deaths = 0;
  while (*next < total) {
    const pid_t child = fork();
    if (child == 0) {
      for (const rlimit none = {0, 0}; *next < total; ++*next) {
        setrlimit(RLIMIT_CORE, &none);
        if (freopen("/dev/null", "w", stderr) == nullptr) _exit(1);
        file_.Write(AsBytes(Forge(*next)));
        alarm(5);  // ends a child that reads in circles
        (void)ReadByLmdbAlone(file_.path().c_str());
      }
      _exit(0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    if (!WIFSIGNALED(status)) break;
    ++deaths;
    ++*next;
  }
  EXPECT_EQ(*next, total);
  printf("LMDB alone died of %d of %d forged stores\n", deaths, total);
  EXPECT_GT(deaths, 0) << "the forgeries are meant to be dangerous";
  munmap(next, sizeof(int));
}

}  // namespace
}  // namespace tilebase
