// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/words/word_solver.h"

#include <memory>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "generator/checkpoint.h"
#include "generator/words/word_kernel.h"
#include "generator/words/word_turns.h"
#include "tables/error.h"
#include "tables/words/word_file.h"

namespace tilebase {
namespace {

absl::Status NoMemory(const WordProblem& problem) {
  return MakeError(absl::StatusCode::kResourceExhausted,
                   {.where = ToString(problem),
                    .what = "out of memory",
                    .remedy = "close other programs or choose a smaller problem"});
}

}  // namespace

void WordSearch::Fill(std::vector<int>* left, const std::vector<size_t>& cells, size_t next,
                      Word* word, const std::function<void(const Word&)>& visit) const {
  if (next == cells.size()) {
    visit(*word);
    return;
  }
  for (size_t symbol = 0; symbol < left->size(); ++symbol) {
    if ((*left)[symbol] == 0) continue;
    --(*left)[symbol];
    (*word)[cells[next]] = static_cast<uint8_t>(symbol);
    Fill(left, cells, next + 1, word, visit);
    ++(*left)[symbol];
  }
}

void WordSearch::ForEachGoal(int cost, const std::function<void(const Word&)>& visit) const {
  for (const WordGoal& goal : problem_.goals) {
    if (goal.cost != static_cast<uint32_t>(cost)) continue;
    std::vector<int> left = {problem_.blanks};
    for (const WordSymbol& symbol : problem_.symbols) left.push_back(symbol.count);
    std::vector<size_t> cells;
    for (size_t cell = 0; cell < goal.cell.size(); ++cell)
      if (goal.cell[cell] == WordGoal::kAny)
        cells.push_back(cell);
      else
        --left[goal.cell[cell]];
    Word word = goal.cell;
    Fill(&left, cells, 0, &word, visit);
  }
}

std::vector<HugeBytes*> WordSearch::Arrays() {
  std::vector<HugeBytes*> arrays = {&low_, &high_};
  for (HugeBytes& plane : policy_) arrays.push_back(&plane);
  return arrays;
}

std::vector<absl::Span<uint8_t>> WordSearch::Memory() {
  std::vector<absl::Span<uint8_t>> memory;
  for (HugeBytes* array : Arrays())
    if (array->size() != 0) memory.push_back({array->data(), array->size()});
  return memory;
}

std::vector<uint64_t> WordSearch::Restore() {
  if (options_.checkpoint == nullptr) return {};
  std::vector<uint64_t> saved = options_.checkpoint->Restore(Memory());
  // From level 255 on there is one array more.
  if (saved.empty() && high_.Allocate(ranking_.size())) {
    saved = options_.checkpoint->Restore(Memory());
    if (saved.empty()) high_ = HugeBytes();
  }
  return saved;
}

void WordSearch::Save(uint64_t policies, const std::vector<uint64_t>& histogram) {
  if (options_.checkpoint == nullptr || !options_.checkpoint->IsDue()) return;
  std::vector<uint64_t> numbers = {policies};
  numbers.insert(numbers.end(), histogram.begin(), histogram.end());
  options_.checkpoint->Save(numbers, Memory());
}

absl::StatusOr<SolvedWords> WordSearch::Run() {
  const uint64_t states = ranking_.size();
  if (!low_.Allocate(states)) return NoMemory(problem_);
  std::fill_n(low_.data(), states, kUnset);
  if (has_policy()) {
    policy_.resize(static_cast<size_t>(PolicyBytes(problem_)));
    for (HugeBytes& plane : policy_)
      if (!plane.Allocate(states)) return NoMemory(problem_);
  }
  if (!Prepare()) return NoMemory(problem_);

  std::set<int> costs;
  for (const WordGoal& goal : problem_.goals) costs.insert(static_cast<int>(goal.cost));
  SolvedWords solution;
  uint64_t done = 0, policies = 1;  // goals need no move
  if (const std::vector<uint64_t> saved = Restore(); !saved.empty()) {
    policies = saved[0];
    solution.histogram.assign(saved.begin() + 1, saved.end());
    for (const uint64_t states_of_level : solution.histogram) done += states_of_level;
  }
  const int reached = static_cast<int>(solution.histogram.size());
  costs.erase(costs.begin(), costs.lower_bound(reached));
  for (int level = reached; !costs.empty() || solution.histogram.back() > 0; ++level) {
    if (level > kMaxValue)
      return MakeError(absl::StatusCode::kResourceExhausted,
                       {.where = ToString(problem_),
                        .what = absl::StrCat("values above ", kMaxValue),
                        .expected = "fewer"});
    if (level == 255 && !high_.Allocate(states)) return NoMemory(problem_);
    uint64_t found =
        !solution.histogram.empty() && solution.histogram.back() > 0 ? Expand(level) : 0;
    if (costs.erase(level) > 0) found += AddGoals(level);
    if (cancelled()) return absl::CancelledError("stopped");
    solution.histogram.push_back(found);
    done += found;
    Save(policies, solution.histogram);
    if (options_.progress) options_.progress(level, done);
  }
  const int levels = static_cast<int>(solution.histogram.size()) - 1;  // with states
  while (finishes_policy() && policies < static_cast<uint64_t>(levels)) {
    FinishPolicy(static_cast<int>(policies));
    if (cancelled()) return absl::CancelledError("stopped");
    Save(++policies, solution.histogram);
    if (options_.progress) options_.progress(levels + static_cast<int>(policies), done);
  }
  solution.histogram.pop_back();

  solution.value_bytes = levels > 255 ? 2 : 1;
  if (high_.size() != 0 && levels > 255)
    for (uint64_t state = 0; state < states; ++state) {
      const int value = low_[state] == kUnset ? 65535 : high_[state] * 255 + low_[state];
      low_[state] = static_cast<uint8_t>(value & 255);
      high_[state] = static_cast<uint8_t>(value >> 8);
    }
  solution.planes.push_back(std::move(low_));
  if (solution.value_bytes == 2) solution.planes.push_back(std::move(high_));
  for (HugeBytes& plane : policy_) solution.planes.push_back(std::move(plane));
  return solution;
}

uint64_t WordSolverMemory(const WordProblem& problem, const WordRanking& ranking) {
  const uint64_t states = ranking.size();
  const uint64_t kept = states * (1 + static_cast<uint64_t>(PolicyBytes(problem)));
  if (HasLoneTile(ranking)) return kept + LoneTileMemory(problem, ranking);
  return kept + WordTurns::MemoryOf(ranking, problem.width - 1) +
         (problem.metric == WordMetric::kStm ? 0 : states * 2 + states / 8);
}

absl::StatusOr<SolvedWords> SolveWords(const WordProblem& problem, const WordRanking& ranking,
                                       const WordSolveOptions& options) {
  const std::unique_ptr<WordSearch> search = HasLoneTile(ranking) && !options.one_by_one
                                                 ? MakeLoneTileKernel(problem, ranking, options)
                                                 : MakeWordKernel(problem, ranking, options);
  return search->Run();
}

}  // namespace tilebase
