// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/look_ahead/value_beam.h"

#include <algorithm>
#include <utility>

#include "tables/random_board.h"

namespace tilebase {
namespace {

constexpr uint32_t kNoLink = UINT32_MAX;
// Boards that are expanded between two looks at the limits.
constexpr size_t kLook = 32;

// The hashes of the boards met in one layer: open addressing, 0 for an empty slot.
class HashLayer {
 public:
  // Makes it empty, with room for `boards`.
  void Clear(size_t boards) {
    size_t slots = 16;
    while (slots < 2 * boards) slots *= 2;
    slots_.assign(slots, 0);
  }
  bool Has(uint64_t hash) const { return slots_[Find(hash)] == hash; }
  // Returns whether the hash is new.
  bool Add(uint64_t hash) {
    uint64_t& slot = slots_[Find(hash)];
    if (slot == hash) return false;
    slot = hash;
    return true;
  }

 private:
  size_t Find(uint64_t hash) const {
    size_t slot = hash & (slots_.size() - 1);
    while (slots_[slot] != 0 && slots_[slot] != hash) slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }
  std::vector<uint64_t> slots_;  // a power of two
};

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
    actions->clear();
    links_.clear();
    layer_.assign(1, Root(tile));
    if (layer_[0].distance == 0) return limits.longest > 0 ? BeamEnd::kFound : BeamEnd::kNone;
    for (HashLayer& met : met_) met.Clear(1);
    bool forgot = false;
    for (size_t moves = 1; moves < limits.longest; ++moves) {
      const BeamEnd end = Expand(moves, limits, lookups);
      if (end == BeamEnd::kFound) Write(actions);
      if (end != BeamEnd::kMissed) return end;
      if (candidates_.empty()) return forgot ? BeamEnd::kMissed : BeamEnd::kNone;
      forgot |= candidates_.size() > limits.width;
      Choose(limits.width);
    }
    return forgot ? BeamEnd::kMissed : BeamEnd::kNone;
  }

 private:
  struct Board {
    uint64_t hash = 0;
    int32_t value = 0;
    uint32_t link = kNoLink;
    uint16_t distance = 0;  // Manhattan
    uint8_t blank = 0;      // its cell
    ActionMask back = 0;    // the action that would undo the last one
    uint8_t tile[kCells] = {};
  };
  struct Candidate {
    uint64_t hash;
    int32_t value;
    uint32_t parent;  // in layer_
    uint16_t distance;
    uint8_t action;
  };

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
    return root;
  }

  // Makes the candidates for layer `moves`. kMissed: there is no solved one among them.
  BeamEnd Expand(size_t moves, const BeamLimits& limits, uint64_t* lookups) {
    const bool timed = limits.deadline != std::chrono::steady_clock::time_point::max();
    candidates_.clear();
    met_[2].Clear(layer_.size() * (kActions - 1) + 1);
    for (size_t i = 0; i < layer_.size(); ++i) {
      if (i % kLook == 0 && (*lookups >= limits.lookups ||
                             (timed && std::chrono::steady_clock::now() >= limits.deadline)))
        return BeamEnd::kSpent;
      const Board& board = layer_[i];
      ActionMask actions = static_cast<ActionMask>(allowed_[board.blank] & ~board.back);
      for (; actions != 0; actions &= static_cast<ActionMask>(actions - 1)) {
        const int action = Lowest(actions);
        const int from = board.blank + step_[action];
        const int tile = board.tile[from];
        const int distance = board.distance + distance_[tile][board.blank] - distance_[tile][from];
        if (moves + static_cast<size_t>(distance) >= limits.longest) continue;
        if (distance == 0) {
          links_.push_back({board.link, static_cast<Action>(action)});
          return BeamEnd::kFound;
        }
        const uint64_t hash = board.hash ^ keys_[tile][from] ^ keys_[tile][board.blank];
        if (met_[0].Has(hash) || !met_[2].Add(hash)) continue;
        *lookups += static_cast<uint64_t>(cells_ - 2);
        const int change = values_->template Change < kCells == kMaxCells
                               ? 0
                               : kCells > (board.tile, from, board.blank);
        candidates_.push_back({hash, board.value + change, static_cast<uint32_t>(i),
                               static_cast<uint16_t>(distance), static_cast<uint8_t>(action)});
      }
    }
    std::swap(met_[0], met_[1]);
    std::swap(met_[1], met_[2]);
    return BeamEnd::kMissed;
  }

  // Makes the `width` candidates of least value the next layer, of equal ones those made first.
  void Choose(size_t width) {
    const auto [least, greatest] = std::minmax_element(
        candidates_.begin(), candidates_.end(),
        [](const Candidate& a, const Candidate& b) { return a.value < b.value; });
    int32_t last = greatest->value;    // those of less value are all taken
    size_t left = candidates_.size();  // of those with this value, so many
    if (candidates_.size() > width) {
      const int32_t first = least->value;
      counts_.assign(static_cast<size_t>(last - first) + 1, 0);
      for (const Candidate& candidate : candidates_)
        ++counts_[static_cast<size_t>(candidate.value - first)];
      left = width;
      for (last = first; left >= counts_[static_cast<size_t>(last - first)]; ++last)
        left -= counts_[static_cast<size_t>(last - first)];
    }
    next_.clear();
    for (const Candidate& candidate : candidates_) {
      if (candidate.value > last || (candidate.value == last && left == 0)) continue;
      if (candidate.value == last) --left;
      const Board& parent = layer_[candidate.parent];
      const Action action = static_cast<Action>(candidate.action);
      Board& board = next_.emplace_back(parent);
      const int from = parent.blank + step_[candidate.action];
      board.hash = candidate.hash;
      board.value = candidate.value;
      board.link = static_cast<uint32_t>(links_.size());
      board.distance = candidate.distance;
      board.blank = static_cast<uint8_t>(from);
      board.back = ActionBit(Opposite(action));
      board.tile[parent.blank] = parent.tile[from];
      board.tile[from] = 0;
      links_.push_back({parent.link, action});
    }
    std::swap(layer_, next_);
  }

  // The actions that lead to the last link.
  void Write(std::vector<Action>* actions) const {
    for (uint32_t link = static_cast<uint32_t>(links_.size() - 1); link != kNoLink;
         link = links_[link].parent)
      actions->push_back(links_[link].action);
    std::reverse(actions->begin(), actions->end());
  }

  // How a board of a layer was made: from the board of which link, by which action.
  struct Link {
    uint32_t parent;
    Action action;
  };

  const PairValues* values_ = nullptr;
  Geometry geometry_;  // that the arrays below are for
  int cells_ = 0;
  std::vector<Board> layer_;
  std::vector<Board> next_;
  std::vector<Candidate> candidates_;
  std::vector<size_t> counts_;  // of candidates, by value
  std::vector<Link> links_;     // of all layers
  HashLayer met_[3];            // two layers before the candidates, one before, the candidates
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
