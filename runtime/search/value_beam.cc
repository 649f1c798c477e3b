// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/search/value_beam.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/search/recent_boards.h"
#include "runtime/search/scratch.h"
#include "runtime/search/slide_sums.h"
#include "tables/entry.h"
#include "tables/plan.h"
#include "tables/random_board.h"

namespace tilebase {
namespace {

constexpr uint32_t kNoNumber = UINT32_MAX;
// The most boards that are expanded together, between two checks of the limits.
constexpr size_t kTogether = 32;
constexpr int kLists = 64;
// A pass that forgets shares its boards among the moves to come. It expects kMovesByValue moves for
// each move of the best board's value, and kMoreMoves.
constexpr double kMovesByValue = 1.3;
constexpr double kMoreMoves = 10;
// A pass that forgets remembers about the boards of this many layers as expanded.
constexpr size_t kLayersKnown = 16;

}  // namespace

class ValueBeam::Search {
 public:
  virtual ~Search() = default;
  virtual BeamEnd Solve(const PairValues& values, const uint8_t* tile, const BeamLimits& limits,
                        std::vector<Action>* actions, uint64_t* boards) = 0;
  virtual BeamEnd Continue(const BeamLimits& limits, std::vector<Action>* actions,
                           uint64_t* boards) = 0;
  virtual bool WayAhead(size_t number, std::vector<Action>* actions) const = 0;
};

// kCells: 16, or kMaxCells for any size. kLines: a move slides any number of tiles.
//
// The work for a board has no branch that depends on the board: a branch that is predicted wrongly
// costs as much as all the rest.
template <int kCells, bool kLines>
class ValueBeam::SearchOf : public ValueBeam::Search {
 public:
  SearchOf() {
    Random random(1);
    for (int tile = 1; tile < kCells; ++tile)
      for (uint64_t& key : keys_[tile]) key = random.Next() & ~kDistance;
  }

  BeamEnd Solve(const PairValues& values, const uint8_t* tile, const BeamLimits& limits,
                std::vector<Action>* actions, uint64_t* boards) override {
    if (!Begin(values, tile, limits, actions, boards)) return BeamEnd::kComplete;
    return Passes();
  }

  BeamEnd Continue(const BeamLimits& limits, std::vector<Action>* actions,
                   uint64_t* boards) override {
    Use(limits, actions, boards);
    best_ = std::min(best_, limits.longest);
    return Passes();
  }

  bool WayAhead(size_t number, std::vector<Action>* actions) const override {
    if (number >= count_ - ahead_) return false;
    Write(MoveTo(static_cast<uint32_t>(ahead_ + number)), actions);
    return true;
  }

 private:
  // A move is an action in the lower 2 bits, and above them the tiles it slides, less 1.
  static constexpr uint32_t kMoves = kLines ? 8 * kActions : kActions;
  static constexpr uint32_t kMostMoves = kLines ? 2 * (kMaxSide - 1) : kActions - 1;  // of a board
  static constexpr int ActionOfMove(uint32_t move) { return static_cast<int>(move % kActions); }
  static constexpr int TilesOf(uint32_t move) {
    return kLines ? static_cast<int>(move / kActions) + 1 : 1;
  }
  static constexpr uint64_t kDistance = 0xffff;

  // A board that has been expanded: 32 bytes on 4x4.
  struct Board {
    uint8_t tile[kCells] = {};
    uint64_t hash = 0;                     // the lower 16 bits are the Manhattan distance
    uint32_t parent_and_move = kNoNumber;  // the parent's number * kMoves + the move that led here
    int16_t value = 0;
    uint8_t blank = 0;  // its cell
  };
  // A board that has not been expanded, as its parent and the move.
  struct Candidate {
    uint32_t parent_and_move;
    uint32_t next;  // in its list, or kNoNumber
    int32_t value;
  };
  // Boards and candidates may take half of the memory each.
  static constexpr size_t kMostNumbers = size_t{1} << 27;  // of all boards, also forgotten ones
  static constexpr size_t kMostBoards = kMostSearchBytes / 2 / sizeof(Board);
  static constexpr size_t kMostCandidates = kMostSearchBytes / 2 / sizeof(Candidate);

  // The candidates after some number of moves, in lists by value, the newest first.
  struct Layer {
    uint64_t open;   // bit i: list i is not empty
    int32_t lowest;  // values of the first list
    uint32_t first[kLists];
  };
  struct alignas(8) Moves {
    uint8_t count = 0;
    uint8_t move[kLines ? 2 * kMostMoves : 7] = {};
  };

  static constexpr uint32_t kFine = kValueOne / 2;
  static constexpr size_t kMostNew = (kTogether + 2) * kMostMoves;
  using Changes = PairValues::Changes<kCells == kMaxCells ? 0 : kCells>;

  // Returns false if the board is solved.
  bool Begin(const PairValues& values, const uint8_t* tile, const BeamLimits& limits,
             std::vector<Action>* actions, uint64_t* boards) {
    Prepare(values, limits.end);
    values_ = &values;
    Use(limits, actions, boards);
    best_ = limits.longest;
    layer_ = 1;
    left_ = width_ = limits.width;
    left_over_ = false;
    slack_ = 0;
    ahead_ = 0;
    recent_.Clear();
    boards_.Grow(1, kMostBoards);
    boards_[0] = Root(tile);
    count_ = count_before_ = 1;
    base_ = 0;
    candidate_count_ = 0;
    deepest_ = 0;
    if ((boards_[0].hash & kDistance) == 0) return false;
    const Moves moves = MovesOf(boards_[0].blank, geometry_.Actions(boards_[0].blank));
    for (new_count_ = 0; new_count_ < moves.count; ++new_count_)
      new_[new_count_] = moves.move[new_count_];
    CheckGoal(0, moves, 1);
    AddCandidates(1);
    return true;
  }

  void Use(const BeamLimits& limits, std::vector<Action>* actions, uint64_t* boards) {
    limits_ = &limits;
    boards_looked_at_ = boards;
    actions_ = actions;
    actions->clear();
    unlooked_ = 0;
  }

  void Prepare(const PairValues& values, const tilebase::Board* end) {
    const Geometry geometry = values.geometry();
    const tilebase::Board goal = end != nullptr ? *end : tilebase::Board::Solved(geometry);
    if (cells_ != 0 && goal == end_) return;
    end_ = goal;
    geometry_ = geometry;
    cells_ = geometry.cells();
    sum_slides_ = BestSumSlides(cells_);
    longest_slide_ = kLines ? static_cast<size_t>(LongestSlide(geometry)) : 1;
    for (int cell = 0; cell < cells_; ++cell) {
      for (int place = 0; place < cells_; ++place) {
        uint64_t& key = keys_[goal.tile[place]][cell];
        key &= ~kDistance;
        if (goal.tile[place] != 0) key += static_cast<uint64_t>(geometry.Distance(cell, place));
      }
      const ActionMask allowed = geometry.Actions(cell);
      for (int a = 0; a < kActions; ++a) {
        const Action action = static_cast<Action>(a);
        after_[cell][a] =
            MovesOf(cell, static_cast<ActionMask>(
                              allowed & ~(kLines ? AxisOf(action) : ActionBit(Opposite(action)))));
        if ((allowed & ActionBit(action)) != 0)
          slide_[cell][a] = values.SlideOf(cell + geometry.BlankStep(action), cell);
      }
    }
  }

  // The actions along the line of an action.
  static constexpr ActionMask AxisOf(Action action) {
    return static_cast<ActionMask>(ActionBit(action) | ActionBit(Opposite(action)));
  }

  Moves MovesOf(int blank, ActionMask actions) const {
    Moves moves;
    for (; actions != 0; actions &= static_cast<ActionMask>(actions - 1)) {
      const int action = Lowest(actions);
      int cell = blank;
      for (int tiles = 0; (geometry_.Actions(cell) >> action & 1) != 0 && tiles < (kLines ? 8 : 1);
           ++tiles, cell += geometry_.BlankStep(static_cast<Action>(action)))
        moves.move[moves.count++] = static_cast<uint8_t>(tiles * kActions + action);
    }
    return moves;
  }

  Board Root(const uint8_t* tile) const {
    Board root;
    std::copy_n(tile, cells_, root.tile);
    for (int cell = 0; cell < cells_; ++cell) {
      if (tile[cell] == 0) root.blank = static_cast<uint8_t>(cell);
      root.hash += keys_[tile[cell]][cell];
    }
    root.value = static_cast<int16_t>(values_->Value(tile));
    return root;
  }

  bool Spent() {
    if (*boards_looked_at_ >= limits_->boards || count_ >= kMostNumbers ||
        count_ - base_ >= kMostBoards - kTogether ||
        candidate_count_ >= kMostCandidates - kMostNew ||
        (limits_->cancel != nullptr && *limits_->cancel))
      return true;
    if (limits_->deadline == Clock::time_point::max() || unlooked_ < kTogether) return false;
    unlooked_ = 0;
    return Clock::now() >= limits_->deadline;
  }

  BeamEnd Passes() {
    for (int pass = 0; pass < limits_->passes;) {
      const BeamEnd end = Pass();
      if (end != BeamEnd::kPasses || limits_->forgets) return end;
      if (std::exchange(count_before_, count_) == count_) {
        slack_ += kValueOne;
        continue;
      }
      slack_ += kValueOne / 4;
      width_ = std::min(static_cast<size_t>(std::ceil(static_cast<double>(width_) * kPassGrowth)),
                        kMostBoards);
      left_ = width_;
      ++pass;
    }
    return BeamEnd::kPasses;
  }

  // Goes through the layers once; continues the last pass if that did not end. Returns kPasses if
  // boards are left.
  BeamEnd Pass() {
    for (; layer_ <= deepest_ && layer_ + 1 < best_; ++layer_, left_ = width_) {
      if (limits_->forgets) left_ = width_ = WidthOfLayer();
      const uint32_t first_board = count_, first_candidate = candidate_count_;
      while (left_ > 0 && Promising(layer_) != 0) {
        if (Spent()) return BeamEnd::kSpent;
        const size_t boards = std::min(left_, kTogether);
        const uint32_t first = count_;
        Expand(layer_, boards);
        if (left_ == width_ && count_ > first) ahead_ = first;
        AddCandidates(layer_ + 1);
        unlooked_ += boards;
        left_ -= boards;
      }
      left_over_ |= layers_[layer_].open != 0;
      if (limits_->forgets) Forget(first_board, first_candidate);
    }
    layer_ = 1;
    left_ = width_;
    return std::exchange(left_over_, false) ? BeamEnd::kPasses : BeamEnd::kComplete;
  }

  // Returns how many boards of this layer the remaining limit on boards allows to expand.
  size_t WidthOfLayer() const {
    const Layer& layer = layers_[layer_];
    const int list = layer.open == 0 ? 0 : __builtin_ctzll(layer.open);
    const double value = layer.lowest + static_cast<double>(kFine) * list;
    const double moves = std::min(kMovesByValue * value / kValueOne + kMoreMoves,
                                  static_cast<double>(best_ - layer_));
    const double left = static_cast<double>(limits_->boards) -
                        static_cast<double>(std::min(*boards_looked_at_, limits_->boards));
    const double width = left / (kTriedOfExpanded * moves);
    return static_cast<size_t>(std::clamp(width, 1.0, static_cast<double>(kMostBoards)));
  }

  // Forgets the remaining candidates of the layer, and all boards before the first one that it
  // expanded. Keeps the candidates from first_candidate on, which belong to the next layer.
  void Forget(uint32_t first_board, uint32_t first_candidate) {
    layers_[layer_].open = 0;
    trail_.Grow(first_board, kMostNumbers);
    for (uint32_t i = base_; i < first_board; ++i) trail_[i] = At(i).parent_and_move;
    std::copy(&At(first_board), &At(first_board) + (count_ - first_board), boards_.data());
    base_ = first_board;
    Candidate* const candidates = candidates_.data();
    for (uint32_t i = first_candidate; i < candidate_count_; ++i) {
      Candidate& moved = candidates[i - first_candidate] = candidates[i];
      if (moved.next != kNoNumber) moved.next -= first_candidate;
    }
    candidate_count_ -= first_candidate;
    if (layer_ + 1 > deepest_) return;
    Layer& next = layers_[layer_ + 1];
    for (uint64_t open = next.open; open != 0; open &= open - 1)
      next.first[__builtin_ctzll(open)] -= first_candidate;
  }

  Board& At(uint32_t number) { return boards_.data()[number - base_]; }
  const Board& At(uint32_t number) const { return boards_.data()[number - base_]; }
  // The move that led to a board, and its parent.
  uint32_t MoveTo(uint32_t number) const {
    return number < base_ ? trail_[number] : At(number).parent_and_move;
  }

  // Returns the lists of a layer from which a pass takes candidates: moves plus value may exceed
  // the best known solution by the slack, which grows from pass to pass.
  uint64_t Promising(size_t layer) const {
    const Layer& from = layers_[layer];
    const int64_t most = static_cast<int64_t>(best_ - layer) * kValueOne + slack_ - from.lowest;
    return most < 0 ? 0 : from.open & (~uint64_t{0} >> (kLists - 1 - ListOf(most)));
  }

  // Takes the `most` candidates of least value from the layer, or all if there are fewer. Expands
  // those that may lead to a shorter solution and were not found before; new_ gets their
  // successors.
  void Expand(size_t layer, size_t most) {
    recent_.Grow(std::min<size_t>(count_, kLayersKnown * (count_ - base_)));
    boards_.Grow(count_ - base_ + most, kMostBoards);
    const RecentBoards::Slots recent(&recent_);
    Board* const boards = boards_.data();
    const uint32_t base = base_;
    const Candidate* const candidates = candidates_.data();
    uint32_t* const first = layers_[layer].first;
    const uint64_t others = layers_[layer].open & ~Promising(layer);
    uint64_t open = Promising(layer);
    const size_t room = (best_ - layer - 1) * longest_slide_ + 1;  // distances are less
    uint32_t count = count_;
    size_t new_count = 0;
    for (; most > 0 && open != 0; --most) {
      uint32_t& list = first[__builtin_ctzll(open)];
      const Candidate candidate = candidates[list];
      list = candidate.next;
      open &= open - static_cast<uint64_t>(candidate.next == kNoNumber);
      const uint32_t move = candidate.parent_and_move % kMoves;
      Board& board = boards[count - base];
      Slide(boards[candidate.parent_and_move / kMoves - base], move, &board);
      board.parent_and_move = candidate.parent_and_move;
      board.value = static_cast<int16_t>(candidate.value);
      const uint32_t expand = recent.Add(board.hash + AxisKey(move), layer,
                                         static_cast<uint32_t>((board.hash & kDistance) < room));
      const Moves& moves = after_[board.blank][ActionOfMove(move)];
      if (__builtin_expect((board.hash & kDistance) <= longest_slide_, 0))
        CheckGoal(count, moves, layer + 1);
      const uint32_t most_moves = kLines ? moves.count : kMostMoves;
      for (uint32_t i = 0; i < most_moves; ++i)
        new_[new_count + i] = count * kMoves + moves.move[i];
      new_count += moves.count & (0 - expand);
      count += expand;
    }
    layers_[layer].open = open | others;
    count_ = count;
    new_count_ = new_count;
  }

  // Makes the board after a move, without its value.
  void Slide(const Board& parent, uint32_t move, Board* board) const {
    std::copy_n(parent.tile, kCells, board->tile);
    const int action = ActionOfMove(move);
    uint64_t hash = parent.hash;
    uint32_t blank = parent.blank;
    for (int i = 0; i < TilesOf(move); ++i) {
      const uint32_t from = slide_[blank][action].from;
      const uint8_t tile = parent.tile[from];
      hash += keys_[tile][blank] - keys_[tile][from];
      board->tile[blank] = tile;
      blank = from;
    }
    board->tile[blank] = 0;
    board->hash = hash;
    board->blank = static_cast<uint8_t>(blank);
  }

  // Distinguishes boards by the axis of the last slide if moves slide whole lines: other moves may
  // follow.
  static constexpr uint64_t AxisKey(uint32_t move) {
    return kLines && ActionOfMove(move) >= 2 ? 0x9e3779b97f4a0000u : 0;
  }

  // Stores the solution if one of these moves of a board solves it.
  void CheckGoal(uint32_t number, const Moves& moves, size_t layer) {
    for (uint32_t i = 0; i < moves.count && layer < best_; ++i) {
      Board board;
      Slide(At(number), moves.move[i], &board);
      if ((board.hash & kDistance) != 0) continue;
      best_ = layer;
      Write(number * kMoves + moves.move[i], actions_);
    }
  }

  // Adds the boards of new_ to the layer.
  void AddCandidates(size_t layer) {
    if (layers_.size() <= layer) layers_.resize(layer + 64);
    for (; deepest_ < layer; ++deepest_) {
      layers_[deepest_ + 1].open = 0;
      layers_[deepest_ + 1].lowest = INT32_MAX;
    }
    candidates_.Grow(candidate_count_ + new_count_, kMostCandidates);
    const Changes changes(*values_);
    const Board* const boards = boards_.data();
    Candidate* const candidates = candidates_.data();
    Layer* const to = &layers_[layer];
    uint64_t open = to->open;
    int32_t lowest = to->lowest;
    uint32_t count = candidate_count_;
    uint64_t slid = 0;  // tiles
    const bool sums_together = !kLines && sum_slides_ != nullptr;
    if (sums_together) Sum(changes);
    for (size_t i = 0; i < new_count_; ++i) {
      const Board& parent = boards[new_[i] / kMoves - base_];
      const uint32_t move = new_[i] % kMoves;
      int32_t change;
      if (sums_together) {
        const PairValues::Slide& slide = slide_[parent.blank][ActionOfMove(move)];
        change = changes.FromSum(parent.tile[slide.from], slide, sums_[i]);
      } else {
        change = Change(changes, parent, move);
      }
      const int32_t value = parent.value + change;
      if (__builtin_expect(value < lowest, 0)) {
        to->open = open;
        Lower(value, to);
        open = to->open;
        lowest = to->lowest;
      }
      const uint32_t list = ListOf(value - lowest);
      candidates[count] = {new_[i], to->first[list] | (static_cast<uint32_t>(open >> list & 1) - 1),
                           value};
      open |= uint64_t{1} << list;
      to->first[list] = count++;
      slid += static_cast<uint64_t>(TilesOf(move));
    }
    to->open = open;
    candidate_count_ = count;
    *boards_looked_at_ += slid;
  }

  // Computes sums_ for the moves of new_.
  void Sum(const Changes& changes) {
    for (size_t i = 0; i < new_count_; ++i) {
      const Board& parent = At(new_[i] / kMoves);
      const PairValues::Slide& slide = slide_[parent.blank][ActionOfMove(new_[i] % kMoves)];
      slides_[i] = {parent.tile, changes.Row(parent.tile[slide.from], slide)};
    }
    sum_slides_(slides_, new_count_, sums_);
  }

  // Returns the list of a value that is `above` the lowest one. A list has half a move; far above,
  // where a beam is lost, two moves.
  static uint32_t ListOf(int64_t above) {
    const uint32_t fine = static_cast<uint32_t>(above) / kFine;
    return std::min(std::min(fine, 36 + fine / 4), uint32_t{kLists - 1});
  }

  // Sorts the layer's candidates into lists that begin below the value.
  void Lower(int32_t value, Layer* layer) {
    moved_.clear();
    for (uint64_t open = layer->open; open != 0; open &= open - 1)
      for (uint32_t i = layer->first[__builtin_ctzll(open)]; i != kNoNumber;
           i = candidates_[i].next)
        moved_.push_back(i);
    layer->open = 0;
    layer->lowest = value - 8 * static_cast<int32_t>(kFine);
    for (; !moved_.empty(); moved_.pop_back()) {
      Candidate& candidate = candidates_[moved_.back()];
      const uint32_t list = ListOf(candidate.value - layer->lowest);
      candidate.next = (layer->open >> list & 1) != 0 ? layer->first[list] : kNoNumber;
      layer->open |= uint64_t{1} << list;
      layer->first[list] = moved_.back();
    }
  }

  int32_t Change(const Changes& changes, const Board& parent, uint32_t move) const {
    const int action = ActionOfMove(move);
    int32_t change = changes.Of(parent.tile, slide_[parent.blank][action]);
    if (TilesOf(move) == 1) return change;
    uint8_t tile[kCells];
    std::copy_n(parent.tile, kCells, tile);
    uint32_t blank = parent.blank;
    for (int i = 1; i < TilesOf(move); ++i) {
      const uint32_t from = slide_[blank][action].from;
      std::swap(tile[blank], tile[from]);
      blank = from;
      change += changes.Of(tile, slide_[blank][action]);
    }
    return change;
  }

  // Stores the actions from the start to a candidate; none if there is no memory for them.
  void Write(uint32_t parent_and_move, std::vector<Action>* actions) const {
    actions->clear();
    size_t count = 0;
    for (uint32_t at = parent_and_move; at != kNoNumber; at = MoveTo(at / kMoves))
      count += static_cast<size_t>(TilesOf(at % kMoves));
    actions->reserve(count);
    for (uint32_t at = parent_and_move; at != kNoNumber; at = MoveTo(at / kMoves))
      actions->insert(actions->end(), static_cast<size_t>(TilesOf(at % kMoves)),
                      static_cast<Action>(ActionOfMove(at % kMoves)));
    std::reverse(actions->begin(), actions->end());
  }

  const PairValues* values_ = nullptr;
  const BeamLimits* limits_ = nullptr;
  uint64_t* boards_looked_at_ = nullptr;
  std::vector<Action>* actions_ = nullptr;
  size_t best_ = 0;         // searches for solutions of fewer moves
  size_t deepest_ = 0;      // the last layer that has held boards
  size_t layer_ = 1;        // of the pass
  size_t left_ = 0;         // boards that the pass still expands in this layer
  size_t width_ = 0;        // boards that the pass expands in a layer
  bool left_over_ = false;  // the pass has left boards
  int slack_ = 0;           // of the pass, in units of a value
  uint32_t ahead_ = 0;      // the first, and best, of the boards expanded last
  size_t unlooked_ = 0;     // boards expanded since the last look at the clock

  Scratch<Board> boards_;
  Scratch<uint32_t> trail_;  // by number, of boards that are forgotten: parent_and_move
  uint32_t base_ = 0;        // the first number that is not forgotten
  uint32_t count_ = 0;
  uint32_t count_before_ = 0;  // the pass
  Scratch<Candidate> candidates_;
  uint32_t candidate_count_ = 0;
  std::vector<Layer> layers_;    // by moves made
  std::vector<uint32_t> moved_;  // what Lower sorts
  uint32_t new_[kMostNew] = {};  // each a parent's number * kMoves + a move
  size_t new_count_ = 0;
  SumSlides sum_slides_ = nullptr;  // null: there is none for the board's size
  SlideOfBoard slides_[kMostNew];
  uint16_t sums_[kMostNew];
  RecentBoards recent_;

  Geometry geometry_;  // of what follows, as end_
  tilebase::Board end_;
  int cells_ = 0;
  size_t longest_slide_ = 1;
  // By tile and cell. Their sum is a board's hash; the lower 16 bits are the distance from the end.
  uint64_t keys_[kCells][kCells] = {};
  PairValues::Slide slide_[kCells][kActions];  // of one tile, by the blank's cell
  Moves after_[kCells][kActions];              // what may follow an action, by the blank's cell
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

ValueBeam::Search& ValueBeam::For(Geometry geometry, bool whole_lines) {
  const bool is_16 = geometry.cells() == 16;
  std::unique_ptr<Search>& search = searches_[is_16 ? 0 : 1][whole_lines ? 1 : 0];
  if (search == nullptr) {
    if (is_16 && whole_lines)
      search = std::make_unique<SearchOf<16, true>>();
    else if (is_16)
      search = std::make_unique<SearchOf<16, false>>();
    else if (whole_lines)
      search = std::make_unique<SearchOf<kMaxCells, true>>();
    else
      search = std::make_unique<SearchOf<kMaxCells, false>>();
  }
  return *search;
}

BeamEnd ValueBeam::Solve(const PairValues& values, const uint8_t* tile, const BeamLimits& limits,
                         std::vector<Action>* actions, uint64_t* boards) {
  last_ = &For(values.geometry(), limits.whole_lines);
  return last_->Solve(values, tile, limits, actions, boards);
}

BeamEnd ValueBeam::Continue(const BeamLimits& limits, std::vector<Action>* actions,
                            uint64_t* boards) {
  return last_->Continue(limits, actions, boards);
}

void ValueBeam::Forget() {
  for (auto& of_size : searches_)
    for (std::unique_ptr<Search>& search : of_size) search.reset();
  last_ = nullptr;
}

bool ValueBeam::WayAhead(size_t number, std::vector<Action>* actions) const {
  return last_->WayAhead(number, actions);
}

}  // namespace tilebase
