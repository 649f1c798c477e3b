// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The closed list of a beam: the boards that it has lately expanded.

#ifndef TILEBASE_RUNTIME_SEARCH_RECENT_BOARDS_H_
#define TILEBASE_RUNTIME_SEARCH_RECENT_BOARDS_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <vector>

namespace tilebase {

// The boards that a beam has lately expanded, each with the moves it was found in. A forgotten
// board is expanded twice, and its successors are found again: that costs a little time.
// Remembering all boards costs more, because each look at a large table waits for memory.
//
// Each slot, chosen by bits of the hash, has the last board that came to it. A board is stored as
// 22 other bits of its hash: two boards that share them count as the same, which may make a
// solution longer, never wrong.
class RecentBoards {
 public:
  static constexpr uint32_t kMostMoves = 0x3ff;  // more moves count as this many

  // Forgets all boards.
  void Clear() {
    // So the result does not depend on earlier searches.
    slots_.assign(kLeastSlots, kEmpty);
    boards_ = 0;
  }

  // Call it now and then: `boards` have been added so far.
  void Grow(size_t boards) {
    boards_ = boards;
    while (boards_ > kBoardsASlot * slots_.size()) {
      // The next bit of a board's hash is unknown, so the board is put in both halves.
      const size_t half = slots_.size();
      slots_.resize(2 * half);
      std::copy_n(slots_.begin(), half, slots_.begin() + static_cast<ptrdiff_t>(half));
    }
  }

  // The slots, for inner loops, until Grow is called.
  class Slots {
   public:
    explicit Slots(RecentBoards* boards)
        : slots_(boards->slots_.data()), mask_(boards->slots_.size() - 1) {}

    void Prefetch(uint64_t hash) const { __builtin_prefetch(&slots_[(hash >> 16) & mask_], 1); }

    // Returns 0 if the board is known to have been found in as few moves; otherwise adds it and
    // returns 1. Ignores the lower 16 bits of the hash. If `may` is 0, adds nothing and returns 0.
    // Has no branch, which would be unpredictable.
    uint32_t Add(uint64_t hash, size_t moves, uint32_t may) const {
      const uint32_t board = static_cast<uint32_t>(hash >> 42) << 10 |
                             std::min(static_cast<uint32_t>(moves), kMostMoves);
      uint32_t& slot = slots_[(hash >> 16) & mask_];
      const uint32_t old = slot;
      const uint32_t add =
          (static_cast<uint32_t>((old ^ board) > kMostMoves) | static_cast<uint32_t>(old > board)) &
          may;
      slot = old ^ ((old ^ board) & (0 - add));
      return add;
    }

   private:
    uint32_t* slots_;
    uint64_t mask_;
  };

 private:
  static constexpr size_t kLeastSlots = 1024;
  static constexpr size_t kBoardsASlot = 2;
  static constexpr uint32_t kEmpty = UINT32_MAX;

  std::vector<uint32_t> slots_;  // a power of two; 22 bits of the hash, 10 of the moves
  size_t boards_ = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_SEARCH_RECENT_BOARDS_H_
