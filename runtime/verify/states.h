// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The states of a subproblem once more, for what verifies tables: written from docs/format.md,
// without the code that made them.

#ifndef TILEBASE_RUNTIME_VERIFY_STATES_H_
#define TILEBASE_RUNTIME_VERIFY_STATES_H_

#include <stdint.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tables/geometry.h"
#include "tables/subproblem.h"

namespace tilebase::verify {

// A state: the cell of the blank (object 0) and of each tracked tile.
struct Placement {
  int objects = 0;
  uint8_t cell[kMaxCells];
};

// The states of one subproblem, by plain loops over lists of cells, written from docs/format.md.
class States {
 public:
  explicit States(const Subproblem& subproblem)
      : width_(subproblem.geometry.width), height_(subproblem.geometry.height) {
    const int cells = width_ * height_;
    int others = 0;  // tiles in neither G nor R
    for (int tile = 1; tile < cells; ++tile) {
      const bool goal = subproblem.goal >> (tile - 1) & 1;
      fixed_[tile - 1] = subproblem.fixed >> (tile - 1) & 1;
      if (goal) goal_.push_back(tile);
      others += !goal && !fixed_[tile - 1];
    }
    for (int cell = 0; cell < cells; ++cell) {
      if (fixed_[cell]) continue;
      place_[cell] = static_cast<int>(free_.size());
      free_.push_back(cell);
    }
    tracked_ = goal_;
    for (int i = others; i < 2 && !tracked_.empty(); ++i) tracked_.pop_back();
    // The tracked tiles and parity alone determine where every tile is.
    determined_ = others < 2;
    if (subproblem.blank_back != 0) FindEnd(cells - 1 - subproblem.blank_back);
  }

  int width() const { return width_; }
  int height() const { return height_; }
  // Cells that are not the home of a fixed tile, ascending.
  const std::vector<int>& free() const { return free_; }
  // Returns the place of a cell among the free cells.
  int place(int cell) const { return place_[cell]; }
  bool IsFree(int row, int column) const {
    return row >= 0 && row < height_ && column >= 0 && column < width_ &&
           !fixed_[row * width_ + column];
  }
  int tracked() const { return static_cast<int>(tracked_.size()); }

  // Computes the digits of docs/format.md, most significant first: the blank's place among the free
  // cells, then for each tracked tile its place among the cells that no earlier object is on.
  uint64_t Rank(const Placement& placement) const {
    uint64_t rank = 0;
    for (int i = 0; i < placement.objects; ++i) {
      int digit = place_[placement.cell[i]];
      for (int before = 0; before < i; ++before)
        digit -= placement.cell[before] < placement.cell[i];
      rank = rank * (free_.size() - static_cast<size_t>(i)) + static_cast<uint64_t>(digit);
    }
    return rank;
  }

  // Returns the ranks of the states in which every tile of G is home, ascending.
  std::vector<uint64_t> Goals() const {
    std::vector<uint64_t> goals;
    for (const int blank : free_) {
      Placement placement;
      placement.objects = tracked() + 1;
      placement.cell[0] = static_cast<uint8_t>(blank);
      for (int i = 0; i < tracked(); ++i)
        placement.cell[i + 1] = static_cast<uint8_t>(EndOf(tracked_[static_cast<size_t>(i)]));
      if (IsGoal(placement)) goals.push_back(Rank(placement));
    }
    std::sort(goals.begin(), goals.end());
    return goals;
  }

  std::string Describe(uint64_t rank) const {
    const Placement placement = At(rank);
    std::string text = absl::StrCat("rank ", rank, " (blank on cell ", placement.cell[0]);
    for (size_t i = 0; i < tracked_.size(); ++i)
      absl::StrAppend(&text, ", tile ", tracked_[i], " on cell ", placement.cell[i + 1]);
    return text + ")";
  }

  Placement At(uint64_t rank) const {
    Placement placement;
    placement.objects = tracked() + 1;
    int digits[kMaxCells];
    for (int i = placement.objects; i-- > 0;) {
      const uint64_t values = free_.size() - static_cast<size_t>(i);
      digits[i] = static_cast<int>(rank % values);
      rank /= values;
    }
    std::vector<int> left = free_;
    for (int i = 0; i < placement.objects; ++i) {
      placement.cell[i] = static_cast<uint8_t>(left[static_cast<size_t>(digits[i])]);
      left.erase(left.begin() + digits[i]);
    }
    return placement;
  }

 private:
  // Slides the blank of the solved board up, then to the left, until it is on this cell.
  void FindEnd(int blank) {
    const int cells = width_ * height_;
    for (int tile = 1; tile < cells; ++tile) end_.push_back(tile);
    end_.push_back(0);
    int at = cells - 1;
    for (; at / width_ > blank / width_; at -= width_)
      std::swap(end_[static_cast<size_t>(at)], end_[static_cast<size_t>(at - width_)]);
    for (; at > blank; --at)
      std::swap(end_[static_cast<size_t>(at)], end_[static_cast<size_t>(at - 1)]);
  }

  // Returns the cell where a tile ends.
  int EndOf(int tile) const {
    if (end_.empty()) return tile - 1;
    return static_cast<int>(std::find(end_.begin(), end_.end(), tile) - end_.begin());
  }

  // Returns whether the blank may be where it is, in a state whose tracked tiles are where they
  // end.
  bool IsGoal(const Placement& placement) const {
    const int blank = placement.cell[0];
    // All tiles but two are tracked, and moves lead from this end to home.
    if (!end_.empty()) return end_[static_cast<size_t>(blank)] == 0;
    for (int tile : goal_)
      if (blank == tile - 1) return false;
    if (!determined_) return true;
    // With all of G and R home and the blank here, at most one tile is left, and its cell is known.
    const int cells = width_ * height_;
    std::vector<int> board(static_cast<size_t>(cells));
    for (int cell = 0; cell < cells; ++cell)
      board[static_cast<size_t>(cell)] = cell == blank ? 0 : cell + 1;
    if (blank != cells - 1) board.back() = blank + 1;
    // Solvable by the count of inversions, as in puzzle books.
    int inversions = 0;
    for (int a = 0; a < cells; ++a)
      for (int b = a + 1; b < cells; ++b)
        inversions += board[static_cast<size_t>(a)] != 0 && board[static_cast<size_t>(b)] != 0 &&
                      board[static_cast<size_t>(a)] > board[static_cast<size_t>(b)];
    if (width_ % 2 == 1) return inversions % 2 == 0;
    return (inversions + height_ - 1 - blank / width_) % 2 == 0;
  }

  const int width_;
  const int height_;
  bool fixed_[kMaxCells] = {};
  bool determined_ = false;
  std::vector<int> free_;
  int place_[kMaxCells] = {};
  std::vector<int> goal_;
  std::vector<int> tracked_;
  std::vector<int> end_;  // the tile on each cell, unless that is the solved board; else empty
};

}  // namespace tilebase::verify

#endif  // TILEBASE_RUNTIME_VERIFY_STATES_H_
