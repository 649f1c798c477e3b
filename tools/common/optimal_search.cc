// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/optimal_search.h"

#include <utility>

#include "tables/open_source.h"
#include "tables/plan.h"
#include "tools/common/open_set.h"

namespace tilebase {

absl::StatusOr<OptimalSearch> OptimalSearch::Open(const std::string& file, int threads) {
  const auto source = OpenSource(file);
  if (!source.ok()) return source.status();
  OptimalSearch search;
  const PlanPart* const staged = (*source)->plan().staged();
  if (staged != nullptr && staged->metric == Metric::kMtm) {
    auto policies = OpenSet(file);
    if (!policies.ok()) return policies.status();
    search.policies_ = *std::move(policies);
    auto slides = SlideOptimal::Create(*search.policies_);
    if (!slides.ok()) return slides.status();
    search.slides_ = *std::move(slides);
  } else {
    auto patterns = OptimalTables::Open(file, threads);
    if (!patterns.ok()) return patterns.status();
    search.patterns_ = *std::move(patterns);
  }
  return search;
}

std::string OptimalSearch::tables() const {
  return is_mtm() ? policies_->info().plan : patterns_->partition();
}

}  // namespace tilebase
