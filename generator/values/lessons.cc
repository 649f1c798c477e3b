// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/values/lessons.h"

#include <algorithm>

#include "absl/types/span.h"
#include "tables/pair_values.h"

namespace tilebase {
namespace {

constexpr int kOthers = 200;
constexpr size_t kSolutionEvery = 3;

// Returns the moves that each board of the beam needs, in units of 1/kValueOne.
std::vector<int32_t> BackUp(const PlainBeam& beam, size_t solution_moves) {
  const absl::Span<const PlainBeam::Node> nodes = beam.nodes();
  const absl::Span<const uint32_t> layers = beam.layers();
  std::vector<int32_t> moves(nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i)
    moves[i] = i < layers.back() ? kValueOne + beam.LeastLeft(i) : nodes[i].value;
  const auto left_of_solution = [&](size_t layer) {
    return kValueOne * static_cast<int32_t>(solution_moves - layer);
  };
  // Children come after their parents.
  size_t layer = layers.size() - 1;
  for (size_t i = nodes.size(); i-- > 0;) {
    if (i < layers[layer]) --layer;
    if (i == layers[layer]) moves[i] = left_of_solution(layer);
    if (i == 0) break;
    int32_t& parent = moves[nodes[i].parent];
    parent = std::min(parent, kValueOne + moves[i]);
  }
  return moves;
}

}  // namespace

void Teach(PlainBeam* beam, const Board& start, const std::vector<Action>& solution, size_t width,
           Random random, std::vector<Lesson>* lessons) {
  beam->RunAlong(start, solution, width);
  const std::vector<int32_t> moves = BackUp(*beam, solution.size());
  const absl::Span<const uint32_t> layers = beam->layers();
  const auto add = [&](size_t i, bool of_solution) {
    Lesson lesson;
    for (int cell = 0; cell < start.geometry.cells(); ++cell)
      lesson.cell[beam->nodes()[i].tile[cell]] = static_cast<uint8_t>(cell);
    lesson.moves = moves[i];
    lesson.of_solution = of_solution;
    lessons->push_back(lesson);
  };
  const uint32_t expanded = layers.back();
  for (int n = 0; n < kOthers; ++n) {
    const auto i = static_cast<uint32_t>(random.Below(std::max(expanded, 1u)));
    if (std::binary_search(layers.begin(), layers.end(), i) || moves[i] >= PlainBeam::kNothing)
      continue;
    add(i, false);
  }
  for (size_t at = random.Below(kSolutionEvery); at < layers.size(); at += kSolutionEvery)
    add(layers[at], true);
}

}  // namespace tilebase
