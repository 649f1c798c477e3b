// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/words/word_build.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "generator/enumeration.h"
#include "generator/words/word_solver.h"
#include "tables/error.h"
#include "tables/system/clock.h"
#include "tables/system/file_io.h"
#include "tables/system/huge_bytes.h"
#include "tables/words/word_ranking.h"

namespace tilebase {
namespace {

std::string Megabytes(uint64_t bytes) { return absl::StrCat((bytes + 999999) / 1000000, " MB"); }

}  // namespace

absl::StatusOr<WordBuildEstimate> EstimateWordBuild(const WordProblem& problem) {
  if (absl::Status status = CheckWordProblem(problem); !status.ok()) return status;
  const absl::StatusOr<WordRanking> ranking = WordRanking::Create(problem);
  if (!ranking.ok()) return ranking.status();
  WordBuildEstimate estimate;
  estimate.states = ranking->size();
  estimate.table_bytes = ranking->size() * (1 + static_cast<uint64_t>(PolicyBytes(problem)));
  estimate.output_bytes_at_most = estimate.table_bytes + estimate.table_bytes / 1000 + 100000;
  estimate.memory = WordSolverMemory(problem, *ranking) + (uint64_t{8} << 20);
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
  const absl::StatusOr<WordRanking> ranking = WordRanking::Create(problem);
  if (!ranking.ok()) return ranking.status();

  WordBuildResult result;
  Clock::time_point start = Clock::now();
  WordSolveOptions solving;
  solving.threads = options.threads;
  solving.cancel = options.cancel;
  solving.progress = [&](int level, uint64_t states) {
    if (options.progress) options.progress("solving", level, states, ranking->size());
  };
  absl::StatusOr<SolvedWords> solution = SolveWords(problem, *ranking, solving);
  if (!solution.ok()) return solution.status();
  result.solve_seconds = SecondsSince(start);

  start = Clock::now();
  WordTable& table = result.table;
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
  writing.replace = options.replace;
  writing.threads = options.threads;
  writing.cancelled = [&] { return options.cancel != nullptr && *options.cancel; };
  writing.progress = [&](uint64_t bytes) {
    if (options.progress)
      options.progress("encoding", 0, bytes, table.states * solution->planes.size());
  };
  const absl::StatusOr<uint64_t> bytes = WriteWordFile(output, planes, &table, writing);
  if (!bytes.ok()) return bytes.status();
  result.file_bytes = *bytes;
  result.encode_seconds = SecondsSince(start);
  return result;
}

}  // namespace tilebase
