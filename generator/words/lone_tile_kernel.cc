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
  // All cells higher by `by`, at least 1; or lower.
  Cells Up(int by) const {
    Cells c;
    if (by < 64) {
      for (int i = 0; i < kWords; ++i)
        c.word[i] = word[i] << by | (i > 0 ? word[i - 1] >> (64 - by) : 0);
    } else {
      ForEach([&](int cell) {
        if (cell + by < 64 * kWords) c.Set(cell + by);
      });
    }
    return c;
  }
  Cells Down(int by) const {
    Cells c;
    if (by < 64) {
      for (int i = 0; i < kWords; ++i)
        c.word[i] = word[i] >> by | (i + 1 < kWords ? word[i + 1] << (64 - by) : 0);
    } else {
      ForEach([&](int cell) {
        if (cell >= by) c.Set(cell - by);
      });
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
    if (has_policy() && !tiles_.Allocate(rows * 2 * static_cast<uint64_t>(problem_.cells())))
      return false;
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

  // The tile's cells before this move, given those in the row that it leads to.
  Mask Before(const WordMove& move, const Mask& after) const {
    Mask to[4];  // by the blank's direction; without a branch, which would be a guess
    for (int i = 0; i < move.runs; ++i) {
      const WordRun& run = move.run[i];
      to[run.direction] =
          to[run.direction] | paths_[PathAt(run.from, run.direction, run.length)].to;
    }
    // A blank's new cell is in no mask of `after`.
    return (after - (to[0] | to[1] | to[2] | to[3])) | (after & to[0]).Down(1) |
           (after & to[1]).Up(1) | (after & to[2]).Down(problem_.width) |
           (after & to[3]).Up(problem_.width);
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
    const int steps[] = {1, -1, problem_.width, -problem_.width};  // of a tile, by direction
    const Row place = RowAt(row);
    Mask found;
    uint16_t after[kMaxWordBlanks];
    moves_.ForEach(place.blanks, [&](const WordMove& move) {
      moves_.BlanksAfter(move, place.blanks, after);
      const uint64_t other = ranking_.RowOf(after);
      const Mask& front = last(other);
      if (front.empty()) return;
      Mask here = Before(move, front) & wanted;
      if (here.empty()) return;
      // The tile goes from `cell` to `cell + step`.
      const auto consider = [&](const Mask& cells, int step) {
        const uint16_t* const tiles = Tiles(other) + step;
        cells.ForEach([&](int cell) {
          const uint32_t sum = tiles[cell] + static_cast<uint32_t>(move.tiles);
          Best& held = best[cell];
          if (found.Has(cell) &&
              (sum > held.tiles || (sum == held.tiles && move.code >= held.code)))
            return;
          held = {move.code, sum};
          found.Set(cell);
        });
      };
      for (int i = 0; i < move.runs; ++i) {
        const WordRun& run = move.run[i];
        const Mask& from = paths_[PathAt(run.from, run.direction, run.length)].from;
        consider(here & from, steps[run.direction]);
        here = here - from;
      }
      consider(here, 0);
    });
    found.ForEach([&](int cell) { SetBest(row, place, cell, best[cell].code, best[cell].tiles); });
    return Take(row, place, found, level);
  }

  void SetBest(uint64_t row, const Row& place, int cell, uint64_t code, uint32_t tiles) {
    Tiles(row)[cell] = static_cast<uint16_t>(std::min<uint32_t>(tiles, UINT16_MAX));
    const uint64_t state = place.StateOf(open_of_[static_cast<size_t>(cell)]);
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
    if (has_policy()) SetBest(row, place, cell, 0, 0);
    return is_new ? Take(row, place, one, level) : 0;
  }

  // A level reads the front of the level before, and writes all of the other.
  std::vector<HugeBytes*> Arrays() override {
    std::vector<HugeBytes*> arrays = WordSearch::Arrays();
    for (HugeBytes* array : {&left_, &front_[now_], &tiles_}) arrays.push_back(array);
    return arrays;
  }

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
  uint16_t* Tiles(uint64_t row) {
    return reinterpret_cast<uint16_t*>(tiles_.data()) +
           row * static_cast<uint64_t>(problem_.cells());
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
  HugeBytes tiles_;  // u16 a cell a row: tiles that slide from there to the goal
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
  const uint64_t tiles =
      problem.metric == WordMetric::kStm ? 0 : 2 * static_cast<uint64_t>(problem.cells());
  return ranking.rows() * (24 * static_cast<uint64_t>(MaskWords(problem)) + tiles);
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
