// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/measure/sample.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "tables/board_text.h"
#include "tables/random_board.h"
#include "tables/system/clock.h"

namespace tilebase {
namespace {

constexpr uint64_t kBoardsAtOnce = 4096;

struct Solved {
  int actions = 0;
  int growth = 0;  // the largest of any stage
};

// As Walk, and notes which tables were used. Negative actions where the tables lead nowhere.
Solved SolveByStages(const PolicySet& set, Board board) {
  Solved solved;
  for (const PolicyStage& stage : set.stages()) {
    uint64_t rank = 0;
    const PolicyTable* table = ChooseTable(stage, board, &rank);
    if (table == nullptr ||
        WalkToGoal(*table, rank, board, [&](Action) { ++solved.actions; }) != WalkResult::kDone)
      return {-1, 0};
    solved.growth = std::max(solved.growth, static_cast<int>(table - stage.tables));
  }
  return solved;
}

}  // namespace

absl::StatusOr<Sample> SampleBoards(const PolicySet& set, uint64_t boards, uint64_t seed,
                                    const SampleProgress& progress) {
  Sample sample;
  for (const PolicyStage& stage : set.stages())
    sample.by_growth.resize(std::max(sample.by_growth.size(), static_cast<size_t>(stage.count)));
  std::vector<Action> actions(set.info().certified_worst_case);
  Random random(seed);
  std::vector<Board> batch;
  std::vector<size_t> counts;
  for (uint64_t done = 0; done < boards; done += batch.size()) {
    batch.clear();
    for (uint64_t i = std::min(kBoardsAtOnce, boards - done); i > 0; --i)
      batch.push_back(RandomSolvableBoard(set.info().geometry, random));
    counts.assign(batch.size(), 0);
    const Clock::time_point start = Clock::now();
    for (size_t i = 0; i < batch.size(); ++i)
      (void)set.Solve(batch[i], actions.data(), actions.size(), &counts[i],
                      [](Action action) { return action; });
    sample.solve_seconds += SecondsSince(start);
    for (size_t i = 0; i < batch.size(); ++i) {
      const Solved solved = SolveByStages(set, batch[i]);
      if (solved.actions != static_cast<int>(counts[i]))
        return absl::DataLossError(
            absl::StrCat("the tables do not solve the board ", ToString(batch[i])));
      sample.overall.Add(solved.actions);
      sample.by_growth[static_cast<size_t>(solved.growth)].Add(solved.actions);
    }
    if (progress) progress(done + batch.size());
  }
  return sample;
}

}  // namespace tilebase
