// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/solvers/pattern_search.h"

#include <string.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "absl/strings/str_cat.h"
#include "generator/crew.h"
#include "tables/pattern_ranking.h"
#include "tables/plan.h"
#include "tables/symmetry.h"
#include "tables/system/huge_bytes.h"

namespace tilebase {
namespace {

constexpr uint8_t kUnknown = 255;  // no value yet
constexpr int kMaxValue = 254;
// Placements whose flag says that a level reaches one of them: skipped as a whole otherwise.
constexpr int kFlagShift = 12;
// Neighbours that a thread has asked memory for before it looks at them.
constexpr unsigned kWindow = 64;

// Zeroed, in huge pages: a search looks all over it.
template <typename T>
class HugeArray {
 public:
  // False where there is no memory.
  bool Allocate(uint64_t size) {
    if (!bytes_.Allocate(size * sizeof(T))) return false;
    data_ = reinterpret_cast<T*>(bytes_.data());
    return true;
  }
  T* data() const { return data_; }

 private:
  HugeBytes bytes_;
  T* data_ = nullptr;
};

class PatternSolution : public Solution {
 public:
  explicit PatternSolution(const PatternRanking& ranking) : ranking_(ranking) {}

  void GetEntries(uint64_t begin, uint64_t end, SolvedEntry* out) const override {
    if (begin == end) return;
    const int last = ranking_.count() - 1;
    const int values = ranking_.values(last);
    const Geometry geometry = ranking_.geometry();
    uint8_t cell[kMaxCells] = {};
    for (uint64_t rank = begin; rank < end;) {
      ranking_.Unrank(rank, cell);
      CellMask free = geometry.all_cells();
      int distance = 0;
      for (int j = 0; j < last; ++j) {
        free &= ~CellBit(cell[j]);
        distance += geometry.Distance(cell[j], ranking_.tile(j) - 1);
      }
      for (uint64_t digit = rank % static_cast<uint64_t>(values); digit-- > 0;) free &= free - 1;
      for (; free != 0 && rank < end; free &= free - 1, ++rank) {
        const int all = distance + geometry.Distance(Lowest(free), ranking_.tile(last) - 1);
        *out++ = static_cast<SolvedEntry>((value_.data()[rank] - all) / 2);
      }
    }
  }

 private:
  template <typename Mask>
  friend class Search;
  const PatternRanking ranking_;
  HugeBytes value_;
};

// Mask holds a bit for each cell.
template <typename Mask>
class Search {
 public:
  Search(const Subproblem& pattern, PatternSolution* solution)
      : geometry_(pattern.geometry), ranking_(solution->ranking_), solution_(*solution) {
    all_ = static_cast<Mask>(geometry_.all_cells());
    CellMask first_column = 0;
    for (int row = 0; row < geometry_.height; ++row) first_column |= CellBit(row * geometry_.width);
    not_first_ = static_cast<Mask>(all_ & ~first_column);
    not_last_ = static_cast<Mask>(all_ & ~(first_column << (geometry_.width - 1)));
    count_ = ranking_.count();
    none_ = static_cast<uint8_t>(count_);
    for (int j = 0; j < count_; ++j) {
      weight_[j] = ranking_.weight(j);
      down_[j] = weight_[j] * geometry_.width;
      for (int t = 0; t < count_; ++t)
        pass_[j][t] = t < j ? ranking_.weight(j) : uint64_t{0} - ranking_.weight(t);
    }
  }

  absl::Status Run(const SolveOptions& options) {
    const uint64_t size = ranking_.size();
    const uint64_t flags = (size >> kFlagShift) + 1;
    if (!visited_.Allocate(size) || !reached_[0].Allocate(size) || !reached_[1].Allocate(size) ||
        !active_[0].Allocate(flags) || !active_[1].Allocate(flags) ||
        !solution_.value_.Allocate(size))
      return absl::ResourceExhaustedError(
          absl::StrCat("the search of pattern {", TilesToString(TileMask()), "} needs ",
                       size * (3 * sizeof(Mask) + 1), " bytes of memory"));
    Crew crew(std::max(1, options.threads));
    crew.Run([&](int thread) {
      const uint64_t begin =
          size / static_cast<uint64_t>(crew.size()) * static_cast<uint64_t>(thread);
      const uint64_t end = thread + 1 == crew.size() ? size
                                                     : size / static_cast<uint64_t>(crew.size()) *
                                                           (static_cast<uint64_t>(thread) + 1);
      memset(solution_.value_.data() + begin, kUnknown, end - begin);
    });
    uint8_t home[kMaxCells] = {};
    for (int j = 0; j < ranking_.count(); ++j) home[j] = static_cast<uint8_t>(ranking_.tile(j) - 1);
    const uint64_t goal = ranking_.Rank(home);
    reached_[0].data()[goal] = static_cast<Mask>(CellBit(geometry_.blank_home()));
    active_[0].data()[goal >> kFlagShift] = 1;

    SolveProgress progress{0, 0, size};
    std::vector<uint64_t>& histogram = solution_.histogram_;
    bool more = true;
    for (int level = 0; more; ++level) {
      if (options.cancel != nullptr && *options.cancel) return absl::CancelledError("cancelled");
      if (level > kMaxValue)
        return absl::UnimplementedError(absl::StrCat("a placement of {", TilesToString(TileMask()),
                                                     "} needs more than ", kMaxValue,
                                                     " moves, which a pattern table cannot hold"));
      std::atomic<uint64_t> next{0}, found{0};
      std::atomic<bool> pushed{false};
      crew.Run([&](int) {
        Level work{*this, reached_[level % 2].data(), reached_[1 - level % 2].data(),
                   active_[1 - level % 2].data(), static_cast<uint8_t>(level)};
        uint8_t* const active = active_[level % 2].data();
        for (uint64_t flag; (flag = next.fetch_add(1, std::memory_order_relaxed)) < flags;) {
          if (active[flag] == 0) continue;
          active[flag] = 0;
          work.Chunk(flag << kFlagShift, std::min(size, (flag + 1) << kFlagShift));
        }
        work.Finish();
        found += work.found;
        if (work.pushed) pushed = true;
      });
      more = pushed;
      histogram.push_back(found);
      progress.level = level;
      progress.states += found;
      if (options.progress) options.progress(progress);
    }
    while (histogram.size() > 1 && histogram.back() == 0) histogram.pop_back();
    return absl::OkStatus();
  }

 private:
  static constexpr size_t kListBytes = 8 * sizeof(Mask);  // a byte a cell

  // What one thread does in one level.
  struct Level {
    const Search& search;
    Mask* const here;
    Mask* const there;
    uint8_t* const there_active;
    const uint8_t level;
    uint64_t found = 0;
    bool pushed = false;

    struct Pending {
      uint64_t rank;
      Mask bit;
    };
    Pending pending[kWindow] = {};
    unsigned asked = 0;
    unsigned looked = 0;

    // The placement at hand, tile by tile: the first rank that has the same cells up to tile j, the
    // cells left for tile j in ascending order and as a mask, and its cell.
    uint64_t base[kMaxCells] = {};
    uint8_t left[kMaxCells][2 * kMaxCells] = {};  // a copy of kMaxCells may begin anywhere
    Mask free[kMaxCells] = {};
    uint8_t cell[kMaxCells] = {};
    uint8_t label[kMaxCells] =
        {};  // by cell: number of the tile there, or how many tiles there are

    void Chunk(uint64_t begin, uint64_t end) {
      Place(begin, 0);
      for (uint64_t rank = begin; rank < end; ++rank) {
        const Mask reached = here[rank];
        if (reached == 0) continue;
        here[rank] = 0;
        MoveTo(rank);
        Visit(rank, reached);
      }
    }

    // Ranks are visited in ascending order, so the first tiles seldom move.
    void MoveTo(uint64_t rank) {
      int j = search.count_ - 1;
      while (j > 0 && rank - base[j - 1] >= search.weight_[j - 1]) --j;
      for (int t = j; t < search.count_; ++t) label[cell[t]] = search.none_;
      Place(rank, j);
    }

    // Places the tiles from number j on; those before are where they have to be.
    void Place(uint64_t rank, int j) {
      if (j == 0) {
        memset(label, search.none_, sizeof label);
        for (int c = 0; c < kMaxCells; ++c) left[0][c] = static_cast<uint8_t>(c);
        free[0] = search.all_;
      }
      uint64_t start = j == 0 ? 0 : base[j - 1];
      for (;; ++j) {
        const uint64_t digit = (rank - start) / search.weight_[j];
        base[j] = start += digit * search.weight_[j];
        cell[j] = left[j][digit];
        label[cell[j]] = static_cast<uint8_t>(j);
        if (j + 1 == search.count_) break;
        free[j + 1] = static_cast<Mask>(free[j] & ~CellBit(cell[j]));
        memcpy(left[j + 1], left[j], kListBytes);
        memcpy(left[j + 1] + digit, left[j] + digit + 1, kListBytes);
      }
    }

    void Visit(uint64_t rank, Mask reached) {
      Mask& visited = search.visited_.data()[rank];
      const Mask old = __atomic_load_n(&visited, __ATOMIC_RELAXED);
      Mask region = static_cast<Mask>(reached & ~old);
      if (region == 0) return;
      const int last = search.count_ - 1;
      const Mask open = static_cast<Mask>(free[last] & ~CellBit(cell[last]));
      const int width = search.geometry_.width;
      while (true) {
        const Mask wider =
            static_cast<Mask>(region | (open & (((region & search.not_last_) << 1) |
                                                ((region & search.not_first_) >> 1) |
                                                (region << width) | (region >> width))));
        if (wider == region) break;
        region = wider;
      }
      __atomic_store_n(&visited, static_cast<Mask>(old | region), __ATOMIC_RELAXED);
      uint8_t& value = search.solution_.value_.data()[rank];
      found += value == kUnknown;
      value = std::min(value, level);
      // The cells whose right, left, lower, upper neighbour is in the region: tiles on them go
      // there.
      const Mask tiles = static_cast<Mask>(search.all_ & ~open);
      for (Mask from = tiles & ((region & search.not_first_) >> 1); from != 0; from &= from - 1)
        Ask(rank + search.weight_[label[Lowest(from)]], from);
      for (Mask from = tiles & ((region & search.not_last_) << 1); from != 0; from &= from - 1)
        Ask(rank - search.weight_[label[Lowest(from)]], from);
      for (Mask from = tiles & (region >> width); from != 0; from &= from - 1)
        Ask(rank + Passing(label[Lowest(from)], Lowest(from)), from);
      for (Mask from = tiles & (region << width); from != 0; from &= from - 1)
        Ask(rank - Passing(label[Lowest(from)], Lowest(from) - width), from);
    }

    // What the rank gains when tile j goes down from `upper`, or loses on the way back.
    uint64_t Passing(int j, int upper) const {
      uint64_t change = search.down_[j];
      for (int c = upper + 1; c < upper + search.geometry_.width; ++c)
        change -= search.pass_[j][label[c]];
      return change;
    }

    // The lowest bit of `from` is the cell that the blank is on in the placement `rank`.
    void Ask(uint64_t rank, Mask from) {
      const Mask bit = from & (~from + 1);
      __builtin_prefetch(&search.visited_.data()[rank]);
      if (asked - looked == kWindow) Look();
      pending[asked++ % kWindow] = {rank, bit};
    }

    void Look() {
      const Pending& next = pending[looked++ % kWindow];
      if (__atomic_load_n(&search.visited_.data()[next.rank], __ATOMIC_RELAXED) & next.bit) return;
      __atomic_fetch_or(&there[next.rank], next.bit, __ATOMIC_RELAXED);
      __atomic_store_n(&there_active[next.rank >> kFlagShift], uint8_t{1}, __ATOMIC_RELAXED);
      pushed = true;
    }

    void Finish() {
      while (looked != asked) Look();
    }
  };

  CellMask TileMask() const {
    CellMask tiles = 0;
    for (int j = 0; j < ranking_.count(); ++j) tiles |= TileBit(ranking_.tile(j));
    return tiles;
  }

  const Geometry geometry_;
  const PatternRanking& ranking_;
  PatternSolution& solution_;
  Mask all_ = 0, not_first_ = 0, not_last_ = 0;
  int count_ = 0;
  uint8_t none_ = 0;  // the label of cells without a tile
  uint64_t weight_[kMaxCells] = {};
  uint64_t down_[kMaxCells] = {};  // what the rank gains when tile j goes down past other tiles
  // pass_[j][t]: how much less that is for passing tile t (modulo 2^64).
  uint64_t pass_[kMaxCells][kMaxCells + 1] = {};
  HugeArray<Mask> visited_;
  HugeArray<Mask> reached_[2];
  HugeArray<uint8_t> active_[2];
};

}  // namespace

uint64_t PatternSolver::MemoryNeeded(const Subproblem& pattern, int) const {
  const int cells = pattern.geometry.cells();
  const uint64_t mask_bytes = cells <= 16 ? 2 : cells <= 32 ? 4 : 8;
  const uint64_t entries = PatternEntryCount(pattern.geometry, pattern.goal);
  return entries > UINT64_MAX / 32 ? 0 : entries * (3 * mask_bytes + 1);
}

absl::StatusOr<std::unique_ptr<Solution>> PatternSolver::Solve(const Subproblem& pattern,
                                                               const SolveOptions& options) const {
  auto solution = std::make_unique<PatternSolution>(PatternRanking(pattern.geometry, pattern.goal));
  const int cells = pattern.geometry.cells();
  absl::Status status = cells <= 16   ? Search<uint16_t>(pattern, solution.get()).Run(options)
                        : cells <= 32 ? Search<uint32_t>(pattern, solution.get()).Run(options)
                                      : Search<uint64_t>(pattern, solution.get()).Run(options);
  if (!status.ok()) return status;
  return solution;
}

}  // namespace tilebase
