// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What every classic search takes and gives: limits in, actions and costs out.

#ifndef TILEBASE_TOOLS_CLASSIC_SEARCH_H_
#define TILEBASE_TOOLS_CLASSIC_SEARCH_H_

#include <stdint.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "tables/board.h"
#include "tables/system/clock.h"

namespace tilebase::classic {

enum class Outcome {
  kSolved,
  kDeadEnd,      // the search gave up by its own rule; only searches that may fail have this
  kNodeLimit,    // Limits::nodes
  kTimeLimit,    // Limits::seconds
  kMemoryLimit,  // Limits::memory_bytes
  kInterrupted,  // Limits::stop
};

struct Limits {
  uint64_t nodes = UINT64_MAX;  // boards expanded
  double seconds = std::numeric_limits<double>::infinity();
  uint64_t memory_bytes = UINT64_MAX;       // of the boards a search remembers
  const std::atomic<bool>* stop = nullptr;  // asks the search to end soon
  // Called now and then with the boards expanded; null: nobody wants to know.
  const std::function<void(uint64_t expanded)>* progress = nullptr;
};

struct SearchResult {
  Outcome outcome = Outcome::kSolved;
  std::vector<Action> actions;  // from the start to the goal; empty where it was not reached
  uint64_t expanded = 0;        // boards whose neighbours were generated
  uint64_t generated = 0;       // neighbours generated, each time one was
  uint64_t memory_bytes = 0;    // most bytes of boards remembered at a time
};

// Counts a search's work against its limits. A search calls Expand() before each expansion and
// Reserve() before it takes memory, and ends at the first false; outcome() then says why.
class Budget {
 public:
  explicit Budget(const Limits& limits) : limits_(limits) { PlanCheck(); }

  // One more board is expanded. One comparison; the clock is read every 16,384 boards.
  bool Expand() {
    if (result_.expanded >= next_check_ && !Check()) return false;
    ++result_.expanded;
    return true;
  }
  void Generate() { ++result_.generated; }

  // Takes or returns bytes.
  bool Reserve(uint64_t bytes) {
    if (bytes > limits_.memory_bytes - std::min(memory_, limits_.memory_bytes)) {
      result_.outcome = Outcome::kMemoryLimit;
      return false;
    }
    memory_ += bytes;
    result_.memory_bytes = std::max(result_.memory_bytes, memory_);
    return true;
  }
  void Release(uint64_t bytes) { memory_ -= bytes; }

  // The end of a search that found the goal, failed by its rule, or was stopped by a limit.
  SearchResult Solved(std::vector<Action> actions) {
    result_.outcome = Outcome::kSolved;
    result_.actions = std::move(actions);
    return std::move(result_);
  }
  SearchResult DeadEnd() {
    result_.outcome = Outcome::kDeadEnd;
    return std::move(result_);
  }
  SearchResult Stopped() { return std::move(result_); }

 private:
  static constexpr uint64_t kCheckInterval = 16384;

  void PlanCheck() { next_check_ = std::min(limits_.nodes, result_.expanded + kCheckInterval); }
  bool Check() {
    PlanCheck();
    if (result_.expanded >= limits_.nodes) {
      result_.outcome = Outcome::kNodeLimit;
      return false;
    }
    if (limits_.stop != nullptr && limits_.stop->load(std::memory_order_relaxed)) {
      result_.outcome = Outcome::kInterrupted;
      return false;
    }
    if (limits_.progress != nullptr) (*limits_.progress)(result_.expanded);
    if (SecondsSince(start_) > limits_.seconds) {
      result_.outcome = Outcome::kTimeLimit;
      return false;
    }
    return true;
  }

  const Limits limits_;
  const Clock::time_point start_ = Clock::now();
  SearchResult result_;
  uint64_t next_check_ = 0;
  uint64_t memory_ = 0;
};

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_CLASSIC_SEARCH_H_
