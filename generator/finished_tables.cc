// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/finished_tables.h"

#include <algorithm>
#include <atomic>

#include "absl/strings/str_cat.h"
#include "tables/plan.h"
#include "tables/records.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

absl::Status NotAsWritten(const std::string& path, const Subproblem& subproblem) {
  return absl::DataLossError(
      absl::StrCat(path, ": a block of ", ToString(subproblem),
                   " cannot be read back as it was written; check the disk and build again"));
}

}  // namespace

FinishedTables::FinishedTables(Journal* journal, Geometry geometry) : journal_(*journal) {
  for (size_t i = 0; i < journal->tables(); ++i) {
    absl::StatusOr<TableInfo> table = DecodeTableRecord(geometry, AsBytes(journal->record(i)));
    if (table.ok() && LayoutOf(*table).blocks() == journal->blocks(i))
      tables_.push_back({*std::move(table), i});
  }
}

const FinishedTables::Table* FinishedTables::FindTable(const Subproblem& subproblem,
                                                       Metric metric) const {
  for (const Table& table : tables_)
    if (table.info.subproblem == subproblem && table.info.metric == metric) return &table;
  return nullptr;
}

const TableInfo* FinishedTables::Find(const Subproblem& subproblem, Metric metric) const {
  const Table* table = FindTable(subproblem, metric);
  return table == nullptr ? nullptr : &table->info;
}

absl::Status FinishedTables::End(const TableInfo& table) {
  absl::Status status = journal_.EndTable(EncodeTableRecord(table));
  if (status.ok()) tables_.push_back({table, journal_.tables() - 1});
  return status;
}

absl::Status FinishedTables::Copy(const Subproblem& subproblem, Metric metric, StoreWriter* writer,
                                  const std::function<void(uint64_t)>& done) const {
  const Table* table = FindTable(subproblem, metric);
  if (absl::Status status = writer->BeginTable(table->info); !status.ok()) return status;
  std::vector<uint8_t> stored;
  for (size_t block = 0; block < journal_.blocks(table->number); ++block) {
    absl::Status status = journal_.ReadBlock(table->number, block, &stored);
    if (status.ok()) status = writer->AppendBlock(stored);
    if (!status.ok()) return status;
    done(stored.size());
  }
  return writer->EndTable(table->info.content_hash);
}

absl::Status FinishedTables::ReadFirstPlane(const Subproblem& subproblem, Metric metric,
                                            int threads, absl::Span<uint8_t> out) const {
  const Table* table = FindTable(subproblem, metric);
  const TableInfo& info = table->info;
  const BlockLayout layout = LayoutOf(info);
  const uint64_t blocks = layout.PlaneBlocks(Plane::kPolicy);
  const size_t workers = std::min<uint64_t>(static_cast<uint64_t>(std::max(threads, 1)), blocks);
  std::atomic<uint64_t> next{0};
  std::vector<absl::Status> statuses(workers);
  ParallelFor(workers, [&](size_t worker) {
    BlockDecoder decoder;
    std::vector<uint8_t> stored;
    for (uint64_t i; (i = next.fetch_add(1)) < blocks;) {
      absl::Status& status = statuses[worker];
      status = journal_.ReadBlock(table->number, i, &stored);
      if (status.ok())
        status = DecodeBlock(info, i, stored, &decoder,
                             out.subspan(layout.OffsetInPlane(i), layout.BlockBytes(i)));
      if (status.ok()) continue;
      next = blocks;
      return;
    }
  });
  for (const absl::Status& status : statuses)
    if (!status.ok()) return status;
  return absl::OkStatus();
}

absl::Status FinishedTables::CheckCopy(const Subproblem& subproblem, Metric metric,
                                       const TableSource& store, size_t number, int threads,
                                       const std::function<void(uint64_t)>& done) const {
  const Table* table = FindTable(subproblem, metric);
  const size_t blocks = journal_.blocks(table->number);
  if (store.layout(number).blocks() != blocks) return NotAsWritten(store.name(), subproblem);
  const size_t workers = std::min<size_t>(static_cast<size_t>(std::max(threads, 1)), blocks);
  std::atomic<size_t> next{0};
  std::atomic<uint64_t> checked{0};  // bytes not yet reported
  std::vector<absl::Status> statuses(workers);
  ParallelFor(workers, [&](size_t worker) {
    std::vector<uint8_t> stored;
    for (size_t i; (i = next.fetch_add(1)) < blocks;) {
      statuses[worker] = journal_.ReadBlock(table->number, i, &stored);
      if (statuses[worker].ok() && store.StoredBlock(number, i) != absl::MakeConstSpan(stored))
        statuses[worker] = NotAsWritten(store.name(), subproblem);
      if (!statuses[worker].ok()) {
        next = blocks;
        return;
      }
      checked.fetch_add(stored.size());
      if (worker == 0) done(checked.exchange(0));
    }
  });
  for (const absl::Status& status : statuses)
    if (!status.ok()) return status;
  return absl::OkStatus();
}

}  // namespace tilebase
