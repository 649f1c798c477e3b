// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase build with --symbols, --walls, --goals or --wanted.

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "absl/strings/str_cat.h"
#include "generator/enumeration.h"
#include "generator/words/word_build.h"
#include "runtime/tilebase.h"
#include "tables/error.h"
#include "tables/system/clock.h"
#include "tables/system/huge_bytes.h"
#include "tables/words/word_problem.h"
#include "tools/command/build_messages.h"
#include "tools/command/word_commands.h"
#include "tools/common/json.h"
#include "tools/common/quantity.h"

namespace tilebase {
namespace {

int FailBuild(const WordBuildArguments& arguments, ExitCode code, const std::string& message) {
  if (arguments.json) PrintJsonLine({{"event", "error"}, {"error", message}});
  return Fail(code, message);
}

absl::StatusOr<std::string> ReadText(const std::string& path) {
  std::ifstream file(std::filesystem::path{path});
  std::stringstream text;
  text << file.rdbuf();
  if (!file) return FileError(path, "read", errno);
  return text.str();
}

// "17 stages, " or, of one table, nothing.
std::string StagesText(size_t tables) {
  return tables == 1 ? "" : absl::StrCat(tables, " stages, ");
}

absl::StatusOr<WordProblem> ReadProblem(const WordBuildArguments& arguments) {
  const auto wrong = [](std::string where, std::string expected) {
    return MakeError(absl::StatusCode::kInvalidArgument,
                     {.where = std::move(where), .expected = std::move(expected)});
  };
  int width = 0, height = 0;
  if (!ReadWordSize(arguments.board, &width, &height))
    return wrong("--board " + arguments.board, "WIDTHxHEIGHT, such as 10x10");
  // Without --board a text has its own size.
  const int text_width = arguments.board_given ? width : 0;
  const int text_height = arguments.board_given ? height : 0;
  absl::StatusOr<WordProblem> problem;
  if (arguments.wanted > 0) {
    if (!arguments.symbols.empty()) return wrong("--wanted", "no --symbols with it");
    if (arguments.goal_cells.empty() && arguments.goals.empty())
      return wrong("--wanted", "--goal-cells with it: the cells for the loads");
    // Not used if the goals come from a file.
    std::vector<int> cells = arguments.goal_cells;
    for (int cell = 0; cells.empty() && cell < arguments.wanted; ++cell) cells.push_back(cell);
    problem =
        ProblemOfStorage(width, height, arguments.walls, arguments.blanks, arguments.wanted, cells);
  } else if (arguments.blanks != 1 || !arguments.goal_cells.empty()) {
    return wrong("--blanks and --goal-cells", "--wanted with them: the number of loads");
  } else if (!arguments.symbols.empty()) {
    if (!arguments.walls.empty()) return wrong("--walls", "'#' for walls in --symbols");
    problem = ProblemOfText(arguments.symbols, text_width, text_height);
    if (!problem.ok()) return ErrorWithin("--symbols", problem.status());
  } else if (!arguments.walls.empty()) {
    problem = ProblemOfWalls(width, height, arguments.walls);
    if (!problem.ok()) return ErrorWithin("--walls", problem.status());
  }
  if (!arguments.goals.empty()) {
    const absl::StatusOr<std::string> text = ReadText(arguments.goals);
    if (!text.ok()) return text.status();
    const bool alone =
        arguments.wanted == 0 && arguments.symbols.empty() && arguments.walls.empty();
    if (alone) {
      problem = ProblemOfGoals(*text, text_width, text_height);
    } else if (problem.ok()) {
      if (absl::Status status = ReadGoals(*text, &*problem); !status.ok()) problem = status;
    }
    if (!problem.ok()) return ErrorWithin(arguments.goals, problem.status());
  }
  if (!problem.ok()) return problem.status();
  for (const WordMetric metric :
       {WordMetric::kStm, WordMetric::kMtm, WordMetric::kSteps, WordMetric::kLineSteps})
    if (arguments.metric == Name(metric)) problem->metric = metric;
  return problem;
}

}  // namespace

bool ReadWordSize(const std::string& text, int* width, int* height) {
  char end = 0;
  return std::sscanf(text.c_str(), "%4dx%4d%c", width, height, &end) == 2 && *width > 0 &&
         *height > 0 && *width <= kMaxWordCells && *height <= kMaxWordCells;
}

void WordBuildArguments::AddTo(Command* command) {
  command
      ->AddOption("--symbols", &symbols,
                  "One exact table for boards with these tiles, equal ones too: the goal's text, "
                  "such as 1122/3322/3344/344_")
      ->Values(AsText("a board"))
      ->TypeName("TEXT");
  command
      ->AddOption("--walls", &walls,
                  "One exact table for the board with walls on these cells, counted row by row "
                  "from 0, separated by commas")
      ->Delimiter(',')
      ->TypeName("CELL");
  command
      ->AddOption("--goals", &goals,
                  "Goals instead of the solved board: a board a line, ? for any tile, then its "
                  "cost, 0 if there is none")
      ->Values(AsText("the name of a file"))
      ->TypeName("FILE");
  command
      ->AddOption("--wanted", &wanted,
                  "One exact table for a warehouse of --board: this many loads are wanted at the "
                  "goal cells, all others are alike")
      ->Values(AsCount(1, 8))
      ->TypeName("N");
  command->AddOption("--blanks", &blanks, "Empty cells of the warehouse")
      ->Values(AsCount(1, kMaxWordBlanks))
      ->TypeName("K")
      ->ShowDefault();
  command->AddOption("--goal-cells", &goal_cells, "Where wanted loads go, separated by commas")
      ->Delimiter(',')
      ->TypeName("CELL");
}

int BuildWordTableFile(const WordBuildArguments& arguments) {
  const absl::StatusOr<WordProblem> problem = ReadProblem(arguments);
  if (!problem.ok())
    return FailBuild(arguments, kExitUsage, std::string(problem.status().message()));
  if (arguments.output.empty() && !arguments.dry_run)
    return FailBuild(arguments, kExitUsage,
                     "-o: expected the name of the file to make; see 'tilebase build --help'");
  const absl::StatusOr<WordBuildEstimate> estimate = EstimateWordBuild(*problem);
  if (!estimate.ok())
    return FailBuild(arguments, ExitCodeOf(estimate.status()),
                     std::string(estimate.status().message()));
  if (arguments.json)
    PrintJsonLine({{"event", "plan"},
                   {"problem", ToString(*problem)},
                   {"tables", estimate->tables},
                   {"states", estimate->states},
                   {"memory_bytes", estimate->memory},
                   {"memory_free_bytes", FreeMemory()},
                   {"table_bytes", estimate->table_bytes},
                   {"output_bytes_at_most", estimate->output_bytes_at_most},
                   {"checkpoint_bytes", estimate->checkpoint_bytes}});
  else if (arguments.dry_run)
    std::printf(
        "%s: %s%llu states\nmemory: %s; a reader needs %s\n"
        "disk: at most %s for the output and as much again while building\n"
        "      and up to %s for the state of a search that takes long\n",
        ToString(*problem).c_str(), StagesText(estimate->tables).c_str(),
        static_cast<unsigned long long>(estimate->states), ShortBytes(estimate->memory).c_str(),
        ShortBytes(estimate->table_bytes).c_str(),
        ShortBytes(estimate->output_bytes_at_most).c_str(),
        ShortBytes(estimate->checkpoint_bytes).c_str());
  if (arguments.dry_run) return kExitDone;

  WordBuildOptions options;
  options.codec = arguments.store == "raw" ? Codec::kRaw : Codec::kZstd;
  options.threads = arguments.threads;
  options.memory_limit = arguments.memory;
  options.replace = arguments.force;
  options.creator = absl::StrCat("tilebase ", tilebase_version());
  options.cancel = &interrupted;
  absl::StatusOr<WordBuildResult> result;
  {
    ProgressBar bar("states");
    const Clock::time_point begin = Clock::now();
    Clock::time_point told = begin;
    options.progress = [&](const char* phase, int level, uint64_t done, uint64_t total) {
      const Clock::time_point now = Clock::now();
      if (!arguments.json) {
        bar.Update(done, total, absl::StrCat(phase, ", level ", level));
      } else if (now - told > std::chrono::seconds(1)) {
        told = now;
        PrintJsonLine({{"event", "progress"},
                       {"phase", phase},
                       {"level", level},
                       {"done", done},
                       {"total", total},
                       {"seconds", SecondsSince(begin)}});
        std::fflush(stdout);
      }
    };
    options.table_done = [&](const WordTable& table, double seconds, bool resumed) {
      if (!arguments.json) return;
      PrintJsonLine({{"event", "table"},
                     {"states", table.states},
                     {"reachable", table.reachable},
                     {"max_value", table.max_value()},
                     {"stored_bytes", table.stored_bytes},
                     {"seconds", seconds},
                     {"resumed", resumed}});
      std::fflush(stdout);
    };
    options.note = PrintBuildNote;
    CatchInterrupts();
    result = BuildWordTable(*problem, arguments.output, options);
  }
  if (!result.ok())
    return FailBuild(arguments, ExitCodeOf(result.status()),
                     ExplainBuildError(result.status(), arguments.output));
  if (arguments.json)
    PrintJsonLine({{"event", "done"},
                   {"file", arguments.output},
                   {"tables", result->tables.size()},
                   {"states", result->states()},
                   {"reachable", result->reachable()},
                   {"certified_worst_case", result->max_value()},
                   {"file_bytes", result->file_bytes},
                   {"solve_seconds", result->solve_seconds},
                   {"encode_seconds", result->encode_seconds}});
  else
    std::printf("%s: %s%s states, %s; no board needs more than %d\nsolved in %s, encoded in %s\n",
                arguments.output.c_str(), StagesText(result->tables.size()).c_str(),
                ShortCount(static_cast<double>(result->states())).c_str(),
                ShortBytes(result->file_bytes).c_str(), result->max_value(),
                ShortDuration(result->solve_seconds).c_str(),
                ShortDuration(result->encode_seconds).c_str());
  return kExitDone;
}

}  // namespace tilebase
