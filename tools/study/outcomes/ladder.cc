// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/study/outcomes/ladder.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "generator/build.h"
#include "generator/enumeration.h"
#include "tables/board_text.h"
#include "tables/random_board.h"
#include "tables/system/clock.h"
#include "tools/common/folder.h"
#include "tools/common/open_set.h"

namespace tilebase {
namespace {

constexpr uint64_t kBoardsAtOnce = 4096;

// Returns the greatest number of tiles by which a stage grew.
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

absl::StatusOr<std::vector<std::unique_ptr<PolicySet>>> OpenLadders(
    const std::vector<std::string>& files, Geometry geometry, int largest) {
  std::vector<std::unique_ptr<PolicySet>> sets(static_cast<size_t>(largest));
  std::string found;
  for (const std::string& file : files) {
    absl::StatusOr<std::unique_ptr<PolicySet>> set = OpenSet(file);
    if (!set.ok()) return set.status();
    const SetInfo& info = (*set)->info();
    absl::StrAppend(&found, found.empty() ? "" : ", ", info.plan, " on ", ToString(info.geometry));
    for (int size = 1; size <= largest; ++size) {
      if (info.geometry != geometry || info.plan != absl::StrCat("ladder:", size)) continue;
      sets[static_cast<size_t>(size - 1)] = *std::move(set);
      break;
    }
  }
  for (int size = 1; size <= largest; ++size) {
    if (sets[static_cast<size_t>(size - 1)] != nullptr) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "the files given lack ladder:", size, " on ", ToString(geometry), " (they hold ", found,
        "); make it with 'tilebase build -o l", size, ".tilebase --plan ladder:", size,
        "', or give no files to have all tables built"));
  }
  return sets;
}

absl::StatusOr<BuiltLadder> BuildLadder(const Plan& plan, int threads,
                                        const std::function<void(uint64_t, uint64_t)>& progress) {
  const TemporaryFolder folder;
  if (folder.path().empty())
    return absl::UnavailableError(
        "cannot make a folder for temporary files; set TMPDIR to a folder that can be written");
  const std::string file = folder.path() + "/ladder.tilebase";
  BuildOptions options;
  options.threads = threads;
  options.creator = "tilebase report";
  absl::StatusOr<BuildEstimate> estimate = EstimateBuild(plan, options);
  if (!estimate.ok()) return estimate.status();
  if (progress)
    options.progress = [&](const BuildProgress& now) {
      progress(now.work_done / 2, estimate->entries);
    };
  const Clock::time_point start = Clock::now();
  absl::StatusOr<BuildResult> result = BuildTableSet(plan, *estimate, file, options);
  if (!result.ok()) return result.status();
  BuiltLadder built;
  built.build_seconds = SecondsSince(start);
  absl::StatusOr<std::unique_ptr<PolicySet>> set = OpenSet(file);
  if (!set.ok()) return set.status();
  built.set = *std::move(set);
  return built;
}

absl::StatusOr<SolvedPlan> SolvedPlan::Make(
    const Solver& solver, const Plan& plan, int threads,
    const std::function<void(uint64_t, uint64_t)>& progress) {
  SolvedPlan result;
  result.geometry_ = plan.geometry;
  const std::vector<StageChain> stages = EnumerateSubproblems(plan);
  uint64_t total = 0;
  for (const StageChain& stage : stages)
    for (const Subproblem& subproblem : stage.subproblems) total += EntryCount(subproblem);
  const Clock::time_point start = Clock::now();
  for (const StageChain& stage : stages) {
    result.stages_.emplace_back();
    const auto solve = [&](const Subproblem& subproblem) -> absl::StatusOr<bool> {
      SolveOptions options;
      options.threads = threads;
      if (progress)
        options.progress = [&](const SolveProgress& now) {
          progress(result.entries_ + now.states, total);
        };
      auto solution = solver.Solve(subproblem, options);
      if (!solution.ok()) return solution.status();
      const Ranking ranking(subproblem);
      result.entries_ += ranking.size();
      const bool ends = (*solution)->reachable() == ranking.size();
      result.stages_.back().push_back({subproblem, ranking, *std::move(solution)});
      return ends;
    };
    if (absl::Status status = FollowGrowth(stage.subproblems.front(), solve); !status.ok())
      return status;
  }
  result.seconds_ = SecondsSince(start);
  return result;
}

int SolvedPlan::certified_worst_case() const {
  int sum = 0;
  for (const std::vector<Table>& stage : stages_) {
    int most = 0;
    for (const Table& table : stage) most = std::max(most, table.solution->max_depth());
    sum += most;
  }
  return sum;
}

int SolvedPlan::Solve(Board board, int* growth) const {
  int actions = 0;
  for (const std::vector<Table>& stage : stages_) {
    if (stage[0].subproblem.IsGoal(board)) continue;
    size_t i = 0;
    uint64_t rank = 0;
    OptimalActions entry = kUnreachableEntry;
    for (; i < stage.size(); ++i) {
      rank = stage[i].ranking.Rank(board);
      stage[i].solution->GetEntries(rank, rank + 1, &entry);
      if (entry != kUnreachableEntry) break;
    }
    if (i == stage.size()) return -1;
    *growth = std::max(*growth, static_cast<int>(i));
    while (entry != kGoalEntry) {
      const Action action = static_cast<Action>(__builtin_ctz(entry));
      rank = stage[i].ranking.RankAfter(rank, board, action);
      board.Apply(action);
      ++actions;
      stage[i].solution->GetEntries(rank, rank + 1, &entry);
    }
  }
  return actions;
}

absl::StatusOr<Sample> SolvedPlan::SampleBoards(uint64_t boards, uint64_t seed,
                                                const SampleProgress& progress) const {
  Sample sample;
  for (const std::vector<Table>& stage : stages_)
    sample.by_growth.resize(std::max(sample.by_growth.size(), stage.size()));
  Random random(seed);
  const Clock::time_point start = Clock::now();
  for (uint64_t i = 0; i < boards; ++i) {
    const Board board = RandomSolvableBoard(geometry_, random);
    int growth = 0;
    const int actions = Solve(board, &growth);
    if (actions < 0)
      return absl::InternalError(absl::StrCat("no table solves the board ", ToString(board)));
    sample.overall.Add(actions);
    sample.by_growth[static_cast<size_t>(growth)].Add(actions);
    if (progress && i % 256 == 0) progress(i);
  }
  sample.solve_seconds = SecondsSince(start);
  return sample;
}

}  // namespace tilebase
