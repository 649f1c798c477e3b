// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/solvers/lane_search.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tables/slide_lanes.h"
#include "tables/system/huge_bytes.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

class LaneSolution : public Solution {
 public:
  LaneSolution(HugeBytes values, std::vector<uint64_t> histogram) : values_(std::move(values)) {
    histogram_ = std::move(histogram);
  }

  void GetEntries(uint64_t begin, uint64_t end, SolvedEntry* out) const override {
    for (uint64_t lane = begin; lane < end; ++lane)
      *out++ = static_cast<SolvedEntry>(values_[lane] % 3);
  }

 private:
  HugeBytes values_;
};

class LaneSearch {
 public:
  LaneSearch(const SlideLanes& lanes, const SolveOptions& options, uint64_t entries,
             uint8_t* values)
      : lanes_(lanes), options_(options), entries_(entries), values_(values) {}

  // Finds the values of a view's lanes. Returns false if it was cancelled.
  bool Run(int view) {
    uint64_t found = 0;
    for (int axis = 0; axis < SlideLanes::kAxes; ++axis) {
      const SlideLanes::Place& home = lanes_.home();
      values_[lanes_.LaneOf(axis, view, home.order[axis][view], home.line[axis])] = 1;
    }
    for (uint8_t value = 1; (found = Expand(view, value)) > 0; ++value) {
      histogram_.resize(std::max<size_t>(histogram_.size(), value + size_t{1}));
      histogram_[value] += found;
      states_ += found;
      if (options_.progress) options_.progress({value, states_, entries_});
      if (options_.cancel != nullptr && *options_.cancel) return false;
    }
    return true;
  }

  std::vector<uint64_t> TakeHistogram() { return std::move(histogram_); }

 private:
  static constexpr uint8_t kUnset = 0;
  static constexpr size_t kWaiting = 64;  // lanes whose bytes are on their way from memory

  // Gives the lanes that cross a lane of this value, and have none, the next value. Returns how
  // many lanes have this value.
  uint64_t Expand(int view, uint8_t value) {
    std::atomic<uint64_t> found{0};
    const std::vector<KindSequences::First>& firsts = lanes_.sequences(view).firsts();
    for (int axis = 0; axis < SlideLanes::kAxes; ++axis) {
      std::atomic<size_t> next{0};
      ParallelFor(static_cast<size_t>(std::max(1, options_.threads)), [&](size_t) {
        for (size_t i; (i = next++) < firsts.size();)
          found += ExpandSome(axis, view, value, firsts[i]);
      });
    }
    return found;
  }

  uint64_t ExpandSome(int axis, int view, uint8_t value, const KindSequences::First& first) {
    constexpr auto kRelaxed = std::memory_order_relaxed;
    const int lines = lanes_.lines(axis), places = lanes_.lines(1 - axis);
    uint8_t* waiting[kWaiting];
    size_t count = 0;
    uint64_t found = 0;
    const auto set = [&] {
      for (; count > 0; --count) {
        const std::atomic_ref<uint8_t> to(*waiting[count - 1]);
        if (to.load(kRelaxed) == kUnset) to.store(static_cast<uint8_t>(value + 1), kRelaxed);
      }
    };
    uint64_t lane =
        lanes_.first_lane(axis, view) + uint64_t{first.begin} * static_cast<unsigned>(lines);
    for (size_t second = 0; second < first.seconds->size(); ++second)
      for (int line = 0; line < lines; ++line, ++lane) {
        if (std::atomic_ref<uint8_t>(values_[lane]).load(kRelaxed) != value) continue;
        ++found;
        uint64_t crossing[kMaxSide];
        lanes_.Cross(axis, view, lanes_.sequences(view).SequenceOf(first, second), line, crossing);
        for (int k = 0; k < places; ++k) {
          waiting[count] = values_ + crossing[k];
          __builtin_prefetch(waiting[count], 1);
          if (++count == kWaiting) set();
        }
      }
    set();
    return found;
  }

  const SlideLanes& lanes_;
  const SolveOptions& options_;
  const uint64_t entries_;
  uint8_t* const values_;  // a byte a lane
  std::vector<uint64_t> histogram_;
  uint64_t states_ = 0;
};

}  // namespace

uint64_t LaneSolver::MemoryNeeded(const Subproblem& subproblem, int) const {
  return LaneCount(subproblem.geometry);
}

absl::StatusOr<std::unique_ptr<Solution>> LaneSolver::Solve(const Subproblem& subproblem,
                                                            const SolveOptions& options) const {
  const uint64_t entries = LaneCount(subproblem.geometry);
  HugeBytes values;
  if (!values.Allocate(entries))
    return absl::ResourceExhaustedError(
        absl::StrCat("the search of all lanes needs ", entries, " bytes of memory"));
  const SlideLanes lanes(subproblem.geometry);
  LaneSearch search(lanes, options, entries, values.data());
  for (int view = 0; view < lanes.views(); ++view)
    if (!lanes.IsReflection(view) && !search.Run(view)) return absl::CancelledError("cancelled");
  return std::make_unique<LaneSolution>(std::move(values), search.TakeHistogram());
}

}  // namespace tilebase
