// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/search/slide_optimal.h"

#include <limits.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tables/system/clock.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

// One thread begins a board. After this many nodes the other threads join, in the subtrees after
// this many slides.
constexpr uint64_t kOneThreadNodes = 100'000;
constexpr int kCutSlides = 4;

}  // namespace

// A board on a path, and the axis of the next slide (slide_bounds.h).
struct SlideOptimal::Subtree {
  struct State {
    SlideBounds::Place place;
    uint8_t value[SlideBounds::kMostViews] = {};  // of the lane of the next slide
  };

  Board board;
  State state;
  int axis = 0;
  int slides = 0;  // that led there
  std::string letters;
};

// Data that the threads of one board's search share.
struct SlideOptimal::Shared {
  const OptimalLimits& limits;
  Board end;
  int detour = 0;  // slides between the end and home
  const Clock::time_point begun = Clock::now();

  // Returns whether the time is over, or the search cancelled.
  bool IsOver() const {
    return (limits.seconds > 0 && SecondsSince(begun) >= limits.seconds) ||
           (limits.cancel != nullptr && *limits.cancel);
  }

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
  Search(const SlideBounds& bounds, Shared* shared) : bounds_(bounds), shared_(*shared) {}
  ~Search() { shared_.nodes += nodes_; }

  // Returns the board with a first slide of this axis.
  Subtree Root(const Board& board, int axis) const {
    Subtree root;
    root.board = board;
    root.axis = axis;
    root.state.place = bounds_.PlaceOf(board);
    for (int view = 0; view < bounds_.views(); ++view)
      root.state.value[view] = static_cast<uint8_t>(bounds_.ValueOf(root.state.place, axis, view));
    return root;
  }

  // Appends the subtrees after each slide of `subtree`.
  void Cut(const Subtree& subtree, std::vector<Subtree>* longer) {
    board_ = subtree.board;
    Successor next[kMostSuccessors];
    const int count = Expand(subtree.state, subtree.axis, INT_MAX, next);
    for (int i = 0; i < count; ++i) {
      const auto [action, length] = SlideTo(subtree.axis, next[i].to);
      Move(action, length);
      longer->push_back({board_, next[i].state, 1 - subtree.axis, subtree.slides + 1,
                         subtree.letters + std::string(length, Letter(action))});
      Move(Opposite(action), length);
    }
  }

  // Returns a bound: no path from the board to the end has fewer slides.
  int Bound(const Subtree& subtree) const {
    if (subtree.board == shared_.end) return 0;
    return std::max(
        1, *std::max_element(subtree.state.value, subtree.state.value + SlideBounds::kMostViews) -
               shared_.detour);
  }

  // Searches a subtree for a solution of shared.limit slides.
  void Run(const Subtree& subtree) {
    const int left = shared_.limit - subtree.slides;
    if (Bound(subtree) > left) return;
    board_ = subtree.board;
    letters_.clear();
    if (!GoOn(subtree.state, left, subtree.axis) || stopped_) return;
    const std::lock_guard<std::mutex> lock(shared_.mutex);
    std::reverse(letters_.begin(), letters_.end());
    shared_.letters = subtree.letters + letters_;
    shared_.found = true;
    shared_.stop = true;
  }

 private:
  using State = Subtree::State;
  static constexpr int kMostSuccessors = kMaxSide - 1;
  // Nodes between two checks of the clock.
  static constexpr uint64_t kSome = 1024;

  struct Successor {
    State state;
    int to;  // the blank's place on its line
  };

  void Move(Action action, size_t length) {
    for (size_t i = 0; i < length; ++i) board_.Apply(action);
  }
  // Returns the slide along `axis` that takes the blank to this place on its line.
  std::pair<Action, size_t> SlideTo(int axis, int to) const {
    const int from =
        axis == 0 ? board_.geometry.Column(board_.blank) : board_.geometry.Row(board_.blank);
    const bool forth = to > from;
    const Action action = axis == 0 ? (forth ? Action::kLeft : Action::kRight)
                                    : (forth ? Action::kUp : Action::kDown);
    return {action, static_cast<size_t>(forth ? to - from : from - to)};
  }

  // Stores the successors of the board by slides along `axis` whose bounds are at most `left`.
  // Returns how many there are.
  int Expand(const State& from, int axis, int left, Successor* next) {
    const int crossing = 1 - axis, own = from.place.line[crossing];
    const int places = bounds_.lines(crossing);
    nodes_ += static_cast<uint64_t>(places - 1);
    int count = 0;
    for (int k = 0; k < places; ++k)
      if (k != own) next[count++].to = k;
    for (int i = 0; i < count; ++i) {
      next[i].state = from;
      next[i].state.place.line[crossing] = static_cast<uint8_t>(next[i].to);
    }
    for (int view = 0; view < bounds_.views() && count > 0; ++view) {
      uint64_t order[kMaxSide];
      bounds_.Slide(from.place, axis, view, order);
      SlideBounds::Spot spot[kMostSuccessors];
      for (int i = 0; i < count; ++i) {
        spot[i] = bounds_.SpotOf(crossing, view, order[next[i].to], next[i].to);
        __builtin_prefetch(spot[i].byte);
      }
      int kept = 0;
      for (int i = 0; i < count; ++i) {
        // Crossing lanes differ by at most one.
        const int before = from.value[view];
        const int value = before + (spot[i].Modulo3() + 4 - before % 3) % 3 - 1;
        // The last slide may lead to the end itself, which no lane knows.
        if (value - shared_.detour > left && left > 0) continue;
        next[i].state.value[view] = static_cast<uint8_t>(value);
        next[i].state.place.order[crossing][view] = order[next[i].to];
        if (kept != i) next[kept] = next[i];
        ++kept;
      }
      count = kept;
    }
    return count;
  }

  bool Spent() {
    if (shared_.nodes.load(std::memory_order_relaxed) + nodes_ + kMostSuccessors >
        shared_.limits.nodes)
      shared_.stop = true;
    if (nodes_ >= kSome) {
      shared_.nodes += std::exchange(nodes_, 0);
      if (shared_.IsOver()) shared_.stop = true;
    }
    return shared_.stop.load(std::memory_order_relaxed);
  }

  // Searches for the end in exactly `left` slides, the first along `axis`. Returns whether the
  // search is over: the letters are found, last one first, or stopped_ is set.
  bool GoOn(const State& at, int left, int axis) {
    if (left == 0) return board_ == shared_.end;
    if (Spent()) return stopped_ = true;
    Successor next[kMostSuccessors];
    const int count = Expand(at, axis, left - 1, next);
    for (int i = 0; i < count; ++i) {
      const auto [action, length] = SlideTo(axis, next[i].to);
      Move(action, length);
      if (GoOn(next[i].state, left - 1, 1 - axis)) {
        letters_.append(length, Letter(action));
        return true;
      }
      Move(Opposite(action), length);
    }
    return false;
  }

  const SlideBounds& bounds_;
  Shared& shared_;
  Board board_;         // the current board
  uint64_t nodes_ = 0;  // not yet added to shared_
  bool stopped_ = false;
  std::string letters_;
};

OptimalAnswer SlideOptimal::Solve(const Board& board, const OptimalLimits& limits) const {
  const Geometry geometry = board.geometry;
  Shared shared{.limits = limits,
                .end = limits.end != nullptr ? *limits.end : Board::Solved(geometry)};
  const int home = geometry.blank_home();
  shared.detour = (geometry.Column(shared.end.blank) != geometry.Column(home) ? 1 : 0) +
                  (geometry.Row(shared.end.blank) != geometry.Row(home) ? 1 : 0);
  OptimalAnswer result;
  const SlideBounds* const bounds = Bounds([&shared] { return shared.IsOver(); });
  if (bounds == nullptr) {
    result.seconds = SecondsSince(shared.begun);
    return result;
  }
  {
    const Search search(*bounds, &shared);
    for (int axis = 0; axis < SlideBounds::kAxes; ++axis)
      shared.subtrees.push_back(search.Root(board, axis));
    shared.limit = std::min(search.Bound(shared.subtrees[0]), search.Bound(shared.subtrees[1]));
  }
  int threads = 1;
  for (; limits.known < 0 || shared.limit < limits.known; ++shared.limit) {
    if (threads == 1 && limits.threads > 1 && shared.nodes >= kOneThreadNodes) {
      threads = limits.threads;
      for (int slide = 0; slide < kCutSlides; ++slide) {
        std::vector<Subtree> longer;
        for (const Subtree& subtree : shared.subtrees)
          Search(*bounds, &shared).Cut(subtree, &longer);
        shared.subtrees = std::move(longer);
      }
    }
    shared.next = 0;
    ParallelFor(static_cast<size_t>(threads), [&](size_t) {
      Search search(*bounds, &shared);
      while (!shared.stop) {
        const size_t next = shared.next++;
        if (next >= shared.subtrees.size()) break;
        search.Run(shared.subtrees[next]);
      }
    });
    if (shared.stop) break;
  }
  result.found = shared.found;
  result.proven = shared.found || !shared.stop;
  result.letters = std::move(shared.letters);
  result.bound = shared.limit;
  result.nodes = shared.nodes;
  result.seconds = SecondsSince(shared.begun);
  return result;
}

SlideOptimal::SlideOptimal(Geometry geometry, int threads)
    : geometry_(geometry), threads_(threads) {}
SlideOptimal::~SlideOptimal() = default;

const SlideBounds* SlideOptimal::Bounds(const std::function<bool()>& stops) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (bounds_ == nullptr) bounds_ = SlideBounds::Create(geometry_, threads_, stops);
  return bounds_.get();
}

absl::StatusOr<std::unique_ptr<SlideOptimal>> SlideOptimal::Create(const PolicySet& set,
                                                                   int threads,
                                                                   uint64_t memory_bytes) {
  if (SlideBounds::TableBytes(set.info().geometry) > memory_bytes)
    return absl::ResourceExhaustedError(
        absl::StrCat(set.source().name(), ": the bounds of a search for shortest solutions take ",
                     SlideBounds::TableBytes(set.info().geometry),
                     " bytes, and the memory allowed is too little"));
  return std::unique_ptr<SlideOptimal>(new SlideOptimal(set.info().geometry, threads));
}

uint64_t SlideOptimal::table_bytes() const { return SlideBounds::TableBytes(geometry_); }

}  // namespace tilebase
