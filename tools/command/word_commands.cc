// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Answers from files of word problems.

#include "tools/command/word_commands.h"

#include <algorithm>
#include <cstdio>
#include <istream>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "runtime/verify/word_verify.h"
#include "runtime/words/wall_search.h"
#include "runtime/words/word_set.h"
#include "tables/random_board.h"
#include "tables/system/huge_bytes.h"
#include "tables/words/word_file.h"
#include "tables/words/word_format.h"
#include "tables/words/word_problem.h"
#include "tools/common/json.h"
#include "tools/common/quantity.h"
#include "tools/common/standard_input.h"

namespace tilebase {
namespace {

// Prints the moves of a set: as letters if there is one blank.
class WordPrinter {
 public:
  explicit WordPrinter(const WordSet& set) : set_(set) {}

  bool has_letters() const { return set_.problem().blanks == 1; }
  std::string Move(const WordMove& move) const {
    return has_letters() ? Letters(move) : Slides(set_.problem(), set_.moves(), move);
  }
  std::string Moves(const WordAnswer& answer) const {
    std::string text;
    for (const WordMove& move : answer.moves)
      absl::StrAppend(&text, text.empty() || has_letters() ? "" : " ", Move(move));
    return text;
  }
  // Returns the first count of a line: slides if there is one blank, units of the set's cost
  // otherwise.
  size_t Count(const WordAnswer& answer) const {
    if (!has_letters()) return answer.moves.size();
    size_t slides = 0;
    for (const WordMove& move : answer.moves) slides += static_cast<size_t>(move.tiles);
    return slides;
  }
  // Counts runs of equal letters.
  static size_t CountRuns(const std::string& letters) {
    size_t runs = 0;
    for (size_t i = 0; i < letters.size(); ++i) runs += i == 0 || letters[i] != letters[i - 1];
    return runs;
  }
  static std::string Runs(const std::string& letters) {
    std::string text;
    for (size_t begin = 0, end = 0; begin < letters.size(); begin = end) {
      while (end < letters.size() && letters[end] == letters[begin]) ++end;
      absl::StrAppend(&text, text.empty() ? "" : " ", std::string(1, letters[begin]));
      if (end - begin > 1) absl::StrAppend(&text, end - begin);
    }
    return text;
  }

 private:
  const WordSet& set_;
};

// A plan for more blanks or loads than the set's.
struct Planned {
  Warehouse warehouse;
  WarehouseAnswer answer;
};

// `exact`: what ParseWord says of the text. Its error stands if the set is of no warehouse.
absl::StatusOr<Planned> PlanText(const WordSet& set, const std::string& text,
                                 const absl::StatusOr<Word>& exact, Deliver deliver,
                                 const WarehouseEffort& effort) {
  const absl::StatusOr<Warehouse> warehouse = Warehouse::Create(&set);
  if (!warehouse.ok()) return exact.ok() ? warehouse.status() : exact.status();
  const absl::StatusOr<Word> word = ParseMoreWord(set.problem(), text);
  if (!word.ok()) return word.status();
  absl::StatusOr<WarehouseAnswer> answer = warehouse->Solve(*word, deliver, effort);
  if (!answer.ok()) return answer.status();
  return Planned{*warehouse, *std::move(answer)};
}

class WordSolver {
 public:
  WordSolver(const WordSet& set, const WordSolveArguments& arguments)
      : set_(set), printer_(set), arguments_(arguments) {
    if (!set.is_exact() && arguments.effort.boards != 0) search_.emplace(&set);
  }

  // A board's text. More blanks or loads than the table has are a warehouse's.
  bool AnswerText(const std::string& text) {
    const absl::StatusOr<Word> word = ParseWord(set_.problem(), text);
    if (word.ok() && arguments_.deliver != Deliver::kLeave) return Answer(word);
    const absl::StatusOr<Planned> planned =
        PlanText(set_, text, word, arguments_.deliver, arguments_.effort);
    if (!planned.ok()) return Answer(planned.status());
    const WarehouseAnswer* const answer = &planned->answer;
    std::string moves;
    for (const std::vector<YardRun>& step : answer->plan)
      absl::StrAppend(&moves, moves.empty() ? "" : " ", planned->warehouse.Slides(step));
    if (arguments_.json)
      PrintJsonLine({{"moves", answer->plan.size()},
                     {"actions", moves},
                     {"loads_moved", answer->tiles},
                     {"proven", answer->proven}});
    else
      std::printf("%zu %s\n", answer->plan.size(), moves.c_str());
    return true;
  }

  bool Answer(const absl::StatusOr<Word>& word) {
    const absl::StatusOr<WordAnswer> answer = !word.ok() ? absl::StatusOr<WordAnswer>(word.status())
                                              : search_  ? search_->Solve(*word, arguments_.effort)
                                                         : set_.Solve(*word);
    if (!answer.ok()) {
      const std::string reason(answer.status().message());
      if (arguments_.json)
        PrintJsonLine({{"error", reason}});
      else
        std::printf("error: %s\n", reason.c_str());
      return false;
    }
    const std::string moves = printer_.Moves(*answer);
    const bool letters = printer_.has_letters();
    if (arguments_.json) {
      uint64_t tiles = 0;
      for (const WordMove& move : answer->moves) tiles += static_cast<uint64_t>(move.tiles);
      Json line = {{"moves", printer_.Count(*answer)},
                   {"value", answer->value},
                   {"shortest", answer->shortest}};
      if (letters && (arguments_.runs || set_.problem().metric == WordMetric::kMtm))
        line["runs"] = WordPrinter::CountRuns(moves);
      line["actions"] = letters && arguments_.runs ? WordPrinter::Runs(moves) : moves;
      if (!letters) {
        line["loads_moved"] = tiles;
        line["proven"] = true;
      }
      PrintJsonLine(line);
    } else if (letters && arguments_.runs) {
      std::printf("%zu %zu %s\n", moves.size(), WordPrinter::CountRuns(moves),
                  WordPrinter::Runs(moves).c_str());
    } else {
      std::printf("%zu %s\n", printer_.Count(*answer), moves.c_str());
    }
    return true;
  }

  // Returns a random solvable board, uniformly. Errors: FailedPrecondition if such boards are too
  // rare.
  absl::StatusOr<Word> RandomWord(Random* random) const {
    constexpr int kTries = 1000000;
    const WordProblem& problem = set_.problem();
    Word word(static_cast<size_t>(problem.blanks), 0);
    for (size_t symbol = 1; symbol <= problem.symbols.size(); ++symbol)
      word.insert(word.end(), problem.symbols[symbol - 1].count, static_cast<uint8_t>(symbol));
    for (int i = 0; i < kTries; ++i) {
      for (size_t cell = word.size() - 1; cell > 0; --cell)
        std::swap(word[cell], word[random->Below(cell + 1)]);
      if (set_.Value(word).ok()) return word;
    }
    return absl::FailedPreconditionError("none of a million random boards can be solved");
  }

 private:
  const WordSet& set_;
  const WordPrinter printer_;
  const WordSolveArguments& arguments_;
  std::optional<WallSearch> search_;  // with effort, of a set of stages
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

absl::StatusOr<std::unique_ptr<WordSet>> OpenWords(const std::string& file) {
  return WordSet::Open(file, MachineThreads());
}

}  // namespace

int SolveWordBoards(const WordSolveArguments& arguments) {
  const auto set = OpenWords(arguments.file);
  if (!set.ok()) return Fail(set.status(), arguments.json);
  WordSolver solver(**set, arguments);
  bool all = true;
  for (const std::string& board : arguments.boards) {
    if (board != "-") {
      all &= solver.AnswerText(board);
      continue;
    }
    StandardInput input;
    for (std::string text; NextBoard(input, (*set)->problem(), &text) && !interrupted;) {
      all &= solver.AnswerText(text);
      if (input.rdbuf()->in_avail() <= 0) std::fflush(stdout);
    }
  }
  Random random(arguments.seed);
  for (uint64_t i = 0; i < arguments.random && std::ferror(stdout) == 0; ++i)
    all &= solver.Answer(solver.RandomWord(&random));
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
  Json walls = Json::EmptyList();
  for (int cell = 0; cell < problem.cells(); ++cell)
    if (!std::binary_search(problem.open.begin(), problem.open.end(), cell)) walls.push_back(cell);
  Json goals = Json::EmptyList();
  for (const WordGoal& goal : problem.goals)
    goals.push_back({{"board", ToText(problem, goal.cell)}, {"cost", goal.cost}});
  Json tables = Json::EmptyList();
  for (const auto& each : file->tables) {
    const WordTable& table = each->table();
    Json histogram = Json::EmptyList();
    for (const uint64_t count : table.histogram) histogram.push_back(count);
    tables.push_back({{"problem", ToString(table.problem)},
                      {"metric", Name(problem.metric)},
                      {"states", table.states},
                      {"reachable", table.reachable},
                      {"max_depth", table.max_value()},
                      {"mean_depth", table.mean_value()},
                      {"histogram", histogram},
                      {"stored_bytes", table.stored_bytes}});
  }
  PrintJsonLine({{"format", version},
                 {"board", absl::StrCat(problem.width, "x", problem.height)},
                 {"walls", walls},
                 {"blanks", problem.blanks},
                 {"metric", Name(problem.metric)},
                 {"goals", goals},
                 {"tables", tables},
                 {"certified_worst_case", worst_case},
                 {"file_bytes", file->file_bytes}});
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

namespace {

// The result that both commands print.
struct Probed {
  WordMove best;
  std::vector<WordNeighbour> all;
  uint32_t value = 0;
};

absl::StatusOr<Probed> ProbeText(const WordSet& set, const std::string& text) {
  const absl::StatusOr<Word> word = ParseWord(set.problem(), text);
  if (!word.ok()) return word.status();
  Probed probed;
  if (absl::Status status = set.Probe(*word, &probed.best, &probed.all); !status.ok())
    return status;
  probed.value = *set.Value(*word);
  return probed;
}

}  // namespace

int ProbeWordBoard(const std::string& file, const std::string& board, bool json) {
  const auto set = OpenWords(file);
  if (!set.ok()) return Fail(set.status(), json);
  const absl::StatusOr<Probed> probed = ProbeText(**set, board);
  if (!probed.ok()) return Fail(kExitInputFailed, probed.status(), json);
  const WordPrinter printer(**set);
  const uint32_t none = (*set)->unreachable();
  const std::string best = printer.Move(probed->best);
  if (json) {
    Json after = Json::EmptyList();
    for (const WordNeighbour& next : probed->all)
      if (next.value != none)
        after.push_back({{"move", printer.Move(next.move)}, {"remaining", next.value}});
    PrintJsonLine({{"remaining", probed->value}, {"move", best}, {"after", after}});
    return kExitDone;
  }
  if (best.empty()) {
    std::puts(probed->value == 0 ? "solved"
                                 : absl::StrCat("a goal of cost ", probed->value).c_str());
    return kExitDone;
  }
  std::printf("remaining %u\n", probed->value);
  for (const WordNeighbour& next : probed->all)
    if (next.value != none)
      std::printf("  %s leaves %u%s\n", printer.Move(next.move).c_str(), next.value,
                  next.move.code == probed->best.code ? "  <- the table's move" : "");
  return kExitDone;
}

int HintWordBoard(const std::string& file, const std::string& board, bool json) {
  const auto set = OpenWords(file);
  if (!set.ok()) return Fail(set.status(), json);
  const WordPrinter printer(**set);
  bool all = true;
  const auto answer = [&](const std::string& text) {
    const absl::StatusOr<Word> word = ParseWord((*set)->problem(), text);
    if (!word.ok()) {
      const auto planned = PlanText(**set, text, word, Deliver::kAny, {});
      if (!planned.ok()) return absl::Status(planned.status());
      const YardPlan& plan = planned->answer.plan;
      const std::string first = plan.empty() ? "" : planned->warehouse.Slides(plan[0]);
      if (json)
        PrintJsonLine({{"remaining", plan.size()}, {"move", first}});
      else
        std::puts(first.empty() ? "solved" : first.c_str());
      return absl::OkStatus();
    }
    const absl::StatusOr<Probed> probed = ProbeText(**set, text);
    if (!probed.ok()) return absl::Status(probed.status());
    const std::string best = printer.Move(probed->best);
    if (json)
      PrintJsonLine({{"remaining", probed->value}, {"move", best}});
    else
      std::puts(best.empty() ? "solved" : best.c_str());
    return absl::OkStatus();
  };
  if (board != "-") {
    const absl::Status status = answer(board);
    return status.ok() ? kExitDone : Fail(kExitInputFailed, status, json);
  }
  StandardInput input;
  for (std::string text; NextBoard(input, (*set)->problem(), &text);) {
    const absl::Status status = answer(text);
    if (!status.ok()) {
      all = false;
      const std::string reason(status.message());
      if (json)
        PrintJsonLine({{"error", reason}});
      else
        std::printf("error: %s\n", reason.c_str());
    }
    std::fflush(stdout);
  }
  return all ? kExitDone : kExitInputFailed;
}

}  // namespace tilebase
