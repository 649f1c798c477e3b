// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// One question about a board that is no permutation, and its answer. The C interface, the command
// and the service ask here: by the table if it has the board, else, in a warehouse, by a plan for
// more blanks or loads.

#ifndef TILEBASE_RUNTIME_WORDS_WORD_ANSWERS_H_
#define TILEBASE_RUNTIME_WORDS_WORD_ANSWERS_H_

#include <stddef.h>
#include <stdint.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "runtime/words/wall_search.h"
#include "runtime/words/warehouse.h"
#include "runtime/words/word_set.h"
#include "tables/random_board.h"
#include "tables/words/word_problem.h"

namespace tilebase {

// One tile slides one cell.
struct WordSlide {
  uint32_t move = 0;  // of which it is a part, from 0
  int32_t tile = 0;   // its number, or WordText::kOther
  uint16_t from = 0;  // cells of the board, walls counted
  uint16_t to = 0;
};

struct WordQuestion {
  bool must_be_shortest = false;  // refuses boards for which the table cannot prove it
  Deliver deliver = Deliver::kAny;
  WarehouseEffort effort;  // for more blanks or loads than the table has, and for stages
};

struct WordSolution {
  std::vector<WordSlide> slides;  // in order; those of one move are made at once
  std::string actions;            // the same as text
  uint64_t moves = 0;             // with one blank slides, with several units of the set's cost
  uint64_t runs = 0;              // slides of whole lines
  uint64_t cost = 0;              // units of the set's cost, and the cost at which the goal begins
  uint64_t goal_cost = 0;         // that of the goal alone
  uint64_t bound = 0;             // no solution has a lower cost
  uint64_t looked_at = 0;         // boards
  bool in_stages = false;         // the table has stages, and no bound of its own
  bool shortest() const { return cost == bound; }
};

// The value of a board, and the moves from it.
struct WordProbe {
  uint32_t value = 0;
  WordMove best;                   // no runs at a goal
  std::vector<WordNeighbour> all;  // every move of the board
};

// Immutable; all functions are safe from many threads.
class WordAnswers {
 public:
  explicit WordAnswers(std::unique_ptr<const WordSet> set);

  const WordSet& set() const { return *set_; }
  const WordProblem& problem() const { return set_->problem(); }
  bool has_letters() const { return problem().blanks == 1; }
  // Loads of a warehouse; 0 if it is none.
  int wanted() const { return warehouse_ ? problem().symbols[0].count : 0; }

  // Reads a board's text. Errors: InvalidArgument.
  absl::StatusOr<WordText> Read(absl::string_view text) const {
    return ReadWordText(text, problem().width, problem().height);
  }

  WordText Of(const Word& word) const {
    return {problem().width, problem().height, CellsOf(problem(), word)};
  }

  // Returns whether Ask takes the board's tiles: those of the table, or a warehouse's with more
  // blanks or loads.
  bool Takes(const WordText& board) const;

  // Requires a board of the problem's size, as do all functions. Errors: InvalidArgument for a
  // board that is not the set's; NotFound if it cannot be solved; Unimplemented if
  // must_be_shortest and the table has not as many blanks or loads; DataLoss.
  absl::StatusOr<WordSolution> Ask(const WordText& board, const WordQuestion& question) const;

  // Looks at all moves of a board with exactly the table's blanks and tiles. Errors: those of Ask.
  absl::StatusOr<WordProbe> Probe(const WordText& board) const;

  // Values before the first of these moves, as text, and after each of the metric's moves. Errors:
  // those of Probe, and InvalidArgument for a move that cannot be made.
  absl::StatusOr<std::vector<uint32_t>> ValuesOf(const WordText& board,
                                                 absl::string_view actions) const;

  // The text of a solution's first move, which is the hint; empty at a goal.
  std::string FirstMove(const WordSolution& solution) const;
  // The text of a move: with one blank letters, with several the slides as "FROM>TO", separated by
  // commas.
  std::string ToText(const WordMove& move) const;

  // Returns random boards of a value from `least` to `greatest`; the same ones for a seed on every
  // machine. They are equally likely. Rare ones take a pass over the table; in a set of stages they
  // come from random walks, and *uniform is false. Errors: NotFound if there are none, or if no
  // walk meets one.
  absl::StatusOr<std::vector<Word>> RandomBoards(uint32_t least, uint32_t greatest, uint64_t seed,
                                                 size_t count, bool* uniform) const;

  // Whether values are shortest lengths, as analyses need. Errors: Unimplemented.
  absl::Status CheckExact() const;

 private:
  // RandomBoards for a set of stages.
  absl::StatusOr<std::vector<Word>> RandomOfStages(uint32_t least, uint32_t greatest, uint64_t seed,
                                                   size_t count, bool* uniform) const;
  // Makes random moves from home: a few or many.
  Word Walk(Random* random) const;
  // Makes the moves of a plan on `word`; stores slides, actions, moves and runs.
  void Tell(const YardPlan& plan, Word word, WordSolution* solution) const;
  // Appends the text of a run, which may follow another one of its move.
  void AppendRun(const YardRun& run, bool follows, std::string* text) const;

  std::unique_ptr<const WordSet> set_;
  std::optional<Warehouse> warehouse_;     // if it is one
  std::optional<WallSearch> wall_search_;  // if the set has stages
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_WORDS_WORD_ANSWERS_H_
