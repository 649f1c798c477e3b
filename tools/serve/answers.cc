// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/answers.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "runtime/equal_tiles.h"
#include "runtime/hints.h"
#include "runtime/lookup/quick_solver.h"
#include "runtime/scramble.h"
#include "runtime/solution_stages.h"
#include "tables/board_reader.h"
#include "tables/board_text.h"
#include "tables/destination.h"
#include "tables/error.h"
#include "tables/move_text.h"
#include "tables/plan.h"
#include "tools/common/json.h"
#include "tools/common/quantity.h"
#include "tools/serve/word_answers.h"

namespace tilebase::serve {
namespace {

// Returns the problem of a parameter that tables/ refuses, with its message.
Problem FromError(std::string_view parameter, const absl::Status& error) {
  const ErrorParts parts = PartsOf(error);
  Problem problem = BadParameter(parameter, parts.expected, parts.what);
  problem.code = TILEBASE_ERROR_BOARD;
  return problem;
}

// Reads a goal, which may have equal tiles.
absl::StatusOr<Board> ReadAnyGoal(Geometry geometry, std::string_view text) {
  absl::StatusOr<Board> goal = ParseEqualBoard(geometry, text);
  return goal.ok() && HasEqualTiles(*goal) ? goal : ParseGoal(geometry, text);
}

// Returns the problem of a board from which no moves lead to the goal.
Problem Unsolvable(const AskedBoard& asked) {
  Problem problem =
      asked.to == nullptr
          ? BadParameter("board", "a board that can be solved", WhyUnsolvable(asked.board))
          : BadParameter("to", "a board that can be reached",
                         PartsOf(CheckReachable(asked.board, *asked.to)).what);
  problem.code = TILEBASE_ERROR_UNSOLVABLE;
  return problem;
}

Problem NoEqualTiles() {
  return {400, "to",
          "each tile once: equal tiles are for /v1/solve, by lookup or with effort, without stages",
          "equal tiles", TILEBASE_ERROR_SUBPROBLEM};
}

Problem Unreadable(int code) {
  const bool is_memory = code == TILEBASE_ERROR_MEMORY;
  return {503, "", is_memory ? "memory: try again soon" : "sound tables", tilebase_error_text(code),
          code};
}

// Appends the result of a probe, or returns its problem. The goal of `asked` is empty if the stage
// chose the subproblem.
std::optional<Problem> AppendProbe(int code, const Subproblem& asked,
                                   const tilebase_probe_result& result, std::string* json) {
  if (code == TILEBASE_ERROR_SUBPROBLEM)
    return Problem{404, "goal", "a subproblem that /v1/tables lists", ToString(asked), code};
  if (code == TILEBASE_ERROR_FIXED)
    return Problem{400, "fixed", "tiles that are home on the board", "one that is not", code};
  if (code != TILEBASE_OK) return Unreadable(code);
  *json += ProbeJson(result).Text();
  return std::nullopt;
}

// Returns room for the letters of any answer, and a zero.
size_t Capacity(const LoadedSet& set) { return set.info().certified_worst_case + 16; }

bool IsReadyFor(const LoadedSet& set, uint32_t want) {
  return want != TILEBASE_EFFORT || !set.opened.answers->UsesLookAhead() ||
         set.opened.answers->IsReadyForEffort();
}

tilebase_question QuestionOf(const AskedBoard& asked, const SolveOptions& options, char* letters) {
  tilebase_question question = {};
  question.board = asked.board.tile;
  if (asked.to != nullptr) question.to = asked.to->tile;
  // If there was no memory for the tables of effort, lookups answer.
  if (IsReadyFor(*asked.set, options.want)) question.want = options.want;
  question.boards = options.boards;
  question.microseconds = Microseconds(options.seconds);
  question.actions = letters;
  question.capacity = Capacity(*asked.set);
  return question;
}

// Returns the stages of a solution.
std::vector<SolutionStage> StagesOf(const AskedBoard& asked, std::string_view letters) {
  if (asked.to == nullptr) return SolutionStages(asked.set->plan(), asked.board, letters);
  const Destination destination(*asked.to);
  // The letters for the renamed board.
  const std::string_view actions = "LRUD";
  char mapped[] = "LRUD";
  destination.Map(mapped, actions.size());
  std::string renamed(letters);
  for (char& letter : renamed) letter = actions[std::string_view(mapped).find(letter)];
  return StagesTo(destination, letters.size(),
                  SolutionStages(asked.set->plan(), destination.Renamed(asked.board), renamed));
}

}  // namespace

size_t SliceBoards(uint64_t effort) {
  if (effort == 0) return kSliceBoards;
  // Even the smallest effort walks a first solution, one board at a time.
  constexpr uint64_t kWalk = 100;
  return static_cast<size_t>(std::max<uint64_t>(kQuickEffort / (effort + kWalk), 1));
}

std::optional<Problem> ChooseSet(const Catalog& catalog, const std::string* size,
                                 const LoadedSet** set) {
  if (size == nullptr) return std::nullopt;
  const absl::StatusOr<Geometry> geometry = ParseGeometry(*size);
  if (geometry.ok()) *set = catalog.Find(*geometry);
  if (geometry.ok() && *set != nullptr) return std::nullopt;
  return BadParameter("size", absl::StrCat("a board size that is served: ", catalog.sizes()),
                      Quoted(*size));
}

std::optional<Problem> ChooseSize(const Catalog& catalog, const std::string* size,
                                  ChosenSize* chosen) {
  std::optional<Problem> problem = ChooseSet(catalog, size, &chosen->set);
  if (!problem || catalog.any() == nullptr) return problem;
  const absl::StatusOr<BigSize> any = ParseBigSize(*size);
  if (!any.ok()) return BadParameter("size", PartsOf(any.status()).expected, Quoted(*size));
  chosen->any = *any;
  return std::nullopt;
}

bool HasEqualGoal(const Catalog& catalog, const std::string* to) {
  return to != nullptr &&
         std::any_of(catalog.sets().begin(), catalog.sets().end(), [&](const auto& set) {
           const absl::StatusOr<Board> goal = ReadAnyGoal(set->info().geometry, *to);
           return goal.ok() && HasEqualTiles(*goal);
         });
}

std::optional<Problem> CheckSearched(const LoadedSet& set, std::string_view parameter) {
  if (set.optimal() != nullptr) return std::nullopt;
  return Problem{404, std::string(parameter),
                 "a size whose file has pattern tables, one stage of all tiles, or the metric mtm",
                 absl::StrCat("the plan ", set.info().plan), TILEBASE_ERROR_SUBPROBLEM};
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
            : absl::StrCat("'", wish.min_moves, "..", wish.max_moves, "'"),
        code};
  if (code != TILEBASE_OK) return Unreadable(code);
  *json += ScrambleJson(board, count, scrambler.is_optimal(), scrambler.is_uniform()).Text();
  return std::nullopt;
}

const absl::StatusOr<Board>& Goals::For(const LoadedSet& set, std::string_view text) {
  for (const auto& [of, goal] : goals_)
    if (of == &set) return goal;
  return goals_.emplace_back(&set, ReadAnyGoal(set.info().geometry, text)).second;
}

std::optional<Problem> ReadGoal(const LoadedSet& set, const std::string* to, Board* goal) {
  *goal = Board::Solved(set.info().geometry);
  if (to == nullptr) return std::nullopt;
  const absl::StatusOr<Board> read = ParseGoal(goal->geometry, *to);
  if (!read.ok()) return FromError("to", read.status());
  *goal = *read;
  return std::nullopt;
}

std::optional<Problem> BoardAnswers::ReadBoard(std::string_view text, const std::string* to,
                                               Goals* goals, AskedBoard* asked) const {
  const bool is_only = catalog_.sets().size() == 1 && catalog_.any() == nullptr;
  const LoadedSet* set = size_.set != nullptr ? size_.set
                         : is_only            ? catalog_.sets()[0].get()
                                              : catalog_.FindByCells(CountCells(text));
  if (set == nullptr) {
    const BoardShape told = ToldShape(text.data(), text.size());
    if (told.is_known() && told.width <= kMaxSide && told.height <= kMaxSide)
      set = catalog_.Find({static_cast<uint8_t>(told.width), static_cast<uint8_t>(told.height)});
  }
  if (set == nullptr) {
    const size_t cells = CountCells(text);
    return Problem{
        400, "board",
        absl::StrCat("the numbers of a board that is served: ", catalog_.sizes(),
                     " (where two have as many cells, the parameter size tells which",
                     catalog_.any() == nullptr ? ")" : "; it also asks for any other size)"),
        absl::StrCat(cells, cells == 1 ? " number" : " numbers"), TILEBASE_ERROR_BOARD_SIZE};
  }
  asked->to = nullptr;
  asked->has_equal_tiles = false;
  if (to != nullptr) {
    const absl::StatusOr<Board>& goal = goals->For(*set, *to);
    if (!goal.ok()) return FromError("to", goal.status());
    asked->to = &*goal;
    asked->has_equal_tiles = HasEqualTiles(*goal);
  }
  const absl::StatusOr<Board> board = asked->has_equal_tiles
                                          ? ParseEqualBoard(set->info().geometry, text)
                                          : ParseBoard(set->info().geometry, text);
  if (!board.ok()) return FromError("board", board.status());
  if (asked->has_equal_tiles && !HaveSameTiles(*board, *asked->to)) {
    Problem problem = BadParameter("board", "the tiles of 'to', each as often as there", "others");
    problem.code = TILEBASE_ERROR_BOARD;
    return problem;
  }
  asked->board = *board;
  asked->set = set;
  return std::nullopt;
}

std::optional<Problem> BoardAnswers::ReadAsked(std::string_view text, const SolveOptions& options,
                                               Goals* goals, AskedBoard* asked) const {
  if (!options.to_equal_tiles) {
    auto problem = ReadSolvable(text, options.to, goals, asked);
    if (!problem && options.want == TILEBASE_SHORTEST)
      problem = CheckSearched(*asked->set, "board");
    return problem;
  }
  if (options.want == TILEBASE_SHORTEST || options.stages) return NoEqualTiles();
  return ReadBoard(text, options.to, goals, asked);
}

std::optional<Problem> BoardAnswers::ReadSolvable(std::string_view text, const std::string* to,
                                                  Goals* goals, AskedBoard* asked) const {
  if (auto problem = ReadBoard(text, to, goals, asked)) return problem;
  if (asked->has_equal_tiles) return NoEqualTiles();
  const bool even = asked->to == nullptr || asked->to->IsSolvable();
  if (asked->board.IsSolvable() != even) return Unsolvable(*asked);
  return std::nullopt;
}

std::optional<Problem> BoardAnswers::AppendAnswer(const AskedBoard& asked,
                                                  const SolveOptions& options,
                                                  const tilebase_question& question,
                                                  const tilebase_answer& answer,
                                                  std::string* json) const {
  if (answer.code == TILEBASE_ERROR_UNSOLVABLE) return Unsolvable(asked);
  if (answer.code != TILEBASE_OK) return Unreadable(answer.code);
  const std::string_view letters(question.actions, static_cast<size_t>(answer.moves));
  std::optional<PlayedBoard> start;
  if (options.notation != MoveNotation::kLetters) start.emplace(asked.board);
  serve::AppendAnswer(start, letters, options.notation, answer, json);
  if (options.want == TILEBASE_SHORTEST)
    absl::StrAppend(json, ",\"tables\":\"", asked.set->optimal()->tables(), "\"");
  if (options.stages)
    absl::StrAppend(json, ",\"stages\":", StagesJson(StagesOf(asked, letters)).Text());
  json->push_back('}');
  return std::nullopt;
}

std::optional<Problem> BoardAnswers::SolveOne(std::string_view text, const SolveOptions& options,
                                              Goals* goals, const volatile uint8_t* cancel,
                                              std::string* json) {
  const LoadedSet* words = size_.words;
  if (words == nullptr && size_.set == nullptr && !size_.any && !options.to_equal_tiles)
    if (auto problem = ChooseWords(catalog_, nullptr, text, &words)) return problem;
  if (words != nullptr) return SolveWords(*words, text, options, cancel, json);
  if (size_.any) return SolveAny(*catalog_.any(), *size_.any, text, options, cancel, json);
  AskedBoard asked;
  if (auto problem = ReadAsked(text, options, goals, &asked)) return problem;
  scratch_.letters.resize(Capacity(*asked.set));
  tilebase_question question = QuestionOf(asked, options, scratch_.letters.data());
  question.cancel = cancel;
  tilebase_answer answer = {};
  tilebase_ask(&asked.set->opened, &question, sizeof question, &answer, sizeof answer);
  return AppendAnswer(asked, options, question, answer, json);
}

void BoardAnswers::SolveSlice(BatchRest* rest, size_t end, std::string* json) {
  // A batch of walks, so that their data stays in the cache.
  while (rest->next < end) SolveSome(rest, std::min(rest->next + kBatchSize, end), json);
}

void BoardAnswers::SolveSome(BatchRest* rest, size_t end, std::string* json) {
  const Batch& batch = rest->batch;
  const size_t begin = rest->next, count = end - begin;
  std::vector<AskedBoard>& boards = scratch_.boards;
  boards.resize(count);
  size_t letters = 0;
  for (size_t i = 0; i < count; ++i) {
    boards[i].set = nullptr;
    boards[i].words = size_.words;
    boards[i].problem.reset();
    if (size_.words == nullptr && size_.set == nullptr)
      boards[i].problem = ChooseWords(catalog_, nullptr, batch.Text(begin + i), &boards[i].words);
    if (!boards[i].problem && boards[i].words == nullptr)
      boards[i].problem =
          ReadBoard(batch.Text(begin + i), rest->options.to, &rest->goals, &boards[i]);
    if (boards[i].set != nullptr) letters += Capacity(*boards[i].set);
  }
  if (scratch_.letters.size() < letters) scratch_.letters.resize(letters);
  char* next_letters = scratch_.letters.data();
  std::vector<tilebase_question>& questions = scratch_.questions;
  std::vector<tilebase_answer>& answers = scratch_.answers;
  questions.resize(count);
  answers.resize(count);
  // Takes neighbouring boards of one set together: all, unless sizes are mixed or texts are no
  // boards.
  for (size_t i = 0, next = 0; i < count; i = next) {
    const LoadedSet* const set = boards[i].set;
    for (next = i; next < count && boards[next].set == set; ++next) {
      if (set == nullptr) continue;
      questions[next] = QuestionOf(boards[next], rest->options, next_letters);
      next_letters += questions[next].capacity;
    }
    if (set != nullptr)
      tilebase_ask_batch(&set->opened, &questions[i], sizeof questions[0], next - i, &answers[i],
                         sizeof answers[0]);
  }
  for (size_t i = 0; i < count; ++i) {
    std::optional<Problem>& problem = boards[i].problem;
    if (!problem && boards[i].words != nullptr)
      problem = SolveWords(*boards[i].words, batch.Text(begin + i), rest->options, nullptr, json);
    else if (!problem)
      problem = AppendAnswer(boards[i], rest->options, questions[i], answers[i], json);
    EndBoard(rest, problem, json);
  }
}

void BoardAnswers::SolveAll(BatchRest* rest, const volatile uint8_t* cancel, std::string* json) {
  const Clock::time_point begun = Clock::now();
  const double seconds = rest->options.seconds;
  while (rest->next < rest->batch.count()) {
    // At least 1, because 0 means no limit.
    if (seconds != 0) rest->options.seconds = std::max(seconds - SecondsSince(begun), 1e-6);
    EndBoard(rest,
             SolveOne(rest->batch.Text(rest->next), rest->options, &rest->goals, cancel, json),
             json);
  }
}

void BoardAnswers::EndBoard(BatchRest* rest, const std::optional<Problem>& problem,
                            std::string* json) {
  ++(problem ? refused_ : solved_);
  if (problem) {
    Problem told = *problem;
    if (told.parameter == "board") told.parameter = absl::StrCat("boards[", rest->next, "]");
    json->append("{\"problem\":");
    AppendProblem(told, json);
    json->push_back('}');
  }
  json->append(++rest->next < rest->batch.count() ? ",\n" : "\n");
}

void BoardAnswers::SolvePiece(BatchRest* rest, std::string* json) {
  const Batch& batch = rest->batch;
  while (json->size() < kPieceLetters && rest->next < batch.count()) {
    std::optional<Problem> problem;
    if (rest->under_way == nullptr)
      problem = AnyAnswer::Start(*catalog_.any(), *size_.any, batch.Text(rest->next), rest->options,
                                 &rest->under_way);
    if (rest->under_way != nullptr && !rest->under_way->Continue(json)) return;
    rest->under_way.reset();
    EndBoard(rest, problem, json);
  }
}

std::optional<Problem> BoardAnswers::ReadQuestion(const Question& question, Goals* goals,
                                                  AskedBoard* asked, Subproblem* subproblem) const {
  if (auto problem = ReadSolvable(question.board, question.to, goals, asked)) return problem;
  *subproblem = {asked->board.geometry, 0, 0};
  for (const auto& [name, given, tiles] :
       {std::tuple("goal", question.goal, &subproblem->goal),
        std::tuple("fixed", question.fixed, &subproblem->fixed)}) {
    if (given == nullptr) continue;
    const absl::StatusOr<CellMask> parsed = ParseTiles(asked->board.geometry, *given);
    if (!parsed.ok())
      return BadParameter(name, "tiles of the board, such as 3,4 or 1-4",
                          PartsOf(parsed.status()).what);
    *tiles = *parsed;
  }
  return std::nullopt;
}

std::optional<Problem> BoardAnswers::Probe(const Question& question, std::string* json) {
  Goals goals;
  AskedBoard asked;
  Subproblem subproblem;
  if (auto problem = ReadQuestion(question, &goals, &asked, &subproblem)) return problem;
  if (subproblem.goal == 0 && (question.goal != nullptr || subproblem.fixed != 0))
    return BadParameter("goal", "tiles to bring to their places", "none");
  const HintsTo hints(asked.set->policies(), asked.goal());
  tilebase_probe_result result;
  const tilebase_code code =
      subproblem.goal == 0
          ? hints.Probe(asked.board, &result)
          : hints.ProbeSubproblem(asked.board, subproblem.goal, subproblem.fixed, &result);
  return AppendProbe(code, subproblem, result, json);
}

std::optional<Problem> BoardAnswers::Hint(const Question& question, std::string* json) {
  Goals goals;
  AskedBoard asked;
  Subproblem last;
  if (auto problem = ReadQuestion(question, &goals, &asked, &last)) return problem;
  tilebase_probe_result hint = {};
  hint.goal = last.goal;
  hint.fixed = last.fixed;
  const tilebase_code code = HintsTo(asked.set->policies(), asked.goal()).Hint(asked.board, &hint);
  return AppendProbe(code, last, hint, json);
}

}  // namespace tilebase::serve
