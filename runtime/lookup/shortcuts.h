// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A small table, walked to the end once for each of its states. A walk's actions depend on the
// state alone, and so does where the walk carries each cell's content: it is one permutation of the
// cells. A record keeps both, so a whole stage is one lookup and one permutation, and the chain of
// dependent loads is one record a stage instead of one entry a move.
//
//   offset | size           | record of one rank
//        0 | 1              | number of actions n, or kUnreachable or kDamaged
//        1 | cells          | where the content of cell 0, 1, ... ends up
//  1+cells | (max_depth+3)/4 | the actions, two bits each, the first in the lowest bits
//
// Padded to 8 bytes, or to 16, 32 or 64 where that costs less than a third more and keeps a record
// in one cache line. The tables of ladder:1 on 4x4 take 1.2 MB.
//
// Every action is checked when the records are made: a state from which the policy leaves the
// board, moves a fixed tile, goes astray or goes on for more than max_depth actions is kDamaged,
// and so is every state that leads to it. (The plain walk may still find its way from some of
// those.)

#ifndef TILEBASE_RUNTIME_LOOKUP_SHORTCUTS_H_
#define TILEBASE_RUNTIME_LOOKUP_SHORTCUTS_H_

#include <stddef.h>
#include <stdint.h>

#include <memory>

#include "runtime/lookup/walk.h"

namespace tilebase {

class Shortcuts {
 public:
  static constexpr uint8_t kUnreachable = 0xff;
  static constexpr uint8_t kDamaged = 0xfe;
  static constexpr int kMostActions = 0xf0;

  Shortcuts() = default;

  // Memory for a table of this shape; UINT64_MAX where its walks may be too long for a record.
  static uint64_t Bytes(const Subproblem& subproblem, int max_depth);

  // Walks every state of the table, whose planes must be there. About 130 ns a state. Returns
  // false, leaving this empty, without enough memory. Requires Bytes() != UINT64_MAX.
  bool Fill(const PolicyTable& table);

  bool empty() const { return records_ == nullptr; }

  const uint8_t* Record(uint64_t rank) const { return first_ + rank * stride_; }
  // Where cells' contents end up, and the packed actions.
  static const uint8_t* Target(const uint8_t* record) { return record + 1; }
  const uint8_t* Actions(const uint8_t* record) const { return record + actions_at_; }

 private:
  size_t stride_ = 0;
  size_t actions_at_ = 0;
  const uint8_t* first_ = nullptr;  // on a cache line
  std::unique_ptr<uint8_t[]> records_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOKUP_SHORTCUTS_H_
