// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How a tile that slides up or down changes a rank, by lookup.
//
// A word without its blanks is a sequence of tiles. A tile that slides sideways keeps its place in
// the sequence. A tile that slides up or down passes the tiles between its two cells: a *turn* of a
// part of the sequence. A turn changes each digit of the rank by itself: what
// becomes of the first symbol's digit depends on the turn and that digit; the other symbols see a
// turn of the sequence without the first symbol, which passes fewer tiles, or none. So there is one
// table a digit, of turns and digits, and a neighbour's rank takes a lookup a digit.

#ifndef TILEBASE_GENERATOR_WORDS_WORD_TURNS_H_
#define TILEBASE_GENERATOR_WORDS_WORD_TURNS_H_

#include <stddef.h>
#include <stdint.h>

#include <vector>

#include "tables/words/word_ranking.h"

namespace tilebase {

class WordTurns {
 public:
  static constexpr uint64_t kMaxEntries = uint64_t{1} << 21;  // 8 bytes each

  // `longest`: the most tiles that a turn passes. Empty if the tables would be larger than
  // kMaxEntries, or no turn can be.
  WordTurns(const WordRanking& ranking, int longest);

  // Bytes of the tables; 0 if they are empty.
  static uint64_t MemoryOf(const WordRanking& ranking, int longest);
  bool empty() const { return digits_.empty(); }
  // The turn in which a tile of the sequence goes from one place to another; 0: none.
  uint32_t TurnOf(int from, int to) const {
    if (from == to) return 0;
    const int first = from < to ? from : to, passed = from < to ? to - from : from - to;
    return 1 + 2 * static_cast<uint32_t>(first * longest_ + passed - 1) + (from < to ? 1u : 0u);
  }
  // Splits an arrangement (a rank within its row).
  void Split(uint64_t arrangement, uint32_t* digit) const {
    for (size_t i = 0; i < digits_.size(); ++i) {
      digit[i] = static_cast<uint32_t>(arrangement / digits_[i].weight);
      arrangement %= digits_[i].weight;
    }
  }
  // The arrangement after the turn; `after` gets its digits and may be `digit`.
  uint64_t Turn(uint32_t turn, const uint32_t* digit, uint32_t* after) const {
    uint64_t arrangement = 0;
    for (size_t i = 0; i < digits_.size(); ++i) {
      const Digit& table = digits_[i];
      const Entry entry =
          turn == 0 ? Entry{digit[i], 0} : table.entries[(turn - 1) * table.values + digit[i]];
      after[i] = entry.digit;
      arrangement += entry.digit * table.weight;
      turn = entry.turn;
    }
    return arrangement;
  }

 private:
  struct Entry {
    uint32_t digit;
    uint32_t turn;  // of the sequence without this symbol
  };
  struct Digit {
    uint64_t weight = 0;
    uint64_t values = 0;
    std::vector<Entry> entries;  // by turn - 1, then digit
  };

  int longest_;
  std::vector<Digit> digits_;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_WORDS_WORD_TURNS_H_
