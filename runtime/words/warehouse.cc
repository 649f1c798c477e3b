// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/words/warehouse.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tables/error.h"

namespace tilebase {
namespace {

// Beginnings of orders of loads that are kept: all orders of three loads.
constexpr size_t kOrders = 6;

absl::Status Wrong(std::string what, std::string expected) {
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.what = std::move(what), .expected = std::move(expected)});
}

}  // namespace

absl::StatusOr<Warehouse> Warehouse::Create(const WordSet* set) {
  if (absl::Status status = YardValues::Check(*set); !status.ok()) return status;
  return Warehouse(set);
}

absl::StatusOr<WarehouseAnswer> Warehouse::Solve(const Word& word, Deliver deliver,
                                                 const WarehouseEffort& effort) const {
  const size_t blanks = static_cast<size_t>(std::count(word.begin(), word.end(), 0));
  const size_t loads = static_cast<size_t>(std::count(word.begin(), word.end(), 1));
  if (blanks < static_cast<size_t>(values_.blanks()) || blanks + loads > kMaxYardBlanks)
    return Wrong(absl::StrCat(blanks, " blanks"),
                 absl::StrCat(values_.blanks(), " to ", kMaxYardBlanks - loads));
  if (loads < static_cast<size_t>(values_.loads()) || loads > kMaxYardLoads)
    return Wrong(absl::StrCat(loads, " wanted loads"),
                 absl::StrCat(values_.loads(), " to ", kMaxYardLoads));
  Yard yard;
  for (size_t cell = 0; cell < word.size(); ++cell) {
    if (word[cell] == 0) yard.blank[yard.blanks++] = static_cast<uint16_t>(cell);
    if (word[cell] == 1) yard.load[yard.loads++] = static_cast<uint16_t>(cell);
  }
  const bool leave =
      deliver == Deliver::kLeave || (deliver == Deliver::kAny && yard.loads > values_.loads());
  if (!leave && yard.loads > values_.loads())
    return Wrong(absl::StrCat(yard.loads, " wanted loads that stay"),
                 absl::StrCat(values_.loads(), ", as the table has"));
  if (leave && values_.loads() > 1)
    return Wrong(absl::StrCat("loads that leave, by a table of ", values_.loads(), " loads"),
                 "a table of one load");
  WarehouseAnswer answer;
  absl::StatusOr<YardPlan> plan =
      leave && yard.loads > 1 ? DeliverAll(yard, effort) : Find(yard, effort);
  if (!plan.ok()) return plan.status();
  answer.plan = *std::move(plan);
  const bool is_exact = yard.loads == values_.loads() && yard.blanks == values_.blanks();
  answer.bound = is_exact ? answer.plan.size() : values_.Distance(yard);
  return answer;
}

bool Warehouse::Leave(Yard* yard) const {
  int left = 0;
  const int loads = yard->loads;
  for (int i = 0; i < loads; ++i)
    if (values_.IsGoalCell(yard->load[i]))
      yard->blank[yard->blanks++] = yard->load[i];
    else
      yard->load[left++] = yard->load[i];
  yard->loads = left;
  std::sort(yard->blank, yard->blank + yard->blanks);
  return left < loads;
}

absl::Status Warehouse::DeliverOne(int load, const WarehouseEffort& effort, Stage* stage) const {
  uint16_t cell = stage->yard.load[load];
  for (;;) {
    Yard one = stage->yard;
    one.loads = 1;
    one.load[0] = cell;
    const absl::StatusOr<YardPlan> plan = Find(one, effort);
    if (!plan.ok()) return plan.status();
    bool again = false;
    for (size_t i = 0; i < plan->size() && !again; ++i) {
      for (const YardRun& run : (*plan)[i]) {
        values_.Play(run, &stage->yard);
        values_.Play(run, &one);
      }
      stage->plan.push_back((*plan)[i]);
      cell = one.load[0];
      // Another load that happens to be there leaves, too: there is a blank more.
      again = Leave(&stage->yard);
    }
    if (values_.IsGoalCell(cell)) return absl::OkStatus();
  }
}

absl::StatusOr<YardPlan> Warehouse::DeliverAll(const Yard& yard,
                                               const WarehouseEffort& effort) const {
  WarehouseEffort each = effort;
  each.boards /= static_cast<uint64_t>(yard.loads) * kOrders;
  each.microseconds /= static_cast<uint64_t>(yard.loads) * kOrders;
  std::vector<Stage> stages(1);
  stages[0].yard = yard;
  Leave(&stages[0].yard);
  while (std::any_of(stages.begin(), stages.end(),
                     [](const Stage& stage) { return stage.yard.loads > 0; })) {
    std::vector<Stage> next;
    for (const Stage& stage : stages) {
      if (stage.yard.loads == 0) next.push_back(stage);
      for (int load = 0; load < stage.yard.loads; ++load) {
        next.push_back(stage);
        if (absl::Status status = DeliverOne(load, each, &next.back()); !status.ok()) return status;
        next.back().left = 0;
        for (int i = 0; i < next.back().yard.loads; ++i) {
          Yard one = next.back().yard;
          one.loads = 1;
          one.load[0] = next.back().yard.load[i];
          next.back().left += values_.ValueOf(one).least;
        }
      }
    }
    std::stable_sort(next.begin(), next.end(), [](const Stage& a, const Stage& b) {
      return a.plan.size() + a.left < b.plan.size() + b.left;
    });
    if (next.size() > kOrders) next.resize(kOrders);
    stages = std::move(next);
  }
  return std::move(stages[0].plan);
}

}  // namespace tilebase
