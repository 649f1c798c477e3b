// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Fits the values of 6x6 and 7x7, which have too many numbers to learn from solutions alone
// (docs/values.md). They begin as those of the board one cell smaller on each side
// (tied_values.h), then in each round
//
//   1. solve uniformly random boards by a wide beam that the values so far order
//   2. draw one of the solutions at a time, let a narrow beam teach (LessonBeam), and move the
//      values towards each lesson a little: less and less, to a fiftieth in the end
//
// Beams of 32 solutions are run at once, by values that stand still; lessons are learned in their
// order. So any number of threads makes the same bytes, and a build that was killed goes on.
//
// 7x7 begins with those of 6x6. Its rounds are short: more lessons from the same solutions make
// values that predict better and solve worse, while better solutions make better values.

#ifndef TILEBASE_GENERATOR_SOLVERS_SQUARE_FIT_H_
#define TILEBASE_GENERATOR_SOLVERS_SQUARE_FIT_H_

#include <stddef.h>
#include <stdint.h>

#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "generator/solver.h"
#include "generator/solvers/value_fit.h"
#include "tables/board.h"
#include "tables/geometry.h"
#include "tables/pair_values.h"
#include "tables/random_board.h"

namespace tilebase {

// What a beam that values order can teach about them.
//
// A beam begins at a board of which a good solution is known, and always keeps the solution's board
// of its layer, however bad its value. Afterwards each board that it expanded knows better than its
// value how many moves it needs:
//
//   a board of the solution:  the moves that are left of it
//   any other:                the least, over all that was made from it and not expanded, of the
//                             moves on the way there and the value there
//
// So a board whose value is too low, and leads the beam astray, learns from where that ends: this
// is the Bellman update over a deep tree (TreeStrap: Veness et al. 2009). Values that are fitted to
// solutions alone never hear of such boards (docs/values.md).
struct Lesson {
  uint8_t cell[kMaxCells];  // of each tile
  int32_t moves;            // that the board needs, in units of 1/kValueOne
  bool of_solution;
};

// One beam at a time; memory is used again by the next one.
class LessonBeam {
 public:
  LessonBeam();

  // Appends lessons of a beam of `width` boards: some 70 of the solution, for 200 moves, and at
  // most kOthers of other boards, drawn by `random`. The same arguments give the same lessons.
  // Requires a solution of at least 2 actions.
  void Teach(const PairValues& values, const Board& start, const std::vector<Action>& solution,
             size_t width, Random random, std::vector<Lesson>* lessons);

 private:
  static constexpr int kOthers = 200;
  static constexpr int kSolutionEvery = 3;

  struct Node {
    uint64_t hash;
    int32_t value;
    uint32_t parent;
    int32_t least_left;  // over its children that are not expanded: a move and their value
    uint8_t blank;
    uint8_t last;  // action; kActions: none
    uint8_t tile[kMaxCells];
  };
  struct Child {
    uint64_t hash;
    int32_t value;
    uint32_t parent;
    uint8_t action;
  };

  void MakeChild(uint32_t parent, Action action, bool of_solution);
  void KeepBest(size_t width);
  void Keep(const Child& child);
  bool IsNew(uint64_t hash);

  Geometry geometry_;
  const PairValues* values_ = nullptr;
  std::vector<Node> nodes_;  // layer after layer; the first of each is the solution's
  std::vector<Child> children_;
  std::vector<uint64_t> found_;  // hashes; a power of two, 0: empty
  size_t found_count_ = 0;
  std::vector<int32_t> backed_up_;
  uint64_t keys_[kMaxCells][kMaxCells];
};

// What a round does. Work is counted in boards of a beam's layers.
struct SquareRound {
  size_t boards = 0;   // solved
  size_t width = 0;    // of their beams
  size_t lessons = 0;  // beams that teach
};

// The rounds of a board; none where its values are fitted as value_fit.h says, or not at all.
std::vector<SquareRound> SquareRoundsOf(Geometry geometry);

// What a checkpoint keeps.
uint64_t SquareFitBytes(Geometry geometry, const std::vector<SquareRound>& rounds);

// The bytes of the table. `smaller`: the table of the square board whose sides are smaller by one.
// Errors: as ValueSolver::Solve.
absl::StatusOr<std::vector<uint8_t>> FitSquare(const Subproblem& subproblem,
                                               const std::vector<SquareRound>& rounds,
                                               absl::Span<const uint8_t> smaller,
                                               const MakeValueSearch& search,
                                               const SolveOptions& options);

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_SOLVERS_SQUARE_FIT_H_
