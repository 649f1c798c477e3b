// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Analyses a board or a game by its shortest solutions: the length after every move, all shortest
// solutions, and where a player lost moves. Moves are those of the set's metric: single slides, or
// slides of any number of tiles of a line.
//
// A move changes the length by at most one. So once one length is known, the others follow from
// asking only whether a shorter solution exists: a search that stops a step earlier. If limits end
// a search, its bound and the best known solution stand in for the length. In a game, the ranges of
// the boards before and after narrow that range. Once the limits are reached, the remaining boards
// of a game get no search of their own.

#ifndef TILEBASE_RUNTIME_ANALYSIS_H_
#define TILEBASE_RUNTIME_ANALYSIS_H_

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/optimal_search.h"
#include "tables/board.h"
#include "tables/destination.h"
#include "tables/system/clock.h"

namespace tilebase {

// Limits for all questions to one analyst together. Lookups, which take microseconds, have no
// limits, but `cancel` ends them, too.
struct AnalysisLimits {
  uint64_t nodes = UINT64_MAX;                          // boards that searches generate
  double seconds = 0;                                   // since the analyst was made; 0: no limit
  int threads = 1;                                      // for a hard board
  const std::atomic<bool>* cancel = nullptr;            // read now and then; may be null
  std::function<void(const OptimalState&)> watch = {};  // as OptimalLimits::watch
};

// Bounds on the length of a shortest solution.
struct LengthRange {
  static constexpr int kNoSolution = INT_MAX / 2;

  int least = 0;           // no solution is shorter
  int most = kNoSolution;  // the best known solution; kNoSolution: none is known
  bool is_exact() const { return least == most; }
  bool has_solution() const { return most < kNoSolution; }
};

struct MoveLength {
  Action action = Action::kLeft;
  int tiles = 1;  // tiles that the move slides
  LengthRange after;
};

struct BoardAnalysis {
  LengthRange length;
  std::vector<MoveLength> moves;  // all moves of the board, in the order of the actions
};

// Returns whether every length is known, so that no limit cut a search short.
bool IsExact(const std::vector<LengthRange>& lengths);
bool IsExact(const BoardAnalysis& analysis);

struct ShortestSolutions {
  uint64_t count = 0;     // saturates at UINT64_MAX
  bool complete = false;  // false: the limit on boards was reached, and there are at least `count`
  std::vector<std::string> listed;
};

// Returns OK if all letters can be played from the board, otherwise InvalidArgument, which names
// the letter.
absl::Status CheckGame(Board start, std::string_view letters);

// A move that did not shorten the length by one. `lengths` are those of Analyst::Game; if they are
// not exact, the best known solutions are compared.
struct Mistake {
  size_t move = 0;  // counted from 1
  int lost = 0;     // 1 or 2 moves; 2 in single slides
};
std::vector<Mistake> Mistakes(const std::vector<LengthRange>& lengths);

// One thread at a time: it keeps what it found.
//
// Errors of all questions: DataLoss where tables are damaged. They require boards of the set's size
// from which moves lead to the goal.
class Analyst {
 public:
  // `search` must outlive the analyst. Solutions end at `goal`.
  Analyst(const OptimalSearch& search, const AnalysisLimits& limits, const Board& goal)
      : search_(search), goal_(goal), to_(goal), limits_(limits), begun_(Clock::now()) {}
  Analyst(const OptimalSearch& search, const AnalysisLimits& limits)
      : Analyst(search, limits, Board::Solved(search.geometry())) {}

  // Receives now and then how much is done; may be empty.
  using Progress = std::function<void(uint64_t done)>;

  absl::StatusOr<LengthRange> Length(const Board& board) { return Length(board, 1); }

  // The board and its moves share the rest of the limits.
  absl::StatusOr<BoardAnalysis> Moves(const Board& board);

  // Counts the shortest solutions, and lists the first `most_listed` in the order of the actions.
  // `length` is the board's. Looks at about `most_boards` boards at most, each once, and reports
  // how many so far. DeadlineExceeded if the limits are reached before the end.
  absl::StatusOr<ShortestSolutions> Shortest(const Board& board, int length, uint64_t most_listed,
                                             uint64_t most_boards, const Progress& progress);

  // Returns the length after each of a game's moves: element 0 is the start's. With whole lines,
  // equal letters in a row are one move. Requires letters that CheckGame accepts. Goes from the
  // last board to the first, which share the rest of the limits; reports how many are done. When
  // the limits are reached, it searches for the first board's range and derives the ranges between
  // from the boards beside them.
  absl::StatusOr<std::vector<LengthRange>> Game(const Board& start, std::string_view letters,
                                                const Progress& progress);

 private:
  // Returns whether the caller has cancelled, or a limit that is set is reached.
  bool IsSpent() const;
  // Searches with 1/`questions` of the rest of the limits, and `known` as in OptimalLimits.
  absl::StatusOr<OptimalAnswer> Search(const Board& board, int known, size_t questions);
  absl::StatusOr<LengthRange> Length(const Board& board, size_t questions);
  // Returns the range of a board one move away from a board with the range `from`.
  absl::StatusOr<LengthRange> LengthNextTo(const Board& board, const LengthRange& from,
                                           size_t questions);
  // Calls visit(action, tiles, board after it) for every move that the board allows.
  template <typename Visit>
  absl::Status ForEachMove(const Board& board, Visit visit) const;
  // Counts the shortest solutions from `board`, which has `length` moves to go; 0 if the limit is
  // reached before.
  absl::StatusOr<uint64_t> Count(const Board& board, int length, uint64_t most_boards,
                                 const Progress& progress);
  void List(const Board& board, int length, uint64_t most, std::string* letters,
            std::vector<std::string>* listed) const;

  const OptimalSearch& search_;
  const Board goal_;
  const Destination to_;   // the same
  AnalysisLimits limits_;  // nodes: those that remain
  Clock::time_point begun_;
  struct Node {
    int length = 0;
    uint64_t count = 0;
  };
  std::unordered_map<std::string, Node> nodes_;  // the boards on shortest solutions
  bool met_limit_ = false;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANALYSIS_H_
