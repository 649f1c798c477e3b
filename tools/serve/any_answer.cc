// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/any_answer.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/any/big_destination.h"
#include "tables/board_text.h"
#include "tables/error.h"

namespace tilebase::serve {
namespace {

Problem Refusal(std::string_view parameter, const absl::Status& error, tilebase_code code) {
  const ErrorParts parts = PartsOf(error);
  return {400, std::string(parameter),
          parts.expected.empty() ? "a board that can be solved" : parts.expected, parts.what, code};
}

// A board from which moves lead to the goal.
struct AskedAny {
  BigBoard board;
  BigDestination to;
};
std::optional<Problem> Read(BigSize size, std::string_view text, const std::string* to,
                            std::optional<AskedAny>* asked) {
  auto board = BigBoard::Parse(size, text);
  if (!board.ok()) return Refusal("board", board.status(), TILEBASE_ERROR_BOARD);
  absl::StatusOr<BigDestination> goal = BigDestination(size);
  if (to != nullptr) goal = BigDestination::Parse(size, *to);
  if (!goal.ok()) return Refusal("to", goal.status(), TILEBASE_ERROR_BOARD);
  const absl::Status reachable =
      to == nullptr ? board->CheckSolvable() : goal->CheckReachable(*board);
  if (!reachable.ok())
    return Refusal(to == nullptr ? "board" : "to", reachable, TILEBASE_ERROR_UNSOLVABLE);
  asked->emplace(AskedAny{*std::move(board), *std::move(goal)});
  return std::nullopt;
}

std::vector<uint32_t> Tiles(const BigBoard& board) {
  std::vector<uint32_t> tiles;
  for (int cell = 0; cell < board.size().cells(); ++cell)
    tiles.push_back(static_cast<uint32_t>(board.tile(cell)));
  return tiles;
}

Problem Unreadable(tilebase_code code, std::string_view why) {
  return {503, "", "sound tables", std::string(why), code};
}

}  // namespace

void AppendFacts(const tilebase_answer& answer, std::string* json) {
  constexpr const char* kShortest[] = {"true", "false,\"why\":\"stages\"",
                                       "false,\"why\":\"detour\"", "false,\"why\":\"limit\""};
  absl::StrAppend(json, ",\"runs\":", answer.runs, ",\"shortest\":", kShortest[answer.why],
                  ",\"bound\":", answer.bound, ",\"looked_at\":", answer.looked_at,
                  ",\"detour\":", answer.detour, ",\"microseconds\":", answer.microseconds,
                  ",\"code\":0");
}

void AppendAnswer(const std::optional<PlayedBoard>& start, std::string_view letters,
                  MoveNotation notation, const tilebase_answer& answer, std::string* json) {
  const bool tiles = notation == MoveNotation::kTiles;
  absl::StrAppend(json, "{\"moves\":", answer.moves, ",\"actions\":\"");
  if (tiles || notation == MoveNotation::kLetters)
    json->append(letters);
  else
    json->append(WriteMoves(*start, letters, notation));
  json->push_back('"');
  AppendFacts(answer, json);
  if (!tiles) return;
  json->append(",\"tiles\":[");
  for (const uint32_t tile : MovedTiles(*start, letters))
    absl::StrAppend(json, json->back() == '[' ? "" : ",", tile);
  json->push_back(']');
}

std::optional<Problem> SolveAny(const LoadedSet& set, BigSize size, std::string_view text,
                                const SolveOptions& options, const volatile uint8_t* cancel,
                                std::string* json) {
  if (options.want == TILEBASE_SHORTEST)
    return Problem{404, "size", "a size that a file has, for optimal", ToString(size),
                   TILEBASE_ERROR_SUBPROBLEM};
  if (options.stages)
    return BadParameter("stages", "none for a board of a size that no table set has", "it");
  if (size.cells() > kMostWholeCells)
    return BadParameter(options.want == TILEBASE_EFFORT ? "effort" : "notation",
                        absl::StrCat("none for a board of more than ", kMostWholeCells, " cells"),
                        "it");
  std::optional<AskedAny> asked;
  if (auto problem = Read(size, text, options.to, &asked)) return problem;
  BigBoard goal = BigBoard::Solved(size);
  for (const char letter : asked->to.detour()) goal.Apply(*ActionOf(letter));
  const std::vector<uint32_t> from = Tiles(asked->board), to = Tiles(asked->to.Original(goal));
  std::string letters;
  tilebase_question question = {};
  question.board = from.data();
  question.to = to.data();
  question.width = static_cast<uint32_t>(size.width);
  question.height = static_cast<uint32_t>(size.height);
  question.cell_bytes = 4;
  question.want = options.want;
  question.boards = options.boards;
  question.microseconds = Microseconds(options.seconds);
  question.cancel = cancel;
  question.context = &letters;
  question.receive = [](void* context, const char* some, size_t count) {
    static_cast<std::string*>(context)->append(some, count);
    return 0;
  };
  tilebase_answer answer = {};
  if (const int code =
          tilebase_ask(&set.opened, &question, sizeof question, &answer, sizeof answer);
      code != TILEBASE_OK)
    return Unreadable(static_cast<tilebase_code>(code), tilebase_error_text(code));
  AppendAnswer(PlayedBoard({question.width, question.height}, from), letters, options.notation,
               answer, json);
  json->push_back('}');
  return std::nullopt;
}

std::optional<Problem> AnyAnswer::Start(const LoadedSet& set, BigSize size, std::string_view text,
                                        const SolveOptions& options,
                                        std::unique_ptr<AnyAnswer>* answer) {
  std::optional<AskedAny> asked;
  if (auto problem = Read(size, text, options.to, &asked)) return problem;
  answer->reset(new AnyAnswer(*set.any, asked->to.Renamed(asked->board), asked->to.detour()));
  return std::nullopt;
}

AnyAnswer::AnyAnswer(const AnySolver& solver, BigBoard board, std::string detour)
    : board_(std::move(board)), detour_(std::move(detour)), walk_(&solver.tables(), &board_) {
  told_.detour = static_cast<uint32_t>(detour_.size());
  told_.bound = static_cast<uint64_t>(
      std::max<int64_t>(board_.ManhattanDistance() - static_cast<int64_t>(detour_.size()), 0));
}

void AnyAnswer::Add(std::string_view letters) {
  told_.moves += letters.size();
  for (const char letter : letters)
    if (std::exchange(last_, letter) != letter) ++told_.runs;
  letters_.append(letters);
}

bool AnyAnswer::Continue(std::string* json) {
  if (!std::exchange(is_begun_, true)) json->append("{\"actions\":\"");
  absl::Status status;
  while (status.ok() && !walk_.done() && letters_.size() < kPieceLetters)
    status = walk_.Next(&stream_);
  const bool last = walk_.done() || !status.ok();
  if (last) stream_.Flush();
  if (last && status.ok()) Add(detour_);
  json->append(letters_);
  letters_.clear();
  if (!last) return false;
  if (status.ok()) {
    told_.looked_at = told_.moves;
    told_.why = told_.moves == told_.bound ? TILEBASE_WHY_SHORTEST
                : detour_.empty()          ? TILEBASE_WHY_STAGES
                                           : TILEBASE_WHY_DETOUR;
    told_.microseconds = Microseconds(SecondsSince(begun_));
    absl::StrAppend(json, "\",\"moves\":", told_.moves);
    AppendFacts(told_, json);
  } else {
    json->append("\",\"problem\":");
    AppendProblem(Unreadable(TILEBASE_ERROR_DAMAGED, PartsOf(status).what), json);
  }
  json->push_back('}');
  return true;
}

}  // namespace tilebase::serve
