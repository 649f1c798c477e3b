// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/retrograde/retrograde.h"

#include <string.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "generator/checkpoint.h"
#include "generator/crew.h"
#include "generator/instructions.h"
#include "generator/retrograde/disk_planes.h"
#include "generator/retrograde/kernel.h"
#include "generator/retrograde/layout.h"
#include "generator/retrograde/part.h"
#include "tables/format.h"
#include "tables/plan.h"
#include "tables/ranking.h"
#include "tables/system/clock.h"
#include "tables/system/huge_bytes.h"

namespace tilebase {
namespace {

using retrograde::Border;
using retrograde::DiskPlanes;
using retrograde::Exchange;
using retrograde::ExpandArgs;
using retrograde::Kernels;
using retrograde::Layout;
using retrograde::Moves;
using retrograde::SetsArgs;

// Rows that a thread takes at a time, and the least that are worth a thread of their own.
constexpr uint64_t kRowsOfChunk = 512;
constexpr uint64_t kRowsOfThread = 65536;
constexpr std::chrono::milliseconds kProgressInterval{200};
// Bytes of disk for two states: about what there is of large tables.
constexpr uint64_t kDiskBytesOfTwo = 5;
// For planes on disk: more than were asked for, so that some work while others wait.
constexpr int DiskThreads(int threads) { return 2 * std::max(1, threads); }

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

// Part of a slice, the unit of work: a chunk is written by one thread.
struct Chunk {
  int slice;
  uint64_t begin, end;  // outer numbers
};

// The chunks next .. end-1 are still to be done.
struct alignas(64) Share {
  std::atomic<size_t> next{0};
  size_t end = 0;
};

// What a thread has to tell other parts.
struct Outgoing {
  Border border;
  std::vector<std::vector<uint8_t>> messages;  // by part
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

class RetrogradeSolution : public Solution {
 public:
  RetrogradeSolution(const Subproblem& subproblem, Metric metric, const Kernels* kernels,
                     Peers* peers, uint64_t disk_memory)
      : ranking_(subproblem),
        metric_(metric),
        kernels_(kernels),
        layout_(peers == nullptr
                    ? retrograde::PlanLayout(subproblem)
                    : retrograde::PlanLayout(subproblem, peers->number(), peers->count())),
        disk_memory_(disk_memory),
        exchange_(peers == nullptr ? nullptr : std::make_unique<Exchange>(peers)) {}

  void GetEntries(uint64_t begin, uint64_t end, SolvedEntry* out) const override {
    Get(begin, end, -1, out);
  }
  void GetLengths(uint64_t begin, uint64_t end, Action action, uint8_t* out) const override {
    Get(begin, end, static_cast<int>(action), out);
  }

  DiskUse disk() const override { return disk_ == nullptr ? DiskUse() : disk_->disk(); }

  // Of all who search: where one fails, all do.
  absl::Status Prepare(const Subproblem& subproblem, const SolveOptions& options);
  absl::Status PrepareAlone(const Subproblem& subproblem, const SolveOptions& options);
  // Requires empty planes.
  absl::Status Begin(const Subproblem& subproblem);
  // Takes up a search that was interrupted, if there is one.
  absl::Status Resume(const Subproblem& subproblem, const Checkpoint& checkpoint);
  absl::Status Search(const Subproblem& subproblem, const SolveOptions& options);

  uint64_t bytes_touched() const {
    return rows_looked_at_ * (4 * static_cast<uint64_t>(layout_.row_words) * 8 +
                              (layout_.kind == retrograde::Kind::kDense ? 4 : 0));
  }

 private:
  uint64_t PlaneAt(int residue) const {
    return static_cast<uint64_t>(residue) * retrograde::PlaneBytes(layout_) +
           retrograde::kPlaneMargin;
  }
  uint8_t* planes() const {
    return disk_ == nullptr ? const_cast<uint8_t*>(state_.planes.data()) : disk_->data();
  }
  uint64_t* plane(int residue) const {
    return reinterpret_cast<uint64_t*>(planes() + PlaneAt(residue));
  }
  absl::Span<uint8_t> AllPlanes() { return {planes(), 3 * retrograde::PlaneBytes(layout_)}; }
  uint16_t* missing() { return reinterpret_cast<uint16_t*>(state_.missing.data()); }
  uint8_t* fresh(int level) {
    return state_.fresh.data() + static_cast<uint64_t>(level % 2) * retrograde::FreshBytes(layout_);
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
  absl::StatusOr<retrograde::Expanded> Step(const Chunk& chunk, const ExpandArgs& args, int level);
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
  const uint64_t disk_memory_;                // memory for planes in a file; 0: they are in memory
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
  const uint64_t plane_bytes = retrograde::PlaneBytes(layout_);
  const uint64_t missing_bytes = retrograde::MissingBytes(layout_);
  const uint64_t in_memory = disk_memory_ == 0 ? 3 * plane_bytes : 0;
  const uint64_t bytes = in_memory + missing_bytes + 2 * retrograde::FreshBytes(layout_);
  if (!state_.planes.Allocate(in_memory) || !state_.missing.Allocate(missing_bytes) ||
      !state_.fresh.Allocate(2 * retrograde::FreshBytes(layout_)))
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
    const retrograde::BitAddress at = retrograde::AddressOf(layout_, ranking_.Rank(goal));
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

std::vector<Chunk> RetrogradeSolution::Chunks() const {
  const uint64_t step =
      disk_ != nullptr
          ? disk_->run_length()
          : std::max<uint64_t>(1, kRowsOfChunk / static_cast<uint64_t>(layout_.inner_count));
  std::vector<Chunk> chunks;
  for (uint64_t begin = 0; begin < layout_.outer_count; begin += step)
    for (int slice = 0; slice < layout_.slices; ++slice)
      chunks.push_back({slice, begin, std::min(begin + step, layout_.outer_count)});
  return chunks;
}

Exchange::Receiver RetrogradeSolution::ToGhosts(int level) {
  return [this, level](absl::Span<const uint8_t> message) {
    return retrograde::Unpack(message, layout_, moves_, plane((level + 1) % 3), fresh(level + 1));
  };
}

Exchange::LevelEnd RetrogradeSolution::FinishLevel(int level, const Exchange::LevelEnd& mine) {
  return exchange_ == nullptr ? mine : exchange_->Finish(mine, ToGhosts(level));
}

void RetrogradeSolution::ForgetGhosts(int level) {
  for (int slice = 0; slice < layout_.slices; ++slice) {
    const uint64_t ghosts = layout_.first_group[slice] + layout_.outer_count;
    std::fill_n(fresh(level) + ghosts, layout_.first_group[slice + 1] - ghosts, uint8_t{0});
  }
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
  std::fill_n(state_.fresh.data(), 2 * retrograde::FreshBytes(layout_), uint8_t{1});
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

absl::StatusOr<retrograde::Expanded> RetrogradeSolution::Step(const Chunk& chunk,
                                                              const ExpandArgs& args, int level) {
  const auto expand = metric_ == Metric::kMtm ? kernels_->expand_lines : kernels_->expand;
  if (disk_ == nullptr) return expand(args);
  const DiskPlanes::Run run = {chunk.slice, chunk.begin / disk_->run_length()};
  bool next_to_fresh = false;
  for (const DiskPlanes::Run& neighbour : disk_->Neighbours(run))
    next_to_fresh |= fresh_runs_[level % 2][IndexOf(neighbour)] != 0;
  retrograde::Expanded expanded;
  if (next_to_fresh && open_[IndexOf(run)] > 0) {
    auto hold = disk_->HoldForDepth(run, level + 1);
    if (!hold.ok()) return hold.status();
    expanded = expand(args);
    if (expanded.reached > 0) hold->Changed();
  } else {
    std::fill_n(args.fresh_next + layout_.first_group[chunk.slice] + chunk.begin,
                chunk.end - chunk.begin, uint8_t{0});
  }
  disk_->Leave(run, level + 1);
  open_[IndexOf(run)] -= expanded.reached;
  fresh_runs_[(level + 1) % 2][IndexOf(run)] = expanded.reached > 0;
  return expanded;
}

absl::Status RetrogradeSolution::Search(const Subproblem& subproblem, const SolveOptions& options) {
  const std::vector<Chunk> chunks = Chunks();
  const uint64_t useful = std::max<uint64_t>(1, rows() / kRowsOfThread);
  const int threads = disk_ != nullptr ? DiskThreads(options.threads) : options.threads;
  Crew crew(
      static_cast<int>(std::min<uint64_t>(static_cast<uint64_t>(std::max(1, threads)), useful)));
  SolveProgress progress;
  progress.level = state_.level;
  progress.entries = ranking_.size();
  for (uint64_t count : state_.histogram) progress.states += count;
  auto reported = Clock::now();
  const auto report = [&] {
    if (options.progress) options.progress(progress);
    reported = Clock::now();
  };

  std::vector<Outgoing> outgoing;
  if (exchange_ != nullptr)
    outgoing.assign(
        static_cast<size_t>(crew.size()),
        {Border(), std::vector<std::vector<uint8_t>>(static_cast<size_t>(exchange_->parts()))});
  while (true) {
    const int level = state_.level;
    const Exchange::Receiver to_ghosts = ToGhosts(level);
    ForgetGhosts(level + 1);
    // Every thread has a share of its own, so that from level to level a row stays in the same
    // cache, and helps with the others' shares when it is done. Planes in a file have one share, so
    // that all touch the same blocks, forwards and backwards in turn: what was touched last is
    // still in memory.
    std::vector<Share> shares(disk_ != nullptr ? 1 : static_cast<size_t>(crew.size()));
    const bool backwards = disk_ != nullptr && level % 2 == 1;
    for (size_t i = 0; i < shares.size(); ++i) {
      shares[i].next = chunks.size() * i / shares.size();
      shares[i].end = chunks.size() * (i + 1) / shares.size();
    }
    std::atomic<uint64_t> reached{0}, looked{0};
    std::atomic<bool> cancelled{false};
    crew.Run([&](int worker) {
      size_t helped = 0;
      while (true) {
        if (options.cancel != nullptr && options.cancel->load(std::memory_order_relaxed)) {
          cancelled.store(true, std::memory_order_relaxed);
          return;
        }
        Share& share = shares[(static_cast<size_t>(worker) + helped) % shares.size()];
        const size_t taken = share.next.fetch_add(1, std::memory_order_relaxed);
        if (taken >= share.end) {
          if (++helped == shares.size()) return;
          continue;
        }
        const Chunk& chunk = chunks[backwards ? chunks.size() - 1 - taken : taken];
        const ExpandArgs args = {&layout_,
                                 &moves_.slice(chunk.slice),
                                 chunk.slice,
                                 chunk.begin,
                                 chunk.end,
                                 plane(level % 3),
                                 plane((level + 1) % 3),
                                 plane((level + 2) % 3),
                                 missing(),
                                 fresh(level),
                                 fresh(level + 1),
                                 moves_.slices()};
        Outgoing* const out =
            exchange_ == nullptr ? nullptr : &outgoing[static_cast<size_t>(worker)];
        if (out != nullptr) out->border.Keep(args);
        const absl::StatusOr<retrograde::Expanded> step = Step(chunk, args, level);
        if (!step.ok()) return;  // disk() tells
        if (out != nullptr) {
          out->border.Pack(args, moves_, exchange_->parts(), &out->messages);
          exchange_->Post(&out->messages, false);
          if (worker == 0) exchange_->Poll(to_ghosts);
        }
        reached.fetch_add(step->reached, std::memory_order_relaxed);
        looked.fetch_add(step->rows, std::memory_order_relaxed);
        if (worker == 0 && options.progress && Clock::now() - reported > kProgressInterval) {
          const uint64_t before = progress.states;
          progress.states += reached.load(std::memory_order_relaxed);
          report();
          progress.states = before;
        }
      }
    });
    rows_looked_at_ += looked.load();
    if (absl::Status status = disk().status; !status.ok()) return status;
    for (Outgoing& out : outgoing) exchange_->Post(&out.messages, true);
    Exchange::LevelEnd end;
    end.reached = reached.load();
    end.failed = cancelled.load();
    end.save = options.checkpoint != nullptr && options.checkpoint->IsDue() &&
               (exchange_ == nullptr || exchange_->leads());
    const Exchange::LevelEnd all = FinishLevel(level, end);
    if (all.failed && exchange_ != nullptr && !exchange_->sound())
      return absl::InternalError("retrograde search: another process sent what is not understood");
    if (all.failed) return absl::CancelledError("retrograde search: cancelled");
    progress.level = level;
    if (all.reached == 0) break;
    state_.histogram.push_back(all.reached);
    ++state_.level;
    progress.level = state_.level;
    progress.states += all.reached;
    report();
    if (all.save)
      if (absl::Status status = Save(subproblem, options); !status.ok()) return status;
  }
  report();
  state_.missing = HugeBytes();
  state_.fresh = HugeBytes();
  histogram_ = state_.histogram;
  return absl::OkStatus();
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
  const uint64_t rows = retrograde::SliceRows(layout_);
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
  uint8_t buffer[(kMaxCells - 1) * (kMaxCells - 2) + retrograde::kSetsMargin];
  while (begin < end) {
    const uint64_t row = begin / entries;
    const uint64_t skip = begin % entries;
    const uint64_t room = end - begin;
    if (skip == 0 && room >= entries + retrograde::kSetsMargin) {
      const uint64_t count = (room - retrograde::kSetsMargin) / entries;
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
