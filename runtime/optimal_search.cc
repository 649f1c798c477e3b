// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/optimal_search.h"

#include <stdlib.h>

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tables/error.h"
#include "tables/open_source.h"

namespace tilebase {

bool OptimalSearch::IsFor(const Plan& plan) {
  const PlanPart* const staged = plan.staged();
  return plan.HasPatterns() || plan.IsMtm() || (staged != nullptr && staged->stage_count == 1);
}

absl::StatusOr<std::unique_ptr<OptimalSearch>> OptimalSearch::Create(
    std::shared_ptr<const TableSource> source, const PolicySet* policies, int threads,
    uint64_t memory_bytes) {
  if (!IsFor(source->plan()))
    return MakeError(absl::StatusCode::kFailedPrecondition,
                     {.where = source->name(),
                      .what = "has nothing to find shortest solutions with",
                      .expected = "pattern tables, one stage of all tiles, or the metric mtm",
                      .found = absl::StrCat("the plan ", source->info().plan),
                      .remedy = "tilebase build --plan pattern:6-6-3 makes such a file for 4x4, "
                                "--board 3x3 --plan 1-8 one for 3x3"});
  auto made = std::unique_ptr<OptimalSearch>(new OptimalSearch());
  made->source_ = source;
  made->policies_ = policies;
  if (policies != nullptr && policies->stages().size() == 1) return made;
  if (made->is_mtm()) {
    auto slides = SlideOptimal::Create(*policies, memory_bytes);
    if (!slides.ok()) return slides.status();
    made->slides_ = *std::move(slides);
    return made;
  }
  auto patterns = OptimalTables::Create(std::move(source), policies, threads, memory_bytes);
  if (!patterns.ok()) return patterns.status();
  made->patterns_ = *std::move(patterns);
  return made;
}

absl::StatusOr<std::unique_ptr<OptimalSearch>> OptimalSearch::Open(const std::string& path,
                                                                   int threads) {
  auto source = OpenSource(path);
  if (!source.ok()) return source.status();
  std::unique_ptr<PolicySet> policies;
  if ((*source)->plan().staged() != nullptr) {
    if (absl::Status status = (*source)->CheckReadInPlace(threads); !status.ok()) return status;
    auto created = PolicySet::Create(*source, {.threads = threads});
    if (!created.ok()) return created.status();
    policies = *std::move(created);
  }
  auto made = Create(*std::move(source), policies.get(), threads);
  if (made.ok()) (*made)->owned_policies_ = std::move(policies);
  return made;
}

OptimalAnswer OptimalSearch::Solve(const Board& board, const OptimalLimits& limits) const {
  if (patterns_ != nullptr) return patterns_->Solve(board, limits);
  if (slides_ != nullptr) return slides_->Solve(board, limits);
  OptimalAnswer answer;
  std::string letters(policies_->info().certified_worst_case, 0);
  SolveRequest request{board.tile, letters.data(), letters.size()};
  policies_->SolveLetters(&request);
  if (request.code != TILEBASE_OK) return answer;
  letters.resize(request.count);
  answer.proven = true;
  answer.bound = static_cast<int>(Moves(letters));
  answer.found = limits.known < 0 || answer.bound < limits.known;
  if (answer.found) answer.letters = std::move(letters);
  return answer;
}

OptimalAnswer OptimalSearch::Finish(const Destination& destination, OptimalAnswer answer) const {
  // The blank's way between goal and corner; whole lines take it in two slides at most.
  const int detour = is_mtm() ? std::min(destination.detour(), 2) : destination.detour();
  // The way to the goal and on to the corner is no shorter than the best way to the corner.
  // Nor is the way between goal and corner shorter than the blank's.
  if (answer.proven && answer.found)
    answer.bound = abs(static_cast<int>(Moves(answer.letters)) - detour);
  else
    answer.bound = std::max(answer.bound - detour, 0);
  if (!answer.found) return answer;
  const size_t count = answer.letters.size();
  answer.letters.resize(count + static_cast<size_t>(destination.detour()));
  answer.letters.resize(destination.Finish(answer.letters.data(), count));
  answer.proven = static_cast<int>(Moves(answer.letters)) == answer.bound;
  return answer;
}

const std::string& OptimalSearch::tables() const {
  return patterns_ != nullptr ? patterns_->partition() : source_->info().plan;
}

uint64_t OptimalSearch::table_bytes() const {
  return patterns_ != nullptr ? patterns_->table_bytes()
         : slides_ != nullptr ? slides_->table_bytes()
                              : 0;
}

}  // namespace tilebase
