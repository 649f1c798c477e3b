// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The moves of a word problem. A *run* takes a blank along a line of open cells without blanks: the
// tile on each of its cells slides one cell towards where the blank came from. In stm a run has one
// tile, in mtm any number. In a step of steps or line-steps every blank may make a run of stm or
// mtm, all at once; the cells of the runs and of the blanks that stay are all different.
//
// Every move can be undone by one move.
//
// The code of a move. Each blank's target is coded as in tables of the metric mtm (docs/format.md,
// section 2): a number below the width W is the target's column in the blank's row; other numbers
// are W plus the target's row in the blank's column; a blank that stays has its own column. The
// code of a move is the sum over the blanks, numbered from 0 by their cells, of that number times
// (W + height)^i.

#ifndef TILEBASE_TABLES_WORDS_WORD_MOVES_H_
#define TILEBASE_TABLES_WORDS_WORD_MOVES_H_

#include <stdint.h>

#include <vector>

#include "tables/words/word_problem.h"

namespace tilebase {

struct WordRun {
  uint16_t from = 0;  // open cells
  uint16_t to = 0;
  uint8_t direction = 0;  // of the blank: 0 left, 1 right, 2 up, 3 down
  uint16_t length = 0;    // tiles that slide
};

// The runs of a move. A blank that stays has no run.
struct WordMove {
  WordRun run[kMaxWordBlanks];
  int runs = 0;
  uint64_t code = 0;
  int tiles = 0;  // tiles that slide, in all runs
};

// Immutable.
class WordMoves {
 public:
  explicit WordMoves(const WordProblem& problem)
      : metric_(problem.metric),
        blanks_(problem.blanks),
        width_(problem.width),
        base_(static_cast<uint64_t>(problem.width + problem.height)),
        cell_(problem.open) {
    std::vector<int> number(static_cast<size_t>(problem.cells()), -1);
    for (size_t i = 0; i < cell_.size(); ++i) number[cell_[i]] = static_cast<int>(i);
    next_.assign(4 * cell_.size(), -1);
    for (size_t i = 0; i < cell_.size(); ++i) {
      const int cell = cell_[i], row = cell / width_, column = cell % width_;
      to_column_.push_back(static_cast<uint64_t>(column));
      to_row_.push_back(static_cast<uint64_t>(width_ + row));
      if (column > 0) next_[4 * i] = number[static_cast<size_t>(cell) - 1];
      if (column + 1 < width_) next_[4 * i + 1] = number[static_cast<size_t>(cell) + 1];
      if (row > 0) next_[4 * i + 2] = number[static_cast<size_t>(cell - width_)];
      if (row + 1 < problem.height) next_[4 * i + 3] = number[static_cast<size_t>(cell + width_)];
    }
  }

  bool is_joint() const {
    return metric_ == WordMetric::kSteps || metric_ == WordMetric::kLineSteps;
  }
  bool has_lines() const {
    return metric_ == WordMetric::kMtm || metric_ == WordMetric::kLineSteps;
  }
  // Returns the open cell beside an open cell; -1 for a wall or the edge.
  int Next(int open, int direction) const {
    return next_[4 * static_cast<size_t>(open) + static_cast<size_t>(direction)];
  }
  // Returns the direction from an open cell to another one of its row or column.
  int DirectionOf(int from, int to) const {
    const int a = cell_[static_cast<size_t>(from)], b = cell_[static_cast<size_t>(to)];
    return (a / width_ == b / width_ ? 0 : 2) + (b < a ? 0 : 1);
  }
  uint64_t codes() const {
    uint64_t codes = 1;
    for (int i = 0; i < blanks_; ++i) codes *= base_;
    return codes;
  }

  // Calls visit(move) for each move of blanks on these ascending open cells, ordered by ascending
  // blank, then direction, then length; the last blank varies fastest. `move` is valid during the
  // call.
  template <typename Visit>
  void ForEach(const uint16_t* blanks, Visit visit) const {
    Taken taken = {};
    WordMove move;
    for (int i = 0; i < blanks_; ++i) {
      taken.set(blanks[i]);
      move.code += Stay(blanks[i]) * Power(i);
    }
    if (is_joint())
      Join(blanks, 0, 1, &taken, &move, visit);
    else
      for (int i = 0; i < blanks_; ++i)
        Runs(blanks[i], Power(i), &taken, &move, [&] { visit(move); });
  }

  // Stores the move with this code in *move. Returns false if the blanks cannot move so.
  bool Decode(const uint16_t* blanks, uint64_t code, WordMove* move) const {
    Taken taken = {};
    for (int i = 0; i < blanks_; ++i) taken.set(blanks[i]);
    *move = WordMove();
    move->code = code;
    for (int i = 0; i < blanks_; ++i, code /= base_) {
      const int to = static_cast<int>(code % base_);
      const int cell = cell_[blanks[i]], row = cell / width_, column = cell % width_;
      if (to == column) continue;
      const int direction = to < width_ ? (to < column ? 0 : 1) : (to - width_ < row ? 2 : 3);
      const int length = to < width_
                             ? (to < column ? column - to : to - column)
                             : (to - width_ < row ? row - (to - width_) : to - width_ - row);
      if (length == 0 || (length > 1 && !has_lines())) return false;
      int at = blanks[i];
      for (int tile = 0; tile < length; ++tile) {
        at = Next(at, direction);
        if (at < 0 || taken.has(at)) return false;
        taken.set(at);
      }
      move->run[move->runs++] = {blanks[i], static_cast<uint16_t>(at),
                                 static_cast<uint8_t>(direction), static_cast<uint16_t>(length)};
      move->tiles += length;
    }
    return code == 0 && move->runs > 0 && (is_joint() || move->runs == 1);
  }

  // Plays the move on `word`, which may hold anything for each open cell.
  template <typename Symbol>
  void Play(const WordMove& move, Symbol* word) const {
    for (int i = 0; i < move.runs; ++i) {
      const WordRun& run = move.run[i];
      const Symbol blank = word[run.from];
      int at = run.from;
      for (int tile = 0; tile < run.length; ++tile) {
        const int next = Next(at, run.direction);
        word[at] = word[next];
        at = next;
      }
      word[at] = blank;
    }
  }

  // Stores where the blanks are after the move, ascending.
  void BlanksAfter(const WordMove& move, const uint16_t* blanks, uint16_t* after) const {
    int run = 0;
    for (int i = 0; i < blanks_; ++i) {
      uint16_t cell = blanks[i];
      if (run < move.runs && move.run[run].from == cell) cell = move.run[run++].to;
      int place = i;
      for (; place > 0 && after[place - 1] > cell; --place) after[place] = after[place - 1];
      after[place] = cell;
    }
  }

 private:
  struct Taken {
    uint64_t bits[kMaxWordCells / 64];
    bool has(int cell) const { return (bits[cell >> 6] >> (cell & 63) & 1) != 0; }
    void set(int cell) { bits[cell >> 6] |= uint64_t{1} << (cell & 63); }
    void clear(int cell) { bits[cell >> 6] &= ~(uint64_t{1} << (cell & 63)); }
  };

  uint64_t Power(int exponent) const {
    uint64_t power = 1;
    while (exponent-- > 0) power *= base_;
    return power;
  }
  uint64_t Stay(int open) const { return to_column_[static_cast<size_t>(open)]; }

  // Visits all runs of one blank. Undoes what each run adds before the next one.
  template <typename Use>
  void Runs(uint16_t from, uint64_t power, Taken* taken, WordMove* move, Use use) const {
    WordRun& run = move->run[move->runs++];
    const uint64_t code = move->code - Stay(from) * power;
    const int tiles = move->tiles;
    run.from = from;
    for (int direction = 0; direction < 4; ++direction) {
      run.direction = static_cast<uint8_t>(direction);
      int at = from;
      int length = 0;
      for (int next; (next = Next(at, direction)) >= 0 && !taken->has(next);) {
        at = next;
        taken->set(at);
        ++length;
        run.to = static_cast<uint16_t>(at);
        run.length = static_cast<uint16_t>(length);
        move->code = code + power * (direction < 2 ? to_column_ : to_row_)[static_cast<size_t>(at)];
        move->tiles = tiles + length;
        use();
        if (!has_lines()) break;
      }
      for (at = from; length > 0; --length) taken->clear(at = Next(at, direction));
    }
    --move->runs;
    move->code = code + Stay(from) * power;
    move->tiles = tiles;
  }

  template <typename Visit>
  void Join(const uint16_t* blanks, int i, uint64_t power, Taken* taken, WordMove* move,
            Visit& visit) const {
    if (i == blanks_) {
      if (move->runs > 0) visit(*move);
      return;
    }
    Join(blanks, i + 1, power * base_, taken, move, visit);
    Runs(blanks[i], power, taken, move,
         [&] { Join(blanks, i + 1, power * base_, taken, move, visit); });
  }

  WordMetric metric_;
  int blanks_;
  int width_;
  uint64_t base_;
  std::vector<uint16_t> cell_;  // of each open cell
  std::vector<int> next_;       // four an open cell
  // The part of a move's code for a blank that goes to this open cell, sideways or up and down.
  std::vector<uint64_t> to_column_, to_row_;
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_WORDS_WORD_MOVES_H_
