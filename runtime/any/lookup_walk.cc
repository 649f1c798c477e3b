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

// A tile near its window takes fewer moves than this. Moves beyond that are for tiles that earlier
// rows have pushed away: the larger the board, the more tiles, and the farther. When these moves
// reach half a move for each remaining cell, about what sweeps through all cells take, the tiles
// are gathered again. On small boards that would only make solutions longer.
constexpr int64_t kUsualMoves = 12;
constexpr int64_t kCellsAMove = 2;
constexpr int64_t kLeastBeyondUsual = 500;

// The deepest boards of the tables of groups.
constexpr uint64_t kDeepestGroup = 46;

// Makes a board of a window of the frame. The tiles that `tile_of` names keep their numbers, those
// of R are home, and the others take the remaining numbers, because a table does not distinguish
// them. Window cell (0, 0) is the frame's (first_u, first_v), which may lie outside the frame.
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

// Carries the tiles of a group and the blank into its window. Returns false if they push each other
// out again, or if the stream might count more than `most` moves.
bool GatherGroup(int column, int count, uint64_t most, const BigBoard& board, TileMover* mover) {
  constexpr int kMostTries = 16;
  const int first_u = GroupWindow(mover->frame(), column);
  const Window within{first_u, first_u + kWindowSide, kWindowSide};
  // A tile that was pushed out is carried farther in.
  const Window inner{first_u + 1, first_u + kWindowSide - 1, kWindowSide - 1};
  for (int tries = 0; tries < kMostTries; ++tries) {
    int nearest = INT_MAX;
    int tile = 0;
    for (int i = 0; i < count; ++i) {
      const int member = board.TileOf(mover->frame().Cell(column + i, 0));
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
  const int home_a = frame.Cell(frame.width - 2, 0), home_b = frame.Cell(frame.width - 1, 0);
  const int tile_a = board->TileOf(home_a), tile_b = board->TileOf(home_b);
  mover->set_column(frame.width - 2);
  if (board->CellOf(tile_a) == home_a && board->CellOf(tile_b) == home_b) return absl::OkStatus();
  const Window within{first_u, frame.width, kWindowSide};
  mover->BringInto(tile_a, within);
  while (true) {
    mover->BringInto(tile_b, within);
    mover->BringBlankInto(within, frame.width - 2, frame.width, /*along_first=*/true);
    if (mover->IsWithin(tile_a, within) && mover->IsWithin(tile_b, within)) break;
    // The other tile's path led past this tile and pushed it out. If this tile is home, that cannot
    // happen.
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
  // Keeps three or four tiles for the end, or two in a row of five. Otherwise groups of three: they
  // are better than groups of four because they are carried much more easily.
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
  int at_home = 0;
  for (int i = 0; i < count; ++i) {
    const int home = frame.Cell(first + i, 0);
    at_home += board->CellOf(board->TileOf(home)) == home;
  }
  if (at_home == count) return absl::OkStatus();  // nothing to do for the blank
  if (frame.width - first == 2) return SolveRowEnd(tables, board, mover);
  mover->set_column(first);
  bool is_within = false;
  if (count > 1 && may_take >= tile_by_tile + kDeepestGroup)
    is_within = GatherGroup(first, count, may_take - tile_by_tile - kDeepestGroup, *board, mover);
  if (!is_within) {
    mover->BringHome(board->TileOf(frame.Cell(first, 0)));
    *column = first + 1;
    return absl::OkStatus();
  }
  const int first_u = GroupWindow(frame, first);
  const PolicyTable& table = first_u == first ? tables.Group(count) : tables.LastThree();
  Board window = WindowBoard(frame, *board, first_u, 0, table.subproblem.fixed, [&](int tile) {
    for (int i = 0; i < count; ++i)
      if (board->Home(tile) == frame.Cell(first + i, 0)) return first - first_u + i + 1;
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
      if (u >= 0 && v >= 0 && frame.Cell(u, v) == board->Home(tile)) return cell + 1;
    }
    return 0;
  });
  for (const PolicyTable* table : stages)
    if (absl::Status status = Follow(*table, &window, mover); !status.ok()) return status;
  return absl::OkStatus();
}

namespace {

constexpr uint64_t kRest = 109;  // the deepest boards of the stages of a 4x4 rectangle
constexpr int64_t kRowEnd = 32;  // the deepest of the tables of row ends, 4 wide

// Bounds for tiles that are solved one by one, from any board. Tiles of a group may push each other
// out of the window, so groups have no such bound: SolveGroup uses single tiles if a group might
// take more.
//
// Bringing a tile home. Let the rectangle be w wide and h high, and the tile's home in column c of
// the first row. The tile is a columns and b rows from its home, and the blank D moves from the
// tile. The blank reaches a cell next to the tile in at most D moves, goes round it in at most 6,
// and the tile makes its first step. Each further step takes 3 moves if the tile turns and 5 if it
// does not: the solved or missing cells around a tile lie together, so one side is free. One step
// may take 7: up beside the solved part of the row after a step to the right. The tile alternates
// for min(a, b) steps in each direction, but left of its column only down to the third row: m =
// min(a, max(b - 2, 0)) are certain. In all at most
//
//   D + 6 + 5 (a + b) - 4 m
//
// which grows with a and b, and D <= w + h - 2, a <= max(c, w - 1 - c), b <= h - 1.
uint64_t HomeBound(int64_t width, int64_t height, int64_t column) {
  const int64_t across = std::max(column, width - 1 - column);
  return static_cast<uint64_t>(width + height + 4 + 5 * (across + height - 1) -
                               4 * std::min(across, std::max<int64_t>(height - 3, 0)));
}

// The last two tiles of a row. Carrying one into the window has the same bound with a = w - 4,
// b = h - 4 and no step of 7. Then the blank is beside the window; on its way in it goes at most
// four steps aside, and back. (If no tile is carried, the blank may come from afar, which costs
// less than carrying a tile.)
//
// The second tile's path, or the blank's, may push the first tile out again. Then the first tile is
// carried home a last time: the second tile's path ends at the window's edge and cannot
// reach it. So the sum has once more bringing a tile home, carrying one into the window and the
// blank into it; and the table.
//
// A tile that was pushed out is near, so this takes at most 97 + 84 + 9 moves. The blank's path to
// a tile moves another tile by one cell at most. Going round the tile moves the other one to a cell
// of that ring. The tile is at most two cells from the window when the ring first reaches the other
// one, so that cell is at most three from it. The blank's steps aside move it to at most five. So
// the first tile is at most five cells from the window, and the blank 16 moves from the tile:
// 16 + 6 + 5 (7 + 8) moves bring it home. The second tile may then be six cells from the window,
// and 18 + 6 + 5 (6 + 6) moves bring it back.
uint64_t RowEndBound(int64_t width, int64_t height) {
  constexpr int64_t kBlankInto = 1 + 8;
  constexpr int64_t kAgain = 97 + 84 + kBlankInto;
  const int64_t across = std::max<int64_t>(width - kWindowSide, 0);
  const int64_t up = height - kWindowSide;
  const int64_t into = width + height + 2 + 5 * (across + up) - 4 * std::min(across, up);
  const auto home = static_cast<int64_t>(HomeBound(width, height, width - 2));
  return static_cast<uint64_t>(2 * into + kBlankInto + std::min(home + into + kBlankInto, kAgain) +
                               kRowEnd);
}

uint64_t RowBound(const Frame& frame) {
  uint64_t sum = RowEndBound(frame.width, frame.height);
  for (int64_t column = 0; column < frame.width - 2; ++column)
    sum += HomeBound(frame.width, frame.height, column);
  return sum;
}

// The bound of BothEnds for the first row and the last one, w wide, with w <= h.
//
// A tile: beside the solved cells of the last row, a step to the right after one up may take 7
// moves, not 3. So it takes at most D + 10 + 5 (a + b) - 4 m, which is at most
//
//   D + 10 + max(a + 5 b, 5 a + b + 8)
//
// The blank is next to the home of the tile before it. That home is in the other row, in column w -
// c or w - 1 - c of this tile's frame: D <= |x - (w - c)| + h - 1 - y + 1 or one less, if the tile
// is in column x and row y. That is convex in x and y, so a corner is the worst, and no tile takes
// more than
//
//   w + 5 h + 13
//
// (x = 0, y = h - 1: w - c + 11 + max(c + 5 h - 5, 5 c + h + 7), and c <= w - 3). So the farther a
// tile is from its home, the nearer the blank is to it. There are two exceptions: before the first
// tile the blank may be anywhere, at most w + h moves farther; and after a tile that was home,
// which took nothing. Each of the last two tiles that is carried may take 4 moves more beside the
// last row.
uint64_t BothRowsBound(int64_t width, int64_t height) {
  constexpr uint64_t kBesideLastRow = 2 * 4 * 4;
  return static_cast<uint64_t>(2 * (width - 2) * (width + 5 * height + 13) + width + height) +
         2 * RowEndBound(width, height) + kBesideLastRow;
}

// Returns the bounds of going row by row, with `end` moves for the end.
WalkBounds RowByRow(Peeling peeling, uint64_t end) {
  WalkBounds bounds;
  for (; !peeling.IsRest(); peeling.Next()) bounds.row.push_back(RowBound(peeling.Row(0)));
  bounds.left.assign(bounds.row.size() + 1, end);
  for (size_t i = bounds.row.size(); i-- > 0;) bounds.left[i] = bounds.row[i] + bounds.left[i + 1];
  bounds.most = bounds.left.front();
  return bounds;
}

// Likewise after both ends were solved: the blank then has to go home in the end.
WalkBounds AfterBothEnds(BigSize size, const Rectangle& left) {
  return RowByRow(Peeling(size, left), kRest + static_cast<uint64_t>(size.width - left.right +
                                                                     size.height - left.bottom));
}

// Before a row, a walk has the rest's tile-by-tile bound left to spend. If too little would be left
// for the rest after the row, the walk goes from both ends. The total allows a little more, so that
// this does not happen at the first row.
WalkBounds BoundsOf(BigSize size) {
  Peeling peeling(size);
  WalkBounds bounds = RowByRow(peeling, kRest);
  for (size_t i = 0; BothEnds::IsFor(peeling.left()); ++i, peeling.Next())
    bounds.left[i] = TileByTileBound({peeling.left().width(), peeling.left().height()});
  uint64_t more = 0;
  for (size_t i = 0; i < bounds.row.size(); ++i) {
    const uint64_t by_row = bounds.row[i] + bounds.left[i + 1];
    more = std::max(more, by_row - std::min(by_row, bounds.left[i]));
  }
  bounds.most = GatherBound(size) + bounds.left.front() + more;
  return bounds;
}

}  // namespace

uint64_t TileByTileBound(BigSize size) {
  Rectangle left(size);
  uint64_t sum = 0;
  for (; BothEnds::IsFor(left); BothEnds::TakeOff(&left))
    sum +=
        BothRowsBound(std::min(left.width(), left.height()), std::max(left.width(), left.height()));
  return sum + AfterBothEnds(size, left).most;
}

uint64_t AnyWorstCase(BigSize size) { return BoundsOf(size).most; }

uint64_t GatherBound(BigSize size) {
  // 0.96 n^3 and n^2. Gathering as near as lookup does takes 0.95 n^3 on average on random boards,
  // and at most 0.98 n^3; tiles that are not gathered are carried.
  const auto cells = static_cast<uint64_t>(size.cells());
  return cells * static_cast<uint64_t>(size.width + size.height) * 12 / 25 + cells;
}

bool BothEnds::IsFor(const Rectangle& left) {
  constexpr int kLeastSide = 16;  // shorter sides take no fewer moves this way
  return std::min(left.width(), left.height()) >= kLeastSide;
}

void BothEnds::TakeOff(Rectangle* left) {
  const bool is_column = left->width() > left->height();
  ++(is_column ? left->left : left->top);
  --(is_column ? left->right : left->bottom);
}

BothEnds::BothEnds(const WindowTables* tables, const Rectangle& of, BigBoard* board)
    : tables_(*tables), board_(*board), left_(of) {
  Rectangle last = of;
  while (IsFor(last)) TakeOff(&last);
  board->SetBlankHome((last.bottom - 1) * board->size().width + last.right - 1);
}

absl::Status BothEnds::Next(LetterStream* stream) {
  const bool is_last_row = next_ % 2 == 1;
  const int column = next_ / 2;
  const Frame frame(board_.size(), left_, left_.width() > left_.height(), is_last_row, is_last_row);
  TileMover mover(frame, &board_, stream);
  ++next_;
  if (column < frame.width - 2) {
    mover.set_column(column);
    mover.set_last(is_last_row ? column + 1 : column);
    mover.BringHome(board_.TileOf(frame.Cell(column, 0)));
    return absl::OkStatus();
  }
  mover.set_last(is_last_row ? frame.width : column);
  if (is_last_row) {
    TakeOff(&left_);
    next_ = 0;
  }
  return SolveRowEnd(tables_, &board_, &mover);
}

LookupWalk::LookupWalk(const WindowTables* tables, BigBoard* board)
    : tables_(*tables), board_(*board), peeling_(board->size()), bounds_(BoundsOf(board->size())) {
  if (peeling_.IsRest())
    phase_ = kRest;
  else
    gathering_.emplace(*board, kGatherNear, GatherBound(board->size()));
}

LookupWalk LookupWalk::TileByTile(const WindowTables* tables, BigBoard* board) {
  LookupWalk walk(tables, board);
  walk.gathering_.reset();
  if (walk.phase_ == kGathering) walk.phase_ = kRows;
  walk.bounds_.most = walk.bounds_.left.front();
  return walk;
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
    absl::Status status = SolveRest(tables_, &board_, &mover);
    if (both_ends_) BringBlankHome(stream);
    return status;
  }
  if (phase_ == kRows && !frame_ && !both_ends_ &&
      stream->count() + bounds_.row[row_] + bounds_.left[row_ + 1] > bounds_.most) {
    both_ends_.emplace(&tables_, peeling_.left(), &board_);
    phase_ = kBothEnds;
  }
  if (phase_ == kBothEnds) return NextOfBothEnds(stream);
  const uint64_t bound = bounds_.row[row_];
  const uint64_t may_take = bounds_.most - bounds_.left[row_ + 1];
  if (!frame_) {
    frame_.emplace(peeling_.Row(board_.blank()));
    column_ = 0;
  }
  TileMover mover(*frame_, &board_, stream);
  const uint64_t before = stream->count();
  absl::Status status = SolveGroup(tables_, &column_, may_take, bound, &board_, &mover);
  beyond_usual_ += static_cast<int64_t>(stream->count() - before);
  if (column_ == frame_->width) {
    beyond_usual_ -= kUsualMoves * frame_->width;
    frame_.reset();
    peeling_.Next();
    const int64_t cells = peeling_.left().width() * peeling_.left().height();
    if (++row_ == bounds_.row.size()) {
      phase_ = kRest;
    } else if (!both_ends_ && beyond_usual_ > std::max(kLeastBeyondUsual, cells / kCellsAMove)) {
      gathering_.emplace(board_, 0, bounds_.most - bounds_.left[row_] - stream->count(),
                         peeling_.left().left, peeling_.left().top);
      phase_ = kGathering;
    }
  }
  return status;
}

absl::Status LookupWalk::NextOfBothEnds(LetterStream* stream) {
  absl::Status status = both_ends_->Next(stream);
  if (!both_ends_->done()) return status;
  const uint64_t most = bounds_.most;
  bounds_ = AfterBothEnds(board_.size(), both_ends_->left());
  bounds_.most = most;
  peeling_ = Peeling(board_.size(), both_ends_->left());
  row_ = 0;
  phase_ = kRows;
  return status;
}

void LookupWalk::BringBlankHome(LetterStream* stream) {
  const BigSize size = board_.size();
  for (; board_.blank() < size.cells() - size.width; board_.SlideFrom(board_.blank() + size.width))
    stream->Put('U');
  for (; board_.blank() < size.cells() - 1; board_.SlideFrom(board_.blank() + 1)) stream->Put('L');
  board_.SetBlankHome(size.cells() - 1);
}

}  // namespace tilebase
