// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/lab/diameter/descents.h"

#include <algorithm>

#include "tables/ranking.h"

namespace tilebase {
namespace {

// The first paths are as cheap as possible; later ones make a detour of two moves.
constexpr int kCheapest = 16;
constexpr int kPaths = 24;

}  // namespace

Descents::Descents(const Frame& frame, const CostTable& table)
    : frame_(frame),
      table_(table),
      seconds_(static_cast<size_t>(frame.tiles() - frame.first_tiles())),
      dear_(static_cast<size_t>(frame.geometry().cells())) {
  const Ranking& ranking = frame.second_ranking();
  least_ = frame.SecondCost(0);
  for (uint64_t rank = 0; rank < ranking.size(); ++rank) {
    const State state = ranking.Unrank(rank);
    Second second{frame.SecondCost(rank), {}};
    std::copy_n(state.cell, seconds_, second.cells.begin());
    dear_[state.blank].push_back(second);
    least_ = std::min(least_, frame.greatest_second_costs()[state.blank]);
  }
  for (std::vector<Second>& states : dear_)
    std::stable_sort(states.begin(), states.end(),
                     [](const Second& a, const Second& b) { return a.cost > b.cost; });
}

void Descents::Walk(uint64_t rank, int path) {
  const Ranking& ranking = table_.ranking();
  if (path == 0) {
    start_ = Representative(frame_.first(), ranking.Unrank(rank));
    random_ = Random(rank);
  }
  board_ = start_;
  moves_.clear();
  int cost = table_[rank];
  bool detour = path >= kCheapest;
  const uint64_t detour_at = detour ? random_.Below(static_cast<uint64_t>(cost - least_ + 1)) : 0;
  while (!frame_.first().IsHome(board_)) {
    Action cheaper[kActions], dearer[kActions];
    uint64_t cheaper_count = 0, dearer_count = 0;
    for (int a = 0; a < kActions; ++a) {
      const Action action = static_cast<Action>(a);
      if (!board_.CanApply(action)) continue;
      if (table_[ranking.RankAfter(rank, board_, action)] < cost)
        cheaper[cheaper_count++] = action;
      else if (moves_.empty() || action != Opposite(moves_.back()))
        dearer[dearer_count++] = action;
    }
    const bool away = detour && moves_.size() >= detour_at && dearer_count > 0;
    if (away) detour = false;
    const uint64_t count = away ? dearer_count : cheaper_count;
    const Action action = (away ? dearer : cheaper)[count == 1 ? 0 : random_.Below(count)];
    rank = ranking.RankAfter(rank, board_, action);
    cost = table_[rank];
    board_.Apply(action);
    moves_.push_back(action);
  }
}

int Descents::CostAfter(const Cells& cells) const {
  State second;
  second.blank = board_.blank;
  for (size_t j = 0; j < seconds_; ++j) {
    const uint8_t* found = std::find(board_.tile, board_.tile + kMaxCells, start_.tile[cells[j]]);
    second.cell[j] = static_cast<uint8_t>(found - board_.tile);
  }
  return frame_.SecondCost(frame_.second_ranking().Rank(second));
}

const std::vector<FrameState>& Descents::Unsettled(uint64_t rank, int cost) {
  unsettled_.clear();
  left_.clear();
  Walk(rank, 0);
  uint8_t origin[kMaxCells];
  for (int cell = 0; cell < start_.geometry.cells(); ++cell)
    origin[start_.tile[cell]] = static_cast<uint8_t>(cell);
  for (const Second& second : dear_[board_.blank]) {
    if (second.cost + static_cast<int>(moves_.size()) <= cost) break;
    Cells cells = {};
    for (size_t j = 0; j < seconds_; ++j) cells[j] = origin[board_.tile[second.cells[j]]];
    left_.push_back(cells);
  }
  for (int path = 1; path < kPaths && !left_.empty(); ++path) {
    Walk(rank, path);
    std::erase_if(left_, [&](const Cells& cells) {
      return CostAfter(cells) + static_cast<int>(moves_.size()) <= cost;
    });
  }
  const State first = table_.ranking().Unrank(rank);
  for (const Cells& cells : left_) {
    FrameState state;
    state.Put(0, first.blank);
    for (int i = 0; i < frame_.first_tiles(); ++i) state.Put(i + 1, first.cell[i]);
    for (size_t j = 0; j < seconds_; ++j)
      state.Put(frame_.first_tiles() + static_cast<int>(j) + 1, cells[j]);
    unsettled_.push_back(state);
  }
  return unsettled_;
}

bool Descents::Solve(FrameState state, int cost, std::vector<Action>* moves) {
  const uint64_t rank = table_.ranking().Rank(frame_.FirstState(state));
  Cells cells = {};
  for (size_t j = 0; j < seconds_; ++j)
    cells[j] = static_cast<uint8_t>(state.cell(frame_.first_tiles() + static_cast<int>(j) + 1));
  for (int path = 0; path < kPaths; ++path) {
    Walk(rank, path);
    if (CostAfter(cells) + static_cast<int>(moves_.size()) > cost) continue;
    *moves = moves_;
    for (const Action action : moves_) state = frame_.Moved(state, action);
    frame_.FinishSecond(state, moves);
    return true;
  }
  return false;
}

}  // namespace tilebase
