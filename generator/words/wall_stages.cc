// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/words/wall_stages.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tables/error.h"
#include "tables/geometry.h"

namespace tilebase {
namespace {

constexpr int kMostExactCells = 12;  // of a board that has one table

std::vector<int> CellsOf(CellMask mask) {
  std::vector<int> cells;
  for (; mask != 0; mask &= mask - 1) cells.push_back(Lowest(mask));
  return cells;
}

class WallPlan {
 public:
  WallPlan(const WordProblem& problem, uint64_t states)
      : problem_(problem), most_states_{states, 16 * states} {
    for (size_t i = 0; i < problem.open.size(); ++i) {
      open_ |= CellBit(problem.open[i]);
      tile_[problem.open[i]] = problem.goals[0].cell[i];
    }
    home_ = problem.open.back();
    for (int row = 0; row < problem.height; ++row) {
      first_column_ |= CellBit(row * problem.width);
      last_column_ |= CellBit(row * problem.width + problem.width - 1);
    }
  }

  absl::StatusOr<std::vector<WordProblem>> Run() {
    CellMask left = Reached(CellBit(home_), open_);
    if (Count(left) == 1)
      return MakeError(absl::StatusCode::kInvalidArgument,
                       {.where = ToString(problem_),
                        .what = absl::StrCat("no cell beside cell ", home_, " is open"),
                        .expected = "a way for the blank from its home, the last open cell"});
    while (Count(left) > 1) {
      CellMask part = left;
      int end = home_;  // where the part's blank ends
      if (!FitsExact(Count(left))) {
        FindOuterPart(left, &part, &end);
        if (part != left) AddWay(left, part);
      }
      if (absl::Status status = SolvePart(part, end); !status.ok()) return status;
      left &= ~part | CellBit(end);
    }
    return std::move(stages_);
  }

 private:
  CellMask Beside(CellMask cells) const {
    return ((cells & ~last_column_) << 1) | ((cells & ~first_column_) >> 1) |
           cells << problem_.width | cells >> problem_.width;
  }
  // The cells of `all` that a blank on one of `from` can get to.
  CellMask Reached(CellMask from, CellMask all) const {
    for (CellMask more; (more = Beside(from) & all & ~from) != 0;) from |= more;
    return from;
  }
  bool IsConnected(CellMask cells) const { return Reached(cells & -cells, cells) == cells; }
  // Two cells, or more without a cut cell.
  bool IsWhole(CellMask cells) const {
    if (!IsConnected(cells)) return false;
    for (CellMask rest = cells; rest != 0; rest &= rest - 1)
      if (!IsConnected(cells & ~CellBit(Lowest(rest)))) return false;
    return true;
  }
  int Edges(CellMask cells) const {
    return Count((cells & ~last_column_) << 1 & cells) + Count(cells << problem_.width & cells);
  }
  bool IsRing(CellMask cells) const { return Edges(cells) == Count(cells); }

  // n places for the blank, n - 1 for the first tile, and so on.
  uint64_t States(int cells, int tiles) const {
    uint64_t states = 1;
    for (int i = 0; i <= tiles; ++i) {
      states *= static_cast<uint64_t>(cells - i);
      if (states > most_states_[1]) return UINT64_MAX;
    }
    return states;
  }
  // Whether a stage may bring all tiles home.
  bool FitsExact(int cells) const {
    // The order of the last two tiles follows.
    return States(cells, std::max(cells - 3, 0)) <= most_states_[0];
  }

  // Finds a part of `left` that one cell joins to the rest, and has no cut cell itself; or all of
  // it if there is no cut cell. The part lacks the blank's home, except perhaps as that cell.
  void FindOuterPart(CellMask left, CellMask* part, int* cut) const {
    for (CellMask cells = left; cells != 0; cells &= cells - 1) {
      const int cell = Lowest(cells);
      const CellMask others = left & ~CellBit(cell);
      for (CellMask rest = others; rest != 0;) {
        const CellMask side = Reached(rest & -rest, others);
        rest &= ~side;
        if (side == others || (side & CellBit(home_)) != 0 || !IsWhole(side | CellBit(cell)))
          continue;
        *part = side | CellBit(cell);
        *cut = cell;
        return;
      }
    }
  }

  // A stage that brings the blank into the part.
  void AddWay(CellMask left, CellMask part) {
    WordProblem stage = Stage(left);
    stage.symbols = {{0, static_cast<uint16_t>(Count(left) - 1)}};
    for (const int cell : CellsOf(part)) {
      WordGoal goal{Word(stage.open.size(), WordGoal::kAny), 0};
      goal.cell[IndexOf(stage, cell)] = 0;
      stage.goals.push_back(std::move(goal));
    }
    stages_.push_back(std::move(stage));
  }

  absl::Status SolvePart(CellMask part, int end) {
    while (!FitsExact(Count(part))) {
      if (IsRing(part)) {
        const CellMask first = part & ~CellBit(end);
        AddTiles(part, first & -first, end);
        return absl::OkStatus();
      }
      const CellMask cells = NextCells(part, end);
      if (cells == 0)
        return MakeError(
            absl::StatusCode::kInvalidArgument,
            {.where = ToString(problem_),
             .what = absl::StrCat("cells ", absl::StrJoin(CellsOf(part), ","),
                                  " would need a table of more than ", most_states_[1], " states"),
             .expected = "walls that cut the board into smaller parts",
             .remedy = "move a wall, or add one"});
      AddTiles(part, cells, -1);
      part &= ~cells;
    }
    AddTiles(part, part & ~CellBit(end), end);
    return absl::OkStatus();
  }

  // The cells for the next stage of a part without cut cells, so that what they leave is such a
  // part and no ring: as many as a table holds and leave enough for one table at the end; else
  // fewer; else more. Of these sets, the one that leaves the most pairs of neighbours, then the
  // farthest from the part's end. 0: there is none.
  CellMask NextCells(CellMask part, int end) const {
    std::vector<int> distance(static_cast<size_t>(problem_.cells()));
    for (CellMask near = CellBit(end); near != part; near |= Beside(near) & part)
      for (const int cell : CellsOf(part & ~near)) ++distance[static_cast<size_t>(cell)];
    int last = 2;  // cells of the stage at the end
    while (FitsExact(last + 1)) ++last;
    for (const uint64_t most : most_states_) {
      int most_cells = 0;
      while (most_cells < Count(part) - 4 && States(Count(part), most_cells + 1) <= most)
        ++most_cells;
      const int usual = std::min(most_cells, Count(part) - last);
      for (int count = usual; count > 0; --count)
        if (const CellMask chosen = NextCells(part, end, count, distance); chosen != 0)
          return chosen;
      for (int count = usual + 1; count <= most_cells; ++count)
        if (const CellMask chosen = NextCells(part, end, count, distance); chosen != 0)
          return chosen;
    }
    return 0;
  }
  CellMask NextCells(CellMask part, int end, int count, const std::vector<int>& distance) const {
    const std::vector<int> cells = CellsOf(part & ~CellBit(end));
    std::pair<int, int> best{-1, -1};
    CellMask chosen = 0;
    std::vector<bool> taken(cells.size());
    std::fill_n(taken.begin(), count, true);
    do {
      CellMask some = 0;
      int far = 0;
      for (size_t i = 0; i < cells.size(); ++i)
        if (taken[i]) {
          some |= CellBit(cells[i]);
          far += distance[static_cast<size_t>(cells[i])];
        }
      const CellMask rest = part & ~some;
      const std::pair<int, int> score{Edges(rest), far};
      if (score <= best || IsRing(rest) || !IsWhole(rest)) continue;
      best = score;
      chosen = some;
    } while (std::prev_permutation(taken.begin(), taken.end()));
    return chosen;
  }

  // A stage on the cells of `part` that brings the tiles of `cells` home, and the blank to `blank`
  // unless that is -1.
  void AddTiles(CellMask part, CellMask cells, int blank) {
    WordProblem stage = Stage(part);
    WordGoal goal{Word(stage.open.size(), WordGoal::kAny), 0};
    for (const int cell : CellsOf(cells)) {
      stage.symbols.push_back({tile_[cell], 1});
      goal.cell[IndexOf(stage, cell)] = static_cast<uint8_t>(stage.symbols.size());
    }
    const int others = Count(part) - 1 - Count(cells);
    if (others > 0) stage.symbols.push_back({0, static_cast<uint16_t>(others)});
    if (blank >= 0) goal.cell[IndexOf(stage, blank)] = 0;
    stage.goals.push_back(std::move(goal));
    stages_.push_back(std::move(stage));
  }

  WordProblem Stage(CellMask open) const {
    WordProblem stage;
    stage.width = problem_.width;
    stage.height = problem_.height;
    stage.metric = problem_.metric;
    for (const int cell : CellsOf(open)) stage.open.push_back(static_cast<uint16_t>(cell));
    return stage;
  }
  static size_t IndexOf(const WordProblem& stage, int cell) {
    return static_cast<size_t>(std::lower_bound(stage.open.begin(), stage.open.end(), cell) -
                               stage.open.begin());
  }

  const WordProblem& problem_;
  const uint64_t most_states_[2];  // the second if no cells will do with the first
  CellMask open_ = 0, first_column_ = 0, last_column_ = 0;
  int home_ = 0;
  uint16_t tile_[kMaxCells] = {};  // at home there
  std::vector<WordProblem> stages_;
};

}  // namespace

bool TakesStages(const WordProblem& problem) {
  if (!problem.IsPermutation() || problem.open_count() <= kMostExactCells) return false;
  // Tiles in order, and the blank last.
  Word home;
  for (int tile = 1; tile < problem.open_count(); ++tile)
    home.push_back(static_cast<uint8_t>(tile));
  home.push_back(0);
  return problem.open_count() < problem.cells() && problem.goals.size() == 1 &&
         problem.goals[0] == WordGoal{home, 0};
}

absl::StatusOr<std::vector<WordProblem>> StagesOfWalls(const WordProblem& problem,
                                                       uint64_t states) {
  if (problem.width > kMaxSide || problem.height > kMaxSide)
    return MakeError(absl::StatusCode::kInvalidArgument,
                     {.where = ToString(problem),
                      .expected = absl::StrCat("at most ", kMaxSide, "x", kMaxSide)});
  return WallPlan(problem, states).Run();
}

}  // namespace tilebase
