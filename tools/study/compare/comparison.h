// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The work of `tilebase compare`: contestants, which are classic searches and table sets behind one
// interface, run on the same boards. The result is a table or JSON.

#ifndef TILEBASE_TOOLS_STUDY_COMPARE_COMPARISON_H_
#define TILEBASE_TOOLS_STUDY_COMPARE_COMPARISON_H_

#include <stdint.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/answering_set.h"
#include "runtime/optimal_search.h"
#include "runtime/patterns/pattern_tables.h"
#include "tables/board.h"
#include "tools/common/json_value.h"
#include "tools/study/classic/search.h"

namespace tilebase {

// The boards that solvers are compared on, and how many moves each needs, if that is known.
struct ComparedBoard {
  Board board;
  int shortest = -1;   // moves; -1: unknown
  std::string source;  // "boards.txt:3", for messages
};

struct ComparedBoards {
  Geometry geometry;
  std::vector<ComparedBoard> boards;
};

// `what` is [WxH:]COUNT, random boards that are the same from the same seed; [WxH:]all, for at most
// nine cells; [WxH:]FILE or [WxH:]-, a board a line, its shortest number of moves after it or not.
// Without WxH: `usual`. `to`: the goal, a board or a name, empty for home; its blank must be in a
// corner, and the boards are renamed so that home is their goal (destination.h). Boards of at most
// nine cells have their shortest number of moves from a search.
//
// Errors: InvalidArgument, for a line with the file and its number; NotFound for the file;
// OutOfRange for a goal that cannot be.
absl::StatusOr<ComparedBoards> ChooseBoards(const std::string& what, Geometry usual,
                                            const std::string& to, uint64_t seed);

struct Attempt {
  classic::SearchResult result;
  double seconds = 0;  // to the solution, without copying it
};

struct Contestant {
  std::string name;
  bool optimal = false;         // its solutions are shortest
  bool searches = true;         // it expands boards
  double prepare_seconds = 0;   // learning, filling or opening its tables
  uint64_t prepared_bytes = 0;  // of these, in memory
  std::function<Attempt(const Board&, const classic::Limits&)> attempt;
};

// Makes a solver by its name in the registry of classic solvers; `patterns` may be null. Errors:
// those of MakeClassicSolver.
absl::StatusOr<Contestant> ClassicContestant(std::string_view name, Geometry geometry, double ratio,
                                             std::shared_ptr<const PatternTables> patterns);

// Solves by lookup. `open_seconds` is the time that opening took.
Contestant LookupContestant(const std::string& path, const std::shared_ptr<const AnsweringSet>& set,
                            double open_seconds);

// Solves by lookup with look-ahead; `effort` is as people write it. Requires that the set's effort
// is prepared. Errors: those of ParseEffort.
absl::StatusOr<Contestant> EffortContestant(const std::string& path,
                                            const std::shared_ptr<const AnsweringSet>& set,
                                            const std::string& effort, double open_seconds);

// The search of `tilebase solve --optimal`, on one thread. Its nodes are boards generated; it does
// not count boards expanded.
Contestant OptimalContestant(const std::shared_ptr<const OptimalSearch>& search,
                             double open_seconds);

// The result of one contestant on all boards. Means and worst cases are over the boards it solved.
struct ComparisonRow {
  std::string name;
  bool searches = true;
  double prepare_seconds = 0;
  uint64_t prepared_bytes = 0;
  uint64_t search_bytes = 0;  // the most that one board took
  std::vector<int> moves;     // one for each board; -1: not solved
  uint64_t solved = 0;
  uint64_t ended[6] = {};                           // boards by classic::Outcome
  uint64_t most_expanded = 0;                       // among the boards not solved
  double expanded = 0, generated = 0, seconds = 0;  // means
  double worst_seconds = 0;
};

class Comparison {
 public:
  // The boards must outlive this object.
  explicit Comparison(const ComparedBoards& boards);

  // Lets the contestant try every board, each within the limits, until limits.stop. Calls
  // `progress` often, with the boards done and the boards expanded for the current one. Error
  // (Internal): a solution that is none, or a shortest one that is not shortest.
  absl::Status Run(const Contestant& contestant, classic::Limits limits,
                   const std::function<void(uint64_t done, uint64_t expanded)>& progress);

  std::string ToText() const;
  Json ToJson() const;

 private:
  absl::Status Check(const Contestant& contestant, size_t board,
                     const std::vector<Action>& actions);
  // Computes the mean number of moves above the shortest, over the solved boards whose shortest
  // number is known. Returns false if there are none.
  bool MeanGap(const ComparisonRow& row, double* gap) const;

  const ComparedBoards& boards_;
  std::vector<int> shortest_;  // by board, as known from the boards and from optimal contestants
  std::vector<ComparisonRow> rows_;
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_STUDY_COMPARE_COMPARISON_H_
