// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/build.h"

#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <memory>
#include <new>
#include <utility>

#include "absl/strings/str_cat.h"
#include "generator/checkpoint.h"
#include "generator/encode.h"
#include "generator/enumeration.h"
#include "generator/journal.h"
#include "generator/metric_solvers.h"
#include "tables/store/store_reader.h"
#include "tables/store/store_writer.h"
#include "tables/system/clock.h"
#include "tables/system/output_file.h"

namespace tilebase {
namespace {

// A journal younger than this is not worth keeping after an error.
constexpr double kWorthKeepingSeconds = 10;
// Memory besides the solver's: blocks being encoded, the store being written.
constexpr uint64_t kMemoryPerThread = 4 << 20;
constexpr uint64_t kMemoryBase = 64 << 20;

std::string Megabytes(uint64_t bytes) {
  return absl::StrCat((bytes + 50'000) / 1'000'000, ".", (bytes + 50'000) / 100'000 % 10, " MB");
}

// n!/(n-m)! for messages, also where it is beyond 64 bits.
double ApproximateStates(const Subproblem& subproblem) {
  double product = 1;
  for (int i = 0; i <= Count(subproblem.goal); ++i) product *= subproblem.free_count() - i;
  return product;
}

absl::Status TooManyStates(const Plan& plan, const Subproblem& subproblem) {
  char states[32];
  std::snprintf(states, sizeof(states), "%.3g", ApproximateStates(subproblem));
  return absl::ResourceExhaustedError(
      absl::StrCat("plan ", plan.text, ": ", ToString(subproblem), " has ", states,
                   " states, more than this method can count; choose a plan with smaller stages"));
}

absl::Status CheckBoard(const Plan& plan, Metric metric) {
  if (metric != Metric::kValue || plan.geometry.cells() <= ValueSolver::kMostCells)
    return absl::OkStatus();
  return absl::UnimplementedError(
      absl::StrCat("plan ", plan.text, ": values are fitted on boards of at most ",
                   ValueSolver::kMostCells, " cells, and a ", ToString(plan.geometry),
                   " board has ", plan.geometry.cells(), "; leave out values:pairs"));
}

absl::Status CheckRoom(const BuildEstimate& estimate, const std::string& output,
                       const BuildOptions& options) {
  const uint64_t limit = options.memory_limit != 0 ? options.memory_limit : FreeMemory();
  if (limit != 0 && estimate.peak_memory > limit) {
    return absl::ResourceExhaustedError(absl::StrCat(
        "the table of ", ToString(estimate.largest), " needs ", Megabytes(estimate.peak_memory),
        " of memory, ", options.memory_limit != 0 ? "the limit is " : "the machine has free ",
        Megabytes(limit), "; choose a plan with smaller stages",
        options.memory_limit != 0 ? " or raise --memory" : ""));
  }
  // The journal and the store lie side by side until the journal is removed.
  const uint64_t disk = FreeDisk(output);
  if (disk != 0 && 2 * estimate.output_bytes_at_least > disk) {
    return absl::ResourceExhaustedError(
        absl::StrCat(FolderOf(output), ": the build needs at least ",
                     Megabytes(2 * estimate.output_bytes_at_least), " of disk, ", Megabytes(disk),
                     " are free; make room or write elsewhere"));
  }
  return absl::OkStatus();
}

class Builder {
 public:
  Builder(const Plan& plan, const std::string& output, const BuildOptions& options)
      : plan_(plan),
        output_(output),
        options_(options),
        solvers_(options.method, options.value_search) {}

  // Also where something was thrown: nothing is left beside the output but what is worth keeping.
  ~Builder() {
    if (journal_ == nullptr) return;
    unlink(partial_.c_str());
    if (!published_ && IsWorthKeeping()) return;
    checkpoint_->Remove();
    journal_->Remove();
  }

  absl::StatusOr<BuildResult> Run() {
    if (absl::Status status = CheckOutput(output_, options_.replace); !status.ok()) return status;
    absl::StatusOr<BuildEstimate> estimate = EstimateBuild(plan_, options_);
    if (!estimate.ok()) return estimate.status();
    if (absl::Status status = CheckRoom(*estimate, output_, options_); !status.ok()) return status;
    const std::string identity = absl::StrCat(
        options_.creator, ", board ", ToString(plan_.geometry), ", plan ", plan_.text, ", ",
        options_.method == Method::kRetrograde ? "retrograde" : "value-iteration", ", ",
        options_.codec == Codec::kRaw ? "raw" : "zstd");
    auto journal = Journal::Open(output_ + ".journal", plan_.geometry, identity);
    if (!journal.ok()) return journal.status();
    partial_ = PartialName(output_, (*journal)->token());
    checkpoint_ = std::make_unique<Checkpoint>(
        absl::StrCat(output_, ".", (*journal)->token(), ".level"), options_.checkpoint_seconds);
    journal_ = *std::move(journal);
    if (options_.note && journal_->resumed_tables() > 0) {
      options_.note(
          absl::StrCat("going on from ", output_, ".journal: ", journal_->resumed_tables(),
                       journal_->resumed_tables() == 1 ? " table is" : " tables are", " finished"));
    }
    if (options_.note && journal_->dropped_damage())
      options_.note(absl::StrCat(output_, ".journal is damaged in part; that part is made again"));

    const absl::Status status = Make();
    published_ = status.ok();
    if (published_) return std::move(result_);
    if (!IsWorthKeeping()) return status;
    return absl::Status(status.code(),
                        absl::StrCat(status.message(), "; what is finished is kept in ", output_,
                                     ".journal, and the same command goes on from it"));
  }

 private:
  bool IsWorthKeeping() const {
    return SecondsSince(start_) >= kWorthKeepingSeconds || journal_->resumed_tables() > 0;
  }

  absl::Status Make() {
    try {
      absl::Status status = MakeTables();
      return status.ok() ? Publish() : status;
    } catch (const std::bad_alloc&) {
      return absl::ResourceExhaustedError(
          absl::StrCat(output_,
                       ": cannot be built: out of memory; close other programs or choose "
                       "a plan with smaller stages"));
    }
  }

  // Solves stage by stage, growing each subproblem until everything in it can be reached.
  absl::Status MakeTables() {
    for (size_t number = 0; number < plan_.stages.size(); ++number) {
      if (const size_t same = plan_.TablesOf(number); same != number) {
        result_.info.stages.push_back(result_.info.stages[same]);
        continue;
      }
      const Metric metric = plan_.MetricOf(number);
      StageInfo stage{static_cast<uint32_t>(result_.tables.size()), 0};
      const auto solve = [&](const Subproblem& subproblem) -> absl::StatusOr<bool> {
        absl::StatusOr<TableInfo> table = MakeTable(subproblem, metric);
        if (!table.ok()) return table.status();
        result_.tables.push_back(*table);
        ++stage.table_count;
        return table->reachable == table->entries;
      };
      if (absl::Status status = FollowGrowth(plan_.stages[number], solve); !status.ok())
        return status;
      result_.info.stages.push_back(stage);
    }
    return absl::OkStatus();
  }

  absl::StatusOr<TableInfo> MakeTable(const Subproblem& subproblem, Metric metric) {
    const Clock::time_point start = Clock::now();
    if (const TableInfo* finished = journal_->Find(subproblem, metric)) {
      work_done_ += 2 * finished->entries;
      if (options_.table_done) options_.table_done(*finished, 0, true);
      return *finished;
    }
    BuildProgress progress;
    progress.subproblem = &subproblem;
    progress.table = result_.tables.size();
    progress.entries = EntryCount(subproblem, metric);
    auto report = [&](BuildProgress::Phase phase, uint64_t done) {
      progress.phase = phase;
      progress.entries_done = done;
      progress.work_done = work_done_ + done;
      if (options_.progress) options_.progress(progress);
    };

    SolveOptions solve;
    solve.threads = options_.threads;
    solve.cancel = options_.cancel;
    solve.checkpoint = checkpoint_.get();
    solve.progress = [&](const SolveProgress& at) {
      progress.level = at.level;
      report(BuildProgress::Phase::kSolving, at.states);
    };
    absl::StatusOr<std::unique_ptr<Solution>> solution =
        solvers_.For(metric).Solve(subproblem, solve);
    if (!solution.ok()) return solution.status();
    work_done_ += progress.entries;
    result_.solve_seconds += SecondsSince(start);

    const Clock::time_point encode_start = Clock::now();
    EncodeOptions encode;
    encode.codec = options_.codec;
    encode.threads = options_.threads;
    encode.cancel = options_.cancel;
    encode.progress = [&](uint64_t done) { report(BuildProgress::Phase::kEncoding, done); };
    absl::StatusOr<TableInfo> table = EncodeTable(
        subproblem, metric, **solution, encode,
        [&](absl::Span<const uint8_t> stored) { return journal_->AppendBlock(stored); });
    if (!table.ok()) return table.status();
    if (absl::Status status = journal_->EndTable(*table); !status.ok()) return status;
    checkpoint_->Remove();
    work_done_ += progress.entries;
    result_.encode_seconds += SecondsSince(encode_start);
    if (options_.table_done) options_.table_done(*table, SecondsSince(start), false);
    return table;
  }

  // Writes the store under a temporary name, reads it back and checks it, and renames it.
  absl::Status Publish() {
    if (options_.progress) {
      BuildProgress progress;
      progress.phase = BuildProgress::Phase::kWriting;
      progress.table = result_.tables.size();
      progress.work_done = work_done_;
      options_.progress(progress);
    }
    unlink(partial_.c_str());  // of a build that was killed
    absl::Status status = WriteStore();
    return status.ok() ? CheckAndRename() : status;
  }

  absl::Status WriteStore() {
    auto writer = StoreWriter::Create(partial_);
    if (!writer.ok()) return writer.status();
    for (const TableInfo& table : result_.tables) {
      absl::Status status = journal_->CopyTable(table.subproblem, table.metric, writer->get());
      if (!status.ok()) return status;
    }
    SetInfo info = result_.info;
    info.geometry = plan_.geometry;
    info.plan = plan_.text;
    info.creator = options_.creator;
    return (*writer)->Finish(std::move(info));
  }

  absl::Status CheckAndRename() {
    auto reader = StoreReader::Open(partial_, {.check_content = true, .threads = options_.threads});
    if (!reader.ok()) return reader.status();
    result_.info = (*reader)->info();
    result_.file_bytes = (*reader)->file_bytes();
    if (options_.before_publishing) options_.before_publishing(result_);
    return tilebase::Publish(partial_, output_, options_.replace);
  }

  const Plan& plan_;
  const std::string& output_;
  const BuildOptions& options_;
  std::string partial_;
  const MetricSolvers solvers_;
  const Clock::time_point start_ = Clock::now();
  std::unique_ptr<Checkpoint> checkpoint_;
  std::unique_ptr<Journal> journal_;
  BuildResult result_;
  uint64_t work_done_ = 0;
  bool published_ = false;
};

}  // namespace

absl::StatusOr<BuildEstimate> EstimateBuild(const Plan& plan, const BuildOptions& options) {
  const MetricSolvers solvers(options.method, options.value_search);
  BuildEstimate estimate;
  for (const StageChain& stage : EnumerateSubproblems(plan)) {
    if (absl::Status status = CheckBoard(plan, stage.metric); !status.ok()) return status;
    const Solver& solver = solvers.For(stage.metric);
    for (const Subproblem& subproblem : stage.subproblems) {
      const uint64_t entries = EntryCount(subproblem, stage.metric);
      const uint64_t memory = entries == 0 ? 0 : solver.MemoryNeeded(subproblem, options.threads);
      if (memory == 0) return TooManyStates(plan, subproblem);
      ++estimate.tables;
      estimate.entries += entries;
      if (memory > estimate.peak_memory) {
        estimate.peak_memory = memory;
        estimate.largest = subproblem;
      }
      if (solver.KeepsCheckpoints())
        estimate.checkpoint_bytes = std::max(estimate.checkpoint_bytes, memory);
      const StoredBounds stored = BoundStoredBytes(subproblem, stage.metric, options.codec);
      estimate.output_bytes_at_least += stored.least;
      estimate.output_bytes_at_most += stored.most;
    }
  }
  estimate.peak_memory +=
      kMemoryBase + kMemoryPerThread * static_cast<uint64_t>(std::max(1, options.threads));
  return estimate;
}

uint64_t FreeMemory() {
  std::ifstream file("/proc/meminfo");
  std::string word;
  uint64_t kilobytes = 0;
  while (file >> word)
    if (word == "MemAvailable:" && file >> kilobytes) return kilobytes * 1024;
  return 0;
}

uint64_t FreeDisk(const std::string& path) {
  struct statvfs info;
  if (statvfs(FolderOf(path).c_str(), &info) != 0) return 0;
  return static_cast<uint64_t>(info.f_bavail) * info.f_frsize;
}

absl::StatusOr<BuildResult> BuildTableSet(const Plan& plan, const std::string& output,
                                          const BuildOptions& options) {
  return Builder(plan, output, options).Run();
}

}  // namespace tilebase
