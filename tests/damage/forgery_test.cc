// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Intent: fields that somebody changed, with every hash made right. They are opened and used in
// this very process, so that a signal anywhere ends the run, which may have 64 MiB more memory than
// it begins with, and a second for each.

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "tests/damage/forge.h"
#include "tests/damage/made_set.h"
#include "tests/damage/use.h"
#include "tests/effort.h"
#include "tests/tables/store/bare_lmdb.h"

namespace tilebase {
namespace {

constexpr uint64_t kMemory = uint64_t{64} << 20;
constexpr double kSeconds = 1;

// What came of many forgeries.
struct Tally {
  int tried = 0;
  int opened = 0;
  double slowest = 0;  // seconds

  template <typename Open>
  void Try(Open open) {
    // Of the processor, so that others on this machine do not matter.
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

  // The large one now and then: it takes longer to make.
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

// The same files given to LMDB without a look at them first: how many would have killed the
// process. Children read them, each until it dies.
TEST_F(ForgedStoreTest, ManyOfThemAreTheDeathOfLmdbAlone) {
  if (!AllCases()) GTEST_SKIP() << "with all cases only";
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
        alarm(5);  // one that reads in circles dies of that
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
