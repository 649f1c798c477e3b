// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Table entries as the runtime reads them. A policy holds one action in two bits a state, four
// states a byte, the first state in the lowest bits. A policy has no code for "cannot be solved",
// so a table in which some state cannot reach the goal has a second plane with one bit a state: 1 =
// reachable. The entries of goal states and of unreachable states have no meaning.
//
// Freestanding: no heap, no library beyond <stdint.h>.

#ifndef TILEBASE_TABLES_ENTRY_H_
#define TILEBASE_TABLES_ENTRY_H_

#include <stdint.h>

#include "tables/geometry.h"

namespace tilebase {

// The result of solving for one entry of a policy, before an action is chosen and stored: the
// optimal actions as an ActionMask, or one of these two values.
using OptimalActions = uint8_t;
inline constexpr OptimalActions kUnreachableEntry = 0;
inline constexpr OptimalActions kGoalEntry = 0x10;

inline constexpr int kEntriesPerByte = 4;

// Entries of a pattern table: the excess, which is half the difference between the value and the
// sum of the tiles' distances from home. It takes four bits, two entries a byte, the first in the
// lower bits.
inline constexpr int kExcessesPerByte = 2;
inline constexpr int kMaxExcess = 15;

constexpr uint64_t ExcessBytes(uint64_t entries) { return entries / 2 + entries % 2; }
constexpr int GetExcess(const uint8_t* plane, uint64_t index) {
  return plane[index / kExcessesPerByte] >> (index % kExcessesPerByte * 4) & kMaxExcess;
}

// Entries of the metric mtm: where a slide takes the blank, in four bits an entry, packed like
// excesses. The blank moves along its row or its column, so the entry is the number of a column, or
// the width plus the number of a row. The blank's own row and column are no slides: they mark the
// states that have none.
inline constexpr int kSlidesPerByte = kExcessesPerByte;
constexpr int GoalSlide(Geometry geometry, int blank) {
  return geometry.width + geometry.Row(blank);
}
constexpr int UnreachableSlide(Geometry geometry, int blank) { return geometry.Column(blank); }
// Returns the entry of a slide of `length` tiles. Requires that the slide fits on the board.
constexpr int SlideEntry(Geometry geometry, int blank, Action action, int length) {
  const int to = blank + length * geometry.BlankStep(action);
  return action == Action::kLeft || action == Action::kRight ? geometry.Column(to)
                                                             : geometry.width + geometry.Row(to);
}
constexpr int GetSlideEntry(const uint8_t* plane, uint64_t index) {
  return GetExcess(plane, index);
}

// Tiles that the longest slide moves.
constexpr int LongestSlide(Geometry geometry) {
  return (geometry.width > geometry.height ? geometry.width : geometry.height) - 1;
}

// A slide as a reader decodes it from an entry of any value.
struct Slide {
  Action action = Action::kLeft;
  int length = 0;  // tiles that move; 0: the entry is no slide of this board
};
constexpr Slide SlideOf(Geometry geometry, int blank, int entry) {
  const bool sideways = entry < geometry.width;
  const int by =
      sideways ? entry - geometry.Column(blank) : entry - geometry.width - geometry.Row(blank);
  if (entry >= geometry.width + geometry.height) return {};
  if (by > 0) return {sideways ? Action::kLeft : Action::kUp, by};
  return {sideways ? Action::kRight : Action::kDown, -by};
}

constexpr uint64_t PolicyBytes(uint64_t entries) {
  return entries / kEntriesPerByte + (entries % kEntriesPerByte != 0);
}
constexpr uint64_t ReachableBytes(uint64_t entries) { return entries / 8 + (entries % 8 != 0); }

constexpr Action GetAction(const uint8_t* policy, uint64_t index) {
  return static_cast<Action>(policy[index / kEntriesPerByte] >> (index % kEntriesPerByte * 2) & 3);
}
constexpr bool GetReachable(const uint8_t* plane, uint64_t index) {
  return (plane[index / 8] >> (index % 8) & 1) != 0;
}

}  // namespace tilebase

#endif  // TILEBASE_TABLES_ENTRY_H_
