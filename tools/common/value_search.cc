// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/value_search.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include "absl/status/status.h"
#include "tables/entry.h"
#include "tables/pair_values.h"
#include "tables/random_board.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

// Values that KeepBest tells apart, from the least of a layer on: 16 moves.
constexpr int32_t kBins = 16 * kValueOne;
// Boards whose children are made together: what they need from memory is asked for all at once.
constexpr size_t kTogether = 32;

// With whole lines a board reached along its row is another one than the same reached along its
// column, for other moves may follow.
uint64_t AxisKey(bool whole_lines, int action) {
  return whole_lines && action >= 2 ? 0x9e3779b97f4a7c15u : 0;
}

}  // namespace

BeamValueSearch::BeamValueSearch(const PairValues& values, bool whole_lines)
    : values_(values),
      geometry_(values.geometry()),
      cells_(geometry_.cells()),
      whole_lines_(whole_lines),
      most_a_move_(whole_lines ? static_cast<size_t>(LongestSlide(geometry_)) : 1) {
  Random random(1);
  const int cells = geometry_.cells();
  for (int cell = 0; cell < cells; ++cell) {
    allowed_.push_back(geometry_.Actions(cell));
    for (int a = 0; a < kActions; ++a)
      slides_.push_back(
          (allowed_.back() >> a & 1) == 0
              ? PairValues::Slide()
              : values_.SlideOf(cell + geometry_.BlankStep(static_cast<Action>(a)), cell));
  }
  MakeChanges();
  for (int tile = 0; tile < cells; ++tile)
    for (int cell = 0; cell < cells; ++cell) {
      keys_.push_back(tile == 0 ? 0 : random.Next());
      distance_.push_back(static_cast<uint8_t>(tile == 0 ? 0 : geometry_.Distance(cell, tile - 1)));
    }
}

bool BeamValueSearch::Solve(const Board& board, size_t width, size_t longest,
                            std::vector<Action>* actions) {
  actions->clear();
  if (!board.IsSolved()) {
    goal_.parent = kNone;
    Run(board, width, longest, SIZE_MAX);
    if (goal_.parent != kNone) Write(goal_, actions);
  }
  return !actions->empty();
}

bool BeamValueSearch::Follow(const Board& board, size_t width, size_t longest, size_t moves,
                             std::vector<Action>* actions) {
  actions->clear();
  if (!board.IsSolved() && Run(board, width, longest, moves) == moves && !children_.empty())
    Write(*std::min_element(children_.begin(), children_.end(),
                            [](const Child& a, const Child& b) { return a.value < b.value; }),
          actions);
  return !actions->empty();
}

size_t BeamValueSearch::Run(const Board& board, size_t width, size_t longest, size_t until) {
  found_.Clear();
  nodes_.clear();
  nodes_.push_back(Root(board));
  found_.Improve(nodes_[0].hash, 0);
  size_t first = 0;
  for (size_t layer = 1;; ++layer) {
    children_.clear();
    const size_t end = nodes_.size();
    // That children may have at most.
    const int64_t most_distance =
        (static_cast<int64_t>(longest / most_a_move_) - static_cast<int64_t>(layer) - 1) *
        static_cast<int64_t>(most_a_move_);
    for (size_t n = first; n < end;) {
      const size_t found_before = children_.size(), together = std::min(n + kTogether, end);
      bool solved = false;
      while (!solved && n < together)
        solved = !MakeChildren(static_cast<uint32_t>(n++), most_distance);
      children_.erase(
          std::remove_if(children_.begin() + static_cast<ptrdiff_t>(found_before), children_.end(),
                         [&](const Child& child) { return !found_.Improve(child.hash, layer); }),
          children_.end());
      if (solved) return layer;
    }
    if (layer == until || children_.empty()) return layer;
    KeepBest(width);
    first = end;
  }
}

BeamValueSearch::Node BeamValueSearch::Root(const Board& board) const {
  Node root;
  const int cells = geometry_.cells();
  for (int cell = 0; cell < cells; ++cell) {
    const int tile = board.tile[cell];
    const auto at = static_cast<size_t>(tile * cells + cell);
    root.tile[cell] = static_cast<uint8_t>(tile);
    root.hash ^= keys_[at];
    root.distance = static_cast<uint16_t>(root.distance + distance_[at]);
  }
  root.value = values_.Value(board.tile);
  root.blank = board.blank;
  root.allowed = allowed_[root.blank];
  return root;
}

bool BeamValueSearch::MakeChildren(uint32_t parent, int64_t most_distance) {
  const Node& from = nodes_[parent];
  const uint64_t hash = from.hash ^ AxisKey(whole_lines_, from.move % kActions);
  for (ActionMask actions = from.allowed; actions != 0;
       actions &= static_cast<ActionMask>(actions - 1)) {
    const int action = Lowest(actions);
    Node node = from;
    node.hash = hash;
    uint8_t move = static_cast<uint8_t>(action);
    do {
      node.value += Change(node, action);
      Slide(action, &node);
      const Child child = {node.hash ^ AxisKey(whole_lines_, action), node.value, parent, move};
      move = static_cast<uint8_t>(move + kActions);
      if (node.distance > most_distance) continue;
      if (node.distance == 0) {
        goal_ = child;
        return false;
      }
      found_.Prefetch(child.hash);
      children_.push_back(child);
    } while (whole_lines_ && (allowed_[node.blank] >> action & 1) != 0);
  }
  return true;
}

void BeamValueSearch::KeepBest(size_t width) {
  int32_t least = INT32_MAX;
  for (const Child& child : children_) least = std::min(least, child.value);
  const auto bin_of = [least](const Child& child) {
    return std::min(child.value - least, kBins - 1);
  };
  size_t bins[kBins] = {};
  for (const Child& child : children_) ++bins[bin_of(child)];
  size_t left = width;  // to be taken from `last`; all before it are taken
  int32_t last = 0;
  while (last < kBins && left >= bins[last]) left -= bins[last++];
  for (const Child& child : children_) {
    const int32_t bin = bin_of(child);
    if (bin > last || (bin == last && left == 0)) continue;
    if (bin == last) --left;
    Keep(child);
  }
}

void BeamValueSearch::Keep(const Child& child) {
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

void BeamValueSearch::Slide(int action, Node* node) const {
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

void BeamValueSearch::MakeChanges() {
  const auto each = static_cast<size_t>(cells_);
  alone_.resize(2 * each * each);
  changes_.resize(2 * each * each * each * each);
  for (int tile = 1; tile < cells_; ++tile)
    for (int low = 0; low < cells_; ++low)
      for (const Action action : {Action::kRight, Action::kDown}) {
        // The tile slides from the lower cell to the higher one.
        const int high = low - geometry_.BlankStep(action);
        if (high >= cells_ || (geometry_.Actions(high) & ActionBit(action)) == 0) continue;
        const size_t row = static_cast<size_t>(tile) * 2 * each + values_.SlideOf(low, high).edge;
        alone_[row] =
            kValueOne * (geometry_.Distance(high, tile - 1) - geometry_.Distance(low, tile - 1)) +
            values_.Number(0, tile, low, high) - values_.Number(0, tile, high, low);
        for (int cell = 0; cell < cells_; ++cell)
          for (int other = 1; other < cells_; ++other)
            if (cell != low && cell != high && other != tile)
              changes_[(row * each + static_cast<size_t>(cell)) * each +
                       static_cast<size_t>(other)] =
                  static_cast<int16_t>(values_.Number(tile, other, high, cell) -
                                       values_.Number(tile, other, low, cell) +
                                       values_.Number(0, other, low, cell) -
                                       values_.Number(0, other, high, cell));
      }
}

template <int kCells>
int32_t BeamValueSearch::ChangeOn(const Node& node, int action) const {
  const size_t cells = kCells == 0 ? static_cast<size_t>(cells_) : kCells;
  const PairValues::Slide& slide = SlideOf(node, action);
  const size_t row = node.tile[slide.from] * 2 * cells + slide.edge;
  const int16_t* const changes = changes_.data() + row * cells * cells;
  int32_t sum = alone_[row];
  for (size_t cell = 0; cell < cells; ++cell) sum += changes[cell * cells + node.tile[cell]];
  return (sum ^ slide.sign) - slide.sign;
}

int32_t BeamValueSearch::Change(const Node& node, int action) const {
  return cells_ == 16   ? ChangeOn<16>(node, action)
         : cells_ == 25 ? ChangeOn<25>(node, action)
         : cells_ == 36 ? ChangeOn<36>(node, action)
                        : ChangeOn<0>(node, action);
}

void BeamValueSearch::Write(const Child& child, std::vector<Action>* actions) const {
  const auto add = [&](uint8_t move) {
    actions->insert(actions->end(), move / kActions + size_t{1},
                    static_cast<Action>(move % kActions));
  };
  add(child.move);
  for (uint32_t n = child.parent; n != 0; n = nodes_[n].parent) add(nodes_[n].move);
  std::reverse(actions->begin(), actions->end());
}

MakeValueSearch BeamValueSearchFor(bool whole_lines) {
  return [whole_lines](const PairValues& values) {
    return std::make_unique<BeamValueSearch>(values, whole_lines);
  };
}

MakeValueSearch BeamValueSearchFor(const Plan& plan) { return BeamValueSearchFor(plan.IsMtm()); }

namespace {

constexpr size_t kMeasuredBoards = 200;
constexpr size_t kMeasuringWidth = 1000;
constexpr size_t kMeasuringWidthOfLarge = 300;         // of more than 25 cells, to take seconds
constexpr uint64_t kMeasuredSeed = uint64_t{1} << 48;  // the fit draws its boards from smaller ones

size_t CountSlides(const std::vector<Action>& actions) {
  size_t slides = 0;
  for (size_t i = 0; i < actions.size(); ++i) slides += i == 0 || actions[i] != actions[i - 1];
  return slides;
}

}  // namespace

absl::StatusOr<ValueError> MeasureValues(const TableSource& source, size_t table, int threads) {
  const Geometry geometry = source.info().geometry;
  std::vector<uint8_t> numbers(source.layout(table).bytes());
  absl::Status status = source.ReadTable(table, threads, absl::MakeSpan(numbers));
  if (!status.ok()) return status;
  const PairValues values(geometry, numbers);
  const bool whole_lines = source.plan().IsMtm();
  const size_t width = geometry.cells() <= 25 ? kMeasuringWidth : kMeasuringWidthOfLarge;
  const size_t longest = 20 * static_cast<size_t>(geometry.cells());
  std::vector<double> errors(kMeasuredBoards);
  std::vector<char> solved(kMeasuredBoards);
  std::atomic<size_t> next{0};
  ParallelFor(static_cast<size_t>(std::max(threads, 1)), [&](size_t) {
    BeamValueSearch search(values, whole_lines);
    std::vector<Action> actions;
    for (size_t i; (i = next.fetch_add(1)) < kMeasuredBoards;) {
      Random random(kMeasuredSeed + i);
      const Board board = RandomSolvableBoard(geometry, random);
      solved[i] = search.Solve(board, width, longest, &actions);
      errors[i] = static_cast<double>(whole_lines ? CountSlides(actions) : actions.size()) -
                  static_cast<double>(values.Value(board.tile)) / kValueOne;
    }
  });
  ValueError error;
  double squares = 0;
  for (size_t i = 0; i < kMeasuredBoards; ++i) {
    if (!solved[i]) continue;
    ++error.boards;
    error.bias += errors[i];
    squares += errors[i] * errors[i];
  }
  if (error.boards == 0) return absl::InternalError("values: no beam found a solution");
  const double boards = static_cast<double>(error.boards);
  error.bias /= boards;
  error.deviation = std::sqrt(std::max(0.0, squares / boards - error.bias * error.bias));
  return error;
}

}  // namespace tilebase
