// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/lookup_stages.h"

#include <algorithm>

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

}  // namespace tilebase
