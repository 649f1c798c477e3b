// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The needs of a build, known before it solves anything: every subproblem of its plan, memory and
// disk.
//
// A stage meets its own subproblem, and each one grown from it as long as some entry of the one
// before cannot reach its goal. If the free cells form a region that stays connected when any one
// cell is taken out and is not a mere cycle, no search is needed to know: every arrangement of the
// right parity can be reached (Wilson 1974), and the chain ends. Otherwise only the search shows
// it, and the chain computed here is the longest possible one.

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

// Returns true if every entry is certain to reach the goal; false if only a search can decide.
bool IsSurelyReachable(const Subproblem& subproblem);

// Grows a stage: passes its subproblem to `solve`, then each one grown from it. Stops when `solve`
// returns that every entry can reach the goal, or fails, or when no tile is left to grow by.
// Returns the error of `solve`.
absl::Status FollowGrowth(const Subproblem& stage,
                          const std::function<absl::StatusOr<bool>(const Subproblem&)>& solve);

// Returns the subproblems of the longest chain that the stage may meet.
std::vector<Subproblem> LongestChain(const Subproblem& stage);

struct StageChain {
  Metric metric = Metric::kMoves;
  std::vector<Subproblem> subproblems;
};

// Returns, for each stage that does not use the tables of an earlier one, the subproblems it may
// meet, in the order of Algorithm 2; a pattern has only its own. A build makes all of these, except
// perhaps the last subproblems of each stage.
std::vector<StageChain> EnumerateSubproblems(const Plan& plan);

struct BuildOptions;

struct BuildEstimate {
  size_t tables = 0;          // at most
  uint64_t entries = 0;       // of all tables, at most
  uint64_t peak_memory = 0;   // bytes
  Subproblem largest;         // the subproblem that needs it
  uint64_t least_memory = 0;  // the least BuildOptions::memory_limit
  uint64_t states_bytes = 0;  // disk for the states of the largest search that keeps them there
  uint64_t output_bytes_at_least = 0;
  uint64_t output_bytes_at_most = 0;  // while building, the journal takes as much again
  uint64_t checkpoint_bytes = 0;      // at most, if the largest search takes long

  // The journal and the store lie side by side until the journal is removed.
  uint64_t disk_at_least() const { return 2 * output_bytes_at_least + states_bytes; }
  // Returns whether `free` bytes are enough; 0 means unknown and counts as enough.
  bool FitsMemory(uint64_t free) const { return free == 0 || peak_memory <= free; }
  bool FitsDisk(uint64_t free) const { return free == 0 || disk_at_least() <= free; }
};

// Errors: ResourceExhausted if a subproblem has more states than a rank can count or the solver can
// handle; the message gives the number.
absl::StatusOr<BuildEstimate> EstimateBuild(const Plan& plan, const BuildOptions& options);

// Checks that the machine, or options.memory_limit, has room for the build. ResourceExhausted says
// what is needed and what is free.
absl::Status CheckRoom(const BuildEstimate& estimate, const std::string& output,
                       const BuildOptions& options);

// Returns the part of options.memory_limit that remains for a solver; 0: no limit.
uint64_t SolverMemory(const BuildOptions& options);

// Returns the free bytes of the disk that holds `path`; 0 if they are not known.
uint64_t FreeDisk(const std::string& path);

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_ENUMERATION_H_
