// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase build: solve every subproblem of a plan and write the table set.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "generator/build.h"
#include "runtime/tilebase.h"
#include "tables/board.h"
#include "tables/destination.h"
#include "tables/error.h"
#include "tables/plan.h"
#include "tables/plan_edits.h"
#include "tables/system/clock.h"
#include "tables/system/huge_bytes.h"
#include "tools/command/build_messages.h"
#include "tools/command/word_commands.h"
#include "tools/common/command.h"
#include "tools/common/json.h"
#include "tools/common/quantity.h"
#include "tools/plans/presets.h"

namespace tilebase {
namespace {

// A build that takes more memory says so before it begins.
constexpr uint64_t kMuchMemory = 1'000'000'000;

struct BuildArguments {
  std::string output;
  std::string board = "4x4";
  bool board_given = false;
  std::string plan;
  bool plan_given = false;  // otherwise the default preset
  std::string metric = "stm";
  std::string method = "retrograde";
  std::string store;             // empty: what the plan asks for
  std::vector<int> blank_homes;  // cells
  int threads = MachineThreads();
  uint64_t memory = 0;
  bool force = false;
  bool dry_run = false;
  bool json = false;
  WordBuildArguments words;  // for boards that are no permutations
};

void Event(const Json& event) {
  PrintJsonLine(event);
  std::fflush(stdout);
}

int Refuse(const BuildArguments& arguments, ExitCode code, const std::string& message) {
  if (arguments.json) Event({{"event", "error"}, {"error", message}});
  return Fail(code, message);
}

std::string Free(uint64_t bytes) {
  return bytes == 0 ? "free space unknown" : ShortBytes(bytes) + " free";
}

void PrintEstimate(const BuildArguments& arguments, const Plan& plan,
                   const BuildEstimate& estimate) {
  const uint64_t free_memory = FreeMemory();
  const uint64_t free_disk = FreeDisk(arguments.output.empty() ? "." : arguments.output);
  if (arguments.json) {
    Event(
        {{"event", "plan"},
         {"board", ToString(plan.geometry)},
         {"plan", plan.text},
         {"tables_at_most", estimate.tables},
         {"entries_at_most", estimate.entries},
         {"largest",
          {{"goal", TileList(estimate.largest.goal)}, {"fixed", TileList(estimate.largest.fixed)}}},
         {"memory_bytes", estimate.peak_memory},
         {"memory_free_bytes", free_memory},
         {"memory_bytes_at_least", estimate.least_memory},
         {"output_bytes_at_least", estimate.output_bytes_at_least},
         {"output_bytes_at_most", estimate.output_bytes_at_most},
         {"checkpoint_bytes", estimate.checkpoint_bytes},
         {"states_on_disk_bytes", estimate.states_bytes},
         {"disk_free_bytes", free_disk}});
    return;
  }
  std::printf("plan %s on %s: at most %s, %llu entries\n", plan.text.c_str(),
              ToString(plan.geometry).c_str(), Counted(estimate.tables, "table").c_str(),
              static_cast<unsigned long long>(estimate.entries));
  std::printf("memory: %s (for %s), %s\n", ShortBytes(estimate.peak_memory).c_str(),
              ToString(estimate.largest).c_str(), Free(free_memory).c_str());
  std::printf("disk: %s to %s for the output and as much again while building, %s\n",
              ShortBytes(estimate.output_bytes_at_least).c_str(),
              ShortBytes(estimate.output_bytes_at_most).c_str(), Free(free_disk).c_str());
  std::printf("      and up to %s for the state of a search that takes long\n",
              ShortBytes(estimate.checkpoint_bytes).c_str());
  if (estimate.states_bytes != 0)
    std::printf("      and %s for states that do not fit in the memory\n",
                ShortBytes(estimate.states_bytes).c_str());
  else if (estimate.least_memory < estimate.peak_memory)
    std::printf("      with --memory %s or more, states lie on disk\n",
                ShortBytes(estimate.least_memory).c_str());
}

class BuildReporter {
 public:
  BuildReporter(bool json, const BuildEstimate& estimate)
      : json_(json), estimate_(estimate), bar_("states") {}

  void Progress(const BuildProgress& progress) {
    if (!json_) {
      // An entry counts twice: when it is solved and when it is encoded.
      bar_.Update(progress.work_done / 2, estimate_.entries, Describe(progress));
      return;
    }
    const Clock::time_point now = Clock::now();
    if (now < next_event_) return;
    next_event_ = now + std::chrono::seconds(1);
    Json event = {{"event", "progress"},
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
           {"metric", Name(table.metric)},
           {"entries", table.entries},
           {"reachable", table.reachable},
           {"max_depth", table.max_depth()},
           {"stored_bytes", table.stored_bytes},
           {"seconds", seconds},
           {"resumed", resumed}});
  }

 private:
  static const char* PhaseName(BuildProgress::Phase phase) {
    switch (phase) {
      case BuildProgress::Phase::kSolving:
        return "solving";
      case BuildProgress::Phase::kEncoding:
        return "encoding";
      case BuildProgress::Phase::kJoining:
        return "joining";
      case BuildProgress::Phase::kWriting:
        return "writing";
    }
    return "";
  }

  std::string Describe(const BuildProgress& progress) const {
    if (progress.subproblem == nullptr)
      return absl::StrCat(PhaseName(progress.phase), ", ",
                          100 * progress.entries_done / std::max<uint64_t>(1, progress.entries),
                          " % of the file");
    std::string text = absl::StrCat(progress.table + 1, " of ", estimate_.tables, ": ",
                                    ToString(*progress.subproblem), " ", PhaseName(progress.phase));
    if (progress.phase == BuildProgress::Phase::kSolving)
      absl::StrAppend(&text, ", level ", progress.level);
    return text;
  }

  const bool json_;
  const BuildEstimate& estimate_;
  ProgressBar bar_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point next_event_ = start_;
};

std::string Summary(const BuildArguments& arguments, const BuildResult& result) {
  uint64_t entries = 0;
  for (const TableInfo& table : result.tables) entries += table.entries;
  if (arguments.json) {
    return Json({{"event", "done"},
                 {"file", arguments.output},
                 {"tables", result.tables.size()},
                 {"entries", entries},
                 {"certified_worst_case", result.info.certified_worst_case},
                 {"file_bytes", result.file_bytes},
                 {"solve_seconds", result.solve_seconds},
                 {"encode_seconds", result.encode_seconds},
                 {"states_read_bytes", result.states_read_bytes},
                 {"states_written_bytes", result.states_written_bytes}})
        .Text();
  }
  const std::string worst_case = result.info.certified_worst_case == 0  // patterns only
                                     ? ""
                                     : absl::StrCat("; no board needs more than ",
                                                    result.info.certified_worst_case, " actions");
  const std::string states =
      result.states_written_bytes == 0
          ? ""
          : absl::StrCat("; states on disk: ", ShortBytes(result.states_written_bytes),
                         " written, ", ShortBytes(result.states_read_bytes), " read");
  return absl::StrCat(arguments.output, ": ", Counted(result.tables.size(), "table"), ", ",
                      ShortCount(static_cast<double>(entries)), " entries, ",
                      ShortBytes(result.file_bytes), worst_case, "\nsolved in ",
                      ShortDuration(result.solve_seconds), ", encoded in ",
                      ShortDuration(result.encode_seconds), states);
}

// Suggests a smaller preset for a plan that was refused because it is too large for the machine, or
// to be estimated. Empty if the plan was refused for another reason, or if no preset would fit.
std::string SmallerPlan(const absl::Status& refusal, const Plan& plan,
                        const absl::StatusOr<BuildEstimate>& estimate,
                        const BuildArguments& arguments, const BuildOptions& options) {
  if (refusal.code() != absl::StatusCode::kResourceExhausted) return "";
  const uint64_t memory = options.memory_limit != 0 ? options.memory_limit : FreeMemory();
  const uint64_t disk = FreeDisk(arguments.output.empty() ? "." : arguments.output);
  if (estimate.ok() && estimate->FitsMemory(memory) && estimate->FitsDisk(disk)) return "";
  BuildOptions in_memory = options;  // a preset that needs no disk for its states
  in_memory.memory_limit = 0;
  const auto preset = LargestPresetWithin(plan.geometry, in_memory, memory, disk);
  if (!preset.has_value()) return "";
  return absl::StrCat("; --plan ", preset->name, " would do, with ",
                      ShortBytes(preset->estimate.peak_memory), " of memory");
}

// Returns the plan with its stages once more for each further home of the blank.
absl::StatusOr<Plan> WithBlankHomes(Plan plan, const std::vector<int>& cells) {
  const Geometry geometry = plan.geometry;
  for (const int cell : cells) {
    const auto wrong = [&](std::string what, std::string expected) {
      return MakeError(absl::StatusCode::kInvalidArgument,
                       {.where = absl::StrCat("--blank-home ", cell),
                        .what = std::move(what),
                        .expected = std::move(expected)});
    };
    if (cell < 0 || cell >= geometry.cells())
      return wrong("", absl::StrCat("a cell of the board, 0 to ", geometry.cells() - 1));
    // Symmetries map the cell to the lower right quarter, and on square boards to the right rather
    // than up (tables/destination.h).
    Board board = Board::Solved(geometry);
    std::swap(board.tile[board.blank], board.tile[cell]);
    board.blank = static_cast<uint8_t>(cell);
    const int end = Destination(board).end().blank;
    if (end == geometry.blank_home())
      return wrong("a corner needs no tables of its own", "another cell");
    if (plan.staged() == nullptr)
      return wrong(absl::StrCat("the plan ", plan.text, " has no stages"), "one that has");
    absl::StatusOr<Plan> with_end = WithBlankEnd(plan, end);
    if (!with_end.ok()) return with_end.status();
    plan = *std::move(with_end);
  }
  return plan;
}

// Runs the command for boards that are no permutations.
int RunWords(const BuildArguments& arguments) {
  if (arguments.plan_given || !arguments.blank_homes.empty() || arguments.method != "retrograde")
    return Refuse(
        arguments, kExitUsage,
        "--symbols, --walls, --goals and --wanted make one exact table: leave out --plan, "
        "--blank-home and --method");
  WordBuildArguments words = arguments.words;
  words.output = arguments.output;
  words.board = arguments.board;
  words.board_given = arguments.board_given;
  words.metric = arguments.metric;
  words.store = arguments.store;
  words.threads = arguments.threads;
  words.memory = arguments.memory;
  words.force = arguments.force;
  words.dry_run = arguments.dry_run;
  words.json = arguments.json;
  return BuildWordTableFile(words);
}

int Run(const BuildArguments& arguments, const BuildSharing& sharing) {
  if (sharing.help) return sharing.help(arguments.threads);
  if (arguments.words.is_given()) return RunWords(arguments);
  if (arguments.metric == "steps" || arguments.metric == "line-steps")
    return Refuse(arguments, kExitUsage,
                  "--metric " + arguments.metric + ": expected --wanted, --symbols or --goals");
  absl::StatusOr<Geometry> geometry = ParseGeometry(arguments.board);
  if (!geometry.ok())
    return Refuse(arguments, kExitUsage, std::string(geometry.status().message()));
  const bool mtm = arguments.metric == "mtm";
  const absl::StatusOr<ExpandedPlan> expanded = ExpandPresets(
      *geometry, arguments.plan_given ? arguments.plan : DefaultPreset(*geometry, mtm));
  if (!expanded.ok())
    return Refuse(arguments, kExitUsage, std::string(expanded.status().message()));
  const std::string& text = expanded->text;
  if (mtm && arguments.method != "retrograde")
    return Refuse(arguments, kExitUsage,
                  "--metric mtm: expected --method retrograde; value iteration has single slides");
  absl::StatusOr<Plan> plan = ParsePlan(*geometry, text);
  if (plan.ok() && mtm) plan = InMtm(*plan);
  if (plan.ok() && mtm && !plan->IsMtm())
    return Refuse(arguments, kExitUsage,
                  "--metric mtm: expected a plan with stages, found '" + text + "'");
  if (plan.ok() && !plan->IsMtm() &&
      std::any_of(plan->parts.begin(), plan->parts.end(),
                  [](const PlanPart& part) { return part.metric == Metric::kLane; }))
    return Refuse(arguments, kExitUsage,
                  "--plan '" + text + "': expected --metric mtm, which bounds:equal is for");
  if (plan.ok() && !arguments.blank_homes.empty())
    plan = WithBlankHomes(*plan, arguments.blank_homes);
  if (!plan.ok()) return Refuse(arguments, kExitUsage, std::string(plan.status().message()));
  if (arguments.output.empty() && !arguments.dry_run)
    return Refuse(arguments, kExitUsage,
                  "-o: expected the name of the file to make; see 'tilebase build --help'");

  BuildOptions options;
  if (arguments.method == "value-iteration") options.method = Method::kValueIteration;
  if (arguments.store == "raw") options.codec = Codec::kRaw;
  if (arguments.store.empty()) options.packing = expanded->packing;
  if (arguments.store == "quick") options.packing = Packing::kQuick;
  options.threads = arguments.threads;
  options.memory_limit = arguments.memory;
  options.replace = arguments.force;
  options.creator = absl::StrCat("tilebase ", tilebase_version());
  options.maker = sharing.maker;
  absl::StatusOr<BuildEstimate> estimate = EstimateBuild(*plan, options);
  if (!estimate.ok())
    return Refuse(
        arguments, ExitCodeOf(estimate.status()),
        absl::StrCat(estimate.status().message(),
                     SmallerPlan(estimate.status(), *plan, estimate, arguments, options)));
  if (arguments.dry_run || arguments.json) PrintEstimate(arguments, *plan, *estimate);
  if (arguments.dry_run) return kExitDone;

  // A build that needs more memory than is free gets an error with the figures anyway.
  if (!arguments.json && estimate->peak_memory > kMuchMemory &&
      estimate->peak_memory <= FreeMemory())
    std::fprintf(stderr, "tilebase: this takes %s of memory, %s, and up to %s of disk\n",
                 ShortBytes(estimate->peak_memory).c_str(), Free(FreeMemory()).c_str(),
                 ShortBytes(2 * estimate->output_bytes_at_most + estimate->checkpoint_bytes +
                            estimate->states_bytes)
                     .c_str());

  absl::StatusOr<BuildResult> result;
  std::string summary;
  {
    BuildReporter reporter(arguments.json, *estimate);
    options.progress = [&](const BuildProgress& progress) { reporter.Progress(progress); };
    options.table_done = [&](const TableInfo& table, double seconds, bool resumed) {
      reporter.TableDone(table, seconds, resumed);
    };
    options.before_publishing = [&](const BuildResult& checked) {
      summary = Summary(arguments, checked);
    };
    options.note = PrintBuildNote;
    options.cancel = &interrupted;
    CatchInterrupts();
    result = BuildTableSet(*plan, *estimate, arguments.output, options);
  }
  if (!result.ok())
    return Refuse(arguments, ExitCodeOf(result.status()),
                  absl::StrCat(ExplainBuildError(result.status(), arguments.output),
                               SmallerPlan(result.status(), *plan, estimate, arguments, options)));
  std::puts(summary.c_str());
  return kExitDone;
}

}  // namespace

void AddBuildCommand(Command* program, const BuildSharing& sharing) {
  auto arguments = std::make_shared<BuildArguments>();
  arguments->threads = std::max(1, arguments->threads / sharing.processes_here);
  Command* command = program->AddCommand("build", "Make the tables of a plan");
  command->Footer(
      "A plan is a preset: tiny (made in seconds), small or medium, for every board, or fitted\n"
      "(tiny with values, for shorter solutions), up to 25 cells, for 6x6 and for 7x7\n"
      "('tilebase plan --presets'), or any: 4x4 windows that serve boards of all sizes up to\n"
      "1000x1000 (tilebase solve --board). Or ladder:L (the paper's, initial local size L), or\n"
      "stages separated by '/': tiles and ranges separated by ',', the last stage may be 'rest'.\n"
      "Few large stages give short solutions and large tables. pattern:7-8 makes additive pattern\n"
      "tables, for optimal solutions by search, dual:6-6-6-6 those for dual lookups too, and\n"
      "pattern:12x6-6-6-6 those of twelve partitions. ' + ' joins several of these in one file.\n\n"
      "  tilebase build -o fifteen.tilebase\n"
      "  tilebase build -o 7x5.tilebase --board 7x5 --plan small\n"
      "  tilebase build -o any.tilebase --plan any\n"
      "  tilebase build -o l5.tilebase --plan ladder:5\n"
      "  tilebase build -o corner.tilebase --plan 1-4/5,9,13/rest --store raw\n"
      "  tilebase build -o 5x3.tilebase --board 5x3 --plan ladder:2\n"
      "  tilebase build --plan 1-5,9,13/rest --dry-run\n"
      "  tilebase build -o both.tilebase --plan 'tiny + pattern:6-6-3'\n"
      "  tilebase build -o 24.tilebase --board 5x5 --plan dual:6-6-6-6 --store quick\n"
      "  tilebase build -o rows.tilebase --plan 1-4/rest --metric mtm\n"
      "  tilebase build -o middle.tilebase --blank-home 5,6\n"
      "  tilebase build -o nine.tilebase --plan 1-9/rest --memory 4GB\n"
      "  tilebase build -o picture.tilebase --symbols 1122/3322/3344/344_\n"
      "  tilebase build -o pillar.tilebase --board 3x3 --walls 4\n"
      "  tilebase build -o store.tilebase --board 10x10 --wanted 1 --blanks 3 --goal-cells 0\n\n"
      "The file appears under its name when it is whole and checked. A longer build that is\n"
      "interrupted leaves FILE.journal; the same command goes on from it.");
  command->AddOption("-o,--output", &arguments->output, "File to make")->TypeName("FILE");
  Option* const board =
      command
          ->AddOption("--board", &arguments->board,
                      "Board size, WIDTHxHEIGHT, 2x2 to 8x8; with --wanted or --goals up to 512 "
                      "cells")
          ->TypeName("WxH")
          ->ShowDefault();
  Option* const plan =
      command
          ->AddOption(
              "--plan", &arguments->plan,
              "A preset, ladder:L, stages, pattern:PATTERNS, dual:PATTERNS, values:pairs, "
              "bounds:equal, or "
              "several joined by ' + ' (default: fitted for 4x4, 5x5, 6x6 and 7x7, else tiny)")
          ->TypeName("PLAN");
  command
      ->AddOption("--metric", &arguments->metric,
                  "What a move is: stm, one tile by one cell; or mtm, any number of tiles of a "
                  "line (of the plan, stages only); with several blanks also steps and "
                  "line-steps, in which all blanks move at once")
      ->Values(AsOneOf({"stm", "mtm", "steps", "line-steps"}))
      ->TypeName("NAME")
      ->ShowDefault();
  command
      ->AddOption("--blank-home", &arguments->blank_homes,
                  "Also solve to boards whose blank is on this cell, counted row by row from 0, "
                  "without a detour (solve --to); several, separated by commas")
      ->Delimiter(',')
      ->TypeName("CELL");
  command
      ->AddOption("--method", &arguments->method,
                  "retrograde, or value-iteration: the paper's Algorithm 1, slow")
      ->Values(AsOneOf({"retrograde", "value-iteration"}))
      ->TypeName("NAME")
      ->ShowDefault();
  command
      ->AddOption("--store", &arguments->store,
                  "zstd: small, to keep and ship; quick: larger, opened faster; raw: mapped and "
                  "read in place (default: zstd; quick for presets that take long to open)")
      ->Values(AsOneOf({"zstd", "quick", "raw"}))
      ->TypeName("NAME");
  command->AddOption("--threads", &arguments->threads, "Threads to use")
      ->Values(AsThreads())
      ->TypeName("N")
      ->ShowDefault();
  command
      ->AddOption("--memory", &arguments->memory,
                  "Most memory to use, such as 2GB (default: what is free). A search that needs "
                  "more keeps its states on disk, beside FILE")
      ->Values(AsSize(1))
      ->TypeName("SIZE");
  arguments->words.AddTo(command);
  command->AddFlag("--force", &arguments->force, "Replace an existing table set");
  command->AddFlag("--dry-run", &arguments->dry_run, "Only print what the build needs");
  command->AddFlag("--json", &arguments->json, "Print what happens as JSON, one event a line");
  command->Action([arguments, board, plan, sharing] {
    arguments->plan_given = plan->IsGiven();
    arguments->board_given = board->IsGiven();
    return Run(*arguments, sharing);
  });
}

}  // namespace tilebase
