// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The moves that ladders cost: tables 1 and 2 and figure 2 of the paper, and more than the paper
// has: larger ladders, the choice among ties, other boards.

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tables/plan.h"
#include "tools/study/charts/charts.h"
#include "tools/study/report/paper.h"

namespace tilebase {
namespace {

// Returns "AMD EPYC 7763", or as much as is known.
std::string ProcessorName() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("model name", 0) == 0 && line.find(": ") != line.npos)
      return line.substr(line.find(": ") + 2);
  return "a processor without a name";
}

std::string PlusMinus(const Tally& tally) {
  return absl::StrCat(Decimal(tally.mean(), 2), " +-", Decimal(tally.standard_error(), 2));
}

// Returns the standard error expected for the boards of `tally`.
double StandardError(const ClassExpectation& expected, const Tally& tally) {
  return expected.deviation / std::sqrt(static_cast<double>(tally.boards()));
}

void NotePaper(double mean, double printed, PaperPage* page) {
  page->greatest_paper_difference =
      std::max(page->greatest_paper_difference, std::abs(mean / printed - 1));
}

void AddTable1(const PaperData& data, PaperPage* page) {
  const LadderData& ladder = data.ladders[0];
  const Sample& sample = *ladder.sample;
  page->page.AddHeading(2, "Table 1: the classes solved with initial local size 1");
  page->page.AddParagraph(
      absl::StrCat("*Exact*: over all boards, the *worst* one last. *Sampled*: ",
                   Grouped(sample.overall.boards()), " random boards, seed ", data.options.seed,
                   ". The paper's average of S1 has a standard error of ",
                   Decimal(ladder.expected.by_growth[0].deviation / std::sqrt(42.0), 1), "."));
  std::vector<TableRow> rows;
  Json exact = Json::EmptyList();
  Json sampled = Json::EmptyList();
  for (int k = 0; k <= paper::kClasses; ++k) {
    const bool overall = k == paper::kClasses;
    const size_t index = static_cast<size_t>(k);
    const ClassExpectation& expected =
        overall ? ladder.expected.overall : ladder.expected.by_growth[index];
    const Tally& tally = overall ? sample.overall : sample.by_growth[index];
    const double printed = overall ? paper::kAverage[0] : paper::kAverageByClass[index];
    const int printed_most = overall ? paper::kMaximum[0] : paper::kMaximumByClass[index];
    const std::string name = overall ? "all" : absl::StrCat("S", k + 1);
    if (k != 0) NotePaper(expected.mean, printed, page);  // in the paper, S1 had only 42 boards
    TableRow row = {name, Decimal(printed, 2), Decimal(expected.mean, 4)};
    if (tally.boards() == 0) {
      row.insert(row.end(), {"no board", absl::StrCat(printed_most), "-"});
    } else {
      const double error = StandardError(expected, tally);
      page->NoteSample(tally.mean(), expected.mean, error);
      row.insert(row.end(),
                 {PlusMinus(tally), absl::StrCat(printed_most), absl::StrCat(tally.most())});
      sampled.push_back({{"class", name},
                         {"boards", tally.boards()},
                         {"mean", Rounded(tally.mean())},
                         {"standard_error", Rounded(tally.standard_error())},
                         {"standard_errors_off", Rounded((tally.mean() - expected.mean) / error)},
                         {"maximum", tally.most()}});
    }
    row.push_back(absl::StrCat(expected.most));
    rows.push_back(row);
    exact.push_back({{"class", name},
                     {"mean", Rounded(expected.mean)},
                     {"deviation", Rounded(expected.deviation)},
                     {"worst_board", expected.most},
                     {"paper_mean", printed},
                     {"paper_maximum", printed_most}});
  }
  page->page.AddTable({"<class", "paper", "exact", "sampled", "paper max", "sampled max", "worst"},
                      rows);
  page->exact["table_1"] = exact;
  page->sampled["table_1"] = sampled;
}

void AddTable2(const PaperData& data, PaperPage* page) {
  page->page.AddHeading(2, "Table 2: the initial local size L");
  std::vector<TableRow> rows;
  Json exact = Json::EmptyList();
  Json sampled = Json::EmptyList();
  for (const LadderData& ladder : data.ladders) {
    const size_t index = static_cast<size_t>(ladder.size - 1);
    const ClassExpectation& expected = ladder.expected.overall;
    const Tally& tally = ladder.sample->overall;
    const double printed = paper::kAverage[index];
    const double error = StandardError(expected, tally);
    NotePaper(expected.mean, printed, page);
    page->NoteSample(tally.mean(), expected.mean, error);
    rows.push_back({absl::StrCat(ladder.size), Decimal(printed, 2), Decimal(expected.mean, 4),
                    PlusMinus(tally), absl::StrCat(paper::kMaximum[index]),
                    absl::StrCat(tally.most()), absl::StrCat(expected.most),
                    absl::StrCat(ladder.set->info().summed_worst_case)});
    exact.push_back({{"ladder", ladder.size},
                     {"states", ladder.states},
                     {"mean", Rounded(expected.mean)},
                     {"deviation", Rounded(expected.deviation)},
                     {"worst_board", expected.most},
                     {"certified_worst_case", ladder.set->info().summed_worst_case},
                     {"paper_mean", printed},
                     {"paper_maximum", paper::kMaximum[index]}});
    sampled.push_back({{"ladder", ladder.size},
                       {"mean", Rounded(tally.mean())},
                       {"standard_error", Rounded(tally.standard_error())},
                       {"standard_errors_off", Rounded((tally.mean() - expected.mean) / error)},
                       {"maximum", tally.most()}});
  }
  page->page.AddTable(
      {"L", "paper", "exact", "sampled", "paper max", "sampled max", "worst", "sum of M"}, rows);
  page->exact["table_2"] = exact;
  page->sampled["table_2"] = sampled;
}

void AddTimes(const PaperData& data, PaperPage* page) {
  page->page.AddParagraph(absl::StrCat(
      "**Times** on ", ProcessorName(), ", ", data.options.threads,
      " threads (Algorithm 1 and solving use one). *Search* is retrograde search, *table set* a "
      "compressed, checked file, *walk* the plain reference walk of a board; `tilebase_solve` is "
      "faster: docs/benchmarks.md. The paper takes ",
      Duration(paper::kSolveSeconds), " a board."));
  std::vector<TableRow> rows;
  Json times = Json::EmptyList();
  for (const LadderData& ladder : data.ladders) {
    const size_t index = static_cast<size_t>(ladder.size - 1);
    const bool swept = index < data.value_iteration_seconds.size();
    const double solve =
        ladder.sample->solve_seconds / static_cast<double>(ladder.sample->overall.boards());
    rows.push_back({absl::StrCat(ladder.size), Grouped(ladder.states),
                    Duration(paper::kTrainingMinutes[index] * 60),
                    swept ? Duration(data.value_iteration_seconds[index]) : "not run",
                    Duration(ladder.training_seconds),
                    ladder.build_seconds.has_value() ? Duration(*ladder.build_seconds) : "given",
                    Duration(solve)});
    Json entry = {{"ladder", ladder.size},
                  {"training_seconds", ladder.training_seconds},
                  {"solve_seconds_per_board", solve},
                  {"paper_training_minutes", paper::kTrainingMinutes[index]}};
    if (swept) entry["algorithm_1_seconds"] = data.value_iteration_seconds[index];
    if (ladder.build_seconds.has_value()) entry["build_seconds"] = *ladder.build_seconds;
    times.push_back(entry);
  }
  page->page.AddTable(
      {"L", "states", "paper training", "Algorithm 1", "search", "table set", "walk"}, rows);
  page->measured["table_2"] = times;
}

void AddFigure2(const PaperData& data, PaperPage* page) {
  page->page.AddHeading(2, "Figure 2: quality and training time over L");
  LineChart actions;
  actions.title = "Average number of actions to solve a 15-puzzle";
  actions.x_label = "initial local size L";
  actions.y_label = "actions";
  actions.series.push_back({"tilebase", {}, false});
  actions.series.push_back(
      {"paper", {std::begin(paper::kAverage), std::end(paper::kAverage)}, true});
  LineChart training;
  training.title = "Training time";
  training.x_label = actions.x_label;
  training.y_label = "seconds, logarithmic";
  training.logarithmic = true;
  training.series.push_back({"retrograde search", {}, false});
  training.series.push_back({"paper", {}, true});
  training.series.push_back({"Algorithm 1 as printed", data.value_iteration_seconds, false});
  for (double minutes : paper::kTrainingMinutes) training.series[1].values.push_back(minutes * 60);
  for (const LadderData& ladder : data.ladders) {
    actions.series[0].values.push_back(ladder.expected.overall.mean);
    training.series[0].values.push_back(ladder.training_seconds);
  }
  for (const LargeLadderData& ladder : data.large_ladders) {
    if (!ladder.skipped.empty()) break;
    actions.series[0].values.push_back(ladder.sample.overall.mean());
    training.series[0].values.push_back(ladder.training_seconds);
  }
  page->figures["figure2-actions.svg"] = ToSvg(actions);
  page->figures["figure2-training.svg"] = ToSvg(training);
  page->page.AddFigure("paper/figure2-actions.svg",
                       "Average number of actions over L, ours and the paper's");
  page->page.AddFigure("paper/figure2-training.svg",
                       "Training time over L on a logarithmic axis, ours and the paper's");
}

}  // namespace

void AddTables(const PaperData& data, PaperPage* page) {
  AddTable1(data, page);
  AddTable2(data, page);
  AddTimes(data, page);
  AddFigure2(data, page);
}

namespace {

void AddLargeLadders(const PaperData& data, PaperPage* page) {
  if (data.large_ladders.empty()) return;
  page->page.AddHeading(2, "Beyond the paper: L = 6 and 7");
  page->page.AddParagraph(
      "L = 6 is worse than L = 5: its last stage, the row 13 to 15, can reorder nothing, so G "
      "mostly has to grow.");
  std::vector<TableRow> rows;
  Json sampled = Json::EmptyList();
  Json measured = Json::EmptyList();
  for (const LargeLadderData& ladder : data.large_ladders) {
    if (!ladder.skipped.empty()) {
      rows.push_back({absl::StrCat(ladder.size), ladder.skipped, "-", "-", "-", "-"});
      continue;
    }
    const Tally& tally = ladder.sample.overall;
    rows.push_back(
        {absl::StrCat(ladder.size), Grouped(ladder.states), Duration(ladder.training_seconds),
         absl::StrCat(Decimal(tally.mean(), 2), " +-", Decimal(tally.standard_error(), 2)),
         absl::StrCat(tally.most()), absl::StrCat(ladder.certified_worst_case)});
    sampled.push_back({{"ladder", ladder.size},
                       {"mean", Rounded(tally.mean())},
                       {"standard_error", Rounded(tally.standard_error())},
                       {"maximum", tally.most()}});
    measured.push_back({{"ladder", ladder.size}, {"training_seconds", ladder.training_seconds}});
    page->exact["large_ladders"].push_back({{"ladder", ladder.size},
                                            {"states", ladder.states},
                                            {"certified_worst_case", ladder.certified_worst_case}});
  }
  page->page.AddTable({"L", "states", "training", "sampled", "sampled max", "sum of M"}, rows);
  page->sampled["large_ladders"] = sampled;
  page->measured["large_ladders"] = measured;
}

void AddTies(const PaperData& data, PaperPage* page) {
  page->page.AddHeading(2, "Beyond the paper: which of several optimal actions");
  page->page.AddParagraph(
      "The choice decides where a stage leaves the blank. Exact averages of the *stored* choice, "
      "of the *lowest* (the first of L, R, U, D), and of the *best* and *worst* rule.");
  std::vector<TableRow> rows;
  Json list = Json::EmptyList();
  for (const LadderData& ladder : data.ladders) {
    const auto mean = [&](TieChoice ties) { return Expect(ladder.stages, ties).overall.mean; };
    const double stored = ladder.expected.overall.mean;
    const double lowest = mean(TieChoice::kLowest), highest = mean(TieChoice::kHighest);
    const double drawn = mean(TieChoice::kDrawn);
    const double best = ExpectBest(ladder.stages), worst = ExpectWorst(ladder.stages);
    rows.push_back({absl::StrCat(ladder.size), Decimal(best, 3), Decimal(stored, 3),
                    Decimal(lowest, 3), Decimal(worst, 3)});
    list.push_back({{"ladder", ladder.size},
                    {"stored", Rounded(stored)},
                    {"lowest", Rounded(lowest)},
                    {"highest", Rounded(highest)},
                    {"best", std::round(best * 1e3) / 1e3},
                    {"worst", std::round(worst * 1e3) / 1e3}});
    page->sampled["ties"].push_back({{"ladder", ladder.size}, {"drawn", Rounded(drawn)}});
  }
  page->page.AddTable({"L", "best", "stored", "lowest", "worst"}, rows);
  page->exact["ties"] = list;
}

void AddOtherBoards(const PaperData& data, PaperPage* page) {
  int largest = 0;
  for (const LadderData& ladder : data.other_boards) largest = std::max(largest, ladder.size);
  page->page.AddHeading(2, absl::StrCat("Beyond the paper: other boards, L = ", largest));
  std::vector<TableRow> rows;
  Json exact = Json::EmptyList();
  Json measured = Json::EmptyList();
  for (const LadderData& ladder : data.other_boards) {
    const SetInfo& info = ladder.set->info();
    const ClassExpectation& expected = ladder.expected.overall;
    const std::string board = ToString(info.geometry);
    if (ladder.size == largest)
      rows.push_back({board, Grouped(ladder.states), Decimal(expected.mean, 4),
                      absl::StrCat(expected.most), absl::StrCat(info.summed_worst_case)});
    exact.push_back({{"board", board},
                     {"ladder", ladder.size},
                     {"states", ladder.states},
                     {"mean", Rounded(expected.mean)},
                     {"deviation", Rounded(expected.deviation)},
                     {"worst_board", expected.most},
                     {"certified_worst_case", info.summed_worst_case}});
    measured.push_back(
        {{"board", board}, {"ladder", ladder.size}, {"training_seconds", ladder.training_seconds}});
  }
  page->page.AddTable({"<board", "states", "exact", "worst board", "sum of M"}, rows);
  page->exact["other_boards"] = exact;
  page->measured["other_boards"] = measured;
}

}  // namespace

void AddBeyond(const PaperData& data, PaperPage* page) {
  AddLargeLadders(data, page);
  AddTies(data, page);
  AddOtherBoards(data, page);
}

}  // namespace tilebase
