// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/solvers/lesson_beam.h"

#include <algorithm>

namespace tilebase {
namespace {

constexpr uint32_t kNoParent = UINT32_MAX;
constexpr int32_t kNothing = INT32_MAX / 2;
constexpr size_t kLessonBins = 1024;

}  // namespace

LessonBeam::LessonBeam() : found_(size_t{1} << 16) {
  Random random(1);
  for (auto& of_tile : keys_)
    for (uint64_t& key : of_tile) key = random.Next();
}

bool LessonBeam::IsNew(uint64_t hash) {
  hash |= 1;
  if (2 * found_count_ >= found_.size()) {
    std::vector<uint64_t> old(2 * found_.size());
    old.swap(found_);
    for (const uint64_t each : old) {
      if (each == 0) continue;
      size_t i = each >> 20;
      while (found_[i & (found_.size() - 1)] != 0) ++i;
      found_[i & (found_.size() - 1)] = each;
    }
  }
  for (size_t i = hash >> 20;; ++i) {
    uint64_t& place = found_[i & (found_.size() - 1)];
    if (place == hash) return false;
    if (place != 0) continue;
    place = hash;
    ++found_count_;
    return true;
  }
}

void LessonBeam::MakeChild(uint32_t parent, Action action, bool of_solution) {
  Node& node = nodes_[parent];
  if ((geometry_.Actions(node.blank) & ActionBit(action)) == 0) return;
  if (!of_solution && node.last < kActions && action == Opposite(static_cast<Action>(node.last)))
    return;
  const int from = node.blank + geometry_.BlankStep(action);
  const int tile = node.tile[from];
  const uint64_t hash = node.hash ^ keys_[tile][from] ^ keys_[tile][node.blank];
  const int32_t value = node.value + PairValues::Changes<0>(*values_).Of(
                                         node.tile, values_->SlideOf(from, node.blank));
  // A board that was found before is its other parent's, but this one may go there, too.
  if (!IsNew(hash) && !of_solution) {
    node.least_left = std::min(node.least_left, kValueOne + value);
    return;
  }
  children_.push_back({hash, value, parent, static_cast<uint8_t>(action)});
}

void LessonBeam::Keep(const Child& child) {
  Node node = nodes_[child.parent];
  const int from = node.blank + geometry_.BlankStep(static_cast<Action>(child.action));
  node.tile[node.blank] = node.tile[from];
  node.tile[from] = 0;
  node.blank = static_cast<uint8_t>(from);
  node.hash = child.hash;
  node.value = child.value;
  node.parent = child.parent;
  node.least_left = kNothing;
  node.last = child.action;
  nodes_.push_back(node);
}

// The solution's child, which is the first, and those of least value, those made first before
// others of the same value.
void LessonBeam::KeepBest(size_t width) {
  int32_t least = INT32_MAX;
  for (const Child& child : children_) least = std::min(least, child.value);
  const auto bin_of = [least](const Child& child) {
    return std::min(static_cast<size_t>(child.value - least), kLessonBins - 1);
  };
  size_t bins[kLessonBins] = {};
  for (const Child& child : children_) ++bins[bin_of(child)];
  size_t left = width, last = 0;
  while (last < kLessonBins && left >= bins[last]) left -= bins[last++];
  bool first = true;
  for (const Child& child : children_) {
    const size_t bin = bin_of(child);
    bool take = bin < last;
    if (bin == last && left > 0) {
      --left;
      take = true;
    }
    if (take || first) {
      Keep(child);
    } else {
      int32_t& least_left = nodes_[child.parent].least_left;
      least_left = std::min(least_left, kValueOne + child.value);
    }
    first = false;
  }
}

void LessonBeam::Teach(const PairValues& values, const Board& start,
                       const std::vector<Action>& solution, size_t width, Random random,
                       std::vector<Lesson>* lessons) {
  geometry_ = values.geometry();
  values_ = &values;
  nodes_.clear();
  std::fill(found_.begin(), found_.end(), 0);
  found_count_ = 0;

  const int cells = geometry_.cells();
  Node root = {};
  std::copy_n(start.tile, cells, root.tile);
  for (int cell = 0; cell < cells; ++cell)
    if (start.tile[cell] != 0) root.hash ^= keys_[start.tile[cell]][cell];
  root.value = values.Value(start.tile);
  root.parent = kNoParent;
  root.least_left = kNothing;
  root.blank = start.blank;
  root.last = kActions;
  nodes_.push_back(root);
  IsNew(root.hash);

  std::vector<uint32_t> layers = {0};  // where each begins
  for (size_t moves = 1; moves < solution.size(); ++moves) {
    children_.clear();
    const uint32_t first = layers.back();
    const auto end = static_cast<uint32_t>(nodes_.size());
    const Action right = solution[moves - 1];
    MakeChild(first, right, true);
    for (uint32_t node = first; node < end; ++node)
      for (int action = 0; action < kActions; ++action)
        if (node != first || action != static_cast<int>(right))
          MakeChild(node, static_cast<Action>(action), false);
    layers.push_back(end);
    KeepBest(width);
  }

  // Children come after their parents.
  const uint32_t expanded = layers.back();
  backed_up_.resize(nodes_.size());
  for (size_t i = 0; i < nodes_.size(); ++i)
    backed_up_[i] = i < expanded ? nodes_[i].least_left : nodes_[i].value;
  const auto moves_left = [&](size_t layer) {
    return kValueOne * static_cast<int32_t>(solution.size() - layer);
  };
  size_t layer = layers.size() - 1;
  backed_up_[layers[layer]] = moves_left(layer);
  for (size_t i = nodes_.size(); i-- > 1;) {
    if (i < layers[layer]) --layer;
    if (i == layers[layer]) backed_up_[i] = moves_left(layer);
    int32_t& parent = backed_up_[nodes_[i].parent];
    parent = std::min(parent, kValueOne + backed_up_[i]);
  }
  backed_up_[0] = moves_left(0);

  const auto add = [&](size_t i, bool of_solution) {
    Lesson lesson;
    for (int cell = 0; cell < cells; ++cell)
      lesson.cell[nodes_[i].tile[cell]] = static_cast<uint8_t>(cell);
    lesson.moves = backed_up_[i];
    lesson.of_solution = of_solution;
    lessons->push_back(lesson);
  };
  for (int n = 0; n < kOthers; ++n) {
    const auto i = static_cast<uint32_t>(random.Below(std::max(expanded, 1u)));
    if (std::binary_search(layers.begin(), layers.end(), i) || backed_up_[i] >= kNothing) continue;
    add(i, false);
  }
  for (size_t at = random.Below(kSolutionEvery); at < layers.size(); at += kSolutionEvery)
    add(layers[at], true);
}

}  // namespace tilebase
