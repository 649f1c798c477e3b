// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/search/wide_beam.h"

#include <limits.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "tables/random_board.h"

namespace tilebase {
namespace {

constexpr uint32_t kNoBoard = UINT32_MAX;
constexpr uint64_t kDistance = 0xffff;

// What may be spent is shared among so many moves, which are more than the value of the best board
// says: the last moves matter most. But layers that come so near to the best known solution hold
// few boards, for most are too far from the end. Until they are measured, guesses stand for the
// moves of a board and for the time that one takes, which counts as much as kGuessedBoards.
constexpr double kMovesByValue = 1.3;
constexpr double kMoreMoves = 10;
constexpr double kMovesOfFewBoards = 10;
constexpr double kMovesOfABoard = 2.1;
constexpr double kNanosecondsABoard = 40;
constexpr double kGuessedBoards = 500;

constexpr uint32_t kWidest = 1 << 22;
// Boards of all layers, of which each takes four bytes of memory: a quarter of kMostSearchBytes,
// which holds more than one layer of kWidest boards besides.
constexpr uint32_t kMostBoards = kMostSearchBytes / 4 / sizeof(uint32_t);
constexpr size_t kLayersKnown = 16;  // that recent boards are of, about
constexpr uint32_t kFewBoards = 32;  // are not worth being sorted by their tiles
constexpr size_t kBatch = 64;        // boards that memory is asked for at once
// Bins are units of a value. So far below the best board of a layer they begin.
constexpr int kBelowBest = 4 * kValueOne;

// How much worse so many boards of a run count: half a move for each doubling.
int Crowd(uint32_t boards) {
  const int doublings = 31 - __builtin_clz(boards);
  const auto eighths = static_cast<int>((static_cast<uint64_t>(boards) << 3 >> doublings) & 7);
  static_assert(kValueOne / 2 == 8);
  return 8 * doublings + eighths;
}

}  // namespace

WideBeam::WideBeam() {
  Random random(1);
  for (auto& of_cell : keys_)
    for (int tile = 1; tile < kMostCells; ++tile) of_cell[tile] = random.Next() & ~kDistance;
}

void WideBeam::Prepare(const PairValues& values, const tilebase::Board* end) {
  values_ = &values;
  const tilebase::Board goal = end != nullptr ? *end : tilebase::Board::Solved(values.geometry());
  if (cells_ != 0 && goal == end_) return;
  end_ = goal;
  geometry_ = values.geometry();
  cells_ = geometry_.cells();
  slide_sums_ = BestSlideSums(cells_);
  for (int to = 0; to < cells_; ++to)
    for (int a = 0; a < kActions; ++a) {
      Run& run = runs_[to][a] = {};
      const Action action = static_cast<Action>(a);
      if ((geometry_.Actions(to) & ActionBit(Opposite(action))) == 0) continue;
      run.blank = to - geometry_.BlankStep(action);
      run.slide = values.SlideOf(to, run.blank);
    }
  for (int place = 0; place < cells_; ++place) {
    if (goal.tile[place] == 0) continue;
    for (int cell = 0; cell < cells_; ++cell) {
      uint64_t& key = keys_[cell][goal.tile[place]];
      key = (key & ~kDistance) + static_cast<uint64_t>(geometry_.Distance(cell, place));
    }
  }
}

bool WideBeam::Solve(const PairValues& values, const uint8_t* tile, const SearchLimits& limits,
                     std::vector<Action>* actions, uint64_t* boards) {
  Prepare(values, limits.end);
  boards_before_ = *boards;
  if (limits.deadline != Clock::time_point::max()) start_ = Clock::now();
  recent_.Clear();
  layer_.resize(std::max<size_t>(layer_.size(), 1));
  Board& start = layer_[0] = {};
  std::copy_n(tile, cells_, start.tile);
  for (int cell = 0; cell < cells_; ++cell) start.hash += keys_[cell][tile[cell]];
  start.value = static_cast<int16_t>(values.Value(tile));
  const auto blank = std::find(tile, tile + cells_, 0) - tile;
  blanks_ = CellBit(static_cast<int>(blank));
  std::fill_n(first_[blank], kActions + 1, 0);
  first_[blank][kActions + 1] = 1;
  trail_.Grow(1, kMostBoards);
  trail_[0] = kNoBoard;
  moves_ = base_ = best_ = 0;
  size_ = count_ = 1;
  least_ = start.value;
  return Continue(limits, actions, boards);
}

bool WideBeam::Continue(const SearchLimits& limits, std::vector<Action>* actions,
                        uint64_t* boards) {
  actions->clear();
  if ((layer_[0].hash & kDistance) == 0 && moves_ == 0) return true;
  for (; size_ > 0 && moves_ + 1 < limits.longest; ++moves_) {
    const size_t width = Width(limits, *boards);
    if (width == 0) return false;
    Evaluate();
    *boards += candidates_;
    if (!Choose(width, limits.longest - moves_ - 1)) continue;
    Write(count_, actions);
    return true;
  }
  return true;
}

// How many boards of each layer what is left of the limits suffices for; 0 where nothing is left.
size_t WideBeam::Width(const SearchLimits& limits, uint64_t boards) const {
  const auto used = static_cast<double>(boards - boards_before_);
  double left = static_cast<double>(limits.boards - std::min(limits.boards, boards));
  if (limits.deadline != Clock::time_point::max()) {
    const Clock::time_point now = Clock::now();
    const std::chrono::duration<double, std::nano> spent = now - start_,
                                                   more = limits.deadline - now;
    left = std::min(left, more.count() * (used + kGuessedBoards) /
                              (spent.count() + kGuessedBoards * kNanosecondsABoard));
  }
  if (left <= 0 || count_ >= kMostBoards || (limits.cancel != nullptr && *limits.cancel)) return 0;
  const double of_board = count_ == 1 ? kMovesOfABoard : used / static_cast<double>(count_);
  const double by_value = kMovesByValue * static_cast<double>(least_) / kValueOne + kMoreMoves;
  const double by_longest =
      std::max(static_cast<double>(limits.longest - moves_), 2 * kMovesOfFewBoards) -
      kMovesOfFewBoards;
  const double moves = std::min(by_value, by_longest);
  // All layers to come have to fit.
  const double most = std::min(double{kWidest}, static_cast<double>(kMostBoards - count_) / moves);
  return static_cast<size_t>(std::max(std::min(left / (of_board * moves), most), 1.0));
}

uint32_t WideBeam::Bin(int value) const {
  return static_cast<uint32_t>(
      std::clamp(value - least_ + kBelowBest, 0, static_cast<int>(kBins) - 1));
}

// Makes the candidates.
void WideBeam::Evaluate() {
  const size_t most = (kActions - 1) * static_cast<size_t>(size_) + 1;
  if (parents_.size() < most) {
    parents_.resize(2 * most);
    candidate_values_.resize(2 * most);
    which_.resize(2 * most);
    sums_.resize(2 * most);
  }
  std::fill_n(in_bin_, kBins, 0u);
  candidates_ = 0;
  next_blanks_ = Neighbours(geometry_, blanks_);
  for (CellMask cells = next_blanks_; cells != 0; cells &= cells - 1)
    for (int a = 0; a < kActions; ++a) EvaluateRun(Lowest(cells), a);
}

void WideBeam::EvaluateRun(int to, int action) {
  Run& run = runs_[to][action];
  run.first = run.end = candidates_;
  const int blank = run.blank;
  if (blank < 0 || (blanks_ & CellBit(blank)) == 0) return;
  // All boards with the blank there but those that the opposite move led to.
  const int back = static_cast<int>(Opposite(static_cast<Action>(action)));
  const uint32_t without = first_[blank][back], with = first_[blank][back + 1];
  const uint32_t begin = first_[blank][0], end = first_[blank][kActions + 1];
  const uint32_t boards = end - begin - (with - without);
  if (boards == 0) return;
  run.crowd = Crowd(boards);
  const Board* const layer = layer_.data();
  const auto each_board = [&](const auto& visit) {
    for (uint32_t board = begin; board < without; ++board) visit(board, layer[board].tile[to]);
    for (uint32_t board = with; board < end; ++board) visit(board, layer[board].tile[to]);
  };
  const PairValues::Changes<0> changes(*values_);
  const PairValues::Slide slide = run.slide;
  const int crowd = run.crowd;
  uint32_t* const parents = parents_.data() + candidates_;
  int16_t* const values = candidate_values_.data() + candidates_;
  run.end = candidates_ += boards;
  const auto candidate = [&](uint32_t i, uint32_t parent, int change) {
    const int value = layer[parent].value + change;
    parents[i] = parent;
    values[i] = static_cast<int16_t>(value);
    ++in_bin_[Bin(value + crowd)];
  };
  uint32_t made = 0;
  if (boards < kFewBoards) {
    each_board([&](uint32_t board, uint32_t tile) {
      const SlideOfBoard own = {layer[board].tile, changes.Row(tile, slide)};
      uint16_t sum;
      slide_sums_->of_each(&own, 1, &sum);
      candidate(made++, board, changes.FromSum(tile, slide, sum));
    });
    return;
  }
  uint32_t ends[kMostCells + 1] = {};
  each_board([&](uint32_t, uint32_t tile) { ++ends[tile + 1]; });
  for (int tile = 1; tile < cells_; ++tile) ends[tile + 1] += ends[tile];
  uint32_t* const which = which_.data();
  each_board([&](uint32_t board, uint32_t tile) { which[ends[tile]++] = board; });
  for (uint32_t tile = 1; made < boards; ++tile) {
    const uint32_t first = made, end_of_tile = ends[tile];
    if (first == end_of_tile) continue;
    slide_sums_->of_one(changes.Row(tile, slide), layer[0].tile, which + first, end_of_tile - first,
                        sums_.data());
    for (; made < end_of_tile; ++made)
      candidate(made, which[made], changes.FromSum(tile, slide, sums_[made - first]));
  }
}

// Makes the best candidates the layer. Where one is the end, it stops and returns true: that one's
// number is count_.
bool WideBeam::Choose(size_t width, size_t room) {
  // Those of lesser bins, and so many of the last one.
  uint32_t last_bin = 0;
  size_t left = width;
  for (; last_bin < kBins && in_bin_[last_bin] <= left; ++last_bin) left -= in_bin_[last_bin];
  const size_t most = std::min<size_t>(width, candidates_) + 1;
  if (next_layer_.size() < most) next_layer_.resize(most + most / 2);
  trail_.Grow(count_ + most, kMostBoards);
  recent_.Grow(std::min<size_t>(count_, kLayersKnown * width));
  const RecentBoards::Slots recent(&recent_);
  const Board* const layer = layer_.data();
  Board* const next_layer = next_layer_.data();
  const uint32_t* const parents = parents_.data();
  const int16_t* const values = candidate_values_.data();
  uint32_t* const trail = trail_.data() + count_;
  uint32_t made = 0, best = 0;
  int least = INT_MAX;
  uint32_t chosen[kBatch];
  uint64_t hashes[kBatch];
  blanks_ = 0;
  for (CellMask cells = next_blanks_; cells != 0; cells &= cells - 1) {
    const int to = Lowest(cells);
    const uint32_t made_before = made;
    for (int a = 0; a < kActions; ++a) {
      first_[to][a] = made;
      const Run& run = runs_[to][a];
      const int blank = run.blank;
      for (uint32_t next = run.first; next < run.end;) {
        size_t together = 0;
        for (; next < run.end && together < kBatch; ++next) {
          const uint32_t bin = Bin(values[next] + run.crowd);
          const auto of_last = static_cast<size_t>(bin == last_bin && left > 0);
          left -= of_last;
          chosen[together] = next;
          together += static_cast<size_t>(bin < last_bin) | of_last;
        }
        for (size_t i = 0; i < together; ++i) {
          const Board& parent = layer[parents[chosen[i]]];
          const uint8_t tile = parent.tile[to];
          hashes[i] = parent.hash + keys_[blank][tile] - keys_[to][tile];
          recent.Prefetch(hashes[i]);
        }
        for (size_t i = 0; i < together; ++i) {
          const uint32_t parent = parents[chosen[i]];
          Board& board = next_layer[made];
          board = layer[parent];
          board.tile[blank] = board.tile[to];
          board.tile[to] = 0;
          board.value = values[chosen[i]];
          board.hash = hashes[i];
          trail[made] = (base_ + parent) * kActions + static_cast<uint32_t>(a);
          const uint64_t distance = board.hash & kDistance;
          if (__builtin_expect(distance == 0, 0)) {
            trail[0] = trail[made];
            return true;
          }
          const uint32_t is_new =
              recent.Add(board.hash, moves_, static_cast<uint32_t>(distance < room));
          const bool is_best = is_new != 0 && board.value < least;
          best = is_best ? made : best;
          least = is_best ? board.value : least;
          made += is_new;
        }
      }
    }
    first_[to][kActions] = first_[to][kActions + 1] = made;
    if (made > made_before) blanks_ |= CellBit(to);
  }
  std::swap(layer_, next_layer_);
  base_ = count_;
  count_ += made;
  size_ = made;
  best_ = best;
  least_ = least;
  return false;
}

// The actions from the start to a board.
void WideBeam::Write(uint32_t number, std::vector<Action>* actions) const {
  actions->clear();
  actions->reserve(moves_ + 1);
  for (uint32_t at = trail_[number]; at != kNoBoard; at = trail_[at / kActions])
    actions->push_back(static_cast<Action>(at % kActions));
  std::reverse(actions->begin(), actions->end());
}

}  // namespace tilebase
