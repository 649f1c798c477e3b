// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/plans/stage_tables.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "generator/encode.h"
#include "generator/enumeration.h"
#include "generator/metric_solvers.h"
#include "generator/worst_walk.h"
#include "tables/format.h"
#include "tables/records.h"
#include "tables/store/store.h"
#include "tables/system/clock.h"
#include "tables/system/parallel_for.h"
#include "tables/table_source.h"

namespace tilebase {

uint64_t StageTables::stored_bytes() const {
  uint64_t bytes = 0;
  for (const StageTable& table : tables)
    bytes += table.info.stored_bytes + table_record::kFixedBytes + 8 * table.info.histogram.size() +
             index_record::kEntryBytes * table.blocks.size() + 2 * kRecordHashBytes;
  return bytes;
}

uint64_t StageTables::raw_bytes() const {
  uint64_t bytes = 0;
  for (const StageTable& table : tables) bytes += LayoutOf(table.info).bytes();
  return bytes;
}

int StageTables::max_depth() const {
  int most = 0;
  for (const StageTable& table : tables) most = std::max(most, table.info.max_depth());
  return most;
}

double StageTables::mean_depth() const {
  double mean = 0;
  double left = 1;  // the share of the states that no table so far can solve
  for (const StageTable& table : tables) {
    const double solved =
        static_cast<double>(table.info.reachable) / static_cast<double>(table.info.entries);
    mean += left * solved * table.info.mean_depth();
    left *= 1 - solved;
  }
  return mean;
}

absl::StatusOr<StageTables> MakeStageTables(const Subproblem& stage, Metric metric,
                                            const StageTablesOptions& options) {
  const Clock::time_point start = Clock::now();
  const MetricSolvers solvers;
  StageTables made;
  uint64_t done = 0;
  const auto solve_and_encode = [&](const Subproblem& subproblem) -> absl::StatusOr<bool> {
    SolveOptions solve;
    solve.threads = options.threads;
    solve.cancel = options.cancel;
    const absl::StatusOr<std::unique_ptr<Solution>> solution =
        solvers.For(metric).Solve(subproblem, solve);
    if (!solution.ok()) return solution.status();
    EncodeOptions encode;
    encode.threads = options.threads;
    encode.cancel = options.cancel;
    if (options.progress)
      encode.progress = [&](uint64_t entries) { options.progress(done + entries); };
    StageTable table;
    absl::StatusOr<TableInfo> info =
        EncodeTable(subproblem, metric, **solution, encode, [&](absl::Span<const uint8_t> stored) {
          table.blocks.emplace_back(stored.begin(), stored.end());
          return absl::OkStatus();
        });
    if (!info.ok()) return info.status();
    table.info = *std::move(info);
    done += table.info.entries;
    const bool complete = table.info.reachable == table.info.entries;
    made.tables.push_back(std::move(table));
    return complete;
  };
  if (absl::Status status = FollowGrowth(stage, solve_and_encode); !status.ok()) return status;
  made.seconds = SecondsSince(start);
  return made;
}

namespace {

// Fills in the joined worst case.
absl::Status JoinStages(const Plan& plan, absl::Span<const StageTable* const> written,
                        SetInfo* info) {
  std::vector<TableInfo> tables;
  for (const StageTable* const table : written) tables.push_back(table->info);
  if (!IsJoined(plan, info->stages, tables)) return absl::OkStatus();
  const auto read = [&](const TableInfo& table, absl::Span<uint8_t> out) {
    const auto number = static_cast<size_t>(&table - tables.data());
    const BlockLayout layout = LayoutOf(table);
    BlockDecoder decoder;
    absl::Status status;
    for (uint64_t i = 0; status.ok() && i < layout.PlaneBlocks(Plane::kPolicy); ++i)
      status = DecodeBlock(table, i, written[number]->blocks[i], &decoder,
                           out.subspan(layout.OffsetInPlane(i), layout.BlockBytes(i)));
    return status;
  };
  const absl::StatusOr<WorstWalk> worst =
      FindWorstWalk(plan, info->stages, tables, MachineThreads(), read);
  if (!worst.ok()) return worst.status();
  info->is_joined = true;
  info->certified_worst_case = worst->actions;
  info->joined_slides = worst->slides;
  return absl::OkStatus();
}

}  // namespace

absl::Status WriteTableSet(const Plan& plan, absl::Span<const StageTables* const> stages,
                           const std::string& creator, const std::string& path) {
  auto writer = StoreWriter::Create(path);
  if (!writer.ok()) return writer.status();
  SetInfo info;
  info.geometry = plan.geometry;
  info.plan = plan.text;
  info.creator = creator;
  uint32_t tables = 0;
  std::vector<const StageTable*> written;
  for (size_t stage = 0; stage < plan.stages.size(); ++stage) {
    if (const size_t same = plan.TablesOf(stage); same != stage) {
      info.stages.push_back(info.stages[same]);
      continue;
    }
    const uint32_t count = static_cast<uint32_t>(stages[stage]->tables.size());
    info.stages.push_back({tables, count});
    tables += count;
    for (const StageTable& table : stages[stage]->tables) {
      written.push_back(&table);
      absl::Status status = (*writer)->BeginTable(table.info);
      for (size_t i = 0; status.ok() && i < table.blocks.size(); ++i)
        status = (*writer)->AppendBlock(table.blocks[i]);
      if (status.ok()) status = (*writer)->EndTable(table.info.content_hash);
      if (!status.ok()) return status;
    }
  }
  if (absl::Status status = JoinStages(plan, written, &info); !status.ok()) return status;
  return (*writer)->Finish(std::move(info));
}

}  // namespace tilebase
