// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Answers from the table of a word problem: a board's value, and the moves that it takes. All is
// lookup; the planes are in memory.

#ifndef TILEBASE_RUNTIME_WORDS_WORD_SET_H_
#define TILEBASE_RUNTIME_WORDS_WORD_SET_H_

#include <stdint.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tables/system/huge_bytes.h"
#include "tables/words/word_file.h"
#include "tables/words/word_moves.h"
#include "tables/words/word_problem.h"
#include "tables/words/word_ranking.h"

namespace tilebase {

struct WordAnswer {
  uint32_t value = 0;           // of the board: the goal's cost and that of the moves
  std::vector<WordMove> moves;  // one a unit of cost
  uint32_t cost() const { return static_cast<uint32_t>(moves.size()); }
};

struct WordNeighbour {
  WordMove move;
  uint32_t value = 0;  // of the state it leads to
};

// Immutable; all functions are safe from many threads.
class WordSet {
 public:
  // Errors: those of WordFile; ResourceExhausted without memory for the decoded planes.
  static absl::StatusOr<std::unique_ptr<WordSet>> Open(const std::string& path, int threads);
  static absl::StatusOr<std::unique_ptr<WordSet>> Create(std::unique_ptr<WordFile> file,
                                                         int threads);

  const WordTable& table() const { return file_->table(); }
  const WordProblem& problem() const { return table().problem; }
  const WordFile& file() const { return *file_; }
  const WordMoves& moves() const { return moves_; }
  uint64_t memory_bytes() const { return planes_.size(); }

  // What the table says of a state: its value, unreachable() if no moves lead to a goal; and the
  // code of its best move, 0 in stm.
  uint32_t ValueAt(uint64_t state) const {
    uint32_t value = planes_[state];
    if (table().value_bytes == 2) value |= uint32_t{planes_[table().states + state]} << 8;
    return value;
  }
  uint64_t CodeAt(uint64_t state) const;
  uint32_t unreachable() const { return WordTable::Unreachable(table().value_bytes); }
  // The board of a state.
  Word WordAt(uint64_t state) const;

  // Errors: InvalidArgument for a board that is not the problem's; NotFound if no moves lead to a
  // goal.
  absl::StatusOr<uint32_t> Value(const Word& word) const;
  // The best moves to a goal. Errors: those of Value; DataLoss if the table leads nowhere.
  absl::StatusOr<WordAnswer> Solve(Word word) const;
  // The best move, and all moves with the values they lead to. `best` has no runs at a goal.
  absl::Status Probe(const Word& word, WordMove* best, std::vector<WordNeighbour>* all) const;

 private:
  explicit WordSet(std::unique_ptr<WordFile> file)
      : file_(std::move(file)), moves_(file_->table().problem) {}
  // Whether a goal of this cost stands for the word.
  bool IsGoal(const Word& word, uint32_t cost) const;
  // The move that the table has for a board of this value that is no goal. False: none.
  bool BestMove(const Word& word, uint32_t value, WordMove* move) const;

  std::unique_ptr<WordFile> file_;
  const WordMoves moves_;
  HugeBytes planes_;
  int side_ = -1;  // of goals, if only that side has states
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_WORDS_WORD_SET_H_
