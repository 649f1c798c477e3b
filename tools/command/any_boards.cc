// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/command/any_boards.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/search/any_solver.h"
#include "tables/board_text.h"
#include "tables/error.h"
#include "tables/table_source.h"
#include "tools/common/board_feed.h"
#include "tools/common/command.h"
#include "tools/common/json.h"
#include "tools/common/open_set.h"
#include "tools/common/standard_input.h"
#include "tools/common/table_file.h"
#include "tools/measure/effort.h"

namespace tilebase {
namespace {

constexpr char kAnyName[] = "any.tilebase";

// The most letters of a solution that are kept.
constexpr size_t kMostKept = size_t{1} << 22;

// What the answer's JSON ends with, after its actions. `looked_at`: boards, if that is known.
std::string RestOfJson(const BigBoard& renamed, std::string_view detour, uint64_t moves,
                       std::optional<uint64_t> looked_at, bool with_effort) {
  const auto bound = static_cast<uint64_t>(
      std::max<int64_t>(renamed.ManhattanDistance() - static_cast<int64_t>(detour.size()), 0));
  Json rest = {{"shortest", moves == bound}};
  if (moves != bound) rest["why"] = with_effort ? "limit" : detour.empty() ? "stages" : "detour";
  rest["bound"] = bound;
  if (looked_at) rest["looked_at"] = *looked_at;
  rest["detour"] = detour.size();
  rest["code"] = int{TILEBASE_OK};
  return rest.Text().substr(1);
}

// The letters of one solution may be gigabytes, and their number is printed before them. So a board
// whose letters are too many to keep is solved twice: once to count them, once to print them.
absl::Status PrintSolution(const OpenedAny& opened, const BigBoard& board, bool json) {
  const AnySolver& solver = opened.solver;
  const std::string& detour = opened.to.detour();
  uint64_t moves = 0, runs = 0;
  char last = 0;
  std::string kept;
  BigBoard counted = board;
  const auto count = [&](std::string_view letters) {
    for (const char letter : letters) runs += std::exchange(last, letter) != letter;
    moves += letters.size();
    if (moves <= kMostKept) kept += letters;
    return true;
  };
  absl::Status status = solver.Solve(&counted, count);
  if (!status.ok()) return status;
  count(detour);
  if (json)
    std::printf("{\"moves\":%llu,\"runs\":%llu,\"actions\":\"",
                static_cast<unsigned long long>(moves), static_cast<unsigned long long>(runs));
  else
    std::printf("%llu ", static_cast<unsigned long long>(moves));
  const auto print = [](std::string_view letters) {
    return std::fwrite(letters.data(), 1, letters.size(), stdout) == letters.size();
  };
  absl::Status again;
  if (moves <= kMostKept) {
    print(kept);
  } else {
    BigBoard printed = board;
    again = solver.Solve(&printed, print);
    print(detour);
  }
  if (json)
    std::printf("\",%s\n", RestOfJson(board, detour, moves, moves, false).c_str());
  else
    std::puts("");
  return again;
}

// Solves a board with effort and prints the shorter solution.
absl::Status PrintShorter(const OpenedAny& opened, const BigBoard& board, const Effort& effort,
                          bool json) {
  auto letters = opened.solver.SolveWithEffort(board, ToBeamEffort(effort));
  if (!letters.ok()) return letters.status();
  *letters += opened.to.detour();
  if (json)
    std::printf("{\"moves\":%zu,\"runs\":%zu,\"actions\":\"%s\",%s\n", letters->size(),
                CountRuns(*letters), letters->c_str(),
                RestOfJson(board, opened.to.detour(), letters->size(), std::nullopt, true).c_str());
  else
    std::printf("%zu %s\n", letters->size(), letters->c_str());
  return absl::OkStatus();
}

// Prints the board's line. If the board cannot be solved, prints the reason in its place and
// returns false.
bool Answer(const OpenedAny& opened, const absl::StatusOr<BigBoard>& board,
            const AnyBoardsArguments& arguments) {
  absl::Status status = board.status();
  int code = status.ok() ? TILEBASE_ERROR_UNSOLVABLE : TILEBASE_ERROR_BOARD;
  if (status.ok()) status = opened.to.CheckReachable(*board);
  if (status.ok()) {
    if (arguments.draw) std::fputs(board->Draw().c_str(), stdout);
    const BigBoard renamed = opened.to.Renamed(*board);
    const Effort& effort = opened.efforts.front();
    const bool by_lookup = effort.none() || !AnySolver::TakesEffort(renamed);
    status = by_lookup ? PrintSolution(opened, renamed, arguments.json)
                       : PrintShorter(opened, renamed, effort, arguments.json);
    code = TILEBASE_ERROR_DAMAGED;
    if (status.ok() || absl::IsCancelled(status)) return status.ok();
  }
  const std::string reason(status.message());
  if (arguments.json)
    PrintJsonLine({{"error", reason}, {"code", code}});
  else
    std::printf("error: %s\n", reason.c_str());
  return false;
}

}  // namespace

absl::StatusOr<OpenedAny> OpenAny(const AnyBoardsArguments& arguments) {
  std::vector<Effort> efforts;
  for (const std::string& text : arguments.efforts) {
    const auto effort = ParseEffort(text);
    if (!effort.ok()) return effort.status();
    efforts.push_back(*effort);
  }
  const auto size = ParseBigSize(arguments.board);
  if (!size.ok()) return size.status();
  auto to =
      arguments.to.empty() ? BigDestination(*size) : BigDestination::Parse(*size, arguments.to);
  if (!to.ok()) return ErrorWithin("--to", to.status());
  auto set = OpenSet(arguments.file);
  if (!set.ok()) return set.status();
  auto solver = AnySolver::Create(**set);
  if (!solver.ok()) return solver.status();
  return OpenedAny{std::move(efforts), *size, *std::move(to), *std::move(set), *std::move(solver)};
}

BeamEffort ToBeamEffort(const Effort& effort) {
  // With a time limit there is no limit in boards.
  return {.boards = effort.microseconds != 0 ? 0 : effort.boards,
          .microseconds = effort.microseconds,
          .cancel = effort.cancel};
}

absl::StatusOr<SetForSize> ChooseSet(const std::string& file_or_folder, const std::string& board) {
  const auto size = ParseBigSize(board);
  if (!size.ok()) return size.status();
  namespace fs = std::filesystem;
  std::vector<std::string> files = {file_or_folder};
  std::error_code error;
  if (fs::is_directory(file_or_folder, error)) {
    files.clear();
    for (fs::directory_iterator entry(file_or_folder, error), end; !error && entry != end;
         entry.increment(error))
      if (entry->path().extension() == ".tilebase" && entry->path().filename() != kAnyName)
        files.push_back(entry->path().string());
    std::sort(files.begin(), files.end());
    files.push_back((fs::path(file_or_folder) / kAnyName).string());
  }
  for (const std::string& file : files) {
    const auto source = OpenTableFile(file);
    if (!source.ok()) return source.status();
    const Geometry geometry = (*source)->info().geometry;
    if (BigSize{geometry.width, geometry.height} == *size) return SetForSize{file, true};
  }
  return SetForSize{files.back(), false};
}

absl::StatusOr<std::string> FileOfSize(const std::string& file_or_folder, const std::string& board,
                                       const std::string& what) {
  if (board.empty()) return file_or_folder;
  const auto chosen = ChooseSet(file_or_folder, board);
  if (!chosen.ok()) return chosen.status();
  if (chosen->is_of_size) return chosen->file;
  return absl::InvalidArgumentError(absl::StrCat(
      file_or_folder, ": ", what, " of ", board,
      " boards needs tables of that size: tilebase build -o ", board, ".tilebase --board ", board));
}

int SolveAnyBoards(const AnyBoardsArguments& arguments) {
  absl::StatusOr<OpenedAny> opened = OpenAny(arguments);
  if (!opened.ok()) return Fail(opened.status(), arguments.json);
  if (Effort& effort = opened->efforts.front(); !effort.none()) {
    CatchInterrupts();
    effort.cancel = &interrupted;
  }
  bool all_solved = true;
  for (const std::string& text : arguments.boards) {
    if (interrupted) break;
    if (text != "-") {
      absl::StatusOr<BigBoard> board = BigBoard::Parse(opened->size, text);
      if (!board.ok()) board = WithNextStepOfBoard(text, true, board.status());
      all_solved &= Answer(*opened, board, arguments);
      continue;
    }
    StandardInput input;
    BoardLines lines(input, "standard input");
    BoardTexts texts(lines, {static_cast<uint32_t>(opened->size.width),
                             static_cast<uint32_t>(opened->size.height)});
    for (std::string_view one; std::ferror(stdout) == 0 && texts.Next(&one) && !interrupted;
         std::fflush(stdout))
      all_solved &= Answer(*opened, BigBoard::Parse(opened->size, one), arguments);
    if (!lines.status().ok()) return Fail(kExitInputFailed, lines.status(), arguments.json);
  }
  Random random(arguments.seed);
  for (uint64_t i = 0; i < arguments.random && std::ferror(stdout) == 0 && !interrupted; ++i)
    all_solved &= Answer(
        *opened, opened->to.Original(BigBoard::RandomSolvable(opened->size, random)), arguments);
  if (interrupted) return Fail(kExitInputFailed, kStopped, arguments.json);
  return all_solved ? kExitDone : kExitInputFailed;
}

int ScrambleAnyBoards(const AnyBoardsArguments& arguments) {
  // Random boards need no tables: any set will do.
  const auto chosen = ChooseSet(arguments.file, arguments.board);
  if (!chosen.ok()) return Fail(chosen.status(), arguments.json);
  const BigSize size = *ParseBigSize(arguments.board);
  const auto to =
      arguments.to.empty() ? BigDestination(size) : BigDestination::Parse(size, arguments.to);
  if (!to.ok()) return Fail(kExitUsage, ErrorWithin("--to", to.status()), arguments.json);
  Random random(arguments.seed);
  for (uint64_t i = 0; i < arguments.random && std::ferror(stdout) == 0; ++i) {
    const std::string text = to->Original(BigBoard::RandomSolvable(size, random)).ToText();
    if (arguments.json)
      PrintJsonLine({{"board", text}});
    else
      std::puts(text.c_str());
  }
  return kExitDone;
}

}  // namespace tilebase
