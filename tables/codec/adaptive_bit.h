// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The chance that a yes/no question is answered yes, learned from its answers: what both models
// (policy_model.h, pattern_model.h) are made of. Integers only; docs/format.md is the
// specification.

#ifndef TILEBASE_TABLES_CODEC_ADAPTIVE_BIT_H_
#define TILEBASE_TABLES_CODEC_ADAPTIVE_BIT_H_

#include <stdint.h>

#include <array>

namespace tilebase {

// Learning keeps the chance between kLeast and kMost, off 0 and 65536, so that every answer can be
// coded.
template <int kLeast, int kMost>
struct AdaptiveBit {
  uint16_t chance;  // of yes, in 1/65536
  uint16_t seen;    // answers, at most `limit` of Learn

  // Moves the chance towards the answer. It remembers about `limit` answers, at most kMostSeen: the
  // fewer, the faster it forgets.
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
  // After `seen` answers, in 1/32768: about 1 / (seen + 1.5).
  static constexpr std::array<uint16_t, kMostSeen + 1> kSteps = [] {
    std::array<uint16_t, kMostSeen + 1> steps = {};
    for (unsigned seen = 0; seen < steps.size(); ++seen)
      steps[seen] = static_cast<uint16_t>(65536 / (2 * seen + 3));
    return steps;
  }();
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_CODEC_ADAPTIVE_BIT_H_
