// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Answers from the table of a word problem: a board's value, and the moves that it takes. All is
// lookup; the planes are in memory.
//
// A set of stages, of a board with walls (generator/words/wall_stages.h), has a set for each stage.
// Each goes on where the one before has ended. Then a value is the length of this solution, and a
// shorter one may exist. A solution begins with the last stage from which the rest lead to the
// goal. So a player who takes the first move of each solution gets there: no move leads back to an
// earlier stage.

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
  bool shortest = true;         // no solution costs less
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
  static absl::StatusOr<std::unique_ptr<WordSet>> Create(WordTables opened, int threads);

  const WordProblem& problem() const { return problem_; }
  const WordMoves& moves() const { return moves_; }
  const std::string& name() const { return name_; }  // of the file
  uint64_t memory_bytes() const;
  uint64_t file_bytes() const { return file_bytes_; }
  // One, or those of the stages in order.
  std::vector<const WordFile*> files() const;
  // Whether the set has one table, and no stages. Only then it has what follows.
  bool is_exact() const { return stages_.empty(); }
  const WordTable& table() const { return file_->table(); }
  const WordFile& file() const { return *file_; }

  // The table's entry for a state: its value, unreachable() if no moves lead to a goal; and the
  // code of its best move, 0 in stm.
  uint32_t ValueAt(uint64_t state) const {
    uint32_t value = planes_[state];
    if (table().value_bytes == 2) value |= uint32_t{planes_[table().states + state]} << 8;
    return value;
  }
  uint64_t CodeAt(uint64_t state) const;
  // The board of a state.
  Word WordAt(uint64_t state) const;
  // The value of what cannot reach a goal, in all sets.
  uint32_t unreachable() const {
    return is_exact() ? WordTable::Unreachable(table().value_bytes) : UINT32_MAX;
  }

  // Errors: InvalidArgument for a board that is not the problem's; NotFound if no moves lead to a
  // goal.
  absl::StatusOr<uint32_t> Value(const Word& word) const;
  // The best moves to a goal. Errors: those of Value; DataLoss if the table leads nowhere.
  absl::StatusOr<WordAnswer> Solve(Word word) const;
  // The best move, and all moves with the values they lead to. `best` has no runs at a goal.
  absl::Status Probe(const Word& word, WordMove* best, std::vector<WordNeighbour>* all) const;

 private:
  WordSet(const WordProblem& problem, std::string name)
      : problem_(problem), name_(std::move(name)), moves_(problem) {}
  static absl::StatusOr<std::unique_ptr<WordSet>> CreateTable(std::unique_ptr<WordFile> file,
                                                              int threads);
  // Whether the word has the problem's symbols. Errors: InvalidArgument.
  absl::Status CheckBoard(const Word& word) const;
  absl::StatusOr<WordAnswer> SolveInStages(const Word& word) const;
  // Solves by the stages from this one on. Errors: NotFound if they do not lead to the goal.
  absl::StatusOr<WordAnswer> SolveFrom(size_t first, Word word) const;
  // Returns whether all cells that these and later stages leave alone are as at the goal.
  bool Admits(size_t stage, const Word& word) const;
  // Whether a goal of this cost stands for the word.
  bool IsGoal(const Word& word, uint32_t cost) const;
  // The move that the table has for a board of this value that is no goal. False: none.
  bool BestMove(const Word& word, uint32_t value, WordMove* move) const;

  const WordProblem problem_;
  const std::string name_;
  const WordMoves moves_;
  std::vector<std::unique_ptr<WordSet>> stages_;
  std::vector<uint16_t> index_;         // by cell of the board: its place among the open cells
  std::vector<size_t> last_stage_;      // by open cell: the last stage in which it is open
  std::unique_ptr<MappedFile> mapped_;  // null in a stage's set, and in one from bytes
  uint64_t file_bytes_ = 0;
  std::unique_ptr<WordFile> file_;  // null in a set of stages
  HugeBytes planes_;
  int side_ = -1;  // of goals, if only that side has states
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_WORDS_WORD_SET_H_
