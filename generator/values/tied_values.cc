// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/values/tied_values.h"

#include <algorithm>

#include "tables/geometry.h"
#include "tables/pair_values.h"

namespace tilebase {
namespace {

// A table of the smaller board, split into the tiles' own numbers and the rest.
class SplitTable {
 public:
  SplitTable(Geometry geometry, absl::Span<const uint8_t> table)
      : geometry_(geometry),
        cells_(geometry.cells()),
        table_(table),
        mean_(static_cast<size_t>(cells_ * cells_ * cells_)),
        mean_of_both_(static_cast<size_t>(cells_ * cells_)),
        own_(static_cast<size_t>(cells_ * cells_)) {
    for (int s = 0; s < cells_; ++s)
      for (int t = 0; t < cells_; ++t) {
        if (s == t) continue;
        int64_t all = 0;
        for (int cell_s = 0; cell_s < cells_; ++cell_s) {
          int64_t sum = 0;
          for (int cell_t = 0; cell_t < cells_; ++cell_t)
            if (cell_t != cell_s) sum += Number(s, t, cell_s, cell_t);
          Mean(s, t, cell_s) = sum / (cells_ - 1);
          all += sum;
        }
        mean_of_both_[static_cast<size_t>(s * cells_ + t)] = all / (cells_ * (cells_ - 1));
      }
    for (int s = 0; s < cells_; ++s)
      for (int cell = 0; cell < cells_; ++cell)
        for (int t = 0; t < cells_; ++t)
          if (t != s)
            own_[static_cast<size_t>(s * cells_ + cell)] += Mean(s, t, cell) - MeanOfBoth(s, t) / 2;
  }

  // Returns the contribution of a tile on a cell, averaged over all its pairs.
  int64_t Own(int tile, int cell) const { return own_[static_cast<size_t>(tile * cells_ + cell)]; }
  // The rest of a pair's number.
  int64_t Rest(int s, int t, int cell_s, int cell_t) const {
    return Number(s, t, cell_s, cell_t) - Mean(s, t, cell_s) - Mean(t, s, cell_t) +
           MeanOfBoth(s, t);
  }

 private:
  int64_t Number(int s, int t, int cell_s, int cell_t) const {
    const uint64_t rank = s < t ? PairRank(geometry_, s, t, cell_s, cell_t)
                                : PairRank(geometry_, t, s, cell_t, cell_s);
    return (int64_t{table_[rank]} - kValueZero) * (TiedValues::kUnit / kValueOne);
  }
  int64_t& Mean(int s, int t, int cell_s) {
    return mean_[static_cast<size_t>((s * cells_ + t) * cells_ + cell_s)];
  }
  int64_t Mean(int s, int t, int cell_s) const {
    return mean_[static_cast<size_t>((s * cells_ + t) * cells_ + cell_s)];
  }
  int64_t MeanOfBoth(int s, int t) const {
    return mean_of_both_[static_cast<size_t>(s * cells_ + t)];
  }

  const Geometry geometry_;
  const int cells_;
  const absl::Span<const uint8_t> table_;
  std::vector<int64_t> mean_;          // over the other tile's cells: by tile, other tile, cell
  std::vector<int64_t> mean_of_both_;  // by two tiles
  std::vector<int64_t> own_;
};

// A cell of the larger board, shifted onto the smaller one by 0 or 1 along each axis.
struct Moved {
  int cell;
  int outside;  // on how many axes the cell was beyond the edge; it is then put at the edge
};
Moved MoveTo(Geometry smaller, Geometry larger, int way, int cell) {
  const int column = larger.Column(cell) - (way & 1);
  const int row = larger.Row(cell) - (way >> 1);
  const int side = smaller.width;
  const int to_column = std::clamp(column, 0, side - 1);
  const int to_row = std::clamp(row, 0, side - 1);
  return {to_row * side + to_column, (to_column != column) + (to_row != row)};
}

// The mean over the shifts with the fewest cells beyond the edge.
class BestWays {
 public:
  void Add(int outside, int64_t number) {
    if (outside > least_) return;
    if (outside < least_) sum_ = count_ = 0;
    least_ = outside;
    sum_ += number;
    ++count_;
  }
  bool any() const { return count_ != 0; }
  int64_t Mean() const { return sum_ / count_; }

 private:
  int least_ = INT32_MAX;
  int64_t sum_ = 0, count_ = 0;
};

int32_t ToNumber(int64_t number) {
  return static_cast<int32_t>(std::clamp<int64_t>(number, INT32_MIN, INT32_MAX));
}

}  // namespace

void TiedValues::CarryOver(absl::Span<const uint8_t> smaller_table, int64_t rest) {
  const Geometry geometry = ties_.geometry();
  const int cells = geometry.cells();
  const auto side = static_cast<uint8_t>(geometry.width - 1);
  const Geometry smaller{side, side};
  const SplitTable from(smaller, smaller_table);
  constexpr int kWays = 4;
  const auto move = [&](int way, int cell) { return MoveTo(smaller, geometry, way, cell); };
  const auto move_home = [&](int way, int tile) {
    return move(way, tile == 0 ? geometry.blank_home() : tile - 1);
  };
  // The blank must map to the blank, and a tile to a tile; otherwise -1.
  const auto tile_of = [&](int tile, int home) {
    if ((tile == 0) != (home == smaller.blank_home())) return -1;
    return tile == 0 ? 0 : home + 1;
  };

  std::vector<int64_t> sum(numbers_.size()), count(numbers_.size());
  const auto add = [&](size_t number, const BestWays& ways) {
    if (!ways.any()) return;
    sum[number] += ways.Mean();
    ++count[number];
  };
  for (int tile = 0; tile < cells; ++tile)
    for (int cell = 0; cell < cells; ++cell) {
      BestWays ways;
      for (int way = 0; way < kWays; ++way) {
        const Moved home = move_home(way, tile), at = move(way, cell);
        if (const int moved = tile_of(tile, home.cell); moved >= 0)
          ways.Add(home.outside + at.outside, from.Own(moved, at.cell));
      }
      add(ties_.pair_numbers() + ties_.OfTile(tile, cell), ways);
    }
  ForPairEntries(cells, [&](uint64_t rank, int s, int t, int cell_s, int cell_t) {
    BestWays ways;
    for (int way = 0; way < kWays; ++way) {
      const Moved home_s = move_home(way, s), home_t = move_home(way, t);
      const Moved at_s = move(way, cell_s), at_t = move(way, cell_t);
      const int to_s = tile_of(s, home_s.cell), to_t = tile_of(t, home_t.cell);
      if (to_s < 0 || to_t < 0 || to_s == to_t || at_s.cell == at_t.cell) continue;
      ways.Add(home_s.outside + home_t.outside + at_s.outside + at_t.outside,
               from.Rest(to_s, to_t, at_s.cell, at_t.cell));
    }
    add(ties_.OfPair(rank), ways);
  });
  for (size_t i = 0; i < numbers_.size(); ++i) {
    if (count[i] == 0) continue;
    const int64_t mean = sum[i] / count[i];
    numbers_[i] = ToNumber(i < ties_.pair_numbers() ? mean * rest / 100 : mean);
  }
}

template <typename Take>
void TiedValues::ForPairs(const uint8_t* cell, Take take) const {
  const int cells = ties_.geometry().cells();
  const auto others = static_cast<uint64_t>(cells - 1);
  uint64_t first = 0;  // rank of the pair's first entry
  for (int s = 0; s < cells; ++s)
    for (int t = s + 1; t < cells; ++t, first += static_cast<uint64_t>(cells) * others)
      take(ties_.OfPair(first + cell[s] * others + cell[t] - (cell[t] > cell[s])));
}

int64_t TiedValues::Value(const uint8_t* cell) const {
  const Geometry geometry = ties_.geometry();
  int64_t distance = 0, sum = 0;
  for (int tile = 0; tile < geometry.cells(); ++tile) {
    if (tile != 0) distance += geometry.Distance(cell[tile], tile - 1);
    sum += OfTile(tile, cell[tile]);
  }
  ForPairs(cell, [&](uint32_t pair) { sum += numbers_[pair]; });
  return distance * kUnit + sum;
}

void TiedValues::Learn(const uint8_t* cell, int64_t change) {
  const int64_t cells = ties_.geometry().cells();
  const int64_t of_pair = change / (cells * (cells - 1) / 2);
  const int64_t of_tile = change * kOwnShareOf10 / (10 * cells);
  ForPairs(cell, [&](uint32_t pair) { numbers_[pair] = ToNumber(numbers_[pair] + of_pair); });
  for (int tile = 0; tile < cells; ++tile) {
    int32_t& number = OfTile(tile, cell[tile]);
    number = ToNumber(number + of_tile);
  }
}

std::vector<uint8_t> TiedValues::Bytes() const {
  const int cells = ties_.geometry().cells();
  std::vector<uint8_t> bytes(ties_.pair_numbers());
  ForPairEntries(cells, [&](uint64_t rank, int s, int t, int cell_s, int cell_t) {
    const uint32_t pair = ties_.OfPair(rank);
    const int64_t number =
        numbers_[pair] + (int64_t{OfTile(s, cell_s)} + OfTile(t, cell_t)) / (cells - 1);
    const int64_t rounded = (number * kValueOne + kUnit / 2) >> kUnitBits;
    bytes[pair] = static_cast<uint8_t>(std::clamp<int64_t>(rounded + kValueZero, 0, UINT8_MAX));
  });
  return bytes;
}

}  // namespace tilebase
