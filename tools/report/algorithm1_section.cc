// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Algorithm 1 as printed: sweeps, values, arg max, and where it starts to fail.

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tables/plan.h"
#include "tools/report/algorithm1.h"
#include "tools/report/paper_page.h"

namespace tilebase {
namespace {

// The deepest subproblem of ladder:1: 34 levels.
constexpr Subproblem kDeepest = {{4, 4}, LowMask(13) & ~LowMask(8), LowMask(8)};

std::string Short(double value) { return absl::StrFormat("%.3g", value); }

void AddAsPrinted(const PaperData& data, PaperPage* page) {
  page->page.AddHeading(2, "Algorithm 1 as printed");
  page->page.AddParagraph(
      "Synchronous sweeps in doubles until no value changes, on all subproblems of L = 1. A state "
      "d actions from the goal has V = gamma^d / (1 - gamma). (In {15}|{1-14} no goal state is "
      "next to another, so V = gamma^d / (1 - gamma^2).) *Wrong* counts values of one depth that "
      "differ, zeros of solvable states, and arg maxima.");
  std::vector<TableRow> rows;
  nlohmann::ordered_json exact = nlohmann::ordered_json::array();
  nlohmann::ordered_json sweeps = nlohmann::ordered_json::array();
  for (const ValueIterationData& run : data.value_iteration) {
    const bool sound = run.wrong == 0 && run.unequal == 0 && run.false_zeros == 0;
    rows.push_back({Short(run.gamma), absl::StrCat(run.least_sweeps, " .. ", run.most_sweeps),
                    Short(run.error), Grouped(run.states),
                    Grouped(run.unequal + run.false_zeros + run.wrong)});
    page->Compare(sound);
    exact.push_back({{"gamma", run.gamma},
                     {"states", run.states},
                     {"unequal_at_one_depth", run.unequal},
                     {"wrong_zeros", run.false_zeros},
                     {"wrong_arg_max", run.wrong}});
    sweeps.push_back({{"gamma", run.gamma},
                      {"least_sweeps", run.least_sweeps},
                      {"most_sweeps", run.most_sweeps},
                      {"relative_error", run.error}});
  }
  page->page.AddTable(
      {"gamma", "sweeps", "greatest relative error of V", "states with a choice", "wrong"}, rows);
  page->exact["algorithm_1"] = exact;
  page->measured["algorithm_1"] = sweeps;
}

void AddWhereItFails(const std::vector<SpoiledIteration>& runs, PaperPage* page) {
  page->page.AddParagraph(absl::StrCat(
      "**Where it fails.** Rounding alone never makes the arg max wrong: with p bits of precision "
      "gamma v lies at least v 2^-p below a normal v, so one step nearer stays strictly better. "
      "Two things do: (1) stopping before the reward has reached the far states: after n sweeps "
      "V = (gamma^d - gamma^n) / (1 - gamma) for d < n and 0 beyond, and 'stop when no value "
      "changes by epsilon' gives n = log(epsilon) / log(gamma); (2) underflow of gamma^d. "
      "Algorithm 2 takes V = 0 for 'cannot be solved' and grows G. Of ",
      runs.size(), " runs on ", ToString(kDeepest), ", 34 levels deep, these fail:"));
  std::vector<TableRow> rows;
  for (const SpoiledIteration& run : runs)
    if (run.zeros != 0 || run.wrong != 0)
      rows.push_back(
          {run.arithmetic, Short(run.gamma),
           run.epsilon == 0 ? "no change" : absl::StrCat("change < ", Short(run.epsilon)),
           absl::StrCat(run.sweeps), Grouped(run.zeros), Grouped(run.wrong)});
  page->page.AddTable({"<arithmetic", "gamma", "<stops at", "sweeps", "V = 0", "wrong arg max"},
                      rows);
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const SpoiledIteration& run : runs)
    list.push_back({{"arithmetic", run.arithmetic},
                    {"gamma", run.gamma},
                    {"epsilon", run.epsilon},
                    {"sweeps", run.sweeps},
                    {"zeros", run.zeros},
                    {"wrong_arg_max", run.wrong}});
  page->measured["algorithm_1_spoiled"] = list;
}

}  // namespace

absl::Status AddAlgorithm1(const PaperData& data, PaperPage* page) {
  AddAsPrinted(data, page);
  auto runs = SpoilValueIteration(kDeepest);
  if (!runs.ok()) return runs.status();
  AddWhereItFails(*runs, page);
  return absl::OkStatus();
}

}  // namespace tilebase
