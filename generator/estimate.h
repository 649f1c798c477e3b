// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What a build will need, known before it starts.

#ifndef TILEBASE_GENERATOR_ESTIMATE_H_
#define TILEBASE_GENERATOR_ESTIMATE_H_

#include <stddef.h>
#include <stdint.h>

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tables/plan.h"
#include "tables/subproblem.h"

namespace tilebase {

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

// Memory and disk that the machine has free, in bytes; 0 where that is not known.
uint64_t FreeMemory();
uint64_t FreeDisk(const std::string& path);

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_ESTIMATE_H_
