// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Checks every state of a word problem's table. It shares neither ranks nor moves with the
// generator: both are written here again, from docs/format.md.
//
// The values are right if and only if
//
//   1. no goal has a value above its cost,
//   2. no two neighbours' values differ by more than one, and either both or neither is
//   unreachable,
//      and
//   3. each state that is not a goal of its value has a neighbour whose value is one less.
//
// By 1 and 2 no value is too high, by 3 none is too low. The policy is right if each move leads to
// a neighbour whose value is one less, and no other such neighbour has fewer tiles slide from there
// to the goal.

#ifndef TILEBASE_RUNTIME_VERIFY_WORD_VERIFY_H_
#define TILEBASE_RUNTIME_VERIFY_WORD_VERIFY_H_

#include <stdint.h>

#include <functional>

#include "absl/status/status.h"
#include "tables/words/word_file.h"

namespace tilebase {

struct WordVerifyOptions {
  int threads = 1;
  std::function<void(uint64_t done, uint64_t of)> progress;  // may be empty
};

// `planes` are as WordFile::Read gives them. Memory: 4 bytes a state if there is a policy. Errors:
// DataLoss, naming a wrong state; ResourceExhausted.
absl::Status VerifyWordTable(const WordTable& table, const uint8_t* planes,
                             const WordVerifyOptions& options);

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_VERIFY_WORD_VERIFY_H_
