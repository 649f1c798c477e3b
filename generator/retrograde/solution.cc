// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/retrograde/solution.h"

#include <string.h>

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tables/format.h"
#include "tables/plan.h"
#include "tables/system/clock.h"

namespace tilebase::retrograde {

absl::Status RetrogradeSolution::Prepare(const Subproblem& subproblem,
                                         const SolveOptions& options) {
  const absl::Status status = PrepareAlone(subproblem, options);
  if (exchange_ == nullptr) return status;
  Exchange::LevelEnd mine;
  mine.failed = !status.ok();
  if (!FinishLevel(0, mine).failed || !status.ok()) return status;
  return absl::ResourceExhaustedError(absl::StrCat("the search of ", ToString(subproblem),
                                                   ": another process has no memory for it"));
}

absl::Status RetrogradeSolution::PrepareAlone(const Subproblem& subproblem,
                                              const SolveOptions& options) {
  // The moves first: they tell the ghosts.
  if (absl::Status status = moves_.Build(subproblem, ranking_, kernels_->uses_control, layout_);
      !status.ok())
    return status;
  const uint64_t plane_bytes = PlaneBytes(layout_);
  const uint64_t missing_bytes = MissingBytes(layout_);
  const uint64_t in_memory = disk_memory_ == 0 ? 3 * plane_bytes : 0;
  const uint64_t bytes = in_memory + missing_bytes + 2 * FreshBytes(layout_);
  if (!state_.planes.Allocate(in_memory) || !state_.missing.Allocate(missing_bytes) ||
      !state_.fresh.Allocate(2 * FreshBytes(layout_)))
    return absl::ResourceExhaustedError(
        absl::StrCat("the search of ", ToString(subproblem), " needs ", bytes, " bytes of memory"));
  if (disk_memory_ != 0) {
    auto planes = DiskPlanes::Create(layout_, moves_, DiskThreads(options.threads), disk_memory_,
                                     options.states_path);
    if (!planes.ok()) return planes.status();
    disk_ = *std::move(planes);
    const absl::StatusOr<bool> resumed = ResumeOnDisk(subproblem, options.checkpoint);
    if (!resumed.ok() || *resumed) return resumed.status();
  }
  return Begin(subproblem);
}

void RetrogradeSolution::OpenAll() {
  std::fill_n(missing(), state_.missing.size() / sizeof(uint16_t),
              static_cast<uint16_t>(layout_.row_entries));
  if (disk_ == nullptr) return;
  for (std::vector<uint8_t>& runs : fresh_runs_) runs.assign(Runs(), 1);
  open_.assign(Runs(), disk_->run_length() * static_cast<uint64_t>(layout_.inner_count) *
                           static_cast<uint64_t>(layout_.row_entries));
}

absl::Status RetrogradeSolution::Begin(const Subproblem& subproblem) {
  OpenAll();
  State goal;
  for (int j = 0; j < ranking_.tracked(); ++j)
    goal.cell[j] = static_cast<uint8_t>(subproblem.GoalCell(ranking_.tile(j) - 1));
  for (CellMask blanks = subproblem.goal_blanks(); blanks != 0; blanks &= blanks - 1) {
    goal.blank = static_cast<uint8_t>(Lowest(blanks));
    const BitAddress at = AddressOf(layout_, ranking_.Rank(goal));
    const uint64_t inner_count = static_cast<uint64_t>(layout_.inner_count);
    const uint64_t group = at.row / inner_count;
    const int slice = static_cast<int>(group / layout_.all_outer);
    const auto place = moves_.PlaceOf(layout_, slice, group % layout_.all_outer);
    if (!place.has_value()) continue;
    const uint64_t here = layout_.first_group[slice] + *place;
    const uint64_t row = here * inner_count + at.row % inner_count;
    DiskPlanes::Hold hold;
    if (disk_ != nullptr) {
      const DiskPlanes::Run run = {slice, *place / disk_->run_length()};
      auto held = disk_->HoldForDepth(run, 0);
      if (!held.ok()) return held.status();
      hold = *std::move(held);
      hold.Changed();
      --open_[IndexOf(run)];
    }
    plane(0)[row * static_cast<uint64_t>(layout_.row_words) + static_cast<uint64_t>(at.word)] |=
        CellBit(at.bit);
    if (missing() != nullptr) --missing()[row];
    fresh(0)[here] = 1;
  }
  state_.histogram = {static_cast<uint64_t>(Count(subproblem.goal_blanks()))};
  return absl::OkStatus();
}

absl::StatusOr<std::vector<uint64_t>> RetrogradeSolution::Restore(const Subproblem& subproblem,
                                                                  const Checkpoint& checkpoint) {
  if (exchange_ == nullptr) return checkpoint.Restore(subproblem, metric_, AllPlanes());
  // Each has its last checkpoint and the one before, so the least of the last is what all have.
  Exchange::LevelEnd mine;
  mine.level = static_cast<uint32_t>(checkpoint.Level(subproblem, metric_, AllPlanes().size()));
  const int level = static_cast<int>(FinishLevel(0, mine).level);
  if (level == 0) return std::vector<uint64_t>();
  std::vector<uint64_t> histogram = checkpoint.Restore(subproblem, metric_, AllPlanes(), level);
  mine.failed = histogram.empty();
  if (!FinishLevel(0, mine).failed) return histogram;
  // Somebody's is damaged: all begin again.
  memset(AllPlanes().data(), 0, AllPlanes().size());
  if (absl::Status status = Begin(subproblem); !status.ok()) return status;
  return std::vector<uint64_t>();
}

void RetrogradeSolution::GoOnFrom(std::vector<uint64_t> histogram) {
  state_.level = static_cast<int>(histogram.size()) - 1;
  state_.histogram = std::move(histogram);
  std::fill_n(state_.fresh.data(), 2 * FreshBytes(layout_), uint8_t{1});
}

absl::Status RetrogradeSolution::Resume(const Subproblem& subproblem,
                                        const Checkpoint& checkpoint) {
  absl::StatusOr<std::vector<uint64_t>> histogram = Restore(subproblem, checkpoint);
  if (!histogram.ok() || histogram->empty()) return histogram.status();
  GoOnFrom(*std::move(histogram));
  if (missing() == nullptr) return absl::OkStatus();
  OpenAll();
  for (int residue = 0; residue < 3; ++residue) Close(0, rows(), plane(residue));
  return absl::OkStatus();
}

absl::StatusOr<bool> RetrogradeSolution::ResumeOnDisk(const Subproblem& subproblem,
                                                      const Checkpoint* checkpoint) {
  uint8_t bytes[8] = {};
  std::vector<uint64_t> histogram;
  if (checkpoint != nullptr)
    histogram = checkpoint->Restore(subproblem, metric_, absl::MakeSpan(bytes));
  OpenAll();
  const uint64_t inner = static_cast<uint64_t>(layout_.inner_count);
  const absl::StatusOr<bool> sound = disk_->Resume(
      GetLittleEndian<uint64_t>(bytes), histogram, [&](DiskPlanes::Run run, const uint64_t* bits) {
        const uint64_t group = layout_.first_group[run.slice] + run.run * disk_->run_length();
        open_[IndexOf(run)] -= Close(group * inner, (group + disk_->run_length()) * inner, bits);
      });
  if (sound.ok() && *sound) GoOnFrom(std::move(histogram));
  return sound;
}

uint64_t RetrogradeSolution::Close(uint64_t begin, uint64_t end, const uint64_t* bits) {
  uint64_t all = 0;
  for (uint64_t row = begin; row < end; ++row) {
    int reached = 0;
    for (int word = 0; word < layout_.row_words; ++word) reached += Count(*bits++);
    if (missing() != nullptr) missing()[row] = static_cast<uint16_t>(missing()[row] - reached);
    all += static_cast<uint64_t>(reached);
  }
  return all;
}

absl::Status RetrogradeSolution::Save(const Subproblem& subproblem, const SolveOptions& options) {
  if (disk_ == nullptr) {
    options.checkpoint->Save(subproblem, metric_, state_.histogram, AllPlanes());
    return absl::OkStatus();
  }
  // The file is there already: all that a checkpoint must tell is how much of it.
  const Clock::time_point start = Clock::now();
  const absl::StatusOr<uint64_t> saved = disk_->Save(DiskThreads(options.threads));
  if (!saved.ok()) return saved.status();
  uint8_t bytes[8];
  PutLittleEndian<uint64_t>(bytes, *saved);
  options.checkpoint->Save(subproblem, metric_, state_.histogram, bytes, start);
  return absl::OkStatus();
}

void RetrogradeSolution::Sets(uint64_t row_begin, uint64_t row_end, int lengths_of,
                              uint8_t* out) const {
  const auto sets = metric_ == Metric::kMtm ? kernels_->sets_lines : kernels_->sets;
  const uint64_t rows = SliceRows(layout_);
  const uint64_t others = layout_.outer_begin * static_cast<uint64_t>(layout_.inner_count);
  while (row_begin < row_end) {
    const int slice = static_cast<int>(row_begin / rows);
    const uint64_t first = static_cast<uint64_t>(slice) * rows + others;
    uint64_t end = std::min(row_end, first - others + rows);
    DiskPlanes::Hold hold;
    if (disk_ != nullptr) {
      const uint64_t rows_of_run = disk_->run_length() * static_cast<uint64_t>(layout_.inner_count);
      const uint64_t run = (row_begin - first) / rows_of_run;
      end = std::min(end, first + (run + 1) * rows_of_run);
      auto held = disk_->HoldAll({slice, run});
      if (!held.ok()) return;  // disk() tells
      hold = *std::move(held);
    }
    sets(SetsArgs{&layout_,
                  &moves_.slice(slice),
                  slice,
                  row_begin - first,
                  end - first,
                  {plane(0), plane(1), plane(2)},
                  out,
                  moves_.slices(),
                  lengths_of});
    out += (end - row_begin) * static_cast<uint64_t>(layout_.row_entries);
    row_begin = end;
  }
}

void RetrogradeSolution::Get(uint64_t begin, uint64_t end, int lengths_of, uint8_t* out) const {
  const uint64_t entries = static_cast<uint64_t>(layout_.row_entries);
  // Whole rows with room behind them go straight to `out`, the others by way of this.
  uint8_t buffer[(kMaxCells - 1) * (kMaxCells - 2) + kSetsMargin];
  while (begin < end) {
    const uint64_t row = begin / entries;
    const uint64_t skip = begin % entries;
    const uint64_t room = end - begin;
    if (skip == 0 && room >= entries + kSetsMargin) {
      const uint64_t count = (room - kSetsMargin) / entries;
      Sets(row, row + count, lengths_of, out);
      begin += count * entries;
      out += count * entries;
      continue;
    }
    Sets(row, row + 1, lengths_of, buffer);
    const uint64_t count = std::min(entries - skip, room);
    memcpy(out, buffer + skip, count);
    begin += count;
    out += count;
  }
}

}  // namespace tilebase::retrograde
