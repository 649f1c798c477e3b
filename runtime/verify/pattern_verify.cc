// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/verify/pattern_verify.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tables/plan.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

constexpr uint64_t kChunk = 1 << 14;  // placements a thread takes at a time
constexpr int kMaxThreads = 256;
constexpr int kNobody = -1;

// Blanks: a word with a bit for each cell.
template <typename Blanks>
class PatternVerifier {
 public:
  PatternVerifier(const TableInfo& info, const uint8_t* excesses)
      : info_(info),
        excesses_(excesses),
        width_(info.subproblem.geometry.width),
        cells_(info.subproblem.geometry.width * info.subproblem.geometry.height) {
    for (int tile = 1; tile < cells_; ++tile)
      if (info.subproblem.goal >> (tile - 1) & 1) tiles_.push_back(tile);
    entries_ = 1;
    for (size_t i = 0; i < tiles_.size(); ++i) entries_ *= static_cast<uint64_t>(cells_) - i;
  }

  absl::Status Run(const VerifyOptions& options) {
    for (std::unique_ptr<std::atomic<Blanks>[]>* words : {&seen_, &now_, &next_}) {
      words->reset(new (std::nothrow) std::atomic<Blanks>[entries_]);
      if (*words == nullptr)
        return absl::ResourceExhaustedError(
            absl::StrCat("verifying the pattern ", ToString(info_.subproblem), " needs ",
                         3 * sizeof(Blanks) * entries_, " bytes of memory"));
    }
    ForEachChunk(options, [&](uint64_t begin, uint64_t end) {
      for (uint64_t rank = begin; rank < end; ++rank) {
        seen_[rank].store(0, std::memory_order_relaxed);
        now_[rank].store(0, std::memory_order_relaxed);
        next_[rank].store(0, std::memory_order_relaxed);
      }
    });
    std::vector<int> home;
    for (int tile : tiles_) home.push_back(tile - 1);
    now_[Rank(home)] = static_cast<Blanks>(Blanks{1} << (cells_ - 1));
    uint64_t found = 0;
    for (level_ = 0; moved_; ++level_) {
      moved_ = false;
      found_ = 0;
      ForEachChunk(options, [&](uint64_t begin, uint64_t end) { Search(begin, end); });
      if (!wrong_.empty()) return Error(wrong_);
      const size_t level = static_cast<size_t>(level_);
      const uint64_t expected = level < info_.histogram.size() ? info_.histogram[level] : 0;
      if (found_ != expected)
        return Error(absl::StrCat("the header counts ", expected, " entries of value ", level_,
                                  ", there are ", found_.load()));
      found += found_;
      if (options.progress) options.progress(2 * found);
      std::swap(now_, next_);
    }
    if (found != entries_)
      return Error(absl::StrCat(entries_ - found, " placements are never met"));
    return absl::OkStatus();
  }

 private:
  absl::Status Error(const std::string& what) const {
    return absl::DataLossError(absl::StrCat("pattern ", ToString(info_.subproblem), ": ", what));
  }

  template <typename Work>
  void ForEachChunk(const VerifyOptions& options, Work work) const {
    std::atomic<uint64_t> next{0};
    const uint64_t wanted = static_cast<uint64_t>(std::clamp(options.threads, 1, kMaxThreads));
    ParallelFor(std::min(wanted, entries_ / kChunk + 1), [&](size_t) {
      for (uint64_t begin; (begin = next.fetch_add(kChunk)) < entries_;)
        work(begin, std::min(begin + kChunk, entries_));
    });
  }

  // The digits of docs/format.md: of each tile its cell, less the tiles before it on lower cells.
  uint64_t Rank(const std::vector<int>& placement) const {
    uint64_t rank = 0;
    for (size_t i = 0; i < placement.size(); ++i) {
      int digit = placement[i];
      for (size_t before = 0; before < i; ++before) digit -= placement[before] < placement[i];
      rank = rank * (static_cast<uint64_t>(cells_) - i) + static_cast<uint64_t>(digit);
    }
    return rank;
  }

  void At(uint64_t rank, std::vector<int>* placement) const {
    for (size_t i = tiles_.size(); i-- > 0;) {
      const uint64_t values = static_cast<uint64_t>(cells_) - i;
      (*placement)[i] = static_cast<int>(rank % values);
      rank /= values;
    }
    // From digits to cells: each earlier tile on a lower cell, or this one, moves a tile one up.
    int lower[kMaxCells];  // the cells of earlier tiles, ascending
    for (size_t i = 0; i < tiles_.size(); ++i) {
      int& cell = (*placement)[i];
      size_t before = 0;
      for (; before < i && lower[before] <= cell; ++before) ++cell;
      std::copy_backward(lower + before, lower + i, lower + i + 1);
      lower[before] = cell;
    }
  }

  // Everything that this level adds to the placements begin .. end-1.
  void Search(uint64_t begin, uint64_t end) {
    std::vector<int> placement(tiles_.size());
    std::vector<int> tile_at(static_cast<size_t>(cells_));
    for (uint64_t rank = begin; rank < end; ++rank) {
      const Blanks reached = now_[rank].load(std::memory_order_relaxed);
      if (reached == 0) continue;
      now_[rank].store(0, std::memory_order_relaxed);
      At(rank, &placement);
      std::fill(tile_at.begin(), tile_at.end(), kNobody);
      for (size_t i = 0; i < placement.size(); ++i)
        tile_at[static_cast<size_t>(placement[i])] = static_cast<int>(i);
      if (seen_[rank].load(std::memory_order_relaxed) == 0) Compare(rank, placement);
      for (int cell = 0; cell < cells_; ++cell)
        if (reached >> cell & 1) Spread(rank, cell, &placement, tile_at);
    }
  }

  // The blank gets to `cell`, and from there wherever no tile of the pattern has to move; next to
  // a tile, the tile may.
  void Spread(uint64_t rank, int cell, std::vector<int>* placement,
              const std::vector<int>& tile_at) {
    const Blanks bit = static_cast<Blanks>(Blanks{1} << cell);
    const Blanks seen = seen_[rank].load(std::memory_order_relaxed);
    if (seen & bit) return;
    seen_[rank].store(static_cast<Blanks>(seen | bit), std::memory_order_relaxed);
    for (int other = 0; other < cells_; ++other) {
      if (std::abs(cell / width_ - other / width_) + std::abs(cell % width_ - other % width_) != 1)
        continue;
      const int tile = tile_at[static_cast<size_t>(other)];
      if (tile == kNobody) {
        Spread(rank, other, placement, tile_at);
        continue;
      }
      (*placement)[static_cast<size_t>(tile)] = cell;
      const uint64_t neighbour = Rank(*placement);
      (*placement)[static_cast<size_t>(tile)] = other;
      next_[neighbour].fetch_or(static_cast<Blanks>(Blanks{1} << other), std::memory_order_relaxed);
      moved_ = true;
    }
  }

  // A placement is met for the first time.
  void Compare(uint64_t rank, const std::vector<int>& placement) {
    ++found_;
    int value = 2 * (excesses_[rank / 2] >> (rank % 2 * 4) & 15);
    for (size_t i = 0; i < placement.size(); ++i) {
      const int home = tiles_[i] - 1;
      value += std::abs(placement[i] / width_ - home / width_) +
               std::abs(placement[i] % width_ - home % width_);
    }
    if (value == level_) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!wrong_.empty() && rank >= wrong_rank_) return;
    wrong_rank_ = rank;
    wrong_ = absl::StrCat("rank ", rank, " (");
    for (size_t i = 0; i < placement.size(); ++i)
      absl::StrAppend(&wrong_, i == 0 ? "" : ", ", "tile ", tiles_[i], " on cell ", placement[i]);
    absl::StrAppend(&wrong_, "): expected value ", level_, ", found ", value);
  }

  const TableInfo& info_;
  const uint8_t* const excesses_;
  const int width_;
  const int cells_;
  std::vector<int> tiles_;
  uint64_t entries_ = 0;
  int level_ = 0;
  std::atomic<bool> moved_{true};
  std::atomic<uint64_t> found_{0};
  std::unique_ptr<std::atomic<Blanks>[]> seen_, now_, next_;
  std::mutex mutex_;
  uint64_t wrong_rank_ = 0;
  std::string wrong_;
};

}  // namespace

absl::Status VerifyPatternTable(const TableInfo& info, const uint8_t* excesses,
                                const VerifyOptions& options) {
  const int cells = info.subproblem.geometry.cells();
  if (cells <= 16) return PatternVerifier<uint16_t>(info, excesses).Run(options);
  if (cells <= 32) return PatternVerifier<uint32_t>(info, excesses).Run(options);
  return PatternVerifier<uint64_t>(info, excesses).Run(options);
}

}  // namespace tilebase
