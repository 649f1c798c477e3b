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

// By how many tiles the stage grew that grew most.
size_t Growth(const PolicySet& set, const std::vector<SolvedStage>& solved) {
  size_t most = 0;
  for (size_t s = 0; s < solved.size(); ++s)
    most = std::max(most,
                    static_cast<size_t>(&set.tables()[solved[s].table] - set.stages()[s].tables));
  return most;
}

}  // namespace

absl::StatusOr<Sample> SampleBoards(const PolicySet& set, uint64_t boards, uint64_t seed,
                                    const SampleProgress& progress) {
  Sample sample;
  for (const PolicyStage& stage : set.stages())
    sample.by_growth.resize(std::max(sample.by_growth.size(), static_cast<size_t>(stage.count)));
  std::vector<SolvedStage> stages(set.stages().size());
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
      SolveRequest request{batch[i].tile};
      request.stages = stages.data();
      set.SolveLetters(&request);
      const bool solved = request.code == TILEBASE_OK || request.code == TILEBASE_ERROR_BUFFER;
      if (!solved || request.count != counts[i])
        return absl::DataLossError(
            absl::StrCat("the tables do not solve the board ", ToString(batch[i])));
      const int moves = static_cast<int>(request.count);
      sample.overall.Add(moves);
      sample.by_growth[Growth(set, stages)].Add(moves);
    }
    if (progress) progress(done + batch.size());
  }
  return sample;
}

}  // namespace tilebase
