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
//
// A move is made of parts: what each blank does. The parts of a row's blanks are found once a
// level, and moves are the combinations in which no two runs share a cell.

#include <atomic>

#include "generator/words/word_kernel.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

constexpr uint64_t kChunkRows = 64;  // rows that a thread takes at a time
constexpr size_t kMaxTogether = 32;  // moves whose memory is read together

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
  // Requires !empty().
  int First() const {
    int i = 0;
    while (word[i] == 0) ++i;
    return 64 * i + __builtin_ctzll(word[i]);
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
      : WordSearch(problem, ranking, options), runs_(OneRun(problem)) {}

 private:
  using Mask = Cells<kWords>;

  // A run's cells but the first and but the last: where tiles come from, and where they go.
  struct Path {
    Mask from, to;
  };

  // A blank's part of a move: it makes a run, or stays.
  struct Part {
    Path path;
    uint16_t blank = 0;  // its open cell after that
    uint8_t direction = 0;
    uint32_t tiles = 0;
    uint64_t code = 0;  // what the run adds to the code of a move in which all blanks stay
  };

  // The parts that each blank of a row can have; the first is to stay. Scratch memory of a thread.
  using Parts = std::vector<Part>[kMaxWordBlanks];

  // States of a row from which one move leads to a state of the level before.
  struct Candidates {
    Mask cells;
    const uint16_t* tiles;  // after the move, by the cell before it
    uint32_t slide;
    uint64_t code;
  };

  // What all blanks but one do.
  struct Others {
    uint16_t blanks[kMaxWordBlanks];  // their open cells after that, ascending
    int count = 0;
    int runs = 0;
    Mask from;      // of all runs
    Mask to;        // of all runs
    Mask to_of[4];  // of the runs in each direction
    uint32_t tiles = 0;
    uint64_t code = 0;

    void Add(const Part& part) {
      int place = count++;
      for (; place > 0 && blanks[place - 1] > part.blank; --place)
        blanks[place] = blanks[place - 1];
      blanks[place] = part.blank;
      runs += part.tiles != 0;
      from = from | part.path.from;
      to = to | part.path.to;
      to_of[part.direction] = to_of[part.direction] | part.path.to;
      tiles += part.tiles;
      code += part.code;
    }
  };

  // A move of a row's blanks.
  struct Move {
    const Others* others;
    const Part* last;  // what the last blank does
    uint64_t row;      // of the blanks after the move
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

  // The problem in which a move is one run.
  static WordProblem OneRun(WordProblem problem) {
    if (problem.metric == WordMetric::kSteps) problem.metric = WordMetric::kStm;
    if (problem.metric == WordMetric::kLineSteps) problem.metric = WordMetric::kMtm;
    return problem;
  }

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
    ForEachRow([&](uint64_t row, Parts&) {
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
    ForEachRow([&](uint64_t row, Parts& parts) {
      next(row) = Mask();
      const Mask wanted = left(row);
      if (wanted.empty()) return;
      const uint64_t here =
          has_policy() ? PullBest(row, wanted, level, parts) : Pull(row, wanted, level, parts);
      if (here != 0) found.fetch_add(here, std::memory_order_relaxed);
    });
    return found;
  }

  // Calls visit(move) for each move of a row's blanks.
  template <typename Visit>
  void ForEachMove(const Row& place, Parts& parts, Visit visit) const {
    uint64_t stay = 0;
    for (int i = place.count; i-- > 0;) {
      stay = stay * static_cast<uint64_t>(problem_.width + problem_.height) +
             problem_.open[place.blanks[i]] % static_cast<uint64_t>(problem_.width);
      parts[i].resize(1);
      parts[i][0].blank = place.blanks[i];
    }
    int blank = 0;
    runs_.ForEach(place.blanks, [&](const WordMove& move) {
      const WordRun& run = move.run[0];
      while (place.blanks[blank] != run.from) ++blank;
      parts[blank].push_back({paths_[PathAt(run.from, run.direction, run.length)], run.to,
                              run.direction, run.length, move.code - stay});
    });
    Others others;
    others.code = stay;
    if (moves_.is_joint()) {
      Join(parts, place.count - 1, others, visit);
      return;
    }
    for (int last = 0; last < place.count; ++last) {
      Others still = others;
      for (int i = 0; i < place.count; ++i)
        if (i != last) still.Add(parts[i][0]);
      JoinLast(still, parts[last], visit);
    }
  }

  // The moves in which the blanks after `blank` do what `others` says. The lowest blank comes last:
  // it changes the row least, so what is read for one move is near what the next one reads.
  template <typename Visit>
  void Join(const std::vector<Part>* parts, int blank, const Others& others, Visit& visit) const {
    if (blank == 0) {
      JoinLast(others, parts[0], visit);
      return;
    }
    for (const Part& part : parts[blank]) {
      if (!(part.path.from & others.from).empty()) continue;
      Others more = others;
      more.Add(part);
      Join(parts, blank - 1, more, visit);
    }
  }

  // The moves in which the others do what `others` says, and the last blank each of `parts`.
  template <typename Visit>
  void JoinLast(const Others& others, const std::vector<Part>& parts, Visit& visit) const {
    // The others' share of the row, by how many of them stand before the last blank.
    uint64_t share[kMaxWordBlanks] = {};
    for (int before = 0; before <= others.count; ++before)
      for (int i = 0; i < others.count; ++i)
        share[before] += ranking_.Choose(others.blanks[i], i < before ? i + 1 : i + 2);
    // All rows are on their way from memory before one is looked at.
    Move moves[kMaxTogether];
    for (size_t begin = 0; begin < parts.size();) {
      size_t count = 0;
      for (; begin < parts.size() && count < kMaxTogether; ++begin) {
        const Part& part = parts[begin];
        if (others.runs == 0 && part.tiles == 0) continue;
        if (!(part.path.from & others.from).empty()) continue;
        int before = 0;
        for (int i = 0; i < others.count; ++i) before += others.blanks[i] < part.blank;
        const uint64_t row = share[before] + ranking_.Choose(part.blank, before + 1);
        __builtin_prefetch(&last(row));
        moves[count++] = {&others, &part, row};
      }
      for (size_t i = 0; i < count; ++i) visit(moves[i]);
    }
  }

  // Calls use(cells, step) for the wanted cells from which the move takes the tile to one of
  // `after`, the cell that lies `step` further.
  template <typename Use>
  void ForEachBefore(const Move& move, const Mask& after, const Mask& wanted, Use use) const {
    const Mask to = move.others->to | move.last->path.to;
    // A blank's new cell is in no mask of `after`.
    const Mask stays = (after - to) & wanted;
    if (!stays.empty()) use(stays, 0);
    const Mask slides = after & to;
    if (slides.empty()) return;
    const int width = problem_.width;
    for (int direction = 0; direction < 4; ++direction) {
      Mask here = slides & move.others->to_of[direction];
      if (direction == move.last->direction) here = here | (slides & move.last->path.to);
      if (here.empty()) continue;
      const int step = direction < 2 ? 1 : width;
      const bool to_lower = direction % 2 != 0;  // cells, as the blank goes right or down
      here = (to_lower ? here.Up(step) : here.Down(step)) & wanted;
      if (!here.empty()) use(here, to_lower ? -step : step);
    }
  }

  uint64_t Pull(uint64_t row, const Mask& wanted, int level, Parts& parts) {
    const Row place = RowAt(row);
    Mask found;
    ForEachMove(place, parts, [&](const Move& move) {
      ForEachBefore(move, last(move.row), wanted,
                    [&](const Mask& cells, int) { found = found | cells; });
    });
    return Take(row, place, found, level);
  }

  uint64_t PullBest(uint64_t row, const Mask& wanted, int level, Parts& parts) {
    uint32_t fewest[64 * kWords];  // tiles from here to the goal, by cell
    uint64_t code[64 * kWords];
    std::fill_n(fewest, 64 * kWords, UINT32_MAX);
    const Row place = RowAt(row);
    Mask found;
    Candidates waiting[kMaxTogether];  // for the tiles to come from memory
    size_t count = 0;
    const auto consider = [&] {
      for (; count > 0; --count) {
        const Candidates& next = waiting[count - 1];
        next.cells.ForEach([&](int cell) {
          const uint32_t sum = next.tiles[cell] + next.slide;
          if (sum > fewest[cell] || (sum == fewest[cell] && next.code >= code[cell])) return;
          fewest[cell] = sum;
          code[cell] = next.code;
        });
      }
    };
    ForEachMove(place, parts, [&](const Move& move) {
      ForEachBefore(move, last(move.row), wanted, [&](const Mask& cells, int step) {
        found = found | cells;
        Candidates& next = waiting[count++];
        next = {cells, Tiles(move.row) + step, move.others->tiles + move.last->tiles,
                move.others->code + move.last->code};
        __builtin_prefetch(next.tiles + cells.First());
        if (count == kMaxTogether) consider();
      });
    });
    consider();
    found.ForEach([&](int cell) { SetBest(row, place, cell, code[cell], fewest[cell]); });
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
      ForEachRow([&](uint64_t row, Parts&) {
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
      Parts parts;
      for (uint64_t begin; (begin = next_row.fetch_add(kChunkRows)) < rows && !cancelled();)
        for (uint64_t row = begin; row < std::min(rows, begin + kChunkRows); ++row) use(row, parts);
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

  const WordMoves runs_;
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
