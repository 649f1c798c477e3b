// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/command/any_boards.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/any/any_solver.h"
#include "tools/common/board_lines.h"
#include "tools/common/command.h"
#include "tools/common/json.h"
#include "tools/common/open_set.h"
#include "tools/common/quantity.h"

namespace tilebase {
namespace {

struct Opened {
  BigSize size;
  std::unique_ptr<const PolicySet> set;
  AnySolver solver;
};

absl::StatusOr<Opened> Open(const AnyBoardsArguments& arguments) {
  const auto size = ParseBigSize(arguments.board);
  if (!size.ok()) return size.status();
  auto set = OpenSet(arguments.file);
  if (!set.ok()) return set.status();
  auto solver = AnySolver::Create(**set);
  if (!solver.ok()) return solver.status();
  return Opened{*size, *std::move(set), *std::move(solver)};
}

// The letters of one solution may be gigabytes, and their number comes before them: so a board is
// solved once to count them, and again to print them.
absl::Status PrintSolution(const AnySolver& solver, const BigBoard& board, bool json) {
  uint64_t moves = 0;
  BigBoard counted = board;
  const absl::Status status = solver.Solve(&counted, [&](std::string_view letters) {
    moves += letters.size();
    return true;
  });
  if (!status.ok()) return status;
  if (json)
    std::printf("{\"moves\":%llu,\"actions\":\"", static_cast<unsigned long long>(moves));
  else
    std::printf("%llu ", static_cast<unsigned long long>(moves));
  BigBoard printed = board;
  const absl::Status again = solver.Solve(&printed, [](std::string_view letters) {
    return std::fwrite(letters.data(), 1, letters.size(), stdout) == letters.size();
  });
  std::puts(json ? "\"}" : "");
  return again;
}

// Prints the board's line. Returns false, with the reason in the board's place, where it cannot be
// solved.
bool Answer(const Opened& opened, const absl::StatusOr<BigBoard>& board,
            const AnyBoardsArguments& arguments) {
  absl::Status status = board.status();
  if (status.ok()) status = board->CheckSolvable();
  if (status.ok()) {
    if (arguments.draw) std::fputs(board->Draw().c_str(), stdout);
    status = PrintSolution(opened.solver, *board, arguments.json);
    if (status.ok() || absl::IsCancelled(status)) return status.ok();
  }
  const std::string reason(status.message());
  if (arguments.json)
    PrintJsonLine({{"error", reason}});
  else
    std::printf("error: %s\n", reason.c_str());
  return false;
}

}  // namespace

int SolveAnyBoards(const AnyBoardsArguments& arguments) {
  const absl::StatusOr<Opened> opened = Open(arguments);
  if (!opened.ok()) return Fail(opened.status(), arguments.json);
  bool all_solved = true;
  for (const std::string& text : arguments.boards) {
    if (text != "-") {
      all_solved &= Answer(*opened, BigBoard::Parse(opened->size, text), arguments);
      continue;
    }
    BoardLines lines(std::cin, "standard input");
    for (std::string_view line; std::ferror(stdout) == 0 && lines.Next(&line); std::fflush(stdout))
      all_solved &= Answer(*opened, BigBoard::Parse(opened->size, line), arguments);
    if (!lines.status().ok()) return Fail(kExitInputFailed, lines.status(), arguments.json);
  }
  Random random(arguments.seed);
  for (uint64_t i = 0; i < arguments.random && std::ferror(stdout) == 0; ++i)
    all_solved &= Answer(*opened, BigBoard::RandomSolvable(opened->size, random), arguments);
  return all_solved ? kExitDone : kExitInputFailed;
}

int BenchAnyBoards(const AnyBoardsArguments& arguments) {
  const absl::StatusOr<Opened> opened = Open(arguments);
  if (!opened.ok()) return Fail(opened.status(), arguments.json);
  constexpr double kNsPerMove = 100;
  const double cubed = std::pow(opened->size.cells(), 1.5);
  const uint64_t boards =
      arguments.random != 0
          ? arguments.random
          : static_cast<uint64_t>(std::clamp(1e9 / kNsPerMove / (2 * cubed), 2.0, 10'000.0));
  Random random(arguments.seed);
  double moves = 0;
  double squares = 0;
  double distance = 0;
  uint64_t longest = 0;
  double seconds = 0;
  double longest_seconds = 0;
  for (uint64_t i = 0; i < boards; ++i) {
    BigBoard board = BigBoard::RandomSolvable(opened->size, random);
    distance += static_cast<double>(board.ManhattanDistance());
    uint64_t count = 0;
    const auto start = std::chrono::steady_clock::now();
    const absl::Status status = opened->solver.Solve(&board, [&](std::string_view letters) {
      count += letters.size();
      return true;
    });
    const double took =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (!status.ok()) return Fail(status, arguments.json);
    seconds += took;
    longest_seconds = std::max(longest_seconds, took);
    moves += static_cast<double>(count);
    squares += static_cast<double>(count) * static_cast<double>(count);
    longest = std::max(longest, count);
  }
  const auto n = static_cast<double>(boards);
  const double mean = moves / n;
  const double variance = boards > 1 ? std::max(0.0, (squares - moves * mean) / (n - 1)) : 0;
  if (arguments.json) {
    PrintJsonLine({{"file", arguments.file},
                   {"board", ToString(opened->size)},
                   {"boards", boards},
                   {"seed", arguments.seed},
                   {"mean_moves", mean},
                   {"standard_error", std::sqrt(variance / n)},
                   {"worst_moves", longest},
                   {"certified_worst_case", AnyWorstCase(opened->size)},
                   {"mean_manhattan", distance / n},
                   {"mean_us", seconds / n * 1e6},
                   {"worst_us", longest_seconds * 1e6},
                   {"ns_per_move", seconds / moves * 1e9}});
    return kExitDone;
  }
  std::printf("%s: %s, %s\n", arguments.file.c_str(), ToString(opened->size).c_str(),
              Counted(boards, "random board").c_str());
  std::printf("%12s %10s %12s %12s %10s %10s %10s %8s\n", "mean moves", "+-", "worst", "certified",
              "n^3", "x Manh.", "ms/board", "ns/move");
  std::printf("%12.1f %10.1f %12llu %12llu %10.3f %10.2f %10.3f %8.1f\n", mean,
              std::sqrt(variance / n), static_cast<unsigned long long>(longest),
              static_cast<unsigned long long>(AnyWorstCase(opened->size)), mean / cubed,
              moves / distance, seconds / n * 1e3, seconds / moves * 1e9);
  return kExitDone;
}

int ScrambleAnyBoards(const AnyBoardsArguments& arguments) {
  const absl::StatusOr<Opened> opened = Open(arguments);
  if (!opened.ok()) return Fail(opened.status(), arguments.json);
  Random random(arguments.seed);
  for (uint64_t i = 0; i < arguments.random && std::ferror(stdout) == 0; ++i) {
    const std::string text = BigBoard::RandomSolvable(opened->size, random).ToText();
    if (arguments.json)
      PrintJsonLine({{"board", text}});
    else
      std::puts(text.c_str());
  }
  return kExitDone;
}

}  // namespace tilebase
