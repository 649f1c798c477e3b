// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/solvers/pattern_layout.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>

namespace tilebase::pattern {
namespace {

constexpr int kTail = 5;
// The greatest number of shapes whose regions are counted exactly.
constexpr uint64_t kMostShapes = uint64_t{1} << 22;
constexpr uint64_t kShapesOfChunk = 1024;

uint64_t NumberOf(CellMask shape) {
  uint64_t number = 0;
  for (int i = 1; shape != 0; shape &= shape - 1, ++i) number += Choose(Lowest(shape), i);
  return number;
}

// Returns the next mask with as many cells. If there is none, the result is not a shape.
CellMask NextShape(CellMask shape) {
  const CellMask low = shape & (~shape + 1);
  const CellMask carried = shape + low;
  return carried | ((shape ^ carried) >> Lowest(shape) >> 2);
}

// The cells whose left neighbour is on the board, and so on for the other sides.
struct Sides {
  explicit Sides(Geometry geometry) : width(geometry.width), all(geometry.all_cells()) {
    for (int row = 0; row < geometry.height; ++row) {
      not_first |= CellBit(row * geometry.width);
      not_last |= CellBit(row * geometry.width + geometry.width - 1);
    }
    not_first = all & ~not_first;
    not_last = all & ~not_last;
  }
  CellMask Right(CellMask cells) const { return (cells & not_last) << 1; }
  CellMask Left(CellMask cells) const { return (cells & not_first) >> 1; }
  CellMask Down(CellMask cells) const { return cells << width & all; }
  CellMask Up(CellMask cells) const { return cells >> width; }

  int width;
  CellMask all;
  CellMask not_first = 0, not_last = 0;
};

CellMask LowestRegion(const Sides& sides, CellMask open) {
  CellMask region = open & (~open + 1);
  while (true) {
    const CellMask wider =
        region |
        (open & (sides.Right(region) | sides.Left(region) | sides.Down(region) | sides.Up(region)));
    if (wider == region) return region;
    region = wider;
  }
}

uint64_t Factorial(int n) { return n <= 1 ? 1 : static_cast<uint64_t>(n) * Factorial(n - 1); }

// Returns the number of an order, or of its first `count` digits. place[j] is the place of tile j,
// out of n.
uint64_t NumberOfOrder(const int* place, int count, int n) {
  uint64_t number = 0;
  CellMask left = LowMask(n);
  for (int j = 0; j < count; ++j) {
    number = number * static_cast<uint64_t>(n - j) +
             static_cast<uint64_t>(Count(left & LowMask(place[j])));
    left &= ~CellBit(place[j]);
  }
  return number;
}

void OrderOf(uint64_t number, int count, int n, int* place) {
  for (int j = count; j-- > 0; number /= static_cast<uint64_t>(n - j))
    place[j] = static_cast<int>(number % static_cast<uint64_t>(n - j));
  CellMask left = LowMask(n);
  for (int j = 0; j < count; ++j) {
    CellMask rest = left;
    for (int digit = place[j]; digit > 0; --digit) rest &= rest - 1;
    place[j] = Lowest(rest);
    left &= ~CellBit(place[j]);
  }
}

// Splits an order into head and tail, and the tail's permutations into even and odd ones.
struct Split {
  explicit Split(int tiles)
      : tail(std::min(tiles, kTail)), head(tiles - tail), halves(tail == kTail ? 2u : 1u) {}

  int tail, head;
  uint64_t halves;

  // Word and Bit give the place of an order, from the numbers of its head and its tail and the
  // tail's parity.
  uint64_t Word(uint64_t head_number, uint64_t parity) const {
    return head_number * halves + parity % halves;
  }
  // Two tails that differ in the last two places have consecutive numbers.
  uint64_t Bit(uint64_t tail_number) const { return tail_number / halves; }
};

// A tile moves up or down from place `from` to place `to`, and the tiles between make room. Returns
// the place before the move of the tile that is on `place` after it.
int Before(int from, int to, int place) {
  if (place == to) return from;
  if (to < from) return place > to && place <= from ? place - 1 : place;
  return place >= from && place < to ? place + 1 : place;
}

// Counts the turns. Turn 0 changes nothing; TurnNumber numbers the others.
uint64_t TurnsOf(Geometry geometry, int tiles) {
  const int reach = std::min<int>(geometry.width, tiles) - 1;
  uint64_t turns = 1;
  for (int m = 1; m <= reach; ++m) turns += 2 * static_cast<uint64_t>(tiles - m);
  return turns;
}

// Turns are numbered by the number of tiles passed, then by the lower place, then up before down.
uint32_t TurnNumber(int tiles, int from, int to) {
  const int passed = std::abs(from - to);
  if (passed == 0) return 0;
  int number = 1 + 2 * std::min(from, to) + (to < from ? 0 : 1);
  for (int m = 1; m < passed; ++m) number += 2 * (tiles - m);
  return static_cast<uint32_t>(number);
}

}  // namespace

Counts CountsOf(Geometry geometry, int tiles) {
  const Split split(tiles);
  const int cells = geometry.cells();
  Counts counts;
  counts.shapes = Choose(cells, tiles);
  counts.words = Factorial(tiles) / Factorial(split.tail) * split.halves;
  counts.turns = TurnsOf(geometry, tiles);
  const int borders =
      geometry.height * (geometry.width - 1) + geometry.width * (geometry.height - 1);
  counts.pulls = 2 * static_cast<uint64_t>(borders) * Choose(cells - 2, tiles - 1);
  counts.blocks = 0;
  if (counts.shapes > kMostShapes) {
    counts.blocks = 2 * counts.shapes;
    return counts;
  }
  const Sides sides(geometry);
  CellMask shape = LowMask(tiles);
  for (uint64_t i = 0; i < counts.shapes; ++i, shape = NextShape(shape))
    for (CellMask open = sides.all & ~shape; open != 0; open &= ~LowestRegion(sides, open))
      ++counts.blocks;
  return counts;
}

uint64_t TablesBytes(const Counts& counts) {
  return counts.shapes * (sizeof(uint8_t) + sizeof(uint32_t)) +
         counts.blocks * (sizeof(CellMask) + sizeof(uint32_t)) + counts.pulls * sizeof(Pull) +
         counts.turns * counts.words * sizeof(Turned);
}

std::vector<OrderBit> InsertionBits(int tiles) {
  const Split split(tiles);
  const uint64_t orders = Factorial(tiles - 1);
  const uint64_t tails = Factorial(split.tail);
  std::vector<OrderBit> bits;
  bits.reserve(orders * static_cast<uint64_t>(tiles));
  for (uint64_t i = 0; i < orders; ++i)
    for (int last = 0; last < tiles; ++last) {
      // Each tile takes its place among those before it; the last tile takes its own.
      int place[kMaxCells];
      uint64_t rest = i;
      for (int j = tiles - 2; j > 0; rest /= static_cast<uint64_t>(j + 1), --j)
        place[j] = static_cast<int>(rest % static_cast<uint64_t>(j + 1));
      place[0] = 0;
      place[tiles - 1] = last;
      for (int j = 1; j < tiles; ++j)
        for (int before = 0; before < j; ++before) place[before] += place[before] >= place[j];
      const uint64_t number = NumberOfOrder(place, tiles, tiles);
      uint64_t inversions = 0;
      for (int j = split.head; j < tiles; ++j)
        for (int later = j + 1; later < tiles; ++later) inversions += place[later] < place[j];
      bits.push_back(static_cast<OrderBit>(split.Word(number / tails, inversions) << 6 |
                                           split.Bit(number % tails)));
    }
  return bits;
}

SearchTables::SearchTables(Geometry geometry, CellMask home, const Counts& counts, Crew* crew)
    : geometry_(geometry), home_(home), tiles_(Count(home)) {
  FindRegions(counts);
  pulls_.resize(counts.pulls);
  std::atomic<uint64_t> next{0};
  crew->Run([&](int) {
    for (uint64_t begin; (begin = next.fetch_add(kShapesOfChunk)) < counts.shapes;)
      for (uint64_t shape = begin; shape < std::min(begin + kShapesOfChunk, counts.shapes); ++shape)
        FindPulls(shape);
  });
  FillTurns(counts);
  const Split split(tiles_);
  tables_ = {counts.words,       LowMask(static_cast<int>(Factorial(split.tail) / split.halves)),
             odd_shape_.data(),  first_block_.data(),
             first_pull_.data(), pulls_.data(),
             turned_.data(),     permuted_bits_.data(),
             permuted_.data()};
}

uint32_t SearchTables::BlockOf(CellMask shape, int cell) const {
  uint32_t block = first_block_[NumberOf(shape)];
  while ((region_[block] & CellBit(cell)) == 0) ++block;
  return block;
}

// Finds the blocks, and counts the pulls of each: the moves back, of tiles next to its region into
// it.
void SearchTables::FindRegions(const Counts& counts) {
  const Sides sides(geometry_);
  odd_shape_.resize(counts.shapes);
  first_block_.reserve(counts.shapes + 1);
  region_.reserve(counts.blocks);
  first_pull_.reserve(counts.blocks + 1);
  CellMask odd_cells = 0;
  for (int cell = 0; cell < geometry_.cells(); ++cell)
    if ((geometry_.Row(cell) + geometry_.Column(cell)) % 2 == 1) odd_cells |= CellBit(cell);
  CellMask shape = LowMask(tiles_);
  uint32_t pulls = 0;
  for (uint64_t i = 0; i < counts.shapes; ++i, shape = NextShape(shape)) {
    odd_shape_[i] = Count((shape ^ home_) & odd_cells) & 1;
    first_block_.push_back(static_cast<uint32_t>(region_.size()));
    for (CellMask open = sides.all & ~shape; open != 0; open &= ~region_.back()) {
      const CellMask region = LowestRegion(sides, open);
      region_.push_back(region);
      first_pull_.push_back(pulls);
      for (CellMask beside :
           {sides.Right(region), sides.Left(region), sides.Down(region), sides.Up(region)})
        pulls += static_cast<uint32_t>(Count(beside & shape));
    }
  }
  first_block_.push_back(static_cast<uint32_t>(region_.size()));
  first_pull_.push_back(pulls);
}

void SearchTables::FindPulls(uint64_t number) {
  const Sides sides(geometry_);
  CellMask shape = sides.all;
  for (uint32_t block = first_block_[number]; block < first_block_[number + 1]; ++block)
    shape &= ~region_[block];
  const int width = geometry_.width;
  for (uint32_t block = first_block_[number]; block < first_block_[number + 1]; ++block) {
    const CellMask region = region_[block];
    uint32_t front = first_pull_[block];
    uint32_t back = first_pull_[block + 1];
    const auto add = [&](CellMask beside, int step) {
      for (CellMask rest = beside & shape; rest != 0; rest &= rest - 1) {
        const int to = Lowest(rest);
        const int from = to - step;
        const CellMask others = shape & ~CellBit(to);
        const uint32_t turn =
            TurnNumber(tiles_, Count(others & LowMask(from)), Count(others & LowMask(to)));
        pulls_[turn == 0 ? front++ : --back] = {BlockOf(others | CellBit(from), to), turn};
      }
    };
    add(sides.Right(region), 1);
    add(sides.Left(region), -1);
    add(sides.Down(region), width);
    add(sides.Up(region), -width);
  }
}

void SearchTables::FillTurns(const Counts& counts) {
  const Split split(tiles_);
  // The permutations are the turns of the tail.
  const uint64_t tails = Factorial(split.tail);
  const int reach = std::min<int>(geometry_.width, split.tail) - 1;
  const uint64_t permutations = TurnsOf(geometry_, split.tail);
  permuted_bits_.assign(permutations * 64, 63);
  for (int from = 0; from < split.tail; ++from)
    for (int to = 0; to < split.tail; ++to) {
      if (std::abs(from - to) > reach) continue;
      uint8_t* const bits = &permuted_bits_[TurnNumber(split.tail, from, to) * 64];
      for (uint64_t tail = 0; tail < tails; ++tail) {
        int place[kTail];
        OrderOf(tail, split.tail, split.tail, place);
        for (int j = 0; j < split.tail; ++j) place[j] = Before(from, to, place[j]);
        bits[split.Bit(tail)] =
            static_cast<uint8_t>(split.Bit(NumberOfOrder(place, split.tail, split.tail)));
      }
    }
  permuted_.assign(permutations * 8 * 256, 0);
  for (uint64_t i = 0; i < permutations; ++i)
    for (uint64_t bit = 0; bit < tails / split.halves; ++bit) {
      const uint64_t source = permuted_bits_[i * 64 + bit];
      for (uint64_t byte = 0; byte < 256; ++byte)
        if (byte >> source % 8 & 1) permuted_[(i * 8 + source / 8) * 256 + byte] |= CellBit(bit);
    }

  turned_.resize(counts.turns * counts.words);
  const uint64_t heads = counts.words / split.halves;
  for (int from = 0; from < tiles_; ++from)
    for (int to = 0; to < tiles_; ++to) {
      if (std::abs(from - to) >= geometry_.width) continue;
      Turned* const turned = &turned_[TurnNumber(tiles_, from, to) * counts.words];
      for (uint64_t head = 0; head < heads; ++head) {
        int place[kMaxCells];
        OrderOf(head, split.head, tiles_, place);
        CellMask in_tail = LowMask(tiles_), before_in_tail = in_tail;
        for (int j = 0; j < split.head; ++j) {
          in_tail &= ~CellBit(place[j]);
          place[j] = Before(from, to, place[j]);
          before_in_tail &= ~CellBit(place[j]);
        }
        const uint64_t before = NumberOfOrder(place, split.head, tiles_);
        // The tail is turned if the tile that moves belongs to it.
        int tail_from = 0, tail_to = 0;
        if (in_tail & CellBit(to)) {
          tail_from = Count(before_in_tail & LowMask(from));
          tail_to = Count(in_tail & LowMask(to));
        }
        const uint64_t parity = static_cast<uint64_t>(std::abs(tail_from - tail_to));
        for (uint64_t half = 0; half < split.halves; ++half)
          turned[split.Word(head, half)] =
              static_cast<Turned>(split.Word(before, half + parity) << kPermutationBits) |
              TurnNumber(split.tail, tail_from, tail_to);
      }
    }
}

}  // namespace tilebase::pattern
