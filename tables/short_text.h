// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Messages without a heap: text is put together with <<, as in a stream.
//
// Freestanding: no heap, no library beyond <stdint.h>.

#ifndef TILEBASE_TABLES_SHORT_TEXT_H_
#define TILEBASE_TABLES_SHORT_TEXT_H_

#include <stdint.h>

#include "tables/geometry.h"

namespace tilebase {

// A number in hexadecimal, with at least `digits` digits.
struct AsHex {
  uint64_t number;
  int digits = 1;
};
// A set of tiles, as plans write it: 1-4,9.
struct AsTiles {
  CellMask tiles;
};

// Text of a fixed size; text that does not fit is cut off.
class ShortText {
 public:
  constexpr const char* text() const { return text_; }  // ends in a zero
  constexpr uint32_t size() const { return size_; }

  constexpr ShortText& operator<<(char letter) {
    if (size_ + 1 < sizeof text_) text_[size_++] = letter;
    return *this;
  }
  constexpr ShortText& operator<<(const char* text) {
    while (*text != 0) *this << *text++;
    return *this;
  }
  // Decimal.
  constexpr ShortText& operator<<(uint64_t number) {
    if (number >= 10) *this << number / 10;
    return *this << static_cast<char>('0' + number % 10);
  }
  constexpr ShortText& operator<<(AsHex hex) {
    if (hex.number >= 16 || hex.digits > 1) *this << AsHex{hex.number / 16, hex.digits - 1};
    return *this << "0123456789abcdef"[hex.number % 16];
  }
  constexpr ShortText& operator<<(AsTiles set) {
    const CellMask tiles = set.tiles;
    for (int begin = 0, written = 0; begin < kMaxCells; ++begin) {
      if ((tiles & CellBit(begin)) == 0) continue;
      int end = begin;
      while (end + 1 < kMaxCells && (tiles & CellBit(end + 1)) != 0) ++end;
      if (written++ != 0) *this << ',';
      *this << static_cast<uint64_t>(begin + 1);
      if (end > begin) *this << '-' << static_cast<uint64_t>(end + 1);
      begin = end;
    }
    return *this;
  }

 private:
  char text_[320] = {};
  uint32_t size_ = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_SHORT_TEXT_H_
