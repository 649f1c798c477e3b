// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The most actions that solving by a staged part takes: the worst case of the walk, joined at the
// seams.
//
// The sum of the stages' greatest depths is far from it, because the worst boards of two stages
// seldom meet. Only the blank's cell crosses a seam: a stage's walk permutes the tiles that it does
// not look at, so every arrangement of them can follow it. So take the stages from the last one to
// the first, and keep for each cell of the blank the most actions that are left:
//
//   rest(last + 1, home) = 0
//   rest(i, b) = max over the states of stage i with the blank on b of
//                (length of the state's walk) + rest(i + 1, cell where that walk leaves the blank)
//
// and the worst case is the maximum of rest(first, b). It is exact.
//
// Walks by a policy are the paths of a forest whose roots are the goal states. Each tree is
// searched from its root, against the policy: no memory but the decoded entries, and every state is
// visited once.
//
// The sum stays if a stage grows by lookup: hints take another one of its tables than solutions,
// and the number bounds both. It also stays if a table has more than kMostJoinedEntries entries,
// because joining would take too long.

#ifndef TILEBASE_GENERATOR_WORST_WALK_H_
#define TILEBASE_GENERATOR_WORST_WALK_H_

#include <stdint.h>

#include <array>
#include <functional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "tables/plan.h"
#include "tables/table_set.h"

namespace tilebase {

struct WorstWalk {
  uint32_t actions = 0;
  uint32_t slides = 0;  // of the metric mtm; else 0
};

// For each cell of the blank the most that is left from there; kNoWalk where no walk begins.
struct WalksLeft {
  static constexpr int32_t kNoWalk = -(1 << 30);
  WalksLeft() {
    actions.fill(kNoWalk);
    slides.fill(kNoWalk);
  }
  std::array<int32_t, kMaxCells> actions;
  std::array<int32_t, kMaxCells> slides;
};

// rest(i, ..) of a stage with this one table, given rest(i + 1, ..) and the table's policy or
// slides (entry.h). Errors: Internal where the entries do not lead to the goal from as many states
// as the table says. Requires HasStages(table.metric).
absl::StatusOr<WalksLeft> SearchWalks(const TableInfo& table, const uint8_t* entries,
                                      const WalksLeft& after, int threads);

// Whether the worst walk by plan.staged() may be less than the sum of greatest depths, and is to be
// found.
bool IsJoined(const Plan& plan, absl::Span<const StageInfo> stages,
              absl::Span<const TableInfo> tables);

// The worst walk by plan.staged(). `read` fills a table's first plane. Memory: that of one plane.
// Errors: those of `read` and SearchWalks; std::bad_alloc. Requires IsJoined.
absl::StatusOr<WorstWalk> FindWorstWalk(
    const Plan& plan, absl::Span<const StageInfo> stages, absl::Span<const TableInfo> tables,
    int threads,
    const std::function<absl::Status(const TableInfo& table, absl::Span<uint8_t> out)>& read);

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_WORST_WALK_H_
