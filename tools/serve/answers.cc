// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/answers.h"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "runtime/scramble.h"
#include "tables/board_reader.h"
#include "tables/board_text.h"
#include "tables/error.h"
#include "tables/plan.h"
#include "tools/common/json.h"
#include "tools/common/quantity.h"
#include "runtime/solution_stages.h"

namespace tilebase::serve {
namespace {

// A parameter that tables/ refuses, in its words.
Problem FromError(std::string_view parameter, const absl::Status& error) {
  const ErrorParts parts = PartsOf(error);
  return BadParameter(parameter, parts.expected, parts.what);
}

// Of a board that cannot be solved.
Problem Unsolvable(const Board& board) {
  return BadParameter("board", "a board that can be solved", WhyUnsolvable(board));
}

Problem Unreadable(tilebase_code code) {
  return {503, "", "sound tables", tilebase_error_text(code)};
}

// What the tables have said when they were asked for `asked`, whose goal is empty where the stage
// tells it.
std::optional<Problem> AppendProbe(tilebase_code code, const Subproblem& asked,
                                   const tilebase_probe_result& result, std::string* json) {
  if (code == TILEBASE_ERROR_SUBPROBLEM)
    return Problem{404, "goal", "a subproblem that /v1/tables lists", ToString(asked)};
  if (code == TILEBASE_ERROR_FIXED)
    return BadParameter("fixed", "tiles that are home on the board", "one that is not");
  if (code != TILEBASE_OK) return Unreadable(code);
  *json += ProbeJson(result).Text();
  return std::nullopt;
}

// Room for what BoardAnswers::Solve writes.
size_t MostLetters(const LoadedSet& set, const std::optional<Destination>& destination) {
  return destination ? set.policies().MostLettersTo(*destination) : set.info().certified_worst_case;
}

}  // namespace

size_t SliceBoards(int64_t effort) {
  if (effort == 0) return kSliceBoards;
  // However small the effort, the way to begin with is walked, one board at a time.
  constexpr int64_t kWalk = 100;
  return static_cast<size_t>(std::max<int64_t>(kMaxEffort / (effort + kWalk), 1));
}

std::optional<Problem> FindSet(const Catalog& catalog, std::string_view size,
                               const LoadedSet** set) {
  const absl::StatusOr<Geometry> geometry = ParseGeometry(size);
  if (geometry.ok()) *set = catalog.Find(*geometry);
  if (geometry.ok() && *set != nullptr) return std::nullopt;
  return BadParameter("size", absl::StrCat("a board size that is served: ", catalog.sizes()),
                      Quoted(size));
}

std::optional<Problem> FindSolver(const Catalog& catalog, std::string_view size,
                                  const LoadedSet** set, std::optional<BigSize>* any_size) {
  std::optional<Problem> problem = FindSet(catalog, size, set);
  if (!problem || catalog.any() == nullptr) return problem;
  const absl::StatusOr<BigSize> any = ParseBigSize(size);
  if (!any.ok()) return BadParameter("size", PartsOf(any.status()).expected, Quoted(size));
  *any_size = *any;
  return std::nullopt;
}

std::optional<Problem> ReadScrambleWish(const std::string* moves, const std::string* seed,
                                        ScrambleWish* wish) {
  const auto range = moves == nullptr ? std::nullopt : ParseCountRange(*moves);
  if (!range)
    return BadParameter("moves", "a number of moves or a range such as 30..40",
                        moves == nullptr ? "none" : Quoted(*moves));
  *wish = {.min_moves = range->first, .max_moves = range->second, .tries = kScrambleTries};
  if (seed != nullptr && !absl::SimpleAtoi(*seed, &wish->seed))
    return BadParameter("seed", "an integer, 0 to 18446744073709551615", Quoted(*seed));
  return std::nullopt;
}

std::optional<Problem> ScrambleOne(const LoadedSet& set, const ScrambleWish& wish,
                                   std::string* json) {
  Scrambler scrambler(set.policies(), wish);
  Board board;
  uint32_t count = 0;
  tilebase_code code = scrambler.Start();
  if (code == TILEBASE_OK) code = scrambler.Next(&board, &count);
  if (code == TILEBASE_ERROR_NOT_FOUND)
    return Problem{
        404, "moves",
        absl::StrCat("at most ", set.info().certified_worst_case, " moves, and not so rare that ",
                     kScrambleTries, " tries do not meet them: a wider range, or another seed"),
        wish.min_moves == wish.max_moves
            ? absl::StrCat("'", wish.min_moves, "'")
            : absl::StrCat("'", wish.min_moves, "..", wish.max_moves, "'")};
  if (code != TILEBASE_OK) return Unreadable(code);
  *json += ScrambleJson(board, count, scrambler.is_optimal(), scrambler.is_uniform()).Text();
  return std::nullopt;
}

std::optional<Problem> BoardAnswers::ReadBoard(std::string_view text, const LoadedSet** set,
                                               Board* board) const {
  const bool is_only = catalog_.sets().size() == 1 && catalog_.any() == nullptr;
  *set = set_ != nullptr ? set_
         : is_only       ? catalog_.sets()[0].get()
                         : catalog_.FindByCells(CountCells(text));
  if (*set == nullptr) {
    const BoardShape told = ToldShape(text.data(), text.size());
    if (told.is_known() && told.width <= kMaxSide && told.height <= kMaxSide)
      *set = catalog_.Find({static_cast<uint8_t>(told.width), static_cast<uint8_t>(told.height)});
  }
  if (*set == nullptr) {
    const size_t cells = CountCells(text);
    return BadParameter(
        "board",
        absl::StrCat("the numbers of a board that is served: ", catalog_.sizes(),
                     " (where two have as many cells, the parameter size tells which",
                     catalog_.any() == nullptr ? ")" : "; it also asks for any other size)"),
        absl::StrCat(cells, cells == 1 ? " number" : " numbers"));
  }
  const absl::StatusOr<Board> parsed = ParseBoard((*set)->info().geometry, text);
  if (!parsed.ok()) return FromError("board", parsed.status());
  *board = *parsed;
  return std::nullopt;
}

std::optional<Problem> BoardAnswers::ReadSolvable(std::string_view text, const std::string* to,
                                                  const LoadedSet** set, Board* board,
                                                  std::optional<Destination>* destination) const {
  destination->reset();
  if (auto problem = ReadBoard(text, set, board)) return problem;
  if (to != nullptr)
    if (auto problem = Rename(ParseBoard(board->geometry, *to), board, destination)) return problem;
  if (!board->IsSolvable()) return Unsolvable(*board);
  return std::nullopt;
}

void BoardAnswers::Solve(const LoadedSet& set, int64_t effort,
                         const std::optional<Destination>& destination,
                         absl::Span<SolveRequest> requests) {
  if (effort == 0 || !set.answers->IsReadyForEffort()) {
    if (!destination) return set.policies().SolveLetters(requests);
    return set.policies().SolveLettersTo(*destination, requests);
  }
  // Ready: nothing is prepared that could fail.
  const Effort boards{.boards = static_cast<uint64_t>(effort)};
  for (SolveRequest& request : requests)
    (void)(destination ? set.answers->SolveTo(*destination, boards, &request)
                       : set.answers->Solve(boards, &request));
}

std::optional<Problem> BoardAnswers::Rename(const absl::StatusOr<Board>& goal, Board* board,
                                            std::optional<Destination>* destination) const {
  if (!goal.ok()) return FromError("to", goal.status());
  if (const absl::Status reachable = CheckReachable(*board, *goal); !reachable.ok())
    return BadParameter("to", "a board that can be reached", PartsOf(reachable).what);
  destination->emplace(*goal);
  *board = (*destination)->Renamed(*board);
  return std::nullopt;
}

std::optional<Problem> BoardAnswers::AppendSolution(const LoadedSet& set, const Board& board,
                                                    const std::optional<Destination>& destination,
                                                    const SolveOptions& options,
                                                    SolveRequest* solved, std::string* json) const {
  if (solved->code == TILEBASE_ERROR_UNSOLVABLE) return Unsolvable(board);
  if (solved->code != TILEBASE_OK) return Unreadable(solved->code);
  std::vector<SolutionStage> stages;
  if (options.stages) stages = SolutionStages(set.plan(), board, {solved->letters, solved->count});
  if (destination) {
    destination->Map(solved->letters, solved->count);
    stages = StagesTo(*destination, solved->count, std::move(stages));
  }
  json->append("{\"moves\":");
  char digits[20];
  const auto end = std::to_chars(digits, digits + sizeof digits, solved->count);
  json->append(digits, end.ptr);
  if (set.policies().is_mtm())
    absl::StrAppend(json, ",\"runs\":", CountRuns({solved->letters, solved->count}));
  json->append(",\"actions\":\"");
  json->append(solved->letters, solved->count);
  json->push_back('"');
  if (options.stages) absl::StrAppend(json, ",\"stages\":", StagesJson(stages).Text());
  json->push_back('}');
  return std::nullopt;
}

std::optional<Problem> BoardAnswers::SolveOne(std::string_view text, const SolveOptions& options,
                                              std::string* json) {
  const LoadedSet* set = nullptr;
  Board board;
  std::optional<Destination> destination;
  if (auto problem = ReadBoard(text, &set, &board)) return problem;
  if (options.to)
    if (auto problem = Rename(ParseBoard(board.geometry, *options.to), &board, &destination))
      return problem;
  const size_t capacity = MostLetters(*set, destination);
  scratch_.letters.resize(capacity);
  SolveRequest request{board.tile, scratch_.letters.data(), capacity};
  Solve(*set, options.effort, destination, absl::MakeSpan(&request, 1));
  return AppendSolution(*set, board, destination, options, &request, json);
}

const absl::StatusOr<Board>& BatchGoals::For(const LoadedSet& set, std::string_view text) {
  for (const auto& [of, goal] : goals_)
    if (of == &set) return goal;
  return goals_.emplace_back(&set, ParseBoard(set.info().geometry, text)).second;
}

void BoardAnswers::SolveSlice(BatchRest* rest, size_t end, std::string* json) {
  const Batch& batch = rest->batch;
  const size_t begin = rest->next, count = end - begin;
  std::vector<SliceBoard>& boards = scratch_.slice;
  boards.resize(count);
  size_t letters = 0;
  for (size_t i = 0; i < count; ++i) {
    boards[i].destination.reset();
    boards[i].problem = ReadBoard(batch.Text(begin + i), &boards[i].set, &boards[i].board);
    if (!boards[i].problem && batch.options.to)
      boards[i].problem = Rename(rest->goals.For(*boards[i].set, *batch.options.to),
                                 &boards[i].board, &boards[i].destination);
    if (boards[i].problem) boards[i].set = nullptr;
    if (boards[i].set != nullptr) letters += MostLetters(*boards[i].set, boards[i].destination);
  }
  // As many boards at a time as are for one set: all, unless sizes are mixed or boards are none.
  if (scratch_.letters.size() < letters) scratch_.letters.resize(letters);
  char* next_letters = scratch_.letters.data();
  std::vector<SolveRequest>& requests = scratch_.requests;
  requests.assign(count, {});
  for (size_t i = 0, next = 0; i < count; i = next) {
    const LoadedSet* const set = boards[i].set;
    for (next = i; next < count && boards[next].set == set; ++next) {
      if (set == nullptr) continue;
      const size_t capacity = MostLetters(*set, boards[next].destination);
      requests[next] = {boards[next].board.tile, next_letters, capacity};
      next_letters += capacity;
    }
    if (set != nullptr)
      Solve(*set, batch.options.effort, boards[i].destination,
            absl::MakeSpan(requests).subspan(i, next - i));
  }
  for (size_t i = 0; i < count; ++i) {
    std::optional<Problem>& problem = boards[i].problem;
    if (!problem)
      problem = AppendSolution(*boards[i].set, boards[i].board, boards[i].destination,
                               batch.options, &requests[i], json);
    if (problem)
      AppendRefusal(begin + i, *std::move(problem), json);
    else
      ++solved_;
    json->append(begin + i + 1 < batch.count() ? ",\n" : "\n");
  }
  rest->next = end;
}

void BoardAnswers::AppendRefusal(size_t index, Problem problem, std::string* json) {
  ++refused_;
  if (problem.parameter == "board") problem.parameter = absl::StrCat("boards[", index, "]");
  json->append("{\"problem\":");
  AppendProblem(problem, json);
  json->push_back('}');
}

void BoardAnswers::SolvePiece(BatchRest* rest, std::string* json) {
  const Batch& batch = rest->batch;
  const size_t end = rest->next + SliceBoards(batch.options.effort);
  while (json->size() < kPieceLetters && rest->next < end) {
    if (rest->under_way == nullptr) {
      if (rest->next == batch.count()) return;
      const auto problem =
          AnyAnswer::Start(*catalog_.any(), *rest->any_size, batch.Text(rest->next), batch.options,
                           &rest->under_way);
      if (problem) AppendRefusal(rest->next, *problem, json);
    }
    if (rest->under_way != nullptr) {
      if (!rest->under_way->Continue(json)) return;
      rest->under_way.reset();
      ++solved_;
    }
    if (rest->single) return;
    json->append(++rest->next < batch.count() ? ",\n" : "\n");
  }
}

std::optional<Problem> BoardAnswers::ReadQuestion(const Question& question, const LoadedSet** set,
                                                  Board* board, Subproblem* subproblem) const {
  std::optional<Destination> home;
  if (auto problem = ReadSolvable(question.board, nullptr, set, board, &home)) return problem;
  *subproblem = {board->geometry, 0, 0};
  for (const auto& [name, given, tiles] :
       {std::tuple("goal", question.goal, &subproblem->goal),
        std::tuple("fixed", question.fixed, &subproblem->fixed)}) {
    if (given == nullptr) continue;
    const absl::StatusOr<CellMask> parsed = ParseTiles(board->geometry, *given);
    if (!parsed.ok())
      return BadParameter(name, "tiles of the board, such as 3,4 or 1-4",
                          PartsOf(parsed.status()).what);
    *tiles = *parsed;
  }
  return std::nullopt;
}

std::optional<Problem> BoardAnswers::Probe(const Question& question, std::string* json) {
  const LoadedSet* set = nullptr;
  Board board;
  Subproblem asked;
  if (auto problem = ReadQuestion(question, &set, &board, &asked)) return problem;
  if (asked.goal == 0 && (question.goal != nullptr || asked.fixed != 0))
    return BadParameter("goal", "tiles to bring home", "none");
  tilebase_probe_result result;
  const tilebase_code code =
      asked.goal == 0 ? set->policies().Probe(board, &result)
                      : set->policies().ProbeSubproblem(board, asked.goal, asked.fixed, &result);
  return AppendProbe(code, asked, result, json);
}

std::optional<Problem> BoardAnswers::Hint(const Question& question, std::string* json) {
  const LoadedSet* set = nullptr;
  Board board;
  Subproblem last;
  if (auto problem = ReadQuestion(question, &set, &board, &last)) return problem;
  tilebase_probe_result hint = {};
  hint.goal = last.goal;
  hint.fixed = last.fixed;
  const tilebase_code code = set->policies().Hint(board, &hint);
  return AppendProbe(code, last, hint, json);
}

}  // namespace tilebase::serve
