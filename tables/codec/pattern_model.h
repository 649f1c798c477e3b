// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How a block of a pattern table's excesses is coded.
//
// Neighbouring placements differ by one tile on a neighbouring cell, and their excesses by 0 or 1.
// To predict an entry, the model looks at earlier entries of its block: for each of the last five
// tiles, the placement with this tile one cell to the left and the one with it one cell higher.
// There are three contexts: the five left neighbours, the five upper ones, and six of both kinds
// (of the last three tiles). The third context remembers the excess it has seen lately as its
// guess. The question "is it the guess?" is coded with a chance that a small mixer makes of the
// three contexts' chances: a sum in the logistic domain, with weights learned while the block is
// coded. After a no, which is the answer for 3 to 10 of 100 entries, two or more questions with
// plain chances give the excess.
//
// Mixing saves a third of the bytes: for the 6-tile pattern {1-3,6-8} on 5x5 the best single
// context gives 0.0104 bytes an entry (docs/format.md has more). The model uses integers only and
// starts again in every block. docs/format.md is the specification; any change here is a new codec.

#ifndef TILEBASE_TABLES_CODEC_PATTERN_MODEL_H_
#define TILEBASE_TABLES_CODEC_PATTERN_MODEL_H_

#include <stdint.h>

#include <vector>

#include "absl/types/span.h"
#include "tables/codec/range_coder.h"
#include "tables/ranking.h"

namespace tilebase {

// Scratch memory for coding blocks, about 2 MB. One thread at a time.
class PatternModel {
 public:
  PatternModel();

  // Codes the excesses of entries first, first+1, ..., each at most kMaxExcess. Requires 0 <
  // excesses.size() <= kMaxEntries, all within the ranking.
  void Encode(const PatternRanking& ranking, uint64_t first, absl::Span<const uint8_t> excesses,
              std::vector<uint8_t>* coded);

  // Decodes to out[0 .. entries), with the same requirements. Any bytes decode to some excesses;
  // returns false if `coded` is not exactly as long as its content.
  bool Decode(const PatternRanking& ranking, uint64_t first, uint64_t entries,
              absl::Span<const uint8_t> coded, uint8_t* out);

  static constexpr uint64_t kMaxEntries = 65536 * 2;

 private:
  static constexpr int kLeastChance = 24;
  static constexpr int kMostChance = 65536 - kLeastChance;
  using Chance = AdaptiveBit<kLeastChance, kMostChance>;
  // The third context's guess.
  struct Near {
    Chance chance;   // that the guess is right
    uint8_t excess;  // the guess
    uint8_t trust;
  };
  static constexpr int kSlots = 1 << 16;
  static constexpr int kInputs = 3;
  static constexpr int kWeightSets = 9;  // the last one for down_chances_

  // The tables that coding an entry reads, without the checks of std::vector.
  struct Tables {
    Chance* chances[2];
    Near* near;
  };

  template <typename Coder>
  void Code(const PatternRanking& ranking, uint64_t first, uint64_t entries,
            const uint8_t* excesses, uint8_t* out, Coder* coder);
  template <size_t kStride, typename Coder>
  Coder CodeRows(const PatternRanking& ranking, uint64_t first, uint64_t entries,
                 const uint8_t* excesses, uint8_t* out, Coder coder);
  template <typename FirstGuess, typename Coder>
  uint8_t CodeEntry(const Tables& tables, uint16_t left, uint16_t upper, uint16_t near,
                    FirstGuess first_guess, int excess, Coder* coder);
  template <typename Coder>
  Coder CodeOther(unsigned left, unsigned upper, unsigned near, int expected, int* excess,
                  Coder coder);
  template <typename Coder>
  bool Ask(Chance* const (&chance)[kInputs], int32_t* weight, bool yes, Coder* coder);

  std::vector<Chance> chances_[2];             // that the guess is right; kSlots each
  std::vector<Near> near_;                     // the guesses of the third context; kSlots
  std::vector<Chance> down_chances_[kInputs];  // that a wrong guess is too high
  int32_t weights_[kWeightSets][kInputs];
  Chance further_[2][16];
  std::vector<uint8_t> rows_;  // the keys of the block's entries, by cell of the last tile
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_CODEC_PATTERN_MODEL_H_
