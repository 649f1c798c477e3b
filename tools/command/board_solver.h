// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Solves a board by one of the methods that `tilebase solve` chooses between. The solvers know
// neither options nor output.

#ifndef TILEBASE_TOOLS_COMMAND_BOARD_SOLVER_H_
#define TILEBASE_TOOLS_COMMAND_BOARD_SOLVER_H_

#include <stdint.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "runtime/answering_set.h"
#include "runtime/optimal_search.h"
#include "runtime/solution_stages.h"
#include "runtime/within_search.h"
#include "tables/board.h"
#include "tables/destination.h"
#include "tools/common/quantity.h"
#include "tools/common/search_checkpoint.h"
#include "tools/common/search_progress.h"

namespace tilebase {

// What became of a board, in the words of docs/question.md.
struct BoardAnswer {
  std::string error;  // why there is no solution; empty if there is one
  int code = TILEBASE_OK;
  std::string letters;
  bool is_shortest = false;  // proven
  uint64_t bound = 0;        // no solution is shorter; 0: nothing is known
  uint64_t looked_at = 0;    // boards
  int detour = 0;
  // The first moves of all shortest solutions, if they were asked for and this is one of them.
  std::optional<ActionMask> first_moves;
  double within = 0;  // proven: at most `within` times the bound, as was asked for; else 0
  std::optional<std::vector<SolutionStage>> stages;
  // Only after a search for shortest solutions:
  std::optional<double> seconds;
  std::string tables;

  // Why it may not be a shortest one: "stages", "detour" or "limit"; null: it is one.
  const char* why() const {
    return is_shortest ? nullptr : is_search ? "limit" : detour != 0 ? "detour" : "stages";
  }
  bool is_search = false;  // with effort, or for shortest solutions
};

class BoardSolver {
 public:
  virtual ~BoardSolver() = default;

  // Solves a board that can be solved to the destination. `board` is renamed; the letters are those
  // of the path to the destination. Returns nothing if it was stopped before.
  virtual std::optional<BoardAnswer> Solve(const Board& board) = 0;
  // Returns whether to solve no further board.
  virtual bool stopped() const = 0;
  // Returns whether moves are slides of whole lines.
  virtual bool is_mtm() const = 0;
};

// Solves by lookup, with look-ahead if effort is allowed.
class LookupSolver : public BoardSolver {
 public:
  // with_stages: answers have the stages of the walk; by look-ahead there are none. All but the
  // effort outlive it. A table of all tiles gives shortest solutions to any destination.
  LookupSolver(const AnsweringSet& set, const Effort& effort, const Destination& destination,
               bool with_stages);

  std::optional<BoardAnswer> Solve(const Board& board) override;
  bool stopped() const override { return effort_.is_cancelled(); }
  bool is_mtm() const override { return set_.policies().is_mtm(); }

 private:
  const AnsweringSet& set_;
  const Effort effort_;
  const Destination& destination_;
  const bool with_stages_;
  std::vector<char> letters_;
  std::vector<SolvedStage> stages_;
  std::unique_ptr<const OptimalSearch>
      whole_;  // by one table of all tiles, where corners are no end
};

// Solves boards with equal tiles, by lookup or with effort (equal_tiles.h).
class EqualSolver : public BoardSolver {
 public:
  // All but the effort outlive it.
  EqualSolver(const AnsweringSet& set, const Effort& effort, const Board& goal)
      : set_(set), effort_(effort), goal_(goal) {}

  // The board is as it was given.
  std::optional<BoardAnswer> Solve(const Board& board) override;
  bool stopped() const override { return effort_.is_cancelled(); }
  bool is_mtm() const override { return set_.policies().is_mtm(); }

 private:
  const AnsweringSet& set_;
  const Effort effort_;
  const Board& goal_;
};

// By two searches in turns, to a solution that is at most a factor longer than a shortest one.
// Ctrl-C ends it (command.h).
class WithinSolver : public BoardSolver {
 public:
  // `search` may be null (within_search.h). All but the limits outlive it.
  WithinSolver(const AnsweringSet& set, const OptimalSearch* search, double factor,
               const OptimalLimits& limits, const Destination& destination);

  std::optional<BoardAnswer> Solve(const Board& board) override;
  bool stopped() const override;
  bool is_mtm() const override { return set_.policies().is_mtm(); }

 private:
  const AnsweringSet& set_;
  const WithinSearch search_;
  const std::string tables_;
  const double factor_;
  OptimalLimits limits_;
  const Destination& destination_;
};

// Searches for shortest solutions. Ctrl-C ends the search (command.h).
class SearchSolver : public BoardSolver {
 public:
  // `checkpoint` keeps the run; null: nothing does. All arguments but the limits must outlive this
  // object.
  SearchSolver(const OptimalSearch& search, SearchCheckpoint* checkpoint,
               const OptimalLimits& limits, const Destination& destination);

  // Each search shows its progress from now on.
  void ShowProgress();
  // Answers have the first moves of all shortest solutions from now on.
  void FindFirstMoves() { finds_first_moves_ = true; }

  std::optional<BoardAnswer> Solve(const Board& board) override;
  bool stopped() const override;
  bool is_mtm() const override { return search_.is_mtm(); }

  // The error of the checkpoint, if it has one.
  const absl::Status& status() const { return status_; }
  // "3 boards, 5.1 M nodes in 2 s, ..." for all searches; empty if there is nothing to report.
  std::string Summary() const;

 private:
  const OptimalSearch& search_;
  SearchCheckpoint* const checkpoint_;
  OptimalLimits limits_;
  const Destination& destination_;
  bool finds_first_moves_ = false;
  absl::Status status_;
  SearchProgress progress_;
  uint64_t boards_ = 0;
  double nodes_ = 0;
  double seconds_ = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMAND_BOARD_SOLVER_H_
