// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How many cases a test of this folder takes: some in every run, fewer under sanitizers, which are
// ten times slower, and all with TILEBASE_ALL_CASES in the environment (the tests labelled `long`).

#ifndef TILEBASE_TESTS_DAMAGE_EFFORT_H_
#define TILEBASE_TESTS_DAMAGE_EFFORT_H_

#include <stdlib.h>

namespace tilebase {

#if defined(TILEBASE_SANITIZED)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

inline bool AllCases() { return getenv("TILEBASE_ALL_CASES") != nullptr; }

template <typename T>
T Cases(T all, T some, T sanitized) {
  return AllCases() ? all : kSanitized ? sanitized : some;
}

}  // namespace tilebase

#endif  // TILEBASE_TESTS_DAMAGE_EFFORT_H_
