// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/words/word_build.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "generator/enumeration.h"
#include "generator/words/wall_stages.h"
#include "generator/words/word_solver.h"
#include "tables/error.h"
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

// Solves and encodes one table, and adds it to the result.
absl::StatusOr<WordPieces> MakeTable(const WordProblem& problem, const WordBuildOptions& options,
                                     WordBuildResult* result) {
  const absl::StatusOr<WordRanking> ranking = WordRanking::Create(problem);
  if (!ranking.ok()) return ranking.status();
  Clock::time_point start = Clock::now();
  WordSolveOptions solving;
  solving.threads = options.threads;
  solving.cancel = options.cancel;
  solving.progress = [&](int level, uint64_t states) {
    if (options.progress) options.progress("solving", level, states, ranking->size());
  };
  absl::StatusOr<SolvedWords> solution = SolveWords(problem, *ranking, solving);
  if (!solution.ok()) return solution.status();
  result->solve_seconds += SecondsSince(start);

  start = Clock::now();
  WordTable& table = result->tables.emplace_back();
  table.problem = problem;
  table.codec = options.codec;
  table.value_bytes = solution->value_bytes;
  table.policy_bytes = PolicyBytes(problem);
  table.states = ranking->size();
  table.histogram = solution->histogram;
  for (const uint64_t count : table.histogram) table.reachable += count;
  table.creator = options.creator;
  std::vector<const uint8_t*> planes;
  for (const HugeBytes& plane : solution->planes) planes.push_back(plane.data());
  WordWriteOptions writing;
  writing.threads = options.threads;
  writing.cancelled = [&] { return options.cancel != nullptr && *options.cancel; };
  writing.progress = [&](uint64_t bytes) {
    if (options.progress)
      options.progress("encoding", 0, bytes, table.states * solution->planes.size());
  };
  absl::StatusOr<WordPieces> pieces = EncodeWordTable(planes, &table, writing);
  result->encode_seconds += SecondsSince(start);
  return pieces;
}

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
  WordBuildResult result;
  std::vector<WordPieces> made;
  for (const WordProblem& table : *tables) {
    absl::StatusOr<WordPieces> pieces = MakeTable(table, options, &result);
    if (!pieces.ok()) return pieces.status();
    made.push_back(*std::move(pieces));
  }
  const WordPieces pieces = is_staged ? EncodeStages(problem, std::move(made)) : std::move(made[0]);
  const absl::StatusOr<uint64_t> bytes = WriteWordFile(output, pieces, options.replace);
  if (!bytes.ok()) return bytes.status();
  result.file_bytes = *bytes;
  return result;
}

}  // namespace tilebase
