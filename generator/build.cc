// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/build.h"

#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "generator/build_files.h"
#include "generator/encode.h"
#include "generator/enumeration.h"
#include "generator/finished_tables.h"
#include "generator/metric_solvers.h"
#include "generator/worst_walk.h"
#include "tables/store/store.h"
#include "tables/system/clock.h"
#include "tables/system/file_io.h"

namespace tilebase {
namespace {

class Builder {
 public:
  Builder(const Plan& plan, const std::string& output, const BuildOptions& options)
      : plan_(plan), output_(output), options_(options), solvers_(options.method, plan.IsMtm()) {}

  absl::StatusOr<BuildResult> Run(const BuildEstimate& estimate) {
    if (absl::Status status = CheckOutput(output_, options_.replace); !status.ok()) return status;
    if (absl::Status status = CheckRoom(estimate, output_, options_); !status.ok()) return status;
    if (absl::Status status = OpenJournal(); !status.ok()) return status;
    if (absl::Status status = files_->End(Make()); !status.ok()) return status;
    return std::move(result_);
  }

 private:
  absl::Status OpenJournal() {
    const std::string identity = absl::StrCat(
        options_.creator, ", board ", ToString(plan_.geometry), ", plan ", plan_.text, ", ",
        options_.method == Method::kRetrograde ? "retrograde" : "value-iteration", ", ",
        options_.codec == Codec::kRaw         ? "raw"
        : options_.packing == Packing::kSmall ? "zstd"
                                              : "quick");
    auto files = BuildFiles::Open(output_, identity, options_.checkpoint_seconds, options_.note);
    if (!files.ok()) return files.status();
    files_ = *std::move(files);
    finished_.emplace(files_->journal(), plan_.geometry);
    return absl::OkStatus();
  }

  absl::Status Make() {
    try {
      absl::Status status = MakeTables();
      if (status.ok()) status = Join();
      return status.ok() ? Publish() : status;
    } catch (const std::bad_alloc&) {
      return absl::ResourceExhaustedError(
          absl::StrCat(output_,
                       ": cannot be built: out of memory; close other programs or choose "
                       "a plan with smaller stages"));
    }
  }

  absl::Status MakeTables() {
    for (size_t stage = 0; stage < plan_.stages.size(); ++stage) {
      if (const size_t same = plan_.TablesOf(stage); same != stage) {
        result_.info.stages.push_back(result_.info.stages[same]);
        continue;
      }
      const size_t first = result_.tables.size();
      if (absl::Status status = MakeStage(stage); !status.ok()) return status;
      result_.info.stages.push_back(
          {static_cast<uint32_t>(first), static_cast<uint32_t>(result_.tables.size() - first)});
    }
    return absl::OkStatus();
  }

  // Makes the tables of the stage's subproblem, then of grown ones until every entry of one is
  // reachable.
  absl::Status MakeStage(size_t stage) {
    return FollowGrowth(
        plan_.stages[stage], [&](const Subproblem& subproblem) -> absl::StatusOr<bool> {
          absl::StatusOr<TableInfo> table = MakeTable(subproblem, plan_.MetricOf(stage));
          if (!table.ok()) return table.status();
          result_.tables.push_back(*table);
          return table->reachable == table->entries;
        });
  }

  absl::StatusOr<TableInfo> MakeTable(const Subproblem& subproblem, Metric metric) {
    if (const TableInfo* finished = finished_->Find(subproblem, metric)) {
      work_done_ += 2 * finished->entries;
      if (options_.table_done) options_.table_done(*finished, 0, true);
      return *finished;
    }
    const Clock::time_point start = Clock::now();
    BuildProgress progress;
    progress.subproblem = &subproblem;
    progress.table = result_.tables.size();
    progress.entries = EntryCount(subproblem, metric);
    Checkpoint* const checkpoint = files_->CheckpointOf(SearchText(subproblem, metric));
    const bool shared = options_.maker != nullptr && options_.maker->Takes(subproblem, metric);
    absl::StatusOr<TableInfo> table = shared ? MakeShared(subproblem, &progress)
                                             : MakeAlone(subproblem, metric, checkpoint, &progress);
    if (!table.ok()) return table.status();
    if (absl::Status status = finished_->End(*table); !status.ok()) return status;
    checkpoint->Remove();
    if (options_.table_done) options_.table_done(*table, SecondsSince(start), false);
    return table;
  }

  absl::StatusOr<TableInfo> MakeAlone(const Subproblem& subproblem, Metric metric,
                                      Checkpoint* checkpoint, BuildProgress* progress) {
    const auto solution = Solve(subproblem, metric, checkpoint, progress);
    if (!solution.ok()) return solution.status();
    auto table = Encode(subproblem, metric, **solution, progress);
    Count((*solution)->disk());
    return table;
  }

  void Count(const DiskUse& disk) {
    result_.states_read_bytes += disk.read_bytes;
    result_.states_written_bytes += disk.written_bytes;
  }

  absl::StatusOr<TableInfo> MakeShared(const Subproblem& subproblem, BuildProgress* progress) {
    Clock::time_point start = Clock::now();
    TableJob job;
    job.subproblem = subproblem;
    job.codec = options_.codec;
    job.packing = options_.packing;
    job.threads = options_.threads;
    job.memory_bytes = SolverMemory(options_);
    job.cancel = options_.cancel;
    job.solving = [&](const SolveProgress& at) {
      progress->level = at.level;
      Report(BuildProgress::Phase::kSolving, at.states, progress);
    };
    job.solved = [&] {
      work_done_ += progress->entries;
      result_.solve_seconds += SecondsSince(start);
      start = Clock::now();
    };
    job.encoding = [&](uint64_t done) { Report(BuildProgress::Phase::kEncoding, done, progress); };
    DiskUse disk;
    auto table = options_.maker->Make(std::move(job), files_->checkpoints(),
                                      options_.checkpoint_seconds, ToJournal(), &disk);
    Count(disk);
    if (!table.ok()) return table;
    work_done_ += progress->entries;
    result_.encode_seconds += SecondsSince(start);
    return table;
  }

  std::function<absl::Status(absl::Span<const uint8_t>)> ToJournal() {
    return
        [this](absl::Span<const uint8_t> stored) { return files_->journal()->AppendBlock(stored); };
  }

  absl::StatusOr<std::unique_ptr<Solution>> Solve(const Subproblem& subproblem, Metric metric,
                                                  Checkpoint* checkpoint, BuildProgress* progress) {
    const Clock::time_point start = Clock::now();
    SolveOptions options;
    options.threads = options_.threads;
    options.cancel = options_.cancel;
    options.checkpoint = checkpoint;
    options.memory_bytes = SolverMemory(options_);
    options.states_path = checkpoint->states_path();
    options.progress = [&](const SolveProgress& at) {
      progress->level = at.level;
      Report(BuildProgress::Phase::kSolving, at.states, progress);
    };
    auto solution = solvers_.For(metric).Solve(subproblem, options);
    work_done_ += progress->entries;
    result_.solve_seconds += SecondsSince(start);
    return solution;
  }

  // Writes the table's blocks to the journal.
  absl::StatusOr<TableInfo> Encode(const Subproblem& subproblem, Metric metric,
                                   const Solution& solution, BuildProgress* progress) {
    const Clock::time_point start = Clock::now();
    EncodeOptions options;
    options.codec = options_.codec;
    options.packing = options_.packing;
    options.threads = options_.threads;
    options.cancel = options_.cancel;
    options.progress = [&](uint64_t done) {
      Report(BuildProgress::Phase::kEncoding, done, progress);
    };
    absl::StatusOr<TableInfo> table =
        EncodeTable(subproblem, metric, solution, options, ToJournal());
    if (!table.ok()) return table;
    work_done_ += progress->entries;
    result_.encode_seconds += SecondsSince(start);
    return table;
  }

  void Report(BuildProgress::Phase phase, uint64_t entries_done, BuildProgress* progress) const {
    progress->phase = phase;
    progress->entries_done = entries_done;
    progress->work_done = work_done_ + entries_done;
    if (options_.progress) options_.progress(*progress);
  }

  // Writes the store under a temporary name, reads it back and checks it, and renames it.
  absl::Status Publish() {
    BuildProgress progress;
    progress.table = result_.tables.size();
    for (const TableInfo& table : result_.tables) progress.entries += 2 * table.stored_bytes;
    Report(BuildProgress::Phase::kWriting, 0, &progress);
    absl::Status status = WriteStore(&progress);
    return status.ok() ? CheckAndRename(&progress) : status;
  }

  std::function<void(uint64_t)> ReportWriting(BuildProgress* progress) const {
    return [this, progress](uint64_t bytes) {
      progress->entries_done += bytes;
      progress->work_done = work_done_;
      if (options_.progress) options_.progress(*progress);
    };
  }

  // Fills in the joined worst case.
  absl::Status Join() {
    if (!IsJoined(plan_, result_.info.stages, result_.tables)) return absl::OkStatus();
    const auto worst = FindWorstWalk(
        plan_, result_.info.stages, result_.tables, options_.threads,
        [&](const TableInfo& table, absl::Span<uint8_t> out) {
          if (options_.cancel != nullptr && *options_.cancel)
            return absl::CancelledError("cancelled");
          BuildProgress progress;
          progress.subproblem = &table.subproblem;
          progress.table = static_cast<size_t>(&table - result_.tables.data());
          progress.entries = table.entries;
          Report(BuildProgress::Phase::kJoining, 0, &progress);
          return finished_->ReadFirstPlane(table.subproblem, table.metric, options_.threads, out);
        });
    if (!worst.ok()) return worst.status();
    result_.info.is_joined = true;
    result_.info.certified_worst_case = worst->actions;
    result_.info.joined_slides = worst->slides;
    return absl::OkStatus();
  }

  absl::Status WriteStore(BuildProgress* progress) {
    auto writer = StoreWriter::Create(files_->partial());
    if (!writer.ok()) return writer.status();
    for (const TableInfo& table : result_.tables) {
      absl::Status status =
          finished_->Copy(table.subproblem, table.metric, writer->get(), ReportWriting(progress));
      if (!status.ok()) return status;
    }
    SetInfo info = result_.info;
    info.geometry = plan_.geometry;
    info.plan = plan_.text;
    info.creator = options_.creator;
    return (*writer)->Finish(std::move(info));
  }

  // Reads every byte back. The blocks are not decoded again: the journal holds what was hashed when
  // it was made.
  absl::Status CheckAndRename(BuildProgress* progress) {
    auto reader = StoreReader::Open(files_->partial());
    if (!reader.ok()) return reader.status();
    for (size_t table = 0; table < result_.tables.size(); ++table) {
      const TableInfo& info = result_.tables[table];
      absl::Status status = finished_->CheckCopy(info.subproblem, info.metric, **reader, table,
                                                 options_.threads, ReportWriting(progress));
      if (!status.ok()) return status;
    }
    result_.info = (*reader)->info();
    result_.file_bytes = (*reader)->file_bytes();
    reader->reset();  // Windows renames no file that is open
    if (options_.before_publishing) options_.before_publishing(result_);
    return tilebase::Publish(files_->partial(), output_, options_.replace);
  }

  const Plan& plan_;
  const std::string& output_;
  const BuildOptions& options_;
  const MetricSolvers solvers_;
  std::unique_ptr<BuildFiles> files_;
  std::optional<FinishedTables> finished_;
  BuildResult result_;
  uint64_t work_done_ = 0;
};

}  // namespace

absl::StatusOr<BuildResult> BuildTableSet(const Plan& plan, const BuildEstimate& estimate,
                                          const std::string& output, const BuildOptions& options) {
  return Builder(plan, output, options).Run(estimate);
}

absl::StatusOr<BuildResult> BuildTableSet(const Plan& plan, const std::string& output,
                                          const BuildOptions& options) {
  const absl::StatusOr<BuildEstimate> estimate = EstimateBuild(plan, options);
  if (!estimate.ok()) return estimate.status();
  return BuildTableSet(plan, *estimate, output, options);
}

}  // namespace tilebase
