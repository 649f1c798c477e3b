// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/enumeration.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "generator/build.h"
#include "generator/encode.h"
#include "generator/metric_solvers.h"
#include "tables/geometry.h"
#include "tables/system/file_io.h"
#include "tables/system/huge_bytes.h"

namespace tilebase {
namespace {

bool IsConnected(const Geometry& geometry, CellMask region) {
  return Region(geometry, region & (~region + 1), region) == region;
}

}  // namespace

bool IsSurelyReachable(const Subproblem& subproblem) {
  const Geometry& geometry = subproblem.geometry;
  const CellMask region = subproblem.free_cells();
  if (!IsConnected(geometry, region)) return false;
  bool is_cycle = true;
  for (CellMask rest = region; rest != 0; rest &= rest - 1) {
    const CellMask cell = rest & (~rest + 1);
    if (!IsConnected(geometry, region & ~cell)) return false;
    is_cycle &= Count(Neighbours(geometry, cell) & region) == 2;
  }
  return !is_cycle && Count(region) > 2;
}

absl::Status FollowGrowth(const Subproblem& stage,
                          const std::function<absl::StatusOr<bool>(const Subproblem&)>& solve) {
  for (Subproblem subproblem = stage;; subproblem = subproblem.Grown()) {
    const absl::StatusOr<bool> complete = solve(subproblem);
    if (!complete.ok()) return complete.status();
    if (*complete || subproblem.fixed == 0) return absl::OkStatus();
  }
}

std::vector<Subproblem> LongestChain(const Subproblem& stage) {
  std::vector<Subproblem> chain;
  FollowGrowth(stage, [&](const Subproblem& subproblem) {
    chain.push_back(subproblem);
    return IsSurelyReachable(subproblem);
  }).IgnoreError();  // cannot fail
  return chain;
}

std::vector<StageChain> EnumerateSubproblems(const Plan& plan) {
  std::vector<StageChain> chains;
  for (size_t stage = 0; stage < plan.stages.size(); ++stage)
    if (plan.TablesOf(stage) == stage)
      chains.push_back({plan.MetricOf(stage), LongestChain(plan.stages[stage])});
  return chains;
}

namespace {

// Memory besides the solver's: for blocks being encoded and the store being written.
constexpr uint64_t kMemoryPerThread = 4 << 20;
constexpr uint64_t kMemoryBase = 64 << 20;

uint64_t MemoryBesideSolver(const BuildOptions& options) {
  return kMemoryBase + kMemoryPerThread * static_cast<uint64_t>(std::max(1, options.threads));
}

std::string Megabytes(uint64_t bytes) {
  return absl::StrCat((bytes + 50'000) / 1'000'000, ".", (bytes + 50'000) / 100'000 % 10, " MB");
}

// Returns n!/(n-m)! for messages, also if it exceeds 64 bits.
double ApproximateStates(const Subproblem& subproblem) {
  double product = 1;
  for (int i = 0; i <= Count(subproblem.goal); ++i) product *= subproblem.free_count() - i;
  return product;
}

absl::Status TooManyStates(const Plan& plan, const Subproblem& subproblem) {
  char states[32];
  std::snprintf(states, sizeof(states), "%.3g", ApproximateStates(subproblem));
  return absl::ResourceExhaustedError(
      absl::StrCat("plan ", plan.text, ": ", ToString(subproblem), " has ", states,
                   " states, more than this method can count; choose a plan with smaller stages"));
}

absl::Status CheckBoard(const Plan& plan, Metric metric) {
  if (metric != Metric::kValue || ValueSolver::CanFit(plan.geometry, plan.IsMtm()))
    return absl::OkStatus();
  return absl::UnimplementedError(absl::StrCat(
      "plan ", plan.text, ": values are fitted on boards of at most 25 cells",
      plan.IsMtm() ? " in slides of whole lines" : ", on 6x6 and on 7x7", ", and a ",
      ToString(plan.geometry), " board has ", plan.geometry.cells(), "; leave out values:pairs"));
}

}  // namespace

absl::StatusOr<BuildEstimate> EstimateBuild(const Plan& plan, const BuildOptions& options) {
  const MetricSolvers solvers(options.method, plan.IsMtm());
  BuildEstimate estimate;
  for (const StageChain& stage : EnumerateSubproblems(plan)) {
    if (absl::Status status = CheckBoard(plan, stage.metric); !status.ok()) return status;
    const Solver& solver = solvers.For(stage.metric);
    for (const Subproblem& subproblem : stage.subproblems) {
      const uint64_t entries = EntryCount(subproblem, stage.metric);
      const bool shared = options.maker != nullptr && entries != 0 &&
                          options.maker->Takes(subproblem, stage.metric);
      uint64_t memory = entries == 0 ? 0
                        : shared     ? options.maker->MemoryNeeded(subproblem)
                                     : solver.MemoryNeeded(subproblem, options.threads);
      if (memory == 0) return TooManyStates(plan, subproblem);
      if (solver.KeepsCheckpoints())
        estimate.checkpoint_bytes = std::max(estimate.checkpoint_bytes, memory);
      const Solver::NeedsOnDisk on_disk = shared
                                              ? options.maker->OnDisk(subproblem, options.threads)
                                              : solver.OnDisk(subproblem, options.threads);
      const bool goes_to_disk = on_disk.least_memory != 0 && on_disk.least_memory < memory;
      estimate.least_memory =
          std::max(estimate.least_memory, goes_to_disk ? on_disk.least_memory : memory);
      if (goes_to_disk && options.memory_limit != 0 && memory > SolverMemory(options)) {
        memory = std::max(on_disk.least_memory, SolverMemory(options));
        estimate.states_bytes = std::max(estimate.states_bytes, on_disk.file_bytes);
      }
      ++estimate.tables;
      estimate.entries += entries;
      if (memory > estimate.peak_memory) {
        estimate.peak_memory = memory;
        estimate.largest = subproblem;
      }
      const StoredBounds stored = BoundStoredBytes(subproblem, stage.metric, options.codec);
      estimate.output_bytes_at_least += stored.least;
      estimate.output_bytes_at_most += stored.most;
    }
  }
  estimate.peak_memory += MemoryBesideSolver(options);
  estimate.least_memory += MemoryBesideSolver(options);
  return estimate;
}

absl::Status CheckRoom(const BuildEstimate& estimate, const std::string& output,
                       const BuildOptions& options) {
  const uint64_t limit = options.memory_limit != 0 ? options.memory_limit : FreeMemory();
  if (!estimate.FitsMemory(limit)) {
    return absl::ResourceExhaustedError(absl::StrCat(
        "the table of ", ToString(estimate.largest), " needs ", Megabytes(estimate.peak_memory),
        " of memory, ", options.memory_limit != 0 ? "the limit is " : "the machine has free ",
        Megabytes(limit), "; choose a plan with smaller stages",
        options.memory_limit != 0 ? " or raise --memory" : "",
        options.memory_limit == 0 && estimate.least_memory <= limit
            ? absl::StrCat(", or search on disk with --memory ", Megabytes(estimate.least_memory),
                           " or more")
            : ""));
  }
  const uint64_t disk = FreeDisk(output);
  if (!estimate.FitsDisk(disk)) {
    return absl::ResourceExhaustedError(absl::StrCat(
        FolderOf(output), ": the build needs at least ", Megabytes(estimate.disk_at_least()),
        " of disk, ", Megabytes(disk), " are free; make room or write elsewhere"));
  }
  return absl::OkStatus();
}

uint64_t SolverMemory(const BuildOptions& options) {
  if (options.memory_limit == 0) return 0;
  const uint64_t beside = MemoryBesideSolver(options);
  return options.memory_limit > beside ? options.memory_limit - beside : 1;
}

uint64_t FreeDisk(const std::string& path) {
  std::error_code error;
  const uint64_t free = std::filesystem::space(FolderOf(path), error).available;
  return error ? 0 : free;
}

}  // namespace tilebase
