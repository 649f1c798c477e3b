// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The interface of tilebase_reader.h over the freestanding ring. tools/amalgamate makes one file
// of this and the headers below, in C++17, so that it fits into older programs.

#include "runtime/reader/tilebase_reader.h"

#include <stddef.h>
#include <stdint.h>

#include "runtime/lookup/image_walk.h"
#include "runtime/lookup/walk.h"
#include "tables/board.h"
#include "tables/image/fault.h"
#include "tables/image/flat_image.h"

namespace {

using tilebase::Action;
using tilebase::Board;
using tilebase::FlatImage;
using tilebase::kActions;
using tilebase::PolicyTable;
using Result = tilebase_reader_probe_result;

static_assert(sizeof(FlatImage) <= sizeof(tilebase_reader), "words[] holds an image");

// memcpy, for places without a C library.
void Copy(void* to, const void* from, size_t size) {
  for (size_t i = 0; i < size; ++i)
    static_cast<unsigned char*>(to)[i] = static_cast<const unsigned char*>(from)[i];
}

FlatImage Image(const tilebase_reader* reader) {
  FlatImage image;
  Copy(&image, reader->words, sizeof image);
  return image;
}

int ReadBoard(const FlatImage& image, const uint8_t* cells, size_t size, Board* board) {
  board->geometry = image.geometry();
  const int count = board->geometry.cells();
  if (size != static_cast<size_t>(count)) return TILEBASE_READER_BOARD_SIZE;
  uint64_t seen = 0;
  for (int cell = 0; cell < count; ++cell) {
    const uint8_t tile = cells[cell];
    if (tile >= count || (seen >> tile & 1) != 0) return TILEBASE_READER_BOARD;
    seen |= uint64_t{1} << tile;
    board->tile[cell] = tile;
    if (tile == 0) board->blank = static_cast<uint8_t>(cell);
  }
  return board->IsSolvable() ? TILEBASE_READER_OK : TILEBASE_READER_UNSOLVABLE;
}

// Actions to the table's goal, or -1.
int32_t Depth(const PolicyTable& table, Board board) {
  const uint64_t rank = table.ranking.Rank(board);
  int32_t count = 0;
  if (!table.IsReachable(rank) ||
      WalkToGoal(table, rank, board, [&](Action) { ++count; }) != tilebase::WalkResult::kDone)
    return -1;
  return count;
}

Result ProbeTable(const PolicyTable& table, int stage, const Board& board) {
  Result result = {};
  result.goal = table.subproblem.goal;
  result.fixed = table.subproblem.fixed;
  result.stage = static_cast<uint32_t>(stage);
  result.remaining = Depth(table, board);
  for (int a = 0; a < kActions; ++a) {
    const Action action = static_cast<Action>(a);
    result.after[a] = -1;
    if (!board.CanApply(action)) continue;
    if ((result.fixed & tilebase::CellBit(board.blank + board.geometry.BlankStep(action))) != 0)
      continue;
    Board next = board;
    next.Apply(action);
    result.after[a] = Depth(table, next);
  }
  if (result.remaining > 0)
    result.action = tilebase::Letter(tilebase::GetAction(table.policy, table.ranking.Rank(board)));
  return result;
}

int Probe(const FlatImage& image, const Board& board, Result* result) {
  for (int stage = 0; stage < image.stages(); ++stage) {
    if (IsStageDone(image, stage, board)) continue;
    PolicyTable table;
    uint64_t rank = 0;
    if (!ChooseTable(image, stage, board, &table, &rank)) return TILEBASE_READER_DAMAGED;
    *result = ProbeTable(table, stage, board);
    return TILEBASE_READER_OK;
  }
  *result = {};
  result->fixed = board.geometry.all_tiles();
  result->stage = static_cast<uint32_t>(image.stages());
  for (int32_t& after : result->after) after = -1;
  return TILEBASE_READER_OK;
}

// Looks the board up in the subproblem of the last hint. *result stays as it is where a fixed tile
// is not home.
int ProbeSubproblem(const FlatImage& image, const Board& board, const Result& last,
                    Result* result) {
  for (int stage = 0; stage < image.stages(); ++stage)
    for (uint32_t i = 0; i < image.TableCount(stage); ++i) {
      const uint32_t number = image.FirstTable(stage) + i;
      const tilebase::Subproblem subproblem = image.Table(number).subproblem;
      if (subproblem.goal != last.goal || subproblem.fixed != last.fixed) continue;
      if (subproblem.Admits(board))
        *result = ProbeTable(PreparedTable(image, number), stage, board);
      return TILEBASE_READER_OK;
    }
  return TILEBASE_READER_SUBPROBLEM;
}

}  // namespace

extern "C" {

int tilebase_reader_open(tilebase_reader* reader, const void* image, size_t image_size,
                         char* message, size_t message_size) {
  tilebase::Fault fault;
  FlatImage opened;
  if (opened.Open({static_cast<const uint8_t*>(image), image_size}, &fault)) {
    Copy(reader->words, &opened, sizeof opened);
    return TILEBASE_READER_OK;
  }
  if (message != nullptr && message_size != 0) {
    const size_t length =
        fault.message.size() < message_size ? fault.message.size() : message_size - 1;
    Copy(message, fault.message.text(), length);
    message[length] = 0;
  }
  switch (fault.kind) {
    case tilebase::FaultKind::kForeign:
      return TILEBASE_READER_FORMAT;
    case tilebase::FaultKind::kNewer:
      return TILEBASE_READER_VERSION;
    default:
      return TILEBASE_READER_DAMAGED;
  }
}

int tilebase_reader_width(const tilebase_reader* reader) { return Image(reader).geometry().width; }
int tilebase_reader_height(const tilebase_reader* reader) {
  return Image(reader).geometry().height;
}
uint32_t tilebase_reader_worst_case(const tilebase_reader* reader) {
  return Image(reader).certified_worst_case();
}

int tilebase_reader_solve(const tilebase_reader* reader, const uint8_t* cells, size_t size,
                          char* actions, size_t capacity, size_t* count) {
  const FlatImage image = Image(reader);
  Board board;
  const int code = ReadBoard(image, cells, size, &board);
  if (code != TILEBASE_READER_OK) return code;
  size_t written = 0;
  for (int stage = 0; stage < image.stages(); ++stage) {
    if (IsStageDone(image, stage, board)) continue;
    PolicyTable table;
    uint64_t rank = 0;
    if (!ChooseTable(image, stage, board, &table, &rank) ||
        WalkToGoal(table, rank, board, [&](Action action) {
          if (written < capacity) actions[written] = tilebase::Letter(action);
          ++written;
        }) != tilebase::WalkResult::kDone)
      return TILEBASE_READER_DAMAGED;
  }
  if (count != nullptr) *count = written;
  if (written >= capacity) return TILEBASE_READER_BUFFER;
  actions[written] = 0;
  return TILEBASE_READER_OK;
}

int tilebase_reader_probe(const tilebase_reader* reader, const uint8_t* cells, size_t size,
                          Result* result) {
  const FlatImage image = Image(reader);
  Board board;
  const int code = ReadBoard(image, cells, size, &board);
  return code == TILEBASE_READER_OK ? Probe(image, board, result) : code;
}

int tilebase_reader_hint(const tilebase_reader* reader, const uint8_t* cells, size_t size,
                         Result* hint) {
  const FlatImage image = Image(reader);
  Board board;
  const int code = ReadBoard(image, cells, size, &board);
  if (code != TILEBASE_READER_OK) return code;
  if (hint->goal != 0) {
    Result under_way = {};
    const int found = ProbeSubproblem(image, board, *hint, &under_way);
    if (found != TILEBASE_READER_OK) return found;
    if (under_way.remaining > 0) {
      *hint = under_way;
      return TILEBASE_READER_OK;
    }
  }
  if (board.IsSolved()) return Probe(image, board, hint);
  PolicyTable table;
  const int stage = ChooseHintTable(image, board, &table);
  *hint = ProbeTable(table, stage, board);
  return TILEBASE_READER_OK;
}

}  // extern "C"
