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

// How many answers a chance remembers.
constexpr int kLimit = 60;
constexpr int kFewLimit = 60;
// How sure a guess can become: so many wrong ones replace it.
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

// By p div 16: the least x whose squash is at least the middle of these p.
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

// What a neighbour tells: 0 = not there, else 1 + 2 * min(excess, 4) + (is its tile nearer home).
constexpr uint8_t kNone = 0;
constexpr int kClip = 4;
// A stored excess; none is the value that turns into key 0.
constexpr uint8_t kAbsent = 255;

constexpr uint8_t Key(uint8_t excess, bool nearer) {
  return excess == kAbsent
             ? kNone
             : static_cast<uint8_t>(1 + 2 * std::min<int>(excess, kClip) + (nearer ? 1 : 0));
}

constexpr std::array<uint8_t, kMaxCells> kAbsentRow = [] {
  std::array<uint8_t, kMaxCells> row = {};
  for (uint8_t& excess : row) excess = kAbsent;
  return row;
}();

// How far back tiles are looked at: the last one and four before it.
constexpr int kEarlier = 4;
constexpr unsigned kBase = 11;

}  // namespace

PatternModel::PatternModel() {
  for (std::vector<Chance>& chances : chances_) chances.resize(kSlots);
  for (std::vector<Chance>& chances : down_chances_) chances.resize(kSlots);
  guesses_.resize(kSlots);
}

// Asks with a mixture of three chances, and teaches them and the weights the answer.
template <typename Coder>
inline bool PatternModel::Ask(Chance* const (&chance)[kInputs], int32_t* weight, bool yes,
                              Coder* coder) {
  int stretched[kInputs];
  int64_t sum = 0;
  for (int i = 0; i < kInputs; ++i) {
    stretched[i] = kStretch[chance[i]->chance / 16];
    sum += int64_t{weight[i]} * stretched[i];
  }
  const int mixed = static_cast<int>(std::clamp<int64_t>(sum >> 16, -kFar, kFar));
  const int probability =
      std::clamp<int>(kSquash[static_cast<size_t>(mixed + kFar)], kLeastChance, kMostChance);
  yes = coder->Code(static_cast<uint32_t>(probability), yes);
  const int error = (yes ? 65535 : 0) - probability;
  for (int i = 0; i < kInputs; ++i) {
    weight[i] += (stretched[i] * error + (1 << (kLearnShift - 1))) >> kLearnShift;
    chance[i]->Learn(yes, kLimit);
  }
  return yes;
}

template <typename Coder>
inline uint8_t PatternModel::CodeEntry(unsigned left, unsigned upper, unsigned near,
                                       uint8_t fresh_guess, int excess, Coder* coder) {
  Guess& guess = guesses_[near];
  if (guess.trust == 0) guess = {fresh_guess, 1};
  const int expected = guess.excess;
  const unsigned salt = static_cast<unsigned>(expected) * kSalt;
  Chance* const hit_chance[kInputs] = {&chances_[0][(left + salt) % kSlots],
                                       &chances_[1][(upper + salt) % kSlots], &chances_[2][near]};
  int32_t* const weights = weights_[std::min<int>(hit_chance[2]->seen, 14) / 2];
  if (Ask(hit_chance, weights, excess == expected, coder)) {
    if (guess.trust < kMostTrust) ++guess.trust;
    return static_cast<uint8_t>(expected);
  }
  bool down = expected == kMaxExcess;
  if (!down && expected > 0) {
    Chance* const down_chance[kInputs] = {&down_chances_[0][(left + salt) % kSlots],
                                          &down_chances_[1][(upper + salt) % kSlots],
                                          &down_chances_[2][near]};
    down = Ask(down_chance, weights_[kWeightSets - 1], excess < expected, coder);
  }
  int found = expected + (down ? -1 : 1);
  const int end = down ? 0 : kMaxExcess;
  for (int steps = 0; found != end; ++steps) {
    if (!further_[down][steps].Code(excess != found, kFewLimit, coder)) break;
    found += down ? -1 : 1;
  }
  if (--guess.trust == 0) guess = {static_cast<uint8_t>(found), 1};
  return static_cast<uint8_t>(found);
}

// Row by row: the entries that differ in the last tile only. A row is kept by the cells of that
// tile, so that the entries next to one another on the board are next to one another here.
template <typename Coder>
void PatternModel::Code(const PatternRanking& ranking, uint64_t first, uint64_t entries,
                        const uint8_t* excesses, uint8_t* out, Coder* coder) {
  for (std::vector<Chance>& chances : chances_)
    std::fill(chances.begin(), chances.end(), Chance{52000, 0});
  std::fill(guesses_.begin(), guesses_.end(), Guess{0, 0});
  for (auto& set : weights_) std::fill(std::begin(set), std::end(set), kFirstWeight);
  for (std::vector<Chance>& chances : down_chances_)
    std::fill(chances.begin(), chances.end(), Chance{32768, 0});
  for (auto& chain : further_) std::fill(std::begin(chain), std::end(chain), Chance{3000, 0});

  const Geometry geometry = ranking.geometry();
  const int width = geometry.width;
  const int cells = geometry.cells();
  const int last = ranking.count() - 1;
  const uint64_t values = static_cast<uint64_t>(ranking.values(last));
  const uint64_t end = first + entries;
  const uint64_t first_row = first / values;
  const size_t stride = cells <= 16 ? 16 : cells <= 32 ? 32 : kMaxCells;
  rows_.assign(((end - 1) / values - first_row + 1) * stride, kAbsent);

  const int home = ranking.tile(last) - 1;
  bool left_nearer[kMaxCells], upper_nearer[kMaxCells];
  for (int cell = 0; cell < cells; ++cell) {
    left_nearer[cell] = geometry.Column(home) < geometry.Column(cell);
    upper_nearer[cell] = geometry.Row(home) < geometry.Row(cell);
  }
  for (uint64_t rank = first; rank < end;) {
    const uint64_t row = rank / values;
    uint8_t cell[kMaxCells];
    ranking.Unrank(row * values, cell);
    CellMask open = geometry.all_cells();
    for (int j = 0; j < last; ++j) open &= ~CellBit(cell[j]);

    // The rows with one of the earlier tiles one cell to the left (0) or higher (1).
    uint8_t key[kEarlier][2][kMaxCells];
    for (int i = 0; i < kEarlier; ++i) {
      const int j = last - 1 - i;
      for (int way = 0; way < 2; ++way) {
        const uint8_t* near = kAbsentRow.data();
        bool nearer = false;
        if (j >= 0) {
          const int from = cell[j];
          const int to = way == 0 ? from - 1 : from - width;
          if ((way == 0 ? geometry.Column(from) > 0 : to >= 0) && (open & CellBit(to))) {
            // Where the tile passes none, digit j falls by the way it goes; a tile between takes
            // from that or has a digit of its own that falls.
            uint64_t less = ranking.weight(j) * static_cast<uint64_t>(from - to);
            for (int t = 0; t < last; ++t)
              if (cell[t] > to && cell[t] < from)
                less += t < j ? -ranking.weight(j) : ranking.weight(t);
            const uint64_t back = less / values;
            if (row - first_row >= back) near = &rows_[(row - back - first_row) * stride];
            nearer = geometry.Distance(to, ranking.tile(j) - 1) <
                     geometry.Distance(from, ranking.tile(j) - 1);
          }
        }
        for (size_t x = 0; x < stride; ++x) key[i][way][x] = Key(near[x], nearer);
      }
    }
    unsigned left[kMaxCells], upper[kMaxCells], close[kMaxCells];
    uint8_t guess[kMaxCells];
    for (size_t x = 0; x < stride; ++x) {
      const unsigned far_left = (key[3][0][x] * kBase + key[2][0][x]) * kBase + key[1][0][x];
      const unsigned far_upper = (key[3][1][x] * kBase + key[2][1][x]) * kBase + key[1][1][x];
      left[x] = (far_left * kBase + key[0][0][x]) * kBase;
      upper[x] = (far_upper * kBase + key[0][1][x]) * kBase;
      close[x] =
          (((key[1][1][x] * kBase + key[1][0][x]) * kBase + key[0][1][x]) * kBase + key[0][0][x]) *
          kBase * kBase;
      const uint8_t any = key[0][0][x] != 0   ? key[0][0][x]
                          : key[0][1][x] != 0 ? key[0][1][x]
                          : key[1][0][x] != 0 ? key[1][0][x]
                                              : key[1][1][x];
      guess[x] = any;
    }
    uint8_t* const here = &rows_[(row - first_row) * stride];
    CellMask rest = open;
    for (uint64_t skip = rank - row * values; skip > 0; --skip) rest &= rest - 1;
    for (; rest != 0 && rank < end; rest &= rest - 1, ++rank) {
      const int x = Lowest(rest);
      const uint8_t from_left = x % width == 0 ? kNone : Key(here[x - 1], left_nearer[x]);
      const uint8_t from_upper = x < width ? kNone : Key(here[x - width], upper_nearer[x]);
      const uint8_t any = guess[x] != 0 ? guess[x] : from_left != 0 ? from_left : from_upper;
      const uint8_t excess = CodeEntry(left[x] + from_left, upper[x] + from_upper,
                                       (close[x] + from_left * kBase + from_upper) % kSlots,
                                       any == 0 ? 0 : static_cast<uint8_t>((any - 1) / 2),
                                       excesses == nullptr ? 0 : excesses[rank - first], coder);
      here[x] = excess;
      if (out != nullptr) out[rank - first] = excess;
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
