// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Queries are lookups and nothing else: over ten million of them make no allocation and no system
// call.
//
// The test replaces malloc and its family to count allocations; operator new uses them, too. The
// kernel's own filter counts system calls: in a process of its own, after the set is open, every
// system call but exiting raises SIGSYS, whose handler counts. The test first checks that both
// counters count.

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "runtime/tilebase.h"
#include "tables/random_board.h"
#include "tests/effort.h"
#include "tests/runtime/built_set.h"

namespace {

struct Counts {
  volatile long allocations;
  volatile long system_calls;
  long proof_allocations;
  long proof_system_calls;
  long queries;
  long failed;
};
volatile long allocations = 0;
Counts* counts = nullptr;  // shared with the parent process

}  // namespace

// glibc's own names for the replaced functions.
extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);

void* malloc(size_t size) {
  allocations = allocations + 1;
  return __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  allocations = allocations + 1;
  return __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) {
  allocations = allocations + 1;
  return __libc_realloc(old, size);
}
void* memalign(size_t alignment, size_t size) {
  allocations = allocations + 1;
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void** result, size_t alignment, size_t size) {
  *result = memalign(alignment, size);
  return *result == nullptr ? 12 : 0;
}
}

namespace tilebase {
namespace {

const long kQueries = Cases(10'000'000L, 2'000'000L, 0L);
constexpr size_t kBoards = 1000;

void CountSystemCall(int) { counts->system_calls = counts->system_calls + 1; }

// From here on system calls are counted and not made. Returns false if the kernel has no filters.
bool CountSystemCalls() {
  struct sigaction action = {};
  action.sa_handler = CountSystemCall;
  sigaction(SIGSYS, &action, nullptr);
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigreturn, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
  };
  const sock_fprog program = {sizeof(filter) / sizeof(filter[0]), filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

// Makes all kinds of queries, with good boards and bad ones, in turn.
void Query(const tilebase_set* set, std::vector<uint8_t>& boards, std::vector<char>& actions,
           size_t capacity, std::vector<size_t>& lengths, std::vector<int>& codes) {
  size_t count = 0;
  tilebase_probe_result probe;
  uint8_t scrambled[16];
  for (size_t next = 0; counts->queries < kQueries; next = (next + 16) % (kBoards - 16)) {
    const uint8_t* const board = &boards[next * 16];
    counts->failed += tilebase_solve_batch(set, board, 16, 16, actions.data(), capacity,
                                           lengths.data(), codes.data()) != TILEBASE_OK;
    for (size_t i = 0; i < 16; ++i)
      counts->failed +=
          tilebase_solve(set, board + 16 * i, 16, actions.data(), capacity, &count) != TILEBASE_OK;
    counts->failed += tilebase_probe(set, board, 16, &probe, sizeof(probe)) != TILEBASE_OK;
    counts->failed += tilebase_probe_subproblem(set, board, 16, probe.goal, probe.fixed, &probe,
                                                sizeof(probe)) != TILEBASE_OK;
    counts->failed +=
        tilebase_solve(set, board, 16, actions.data(), 3, &count) != TILEBASE_ERROR_BUFFER;
    if (next % 256 == 0) {
      // Boards of usual length by rejection; now and then easy ones by walks.
      const bool easy = next == 0;
      const tilebase_scramble_wish wish = {easy ? 4u : 80u, easy ? 6u : 130u, next, 1000, 0};
      counts->failed += tilebase_scramble(set, &wish, sizeof(wish), scrambled, 16, 1, nullptr,
                                          nullptr) != TILEBASE_OK;
      counts->queries += 1;
    }
    std::swap(boards[next * 16], boards[next * 16 + 1]);
    counts->failed += tilebase_solve(set, board, 16, actions.data(), 3, &count) == TILEBASE_OK;
    std::swap(boards[next * 16], boards[next * 16 + 1]);
    counts->queries += 36;
  }
}

[[noreturn]] void Child(const std::string& path, unsigned flags, uint64_t shortcut_bytes) {
  tilebase_open_options options = {};
  options.flags = flags;
  options.shortcut_bytes = shortcut_bytes;
  tilebase_set* set = nullptr;
  if (tilebase_open_with(path.c_str(), &options, sizeof(options), &set, nullptr, 0) !=
          TILEBASE_OK ||
      tilebase_prepare(set, nullptr, 0) != TILEBASE_OK)
    _exit(2);
  Random random(8);
  std::vector<uint8_t> boards;
  for (size_t i = 0; i < kBoards; ++i) {
    const Board board = RandomSolvableBoard({4, 4}, random);
    boards.insert(boards.end(), board.tile, board.tile + 16);
  }
  tilebase_set_info info;
  tilebase_info(set, &info, sizeof(info));
  const size_t capacity = info.certified_worst_case + 1;
  std::vector<char> actions(16 * capacity);
  std::vector<size_t> lengths(16);
  std::vector<int> codes(16);
  if (!CountSystemCalls()) _exit(3);

  const long before = allocations;
  Query(set, boards, actions, capacity, lengths, codes);
  counts->allocations = allocations - before;
  const long calls = counts->system_calls;

  syscall(SYS_getpid);
  static void* volatile kept = malloc(1);
  (void)kept;
  counts->proof_system_calls = counts->system_calls - calls;
  counts->proof_allocations = allocations - before - counts->allocations;
  counts->system_calls = calls;
  _exit(0);
}

class SilenceTest : public testing::Test {
 protected:
  void ExpectSilence(const char* plan, Codec codec, unsigned flags, uint64_t shortcut_bytes) {
    BuiltSet built("4x4", plan, codec);
    void* const shared =
        mmap(nullptr, sizeof(Counts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(shared, MAP_FAILED);
    counts = static_cast<Counts*>(shared);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) Child(built.path, flags, shortcut_bytes);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
    ASSERT_EQ(WEXITSTATUS(status), 0);
    EXPECT_GE(counts->queries, kQueries);
    EXPECT_EQ(counts->failed, 0);
    EXPECT_EQ(counts->allocations, 0);
    EXPECT_EQ(counts->system_calls, 0);
    EXPECT_EQ(counts->proof_allocations, 1);
    EXPECT_EQ(counts->proof_system_calls, 1);
    std::printf("%s: %ld/%ld queries right, %ld allocations, %ld system calls\n", plan,
                counts->queries - counts->failed, counts->queries, counts->allocations,
                counts->system_calls);
    munmap(shared, sizeof(Counts));
  }
};

TEST_F(SilenceTest, OfShortcuts) { ExpectSilence("ladder:1", Codec::kZstd, 0, 0); }
TEST_F(SilenceTest, OfWalksInARawStore) {
  ExpectSilence("ladder:3", Codec::kRaw, 0, TILEBASE_NO_SHORTCUTS);
}
TEST_F(SilenceTest, OfALazySetThatIsPrepared) {
  ExpectSilence("ladder:2", Codec::kZstd, TILEBASE_LAZY, 0);
}

}  // namespace
}  // namespace tilebase
