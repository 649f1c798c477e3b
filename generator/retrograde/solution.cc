// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/retrograde/solution.h"

#include <string.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "absl/strings/str_cat.h"
#include "generator/crew.h"
#include "tables/format.h"
#include "tables/plan.h"
#include "tables/system/clock.h"

namespace tilebase::retrograde {
namespace {

// Touches the memory now. Parts wait for each other at the end of a level; if memory came with the
// first write, the waiting would add up.
void TakeMemory(int threads, HugeBytes* bytes) {
  constexpr uint64_t kAtATime = uint64_t{64} << 20;
  std::atomic<uint64_t> next{0};
  Crew(std::max(1, threads)).Run([&](int) {
    for (uint64_t begin; (begin = next.fetch_add(kAtATime)) < bytes->size();)
      bytes->Populate(begin, std::min(kAtATime, bytes->size() - begin));
  });
}

}  // namespace

absl::Status RetrogradeSolution::OthersFailed(const Subproblem& subproblem) {
  return absl::InternalError(absl::StrCat("the search of ", ToString(subproblem),
                                          ": another process gave it up, and tells why"));
}

absl::Status RetrogradeSolution::Agree(const Subproblem& subproblem, const absl::Status& mine) {
  if (exchange_ == nullptr) return mine;
  Exchange::LevelEnd end;
  end.failed = !mine.ok();
  return FinishLevel(0, end).failed && mine.ok() ? OthersFailed(subproblem) : mine;
}

absl::Status RetrogradeSolution::Prepare(const Subproblem& subproblem,
                                         const SolveOptions& options) {
  return Agree(subproblem, PrepareAlone(subproblem, options));
}

absl::Status RetrogradeSolution::Begin(const Subproblem& subproblem, const Checkpoint* checkpoint) {
  return Agree(subproblem, RestoreOrMark(subproblem, checkpoint));
}

absl::Status RetrogradeSolution::PrepareAlone(const Subproblem& subproblem,
                                              const SolveOptions& options) {
  FindGhosts(subproblem, &layout_);
  const uint64_t planes_bytes =
      GhostPlanes(disk_memory_ != 0) * PlaneBytes(layout_, Ghosts(layout_)) +
      (disk_memory_ == 0 ? 3 * PlaneBytes(layout_, OwnRuns(layout_)) : sizeof(uint64_t));
  const uint64_t missing_bytes = MissingBytes(layout_);
  const uint64_t bytes = planes_bytes + missing_bytes + 2 * FreshBytes(layout_);
  if (!state_.planes.Allocate(planes_bytes) || !state_.missing.Allocate(missing_bytes) ||
      !state_.fresh.Allocate(2 * FreshBytes(layout_)))
    return absl::ResourceExhaustedError(
        absl::StrCat("the search of ", ToString(subproblem), " needs ", bytes, " bytes of memory"));
  if (exchange_ != nullptr && disk_memory_ == 0) TakeMemory(options.threads, &state_.planes);
  if (absl::Status status = moves_.Build(subproblem, ranking_, kernels_->uses_control, layout_);
      !status.ok())
    return status;
  if (disk_memory_ == 0) return absl::OkStatus();
  auto planes = DiskPlanes::Create(layout_, *kernels_, moves_, DiskThreads(options.threads),
                                   disk_memory_, options.states_path);
  if (!planes.ok()) return planes.status();
  disk_ = *std::move(planes);
  return absl::OkStatus();
}

uint64_t* RetrogradeSolution::Rows(int plane, RunPlace run) const {
  uint64_t of_ghosts = 3 * PlaneBytes(layout_, Ghosts(layout_));
  uint64_t runs = Ghosts(layout_);
  uint64_t index = layout_.first_place[run.slice] -
                   static_cast<uint64_t>(run.slice) * layout_.own_runs + run.place -
                   layout_.own_runs;
  if (run.place < layout_.own_runs) {
    runs = OwnRuns(layout_);
    index = IndexOf(run);
  } else {
    of_ghosts = 0;
  }
  const uint64_t at = of_ghosts + static_cast<uint64_t>(plane) * PlaneBytes(layout_, runs) +
                      kPlaneMargin + index * RunWords(layout_) * 8;
  return reinterpret_cast<uint64_t*>(const_cast<uint8_t*>(state_.planes.data()) + at);
}

void RetrogradeSolution::OpenAll() {
  std::fill_n(reinterpret_cast<uint16_t*>(state_.missing.data()),
              state_.missing.size() / sizeof(uint16_t), static_cast<uint16_t>(layout_.row_entries));
  if (disk_ == nullptr) return;
  for (std::vector<uint8_t>& runs : fresh_runs_) runs.assign(OwnRuns(layout_), 1);
  open_.assign(OwnRuns(layout_), RunEntries(layout_));
}

absl::Status RetrogradeSolution::RestoreOrMark(const Subproblem& subproblem,
                                               const Checkpoint* checkpoint) {
  OpenAll();
  absl::StatusOr<std::vector<uint64_t>> histogram = Restore(checkpoint);
  if (!histogram.ok()) return histogram.status();
  if (histogram->empty()) {
    if (disk_ != nullptr) {
      if (absl::Status status = disk_->Clear(); !status.ok()) return status;
      OpenAll();
    }
    return MarkGoal(subproblem);
  }
  state_.level = static_cast<int>(histogram->size()) - 1;
  state_.histogram = *std::move(histogram);
  std::fill_n(state_.fresh.data(), 2 * FreshBytes(layout_), uint8_t{1});
  if (disk_ != nullptr) return absl::OkStatus();
  for (int slice = 0; slice < layout_.slices && state_.missing.size() > 0; ++slice)
    for (uint64_t place = 0; place < layout_.own_runs; ++place)
      for (int residue = 0; residue < 3; ++residue)
        Close({slice, place}, Rows(residue, {slice, place}));
  return absl::OkStatus();
}

absl::Status RetrogradeSolution::MarkGoal(const Subproblem& subproblem) {
  State goal;
  for (int j = 0; j < ranking_.tracked(); ++j)
    goal.cell[j] = static_cast<uint8_t>(subproblem.GoalCell(ranking_.tile(j) - 1));
  for (CellMask blanks = subproblem.goal_blanks(); blanks != 0; blanks &= blanks - 1) {
    goal.blank = static_cast<uint8_t>(Lowest(blanks));
    const BitAddress at = AddressOf(layout_, ranking_.Rank(goal));
    const uint64_t number = at.row / RunRows(layout_);
    const uint64_t row = at.row % RunRows(layout_);
    const int slice = static_cast<int>(number / layout_.all_runs);
    const auto place = moves_.PlaceOf(layout_, slice, number % layout_.all_runs);
    if (!place.has_value()) continue;
    const RunPlace run = {slice, *place};
    fresh(0, run)[row / static_cast<uint64_t>(layout_.inner_count)] = 1;
    const bool is_own = run.place < layout_.own_runs;
    if (uint16_t* counts = is_own ? missing(run) : nullptr; counts != nullptr) --counts[row];
    const uint64_t word =
        row * static_cast<uint64_t>(layout_.row_words) + static_cast<uint64_t>(at.word);
    if (disk_ == nullptr || !is_own) {
      Rows(is_own ? 0 : GhostPlane(0), run)[word] |= CellBit(at.bit);
      continue;
    }
    auto hold = disk_->HoldForDepth(run, {}, 0);
    if (!hold.ok()) return hold.status();
    hold->own(0)[word] |= CellBit(at.bit);
    if (absl::Status status = disk_->Found(run, 0, *hold); !status.ok()) return status;
    --open_[IndexOf(run)];
  }
  state_.histogram = {static_cast<uint64_t>(Count(subproblem.goal_blanks()))};
  return absl::OkStatus();
}

absl::StatusOr<std::vector<uint64_t>> RetrogradeSolution::Restore(const Checkpoint* checkpoint) {
  if (checkpoint == nullptr) return std::vector<uint64_t>();
  if (exchange_ == nullptr) return RestoreOwn(*checkpoint, 0);
  // Each part has its last checkpoint and the one before, so all parts have the least of the last
  // levels.
  Exchange::LevelEnd mine;
  mine.level = static_cast<uint32_t>(checkpoint->Level(AllPlanes().size()));
  const int level = static_cast<int>(FinishLevel(0, mine).level);
  if (level == 0) return std::vector<uint64_t>();
  absl::StatusOr<std::vector<uint64_t>> histogram = RestoreOwn(*checkpoint, level);
  mine.failed = !histogram.ok() || histogram->empty();
  if (!FinishLevel(0, mine).failed || !histogram.ok()) return histogram;
  memset(AllPlanes().data(), 0, AllPlanes().size());  // one is damaged: all begin again
  return std::vector<uint64_t>();
}

absl::StatusOr<std::vector<uint64_t>> RetrogradeSolution::RestoreOwn(const Checkpoint& checkpoint,
                                                                     int level) {
  std::vector<uint64_t> histogram = checkpoint.Restore({AllPlanes()}, level);
  if (disk_ == nullptr || histogram.empty()) return histogram;
  const uint8_t* length = AllPlanes().end() - sizeof(uint64_t);
  const absl::StatusOr<bool> sound = disk_->Resume(
      GetLittleEndian<uint64_t>(length), static_cast<int>(histogram.size()),
      [&](RunPlace run, const uint64_t* bits) { open_[IndexOf(run)] -= Close(run, bits); });
  if (!sound.ok()) return sound.status();
  if (!*sound) histogram.clear();
  return histogram;
}

uint64_t RetrogradeSolution::Close(RunPlace run, const uint64_t* bits) {
  uint16_t* const counts = missing(run);
  uint64_t all = 0;
  for (uint64_t row = 0; row < RunRows(layout_); ++row) {
    int reached = 0;
    for (int word = 0; word < layout_.row_words; ++word) reached += Count(*bits++);
    if (counts != nullptr) counts[row] = static_cast<uint16_t>(counts[row] - reached);
    all += static_cast<uint64_t>(reached);
  }
  return all;
}

void RetrogradeSolution::Save(const SolveOptions& options) {
  const Clock::time_point start = Clock::now();
  if (disk_ != nullptr) {
    // The states are in their file already; the checkpoint only needs the length of the file.
    const absl::StatusOr<uint64_t> length = disk_->Save();
    if (!length.ok()) return;  // disk() has the error
    PutLittleEndian<uint64_t>(AllPlanes().end() - sizeof(uint64_t), *length);
  }
  options.checkpoint->Save(state_.histogram, {AllPlanes()}, start);
}

RetrogradeSolution::Around RetrogradeSolution::FindAround(RunPlace from, RunArgs* args) const {
  args->layout = &layout_;
  Around around;
  around.count =
      moves_.FindSteps(layout_, from, metric_ == Metric::kMtm ? kMostSteps : 1, args, around.run);
  return around;
}

void RetrogradeSolution::FillPlanes(RunPlace from, const Around& around, const int (&planes)[3],
                                    const int (&ghosts)[3], const DiskPlanes::Hold& hold,
                                    RunArgs* args) const {
  for (int i = 0; i < 3; ++i)
    args->own[i] = disk_ == nullptr ? Rows(planes[i], from) : hold.own(planes[i]);
  int n = 0;
  for (Steps* steps : {&args->left, &args->right, &args->up, &args->down})
    for (int k = 0; k < steps->count; ++k, ++n)
      for (int i = 0; i < 3; ++i) {
        const RunPlace& run = around.run[n];
        steps->step[k].plane[i] = run.place >= layout_.own_runs ? Rows(ghosts[i], run)
                                  : disk_ == nullptr            ? Rows(planes[i], run)
                                                                : hold.around(n, planes[i]);
      }
}

void RetrogradeSolution::JoinGhosts(int depth) {
  const uint64_t words = RunWords(layout_) / layout_.run_length;  // in a group
  for (int slice = 0; slice < layout_.slices; ++slice)
    for (uint64_t place = layout_.own_runs;
         place < layout_.first_place[slice + 1] - layout_.first_place[slice]; ++place) {
      const RunPlace run = {slice, place};
      const uint8_t* const groups = fresh(depth, run);
      uint64_t* of_depth = Rows(GhostPlane(depth), run);
      uint64_t* of_all = Rows(depth % 3, run);
      for (uint64_t group = 0; group < layout_.run_length;
           ++group, of_depth += words, of_all += words)
        for (uint64_t w = 0; groups[group] != 0 && w < words; ++w)
          of_all[w] |= std::exchange(of_depth[w], 0);
    }
}

void RetrogradeSolution::Sets(uint64_t row_begin, uint64_t row_end, int lengths_of,
                              uint8_t* out) const {
  const auto sets = metric_ == Metric::kMtm ? kernels_->sets_lines : kernels_->sets;
  while (row_begin < row_end) {
    const uint64_t number = row_begin / RunRows(layout_);
    const uint64_t first = number * RunRows(layout_);
    const uint64_t end = std::min(row_end, first + RunRows(layout_));
    const RunPlace run = {static_cast<int>(number / layout_.all_runs),
                          *OwnPlace(layout_, number % layout_.all_runs)};
    SetsArgs args;
    const Around around = FindAround(run, &args.run);
    DiskPlanes::Hold hold;
    if (disk_ != nullptr) {
      auto held = disk_->HoldAll(run, around.runs());
      if (!held.ok()) return;  // disk() has the error
      hold = *std::move(held);
    }
    FillPlanes(run, around, kByResidue, kByResidue, hold, &args.run);
    args.begin = row_begin - first;
    args.end = end - first;
    args.first_outer = number % layout_.all_runs * layout_.run_length;
    args.out = out;
    args.lengths_of = lengths_of;
    sets(args);
    out += (end - row_begin) * static_cast<uint64_t>(layout_.row_entries);
    row_begin = end;
  }
}

void RetrogradeSolution::Get(uint64_t begin, uint64_t end, int lengths_of, uint8_t* out) const {
  const uint64_t entries = static_cast<uint64_t>(layout_.row_entries);
  // Whole rows with room behind them go straight to `out`, the others through this buffer.
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
