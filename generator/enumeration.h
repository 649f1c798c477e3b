// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What a build will meet and need, known before anything is solved: every subproblem of its plan,
// memory and disk.
//
// A stage meets its own subproblem, and each one grown from it as long as some entry of the one
// before cannot reach its goal. Whether that is so is known without a search where the free cells
// form a region that stays connected when any one cell is taken out and is not a mere cycle: there
// every arrangement of the right parity can be reached (Wilson 1974), and the chain ends. Elsewhere
// only the search tells, and the chain here is the longest possible one.

#ifndef TILEBASE_GENERATOR_ENUMERATION_H_
#define TILEBASE_GENERATOR_ENUMERATION_H_

#include <stddef.h>
#include <stdint.h>

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tables/plan.h"
#include "tables/subproblem.h"

namespace tilebase {

// True where every entry is certain to reach the goal; false where only a search can tell.
bool IsSurelyReachable(const Subproblem& subproblem);

// How a stage grows: hands `solve` its subproblem, then each one grown from it, until `solve`
// answers that every entry can reach the goal, or fails, or no tile is left to grow by. Returns the
// error of `solve`.
absl::Status FollowGrowth(const Subproblem& stage,
                          const std::function<absl::StatusOr<bool>(const Subproblem&)>& solve);

// The subproblems of the longest chain that the stage may meet.
std::vector<Subproblem> LongestChain(const Subproblem& stage);

struct StageChain {
  Metric metric = Metric::kMoves;
  std::vector<Subproblem> subproblems;
};

// For each stage that does not use the tables of an earlier one, the subproblems it may meet, in
// the order of Algorithm 2; a pattern has only its own. Those that a build makes are the same
// without, at most, some last ones of each stage.
std::vector<StageChain> EnumerateSubproblems(const Plan& plan);

struct BuildOptions;

struct BuildEstimate {
  size_t tables = 0;          // at most
  uint64_t entries = 0;       // of all tables, at most
  uint64_t peak_memory = 0;   // bytes
  Subproblem largest;         // the subproblem that needs it
  uint64_t least_memory = 0;  // the least BuildOptions::memory_limit
  uint64_t states_bytes = 0;  // of disk, for the states of the largest search that has them there
  uint64_t output_bytes_at_least = 0;
  uint64_t output_bytes_at_most = 0;  // while building, the journal takes as much again
  uint64_t checkpoint_bytes = 0;      // at most, where the largest search takes long

  // The journal and the store lie side by side until the journal is removed.
  uint64_t disk_at_least() const { return 2 * output_bytes_at_least + states_bytes; }
  // Whether so many free bytes are enough; 0: unknown, taken to be enough.
  bool FitsMemory(uint64_t free) const { return free == 0 || peak_memory <= free; }
  bool FitsDisk(uint64_t free) const { return free == 0 || disk_at_least() <= free; }
};

// Errors: ResourceExhausted where a subproblem has more states than a rank can count or the solver
// can do; the message gives the count.
absl::StatusOr<BuildEstimate> EstimateBuild(const Plan& plan, const BuildOptions& options);

// Whether the machine, or options.memory_limit, has room for the build. ResourceExhausted: what is
// needed and what is there.
absl::Status CheckRoom(const BuildEstimate& estimate, const std::string& output,
                       const BuildOptions& options);

// What of options.memory_limit is left for a solver; 0: no limit.
uint64_t SolverMemory(const BuildOptions& options);

// What is free on the disk that `path` is on, in bytes; 0 where that is not known.
uint64_t FreeDisk(const std::string& path);

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_ENUMERATION_H_
