// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Boards by themselves: from text, random ones, their check, and moves played on them.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/c_api/set.h"
#include "runtime/c_api/words.h"
#include "runtime/lookup/quick_walk.h"
#include "tables/board_reader.h"
#include "tables/goal_reader.h"
#include "tables/move_text.h"
#include "tables/random_board.h"

namespace {

using tilebase::Board;
using tilebase::Geometry;
using tilebase::PlayedBoard;
using tilebase::c_api::Guarded;
using tilebase::c_api::kMostByteNumber;
using tilebase::c_api::Tell;

constexpr size_t kMostByteCells = 256;  // of a board whose tiles are bytes

// Returns TILEBASE_OK or TILEBASE_ERROR_BOARD_SIZE.
int MakeGeometry(uint32_t width, uint32_t height, size_t board_size, Geometry* geometry) {
  if (width > tilebase::kMaxSide || height > tilebase::kMaxSide) return TILEBASE_ERROR_BOARD_SIZE;
  *geometry = {static_cast<uint8_t>(width), static_cast<uint8_t>(height)};
  const bool fits = geometry->IsValid() && board_size == static_cast<size_t>(geometry->cells());
  return fits ? TILEBASE_OK : TILEBASE_ERROR_BOARD_SIZE;
}

// Returns TILEBASE_OK or TILEBASE_ERROR_BOARD. The board may be unsolvable.
int MakeBoard(Geometry geometry, const uint8_t* cells, Board* board) {
  uint8_t cell_of[tilebase::kMaxCells];
  if (tilebase::ReadPositions(geometry, cells, cell_of) == TILEBASE_ERROR_BOARD)
    return TILEBASE_ERROR_BOARD;
  board->geometry = geometry;
  board->blank = cell_of[0];
  memcpy(board->tile, cells, static_cast<size_t>(geometry.cells()));
  return TILEBASE_OK;
}

bool IsShape(tilebase::BoardShape shape) {
  const auto within = [](uint32_t side) { return side >= 2 && side <= tilebase::kMaxAnySide; };
  return within(shape.width) && within(shape.height);
}

bool IsCellBytes(uint32_t bytes) { return bytes <= 1 || bytes == 4; }

// Reads a board of any size to play on. Returns TILEBASE_OK, _BOARD_SIZE or _BOARD.
int Receive(uint32_t width, uint32_t height, uint32_t cell_bytes, const void* board,
            std::optional<PlayedBoard>* read) {
  const tilebase::BoardShape shape{width, height};
  if (!IsShape(shape)) return TILEBASE_ERROR_BOARD_SIZE;
  std::vector<uint32_t> tiles(shape.cells());
  if (cell_bytes == 4)
    memcpy(tiles.data(), board, tiles.size() * sizeof(uint32_t));
  else
    std::copy_n(static_cast<const uint8_t*>(board), tiles.size(), tiles.begin());
  if (cell_bytes != 4 && tiles.size() <= kMostByteNumber)
    for (uint32_t& tile : tiles)
      if (tile > kMostByteNumber) tile = static_cast<uint32_t>(static_cast<int8_t>(tile));
  if (std::count(tiles.begin(), tiles.end(), 0u) != 1) return TILEBASE_ERROR_BOARD;
  read->emplace(shape, std::move(tiles));
  return TILEBASE_OK;
}

int Refuse(const absl::Status& status, char* message, size_t message_size) {
  Tell({status.message().data(), status.message().size()}, message, message_size);
  return TILEBASE_ERROR_ARGUMENT;
}

// Copies a text and a zero at its end. *size (may be null) receives the size without the zero.
int GiveText(const std::string& text, char* to, size_t capacity, size_t* size) {
  if (size != nullptr) *size = text.size();
  if (text.size() >= capacity) return TILEBASE_ERROR_BUFFER;
  memcpy(to, text.c_str(), text.size() + 1);
  return TILEBASE_OK;
}

}  // namespace

extern "C" {

int tilebase_parse_any_board(const char* text, size_t text_size, uint32_t* width, uint32_t* height,
                             uint32_t* board, size_t capacity, char* message, size_t message_size) {
  if (text == nullptr || width == nullptr || height == nullptr ||
      (board == nullptr && capacity != 0))
    return TILEBASE_ERROR_ARGUMENT;
  tilebase::BoardReading reading;
  if (*width != 0 || *height != 0) {
    reading.shape = {*width, *height};
    if (!IsShape(reading.shape)) return TILEBASE_ERROR_BOARD_SIZE;
  }
  const bool is_board = ReadBoard(text, text_size, &reading, board, capacity);
  if (reading.shape.is_known() && reading.shape.cells() > capacity) {
    *width = reading.shape.width;
    *height = reading.shape.height;
    return TILEBASE_ERROR_BUFFER;
  }
  if (!is_board) {
    // Uses no heap, so no other error is possible.
    tilebase::ShortText why = reading.what;
    why << "; expected " << reading.expected.text();
    Tell({why.text(), why.size()}, message, message_size);
    return TILEBASE_ERROR_BOARD;
  }
  *width = reading.shape.width;
  *height = reading.shape.height;
  return TILEBASE_OK;
}

int tilebase_parse_board(const char* text, size_t text_size, uint32_t* width, uint32_t* height,
                         uint8_t* board, size_t capacity, char* message, size_t message_size) {
  if (board == nullptr && capacity != 0) return TILEBASE_ERROR_ARGUMENT;
  uint32_t cells[kMostByteCells];
  const size_t most = std::min(capacity, kMostByteCells);
  const int code = tilebase_parse_any_board(
      text, text_size, width, height, most == 0 ? nullptr : cells, most, message, message_size);
  if (code != TILEBASE_OK) return code;
  for (size_t cell = 0; cell < size_t{*width} * *height; ++cell)
    board[cell] = static_cast<uint8_t>(cells[cell]);
  return TILEBASE_OK;
}

int tilebase_read_board(const tilebase_set* set, const char* text, size_t text_size,
                        uint32_t cell_bytes, void* board, size_t capacity, char* message,
                        size_t message_size) {
  if (set == nullptr || text == nullptr || board == nullptr || !IsCellBytes(cell_bytes))
    return TILEBASE_ERROR_ARGUMENT;
  if (capacity < tilebase::c_api::Cells(set)) return TILEBASE_ERROR_BUFFER;
  if (set->words != nullptr)
    return tilebase::c_api::ReadWordBoard(set, {text, text_size}, cell_bytes, board, message,
                                          message_size);
  const Geometry own = set->answers->policies().info().geometry;
  uint32_t width = own.width, height = own.height;
  if (cell_bytes == 4)
    return tilebase_parse_any_board(text, text_size, &width, &height, static_cast<uint32_t*>(board),
                                    capacity, message, message_size);
  return tilebase_parse_board(text, text_size, &width, &height, static_cast<uint8_t*>(board),
                              capacity, message, message_size);
}

int tilebase_random_board(uint32_t width, uint32_t height, uint64_t seed, uint64_t number,
                          uint8_t* board, size_t board_size) {
  if (board == nullptr) return TILEBASE_ERROR_ARGUMENT;
  Geometry geometry;
  if (const int code = MakeGeometry(width, height, board_size, &geometry); code != TILEBASE_OK)
    return code;
  tilebase::RandomBoards boards(geometry, seed);
  boards.GoTo(number);
  memcpy(board, boards.Next().tile, board_size);
  return TILEBASE_OK;
}

int tilebase_check_board(uint32_t width, uint32_t height, const uint8_t* board, const uint8_t* goal,
                         size_t board_size) {
  if (board == nullptr) return TILEBASE_ERROR_ARGUMENT;
  Geometry geometry;
  if (const int code = MakeGeometry(width, height, board_size, &geometry); code != TILEBASE_OK)
    return code;
  Board from, to = Board::Solved(geometry);
  if (const int code = MakeBoard(geometry, board, &from); code != TILEBASE_OK) return code;
  if (goal != nullptr)
    if (const int code = MakeBoard(geometry, goal, &to); code != TILEBASE_OK) return code;
  return from.IsSolvable() == to.IsSolvable() ? TILEBASE_OK : TILEBASE_ERROR_UNSOLVABLE;
}

int tilebase_apply_actions(uint32_t width, uint32_t height, uint8_t* board, size_t board_size,
                           const char* actions, size_t actions_size, uint8_t* moved,
                           size_t capacity, size_t* count, char* message, size_t message_size) {
  if (board == nullptr || (actions == nullptr && actions_size != 0) ||
      (moved == nullptr && capacity != 0))
    return TILEBASE_ERROR_ARGUMENT;
  Geometry geometry;
  if (const int code = MakeGeometry(width, height, board_size, &geometry); code != TILEBASE_OK)
    return code;
  Board start;
  if (const int code = MakeBoard(geometry, board, &start); code != TILEBASE_OK) return code;
  int code = TILEBASE_OK;
  const int guarded = Guarded(message, message_size, [&]() -> absl::Status {
    Board played = start;
    const absl::StatusOr<std::string> letters =
        tilebase::ReadMoves({actions_size == 0 ? "" : actions, actions_size}, false, &played);
    if (!letters.ok()) {
      code = Refuse(letters.status(), message, message_size);
      return absl::OkStatus();
    }
    if (count != nullptr) *count = letters->size();
    if (moved != nullptr && letters->size() > capacity) {
      code = TILEBASE_ERROR_BUFFER;
      return absl::OkStatus();
    }
    if (moved != nullptr)
      for (const uint32_t tile : tilebase::MovedTiles(PlayedBoard(start), *letters))
        *moved++ = static_cast<uint8_t>(tile);
    memcpy(board, played.tile, board_size);
    return absl::OkStatus();
  });
  return guarded != TILEBASE_OK ? guarded : code;
}

int tilebase_parse_goal(const char* text, size_t text_size, uint32_t width, uint32_t height,
                        uint32_t cell_bytes, void* to, size_t capacity, char* message,
                        size_t message_size) {
  if (text == nullptr || to == nullptr || !IsCellBytes(cell_bytes)) return TILEBASE_ERROR_ARGUMENT;
  tilebase::BoardReading reading;
  reading.shape = {width, height};
  reading.may_repeat = true;
  if (!IsShape(reading.shape)) return TILEBASE_ERROR_BOARD_SIZE;
  const size_t cells = reading.shape.cells();
  if (cell_bytes != 4 && cells > kMostByteCells) return TILEBASE_ERROR_BOARD_SIZE;
  if (capacity < cells) return TILEBASE_ERROR_BUFFER;
  uint32_t few[kMostByteCells];
  uint32_t* const numbers = cell_bytes == 4 ? static_cast<uint32_t*>(to) : few;
  if (!ReadGoal(text, text_size, &reading, numbers, cells)) {
    tilebase::ShortText why = reading.what;
    why << "; expected " << reading.expected.text();
    Tell({why.text(), why.size()}, message, message_size);
    return TILEBASE_ERROR_BOARD;
  }
  if (cell_bytes != 4)
    for (size_t cell = 0; cell < cells; ++cell)
      static_cast<uint8_t*>(to)[cell] = static_cast<uint8_t>(few[cell]);
  return TILEBASE_OK;
}

int tilebase_read_moves(uint32_t width, uint32_t height, uint32_t cell_bytes, const void* board,
                        const char* text, size_t text_size, uint32_t notation, char* actions,
                        size_t capacity, size_t* count, char* message, size_t message_size) {
  if ((text == nullptr && text_size != 0) || notation > TILEBASE_TILES ||
      !IsCellBytes(cell_bytes) || (actions == nullptr && capacity != 0))
    return TILEBASE_ERROR_ARGUMENT;
  const std::string_view moves(text_size == 0 ? "" : text, text_size);
  const bool of_blank = notation == TILEBASE_BLANK;
  int code = TILEBASE_OK;
  const int guarded = Guarded(message, message_size, [&]() -> absl::Status {
    std::optional<PlayedBoard> start;
    if (board != nullptr) code = Receive(width, height, cell_bytes, board, &start);
    if (code != TILEBASE_OK) return absl::OkStatus();
    const absl::StatusOr<std::string> letters = start
                                                    ? tilebase::ReadMoves(moves, of_blank, &*start)
                                                    : tilebase::ReadMoves(moves, of_blank);
    code = letters.ok() ? GiveText(*letters, actions, capacity, count)
                        : Refuse(letters.status(), message, message_size);
    return absl::OkStatus();
  });
  return guarded != TILEBASE_OK ? guarded : code;
}

int tilebase_write_moves(uint32_t width, uint32_t height, uint32_t cell_bytes, const void* board,
                         const char* actions, size_t count, uint32_t notation, char* text,
                         size_t capacity, size_t* text_size, char* message, size_t message_size) {
  if (board == nullptr || (actions == nullptr && count != 0) || notation > TILEBASE_TILES ||
      !IsCellBytes(cell_bytes) || (text == nullptr && capacity != 0))
    return TILEBASE_ERROR_ARGUMENT;
  int code = TILEBASE_OK;
  const int guarded = Guarded(message, message_size, [&]() -> absl::Status {
    std::optional<PlayedBoard> start;
    code = Receive(width, height, cell_bytes, board, &start);
    if (code != TILEBASE_OK) return absl::OkStatus();
    PlayedBoard end = *start;
    const absl::StatusOr<std::string> letters =
        tilebase::ReadMoves({count == 0 ? "" : actions, count}, false, &end);
    code = letters.ok()
               ? GiveText(tilebase::WriteMoves(*std::move(start), *letters,
                                               static_cast<tilebase::MoveNotation>(notation)),
                          text, capacity, text_size)
               : Refuse(letters.status(), message, message_size);
    return absl::OkStatus();
  });
  return guarded != TILEBASE_OK ? guarded : code;
}

}  // extern "C"
