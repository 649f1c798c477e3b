// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase bench: how long solving and opening take, beside the plain walk in the same run.

#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "tables/board_text.h"
#include "tables/destination.h"
#include "tables/entry.h"
#include "tables/plan.h"
#include "tables/random_board.h"
#include "tables/system/clock.h"
#include "tables/words/word_file.h"
#include "tools/command/any_boards.h"
#include "tools/command/word_commands.h"
#include "tools/common/command.h"
#include "tools/common/goal_option.h"
#include "tools/common/json.h"
#include "tools/common/open_set.h"
#include "tools/common/quantity.h"
#include "tools/common/table_file.h"
#include "tools/measure/effort.h"
#include "tools/measure/solve_bench.h"

namespace tilebase {
namespace {

struct BenchArguments {
  SolveBenchOptions options;
  std::string board;  // of another size than the set's; empty: the set's
  std::string to;     // a board or a name; empty: home
  int blanks = 0;     // of a warehouse; 0: the table's
  bool boards_given = false;
  bool rounds_given = false;  // or threads
  std::vector<std::string> efforts;
  bool json = false;
};

double NsPerMove(const SolveBench& bench, const SolveTimes& row) {
  return row.mean_us * 1e3 / bench.mean_moves;
}
double BoardsPerSecondAndThread(const SolveTimes& row) { return 1e6 / row.mean_us / row.threads; }
double TimesPlain(const SolveBench& bench, const SolveTimes& row) {
  return bench.rows[0].mean_us / row.mean_us;
}

// How many times as many boards several threads solve as one thread.
struct Scaling {
  double by_clock = 0;
  double by_cpu = 0;  // as if each had a processor to itself
};
Scaling ThreadScaling(const SolveBench& bench) {
  const SolveTimes& one = bench.rows[1];
  const SolveTimes& several = bench.rows[3];
  return {one.mean_us / several.mean_us, several.threads * one.cpu_us / several.cpu_us};
}

void PrintJson(const SolveBenchOptions& options, const SolveBench& bench) {
  Json json = {{"file", options.file},
               {"board", ToString(bench.geometry)},
               {"plan", bench.plan},
               {"boards", options.boards},
               {"mean_moves", bench.mean_moves},
               {"open_us", bench.open_us},
               {"open_lazy_us", bench.open_lazy_us},
               {"open_checked_us", bench.open_checked_us},
               {"file_bytes", bench.file_bytes},
               {"memory_bytes", bench.memory_bytes},
               {"resident_bytes", bench.resident_bytes},
               {"clock_us", bench.clock_us},
               {"rows", Json::EmptyList()}};
  if (bench.mean_runs.has_value()) json["mean_runs"] = *bench.mean_runs;
  for (const SolveTimes& row : bench.rows) {
    Json entry = {{"name", row.name},
                  {"threads", row.threads},
                  {"mean_us", row.mean_us},
                  {"cpu_us", row.cpu_us},
                  {"ns_per_move", NsPerMove(bench, row)},
                  {"boards_per_second_per_thread", BoardsPerSecondAndThread(row)},
                  {"times_plain", TimesPlain(bench, row)}};
    if (row.percentiles.has_value()) {
      entry["p50_us"] = row.percentiles->p50;
      entry["p99_us"] = row.percentiles->p99;
      entry["p999_us"] = row.percentiles->p999;
      entry["worst_us"] = row.percentiles->worst;
    }
    json["rows"].push_back(entry);
  }
  if (options.threads > 1) {
    const Scaling scaling = ThreadScaling(bench);
    json["thread_scaling"] = scaling.by_clock;
    json["thread_scaling_cpu"] = scaling.by_cpu;
  }
  PrintJsonLine(json);
}

void PrintText(const SolveBenchOptions& options, const SolveBench& bench) {
  std::string each = absl::StrFormat("%.2f actions each", bench.mean_moves);
  if (bench.mean_runs.has_value())
    each = absl::StrFormat("%.2f moves of the metric mtm each (%.2f actions)", *bench.mean_runs,
                           bench.mean_moves);
  std::printf("%s: %s, plan %s; %s, %s, median of %s\n", options.file.c_str(),
              ToString(bench.geometry).c_str(), bench.plan.c_str(),
              Counted(options.boards, "random board").c_str(), each.c_str(),
              Counted(static_cast<uint64_t>(options.rounds), "round").c_str());
  std::printf("open: %.3f ms, lazily %.3f ms, with every byte checked %.3f ms\n",
              bench.open_us * 1e-3, bench.open_lazy_us * 1e-3, bench.open_checked_us * 1e-3);
  std::printf("memory: %s decoded and shortcuts; %s more resident after all boards; file %s\n\n",
              ShortBytes(bench.memory_bytes).c_str(), ShortBytes(bench.resident_bytes).c_str(),
              ShortBytes(bench.file_bytes).c_str());
  std::printf("%-12s %7s %9s %9s %8s %12s %8s %8s %8s %9s %9s\n", "", "threads", "us/board",
              "cpu us", "ns/move", "boards/s/thr", "vs plain", "p50 us", "p99 us", "p99.9 us",
              "worst us");
  for (const SolveTimes& row : bench.rows) {
    std::printf("%-12s %7d %9.3f %9.3f %8.2f %12.0f %8.2f", row.name.c_str(), row.threads,
                row.mean_us, row.cpu_us, NsPerMove(bench, row), BoardsPerSecondAndThread(row),
                TimesPlain(bench, row));
    if (row.percentiles.has_value())
      std::printf(" %8.3f %8.3f %9.3f %9.1f", row.percentiles->p50, row.percentiles->p99,
                  row.percentiles->p999, row.percentiles->worst);
    std::printf("\n");
  }
  if (options.threads > 1) {
    const Scaling scaling = ThreadScaling(bench);
    std::printf(
        "\n%d threads solve %.2f times as many boards as one; %.2f times where each has a "
        "processor to itself (by CPU time)\n",
        options.threads, scaling.by_clock, scaling.by_cpu);
  }
  std::printf(
      "percentiles are of boards timed one by one; reading the clock (%.3f us) is in them\n",
      bench.clock_us);
}

// With --effort: measures how long solutions are, and how long they take. Prints a row for each
// effort (ParseEffort).
int BenchEfforts(const std::string& file, const std::string& to,
                 const std::vector<std::string>& efforts, uint64_t boards, uint64_t seed,
                 bool json) {
  std::vector<Effort> parsed;
  for (const std::string& text : efforts) {
    const absl::StatusOr<Effort> effort = ParseEffort(text);
    if (!effort.ok()) return Fail(kExitUsage, effort.status(), json);
    parsed.push_back(*effort);
  }
  const absl::StatusOr<std::unique_ptr<AnsweringSet>> set = OpenAnsweringSet(file);
  if (!set.ok()) return Fail(set.status(), json);
  const SetInfo& info = (*set)->info();
  const absl::StatusOr<Board> goal = ParseGoalArgument(info.geometry, to);
  if (!goal.ok()) return Fail(kExitUsage, goal.status(), json);
  const Destination destination(*goal);
  const Clock::time_point before = Clock::now();
  if (absl::Status status = (*set)->PrepareEffort(MachineThreads()); !status.ok())
    return Fail(kExitInputFailed, status, json);
  const double prepare = SecondsSince(before);

  const size_t cells = static_cast<size_t>(info.geometry.cells());
  std::vector<uint8_t> sample;
  sample.reserve(boards * cells);
  Random random(seed);
  for (uint64_t i = 0; i < boards; ++i) {
    const Board board = RandomSolvableBoard(info.geometry, random);
    sample.insert(sample.end(), board.tile, board.tile + cells);
  }
  const auto letters = static_cast<uint32_t>((*set)->policies().MostLettersTo(destination));
  const uint32_t worst = (*set)->policies().is_mtm() ? info.certified_slides() : letters;
  const uint64_t bytes = (*set)->memory_bytes();
  const uint64_t file_bytes = (*set)->policies().source().file_bytes();
  Json all = {{"file", file},
              {"board", ToString(info.geometry)},
              {"plan", info.plan},
              {"to", ToString(*goal)},
              {"boards", boards},
              {"certified_worst_case", info.certified_worst_case},
              {"file_bytes", file_bytes},
              {"memory_bytes", bytes},
              {"prepare_s", prepare},
              {"rows", Json::EmptyList()}};
  if (!json) {
    std::printf("%s: %s, plan %s; %s, no solution over %u moves\n", file.c_str(),
                ToString(info.geometry).c_str(), info.plan.c_str(),
                Counted(boards, "random board").c_str(), worst);
    std::printf("file %s; in memory %s; made ready for effort in %.2f s; one thread\n\n",
                ShortBytes(file_bytes).c_str(), ShortBytes(bytes).c_str(), prepare);
    std::printf("%-10s %10s %8s %7s %12s %10s %10s %10s\n", "effort", "mean moves", "+-", "worst",
                "looked at", "us/board", "p99 us", "worst us");
  }
  for (size_t i = 0; i < parsed.size(); ++i) {
    ProgressBar bar("boards");
    const EffortResult row = MeasureEffort(**set, parsed[i], destination, sample, [&](size_t done) {
      bar.Update(done, boards, "effort " + efforts[i]);
    });
    all["rows"].push_back({{"effort", efforts[i]},
                           {"mean_moves", row.mean_moves},
                           {"standard_error", row.standard_error},
                           {"worst_moves", row.worst_moves},
                           {"mean_looked_at", row.mean_looked_at},
                           {"proven", row.proven},
                           {"mean_us", row.mean_us},
                           {"p99_us", row.p99_us},
                           {"worst_us", row.worst_us}});
    if (!json) {
      std::printf("%-10s %10.3f %8.3f %7llu %12.0f %10.2f %10.2f %10.1f", efforts[i].c_str(),
                  row.mean_moves, row.standard_error,
                  static_cast<unsigned long long>(row.worst_moves), row.mean_looked_at, row.mean_us,
                  row.p99_us, row.worst_us);
      if (row.proven > 0) std::printf("  %.1f %% proven shortest", 100 * row.proven);
      std::printf("\n");
      std::fflush(stdout);
    }
  }
  if (json) PrintJsonLine(all);
  return kExitDone;
}

int Run(BenchArguments arguments) {
  SolveBenchOptions& options = arguments.options;
  if (IsWordFile(options.file)) {
    const char* const option = !arguments.board.empty() ? "--board"
                               : !arguments.to.empty()  ? "--to"
                               : arguments.rounds_given ? "--threads and --rounds"
                                                        : nullptr;
    if (option != nullptr)
      return Fail(kExitUsage, NotOfTheseBoards(options.file, option), arguments.json);
    return BenchWarehouse({.file = options.file,
                           .blanks = arguments.blanks,
                           .requests = arguments.boards_given ? options.boards : 10'000,
                           .seed = options.seed,
                           .efforts = arguments.efforts,
                           .json = arguments.json});
  }
  if (arguments.blanks != 0)
    return Fail(kExitUsage, options.file + ": no warehouse; leave out --blanks", arguments.json);
  if (!arguments.board.empty()) {
    const absl::StatusOr<SetForSize> chosen = ChooseSet(options.file, arguments.board);
    if (!chosen.ok()) return Fail(chosen.status(), arguments.json);
    options.file = chosen->file;
    if (!chosen->is_of_size)
      return BenchAnyBoards(
          {.file = options.file,
           .board = arguments.board,
           .to = arguments.to,
           .boards = {},
           .random = arguments.boards_given ? options.boards : 0,
           .seed = options.seed,
           .efforts = arguments.efforts.empty() ? std::vector<std::string>{"0"} : arguments.efforts,
           .json = arguments.json});
  }
  if (!arguments.to.empty() && arguments.efforts.empty()) arguments.efforts = {"0"};
  if (!arguments.efforts.empty())
    return BenchEfforts(options.file, arguments.to, arguments.efforts, options.boards, options.seed,
                        arguments.json);
  absl::StatusOr<SolveBench> bench;
  {
    ProgressBar bar("boards");
    options.progress = [&](uint64_t done, uint64_t total, const char* what) {
      bar.Update(done, total, what);
    };
    bench = BenchSolving(options);
  }
  if (!bench.ok()) return Fail(WithNextStep(options.file, bench.status()), arguments.json);
  if (arguments.json)
    PrintJson(options, *bench);
  else
    PrintText(options, *bench);
  return kExitDone;
}

}  // namespace

void AddBenchCommand(Command* program) {
  auto arguments = std::make_shared<BenchArguments>();
  Command* command = program->AddCommand("bench", "Measure solving and opening");
  command->Footer(
      "Solves random boards with the actions written out: through tilebase_solve, through\n"
      "tilebase_solve_batch, and with the plain walk for comparison, in turns. Times are of the\n"
      "median round; opening is the median of five, warm.\n\n"
      "  tilebase bench l1.tilebase\n"
      "  tilebase bench l1.tilebase --boards 100000 --json\n"
      "  tilebase bench small.tilebase --boards 10000 --effort 0,1000,20us,1ms\n"
      "  tilebase bench any.tilebase --board 10x10 --effort 0,20ms\n\n"
      "For the file of a warehouse, a board is a request for a random load; each request finds "
      "the\n"
      "empty cells where the last one left them.\n\n"
      "  tilebase bench warehouse.tilebase --blanks 8 --boards 1000");
  command->AddOption("FILE", &arguments->options.file, "Table set")
      ->Values(AsTableFile())
      ->Required();
  command
      ->AddOption("--board", &arguments->board,
                  "Boards of this size, 2x2 to 1000x1000: FILE is of this size or of --plan any, "
                  "or a folder of table sets with an any.tilebase")
      ->TypeName("WxH");
  AddGoalOption(command, &arguments->to);
  command
      ->AddOption("--blanks", &arguments->blanks,
                  "Empty cells of a warehouse; the default is as many as its table has")
      ->Values(AsCount(1, kMaxYardBlanks))
      ->TypeName("K");
  Option* const boards =
      command
          ->AddOption("--boards", &arguments->options.boards, "Random boards; 10000 of a warehouse")
          ->Values(AsCount(1))
          ->TypeName("N")
          ->ShowDefault();
  command->AddOption("--seed", &arguments->options.seed, "Of the random boards")
      ->Values(AsCount())
      ->TypeName("N")
      ->ShowDefault();
  Option* const threads =
      command
          ->AddOption("--threads", &arguments->options.threads, "Also solve with so many threads")
          ->Values(AsThreads())
          ->TypeName("N")
          ->ShowDefault();
  Option* const rounds =
      command
          ->AddOption("--rounds", &arguments->options.rounds, "Rounds, of which the median counts")
          ->Values(AsCount(1, 1000))
          ->TypeName("N")
          ->ShowDefault();
  command
      ->AddOption(
          "--effort", &arguments->efforts,
          "Measure the length of solutions by effort instead: boards looked at (1000) or a time "
          "(20us, 1ms), several by commas")
      ->Delimiter(',')
      ->Excludes(threads)
      ->Excludes(rounds)
      ->TypeName("E");
  command->AddFlag("--json", &arguments->json, "One JSON object");
  command->Action([arguments, boards, threads, rounds] {
    arguments->boards_given = boards->IsGiven();
    arguments->rounds_given = threads->IsGiven() || rounds->IsGiven();
    return Run(*arguments);
  });
}

}  // namespace tilebase
