// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/lab/diameter/beam.h"

#include <algorithm>

#include "tables/board.h"
#include "tables/ranking.h"

namespace tilebase {
namespace {

// The finalizer of SplitMix64 (tables/random_board.h).
uint64_t Mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace

bool Beam::IsNew(FrameState state) {
  const size_t mask = seen_.size() - 1;
  size_t at = Mix(state.bits) & mask;
  while (seen_[at] != 0 && seen_[at] != state.bits) at = (at + 1) & mask;
  if (seen_[at] != 0) return false;
  seen_[at] = state.bits;
  return true;
}

bool Beam::Add(const Node& node, int left) {
  if (left < frame_.least_inner() || !IsNew(node.state)) return false;
  next_.push_back(node);
  for (const bool reflected : {false, true}) {
    if (reflected && !frame_.is_square()) break;
    const FrameState state = reflected ? frame_.Reflected(node.state) : node.state;
    int cost = table_[table_.ranking().Rank(frame_.FirstState(state))];
    next_.back().promise += cost;
    if (frame_.IsFirstHome(state))
      cost = frame_.SecondCost(frame_.second_ranking().Rank(frame_.SecondState(state)));
    if (cost <= left) {
      end_ = node;
      end_is_reflected_ = reflected;
      return true;
    }
  }
  return false;
}

void Beam::Keep(size_t width) {
  if (next_.size() <= width) return;
  std::nth_element(next_.begin(), next_.begin() + static_cast<std::ptrdiff_t>(width), next_.end(),
                   [](const Node& a, const Node& b) {
                     if (a.promise != b.promise) return a.promise < b.promise;
                     return Mix(a.state.bits) < Mix(b.state.bits);
                   });
  next_.resize(width);
}

bool Beam::Solve(FrameState state, int cost, size_t width, std::vector<Action>* moves) {
  size_t slots = 64;
  while (slots < width * 2 * kActions) slots *= 2;
  size_t layers = 0;
  next_.clear();
  seen_.assign(slots, 0);
  bool done = Add({state}, cost);
  while (!done && !next_.empty()) {
    Keep(width);
    if (layers == layers_.size()) layers_.emplace_back();
    std::swap(layers_[layers], next_);
    next_.clear();
    seen_.assign(slots, 0);
    const std::vector<Node>& layer = layers_[layers++];
    for (uint32_t i = 0; i < layer.size() && !done; ++i) {
      const ActionMask actions = frame_.geometry().Actions(layer[i].state.cell(0));
      for (int a = 0; a < kActions && !done; ++a) {
        const Action action = static_cast<Action>(a);
        if ((actions & ActionBit(action)) == 0) continue;
        if (layers > 1 && action == Opposite(layer[i].action)) continue;
        done = Add({frame_.Moved(layer[i].state, action), i, 0, action},
                   cost - static_cast<int>(layers));
      }
    }
  }
  if (done) Finish(layers, moves);
  return done;
}

void Beam::Finish(size_t layers, std::vector<Action>* moves) const {
  moves->assign(layers, Action::kLeft);
  Node node = end_;
  for (size_t layer = layers; layer-- > 0; node = layers_[layer][node.parent])
    (*moves)[layer] = node.action;
  FrameState state = end_is_reflected_ ? frame_.Reflected(end_.state) : end_.state;
  // Home by the tables: the cheapest way through stage 1, then stage 2.
  const auto cost = [&](FrameState at) {
    return table_[table_.ranking().Rank(frame_.FirstState(at))];
  };
  while (!frame_.IsFirstHome(state)) {
    for (int a = 0; a < kActions; ++a) {
      const Action action = static_cast<Action>(a);
      if ((frame_.geometry().Actions(state.cell(0)) & ActionBit(action)) == 0) continue;
      const FrameState next = frame_.Moved(state, action);
      if (cost(next) >= cost(state)) continue;
      moves->push_back(action);
      state = next;
      break;
    }
  }
  frame_.FinishSecond(state, moves);
  if (end_is_reflected_)
    std::transform(moves->begin() + static_cast<std::ptrdiff_t>(layers), moves->end(),
                   moves->begin() + static_cast<std::ptrdiff_t>(layers),
                   [](Action action) { return Reflected(action); });
}

}  // namespace tilebase
