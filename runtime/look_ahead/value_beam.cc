// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/look_ahead/value_beam.h"

#include <algorithm>
#include <utility>

#include "runtime/look_ahead/closed_list.h"
#include "tables/entry.h"
#include "tables/plan.h"
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
  virtual void Follow(const PairValues& values, const uint8_t* tile, const BeamLimits& limits,
                      size_t moves, std::vector<Action>* actions) = 0;
};

// kCells: the board's, or kMaxCells for any size. kLines: a move slides any number of tiles.
template <int kCells, bool kLines>
class ValueBeam::SearchOf : public ValueBeam::Search {
 public:
  SearchOf() {
    Random random(1);
    for (int tile = 1; tile < kCells; ++tile)
      for (uint64_t& key : keys_[tile]) key = random.Next();
  }

  BeamEnd Solve(const PairValues& values, const uint8_t* tile, const BeamLimits& limits,
                std::vector<Action>* actions, uint64_t* lookups) override {
    if (!Begin(values, tile, limits, actions, lookups)) return BeamEnd::kComplete;
    size_t width = limits.width;
    for (int pass = 0; pass < limits.passes; ++pass, width += (width + 1) / 2) {
      const BeamEnd end = Pass(width, SIZE_MAX);
      if (end != BeamEnd::kPasses) return end;
    }
    return BeamEnd::kPasses;
  }

  void Follow(const PairValues& values, const uint8_t* tile, const BeamLimits& limits, size_t moves,
              std::vector<Action>* actions) override {
    uint64_t lookups = 0;
    if (!Begin(values, tile, limits, actions, &lookups)) return;
    Pass(limits.width, moves);
    actions->clear();
    if (layers_.size() <= moves || layers_[moves].count == 0) return;
    const Candidate* const candidates = layers_[moves].candidates.data();
    Write(std::min_element(candidates, candidates + layers_[moves].count,
                           [](const Candidate& a, const Candidate& b) { return a.value < b.value; })
              ->parent_and_move);
  }

 private:
  // Returns false where the board is solved.
  bool Begin(const PairValues& values, const uint8_t* tile, const BeamLimits& limits,
             std::vector<Action>* actions, uint64_t* lookups) {
    Prepare(values.geometry(), limits.end);
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
    if (boards_[0].distance == 0) return false;
    found_.Improve(boards_[0].hash, 0);
    new_count_ = 0;
    MakeSuccessors(0);
    AddToLayer(1);
    deepest_ = 1;
    return true;
  }

  // A board that has been expanded.
  struct Board {
    uint64_t hash = 0;
    int32_t value = 0;
    uint32_t parent = kNoBoard;
    uint16_t distance = 0;  // Manhattan
    uint8_t blank = 0;      // its cell
    uint8_t move = 0;       // that led here
    ActionMask allowed = 0;
    uint8_t tile[kCells] = {};
  };
  // A move is an action in the lower 2 bits, and above them the tiles it slides, less 1.
  static constexpr uint32_t kMoves = kLines ? 8 * kActions : kActions;
  static constexpr int ActionOfMove(uint32_t move) { return static_cast<int>(move % kActions); }
  static constexpr int TilesOf(uint32_t move) {
    return kLines ? static_cast<int>(move / kActions) + 1 : 1;
  }
  // One that has not: where a move leads from a board.
  struct Candidate {
    uint64_t hash;
    int32_t value;
    uint32_t parent_and_move;  // the parent's number * kMoves + the move
  };
  static constexpr uint32_t kMostBoards = uint32_t{1} << (kLines ? 27 : 30);

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

  void Prepare(Geometry geometry, const tilebase::Board* end) {
    const tilebase::Board goal = end != nullptr ? *end : tilebase::Board::Solved(geometry);
    if (cells_ != 0 && goal == end_) return;
    end_ = goal;
    geometry_ = geometry;
    cells_ = geometry.cells();
    for (int cell = 0; cell < cells_; ++cell) {
      allowed_[cell] = geometry.Actions(cell);
      for (int place = 0; place < cells_; ++place)
        distance_[goal.tile[place]][cell] =
            static_cast<uint8_t>(goal.tile[place] == 0 ? 0 : geometry.Distance(cell, place));
    }
    longest_slide_ = static_cast<size_t>(LongestSlide(geometry));
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

  // Goes through the layers before `until` once. kPasses: there may be more to do.
  BeamEnd Pass(size_t width, size_t until) {
    bool any = false;
    for (size_t moves = 1; moves < until && moves <= deepest_ && moves + 1 < best_; ++moves) {
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
          if (moves + LeastMoves(boards_[count_].distance) < best_)
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
    const uint32_t number = candidate.parent_and_move / kMoves;
    const uint32_t move = candidate.parent_and_move % kMoves;
    const int action = ActionOfMove(move);
    const Board& parent = boards_[number];
    Board& board = boards_[count_];
    std::copy_n(parent.tile, kCells, board.tile);
    int blank = parent.blank;
    int distance = parent.distance;
    for (int i = 0; i < TilesOf(move); ++i) {
      const int from = blank + step_[action];
      const int tile = parent.tile[from];
      board.tile[blank] = static_cast<uint8_t>(tile);
      distance += distance_[tile][blank] - distance_[tile][from];
      blank = from;
    }
    board.tile[blank] = 0;
    board.hash = candidate.hash;
    board.value = candidate.value;
    board.parent = number;
    board.distance = static_cast<uint16_t>(distance);
    board.blank = static_cast<uint8_t>(blank);
    board.move = static_cast<uint8_t>(move);
    const ActionMask not_next =
        kLines ? AxisOf(action) : ActionBit(Opposite(static_cast<Action>(action)));
    board.allowed = static_cast<ActionMask>(allowed_[blank] & ~not_next);
  }

  // The actions along the line of an action.
  static constexpr ActionMask AxisOf(int action) {
    return static_cast<ActionMask>(ActionBit(static_cast<Action>(action)) |
                                   ActionBit(Opposite(static_cast<Action>(action))));
  }
  // With whole lines a board reached along its row is another one than the same reached along its
  // column, for other moves may follow.
  static constexpr uint64_t AxisKey(uint32_t move) {
    return kLines && ActionOfMove(move) >= 2 ? 0x9e3779b97f4a7c15u : 0;
  }

  // No solution of a board of this Manhattan distance has fewer moves.
  size_t LeastMoves(size_t distance) const {
    return kLines ? (distance + longest_slide_ - 1) / longest_slide_ : distance;
  }

  // Adds a board's successors to new_, their values still to come.
  void MakeSuccessors(uint32_t number) {
    const Board& board = boards_[number];
    for (ActionMask actions = board.allowed; actions != 0;
         actions &= static_cast<ActionMask>(actions - 1)) {
      const int action = Lowest(actions);
      int blank = board.blank;
      int distance = board.distance;
      uint64_t hash = board.hash ^ AxisKey(board.move);
      auto move = static_cast<uint32_t>(action);
      do {
        const int from = blank + step_[action];
        const int tile = board.tile[from];
        hash ^= keys_[tile][from] ^ keys_[tile][blank];
        distance += distance_[tile][blank] - distance_[tile][from];
        blank = from;
        const uint64_t with_axis = hash ^ AxisKey(move);
        found_.Prefetch(with_axis);
        new_[new_count_++] = {with_axis, distance, number * kMoves + move};
        move += kActions;
      } while (kLines && (allowed_[blank] >> action & 1) != 0);
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
    uint64_t slid = 0;  // tiles
    for (size_t i = 0; i < new_count_; ++i) {
      Candidate& candidate = new_[i];
      const size_t distance = static_cast<size_t>(candidate.value);
      if (moves + LeastMoves(distance) >= best_) continue;
      if (distance == 0) {
        best_ = moves;
        Write(candidate.parent_and_move);
        continue;
      }
      if (!found_.Improve(candidate.hash, moves)) continue;
      const uint32_t move = candidate.parent_and_move % kMoves;
      candidate.value = ValueAfter(boards_[candidate.parent_and_move / kMoves], move);
      slid += static_cast<uint64_t>(TilesOf(move));
      least = std::min(least, candidate.value);
      layer.candidates[count++] = candidate;
    }
    *lookups_ += slid * static_cast<uint64_t>(cells_ - 2);
    layer.count = count;
    layer.least = least;
    if (count != 0) deepest_ = std::max(deepest_, moves);
  }

  int32_t ValueAfter(const Board& parent, uint32_t move) const {
    constexpr int kKnownCells = kCells == kMaxCells ? 0 : kCells;
    const int step = step_[ActionOfMove(move)];
    int blank = parent.blank;
    int32_t value =
        parent.value + values_->template Change<kKnownCells>(parent.tile, blank + step, blank);
    if (TilesOf(move) == 1) return value;
    uint8_t tile[kCells];
    std::copy_n(parent.tile, kCells, tile);
    for (int i = 1; i < TilesOf(move); ++i) {
      std::swap(tile[blank], tile[blank + step]);
      blank += step;
      value += values_->template Change<kKnownCells>(tile, blank + step, blank);
    }
    return value;
  }

  // The actions from the start to a candidate.
  void Write(uint32_t parent_and_move) {
    actions_->clear();
    const auto add = [&](uint32_t move) {
      actions_->insert(actions_->end(), static_cast<size_t>(TilesOf(move)),
                       static_cast<Action>(ActionOfMove(move)));
    };
    add(parent_and_move % kMoves);
    for (uint32_t n = parent_and_move / kMoves; boards_[n].parent != kNoBoard;
         n = boards_[n].parent)
      add(boards_[n].move);
    std::reverse(actions_->begin(), actions_->end());
  }

  const PairValues* values_ = nullptr;
  const BeamLimits* limits_ = nullptr;
  uint64_t* lookups_ = nullptr;
  std::vector<Action>* actions_ = nullptr;
  size_t best_ = 0;      // only solutions of fewer moves are looked for
  size_t deepest_ = 0;   // no layer beyond has ever held anything
  size_t unlooked_ = 0;  // boards expanded since the clock was looked at

  std::vector<Board> boards_;
  size_t count_ = 0;
  std::vector<Layer> layers_;  // by moves made
  std::vector<Candidate> chosen_;
  size_t chosen_count_ = 0;
  Candidate new_[kTogether * (kLines ? 2 * (kMaxSide - 1) : kActions)];
  size_t new_count_ = 0;
  ClosedList found_;

  Geometry geometry_;  // that the arrays below are for, and the end
  tilebase::Board end_;
  int cells_ = 0;
  size_t longest_slide_ = 1;
  uint64_t keys_[kCells][kCells] = {};     // by tile and cell
  uint8_t distance_[kCells][kCells] = {};  // Manhattan, from the end: by tile and cell
  ActionMask allowed_[kCells] = {};        // by the blank's cell
  int step_[kActions] = {};
};

absl::StatusOr<std::unique_ptr<const PairValues>> ReadValues(const TableSource& source,
                                                             int threads) {
  for (const PlanPart& part : source.plan().parts) {
    if (part.metric != Metric::kValue) continue;
    const size_t table = source.info().stages[part.first_stage].first_table;
    std::vector<uint8_t> numbers(source.layout(table).bytes());
    absl::Status status = source.ReadTable(table, threads, absl::MakeSpan(numbers));
    if (!status.ok()) return status;
    return std::make_unique<const PairValues>(source.info().geometry, numbers);
  }
  return nullptr;
}

ValueBeam::ValueBeam() = default;
ValueBeam::~ValueBeam() = default;

template <int kCells>
ValueBeam::Search& ValueBeam::Of(bool whole_lines) {
  auto& searches = kCells == 16 ? search16_ : kCells == 25 ? search25_ : search_;
  std::unique_ptr<Search>& search = searches[whole_lines ? 1 : 0];
  if (search == nullptr && whole_lines) search = std::make_unique<SearchOf<kCells, true>>();
  if (search == nullptr) search = std::make_unique<SearchOf<kCells, false>>();
  return *search;
}

ValueBeam::Search& ValueBeam::For(Geometry geometry, bool whole_lines) {
  return geometry.cells() == 16   ? Of<16>(whole_lines)
         : geometry.cells() == 25 ? Of<25>(whole_lines)
                                  : Of<kMaxCells>(whole_lines);
}

BeamEnd ValueBeam::Solve(const PairValues& values, const uint8_t* tile, const BeamLimits& limits,
                         std::vector<Action>* actions, uint64_t* lookups) {
  return For(values.geometry(), limits.whole_lines).Solve(values, tile, limits, actions, lookups);
}

void ValueBeam::Follow(const PairValues& values, const uint8_t* tile, const BeamLimits& limits,
                       size_t moves, std::vector<Action>* actions) {
  For(values.geometry(), limits.whole_lines).Follow(values, tile, limits, moves, actions);
}

}  // namespace tilebase
