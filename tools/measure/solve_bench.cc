// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/measure/solve_bench.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <memory>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/lookup/policy_set.h"
#include "runtime/tilebase.h"
#include "tables/board_text.h"
#include "tables/random_board.h"
#include "tables/system/clock.h"
#include "tables/system/huge_bytes.h"
#include "tables/system/parallel_for.h"
#include "tools/common/open_set.h"

namespace tilebase {
namespace {

constexpr int kOpens = 5;
constexpr size_t kBatch = 256;  // boards a call
constexpr int kClockReads = 100'000;

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// Returns the bytes of this process that are in memory, including shared pages of the mapped file;
// 0: unknown.
uint64_t ResidentBytes() {
  uint64_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * HugeBytes::PageBytes();
}

double ClockMicroseconds() {
  const Clock::time_point start = Clock::now();
  for (int i = 0; i < kClockReads; ++i) (void)Clock::now();
  return SecondsSince(start) * 1e6 / kClockReads;
}

struct CloseSet {
  void operator()(tilebase_set* set) const { tilebase_close(set); }
};
using SetHandle = std::unique_ptr<tilebase_set, CloseSet>;

absl::StatusOr<SetHandle> Open(const std::string& file, unsigned flags) {
  char why[512] = "";
  tilebase_set* set = nullptr;
  const int code = tilebase_open(file.c_str(), flags, &set, why, sizeof(why));
  if (code == TILEBASE_OK) return SetHandle(set);
  return code == TILEBASE_ERROR_MEMORY ? absl::ResourceExhaustedError(why)
                                       : absl::FailedPreconditionError(why);
}

// Returns the median time in microseconds.
absl::StatusOr<double> TimeOpen(const std::string& file, unsigned flags) {
  std::vector<double> seconds;
  for (int i = 0; i < kOpens; ++i) {
    const Clock::time_point start = Clock::now();
    const absl::StatusOr<SetHandle> set = Open(file, flags);
    seconds.push_back(SecondsSince(start));
    if (!set.ok()) return set.status();
  }
  return Median(seconds) * 1e6;
}

// Random boards, and the methods to solve some of them. Each method returns the number of actions.
class Course {
 public:
  Course(Geometry geometry, size_t worst_case, const SolveBenchOptions& options)
      : cells_(static_cast<size_t>(geometry.cells())), capacity_(worst_case + 1) {
    boards_.reserve(options.boards * cells_);
    Random random(options.seed);
    for (uint64_t i = 0; i < options.boards; ++i) {
      const Board board = RandomSolvableBoard(geometry, random);
      boards_.insert(boards_.end(), board.tile, board.tile + cells_);
    }
  }

  size_t size() const { return boards_.size() / cells_; }

  uint64_t Plain(const PolicySet& set, size_t begin, size_t end) const {
    std::vector<char> letters(capacity_);
    uint64_t moves = 0;
    for (size_t i = begin; i < end; ++i) {
      Board board;
      size_t count = 0;
      if (set.ReadBoard(&boards_[i * cells_], cells_, &board) == TILEBASE_OK)
        (void)set.Solve(board, letters.data(), capacity_, &count, Letter);
      moves += count;
    }
    return moves;
  }
  // Counts the runs of equal actions in the solutions of all boards.
  uint64_t Runs(const PolicySet& set) const {
    std::vector<char> letters(capacity_);
    uint64_t runs = 0;
    for (size_t i = 0; i < size(); ++i) {
      SolveRequest board;
      board.cells = &boards_[i * cells_];
      board.letters = letters.data();
      board.capacity = capacity_;
      set.SolveLetters(&board);
      runs += CountRuns({letters.data(), board.count});
    }
    return runs;
  }
  uint64_t Single(const tilebase_set* set, size_t begin, size_t end) const {
    std::vector<char> letters(capacity_);
    uint64_t moves = 0;
    for (size_t i = begin; i < end; ++i) {
      size_t count = 0;
      tilebase_solve(set, &boards_[i * cells_], cells_, letters.data(), capacity_, &count);
      moves += count;
    }
    return moves;
  }
  uint64_t Batch(const tilebase_set* set, size_t begin, size_t end) const {
    std::vector<char> letters(kBatch * capacity_);
    std::vector<size_t> counts(kBatch);
    uint64_t moves = 0;
    for (size_t i = begin; i < end; i += kBatch) {
      const size_t some = std::min(kBatch, end - i);
      tilebase_solve_batch(set, &boards_[i * cells_], cells_, some, letters.data(), capacity_,
                           counts.data(), nullptr);
      for (size_t j = 0; j < some; ++j) moves += counts[j];
    }
    return moves;
  }

 private:
  size_t cells_;
  size_t capacity_;
  std::vector<uint8_t> boards_;
};

// A method to solve boards, and its times so far.
class TimedSolver {
 public:
  using Solve = std::function<uint64_t(size_t begin, size_t end)>;

  TimedSolver(std::string name, Solve solve, int threads)
      : solve_(std::move(solve)), times_{std::move(name), threads, 0, 0, {}} {}

  uint64_t moves() const { return moves_; }  // of all boards, in the last round

  const std::string& name() const { return times_.name; }

  // Solves all boards, divided evenly among the threads.
  void Round(size_t boards) {
    const size_t threads = static_cast<size_t>(times_.threads);
    std::vector<uint64_t> moves(threads);
    std::vector<double> cpu(threads);
    const Clock::time_point start = Clock::now();
    const auto work = [&](size_t t) {
      const double before = ThreadSeconds();
      moves[t] = solve_(boards * t / threads, boards * (t + 1) / threads);
      cpu[t] = ThreadSeconds() - before;
    };
    ParallelFor(threads, work);
    seconds_.push_back(SecondsSince(start));
    cpu_seconds_.push_back(std::accumulate(cpu.begin(), cpu.end(), 0.0));
    moves_ = std::accumulate(moves.begin(), moves.end(), uint64_t{0});
  }

  // Times each board alone.
  void TimeSingles(size_t boards) {
    std::vector<float> microseconds;
    microseconds.reserve(boards);
    for (size_t i = 0; i < boards; ++i) {
      const Clock::time_point start = Clock::now();
      solve_(i, i + 1);
      microseconds.push_back(static_cast<float>(SecondsSince(start) * 1e6));
    }
    std::sort(microseconds.begin(), microseconds.end());
    const auto percentile = [&](double part) -> double {
      return microseconds[std::min(boards - 1,
                                   static_cast<size_t>(part * static_cast<double>(boards)))];
    };
    times_.percentiles =
        Percentiles{percentile(0.5), percentile(0.99), percentile(0.999), microseconds.back()};
  }

  SolveTimes Times(size_t boards) const {
    SolveTimes times = times_;
    times.mean_us = Median(seconds_) * 1e6 / static_cast<double>(boards);
    times.cpu_us = Median(cpu_seconds_) * 1e6 / static_cast<double>(boards);
    return times;
  }

 private:
  Solve solve_;
  SolveTimes times_;
  std::vector<double> seconds_;      // by round
  std::vector<double> cpu_seconds_;  // by round, of all threads
  uint64_t moves_ = 0;
};

// Solves the boards by all methods.
absl::Status TimeWays(const Course& course, const tilebase_set* set, const PolicySet& plain,
                      const SolveBenchOptions& options, SolveBench* bench) {
  const TimedSolver::Solve walk = [&](size_t begin, size_t end) {
    return course.Plain(plain, begin, end);
  };
  const TimedSolver::Solve single = [&](size_t begin, size_t end) {
    return course.Single(set, begin, end);
  };
  const TimedSolver::Solve batch = [&](size_t begin, size_t end) {
    return course.Batch(set, begin, end);
  };
  std::vector<TimedSolver> ways = {
      {"plain walk", walk, 1}, {"solve", single, 1}, {"solve_batch", batch, 1}};
  if (options.threads > 1) {
    ways.emplace_back("solve", single, options.threads);
    ways.emplace_back("solve_batch", batch, options.threads);
  }
  // Each method once a round, then two of them board by board.
  const uint64_t passes = static_cast<uint64_t>(options.rounds) * ways.size() + 2;
  uint64_t done = 0;
  const auto pass_done = [&](const TimedSolver& way) {
    if (options.progress)
      options.progress(++done * course.size(), passes * course.size(), way.name().c_str());
  };
  single(0, course.size());  // warms up
  for (int round = 0; round < options.rounds; ++round)
    for (TimedSolver& way : ways) {
      way.Round(course.size());
      pass_done(way);
    }
  for (size_t way : {0, 1}) {
    ways[way].TimeSingles(course.size());
    pass_done(ways[way]);
  }
  for (const TimedSolver& way : ways) {
    bench->rows.push_back(way.Times(course.size()));
    if (way.moves() != ways[0].moves())
      return absl::InternalError(absl::StrCat(bench->rows.back().name, ": ", way.moves(),
                                              " actions, the plain walk has ", ways[0].moves(),
                                              "; please report this"));
  }
  bench->mean_moves = static_cast<double>(ways[0].moves()) / static_cast<double>(course.size());
  if (plain.is_mtm())
    bench->mean_runs = static_cast<double>(course.Runs(plain)) / static_cast<double>(course.size());
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<SolveBench> BenchSolving(const SolveBenchOptions& options) {
  SolveBench bench;
  tilebase_set_info info = {};
  {
    const absl::StatusOr<SetHandle> lazy = Open(options.file, TILEBASE_LAZY);
    if (!lazy.ok()) return lazy.status();
    tilebase_info(lazy->get(), &info, sizeof(info));
  }
  bench.geometry = {static_cast<uint8_t>(info.width), static_cast<uint8_t>(info.height)};
  const Course course(bench.geometry, info.certified_worst_case, options);

  // Measures memory first, before freed memory could be used again.
  const uint64_t resident_before = ResidentBytes();
  const absl::StatusOr<SetHandle> set = Open(options.file, 0);
  if (!set.ok()) return set.status();
  (void)course.Single(set->get(), 0, course.size());
  const uint64_t resident = ResidentBytes();
  bench.resident_bytes = resident - std::min(resident_before, resident);
  tilebase_info(set->get(), &info, sizeof(info));
  bench.file_bytes = info.file_bytes;
  bench.memory_bytes = info.memory_bytes;

  const std::pair<unsigned, double*> ways[] = {{TILEBASE_LAZY, &bench.open_lazy_us},
                                               {TILEBASE_CHECK_CONTENT, &bench.open_checked_us},
                                               {0, &bench.open_us}};
  for (const auto& [flags, microseconds] : ways) {
    const absl::StatusOr<double> time = TimeOpen(options.file, flags);
    if (!time.ok()) return time.status();
    *microseconds = *time;
  }

  // The set of the plain walk is checked to the last byte, which covers both, as they read the same
  // file.
  const absl::StatusOr<std::unique_ptr<PolicySet>> plain = OpenSet(options.file);
  if (!plain.ok()) return plain.status();
  bench.plan = (*plain)->info().plan;
  if (absl::Status status = TimeWays(course, set->get(), **plain, options, &bench); !status.ok())
    return status;
  bench.clock_us = ClockMicroseconds();
  return bench;
}

}  // namespace tilebase
