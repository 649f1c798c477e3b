// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Theorems 1 to 3: how often a subproblem has to grow, and the number of actions that no board
// exceeds.

#include <stdint.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tables/plan.h"
#include "tools/common/json.h"
#include "tools/study/report/paper.h"

namespace tilebase {
namespace {

// Exact shares. The counts here are small: products stay far below 2^63, which is checked.
//
// Always in lowest terms, with a positive denominator.
class Fraction {
 public:
  constexpr Fraction() = default;
  // Requires denominator > 0.
  constexpr Fraction(int64_t numerator, int64_t denominator)
      : numerator_(numerator / std::gcd(numerator, denominator)),
        denominator_(denominator / std::gcd(numerator, denominator)) {}

  // Reads "3/4" or "1".
  static Fraction Parse(const std::string& text) {
    char* end = nullptr;
    const int64_t numerator = std::strtoll(text.c_str(), &end, 10);
    return {numerator, *end == '/' ? std::strtoll(end + 1, nullptr, 10) : 1};
  }

  constexpr double value() const {
    return static_cast<double>(numerator_) / static_cast<double>(denominator_);
  }
  std::string text() const {
    if (denominator_ == 1) return std::to_string(numerator_);
    return std::to_string(numerator_) + "/" + std::to_string(denominator_);
  }

  friend Fraction operator*(const Fraction& a, const Fraction& b) {
    return {Checked(a.numerator_, b.numerator_), Checked(a.denominator_, b.denominator_)};
  }
  friend Fraction operator+(const Fraction& a, const Fraction& b) {
    const int64_t common = std::gcd(a.denominator_, b.denominator_);
    return {Checked(a.numerator_, b.denominator_ / common) +
                Checked(b.numerator_, a.denominator_ / common),
            Checked(a.denominator_ / common, b.denominator_)};
  }
  friend constexpr bool operator==(const Fraction&, const Fraction&) = default;

 private:
  static int64_t Checked(int64_t a, int64_t b) {
    int64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product)) std::abort();
    return product;
  }

  int64_t numerator_ = 0;
  int64_t denominator_ = 1;
};

// The stage of a tile in ladder:1, with its tables' headers.
struct TileStage {
  int tile;
  const StageOutcomes& outcomes;
  absl::Span<const TableInfo> tables;

  // Returns the number of entry states that need growth to |G| = goal_size; then the number of all
  // entry states.
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
  // Returns whether tau is the same for each cell of the blank.
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

// Makes a row for a tile, with a cell for each size of G.
TableRow EmptyRow(int tile) {
  TableRow row(1 + paper::kClasses);
  row[0] = absl::StrCat(tile);
  return row;
}

void AddTaus(const std::vector<TileStage>& stages, PaperPage* page) {
  page->page.AddHeading(2, "Theorem 1: when a subproblem grows");
  page->page.AddParagraph(
      "To bring tile i home, Algorithm 2 with initial local size 1 grows G to j tiles in the share "
      "tau_i^j of the states with tiles 1 .. i-1 home. It is the same for each cell of the blank, "
      "so stages are independent. Shares left out are 0; for other tiles G never grows.");
  std::vector<TableRow> rows;
  Json list = Json::EmptyList();
  bool uniform = true;
  size_t printed = 0;
  for (const TileStage& stage : stages) {
    TableRow row = EmptyRow(stage.tile);
    bool is_listed = false;
    for (int j = 1; j <= stage.outcomes.growths(); ++j) {
      const Fraction tau = stage.Tau(j);
      uniform &= stage.IsSameForAllBlanks(j);
      const auto found = std::find_if(
          std::begin(paper::kTaus), std::end(paper::kTaus),
          [&](const paper::Tau& t) { return t.tile == stage.tile && t.goal_size == j; });
      const bool is_printed = found != std::end(paper::kTaus);
      printed += is_printed;
      // The paper prints only shares that are neither 0 nor 1.
      const std::string print = is_printed ? std::string(found->share) : tau.text();
      if (tau == Fraction() || (tau == Fraction(1, 1) && !is_printed)) {
        page->Compare(!is_printed);
        continue;
      }
      const bool equal = is_printed && Fraction::Parse(print) == tau;
      is_listed = true;
      row[static_cast<size_t>(j)] = page->Compare(equal, is_printed ? print : "-");
      list.push_back({{"tile", stage.tile},
                      {"goal_size", j},
                      {"states", stage.States(j)},
                      {"of", stage.States()},
                      {"tau", tau.text()},
                      {"paper", is_printed ? print : ""},
                      {"equal", equal}});
    }
    if (is_listed) rows.push_back(row);
  }
  page->Compare(uniform && printed == std::size(paper::kTaus));
  page->page.AddTable({"tile i", "j = 1", "2", "3", "4", "5"}, rows);
  page->exact["theorem_1"] = {{"tau", list}, {"same_for_every_blank", uniform}};
}

void AddStateSpaces(const std::vector<TileStage>& stages, PaperPage* page) {
  page->page.AddParagraph(
      "**The largest state space of a tile.** The paper has 1/2 (16-l) (16-l-1) ... (16-l-k) with "
      "l = |R| and k = |G|. **Erratum:** the factor 1/2 is the parity of the whole board. But "
      "swapping two tiles outside G and R makes a forbidden placement an allowed one, in the same "
      "state. So there are twice as many states, except for tile 14.");
  std::vector<TableRow> rows;
  Json list = Json::EmptyList();
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
  page->page.AddTable({"tile", "<G and R", "paper", "reachable"}, rows);
  page->exact["theorem_1"]["largest_state_spaces"] = list;
}

// Class S_k: boards whose greatest |G| is k. Stages are independent, so its share is
//   P(no growth beyond k) - P(no growth beyond k-1).
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
      "A board is in class S_k if G grows to k tiles, and no more, in some stage. The product over "
      "i of (tau_i^1 + .. + tau_i^k) is the share of S_1 to S_k.");
  const Sample& sample = *ladder.sample;
  const double n = static_cast<double>(sample.overall.boards());
  std::vector<TableRow> rows;
  Json list = Json::EmptyList();
  Json sampled = Json::EmptyList();
  for (int k = 1; k <= paper::kClasses; ++k) {
    const size_t index = static_cast<size_t>(k - 1);
    const Fraction share = ShareUpTo(stages, k) + Fraction(-1, 1) * ShareUpTo(stages, k - 1);
    const std::string printed(paper::kClassShare[k - 1]);
    const uint64_t boards = sample.by_growth[index].boards();
    const double found = static_cast<double>(boards) / n;
    const double error = std::sqrt(share.value() * (1 - share.value()) / n);
    const bool equal = Fraction::Parse(printed) == share;
    page->NoteSample(found, share.value(), error);
    rows.push_back({absl::StrCat("S", k), page->Compare(equal, printed),
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
  page->page.AddTable({"<class", "share", "exact %", "sampled %", "paper %"}, rows);
  page->exact["theorem_2"] = list;
  page->sampled["theorem_2"] = sampled;
}

void AddMaxima(const std::vector<TileStage>& stages, PaperPage* page) {
  page->page.AddHeading(2, "Theorem 3: bounds");
  page->page.AddParagraph(
      "M(G, R) is the most actions that a state of the subproblem needs. G ends with tile i; R has "
      "all tiles before G.");
  std::vector<TableRow> rows;
  Json list = Json::EmptyList();
  size_t printed = 0;
  for (const TileStage& stage : stages) {
    TableRow row = EmptyRow(stage.tile);
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
        row[i + 1] =
            page->Compare(found->actions == table.max_depth(), absl::StrCat(found->actions));
      list.push_back({{"goal", TileList(table.subproblem.goal)},
                      {"fixed", TileList(table.subproblem.fixed)},
                      {"placements", table.states},
                      {"reachable", table.reachable},
                      {"mean", Rounded(table.mean_depth())},
                      {"maximum", table.max_depth()},
                      {"paper", is_printed ? found->actions : -1}});
    }
    rows.push_back(row);
  }
  page->Compare(printed == std::size(paper::kMaxima));
  page->page.AddTable({"tile i", "|G| = 1", "2", "3", "4", "5"}, rows);
  page->exact["theorem_3"]["maxima"] = list;
}

void AddPhi(const LadderData& ladder, const std::vector<TileStage>& stages, PaperPage* page) {
  page->page.AddParagraph(
      "phi(S_k) adds up, tile by tile, the greatest M of the subproblems with |G| up to k that "
      "some state needs. It is what no board of the class exceeds.");
  std::vector<TableRow> rows;
  Json list = Json::EmptyList();
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
    rows.push_back({absl::StrCat("S", k), page->Compare(equal, absl::StrCat(paper::kPhi[k - 1]))});
    list.push_back({{"class", absl::StrCat("S", k)},
                    {"phi", phi},
                    {"paper", paper::kPhi[k - 1]},
                    {"equal", equal},
                    {"worst_board", worst}});
  }
  page->page.AddTable({"<class", "phi"}, rows);
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
