// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The binary range coder under the models (policy_model.h, pattern_model.h), after Schindler and
// Subbotin: `low` and `range` of 64 bits, given out in words of 32. Yes takes the lower part of the
// range. Both classes have the same Code, so that a model is written once for both directions: it
// takes the chance of yes, in 1/65536, and the answer, which the decoder does not look at; it
// returns the answer.

#ifndef TILEBASE_TABLES_CODEC_RANGE_CODER_H_
#define TILEBASE_TABLES_CODEC_RANGE_CODER_H_

#include <stdint.h>

#include <vector>

#include "absl/types/span.h"
#include "tables/format.h"

namespace tilebase {

inline constexpr size_t kRangeWordBytes = 4;

class RangeEncoder {
 public:
  // Appends to *out, which it empties first.
  explicit RangeEncoder(std::vector<uint8_t>* out) : out_(out) { out_->clear(); }

  bool Code(uint32_t chance, bool yes) {
    const uint64_t bound = (range_ >> 16) * chance;
    if (yes) {
      range_ = bound;
    } else {
      range_ -= bound;
      if (__builtin_add_overflow(low_, bound, &low_)) Carry();
    }
    if (range_ >> 32 == 0) {
      PutWord();
      range_ <<= 32;
    }
    return yes;
  }

  void Finish() {
    PutWord();
    PutWord();
  }

 private:
  void PutWord() {
    out_->resize(out_->size() + kRangeWordBytes);
    PutLittleEndian<uint32_t>(&(*out_)[out_->size() - kRangeWordBytes],
                              static_cast<uint32_t>(low_ >> 32));
    low_ <<= 32;
  }
  // Adds one to the number that the words given out so far make, most significant word first.
  void Carry() {
    for (size_t at = out_->size(); at >= kRangeWordBytes;) {
      at -= kRangeWordBytes;
      const uint32_t word = GetLittleEndian<uint32_t>(&(*out_)[at]) + 1;
      PutLittleEndian<uint32_t>(&(*out_)[at], word);
      if (word != 0) break;
    }
  }

  std::vector<uint8_t>* out_;
  uint64_t low_ = 0;
  uint64_t range_ = ~uint64_t{0};
};

class RangeDecoder {
 public:
  explicit RangeDecoder(absl::Span<const uint8_t> in) : in_(in) {
    NextWord();
    NextWord();
  }

  bool Code(uint32_t chance, bool /*yes*/) {
    const uint64_t bound = (range_ >> 16) * chance;
    const bool yes = value_ < bound;
    if (yes) {
      range_ = bound;
    } else {
      value_ -= bound;
      range_ -= bound;
    }
    if (range_ >> 32 == 0) {
      NextWord();
      range_ <<= 32;
    }
    return yes;
  }

  // The encoder gives out as many words as the decoder asks for.
  bool IsAtEnd() const { return asked_ == in_.size(); }

 private:
  void NextWord() {
    value_ <<= 32;
    if (asked_ + kRangeWordBytes <= in_.size()) value_ |= GetLittleEndian<uint32_t>(&in_[asked_]);
    asked_ += kRangeWordBytes;
  }

  absl::Span<const uint8_t> in_;
  size_t asked_ = 0;
  uint64_t value_ = 0;
  uint64_t range_ = ~uint64_t{0};
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_CODEC_RANGE_CODER_H_
