// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/search/slide_depths.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "tables/entry.h"
#include "tables/geometry.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

constexpr uint8_t kUnwalked = 0xff;
// Walks of a thread that alternate, so that they hide one another's waits for memory.
constexpr int kWalks = 16;
// States that a thread takes at a time to begin walks from.
constexpr uint64_t kSome = uint64_t{1} << 16;

// Goes through the states of a table in the order of their ranks (ranking.h, steps 1 to 4). Most
// requested states are close to the one before, so their digits are counted on: divisions would
// take as long as everything else.
class Counter {
 public:
  explicit Counter(const MoveTable& table) : table_(table), digits_(1 + table.tracked) {
    int cells = 0;
    for (int cell = 0; cell < table.table.subproblem.geometry.cells(); ++cell)
      if (table.free & CellBit(cell)) free_[cells++] = static_cast<uint8_t>(cell);
    // The first digit is the blank's. A tile's digit leaves out its cell and those before.
    radix_[0] = static_cast<uint64_t>(cells);
    for (int j = 1; j < digits_; ++j) radix_[j] = static_cast<uint64_t>(cells - j);
  }

  // Ranks must not fall from call to call.
  void GoTo(uint64_t rank) {
    uint64_t carry = rank - rank_;
    rank_ = rank;
    for (int j = digits_ - 1; carry > 0; --j) {
      digit_[j] += carry;
      carry = 0;
      if (digit_[j] < radix_[j]) break;
      carry = digit_[j] / radix_[j];
      digit_[j] %= radix_[j];
    }
  }

  // Stores the board, with zeros for tiles that the table does not track.
  void Store(Board* board) const {
    const Geometry geometry = table_.table.subproblem.geometry;
    board->geometry = geometry;
    std::fill_n(board->tile, geometry.cells(), uint8_t{0});
    // Turns each digit into a number that counts the cells of earlier tiles, too.
    uint8_t cell[1 + kMaxCells];
    std::copy_n(digit_, digits_, cell);
    for (int j = digits_ - 2; j >= 0; --j)
      for (int i = j + 1; i < digits_; ++i)
        cell[i] = static_cast<uint8_t>(cell[i] + (cell[i] >= cell[j]));
    board->blank = free_[cell[0]];
    for (int j = 1; j < digits_; ++j) board->tile[free_[cell[j]]] = table_.tile[j - 1];
  }

 private:
  const MoveTable& table_;
  const int digits_;
  uint64_t rank_ = 0;
  uint8_t free_[kMaxCells] = {};  // cells, ascending
  uint64_t radix_[1 + kMaxCells] = {};
  uint64_t digit_[1 + kMaxCells] = {};
};

// Data that the threads share. Two threads that reach a state at the same time find the same depth.
struct SharedDepths {
  const MoveTable& table;
  size_t longest;  // path
  std::vector<uint8_t> depths;
  std::atomic<uint64_t> next{0};
  std::atomic<bool> sound{true};

  std::atomic_ref<uint8_t> At(uint64_t rank) {
    return std::atomic_ref<uint8_t>(depths.data()[rank]);
  }
};

// Follows slides from a state to a state of known depth.
class DepthWalk {
 public:
  explicit DepthWalk(SharedDepths* shared) : shared_(shared) {}

  void Start(uint64_t rank, const Counter& state) {
    rank_ = rank;
    state.Store(&board_);
    Prefetch();
  }

  // Makes one slide; returns false at the end of the path.
  bool Step() {
    constexpr auto kRelaxed = std::memory_order_relaxed;
    uint8_t depth = shared_->At(rank_).load(kRelaxed);
    if (rank_ == shared_->table.goal_rank[board_.blank]) {
      depth = 0;
      shared_->At(rank_).store(depth, kRelaxed);
    }
    if (depth != kUnwalked) {
      for (; !way_.empty(); way_.pop_back()) shared_->At(way_.back()).store(++depth, kRelaxed);
      return false;
    }
    way_.push_back(rank_);
    const Slide slide =
        SlideOf(board_.geometry, board_.blank, GetSlideEntry(table().slides, rank_));
    bool sound = slide.length > 0 && way_.size() <= shared_->longest;
    for (int i = 0; i < slide.length && sound; ++i) {
      sound = (shared_->table.allowed[board_.blank] & ActionBit(slide.action)) != 0;
      if (!sound) break;
      rank_ += shared_->table.RankChange(board_.tile, board_.blank, slide.action);
      board_.Apply(slide.action);
    }
    if (!sound) {
      shared_->sound = false;
      return false;
    }
    Prefetch();
    return true;
  }

 private:
  const PolicyTable& table() const { return shared_->table.table; }
  void Prefetch() const {
    __builtin_prefetch(shared_->depths.data() + rank_);
    __builtin_prefetch(table().slides + rank_ / kSlidesPerByte);
  }

  SharedDepths* shared_;
  Board board_;
  uint64_t rank_ = 0;
  std::vector<uint64_t> way_;
};

void WalkAll(SharedDepths* shared) {
  std::vector<DepthWalk> walks(kWalks, DepthWalk(shared));
  uint64_t start = 0, end = 0;
  Counter state(shared->table);
  // Begins with the next state; returns false if there is none.
  const auto begin = [&](DepthWalk* walk) {
    while (true) {
      for (; start < end; ++start)
        if (shared->At(start).load(std::memory_order_relaxed) == kUnwalked) {
          state.GoTo(start);
          walk->Start(start++, state);
          return true;
        }
      start = shared->next.fetch_add(kSome);
      if (start >= shared->depths.size()) return false;
      end = std::min<uint64_t>(start + kSome, shared->depths.size());
    }
  };
  size_t walking = 0;
  while (walking < walks.size() && begin(&walks[walking])) ++walking;
  while (walking > 0 && shared->sound)
    for (size_t i = 0; i < walking; ++i)
      if (!walks[i].Step() && !begin(&walks[i])) {
        std::swap(walks[i], walks[walking - 1]);
        --walking;
        --i;
      }
}

}  // namespace

std::vector<uint8_t> SlideDepths(const MoveTable& table, const TableInfo& info,
                                 uint64_t most_entries, int threads) {
  if (info.reachable != info.entries || info.entries > most_entries ||
      info.max_depth() >= kUnwalked)
    return {};
  SharedDepths shared{.table = table,
                      .longest = static_cast<size_t>(info.max_depth()),
                      .depths = std::vector<uint8_t>(info.entries, kUnwalked)};
  ParallelFor(static_cast<size_t>(threads), [&](size_t) { WalkAll(&shared); });
  if (!shared.sound) return {};
  return std::move(shared.depths);
}

}  // namespace tilebase
