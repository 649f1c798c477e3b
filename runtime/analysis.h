// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What the shortest solutions say of a board and of a game: the length after every move, all
// shortest solutions, and where a player lost moves. Moves are those of the set's metric: single
// slides, or slides of any number of tiles of a line.
//
// A move changes the length by one at most. So from one length the others follow by asking only
// whether a shorter solution exists: a search that stops a step earlier. Where limits end a search,
// the bound it has shown and the best solution known stand for the length, and those of the boards
// before and after in a game bring the two nearer. Once the limits are met, a game's boards that
// are left get no search of their own.

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

// For all that an analyst is asked together. Lookups, which take microseconds, have no limits, but
// `cancel` ends them too.
struct AnalysisLimits {
  uint64_t nodes = UINT64_MAX;                          // boards that searches generate
  double seconds = 0;                                   // since the analyst was made; 0: no limit
  int threads = 1;                                      // for a hard board
  const std::atomic<bool>* cancel = nullptr;            // looked at now and then; may be null
  std::function<void(const OptimalState&)> watch = {};  // as OptimalLimits::watch
};

// What is known of the length of a shortest solution.
struct LengthRange {
  static constexpr int kNoSolution = INT_MAX / 2;

  int least = 0;           // no solution is shorter
  int most = kNoSolution;  // the best solution known; kNoSolution: none is
  bool is_exact() const { return least == most; }
  bool has_solution() const { return most < kNoSolution; }
};

struct MoveLength {
  Action action = Action::kLeft;
  int tiles = 1;  // that it slides
  LengthRange after;
};

struct BoardAnalysis {
  LengthRange length;
  std::vector<MoveLength> moves;  // all that the board allows, in the order of the actions
};

// Whether no limit ended a search before a length was known.
bool IsExact(const std::vector<LengthRange>& lengths);
bool IsExact(const BoardAnalysis& analysis);

struct ShortestSolutions {
  uint64_t count = 0;     // saturates at UINT64_MAX
  bool complete = false;  // false: the limit on boards was met, and there are at least so many
  std::vector<std::string> listed;
};

// OK where all letters can be played from the board. InvalidArgument, which names the letter, else.
absl::Status CheckGame(Board start, std::string_view letters);

// A move after which the length was more than one less than before. `lengths` are those of
// Analyst::Game; where they are not exact, the best solutions known are compared.
struct Mistake {
  size_t move = 0;  // counted from 1
  int lost = 0;     // 1 or 2 moves; of single slides 2
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

  // Is told now and then how much is done; may be empty.
  using Progress = std::function<void(uint64_t done)>;

  absl::StatusOr<LengthRange> Length(const Board& board) { return Length(board, 1); }

  // What is left of the limits is shared among the board and its moves.
  absl::StatusOr<BoardAnalysis> Moves(const Board& board);

  // Counts the shortest solutions, and lists the first `most_listed` in the order of the actions.
  // `length` is the board's. Looks at no more than about `most_boards` boards, each once, and tells
  // how many so far. DeadlineExceeded if the limits are met before the end.
  absl::StatusOr<ShortestSolutions> Shortest(const Board& board, int length, uint64_t most_listed,
                                             uint64_t most_boards, const Progress& progress);

  // The length after each of a game's moves: element 0 is the start's. With whole lines equal
  // letters in a row are one move. Requires letters that CheckGame accepts. Goes from the last
  // board to the first, and shares what is left of the limits among them; tells how many are done.
  // When the limits are met, it asks for the first board's range and takes those between from the
  // boards beside them.
  absl::StatusOr<std::vector<LengthRange>> Game(const Board& start, std::string_view letters,
                                                const Progress& progress);

 private:
  // Whether nobody waits for more, or the limits are met of what has some.
  bool IsSpent() const;
  // Searches within the share of one of so many questions in what is left of the limits, with
  // `known` as in OptimalLimits.
  absl::StatusOr<OptimalAnswer> Search(const Board& board, int known, size_t questions);
  absl::StatusOr<LengthRange> Length(const Board& board, size_t questions);
  // Of a board one move away from one of this length.
  absl::StatusOr<LengthRange> LengthNextTo(const Board& board, const LengthRange& from,
                                           size_t questions);
  // Calls visit(action, tiles, board after it) for every move that the board allows.
  template <typename Visit>
  absl::Status ForEachMove(const Board& board, Visit visit) const;
  // Counts below `board`, which is at `length`; 0 where the limit is met before.
  absl::StatusOr<uint64_t> Count(const Board& board, int length, uint64_t most_boards,
                                 const Progress& progress);
  void List(const Board& board, int length, uint64_t most, std::string* letters,
            std::vector<std::string>* listed) const;

  const OptimalSearch& search_;
  const Board goal_;
  const Destination to_;   // the same
  AnalysisLimits limits_;  // nodes: those left
  Clock::time_point begun_;
  struct Node {
    int length = 0;
    uint64_t count = 0;
  };
  std::unordered_map<std::string, Node> nodes_;  // the boards that lie on shortest solutions
  bool met_limit_ = false;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANALYSIS_H_
