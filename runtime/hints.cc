// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/hints.h"

#include <algorithm>
#include <new>

#include "runtime/analysis.h"
#include "tables/board_text.h"

namespace tilebase {

bool HintsTo::IsOnDetour(const Board& renamed, tilebase_probe_result* result) const {
  const int all = to_.detour();
  if (all == 0) return false;
  char letters[kMaxDetour];
  to_.Append(letters, 0);
  Board board = Board::Solved(goal_.geometry);
  int done = 0;
  while (board != renamed && done < all) board.Apply(*ActionOf(letters[done++]));
  if (board != renamed) return false;
  *result = {};
  for (int cell = 0; cell < goal_.geometry.cells(); ++cell)
    if (const int tile = board.tile[cell]; tile != 0 && tile == to_.end().tile[cell])
      result->fixed |= TileBit(tile);
  result->stage = static_cast<uint32_t>(set_.stages().size());
  result->remaining = all - done;
  std::fill(result->after, result->after + kActions, -1);
  if (done == all) return true;
  const Action action = *ActionOf(letters[done]);
  result->action = Letter(action);
  result->tiles = 1;
  result->after[static_cast<int>(action)] = all - done - 1;
  return true;
}

bool HintsTo::IsByWhole(const Board& board, tilebase_probe_result* result,
                        tilebase_code* code) const {
  if (to_.detour() == 0 || set_.stages().size() != 1) return false;
  const Subproblem& whole = set_.stages()[0].tables[0].subproblem;
  *result = {};
  result->goal = board == goal_ ? 0 : whole.goal;
  result->fixed = board == goal_ ? goal_.geometry.all_tiles() : 0;
  result->stage = board == goal_ ? 1 : 0;
  std::fill(result->after, result->after + kActions, -1);
  try {
    const auto search = OptimalSearch::Create(set_.shared_source(), &set_, 1);
    if (!search.ok()) {
      *code = TILEBASE_ERROR_DAMAGED;
      return true;
    }
    const auto found = Analyst(**search, {}, goal_).Moves(board);
    *code = found.ok() ? TILEBASE_OK : TILEBASE_ERROR_DAMAGED;
    if (!found.ok()) return true;
    result->remaining = found->length.least;
    for (const MoveLength& move : found->moves) {
      if (move.tiles == 1) result->after[static_cast<int>(move.action)] = move.after.least;
      if (board == goal_ || result->action != 0 || move.after.least >= found->length.least)
        continue;
      result->action = Letter(move.action);
      result->tiles = static_cast<uint8_t>(move.tiles);
    }
    if (board == goal_) std::fill(result->after, result->after + kActions, -1);
  } catch (const std::bad_alloc&) {
    *code = TILEBASE_ERROR_MEMORY;
  }
  return true;
}

void HintsTo::MapBack(tilebase_probe_result* result) const {
  result->goal = to_.Original(result->goal);
  result->fixed = to_.Original(result->fixed);
  if (result->action != 0) to_.Map(&result->action, 1);
  int32_t after[kActions];
  for (int a = 0; a < kActions; ++a) {
    char letter = Letter(static_cast<Action>(a));
    to_.Map(&letter, 1);
    after[static_cast<int>(*ActionOf(letter))] = result->after[a];
  }
  std::copy_n(after, kActions, result->after);
}

tilebase_code HintsTo::Probe(const Board& board, tilebase_probe_result* result) const {
  const Board renamed = to_.Renamed(board);
  tilebase_code code = TILEBASE_OK;
  if (IsByWhole(board, result, &code)) return code;
  if (!IsOnDetour(renamed, result)) code = set_.Probe(renamed, result);
  if (code == TILEBASE_OK) MapBack(result);
  return code;
}

tilebase_code HintsTo::ProbeSubproblem(const Board& board, CellMask goal, CellMask fixed,
                                       tilebase_probe_result* result) const {
  const CellMask all = goal_.geometry.all_tiles();
  if (((goal | fixed) & ~all) != 0) return TILEBASE_ERROR_SUBPROBLEM;
  const tilebase_code code =
      set_.ProbeSubproblem(to_.Renamed(board), to_.Renamed(goal), to_.Renamed(fixed), result);
  if (code == TILEBASE_OK) MapBack(result);
  return code;
}

tilebase_code HintsTo::Hint(const Board& board, tilebase_probe_result* hint) const {
  const CellMask all = goal_.geometry.all_tiles();
  if (((hint->goal | hint->fixed) & ~all) != 0) return TILEBASE_ERROR_SUBPROBLEM;
  const Board renamed = to_.Renamed(board);
  tilebase_code code = TILEBASE_OK;
  tilebase_probe_result found = {};
  if (IsByWhole(board, &found, &code)) {
    if (code == TILEBASE_OK) *hint = found;
    return code;
  }
  found.goal = to_.Renamed(hint->goal);
  found.fixed = to_.Renamed(hint->fixed);
  if (!IsOnDetour(renamed, &found)) code = set_.Hint(renamed, &found);
  if (code != TILEBASE_OK) return code;
  MapBack(&found);
  *hint = found;
  return code;
}

}  // namespace tilebase
