// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/any_solver.h"

#include <algorithm>

#include "runtime/any/peeling.h"
#include "runtime/any/tile_mover.h"
#include "runtime/lookup/walk.h"
#include "tables/error.h"

namespace tilebase {
namespace {

constexpr Geometry kWindow{kWindowSide, kWindowSide};

// A window of the frame as a board: the tiles that `tile_of` names keep their numbers, those of R
// are home, and the others take what numbers are left, for a table does not tell them apart.
// Window cell (0, 0) is the frame's (first_u, first_v), which may lie outside it.
template <typename TileOf>
Board Window(const Frame& frame, const BigBoard& board, int first_u, int first_v, CellMask fixed,
             TileOf tile_of) {
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

// The last two tiles of the frame's row.
absl::Status SolveRowEnd(const WindowTables& tables, BigBoard* board, TileMover* mover) {
  const Frame& frame = mover->frame();
  const int width = std::min(frame.width, kWindowSide);
  const int first_u = frame.width - width;
  const int tile_a = frame.Cell(frame.width - 2, 0) + 1;
  const int tile_b = tile_a + frame.step[0];
  mover->set_column(frame.width - 2);
  if (board->CellOf(tile_a) == tile_a - 1 && board->CellOf(tile_b) == tile_b - 1)
    return absl::OkStatus();
  mover->BringInto(tile_a, first_u, kWindowSide);
  while (true) {
    mover->BringInto(tile_b, first_u, kWindowSide);
    mover->BringBlankInto(first_u, kWindowSide, tile_a, tile_b);
    if (mover->IsWithin(tile_a, first_u, kWindowSide) &&
        mover->IsWithin(tile_b, first_u, kWindowSide))
      break;
    // The other tile's way led past this one and pushed it out. From its home it cannot be.
    mover->BringHome(tile_a);
  }
  const PolicyTable& table = tables.RowEnd(width);
  Board window =
      Window(frame, *board, frame.width - kWindowSide, 0, table.subproblem.fixed, [&](int tile) {
        return tile == tile_a ? 3 : tile == tile_b ? 4 : 0;
      });
  return Follow(table, &window, mover);
}

absl::Status SolveRest(const WindowTables& tables, BigBoard* board, TileMover* mover) {
  const Frame& frame = mover->frame();
  const int first_u = frame.width - kWindowSide;
  const int first_v = frame.height - kWindowSide;
  const auto stages = tables.Rest(frame.width, frame.height);
  CellMask fixed = stages.front()->subproblem.fixed;
  Board window = Window(frame, *board, first_u, first_v, fixed, [&](int tile) {
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

}  // namespace

// The terms are those of the proof in docs/any.md.
uint64_t AnyWorstCase(BigSize size) {
  constexpr int64_t kRowEnd = 32;  // the deepest of the tables of row ends, 4 wide
  constexpr int64_t kRest = 109;   // and of those of a 4x4 rectangle
  constexpr int64_t kAsides = 8;
  int64_t sum = kRest;
  int left = 0;
  int top = 0;
  for (Frame frame(size, left, top); !frame.IsRest(); frame = Frame(size, left, top)) {
    const int64_t width = frame.width;
    const int64_t height = frame.height;
    const auto home = [&](int64_t column) {
      const int64_t across = std::max(column, width - 1 - column);
      return width + height + 4 + 5 * (across + height - 1) -
             4 * std::min(across, std::max<int64_t>(height - 3, 0));
    };
    for (int64_t column = 0; column < width - 2; ++column) sum += home(column);
    const int64_t across = std::max<int64_t>(width - kWindowSide, 0);
    const int64_t up = height - kWindowSide;
    const int64_t into = width + height + 2 + 5 * (across + up) - 4 * std::min(across, up);
    const int64_t blank_into = across + up + kAsides;
    sum += 3 * into + 2 * blank_into + home(width - 2) + kRowEnd;
    (frame.transposed ? left : top) += 1;
  }
  return static_cast<uint64_t>(sum);
}

absl::StatusOr<AnySolver> AnySolver::Create(const PolicySet& set) {
  auto tables = WindowTables::Create(set);
  if (!tables.ok()) return tables.status();
  return AnySolver(*std::move(tables));
}

absl::Status AnySolver::Solve(BigBoard* board, LetterReceiver receiver) const {
  if (absl::Status status = board->CheckSolvable(); !status.ok()) return status;
  LetterStream stream(receiver);
  int left = 0;
  int top = 0;
  while (true) {
    const Frame frame(board->size(), left, top);
    TileMover mover(frame, board, &stream);
    if (frame.IsRest()) {
      if (absl::Status status = SolveRest(tables_, board, &mover); !status.ok()) return status;
      break;
    }
    for (int column = 0; column < frame.width - 2; ++column) {
      mover.set_column(column);
      mover.BringHome(frame.Cell(column, 0) + 1);
    }
    if (absl::Status status = SolveRowEnd(tables_, board, &mover); !status.ok()) return status;
    if (!stream.open()) break;
    (frame.transposed ? left : top) += 1;
  }
  stream.Flush();
  return stream.open() ? absl::OkStatus() : absl::CancelledError("the receiver wants no more");
}

}  // namespace tilebase
