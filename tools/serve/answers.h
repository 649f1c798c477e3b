// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Boards as text -> answers as JSON.

#ifndef TILEBASE_TOOLS_SERVE_ANSWERS_H_
#define TILEBASE_TOOLS_SERVE_ANSWERS_H_

#include <stddef.h>
#include <stdint.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "runtime/lookup/policy_set.h"
#include "runtime/scramble.h"
#include "tables/destination.h"
#include "tools/serve/any_answer.h"
#include "tools/serve/catalog.h"
#include "tools/serve/request.h"

namespace tilebase::serve {

// Most boards of a batch that are answered before other connections have their turn. Without effort
// they take about a quarter of a millisecond.
inline constexpr size_t kSliceBoards = 256;

// The boards of a slice of a batch with this effort: 1 to kSliceBoards. The more a board costs, the
// fewer they are, so that a slice stays at about a millisecond.
size_t SliceBoards(int64_t effort);

// The set for boards of a size given as "4x4".
std::optional<Problem> FindSet(const Catalog& catalog, std::string_view size,
                               const LoadedSet** set);
// The same, or the size itself where no set has it and the catalog serves any size.
std::optional<Problem> FindSolver(const Catalog& catalog, std::string_view size,
                                  const LoadedSet** set, std::optional<BigSize>* any_size);

// Most boards that are solved to find out how one of the wanted length is best made, and as many to
// make it: a millisecond or two.
inline constexpr uint64_t kScrambleTries = 500;
// Appends {"board":"..","moves":..,"optimal":..,"uniform":..}: a random board that needs `moves`
// actions by the set (scramble.h).
std::optional<Problem> ScrambleOne(const LoadedSet& set, const ScrambleWish& wish,
                                   std::string* json);
// The wish of such parameters. Null: not given; a seed not given is 1.
std::optional<Problem> ReadScrambleWish(const std::string* moves, const std::string* seed,
                                        ScrambleWish* wish);

// A board of a batch under way.
struct SliceBoard {
  Board board;
  std::optional<Destination> destination;  // of `board`, which is then renamed; else home
  const LoadedSet* set = nullptr;          // null where there is a problem
  std::optional<Problem> problem;
};

// Memory for answering, kept from request to request.
struct AnswerScratch {
  std::vector<char> letters;
  std::vector<SliceBoard> slice;
  std::vector<SolveRequest> requests;
};

// The goal of a batch as a board of each set that answers some of it: its text is read once a set.
class BatchGoals {
 public:
  // Valid until the next call.
  const absl::StatusOr<Board>& For(const LoadedSet& set, std::string_view text);

 private:
  std::vector<std::pair<const LoadedSet*, absl::StatusOr<Board>>> goals_;
};

// The part of a batch that is not answered yet, or of one board of any size.
struct BatchRest {
  Batch batch;
  std::shared_ptr<const Catalog> catalog;  // one for all boards
  const LoadedSet* set = nullptr;          // where the size was given
  std::optional<BigSize> any_size;         // where that is a size of no set
  BatchGoals goals;
  std::unique_ptr<AnyAnswer> under_way;  // of any_size
  bool single = false;                   // only what is under way, and no list
  size_t next = 0;
  bool chunked = false;
};

// A board, and a subproblem as two sets of tiles, null where they are not given. All as text.
struct Question {
  std::string_view board;
  const std::string* goal = nullptr;
  const std::string* fixed = nullptr;
};

// All must outlive it. Where `set` is null, the number of a board's cells tells the set.
class BoardAnswers {
 public:
  BoardAnswers(const Catalog& catalog, const LoadedSet* set, AnswerScratch* scratch)
      : catalog_(catalog), set_(set), scratch_(*scratch) {}

  // Appends {"moves":..,"actions":".."}, with "runs" where whole lines are moves, with
  // "stages":[..] where they are wanted; or nothing and returns the problem. The effort is one that
  // ReadOptions accepts; where the set's solutions are optimal, it costs nothing.
  std::optional<Problem> SolveOne(std::string_view text, const SolveOptions& options,
                                  std::string* json);
  // Appends an object a line for the next boards of a batch, up to `end`, with a comma between any
  // two of the batch: as above, or {"problem":{..}}. Advances the batch. Requires
  // end - rest->next <= kSliceBoards.
  void SolveSlice(BatchRest* rest, size_t end, std::string* json);
  // The next piece of a batch of boards of any size, of which one may be under way: as SolveSlice,
  // with objects as AnyAnswer makes them. Advances the batch.
  void SolvePiece(BatchRest* rest, std::string* json);
  // Reads a board that can be solved, or where `to` is not null one from which that board can be
  // reached, and finds its set. Such a board is renamed, as the set solves it.
  std::optional<Problem> ReadSolvable(std::string_view text, const std::string* to,
                                      const LoadedSet** set, Board* board,
                                      std::optional<Destination>* destination) const;
  // What SolveSlice and SolvePiece have counted.
  uint64_t solved() const { return solved_; }
  uint64_t refused() const { return refused_; }

  // Appends what the tables say of the question's subproblem, or of the one that the board is in.
  std::optional<Problem> Probe(const Question& question, std::string* json);
  // The same of the subproblem to go on with: the question's is that of the last hint, null at the
  // first (tilebase_hint).
  std::optional<Problem> Hint(const Question& question, std::string* json);

 private:
  // Reads a board, which may be unsolvable, and finds its set.
  std::optional<Problem> ReadBoard(std::string_view text, const LoadedSet** set,
                                   Board* board) const;
  // Makes `board` the one whose way home is the way to that goal.
  std::optional<Problem> Rename(const absl::StatusOr<Board>& goal, Board* board,
                                std::optional<Destination>* destination) const;
  // A board that can be solved, its set, and the subproblem, with empty sets where none are given.
  std::optional<Problem> ReadQuestion(const Question& question, const LoadedSet** set, Board* board,
                                      Subproblem* subproblem) const;
  // Solves boards of one set, with one destination: that of all, where there is one.
  void Solve(const LoadedSet& set, int64_t effort, const std::optional<Destination>& destination,
             absl::Span<SolveRequest> requests);
  // Appends what became of a board, or returns the problem.
  std::optional<Problem> AppendSolution(const LoadedSet& set, const Board& board,
                                        const std::optional<Destination>& destination,
                                        const SolveOptions& options, SolveRequest* solved,
                                        std::string* json) const;
  // What stands in place of a board of a batch.
  void AppendRefusal(size_t index, Problem problem, std::string* json);

  const Catalog& catalog_;
  const LoadedSet* set_;
  AnswerScratch& scratch_;
  uint64_t solved_ = 0;
  uint64_t refused_ = 0;
};

}  // namespace tilebase::serve

#endif  // TILEBASE_TOOLS_SERVE_ANSWERS_H_
