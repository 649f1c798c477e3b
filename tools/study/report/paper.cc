// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/study/report/paper.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "generator/build.h"
#include "generator/crew.h"
#include "generator/enumeration.h"
#include "generator/retrograde/retrograde.h"
#include "generator/solvers/reference_solvers.h"
#include "runtime/tilebase.h"
#include "tables/plan.h"
#include "tables/system/huge_bytes.h"
#include "tools/common/quantity.h"
#include "tools/study/outcomes/ladder.h"

namespace tilebase {
namespace {

constexpr Geometry kPaperBoard = {4, 4};
// With five tiles a stage, the sweeps of Algorithm 1 take half a minute.
constexpr int kLargestByValueIteration = 4;

absl::StatusOr<Plan> LadderPlan(Geometry geometry, int size) {
  return ParsePlan(geometry, absl::StrCat("ladder:", size));
}

std::string Describe(const Plan& plan, const char* what) {
  return absl::StrCat(what, " ", plan.text, " on ", ToString(plan.geometry));
}

// Fills in everything but the sample and the results of following all states. `set` is null if it
// must be built.
absl::StatusOr<LadderData> LookAtLadder(const PaperOptions& options, Geometry geometry, int size,
                                        std::unique_ptr<PolicySet> set) {
  absl::StatusOr<Plan> plan = LadderPlan(geometry, size);
  if (!plan.ok()) return plan.status();
  LadderData ladder;
  ladder.size = size;
  ProgressBar bar("states");
  {
    auto solved = SolvedPlan::Make(RetrogradeSolver(), *plan, options.threads,
                                   [&](uint64_t done, uint64_t total) {
                                     bar.Update(done, total, Describe(*plan, "solving"));
                                   });
    if (!solved.ok()) return solved.status();
    ladder.training_seconds = solved->seconds();
    ladder.states = solved->entries();
  }
  if (set == nullptr) {
    absl::StatusOr<BuiltLadder> built =
        BuildLadder(*plan, options.threads, [&](uint64_t done, uint64_t total) {
          bar.Update(done, total, Describe(*plan, "building"));
        });
    if (!built.ok()) return built.status();
    set = std::move(built->set);
    ladder.build_seconds = built->build_seconds;
  }
  ladder.set = std::move(set);
  return ladder;
}

absl::Status AddPaperLadders(PaperData* data) {
  const int largest = std::min(data->options.largest, paper::kLadders);
  std::vector<std::unique_ptr<PolicySet>> sets(static_cast<size_t>(largest));
  if (!data->options.files.empty()) {
    auto opened = OpenLadders(data->options.files, kPaperBoard, largest);
    if (!opened.ok()) return opened.status();
    sets = *std::move(opened);
  }
  for (int size = 1; size <= largest; ++size) {
    auto ladder = LookAtLadder(data->options, kPaperBoard, size,
                               std::move(sets[static_cast<size_t>(size - 1)]));
    if (!ladder.ok()) return ladder.status();
    ProgressBar bar("boards");
    auto sample =
        SampleBoards(*ladder->set, data->options.boards, data->options.seed, [&](uint64_t boards) {
          bar.Update(boards, data->options.boards, absl::StrCat("solving with ladder:", size));
        });
    if (!sample.ok()) return sample.status();
    ladder->sample = *std::move(sample);
    data->ladders.push_back(*std::move(ladder));
  }
  return absl::OkStatus();
}

absl::Status AddLargeLadder(int size, PaperData* data) {
  const PaperOptions& options = data->options;
  absl::StatusOr<Plan> plan = LadderPlan(kPaperBoard, size);
  if (!plan.ok()) return plan.status();
  LargeLadderData ladder;
  ladder.size = size;
  uint64_t memory = 0;
  for (const StageChain& stage : EnumerateSubproblems(*plan))
    for (const Subproblem& subproblem : stage.subproblems)
      memory += RetrogradeSolver().MemoryNeeded(subproblem, options.threads);
  if (const uint64_t free = FreeMemory(); free != 0 && free < memory) {
    ladder.skipped = absl::StrCat("left out: needs ", ShortBytes(memory), " of memory, ",
                                  ShortBytes(free), " are free");
    data->large_ladders.push_back(std::move(ladder));
    return absl::OkStatus();
  }
  ProgressBar bar("states");
  auto solved = SolvedPlan::Make(
      RetrogradeSolver(), *plan, options.threads,
      [&](uint64_t done, uint64_t total) { bar.Update(done, total, Describe(*plan, "solving")); });
  if (!solved.ok()) return solved.status();
  ladder.states = solved->entries();
  ladder.training_seconds = solved->seconds();
  ladder.certified_worst_case = solved->certified_worst_case();
  ProgressBar boards_bar("boards");
  auto sample = solved->SampleBoards(options.boards, options.seed, [&](uint64_t boards) {
    boards_bar.Update(boards, options.boards, Describe(*plan, "solving with"));
  });
  if (!sample.ok()) return sample.status();
  ladder.sample = *std::move(sample);
  data->large_ladders.push_back(std::move(ladder));
  return absl::OkStatus();
}

absl::Status AddOtherBoards(PaperData* data) {
  for (const Geometry geometry : {Geometry{3, 3}, Geometry{3, 5}, Geometry{5, 3}, Geometry{5, 5}})
    for (int size = 1; size <= std::min(3, data->options.largest); ++size) {
      auto ladder = LookAtLadder(data->options, geometry, size, nullptr);
      if (!ladder.ok()) return ladder.status();
      data->other_boards.push_back(*std::move(ladder));
    }
  return absl::OkStatus();
}

// Follows all states of all ladders, several ladders at a time, the largest first.
absl::Status FollowStates(PaperData* data) {
  std::vector<LadderData*> ladders;
  uint64_t total = 0;
  for (std::vector<LadderData>* list : {&data->ladders, &data->other_boards})
    for (LadderData& ladder : *list) {
      ladders.push_back(&ladder);
      total += ladder.states;
    }
  std::stable_sort(ladders.begin(), ladders.end(),
                   [](const LadderData* a, const LadderData* b) { return a->states > b->states; });
  std::vector<absl::Status> failures(ladders.size());
  std::vector<uint64_t> done(ladders.size(), 0);
  std::atomic<size_t> next{0};
  std::mutex mutex;
  ProgressBar bar("states");
  Crew(data->options.threads).Run([&](int) {
    for (size_t i; (i = next.fetch_add(1)) < ladders.size();) {
      LadderData& ladder = *ladders[i];
      auto stages = CountOutcomes(*ladder.set, data->options.seed, [&](uint64_t states) {
        const std::lock_guard<std::mutex> lock(mutex);
        done[i] = states;
        bar.Update(std::accumulate(done.begin(), done.end(), uint64_t{0}), total,
                   "following every state");
      });
      if (!stages.ok()) {
        failures[i] = stages.status();
        continue;
      }
      ladder.stages = *std::move(stages);
      ladder.expected = Expect(ladder.stages, TieChoice::kStored);
    }
  });
  for (const absl::Status& failure : failures)
    if (!failure.ok()) return failure;
  return absl::OkStatus();
}

absl::Status AddValueIteration(PaperData* data) {
  std::vector<Subproblem> subproblems;
  for (const TableInfo& table : data->ladders[0].set->source().tables())
    subproblems.push_back(table.subproblem);
  for (double gamma : {0.5, 0.9, 0.99}) {
    ProgressBar bar("subproblems");
    auto result = CheckValueIteration(subproblems, gamma, [&](uint64_t done) {
      bar.Update(done, subproblems.size(), absl::StrCat("Algorithm 1, gamma ", gamma));
    });
    if (!result.ok()) return result.status();
    data->value_iteration.push_back(*result);
  }
  for (int size = 1; size <= std::min(data->options.largest, kLargestByValueIteration); ++size) {
    absl::StatusOr<Plan> plan = LadderPlan(kPaperBoard, size);
    if (!plan.ok()) return plan.status();
    ProgressBar bar("states");
    auto solved =
        SolvedPlan::Make(ValueIterationSolver(0.9), *plan, 1, [&](uint64_t done, uint64_t total) {
          bar.Update(done, total, Describe(*plan, "Algorithm 1 for"));
        });
    if (!solved.ok()) return solved.status();
    data->value_iteration_seconds.push_back(solved->seconds());
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<PaperData> ComputePaper(const PaperOptions& options) {
  PaperData data;
  data.options = options;
  if (absl::Status status = AddPaperLadders(&data); !status.ok()) return status;
  if (absl::Status status = AddValueIteration(&data); !status.ok()) return status;
  if (absl::Status status = AddOtherBoards(&data); !status.ok()) return status;
  if (absl::Status status = FollowStates(&data); !status.ok()) return status;
  for (int size = paper::kLadders + 1; size <= options.largest; ++size)
    if (absl::Status status = AddLargeLadder(size, &data); !status.ok()) return status;
  return data;
}

namespace {

void AddSummary(const PaperData& data, const PaperPage& body, Document* page) {
  page->AddHeading(1, "The paper, reproduced");
  page->AddParagraph(
      "After this page you know what holds of *Solving the 15-Puzzle Game Using Local "
      "Value-Iteration* (Bischoff, Nguyen-Tuong, Markert, Knoll; SCAI 2013). Every theorem, table "
      "and figure stands beside what tilebase computes. This command makes the page, and "
      "paper.json with more figures:");
  page->AddLiteral(absl::StrCat("tilebase report paper -o docs --boards ", data.options.boards,
                                " --seed ", data.options.seed, "\n"));
  page->AddParagraph(absl::StrCat(
      "**Exact figures:** ", body.exact_equal, " of ", body.exact_compared,
      " agree with the paper, which has one erratum. A figure that agrees stands once. "
      "**Samples:** ours, ",
      body.deviations, " of them, are within ", Decimal(body.greatest_deviation, 2),
      " standard errors of the exact expectation. The paper's averages are within ",
      Decimal(body.greatest_paper_difference * 100, 2),
      " % of it, except for class S1, of which it saw 42 boards."));
}

}  // namespace

void PaperPage::NoteSample(double sampled, double expected, double standard_error) {
  if (standard_error == 0) return;
  ++deviations;
  greatest_deviation = std::max(greatest_deviation, std::abs(sampled - expected) / standard_error);
}

std::string Decimal(double value, int decimals) { return absl::StrFormat("%.*f", decimals, value); }

std::string Grouped(uint64_t value) {
  std::string text = absl::StrCat(value);
  for (size_t i = text.size(); i > 3;) text.insert(i -= 3, 1, ',');
  return text;
}

std::string Duration(double seconds) {
  if (seconds < 1e-6) return absl::StrFormat("%.3g ns", seconds * 1e9);
  if (seconds < 1e-3) return absl::StrFormat("%.3g us", seconds * 1e6);
  if (seconds < 1) return absl::StrFormat("%.3g ms", seconds * 1e3);
  if (seconds < 60) return absl::StrFormat("%.3g s", seconds);
  if (seconds < 3600) return absl::StrFormat("%.3g min", seconds / 60);
  return absl::StrFormat("%.3g h", seconds / 3600);
}

absl::StatusOr<PaperPage> MakePaperPage(const PaperData& data) {
  PaperPage page;
  AddTheorems(data, &page);
  AddTables(data, &page);
  if (absl::Status status = AddAlgorithm1(data, &page); !status.ok()) return status;
  AddBeyond(data, &page);
  Document whole;
  AddSummary(data, page, &whole);
  whole.Append(page.page);
  page.page = std::move(whole);
  return page;
}

Json ToJson(const PaperData& data, const PaperPage& page) {
  return {{"version", tilebase_version()},
          {"boards", data.options.boards},
          {"seed", data.options.seed},
          {"exact", page.exact},
          {"sampled", page.sampled},
          {"measured", page.measured},
          {"summary",
           {{"exact_compared", page.exact_compared},
            {"exact_equal", page.exact_equal},
            {"sampled_compared", page.deviations},
            {"greatest_standard_errors_off", Rounded(page.greatest_deviation)},
            {"greatest_difference_from_paper_averages", Rounded(page.greatest_paper_difference)}}}};
}

}  // namespace tilebase
