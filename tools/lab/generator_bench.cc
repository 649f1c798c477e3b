// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Measures states per second of the solvers, beside the memory bandwidth of the machine, in one
// run.
//
//   generator_bench [--threads N] [--rounds N] [--only NAME] [WxH:GOAL[|FIXED]] ...
//
// GOAL and FIXED are tiles and ranges, as in 4x4:1-6 or 4x4:7|1-3. A rate counts all entries of the
// table, reached or not. Its time is that of the search plus that of reading all entries once (into
// a small buffer, as the encoder does). Times are medians of the rounds (the slow solvers have
// one); a ratio is to the first row of the table. "of copy" is the share of memcpy's rate at which
// the search touches memory. Large tables leave out solvers that would take minutes.
//
// To add a solver, add a row to Contenders().

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "generator/retrograde/retrograde.h"
#include "generator/solver.h"
#include "generator/solvers/reference_solvers.h"
#include "tables/plan.h"
#include "tables/ranking.h"
#include "tables/subproblem.h"

namespace tilebase {
namespace {

constexpr uint64_t kBlock = 262144;  // entries that the encoder asks for at a time

double Seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Contender {
  std::string name;
  std::unique_ptr<Solver> solver;
  uint64_t most_entries;  // larger tables are left out
  bool threads;           // whether it can use several threads
  // The bytes that the search had to read and write, if the solver counts them, to compute the
  // share of the memory bandwidth. May be empty.
  std::function<uint64_t(const Solution&)> bytes_touched;
};

std::vector<Contender> Contenders() {
  using Instructions = RetrogradeSolver::Instructions;
  std::vector<Contender> rows;
  const auto retrograde = [&](const char* name, Instructions instructions, uint64_t most) {
    rows.push_back({name, std::make_unique<RetrogradeSolver>(instructions), most, true,
                    RetrogradeSolver::BytesTouched});
  };
  rows.push_back({"value iteration", std::make_unique<ValueIterationSolver>(), 1000000, false, {}});
  rows.push_back({"plain search", std::make_unique<PlainSearchSolver>(), 100000000, false, {}});
  retrograde("retrograde", Instructions::kBest, UINT64_MAX);
  retrograde("retrograde/avx2", Instructions::kAvx2, UINT64_MAX);
  retrograde("retrograde/baseline", Instructions::kBaseline, UINT64_MAX);
  return rows;
}

// Returns the bytes per second that memcpy moves (read plus written) between buffers beyond the
// caches.
double CopyBandwidth(int threads) {
  const size_t bytes = size_t{512} << 20;
  std::vector<std::unique_ptr<char[]>> from, to;
  for (int t = 0; t < threads; ++t) {
    from.push_back(std::make_unique<char[]>(bytes));
    to.push_back(std::make_unique<char[]>(bytes));
    memset(from.back().get(), t + 1, bytes);
    memset(to.back().get(), 0, bytes);
  }
  double best = 0;
  for (int round = 0; round < 3; ++round) {
    const double begin = Seconds();
    std::vector<std::thread> copies;
    for (int t = 0; t < threads; ++t)
      copies.emplace_back([&, t] { memcpy(to[t].get(), from[t].get(), bytes); });
    for (std::thread& copy : copies) copy.join();
    best = std::max(best, 2.0 * static_cast<double>(bytes) * threads / (Seconds() - begin));
  }
  return best;
}

// Reads every entry once, as the encoder does.
uint64_t ReadAll(const Solution& solution, uint64_t entries, int threads) {
  std::atomic<uint64_t> next{0}, sum{0};
  const auto read = [&] {
    std::vector<OptimalActions> block(kBlock);
    uint64_t part = 0;
    while (true) {
      const uint64_t begin = next.fetch_add(kBlock);
      if (begin >= entries) break;
      const uint64_t end = std::min(begin + kBlock, entries);
      solution.GetEntries(begin, end, block.data());
      part += block[0] + block[static_cast<size_t>(end - begin - 1)];
    }
    sum += part;
  };
  std::vector<std::thread> readers;
  for (int t = 1; t < threads; ++t) readers.emplace_back(read);
  read();
  for (std::thread& reader : readers) reader.join();
  return sum;
}

// "4x4:1-6" or "4x4:7|1-3".
absl::StatusOr<Subproblem> ParseSubproblem(const std::string& text) {
  const std::vector<std::string> halves = absl::StrSplit(text, ':');
  const std::vector<std::string> sets = absl::StrSplit(halves.back(), '|');
  if (halves.size() == 2 && sets.size() <= 2) {
    absl::StatusOr<Geometry> geometry = ParseGeometry(halves[0]);
    if (!geometry.ok()) return geometry.status();
    absl::StatusOr<CellMask> goal = ParseTiles(*geometry, sets[0]);
    if (!goal.ok()) return goal.status();
    absl::StatusOr<CellMask> fixed = ParseTiles(*geometry, sets.size() == 2 ? sets[1] : "");
    if (!fixed.ok()) return fixed.status();
    const Subproblem subproblem{*geometry, *goal, *fixed};
    if (subproblem.IsValid() && EntryCount(subproblem) != 0) return subproblem;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("'", text, "': expected WxH:GOAL or WxH:GOAL|FIXED, such as 4x4:7|1-3"));
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

int Main(int argc, char** argv) {
  int most_threads = 2;
  int rounds = 3;
  std::string only;
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc) {
      most_threads = atoi(argv[++i]);
    } else if (strcmp(argv[i], "--rounds") == 0 && i + 1 < argc) {
      rounds = std::max(1, atoi(argv[++i]));
    } else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) {
      only = argv[++i];
    } else {
      names.push_back(argv[i]);
    }
  }
  if (names.empty()) names = {"4x4:1-4", "4x4:1-5", "4x4:1-6"};

  printf("command:");
  for (int i = 0; i < argc; ++i) printf(" %s", argv[i]);
  printf("\nhardware threads: %u\n", std::thread::hardware_concurrency());
  std::vector<double> bandwidth = {0};
  for (int threads = 1; threads <= most_threads; ++threads) {
    bandwidth.push_back(CopyBandwidth(threads));
    printf("memcpy, %d thread%s: %.1f GB/s (read + written)\n", threads, threads == 1 ? "" : "s",
           bandwidth.back() / 1e9);
  }

  for (const std::string& name : names) {
    const absl::StatusOr<Subproblem> parsed = ParseSubproblem(name);
    if (!parsed.ok()) {
      fprintf(stderr, "generator_bench: %s\n", std::string(parsed.status().message()).c_str());
      return 2;
    }
    const Subproblem& subproblem = *parsed;
    const uint64_t entries = EntryCount(subproblem);
    printf("\n%s: %llu entries\n", name.c_str(), static_cast<unsigned long long>(entries));
    printf("  %-20s %-8s %3s %6s %9s %8s %9s %9s %8s %8s %7s\n", "solver", "loops", "thr", "levels",
           "search s", "read s", "M/s", "ratio", "GiB", "B/state", "of copy");
    double first_rate = 0;
    for (const Contender& contender : Contenders()) {
      if (entries > contender.most_entries) continue;
      if (!only.empty() && contender.name != only) continue;
      const RetrogradeSolver* fast = dynamic_cast<const RetrogradeSolver*>(contender.solver.get());
      for (int threads = 1; threads <= (contender.threads ? most_threads : 1); ++threads) {
        SolveOptions options;
        options.threads = threads;
        std::vector<double> search, read;
        int levels = 0;
        double moved = 0;
        for (int round = 0; round < (contender.threads ? rounds : 1); ++round) {
          const double begin = Seconds();
          auto solution = contender.solver->Solve(subproblem, options);
          if (!solution.ok()) {
            fprintf(stderr, "generator_bench: %s\n", solution.status().ToString().c_str());
            return 1;
          }
          const double searched = Seconds();
          ReadAll(**solution, entries, threads);
          read.push_back(Seconds() - searched);
          search.push_back(searched - begin);
          levels = (*solution)->max_depth() + 1;
          if (contender.bytes_touched)
            moved = static_cast<double>(contender.bytes_touched(**solution));
        }
        const double rate = static_cast<double>(entries) / (Median(search) + Median(read));
        if (first_rate == 0) first_rate = rate;
        printf("  %-20s %-8s %3d %6d %9.3f %8.3f %9.2f %9.1f %8.3f %8.1f %6.0f%%\n",
               contender.name.c_str(), fast == nullptr ? "-" : fast->InstructionsName(), threads,
               levels, Median(search), Median(read), rate / 1e6, rate / first_rate,
               static_cast<double>(contender.solver->MemoryNeeded(subproblem, threads)) / (1 << 30),
               moved / static_cast<double>(entries),
               100 * moved / Median(search) / bandwidth[static_cast<size_t>(threads)]);
        fflush(stdout);
      }
    }
  }
  return 0;
}

}  // namespace
}  // namespace tilebase

int main(int argc, char** argv) { return tilebase::Main(argc, argv); }
