// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Compares policies that look past the seams of a plan: what is a board's mean and worst number of
// moves if a stage ends where the rest is cheap, and not only soon?
//
//   seam_costs WxH PLAN
//
// Only the blank's cell crosses a seam (generator/worst_walk.h). So give each goal state of a stage
// a cost by the cell of its blank. Every state of the stage takes a way of least moves plus cost.
// The stages are taken from the last one to the first:
//
//   soonest   no cost: the fewest moves, to any of the nearest goal states.
//   ties      the fewest moves, and among these the least mean rest.
//   mean      the least moves plus mean rest.
//   worst     the least moves plus worst rest.
//
// Exact, over all boards. Memory: 24 bytes a state of the largest stage.

#include <stdint.h>
#include <stdio.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "tables/plan.h"
#include "tables/ranking.h"

namespace tilebase {
namespace {

constexpr double kTie = 1e-6;  // the weight of a cost that only decides among ways as short

// What is left from each cell of the blank.
struct Rest {
  std::array<double, kMaxCells> mean{};
  std::array<double, kMaxCells> worst{};
};

// What a goal state costs that leaves this rest.
using SeamCost = std::function<double(const Rest& rest, int blank)>;

// A state's way to a goal: its moves, the blank's cell at the end, and moves plus cost.
struct Way {
  double key = std::numeric_limits<double>::infinity();
  int moves = 0;
  uint8_t exit = 0;
};

// The way of each state, by rank. A goal state ends the stage, whatever other goal states cost.
std::vector<Way> FindWays(const Subproblem& subproblem, const Rest& after, const SeamCost& cost) {
  const Ranking ranking(subproblem);
  std::vector<Way> ways(ranking.size());
  using Found = std::pair<double, uint64_t>;
  std::priority_queue<Found, std::vector<Found>, std::greater<>> open;
  for (CellMask rest = subproblem.goal_blanks(); rest != 0; rest &= rest - 1) {
    State state;
    state.blank = static_cast<uint8_t>(Lowest(rest));
    for (int j = 0; j < ranking.tracked(); ++j)
      state.cell[j] = static_cast<uint8_t>(ranking.tile(j) - 1);
    const uint64_t rank = ranking.Rank(state);
    ways[rank] = {cost(after, state.blank), 0, state.blank};
    open.emplace(ways[rank].key, rank);
  }
  while (!open.empty()) {
    const auto [key, rank] = open.top();
    open.pop();
    if (key > ways[rank].key) continue;
    const Board board = Representative(subproblem, ranking.Unrank(rank));
    for (int a = 0; a < kActions; ++a) {
      const auto action = static_cast<Action>(a);
      if (!board.CanApply(action)) continue;
      const int from = board.blank + subproblem.geometry.BlankStep(action);
      if (subproblem.fixed & CellBit(from)) continue;
      const uint64_t next = ranking.RankAfter(rank, board, action);
      Way& way = ways[next];
      const bool is_goal = way.moves == 0 && way.key < std::numeric_limits<double>::infinity();
      if (is_goal || way.key <= key + 1) continue;
      way = {key + 1, ways[rank].moves + 1, ways[rank].exit};
      open.emplace(way.key, next);
    }
  }
  return ways;
}

struct Walks {
  double mean = 0;
  double worst = 0;
};

// All boards by this policy. Returns nothing useful if a state of a stage cannot be solved in it.
Walks Join(const Plan& plan, const SeamCost& cost, bool* solves_all) {
  Rest rest;
  Walks all;
  const PlanPart& part = *plan.staged();
  for (size_t i = part.stage_count; i-- > 0;) {
    const Subproblem& subproblem = plan.stages[part.first_stage + i];
    const Ranking ranking(subproblem);
    const std::vector<Way> ways = FindWays(subproblem, rest, cost);
    Rest before;
    all = {};
    uint64_t states = 0;
    for (int b = 0; b * ranking.slice() < ways.size(); ++b) {
      const auto cell = static_cast<size_t>(ranking.FreeCell(b));
      double sum = 0;
      uint64_t reached = 0;
      for (uint64_t rank = b * ranking.slice(); rank < (b + 1) * ranking.slice(); ++rank) {
        const Way& way = ways[rank];
        if (way.key == std::numeric_limits<double>::infinity()) continue;
        sum += way.moves + rest.mean[way.exit];
        before.worst[cell] = std::max(before.worst[cell], way.moves + rest.worst[way.exit]);
        ++reached;
      }
      before.mean[cell] = reached == 0 ? 0 : sum / static_cast<double>(reached);
      all.mean += sum;
      all.worst = std::max(all.worst, before.worst[cell]);
      states += reached;
    }
    all.mean /= static_cast<double>(states);
    if (states != ways.size()) *solves_all = false;
    rest = before;
  }
  return all;
}

int Run(const char* board, const char* text) {
  const auto geometry = ParseGeometry(board);
  if (!geometry.ok()) {
    fprintf(stderr, "seam_costs: %s\n", std::string(geometry.status().message()).c_str());
    return 2;
  }
  const auto plan = ParsePlan(*geometry, text);
  if (!plan.ok() || plan->staged() == nullptr) {
    fprintf(
        stderr, "seam_costs: %s\n",
        plan.ok() ? "expected a plan with stages" : std::string(plan.status().message()).c_str());
    return 2;
  }
  const std::pair<const char*, SeamCost> policies[] = {
      {"soonest", [](const Rest&, int) { return 0.0; }},
      {"ties",
       [](const Rest& rest, int blank) { return kTie * rest.mean[static_cast<size_t>(blank)]; }},
      {"mean", [](const Rest& rest, int blank) { return rest.mean[static_cast<size_t>(blank)]; }},
      {"worst", [](const Rest& rest, int blank) { return rest.worst[static_cast<size_t>(blank)]; }},
  };
  printf("%s %s\n", board, text);
  for (const auto& [name, cost] : policies) {
    bool solves_all = true;
    const Walks walks = Join(*plan, cost, &solves_all);
    if (!solves_all) {
      fprintf(stderr, "seam_costs: a stage of %s grows; expected a plan whose stages do not\n",
              text);
      return 1;
    }
    printf("  %-8s mean %8.3f  worst %4.0f\n", name, walks.mean, walks.worst);
  }
  return 0;
}

}  // namespace
}  // namespace tilebase

int main(int argc, char** argv) {
  if (argc == 3) return tilebase::Run(argv[1], argv[2]);
  fprintf(stderr, "usage: seam_costs WxH PLAN\n");
  return 2;
}
