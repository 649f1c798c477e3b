// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/values/plain_beam.h"

#include <algorithm>
#include <utility>

#include "tables/entry.h"
#include "tables/random_board.h"

namespace tilebase {
namespace {

// KeepBest distinguishes values up to this far above the least of a layer: 16 moves, and 64 along a
// solution.
constexpr int32_t kBins = 16 * kValueOne;
constexpr int32_t kBinsAlong = 64 * kValueOne;
// Boards whose children are made together, so that all their memory is prefetched at once.
constexpr size_t kTogether = 32;

// With whole lines, a board reached along its row differs from the same board reached along its
// column, because other moves may follow.
uint64_t AxisKey(bool whole_lines, int action) {
  return whole_lines && action >= 2 ? 0x9e3779b97f4a7c15u : 0;
}

}  // namespace

void FoundBoards::Clear() {
  if (slots_.empty()) slots_.resize(kLeastSlots);
  // Shrink the memory of a large search, so that small searches need not clear all of it.
  if (slots_.size() > kLeastSlots && used_ < slots_.size() / 8) slots_.resize(slots_.size() / 2);
  std::fill(slots_.begin(), slots_.end(), 0);
  used_ = 0;
}

void FoundBoards::Grow() {
  std::vector<uint64_t> old(slots_.size() * 2);
  std::swap(old, slots_);
  for (const uint64_t slot : old) {
    if (slot == 0) continue;
    size_t i = Start(slot);
    while (slots_[i & (slots_.size() - 1)] != 0) ++i;
    slots_[i & (slots_.size() - 1)] = slot;
  }
}

PlainBeam::PlainBeam(const ExactChanges& changes, bool whole_lines)
    : changes_(changes),
      geometry_(changes.values().geometry()),
      cells_(geometry_.cells()),
      whole_lines_(whole_lines),
      most_a_move_(whole_lines ? static_cast<size_t>(LongestSlide(geometry_)) : 1) {
  Random random(1);
  for (int cell = 0; cell < cells_; ++cell) {
    allowed_.push_back(geometry_.Actions(cell));
    for (int a = 0; a < kActions; ++a)
      slides_.push_back(
          (allowed_.back() >> a & 1) == 0
              ? PairValues::Slide()
              : changes.values().SlideOf(cell + geometry_.BlankStep(static_cast<Action>(a)), cell));
  }
  for (int tile = 0; tile < cells_; ++tile)
    for (int cell = 0; cell < cells_; ++cell) {
      keys_.push_back(tile == 0 ? 0 : random.Next());
      distance_.push_back(static_cast<uint8_t>(tile == 0 ? 0 : geometry_.Distance(cell, tile - 1)));
    }
}

bool PlainBeam::Solve(const Board& board, size_t width, size_t longest,
                      std::vector<Action>* actions) {
  actions->clear();
  if (!board.IsSolved()) {
    goal_.parent = kNone;
    Run(board, width, longest, SIZE_MAX);
    if (goal_.parent != kNone) Write(goal_, actions);
  }
  return !actions->empty();
}

bool PlainBeam::Follow(const Board& board, size_t width, size_t longest, size_t moves,
                       std::vector<Action>* actions) {
  actions->clear();
  if (!board.IsSolved() && Run(board, width, longest, moves) == moves && !children_.empty())
    Write(*std::min_element(children_.begin(), children_.end(),
                            [](const Child& a, const Child& b) { return a.value < b.value; }),
          actions);
  return !actions->empty();
}

size_t PlainBeam::Run(const Board& board, size_t width, size_t longest, size_t until) {
  const auto forget = [](const Child&) {};
  Start(board);
  size_t first = 0;
  for (size_t layer = 1;; ++layer) {
    children_.clear();
    const size_t end = nodes_.size();
    // The greatest distance that children may have.
    const int64_t most_distance =
        (static_cast<int64_t>(longest / most_a_move_) - static_cast<int64_t>(layer) - 1) *
        static_cast<int64_t>(most_a_move_);
    if (!Expand(first, end, most_distance, forget)) return layer;
    if (layer == until || children_.empty()) return layer;
    KeepBest<kBins>(width, false, forget);
    first = end;
  }
}

void PlainBeam::RunAlong(const Board& board, const std::vector<Action>& solution, size_t width) {
  const auto leave = [&](const Child& child) {
    int32_t& least = least_left_[child.parent];
    least = std::min(least, child.value);
  };
  Start(board);
  layers_ = {0};
  least_left_ = {kNothing};
  for (size_t moves = 1; moves < solution.size(); ++moves) {
    const uint32_t first = layers_.back();
    const size_t end = nodes_.size();
    children_.clear();
    MakeChildren(first, kAnyDistance);
    const auto next = std::find_if(children_.begin(), children_.end(), [&](const Child& child) {
      return child.move == static_cast<uint8_t>(solution[moves - 1]);
    });
    std::rotate(children_.begin(), next, next + 1);
    found_.Add(children_.front().hash);
    LeaveFound(1, leave);
    Expand(first + 1, end, kAnyDistance, leave);
    layers_.push_back(static_cast<uint32_t>(end));
    KeepBest<kBinsAlong>(width, true, leave);
    least_left_.resize(nodes_.size(), kNothing);
  }
}

void PlainBeam::Start(const Board& board) {
  Node root;
  for (int cell = 0; cell < cells_; ++cell) {
    const int tile = board.tile[cell];
    const auto at = static_cast<size_t>(tile * cells_ + cell);
    root.tile[cell] = static_cast<uint8_t>(tile);
    root.hash ^= keys_[at];
    root.distance = static_cast<uint16_t>(root.distance + distance_[at]);
  }
  root.value = changes_.values().Value(board.tile);
  root.blank = board.blank;
  root.allowed = allowed_[root.blank];
  nodes_.assign(1, root);
  found_.Clear();
  found_.Add(root.hash);
}

template <typename Leave>
bool PlainBeam::Expand(size_t first, size_t end, int64_t most_distance, Leave leave) {
  for (size_t n = first; n < end;) {
    const size_t made_before = children_.size(), together = std::min(n + kTogether, end);
    bool solved = false;
    while (!solved && n < together)
      solved = !MakeChildren(static_cast<uint32_t>(n++), most_distance);
    LeaveFound(made_before, leave);
    if (solved) return false;
  }
  return true;
}

bool PlainBeam::MakeChildren(uint32_t parent, int64_t most_distance) {
  const Node& from = nodes_[parent];
  const uint64_t hash = from.hash ^ AxisKey(whole_lines_, from.move % kActions);
  for (ActionMask actions = from.allowed; actions != 0;
       actions &= static_cast<ActionMask>(actions - 1)) {
    const int action = Lowest(actions);
    Node node = from;
    node.hash = hash;
    uint8_t move = static_cast<uint8_t>(action);
    do {
      node.value += changes_.Of(node.tile, SlideOf(node, action));
      Slide(action, &node);
      const Child child = {node.hash ^ AxisKey(whole_lines_, action), node.value, parent, move};
      move = static_cast<uint8_t>(move + kActions);
      if (node.distance > most_distance) continue;
      if (node.distance == 0 && most_distance != kAnyDistance) {
        goal_ = child;
        return false;
      }
      found_.Prefetch(child.hash);
      children_.push_back(child);
    } while (whole_lines_ && (allowed_[node.blank] >> action & 1) != 0);
  }
  return true;
}

template <typename Leave>
void PlainBeam::LeaveFound(size_t begin, Leave leave) {
  const auto is_found = [&](const Child& child) {
    if (found_.Add(child.hash)) return false;
    leave(child);
    return true;
  };
  children_.erase(
      std::remove_if(children_.begin() + static_cast<ptrdiff_t>(begin), children_.end(), is_found),
      children_.end());
}

template <int32_t kMostBins, typename Leave>
void PlainBeam::KeepBest(size_t width, bool first_is_kept, Leave leave) {
  int32_t least = INT32_MAX;
  for (const Child& child : children_) least = std::min(least, child.value);
  const auto bin_of = [least](const Child& child) {
    return std::min(child.value - least, kMostBins - 1);
  };
  size_t bins[kMostBins] = {};
  for (const Child& child : children_) ++bins[bin_of(child)];
  size_t left = width;  // how many to take from `last`; all bins before it are kept
  int32_t last = 0;
  while (last < kMostBins && left >= bins[last]) left -= bins[last++];
  for (const Child& child : children_) {
    const int32_t bin = bin_of(child);
    const bool has_room = bin < last || (bin == last && left != 0);
    if (bin == last && has_room) --left;
    if (has_room || (first_is_kept && &child == children_.data()))
      Keep(child);
    else
      leave(child);
  }
}

void PlainBeam::Keep(const Child& child) {
  nodes_.push_back(nodes_[child.parent]);
  Node& node = nodes_.back();
  const int action = child.move % kActions;
  for (int i = 0; i <= child.move / kActions; ++i) Slide(action, &node);
  node.hash = child.hash;
  node.value = child.value;
  node.parent = child.parent;
  node.move = child.move;
  const Action last = static_cast<Action>(action);
  const ActionMask back = ActionBit(Opposite(last));
  const ActionMask not_next = whole_lines_ ? static_cast<ActionMask>(back | ActionBit(last)) : back;
  node.allowed = static_cast<ActionMask>(allowed_[node.blank] & ~not_next);
}

void PlainBeam::Slide(int action, Node* node) const {
  const uint32_t from = SlideOf(*node, action).from;
  const uint8_t tile = node->tile[from];
  const auto row = static_cast<size_t>(tile * cells_);
  const size_t left = row + from, entered = row + node->blank;
  node->hash ^= keys_[left] ^ keys_[entered];
  node->distance = static_cast<uint16_t>(node->distance + distance_[entered] - distance_[left]);
  node->tile[node->blank] = tile;
  node->tile[from] = 0;
  node->blank = static_cast<uint8_t>(from);
}

void PlainBeam::Write(const Child& child, std::vector<Action>* actions) const {
  const auto add = [&](uint8_t move) {
    actions->insert(actions->end(), move / kActions + size_t{1},
                    static_cast<Action>(move % kActions));
  };
  add(child.move);
  for (uint32_t n = child.parent; n != 0; n = nodes_[n].parent) add(nodes_[n].move);
  std::reverse(actions->begin(), actions->end());
}

}  // namespace tilebase
