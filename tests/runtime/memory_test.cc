// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The n-th allocation fails, or that one and all later ones, for every n until the call needs no
// more. Each call of the C interface that may allocate then returns TILEBASE_ERROR_MEMORY, or does
// without and gives the right answer. Nothing is thrown, nothing is left behind, and the same call
// succeeds afterwards.
//
// The test replaces malloc and its family to make allocations fail; operator new uses them, too.

#include <gtest/gtest.h>
#include <string.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "runtime/tilebase.h"
#include "tables/board_text.h"
#include "tables/image/image.h"
#include "tables/random_board.h"
#include "tests/runtime/asked.h"
#include "tests/runtime/built_set.h"

namespace {

std::atomic<long> until{0};  // allocations until the one that fails; 0: none does
std::atomic<bool> goes_on{false};

bool Fails() {
  long left = until.load(std::memory_order_relaxed);
  while (left > 0) {
    if (left == 1 && goes_on) return true;
    if (until.compare_exchange_weak(left, left - 1)) return left == 1;
  }
  return false;
}

}  // namespace

// glibc's own names for the replaced functions.
extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);

void* malloc(size_t size) { return Fails() ? nullptr : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return Fails() ? nullptr : __libc_calloc(count, size); }
void* realloc(void* old, size_t size) { return Fails() ? nullptr : __libc_realloc(old, size); }
void* memalign(size_t alignment, size_t size) {
  return Fails() ? nullptr : __libc_memalign(alignment, size);
}
void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void** result, size_t alignment, size_t size) {
  void* const memory = memalign(alignment, size);
  if (memory == nullptr) return 12;  // ENOMEM
  *result = memory;
  return 0;
}
}

namespace tilebase {
namespace {

constexpr size_t kCells = 9;
constexpr size_t kBoards = 20;
constexpr long kMostAllocations = 1'000'000;

// Open descriptors, and mappings of files in the directory.
struct Held {
  size_t descriptors = 0;
  size_t mappings = 0;

  static Held Now(const std::filesystem::path& directory) {
    Held held;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
      (void)entry;
      ++held.descriptors;
    }
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);)
      held.mappings += line.find(directory.string()) != line.npos;
    return held;
  }
};

class MemoryTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    zstd_ = new BuiltFile("3x3", "1-3/rest", Codec::kZstd);
    raw_ = new BuiltFile("3x3", "1-3/rest", Codec::kRaw);
    Random random(11);
    for (size_t i = 0; i < kBoards; ++i) {
      const Board board = RandomSolvableBoard({3, 3}, random);
      boards_.insert(boards_.end(), board.tile, board.tile + kCells);
    }
    tilebase_set* set = nullptr;
    ASSERT_EQ(tilebase_open(zstd_->path.c_str(), 0, &set, nullptr, 0), TILEBASE_OK);
    for (size_t i = 0; i < kBoards; ++i) {
      char letters[512];
      ASSERT_EQ(tilebase_solve(set, &boards_[i * kCells], kCells, letters, sizeof letters, nullptr),
                TILEBASE_OK);
      letters_.push_back(letters);
    }
    tilebase_close(set);
    auto source = StoreReader::Open(zstd_->path);
    ASSERT_TRUE(WriteImage(**source, {}, [](absl::Span<const uint8_t> bytes) {
                  image_.insert(image_.end(), bytes.begin(), bytes.end());
                  return absl::OkStatus();
                }).ok());
  }
  static void TearDownTestSuite() {
    delete zstd_;
    delete raw_;
  }

  // Solves all boards; returns TILEBASE_OK if every answer is right.
  static int SolveAll(const tilebase_set* set) {
    char letters[512];
    for (size_t i = 0; i < kBoards; ++i) {
      const int code =
          tilebase_solve(set, &boards_[i * kCells], kCells, letters, sizeof letters, nullptr);
      if (code != TILEBASE_OK) return code;
      EXPECT_EQ(letters_[i], letters);
    }
    return TILEBASE_OK;
  }

  // Runs `call` with the n-th allocation failing, for every n until there is no n-th. `call`
  // returns a code; after each time, so does `after`, with allocations as usual.
  void Sweep(const char* name, const std::function<int()>& call,
             const std::function<int()>& after) {
    ASSERT_EQ(call(), TILEBASE_OK) << name;
    ASSERT_EQ(after(), TILEBASE_OK) << name;
    const Held before = Held::Now(zstd_->directory);
    long faults = 0, right = 0, codes = 0;
    for (const bool on : {false, true}) {
      for (long n = 1; n < kMostAllocations; ++n) {
        goes_on = on;
        until = n;
        const int code = call();
        const bool met = on ? until == 1 : until == 0;
        until = 0;
        const int then = after();
        if (!met) {
          EXPECT_EQ(code, TILEBASE_OK) << name;
          break;
        }
        const bool fine =
            (code == TILEBASE_OK || code == TILEBASE_ERROR_MEMORY) && then == TILEBASE_OK;
        if (!fine && right == faults)
          ADD_FAILURE() << name << ", allocation " << n << (on ? " and on" : "") << ": code "
                        << code << ", then " << then;
        ++faults;
        right += fine;
        codes += code == TILEBASE_ERROR_MEMORY;
      }
    }
    const Held now = Held::Now(zstd_->directory);
    EXPECT_EQ(now.descriptors, before.descriptors) << name;
    EXPECT_EQ(now.mappings, before.mappings) << name;
    EXPECT_EQ(right, faults) << name;
    std::printf("%s: %ld/%ld allocations right when they fail, %ld with TILEBASE_ERROR_MEMORY\n",
                name, right, faults, codes);
  }

  // Opens, solves all boards, closes.
  static int OpenAndSolve(const std::function<int(tilebase_set**)>& open) {
    tilebase_set* set = nullptr;
    int code = open(&set);
    EXPECT_EQ(set != nullptr, code == TILEBASE_OK);
    if (code == TILEBASE_OK) code = SolveAll(set);
    tilebase_close(set);
    return code;
  }

  void SweepOpening(const char* name, const std::function<int(tilebase_set**)>& open) {
    const auto call = [&] { return OpenAndSolve(open); };
    Sweep(name, call, call);
  }

  static int OpenFile(const BuiltFile& file, unsigned flags, unsigned threads, tilebase_set** set) {
    tilebase_open_options options = {};
    options.flags = flags;
    options.threads = threads;
    char why[200];
    return tilebase_open_with(file.path.c_str(), &options, sizeof options, set, why, sizeof why);
  }

  // A set that is open while a call on it is swept.
  struct OpenSet {
    explicit OpenSet(unsigned flags) { EXPECT_EQ(OpenFile(*zstd_, flags, 2, &set), TILEBASE_OK); }
    ~OpenSet() { tilebase_close(set); }
    tilebase_set* set = nullptr;
  };

  static inline BuiltFile* zstd_ = nullptr;
  static inline BuiltFile* raw_ = nullptr;
  static inline std::vector<uint8_t> boards_;
  static inline std::vector<std::string> letters_;
  static inline std::vector<uint8_t> image_;
};

TEST_F(MemoryTest, OpeningACompressedStore) {
  SweepOpening("open, zstd", [](tilebase_set** set) { return OpenFile(*zstd_, 0, 1, set); });
  SweepOpening("open, zstd, checked, 3 threads",
               [](tilebase_set** set) { return OpenFile(*zstd_, TILEBASE_CHECK_CONTENT, 3, set); });
}

TEST_F(MemoryTest, OpeningARawStore) {
  SweepOpening("open, raw", [](tilebase_set** set) { return OpenFile(*raw_, 0, 1, set); });
}

TEST_F(MemoryTest, OpeningAnImage) {
  SweepOpening("open, image", [](tilebase_set** set) {
    return tilebase_open_image(image_.data(), image_.size(), 0, set, nullptr, 0);
  });
}

TEST_F(MemoryTest, QueriesOfALazySet) {
  SweepOpening("open lazily and solve",
               [](tilebase_set** set) { return OpenFile(*zstd_, TILEBASE_LAZY, 1, set); });
}

// If one query lacked memory, the next one may succeed.
TEST_F(MemoryTest, ALazySetRecovers) {
  long sets = 0, recovered = 0;
  for (long n = 1;; ++n) {
    OpenSet lazy(TILEBASE_LAZY);
    goes_on = false;
    until = n;
    const int code = SolveAll(lazy.set);
    const bool met = until == 0;
    until = 0;
    if (!met) break;
    ++sets;
    EXPECT_TRUE(code == TILEBASE_OK || code == TILEBASE_ERROR_MEMORY) << code;
    recovered += SolveAll(lazy.set) == TILEBASE_OK;
  }
  std::printf("lazy sets that recover: %ld/%ld\n", recovered, sets);
  EXPECT_EQ(recovered, sets);
}

// If tables are read block by block (BlockCache), only opening allocates, and the error for a
// damaged block.
TEST_F(MemoryTest, TablesBeyondTheMemoryAllowed) {
  const BuiltFile file("4x4", "1-5/6-11/rest", Codec::kZstd);
  std::vector<uint8_t> image;
  auto source = StoreReader::Open(file.path);
  ASSERT_TRUE(WriteImage(**source, {}, [&](absl::Span<const uint8_t> bytes) {
                image.insert(image.end(), bytes.begin(), bytes.end());
                return absl::OkStatus();
              }).ok());
  tilebase_open_options options = {};
  options.memory_bytes = 1'200'000;  // {1-5} alone takes 1,441,440
  tilebase_set* set = nullptr;
  const auto open = [&] {
    tilebase_close(set);
    return tilebase_open_with(file.path.c_str(), &options, sizeof options, &set, nullptr, 0);
  };
  Sweep("open, less memory than tables", open, open);

  Random random(3);
  char letters[512];
  tilebase_probe_result probe;
  for (int i = 0; i < 3; ++i) {
    const Board board = RandomSolvableBoard({4, 4}, random);
    goes_on = true;
    until = 1;
    const int solved = tilebase_solve(set, board.tile, 16, letters, sizeof letters, nullptr);
    const int probed = tilebase_probe(set, board.tile, 16, &probe, sizeof probe);
    until = 0;
    EXPECT_EQ(solved, TILEBASE_OK);
    EXPECT_EQ(probed, TILEBASE_OK);
  }
  EXPECT_EQ(tilebase_verify(set, 2, nullptr, 0), TILEBASE_OK);
  tilebase_close(set);

  // Damages every block of the first table while it is open.
  auto changed = ImageReader::FromBytes(image, "image", {});
  ASSERT_TRUE(changed.ok());
  auto policies = PolicySet::Create(*changed, {.memory_bytes = options.memory_bytes});
  ASSERT_TRUE(policies.ok());
  for (uint64_t block = 0; block < (*changed)->layout(0).blocks(); ++block)
    image[static_cast<size_t>((*changed)->StoredBlock(0, block).data() - image.data())] ^= 1;
  const Board board = RandomSolvableBoard({4, 4}, random);
  SolveRequest quick{board.tile, letters, sizeof letters};
  goes_on = false;
  for (long n = 1;; ++n) {
    until = n;
    (*policies)->SolveLetters(&quick);
    const bool met = until == 0;
    until = 0;
    EXPECT_EQ(quick.code, met ? TILEBASE_ERROR_MEMORY : TILEBASE_ERROR_DAMAGED) << n;
    if (!met) break;
  }
}

// A search that runs out of memory gives the best solution that it has found.
TEST_F(MemoryTest, SearchesByEffort) {
  for (const char* const plan : {"1-3/rest", "mtm:1-3/rest"}) {
    const BuiltFile file("3x3", plan, Codec::kZstd);
    Board board = Board::Solved({3, 3}), middle = board;
    std::copy_n(boards_.begin(), kCells, board.tile);
    board.blank = static_cast<uint8_t>(std::find(board.tile, board.tile + kCells, 0) - board.tile);
    for (const Action action : {Action::kRight, Action::kDown}) middle.Apply(action);
    const auto moves = [&](const char* letters) {
      return plan[0] == 'm' ? CountRuns(letters) : strlen(letters);
    };
    for (const Board& end : {Board::Solved({3, 3}), middle})
      for (const bool on : {false, true}) {
        bool met = true;
        for (long n = 1; met; ++n) {
          // A new set; otherwise the search would have the memory of the last one.
          tilebase_set* set = nullptr;
          ASSERT_EQ(OpenFile(file, 0, 1, &set), TILEBASE_OK);
          ASSERT_EQ(tilebase_prepare_effort(set, 1, nullptr, 0), TILEBASE_OK);
          char letters[512];
          const auto solve = [&](uint64_t boards) {
            return tilebase::AskWithin(set, board.tile, boards, 0, letters, sizeof letters, nullptr,
                                       end.tile);
          };
          ASSERT_EQ(solve(0), TILEBASE_OK);
          const size_t by_lookup = moves(letters);
          goes_on = on;
          until = n;
          const int code = solve(3000);
          met = on ? until == 1 : until == 0;
          until = 0;
          ASSERT_EQ(code, TILEBASE_OK) << plan << ", allocation " << n;
          EXPECT_LE(moves(letters), by_lookup);
          Board at = board;
          for (const char* letter = letters; *letter != 0; ++letter)
            at.Apply(*tilebase::ActionOf(*letter));
          EXPECT_EQ(at, end);
          tilebase_close(set);
        }
      }
  }
}

TEST_F(MemoryTest, Effort) {
  const OpenSet open(0);
  const auto solve = [&](char* letters, size_t size) {
    return tilebase::AskWithin(open.set, boards_.data(), 500, 0, letters, size, nullptr);
  };
  char expected[512];
  ASSERT_EQ(solve(expected, sizeof expected), TILEBASE_OK);
  const size_t by_lookup = letters_[0].size();
  const auto call = [&] {
    char letters[512];
    const int code = solve(letters, sizeof letters);
    if (code == TILEBASE_OK) {
      EXPECT_LE(strlen(letters), by_lookup);
    }
    return code;
  };
  Sweep("solve with effort", call, [&] {
    char letters[512];
    const int code = solve(letters, sizeof letters);
    EXPECT_STREQ(letters, expected);
    return code;
  });
  const auto anew = [&] {
    const OpenSet fresh(0);
    return tilebase_prepare_effort(fresh.set, 2, nullptr, 0);
  };
  Sweep(
      "prepare for effort",
      [&] {
        tilebase_set* set = nullptr;
        int code = OpenFile(*zstd_, 0, 1, &set);
        if (code == TILEBASE_OK) code = tilebase_prepare_effort(set, 2, nullptr, 0);
        tilebase_close(set);
        return code;
      },
      anew);
}

TEST_F(MemoryTest, Verifying) {
  const OpenSet open(0);
  const auto call = [&] {
    char why[100];
    return tilebase_verify(open.set, 2, why, sizeof why);
  };
  Sweep("verify", call, call);
}

TEST_F(MemoryTest, Scrambling) {
  const OpenSet open(0);
  const auto call = [&] {
    const tilebase_scramble_wish wish = {10, 40, 3, 1000, 0};
    uint8_t scrambled[kCells];
    return tilebase_scramble(open.set, &wish, sizeof wish, scrambled, kCells, 1, nullptr, nullptr);
  };
  Sweep("scramble", call, call);
}

}  // namespace
}  // namespace tilebase
