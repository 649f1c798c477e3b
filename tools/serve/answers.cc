// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/answers.h"

#include <algorithm>
#include <charconv>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "runtime/scramble.h"
#include "tables/board_text.h"
#include "tables/error.h"
#include "tables/plan.h"
#include "tools/common/answer_json.h"
#include "tools/common/moves_range.h"

namespace tilebase::serve {
namespace {

// A parameter that tables/ refuses, in its words.
Problem FromError(std::string_view parameter, const absl::Status& error) {
  const ErrorParts parts = PartsOf(error);
  return BadParameter(parameter, parts.expected, parts.what);
}

bool IsSeparator(char c) { return c == ' ' || c == ',' || c == '/' || (c >= '\t' && c <= '\r'); }

// How many words a board's text has; a single one counts its characters.
size_t CountCells(std::string_view text) {
  size_t words = 0;
  size_t length = 0;
  bool in_word = false;
  for (const char c : text) {
    const bool separator = IsSeparator(c);
    if (!separator && !in_word) ++words;
    if (!separator) ++length;
    in_word = !separator;
  }
  return words == 1 ? length : words;
}

// Appends {"moves":86,"actions":"URDL.."}.
void AppendSolution(const SolveRequest& board, std::string* json) {
  json->append("{\"moves\":");
  char digits[20];
  const auto end = std::to_chars(digits, digits + sizeof digits, board.count);
  json->append(digits, end.ptr);
  json->append(",\"actions\":\"");
  json->append(board.letters, board.count);
  json->append("\"}");
}

Effort Lookups(int64_t effort) { return {.lookups = static_cast<uint64_t>(effort)}; }

Problem Unreadable(tilebase_code code) {
  return {503, "", "sound tables", tilebase_error_text(code)};
}

}  // namespace

std::optional<Problem> CheckEffort(int64_t effort) {
  if (effort >= 0 && effort <= kMaxEffort) return std::nullopt;
  return BadParameter("effort", absl::StrCat("0 to ", kMaxEffort), absl::StrCat(effort));
}

std::optional<Problem> ReadEffort(std::string_view text, int64_t* effort) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *effort);
  if (error != std::errc() || end != text.data() + text.size())
    return BadParameter("effort", absl::StrCat("an integer, 0 to ", kMaxEffort), Quoted(text));
  return CheckEffort(*effort);
}

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

std::optional<Problem> ScrambleOne(const LoadedSet& set, const std::string* moves,
                                   const std::string* seed, std::string* json) {
  ScrambleWish wish;
  wish.tries = kScrambleTries;
  if (moves == nullptr || !ParseMoves(*moves, &wish))
    return BadParameter("moves", "a number of moves or a range such as 30..40",
                        moves == nullptr ? "none" : Quoted(*moves));
  if (seed != nullptr && !absl::SimpleAtoi(*seed, &wish.seed))
    return BadParameter("seed", "an integer, 0 to 18446744073709551615", Quoted(*seed));
  Scrambler scrambler(*set.policies, wish);
  Board board;
  uint32_t count = 0;
  tilebase_code code = scrambler.Start();
  if (code == TILEBASE_OK) code = scrambler.Next(&board, &count);
  if (code == TILEBASE_ERROR_NOT_FOUND)
    return Problem{
        404, "moves",
        absl::StrCat("at most ", set.info().certified_worst_case, " moves, and not so rare that ",
                     kScrambleTries, " tries do not meet them: a wider range, or another seed"),
        Quoted(*moves)};
  if (code != TILEBASE_OK) return Unreadable(code);
  *json += JsonLine(ScrambleJson(scrambler, board, count));
  return std::nullopt;
}

const LoadedSet* BoardAnswers::ReadCells(std::string_view text, uint8_t* cells) const {
  const char* at = text.data();
  const char* const end = at + text.size();
  size_t count = 0;
  while (true) {
    while (at != end && IsSeparator(*at)) ++at;
    if (at == end) break;
    if (count == kMaxCells) return nullptr;
    unsigned number = 0;
    if (*at == '_') {
      ++at;
    } else {
      const char* const word = at;
      for (; at != end && static_cast<unsigned>(*at - '0') < 10 && at - word < 3; ++at)
        number = number * 10 + static_cast<unsigned>(*at - '0');
      if (at == word || number > kMaxCells) return nullptr;
    }
    if (at != end && !IsSeparator(*at)) return nullptr;
    cells[count++] = static_cast<uint8_t>(number);
  }
  const LoadedSet* const set = set_ != nullptr ? set_ : catalog_.FindByCells(count);
  if (set == nullptr || static_cast<size_t>(set->info().geometry.cells()) != count) return nullptr;
  // The blank may be written as the number of cells.
  for (size_t i = 0; i < count; ++i)
    if (cells[i] == count) cells[i] = 0;
  return set;
}

std::optional<Problem> BoardAnswers::ReadBoard(std::string_view text, const LoadedSet** set,
                                               Board* board) const {
  *set = set_;
  if (*set == nullptr) {
    const size_t cells = CountCells(text);
    *set = catalog_.FindByCells(cells);
    if (*set == nullptr && catalog_.sets().size() == 1) *set = catalog_.sets()[0].get();
    if (*set == nullptr)
      return BadParameter(
          "board",
          absl::StrCat("the numbers of a board that is served: ", catalog_.sizes(),
                       " (where two have as many cells, the parameter size tells which)"),
          absl::StrCat(cells, cells == 1 ? " number" : " numbers"));
  }
  const absl::StatusOr<Board> parsed = ParseBoard((*set)->info().geometry, text);
  if (!parsed.ok()) return FromError("board", parsed.status());
  if (const absl::Status solvable = CheckSolvable(*parsed); !solvable.ok())
    return BadParameter("board", "a board that can be solved", PartsOf(solvable).what);
  *board = *parsed;
  return std::nullopt;
}

std::optional<Problem> BoardAnswers::SolveOne(std::string_view text, int64_t effort,
                                              std::string* json) {
  uint8_t cells[kMaxCells];
  const LoadedSet* set = ReadCells(text, cells);
  SolveRequest quick;
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (set != nullptr) {
      const size_t capacity = set->info().certified_worst_case;
      if (scratch_.letters.size() < capacity) scratch_.letters.resize(capacity);
      quick = {cells, scratch_.letters.data(), capacity};
      if (effort == 0 || set->look_ahead == nullptr)
        set->policies->SolveLetters(&quick);
      else
        set->look_ahead->Solve(Lookups(effort), &scratch_.look_ahead, &quick);
      if (quick.code == TILEBASE_OK) {
        AppendSolution(quick, json);
        return std::nullopt;
      }
    }
    if (attempt != 0) break;
    // Not plain numbers, or not a board: the full reading knows.
    Board board;
    if (auto problem = ReadBoard(text, &set, &board)) return problem;
    std::copy(board.tile, board.tile + kMaxCells, cells);
  }
  return Unreadable(quick.code);
}

void BoardAnswers::SolveGroup(const LoadedSet& set, int64_t effort, size_t begin, size_t end) {
  const size_t capacity = set.info().certified_worst_case;
  if (scratch_.letters.size() < kSliceBoards * capacity)
    scratch_.letters.resize(kSliceBoards * capacity);
  for (size_t i = begin; i < end; ++i) {
    scratch_.boards[i].letters = scratch_.letters.data() + i * capacity;
    scratch_.boards[i].capacity = capacity;
  }
  const absl::Span<SolveRequest> boards =
      absl::MakeSpan(scratch_.boards).subspan(begin, end - begin);
  if (effort == 0 || set.look_ahead == nullptr) return set.policies->SolveLetters(boards);
  for (SolveRequest& board : boards)
    set.look_ahead->Solve(Lookups(effort), &scratch_.look_ahead, &board);
}

void BoardAnswers::SolveSlice(const Batch& batch, size_t begin, size_t end, std::string* json) {
  const size_t count = end - begin;
  scratch_.boards.assign(count, SolveRequest());
  scratch_.cells.resize(kSliceBoards * kMaxCells);
  for (size_t done = 0; done < count;) {
    // As many boards as are for one set: all, unless sizes are mixed. One that cannot be read is
    // the end of a group.
    const LoadedSet* group = nullptr;
    size_t next = done;
    bool unread = false;
    for (; next < count; ++next) {
      uint8_t* const cells = scratch_.cells.data() + next * kMaxCells;
      const LoadedSet* const set = ReadCells(batch.Text(begin + next), cells);
      unread = set == nullptr;
      if (unread || (group != nullptr && set != group)) break;
      group = set;
      scratch_.boards[next].cells = cells;
    }
    if (group != nullptr) SolveGroup(*group, batch.effort, done, next);
    const size_t answered = unread ? next + 1 : next;
    for (size_t i = done; i < answered; ++i) {
      const SolveRequest& board = scratch_.boards[i];
      if (i < next && board.code == TILEBASE_OK) {
        AppendSolution(board, json);
        ++solved_;
      } else {
        // Letters of boards still to be written must stay.
        std::vector<char> letters;
        letters.swap(scratch_.letters);
        std::optional<Problem> problem = SolveOne(batch.Text(begin + i), batch.effort, json);
        letters.swap(scratch_.letters);
        ++(problem ? refused_ : solved_);
        if (problem) {
          if (!problem->parameter.empty())
            problem->parameter = absl::StrCat("boards[", begin + i, "]");
          json->append("{\"problem\":");
          AppendProblem(*problem, json);
          json->push_back('}');
        }
      }
      json->append(begin + i + 1 < batch.count() ? ",\n" : "\n");
    }
    done = answered;
  }
}

std::optional<Problem> BoardAnswers::Probe(std::string_view text, const std::string* goal_text,
                                           const std::string* fixed_text, std::string* json) {
  const LoadedSet* set = nullptr;
  Board board;
  if (auto problem = ReadBoard(text, &set, &board)) return problem;
  const Geometry geometry = board.geometry;
  CellMask goal = 0;
  CellMask fixed = 0;
  for (const auto& [name, given, tiles] :
       {std::tuple("goal", goal_text, &goal), std::tuple("fixed", fixed_text, &fixed)}) {
    if (given == nullptr) continue;
    const absl::StatusOr<CellMask> parsed = ParseTiles(geometry, *given);
    if (!parsed.ok())
      return BadParameter(name, "tiles of the board, such as 3,4 or 1-4",
                          PartsOf(parsed.status()).what);
    *tiles = *parsed;
  }
  if (goal == 0 && (goal_text != nullptr || fixed != 0))
    return BadParameter("goal", "tiles to bring home", "none");
  tilebase_probe_result result;
  const tilebase_code code = goal == 0
                                 ? set->policies->Probe(board, &result)
                                 : set->policies->ProbeSubproblem(board, goal, fixed, &result);
  if (code == TILEBASE_ERROR_SUBPROBLEM)
    return Problem{404, "goal", "a subproblem that /v1/tables lists",
                   ToString(Subproblem{geometry, goal, fixed})};
  if (code == TILEBASE_ERROR_FIXED)
    return BadParameter("fixed", "tiles that are home on the board", "one that is not");
  if (code != TILEBASE_OK) return Unreadable(code);
  *json += JsonLine(ProbeJson(result));
  return std::nullopt;
}

}  // namespace tilebase::serve
