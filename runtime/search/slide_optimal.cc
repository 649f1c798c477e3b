// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/search/slide_optimal.h"

#include <limits.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/search/slide_depths.h"
#include "tables/board_text.h"
#include "tables/plan.h"
#include "tables/system/clock.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

// Most entries of a table that gets depths, and most such tables.
constexpr uint64_t kMostOptimalEntries = uint64_t{1} << 27;
constexpr size_t kMostTables = 4;
// Most states of the puzzle of lines; with more states, it is not used.
constexpr size_t kMostStates = 200'000;

// One thread begins a board. After this many nodes the other threads join, in the subtrees after
// this many slides.
constexpr uint64_t kOneThreadNodes = 100'000;
constexpr int kCutSlides = 4;

// Horizontal actions are 0, vertical ones 1.
constexpr int AxisOf(Action action) { return static_cast<int>(action) / 2; }
constexpr int kEitherAxis = 2;

// Returns the fewest slides with at least these numbers of horizontal and vertical ones, if they
// alternate and the first is of axis `first`.
int Alternating(int horizontal, int vertical, int first) {
  if (horizontal == 0 && vertical == 0) return 0;
  if (first == kEitherAxis)
    return std::min(Alternating(horizontal, vertical, 0), Alternating(horizontal, vertical, 1));
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

// A board on a path, and the axis of the next slide.
struct SlideOptimal::Subtree {
  // The board's places in the tables.
  struct Places {
    int row = 0;
    int column = 0;
    uint64_t rank[kMostTables] = {};
    uint64_t reflected_rank[kMostTables] = {};
  };

  Board board;
  Board reflected;  // if the board is square
  Places places;
  int first = kEitherAxis;
  int slides = 0;  // that led there
  std::string letters;
};

// Data that the threads of one board's search share.
struct SlideOptimal::Shared {
  const OptimalLimits& limits;
  Board end;
  bool square = false;
  int horizontal_detour = 0;  // slides between the end and home
  int vertical_detour = 0;
  const Clock::time_point begun = Clock::now();
  int limit = 0;  // slides of the solutions searched for
  std::vector<Subtree> subtrees{};
  std::atomic<size_t> next{0};
  std::atomic<uint64_t> nodes{0};
  std::atomic<bool> stop{false};  // found, or a limit reached
  std::mutex mutex{};             // guards what follows
  bool found = false;
  std::string letters{};
};

// A thread's search.
class SlideOptimal::Search {
 public:
  Search(const SlideOptimal& tables, Shared* shared) : tables_(tables), shared_(*shared) {}
  ~Search() { shared_.nodes += nodes_; }

  Subtree Root(const Board& board) const {
    const Geometry geometry = board.geometry;
    Subtree root;
    root.board = board;
    if (shared_.square) root.reflected = Reflected(board);
    Places& at = root.places;
    at.row = tables_.rows_->StateOf(board, [&](int cell) { return geometry.Row(cell); });
    at.column = tables_.columns_->StateOf(board, [&](int cell) { return geometry.Column(cell); });
    for (size_t i = 0; i < tables_.depths_.size(); ++i) {
      const Ranking& ranking = tables_.depths_[i].table->table.ranking;
      at.rank[i] = ranking.Rank(board);
      if (shared_.square) at.reflected_rank[i] = ranking.Rank(root.reflected);
    }
    return root;
  }

  // Appends the subtrees after each slide of `subtree`.
  void Cut(const Subtree& subtree, std::vector<Subtree>* longer) {
    Go(subtree);
    Successor next[kMostSuccessors];
    const int count = Expand(subtree.places, subtree.first, next);
    for (int i = 0; i < count; ++i) {
      Move(next[i].action, next[i].length);
      Subtree& added = longer->emplace_back();
      added.board = board_;
      added.reflected = reflected_;
      added.places = next[i].places;
      added.first = 1 - AxisOf(next[i].action);
      added.slides = subtree.slides + 1;
      added.letters = subtree.letters +
                      std::string(static_cast<size_t>(next[i].length), Letter(next[i].action));
      Move(Opposite(next[i].action), next[i].length);
    }
  }

  int Bound(const Subtree& subtree) const { return Bound(subtree.places, subtree.first, INT_MAX); }

  // Searches a subtree for a solution of shared.limit slides.
  void Run(const Subtree& subtree) {
    const int left = shared_.limit - subtree.slides;
    if (Bound(subtree) > left) return;
    Go(subtree);
    letters_.clear();
    if (!GoOn(subtree.places, left, subtree.first) || stopped_) return;
    const std::lock_guard<std::mutex> lock(shared_.mutex);
    std::reverse(letters_.begin(), letters_.end());
    shared_.letters = subtree.letters + letters_;
    shared_.found = true;
    shared_.stop = true;
  }

 private:
  using Places = Subtree::Places;
  static constexpr int kMostSuccessors = 2 * (kMaxSide - 1);
  // Nodes between two checks of the clock.
  static constexpr uint64_t kSome = 1024;

  struct Successor {
    Places places;
    Action action;
    int length;
  };

  void Go(const Subtree& subtree) {
    board_ = subtree.board;
    reflected_ = subtree.reflected;
  }
  void Move(Action action, int length) {
    for (int i = 0; i < length; ++i) {
      board_.Apply(action);
      if (shared_.square) reflected_.Apply(Reflected(action));
    }
  }

  // Returns a bound: no path to the end whose first slide is of axis `first` has fewer slides,
  // because it would lead home with one more slide for each axis in which the end's blank is not
  // home. Need not be exact above `enough`.
  int Bound(const Places& at, int first, int enough) const {
    const int horizontal = tables_.columns_->Length(at.column) - shared_.horizontal_detour;
    const int vertical = tables_.rows_->Length(at.row) - shared_.vertical_detour;
    const int detour = shared_.horizontal_detour + shared_.vertical_detour;
    int bound = Alternating(std::max(horizontal, 0), std::max(vertical, 0), first);
    for (size_t i = 0; i < tables_.depths_.size() && bound <= enough; ++i) {
      bound = std::max<int>(bound, tables_.depths_[i].of[at.rank[i]] - detour);
      if (shared_.square)
        bound = std::max<int>(bound, tables_.depths_[i].of[at.reflected_rank[i]] - detour);
    }
    return bound;
  }

  // Slides one tile; finds the board's places and prefetches its depths.
  void Slide(Action action, Places* at) {
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
      if (!shared_.square) continue;
      at->reflected_rank[i] +=
          depths.table->RankChange(reflected_.tile, reflected_.blank, Reflected(action));
      __builtin_prefetch(depths.of.data() + at->reflected_rank[i]);
    }
    Move(action, 1);
  }

  // Stores the successors of the board by a slide of axis `first`; returns their number.
  int Expand(const Places& at, int first, Successor* next) {
    int count = 0;
    for (int a = 0; a < kActions; ++a) {
      const Action action = static_cast<Action>(a);
      if (first != kEitherAxis && AxisOf(action) != first) continue;
      Places after = at;
      int length = 0;
      while (board_.CanApply(action)) {
        Slide(action, &after);
        next[count++] = {after, action, ++length};
      }
      Move(Opposite(action), length);
    }
    nodes_ += static_cast<uint64_t>(count);
    return count;
  }

  bool Spent() {
    if (shared_.nodes.load(std::memory_order_relaxed) + nodes_ + kMostSuccessors >
        shared_.limits.nodes)
      shared_.stop = true;
    if (nodes_ >= kSome) {
      shared_.nodes += std::exchange(nodes_, 0);
      const OptimalLimits& limits = shared_.limits;
      if ((limits.seconds > 0 && SecondsSince(shared_.begun) >= limits.seconds) ||
          (limits.cancel != nullptr && *limits.cancel))
        shared_.stop = true;
    }
    return shared_.stop.load(std::memory_order_relaxed);
  }

  // Searches for the end in exactly `left` slides, the first of axis `first`. Returns whether the
  // search is over: the letters are found, last one first, or stopped_ is set.
  bool GoOn(const Places& at, int left, int first) {
    if (left == 0) return board_ == shared_.end;
    if (Spent()) return stopped_ = true;
    Successor next[kMostSuccessors];
    const int count = Expand(at, first, next);
    for (int i = 0; i < count; ++i) {
      const Successor& successor = next[i];
      const int then = 1 - AxisOf(successor.action);
      if (Bound(successor.places, then, left - 1) > left - 1) continue;
      Move(successor.action, successor.length);
      if (GoOn(successor.places, left - 1, then)) {
        letters_.append(static_cast<size_t>(successor.length), Letter(successor.action));
        return true;
      }
      Move(Opposite(successor.action), successor.length);
    }
    return false;
  }

  const SlideOptimal& tables_;
  Shared& shared_;
  Board board_;  // the current board
  Board reflected_;
  uint64_t nodes_ = 0;  // not yet added to shared_
  bool stopped_ = false;
  std::string letters_;
};

OptimalAnswer SlideOptimal::Solve(const Board& board, const OptimalLimits& limits) const {
  const Geometry geometry = board.geometry;
  Shared shared{.limits = limits,
                .end = limits.end != nullptr ? *limits.end : Board::Solved(geometry)};
  shared.square = geometry.width == geometry.height;
  const int home = geometry.cells() - 1;
  shared.horizontal_detour = geometry.Column(shared.end.blank) != geometry.Column(home) ? 1 : 0;
  shared.vertical_detour = geometry.Row(shared.end.blank) != geometry.Row(home) ? 1 : 0;
  {
    const Search search(*this, &shared);
    shared.subtrees.push_back(search.Root(board));
    shared.limit = search.Bound(shared.subtrees[0]);
  }
  int threads = 1;
  for (; limits.known < 0 || shared.limit < limits.known; ++shared.limit) {
    if (threads == 1 && limits.threads > 1 && shared.nodes >= kOneThreadNodes) {
      threads = limits.threads;
      for (int slide = 0; slide < kCutSlides; ++slide) {
        std::vector<Subtree> longer;
        for (const Subtree& subtree : shared.subtrees) Search(*this, &shared).Cut(subtree, &longer);
        shared.subtrees = std::move(longer);
      }
    }
    shared.next = 0;
    ParallelFor(static_cast<size_t>(threads), [&](size_t) {
      Search search(*this, &shared);
      while (!shared.stop) {
        const size_t next = shared.next++;
        if (next >= shared.subtrees.size()) break;
        search.Run(shared.subtrees[next]);
      }
    });
    if (shared.stop) break;
  }
  OptimalAnswer result;
  result.found = shared.found;
  result.proven = shared.found || !shared.stop;
  result.letters = std::move(shared.letters);
  result.bound = shared.limit;
  result.nodes = shared.nodes;
  result.seconds = SecondsSince(shared.begun);
  return result;
}

SlideOptimal::SlideOptimal() = default;
SlideOptimal::~SlideOptimal() = default;

absl::StatusOr<std::unique_ptr<SlideOptimal>> SlideOptimal::Create(const PolicySet& set,
                                                                   int threads,
                                                                   uint64_t memory_bytes) {
  if (absl::Status status = set.PrepareAll(); !status.ok()) return status;
  std::unique_ptr<SlideOptimal> made(new SlideOptimal());
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
  uint64_t bytes = 0;
  for (const Depths& depths : depths_) bytes += depths.of.size();
  return bytes;
}

}  // namespace tilebase
