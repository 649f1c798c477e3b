// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/look_ahead/slide_optimal.h"

#include <limits.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/look_ahead/slide_depths.h"
#include "tables/action_text.h"
#include "tables/destination.h"
#include "tables/plan.h"
#include "tables/system/clock.h"

namespace tilebase {
namespace {

// Most entries of a table that gets depths, and most of such tables.
constexpr uint64_t kMostOptimalEntries = uint64_t{1} << 27;
constexpr size_t kMostTables = 4;
// Most states of the puzzle of lines; where there are more, it bounds nothing.
constexpr size_t kMostStates = 200'000;

// Horizontal actions are 0, vertical ones 1.
constexpr int AxisOf(Action action) { return static_cast<int>(action) / 2; }
constexpr int kEitherAxis = 2;

// Fewest slides where so many at least are horizontal and vertical, they alternate, and the first
// is of axis `first`.
int Alternating(int horizontal, int vertical, int first) {
  if (horizontal == 0 && vertical == 0) return 0;
  if (first == kEitherAxis)
    return std::min(Alternating(horizontal, vertical, 0), Alternating(horizontal, vertical, 1));
  const int same = first == 0 ? horizontal : vertical;
  const int other = first == 0 ? vertical : horizontal;
  return same > other ? 2 * same - 1 : 2 * other;
}

}  // namespace

// The puzzle of the lines of one axis, rows or columns: `lines` of them, each of `cells` cells. A
// tile's kind is its home's line.
class SlideOptimal::Lines {
 public:
  Lines(int lines, int cells) : lines_(lines) {
    std::string home(1 + static_cast<size_t>(lines * lines), 0);
    for (int line = 0; line < lines; ++line) At(&home, line, line) = static_cast<char>(cells);
    --At(&home, lines - 1, lines - 1);
    home[0] = static_cast<char>(lines - 1);
    FindAll(std::move(home));
    if (states_.size() <= kMostStates) {
      FindLengths();
    } else {
      numbers_.clear();
      next_.clear();
    }
    states_.clear();
  }

  // The state of a board, of which line_of(cell) tells the lines.
  template <typename LineOf>
  int StateOf(const Board& board, LineOf line_of) const {
    if (numbers_.empty()) return 0;
    std::string state(1 + static_cast<size_t>(lines_ * lines_), 0);
    state[0] = static_cast<char>(line_of(board.blank));
    for (int cell = 0; cell < board.geometry.cells(); ++cell)
      if (board.tile[cell] != 0) ++At(&state, line_of(cell), line_of(board.tile[cell] - 1));
    return numbers_.at(state);
  }
  // The state after a tile of the kind slides into the blank from the line after it or before it.
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

  // All states, home first, and what single tiles make of them.
  void FindAll(std::string home) {
    NumberOf(home);
    for (int number = 0; number < static_cast<int>(states_.size()); ++number) {
      if (states_.size() > kMostStates) return;
      next_.resize(next_.size() + static_cast<size_t>(2 * lines_), kNone);
      std::string state = states_[static_cast<size_t>(number)];
      const int blank = state[0];
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

  // Breadth-first from home, by slides of any number of tiles.
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
  std::vector<std::string> states_;               // while they are found
  std::vector<int> next_;
  std::vector<uint8_t> lengths_;
};

// The search for one board.
class SlideOptimal::Search {
 public:
  Search(const SlideOptimal& tables, const OptimalLimits& limits)
      : tables_(tables),
        limits_(limits),
        end_(limits.end != nullptr ? *limits.end : Board::Solved(tables.set_.info().geometry)),
        square_(tables.set_.info().geometry.width == tables.set_.info().geometry.height) {}

  // Finds a way to the end of fewer than limits.known slides, or shows that there is none.
  OptimalResult Run(const Board& board) {
    const Geometry geometry = board.geometry;
    Node root;
    root.board = board;
    if (square_) root.reflected = Reflected(board);
    root.row = tables_.rows_->StateOf(board, [&](int cell) { return geometry.Row(cell); });
    root.column = tables_.columns_->StateOf(board, [&](int cell) { return geometry.Column(cell); });
    for (size_t i = 0; i < tables_.depths_.size(); ++i) {
      const Ranking& ranking = tables_.depths_[i].table->ranking;
      root.rank[i] = ranking.Rank(board);
      if (square_) root.reflected_rank[i] = ranking.Rank(root.reflected);
    }
    const int home = geometry.cells() - 1;
    horizontal_detour_ = geometry.Column(end_.blank) != geometry.Column(home) ? 1 : 0;
    vertical_detour_ = geometry.Row(end_.blank) != geometry.Row(home) ? 1 : 0;
    for (limit_ = Bound(root, kEitherAxis, INT_MAX); limits_.known < 0 || limit_ < limits_.known;
         ++limit_) {
      if (GoOn(root, limit_, kEitherAxis)) {
        if (stopped_) return Result(false);
        result_.found = true;
        return Result(true);
      }
    }
    return Result(true);
  }

 private:
  // A board, and where it is in the tables.
  struct Node {
    Board board;
    Board reflected;
    int row = 0;
    int column = 0;
    uint64_t rank[kMostTables] = {};
    uint64_t reflected_rank[kMostTables] = {};
  };

  OptimalResult Result(bool proven) {
    result_.proven = proven;
    result_.bound = limit_;
    result_.seconds = SecondsSince(begun_);
    std::reverse(result_.letters.begin(), result_.letters.end());
    return std::move(result_);
  }

  // No way to the end whose first slide is of axis `first` has fewer slides: with a slide of each
  // axis in which the end's blank is not home it would lead home. Need not be exact above `enough`.
  int Bound(const Node& node, int first, int enough) const {
    const int horizontal = tables_.columns_->Length(node.column) - horizontal_detour_;
    const int vertical = tables_.rows_->Length(node.row) - vertical_detour_;
    const int detour = horizontal_detour_ + vertical_detour_;
    int bound = Alternating(std::max(horizontal, 0), std::max(vertical, 0), first);
    for (size_t i = 0; i < tables_.depths_.size() && bound <= enough; ++i) {
      bound = std::max<int>(bound, tables_.depths_[i].of[node.rank[i]] - detour);
      if (square_)
        bound = std::max<int>(bound, tables_.depths_[i].of[node.reflected_rank[i]] - detour);
    }
    return bound;
  }

  void Slide(Node* node, Action action) const {
    const Geometry geometry = node->board.geometry;
    const int from = node->board.blank + geometry.BlankStep(action);
    const int home = node->board.tile[from] - 1;
    const bool from_after = action == Action::kLeft || action == Action::kUp;
    if (AxisOf(action) == 0)
      node->column = tables_.columns_->After(node->column, from_after, geometry.Column(home));
    else
      node->row = tables_.rows_->After(node->row, from_after, geometry.Row(home));
    for (size_t i = 0; i < tables_.depths_.size(); ++i) {
      const Ranking& ranking = tables_.depths_[i].table->ranking;
      node->rank[i] = ranking.RankAfter(node->rank[i], node->board, action);
      if (square_)
        node->reflected_rank[i] =
            ranking.RankAfter(node->reflected_rank[i], node->reflected, Reflected(action));
    }
    node->board.Apply(action);
    if (square_) node->reflected.Apply(Reflected(action));
  }

  bool Spent() {
    return result_.nodes >= limits_.nodes ||
           (result_.nodes % 1024 == 0 &&
            ((limits_.seconds > 0 && SecondsSince(begun_) >= limits_.seconds) ||
             (limits_.cancel != nullptr && *limits_.cancel)));
  }

  // Leads from the node to the end in exactly `left` slides, the first of axis `first`. Returns
  // whether the search is over: with the letters, last one first, or stopped_.
  bool GoOn(const Node& node, int left, int first) {
    if (left == 0) return node.board == end_;
    for (int a = 0; a < kActions; ++a) {
      const Action action = static_cast<Action>(a);
      const int axis = AxisOf(action);
      if (first != kEitherAxis && axis != first) continue;
      Node after = node;
      for (size_t length = 1; after.board.CanApply(action); ++length) {
        Slide(&after, action);
        ++result_.nodes;
        if (Spent()) return stopped_ = true;
        if (Bound(after, 1 - axis, left - 1) > left - 1) continue;
        if (!GoOn(after, left - 1, 1 - axis)) continue;
        if (!stopped_) result_.letters.append(length, Letter(action));
        return true;
      }
    }
    return false;
  }

  const SlideOptimal& tables_;
  const OptimalLimits limits_;
  const Board end_;
  const bool square_;
  const Clock::time_point begun_ = Clock::now();
  int horizontal_detour_ = 0;  // slides between the end and home
  int vertical_detour_ = 0;
  int limit_ = 0;
  bool stopped_ = false;
  OptimalResult result_;
};

SlideOptimal::SlideOptimal(const PolicySet& set) : set_(set) {}
SlideOptimal::~SlideOptimal() = default;

absl::StatusOr<std::unique_ptr<SlideOptimal>> SlideOptimal::Create(const PolicySet& set,
                                                                   uint64_t memory_bytes) {
  if (absl::Status status = set.PrepareAll(); !status.ok()) return status;
  std::unique_ptr<SlideOptimal> made(new SlideOptimal(set));
  const Geometry geometry = set.info().geometry;
  made->rows_ = std::make_unique<Lines>(geometry.height, geometry.width);
  made->columns_ = std::make_unique<Lines>(geometry.width, geometry.height);
  const TableSource& source = set.source();
  std::vector<size_t> used;
  for (const PlanPart& part : source.plan().parts) {
    if (part.metric != Metric::kMtm || part.blank_back != 0 || made->depths_.size() == kMostTables)
      continue;
    const size_t stage = part.first_stage;
    const size_t table = source.info().stages[stage].first_table;
    // A stage that has another's table by a symmetry adds nothing, but for its place.
    if (std::find(used.begin(), used.end(), table) != used.end()) continue;
    if (!(source.tables()[table].subproblem == source.plan().stages[stage])) continue;
    used.push_back(table);
    const uint64_t entries = source.tables()[table].entries;
    if (entries > kMostOptimalEntries) continue;
    if (!set.IsWhole(table) || entries > memory_bytes - made->table_bytes())
      return absl::ResourceExhaustedError(absl::StrCat(
          source.name(), ": a search reads whole tables, and the memory allowed is too little"));
    Depths depths{&set.tables()[table],
                  SlideDepths(set.tables()[table], source.tables()[table], kMostOptimalEntries)};
    if (!depths.of.empty()) made->depths_.push_back(std::move(depths));
  }
  return made;
}

uint64_t SlideOptimal::table_bytes() const {
  uint64_t bytes = 0;
  for (const Depths& depths : depths_) bytes += depths.of.size();
  return bytes;
}

OptimalAnswer SlideOptimal::Solve(const Board& board, const OptimalLimits& given) const {
  OptimalAnswer answer;
  OptimalLimits limits = given;
  const Destination end(given.end != nullptr ? *given.end : Board::Solved(board.geometry));
  std::string letters(set_.MostLettersTo(end), 0);
  SolveRequest quick{board.tile, letters.data(), letters.size()};
  set_.SolveLettersTo(end, &quick);
  letters.resize(quick.code == TILEBASE_OK ? quick.count : 0);
  if (quick.code == TILEBASE_OK &&
      (given.known < 0 || CountRuns(letters) < static_cast<size_t>(given.known))) {
    answer.found = true;
    limits.known = static_cast<int>(CountRuns(letters));
    answer.letters = std::move(letters);
  }
  answer.Take(Search(*this, limits).Run(board));
  return answer;
}

}  // namespace tilebase
