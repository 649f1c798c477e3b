// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/classic/duplicate_machine.h"

#include <algorithm>
#include <unordered_map>

namespace tilebase::classic {
namespace {

// A grid on which kMaxDepth moves from the middle never meet the border.
constexpr int kSide = 2 * DuplicateMachine::kMaxDepth + 1;
constexpr int kMiddle = kSide / 2 * kSide + kSide / 2;
constexpr int kStep[kActions] = {1, -1, kSide, -kSide};  // of the blank, for L, R, U, D

// What lies on a cell, where that is not the cell's own tile: the difference that a sequence made.
struct Difference {
  int top = kMiddle / kSide, bottom = top, left = kMiddle % kSide, right = left;
  std::vector<std::pair<int, int>> moved;  // (cell, tile), sorted
  bool Within(const Difference& other) const {
    return top >= other.top && bottom <= other.bottom && left >= other.left && right <= other.right;
  }
};

Difference Replay(uint32_t code, int length) {
  static thread_local std::vector<int> grid = [] {
    std::vector<int> cells(kSide * kSide);
    for (int cell = 0; cell < kSide * kSide; ++cell) cells[static_cast<size_t>(cell)] = cell;
    return cells;
  }();
  const auto at = [](int cell) -> int& { return grid[static_cast<size_t>(cell)]; };
  Difference result;
  std::vector<int> touched = {kMiddle};
  for (int i = 0; i < length; ++i) {
    const int blank = touched.back();
    const int next = blank + kStep[code >> 2 * (length - 1 - i) & 3];
    std::swap(at(blank), at(next));
    touched.push_back(next);
    result.top = std::min(result.top, next / kSide);
    result.bottom = std::max(result.bottom, next / kSide);
    result.left = std::min(result.left, next % kSide);
    result.right = std::max(result.right, next % kSide);
  }
  std::sort(touched.begin(), touched.end());
  for (const int cell : touched) {
    if (at(cell) == cell) continue;  // back in place, or seen already
    result.moved.emplace_back(cell, at(cell));
    at(cell) = cell;
  }
  return result;
}

uint64_t Hash(const std::vector<std::pair<int, int>>& moved) {
  uint64_t hash = 0;
  for (const auto& [cell, tile] : moved) {
    hash = (hash ^ static_cast<uint64_t>(cell * kSide * kSide + tile)) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace

DuplicateMachine DuplicateMachine::Learn(int depth) {
  std::vector<Sequence> forbidden;
  std::unordered_multimap<uint64_t, Sequence> reached;  // by the hash of the board
  reached.emplace(Hash({}), Sequence{0, 0});
  // The sequences of one length that hold no forbidden part, in order.
  std::vector<uint32_t> level = {0};
  for (int length = 1; length <= depth; ++length) {
    std::vector<uint32_t> next;
    const uint32_t tail_mask = (uint32_t{1} << 2 * (length - 1)) - 1;
    for (const uint32_t prefix : level) {
      for (uint32_t action = 0; action < kActions; ++action) {
        const uint32_t code = prefix << 2 | action;
        // Free of forbidden parts: the prefix is; so must be all but the first action.
        if (!std::binary_search(level.begin(), level.end(), code & tail_mask)) continue;
        const Difference difference = Replay(code, length);
        const uint64_t hash = Hash(difference.moved);
        const auto [begin, end] = reached.equal_range(hash);
        const bool duplicate = std::any_of(begin, end, [&](const auto& entry) {
          const Difference earlier = Replay(entry.second.code, entry.second.length);
          return earlier.moved == difference.moved && earlier.Within(difference);
        });
        if (duplicate) {
          forbidden.push_back({code, length});
        } else {
          reached.emplace(hash, Sequence{code, length});
          next.push_back(code);
        }
      }
    }
    level = std::move(next);
  }
  DuplicateMachine machine;
  machine.Build(forbidden);
  return machine;
}

void DuplicateMachine::Build(const std::vector<Sequence>& forbidden) {
  // A tree of the forbidden sequences without their last actions, which are never done.
  constexpr State kNone = UINT32_MAX;
  forbidden_ = forbidden.size();
  next_.push_back({kNone, kNone, kNone, kNone});
  allowed_.push_back(0xf);
  for (const Sequence& sequence : forbidden) {
    State state = kStart;
    for (int left = sequence.length - 1; left > 0; --left) {
      const size_t action = sequence.code >> 2 * left & 3;
      if (next_[state][action] == kNone) {
        next_[state][action] = static_cast<State>(next_.size());
        next_.push_back({kNone, kNone, kNone, kNone});
        allowed_.push_back(0xf);
      }
      state = next_[state][action];
    }
    allowed_[state] &= static_cast<ActionMask>(~ActionBit(static_cast<Action>(sequence.code & 3)));
  }
  // Where the tree ends, go on from the longest suffix that is in it; its prohibitions hold too.
  std::vector<State> suffix(next_.size(), kStart), queue;
  for (size_t action = 0; action < kActions; ++action) {
    if (next_[kStart][action] == kNone)
      next_[kStart][action] = kStart;
    else
      queue.push_back(next_[kStart][action]);
  }
  for (size_t head = 0; head < queue.size(); ++head) {
    const State state = queue[head];
    allowed_[state] &= allowed_[suffix[state]];
    for (size_t action = 0; action < kActions; ++action) {
      const State onward = next_[suffix[state]][action];
      if (next_[state][action] == kNone) {
        next_[state][action] = onward;
      } else {
        suffix[next_[state][action]] = onward;
        queue.push_back(next_[state][action]);
      }
    }
  }
}

}  // namespace tilebase::classic
