// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/words/warehouse_search.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "tables/error.h"
#include "tables/system/clock.h"

namespace tilebase {
namespace {

// Steps of which the rule makes the best; and where it finishes the yards of a beam.
constexpr size_t kRuleWidth = 4;
constexpr size_t kFinishingWidth = 1;
// The first beam: yards after each step, and steps of each yard; and most of these.
constexpr size_t kFirstYards = 4;
constexpr size_t kFirstSteps = 32;
constexpr size_t kMostStepsOfYard = 64;
// Yards that are finished for each that is kept.
constexpr size_t kFinishedShare = 8;

}  // namespace

// A step that is made, or the beginning of one.
struct WarehouseSearch::Step {
  Yard yard;  // after its runs
  YardValue value;
  YardRun run[kMaxYardBlanks];
  int runs = 0;
  uint64_t moved = 0;  // a bit for each blank of the yard before
  // The cells of the runs, and those of all blanks before.
  uint64_t taken[kMaxWordCells / 64] = {};

  bool Has(int cell) const { return (taken[cell >> 6] >> (cell & 63) & 1) != 0; }
  void Take(int cell) { taken[cell >> 6] |= uint64_t{1} << (cell & 63); }
  std::vector<YardRun> Runs() const { return {run, run + runs}; }
};

struct WarehouseSearch::Node {
  Yard yard;
  YardValue value;
  size_t parent = 0;
  std::vector<YardRun> runs;
};

// What is left of an effort.
class WarehouseSearch::Meter {
 public:
  explicit Meter(const WarehouseEffort& effort) : effort_(effort), begin_(Clock::now()) {}
  ~Meter() {
    if (effort_.looked_at != nullptr) *effort_.looked_at += boards_;
  }
  void Count() { ++boards_; }
  bool is_spent() const {
    return boards_ >= effort_.boards || (effort_.cancel != nullptr && *effort_.cancel) ||
           (effort_.microseconds != 0 &&
            SecondsSince(begin_) * 1e6 >= static_cast<double>(effort_.microseconds));
  }

 private:
  const WarehouseEffort& effort_;
  const Clock::time_point begin_;
  uint64_t boards_ = 0;
};

std::vector<YardRun> WarehouseSearch::RunsOf(const Yard& yard, const WordMove& move) const {
  std::vector<YardRun> runs;
  for (int i = 0; i < move.runs; ++i) {
    // A run over another blank is that blank's from there on.
    YardRun run = {move.run[i].from, move.run[i].from};
    for (int at = run.from; at != move.run[i].to;) {
      at = values_.set().moves().Next(at, move.run[i].direction);
      if (!yard.HasBlank(at)) {
        run.to = static_cast<uint16_t>(at);
        continue;
      }
      if (run.to != run.from) runs.push_back(run);
      run.from = run.to = static_cast<uint16_t>(at);
    }
    if (run.to != run.from) runs.push_back(run);
  }
  return runs;
}

template <typename Use>
void WarehouseSearch::ForEachMove(const Yard& yard, const uint16_t* blanks, Use use) const {
  const WordSet& set = values_.set();
  const uint64_t state = values_.StateOf(yard, blanks);
  if (set.table().policy_bytes > 0) {
    WordMove move;
    if (set.moves().Decode(blanks, set.CodeAt(state), &move)) use(RunsOf(yard, move));
    return;
  }
  set.moves().ForEach(blanks, [&](const WordMove& move) {
    Yard after = yard;
    uint16_t subset[kMaxWordBlanks];
    set.moves().BlanksAfter(move, blanks, subset);
    const std::vector<YardRun> runs = RunsOf(yard, move);
    for (const YardRun& run : runs) values_.Play(run, &after);
    if (set.ValueAt(values_.StateOf(after, subset)) + 1 == set.ValueAt(state)) use(runs);
  });
}

void WarehouseSearch::KeepBest(size_t width, std::vector<Step>* steps) {
  std::stable_sort(steps->begin(), steps->end(),
                   [](const Step& a, const Step& b) { return a.value < b.value; });
  steps->erase(std::unique(steps->begin(), steps->end(),
                           [](const Step& a, const Step& b) { return a.yard == b.yard; }),
               steps->end());
  if (steps->size() > width) steps->resize(width);
}

void WarehouseSearch::Extend(uint16_t blank, uint64_t bit, size_t width, std::vector<Step>* steps,
                             Meter* meter) const {
  // A step as it is (run.to == blank), or with one run more.
  struct Choice {
    YardValue value;
    size_t step;
    YardRun run;
  };
  const WordMoves& moves = values_.set().moves();
  std::vector<Choice> choices;
  for (size_t i = 0; i < steps->size(); ++i) {
    const Step& step = (*steps)[i];
    choices.push_back({step.value, i, {blank, blank}});
    if ((step.moved & bit) != 0) continue;
    const int index = static_cast<int>(
        std::lower_bound(step.yard.blank, step.yard.blank + step.yard.blanks, blank) -
        step.yard.blank);
    YardValue others;
    values_.AddWithout(step.yard, index, &others);
    for (int direction = 0; direction < 4; ++direction) {
      bool moves_load = false;
      for (int to = moves.Next(blank, direction); to >= 0 && !step.Has(to);
           to = moves.Next(to, direction)) {
        const YardRun run = {blank, static_cast<uint16_t>(to)};
        for (int load = 0; load < step.yard.loads; ++load) moves_load |= step.yard.load[load] == to;
        YardValue value = others;
        if (!moves_load) values_.AddMoved(step.yard, index, run.to, &value);
        if (moves_load || value.least > values_.Distance(step.yard)) {
          Yard after = step.yard;
          values_.Play(run, &after);
          int first = 0;
          if (moves_load) value = values_.ValueOf(after);
          value.least = std::min(value.least, values_.OpenWay(after, &first));
        }
        choices.push_back({value, i, run});
        meter->Count();
        if (!moves.has_lines()) break;
      }
    }
  }
  const auto is_better = [](const Choice& a, const Choice& b) { return a.value < b.value; };
  std::stable_sort(choices.begin(), choices.end(), is_better);
  std::vector<Step> best;
  for (const Choice& choice : choices) {
    if (best.size() >= width) break;
    best.push_back((*steps)[choice.step]);
    Step& step = best.back();
    if (choice.run.to == blank) continue;
    values_.ForEachCell(choice.run, [&](int cell) { step.Take(cell); });
    values_.Play(choice.run, &step.yard);
    step.value = choice.value;
    step.run[step.runs++] = choice.run;
    step.moved |= bit;
    // Two ways to one yard.
    if (best.size() > 1 && best[best.size() - 2].yard == step.yard) best.pop_back();
  }
  *steps = std::move(best);
}

std::vector<WarehouseSearch::Step> WarehouseSearch::BestSteps(const Yard& yard,
                                                              const YardValue& value, size_t width,
                                                              bool last_first, Meter* meter) const {
  Step none;
  none.yard = yard;
  none.value = value;
  for (int i = 0; i < yard.blanks; ++i) none.Take(yard.blank[i]);
  std::vector<Step> steps;
  const auto bit_of = [&](uint16_t blank) {
    return uint64_t{1} << (std::lower_bound(yard.blank, yard.blank + yard.blanks, blank) -
                           yard.blank);
  };
  if (!is_joint()) {
    for (int i = 0; i < yard.blanks; ++i) {
      std::vector<Step> runs = {none};
      Extend(yard.blank[i], uint64_t{1} << i, SIZE_MAX, &runs, meter);
      for (const Step& step : runs)
        if (step.runs > 0) steps.push_back(step);
    }
    KeepBest(width, &steps);
    return steps;
  }
  const auto add = [&](const std::vector<YardRun>& runs) {
    Step step = none;
    for (const YardRun& run : runs) {
      values_.Play(run, &step.yard);
      values_.ForEachCell(run, [&](int cell) { step.Take(cell); });
      step.run[step.runs++] = run;
      step.moved |= bit_of(run.from);
    }
    step.value = values_.ValueOf(step.yard);
    meter->Count();
    steps.push_back(step);
  };
  int first = 0;
  if (values_.OpenWay(yard, &first) == value.least)
    add({{static_cast<uint16_t>(first), yard.load[0]}});
  values_.ForEachSubset(yard, value.least, [&](const uint16_t* blanks) {
    ForEachMove(yard, blanks, add);
    return true;
  });
  KeepBest(width, &steps);
  if (width > 1) steps.push_back(none);
  for (int i = 0; i < yard.blanks; ++i) {
    const int blank = last_first ? yard.blanks - 1 - i : i;
    Extend(yard.blank[blank], uint64_t{1} << blank, width, &steps, meter);
  }
  steps.erase(
      std::remove_if(steps.begin(), steps.end(), [](const Step& step) { return step.runs == 0; }),
      steps.end());
  return steps;
}

absl::StatusOr<YardPlan> WarehouseSearch::PlayOneSubset(Yard yard) const {
  YardPlan plan;
  uint32_t before = UINT32_MAX;
  while (!values_.IsGoal(yard)) {
    const uint32_t least = values_.ValueOf(yard).least;
    if (least >= values_.set().unreachable() && plan.empty())
      return MakeError(absl::StatusCode::kNotFound,
                       {.what = "cannot be solved: no moves of as many blanks as the table has "
                                "lead to a goal"});
    bool found = false;
    int first = 0;
    const auto play = [&](const std::vector<YardRun>& runs) {
      if (found) return;
      found = true;
      for (const YardRun& run : runs) {
        values_.Play(run, &yard);
        if (!is_joint()) plan.push_back({run});
      }
      if (is_joint()) plan.push_back(runs);
    };
    if (values_.OpenWay(yard, &first) == least) {
      play({{static_cast<uint16_t>(first), yard.load[0]}});
    } else {
      const Yard here = yard;
      values_.ForEachSubset(here, least, [&](const uint16_t* blanks) {
        ForEachMove(here, blanks, play);
        return false;
      });
    }
    if (!found || least >= before)
      return DamageError(values_.set().file().name(), "a move that leads nearer", "none");
    before = least;
  }
  return plan;
}

absl::StatusOr<YardPlan> WarehouseSearch::PlayRule(Yard yard, size_t width, bool last_first,
                                                   Meter* meter) const {
  YardPlan plan;
  YardValue value = values_.ValueOf(yard);
  while (!values_.IsGoal(yard)) {
    const std::vector<Step> steps = BestSteps(yard, value, width, last_first, meter);
    // Where no step of this metric leads nearer at once (mtm, whose lines blanks cut), the
    // literature's rule goes on.
    if (steps.empty() || steps[0].value.least >= value.least) {
      absl::StatusOr<YardPlan> rest = PlayOneSubset(yard);
      if (rest.ok()) plan.insert(plan.end(), rest->begin(), rest->end());
      return rest.ok() ? plan : rest;
    }
    plan.push_back(steps[0].Runs());
    yard = steps[0].yard;
    value = steps[0].value;
  }
  return plan;
}

bool WarehouseSearch::SearchBeam(const Yard& yard, size_t width, size_t steps, size_t longest,
                                 Meter* meter, YardPlan* plan, bool* is_cut) const {
  struct Child {
    Step step;
    size_t parent;
    size_t total;  // steps of the plan that the rule finishes
  };
  std::vector<Node> nodes;
  nodes.push_back({yard, values_.ValueOf(yard), 0, {}});
  for (size_t begin = 0, depth = 1; begin < nodes.size(); ++depth) {
    const size_t end = nodes.size();
    const bool last_first = depth % 2 == 0;
    std::vector<Child> children;
    for (size_t i = begin; i < end && !meter->is_spent(); ++i)
      for (Step& step : BestSteps(nodes[i].yard, nodes[i].value, steps, last_first, meter))
        if (depth + values_.Distance(step.yard) <= longest)
          children.push_back({std::move(step), i, 0});
    std::vector<size_t> order(children.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return children[a].step.value < children[b].step.value;
    });
    order.erase(std::unique(order.begin(), order.end(),
                            [&](size_t a, size_t b) {
                              return children[a].step.yard == children[b].step.yard;
                            }),
                order.end());
    if (order.size() > kFinishedShare * width) {
      order.resize(kFinishedShare * width);
      *is_cut = true;
    }
    for (const size_t index : order) {
      if (meter->is_spent()) return false;
      Child& child = children[index];
      const absl::StatusOr<YardPlan> rest =
          PlayRule(child.step.yard, kFinishingWidth, last_first, meter);
      if (!rest.ok()) return false;  // the table is damaged; its plan has told
      child.total = depth + rest->size();
      if (child.total > longest) continue;
      plan->assign({child.step.Runs()});
      for (size_t at = child.parent; at != 0; at = nodes[at].parent)
        plan->push_back(nodes[at].runs);
      std::reverse(plan->begin(), plan->end());
      plan->insert(plan->end(), rest->begin(), rest->end());
      return true;
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return children[a].total < children[b].total; });
    if (order.size() > width) {
      order.resize(width);
      *is_cut = true;
    }
    for (const size_t index : order)
      nodes.push_back({children[index].step.yard, children[index].step.value,
                       children[index].parent, children[index].step.Runs()});
    begin = end;
  }
  return false;
}

absl::StatusOr<YardPlan> WarehouseSearch::Find(const Yard& yard,
                                               const WarehouseEffort& effort) const {
  Meter meter(effort);
  absl::StatusOr<YardPlan> best = PlayOneSubset(yard);
  for (const bool last_first : {false, true}) {
    if (!best.ok() || yard.blanks == values_.blanks() || best->size() <= values_.Distance(yard))
      break;
    absl::StatusOr<YardPlan> plan = PlayRule(yard, kRuleWidth, last_first, &meter);
    if (!plan.ok() || plan->size() < best->size()) best = std::move(plan);
  }
  // With the table's blanks its plan is the best.
  if (!best.ok() || yard.blanks == values_.blanks()) return best;
  size_t width = kFirstYards, steps = kFirstSteps;
  while (best->size() > values_.Distance(yard) && !meter.is_spent()) {
    bool is_cut = steps < kMostStepsOfYard;
    // If it finds a plan, the same widths look for a shorter one.
    if (SearchBeam(yard, width, steps, best->size() - 1, &meter, &*best, &is_cut)) continue;
    if (!is_cut) break;
    width *= 2;
    steps = std::min(2 * steps, kMostStepsOfYard);
  }
  return best;
}

}  // namespace tilebase
