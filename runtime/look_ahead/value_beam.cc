// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/look_ahead/value_beam.h"

#include <algorithm>

#include "runtime/look_ahead/closed_list.h"
#include "tables/random_board.h"

namespace tilebase {
namespace {

constexpr uint32_t kNoBoard = UINT32_MAX;
// Boards that are expanded together: what they need from memory is asked for all at once. The
// limits are looked at after as many.
constexpr size_t kTogether = 32;
// Values that Choose tells apart, from the least of a layer on: 16 moves in units of 1/kValueOne.
constexpr int kBins = 256;

}  // namespace

class ValueBeam::Search {
 public:
  virtual ~Search() = default;
  virtual BeamEnd Solve(const PairValues& values, const uint8_t* tile, const BeamLimits& limits,
                        std::vector<Action>* actions, uint64_t* lookups) = 0;
};

// kCells: the board's, or kMaxCells for any size.
template <int kCells>
class ValueBeam::SearchOf : public ValueBeam::Search {
 public:
  SearchOf() {
    Random random(1);
    for (int tile = 1; tile < kCells; ++tile)
      for (uint64_t& key : keys_[tile]) key = random.Next();
  }

  BeamEnd Solve(const PairValues& values, const uint8_t* tile, const BeamLimits& limits,
                std::vector<Action>* actions, uint64_t* lookups) override {
    Prepare(values.geometry());
    values_ = &values;
    limits_ = &limits;
    lookups_ = lookups;
    actions_ = actions;
    actions->clear();
    best_ = limits.longest;
    unlooked_ = 0;
    found_.Clear();
    for (Layer& layer : layers_) layer.count = 0;
    MakeRoom(1, &boards_);
    boards_[0] = Root(tile);
    count_ = 1;
    if (boards_[0].distance == 0) return BeamEnd::kComplete;
    found_.Improve(boards_[0].hash, 0);
    new_count_ = 0;
    MakeSuccessors(0);
    AddToLayer(1);
    deepest_ = 1;
    size_t width = limits.width;
    for (int pass = 0; pass < limits.passes; ++pass, width *= 2) {
      const BeamEnd end = Pass(width);
      if (end != BeamEnd::kPasses) return end;
    }
    return BeamEnd::kPasses;
  }

 private:
  // A board that has been expanded.
  struct Board {
    uint64_t hash = 0;
    int32_t value = 0;
    uint32_t parent = kNoBoard;
    uint16_t distance = 0;  // Manhattan
    uint8_t blank = 0;      // its cell
    uint8_t action = 0;     // that led here
    ActionMask allowed = 0;
    uint8_t tile[kCells] = {};
  };
  // One that has not: where `action` leads from a board.
  struct Candidate {
    uint64_t hash;
    int32_t value;
    uint32_t parent_and_action;  // action in the lower 2 bits
  };
  static constexpr uint32_t kMostBoards = uint32_t{1} << 30;

  struct Layer {
    std::vector<Candidate> candidates;  // as many as there is room for
    size_t count = 0;
    int32_t least = 0;  // no candidate has a lower value
  };

  // Vectors are room; how much of it is in use is counted beside them.
  template <typename T>
  static void MakeRoom(size_t items, std::vector<T>* room) {
    if (room->size() < items) room->resize(2 * items + 16);
  }

  void Prepare(Geometry geometry) {
    if (cells_ != 0 && geometry == geometry_) return;
    geometry_ = geometry;
    cells_ = geometry.cells();
    for (int cell = 0; cell < cells_; ++cell) {
      allowed_[cell] = geometry.Actions(cell);
      for (int tile = 1; tile < cells_; ++tile)
        distance_[tile][cell] = static_cast<uint8_t>(geometry.Distance(cell, tile - 1));
    }
    for (int a = 0; a < kActions; ++a) step_[a] = geometry.BlankStep(static_cast<Action>(a));
  }

  Board Root(const uint8_t* tile) const {
    Board root;
    std::copy_n(tile, cells_, root.tile);
    for (int cell = 0; cell < cells_; ++cell) {
      if (tile[cell] == 0) root.blank = static_cast<uint8_t>(cell);
      root.hash ^= keys_[tile[cell]][cell];
      root.distance = static_cast<uint16_t>(root.distance + distance_[tile[cell]][cell]);
    }
    root.value = values_->Value(tile);
    root.allowed = allowed_[root.blank];
    return root;
  }

  bool Spent() {
    if (*lookups_ >= limits_->lookups || count_ >= kMostBoards - kTogether) return true;
    if (limits_->deadline == Clock::time_point::max() || unlooked_ < kTogether) return false;
    unlooked_ = 0;
    return Clock::now() >= limits_->deadline;
  }

  // Goes through the layers once. kPasses: there may be more to do.
  BeamEnd Pass(size_t width) {
    bool any = false;
    for (size_t moves = 1; moves <= deepest_ && moves + 1 < best_; ++moves) {
      if (layers_[moves].count == 0) continue;
      Choose(width, &layers_[moves]);
      MakeRoom(count_ + chosen_count_, &boards_);
      for (size_t i = 0; i < chosen_count_;) {
        if (Spent()) return BeamEnd::kSpent;
        const size_t end = std::min(chosen_count_, i + kTogether);
        unlooked_ += end - i;
        new_count_ = 0;
        for (; i < end; ++i) {
          MakeBoard(chosen_[i]);
          if (moves + boards_[count_].distance < best_)
            MakeSuccessors(static_cast<uint32_t>(count_++));
        }
        any = true;
        AddToLayer(moves + 1);
      }
    }
    return any ? BeamEnd::kPasses : BeamEnd::kComplete;
  }

  // Moves the `width` candidates of least value from the layer to chosen_, of equal ones those made
  // first. Beyond kBins they count as equal.
  void Choose(size_t width, Layer* layer) {
    Candidate* const candidates = layer->candidates.data();
    const size_t count = layer->count;
    MakeRoom(count, &chosen_);
    const int32_t least = layer->least;
    const auto bin_of = [least](const Candidate& candidate) {
      return std::min(candidate.value - least, kBins - 1);
    };
    size_t bins[kBins] = {};
    for (size_t i = 0; i < count; ++i) ++bins[bin_of(candidates[i])];
    size_t left = width;  // to be taken from `last`; all before it are taken
    int last = 0;
    while (last < kBins && left >= bins[last]) left -= bins[last++];
    size_t taken = 0, kept = 0;
    for (size_t i = 0; i < count; ++i) {
      // No branches: they would go either way.
      const Candidate candidate = candidates[i];
      const int bin = bin_of(candidate);
      const bool equal = (bin == last) & (left > 0);
      const bool take = (bin < last) | equal;
      left -= equal;
      chosen_[taken] = candidate;
      taken += take;
      candidates[kept] = candidate;
      kept += !take;
    }
    chosen_count_ = taken;
    layer->count = kept;
    layer->least = least + std::min(last, kBins - 1);
  }

  // Writes the candidate's board to boards_[count_].
  void MakeBoard(const Candidate& candidate) {
    const uint32_t number = candidate.parent_and_action / kActions;
    const int action = static_cast<int>(candidate.parent_and_action % kActions);
    const Board& parent = boards_[number];
    Board& board = boards_[count_];
    std::copy_n(parent.tile, kCells, board.tile);
    const int from = parent.blank + step_[action];
    const int tile = parent.tile[from];
    board.tile[parent.blank] = static_cast<uint8_t>(tile);
    board.tile[from] = 0;
    board.hash = candidate.hash;
    board.value = candidate.value;
    board.parent = number;
    board.distance = static_cast<uint16_t>(parent.distance + distance_[tile][parent.blank] -
                                           distance_[tile][from]);
    board.blank = static_cast<uint8_t>(from);
    board.action = static_cast<uint8_t>(action);
    board.allowed =
        static_cast<ActionMask>(allowed_[from] & ~ActionBit(Opposite(static_cast<Action>(action))));
  }

  // Adds a board's successors to new_, their values still to come.
  void MakeSuccessors(uint32_t number) {
    const Board& board = boards_[number];
    for (ActionMask actions = board.allowed; actions != 0;
         actions &= static_cast<ActionMask>(actions - 1)) {
      const int action = Lowest(actions);
      const int from = board.blank + step_[action];
      const int tile = board.tile[from];
      const uint64_t hash = board.hash ^ keys_[tile][from] ^ keys_[tile][board.blank];
      found_.Prefetch(hash);
      new_[new_count_++] = {hash,
                            board.distance + distance_[tile][board.blank] - distance_[tile][from],
                            number * kActions + static_cast<uint32_t>(action)};
    }
  }

  // Adds those of new_, whose `value` is their distance still, that may lead to a shorter solution,
  // and were not found in as few moves before.
  void AddToLayer(size_t moves) {
    if (layers_.size() <= moves) layers_.resize(moves + 1);
    Layer& layer = layers_[moves];
    MakeRoom(layer.count + new_count_, &layer.candidates);
    size_t count = layer.count;
    int32_t least = count == 0 ? INT32_MAX : layer.least;
    for (size_t i = 0; i < new_count_; ++i) {
      Candidate& candidate = new_[i];
      const size_t distance = static_cast<size_t>(candidate.value);
      if (moves + distance >= best_) continue;
      if (distance == 0) {
        best_ = moves;
        Write(candidate.parent_and_action);
        continue;
      }
      if (!found_.Improve(candidate.hash, moves)) continue;
      const Board& parent = boards_[candidate.parent_and_action / kActions];
      const int from = parent.blank + step_[candidate.parent_and_action % kActions];
      constexpr int kKnownCells = kCells == kMaxCells ? 0 : kCells;
      candidate.value =
          parent.value + values_->template Change<kKnownCells>(parent.tile, from, parent.blank);
      least = std::min(least, candidate.value);
      layer.candidates[count++] = candidate;
    }
    *lookups_ += (count - layer.count) * static_cast<uint64_t>(cells_ - 2);
    layer.count = count;
    layer.least = least;
    if (count != 0) deepest_ = std::max(deepest_, moves);
  }

  // The actions from the start to a candidate.
  void Write(uint32_t parent_and_action) {
    actions_->assign(1, static_cast<Action>(parent_and_action % kActions));
    for (uint32_t n = parent_and_action / kActions; boards_[n].parent != kNoBoard;
         n = boards_[n].parent)
      actions_->push_back(static_cast<Action>(boards_[n].action));
    std::reverse(actions_->begin(), actions_->end());
  }

  const PairValues* values_ = nullptr;
  const BeamLimits* limits_ = nullptr;
  uint64_t* lookups_ = nullptr;
  std::vector<Action>* actions_ = nullptr;
  size_t best_ = 0;      // only solutions of fewer actions are looked for
  size_t deepest_ = 0;   // no layer beyond has ever held anything
  size_t unlooked_ = 0;  // boards expanded since the clock was looked at

  std::vector<Board> boards_;
  size_t count_ = 0;
  std::vector<Layer> layers_;  // by moves made
  std::vector<Candidate> chosen_;
  size_t chosen_count_ = 0;
  Candidate new_[kTogether * kActions];
  size_t new_count_ = 0;
  ClosedList found_;

  Geometry geometry_;  // that the arrays below are for
  int cells_ = 0;
  uint64_t keys_[kCells][kCells] = {};     // by tile and cell
  uint8_t distance_[kCells][kCells] = {};  // Manhattan, from home: by tile and cell
  ActionMask allowed_[kCells] = {};        // by the blank's cell
  int step_[kActions] = {};
};

ValueBeam::ValueBeam() = default;
ValueBeam::~ValueBeam() = default;

template <int kCells>
ValueBeam::Search& ValueBeam::Of() {
  std::unique_ptr<Search>& search = kCells == 16 ? search16_ : kCells == 25 ? search25_ : search_;
  if (search == nullptr) search = std::make_unique<SearchOf<kCells>>();
  return *search;
}

BeamEnd ValueBeam::Solve(const PairValues& values, const uint8_t* tile, const BeamLimits& limits,
                         std::vector<Action>* actions, uint64_t* lookups) {
  const int cells = values.geometry().cells();
  Search& search = cells == 16 ? Of<16>() : cells == 25 ? Of<25>() : Of<kMaxCells>();
  return search.Solve(values, tile, limits, actions, lookups);
}

}  // namespace tilebase
