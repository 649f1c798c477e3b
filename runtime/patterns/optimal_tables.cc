// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/patterns/optimal_tables.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tables/hash.h"
#include "tables/plan.h"
#include "tables/table_source.h"

namespace tilebase {

absl::StatusOr<std::unique_ptr<OptimalTables>> OptimalTables::Create(
    std::shared_ptr<const TableSource> source, int threads, uint64_t memory_bytes) {
  // Decoding checks every block.
  if (absl::Status status = source->CheckReadInPlace(threads); !status.ok()) return status;
  auto tables = std::unique_ptr<OptimalTables>(new OptimalTables());
  tables->source_ = source;
  std::vector<const PlanPart*>& parts = tables->parts_;
  const PlanPart* dual = nullptr;
  for (const PlanPart& part : source->plan().parts) {
    if (part.metric != Metric::kPattern) continue;
    if (!part.is_dual()) parts.push_back(&part);
    if (part.is_dual() && dual == nullptr) dual = &part;
  }
  if (parts.size() <= 1 && dual != nullptr) parts = {dual};
  if (!parts.empty()) tables->partition_ = parts[0]->text;
  if (parts.size() > 1) absl::StrAppend(&tables->partition_, " and ", parts.size() - 1, " more");
  if (parts.size() > 1 || dual != nullptr) {
    auto spread = SpreadTables::Create(std::move(source), parts, threads, memory_bytes);
    if (!spread.ok()) return spread.status();
    tables->spread_ = *std::move(spread);
    tables->table_bytes_ = tables->spread_->memory_bytes();
    tables->solver_ = OptimalSolver::Create(*tables->spread_);
    return tables;
  }
  PatternTablesOptions options;
  options.threads = threads;
  options.memory_bytes = memory_bytes;
  auto patterns = PatternTables::Create(source, options);
  if (!patterns.ok()) return patterns.status();
  tables->patterns_ = *std::move(patterns);
  std::vector<bool> counted(source->tables().size());
  for (int pattern = 0; pattern < tables->patterns_->patterns(); ++pattern) {
    const size_t table = tables->patterns_->lookup(0, pattern).table;
    const TableInfo& info = source->tables()[table];
    if (info.entries > OptimalSolver::kMostEntries)
      return absl::UnimplementedError(
          absl::StrCat(source->name(), ": pattern ", TilesToString(info.subproblem.goal), " has ",
                       info.entries, " entries, the search can use ", OptimalSolver::kMostEntries,
                       "; build a set with smaller patterns"));
    if (!counted[table]) tables->table_bytes_ += source->layout(table).bytes();
    counted[table] = true;
  }
  tables->solver_ = OptimalSolver::Create(*tables->patterns_);
  return tables;
}

uint64_t OptimalTables::content_hash() const {
  const Geometry geometry = source_->info().geometry;
  std::string text = absl::StrCat(geometry.width, "x", geometry.height, " ", partition());
  for (const PlanPart* const part : parts_)
    for (size_t stage = 0; stage < part->stage_count; ++stage) {
      const StageInfo& info = source_->info().stages[part->first_stage + stage];
      absl::StrAppend(&text, " ", source_->tables()[info.first_table].content_hash);
    }
  return Hash64(AsBytes(text));
}

}  // namespace tilebase
