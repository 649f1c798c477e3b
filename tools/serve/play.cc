// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/play.h"

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "runtime/any/big_board.h"
#include "tables/board_reader.h"
#include "tables/board_text.h"
#include "tables/error.h"
#include "tables/goal_reader.h"
#include "tables/move_text.h"
#include "tools/common/json.h"
#include "tools/serve/word_answers.h"

namespace tilebase::serve {
namespace {

// The size of a board, as far as it is known without reading its cells.
BoardShape ShapeOf(const Catalog& catalog, std::string_view text) {
  const BoardShape told = ToldShape(text.data(), text.size());
  if (told.is_known()) return told;
  const LoadedSet* const set = NamedGoal(text.data(), text.size()) == GoalName::kNone
                                   ? catalog.FindByCells(CountCells(text))
                               : catalog.sets().size() == 1 ? catalog.sets()[0].get()
                                                            : nullptr;
  if (set == nullptr) return told;
  return {set->info().geometry.width, set->info().geometry.height};
}

// Reads a board or the name of one. *shape becomes known if it was not.
std::optional<Problem> ReadTiles(std::string_view text, BoardShape* shape,
                                 std::vector<uint32_t>* tiles) {
  tiles->resize(shape->is_known() ? shape->cells() : CountCells(text));
  BoardReading reading;
  reading.shape = *shape;
  const bool is_read =
      shape->is_known()
          ? ReadGoal(text.data(), text.size(), &reading, tiles->data(), tiles->size())
          : ReadBoard(text.data(), text.size(), &reading, tiles->data(), tiles->size());
  if (!is_read)
    return Problem{400, "board", std::string(reading.expected.text()),
                   std::string(reading.what.text()), TILEBASE_ERROR_BOARD};
  *shape = reading.shape;
  tiles->resize(shape->cells());
  return std::nullopt;
}

}  // namespace

Problem BadMoves(const absl::Status& error) {
  const ErrorParts parts = PartsOf(error);
  return {400, "moves", parts.expected,
          parts.where.empty() ? parts.found : absl::StrCat(parts.found, " (", parts.where, ")"),
          TILEBASE_ERROR_ARGUMENT};
}

std::optional<Problem> PlayMoves(const Catalog& catalog, const Parameters& parameters,
                                 std::string* json) {
  const std::string* const board = parameters.Find("board");
  const std::string* const moves = parameters.Find("moves");
  if (board == nullptr) return BadParameter("board", "a board", "none");
  if (moves == nullptr) return BadParameter("moves", "moves such as R3 D2 L", "none");
  BoardShape shape = ShapeOf(catalog, *board);
  if (const std::string* const size = parameters.Find("size")) {
    const absl::StatusOr<BigSize> given = ParseBigSize(*size);
    if (!given.ok()) return BadParameter("size", PartsOf(given.status()).expected, Quoted(*size));
    shape = {static_cast<uint32_t>(given->width), static_cast<uint32_t>(given->height)};
  }
  MoveNotation notation = MoveNotation::kLetters;
  if (auto problem = ReadNotation(parameters, &notation)) return problem;
  std::vector<uint32_t> tiles;
  const LoadedSet* words = nullptr;
  if (auto problem = ChooseNamed(catalog, parameters.Find("set"), &words)) return problem;
  if (words == nullptr)
    if (auto problem = ReadTiles(*board, &shape, &tiles)) {
      if (auto other = ChooseWords(catalog, nullptr, *board, &words)) return other;
      if (words == nullptr) return problem;
    }
  const bool of_blank = notation == MoveNotation::kBlank;
  if (words != nullptr) return PlayWords(*words, *board, *moves, of_blank, json);
  const PlayedBoard start(shape, std::move(tiles));
  PlayedBoard end = start;
  const absl::StatusOr<std::string> letters = ReadMoves(*moves, of_blank, &end);
  if (!letters.ok()) return BadMoves(letters.status());
  *json += Json({{"board", end.ToRows()},
                 {"moves", letters->size()},
                 {"runs", CountRuns(*letters)},
                 {"actions", *letters},
                 {"blank", WriteMoves(start, *letters, MoveNotation::kBlank)},
                 {"tiles", MovedTiles(start, *letters)}})
               .Text();
  return std::nullopt;
}

}  // namespace tilebase::serve
