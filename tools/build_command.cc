// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase build: solve every subproblem of a plan and write the table set.

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "generator/build.h"
#include "runtime/tilebase.h"
#include "tables/plan.h"
#include "tools/command.h"
#include "tools/json.h"
#include "tools/progress_bar.h"

namespace tilebase {
namespace {

struct BuildArguments {
  std::string output;
  std::string board = "4x4";
  std::string plan = "ladder:1";
  Method method = Method::kRetrograde;
  Codec codec = Codec::kZstd;
  int threads = MachineThreads();
  uint64_t memory = 0;
  bool force = false;
  bool dry_run = false;
  bool json = false;
};

std::atomic<bool> interrupted{false};

// The first Ctrl-C asks the build to stop at a clean point, the second one ends the process.
void OnInterrupt(int signal) {
  interrupted = true;
  std::signal(signal, SIG_DFL);
}

void Event(nlohmann::ordered_json event) {
  std::puts(event.dump().c_str());
  std::fflush(stdout);
}

void PrintEstimate(const BuildArguments& arguments, const Plan& plan,
                   const BuildEstimate& estimate) {
  const uint64_t free_memory = FreeMemory();
  const uint64_t free_disk = FreeDisk(arguments.output);
  if (arguments.json) {
    Event({{"event", "plan"},
           {"board", ToString(plan.geometry)},
           {"plan", plan.text},
           {"tables_at_most", estimate.tables},
           {"entries_at_most", estimate.entries},
           {"largest", {{"goal", TileList(estimate.largest.goal)},
                        {"fixed", TileList(estimate.largest.fixed)}}},
           {"memory_bytes", estimate.peak_memory},
           {"memory_free_bytes", free_memory},
           {"output_bytes_at_least", estimate.output_bytes_at_least},
           {"output_bytes_at_most", estimate.output_bytes_at_most},
           {"disk_free_bytes", free_disk}});
    return;
  }
  std::printf("plan %s on %s: at most %zu tables, %llu entries\n", plan.text.c_str(),
              ToString(plan.geometry).c_str(), estimate.tables,
              static_cast<unsigned long long>(estimate.entries));
  std::printf("memory: %s (for %s), %s free\n", ShortBytes(estimate.peak_memory).c_str(),
              ToString(estimate.largest).c_str(), ShortBytes(free_memory).c_str());
  std::printf("disk: %s to %s for the output and as much again while building, %s free\n",
              ShortBytes(estimate.output_bytes_at_least).c_str(),
              ShortBytes(estimate.output_bytes_at_most).c_str(), ShortBytes(free_disk).c_str());
}

class BuildReporter {
 public:
  BuildReporter(bool json, const BuildEstimate& estimate)
      : json_(json), estimate_(estimate), bar_("states") {}

  void Progress(const BuildProgress& progress) {
    if (!json_) {
      bar_.Update(progress.work_done, 2 * estimate_.entries, Describe(progress));
      return;
    }
    const Clock::time_point now = Clock::now();
    if (now < next_event_) return;
    next_event_ = now + std::chrono::seconds(1);
    nlohmann::ordered_json event = {{"event", "progress"},
                                    {"phase", PhaseName(progress.phase)},
                                    {"table", progress.table + 1},
                                    {"tables_at_most", estimate_.tables}};
    if (progress.subproblem != nullptr) {
      event["goal"] = TileList(progress.subproblem->goal);
      event["fixed"] = TileList(progress.subproblem->fixed);
      event["level"] = progress.level;
      event["entries_done"] = progress.entries_done;
      event["entries"] = progress.entries;
    }
    event["seconds"] = std::chrono::duration<double>(now - start_).count();
    Event(event);
  }

  void TableDone(const TableInfo& table, double seconds, bool resumed) {
    if (!json_) return;
    Event({{"event", "table"},
           {"goal", TileList(table.subproblem.goal)},
           {"fixed", TileList(table.subproblem.fixed)},
           {"entries", table.entries},
           {"reachable", table.reachable},
           {"max_depth", table.max_depth()},
           {"stored_bytes", table.stored_bytes},
           {"seconds", seconds},
           {"resumed", resumed}});
  }

 private:
  using Clock = std::chrono::steady_clock;

  static const char* PhaseName(BuildProgress::Phase phase) {
    switch (phase) {
      case BuildProgress::Phase::kSolving: return "solving";
      case BuildProgress::Phase::kEncoding: return "encoding";
      case BuildProgress::Phase::kWriting: return "writing";
    }
    return "";
  }

  std::string Describe(const BuildProgress& progress) const {
    if (progress.subproblem == nullptr) return PhaseName(progress.phase);
    std::string text = absl::StrCat(PhaseName(progress.phase), " ", ToString(*progress.subproblem),
                                    " (", progress.table + 1, " of ", estimate_.tables, ")");
    if (progress.phase == BuildProgress::Phase::kSolving)
      absl::StrAppend(&text, " level ", progress.level);
    return text;
  }

  const bool json_;
  const BuildEstimate& estimate_;
  ProgressBar bar_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point next_event_ = start_;
};

void PrintResult(const BuildArguments& arguments, const BuildResult& result) {
  uint64_t entries = 0;
  for (const TableInfo& table : result.tables) entries += table.entries;
  if (arguments.json) {
    Event({{"event", "done"},
           {"file", arguments.output},
           {"tables", result.tables.size()},
           {"entries", entries},
           {"certified_worst_case", result.info.certified_worst_case},
           {"file_bytes", result.file_bytes},
           {"solve_seconds", result.solve_seconds},
           {"encode_seconds", result.encode_seconds}});
    return;
  }
  std::printf("%s: %zu tables, %s entries, %s; no board needs more than %u actions\n",
              arguments.output.c_str(), result.tables.size(),
              ShortCount(static_cast<double>(entries)).c_str(),
              ShortBytes(result.file_bytes).c_str(), result.info.certified_worst_case);
  std::printf("solved in %s, encoded in %s\n", ShortDuration(result.solve_seconds).c_str(),
              ShortDuration(result.encode_seconds).c_str());
}

// Whose fault it is decides the exit code: the work could not be done, or the file not be made.
ExitCode CodeOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kCancelled: return kExitInputFailed;
    case absl::StatusCode::kResourceExhausted: return kExitInputFailed;
    default: return kExitFile;
  }
}

int Run(const BuildArguments& arguments) {
  absl::StatusOr<Geometry> geometry = ParseGeometry(arguments.board);
  if (!geometry.ok()) return Fail(kExitUsage, geometry.status());
  absl::StatusOr<Plan> plan = ParsePlan(*geometry, arguments.plan);
  if (!plan.ok()) return Fail(kExitUsage, plan.status());

  BuildOptions options;
  options.method = arguments.method;
  options.codec = arguments.codec;
  options.threads = arguments.threads;
  options.memory_limit = arguments.memory;
  options.replace = arguments.force;
  options.creator = absl::StrCat("tilebase ", tilebase_version());
  absl::StatusOr<BuildEstimate> estimate = EstimateBuild(*plan, options);
  if (!estimate.ok()) return Fail(kExitInputFailed, estimate.status());
  if (arguments.dry_run || arguments.json) PrintEstimate(arguments, *plan, *estimate);
  if (arguments.dry_run) return kExitDone;

  absl::StatusOr<BuildResult> result;
  {
    BuildReporter reporter(arguments.json, *estimate);
    options.progress = [&](const BuildProgress& progress) { reporter.Progress(progress); };
    options.table_done = [&](const TableInfo& table, double seconds, bool resumed) {
      reporter.TableDone(table, seconds, resumed);
    };
    options.note = [](const std::string& line) {
      std::fprintf(stderr, "tilebase: %s\n", line.c_str());
    };
    options.cancel = &interrupted;
    std::signal(SIGINT, OnInterrupt);
    std::signal(SIGTERM, OnInterrupt);
    result = BuildTableSet(*plan, arguments.output, options);
  }
  if (!result.ok()) return Fail(CodeOf(result.status()), result.status());
  PrintResult(arguments, *result);
  return kExitDone;
}

}  // namespace

void AddBuildCommand(CLI::App& app, int* exit_code) {
  auto arguments = std::make_shared<BuildArguments>();
  CLI::App* command = app.add_subcommand("build", "Make the tables of a plan");
  command->footer(
      "A plan is ladder:L (the paper's, with initial local size L) or stages separated by '/':\n"
      "tiles and ranges separated by ',', the last stage may be 'rest'.\n\n"
      "  tilebase build -o l1.tilebase\n"
      "  tilebase build -o l5.tilebase --plan ladder:5\n"
      "  tilebase build -o corner.tilebase --plan 1-4/5,9,13/rest --store raw\n"
      "  tilebase build -o 5x3.tilebase --board 5x3 --plan ladder:2\n"
      "  tilebase build -o big.tilebase --plan 1-5,9,13/rest --dry-run\n\n"
      "A build that is interrupted goes on where it was when the same command is given again.");
  command->add_option("-o,--output", arguments->output, "File to make")->required();
  command->add_option("--board", arguments->board, "Board size, WIDTHxHEIGHT")
      ->capture_default_str();
  command->add_option("--plan", arguments->plan, "ladder:L or STAGES")->capture_default_str();
  command
      ->add_option("--method", arguments->method,
                   "retrograde (default), or value-iteration, the paper's Algorithm 1")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, Method>{{"retrograde", Method::kRetrograde},
                                        {"value-iteration", Method::kValueIteration}})
                      .description(""));
  command
      ->add_option("--store", arguments->codec,
                   "zstd (default): small, to keep and ship; raw: mapped and read in place")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, Codec>{{"zstd", Codec::kZstd}, {"raw", Codec::kRaw}})
                      .description(""));
  command->add_option("--threads", arguments->threads, "Threads to use")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  command->add_option("--memory", arguments->memory, "Memory to use at most, such as 2GB (default: what is free)")
      ->transform(CLI::AsSizeValue(false));
  command->add_flag("--force", arguments->force, "Replace an existing output");
  command->add_flag("--dry-run", arguments->dry_run, "Only print what the build needs");
  command->add_flag("--json", arguments->json, "Print events as JSON, one a line");
  command->callback([arguments, exit_code] { *exit_code = Run(*arguments); });
}

}  // namespace tilebase
