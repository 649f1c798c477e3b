// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Measures how long solutions of boards of any size are: by one solver, and by several side by
// side.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tables/board_text.h"
#include "tables/system/clock.h"
#include "tables/system/file_io.h"
#include "tools/command/any_boards.h"
#include "tools/common/command.h"
#include "tools/common/json.h"
#include "tools/common/quantity.h"
#include "tools/study/charts/charts.h"
#include "tools/study/classic/registry.h"

namespace tilebase {
namespace {

double Cubed(BigSize size) { return std::pow(size.cells(), 1.5); }

// Returns how many boards take about a second by lookup.
uint64_t UsualBoards(BigSize size, double most) {
  constexpr double kMovesInASecond = 1e7;
  return static_cast<uint64_t>(std::clamp(kMovesInASecond / (2 * Cubed(size)), 2.0, most));
}

using AnySolve = std::function<absl::Status(BigBoard*, LetterReceiver)>;

// `opened` must outlive the result.
AnySolve ByLookup(const OpenedAny& opened, const Effort& effort) {
  return [&opened, effort](BigBoard* board, LetterReceiver receiver) {
    if (effort.none()) return opened.solver.Solve(board, receiver);
    const auto letters = opened.solver.SolveWithEffort(*board, ToBeamEffort(effort));
    if (letters.ok()) receiver(*letters);
    return letters.status();
  };
}

struct Lengths {
  double mean_moves = 0;
  double standard_error = 0;
  uint64_t worst_moves = 0;
  double mean_manhattan = 0;
  double mean_us = 0;  // processor time a board
  double worst_us = 0;
};

// `name` is the solver's; the progress line shows it. With `replay`, keeps the letters and checks
// that they lead home (Internal).
absl::StatusOr<Lengths> Measure(const OpenedAny& opened, const AnySolve& solve, uint64_t boards,
                                uint64_t seed, const std::string& name, bool replay = false) {
  ProgressBar bar("boards");
  Lengths lengths;
  Random random(seed);
  double squares = 0;
  const auto n = static_cast<double>(boards);
  for (uint64_t i = 0; i < boards; ++i) {
    bar.Update(i, boards, name);
    BigBoard board = BigBoard::RandomSolvable(opened.size, random);  // renamed
    BigBoard replayed = board;
    lengths.mean_manhattan += static_cast<double>(board.ManhattanDistance()) / n;
    uint64_t count = opened.to.detour().size();
    std::string kept;
    const double start = ThreadSeconds();
    const absl::Status status = solve(&board, [&](std::string_view letters) {
      count += letters.size();
      if (replay) kept += letters;
      return true;
    });
    const double took = (ThreadSeconds() - start) * 1e6;
    if (!status.ok()) return status;
    for (const char letter : kept)
      if (!replayed.Apply(*ActionOf(letter)))
        return absl::InternalError("a solution with a move that cannot be made");
    if (replay && !replayed.IsSolved()) return absl::InternalError("a solution that is none");
    const auto moves = static_cast<double>(count);
    lengths.mean_us += took / n;
    lengths.worst_us = std::max(lengths.worst_us, took);
    lengths.mean_moves += moves / n;
    squares += moves * moves / n;
    lengths.worst_moves = std::max(lengths.worst_moves, count);
  }
  const double variance = std::max(0.0, squares - lengths.mean_moves * lengths.mean_moves);
  lengths.standard_error = std::sqrt(variance / std::max(1.0, n - 1));
  return lengths;
}

struct Contender {
  std::string name;
  AnySolve solve;
};

// Errors: InvalidArgument if there is no such solver.
absl::StatusOr<Contender> MakeContender(const std::string& name, const OpenedAny& opened) {
  const auto construct = [](classic::Construction construction) {
    return [construction](BigBoard* board, LetterReceiver receiver) {
      LetterStream stream(receiver);
      classic::SolveConstructively(construction, board, &stream);
      return absl::OkStatus();
    };
  };
  if (name == "rows") return Contender{name, construct(classic::Construction::kRows)};
  if (name == "parberry") return Contender{name, construct(classic::Construction::kGreedy)};
  if (name == "lookup") return Contender{name, ByLookup(opened, Effort())};
  constexpr std::string_view kEffort = "lookup@";
  if (name.rfind(kEffort, 0) == 0) {
    const auto effort = ParseEffort(name.substr(kEffort.size()));
    if (!effort.ok()) return effort.status();
    return Contender{name, ByLookup(opened, *effort)};
  }
  return absl::InvalidArgumentError(
      absl::StrCat("'", name,
                   "': no solver of boards of any size; they are rows, parberry, lookup and "
                   "lookup@EFFORT"));
}

}  // namespace

int BenchAnyBoards(const AnyBoardsArguments& arguments) {
  const absl::StatusOr<OpenedAny> opened = OpenAny(arguments);
  if (!opened.ok()) return Fail(opened.status(), arguments.json);
  const std::string size = ToString(opened->size);
  const double cubed = Cubed(opened->size);
  const uint64_t worst_case = AnyWorstCase(opened->size);
  if (!arguments.json)
    std::printf(
        "%s: %s, no board needs more than %llu actions\n%8s %7s %12s %9s %12s %8s %9s %10s %8s\n",
        arguments.file.c_str(), size.c_str(), static_cast<unsigned long long>(worst_case), "effort",
        "boards", "mean moves", "+-", "worst", "/ n^3", "x Manh.", "ms/board", "ns/move");
  for (size_t i = 0; i < opened->efforts.size(); ++i) {
    const Effort& effort = opened->efforts[i];
    const uint64_t boards = arguments.random != 0
                                ? arguments.random
                                : UsualBoards(opened->size, effort.none() ? 10'000 : 20);
    const auto row = Measure(*opened, ByLookup(*opened, effort), boards, arguments.seed,
                             absl::StrCat("effort ", arguments.efforts[i]));
    if (!row.ok()) return Fail(row.status(), arguments.json);
    if (arguments.json) {
      PrintJsonLine({{"file", arguments.file},
                     {"board", size},
                     {"effort", arguments.efforts[i]},
                     {"boards", boards},
                     {"seed", arguments.seed},
                     {"mean_moves", row->mean_moves},
                     {"standard_error", row->standard_error},
                     {"worst_moves", row->worst_moves},
                     {"certified_worst_case", worst_case},
                     {"mean_manhattan", row->mean_manhattan},
                     {"mean_us", row->mean_us},
                     {"worst_us", row->worst_us}});
      continue;
    }
    std::printf("%8s %7llu %12.1f %9.1f %12llu %8.3f %9.2f %10.3f %8.1f\n",
                arguments.efforts[i].c_str(), static_cast<unsigned long long>(boards),
                row->mean_moves, row->standard_error,
                static_cast<unsigned long long>(row->worst_moves), row->mean_moves / cubed,
                row->mean_moves / row->mean_manhattan, row->mean_us * 1e-3,
                row->mean_us * 1e3 / row->mean_moves);
    std::fflush(stdout);
  }
  return kExitDone;
}

int CompareAnyBoards(const AnyComparison& comparison) {
  const AnyBoardsArguments& arguments = comparison.of;
  const std::vector<std::string>& sizes = comparison.sizes;
  std::vector<std::string> solvers = comparison.solvers;
  if (solvers.empty()) solvers = {"rows", "parberry", "lookup"};
  const auto chart = [&](const char* title, const char* label, bool logarithmic) {
    LineChart made{title, "board", label, logarithmic, {}, sizes};
    for (const std::string& name : solvers) made.series.push_back({name, {}});
    return made;
  };
  LineChart moves = chart("Length of solutions", "moves / n^3", false);
  LineChart times = chart("Time", "ms a board", true);
  if (!arguments.json)
    std::printf("%9s  %-12s %7s %12s %9s %8s %9s %10s %8s\n", "board", "solver", "boards",
                "mean moves", "+-", "/ n^3", "x Manh.", "ms/board", "ns/move");
  for (const std::string& board : sizes) {
    AnyBoardsArguments of_size = arguments;
    of_size.board = board;
    const absl::StatusOr<OpenedAny> opened = OpenAny(of_size);
    if (!opened.ok()) return Fail(opened.status(), arguments.json);
    const uint64_t boards =
        arguments.random != 0 ? arguments.random : UsualBoards(opened->size, 1000);
    for (size_t i = 0; i < solvers.size(); ++i) {
      const auto contender = MakeContender(solvers[i], *opened);
      if (!contender.ok()) return Fail(contender.status(), arguments.json);
      const auto row = Measure(*opened, contender->solve, boards, arguments.seed,
                               absl::StrCat(board, ", ", solvers[i]), true);
      if (!row.ok()) return Fail(row.status(), arguments.json);
      const double by_cube = row->mean_moves / Cubed(opened->size);
      moves.series[i].values.push_back(by_cube);
      times.series[i].values.push_back(row->mean_us * 1e-3);
      if (arguments.json)
        PrintJsonLine({{"board", board},
                       {"solver", solvers[i]},
                       {"boards", boards},
                       {"mean_moves", row->mean_moves},
                       {"standard_error", row->standard_error},
                       {"worst_moves", row->worst_moves},
                       {"mean_manhattan", row->mean_manhattan},
                       {"mean_us", row->mean_us}});
      else
        std::printf("%9s  %-12s %7llu %12.1f %9.1f %8.3f %9.2f %10.3f %8.1f\n", board.c_str(),
                    solvers[i].c_str(), static_cast<unsigned long long>(boards), row->mean_moves,
                    row->standard_error, by_cube, row->mean_moves / row->mean_manhattan,
                    row->mean_us * 1e-3, row->mean_us * 1e3 / row->mean_moves);
      std::fflush(stdout);
    }
  }
  for (const auto& [file, drawn] :
       {std::pair(comparison.lengths_chart, moves), std::pair(comparison.time_chart, times)}) {
    if (file.empty()) continue;
    if (absl::Status status = WriteOutput(file, AsBytes(ToSvg(drawn)), comparison.force);
        !status.ok())
      return Fail(kExitInputFailed, status, arguments.json);
  }
  return kExitDone;
}

}  // namespace tilebase
