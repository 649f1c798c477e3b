// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A word problem: a sliding-tile puzzle whose board is no permutation (docs/boards.md).
//
//   * The board is a rectangle of at most kMaxWordCells cells. Some may be walls; the others are
//     open, and are numbered in reading order.
//   * Every open cell holds a symbol: 0 is the blank, 1 .. n are tiles. Any number of cells may
//     hold the same symbol. The symbols of the open cells, in order, are a word: the state.
//   * The goal is a set of patterns. A pattern gives a symbol, or any symbol, for each open cell,
//     and the cost at which it begins.
//   * The metric says what one unit of the cost is (word_moves.h).
//
// The plain puzzle is the special case of one blank and symbols that each occur once.

#ifndef TILEBASE_TABLES_WORDS_WORD_PROBLEM_H_
#define TILEBASE_TABLES_WORDS_WORD_PROBLEM_H_

#include <stdint.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tables/move_text.h"

namespace tilebase {

inline constexpr int kMaxWordCells = 512;
inline constexpr int kMaxWordBlanks = 8;
inline constexpr int kMaxWordSymbols = 250;
inline constexpr uint32_t kMaxGoalCost = 10000;
inline constexpr size_t kMaxGoals = 65536;

// The numbers are stored in files.
enum class WordMetric : uint8_t {
  kStm = 0,        // one tile moves one cell
  kMtm = 1,        // a line of tiles moves one cell
  kSteps = 2,      // every blank may make one move of stm, all at once
  kLineSteps = 3,  // every blank may make one move of mtm, all at once
};
// "stm", "mtm", "steps", "line-steps".
const char* Name(WordMetric metric);

struct WordSymbol {
  // The tile's number in texts of boards. 0: any tile that no other symbol names.
  uint16_t label = 0;
  uint16_t count = 0;  // of cells that hold it

  friend bool operator==(const WordSymbol&, const WordSymbol&) = default;
};

// A symbol's number on each open cell.
using Word = std::vector<uint8_t>;

struct WordGoal {
  static constexpr uint8_t kAny = 255;  // any symbol, the blank too
  Word cell;
  uint32_t cost = 0;

  friend bool operator==(const WordGoal&, const WordGoal&) = default;
};

struct WordProblem {
  int width = 0;
  int height = 0;
  std::vector<uint16_t> open;  // the open cells, ascending
  int blanks = 1;
  // Symbols 1, 2, ...: labels ascend, and label 0 comes last.
  std::vector<WordSymbol> symbols;
  std::vector<WordGoal> goals;
  WordMetric metric = WordMetric::kStm;

  int cells() const { return width * height; }
  int open_count() const { return static_cast<int>(open.size()); }
  bool has_rest() const { return !symbols.empty() && symbols.back().label == 0; }
  // Returns the symbol with this label; if there is none, the symbol of label 0; if there is none
  // either, -1.
  int SymbolOf(int label) const;

  // Returns whether every open cell holds a symbol of its own.
  bool IsPermutation() const;
  // The side of a permutation, which no move changes: the parity of the word as a permutation plus
  // the colour of the blank's cell. Requires IsPermutation().
  int Side(const Word& word) const;
  // Returns whether tables leave out the side without goals (word_ranking.h): for permutations
  // whose goals give every symbol and are all of one side.
  bool is_halved() const;

  friend bool operator==(const WordProblem&, const WordProblem&) = default;
};

// Checks the rules for every problem, whoever made it. Errors: InvalidArgument.
absl::Status CheckWordProblem(const WordProblem& problem);

// "3x3 board with walls 4, 1 blank, tiles 1x2 2x3 and 3 others, 1 goal, stm".
std::string ToString(const WordProblem& problem);

// The values of a board's text.
struct WordText {
  static constexpr int kBlank = 0;
  static constexpr int kWall = -1;   // #
  static constexpr int kAny = -2;    // ?
  static constexpr int kOther = -3;  // .
  int width = 0;
  int height = 0;
  std::vector<int> cell;  // a tile's number, or one of the above
};

// Reads a board: rows separated by '/', a cell a character (1-9, a-z in either case for 10 to 35,
// 0 or _ a blank, # a wall, . any other tile, ? anything); or numbers and these characters
// separated by spaces and commas. With a size given, rows need no '/'; without one, a single row
// with a square number of cells is a square board. Errors: InvalidArgument.
absl::StatusOr<WordText> ReadWordText(absl::string_view text, int width = 0, int height = 0);

// Returns the board to play on. Requires one blank.
PlayedBoard PlayedOf(const WordText& board);

// Reads a board of the problem. Errors: InvalidArgument, naming the cell or symbol.
absl::StatusOr<Word> ParseWord(const WordProblem& problem, absl::string_view text);
// The same from cells. Requires text.cell.size() == problem.cells().
absl::StatusOr<Word> ReadWord(const WordProblem& problem, const WordText& text);
// Reads a board of a warehouse with at least the problem's blanks, and at least as many of its
// first symbol, for less of the rest.
absl::StatusOr<Word> ReadMoreWord(const WordProblem& problem, const WordText& text);
// Returns the value of a symbol, or of WordGoal::kAny, in WordText.
int LabelOf(const WordProblem& problem, uint8_t symbol);
// Returns the cells of the board as in WordText.
std::vector<int> CellsOf(const WordProblem& problem, const Word& word);
// Writes the board as ParseWord reads it.
std::string ToText(const WordProblem& problem, const Word& word);

// Returns the problem whose goal is the board in the text, with its symbols, walls and blanks. The
// size is as for ReadWordText.
absl::StatusOr<WordProblem> ProblemOfText(absl::string_view text, int width = 0, int height = 0);
// Returns the puzzle with these walls: tiles are numbered over the open cells, and the last open
// cell is the blank's home.
absl::StatusOr<WordProblem> ProblemOfWalls(int width, int height, const std::vector<int>& walls);
// Returns the problem of a warehouse: `blanks` cells are empty, and each of the `wanted` loads is
// to reach any one of the goal cells.
absl::StatusOr<WordProblem> ProblemOfStorage(int width, int height, const std::vector<int>& walls,
                                             int blanks, int wanted,
                                             const std::vector<int>& goal_cells);
// Gives the problem the goals of a text: one goal a line, then its cost, which is 0 if missing.
absl::Status ReadGoals(absl::string_view text, WordProblem* problem);
// Returns the problem of such a text alone: the goals name its symbols, and tiles that no goal
// names are equal to each other.
absl::StatusOr<WordProblem> ProblemOfGoals(absl::string_view text, int width = 0, int height = 0);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_WORDS_WORD_PROBLEM_H_
