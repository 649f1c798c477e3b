// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// An error as a value where there is neither a heap nor absl::Status: what kind it is, and a text
// that says what was expected and what was found. On a host it becomes an absl::Status with the
// same text.
//
// Freestanding: no heap, no library beyond <stdint.h>.

#ifndef TILEBASE_TABLES_IMAGE_FAULT_H_
#define TILEBASE_TABLES_IMAGE_FAULT_H_

#include <stdint.h>

#include "tables/geometry.h"

namespace tilebase {

// How ShortText writes a number in hexadecimal, with at least so many digits, ...
struct AsHex {
  uint64_t number;
  int digits = 1;
};
// ... and a set of tiles, as plans do: 1-4,9.
struct AsTiles {
  CellMask tiles;
};

// Text of a fixed size; what does not fit is cut off.
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

enum class FaultKind : uint8_t {
  kNone,
  kForeign,  // something else than was asked for (FailedPrecondition)
  kNewer,    // of a newer version, for another kind of machine or reader (Unimplemented)
  kDamaged,  // truncated, extended or changed (DataLoss)
};

struct Fault {
  FaultKind kind = FaultKind::kNone;
  ShortText message;

  // Begins the message. A fault is set once.
  constexpr ShortText& Set(FaultKind what) {
    kind = what;
    return message;
  }
  constexpr ShortText& Damaged() { return Set(FaultKind::kDamaged); }
  constexpr bool ok() const { return kind == FaultKind::kNone; }
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_IMAGE_FAULT_H_
