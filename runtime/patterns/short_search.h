// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A wide search (wide_search.h) of a 4x4 board that probably does not take long: on one thread, one
// length after the other, with little work between them.
//
// The search is cut once, into about a hundred *roots*. Each length begins with the roots that may
// lead to a solution, so turns are full from the start. A length with a solution would take half of
// its nodes if the solution were met by chance. So a length first looks at the boards that came
// nearest to the goal in the length before: those that need just two moves more and have the fewest
// moves left. Then it goes through the roots, those first that look best.
//
// Slacks and moves left of the roots and of the nearest boards are those of the current length. In
// kBegin (wide_turns.h) a root's number stands in place of a subtree's.

#ifndef TILEBASE_RUNTIME_PATTERNS_SHORT_SEARCH_H_
#define TILEBASE_RUNTIME_PATTERNS_SHORT_SEARCH_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "runtime/patterns/duplicate_pruning.h"
#include "runtime/patterns/wide_search.h"
#include "runtime/patterns/wide_turns.h"

namespace tilebase {

// One search. Takes about 200 KB.
class ShortSearch {
 public:
  static constexpr uint64_t kNodesATurn = WideSearch::kNodesATurn;
  // The most nodes that cutting the search takes.
  static constexpr uint64_t kCutNodes = 1000;

  // `successors` are PatternSuccessors. `position` is the board, which must be home in `room`
  // moves; `end` the tiles of the board searched for. `kind` must outlive this object.
  template <typename Successors>
  ShortSearch(const WideKind& kind, const Successors& successors,
              typename Successors::Position position, DuplicatePruning::State state,
              const uint8_t* end, int room)
      : kind_(kind) {
    kind.SetEnd(end, &stack_);
    stack_.first_room = room;
    near_.Grow(2 * kMostNear, 0, stack_.near, &stack_.near_capacity);
    roots_.Grow();
    PutBehind(&roots_);
    position.Allow(kPairsOfCut);
    kind.Put(successors, position, state, room, 0, &stack_);
    roots_.count = stack_.count;
    Cut();
    stack_.count = 0;
    Grow();
  }

  // Begins with the first length, or the next one.
  void Begin() {
    if (is_begun_) Lengthen();
    is_begun_ = true;
    ChooseNear();
    while (stack_.capacity < roots_.count + stack_.near_count) Grow();
    std::array<uint8_t, kMostRoots> nearest;
    nearest.fill(kMostLeft);
    for (size_t i = 0; i < stack_.near_count; ++i) {
      uint8_t& left = nearest[stack_.near[Stack::kBegin][i] % kMostRoots];
      left = std::min(left, NearLeft(i));
    }
    // The last one pushed is searched first.
    PushSorted(roots_.field, roots_.count, [&](size_t i) { return nearest[i]; });
    PushSorted(stack_.near, stack_.near_count, [&](size_t i) { return NearLeft(i); });
    stack_.near_count = 0;
  }
  // Runs up to `turns` turns of at most kNodesATurn nodes each. Stops early if it finds the end,
  // finishes the length, or runs out of room.
  void Run(uint64_t turns) {
    kind_.turns()(kind_.tables(), turns, &stack_);
    if (stack_.near_count > stack_.near_capacity) ChooseNear();
    if (stack_.count > stack_.capacity) Grow();
  }

  bool found() const { return stack_.found >= 0; }
  // Requires found. Returns the actions to the end if it is no farther than the roots. Otherwise
  // returns the first actions, as many as are known, of a path of `moves` moves.
  std::string letters(int moves) const {
    const uint32_t found = static_cast<uint32_t>(stack_.found);
    if (found_in_cut()) return WideLetters(found, cut_moves_);
    return WideLetters(way_[found % kMostRoots], cut_moves_) +
           WideLetters(found, moves - cut_moves_);
  }
  bool found_in_cut() const { return found() && roots_.count == 0; }
  bool empty() const { return stack_.count == 0; }
  // Returns the nodes made since the last call.
  uint64_t TakeNodes() {
    nodes_ += stack_.nodes;
    return std::exchange(stack_.nodes, 0);
  }

 private:
  using Stack = WideStack;
  static constexpr size_t kMostRoots = 256;
  static constexpr size_t kRoots = 85;  // the search is cut into this many roots, or a few more
  static_assert(3 * kRoots <= kMostRoots);
  // More pairs than any board of the cut lacks, so that all are kept.
  static constexpr int kPairsOfCut = 90;
  // How many of the nearest boards are looked at before a length: one for each kNodesANear nodes.
  static constexpr uint64_t kNodesANear = 100;
  static constexpr size_t kLeastNear = 12, kMostNear = 500;
  // How much nearer a length's nearest boards must be than those of the length before; they may be
  // farther if there were too few.
  static constexpr uint8_t kNearer = 3;
  static constexpr uint8_t kMostLeft = 127;  // a board of 4x4 needs fewer moves

  using Fields = WideFields<Stack::kFields>;
  // Some of the roots, or of the nearest boards.
  using Which = std::array<uint16_t, Fields::Capacity(2 * kMostNear) + Stack::kMargin>;
  static_assert(kMostRoots <= Fields::Capacity(2 * kMostNear));

  struct Boards {
    uint32_t* field[Stack::kFields] = {};
    size_t count = 0;
    size_t capacity = 0;
    Fields fields;

    void Grow() { fields.Grow(kMostRoots, count, field, &capacity); }
  };

  uint8_t NearLeft(size_t i) const {
    return static_cast<uint8_t>(
        std::min<uint32_t>(stack_.near[Stack::kLeft][i] >> 16 & 255, kMostLeft));
  }
  // Adds pairs and moves to `left`.
  static uint32_t Longer(uint32_t left, int pairs, int moves) {
    const uint32_t more = static_cast<uint8_t>(pairs) * 0x101U | static_cast<uint32_t>(moves) << 16;
    return ((left & 0x7F7F7F7F) + (more & 0x7F7F7F7F)) ^ ((left ^ more) & 0x80808080);
  }
  // Copies the boards of `which`, in this order. The target may be in the same arrays, if no board
  // moves to a later place.
  void Copy(uint32_t* const* from, std::span<const uint16_t> which, uint32_t* const* to,
            size_t at) const {
    for (int field = 0; field < kind_.fields(); ++field)
      for (size_t i = 0; i < which.size(); ++i) to[field][at + i] = from[field][which[i]];
  }
  // New boards are put onto the stack behind these.
  void PutBehind(Boards* boards) {
    for (int field = 0; field < kind_.fields(); ++field)
      stack_.field[field] = boards->field[field] + boards->count;
    stack_.count = 0;
    stack_.capacity = boards->capacity - boards->count;
  }

  // Cuts the search of one root into many, level by level.
  void Cut() {
    // Ten boards have at most 32 successors. The second of two turns takes those that the first one
    // leaves.
    constexpr size_t kAtOnce = 2 * 10;
    Boards next;
    for (next.Grow(); roots_.count < kRoots; std::swap(roots_, next)) {
      ++cut_moves_;
      next.count = 0;
      for (size_t i = 0; i < roots_.count; i += kAtOnce) {
        PutBehind(&next);
        stack_.count = std::min(kAtOnce, roots_.count - i);
        for (int field = 0; field < kind_.fields(); ++field)
          std::copy_n(roots_.field[field] + i, stack_.count, stack_.field[field]);
        kind_.turns()(kind_.tables(), 2, &stack_);
        if (found()) {
          roots_.count = 0;
          return;
        }
        next.count += stack_.count;
      }
    }
    for (size_t i = 0; i < roots_.count; ++i) {
      way_[i] = std::exchange(roots_.field[Stack::kBegin][i], static_cast<uint32_t>(i));
      uint32_t& left = roots_.field[Stack::kLeft][i];
      left = Longer(left, -kPairsOfCut, 0);
    }
    stack_.first_room -= cut_moves_;
    stack_.near_left = kMostLeft;
  }

  void Lengthen() {
    stack_.first_room += 2;
    const auto lengthen = [](uint32_t* left, size_t count) {
      for (size_t i = 0; i < count; ++i) left[i] = Longer(left[i], 1, 2);
    };
    lengthen(roots_.field[Stack::kLeft], roots_.count);
    lengthen(stack_.near[Stack::kLeft], stack_.near_count);
  }

  // Puts the boards that may lead to a solution onto the stack, sorted by a number up to kMostLeft,
  // the least last.
  template <typename Number>
  void PushSorted(uint32_t* const* field, size_t count, const Number& number) {
    constexpr uint32_t kSigns = 0x8080;  // of slacks
    const auto may = [&](size_t i) { return (field[Stack::kLeft][i] & kSigns) == 0; };
    size_t at[kMostLeft + 1] = {}, next = 0;
    for (size_t i = 0; i < count; ++i)
      if (may(i)) ++at[number(i)];
    for (size_t i = kMostLeft + 1; i-- > 0;) next += std::exchange(at[i], next);
    Which which;
    for (size_t i = 0; i < count; ++i)
      if (may(i)) which[at[number(i)]++] = static_cast<uint16_t>(i);
    Copy(field, {which.data(), next}, stack_.field, stack_.count);
    stack_.count += next;
  }

  // Keeps only the nearest boards, and sets the limit for noting others.
  void ChooseNear() {
    const size_t most =
        std::clamp<size_t>((nodes_ + stack_.nodes) / kNodesANear, kLeastNear, kMostNear);
    if (stack_.near_count <= most) {
      stack_.near_left = std::min<uint32_t>(stack_.near_left + kNearer, kMostLeft);
      return;
    }
    size_t number[kMostLeft + 1] = {}, nearer = 0, kept = 0;
    Which which;
    uint8_t left = 0;
    for (size_t i = 0; i < stack_.near_count; ++i) ++number[NearLeft(i)];
    while (nearer + number[left] <= most) nearer += number[left++];
    size_t others = most - nearer;  // with exactly this many moves left
    for (size_t i = 0; i < stack_.near_count; ++i) {
      const uint8_t moves = NearLeft(i);
      if (moves > left || (moves == left && others == 0)) continue;
      others -= moves == left;
      which[kept++] = static_cast<uint16_t>(i);
    }
    Copy(stack_.near, {which.data(), kept}, stack_.near, 0);
    stack_.near_count = kept;
    stack_.near_left = left > kNearer ? left - kNearer : 0;
  }

  void Grow() { fields_.Grow(2 * stack_.capacity, stack_.count, stack_.field, &stack_.capacity); }

  const WideKind& kind_;
  Stack stack_;
  Fields fields_, near_;
  Boards roots_;                   // none if the end was found before
  uint32_t way_[kMostRoots] = {};  // the first moves to each root, like kBegin
  int cut_moves_ = 0;
  bool is_begun_ = false;
  uint64_t nodes_ = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_SHORT_SEARCH_H_
