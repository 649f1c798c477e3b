// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/plans/plan_search.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "generator/encode.h"
#include "generator/enumeration.h"
#include "generator/metric_solvers.h"
#include "tables/geometry.h"
#include "tables/plan.h"
#include "tables/ranking.h"
#include "tables/subproblem.h"

namespace tilebase {
namespace {

// Returns whether the stage's tables can be made, and each may fit the budget.
bool CanBeTried(const Subproblem& stage, uint64_t budget_bytes, uint64_t memory_bytes,
                int threads) {
  const MetricSolvers solvers;
  for (const Subproblem& subproblem : LongestChain(stage)) {
    const uint64_t entries = EntryCount(subproblem);
    if (entries == 0 || LeastStoredBytes(Metric::kMoves, entries) > budget_bytes) return false;
    const uint64_t memory = solvers.For(Metric::kMoves).MemoryNeeded(subproblem, threads);
    if (memory == 0 || memory > memory_bytes) return false;
  }
  return true;
}

// A plan for a set of tiles, as its last stage and the plan for the set before it.
struct PartialPlan {
  StageCost cost;
  CellMask goal = 0;
  size_t before = 0;  // index among the plans of the set without `goal`
};

// Keeps the plans that no other one beats, sorted by bytes.
void KeepBest(std::vector<PartialPlan>* plans) {
  std::stable_sort(plans->begin(), plans->end(), [](const PartialPlan& a, const PartialPlan& b) {
    return std::tie(a.cost.bytes, a.cost.mean, a.cost.worst) <
           std::tie(b.cost.bytes, b.cost.mean, b.cost.worst);
  });
  // For the plans so far, the least mean for each worst case; the mean falls as the worst case
  // grows.
  std::map<int, double> least;
  std::vector<PartialPlan> kept;
  for (const PartialPlan& plan : *plans) {
    const auto above = least.upper_bound(plan.cost.worst);
    if (above != least.begin() && std::prev(above)->second <= plan.cost.mean) continue;
    auto beaten = least.lower_bound(plan.cost.worst);
    while (beaten != least.end() && beaten->second >= plan.cost.mean) beaten = least.erase(beaten);
    least[plan.cost.worst] = plan.cost.mean;
    kept.push_back(plan);
  }
  *plans = std::move(kept);
}

}  // namespace

std::vector<CellMask> PeeledSets(Geometry geometry) {
  std::set<CellMask> sets = {geometry.all_tiles()};
  for (int top = 0; top < geometry.height; ++top) {
    for (int left = 0; left < geometry.width; ++left) {
      std::vector<int> row, column;
      CellMask gone = 0;
      for (int cell = 0; cell < geometry.cells(); ++cell) {
        if (geometry.Row(cell) < top || geometry.Column(cell) < left) {
          gone |= CellBit(cell);
          continue;
        }
        if (geometry.Row(cell) == top) row.push_back(cell);
        if (geometry.Column(cell) == left) column.push_back(cell);
      }
      for (std::vector<int> line : {row, column}) {
        for (int direction = 0; direction < 2; ++direction) {
          CellMask set = gone;
          for (const int cell : line) {
            if ((set & CellBit(geometry.blank_home())) == 0) sets.insert(set);
            set |= CellBit(cell);
          }
          std::reverse(line.begin(), line.end());
        }
      }
    }
  }
  std::vector<CellMask> sorted(sets.begin(), sets.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](CellMask a, CellMask b) { return Count(a) < Count(b); });
  return sorted;
}

std::vector<Subproblem> StagesToTry(Geometry geometry, uint64_t budget_bytes, uint64_t memory_bytes,
                                    int threads) {
  const std::vector<CellMask> sets = PeeledSets(geometry);
  std::set<CellMask> from_none = {0};
  std::vector<Subproblem> stages;
  for (const CellMask fixed : sets) {
    if (from_none.count(fixed) == 0) continue;
    const bool square = HasSymmetry(geometry, kTransposed);
    const bool symmetric = square && MapCells(geometry, kTransposed, fixed) == fixed;
    for (const CellMask next : sets) {
      if ((fixed & ~next) != 0 || next == fixed) continue;
      if (symmetric && MapCells(geometry, kTransposed, next) < next) continue;
      const Subproblem stage = {geometry, next & ~fixed, fixed};
      if (!CanBeTried(stage, budget_bytes, memory_bytes, threads)) continue;
      stages.push_back(stage);
      from_none.insert(next);
    }
  }
  // Keep only the stages that lead on to the full set.
  std::set<CellMask> to_all = {geometry.all_tiles()};
  for (size_t i = stages.size(); i > 0; --i) {
    const Subproblem& stage = stages[i - 1];
    if (to_all.count(stage.fixed | stage.goal) != 0) to_all.insert(stage.fixed);
  }
  stages.erase(std::remove_if(stages.begin(), stages.end(),
                              [&](const Subproblem& stage) {
                                return to_all.count(stage.fixed | stage.goal) == 0;
                              }),
               stages.end());
  return stages;
}

std::vector<PricedPlan> SearchPlans(Geometry geometry, absl::Span<const PricedStage> stages,
                                    uint64_t budget_bytes) {
  // Goes through the sets by number of tiles. A step only adds tiles, so all plans of a set are
  // known before other plans continue from it.
  const auto by_count = [](CellMask a, CellMask b) {
    return std::make_pair(Count(a), a) < std::make_pair(Count(b), b);
  };
  std::map<CellMask, std::vector<const PricedStage*>> steps;
  for (const PricedStage& priced : stages) steps[priced.stage.fixed].push_back(&priced);
  std::map<CellMask, std::vector<PartialPlan>, decltype(by_count)> partial(by_count);
  partial[0] = {PartialPlan()};
  for (auto& [home, to_here] : partial) {
    KeepBest(&to_here);
    for (const PricedStage* step : steps[home]) {
      std::vector<PartialPlan>& to_next = partial[home | step->stage.goal];
      for (size_t i = 0; i < to_here.size(); ++i) {
        const StageCost& cost = to_here[i].cost;
        if (cost.bytes + step->cost.bytes > budget_bytes) break;  // sorted by bytes
        to_next.push_back({{cost.bytes + step->cost.bytes, cost.mean + step->cost.mean,
                            cost.worst + step->cost.worst},
                           step->stage.goal,
                           i});
      }
    }
  }
  std::vector<PricedPlan> plans;
  for (const PartialPlan& last : partial[geometry.all_tiles()]) {
    PricedPlan plan;
    plan.cost = last.cost;
    CellMask home = geometry.all_tiles();
    for (const PartialPlan* at = &last; home != 0; at = &partial[home][at->before]) {
      plan.goals.push_back(at->goal);
      home &= ~at->goal;
      if (home == 0) break;
    }
    std::reverse(plan.goals.begin(), plan.goals.end());
    plans.push_back(std::move(plan));
  }
  return plans;
}

std::string PlanText(absl::Span<const CellMask> goals) {
  std::string text;
  for (size_t i = 0; i < goals.size(); ++i)
    absl::StrAppend(&text, i == 0 ? "" : "/",
                    i > 0 && i + 1 == goals.size() ? "rest" : TilesToString(goals[i]));
  return text;
}

namespace {

// The home cells of the tiles, in the order of peeling.
std::vector<int> PeelingOrder(Geometry geometry) {
  std::vector<int> order;
  int top = 0, left = 0;
  while (top < geometry.height && left < geometry.width) {
    if (geometry.height - top >= geometry.width - left) {
      for (int column = left; column < geometry.width; ++column)
        order.push_back(top * geometry.width + column);
      ++top;
    } else {
      for (int row = top; row < geometry.height; ++row)
        order.push_back(row * geometry.width + left);
      ++left;
    }
  }
  order.pop_back();  // the blank's home
  return order;
}

}  // namespace

std::vector<CellMask> PeeledPlan(Geometry geometry, uint64_t most_entries) {
  std::vector<CellMask> goals;
  CellMask home = 0;
  const std::vector<int> order = PeelingOrder(geometry);
  for (size_t next = 0; next < order.size();) {
    CellMask goal = 0;  // the longest so far that can be a stage
    CellMask tiles = 0;
    size_t end = next;
    for (size_t i = next; i < order.size(); ++i) {
      tiles |= CellBit(order[i]);
      const CellMask rest = geometry.all_tiles() & ~home & ~tiles;
      if (rest != 0 && !IsSurelyReachable({geometry, rest, home | tiles})) continue;
      // Do not stop here: the number of entries falls again when parity halves the whole rest.
      const uint64_t entries = EntryCount({geometry, tiles, home});
      if (goal != 0 && (entries == 0 || entries > most_entries)) continue;
      goal = tiles;
      end = i + 1;
    }
    goals.push_back(goal);
    home |= goal;
    next = end;
  }
  return goals;
}

}  // namespace tilebase
