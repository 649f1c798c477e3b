// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/table_set.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "tables/codec/codec.h"
#include "tables/entry.h"
#include "tables/error.h"
#include "tables/format.h"
#include "tables/pair_values.h"
#include "tables/plan.h"
#include "tables/ranking.h"
#include "tables/records.h"
#include "tables/slide_lanes.h"

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
    case Metric::kLane:
      return "lane";
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
    case Metric::kLane:
      return LaneCount(subproblem.geometry);
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
    case Metric::kLane:
      return EntryKind::kLane;
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

namespace {

std::string NameOfStage(size_t stage) { return absl::StrCat("stage ", stage); }

absl::Status Expected(const TableInfo& table, absl::string_view what, uint64_t expected,
                      uint64_t found) {
  return DamageError(TableName(table), absl::StrCat(what, " ", expected), absl::StrCat(found));
}

}  // namespace

std::string TableName(const TableInfo& table) {
  return absl::StrCat("table ", ToString(table.subproblem));
}

absl::Status CheckTable(const TableInfo& table) {
  if (table.codec == Codec::kZstd && !IsKnown(table.codec))  // raw_codec.cc
    return MakeError(absl::StatusCode::kUnimplemented,
                     {.where = TableName(table),
                      .expected = "raw entries",
                      .found = "entries packed by zstd",
                      .remedy = "make an image by 'tilebase export --store raw'"});
  if (!IsKnown(table.codec))
    return MakeError(
        absl::StatusCode::kUnimplemented,
        {.where = TableName(table),
         .what = absl::StrCat("codec ", static_cast<int>(table.codec), " needs a newer tilebase")});
  if (!IsValid(table.subproblem, table.metric))
    return DamageError("table", "disjoint sets of tiles of the board, the goal not empty",
                       absl::StrCat("goal 0x", absl::Hex(table.subproblem.goal), " and fixed 0x",
                                    absl::Hex(table.subproblem.fixed),
                                    table.subproblem.blank_back == 0
                                        ? ""
                                        : absl::StrCat(", the blank's end ",
                                                       table.subproblem.blank_back, " back")));
  if (table.metric > Metric::kLane)
    return Expected(table, "a metric of at most", 4, static_cast<uint64_t>(table.metric));
  const bool pattern = table.metric == Metric::kPattern;
  const bool value = table.metric == Metric::kValue;
  const bool lane = table.metric == Metric::kLane;
  const Subproblem& subproblem = table.subproblem;
  if (pattern && (subproblem.fixed != 0 || !IsPattern(subproblem.geometry, subproblem.goal)))
    return DamageError(TableName(table), "no fixed tiles and two tiles outside a pattern",
                       "others");
  if ((value || lane) && subproblem.blank_back != 0)
    return Expected(table, "a blank's end back by", 0, subproblem.blank_back);
  if ((value || lane) &&
      (subproblem.fixed != 0 || subproblem.goal != subproblem.geometry.all_tiles()))
    return DamageError(TableName(table), "values of all tiles, none of them fixed", "others");
  const uint64_t entries = EntryCount(subproblem, table.metric);
  const uint64_t states = StateCount(subproblem, table.metric);
  if (entries == 0 || states == 0)
    return DamageError(TableName(table), "a number of states below 2^64", "more");
  if (table.entries != entries) return Expected(table, "entries", entries, table.entries);
  if (table.states != states) return Expected(table, "states", states, table.states);
  if (table.histogram.empty() || table.max_depth() > kMaxDepth || table.histogram.back() == 0)
    return DamageError(TableName(table), absl::StrCat("a histogram of 1 to ", kMaxDepth + 1,
                                                      " depths, the last one not zero"));
  uint64_t sum = 0;
  for (const uint64_t count : table.histogram) {
    if (count > entries - sum) return Expected(table, "a histogram of at most", entries, count);
    sum += count;
  }
  if (table.reachable != sum) return Expected(table, "reachable entries", sum, table.reachable);
  if (value && table.max_depth() > UINT8_MAX)
    return Expected(table, "numbers of at most", UINT8_MAX,
                    static_cast<uint64_t>(table.max_depth()));
  if (value && table.fit.size() != table_record::kFitBands)
    return Expected(table, "bands of the fit", table_record::kFitBands, table.fit.size());
  if (table.metric != Metric::kMoves) {
    const EntryKind kind = KindOf(table.metric, true);
    if (table.kind != kind)
      return Expected(table, "an entry kind of", static_cast<uint64_t>(kind),
                      static_cast<uint64_t>(table.kind));
    if (table.metric != Metric::kMtm && sum != entries)
      return Expected(table, "reachable entries", entries, sum);
    return absl::OkStatus();
  }
  const bool reachable_plane = table.kind == EntryKind::kPolicyReachable;
  if (!reachable_plane && table.kind != EntryKind::kPolicy)
    return Expected(table, "an entry kind of at most", 1, static_cast<uint64_t>(table.kind));
  if (reachable_plane != (sum < entries))
    return DamageError(
        TableName(table), "a reachable plane exactly where some entry is unreachable",
        absl::StrCat(entries - sum, " such and ", reachable_plane ? "a" : "no", " plane"));
  return absl::OkStatus();
}

uint32_t SummedWorstCase(const SetInfo& info, absl::Span<const TableInfo> tables) {
  const absl::StatusOr<Plan> plan = ParsePlan(info.geometry, info.plan);
  return plan.ok() ? SummedWorstCase(*plan, info, tables) : 0;
}

uint32_t SummedWorstCase(const Plan& plan, const SetInfo& info,
                         absl::Span<const TableInfo> tables) {
  const PlanPart* const part = plan.staged();
  return part == nullptr ? 0 : WorstCase(plan, *part, info, tables);
}

uint32_t GreatestDepth(const StageInfo& stage, absl::Span<const TableInfo> tables) {
  int greatest = 0;
  for (const TableInfo& table : tables.subspan(stage.first_table, stage.table_count))
    greatest = std::max(greatest, table.max_depth());
  return static_cast<uint32_t>(greatest);
}

uint32_t WorstCase(const Plan& plan, const PlanPart& part, const SetInfo& info,
                   absl::Span<const TableInfo> tables) {
  if (part.first_stage + part.stage_count > info.stages.size()) return 0;
  uint32_t sum = 0;
  for (size_t i = 0; i < part.stage_count; ++i)  // at most 63 stages of 65535
    sum += GreatestDepth(info.stages[part.first_stage + i], tables);
  return part.metric == Metric::kMtm ? sum * static_cast<uint32_t>(LongestSlide(plan.geometry))
                                     : sum;
}

uint16_t SetInfo::format() const { return is_joined ? kJoinedFormatVersion : kFormatVersion; }

uint32_t SetInfo::certified_slides() const {
  return is_joined ? joined_slides
                   : certified_worst_case / static_cast<uint32_t>(LongestSlide(geometry));
}

namespace {

// Checks that the tables first .. first+count-1 are those of a stage: what Algorithm 2 may meet, in
// order.
absl::Status CheckStage(const Subproblem& own, Metric metric, size_t stage,
                        absl::Span<const TableInfo> tables) {
  Subproblem expected = own;
  for (size_t i = 0; i < tables.size(); ++i) {
    const TableInfo& table = tables[i];
    // Tables between may be missing: the later ones solve the boards that those would have solved.
    if (i > 0)
      while (table.subproblem != expected && expected.fixed != 0) expected = expected.Grown();
    if (table.subproblem != expected || table.metric != metric)
      return DamageError(NameOfStage(stage), absl::StrCat("table ", ToString(expected)),
                         absl::StrCat(ToString(table.subproblem),
                                      table.metric == metric             ? ""
                                      : table.metric == Metric::kPattern ? ", a pattern"
                                      : table.metric == Metric::kValue
                                          ? ", values"
                                          : absl::StrCat(", metric ", Name(table.metric))));
    // Algorithm 2 goes on to the next table exactly if an entry of this one cannot be solved.
    const bool last = i + 1 == tables.size();
    if (last != (table.reachable == table.entries))
      return DamageError(TableName(table),
                         absl::StrCat(last ? "all" : "not all", " of ", table.entries,
                                      " entries reachable as it is ", last ? "" : "not ",
                                      "the last table of stage ", stage),
                         absl::StrCat(table.reachable));
    if (!last && expected.fixed == 0)
      return DamageError(TableName(table), "to be the last one: it has no fixed tiles");
    if (!last) expected = expected.Grown();
  }
  return absl::OkStatus();
}

// A pattern, and parts of values and of bounds, have one table.
absl::Status CheckSingle(const Subproblem& own, Metric metric, size_t stage,
                         absl::Span<const TableInfo> tables) {
  if (tables.size() == 1 && tables[0].subproblem == own && tables[0].metric == metric)
    return absl::OkStatus();
  const absl::string_view what = metric == Metric::kPattern ? "pattern"
                                 : metric == Metric::kValue ? "values"
                                                            : "lanes";
  return DamageError(NameOfStage(stage), absl::StrCat("one table, the ", what, " ", ToString(own)),
                     absl::StrCat(tables.size(), ", the first one ", ToString(tables[0].subproblem),
                                  tables[0].metric == metric ? "" : absl::StrCat(", no ", what)));
}

absl::Status CheckWorstCase(const Plan& plan, const SetInfo& info,
                            absl::Span<const TableInfo> tables) {
  const uint32_t sum = SummedWorstCase(plan, info, tables);
  const uint32_t summed = info.is_joined ? info.summed_worst_case : info.certified_worst_case;
  if (summed != sum)
    return DamageError("set", absl::StrCat("certified worst case ", sum), absl::StrCat(summed));
  const auto expected = [](absl::string_view what, uint64_t least, uint64_t most, uint64_t found) {
    return DamageError("set", absl::StrCat("a joined worst case of ", least, " to ", most, what),
                       absl::StrCat(found));
  };
  if (!info.is_joined) return absl::OkStatus();
  const PlanPart* const part = plan.staged();
  uint32_t greatest = 0;
  for (size_t stage = 0; part != nullptr && stage < part->stage_count; ++stage)
    greatest = std::max(greatest, GreatestDepth(info.stages[part->first_stage + stage], tables));
  if (!CanBeJoined(info.certified_worst_case, sum, greatest))
    return expected(" actions", greatest, sum, info.certified_worst_case);
  const uint32_t most_slides =
      plan.IsMtm() ? sum / static_cast<uint32_t>(LongestSlide(plan.geometry)) : 0;
  if (!CanBeJoined(info.joined_slides, most_slides, plan.IsMtm() ? greatest : 0))
    return expected(" slides", plan.IsMtm() ? greatest : 0, most_slides, info.joined_slides);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Plan> CheckTableSet(const SetInfo& info, absl::Span<const TableInfo> tables) {
  absl::StatusOr<Plan> plan = ParsePlan(info.geometry, info.plan);
  if (!plan.ok())
    return DamageError("set", "a plan",
                       absl::StrCat("'", info.plan, "': ", plan.status().message()));
  if (plan->text != info.plan)
    return DamageError("set", absl::StrCat("the canonical plan text '", plan->text, "'"),
                       absl::StrCat("'", info.plan, "'"));
  if (info.stages.size() != plan->stages.size())
    return DamageError("set",
                       absl::StrCat(plan->stages.size(), " stages for plan '", info.plan, "'"),
                       absl::StrCat(info.stages.size()));
  uint64_t next = 0;
  for (size_t stage = 0; stage < info.stages.size(); ++stage) {
    const StageInfo& span = info.stages[stage];
    if (const size_t other = plan->TablesOf(stage); other != stage) {
      const StageInfo& same = info.stages[other];
      if (span.first_table != same.first_table || span.table_count != same.table_count)
        return DamageError(NameOfStage(stage),
                           absl::StrCat("the tables of stage ", other, ", ", same.first_table,
                                        " and ", same.table_count, " tables"),
                           absl::StrCat(span.first_table, " and ", span.table_count, " tables"));
      continue;
    }
    if (span.first_table != next || span.table_count == 0 ||
        span.table_count > tables.size() - next)
      return DamageError(
          NameOfStage(stage),
          absl::StrCat("its tables to begin at ", next, " and end by ", tables.size()),
          absl::StrCat(span.first_table, " and ", span.table_count, " tables"));
    const absl::Span<const TableInfo> own = tables.subspan(next, span.table_count);
    const Metric metric = plan->MetricOf(stage);
    absl::Status status = HasStages(metric) ? CheckStage(plan->stages[stage], metric, stage, own)
                                            : CheckSingle(plan->stages[stage], metric, stage, own);
    if (!status.ok()) return status;
    next += span.table_count;
  }
  if (next != tables.size())
    return DamageError("set", absl::StrCat(next, " tables"), absl::StrCat(tables.size()));
  if (absl::Status status = CheckWorstCase(*plan, info, tables); !status.ok()) return status;
  return plan;
}

}  // namespace tilebase
