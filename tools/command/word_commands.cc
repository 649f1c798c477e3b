// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Answers from files of word problems.

#include "tools/command/word_commands.h"

#include <cstdio>
#include <istream>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "runtime/verify/word_verify.h"
#include "runtime/words/word_answers.h"
#include "tables/board_text.h"
#include "tables/error.h"
#include "tables/system/huge_bytes.h"
#include "tables/words/word_file.h"
#include "tables/words/word_format.h"
#include "tables/words/word_problem.h"
#include "tools/common/json.h"
#include "tools/common/quantity.h"
#include "tools/common/standard_input.h"
#include "tools/common/word_json.h"

namespace tilebase {
namespace {

void PrintError(const absl::Status& status, bool json) {
  const std::string reason(status.message());
  if (json)
    PrintJsonLine({{"error", reason}});
  else
    std::printf("error: %s\n", reason.c_str());
}

class WordSolver {
 public:
  WordSolver(const WordAnswers& words, const WordSolveArguments& arguments)
      : words_(words), arguments_(arguments) {}

  bool Answer(const absl::StatusOr<WordText>& board) const {
    const auto solution = board.ok() ? words_.Ask(*board, arguments_.question)
                                     : absl::StatusOr<WordSolution>(board.status());
    if (!solution.ok()) {
      PrintError(solution.status(), arguments_.json);
      return false;
    }
    const bool with_runs = arguments_.runs && words_.has_letters();
    const std::string actions = with_runs ? Runs(solution->actions) : solution->actions;
    if (arguments_.json) {
      Json line = WordSolutionJson(words_, arguments_.question, *solution);
      line["actions"] = actions;
      PrintJsonLine(line);
    } else {
      const std::string runs = with_runs ? absl::StrCat(solution->runs, " ") : "";
      std::printf("%llu %s%s\n", static_cast<unsigned long long>(solution->moves), runs.c_str(),
                  actions.c_str());
    }
    return true;
  }

 private:
  const WordAnswers& words_;
  const WordSolveArguments& arguments_;
};

// Reads a board from standard input: one a line, or a row a line.
bool NextBoard(std::istream& input, const WordProblem& problem, std::string* board) {
  board->clear();
  int rows = 0;
  for (std::string line; std::getline(input, line);) {
    const std::string row(absl::StripAsciiWhitespace(line));
    if (row.empty()) continue;
    absl::StrAppend(board, board->empty() ? "" : "/", row);
    const absl::StatusOr<WordText> one = ReadWordText(row, problem.width, 1);
    // A single row is the beginning of a board. Anything else is a board, or will get an error.
    if (!one.ok() || problem.height == 1 || row.find('/') != row.npos) return true;
    if (++rows == problem.height) return true;
  }
  return !board->empty();
}

// Calls answer(text) for the board, or for each board of standard input. Prints errors.
template <typename Answer>
int ForEachBoard(const WordAnswers& words, const std::string& board, bool json, Answer answer) {
  if (board != "-") {
    const absl::Status status = answer(board);
    return status.ok() ? kExitDone : Fail(kExitInputFailed, status, json);
  }
  bool all = true;
  StandardInput input;
  for (std::string text; NextBoard(input, words.problem(), &text) && !interrupted;) {
    if (const absl::Status status = answer(text); !status.ok()) {
      all = false;
      PrintError(status, json);
    }
    std::fflush(stdout);
  }
  return all ? kExitDone : kExitInputFailed;
}

}  // namespace

absl::StatusOr<std::unique_ptr<WordAnswers>> OpenWords(const std::string& file) {
  absl::StatusOr<std::unique_ptr<WordSet>> set = WordSet::Open(file, MachineThreads());
  if (!set.ok()) return set.status();
  return std::make_unique<WordAnswers>(*std::move(set));
}

std::string NotOfTheseBoards(const std::string& file, const char* option) {
  return absl::StrCat(file, ": its boards have goals and forms of their own; leave out ", option);
}

int SolveWordBoards(const WordSolveArguments& arguments) {
  const auto words = OpenWords(arguments.file);
  if (!words.ok()) return Fail(words.status(), arguments.json);
  const WordSolver solver(**words, arguments);
  bool all = true;
  for (const std::string& board : arguments.boards) {
    if (board != "-") {
      all &= solver.Answer((*words)->Read(board));
      continue;
    }
    StandardInput input;
    for (std::string text; NextBoard(input, (*words)->problem(), &text) && !interrupted;) {
      all &= solver.Answer((*words)->Read(text));
      if (input.rdbuf()->in_avail() <= 0) std::fflush(stdout);
    }
  }
  if (arguments.random == 0) return all ? kExitDone : kExitInputFailed;
  bool uniform = true;
  const auto random =
      (*words)->RandomBoards(0, UINT32_MAX, arguments.seed, arguments.random, &uniform);
  if (!random.ok()) return Fail(kExitInputFailed, random.status(), arguments.json);
  for (size_t i = 0; i < random->size() && std::ferror(stdout) == 0 && !interrupted; ++i)
    all &= solver.Answer((*words)->Of((*random)[i]));
  return all ? kExitDone : kExitInputFailed;
}

int PrintWordInfo(const std::string& path, bool json) {
  const absl::StatusOr<WordTables> file = WordTables::Open(path);
  if (!file.ok()) return Fail(file.status(), json);
  const WordProblem& problem = file->problem;
  const int version = file->is_exact ? kWordFormatVersion : kStagesFormatVersion;
  int worst_case = 0;
  for (const auto& each : file->tables) worst_case += each->table().max_value();
  if (!json) {
    std::printf("%s: %s, %s\n", path.c_str(),
                file->is_exact ? "exact table" : Counted(file->tables.size(), "stage").c_str(),
                ToString(problem).c_str());
    std::printf("made by %s, format %d, %s\n", file->tables[0]->table().creator.c_str(), version,
                ShortBytes(file->file_bytes).c_str());
    std::printf("no board needs more than %d\n\n", worst_case);
    std::printf("%14s %14s %6s %9s %12s %8s\n", "states", "reachable", "max", "mean", "bytes",
                "/state");
    for (const auto& each : file->tables) {
      const WordTable& table = each->table();
      std::printf("%14llu %14llu %6d %9.4f %12llu %8.5f\n",
                  static_cast<unsigned long long>(table.states),
                  static_cast<unsigned long long>(table.reachable), table.max_value(),
                  table.mean_value(), static_cast<unsigned long long>(table.stored_bytes),
                  static_cast<double>(table.stored_bytes) / static_cast<double>(table.states));
    }
    return kExitDone;
  }
  std::vector<const WordFile*> tables;
  for (const auto& each : file->tables) tables.push_back(each.get());
  PrintJsonLine(WordInfoJson(problem, tables, file->file_bytes));
  return kExitDone;
}

int VerifyWordFile(const std::string& path, int threads, bool json) {
  const absl::StatusOr<WordTables> file = WordTables::Open(path);
  if (!file.ok()) return Fail(file.status(), json);
  absl::Status status;
  uint64_t states = 0;
  for (const auto& each : file->tables) {
    const WordTable& table = each->table();
    HugeBytes planes;
    if (!planes.Allocate(table.states * static_cast<uint64_t>(table.planes())))
      return Fail(kExitInputFailed, path + ": no memory for the table; close other programs", json);
    status = each->Read(threads, planes.data());
    if (!status.ok()) return Fail(status, json);
    ProgressBar bar("states");
    status = VerifyWordTable(table, planes.data(),
                             {.threads = threads, .progress = [&](uint64_t done, uint64_t of) {
                                bar.Update(done, of, "checking");
                              }});
    states += table.states;
    if (!status.ok()) break;
  }
  if (absl::IsResourceExhausted(status)) return Fail(status, json);
  if (json)
    PrintJsonLine({{"file", path}, {"ok", status.ok()}, {"entries", states}});
  else if (status.ok())
    std::printf("%s: all %llu states are right\n", path.c_str(),
                static_cast<unsigned long long>(states));
  if (status.ok()) return kExitDone;
  return Fail(kExitFile,
              absl::StrCat(path, ": ", status.message(), "; do not use this file, build it again"));
}

int ProbeWordBoard(const std::string& file, const std::string& board, bool json) {
  const auto words = OpenWords(file);
  if (!words.ok()) return Fail(words.status(), json);
  return ForEachBoard(**words, board, json, [&](const std::string& text) -> absl::Status {
    const absl::StatusOr<WordText> read = (*words)->Read(text);
    if (!read.ok()) return read.status();
    const absl::StatusOr<WordProbe> probe = (*words)->Probe(*read);
    if (!probe.ok()) return probe.status();
    if (json) {
      PrintJsonLine(WordProbeJson(**words, *probe));
      return absl::OkStatus();
    }
    if (probe->best.runs == 0) {
      std::puts(probe->value == 0 ? "solved"
                                  : absl::StrCat("a goal of cost ", probe->value).c_str());
      return absl::OkStatus();
    }
    std::printf("remaining %u\n", probe->value);
    for (const WordNeighbour& next : probe->all)
      std::printf("  %s leaves %u%s\n", (*words)->ToText(next.move).c_str(), next.value,
                  next.move.code == probe->best.code ? "  <- the table's move" : "");
    return absl::OkStatus();
  });
}

int HintWordBoard(const std::string& file, const std::string& board, bool json) {
  const auto words = OpenWords(file);
  if (!words.ok()) return Fail(words.status(), json);
  return ForEachBoard(**words, board, json, [&](const std::string& text) -> absl::Status {
    const absl::StatusOr<WordText> read = (*words)->Read(text);
    if (!read.ok()) return read.status();
    const absl::StatusOr<WordSolution> solution = (*words)->Ask(*read, {});
    if (!solution.ok()) return solution.status();
    const std::string hint((*words)->FirstMove(*solution));
    if (json)
      PrintJsonLine(WordHintJson(**words, *solution));
    else
      std::puts(hint.empty() ? "solved" : hint.c_str());
    return absl::OkStatus();
  });
}

int ScrambleWordBoards(const std::string& file, uint32_t least, uint32_t greatest, uint64_t count,
                       uint64_t seed, bool json) {
  const auto words = OpenWords(file);
  if (!words.ok()) return Fail(words.status(), json);
  bool uniform = true;
  const auto boards = (*words)->RandomBoards(least, greatest, seed, count, &uniform);
  if (!boards.ok()) return Fail(kExitInputFailed, ErrorWithin(file, boards.status()), json);
  for (const Word& word : *boards)
    if (json)
      PrintJsonLine(WordBoardJson(**words, word, uniform));
    else
      std::puts(ToText((*words)->problem(), word).c_str());
  return kExitDone;
}

}  // namespace tilebase
