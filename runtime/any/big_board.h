// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A board of any size from 2x2 to 1000x1000, which table sets of one size cannot hold. It knows
// where each tile is, so a solver finds its next tile at once; that takes eight bytes a cell. Its
// solution may not fit a buffer, so it is a stream of letters.

#ifndef TILEBASE_RUNTIME_ANY_BIG_BOARD_H_
#define TILEBASE_RUNTIME_ANY_BIG_BOARD_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "tables/geometry.h"
#include "tables/random_board.h"

namespace tilebase {

inline constexpr int kMaxBigSide = 1000;

struct BigSize {
  int width = 0;
  int height = 0;
  int cells() const { return width * height; }
  friend bool operator==(const BigSize&, const BigSize&) = default;
};
// Makes a size of numbers, or of "100x40". Errors (InvalidArgument) name the limits, 2x2 to
// 1000x1000.
absl::StatusOr<BigSize> MakeBigSize(uint32_t width, uint32_t height);
absl::StatusOr<BigSize> ParseBigSize(std::string_view text);
std::string ToString(BigSize size);

// Invariant: the tiles are a permutation of 0 .. cells-1; 0 is the blank.
class BigBoard {
 public:
  // The goal: 1, 2, 3, ... and the blank last. Requires a size within the limits.
  static BigBoard Solved(BigSize size);
  // Uniform over the solvable boards. The same random numbers give the same board as
  // RandomSolvableBoard.
  static BigBoard RandomSolvable(BigSize size, Random& random);
  // Makes a board of tiles, row by row. Requires a size within the limits. Errors
  // (InvalidArgument): a wrong count, a number out of range or twice.
  static absl::StatusOr<BigBoard> FromTiles(BigSize size, absl::Span<const uint32_t> tiles);
  // Reads numbers separated by spaces, commas, slashes or line ends; the blank is 0, _ or the
  // number of cells. Errors as FromTiles.
  static absl::StatusOr<BigBoard> Parse(BigSize size, std::string_view text);

  BigSize size() const { return size_; }
  int blank() const { return cell_[0]; }
  int tile(int cell) const { return tile_[static_cast<size_t>(cell)]; }
  // Returns the cell of a tile, or of the blank (0).
  int CellOf(int tile) const { return cell_[static_cast<size_t>(tile)]; }
  // Returns a tile's home; the blank's (0) is the last cell, unless another is set.
  int Home(int tile) const {
    if (blank_home_ != kLastCell) return HomeOnTheWay(tile);
    return tile == 0 ? size_.cells() - 1 : tile - 1;
  }
  // Returns the tile whose home the cell is. Requires that it is not the blank's home.
  int TileOf(int home) const { return blank_home_ != kLastCell ? TileOnTheWay(home) : home + 1; }
  // Sets another goal for a while: the board that results if the blank goes from the last cell
  // along the last row to the column of this cell, and up to it. Tiles on its way have their homes
  // one cell nearer to the last cell. IsSolved and IsSolvable still refer to the proper goal.
  void SetBlankHome(int cell) { blank_home_ = cell == size_.cells() - 1 ? kLastCell : cell; }

  // Slides the tile on `from`, a neighbour of the blank, into the blank.
  void SlideFrom(int from) {
    const int to = cell_[0];
    const int32_t moved = tile_[static_cast<size_t>(from)];
    tile_[static_cast<size_t>(to)] = moved;
    tile_[static_cast<size_t>(from)] = 0;
    cell_[static_cast<size_t>(moved)] = to;
    cell_[0] = from;
  }
  // Puts the tile tile_of(cell) on every cell. Requires that these tiles are a permutation.
  template <typename TileOf>
  void Rearrange(TileOf tile_of) {
    for (int cell = 0; cell < size_.cells(); ++cell) {
      const int32_t tile = tile_of(cell);
      tile_[static_cast<size_t>(cell)] = tile;
      cell_[static_cast<size_t>(tile)] = cell;
    }
  }
  // Slides a tile in a direction. If no tile can, returns false and does nothing.
  bool Apply(Action action);

  bool IsSolved() const;
  bool IsSolvable() const;
  // Returns OK, or an InvalidArgument error that names the two parities that disagree.
  absl::Status CheckSolvable() const;
  // Returns the sum of the tiles' distances from home: no solution is shorter.
  int64_t ManhattanDistance() const;

  std::string ToText() const;
  // Draws the board with a frame, one line a row.
  std::string Draw() const;

 private:
  static constexpr int kLastCell = -1;

  explicit BigBoard(BigSize size) : size_(size) {}
  bool ArrangementIsOdd() const;
  int HomeOnTheWay(int tile) const;
  int TileOnTheWay(int home) const;

  BigSize size_;
  int blank_home_ = kLastCell;
  std::vector<int32_t> tile_;  // by cell
  std::vector<int32_t> cell_;  // by tile
};

// Receives the next letters. Returns false to end the solving.
using LetterReceiver = absl::FunctionRef<bool(std::string_view letters)>;

// Passes letters on, a few thousand at a time. Moves that undo each other cancel out: they are
// common where the path of one table ends and the next one's begins.
class LetterStream {
 public:
  explicit LetterStream(LetterReceiver receiver) : receiver_(receiver) {}

  void Put(char letter) {
    if (filled_ != 0 && AreOpposite(buffer_[filled_ - 1], letter))
      --filled_;
    else
      PutAsIs(letter);
  }
  // Keeps moves that undo each other, to measure a method as it is.
  void PutAsIs(char letter) {
    buffer_[filled_++] = letter;
    if (filled_ == sizeof buffer_) Pass(sizeof buffer_ / 2);
  }
  void Flush() { Pass(filled_); }
  // False once the receiver has ended the solving. Later letters are only counted.
  bool open() const { return open_; }
  uint64_t count() const { return count_ + filled_; }

 private:
  static bool AreOpposite(char a, char b) {
    const int differ = a ^ b;
    return differ == ('L' ^ 'R') || differ == ('U' ^ 'D');
  }
  // Passes the first `letters` of the buffer on.
  void Pass(size_t letters) {
    if (letters != 0 && open_) open_ = receiver_({buffer_, letters});
    count_ += letters;
    filled_ -= letters;
    std::copy_n(buffer_ + letters, filled_, buffer_);
  }

  LetterReceiver receiver_;
  bool open_ = true;
  uint64_t count_ = 0;
  size_t filled_ = 0;
  char buffer_[4096];
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANY_BIG_BOARD_H_
