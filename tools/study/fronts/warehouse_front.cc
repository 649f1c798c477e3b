// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/study/fronts/warehouse_front.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "generator/words/word_build.h"
#include "runtime/words/word_answers.h"
#include "runtime/words/word_set.h"
#include "tables/error.h"
#include "tools/common/folder.h"
#include "tools/measure/warehouse_requests.h"

namespace tilebase {
namespace {

constexpr uint64_t kRequestSeed = 1;

// Returns the least value that at least `share` of the reachable states do not exceed.
uint64_t ValueOfShare(const WordTable& table, double share) {
  uint64_t value = 0, states = table.histogram[0];
  while (static_cast<double>(states) < share * static_cast<double>(table.reachable))
    states += table.histogram[++value];
  return value;
}

class WarehouseMeasure {
 public:
  explicit WarehouseMeasure(const WarehouseFrontOptions& options) : options_(options) {}

  absl::StatusOr<std::vector<WarehouseFrontRow>> Run() {
    if (folder_.path().empty())
      return absl::UnavailableError(
          "cannot make a temporary folder; set TMPDIR to a folder that can be written");
    std::vector<WarehouseFrontRow> rows;
    for (const WordMetric metric :
         {WordMetric::kStm, WordMetric::kMtm, WordMetric::kSteps, WordMetric::kLineSteps}) {
      WarehouseFrontRow row;  // the next one has the same table if its own is too large
      row.metric = metric;
      for (row.blanks = 1; row.blanks <= kWarehouseFrontBlanks; ++row.blanks) {
        absl::StatusOr<WordProblem> problem =
            ProblemOfStorage(options_.width, options_.height, options_.walls, row.blanks,
                             options_.wanted, options_.goal_cells);
        if (!problem.ok() && row.blanks > 1) break;  // more blanks than cells
        if (!problem.ok()) return problem.status();
        problem->metric = metric;
        row.density = 1 - static_cast<double>(row.blanks) / problem->open_count();
        if (absl::Status status = Measure(*problem, &row); !status.ok()) return status;
        rows.push_back(row);
      }
    }
    return rows;
  }

 private:
  std::string PathOf(const WarehouseFrontRow& row) const {
    return absl::StrCat(folder_.path(), "/", Name(row.metric), row.table_blanks);
  }

  absl::Status Measure(const WordProblem& problem, WarehouseFrontRow* row) const {
    const absl::StatusOr<WordBuildEstimate> estimate = EstimateWordBuild(problem);
    if (!estimate.ok() && !absl::IsResourceExhausted(estimate.status())) return estimate.status();
    if (estimate.ok() && estimate->table_bytes <= options_.budget_bytes) return Build(problem, row);
    if (row->table_blanks == 0)
      return MakeError(absl::StatusCode::kInvalidArgument,
                       {.where = ToString(problem),
                        .what = "its table is larger than the budget",
                        .expected = absl::StrCat("at most ", options_.budget_bytes, " bytes"),
                        .remedy = "raise --budget"});
    return Sample(row);
  }

  // The table's histogram has all there is to know.
  absl::Status Build(const WordProblem& problem, WarehouseFrontRow* row) const {
    row->table_blanks = row->blanks;
    WordBuildOptions building;
    building.threads = options_.threads;
    building.creator = options_.creator;
    building.cancel = options_.cancel;
    building.progress = [&](const char*, int, uint64_t done, uint64_t total) {
      Report(*row, done, total);
    };
    const absl::StatusOr<WordBuildResult> built = BuildWordTable(problem, PathOf(*row), building);
    if (!built.ok()) return built.status();
    const WordTable& table = built->tables[0];
    row->exact = true;
    row->mean = table.mean_value();
    row->p99 = ValueOfShare(table, 0.99);
    row->worst = static_cast<uint64_t>(table.max_value());
    row->table_bytes = table.states * static_cast<uint64_t>(table.planes());
    row->file_bytes = built->file_bytes;
    row->build_seconds = built->solve_seconds + built->encode_seconds;
    return absl::OkStatus();
  }

  // By the table of fewer blanks.
  absl::Status Sample(WarehouseFrontRow* row) const {
    auto set = WordSet::Open(PathOf(*row), options_.threads);
    if (!set.ok()) return set.status();
    const WordAnswers answers(*std::move(set));
    const absl::StatusOr<RequestResult> found = MeasureRequests(
        answers, {.blanks = row->blanks,
                  .requests = kWarehouseFrontRequests,
                  .seed = kRequestSeed,
                  .apart = true,
                  .progress = [&](uint64_t done) { Report(*row, done, kWarehouseFrontRequests); },
                  .cancel = options_.cancel});
    if (!found.ok()) return found.status();
    row->exact = false;
    row->mean = found->mean;
    row->standard_error = found->standard_error;
    row->p99 = found->p99;
    row->worst = found->worst;
    return absl::OkStatus();
  }

  void Report(const WarehouseFrontRow& row, uint64_t done, uint64_t total) const {
    if (options_.progress)
      options_.progress(absl::StrCat(Name(row.metric), ", ", row.blanks, " blanks"), done, total);
  }

  const WarehouseFrontOptions& options_;
  const TemporaryFolder folder_;
};

}  // namespace

absl::StatusOr<std::vector<WarehouseFrontRow>> MeasureWarehouseFront(
    const WarehouseFrontOptions& options) {
  return WarehouseMeasure(options).Run();
}

}  // namespace tilebase
