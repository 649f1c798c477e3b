// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The kernel for one tile with a symbol of its own among tiles that share one.
//
// A row of states has its blanks in common; its states are the tile's cells, bits of a mask over
// the cells of the board. A move of the blanks leads from all states of a row to those of one other
// row: the tile stays, or, where it is on a run, slides one cell. So a level asks of every row with
// states left and of every move: which of the states left get to the row's neighbour's states of
// the level before? Every row writes its own states alone, so threads do not meet.

#include <atomic>

#include "generator/words/word_kernel.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

constexpr uint64_t kChunkRows = 64;  // rows that a thread takes at a time

// A set of cells.
template <int kWords>
struct Cells {
  uint64_t word[kWords] = {};

  void Set(int cell) { word[cell >> 6] |= uint64_t{1} << (cell & 63); }
  void Clear(int cell) { word[cell >> 6] &= ~(uint64_t{1} << (cell & 63)); }
  bool Has(int cell) const { return (word[cell >> 6] >> (cell & 63) & 1) != 0; }
  bool empty() const {
    uint64_t any = 0;
    for (const uint64_t each : word) any |= each;
    return any == 0;
  }
  template <typename Use>
  void ForEach(Use use) const {
    for (int i = 0; i < kWords; ++i)
      for (uint64_t rest = word[i]; rest != 0; rest &= rest - 1)
        use(64 * i + __builtin_ctzll(rest));
  }
  friend Cells operator&(const Cells& a, const Cells& b) {
    Cells c;
    for (int i = 0; i < kWords; ++i) c.word[i] = a.word[i] & b.word[i];
    return c;
  }
  friend Cells operator|(const Cells& a, const Cells& b) {
    Cells c;
    for (int i = 0; i < kWords; ++i) c.word[i] = a.word[i] | b.word[i];
    return c;
  }
  // a without b.
  friend Cells operator-(const Cells& a, const Cells& b) {
    Cells c;
    for (int i = 0; i < kWords; ++i) c.word[i] = a.word[i] & ~b.word[i];
    return c;
  }
  // All cells higher by `by`, less than 64 times kWords; or lower.
  Cells Up(int by) const {
    Cells c;
    const int words = by >> 6, bits = by & 63;
    for (int i = kWords - 1; i >= words; --i) {
      c.word[i] = word[i - words] << bits;
      if (bits != 0 && i > words) c.word[i] |= word[i - words - 1] >> (64 - bits);
    }
    return c;
  }
  Cells Down(int by) const {
    Cells c;
    const int words = by >> 6, bits = by & 63;
    for (int i = 0; i + words < kWords; ++i) {
      c.word[i] = word[i + words] >> bits;
      if (bits != 0 && i + words + 1 < kWords) c.word[i] |= word[i + words + 1] << (64 - bits);
    }
    return c;
  }
};

template <int kWords>
class LoneTileKernel : public WordSearch {
 public:
  LoneTileKernel(const WordProblem& problem, const WordRanking& ranking,
                 const WordSolveOptions& options)
      : WordSearch(problem, ranking, options) {}

 private:
  using Mask = Cells<kWords>;

  // A run's cells but the first and but the last: where tiles come from, and where they go.
  struct Path {
    Mask from, to;
  };

  // The positions (word_ranking.h) of a row's cells.
  struct Row {
    uint16_t blanks[kMaxWordBlanks];
    int count = 0;
    uint64_t base = 0;

    // `open`: an open cell without a blank.
    uint64_t StateOf(int open) const {
      int below = 0;
      for (int i = 0; i < count; ++i) below += blanks[i] < open;
      return base + static_cast<uint64_t>(open - below);
    }
  };

  bool Prepare() override {
    const uint64_t rows = ranking_.rows();
    const uint64_t bytes = rows * sizeof(Mask);
    if (!left_.Allocate(bytes) || !front_[0].Allocate(bytes) || !front_[1].Allocate(bytes))
      return false;
    if (has_policy() && !tiles_.Allocate(2 * ranking_.size())) return false;
    open_of_.assign(static_cast<size_t>(problem_.cells()), 0);
    Mask all;
    for (size_t i = 0; i < problem_.open.size(); ++i) {
      open_of_[problem_.open[i]] = static_cast<uint16_t>(i);
      all.Set(problem_.open[i]);
    }
    longest_ = moves_.has_lines() ? std::max(problem_.width, problem_.height) : 2;
    paths_.resize(problem_.open.size() * 4 * static_cast<size_t>(longest_));
    for (size_t open = 0; open < problem_.open.size(); ++open)
      for (int direction = 0; direction < 4; ++direction) {
        Path path;
        int at = static_cast<int>(open);
        for (int length = 1; length < longest_; ++length) {
          path.to.Set(problem_.open[static_cast<size_t>(at)]);
          at = moves_.Next(at, direction);
          if (at < 0) break;
          path.from.Set(problem_.open[static_cast<size_t>(at)]);
          paths_[PathAt(open, direction, length)] = path;
        }
      }
    ForEachRow([&](uint64_t row) {
      Mask mask = all;
      const Row place = RowAt(row);
      for (int i = 0; i < place.count; ++i) mask.Clear(problem_.open[place.blanks[i]]);
      left(row) = mask;
    });
    return true;
  }

  uint64_t Expand(int level) override {
    now_ ^= 1;
    std::atomic<uint64_t> found{0};
    ForEachRow([&](uint64_t row) {
      next(row) = Mask();
      const Mask wanted = left(row);
      if (wanted.empty()) return;
      const uint64_t here = has_policy() ? PullBest(row, wanted, level) : Pull(row, wanted, level);
      if (here != 0) found.fetch_add(here, std::memory_order_relaxed);
    });
    return found;
  }

  // Of the states of the row whose blanks this move leads to, the tile's cells before it.
  Mask Before(const WordMove& move, const Mask& after) const {
    Mask sliding, before;
    for (int i = 0; i < move.runs; ++i) {
      const WordRun& run = move.run[i];
      const Path& path = paths_[PathAt(run.from, run.direction, run.length)];
      const Mask slid = after & path.to;
      before = before | (run.direction == 0   ? slid.Down(1)
                         : run.direction == 1 ? slid.Up(1)
                         : run.direction == 2 ? slid.Down(problem_.width)
                                              : slid.Up(problem_.width));
      sliding = sliding | path.to;
    }
    // Where blanks go no tile was on the way: those cells are not in `after`.
    return before | (after - sliding);
  }

  uint64_t Pull(uint64_t row, const Mask& wanted, int level) {
    const Row place = RowAt(row);
    Mask found;
    uint16_t after[kMaxWordBlanks];
    moves_.ForEach(place.blanks, [&](const WordMove& move) {
      moves_.BlanksAfter(move, place.blanks, after);
      const Mask& front = last(ranking_.RowOf(after));
      if (!front.empty()) found = found | Before(move, front);
    });
    return Take(row, place, found & wanted, level);
  }

  uint64_t PullBest(uint64_t row, const Mask& wanted, int level) {
    struct Best {
      uint64_t code;
      uint32_t tiles;
    };
    Best best[64 * kWords];
    const uint16_t* const tiles = reinterpret_cast<const uint16_t*>(tiles_.data());
    const Row place = RowAt(row);
    Mask found;
    Row target = place;
    moves_.ForEach(place.blanks, [&](const WordMove& move) {
      moves_.BlanksAfter(move, place.blanks, target.blanks);
      const uint64_t other = ranking_.RowOf(target.blanks);
      const Mask& front = last(other);
      if (front.empty()) return;
      const Mask here = Before(move, front) & wanted;
      if (here.empty()) return;
      target.base = other * ranking_.slice();
      here.ForEach([&](int cell) {
        int after = cell;
        for (int i = 0; i < move.runs; ++i) {
          const WordRun& run = move.run[i];
          if (paths_[PathAt(run.from, run.direction, run.length)].from.Has(cell))
            after += run.direction == 0   ? 1
                     : run.direction == 1 ? -1
                     : run.direction == 2 ? problem_.width
                                          : -problem_.width;
        }
        const uint64_t state = target.StateOf(open_of_[static_cast<size_t>(after)]);
        const uint32_t sum = tiles[state] + static_cast<uint32_t>(move.tiles);
        Best& held = best[cell];
        if (found.Has(cell) && (sum > held.tiles || (sum == held.tiles && move.code >= held.code)))
          return;
        held = {move.code, sum};
        found.Set(cell);
      });
    });
    found.ForEach([&](int cell) {
      const uint64_t state = place.StateOf(open_of_[static_cast<size_t>(cell)]);
      SetBest(state, best[cell].code, best[cell].tiles);
    });
    return Take(row, place, found, level);
  }

  void SetBest(uint64_t state, uint64_t code, uint32_t tiles) {
    reinterpret_cast<uint16_t*>(tiles_.data())[state] =
        static_cast<uint16_t>(std::min<uint32_t>(tiles, UINT16_MAX));
    for (HugeBytes& plane : policy_) {
      plane[state] = static_cast<uint8_t>(code & 255);
      code >>= 8;
    }
  }

  uint64_t Take(uint64_t row, const Row& place, const Mask& found, int level) {
    uint64_t count = 0;
    found.ForEach([&](int cell) {
      const uint64_t state = place.StateOf(open_of_[static_cast<size_t>(cell)]);
      low_[state] = Low(level);
      if (level >= 255) high_[state] = High(level);
      ++count;
    });
    left(row) = left(row) - found;
    next(row) = next(row) | found;
    return count;
  }

  uint64_t AddGoals(int level) override {
    Mask cells;  // of goals that leave all else open
    bool others = false;
    for (const WordGoal& goal : problem_.goals) {
      if (goal.cost != static_cast<uint32_t>(level)) continue;
      const auto tile = std::find(goal.cell.begin(), goal.cell.end(), 1);
      if (tile == goal.cell.end() ||
          std::count(goal.cell.begin(), goal.cell.end(), WordGoal::kAny) + 1 !=
              static_cast<ptrdiff_t>(goal.cell.size()))
        others = true;
      else
        cells.Set(problem_.open[static_cast<size_t>(tile - goal.cell.begin())]);
    }
    std::atomic<uint64_t> found{0};
    if (!cells.empty())
      ForEachRow([&](uint64_t row) {
        const Row place = RowAt(row);
        cells.ForEach([&](int cell) {
          found.fetch_add(AddGoal(row, place, cell, level), std::memory_order_relaxed);
        });
      });
    if (others)
      ForEachGoal(level, [&](const Word& word) {
        const uint64_t row = ranking_.Rank(word.data()) / ranking_.slice();
        const size_t open =
            static_cast<size_t>(std::find(word.begin(), word.end(), 1) - word.begin());
        found += AddGoal(row, RowAt(row), problem_.open[open], level);
      });
    return found;
  }

  // Ends are best left as they are, whatever moves are as good.
  uint64_t AddGoal(uint64_t row, const Row& place, int cell, int level) {
    Mask one;
    one.Set(cell);
    const bool is_new = left(row).Has(cell);
    if (!is_new && !next(row).Has(cell)) return 0;
    if (has_policy()) SetBest(place.StateOf(open_of_[static_cast<size_t>(cell)]), 0, 0);
    return is_new ? Take(row, place, one, level) : 0;
  }

  absl::Status FinishPolicy(int) override { return absl::OkStatus(); }

  // All rows, on all threads.
  template <typename Use>
  void ForEachRow(Use use) {
    std::atomic<uint64_t> next_row{0};
    const uint64_t rows = ranking_.rows();
    ParallelFor(static_cast<size_t>(options_.threads), [&](size_t) {
      for (uint64_t begin; (begin = next_row.fetch_add(kChunkRows)) < rows && !cancelled();)
        for (uint64_t row = begin; row < std::min(rows, begin + kChunkRows); ++row) use(row);
    });
  }

  Row RowAt(uint64_t row) const {
    Row place;
    place.count = ranking_.blanks();
    place.base = row * ranking_.slice();
    ranking_.BlanksOf(row, place.blanks);
    return place;
  }
  size_t PathAt(size_t open, int direction, int length) const {
    return (4 * open + static_cast<size_t>(direction)) * static_cast<size_t>(longest_) +
           static_cast<size_t>(length);
  }
  Mask& left(uint64_t row) { return reinterpret_cast<Mask*>(left_.data())[row]; }
  Mask& next(uint64_t row) { return reinterpret_cast<Mask*>(front_[now_].data())[row]; }
  const Mask& last(uint64_t row) const {
    return reinterpret_cast<const Mask*>(front_[now_ ^ 1].data())[row];
  }

  int longest_ = 0;                // one more than the tiles of the longest run
  std::vector<Path> paths_;        // by open cell, direction and tiles
  std::vector<uint16_t> open_of_;  // by cell
  HugeBytes left_;                 // a Mask a row: states without a value
  HugeBytes front_[2];             // a Mask a row: states of the level, and of the one before
  int now_ = 0;
  HugeBytes tiles_;  // u16 a state: that slide from there to the goal
};

int MaskWords(const WordProblem& problem) {
  const int cells = problem.cells();
  return cells <= 64 ? 1 : cells <= 128 ? 2 : cells <= 256 ? 4 : 8;
}

}  // namespace

bool HasLoneTile(const WordRanking& ranking) {
  return ranking.classes() == 2 && ranking.ClassCount(1) == 1;
}

uint64_t LoneTileMemory(const WordProblem& problem, const WordRanking& ranking) {
  return ranking.rows() * 24 * static_cast<uint64_t>(MaskWords(problem));
}

std::unique_ptr<WordSearch> MakeLoneTileKernel(const WordProblem& problem,
                                               const WordRanking& ranking,
                                               const WordSolveOptions& options) {
  switch (MaskWords(problem)) {
    case 1:
      return std::make_unique<LoneTileKernel<1>>(problem, ranking, options);
    case 2:
      return std::make_unique<LoneTileKernel<2>>(problem, ranking, options);
    case 4:
      return std::make_unique<LoneTileKernel<4>>(problem, ranking, options);
    default:
      return std::make_unique<LoneTileKernel<8>>(problem, ranking, options);
  }
}

}  // namespace tilebase
