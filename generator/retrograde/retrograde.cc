// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/retrograde/retrograde.h"

#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "generator/instructions.h"
#include "generator/retrograde/disk_planes.h"
#include "generator/retrograde/kernel.h"
#include "generator/retrograde/layout.h"
#include "generator/retrograde/solution.h"
#include "tables/plan.h"

namespace tilebase {
namespace {

using retrograde::DiskPlanes;
using retrograde::DiskThreads;
using retrograde::Kernels;
using retrograde::Layout;
using retrograde::RetrogradeSolution;

// Bytes of disk for two states: about what there is of large tables.
constexpr uint64_t kDiskBytesOfTwo = 5;

const Kernels* Choose(RetrogradeSolver::Instructions wanted) {
  using Instructions = RetrogradeSolver::Instructions;
  if (wanted == Instructions::kBaseline || !HasAvx2()) return retrograde::BaselineKernels();
  if (wanted != Instructions::kAvx2 && HasAvx512() && retrograde::Avx512Kernels() != nullptr)
    return retrograde::Avx512Kernels();
  if (retrograde::Avx2Kernels() != nullptr) return retrograde::Avx2Kernels();
  return retrograde::BaselineKernels();
}

uint64_t MemoryBesidePlanes(const Subproblem& subproblem, const Layout& layout) {
  return retrograde::MissingBytes(layout) + 2 * retrograde::FreshBytes(layout) +
         retrograde::MovesBytes(subproblem, layout);
}

}  // namespace

uint64_t RetrogradeSolver::BytesTouched(const Solution& solution) {
  return static_cast<const RetrogradeSolution&>(solution).bytes_touched();
}

const char* RetrogradeSolver::InstructionsName() const { return Choose(instructions_)->name; }

uint64_t RetrogradeSolver::MemoryNeeded(const Subproblem& subproblem, int) const {
  const Layout layout = retrograde::PlanLayout(subproblem);
  if (!retrograde::IsAddressable(subproblem, layout)) return 0;
  return 3 * retrograde::PlaneBytes(layout) + MemoryBesidePlanes(subproblem, layout);
}

Solver::NeedsOnDisk RetrogradeSolver::OnDisk(const Subproblem& subproblem, int threads) const {
  const Layout layout = retrograde::PlanLayout(subproblem);
  if (metric_ != Metric::kMoves || !retrograde::IsAddressable(subproblem, layout)) return {};
  return {
      MemoryBesidePlanes(subproblem, layout) + DiskPlanes::LeastBytes(layout, DiskThreads(threads)),
      kDiskBytesOfTwo * EntryCount(subproblem) / 2};
}

RetrogradeSolver::Part RetrogradeSolver::PartOf(const Subproblem& subproblem, int part, int parts) {
  const Layout layout = retrograde::PlanLayout(subproblem, part, parts);
  const uint64_t group =
      static_cast<uint64_t>(layout.inner_count) * static_cast<uint64_t>(layout.row_entries);
  return {layout.outer_begin * group, layout.outer_count * group, layout.all_outer * group,
          static_cast<uint64_t>(layout.slices)};
}

uint64_t RetrogradeSolver::MemoryNeededOfPart(const Subproblem& subproblem, int parts) const {
  Layout layout = retrograde::PlanLayout(subproblem, parts / 2, parts);
  if (!retrograde::IsAddressable(subproblem, layout)) return 0;
  retrograde::EstimateGhosts(subproblem, &layout);
  return 3 * retrograde::PlaneBytes(layout) + MemoryBesidePlanes(subproblem, layout);
}

absl::StatusOr<std::unique_ptr<Solution>> RetrogradeSolver::Solve(
    const Subproblem& subproblem, const SolveOptions& options) const {
  if (!retrograde::IsAddressable(subproblem, retrograde::PlanLayout(subproblem)))
    return absl::ResourceExhaustedError(absl::StrCat("retrograde search: ", EntryCount(subproblem),
                                                     " entries are too many for this solver"));
  uint64_t disk_memory = 0;
  if (options.memory_bytes != 0 &&
      options.memory_bytes < MemoryNeeded(subproblem, options.threads)) {
    const uint64_t least = OnDisk(subproblem, options.threads).least_memory;
    if (least == 0 || least > options.memory_bytes || options.peers != nullptr)
      return absl::ResourceExhaustedError(absl::StrCat("the search of ", ToString(subproblem),
                                                       " needs more than ", options.memory_bytes,
                                                       " bytes of memory"));
    disk_memory =
        options.memory_bytes - MemoryBesidePlanes(subproblem, retrograde::PlanLayout(subproblem));
  }
  auto solution = std::make_unique<RetrogradeSolution>(subproblem, metric_, Choose(instructions_),
                                                       options.peers, disk_memory);
  if (absl::Status status = solution->Prepare(subproblem, options); !status.ok()) return status;
  if (options.checkpoint != nullptr && disk_memory == 0)
    if (absl::Status status = solution->Resume(subproblem, *options.checkpoint); !status.ok())
      return status;
  if (absl::Status status = solution->Search(subproblem, options); !status.ok()) return status;
  return std::unique_ptr<Solution>(std::move(solution));
}

}  // namespace tilebase
