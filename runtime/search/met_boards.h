// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Remembers the boards that a beam has met lately, so that it does not keep them again.
//
// Each place holds the upper half of the hash of the last board that came there. Once in 2^32, a
// board is wrongly taken for one that was met; others are forgotten. Both cost little.

#ifndef TILEBASE_RUNTIME_SEARCH_MET_BOARDS_H_
#define TILEBASE_RUNTIME_SEARCH_MET_BOARDS_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <bit>
#include <vector>

namespace tilebase {

// The hash of a board is the exclusive or of this for all tiles, by a tile's home and its cell.
inline uint64_t PlacedHash(uint64_t home, uint64_t cell) {
  uint64_t z = (home << 16 | cell) * 0x9e3779b97f4a7c15u + 0x632be59bd9b4e019u;
  z = (z ^ (z >> 32)) * 0xbf58476d1ce4e5b9u;
  return z ^ (z >> 29);
}

class MetBoards {
 public:
  MetBoards() : places_(kLeastPlaces, 0) {}

  // Begins a search that has met nothing.
  void Begin() { salt_ = PlacedHash(1, ++searches_); }

  // Makes room for a search that keeps this many boards a move. If it has less, forgets all boards.
  void Reserve(size_t boards) {
    const size_t places = std::min(std::bit_ceil(kPlacesOfBoard * boards), kMostPlaces);
    if (places > places_.size()) places_.assign(places, 0);
  }

  // The table as inner loops use it. Valid until Begin or Reserve.
  class View {
   public:
    void Prepare(uint64_t hash) const { __builtin_prefetch(&places_[hash & mask_], 1); }
    // Returns whether the board is new, and adds it.
    bool Meet(uint64_t hash) const {
      uint32_t& place = places_[hash & mask_];
      const auto mark = static_cast<uint32_t>((hash ^ salt_) >> 32);
      const bool is_new = place != mark;
      place = mark;
      return is_new;
    }

   private:
    friend class MetBoards;
    View(uint32_t* places, uint64_t mask, uint64_t salt)
        : places_(places), mask_(mask), salt_(salt) {}

    uint32_t* places_;
    uint64_t mask_;
    uint64_t salt_;
  };
  View view() { return {places_.data(), places_.size() - 1, salt_}; }

 private:
  static constexpr size_t kPlacesOfBoard = 16;
  static constexpr size_t kLeastPlaces = 1 << 14;
  static constexpr size_t kMostPlaces = 1 << 20;

  std::vector<uint32_t> places_;
  uint64_t searches_ = 0;
  uint64_t salt_ = 0;  // of the search
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_MET_BOARDS_H_
