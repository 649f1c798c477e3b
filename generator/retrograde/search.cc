// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The levels of a retrograde search. Threads take chunks of rows. A chunk is written by one thread,
// and reads planes that nobody writes in that level, so their order does not matter. What other
// parts must know goes out as it is found; what they found comes in between chunks.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <vector>

#include "generator/crew.h"
#include "generator/retrograde/solution.h"
#include "tables/system/clock.h"

namespace tilebase::retrograde {
namespace {

// Rows that a thread takes at a time, and the least that are worth a thread of their own.
constexpr uint64_t kRowsOfChunk = 512;
constexpr uint64_t kRowsOfThread = 65536;
constexpr std::chrono::milliseconds kProgressInterval{200};

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

}  // namespace

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
    return Unpack(message, layout_, moves_, plane((level + 1) % 3), fresh(level + 1));
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

absl::StatusOr<Expanded> RetrogradeSolution::Step(const Chunk& chunk, const ExpandArgs& args,
                                                  int level) {
  const auto expand = metric_ == Metric::kMtm ? kernels_->expand_lines : kernels_->expand;
  if (disk_ == nullptr) return expand(args);
  const DiskPlanes::Run run = {chunk.slice, chunk.begin / disk_->run_length()};
  bool next_to_fresh = false;
  for (const DiskPlanes::Run& neighbour : disk_->Neighbours(run))
    next_to_fresh |= fresh_runs_[level % 2][IndexOf(neighbour)] != 0;
  Expanded expanded;
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
        const absl::StatusOr<Expanded> step = Step(chunk, args, level);
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

}  // namespace tilebase::retrograde
