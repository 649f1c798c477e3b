// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/search/displacement_beam.h"

namespace tilebase {
namespace {

// Moves of a window in the first pass, and how many more in each later one; boards that its beam
// keeps a move, twice as many in each later pass.
constexpr size_t kFirstLength = 40;
constexpr size_t kMoreLength = 20;
constexpr size_t kFirstWidth = 25;
constexpr int kPasses = 12;
constexpr size_t kWindowsOverlap = 3;  // each move is in this many windows of a pass
constexpr int kMostInVain = 12;        // after this many windows without gain, the pass ends

int ColumnsOf(char letter) { return letter == 'L' ? 1 : letter == 'R' ? -1 : 0; }
int RowsOf(char letter) { return letter == 'U' ? 1 : letter == 'D' ? -1 : 0; }

// Returns a path that is shorter than the letters, from where the blank is; otherwise the letters.
std::string ShorterWay(BigSize size, int blank, std::string_view letters, size_t width,
                       const BeamEffort& effort, DisplacementBeam* beam) {
  // The rectangle of cells that the window uses, with one more cell on each side.
  int column = blank % size.width;
  int row = blank / size.width;
  int left = column, right = column, top = row, bottom = row;
  for (const char letter : letters) {
    column += ColumnsOf(letter);
    row += RowsOf(letter);
    left = std::min(left, column);
    right = std::max(right, column);
    top = std::min(top, row);
    bottom = std::max(bottom, row);
  }
  left = std::max(left - 1, 0);
  top = std::max(top - 1, 0);
  right = std::min(right + 1, size.width - 1);
  bottom = std::min(bottom + 1, size.height - 1);
  const BigSize box{right - left + 1, bottom - top + 1};

  // The home of what is on a cell at first is where the letters take it.
  const int start = (blank / size.width - top) * box.width + blank % size.width - left;
  std::vector<uint16_t> from(static_cast<size_t>(box.cells()));
  std::iota(from.begin(), from.end(), uint16_t{0});
  int at = start;
  for (const char letter : letters) {
    const int to = at + RowsOf(letter) * box.width + ColumnsOf(letter);
    std::swap(from[static_cast<size_t>(at)], from[static_cast<size_t>(to)]);
    at = to;
  }
  std::vector<uint16_t> homes(from.size());
  for (size_t cell = 0; cell < from.size(); ++cell) homes[from[cell]] = static_cast<uint16_t>(cell);
  BeamWay way = beam->Search({box, homes, start, letters.size() - 2, width}, effort);
  return way.is_whole ? std::move(way.letters) : std::string(letters);
}

}  // namespace

void Shorten(BigSize size, int blank, const BeamEffort& effort, DisplacementBeam* beam,
             std::string* letters) {
  const EffortMeter meter(effort, beam->looked_at());
  const auto step = [&](char letter) { return RowsOf(letter) * size.width + ColumnsOf(letter); };
  int last = blank;  // where the blank ends
  for (const char letter : *letters) last += step(letter);
  size_t pass_length = kFirstLength, width = kFirstWidth;
  for (int pass = 0; pass < kPasses; ++pass, pass_length += kMoreLength, width *= 2) {
    int at = last;  // the blank's cell after the window
    int in_vain = 0;
    for (size_t end = letters->size(); end > 2 && in_vain < kMostInVain;) {
      // Stop at a window that the effort would cut off, so that more effort begins with all of it.
      if (meter.IsSpent(MostChildren(width))) return;
      const size_t length = std::min(pass_length, end);
      size_t first = end - length;
      int start = at;
      for (size_t i = end; i-- > first;) start -= step((*letters)[i]);
      const std::string shorter = ShorterWay(
          size, start, std::string_view(*letters).substr(first, length), width, meter.Left(), beam);
      letters->replace(first, length, shorter);
      in_vain = shorter.size() < length ? 0 : in_vain + 1;
      end = first + shorter.size();
      const size_t next = first == 0 ? 0 : end - std::min(end, pass_length / kWindowsOverlap);
      while (end > next) at -= step((*letters)[--end]);
    }
  }
}

}  // namespace tilebase
