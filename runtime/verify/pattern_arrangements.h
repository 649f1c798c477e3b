// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The arrangements of a pattern's tiles on their cells, as its verifier sees them.
//
// A place is the number of a cell among those of all the pattern's tiles. A word has a bit for each
// order of the last four tiles; the places of the other tiles determine which word. The slots are
// the places left for the last four tiles.

#ifndef TILEBASE_RUNTIME_VERIFY_PATTERN_ARRANGEMENTS_H_
#define TILEBASE_RUNTIME_VERIFY_PATTERN_ARRANGEMENTS_H_

#include <stddef.h>
#include <stdint.h>

#include <array>
#include <vector>

namespace tilebase {

class Arrangements {
 public:
  using Word = uint32_t;

  // Tiles that move up or down pass at most width-1 others.
  Arrangements(int tiles, int width);

  size_t words() const { return words_; }
  // The number of orders in a word.
  size_t bits() const { return orders_.size(); }
  Word full() const { return static_cast<Word>((uint64_t{1} << bits()) - 1); }

  // Returns the move of a tile from one place among all to another.
  uint32_t Move(int from, int to) const {
    return from == to ? 0 : static_cast<uint32_t>(from * tiles_ + to);
  }
  // Adds the arrangements that a move makes of `all` to `to`.
  void AddMoved(uint32_t move, const Word* all, Word* to) const;

  // Each tile in turn takes a place among those before it, the first of i+1 for tile i; these
  // places are digits of a number. Returns, by that number, which of the words * bits arrangements
  // it is.
  std::vector<uint32_t> ByInsertion() const;

 private:
  static constexpr int kMostSlots = 4;
  using Order = std::array<uint8_t, kMostSlots>;
  struct Before {
    uint32_t word;
    uint32_t order;  // order of the tiles on the slots
  };
  using Permuted = std::array<std::array<Word, 256>, 3>;

  void AddWords(std::vector<uint8_t>* places);
  void FillPermuted();
  void FillMove(int from, int to);
  size_t WordOf(const std::vector<uint8_t>& places) const;
  // Returns the order of the tiles on the slots, given the places of those tiles.
  size_t OrderOf(const std::vector<uint8_t>& places) const;

  const int tiles_;
  const int first_;              // tiles before the last four
  std::vector<Order> orders_;    // of the slots: permutations, the first is the identity
  std::vector<uint8_t> places_;  // by word: of the first tiles, then the slots in order
  size_t words_ = 0;
  std::vector<Permuted> permuted_;  // result of an order, by order and byte
  std::vector<Before> before_;      // where a word comes from, by move and word
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_VERIFY_PATTERN_ARRANGEMENTS_H_
