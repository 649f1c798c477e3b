// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The binary range coder under the models (policy_model.h, pattern_model.h), after Schindler and
// Subbotin. `low` and `range` have 64 bits and are written in words of 32. Yes takes the lower part
// of the range. Encoder and decoder have the same function Code, so a model is written once for
// both directions: Code takes the chance of yes, in 1/65536, and the answer, which the decoder
// ignores, and returns the answer.

#ifndef TILEBASE_TABLES_CODEC_RANGE_CODER_H_
#define TILEBASE_TABLES_CODEC_RANGE_CODER_H_

#include <stdint.h>

#include <array>
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
  // Adds one to the number formed by the words written, most significant word first.
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

  // The encoder writes as many words as the decoder reads.
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

// An adaptive probability: the chance that a yes/no question is answered yes, learned from earlier
// answers. Both models (policy_model.h, pattern_model.h) are made of it. Integers only;
// docs/format.md is the specification.

// The chance stays between kLeast and kMost, away from 0 and 65536, so that either answer can be
// coded.
template <int kLeast, int kMost>
struct AdaptiveBit {
  uint16_t chance;  // of yes, in 1/65536
  uint16_t seen;    // answers, at most `limit` of Learn

  // Moves the chance towards the answer. The chance remembers about `limit` answers, at most
  // kMostSeen: the fewer, the faster it forgets.
  void Learn(bool yes, int limit) {
    const int goal = yes ? kMost : kLeast;
    chance = static_cast<uint16_t>(chance + (((goal - chance) * kSteps[seen]) >> 15));
    if (seen < limit) ++seen;
  }

  // Codes the answer (range_coder.h), learns it and returns it.
  template <typename Coder>
  bool Code(bool yes, int limit, Coder* coder) {
    yes = coder->Code(chance, yes);
    Learn(yes, limit);
    return yes;
  }

  static constexpr int kMostSeen = 63;

 private:
  // The step after `seen` answers, in 1/32768: about 1 / (seen + 1.5).
  static constexpr std::array<uint16_t, kMostSeen + 1> kSteps = [] {
    std::array<uint16_t, kMostSeen + 1> steps = {};
    for (unsigned seen = 0; seen < steps.size(); ++seen)
      steps[seen] = static_cast<uint16_t>(65536 / (2 * seen + 3));
    return steps;
  }();
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_CODEC_RANGE_CODER_H_
