// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/lab/diameter/frame.h"

#include <algorithm>
#include <set>
#include <string>

#include "tables/board.h"

namespace tilebase {
namespace {

// Every 4x4 board with the blank home in a corner can be solved in 80 moves (Brüngger, Marzetta,
// Fukuda & Nievergelt 1999).
constexpr int kFifteenDepth = 80;

constexpr uint8_t kNoCost = 255;

}  // namespace

Frame::Frame(Geometry geometry) : geometry_(geometry) {
  const int width = geometry.width;
  // On three rows, stage 2 has both tiles of the first column: one alone could not come home.
  const int second_row = geometry.height == 3 ? 1 : 2;
  first_.goal = LowMask(width);
  for (int row = 1; row < geometry.height; ++row)
    (row < second_row ? first_ : second_).goal |= CellBit(row * width);
  first_.geometry = second_.geometry = geometry;
  second_.fixed = first_.goal;
  second_ranking_ = Ranking(second_);
  for (const CellMask goal : {first_.goal, second_.goal})
    for (CellMask rest = goal; rest != 0; rest &= rest - 1) tiles_.push_back(Lowest(rest) + 1);
  FrameState home;
  for (int i = 0; i < tiles(); ++i) home.Put(i + 1, tile(i) - 1);
  home_ = home.bits;
  first_mask_ = LowMask(first_tiles() * FrameState::kBits) << FrameState::kBits;
  mask_ = LowMask(tiles() * FrameState::kBits) << FrameState::kBits;
  if (is_square()) {
    for (int i = 0; i < tiles(); ++i) {
      const int reflected = MapCell(geometry, kTransposed, tile(i) - 1) + 1;
      reflected_index_[i + 1] =
          static_cast<int>(std::find(tiles_.begin(), tiles_.end(), reflected) - tiles_.begin() + 1);
    }
  }
  FindInnerDepths();
  FindSecondCosts();
}

void Frame::FindInnerDepths() {
  const int width = geometry_.width - 1, height = geometry_.height - 1;
  const int cells = width * height;
  std::vector<int> depth(static_cast<size_t>(cells), 0);
  if (cells == 16) {
    // The number of moves is even exactly if the blank begins an even number of steps from home.
    for (int cell = 0; cell < cells; ++cell)
      depth[static_cast<size_t>(cell)] = kFifteenDepth - (cell / width + cell % width) % 2;
  } else {
    const Geometry inner{static_cast<uint8_t>(width), static_cast<uint8_t>(height)};
    std::string solved;
    for (int cell = 1; cell <= cells; ++cell) solved.push_back(static_cast<char>(cell % cells));
    std::set<std::string> known = {solved};
    std::vector<std::string> level = {solved};
    for (int moves = 0; !level.empty(); ++moves) {
      std::vector<std::string> next;
      for (const std::string& board : level) {
        const int blank = static_cast<int>(board.find('\0'));
        depth[static_cast<size_t>(blank)] = moves;
        for (int a = 0; a < kActions; ++a) {
          const Action action = static_cast<Action>(a);
          if ((inner.Actions(blank) & ActionBit(action)) == 0) continue;
          std::string moved = board;
          std::swap(moved[static_cast<size_t>(blank)],
                    moved[static_cast<size_t>(blank + inner.BlankStep(action))]);
          if (known.insert(moved).second) next.push_back(moved);
        }
      }
      level = std::move(next);
    }
  }
  inner_.assign(static_cast<size_t>(geometry_.cells()), 0);
  for (int cell = 0; cell < cells; ++cell)
    inner_[static_cast<size_t>((cell / width + 1) * geometry_.width + cell % width + 1)] =
        depth[static_cast<size_t>(cell)];
  least_inner_ = *std::min_element(depth.begin(), depth.end());
}

void Frame::FindSecondCosts() {
  second_cost_.assign(second_ranking_.size(), kNoCost);
  greatest_second_costs_.assign(static_cast<size_t>(geometry_.cells()), 0);
  State home;
  for (int j = 0; j < second_ranking_.tracked(); ++j)
    home.cell[j] = static_cast<uint8_t>(second_ranking_.tile(j) - 1);
  uint64_t known = 0;
  std::vector<State> level;
  for (int cost = least_inner_; known < second_cost_.size() && cost < kNoCost; ++cost) {
    std::vector<State> next;
    for (CellMask blanks = second_.goal_blanks(); blanks != 0; blanks &= blanks - 1) {
      home.blank = static_cast<uint8_t>(Lowest(blanks));
      if (InnerDepth(home.blank) == cost) level.push_back(home);
    }
    for (const State& state : level) {
      uint8_t& known_cost = second_cost_[second_ranking_.Rank(state)];
      if (known_cost != kNoCost) continue;
      known_cost = static_cast<uint8_t>(cost);
      ++known;
      greatest_second_costs_[state.blank] = cost;
      for (int a = 0; a < kActions; ++a) {
        const Action action = static_cast<Action>(a);
        if ((geometry_.Actions(state.blank) & ActionBit(action)) == 0) continue;
        State moved = state;
        moved.blank = static_cast<uint8_t>(state.blank + geometry_.BlankStep(action));
        if ((second_.free_cells() & CellBit(moved.blank)) == 0) continue;
        for (int j = 0; j < second_ranking_.tracked(); ++j)
          if (moved.cell[j] == moved.blank) moved.cell[j] = state.blank;
        next.push_back(moved);
      }
    }
    level = std::move(next);
  }
}

State Frame::FirstState(FrameState state) const {
  State first;
  first.blank = static_cast<uint8_t>(state.cell(0));
  for (int i = 0; i < first_tiles(); ++i) first.cell[i] = static_cast<uint8_t>(state.cell(i + 1));
  return first;
}

State Frame::SecondState(FrameState state) const {
  State second;
  second.blank = static_cast<uint8_t>(state.cell(0));
  for (int i = first_tiles(); i < tiles(); ++i)
    second.cell[i - first_tiles()] = static_cast<uint8_t>(state.cell(i + 1));
  return second;
}

FrameState Frame::Moved(FrameState state, Action action) const {
  const int blank = state.cell(0), to = blank + geometry_.BlankStep(action);
  for (int i = 1; i <= tiles(); ++i)
    if (state.cell(i) == to) state.Put(i, blank);
  state.Put(0, to);
  return state;
}

FrameState Frame::Reflected(FrameState state) const {
  FrameState reflected;
  for (int i = 0; i <= tiles(); ++i)
    reflected.Put(reflected_index_[i], MapCell(geometry_, kTransposed, state.cell(i)));
  return reflected;
}

void Frame::FinishSecond(FrameState state, std::vector<Action>* moves) const {
  const auto cost = [&](FrameState at) {
    return SecondCost(second_ranking_.Rank(SecondState(at)));
  };
  while (!IsHome(state) || cost(state) < InnerDepth(state.cell(0))) {
    for (int a = 0; a < kActions; ++a) {
      const Action action = static_cast<Action>(a);
      if ((geometry_.Actions(state.cell(0)) & ActionBit(action)) == 0) continue;
      const FrameState next = Moved(state, action);
      if (!IsFirstHome(next) || cost(next) >= cost(state)) continue;
      state = next;
      moves->push_back(action);
      break;
    }
  }
}

}  // namespace tilebase
