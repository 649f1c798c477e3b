// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Boards without a table set: from text, random ones, their check, and moves played on them.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <string>

#include "absl/status/statusor.h"
#include "runtime/c_api/set.h"
#include "runtime/lookup/quick_walk.h"
#include "tables/board_reader.h"
#include "tables/board_text.h"
#include "tables/random_board.h"

namespace {

using tilebase::Board;
using tilebase::Geometry;
using tilebase::c_api::Guarded;
using tilebase::c_api::Tell;

constexpr size_t kMostByteCells = 256;  // of a board whose tiles are bytes

// What cannot be is TILEBASE_ERROR_BOARD_SIZE.
int MakeGeometry(uint32_t width, uint32_t height, size_t board_size, Geometry* geometry) {
  if (width > tilebase::kMaxSide || height > tilebase::kMaxSide) return TILEBASE_ERROR_BOARD_SIZE;
  *geometry = {static_cast<uint8_t>(width), static_cast<uint8_t>(height)};
  const bool fits = geometry->IsValid() && board_size == static_cast<size_t>(geometry->cells());
  return fits ? TILEBASE_OK : TILEBASE_ERROR_BOARD_SIZE;
}

// TILEBASE_OK, or TILEBASE_ERROR_BOARD. The board may be unsolvable.
int MakeBoard(Geometry geometry, const uint8_t* cells, Board* board) {
  uint8_t cell_of[tilebase::kMaxCells];
  if (tilebase::ReadPositions(geometry, cells, cell_of) == TILEBASE_ERROR_BOARD)
    return TILEBASE_ERROR_BOARD;
  board->geometry = geometry;
  board->blank = cell_of[0];
  memcpy(board->tile, cells, static_cast<size_t>(geometry.cells()));
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
    const auto within = [](uint32_t side) { return side >= 2 && side <= tilebase::kMaxAnySide; };
    if (!within(*width) || !within(*height)) return TILEBASE_ERROR_BOARD_SIZE;
    reading.shape = {*width, *height};
  }
  const bool is_board = ReadBoard(text, text_size, &reading, board, capacity);
  if (reading.shape.is_known() && reading.shape.cells() > capacity) {
    *width = reading.shape.width;
    *height = reading.shape.height;
    return TILEBASE_ERROR_BUFFER;
  }
  if (!is_board) {
    // Without a heap, so that there is no other error.
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
  Board played;
  if (const int code = MakeBoard(geometry, board, &played); code != TILEBASE_OK) return code;
  int code = TILEBASE_OK;
  const auto refuse = [&](const absl::Status& status) {
    Tell({status.message().data(), status.message().size()}, message, message_size);
    code = TILEBASE_ERROR_ARGUMENT;
    return absl::OkStatus();
  };
  const int guarded = Guarded(message, message_size, [&]() -> absl::Status {
    const absl::StatusOr<std::string> letters =
        tilebase::ParseActions({actions_size == 0 ? "" : actions, actions_size});
    if (!letters.ok()) return refuse(letters.status());
    if (count != nullptr) *count = letters->size();
    if (moved != nullptr && letters->size() > capacity) {
      code = TILEBASE_ERROR_BUFFER;
      return absl::OkStatus();
    }
    const absl::Status status = tilebase::PlayActions(*letters, &played, moved);
    if (!status.ok()) return refuse(status);
    memcpy(board, played.tile, board_size);
    return absl::OkStatus();
  });
  return guarded != TILEBASE_OK ? guarded : code;
}

}  // extern "C"
