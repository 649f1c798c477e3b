// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/table_set.h"

#include "tables/pair_values.h"
#include "tables/pattern_ranking.h"
#include "tables/ranking.h"

namespace tilebase {

const char* Name(Metric metric) {
  switch (metric) {
    case Metric::kMoves:
      return "moves";
    case Metric::kPattern:
      return "pattern";
    case Metric::kValue:
      return "value";
    case Metric::kMtm:
      return "mtm";
  }
  return "unknown";
}

uint64_t EntryCount(const Subproblem& subproblem, Metric metric) {
  switch (metric) {
    case Metric::kMoves:
    case Metric::kMtm:
      return EntryCount(subproblem);
    case Metric::kPattern:
      return PatternEntryCount(subproblem.geometry, subproblem.goal);
    case Metric::kValue:
      return PairEntryCount(subproblem.geometry);
  }
  return 0;
}

uint64_t StateCount(const Subproblem& subproblem, Metric metric) {
  return HasStages(metric) ? StateCount(subproblem) : EntryCount(subproblem, metric);
}

EntryKind KindOf(Metric metric, bool all_reachable) {
  switch (metric) {
    case Metric::kMoves:
      return all_reachable ? EntryKind::kPolicy : EntryKind::kPolicyReachable;
    case Metric::kPattern:
      return EntryKind::kExcess;
    case Metric::kValue:
      return EntryKind::kNumber;
    case Metric::kMtm:
      return EntryKind::kSlide;
  }
  return EntryKind::kPolicy;
}

double TableInfo::mean_depth() const {
  double sum = 0;
  double count = 0;
  for (size_t depth = 0; depth < histogram.size(); ++depth) {
    sum += static_cast<double>(histogram[depth]) * static_cast<double>(depth);
    count += static_cast<double>(histogram[depth]);
  }
  return count == 0 ? 0 : sum / count;
}

}  // namespace tilebase
