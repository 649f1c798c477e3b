// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/codec/pattern_model.h"

#include <string.h>

#include <algorithm>
#include <array>

#include "tables/codec/range_coder.h"
#include "tables/entry.h"

namespace tilebase {
namespace {

// How many of the latest answers a chance remembers.
constexpr int kLimit = 60;
constexpr int kFewLimit = 60;
// The greatest trust in a guess: this many wrong answers replace it.
constexpr uint8_t kMostTrust = 3;
// Sets the chances of different guesses in the same context apart.
constexpr unsigned kSalt = 40503;

// The logistic domain: ln(p / (1 - p)) in 1/256, between -kFar and kFar.
constexpr int kFar = 2047;
constexpr double kStep = 1.00391388933834757344;  // exp(1/256)

// 65536 / (1 + exp(-x/256)), rounded, at x + kFar.
constexpr std::array<uint16_t, 2 * kFar + 1> kSquash = [] {
  std::array<uint16_t, 2 * kFar + 1> squash = {};
  double power = 1;  // exp(x/256)
  for (int x = 0; x <= kFar; ++x, power *= kStep) {
    const double rounded = 65536 / (1 + power) + 0.5;
    const int low = static_cast<int>(rounded);
    squash[static_cast<size_t>(kFar - x)] = static_cast<uint16_t>(low);
    squash[static_cast<size_t>(kFar + x)] = static_cast<uint16_t>(65536 - low);
  }
  return squash;
}();

// Indexed by p div 16: the least x whose squash is at least the middle of these p.
constexpr std::array<int16_t, 4096> kStretch = [] {
  std::array<int16_t, 4096> stretch = {};
  int x = -kFar;
  for (int i = 0; i < 4096; ++i) {
    while (x < kFar && kSquash[static_cast<size_t>(x + kFar)] < 16 * i + 8) ++x;
    stretch[static_cast<size_t>(i)] = static_cast<int16_t>(x);
  }
  return stretch;
}();

constexpr int32_t kOne = 65536;                 // a weight of 1
constexpr int32_t kFirstWeight = kOne * 2 / 5;  // of each input
constexpr int kLearnShift = 14;

// The key of a neighbour: 0 if it does not exist, otherwise 1 + 2 * min(excess, 4) + (is its tile
// nearer home). Rows store the key without the last term, so a stored key is odd if the neighbour
// exists.
constexpr uint8_t kNoExcess = 0;
constexpr int kClip = 4;

constexpr uint8_t KeyInRow(int excess) {
  return static_cast<uint8_t>(1 + 2 * std::min(excess, kClip));
}
// `nearer` is 0 or 1.
constexpr uint8_t Key(uint8_t in_row, uint8_t nearer) {
  return static_cast<uint8_t>(in_row + (in_row & nearer));
}

constexpr uint8_t kNoRow[kMaxCells] = {};

// How many tiles before the last one the contexts use.
constexpr int kEarlier = 4;
constexpr uint16_t kBase = 11;

// Goes through the rows of a ranking in order. A row is a placement of all tiles but the last one.
class Rows {
 public:
  Rows(const PatternRanking& ranking, uint64_t first_row)
      : last_(ranking.count() - 1), open_(ranking.geometry().all_cells()) {
    const uint64_t values = static_cast<uint64_t>(ranking.values(last_));
    memset(tile_on_, last_, sizeof tile_on_);
    uint8_t cell[kMaxCells];
    ranking.Unrank(first_row * values, cell);
    for (int j = 0; j < last_; ++j) Put(j, cell[j]);
    for (int j = 0; j < last_; ++j) {
      left_[j] = ranking.weight(j) / values;
      up_[j] = left_[j] * ranking.geometry().width;
      for (int t = 0; t < last_; ++t) pass_[j][t] = t < j ? -left_[j] : ranking.weight(t) / values;
      pass_[j][last_] = 0;
    }
  }

  // Requires that another row follows.
  void Next() {
    int j = last_;
    CellMask higher;
    do {
      --j;
      open_ |= CellBit(cell_[j]);
      tile_on_[cell_[j]] = static_cast<uint8_t>(last_);
      higher = open_ & ~LowMask(cell_[j] + 1);
    } while (higher == 0);
    for (Put(j, Lowest(higher)); ++j < last_;) Put(j, Lowest(open_));
  }

  int cell(int j) const { return cell_[j]; }
  // Cells without a tile.
  CellMask open() const { return open_; }

  // How many rows back tile j is one cell to the left, or one cell higher. Undefined if that cell
  // is not open.
  uint64_t BackLeft(int j) const { return left_[j]; }
  uint64_t BackUp(int j, int width) const {
    uint64_t back = up_[j];
    for (int steps = 1; steps < width; ++steps)
      back += pass_[j][tile_on_[(cell_[j] - steps) & (kMaxCells - 1)]];
    return back;
  }

 private:
  void Put(int j, int cell) {
    cell_[j] = static_cast<uint8_t>(cell);
    tile_on_[cell] = static_cast<uint8_t>(j);
    open_ &= ~CellBit(cell);
  }

  const int last_;
  CellMask open_;
  uint8_t cell_[kMaxCells];
  uint8_t tile_on_[kMaxCells];  // last_ if the cell has no tile
  // Counted in rows. If a tile moves up and passes no other, its digit falls by the width. Each
  // tile that it passes either lowers that fall by one or has its own digit lowered.
  uint64_t left_[kMaxCells], up_[kMaxCells];
  uint64_t pass_[kMaxCells][kMaxCells];
};

}  // namespace

PatternModel::PatternModel() {
  for (std::vector<Chance>& chances : chances_) chances.resize(kSlots);
  for (std::vector<Chance>& chances : down_chances_) chances.resize(kSlots);
  near_.resize(kSlots);
}

// Asks with a mixture of three chances, then updates them and the weights with the answer.
template <typename Coder>
inline __attribute__((always_inline)) bool PatternModel::Ask(Chance* const (&chance)[kInputs],
                                                             int32_t* weight, bool yes,
                                                             Coder* coder) {
  int stretched[kInputs];
  int64_t sum = 0;
  for (int i = 0; i < kInputs; ++i) {
    stretched[i] = kStretch.data()[chance[i]->chance / 16];
    sum += int64_t{weight[i]} * stretched[i];
  }
  const int mixed = static_cast<int>(std::clamp<int64_t>(sum >> 16, -kFar, kFar));
  const int probability = std::clamp<int>(kSquash.data()[mixed + kFar], kLeastChance, kMostChance);
  yes = coder->Code(static_cast<uint32_t>(probability), yes);
  const int error = (yes ? 65535 : 0) - probability;
  for (int i = 0; i < kInputs; ++i) {
    weight[i] += (stretched[i] * error + (1 << (kLearnShift - 1))) >> kLearnShift;
    chance[i]->Learn(yes, kLimit);
  }
  return yes;
}

// Codes the excess after a wrong guess.
template <typename Coder>
__attribute__((noinline)) Coder PatternModel::CodeOther(unsigned left, unsigned upper,
                                                        unsigned near, int expected, int* excess,
                                                        Coder coder) {
  bool down = expected == kMaxExcess;
  if (!down && expected > 0) {
    Chance* const chance[kInputs] = {&down_chances_[0][left], &down_chances_[1][upper],
                                     &down_chances_[2][near]};
    down = Ask(chance, weights_[kWeightSets - 1], *excess < expected, &coder);
  }
  int found = expected + (down ? -1 : 1);
  const int end = down ? 0 : kMaxExcess;
  for (int steps = 0; found != end; ++steps) {
    if (!further_[down][steps].Code(*excess != found, kFewLimit, &coder)) break;
    found += down ? -1 : 1;
  }
  *excess = found;
  return coder;
}

template <typename FirstGuess, typename Coder>
inline __attribute__((always_inline)) uint8_t PatternModel::CodeEntry(const Tables& tables,
                                                                      uint16_t left, uint16_t upper,
                                                                      uint16_t near,
                                                                      FirstGuess first_guess,
                                                                      int excess, Coder* coder) {
  Near& here = tables.near[near];
  if (__builtin_expect(here.trust == 0, 0)) {
    here.excess = first_guess();
    here.trust = 1;
  }
  const int expected = here.excess;
  const unsigned salt = static_cast<unsigned>(expected) * kSalt;
  const unsigned salted_left = (left + salt) % kSlots, salted_upper = (upper + salt) % kSlots;
  Chance* const chance[kInputs] = {tables.chances[0] + salted_left,
                                   tables.chances[1] + salted_upper, &here.chance};
  int32_t* const weights = weights_[std::min<int>(here.chance.seen, 14) / 2];
  if (__builtin_expect(Ask(chance, weights, excess == expected, coder), 1)) {
    if (here.trust < kMostTrust) ++here.trust;
    return static_cast<uint8_t>(expected);
  }
  *coder = CodeOther(salted_left, salted_upper, near, expected, &excess, *coder);
  if (--here.trust == 0) {
    here.excess = static_cast<uint8_t>(excess);
    here.trust = 1;
  }
  return static_cast<uint8_t>(excess);
}

template <typename Coder>
void PatternModel::Code(const PatternRanking& ranking, uint64_t first, uint64_t entries,
                        const uint8_t* excesses, uint8_t* out, Coder* coder) {
  for (std::vector<Chance>& chances : chances_)
    std::fill(chances.begin(), chances.end(), Chance{52000, 0});
  std::fill(near_.begin(), near_.end(), Near{Chance{52000, 0}, 0, 0});
  for (auto& set : weights_) std::fill(std::begin(set), std::end(set), kFirstWeight);
  for (std::vector<Chance>& chances : down_chances_)
    std::fill(chances.begin(), chances.end(), Chance{32768, 0});
  for (auto& chain : further_) std::fill(std::begin(chain), std::end(chain), Chance{3000, 0});
  const int cells = ranking.geometry().cells();
  *coder = cells <= 16   ? CodeRows<16>(ranking, first, entries, excesses, out, *coder)
           : cells <= 32 ? CodeRows<32>(ranking, first, entries, excesses, out, *coder)
                         : CodeRows<kMaxCells>(ranking, first, entries, excesses, out, *coder);
}

// Codes row by row; the entries of a row differ only in the last tile. A row is indexed by the cell
// of that tile, so entries that are neighbours on the board are neighbours in memory.
template <size_t kStride, typename Coder>
Coder PatternModel::CodeRows(const PatternRanking& ranking, uint64_t first, uint64_t entries,
                             const uint8_t* excesses, uint8_t* out, Coder coder) {
  const Geometry geometry = ranking.geometry();
  const int width = geometry.width;
  const int last = ranking.count() - 1;
  const uint64_t values = static_cast<uint64_t>(ranking.values(last));
  const uint64_t end = first + entries;
  const uint64_t first_row = first / values;
  // An extra row before the first stands in for cells off the board.
  rows_.assign(((end - 1) / values - first_row + 2) * kStride, kNoExcess);

  // For each tile, the cells from which a step to the left or up leads nearer home.
  CellMask nearer[2][kMaxCells] = {};
  for (int j = 0; j <= last; ++j)
    for (int cell = 0; cell < geometry.cells(); ++cell) {
      const int home = ranking.tile(j) - 1;
      if (geometry.Column(home) < geometry.Column(cell)) nearer[0][j] |= CellBit(cell);
      if (geometry.Row(home) < geometry.Row(cell)) nearer[1][j] |= CellBit(cell);
    }
  const auto bit = [](CellMask mask, int cell) { return static_cast<uint8_t>(mask >> cell & 1); };
  CellMask has_left = 0;
  // For each cell of the last tile: all ones if there is a left or upper neighbour, and whether
  // that neighbour is nearer home.
  uint8_t left_mask[kStride] = {}, upper_mask[kStride] = {};
  uint8_t left_nearer[kStride] = {}, upper_nearer[kStride] = {};
  const int cells = std::min(geometry.cells(), static_cast<int>(kStride));  // all cells
  for (int cell = 0; cell < cells; ++cell) {
    if (geometry.Column(cell) > 0) {
      has_left |= CellBit(cell);
      left_mask[cell] = 255;
    }
    if (cell >= width) upper_mask[cell] = 255;
    left_nearer[cell] = bit(nearer[0][last], cell);
    upper_nearer[cell] = bit(nearer[1][last], cell);
  }

  const Tables tables = {{chances_[0].data(), chances_[1].data()}, near_.data()};
  Rows row(ranking, first_row);
  uint8_t* here = rows_.data() + kStride;
  uint64_t rows_before = 0;
  for (uint64_t rank = first;; row.Next(), here += kStride, ++rows_before) {
    const CellMask open = row.open();
    // The rows that have one of the earlier tiles one cell to the left (0) or one cell higher (1).
    uint8_t key[kEarlier][2][kStride];
    for (int i = 0; i < kEarlier; ++i) {
      const int j = last - 1 - i;
      for (int way = 0; way < 2; ++way) {
        const uint8_t* near = kNoRow;
        uint8_t is_nearer = 0;
        if (j >= 0) {
          const int from = row.cell(j);
          const CellMask step = way == 0 ? (CellBit(from) & has_left) >> 1 : CellBit(from) >> width;
          const uint64_t back = way == 0 ? row.BackLeft(j) : row.BackUp(j, width);
          near = (open & step) != 0 && rows_before >= back ? here - back * kStride : kNoRow;
          is_nearer = bit(nearer[way][j], from);
        }
        for (size_t x = 0; x < kStride; ++x) key[i][way][x] = Key(near[x], is_nearer);
      }
    }
    // Contexts without the last tile's share, modulo kSlots.
    uint16_t left[kStride], upper[kStride], close[kStride];
    for (size_t x = 0; x < kStride; ++x) {
      const auto joined = [](uint16_t context, uint8_t next) {
        return static_cast<uint16_t>(context * kBase + next);
      };
      left[x] = static_cast<uint16_t>(
          joined(joined(joined(key[3][0][x], key[2][0][x]), key[1][0][x]), key[0][0][x]) * kBase);
      upper[x] = static_cast<uint16_t>(
          joined(joined(joined(key[3][1][x], key[2][1][x]), key[1][1][x]), key[0][1][x]) * kBase);
      close[x] = static_cast<uint16_t>(
          joined(joined(joined(key[1][1][x], key[1][0][x]), key[0][1][x]), key[0][0][x]) * kBase *
          kBase);
    }
    CellMask rest = open;
    for (uint64_t skip = rank % values; rank == first && skip > 0; --skip) rest &= rest - 1;
    for (; rest != 0; rest &= rest - 1) {
      const int x = Lowest(rest);
      const uint8_t from_left =
          Key(static_cast<uint8_t>(here[x - 1] & left_mask[x]), left_nearer[x]);
      const uint8_t from_upper =
          Key(static_cast<uint8_t>(here[x - width] & upper_mask[x]), upper_nearer[x]);
      const auto first_guess = [&] {
        for (const uint8_t any :
             {key[0][0][x], key[0][1][x], key[1][0][x], key[1][1][x], from_left, from_upper})
          if (any != kNoExcess) return static_cast<uint8_t>((any - 1) / 2);
        return uint8_t{0};
      };
      const uint8_t excess =
          CodeEntry(tables, static_cast<uint16_t>(left[x] + from_left),
                    static_cast<uint16_t>(upper[x] + from_upper),
                    static_cast<uint16_t>(close[x] + from_left * kBase + from_upper), first_guess,
                    excesses == nullptr ? 0 : excesses[rank - first], &coder);
      here[x] = KeyInRow(excess);
      if (out != nullptr) out[rank - first] = excess;
      if (++rank == end) return coder;
    }
  }
}

void PatternModel::Encode(const PatternRanking& ranking, uint64_t first,
                          absl::Span<const uint8_t> excesses, std::vector<uint8_t>* coded) {
  RangeEncoder coder(coded);
  Code(ranking, first, excesses.size(), excesses.data(), nullptr, &coder);
  coder.Finish();
}

bool PatternModel::Decode(const PatternRanking& ranking, uint64_t first, uint64_t entries,
                          absl::Span<const uint8_t> coded, uint8_t* out) {
  RangeDecoder coder(coded);
  Code(ranking, first, entries, nullptr, out, &coder);
  return coder.IsAtEnd();
}

}  // namespace tilebase
