// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/patterns/pattern_tables.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tables/geometry.h"
#include "tables/plan.h"
#include "tables/ranking.h"

namespace tilebase {

absl::StatusOr<std::unique_ptr<PatternTables>> PatternTables::Create(
    std::shared_ptr<const TableSource> source, const PatternTablesOptions& options) {
  auto tables = std::unique_ptr<PatternTables>(new PatternTables());
  tables->source_ = std::move(source);
  const SetInfo& info = tables->source_->info();
  tables->geometry_ = info.geometry;
  const Plan& plan = tables->source_->plan();
  const PlanPart* part = nullptr;
  size_t parts = 0;
  for (const PlanPart& each : plan.parts)
    if (each.metric == Metric::kPattern && parts++ == options.part) part = &each;
  if (part == nullptr)
    return absl::FailedPreconditionError(
        absl::StrCat(tables->source_->name(), ": its plan ", plan.text, " has ", parts,
                     " pattern parts, expected at least ", options.part + 1,
                     "; build a set that has, such as --plan '", plan.text, " + pattern:",
                     info.geometry == Geometry{5, 5}   ? "6-6-6-6"
                     : info.geometry == Geometry{4, 4} ? "7-8"
                                                       : "1-3/rest",
                     "'"));
  tables->partition_ = part->text;
  tables->patterns_ = static_cast<int>(part->pattern_count);
  tables->views_ = info.geometry.width == info.geometry.height ? 2 : 1;

  std::vector<const uint8_t*> data(tables->source_->tables().size());
  for (size_t i = 0; i < part->pattern_count; ++i) {
    const StageInfo& stage = info.stages[part->first_stage + i];
    const uint8_t** const decoded = &data[stage.first_table];
    if (*decoded == nullptr)
      if (absl::Status status = tables->Decode(stage.first_table, options, decoded); !status.ok())
        return status;
    const CellMask pattern = plan.stages[part->first_stage + i].goal;
    for (int view = 0; view < tables->views_; ++view) {
      const CellMask seen = view == 0 ? pattern : MapCells(info.geometry, kTransposed, pattern);
      if (absl::Status status = tables->AddLookup(view, stage, seen, *decoded); !status.ok())
        return status;
    }
  }
  return tables;
}

absl::Status PatternTables::AddLookup(int view, const StageInfo& stage, CellMask pattern,
                                      const uint8_t* data) {
  const CellMask own = source_->tables()[stage.first_table].subproblem.goal;
  const int found = PatternSymmetry({geometry_, pattern}, {geometry_, own});
  if (found < 0)
    return absl::InternalError(
        absl::StrCat("no symmetry takes ", TilesToString(pattern), " to ", TilesToString(own)));
  const Symmetry symmetry = static_cast<Symmetry>(found);
  const PatternRanking ranking(geometry_, own);
  Lookup lookup;
  lookup.count = ranking.count();
  lookup.table = stage.first_table;
  lookup.data = data;
  for (int cell = 0; cell < geometry_.cells(); ++cell)
    lookup.cell[cell] = static_cast<uint8_t>(MapCell(geometry_, symmetry, cell));
  for (int j = 0; j < lookup.count; ++j) {
    lookup.weight[j] = ranking.weight(j);
    for (CellMask rest = pattern; rest != 0; rest &= rest - 1)
      if (lookup.cell[Lowest(rest)] == ranking.tile(j) - 1)
        lookup.tile[j] = static_cast<uint8_t>(Lowest(rest) + 1);
    pattern_of_[view][lookup.tile[j]] = static_cast<uint8_t>(lookups_[view].size());
  }
  lookups_[view].push_back(lookup);
  return absl::OkStatus();
}

absl::Status PatternTables::Decode(size_t table, const PatternTablesOptions& options,
                                   const uint8_t** data) {
  const TableInfo& info = source_->tables()[table];
  *data = source_->RawPlane(table, Plane::kPolicy);
  if (*data != nullptr) return absl::OkStatus();
  const uint64_t bytes = ExcessBytes(info.entries);
  const auto too_much = [&](absl::string_view why) {
    return absl::ResourceExhaustedError(absl::StrCat(source_->name(), ": decoding the table of ",
                                                     ToString(info.subproblem), " needs ", bytes,
                                                     " bytes of memory", why));
  };
  if (options.memory_bytes - std::min(memory_bytes_, options.memory_bytes) < bytes)
    return too_much(absl::StrCat(", and ", memory_bytes_, " of the ", options.memory_bytes,
                                 " allowed are in use"));
  HugeBytes& decoded = decoded_.emplace_back();
  if (!decoded.Allocate(bytes)) return too_much("");
  memory_bytes_ += bytes;
  *data = decoded.data();
  return source_->ReadTable(table, options.threads, absl::MakeSpan(decoded.data(), bytes));
}

void PatternTables::CellsOf(const Board& board, uint8_t* cell_of) {
  for (int cell = 0; cell < board.geometry.cells(); ++cell)
    cell_of[board.tile[cell]] = static_cast<uint8_t>(cell);
}

int PatternTables::ManhattanDistance(const uint8_t* cell_of) const {
  int sum = 0;
  for (int tile = 1; tile <= geometry_.tiles(); ++tile)
    sum += geometry_.Distance(cell_of[tile], tile - 1);
  return sum;
}

int PatternTables::Value(int view, int pattern, const uint8_t* cell_of) const {
  const Lookup& at = lookups_[view][pattern];
  int value = 2 * Excess(view, pattern, Rank(view, pattern, cell_of));
  for (int j = 0; j < at.count; ++j)
    value += geometry_.Distance(cell_of[at.tile[j]], at.tile[j] - 1);
  return value;
}

int PatternTables::Bound(const uint8_t* cell_of) const {
  int greatest = 0;
  for (int view = 0; view < views_; ++view) {
    int sum = 0;
    for (int pattern = 0; pattern < patterns_; ++pattern)
      sum += Excess(view, pattern, Rank(view, pattern, cell_of));
    greatest = std::max(greatest, sum);
  }
  return ManhattanDistance(cell_of) + 2 * greatest;
}

}  // namespace tilebase
