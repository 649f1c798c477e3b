// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The levels of a retrograde search. Threads take chunks of rows. One thread writes a chunk and
// reads only planes that nobody writes in that level, so the order of chunks does not matter. New
// states that other parts need are sent as they are found; messages from other parts are read
// between chunks.

#include <string.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <vector>

#include "generator/crew.h"
#include "generator/retrograde/solution.h"
#include "tables/system/clock.h"

namespace tilebase::retrograde {
namespace {

// Rows that a thread takes at a time, and the least number of rows for another thread.
constexpr uint64_t kRowsOfChunk = 512;
constexpr uint64_t kRowsOfThread = 65536;
constexpr std::chrono::milliseconds kProgressInterval{200};
// Chunks between two checks for messages.
constexpr int kChunksAtATime = 8;

// The chunks next .. end-1 are not done yet.
struct alignas(64) Share {
  std::atomic<size_t> next{0};
  size_t end = 0;
};

}  // namespace

std::vector<Chunk> RetrogradeSolution::Chunks() const {
  const uint64_t length = layout_.run_length;
  const uint64_t step =
      disk_ != nullptr
          ? length
          : std::max<uint64_t>(1, kRowsOfChunk / static_cast<uint64_t>(layout_.inner_count));
  std::vector<Chunk> chunks;
  for (uint64_t place = 0; place < layout_.own_runs; ++place)
    for (uint64_t begin = 0; begin < length; begin += step)
      for (int slice = 0; slice < layout_.slices; ++slice)
        chunks.push_back({{slice, place}, begin, std::min(begin + step, length)});
  return chunks;
}

Exchange::Receiver RetrogradeSolution::ToGhosts(int level) {
  return [this, level](absl::Span<const uint8_t> message) {
    while (!message.empty()) {
      if (!news_.Take(&message)) return false;
      const auto place = moves_.PlaceOf(layout_, news_.slice(), news_.outer() / layout_.run_length);
      if (!place.has_value() || *place < layout_.own_runs) return false;
      const RunPlace run = {news_.slice(), *place};
      const uint64_t group = news_.outer() % layout_.run_length;
      news_.AddTo(
          Rows(GhostPlane(level + 1), run) + group * (RunWords(layout_) / layout_.run_length),
          fresh(level + 1, run) + group);
    }
    return true;
  };
}

RetrogradeSolution::Parts RetrogradeSolution::PartsOf(const Around& around) const {
  Parts parts;
  for (const RunPlace& run : around.runs()) {
    if (run.place < layout_.own_runs) continue;
    const uint64_t number = moves_.ghosts(run.slice)[run.place - layout_.own_runs];
    const int part = OwnerOfRun(layout_, number, exchange_->parts()).part;
    if (parts.count == 0 || parts.part[0] != part) parts.part[parts.count++] = part;
  }
  return parts;
}

Exchange::LevelEnd RetrogradeSolution::FinishLevel(int level, const Exchange::LevelEnd& mine) {
  return exchange_ == nullptr ? mine : exchange_->Finish(mine, ToGhosts(level));
}

void RetrogradeSolution::ForgetGhosts(int level) {
  for (int slice = 0; slice < layout_.slices; ++slice) {
    const uint64_t ghosts =
        layout_.first_place[slice + 1] - layout_.first_place[slice] - layout_.own_runs;
    if (ghosts > 0)
      std::fill_n(fresh(level, {slice, layout_.own_runs}), ghosts * layout_.run_length, uint8_t{0});
  }
}

bool RetrogradeSolution::IsNextToFresh(const Around& around, int level) const {
  for (const RunPlace& run : around.runs()) {
    const uint8_t* const groups = fresh(level, run);
    const bool is_fresh = run.place < layout_.own_runs
                              ? fresh_runs_[level % 2][IndexOf(run)] != 0
                              : memchr(groups, 1, layout_.run_length) != nullptr;
    if (is_fresh) return true;
  }
  return false;
}

absl::StatusOr<Expanded> RetrogradeSolution::Step(const Chunk& chunk, int level, Border* border) {
  ExpandArgs args;
  args.begin = chunk.begin;
  args.end = chunk.end;
  args.missing = missing(chunk.run);
  args.fresh = fresh(level + 1, chunk.run);
  const Around around = FindAround(chunk.run, &args.run);
  const RunPlace* to = around.run;
  for (Steps* steps : {&args.run.left, &args.run.right, &args.run.up, &args.run.down})
    for (int k = 0; k < steps->count; ++k) steps->step[k].fresh = fresh(level, *to++);
  const int planes[3] = {level % 3, (level + 1) % 3, (level + 2) % 3};
  const int ghosts[3] = {GhostPlane(level), GhostPlane(level + 1), GhostPlane(level + 2)};
  if (disk_ == nullptr) {
    FillPlanes(chunk.run, around, planes, ghosts, {}, &args.run);
    return Expand(chunk.run, around, border, &args);
  }
  uint64_t& open = open_[IndexOf(chunk.run)];
  uint8_t& fresh_run = fresh_runs_[(level + 1) % 2][IndexOf(chunk.run)];
  fresh_run = 0;
  if (open == 0 || !IsNextToFresh(around, level)) {
    std::fill_n(args.fresh, layout_.run_length, uint8_t{0});
    return Expanded();
  }
  auto hold = disk_->HoldForDepth(chunk.run, around.runs(), level + 1);
  if (!hold.ok()) return hold.status();
  FillPlanes(chunk.run, around, planes, ghosts, *hold, &args.run);
  const Expanded expanded = Expand(chunk.run, around, border, &args);
  if (expanded.reached == 0) return expanded;
  if (absl::Status status = disk_->Found(chunk.run, level + 1, *hold); !status.ok()) return status;
  open -= expanded.reached;
  fresh_run = 1;
  return expanded;
}

Expanded RetrogradeSolution::Expand(RunPlace run, const Around& around, Border* border,
                                    ExpandArgs* args) {
  const Parts parts = border == nullptr ? Parts() : PartsOf(around);
  // On disk, the plane has only the states found in this level, so they are the news.
  uint64_t* news = args->run.own[kNext];
  args->news = nullptr;
  if (parts.count > 0 && disk_ == nullptr)
    args->news = news = border->Room(layout_, args->end - args->begin);
  const auto expand = metric_ == Metric::kMtm ? kernels_->expand_lines : kernels_->expand;
  const Expanded expanded = expand(*args);
  if (parts.count > 0)
    border->Add(*args, news, {parts.part, parts.count}, run.slice,
                RunOf(layout_, run.place) * layout_.run_length);
  return expanded;
}

absl::Status RetrogradeSolution::Search(const Subproblem& subproblem, const SolveOptions& options) {
  const std::vector<Chunk> chunks = Chunks();
  const uint64_t useful =
      std::max<uint64_t>(1, OwnRuns(layout_) * RunRows(layout_) / kRowsOfThread);
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

  std::vector<Border> borders(  // one for each thread
      exchange_ == nullptr ? 0 : static_cast<size_t>(crew.size()),
      Border(*kernels_, exchange_ == nullptr ? 0 : exchange_->parts()));
  while (true) {
    const int level = state_.level;
    const Exchange::Receiver to_ghosts = ToGhosts(level);
    ForgetGhosts(level + 1);
    if (disk_ != nullptr) disk_->BeginLevel(level + 1);
    // Every thread has its own share, so that a row stays in the same cache from level to level; a
    // thread that has finished helps with the others' shares. Planes in a file have one share, so
    // that all threads touch the same blocks, forwards and backwards in turn: what was touched last
    // is still in memory.
    std::vector<Share> shares(disk_ != nullptr ? 1 : static_cast<size_t>(crew.size()));
    const bool backwards = disk_ != nullptr && DiskPlanes::IsBackwards(level + 1);
    for (size_t i = 0; i < shares.size(); ++i) {
      shares[i].next = chunks.size() * i / shares.size();
      shares[i].end = chunks.size() * (i + 1) / shares.size();
    }
    std::atomic<uint64_t> reached{0}, looked{0};
    std::atomic<bool> cancelled{false};
    crew.Run([&](int worker) {
      size_t helped = 0;
      int done = 0;
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
        Border* const border =
            exchange_ == nullptr ? nullptr : &borders[static_cast<size_t>(worker)];
        const absl::StatusOr<Expanded> step = Step(chunk, level, border);
        if (!step.ok()) return;  // disk() has the error
        if (border != nullptr) {
          exchange_->Post(border->messages(), false);
          if (worker == 0 && ++done % kChunksAtATime == 0) exchange_->Poll(to_ghosts);
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
    absl::Status on_disk = disk().status;
    for (Border& border : borders) exchange_->Post(border.messages(), true);
    Exchange::LevelEnd end;
    end.reached = reached.load();
    end.failed = !on_disk.ok();
    end.cancelled = cancelled.load();
    end.save = options.checkpoint != nullptr && options.checkpoint->IsDue() &&
               (exchange_ == nullptr || exchange_->leads());
    const Exchange::LevelEnd all = FinishLevel(level, end);
    if (!on_disk.ok()) return on_disk;
    if (all.failed && exchange_ != nullptr && !exchange_->sound())
      return absl::InternalError("retrograde search: another process sent what is not understood");
    if (all.cancelled) return absl::CancelledError("retrograde search: cancelled");
    if (all.failed) return OthersFailed(subproblem);
    if (disk_ != nullptr) JoinGhosts(level);
    progress.level = level;
    if (all.reached == 0) break;
    state_.histogram.push_back(all.reached);
    ++state_.level;
    progress.level = state_.level;
    progress.states += all.reached;
    report();
    if (all.save) Save(options);
  }
  report();
  state_.missing = HugeBytes();
  state_.fresh = HugeBytes();
  if (disk_ != nullptr) disk_->BeginJoining();
  histogram_ = state_.histogram;
  return absl::OkStatus();
}

}  // namespace tilebase::retrograde
