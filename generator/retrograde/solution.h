// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The planes of a retrograde search (retrograde.h): how it begins, or goes on from a checkpoint,
// and what it found. The levels are in search.cc.

#ifndef TILEBASE_GENERATOR_RETROGRADE_SOLUTION_H_
#define TILEBASE_GENERATOR_RETROGRADE_SOLUTION_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "generator/checkpoint.h"
#include "generator/retrograde/disk_planes.h"
#include "generator/retrograde/kernel.h"
#include "generator/retrograde/layout.h"
#include "generator/retrograde/part.h"
#include "generator/solver.h"
#include "tables/ranking.h"
#include "tables/subproblem.h"
#include "tables/system/huge_bytes.h"

namespace tilebase::retrograde {

// For planes on disk: more than were asked for, so that some work while others wait.
constexpr int DiskThreads(int threads) { return 2 * std::max(1, threads); }

// Part of a slice, the unit of work: a chunk is written by one thread.
struct Chunk {
  int slice;
  uint64_t begin, end;  // outer numbers
};

// The whole state of a search. Between two levels the planes and the histogram are enough to go on
// from (checkpoint.h): `missing` follows from the planes, and `fresh` may be all ones.
struct SearchState {
  int level = 0;                    // the depth reached last
  std::vector<uint64_t> histogram;  // entries at depths 0 .. level
  HugeBytes planes;   // three, one after the other, with their margins; none if they are on disk
  HugeBytes missing;  // dense rows: uint16_t for every row
  HugeBytes fresh;    // two bytes a group: for even and for odd levels
};

// Of one subproblem. Prepare, then Resume where there is a checkpoint of planes in memory, then
// Search; from then on any thread may ask for entries.
class RetrogradeSolution : public Solution {
 public:
  // `disk_memory`: memory for planes in a file; 0: they are in memory. Kernels and peers (null:
  // nobody else searches) must outlive it.
  RetrogradeSolution(const Subproblem& subproblem, Metric metric, const Kernels* kernels,
                     Peers* peers, uint64_t disk_memory)
      : ranking_(subproblem),
        metric_(metric),
        kernels_(kernels),
        layout_(peers == nullptr ? PlanLayout(subproblem)
                                 : PlanLayout(subproblem, peers->number(), peers->count())),
        disk_memory_(disk_memory),
        exchange_(peers == nullptr ? nullptr : std::make_unique<Exchange>(peers)) {}

  void GetEntries(uint64_t begin, uint64_t end, SolvedEntry* out) const override {
    Get(begin, end, -1, out);
  }
  void GetLengths(uint64_t begin, uint64_t end, Action action, uint8_t* out) const override {
    Get(begin, end, static_cast<int>(action), out);
  }

  DiskUse disk() const override { return disk_ == nullptr ? DiskUse() : disk_->disk(); }

  // Allocates and marks the goal, or takes up planes on disk. Of all who search: where one fails,
  // all do.
  absl::Status Prepare(const Subproblem& subproblem, const SolveOptions& options);
  // Takes up a search that was interrupted, if there is one.
  absl::Status Resume(const Subproblem& subproblem, const Checkpoint& checkpoint);
  absl::Status Search(const Subproblem& subproblem, const SolveOptions& options);

  uint64_t bytes_touched() const {
    return rows_looked_at_ * (4 * static_cast<uint64_t>(layout_.row_words) * 8 +
                              (layout_.kind == Kind::kDense ? 4 : 0));
  }

 private:
  absl::Status PrepareAlone(const Subproblem& subproblem, const SolveOptions& options);
  // Requires empty planes.
  absl::Status Begin(const Subproblem& subproblem);
  uint64_t PlaneAt(int residue) const {
    return static_cast<uint64_t>(residue) * PlaneBytes(layout_) + kPlaneMargin;
  }
  uint8_t* planes() const {
    return disk_ == nullptr ? const_cast<uint8_t*>(state_.planes.data()) : disk_->data();
  }
  uint64_t* plane(int residue) const {
    return reinterpret_cast<uint64_t*>(planes() + PlaneAt(residue));
  }
  absl::Span<uint8_t> AllPlanes() { return {planes(), 3 * PlaneBytes(layout_)}; }
  uint16_t* missing() { return reinterpret_cast<uint16_t*>(state_.missing.data()); }
  uint8_t* fresh(int level) {
    return state_.fresh.data() + static_cast<uint64_t>(level % 2) * FreshBytes(layout_);
  }
  uint64_t rows() const {
    return layout_.first_group[layout_.slices] * static_cast<uint64_t>(layout_.inner_count);
  }
  // The sets, or the lengths of an action's slides (kernel.h).
  void Get(uint64_t begin, uint64_t end, int lengths_of, uint8_t* out) const;
  void Sets(uint64_t row_begin, uint64_t row_end, int lengths_of, uint8_t* out) const;
  std::vector<Chunk> Chunks() const;
  // Ors what others reached to the ghosts of the level after this one.
  Exchange::Receiver ToGhosts(int level);
  // Marks no ghost as fresh.
  void ForgetGhosts(int level);
  // What all who search tell at the end of a level.
  Exchange::LevelEnd FinishLevel(int level, const Exchange::LevelEnd& mine);
  // Keeps what is found in the checkpoint.
  absl::Status Save(const Subproblem& subproblem, const SolveOptions& options);
  // What a level does with a chunk.
  absl::StatusOr<Expanded> Step(const Chunk& chunk, const ExpandArgs& args, int level);
  // No entry is reached yet, as far as they are counted.
  void OpenAll();
  // Counts the entries of rows begin .. end-1 that `bits` has as reached.
  uint64_t Close(uint64_t begin, uint64_t end, const uint64_t* bits);
  void GoOnFrom(std::vector<uint64_t> histogram);
  // Of planes on disk: whether there was an interrupted search to take up. Else they are empty.
  absl::StatusOr<bool> ResumeOnDisk(const Subproblem& subproblem, const Checkpoint* checkpoint);
  // Of planes in a file: how many runs there are, and the number of one.
  size_t Runs() const { return static_cast<size_t>(layout_.slices) * disk_->runs(); }
  size_t IndexOf(DiskPlanes::Run run) const {
    return static_cast<size_t>(run.slice) * disk_->runs() + run.run;
  }
  // The histogram of the checkpoint that all who search have; empty where there is none.
  absl::StatusOr<std::vector<uint64_t>> Restore(const Subproblem& subproblem,
                                                const Checkpoint& checkpoint);

  Ranking ranking_;
  Metric metric_;
  const Kernels* kernels_;
  Layout layout_;
  const uint64_t disk_memory_;
  const std::unique_ptr<Exchange> exchange_;  // null: nobody else searches
  Moves moves_;
  // Null: the planes are in memory. Otherwise, of each run, whether the last level reached states
  // in it, for even and for odd levels; and how many of its entries are not reached yet.
  std::unique_ptr<DiskPlanes> disk_;
  std::vector<uint8_t> fresh_runs_[2];
  std::vector<uint64_t> open_;
  SearchState state_;
  uint64_t rows_looked_at_ = 0;
};

}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_SOLUTION_H_
