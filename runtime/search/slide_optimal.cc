// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/search/slide_optimal.h"

#include <limits.h>

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/search/slide_deepening.h"
#include "runtime/search/slide_depths.h"
#include "tables/plan.h"

namespace tilebase {
namespace {

// Most entries of a table that gets depths, and most such tables.
constexpr uint64_t kMostOptimalEntries = uint64_t{1} << 27;
constexpr size_t kMostTables = 4;
// Most states of the puzzle of lines; with more states, it is not used.
constexpr size_t kMostStates = 200'000;

// Returns the fewest slides with at least these numbers of horizontal and vertical ones, if they
// alternate and the first is of axis `first`.
int Alternating(int horizontal, int vertical, int first) {
  if (horizontal == 0 && vertical == 0) return 0;
  const int same = first == 0 ? horizontal : vertical;
  const int other = first == 0 ? vertical : horizontal;
  return same > other ? 2 * same - 1 : 2 * other;
}

}  // namespace

// The puzzle of the lines of one axis, rows or columns: `lines` of them, each with `cells` cells. A
// tile's kind is the line of its home.
class SlideOptimal::Lines {
 public:
  Lines(int lines, int cells) : lines_(lines) {
    std::string home(1 + static_cast<size_t>(lines * lines), 0);
    for (int line = 0; line < lines; ++line) At(&home, line, line) = static_cast<char>(cells);
    --At(&home, lines - 1, lines - 1);
    home[0] = static_cast<char>(lines - 1);
    FindAll(home);
    if (states_.size() <= kMostStates) {
      FindLengths();
    } else {
      numbers_.clear();
      next_.clear();
    }
    states_.clear();
  }

  // Returns the state of a board; line_of(cell) is the line of a cell.
  template <typename LineOf>
  int StateOf(const Board& board, LineOf line_of) const {
    if (numbers_.empty()) return 0;
    std::string state(1 + static_cast<size_t>(lines_ * lines_), 0);
    state[0] = static_cast<char>(line_of(board.blank));
    for (int cell = 0; cell < board.geometry.cells(); ++cell)
      if (board.tile[cell] != 0) ++At(&state, line_of(cell), line_of(board.tile[cell] - 1));
    return numbers_.at(state);
  }
  // Returns the state after a tile of the kind slides into the blank from the line after it or
  // before it.
  int After(int state, bool from_after, int kind) const {
    return numbers_.empty() ? 0 : next_[Place(state, from_after, kind)];
  }
  int Length(int state) const {
    return numbers_.empty() ? 0 : lengths_[static_cast<size_t>(state)];
  }

 private:
  static constexpr int kNone = -1;

  char& At(std::string* state, int line, int kind) const {
    return (*state)[static_cast<size_t>(1 + line * lines_ + kind)];
  }
  size_t Place(int state, bool from_after, int kind) const {
    return static_cast<size_t>((state * 2 + (from_after ? 1 : 0)) * lines_ + kind);
  }

  int NumberOf(const std::string& state) {
    const auto [found, is_new] = numbers_.emplace(state, static_cast<int>(states_.size()));
    if (is_new) states_.push_back(state);
    return found->second;
  }

  // Finds all states, home first, and the moves of single tiles between them.
  void FindAll(const std::string& home) {
    NumberOf(home);
    for (int number = 0; number < static_cast<int>(states_.size()); ++number) {
      if (states_.size() > kMostStates) return;
      next_.resize(next_.size() + static_cast<size_t>(2 * lines_), kNone);
      std::string state = states_[static_cast<size_t>(number)];
      const int blank = static_cast<unsigned char>(state[0]);
      for (const bool from_after : {false, true}) {
        const int from = blank + (from_after ? 1 : -1);
        if (from < 0 || from >= lines_) continue;
        for (int kind = 0; kind < lines_; ++kind) {
          if (At(&state, from, kind) == 0) continue;
          std::string after = state;
          --At(&after, from, kind);
          ++At(&after, blank, kind);
          after[0] = static_cast<char>(from);
          next_[Place(number, from_after, kind)] = NumberOf(after);
        }
      }
    }
  }

  // Breadth-first search from home, by slides of any number of tiles.
  void FindLengths() {
    constexpr uint8_t kUnknown = 0xff;
    lengths_.assign(states_.size(), kUnknown);
    lengths_[0] = 0;
    std::vector<int> queue = {0};
    for (size_t i = 0; i < queue.size(); ++i)
      for (const bool from_after : {false, true}) {
        const uint8_t length = static_cast<uint8_t>(lengths_[static_cast<size_t>(queue[i])] + 1);
        std::vector<int> reached = {queue[i]};
        while (!reached.empty()) {
          std::vector<int> further;
          for (const int state : reached)
            for (int kind = 0; kind < lines_; ++kind) {
              const int after = next_[Place(state, from_after, kind)];
              if (after == kNone) continue;
              further.push_back(after);
              if (lengths_[static_cast<size_t>(after)] != kUnknown) continue;
              lengths_[static_cast<size_t>(after)] = length;
              queue.push_back(after);
            }
          reached = std::move(further);
        }
      }
  }

  const int lines_;
  std::unordered_map<std::string, int> numbers_;  // of states; empty: there are too many
  std::vector<std::string> states_;               // used while they are found
  std::vector<int> next_;
  std::vector<uint8_t> lengths_;
};

// Moves a board along a path, with the bounds of the class comment of slide_optimal.h.
class SlideOptimal::StagePath {
 public:
  // A board's places in the tables.
  struct State {
    int row = 0;
    int column = 0;
    uint64_t rank[kMostTables] = {};
    uint64_t reflected_rank[kMostTables] = {};
  };
  using Successor = SlideSuccessor<State>;

  StagePath(const SlideOptimal& tables, const Board& end) : tables_(tables) {
    const Geometry geometry = end.geometry;
    const int home = geometry.blank_home();
    square_ = geometry.width == geometry.height;
    horizontal_detour_ = geometry.Column(end.blank) != geometry.Column(home) ? 1 : 0;
    vertical_detour_ = geometry.Row(end.blank) != geometry.Row(home) ? 1 : 0;
  }

  std::optional<State> Root(const Board& board, int) const {
    const Geometry geometry = board.geometry;
    State at;
    at.row = tables_.rows_->StateOf(board, [&](int cell) { return geometry.Row(cell); });
    at.column = tables_.columns_->StateOf(board, [&](int cell) { return geometry.Column(cell); });
    for (size_t i = 0; i < tables_.depths_.size(); ++i) {
      const Ranking& ranking = tables_.depths_[i].table->table.ranking;
      at.rank[i] = ranking.Rank(board);
      if (square_) at.reflected_rank[i] = ranking.Rank(Reflected(board));
    }
    return at;
  }

  void Go(const Board& board) {
    board_ = board;
    if (square_) reflected_ = Reflected(board);
  }
  void Move(Action action, int tiles) {
    for (int i = 0; i < tiles; ++i) {
      board_.Apply(action);
      if (square_) reflected_.Apply(Reflected(action));
    }
  }
  const Board& board() const { return board_; }

  int Bound(const Board&, const State& at, int axis) const { return Bound(at, axis, INT_MAX); }

  int Expand(const State& at, int axis, int left, Successor* next) {
    int count = 0;
    for (const Action action : {static_cast<Action>(2 * axis), static_cast<Action>(2 * axis + 1)}) {
      State after = at;
      int tiles = 0;
      while (board_.CanApply(action)) {
        Slide(action, &after);
        next[count++] = {after, action, ++tiles};
      }
      Move(Opposite(action), tiles);
    }
    int kept = 0;
    for (int i = 0; i < count; ++i) {
      if (Bound(next[i].state, 1 - axis, left) > left) continue;
      if (kept != i) next[kept] = next[i];
      ++kept;
    }
    return kept;
  }

 private:
  // Returns a bound: no path to the end whose first slide is of this axis has fewer slides. Such a
  // path leads home with one more slide for each axis in which the end's blank is not home. Need
  // not be exact above `enough`.
  int Bound(const State& at, int axis, int enough) const {
    const int horizontal = tables_.columns_->Length(at.column) - horizontal_detour_;
    const int vertical = tables_.rows_->Length(at.row) - vertical_detour_;
    const int detour = horizontal_detour_ + vertical_detour_;
    int bound = Alternating(std::max(horizontal, 0), std::max(vertical, 0), axis);
    for (size_t i = 0; i < tables_.depths_.size() && bound <= enough; ++i) {
      bound = std::max<int>(bound, tables_.depths_[i].of[at.rank[i]] - detour);
      if (square_)
        bound = std::max<int>(bound, tables_.depths_[i].of[at.reflected_rank[i]] - detour);
    }
    return bound;
  }

  // Slides one tile; finds the board's places and prefetches its depths.
  void Slide(Action action, State* at) {
    const Geometry geometry = board_.geometry;
    const int home = board_.tile[board_.blank + geometry.BlankStep(action)] - 1;
    const bool from_after = action == Action::kLeft || action == Action::kUp;
    if (AxisOf(action) == 0)
      at->column = tables_.columns_->After(at->column, from_after, geometry.Column(home));
    else
      at->row = tables_.rows_->After(at->row, from_after, geometry.Row(home));
    for (size_t i = 0; i < tables_.depths_.size(); ++i) {
      const Depths& depths = tables_.depths_[i];
      at->rank[i] += depths.table->RankChange(board_.tile, board_.blank, action);
      __builtin_prefetch(depths.of.data() + at->rank[i]);
      if (!square_) continue;
      at->reflected_rank[i] +=
          depths.table->RankChange(reflected_.tile, reflected_.blank, Reflected(action));
      __builtin_prefetch(depths.of.data() + at->reflected_rank[i]);
    }
    Move(action, 1);
  }

  const SlideOptimal& tables_;
  bool square_;
  int horizontal_detour_;  // slides between the end and home
  int vertical_detour_;
  Board board_;
  Board reflected_;  // if the board is square
};

OptimalAnswer SlideOptimal::Solve(const Board& board, const OptimalLimits& limits) const {
  const Board end = limits.end != nullptr ? *limits.end : Board::Solved(board.geometry);
  if (lanes_ != nullptr)
    return SlideDeepening<LanePath, LaneBounds>(*lanes_, limits, end).Run(board);
  return SlideDeepening<StagePath, SlideOptimal>(*this, limits, end).Run(board);
}

SlideOptimal::SlideOptimal() = default;
SlideOptimal::~SlideOptimal() = default;

absl::StatusOr<std::unique_ptr<SlideOptimal>> SlideOptimal::Create(const PolicySet& set,
                                                                   int threads,
                                                                   uint64_t memory_bytes) {
  std::unique_ptr<SlideOptimal> made(new SlideOptimal());
  const TableSource& source = set.source();
  for (const PlanPart& part : source.plan().parts) {
    if (part.metric != Metric::kLane) continue;
    auto lanes = LaneBounds::Read(source, source.info().stages[part.first_stage].first_table,
                                  threads, memory_bytes);
    if (!lanes.ok()) return lanes.status();
    made->lanes_ = *std::move(lanes);
    return made;
  }
  if (absl::Status status = set.PrepareAll(); !status.ok()) return status;
  const Geometry geometry = set.info().geometry;
  made->rows_ = std::make_unique<Lines>(geometry.height, geometry.width);
  made->columns_ = std::make_unique<Lines>(geometry.width, geometry.height);
  std::vector<size_t> used;
  for (const PlanPart& part : source.plan().parts) {
    if (part.metric != Metric::kMtm || part.blank_back != 0 || made->depths_.size() == kMostTables)
      continue;
    const size_t stage = part.first_stage;
    const size_t table = source.info().stages[stage].first_table;
    // A stage that uses another's table by a symmetry adds only its place.
    if (std::find(used.begin(), used.end(), table) != used.end()) continue;
    if (!(source.tables()[table].subproblem == source.plan().stages[stage])) continue;
    used.push_back(table);
    const uint64_t entries = source.tables()[table].entries;
    if (entries > kMostOptimalEntries) continue;
    if (!set.IsWhole(table) || entries > memory_bytes - made->table_bytes())
      return absl::ResourceExhaustedError(absl::StrCat(
          source.name(), ": a search reads whole tables, and the memory allowed is too little"));
    const MoveTable& quick = set.quick_tables()[table];
    Depths depths{&quick, SlideDepths(quick, source.tables()[table], kMostOptimalEntries, threads)};
    if (!depths.of.empty()) made->depths_.push_back(std::move(depths));
  }
  return made;
}

uint64_t SlideOptimal::table_bytes() const {
  uint64_t bytes = lanes_ != nullptr ? lanes_->table_bytes() : 0;
  for (const Depths& depths : depths_) bytes += depths.of.size();
  return bytes;
}

}  // namespace tilebase
