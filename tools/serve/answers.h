// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Boards as text -> answers as JSON.

#ifndef TILEBASE_TOOLS_SERVE_ANSWERS_H_
#define TILEBASE_TOOLS_SERVE_ANSWERS_H_

#include <stddef.h>
#include <stdint.h>

#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/scramble.h"
#include "runtime/tilebase.h"
#include "tables/board.h"
#include "tools/serve/any_answer.h"
#include "tools/serve/catalog.h"
#include "tools/serve/request.h"

namespace tilebase::serve {

// Most boards of a batch that are answered before other connections have their turn. Without effort
// they take about a quarter of a millisecond.
inline constexpr size_t kSliceBoards = 256;

// The boards of a slice of a batch with this effort, at most kQuickEffort: 1 to kSliceBoards. The
// more a board costs, the fewer they are, so that a slice stays at about a millisecond.
size_t SliceBoards(uint64_t effort);

// The meaning of the parameter `size`; empty if it was not given.
struct ChosenSize {
  const LoadedSet* set = nullptr;
  std::optional<BigSize> any;  // a size that no set has; Catalog::any() solves it
  // The set of boards that are no permutations which the parameter `set`, or the board of a single
  // question, has chosen.
  const LoadedSet* words = nullptr;
};
// `size` may be null.
std::optional<Problem> ChooseSize(const Catalog& catalog, const std::string* size,
                                  ChosenSize* chosen);
// Likewise for requests that only sets of the size can answer.
std::optional<Problem> ChooseSet(const Catalog& catalog, const std::string* size,
                                 const LoadedSet** set);

// Returns whether some set of plain boards reads `to` as a goal with equal tiles. `to` may be null.
bool HasEqualGoal(const Catalog& catalog, const std::string* to);

// Checks that the set finds shortest solutions, which `parameter` asks for.
std::optional<Problem> CheckSearched(const LoadedSet& set, std::string_view parameter);

// The most boards that a scramble solves to choose its method, and again to make a board of the
// wanted length: a millisecond or two.
inline constexpr uint64_t kScrambleTries = 500;
// Appends {"board":"..","moves":..,"optimal":..,"uniform":..}: a random board that needs `moves`
// actions by the set (scramble.h).
std::optional<Problem> ScrambleOne(const LoadedSet& set, const ScrambleWish& wish,
                                   std::string* json);
// Reads the parameters of a scramble. Null: not given; a missing seed is 1.
std::optional<Problem> ReadScrambleWish(const std::string* moves, const std::string* seed,
                                        ScrambleWish* wish);

// A board of a request under way.
struct AskedBoard {
  const LoadedSet* set = nullptr;  // null if there is a problem
  Board board;
  const Board* to = nullptr;         // null: home
  bool has_equal_tiles = false;      // as `to` has
  const LoadedSet* words = nullptr;  // if it is no permutation; then there is no set
  std::optional<Problem> problem;

  Board goal() const { return to != nullptr ? *to : Board::Solved(board.geometry); }
};

// Memory for answering, kept from request to request.
struct AnswerScratch {
  std::vector<char> letters;
  std::vector<AskedBoard> boards;
  std::vector<tilebase_question> questions;
  std::vector<tilebase_answer> answers;
};

// The goal of a request as a board of each set that answers a part of the request. Reads its text
// once for each set.
class Goals {
 public:
  // Valid as long as this is.
  const absl::StatusOr<Board>& For(const LoadedSet& set, std::string_view text);

 private:
  std::list<std::pair<const LoadedSet*, absl::StatusOr<Board>>> goals_;
};

// Reads a goal of the set; null: home.
std::optional<Problem> ReadGoal(const LoadedSet& set, const std::string* to, Board* goal);

// The part that is not answered yet of a batch, or of one board of any size.
struct BatchRest {
  Batch batch;
  SolveOptions options;
  std::shared_ptr<const Catalog> catalog;  // one for all boards
  ChosenSize size;
  Goals goals;
  std::unique_ptr<AnyAnswer> under_way;  // of size.any
  bool single = false;                   // one board, and no list
  size_t next = 0;
  bool chunked = false;
};

// A board, its goal, and a subproblem as two sets of tiles, all as text. Null: not given.
struct Question {
  std::string_view board;
  const std::string* to = nullptr;
  const std::string* goal = nullptr;
  const std::string* fixed = nullptr;
};

// All must outlive it. If no size was given, the board determines the set.
class BoardAnswers {
 public:
  BoardAnswers(const Catalog& catalog, ChosenSize size, AnswerScratch* scratch)
      : catalog_(catalog), size_(size), scratch_(*scratch) {}

  // Appends the answer to one board as JSON (docs/question.md), or nothing and returns the problem.
  // Set `cancel` to 1 to end a search that nobody waits for; may be null.
  std::optional<Problem> SolveOne(std::string_view text, const SolveOptions& options, Goals* goals,
                                  const volatile uint8_t* cancel, std::string* json);
  // Appends an object a line for the next boards of a batch, up to `end`, with a comma between any
  // two of the batch: as above, or {"problem":{..}}. Advances the batch. Requires a size that sets
  // have, options that are quick, and end - rest->next <= kSliceBoards.
  void SolveSlice(BatchRest* rest, size_t end, std::string* json);
  // The next piece of a batch of lookups of boards of any size, of which one may be under way: as
  // SolveSlice, with objects as AnyAnswer makes them. Advances the batch.
  void SolvePiece(BatchRest* rest, std::string* json);
  // All of the batch, each board for itself.
  void SolveAll(BatchRest* rest, const volatile uint8_t* cancel, std::string* json);
  // Reads a board that SolveOne answers by a set of plain boards, and finds that set.
  std::optional<Problem> ReadAsked(std::string_view text, const SolveOptions& options, Goals* goals,
                                   AskedBoard* asked) const;
  // Likewise for the questions that take no equal tiles. `to` may be null.
  std::optional<Problem> ReadSolvable(std::string_view text, const std::string* to, Goals* goals,
                                      AskedBoard* asked) const;
  // Returns the counts of SolveSlice, SolvePiece and SolveAll.
  uint64_t solved() const { return solved_; }
  uint64_t refused() const { return refused_; }

  // Appends a probe of the question's subproblem, or of the board's current one.
  std::optional<Problem> Probe(const Question& question, std::string* json);
  // Appends a hint. The question's subproblem is the last hint's; null at the first
  // (tilebase_hint).
  std::optional<Problem> Hint(const Question& question, std::string* json);

 private:
  // Reads a board, which may be unsolvable to the goal, and finds its set.
  std::optional<Problem> ReadBoard(std::string_view text, const std::string* to, Goals* goals,
                                   AskedBoard* asked) const;
  // Reads a solvable board and the subproblem (empty sets if not given), and finds the board's set.
  std::optional<Problem> ReadQuestion(const Question& question, Goals* goals, AskedBoard* asked,
                                      Subproblem* subproblem) const;
  // Appends the answer, or returns the problem.
  std::optional<Problem> AppendAnswer(const AskedBoard& asked, const SolveOptions& options,
                                      const tilebase_question& question,
                                      const tilebase_answer& answer, std::string* json) const;
  void SolveSome(BatchRest* rest, size_t end, std::string* json);
  // Ends the entry of the next board of a batch: its object has been appended, or is the problem's.
  void EndBoard(BatchRest* rest, const std::optional<Problem>& problem, std::string* json);

  const Catalog& catalog_;
  const ChosenSize size_;
  AnswerScratch& scratch_;
  uint64_t solved_ = 0;
  uint64_t refused_ = 0;
};

}  // namespace tilebase::serve

#endif  // TILEBASE_TOOLS_SERVE_ANSWERS_H_
