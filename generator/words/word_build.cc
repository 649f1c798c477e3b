// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/words/word_build.h"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "generator/build_files.h"
#include "generator/enumeration.h"
#include "generator/words/wall_stages.h"
#include "generator/words/word_solver.h"
#include "tables/error.h"
#include "tables/hash.h"
#include "tables/records.h"
#include "tables/system/clock.h"
#include "tables/system/file_io.h"
#include "tables/system/huge_bytes.h"
#include "tables/words/word_ranking.h"

namespace tilebase {
namespace {

std::string Megabytes(uint64_t bytes) { return absl::StrCat((bytes + 999999) / 1000000, " MB"); }

// The problems whose tables make the file.
absl::StatusOr<std::vector<WordProblem>> TablesOf(const WordProblem& problem) {
  if (absl::Status status = CheckWordProblem(problem); !status.ok()) return status;
  if (TakesStages(problem)) return StagesOfWalls(problem);
  return std::vector<WordProblem>{problem};
}

// Tells a problem from all others; what ToString leaves out has its hash.
std::string IdentityOf(const WordProblem& problem) {
  std::string rest;
  for (const WordSymbol& symbol : problem.symbols)
    absl::StrAppend(&rest, symbol.label, "x", symbol.count, " ");
  for (const WordGoal& goal : problem.goals) {
    absl::StrAppend(&rest, goal.cost, " ");
    rest.append(goal.cell.begin(), goal.cell.end());
  }
  return absl::StrCat(ToString(problem), " ", absl::Hex(Hash64(AsBytes(rest)), absl::kZeroPad16));
}

class WordBuilder {
 public:
  WordBuilder(const WordBuildOptions& options, BuildFiles* files)
      : options_(options), files_(*files) {}

  // Makes the tables, or takes them from the journal, and returns their files.
  absl::StatusOr<std::vector<WordPieces>> Run(const std::vector<WordProblem>& tables) {
    std::vector<WordPieces> made;
    for (const WordProblem& table : tables) {
      const Clock::time_point start = Clock::now();
      const std::string record = IdentityOf(table);
      const std::optional<size_t> finished = Find(record);
      absl::StatusOr<WordPieces> pieces =
          finished.has_value() ? TakeFinished(*finished) : MakeTable(table, record);
      if (!pieces.ok()) return pieces.status();
      made.push_back(*std::move(pieces));
      if (options_.table_done)
        options_.table_done(result_.tables.back(), SecondsSince(start), finished.has_value());
    }
    return made;
  }

  // Writes the file under its partial name, and gives it its own.
  absl::Status Publish(const WordPieces& pieces, const std::string& output) {
    const std::string& partial = files_.partial();
    {
      const FileDescriptor file = OpenToWrite(partial, Opening::kNew);
      if (file.get() < 0) return FileError(output, "create", errno);
      for (const std::vector<uint8_t>& piece : pieces) {
        absl::Status status = WriteAt(file.get(), output, piece, result_.file_bytes);
        if (!status.ok()) return status;
        result_.file_bytes += piece.size();
      }
      if (absl::Status status = Sync(file.get(), output); !status.ok()) return status;
    }
    return tilebase::Publish(partial, output, options_.replace);
  }

  WordBuildResult& result() { return result_; }

 private:
  std::optional<size_t> Find(const std::string& record) const {
    for (size_t table = 0; table < files_.journal()->tables(); ++table)
      if (files_.journal()->record(table) == record) return table;
    return std::nullopt;
  }

  absl::StatusOr<WordPieces> TakeFinished(size_t table) {
    const Journal& journal = *files_.journal();
    std::vector<uint8_t> file, block;
    for (size_t i = 0; i < journal.blocks(table); ++i) {
      if (absl::Status status = journal.ReadBlock(table, i, &block); !status.ok()) return status;
      file.insert(file.end(), block.begin(), block.end());
    }
    const auto read = WordFile::FromBytes(file, "the journal");
    if (!read.ok()) return read.status();
    result_.tables.push_back((*read)->table());
    return WordPieces{std::move(file)};
  }

  absl::StatusOr<WordPieces> MakeTable(const WordProblem& problem, const std::string& record) {
    Checkpoint* const checkpoint = files_.CheckpointOf(record);
    absl::StatusOr<WordPieces> pieces = SolveAndEncode(problem, checkpoint);
    if (!pieces.ok()) return pieces;
    if (absl::Status status = Keep(*pieces, record); !status.ok()) return status;
    checkpoint->Remove();
    return pieces;
  }

  // Solves and encodes one table, and adds it to the result.
  absl::StatusOr<WordPieces> SolveAndEncode(const WordProblem& problem, Checkpoint* checkpoint) {
    const absl::StatusOr<WordRanking> ranking = WordRanking::Create(problem);
    if (!ranking.ok()) return ranking.status();
    Clock::time_point start = Clock::now();
    WordSolveOptions solving;
    solving.threads = options_.threads;
    solving.cancel = options_.cancel;
    solving.checkpoint = checkpoint;
    solving.progress = [&](int level, uint64_t states) {
      if (options_.progress) options_.progress("solving", level, states, ranking->size());
    };
    absl::StatusOr<SolvedWords> solution = SolveWords(problem, *ranking, solving);
    if (!solution.ok()) return solution.status();
    result_.solve_seconds += SecondsSince(start);

    start = Clock::now();
    WordTable& table = result_.tables.emplace_back();
    table.problem = problem;
    table.codec = options_.codec;
    table.value_bytes = solution->value_bytes;
    table.policy_bytes = PolicyBytes(problem);
    table.states = ranking->size();
    table.histogram = solution->histogram;
    for (const uint64_t count : table.histogram) table.reachable += count;
    table.creator = options_.creator;
    std::vector<const uint8_t*> planes;
    for (const HugeBytes& plane : solution->planes) planes.push_back(plane.data());
    WordWriteOptions writing;
    writing.threads = options_.threads;
    writing.cancelled = [&] { return options_.cancel != nullptr && *options_.cancel; };
    writing.progress = [&](uint64_t bytes) {
      if (options_.progress)
        options_.progress("encoding", 0, bytes, table.states * solution->planes.size());
    };
    absl::StatusOr<WordPieces> pieces = EncodeWordTable(planes, &table, writing);
    result_.encode_seconds += SecondsSince(start);
    return pieces;
  }

  // Appends a table to the journal.
  absl::Status Keep(const WordPieces& pieces, const std::string& record) {
    Journal* const journal = files_.journal();
    for (const absl::Span<const uint8_t> piece : pieces)
      for (size_t begin = 0; begin < piece.size(); begin += Journal::kMaxPayload)
        if (absl::Status status = journal->AppendBlock(piece.subspan(begin, Journal::kMaxPayload));
            !status.ok())
          return status;
    return journal->EndTable(record);
  }

  const WordBuildOptions& options_;
  BuildFiles& files_;
  WordBuildResult result_;
};

}  // namespace

uint64_t WordBuildResult::states() const {
  uint64_t states = 0;
  for (const WordTable& table : tables) states += table.states;
  return states;
}

uint64_t WordBuildResult::reachable() const {
  uint64_t states = 0;
  for (const WordTable& table : tables) states += table.reachable;
  return states;
}

int WordBuildResult::max_value() const {
  int value = 0;
  for (const WordTable& table : tables) value += table.max_value();
  return value;
}

absl::StatusOr<WordBuildEstimate> EstimateWordBuild(const WordProblem& problem) {
  const absl::StatusOr<std::vector<WordProblem>> tables = TablesOf(problem);
  if (!tables.ok()) return tables.status();
  WordBuildEstimate estimate;
  estimate.tables = tables->size();
  for (const WordProblem& each : *tables) {
    const absl::StatusOr<WordRanking> ranking = WordRanking::Create(each);
    if (!ranking.ok()) return ranking.status();
    const uint64_t bytes = ranking->size() * (1 + static_cast<uint64_t>(PolicyBytes(each)));
    estimate.states += ranking->size();
    estimate.table_bytes += bytes;
    estimate.output_bytes_at_most += bytes + bytes / 1000 + 100000;
    estimate.memory = std::max(estimate.memory, WordSolverMemory(each, *ranking));
  }
  estimate.checkpoint_bytes = estimate.memory;
  // Stages are kept until all are made.
  if (tables->size() > 1) estimate.memory += estimate.output_bytes_at_most;
  estimate.memory += uint64_t{8} << 20;
  return estimate;
}

absl::StatusOr<WordBuildResult> BuildWordTable(const WordProblem& problem,
                                               const std::string& output,
                                               const WordBuildOptions& options) {
  if (absl::Status status = CheckOutput(output, options.replace); !status.ok()) return status;
  const absl::StatusOr<WordBuildEstimate> estimate = EstimateWordBuild(problem);
  if (!estimate.ok()) return estimate.status();
  const uint64_t limit = options.memory_limit != 0 ? options.memory_limit : FreeMemory();
  if (limit != 0 && estimate->memory > limit)
    return MakeError(
        absl::StatusCode::kResourceExhausted,
        {.where = ToString(problem),
         .what = absl::StrCat(estimate->states, " states need ", Megabytes(estimate->memory),
                              " of memory"),
         .expected = absl::StrCat("at most ", Megabytes(limit),
                                  options.memory_limit != 0 ? ", the limit" : ", what is free"),
         .remedy = options.memory_limit != 0 ? "raise --memory, or choose a smaller problem"
                                             : "choose a smaller problem"});
  const bool is_staged = options.stage_states != 0 || TakesStages(problem);
  const absl::StatusOr<std::vector<WordProblem>> tables =
      options.stage_states != 0 ? StagesOfWalls(problem, options.stage_states) : TablesOf(problem);
  if (!tables.ok()) return tables.status();
  const auto files = BuildFiles::Open(output,
                                      absl::StrCat(options.creator, ", ", IdentityOf(problem), ", ",
                                                   options.codec == Codec::kRaw ? "raw" : "zstd"),
                                      options.checkpoint_seconds, options.note);
  if (!files.ok()) return files.status();
  WordBuilder builder(options, files->get());
  absl::StatusOr<std::vector<WordPieces>> made = builder.Run(*tables);
  absl::Status status = made.status();
  if (status.ok())
    status = builder.Publish(
        is_staged ? EncodeStages(problem, *std::move(made)) : std::move((*made)[0]), output);
  if (status = (*files)->End(status); !status.ok()) return status;
  return std::move(builder.result());
}

}  // namespace tilebase
