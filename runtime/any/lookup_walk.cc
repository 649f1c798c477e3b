// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/lookup_walk.h"

#include <limits.h>

#include <algorithm>
#include <numeric>

#include "runtime/any/tile_mover.h"
#include "runtime/lookup/walk.h"
#include "tables/error.h"

namespace tilebase {
namespace {

// A tile near its window takes fewer moves than this. What a row takes beyond is for tiles that
// earlier rows have pushed away: the larger the board, the more of them, and the farther. When that
// has cost half a move for each cell that is left, about what sweeps through all of them take, they
// are gathered again. On small boards that would only make solutions longer.
constexpr int64_t kUsualMoves = 12;
constexpr int64_t kCellsAMove = 2;
constexpr int64_t kLeastBeyondUsual = 500;

// The deepest boards of the tables of groups.
constexpr uint64_t kDeepestGroup = 46;

// A window of the frame as a board: the tiles that `tile_of` names keep their numbers, those of R
// are home, and the others take what numbers are left, for a table does not tell them apart.
// Window cell (0, 0) is the frame's (first_u, first_v), which may lie outside it.
template <typename TileOf>
Board WindowBoard(const Frame& frame, const BigBoard& board, int first_u, int first_v,
                  CellMask fixed, TileOf tile_of) {
  Board window;
  window.geometry = kWindow;
  CellMask used = fixed;
  for (int cell = 0; cell < kWindow.cells(); ++cell) {
    window.tile[cell] = 0xff;
    if (fixed & CellBit(cell)) {
      window.tile[cell] = static_cast<uint8_t>(cell + 1);
      continue;
    }
    const int tile =
        board.tile(frame.Cell(first_u + kWindow.Column(cell), first_v + kWindow.Row(cell)));
    if (tile == 0) {
      window.tile[cell] = 0;
      window.blank = static_cast<uint8_t>(cell);
    } else if (const int own = tile_of(tile); own != 0) {
      window.tile[cell] = static_cast<uint8_t>(own);
      used |= TileBit(own);
    }
  }
  CellMask left = kWindow.all_tiles() & ~used;
  for (int cell = 0; cell < kWindow.cells(); ++cell) {
    if (window.tile[cell] != 0xff) continue;
    window.tile[cell] = static_cast<uint8_t>(Lowest(left) + 1);
    left &= left - 1;
  }
  return window;
}

absl::Status Follow(const PolicyTable& table, Board* window, TileMover* mover) {
  if (table.subproblem.IsGoal(*window)) return absl::OkStatus();
  const uint64_t rank = table.ranking.Rank(*window);
  const WalkResult result =
      WalkToGoal(table, rank, *window, [&](Action action) { mover->Go(static_cast<int>(action)); });
  if (result == WalkResult::kDone) return absl::OkStatus();
  return DamageError("the tables of windows", "an action that leads to the goal");
}

// Carries the tiles of a group and the blank into its window. False where they push each other out
// again, or the stream might count more than `most` moves.
bool GatherGroup(int column, int count, uint64_t most, TileMover* mover) {
  constexpr int kMostTries = 16;
  const int first_u = GroupWindow(mover->frame(), column);
  const Window within{first_u, first_u + kWindowSide, kWindowSide};
  // Whoever was pushed out goes farther in.
  const Window inner{first_u + 1, first_u + kWindowSide - 1, kWindowSide - 1};
  for (int tries = 0; tries < kMostTries; ++tries) {
    int nearest = INT_MAX;
    int tile = 0;
    for (int i = 0; i < count; ++i) {
      const int member = mover->frame().Cell(column + i, 0) + 1;
      if (mover->IsWithin(member, within)) continue;
      const int distance = mover->DistanceFromBlank(member);
      if (distance >= nearest) continue;
      nearest = distance;
      tile = member;
    }
    if (tile == 0 && mover->IsWithin(0, within)) return true;
    const Window& target = tries < count ? within : inner;
    if (mover->count() + mover->MostInto(tile, target) > most) return false;
    if (tile == 0)
      mover->BringBlankInto(within, column, column + count, /*along_first=*/false);
    else
      mover->BringInto(tile, target);
  }
  return false;
}

}  // namespace

absl::Status SolveRowEnd(const WindowTables& tables, BigBoard* board, TileMover* mover) {
  const Frame& frame = mover->frame();
  const int width = std::min(frame.width, kWindowSide);
  const int first_u = frame.width - width;
  const int tile_a = frame.Cell(frame.width - 2, 0) + 1;
  const int tile_b = tile_a + frame.step[0];
  mover->set_column(frame.width - 2);
  if (board->CellOf(tile_a) == tile_a - 1 && board->CellOf(tile_b) == tile_b - 1)
    return absl::OkStatus();
  const Window within{first_u, frame.width, kWindowSide};
  mover->BringInto(tile_a, within);
  while (true) {
    mover->BringInto(tile_b, within);
    mover->BringBlankInto(within, frame.width - 2, frame.width, /*along_first=*/true);
    if (mover->IsWithin(tile_a, within) && mover->IsWithin(tile_b, within)) break;
    // The other tile's way led past this one and pushed it out. From its home it cannot be.
    mover->BringHome(tile_a);
  }
  const PolicyTable& table = tables.RowEnd(width);
  Board window = WindowBoard(frame, *board, frame.width - kWindowSide, 0, table.subproblem.fixed,
                             [&](int tile) { return tile == tile_a   ? 3
                                                    : tile == tile_b ? 4
                                                                     : 0; });
  return Follow(table, &window, mover);
}

int GroupSize(const Frame& frame, int column) {
  const int left = frame.width - column;
  if (left == 2) return 2;
  if (frame.width < kWindowSide) return 1;
  // So that three or four remain in the end, or two of a row of five. Groups of three are carried
  // so much more easily that they are better than those of four.
  return left == kWindowSide || left == 2 * kWindowSide ? kWindowSide : 3;
}

int GroupWindow(const Frame& frame, int column) {
  return std::min(column, frame.width - std::min(frame.width, kWindowSide));
}

absl::Status SolveGroup(const WindowTables& tables, int* column, uint64_t may_take,
                        uint64_t tile_by_tile, BigBoard* board, TileMover* mover) {
  const Frame& frame = mover->frame();
  const int first = *column;
  const int count = GroupSize(frame, first);
  *column += count;
  if (frame.width - first == 2) return SolveRowEnd(tables, board, mover);
  mover->set_column(first);
  bool is_within = false;
  if (count > 1 && may_take >= tile_by_tile + kDeepestGroup)
    is_within = GatherGroup(first, count, may_take - tile_by_tile - kDeepestGroup, mover);
  if (!is_within) {
    mover->BringHome(frame.Cell(first, 0) + 1);
    *column = first + 1;
    return absl::OkStatus();
  }
  const int first_u = GroupWindow(frame, first);
  const PolicyTable& table = first_u == first ? tables.Group(count) : tables.LastThree();
  Board window = WindowBoard(frame, *board, first_u, 0, table.subproblem.fixed, [&](int tile) {
    for (int i = 0; i < count; ++i)
      if (tile == frame.Cell(first + i, 0) + 1) return first - first_u + i + 1;
    return 0;
  });
  return Follow(table, &window, mover);
}

absl::Status SolveRest(const WindowTables& tables, BigBoard* board, TileMover* mover) {
  const Frame& frame = mover->frame();
  const int first_u = frame.width - kWindowSide;
  const int first_v = frame.height - kWindowSide;
  const auto stages = tables.Rest(frame.width, frame.height);
  CellMask fixed = stages.front()->subproblem.fixed;
  Board window = WindowBoard(frame, *board, first_u, first_v, fixed, [&](int tile) {
    for (int cell = 0; cell < kWindow.cells(); ++cell) {
      const int u = first_u + kWindow.Column(cell);
      const int v = first_v + kWindow.Row(cell);
      if (u >= 0 && v >= 0 && frame.Cell(u, v) == tile - 1) return cell + 1;
    }
    return 0;
  });
  for (const PolicyTable* table : stages)
    if (absl::Status status = Follow(*table, &window, mover); !status.ok()) return status;
  return absl::OkStatus();
}

namespace {

constexpr uint64_t kRest = 109;  // the deepest boards of the stages of a 4x4 rectangle

// What a row takes tile by tile, from any board. Tiles of a group may push each other out of the
// window, so groups have no such bound: SolveGroup stops forming them where they might take more.
//
// A tile home. Let the rectangle be w wide and h high, the tile's home in column c, and the tile a
// columns and b rows from it. The blank reaches a cell next to the tile in at most w + h - 2 moves,
// goes round it in at most 6, and the tile makes its first step. Each further step takes 3 moves
// where the tile turns and 5 where it does not: the solved or missing cells around a tile lie
// together, so one side is free. One step may take 7: up beside the solved part of the row after a
// step to the right. The tile alternates for min(a, b) steps in each direction, but left of its
// column only down to the third row: m = min(a, h - 3) are certain. In all at most
//
//   w + h + 4 + 5 (a + b) - 4 m
//
// which grows with a and b, and a <= max(c, w - 1 - c), b <= h - 1.
//
// The last two tiles. Carrying one into the window has the same bound with a = w - 4, b = h - 4
// and no step of 7. It may push the other one out again. Then that one is carried home, the last
// time: the way of the second ends at the window's edge and cannot reach it. So three times into
// the window, once home, twice the blank into the window (its distance and at most four steps
// aside), and the table.
uint64_t RowBound(const Frame& frame) {
  constexpr int64_t kRowEnd = 32;  // the deepest of the tables of row ends, 4 wide
  constexpr int64_t kAsides = 8;   // four steps, and as many back
  const int64_t width = frame.width;
  const int64_t height = frame.height;
  const auto home = [&](int64_t column) {
    const int64_t across = std::max(column, width - 1 - column);
    return width + height + 4 + 5 * (across + height - 1) -
           4 * std::min(across, std::max<int64_t>(height - 3, 0));
  };
  int64_t sum = 0;
  for (int64_t column = 0; column < width - 2; ++column) sum += home(column);
  const int64_t across = std::max<int64_t>(width - kWindowSide, 0);
  const int64_t up = height - kWindowSide;
  const int64_t into = width + height + 2 + 5 * (across + up) - 4 * std::min(across, up);
  const int64_t blank_into = across + up + kAsides;
  sum += 3 * into + 2 * blank_into + home(width - 2) + kRowEnd;
  return static_cast<uint64_t>(sum);
}

// What the rows of a board take tile by tile, first row first, and the rest.
std::vector<uint64_t> RowBounds(BigSize size) {
  std::vector<uint64_t> bounds;
  for (Peeling peeling(size); !peeling.IsRest(); peeling.Next())
    bounds.push_back(RowBound(peeling.Row(0)));
  return bounds;
}

}  // namespace

uint64_t AnyWorstCase(BigSize size) {
  const std::vector<uint64_t> rows = RowBounds(size);
  return std::accumulate(rows.begin(), rows.end(), GatherBound(size) + kRest);
}

uint64_t GatherBound(BigSize size) {
  return static_cast<uint64_t>(size.cells()) * static_cast<uint64_t>(size.width + size.height) / 2;
}

LookupWalk::LookupWalk(const WindowTables* tables, BigBoard* board)
    : tables_(*tables),
      board_(*board),
      peeling_(board->size()),
      row_bounds_(RowBounds(board->size())),
      may_take_(GatherBound(board->size())) {
  if (peeling_.IsRest())
    phase_ = kRest;
  else
    gathering_.emplace(*board, kGatherNear, may_take_);
}

absl::Status LookupWalk::Next(LetterStream* stream) {
  if (phase_ == kGathering) {
    if (gathering_->Next(stream)) return absl::OkStatus();
    gathering_->Arrange(&board_);
    gathering_.reset();
    beyond_usual_ = 0;
    phase_ = kRows;
  }
  if (phase_ == kRest) {
    TileMover mover(peeling_.Rest(), &board_, stream);
    phase_ = kDone;
    return SolveRest(tables_, &board_, &mover);
  }
  const uint64_t bound = row_bounds_[row_];
  if (!frame_) {
    frame_.emplace(peeling_.Row(board_.blank()));
    column_ = 0;
    may_take_ += bound;
  }
  TileMover mover(*frame_, &board_, stream);
  const uint64_t before = stream->count();
  absl::Status status = SolveGroup(tables_, &column_, may_take_, bound, &board_, &mover);
  beyond_usual_ += static_cast<int64_t>(stream->count() - before);
  if (column_ == frame_->width) {
    beyond_usual_ -= kUsualMoves * frame_->width;
    frame_.reset();
    peeling_.Next();
    if (++row_ == row_bounds_.size()) {
      phase_ = kRest;
    } else if (beyond_usual_ > std::max(kLeastBeyondUsual, peeling_.cells() / kCellsAMove)) {
      gathering_.emplace(board_, 0, may_take_ - stream->count(), GatherStyle{}, peeling_.left(),
                         peeling_.top());
      phase_ = kGathering;
    }
  }
  return status;
}

}  // namespace tilebase
