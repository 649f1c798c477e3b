// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/word_answers.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "runtime/words/word_answers.h"
#include "tables/board_text.h"
#include "tables/error.h"
#include "tables/move_text.h"
#include "tables/system/clock.h"
#include "tools/common/json.h"
#include "tools/common/word_json.h"
#include "tools/serve/play.h"

namespace tilebase::serve {
namespace {

Problem BoardProblem(const absl::Status& status) {
  if (absl::IsDataLoss(status))
    return {503, "", "sound tables", PartsOf(status).what, TILEBASE_ERROR_DAMAGED};
  const ErrorParts parts = PartsOf(status);
  Problem problem = BadParameter("board", parts.expected, parts.what);
  if (!parts.found.empty()) absl::StrAppend(&problem.found, ": ", parts.found);
  problem.code = absl::IsNotFound(status)        ? TILEBASE_ERROR_UNSOLVABLE
                 : absl::IsUnimplemented(status) ? TILEBASE_ERROR_UNSUPPORTED
                                                 : TILEBASE_ERROR_BOARD;
  return problem;
}

absl::StatusOr<WordText> Read(const LoadedSet& set, std::string_view text) {
  return set.opened.words->Read({text.data(), text.size()});
}

bool HasPlain(const Catalog& catalog, std::string_view board) {
  return std::any_of(catalog.sets().begin(), catalog.sets().end(),
                     [&](const auto& set) { return ParseBoard(set->info().geometry, board).ok(); });
}

// The problem of a parameter that only sets of plain boards answer.
Problem NotOfWords(std::string_view name, const std::string& given) {
  return {400, std::string(name), "it with a set of plain boards: this one has goals of its own",
          Quoted(given), TILEBASE_ERROR_UNSUPPORTED};
}

// The problem of a set with several blanks, whose moves have no letters.
std::optional<Problem> CheckOneBlank(const LoadedSet& set) {
  const WordAnswers& words = *set.opened.words;
  if (words.has_letters()) return std::nullopt;
  return Problem{400, "board", "a set with one blank",
                 absl::StrCat(set.name(), ", with ", words.problem().blanks, " blanks"),
                 TILEBASE_ERROR_UNSUPPORTED};
}

std::string Names(const std::vector<const LoadedSet*>& sets) {
  std::string names;
  for (const LoadedSet* const set : sets)
    absl::StrAppend(&names, names.empty() ? "" : ", ", set->name());
  return names;
}

}  // namespace

std::optional<Problem> ChooseNamed(const Catalog& catalog, const std::string* name,
                                   const LoadedSet** words) {
  if (name == nullptr) return std::nullopt;
  std::vector<const LoadedSet*> all;
  for (const auto& set : catalog.words()) {
    if (set->name() == *name) *words = set.get();
    all.push_back(set.get());
  }
  if (*words != nullptr) return std::nullopt;
  return BadParameter("set", absl::StrCat("a set of boards that are no permutations: ", Names(all)),
                      Quoted(*name));
}

std::optional<Problem> ChooseWords(const Catalog& catalog, const std::string* name,
                                   std::string_view board, const LoadedSet** words) {
  if (name != nullptr || catalog.words().empty()) return ChooseNamed(catalog, name, words);
  if (HasPlain(catalog, board)) return std::nullopt;
  std::vector<const LoadedSet*> found;
  for (const auto& set : catalog.words())
    if (const auto read = Read(*set, board); read.ok() && set->opened.words->Takes(*read))
      found.push_back(set.get());
  if (found.size() > 1)
    return BadParameter("set", absl::StrCat("the set that is to answer: ", Names(found)), "none");
  if (found.size() == 1) *words = found[0];
  // The only set tells what is wrong with the board.
  if (found.empty() && catalog.words().size() == 1 && catalog.sets().empty())
    *words = catalog.words()[0].get();
  return std::nullopt;
}

std::optional<Problem> RefusePlain(const Parameters& parameters,
                                   std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    if (const std::string* const given = parameters.Find(name)) return NotOfWords(name, *given);
  return std::nullopt;
}

std::optional<Problem> SolveWords(const LoadedSet& set, std::string_view text,
                                  const SolveOptions& options, const volatile uint8_t* cancel,
                                  std::string* json) {
  if (options.to != nullptr) return NotOfWords("to", *options.to);
  const Clock::time_point start = Clock::now();
  const absl::StatusOr<WordText> board = Read(set, text);
  if (!board.ok()) return BoardProblem(board.status());
  WordQuestion question;
  question.must_be_shortest = options.want == TILEBASE_SHORTEST;
  question.deliver = options.deliver;
  if (options.want == TILEBASE_EFFORT)
    question.effort = {.boards = options.boards,
                       .microseconds = Microseconds(options.seconds),
                       .cancel = c_api::Flag(cancel)};
  const absl::StatusOr<WordSolution> solution = set.opened.words->Ask(*board, question);
  if (!solution.ok()) return BoardProblem(solution.status());
  Json answer = WordSolutionJson(*set.opened.words, question, *solution);
  answer["microseconds"] = static_cast<uint64_t>(SecondsSince(start) * 1e6);
  *json += answer.Text();
  return std::nullopt;
}

std::optional<Problem> ProbeWords(const LoadedSet& set, std::string_view text, std::string* json) {
  const absl::StatusOr<WordText> board = Read(set, text);
  if (!board.ok()) return BoardProblem(board.status());
  const absl::StatusOr<WordProbe> probe = set.opened.words->Probe(*board);
  if (!probe.ok()) return BoardProblem(probe.status());
  *json += WordProbeJson(*set.opened.words, *probe).Text();
  return std::nullopt;
}

std::optional<Problem> HintWords(const LoadedSet& set, std::string_view text, std::string* json) {
  const absl::StatusOr<WordText> board = Read(set, text);
  if (!board.ok()) return BoardProblem(board.status());
  const absl::StatusOr<WordSolution> solution = set.opened.words->Ask(*board, {});
  if (!solution.ok()) return BoardProblem(solution.status());
  *json += WordHintJson(*set.opened.words, *solution).Text();
  return std::nullopt;
}

std::optional<Problem> AnalyseWords(const LoadedSet& set, std::string_view text,
                                    const std::string* game, std::string* json) {
  if (auto problem = CheckOneBlank(set)) return problem;
  const WordAnswers& words = *set.opened.words;
  if (absl::Status status = words.CheckExact(); !status.ok()) return BoardProblem(status);
  const absl::StatusOr<WordText> board = Read(set, text);
  if (!board.ok()) return BoardProblem(board.status());
  const absl::StatusOr<WordProbe> probe = words.Probe(*board);
  if (!probe.ok()) return BoardProblem(probe.status());
  const bool is_mtm = words.problem().metric == WordMetric::kMtm;
  if (game == nullptr) {
    *json += AnalysisJson(is_mtm, AnalysisOf(*probe), nullptr).Text();
    return std::nullopt;
  }
  const auto values = words.ValuesOf(*board, *game);
  if (absl::IsInvalidArgument(values.status()))
    return BadParameter("moves", PartsOf(values.status()).expected, PartsOf(values.status()).what);
  if (!values.ok()) return BoardProblem(values.status());
  *json += GameJson(is_mtm, *game, LengthsOf(*values)).Text();
  return std::nullopt;
}

std::optional<Problem> PlayWords(const LoadedSet& set, std::string_view text,
                                 std::string_view moves, bool of_blank, std::string* json) {
  if (auto problem = CheckOneBlank(set)) return problem;
  const WordAnswers& words = *set.opened.words;
  const absl::StatusOr<WordText> board = Read(set, text);
  if (!board.ok()) return BoardProblem(board.status());
  absl::StatusOr<Word> word = ReadWord(words.problem(), *board);
  if (!word.ok()) return BoardProblem(word.status());
  const WordProblem& problem = words.problem();
  const PlayedBoard start = PlayedOf({problem.width, problem.height, CellsOf(problem, *word)});
  PlayedBoard end = start;
  const absl::StatusOr<std::string> letters = ReadMoves(moves, of_blank, &end);
  if (!letters.ok()) return BadMoves(letters.status());
  word =
      ReadWord(problem, {problem.width, problem.height, {end.tiles().begin(), end.tiles().end()}});
  *json += Json({{"board", ToText(problem, *word)},
                 {"moves", letters->size()},
                 {"runs", CountRuns(*letters)},
                 {"actions", *letters},
                 {"blank", WriteMoves(start, *letters, MoveNotation::kBlank)},
                 {"tiles", MovedTiles(start, *letters)}})
               .Text();
  return std::nullopt;
}

std::optional<Problem> ScrambleWords(const LoadedSet& set, const ScrambleWish& wish,
                                     std::string* json) {
  bool uniform = true;
  const auto boards =
      set.opened.words->RandomBoards(wish.min_moves, wish.max_moves, wish.seed, 1, &uniform);
  if (!boards.ok())
    return Problem{404, "moves", PartsOf(boards.status()).expected,
                   absl::StrCat(wish.min_moves, "..", wish.max_moves), TILEBASE_ERROR_NOT_FOUND};
  *json += WordBoardJson(*set.opened.words, (*boards)[0], uniform).Text();
  return std::nullopt;
}

}  // namespace tilebase::serve
