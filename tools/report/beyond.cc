// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What the paper does not have: larger ladders, the choice among ties, other boards.

#include <vector>

#include "absl/strings/str_cat.h"
#include "tables/plan.h"
#include "tools/report/paper_page.h"

namespace tilebase {
namespace {

void AddLargeLadders(const PaperData& data, PaperPage* page) {
  if (data.large_ladders.empty()) return;
  page->page.AddHeading(2, "Beyond the paper: L = 6 and 7");
  page->page.AddParagraph(
      "L = 6 is worse than L = 5: in its last stage, the row 13 to 15, nothing can be reordered, "
      "so "
      "G mostly has to grow.");
  std::vector<TableRow> rows;
  nlohmann::ordered_json sampled = nlohmann::ordered_json::array();
  nlohmann::ordered_json measured = nlohmann::ordered_json::array();
  for (const LargeLadderData& ladder : data.large_ladders) {
    if (!ladder.skipped.empty()) {
      rows.push_back({absl::StrCat(ladder.size), ladder.skipped, "-", "-", "-", "-"});
      continue;
    }
    const Tally& tally = ladder.sample.overall;
    rows.push_back(
        {absl::StrCat(ladder.size), Grouped(ladder.states), Duration(ladder.training_seconds),
         absl::StrCat(Decimal(tally.mean(), 2), " +- ", Decimal(tally.standard_error(), 2)),
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
  page->page.AddTable({"L", "states", "training", "sampled avg", "sampled max", "sum of M"}, rows);
  page->sampled["large_ladders"] = sampled;
  page->measured["large_ladders"] = measured;
}

void AddTies(const PaperData& data, PaperPage* page) {
  page->page.AddHeading(2, "Beyond the paper: which of several optimal actions");
  page->page.AddParagraph(
      "The choice decides where a stage leaves the blank, and so what the next stage takes. Exact "
      "averages: *stored* by the tables; *lowest*, the first that an arg max over L, R, U, D "
      "finds; *best* and *worst*, the limits of any rule.");
  std::vector<TableRow> rows;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
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
  page->page.AddHeading(2, "Beyond the paper: other boards");
  page->page.AddParagraph("Exact, with the stored tables.");
  std::vector<TableRow> rows;
  nlohmann::ordered_json exact = nlohmann::ordered_json::array();
  nlohmann::ordered_json measured = nlohmann::ordered_json::array();
  for (const LadderData& ladder : data.other_boards) {
    const SetInfo& info = ladder.set->info();
    const ClassExpectation& expected = ladder.expected.overall;
    const std::string board = ToString(info.geometry);
    rows.push_back({board, absl::StrCat(ladder.size), Grouped(ladder.states),
                    Decimal(expected.mean, 4), absl::StrCat(expected.most),
                    absl::StrCat(info.certified_worst_case)});
    exact.push_back({{"board", board},
                     {"ladder", ladder.size},
                     {"states", ladder.states},
                     {"mean", Rounded(expected.mean)},
                     {"deviation", Rounded(expected.deviation)},
                     {"worst_board", expected.most},
                     {"certified_worst_case", info.certified_worst_case}});
    measured.push_back(
        {{"board", board}, {"ladder", ladder.size}, {"training_seconds", ladder.training_seconds}});
  }
  page->page.AddTable({"<board", "L", "states", "exact avg", "worst board", "sum of M"}, rows);
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
