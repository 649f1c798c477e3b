// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The rules of records.h that tables and sets obey whatever they are stored in.

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "tables/codec.h"
#include "tables/plan.h"
#include "tables/ranking.h"
#include "tables/records.h"

namespace tilebase {
namespace {

absl::Status TableError(const TableInfo& table, absl::string_view what) {
  return absl::DataLossError(absl::StrCat("table ", ToString(table.subproblem), ": ", what));
}

absl::Status Expected(const TableInfo& table, absl::string_view what, uint64_t expected,
                      uint64_t found) {
  return TableError(table, absl::StrCat("expected ", what, " ", expected, ", found ", found));
}

}  // namespace

absl::Status CheckTable(const TableInfo& table) {
  if (!table.subproblem.IsValid())
    return absl::DataLossError(absl::StrCat(
        "table: expected disjoint sets of tiles of the board, the goal not empty, found goal 0x",
        absl::Hex(table.subproblem.goal), " and fixed 0x", absl::Hex(table.subproblem.fixed)));
  const uint64_t entries = EntryCount(table.subproblem);
  const uint64_t states = StateCount(table.subproblem);
  if (entries == 0 || states == 0)
    return TableError(table, "expected a number of states below 2^64, found more");
  if (table.entries != entries) return Expected(table, "entries", entries, table.entries);
  if (table.states != states) return Expected(table, "states", states, table.states);
  if (table.metric != Metric::kMoves)
    return Expected(table, "metric", 0, static_cast<uint64_t>(table.metric));
  if (!IsKnown(table.codec))
    return absl::UnimplementedError(absl::StrCat("table ", ToString(table.subproblem), ": codec ",
                                                 static_cast<int>(table.codec),
                                                 " needs a newer tilebase"));
  if (table.histogram.empty() || table.max_depth() > kMaxDepth || table.histogram.back() == 0)
    return TableError(table, absl::StrCat("expected a histogram of 1 to ", kMaxDepth + 1,
                                          " depths, the last one not zero"));
  uint64_t sum = 0;
  for (const uint64_t count : table.histogram) {
    if (count > entries - sum) return Expected(table, "a histogram of at most", entries, count);
    sum += count;
  }
  if (table.reachable != sum) return Expected(table, "reachable entries", sum, table.reachable);
  const bool reachable_plane = table.kind == EntryKind::kPolicyReachable;
  if (!reachable_plane && table.kind != EntryKind::kPolicy)
    return Expected(table, "an entry kind of at most", 1, static_cast<uint64_t>(table.kind));
  if (reachable_plane != (sum < entries))
    return TableError(
        table, absl::StrCat("expected a reachable plane exactly where some entry is "
                            "unreachable, found ",
                            entries - sum, " such and ", reachable_plane ? "a" : "no", " plane"));
  return absl::OkStatus();
}

uint32_t CertifiedWorstCase(absl::Span<const StageInfo> stages,
                            absl::Span<const TableInfo> tables) {
  uint32_t sum = 0;
  for (const StageInfo& stage : stages) {
    int greatest = 0;
    for (const TableInfo& table : tables.subspan(stage.first_table, stage.table_count))
      greatest = std::max(greatest, table.max_depth());
    sum += static_cast<uint32_t>(greatest);  // at most 63 stages of 65535
  }
  return sum;
}

absl::Status CheckTableSet(const SetInfo& info, absl::Span<const TableInfo> tables) {
  const absl::StatusOr<Plan> plan = ParsePlan(info.geometry, info.plan);
  if (!plan.ok())
    return absl::DataLossError(
        absl::StrCat("set: expected a plan, found '", info.plan, "': ", plan.status().message()));
  if (plan->text != info.plan)
    return absl::DataLossError(absl::StrCat("set: expected the canonical plan text '", plan->text,
                                            "', found '", info.plan, "'"));
  if (info.stages.size() != plan->stages.size())
    return absl::DataLossError(absl::StrCat("set: expected ", plan->stages.size(),
                                            " stages for plan '", info.plan, "', found ",
                                            info.stages.size()));
  uint64_t next = 0;
  for (size_t stage = 0; stage < info.stages.size(); ++stage) {
    const StageInfo& span = info.stages[stage];
    if (span.first_table != next || span.table_count == 0 ||
        span.table_count > tables.size() - next)
      return absl::DataLossError(absl::StrCat(
          "stage ", stage, ": expected its tables to begin at ", next, " and end by ",
          tables.size(), ", found ", span.first_table, " and ", span.table_count, " tables"));
    Subproblem expected = plan->stages[stage];
    for (uint32_t i = 0; i < span.table_count; ++i) {
      const TableInfo& table = tables[next++];
      // Tables between may be left out: the later ones solve whatever they would have solved.
      if (i > 0)
        while (table.subproblem != expected && expected.fixed != 0) expected = expected.Grown();
      if (table.subproblem != expected)
        return absl::DataLossError(absl::StrCat("stage ", stage, ": expected table ",
                                                ToString(expected), ", found ",
                                                ToString(table.subproblem)));
      // Algorithm 2 goes on to the next table where an entry cannot be solved, and only there.
      const bool last = i + 1 == span.table_count;
      if (last != (table.reachable == table.entries))
        return TableError(
            table, absl::StrCat("expected ", last ? "all" : "not all", " of ", table.entries,
                                " entries reachable as it is ", last ? "" : "not ",
                                "the last table of stage ", stage, ", found ", table.reachable));
      if (!last && expected.fixed == 0)
        return TableError(table, "expected to be the last one: it has no fixed tiles");
      if (!last) expected = expected.Grown();
    }
  }
  if (next != tables.size())
    return absl::DataLossError(
        absl::StrCat("set: expected ", next, " tables, found ", tables.size()));
  const uint32_t worst_case = CertifiedWorstCase(info.stages, tables);
  if (info.certified_worst_case != worst_case)
    return absl::DataLossError(absl::StrCat("set: expected certified worst case ", worst_case,
                                            ", found ", info.certified_worst_case));
  return absl::OkStatus();
}

}  // namespace tilebase
