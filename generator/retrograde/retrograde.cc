// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/retrograde/retrograde.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "generator/retrograde/disk_planes.h"
#include "generator/retrograde/kernel.h"
#include "generator/retrograde/layout.h"
#include "generator/retrograde/moves.h"
#include "generator/retrograde/solution.h"
#include "tables/plan.h"
#include "tables/system/instructions.h"

namespace tilebase {
namespace {

using retrograde::DiskPlanes;
using retrograde::DiskThreads;
using retrograde::Kernels;
using retrograde::Layout;
using retrograde::RetrogradeSolution;

// Bytes of disk for ten states (docs/cluster.md): what large tables take, plus a little.
constexpr uint64_t kDiskBytesOfTen = 8;

const Kernels* Choose(RetrogradeSolver::Instructions wanted) {
  using Instructions = RetrogradeSolver::Instructions;
  if (wanted == Instructions::kBaseline || !HasAvx2()) return retrograde::BaselineKernels();
  if (wanted != Instructions::kAvx2 && HasAvx512() && retrograde::Avx512Kernels() != nullptr)
    return retrograde::Avx512Kernels();
  if (retrograde::Avx2Kernels() != nullptr) return retrograde::Avx2Kernels();
  return retrograde::BaselineKernels();
}

// Returns the bytes that a part needs besides the planes of its own runs.
uint64_t MemoryBesideOwn(const Subproblem& subproblem, const Layout& layout, bool on_disk) {
  return retrograde::MissingBytes(layout) + 2 * retrograde::FreshBytes(layout) +
         retrograde::MovesBytes(subproblem, layout) +
         retrograde::GhostPlanes(on_disk) *
             retrograde::PlaneBytes(layout, retrograde::Ghosts(layout));
}

// Returns the most that any part needs.
uint64_t MostOfParts(const Subproblem& subproblem, int parts,
                     const std::function<uint64_t(const Layout&)>& bytes) {
  uint64_t most = 0;
  for (int part = 0; part < parts; ++part) {
    Layout layout = retrograde::PlanLayout(subproblem, part, parts);
    retrograde::FindGhosts(subproblem, &layout);
    most = std::max(most, bytes(layout));
  }
  return most;
}

}  // namespace

uint64_t RetrogradeSolver::BytesTouched(const Solution& solution) {
  return static_cast<const RetrogradeSolution&>(solution).bytes_touched();
}

const char* RetrogradeSolver::InstructionsName() const { return Choose(instructions_)->name; }

uint64_t RetrogradeSolver::MemoryNeeded(const Subproblem& subproblem, int) const {
  return MemoryNeededOfPart(subproblem, 1);
}

uint64_t RetrogradeSolver::MemoryNeededOfPart(const Subproblem& subproblem, int parts) const {
  if (!retrograde::IsAddressable(subproblem, retrograde::PlanLayout(subproblem))) return 0;
  return MostOfParts(subproblem, parts, [&](const Layout& layout) {
    return MemoryBesideOwn(subproblem, layout, false) +
           3 * retrograde::PlaneBytes(layout, retrograde::OwnRuns(layout));
  });
}

Solver::NeedsOnDisk RetrogradeSolver::OnDisk(const Subproblem& subproblem, int threads) const {
  return OnDiskOfPart(subproblem, threads, 1);
}

Solver::NeedsOnDisk RetrogradeSolver::OnDiskOfPart(const Subproblem& subproblem, int threads,
                                                   int parts) const {
  if (metric_ != Metric::kMoves ||
      !retrograde::IsAddressable(subproblem, retrograde::PlanLayout(subproblem)))
    return {};
  return {MostOfParts(subproblem, parts,
                      [&](const Layout& layout) {
                        return MemoryBesideOwn(subproblem, layout, true) +
                               DiskPlanes::LeastBytes(layout, DiskThreads(threads));
                      }),
          kDiskBytesOfTen * (EntryCount(subproblem) / 10 / static_cast<uint64_t>(parts))};
}

absl::StatusOr<std::unique_ptr<Solution>> RetrogradeSolver::Solve(
    const Subproblem& subproblem, const SolveOptions& options) const {
  if (!retrograde::IsAddressable(subproblem, retrograde::PlanLayout(subproblem)))
    return absl::ResourceExhaustedError(absl::StrCat("retrograde search: ", EntryCount(subproblem),
                                                     " entries are too many for this solver"));
  const int part = options.peers == nullptr ? 0 : options.peers->number();
  const int parts = options.peers == nullptr ? 1 : options.peers->count();
  uint64_t disk_memory = 0;
  if (options.memory_bytes != 0 && options.memory_bytes < MemoryNeededOfPart(subproblem, parts)) {
    const uint64_t least = OnDiskOfPart(subproblem, options.threads, parts).least_memory;
    if (least == 0 || least > options.memory_bytes)
      return absl::ResourceExhaustedError(absl::StrCat("the search of ", ToString(subproblem),
                                                       " needs more than ", options.memory_bytes,
                                                       " bytes of memory"));
    Layout layout = retrograde::PlanLayout(subproblem, part, parts);
    retrograde::FindGhosts(subproblem, &layout);
    disk_memory = options.memory_bytes - MemoryBesideOwn(subproblem, layout, true);
  }
  auto solution = std::make_unique<RetrogradeSolution>(subproblem, metric_, Choose(instructions_),
                                                       options.peers, disk_memory);
  if (absl::Status status = solution->Prepare(subproblem, options); !status.ok()) return status;
  if (absl::Status status = solution->Begin(subproblem, options.checkpoint); !status.ok())
    return status;
  if (absl::Status status = solution->Search(subproblem, options); !status.ok()) return status;
  return std::unique_ptr<Solution>(std::move(solution));
}

}  // namespace tilebase
