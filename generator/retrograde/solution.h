// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The planes of a retrograde search (retrograde.h): beginning it, resuming it from a checkpoint,
// and reading its results. The levels are in search.cc.

#ifndef TILEBASE_GENERATOR_RETROGRADE_SOLUTION_H_
#define TILEBASE_GENERATOR_RETROGRADE_SOLUTION_H_

#include <stddef.h>
#include <stdint.h>

#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "generator/checkpoint.h"
#include "generator/retrograde/disk_planes.h"
#include "generator/retrograde/kernel.h"
#include "generator/retrograde/layout.h"
#include "generator/retrograde/moves.h"
#include "generator/retrograde/part.h"
#include "generator/solver.h"
#include "tables/ranking.h"
#include "tables/subproblem.h"
#include "tables/system/huge_bytes.h"

namespace tilebase::retrograde {

// Planes on disk get more threads than requested, so that some work while others wait.
constexpr int DiskThreads(int threads) { return 2 * (threads > 1 ? threads : 1); }

// Part of a run, the unit of work: a chunk is written by one thread.
struct Chunk {
  RunPlace run;
  uint64_t begin, end;  // groups
};

// The whole state of a search. Between two levels the planes and the histogram are enough to resume
// (checkpoint.h): `missing` follows from the planes, and `fresh` may be all ones.
struct SearchState {
  int level = 0;                    // the depth reached last
  std::vector<uint64_t> histogram;  // entries at depths 0 .. level
  // Three planes of ghosts, one after the other, with their margins, and three of own runs. With
  // planes on disk, instead: two planes of ghosts, each with one depth only, as the own planes then
  // have, and the length of the planes' file, u64.
  HugeBytes planes;
  HugeBytes missing;  // dense rows: uint16_t for every row of own runs
  HugeBytes fresh;    // two bytes a group: for even and for odd levels
};

// The solution of one subproblem. Call Prepare, Begin, Search; then any thread may ask for entries.
// If several processes search, the failure of one fails all.
class RetrogradeSolution : public Solution {
 public:
  // `disk_memory`: memory for planes in a file; 0: the planes are in memory. Kernels and peers
  // (null: no other process searches) must outlive this object.
  RetrogradeSolution(const Subproblem& subproblem, Metric metric, const Kernels* kernels,
                     Peers* peers, uint64_t disk_memory)
      : ranking_(subproblem),
        metric_(metric),
        kernels_(kernels),
        layout_(peers == nullptr ? PlanLayout(subproblem)
                                 : PlanLayout(subproblem, peers->number(), peers->count())),
        disk_memory_(disk_memory),
        exchange_(peers == nullptr ? nullptr : std::make_unique<Exchange>(peers)),
        news_(layout_, *kernels) {}

  void GetEntries(uint64_t begin, uint64_t end, SolvedEntry* out) const override {
    Get(begin, end, -1, out);
  }
  void GetLengths(uint64_t begin, uint64_t end, Action action, uint8_t* out) const override {
    Get(begin, end, static_cast<int>(action), out);
  }

  DiskUse disk() const override { return disk_ == nullptr ? DiskUse() : disk_->disk(); }

  // Allocates the memory.
  absl::Status Prepare(const Subproblem& subproblem, const SolveOptions& options);
  // Resumes from the checkpoint if it has a state (it may be null); otherwise marks the goal.
  absl::Status Begin(const Subproblem& subproblem, const Checkpoint* checkpoint);
  absl::Status Search(const Subproblem& subproblem, const SolveOptions& options);

  uint64_t bytes_touched() const {
    return rows_looked_at_ * (4 * static_cast<uint64_t>(layout_.row_words) * 8 +
                              (layout_.kind == Kind::kDense ? 4 : 0));
  }

 private:
  // The runs around one, in the order of Moves::FindSteps.
  struct Around {
    RunPlace run[Moves::kMostOfAll];
    int count = 0;
    absl::Span<const RunPlace> runs() const { return {run, static_cast<size_t>(count)}; }
  };
  static constexpr int kByResidue[3] = {0, 1, 2};

  absl::Status PrepareAlone(const Subproblem& subproblem, const SolveOptions& options);
  absl::Status RestoreOrMark(const Subproblem& subproblem, const Checkpoint* checkpoint);
  // Tells the others this process's status; returns an error if any process failed.
  absl::Status Agree(const Subproblem& subproblem, const absl::Status& mine);
  static absl::Status OthersFailed(const Subproblem& subproblem);
  // Requires empty planes.
  absl::Status MarkGoal(const Subproblem& subproblem);
  // The first row of a run in a plane, for planes in memory and for ghosts.
  uint64_t* Rows(int plane, RunPlace run) const;
  // The plane that has the ghosts of a depth during the search.
  int GhostPlane(int depth) const { return disk_ == nullptr ? depth % 3 : 3 + depth % 2; }
  // For planes on disk, at the end of a level: ors the ghosts of its depth into those of all
  // depths.
  void JoinGhosts(int depth);
  absl::Span<uint8_t> AllPlanes() { return {state_.planes.data(), state_.planes.size()}; }
  uint16_t* missing(RunPlace run) {
    if (state_.missing.size() == 0) return nullptr;
    return reinterpret_cast<uint16_t*>(state_.missing.data()) + IndexOf(run) * RunRows(layout_);
  }
  // One byte for each group of the run.
  uint8_t* fresh(int level, RunPlace run) const {
    return const_cast<uint8_t*>(state_.fresh.data()) +
           static_cast<uint64_t>(level % 2) * FreshBytes(layout_) +
           (layout_.first_place[run.slice] + run.place) * layout_.run_length;
  }
  // Numbers the own runs.
  size_t IndexOf(RunPlace run) const {
    return static_cast<size_t>(run.slice) * layout_.own_runs + run.place;
  }
  // Fills in the steps from a run, except for their planes and freshness.
  Around FindAround(RunPlace from, RunArgs* args) const;
  // Fills in the rest: args->own[i] is plane planes[i], or ghosts[i] for ghosts. `hold` is used on
  // disk.
  void FillPlanes(RunPlace from, const Around& around, const int (&planes)[3],
                  const int (&ghosts)[3], const DiskPlanes::Hold& hold, RunArgs* args) const;
  // Writes the sets, or the lengths of an action's slides (kernel.h).
  void Get(uint64_t begin, uint64_t end, int lengths_of, uint8_t* out) const;
  void Sets(uint64_t row_begin, uint64_t row_end, int lengths_of, uint8_t* out) const;
  std::vector<Chunk> Chunks() const;
  // Returns a receiver that ors the states other parts reached into the ghosts of the next level.
  Exchange::Receiver ToGhosts(int level);
  // Marks no ghost as fresh.
  void ForgetGhosts(int level);
  // The parts that own one of the surrounding runs: at most two, one for an upward and one for a
  // downward step.
  struct Parts {
    int part[2];
    size_t count = 0;
  };
  Parts PartsOf(const Around& around) const;
  // Ends a level together with the other processes.
  Exchange::LevelEnd FinishLevel(int level, const Exchange::LevelEnd& mine);
  // Saves the state in the checkpoint.
  void Save(const SolveOptions& options);
  // Runs a level on a chunk; adds what other parts need to the border, if there is one.
  absl::StatusOr<Expanded> Step(const Chunk& chunk, int level, Border* border);
  Expanded Expand(RunPlace run, const Around& around, Border* border, ExpandArgs* args);
  bool IsNextToFresh(const Around& around, int level) const;
  // Sets the counters: no entry is reached yet.
  void OpenAll();
  // Counts the entries of an own run that are set in `bits` as reached.
  uint64_t Close(RunPlace run, const uint64_t* bits);
  // Loads the planes and returns the histogram of the latest checkpoint that all processes have;
  // empty if there is none, or if one is damaged.
  absl::StatusOr<std::vector<uint64_t>> Restore(const Checkpoint* checkpoint);
  // Restore for this process alone, at `level` unless that is 0.
  absl::StatusOr<std::vector<uint64_t>> RestoreOwn(const Checkpoint& checkpoint, int level);

  Ranking ranking_;
  Metric metric_;
  const Kernels* kernels_;
  Layout layout_;
  const uint64_t disk_memory_;
  const std::unique_ptr<Exchange> exchange_;  // null: no other process searches
  NewsReader news_;
  Moves moves_;
  // Null: the planes are in memory. Otherwise there is, for each own run, whether the last level
  // reached states in it, for even and for odd levels; and how many of its entries are not reached
  // yet.
  std::unique_ptr<DiskPlanes> disk_;
  std::vector<uint8_t> fresh_runs_[2];
  std::vector<uint64_t> open_;
  SearchState state_;
  uint64_t rows_looked_at_ = 0;
};

}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_SOLUTION_H_
