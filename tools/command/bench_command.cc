// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase bench: how long solving and opening take, next to the plain walk in the same run.
//
// Everything but the reference goes through tilebase.h, as in a program that embeds the runtime.
// The ways to solve take turns, round by round, and the median round counts, so that what else the
// machine does falls on all of them alike. "cpu us" is the time on a processor, without the time in
// which the machine did something else.

#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/lookup/policy_set.h"
#include "runtime/tilebase.h"
#include "tables/plan.h"
#include "tables/random_board.h"
#include "tools/command/effort_bench.h"
#include "tools/common/command.h"
#include "tools/common/json.h"
#include "tools/common/open_set.h"
#include "tools/common/options.h"
#include "tools/common/progress_bar.h"

namespace tilebase {
namespace {

constexpr int kOpens = 5;
constexpr size_t kBatch = 256;  // boards a call

struct BenchArguments {
  std::string file;
  uint64_t boards = 1'000'000;
  uint64_t seed = 1;
  int threads = 2;
  int rounds = 3;
  std::vector<std::string> efforts;
  bool json = false;
};

using Clock = std::chrono::steady_clock;
double Seconds(Clock::time_point since) {
  return std::chrono::duration<double>(Clock::now() - since).count();
}
// What this thread has used of a processor, which other programs do not change much.
double CpuSeconds() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}
double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// Bytes of this process that are in memory, shared pages of the mapped file included; 0: not known.
uint64_t ResidentBytes() {
  uint64_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

struct CloseSet {
  void operator()(tilebase_set* set) const { tilebase_close(set); }
};
using SetHandle = std::unique_ptr<tilebase_set, CloseSet>;

// Random boards, and the ways to solve some of them. Each returns the number of actions.
class Course {
 public:
  Course(const tilebase_set* set, const PolicySet& plain, const std::vector<uint8_t>& boards)
      : set_(set),
        plain_(plain),
        boards_(boards),
        capacity_(plain.info().certified_worst_case + 1),
        cells_(static_cast<size_t>(plain.info().geometry.cells())) {}

  size_t size() const { return boards_.size() / cells_; }

  uint64_t Plain(size_t begin, size_t end) const {
    std::vector<char> letters(capacity_);
    uint64_t moves = 0;
    for (size_t i = begin; i < end; ++i) {
      Board board;
      size_t count = 0;
      if (plain_.ReadBoard(&boards_[i * cells_], cells_, &board) == TILEBASE_OK)
        (void)plain_.Solve(board, letters.data(), capacity_, &count, Letter);
      moves += count;
    }
    return moves;
  }
  uint64_t Single(size_t begin, size_t end) const {
    std::vector<char> letters(capacity_);
    uint64_t moves = 0;
    for (size_t i = begin; i < end; ++i) {
      size_t count = 0;
      tilebase_solve(set_, &boards_[i * cells_], cells_, letters.data(), capacity_, &count);
      moves += count;
    }
    return moves;
  }
  uint64_t Batch(size_t begin, size_t end) const {
    std::vector<char> letters(kBatch * capacity_);
    std::vector<size_t> counts(kBatch);
    uint64_t moves = 0;
    for (size_t i = begin; i < end; i += kBatch) {
      const size_t some = std::min(kBatch, end - i);
      tilebase_solve_batch(set_, &boards_[i * cells_], cells_, some, letters.data(), capacity_,
                           counts.data(), nullptr);
      for (size_t j = 0; j < some; ++j) moves += counts[j];
    }
    return moves;
  }

 private:
  const tilebase_set* set_;
  const PolicySet& plain_;
  const std::vector<uint8_t>& boards_;
  size_t capacity_;
  size_t cells_;
};

using Way = std::function<uint64_t(size_t begin, size_t end)>;

struct Row {
  const char* name;
  Way solve;
  int threads = 1;
  bool percentiles = false;
  std::vector<double> seconds;      // by round
  std::vector<double> cpu_seconds;  // by round, of all threads
  uint64_t moves = 0;
  std::vector<float> times;  // of single boards, microseconds, sorted

  double Mean(size_t boards) const { return Median(seconds) * 1e6 / static_cast<double>(boards); }
  double CpuMean(size_t boards) const {
    return Median(cpu_seconds) * 1e6 / static_cast<double>(boards);
  }
  double Percentile(double part) const {
    return times[std::min(times.size() - 1,
                          static_cast<size_t>(part * static_cast<double>(times.size())))];
  }
};

// All boards, shared evenly by the row's threads.
void Round(size_t boards, Row* row) {
  const size_t threads = static_cast<size_t>(row->threads);
  std::vector<uint64_t> moves(threads);
  std::vector<double> cpu(threads);
  std::vector<std::thread> others;
  const Clock::time_point start = Clock::now();
  const auto work = [&](size_t t) {
    const double before = CpuSeconds();
    moves[t] = row->solve(boards * t / threads, boards * (t + 1) / threads);
    cpu[t] = CpuSeconds() - before;
  };
  for (size_t t = 1; t < threads; ++t) others.emplace_back(work, t);
  work(0);
  for (std::thread& other : others) other.join();
  row->seconds.push_back(Seconds(start));
  row->cpu_seconds.push_back(std::accumulate(cpu.begin(), cpu.end(), 0.0));
  row->moves = 0;
  for (const uint64_t part : moves) row->moves += part;
}

// Each board alone, by the clock; what reading the clock takes is in the figures.
void TimeSingles(size_t boards, Row* row) {
  row->times.reserve(boards);
  for (size_t i = 0; i < boards; ++i) {
    const Clock::time_point start = Clock::now();
    row->solve(i, i + 1);
    row->times.push_back(static_cast<float>(Seconds(start) * 1e6));
  }
  std::sort(row->times.begin(), row->times.end());
}

double ClockMicroseconds() {
  constexpr int kReads = 100000;
  const Clock::time_point start = Clock::now();
  for (int i = 0; i < kReads; ++i) (void)Clock::now();
  return Seconds(start) * 1e6 / kReads;
}

// Median time of opening, and the set opened last.
double TimeOpen(const std::string& file, unsigned flags, int times, SetHandle* set,
                std::string* why, int* code) {
  std::vector<double> seconds;
  for (int i = 0; i < times; ++i) {
    set->reset();
    char message[512] = "";
    tilebase_set* opened = nullptr;
    const Clock::time_point start = Clock::now();
    *code = tilebase_open(file.c_str(), flags, &opened, message, sizeof(message));
    seconds.push_back(Seconds(start));
    set->reset(opened);
    *why = message;
    if (*code != TILEBASE_OK) return 0;
  }
  return Median(seconds);
}

ExitCode CodeOf(int code) { return code == TILEBASE_ERROR_MEMORY ? kExitInputFailed : kExitFile; }

int Run(const BenchArguments& arguments) {
  if (!arguments.efforts.empty())
    return BenchEfforts(arguments.file, arguments.efforts, arguments.boards, arguments.seed,
                        arguments.json);
  SetHandle set;
  std::string why;
  int code = TILEBASE_OK;
  tilebase_set_info shape = {};
  TimeOpen(arguments.file, TILEBASE_LAZY, 1, &set, &why, &code);
  if (code != TILEBASE_OK) return Fail(CodeOf(code), why, arguments.json);
  tilebase_info(set.get(), &shape, sizeof(shape));
  set.reset();
  const Geometry geometry{static_cast<uint8_t>(shape.width), static_cast<uint8_t>(shape.height)};
  const size_t cells = static_cast<size_t>(geometry.cells());
  const size_t count = arguments.boards;
  std::vector<uint8_t> boards;
  boards.reserve(count * cells);
  Random random(arguments.seed);
  for (size_t i = 0; i < count; ++i) {
    const Board board = RandomSolvableBoard(geometry, random);
    boards.insert(boards.end(), board.tile, board.tile + cells);
  }

  // First of all the memory, as long as nothing was freed that could be used again.
  const uint64_t resident_before = ResidentBytes();
  TimeOpen(arguments.file, 0, 1, &set, &why, &code);
  if (code != TILEBASE_OK) return Fail(CodeOf(code), why, arguments.json);
  std::vector<char> letters(shape.certified_worst_case + 1);
  for (size_t i = 0; i < count; ++i)
    tilebase_solve(set.get(), &boards[i * cells], cells, letters.data(), letters.size(), nullptr);
  const uint64_t resident = ResidentBytes();
  tilebase_set_info set_info = {};
  tilebase_info(set.get(), &set_info, sizeof(set_info));

  // The plain walk's set is checked to the last byte, so that both are.
  absl::StatusOr<std::unique_ptr<PolicySet>> plain = OpenSet(arguments.file);
  if (!plain.ok()) return Fail(plain.status(), arguments.json);
  const SetInfo& info = (*plain)->info();
  const double lazy_open = TimeOpen(arguments.file, TILEBASE_LAZY, kOpens, &set, &why, &code);
  const double checked_open =
      TimeOpen(arguments.file, TILEBASE_CHECK_CONTENT, kOpens, &set, &why, &code);
  const double open = TimeOpen(arguments.file, 0, kOpens, &set, &why, &code);
  if (code != TILEBASE_OK) return Fail(CodeOf(code), why, arguments.json);
  const Course course(set.get(), **plain, boards);
  const Way single = [&](size_t begin, size_t end) { return course.Single(begin, end); };
  const Way batch = [&](size_t begin, size_t end) { return course.Batch(begin, end); };
  const Way reference = [&](size_t begin, size_t end) { return course.Plain(begin, end); };
  single(0, count);  // warm

  std::vector<Row> rows(3);
  rows[0].name = "plain walk";
  rows[0].solve = reference;
  rows[1].name = "solve";
  rows[1].solve = single;
  rows[2].name = "solve_batch";
  rows[2].solve = batch;
  rows[0].percentiles = rows[1].percentiles = true;
  if (arguments.threads > 1)
    for (size_t i : {size_t{1}, size_t{2}}) {
      rows.push_back(rows[i]);
      rows.back().threads = arguments.threads;
      rows.back().percentiles = false;
    }
  for (int round = 0; round < arguments.rounds; ++round)
    for (Row& row : rows) Round(count, &row);
  for (Row& row : rows) {
    if (row.percentiles) TimeSingles(count, &row);
    if (row.moves != rows[0].moves)
      return Fail(kExitInputFailed,
                  absl::StrCat(row.name, ": ", row.moves, " actions, the plain walk has ",
                               rows[0].moves, "; please report this"),
                  arguments.json);
  }

  const double moves = static_cast<double>(rows[0].moves) / static_cast<double>(count);
  const double clock = ClockMicroseconds();
  nlohmann::ordered_json json = {{"file", arguments.file},
                                 {"board", ToString(info.geometry)},
                                 {"plan", info.plan},
                                 {"boards", count},
                                 {"mean_moves", moves},
                                 {"open_us", open * 1e6},
                                 {"open_lazy_us", lazy_open * 1e6},
                                 {"open_checked_us", checked_open * 1e6},
                                 {"file_bytes", set_info.file_bytes},
                                 {"memory_bytes", set_info.memory_bytes},
                                 {"resident_bytes", resident - std::min(resident_before, resident)},
                                 {"clock_us", clock},
                                 {"rows", nlohmann::ordered_json::array()}};
  if (!arguments.json) {
    std::printf("%s: %s, plan %s; %zu random boards, %.2f actions each, median of %d rounds\n",
                arguments.file.c_str(), ToString(info.geometry).c_str(), info.plan.c_str(), count,
                moves, arguments.rounds);
    std::printf("open: %.3f ms, lazily %.3f ms, with every byte checked %.3f ms\n", open * 1e3,
                lazy_open * 1e3, checked_open * 1e3);
    std::printf("memory: %s decoded and shortcuts; %s more resident after all boards; file %s\n\n",
                ShortBytes(set_info.memory_bytes).c_str(),
                ShortBytes(resident - std::min(resident_before, resident)).c_str(),
                ShortBytes(set_info.file_bytes).c_str());
    std::printf("%-12s %7s %9s %9s %8s %12s %8s %8s %8s %9s %9s\n", "", "threads", "us/board",
                "cpu us", "ns/move", "boards/s/thr", "vs plain", "p50 us", "p99 us", "p99.9 us",
                "worst us");
  }
  for (const Row& row : rows) {
    const double mean = row.Mean(count);
    const double per_thread = 1e6 / mean / row.threads;
    const double ratio = rows[0].Mean(count) / mean;
    nlohmann::ordered_json entry = {{"name", row.name},
                                    {"threads", row.threads},
                                    {"mean_us", mean},
                                    {"cpu_us", row.CpuMean(count)},
                                    {"ns_per_move", mean * 1e3 / moves},
                                    {"boards_per_second_per_thread", per_thread},
                                    {"times_plain", ratio}};
    if (!arguments.json)
      std::printf("%-12s %7d %9.3f %9.3f %8.2f %12.0f %8.2f", row.name, row.threads, mean,
                  row.CpuMean(count), mean * 1e3 / moves, per_thread, ratio);
    if (!row.times.empty()) {
      entry["p50_us"] = row.Percentile(0.5);
      entry["p99_us"] = row.Percentile(0.99);
      entry["p999_us"] = row.Percentile(0.999);
      entry["worst_us"] = row.times.back();
      if (!arguments.json)
        std::printf(" %8.3f %8.3f %9.3f %9.1f", row.Percentile(0.5), row.Percentile(0.99),
                    row.Percentile(0.999), static_cast<double>(row.times.back()));
    }
    json["rows"].push_back(entry);
    if (!arguments.json) std::printf("\n");
  }
  if (rows.size() > 3) {
    const double scaling = rows[1].Mean(count) / rows[3].Mean(count);
    const double cpu_scaling = arguments.threads * rows[1].CpuMean(count) / rows[3].CpuMean(count);
    json["thread_scaling"] = scaling;
    json["thread_scaling_cpu"] = cpu_scaling;
    if (!arguments.json)
      std::printf(
          "\n%d threads solve %.2f times as many boards as one; %.2f times where each has a "
          "processor to itself (by CPU time)\n",
          arguments.threads, scaling, cpu_scaling);
  }
  if (arguments.json)
    PrintJsonLine(json);
  else
    std::printf(
        "percentiles are of boards timed one by one; reading the clock (%.3f us) is in them\n",
        clock);
  return kExitDone;
}

}  // namespace

void AddBenchCommand(CLI::App& app, int* exit_code) {
  auto arguments = std::make_shared<BenchArguments>();
  CLI::App* command = app.add_subcommand("bench", "Measure solving and opening");
  command->footer(
      "Solves random boards with the actions written out: through tilebase_solve, through\n"
      "tilebase_solve_batch, and with the plain walk for comparison, in turns. Times are of the\n"
      "median round; opening is the median of five, warm.\n\n"
      "  tilebase bench l1.tilebase\n"
      "  tilebase bench l1.tilebase --boards 100000 --json\n"
      "  tilebase bench small.tilebase --boards 10000 --effort 0,1000,20us,1ms");
  command->add_option("FILE", arguments->file, "Table set")->required()->type_name("");
  command->add_option("--boards", arguments->boards, "Random boards")
      ->transform(AsCount(1))
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--seed", arguments->seed, "Of the random boards")
      ->transform(AsCount())
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--threads", arguments->threads, "Also solve with so many threads")
      ->transform(AsThreads())
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--rounds", arguments->rounds, "Rounds, of which the median counts")
      ->transform(AsCount(1, 1000))
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("--effort", arguments->efforts,
                   "Measure the length of solutions by effort instead: lookups (1000) or a time "
                   "(20us, 1ms), several by commas")
      ->delimiter(',')
      ->type_name("E");
  command->add_flag("--json", arguments->json, "One JSON object");
  command->callback([arguments, exit_code] { *exit_code = Run(*arguments); });
}

}  // namespace tilebase
