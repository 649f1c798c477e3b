// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/equal_tiles.h"

#include <algorithm>
#include <climits>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "tables/board_text.h"
#include "tables/error.h"

namespace tilebase {
namespace {

constexpr size_t kMostSwaps = 64;      // whose pairs are neighbours of an assignment
constexpr size_t kMostLookedUp = 256;  // that are looked up
constexpr size_t kMostEfforts = 8;     // assignments that share an effort

// Returns for each row the column that it gets, so that the sum of the costs is least. The matrix
// is square; O(n^3), by shortest augmenting paths with potentials.
std::vector<size_t> Match(const std::vector<std::vector<int>>& cost) {
  const size_t n = cost.size();
  constexpr size_t kNone = SIZE_MAX;
  // Column n stands for the row that is being matched.
  std::vector<int> row_potential(n, 0), column_potential(n + 1, 0);
  std::vector<size_t> row_of(n + 1, kNone);
  for (size_t row = 0; row < n; ++row) {
    std::vector<int> least(n + 1, INT_MAX);
    std::vector<size_t> before(n + 1, n);
    std::vector<bool> used(n + 1);
    size_t column = n;
    row_of[n] = row;
    while (row_of[column] != kNone) {
      used[column] = true;
      const size_t from = row_of[column];
      size_t next = n;
      for (size_t to = 0; to < n; ++to) {
        if (used[to]) continue;
        const int reduced = cost[from][to] - row_potential[from] - column_potential[to];
        if (reduced < least[to]) {
          least[to] = reduced;
          before[to] = column;
        }
        if (next == n || least[to] < least[next]) next = to;
      }
      const int step = least[next];
      for (size_t to = 0; to <= n; ++to)
        if (used[to]) {
          row_potential[row_of[to]] += step;
          column_potential[to] -= step;
        } else {
          least[to] -= step;
        }
      column = next;
    }
    for (; column != n; column = before[column]) row_of[column] = row_of[before[column]];
  }
  std::vector<size_t> column_of(n);
  for (size_t column = 0; column < n; ++column) column_of[row_of[column]] = column;
  return column_of;
}

// Two exchanges of equal tiles, on these cells of the board.
struct Neighbour {
  int cost;  // the sum of distances afterwards
  uint8_t cell[4];
};

class EqualSearch {
 public:
  EqualSearch(const AnsweringSet& set, const Board& board, const Board& goal)
      : set_(set),
        policies_(set.policies()),
        board_(board),
        goal_(Numbered(goal)),
        destination_(goal_),
        count_(CountAssignments(board)),
        letters_(kBatchSize, std::vector<char>(policies_.MostLettersTo(destination_))) {
    for (int cell = 0; cell < goal_.geometry.cells(); ++cell)
      cell_of_[goal_.tile[cell]] = static_cast<uint8_t>(cell);
    Board first = board;
    for (int cell = 0; cell < Cells(); ++cell)
      if (board.tile[cell] != 0 && FirstWith(board.tile[cell]) == cell)
        MatchTiles(goal, board.tile[cell], &first);
    bound_ = CostOf(first);
    if (!Leads(first)) first = WithOtherParity(first);
    waiting_.push_back(first);
    seen_.insert(Key(first));
  }

  absl::StatusOr<EqualAnswer> Run(const Effort& effort) {
    while (!waiting_.empty())
      if (absl::Status status = LookUp(); !status.ok()) return status;
    while (!open_.empty() && !HasAll() && looked_at_ < kEqualBoards && !IsProven() &&
           !effort.is_cancelled()) {
      Expand(known_[std::get<2>(*open_.begin())]);
      open_.erase(open_.begin());
      while (!waiting_.empty() && looked_at_ < kEqualBoards && !IsProven())
        if (absl::Status status = LookUp(); !status.ok()) return status;
      // Assignments that were not looked up, after all.
      for (const Board& assigned : waiting_) seen_.erase(Key(assigned));
      waiting_.clear();
    }
    const bool all = HasAll();
    if (!effort.none() && set_.UsesLookAhead() && !IsProven())
      if (absl::Status status = Improve(effort); !status.ok()) return status;
    EqualAnswer answer;
    answer.letters = std::move(best_);
    destination_.Map(answer.letters.data(), answer.letters.size());
    answer.looked_at = looked_at_;
    const size_t stages = policies_.StagesTo(destination_).size();
    answer.shortest = IsProven() || (all && stages == 1 && destination_.detour() == 0);
    if (!policies_.is_mtm())
      answer.bound = answer.shortest ? answer.letters.size() : static_cast<uint64_t>(bound_);
    return answer;
  }

 private:
  int Cells() const { return board_.geometry.cells(); }
  int FirstWith(int tile) const {
    return static_cast<int>(std::find(board_.tile, board_.tile + Cells(), tile) - board_.tile);
  }
  // The goal with a number of its own on every tile.
  static Board Numbered(const Board& goal) {
    Board numbered = goal;
    uint8_t next = 0;
    for (int cell = 0; cell < goal.geometry.cells(); ++cell)
      if (goal.tile[cell] != 0) numbered.tile[cell] = ++next;
    return numbered;
  }
  int Cost(int cell, int number) const { return board_.geometry.Distance(cell, cell_of_[number]); }
  int CostOf(const Board& assigned) const {
    int cost = 0;
    for (int cell = 0; cell < Cells(); ++cell)
      if (assigned.tile[cell] != 0) cost += Cost(cell, assigned.tile[cell]);
    return cost;
  }
  std::string Key(const Board& assigned) const { return {assigned.tile, assigned.tile + Cells()}; }
  bool Leads(const Board& assigned) const { return destination_.Renamed(assigned).IsSolvable(); }
  bool IsProven() const { return !policies_.is_mtm() && least_ == static_cast<size_t>(bound_); }
  size_t LengthOf(std::string_view letters) const {
    return policies_.is_mtm() ? CountRuns(letters) : letters.size();
  }

  // Assigns the tiles that are called `tile` to cells of the goal, at the least cost.
  void MatchTiles(const Board& goal, int tile, Board* assigned) const {
    std::vector<int> from, numbers;
    for (int cell = 0; cell < Cells(); ++cell) {
      if (board_.tile[cell] == tile) from.push_back(cell);
      if (goal.tile[cell] == tile) numbers.push_back(goal_.tile[cell]);
    }
    std::vector<std::vector<int>> cost(from.size(), std::vector<int>(numbers.size()));
    for (size_t i = 0; i < from.size(); ++i)
      for (size_t j = 0; j < numbers.size(); ++j) cost[i][j] = Cost(from[i], numbers[j]);
    const std::vector<size_t> match = Match(cost);
    for (size_t i = 0; i < from.size(); ++i)
      assigned->tile[from[i]] = static_cast<uint8_t>(numbers[match[i]]);
  }

  // Whether every assignment was looked up from which moves lead to the goal.
  bool HasAll() const { return waiting_.empty() && seen_.size() == count_; }
  // Half of the ways to order the tiles of each number; at most 2^40.
  static uint64_t CountAssignments(const Board& board) {
    uint64_t count = 1;
    int found[UINT8_MAX + 1] = {};
    for (int cell = 0; cell < board.geometry.cells() && count < uint64_t{1} << 40; ++cell)
      if (board.tile[cell] != 0) count *= static_cast<uint64_t>(++found[board.tile[cell]]);
    return count / 2;
  }

  // The exchanges of two equal tiles that add the least to the sum of distances: that addition, and
  // the two cells.
  std::vector<std::tuple<int, uint8_t, uint8_t>> Swaps(const Board& assigned) const {
    std::vector<std::tuple<int, uint8_t, uint8_t>> swaps;
    const uint8_t* const number = assigned.tile;
    for (int a = 0; a < Cells(); ++a)
      for (int b = a + 1; b < Cells(); ++b)
        if (board_.tile[a] != 0 && board_.tile[a] == board_.tile[b])
          swaps.emplace_back(
              Cost(a, number[b]) + Cost(b, number[a]) - Cost(a, number[a]) - Cost(b, number[b]),
              static_cast<uint8_t>(a), static_cast<uint8_t>(b));
    std::sort(swaps.begin(), swaps.end());
    return swaps;
  }
  Board WithOtherParity(Board assigned) const {
    const auto [cost, a, b] = Swaps(assigned).front();
    std::swap(assigned.tile[a], assigned.tile[b]);
    return assigned;
  }

  // Puts the assignment's new neighbours into waiting_.
  void Expand(Board assigned) {
    auto swaps = Swaps(assigned);
    if (swaps.size() > kMostSwaps) swaps.resize(kMostSwaps);
    std::vector<Neighbour> neighbours;
    const int cost = CostOf(assigned);
    for (const auto& [first_cost, a, b] : swaps) {
      std::swap(assigned.tile[a], assigned.tile[b]);
      for (const auto& [second_cost, c, d] : swaps) {
        const bool is_apart = a != c && a != d && b != c && b != d;
        // The order matters only to exchanges that share a cell.
        if ((a == c && b == d) || (is_apart && std::make_pair(a, b) > std::make_pair(c, d)))
          continue;
        const int change = is_apart ? first_cost + second_cost
                                    : first_cost + Cost(c, assigned.tile[d]) +
                                          Cost(d, assigned.tile[c]) - Cost(c, assigned.tile[c]) -
                                          Cost(d, assigned.tile[d]);
        neighbours.push_back({cost + change, {a, b, c, d}});
      }
      std::swap(assigned.tile[a], assigned.tile[b]);
    }
    std::stable_sort(neighbours.begin(), neighbours.end(),
                     [](const Neighbour& a, const Neighbour& b) { return a.cost < b.cost; });
    for (const Neighbour& neighbour : neighbours) {
      Board next = assigned;
      std::swap(next.tile[neighbour.cell[0]], next.tile[neighbour.cell[1]]);
      std::swap(next.tile[neighbour.cell[2]], next.tile[neighbour.cell[3]]);
      if (waiting_.size() == kMostLookedUp) break;
      if (seen_.insert(Key(next)).second) waiting_.push_back(next);
    }
  }

  // Looks up some of waiting_, and puts them into open_.
  absl::Status LookUp() {
    const size_t count = std::min(waiting_.size(), kBatchSize);
    Board renamed[kBatchSize];
    SolveRequest requests[kBatchSize];
    for (size_t i = 0; i < count; ++i) {
      renamed[i] = destination_.Renamed(waiting_[i]);
      requests[i] = {renamed[i].tile, letters_[i].data(), letters_[i].size()};
    }
    policies_.SolveLettersTo(destination_, absl::MakeSpan(requests, count));
    for (size_t i = 0; i < count; ++i) {
      if (absl::Status status = Keep(requests[i]); !status.ok()) return status;
      looked_at_ += requests[i].count;
      open_.emplace(LengthOf({requests[i].letters, requests[i].count}), CostOf(waiting_[i]),
                    known_.size());
      known_.push_back(waiting_[i]);
    }
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(count));
    ranked_.insert(open_.begin(), open_.end());
    while (ranked_.size() > kMostEfforts) ranked_.erase(std::prev(ranked_.end()));
    return absl::OkStatus();
  }

  // Looks for shorter solutions by the best assignments.
  absl::Status Improve(Effort effort) {
    if (effort.boards != UINT64_MAX)
      effort.boards = std::max<uint64_t>(effort.boards / ranked_.size(), 1);
    if (effort.microseconds != 0)
      effort.microseconds = std::max<uint64_t>(effort.microseconds / ranked_.size(), 1);
    for (const auto& [length, cost, number] : ranked_) {
      if (IsProven() || effort.is_cancelled()) break;
      const Board renamed = destination_.Renamed(known_[number]);
      SolveRequest request{renamed.tile, letters_[0].data(), letters_[0].size()};
      uint64_t boards = 0;
      absl::Status status = set_.SolveTo(destination_, effort, &request, &boards);
      looked_at_ += boards;
      if (status.ok()) status = Keep(request);
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }

  // Takes over a solution if it is the shortest so far.
  absl::Status Keep(const SolveRequest& request) {
    if (request.code == TILEBASE_ERROR_MEMORY)
      return absl::ResourceExhaustedError("not enough memory for a lookup");
    if (request.code != TILEBASE_OK)
      return absl::DataLossError("the tables do not lead to the goal; they are damaged");
    const std::string_view letters(request.letters, request.count);
    if (const size_t length = LengthOf(letters); length < least_) {
      least_ = length;
      best_ = letters;
    }
    return absl::OkStatus();
  }

  const AnsweringSet& set_;
  const PolicySet& policies_;
  const Board board_;
  const Board goal_;  // with a number of its own on every tile
  const Destination destination_;
  uint8_t cell_of_[kMaxCells] = {};  // of goal_, by number
  const uint64_t count_;             // of assignments from which moves lead to the goal
  int bound_ = 0;

  std::vector<std::vector<char>> letters_;
  std::unordered_set<std::string> seen_;
  std::vector<Board> waiting_;  // to be looked up
  std::vector<Board> known_;    // that were looked up
  // Length, sum of distances and number in known_: those to be expanded, and the best of all.
  std::set<std::tuple<size_t, int, size_t>> open_, ranked_;
  uint64_t looked_at_ = 0;
  size_t least_ = SIZE_MAX;
  std::string best_;
};

}  // namespace

bool HasEqualTiles(const Board& board) {
  bool seen[UINT8_MAX + 1] = {};
  for (int cell = 0; cell < board.geometry.cells(); ++cell)
    if (std::exchange(seen[board.tile[cell]], true)) return true;
  return false;
}

bool HaveSameTiles(const Board& board, const Board& goal) {
  const uint8_t* const end = board.tile + board.geometry.cells();
  return std::count(board.tile, end, 0) == 1 && std::is_permutation(board.tile, end, goal.tile);
}

absl::StatusOr<EqualAnswer> SolveEqualTiles(const AnsweringSet& set, const Board& board,
                                            const Board& goal, const Effort& effort) {
  return EqualSearch(set, board, goal).Run(effort);
}

}  // namespace tilebase
