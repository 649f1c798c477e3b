// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Theorems 1 to 3: how often a subproblem has to grow, and what no board exceeds.

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tables/plan.h"
#include "tools/common/json.h"
#include "tools/report/fraction.h"
#include "tools/report/paper_figures.h"
#include "tools/report/paper_page.h"

namespace tilebase {
namespace {

// Of ladder:1: the stage of a tile, with its tables' headers.
struct TileStage {
  int tile;
  const StageOutcomes& outcomes;
  absl::Span<const TableInfo> tables;

  // Entry states in which growth is needed to |G| = goal_size, and all entry states.
  uint64_t States(int goal_size) const {
    uint64_t states = 0;
    for (int from = 0; from < outcomes.cells(); ++from)
      states += outcomes.States(from, goal_size - 1);
    return states;
  }
  uint64_t States() const { return tables[0].entries; }
  Fraction Tau(int goal_size) const {
    if (goal_size > outcomes.growths()) return {};
    return {static_cast<int64_t>(States(goal_size)), static_cast<int64_t>(States())};
  }
  // Whether tau is the same for each cell of the blank.
  bool IsSameForAllBlanks(int goal_size) const {
    for (int from = 0; from < outcomes.cells(); ++from) {
      const uint64_t all = outcomes.States(from);
      if (all != 0 && !(Fraction(static_cast<int64_t>(outcomes.States(from, goal_size - 1)),
                                 static_cast<int64_t>(all)) == Tau(goal_size)))
        return false;
    }
    return true;
  }
};

std::vector<TileStage> TileStages(const LadderData& ladder) {
  const TableSource& source = ladder.set->source();
  std::vector<TileStage> stages;
  for (size_t i = 0; i < ladder.stages.size(); ++i) {
    const StageInfo& info = source.info().stages[i];
    stages.push_back({static_cast<int>(i) + 1, ladder.stages[i],
                      source.tables().subspan(info.first_table, info.table_count)});
  }
  return stages;
}

void AddTaus(const std::vector<TileStage>& stages, PaperPage* page) {
  page->page.AddHeading(2, "Theorem 1: when a subproblem grows");
  page->page.AddParagraph(
      "tau_i^j is the share of the states with tiles 1 .. i-1 home in which Algorithm 2, with "
      "initial local size 1, grows G to j tiles to bring tile i home; tau_i^1 = 1 for tiles not "
      "listed. No cell of the blank changes it, so stages are independent.");
  std::vector<TableRow> rows;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  bool uniform = true;
  size_t printed = 0;
  for (const TileStage& stage : stages)
    for (int j = 1; j <= stage.outcomes.growths(); ++j) {
      const Fraction tau = stage.Tau(j);
      uniform &= stage.IsSameForAllBlanks(j);
      const auto found = std::find_if(
          std::begin(paper::kTaus), std::end(paper::kTaus),
          [&](const paper::Tau& t) { return t.tile == stage.tile && t.goal_size == j; });
      const bool is_printed = found != std::end(paper::kTaus);
      printed += is_printed;
      // The paper prints only what is neither 0 nor 1.
      const std::string print = is_printed ? std::string(found->share) : tau.text();
      if (tau == Fraction() || (tau == Fraction(1, 1) && !is_printed)) {
        page->Compare(!is_printed);
        continue;
      }
      const bool equal = is_printed && Fraction::Parse(print) == tau;
      rows.push_back({absl::StrCat(stage.tile), absl::StrCat(j), tau.text(),
                      page->Compare(equal, is_printed ? print : "-")});
      list.push_back({{"tile", stage.tile},
                      {"goal_size", j},
                      {"states", stage.States(j)},
                      {"of", stage.States()},
                      {"tau", tau.text()},
                      {"paper", is_printed ? print : ""},
                      {"equal", equal}});
    }
  page->Compare(uniform && printed == std::size(paper::kTaus));
  page->page.AddTable({"tile i", "j", "tau_i^j", "paper"}, rows);
  page->exact["theorem_1"] = {{"tau", list}, {"same_for_every_blank", uniform}};
}

void AddStateSpaces(const std::vector<TileStage>& stages, PaperPage* page) {
  page->page.AddParagraph(
      "**The largest state space of a tile.** The paper's formula is 1/2 (16-l) (16-l-1) ... "
      "(16-l-k) with l = |R| and k = |G|.");
  std::vector<TableRow> rows;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const TileStage& stage : stages) {
    int largest = 1;
    for (int j = 1; j <= stage.outcomes.growths(); ++j)
      if (stage.States(j) != 0) largest = j;
    const TableInfo& table = stage.tables[static_cast<size_t>(largest - 1)];
    const uint64_t formula = table.states / 2;
    const auto found =
        std::find_if(std::begin(paper::kStateSpaces), std::end(paper::kStateSpaces),
                     [&](const paper::StateSpace& s) { return s.tile == stage.tile; });
    const bool is_printed = found != std::end(paper::kStateSpaces);
    if (is_printed)
      rows.push_back({absl::StrCat(stage.tile), ToString(table.subproblem),
                      page->Compare(found->states == formula, Grouped(found->states)),
                      Grouped(table.reachable)});
    list.push_back({{"tile", stage.tile},
                    {"goal", TileList(table.subproblem.goal)},
                    {"fixed", TileList(table.subproblem.fixed)},
                    {"paper", is_printed ? found->states : 0},
                    {"formula", formula},
                    {"placements", table.states},
                    {"reachable", table.reachable}});
  }
  page->page.AddTable({"tile", "<largest G and R", "paper", "reachable by search"}, rows);
  page->page.AddParagraph(
      "**Erratum.** The factor 1/2 is the parity of the whole board. But swapping two tiles that "
      "are in neither G nor R makes a forbidden placement an allowed one, in the same state. So "
      "there are twice as many states, but for tile 14, with a single tile left over.");
  page->exact["theorem_1"]["largest_state_spaces"] = list;
}

// Class S_k: boards whose greatest |G| is k. It has the share
//   P(no growth beyond k) - P(no growth beyond k-1), stages being independent.
Fraction ShareUpTo(const std::vector<TileStage>& stages, int k) {
  Fraction share(1, 1);
  for (const TileStage& stage : stages) {
    Fraction up_to;
    for (int j = 1; j <= std::min(k, stage.outcomes.growths()); ++j) up_to = up_to + stage.Tau(j);
    share = share * up_to;
  }
  return share;
}

void AddClasses(const LadderData& ladder, const std::vector<TileStage>& stages, PaperPage* page) {
  page->page.AddHeading(2, "Theorem 2: the classes");
  page->page.AddParagraph(
      "A board is in class S_k if k is the most tiles that G grows to in any stage. The product "
      "over i of (tau_i^1 + .. + tau_i^k) is the share of S_1 to S_k.");
  const Sample& sample = *ladder.sample;
  const double n = static_cast<double>(sample.overall.boards());
  std::vector<TableRow> rows;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  nlohmann::ordered_json sampled = nlohmann::ordered_json::array();
  for (int k = 1; k <= paper::kClasses; ++k) {
    const size_t index = static_cast<size_t>(k - 1);
    const Fraction share = ShareUpTo(stages, k) + Fraction(-1, 1) * ShareUpTo(stages, k - 1);
    const std::string printed(paper::kClassShare[k - 1]);
    const uint64_t boards = sample.by_growth[index].boards();
    const double found = static_cast<double>(boards) / n;
    const double error = std::sqrt(share.value() * (1 - share.value()) / n);
    const bool equal = Fraction::Parse(printed) == share;
    page->NoteSample(found, share.value(), error);
    rows.push_back({absl::StrCat("S", k), page->Compare(equal, printed), share.text(),
                    Decimal(share.value() * 100, 3), Decimal(found * 100, 3),
                    Decimal(paper::kSharePercent[k - 1], 3)});
    list.push_back({{"class", absl::StrCat("S", k)},
                    {"share", share.text()},
                    {"paper", printed},
                    {"equal", equal}});
    sampled.push_back({{"class", absl::StrCat("S", k)},
                       {"boards", boards},
                       {"standard_errors_off", Rounded((found - share.value()) / error)}});
  }
  page->page.AddTable({"<class", "paper", "exact", "exact %", "sampled %", "paper sampled %"},
                      rows);
  page->exact["theorem_2"] = list;
  page->sampled["theorem_2"] = sampled;
}

void AddMaxima(const std::vector<TileStage>& stages, PaperPage* page) {
  page->page.AddHeading(2, "Theorem 3: bounds");
  page->page.AddParagraph(
      "M(G, R) is the most actions that any state of the subproblem needs, where the paper prints "
      "it.");
  std::vector<TableRow> rows;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  size_t printed = 0;
  for (const TileStage& stage : stages)
    for (size_t i = 0; i < stage.tables.size(); ++i) {
      const TableInfo& table = stage.tables[i];
      const int first = Lowest(table.subproblem.goal) + 1;
      const int last = Highest(table.subproblem.goal) + 1;
      const auto found =
          std::find_if(std::begin(paper::kMaxima), std::end(paper::kMaxima),
                       [&](const paper::Maximum& m) { return m.first == first && m.last == last; });
      const bool is_printed = found != std::end(paper::kMaxima);
      printed += is_printed;
      if (is_printed)
        rows.push_back(
            {ToString(table.subproblem), absl::StrCat(table.max_depth()),
             page->Compare(found->actions == table.max_depth(), absl::StrCat(found->actions))});
      list.push_back({{"goal", TileList(table.subproblem.goal)},
                      {"fixed", TileList(table.subproblem.fixed)},
                      {"placements", table.states},
                      {"reachable", table.reachable},
                      {"mean", Rounded(table.mean_depth())},
                      {"maximum", table.max_depth()},
                      {"paper", is_printed ? found->actions : -1}});
    }
  page->Compare(printed == std::size(paper::kMaxima));
  page->page.AddTable({"<G and R", "M", "paper"}, rows);
  page->exact["theorem_3"]["maxima"] = list;
}

void AddPhi(const LadderData& ladder, const std::vector<TileStage>& stages, PaperPage* page) {
  page->page.AddParagraph(
      "phi(S_k) adds up, tile by tile, the greatest M of the subproblems with |G| up to k that "
      "some state needs. *Worst board* is the most actions with the stored tables.");
  std::vector<TableRow> rows;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (int k = 1; k <= paper::kClasses; ++k) {
    int phi = 0;
    for (const TileStage& stage : stages) {
      int most = 0;
      for (int j = 1; j <= std::min(k, stage.outcomes.growths()); ++j)
        if (stage.States(j) != 0)
          most = std::max(most, stage.tables[static_cast<size_t>(j - 1)].max_depth());
      phi += most;
    }
    const bool equal = phi == paper::kPhi[k - 1];
    const int worst = ladder.expected.by_growth[static_cast<size_t>(k - 1)].most;
    rows.push_back({absl::StrCat("S", k), page->Compare(equal, absl::StrCat(paper::kPhi[k - 1])),
                    absl::StrCat(phi), absl::StrCat(worst)});
    list.push_back({{"class", absl::StrCat("S", k)},
                    {"phi", phi},
                    {"paper", paper::kPhi[k - 1]},
                    {"equal", equal},
                    {"worst_board", worst}});
  }
  page->page.AddTable({"<class", "paper", "phi", "worst board"}, rows);
  page->exact["theorem_3"]["phi"] = list;
}

}  // namespace

void AddTheorems(const PaperData& data, PaperPage* page) {
  const LadderData& ladder = data.ladders[0];
  const std::vector<TileStage> stages = TileStages(ladder);
  AddTaus(stages, page);
  AddStateSpaces(stages, page);
  AddClasses(ladder, stages, page);
  AddMaxima(stages, page);
  AddPhi(ladder, stages, page);
}

}  // namespace tilebase
