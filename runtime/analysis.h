// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What the shortest solutions say of a board and of a game: the exact length after every move, all
// shortest solutions, and where a player lost moves.
//
// A move makes the exact length one more or one less, so from one exact length the others follow
// by asking only whether a shorter solution exists: a search that stops one step earlier.

#ifndef TILEBASE_RUNTIME_ANALYSIS_H_
#define TILEBASE_RUNTIME_ANALYSIS_H_

#include <stddef.h>
#include <stdint.h>

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/lookup/policy_set.h"
#include "runtime/patterns/optimal_tables.h"
#include "tables/system/clock.h"

namespace tilebase {

// For all that an analyst is asked together. Lookups, which take microseconds, have no limits.
struct AnalysisLimits {
  uint64_t nodes = UINT64_MAX;                // boards that searches generate
  double seconds = 0;                         // since the analyst was made; 0: no limit
  int threads = 1;                            // for a hard board
  const std::atomic<bool>* cancel = nullptr;  // looked at now and then; may be null
};

struct MoveLength {
  Action action = Action::kLeft;
  int length = 0;  // of a shortest solution after it
};

struct ShortestSolutions {
  uint64_t count = 0;     // saturates at UINT64_MAX
  bool complete = false;  // false: the limit on boards was met, and there are at least so many
  std::vector<std::string> listed;
};

// OK where all letters can be played from the board. InvalidArgument, which names the move, else.
absl::Status CheckGame(Board start, std::string_view letters);

// The moves of a game that made the length one more instead of one less, counted from 1. Each lost
// two. `lengths` are those of Analyst::Game.
std::vector<size_t> Mistakes(const std::vector<int>& lengths);

// Exact lengths by pattern tables or, where the set's plan is one stage of all tiles, by lookup.
// One thread at a time: it keeps what it found.
//
// Errors of all questions: DeadlineExceeded where a search met its limits, with the bound it had
// shown. They require boards of the set's size that can be solved.
class Analyst {
 public:
  // Of a set opened as either or both; each may be null, and outlives the analyst. Errors:
  // FailedPrecondition where neither tells lengths.
  static absl::StatusOr<Analyst> Create(const PolicySet* policies, const OptimalTables* patterns,
                                        const AnalysisLimits& limits);

  // Whether lookups alone tell the length of a shortest solution in single slides.
  static bool IsWhole(const PolicySet& policies) {
    return policies.stages().size() == 1 && !policies.is_mtm();
  }

  // Is told now and then how much is done; may be empty.
  using Progress = std::function<void(uint64_t done)>;

  // Moves of a shortest solution.
  absl::StatusOr<int> Length(const Board& board);

  // Of every move that the board allows, in the order of the actions. `length` is the board's.
  absl::StatusOr<std::vector<MoveLength>> Moves(const Board& board, int length);

  // Counts the shortest solutions, and lists the first `most_listed` in the order of the actions.
  // Looks at no more than about `most_boards` boards, each once, and tells how many so far.
  absl::StatusOr<ShortestSolutions> Shortest(const Board& board, int length, uint64_t most_listed,
                                             uint64_t most_boards, const Progress& progress);

  // The exact length after each of a game's moves: element 0 is the start's. Requires letters that
  // CheckGame accepts. Tells how many are known.
  absl::StatusOr<std::vector<int>> Game(const Board& start, std::string_view letters,
                                        const Progress& progress);

 private:
  Analyst(const PolicySet* whole, const OptimalTables* patterns, const AnalysisLimits& limits)
      : whole_(whole), patterns_(patterns), limits_(limits), begun_(Clock::now()) {}

  // Searches within what is left of the limits, with `known` as in OptimalLimits.
  OptimalAnswer Search(const Board& board, int known);
  // The length of a board next to one of length `from`: from - 1 or from + 1.
  absl::StatusOr<int> LengthNextTo(const Board& board, int from);
  // Counts below `board`, which is at `length`; 0 where the limit is met before.
  absl::StatusOr<uint64_t> Count(const Board& board, int length, uint64_t most_boards,
                                 const Progress& progress);
  void List(const Board& board, int length, uint64_t most, std::string* letters,
            std::vector<std::string>* listed) const;

  const PolicySet* whole_;  // null where `patterns_` answer
  const OptimalTables* patterns_;
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
