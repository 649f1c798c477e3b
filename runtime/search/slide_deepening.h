// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Iterative deepening (Korf 1985) in the metric mtm. Slides of alternating axes lead along a path;
// a Path moves a board and bounds the slides that are left:
//
//   class Path {
//    public:
//     struct State;  // of a board, for the bounds
//     Path(const Bounds&, const Board& end);
//     // Nothing if the bounds' tables are damaged.
//     std::optional<State> Root(const Board&, int axis) const;
//     // No path from the board to the end whose first slide is of this axis has fewer slides.
//     int Bound(const Board&, const State&, int axis) const;
//     void Go(const Board&);  // begins at this board
//     void Move(Action, int tiles);
//     const Board& board() const;
//     // Stores the slides of this axis, with the states after them, that leave a bound of at most
//     // `left`. Returns how many there are.
//     int Expand(const State&, int axis, int left, SlideSuccessor<State>* next);
//   };

#ifndef TILEBASE_RUNTIME_SEARCH_SLIDE_DEEPENING_H_
#define TILEBASE_RUNTIME_SEARCH_SLIDE_DEEPENING_H_

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/patterns/optimal_solver.h"
#include "tables/board.h"
#include "tables/board_text.h"
#include "tables/geometry.h"
#include "tables/system/clock.h"
#include "tables/system/parallel_for.h"

namespace tilebase {

inline constexpr int kSlideAxes = 2;  // 0: horizontal slides, 1: vertical slides
constexpr int AxisOf(Action action) { return static_cast<int>(action) / 2; }

// The most slides of one axis that a board has.
inline constexpr int kMostSlides = kMaxSide - 1;

template <typename State>
struct SlideSuccessor {
  State state;
  Action action;
  int tiles;
};

// The search for one board's solution. Bounds are what a Path is made from.
template <typename Path, typename Bounds>
class SlideDeepening {
 public:
  SlideDeepening(const Bounds& bounds, const OptimalLimits& limits, const Board& end)
      : bounds_(bounds), limits_(limits), end_(end) {}

  // As OptimalSolver::Solve. Proves nothing if the bounds' tables are damaged.
  OptimalAnswer Run(const Board& board) {
    limit_ = INT_MAX;
    for (int axis = 0; axis < kSlideAxes; ++axis) {
      const Path path(bounds_, end_);
      const auto state = path.Root(board, axis);
      if (!state) return {};
      subtrees_.push_back({board, *state, axis, 0, ""});
      limit_ = std::min(limit_, path.Bound(board, *state, axis));
    }
    int threads = 1;
    for (; limits_.known < 0 || limit_ < limits_.known; ++limit_) {
      if (threads == 1 && limits_.threads > 1 && nodes_ >= kOneThreadNodes) {
        threads = limits_.threads;
        for (int slide = 0; slide < kCutSlides; ++slide) Cut();
      }
      next_ = 0;
      ParallelFor(static_cast<size_t>(threads), [&](size_t) {
        Thread thread(this);
        while (!stop_) {
          const size_t next = next_++;
          if (next >= subtrees_.size()) break;
          thread.Run(subtrees_[next]);
        }
      });
      if (stop_) break;
    }
    OptimalAnswer answer;
    answer.found = found_;
    answer.proven = found_ || !stop_;
    answer.letters = std::move(letters_);
    answer.bound = limit_;
    answer.nodes = nodes_;
    answer.seconds = SecondsSince(begun_);
    return answer;
  }

 private:
  using State = typename Path::State;
  using Successor = SlideSuccessor<State>;

  // One thread begins a board. After this many nodes the other threads join, in the subtrees after
  // this many slides.
  static constexpr uint64_t kOneThreadNodes = 100'000;
  static constexpr int kCutSlides = 4;

  // A board on a path, and the axis of the next slide.
  struct Subtree {
    Board board;
    State state;
    int axis;
    int slides;  // that led there
    std::string letters;
  };

  class Thread {
   public:
    explicit Thread(SlideDeepening* shared)
        : shared_(*shared), path_(shared->bounds_, shared->end_) {}
    ~Thread() { shared_.nodes_ += nodes_; }

    // Searches a subtree for a solution of shared_.limit_ slides.
    void Run(const Subtree& subtree) {
      const int left = shared_.limit_ - subtree.slides;
      if (path_.Bound(subtree.board, subtree.state, subtree.axis) > left) return;
      path_.Go(subtree.board);
      letters_.clear();
      if (!GoOn(subtree.state, left, subtree.axis) || stopped_) return;
      const std::lock_guard<std::mutex> lock(shared_.mutex_);
      std::reverse(letters_.begin(), letters_.end());
      shared_.letters_ = subtree.letters + letters_;
      shared_.found_ = true;
      shared_.stop_ = true;
    }

   private:
    // Nodes between two checks of the clock.
    static constexpr uint64_t kSome = 1024;

    bool Spent() {
      if (shared_.nodes_.load(std::memory_order_relaxed) + nodes_ + kMostSlides >
          shared_.limits_.nodes)
        shared_.stop_ = true;
      if (nodes_ >= kSome) {
        shared_.nodes_ += std::exchange(nodes_, 0);
        const OptimalLimits& limits = shared_.limits_;
        if ((limits.seconds > 0 && SecondsSince(shared_.begun_) >= limits.seconds) ||
            (limits.cancel != nullptr && *limits.cancel))
          shared_.stop_ = true;
      }
      return shared_.stop_.load(std::memory_order_relaxed);
    }

    // Searches for the end in exactly `left` slides, the first of this axis. Returns whether the
    // search is over: the letters are found, last one first, or stopped_ is set.
    bool GoOn(const State& at, int left, int axis) {
      if (left == 0) return path_.board() == shared_.end_;
      if (Spent()) return stopped_ = true;
      Successor next[kMostSlides];
      const Geometry geometry = shared_.end_.geometry;
      nodes_ += static_cast<uint64_t>((axis == 0 ? geometry.width : geometry.height) - 1);
      const int count = path_.Expand(at, axis, left - 1, next);
      for (int i = 0; i < count; ++i) {
        path_.Move(next[i].action, next[i].tiles);
        if (GoOn(next[i].state, left - 1, 1 - axis)) {
          letters_.append(static_cast<size_t>(next[i].tiles), Letter(next[i].action));
          return true;
        }
        path_.Move(Opposite(next[i].action), next[i].tiles);
      }
      return false;
    }

    SlideDeepening& shared_;
    Path path_;
    uint64_t nodes_ = 0;  // not yet added to shared_
    bool stopped_ = false;
    std::string letters_;
  };

  // Replaces each subtree by those after each of its slides.
  void Cut() {
    std::vector<Subtree> longer;
    Path path(bounds_, end_);
    for (const Subtree& subtree : subtrees_) {
      path.Go(subtree.board);
      Successor next[kMostSlides];
      const int count = path.Expand(subtree.state, subtree.axis, INT_MAX, next);
      for (int i = 0; i < count; ++i) {
        const auto& [state, action, tiles] = next[i];
        path.Move(action, tiles);
        longer.push_back(
            {path.board(), state, 1 - subtree.axis, subtree.slides + 1,
             subtree.letters + std::string(static_cast<size_t>(tiles), Letter(action))});
        path.Move(Opposite(action), tiles);
      }
    }
    subtrees_ = std::move(longer);
  }

  const Bounds& bounds_;
  const OptimalLimits& limits_;
  const Board end_;
  const Clock::time_point begun_ = Clock::now();
  int limit_ = 0;  // slides of the solutions searched for
  std::vector<Subtree> subtrees_;
  std::atomic<size_t> next_{0};
  std::atomic<uint64_t> nodes_{0};
  std::atomic<bool> stop_{false};  // found, or a limit reached
  std::mutex mutex_;               // guards what follows
  bool found_ = false;
  std::string letters_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_SLIDE_DEEPENING_H_
