// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Algorithm 1 as printed, against the exact depths. Is V what the closed form says? Is the arg max
// an optimal action? What does it take to make it fail?

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "generator/solvers/reference_solvers.h"
#include "tables/plan.h"
#include "tools/study/report/paper.h"

namespace tilebase {
namespace {

// Algorithm 1 in other arithmetic, or stopped early.
struct SpoiledIteration {
  std::string arithmetic;  // "double" or "float"
  double gamma = 0;
  double epsilon = 0;  // stops when no value changes by this much or more; 0: when none changes
  int sweeps = 0;
  uint64_t states = 0;  // solvable and no goal
  uint64_t zeros = 0;   // with V = 0 among these: Algorithm 2 would call them unsolvable
  uint64_t wrong = 0;   // whose arg max, among these, is not an optimal action
};

constexpr uint16_t kUnreachable = DepthSolution::kUnreachable;

// The exact answer: depths, and what each action leads to.
class Reference {
 public:
  static absl::StatusOr<Reference> Make(const Subproblem& subproblem) {
    auto solution = PlainSearchSolver().Solve(subproblem, {});
    if (!solution.ok()) return solution.status();
    Reference reference;
    reference.depths_ = static_cast<const DepthSolution&>(**solution).depths();
    const Ranking ranking(subproblem);
    reference.successors_.resize(ranking.size());
    for (uint64_t rank = 0; rank < ranking.size(); ++rank) {
      const Board board = Representative(subproblem, ranking.Unrank(rank));
      reference.successors_[rank].fill(rank);
      int count = 0;
      ForEachSuccessor(subproblem, ranking, board, rank, [&](Action, uint64_t next) {
        std::fill(reference.successors_[rank].begin() + count++, reference.successors_[rank].end(),
                  next);
      });
    }
    return reference;
  }

  size_t size() const { return depths_.size(); }
  int depth(size_t rank) const { return depths_[rank]; }
  // Returns whether the state has a choice of action.
  bool IsChoice(size_t rank) const { return depths_[rank] != 0 && depths_[rank] != kUnreachable; }
  // By action; if there are fewer than four, the last one repeats.
  const std::array<uint64_t, kActions>& successors(size_t rank) const { return successors_[rank]; }

  // Returns whether the first action with the greatest value is optimal.
  template <typename Real>
  bool ArgMaxIsOptimal(const std::vector<Real>& value, size_t rank) const {
    const auto& to = successors_[rank];
    const uint64_t best = *std::max_element(
        to.begin(), to.end(), [&](uint64_t a, uint64_t b) { return value[a] < value[b]; });
    return depths_[best] + 1 == depths_[rank];
  }

  // Returns whether some goal state has another one next to it.
  bool GoalCanStay() const {
    for (size_t rank = 0; rank < size(); ++rank)
      if (depths_[rank] == 0)
        for (uint64_t next : successors_[rank])
          if (next != rank && depths_[next] == 0) return true;
    return false;
  }

 private:
  std::vector<uint16_t> depths_;
  std::vector<std::array<uint64_t, kActions>> successors_;
};

void Check(const Reference& reference, const std::vector<double>& value, ValueIterationData* data) {
  // A goal state without a goal state next to it is rewarded every other step.
  const double gamma = data->gamma;
  const double goal = reference.GoalCanStay() ? 1 / (1 - gamma) : 1 / (1 - gamma * gamma);
  std::vector<double> by_depth;
  for (size_t rank = 0; rank < reference.size(); ++rank) {
    if (reference.depth(rank) == kUnreachable || value[rank] == 0) {
      data->false_zeros += (reference.depth(rank) == kUnreachable) != (value[rank] == 0);
      continue;
    }
    const size_t depth = static_cast<size_t>(reference.depth(rank));
    if (by_depth.size() <= depth) by_depth.resize(depth + 1, 0.0);
    if (by_depth[depth] == 0) by_depth[depth] = value[rank];
    data->unequal += value[rank] != by_depth[depth];
    const double closed = std::pow(gamma, static_cast<double>(depth)) * goal;
    data->error = std::max(data->error, std::abs(value[rank] - closed) / closed);
    if (!reference.IsChoice(rank)) continue;
    ++data->states;
    data->wrong += !reference.ArgMaxIsOptimal(value, rank);
  }
}

template <typename Real>
SpoiledIteration Spoil(const Reference& reference, double gamma, double epsilon) {
  SpoiledIteration result;
  result.arithmetic = std::is_same_v<Real, float> ? "float" : "double";
  result.gamma = gamma;
  result.epsilon = epsilon;
  const Real discount = static_cast<Real>(gamma);
  std::vector<Real> value(reference.size(), Real{0}), next(reference.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t rank = 0; rank < reference.size(); ++rank) {
      const auto& to = reference.successors(rank);
      const Real best =
          std::max(std::max(value[to[0]], value[to[1]]), std::max(value[to[2]], value[to[3]]));
      const Real reward = reference.depth(rank) == 0 ? Real{1} : Real{0};
      next[rank] = reward + discount * best;
      const Real change = std::abs(next[rank] - value[rank]);
      changed |= epsilon == 0 ? change != 0 : static_cast<double>(change) >= epsilon;
    }
    value.swap(next);
    ++result.sweeps;
  }
  for (size_t rank = 0; rank < reference.size(); ++rank) {
    if (!reference.IsChoice(rank)) continue;
    ++result.states;
    result.zeros += value[rank] == 0;
    result.wrong += !reference.ArgMaxIsOptimal(value, rank);
  }
  return result;
}

// Runs a fixed list of variants on one subproblem.
absl::StatusOr<std::vector<SpoiledIteration>> SpoilValueIteration(const Subproblem& subproblem) {
  absl::StatusOr<Reference> reference = Reference::Make(subproblem);
  if (!reference.ok()) return reference.status();
  return std::vector<SpoiledIteration>{
      Spoil<float>(*reference, 0.5, 0),     Spoil<float>(*reference, 0.9, 0),
      Spoil<float>(*reference, 0.99, 0),    Spoil<double>(*reference, 0.5, 1e-12),
      Spoil<double>(*reference, 0.5, 1e-9), Spoil<double>(*reference, 0.5, 1e-6),
      Spoil<double>(*reference, 0.9, 1e-3), Spoil<double>(*reference, 0.9, 0.05),
      Spoil<double>(*reference, 0.9, 0.1),  Spoil<double>(*reference, 0.99, 0.1),
      Spoil<float>(*reference, 0.05, 0),    Spoil<float>(*reference, 0.01, 0),
      Spoil<double>(*reference, 1e-9, 0),   Spoil<double>(*reference, 1e-10, 0),
  };
}

// Algorithm 1 as printed: sweeps, values, arg max, and where it starts to fail.

// The deepest subproblem of ladder:1: 34 levels.
constexpr Subproblem kDeepest = {{4, 4}, LowMask(13) & ~LowMask(8), LowMask(8)};

std::string Short(double value) { return absl::StrFormat("%.3g", value); }

void AddAsPrinted(const PaperData& data, PaperPage* page) {
  page->page.AddHeading(2, "Algorithm 1 as printed");
  page->page.AddParagraph(
      "Sweeps in doubles until no value changes, on all subproblems of L = 1. A state d actions "
      "from the goal has V = gamma^d / (1 - gamma), in {15}|{1-14} gamma^d / (1 - gamma^2), as no "
      "goal state is next to another there. *Wrong* counts values of one depth that differ, zeros "
      "of solvable states, and arg maxima.");
  std::vector<TableRow> rows;
  Json exact = Json::EmptyList();
  Json sweeps = Json::EmptyList();
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

// Rounding is harmless: with p bits of precision, gamma v lies at least v 2^-p below a normal v, so
// one step nearer stays strictly better. Stopping when no value changes by epsilon means stopping
// after n = log(epsilon) / log(gamma) sweeps.
void AddWhereItFails(const std::vector<SpoiledIteration>& runs, PaperPage* page) {
  page->page.AddParagraph(absl::StrCat(
      "**Where it fails.** Rounding never makes the arg max wrong. Two things do. (1) An early "
      "stop: after n sweeps V is (gamma^d - gamma^n) / (1 - gamma) for d < n and 0 beyond. (2) "
      "Underflow of gamma^d. Algorithm 2 takes V = 0 for unsolvable and grows G. Of ",
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
  Json list = Json::EmptyList();
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

absl::StatusOr<ValueIterationData> CheckValueIteration(
    const std::vector<Subproblem>& subproblems, double gamma,
    const std::function<void(uint64_t)>& progress) {
  ValueIterationData data;
  data.gamma = gamma;
  data.least_sweeps = std::numeric_limits<int>::max();
  uint64_t done = 0;
  for (const Subproblem& subproblem : subproblems) {
    absl::StatusOr<Values> values = IterateValues(subproblem, gamma, {});
    if (!values.ok()) return values.status();
    absl::StatusOr<Reference> reference = Reference::Make(subproblem);
    if (!reference.ok()) return reference.status();
    data.least_sweeps = std::min(data.least_sweeps, values->sweeps);
    data.most_sweeps = std::max(data.most_sweeps, values->sweeps);
    Check(*reference, values->value, &data);
    if (progress) progress(++done);
  }
  return data;
}

absl::Status AddAlgorithm1(const PaperData& data, PaperPage* page) {
  AddAsPrinted(data, page);
  auto runs = SpoilValueIteration(kDeepest);
  if (!runs.ok()) return runs.status();
  AddWhereItFails(*runs, page);
  return absl::OkStatus();
}

}  // namespace tilebase
