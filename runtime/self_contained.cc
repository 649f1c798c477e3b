// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A part of libtilebase.so if the library contains Abseil and LMDB (TILEBASE_SELF_CONTAINED).
// Distributions compile their archives for programs. Code for programs may do two things that a
// shared library may not: have thread_local variables at fixed places, and read the C library's
// variables there. The definitions here replace such code.

#include <stdio.h>

#include "absl/strings/internal/cordz_info.h"

// Abseil's sampling of Cords, to which absl::Status refers, has the thread_local variables. It is
// off unless a program turns it on, and no program can reach the copy in this library: only
// cordz_should_profile_slow is called.
namespace absl {
ABSL_NAMESPACE_BEGIN

void Mutex::AssertHeld() const {}

namespace cord_internal {

#ifdef ABSL_INTERNAL_CORDZ_ENABLED
ABSL_CONST_INIT thread_local int64_t cordz_next_sample = INT64_MAX;
bool cordz_should_profile_slow() { return false; }
#endif

void CordzInfo::TrackCord(InlineData&, MethodIdentifier) {}
void CordzInfo::MaybeTrackCordImpl(InlineData&, const InlineData&, MethodIdentifier) {}
void CordzInfo::Untrack() {}
void CordzInfo::Lock(MethodIdentifier) {}
void CordzInfo::Unlock() {}

}  // namespace cord_internal

ABSL_NAMESPACE_END
}  // namespace absl

// LMDB reads stderr for a message before it aborts. With --wrap the linker makes it read this one,
// by these names. NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" {
extern FILE* __real_stderr;
FILE* __wrap_stderr = __real_stderr;
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
