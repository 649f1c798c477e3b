// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How a block of a pattern table's excesses is coded.
//
// Neighbouring placements differ by one tile on a neighbouring cell, and their excesses by 0 or 1.
// A model looks at those before an entry in its block: for each of the last five tiles, the
// placement with this tile one cell to the left and the one with it one cell higher. Two sets of
// five (all left, all upper ones) and one of six (the last three tiles, both ways) are contexts.
// The third one knows the excess it has seen lately; "is it this one?" is asked with a chance that
// a small mixer makes of the chances of all three: a sum, in the logistic domain, with weights that
// are learned as the block is coded. Where the answer is no, which is in 3 to 10 of 100 entries,
// two or more questions with plain chances tell the excess.
//
// Mixing is worth a third of the bytes: for the 6-tile pattern {1-3,6-8} on 5x5 the best single
// context gives 0.0104 bytes an entry (docs/format.md has more). Integers only; the model starts
// anew in every block. docs/format.md is the specification; any change here is a new codec.

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

  // The code of the excesses of entries first, first+1, ..., each at most kMaxExcess. Requires
  // 0 < excesses.size() <= kMaxEntries, all within the ranking.
  void Encode(const PatternRanking& ranking, uint64_t first, absl::Span<const uint8_t> excesses,
              std::vector<uint8_t>* coded);

  // The way back, to out[0 .. entries). Any bytes decode to some excesses; false where `coded` is
  // not exactly as long as its content. Same requirements.
  bool Decode(const PatternRanking& ranking, uint64_t first, uint64_t entries,
              absl::Span<const uint8_t> coded, uint8_t* out);

  static constexpr uint64_t kMaxEntries = 65536 * 2;

 private:
  static constexpr int kLeastChance = 24;
  static constexpr int kMostChance = 65536 - kLeastChance;
  using Chance = AdaptiveBit<kLeastChance, kMostChance>;
  // What the third context has seen lately.
  struct Near {
    Chance chance;   // that the guess is right
    uint8_t excess;  // the guess
    uint8_t trust;
  };
  static constexpr int kSlots = 1 << 16;
  static constexpr int kInputs = 3;
  static constexpr int kWeightSets = 9;  // the last one for down_chances_

  // What every entry reads, without the checks of std::vector.
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
  std::vector<Near> near_;                     // the same of the third context; kSlots
  std::vector<Chance> down_chances_[kInputs];  // that it is too high, where it is wrong
  int32_t weights_[kWeightSets][kInputs];
  Chance further_[2][16];
  std::vector<uint8_t> rows_;  // the keys of the block's entries, by cell of the last tile
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_CODEC_PATTERN_MODEL_H_
