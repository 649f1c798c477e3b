// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/search/look_ahead.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/search/board_search.h"
#include "runtime/search/look_ahead_tables.h"
#include "tables/plan.h"

namespace tilebase {
namespace {

absl::Status TooMuch(const LookAheadTables& tables, const Subproblem& subproblem, uint64_t needed,
                     uint64_t used, uint64_t allowed) {
  return absl::ResourceExhaustedError(absl::StrCat(
      tables.set.source().name(), ": look-ahead needs ", needed, " bytes of memory for ",
      ToString(subproblem), ", and ", used, " of the ", allowed, " allowed are in use"));
}

// On larger boards, shortest solutions are not searched for: that would take hours.
constexpr int kMostOptimalCells = 16;

// Estimates the nodes of a search for a shortest solution: the number of boards for each entry of
// its tables (Korf 1997), 18,000 with pattern:7-8.
double ExpectedNodes(const TableSource& source, const PlanPart& part) {
  double boards = 0.5, entries = 1;
  for (int cell = 1; cell <= source.info().geometry.cells(); ++cell) boards *= cell;
  for (size_t s = part.first_stage; s < part.first_stage + part.pattern_count; ++s)
    entries += static_cast<double>(source.tables()[source.info().stages[s].first_table].entries);
  return boards / entries;
}

// Returns the number, among the pattern parts, of the first one that finds shortest solutions in
// time, and stores that part; -1: none.
int UsablePatterns(const TableSource& source, const PlanPart** found) {
  if (source.info().geometry.cells() > kMostOptimalCells) return -1;
  int number = 0;
  for (const PlanPart& part : source.plan().parts) {
    if (part.metric != Metric::kPattern) continue;
    bool usable = ExpectedNodes(source, part) <= LookAheadTables::kMostProofNodes;
    for (size_t s = part.first_stage; usable && s < part.first_stage + part.pattern_count; ++s)
      usable = source.tables()[source.info().stages[s].first_table].entries <= uint64_t{1} << 32;
    *found = &part;
    if (usable) return number;
    ++number;
  }
  return -1;
}

absl::Status AddPatterns(const LookAhead::Options& options, LookAheadTables* tables) {
  const TableSource& source = tables->set.source();
  const PlanPart* found;
  const int part = UsablePatterns(source, &found);
  if (part < 0) return absl::OkStatus();
  // Decoding checks every block; tables that are read in place are checked here.
  for (size_t s = found->first_stage; s < found->first_stage + found->pattern_count; ++s)
    if (const uint32_t table = source.info().stages[s].first_table;
        source.tables()[table].codec == Codec::kRaw)
      if (absl::Status status = source.CheckTableContent(table, options.threads); !status.ok())
        return status;
  PatternTablesOptions wanted;
  wanted.threads = options.threads;
  wanted.memory_bytes = options.memory_bytes;
  wanted.part = static_cast<size_t>(part);
  auto patterns = PatternTables::Create(tables->set.shared_source(), wanted);
  if (!patterns.ok()) return patterns.status();
  tables->patterns = *std::move(patterns);
  tables->optimal = OptimalSolver::Create(*tables->patterns);
  tables->first_boards = static_cast<uint64_t>(ExpectedNodes(source, *found));
  return absl::OkStatus();
}

// Reads the values of the set's first part of values, if it has one.
absl::Status AddValues(const Plan& plan, const LookAhead::Options& options,
                       LookAheadTables* tables) {
  auto values = ReadValues(tables->set.source(), options.threads);
  if (!values.ok()) return values.status();
  tables->values = *std::move(values);
  if (tables->values == nullptr) return absl::OkStatus();
  if (const uint64_t needed = tables->values->memory_bytes(); needed > options.memory_bytes)
    return TooMuch(*tables, {plan.geometry, plan.geometry.all_tiles(), 0}, needed, 0,
                   options.memory_bytes);
  return absl::OkStatus();
}

}  // namespace

LookAheadMemory::LookAheadMemory() : parts_(std::make_unique<Parts>()) {}
LookAheadMemory::~LookAheadMemory() = default;
LookAheadMemory::LookAheadMemory(LookAheadMemory&&) noexcept = default;
LookAheadMemory& LookAheadMemory::operator=(LookAheadMemory&&) noexcept = default;

LookAhead::LookAhead(std::unique_ptr<const LookAheadTables> tables) : tables_(std::move(tables)) {}
LookAhead::~LookAhead() = default;

absl::StatusOr<std::unique_ptr<LookAhead>> LookAhead::Create(const PolicySet& set,
                                                             const Options& options) {
  auto tables = std::make_unique<LookAheadTables>(set);
  if (absl::Status status = AddValues(set.source().plan(), options, tables.get()); !status.ok())
    return status;
  if (absl::Status status = AddPatterns(options, tables.get()); !status.ok()) return status;
  return std::unique_ptr<LookAhead>(new LookAhead(std::move(tables)));
}

uint64_t LookAhead::Bytes(const TableSource& source) {
  const Plan& plan = source.plan();
  uint64_t bytes = 0;
  if (std::any_of(plan.parts.begin(), plan.parts.end(),
                  [](const PlanPart& part) { return part.metric == Metric::kValue; }))
    bytes += PairValues::Bytes(plan.geometry);
  const PlanPart* part;
  if (UsablePatterns(source, &part) < 0) return bytes;
  // Half a byte an entry; a table that patterns share counts once.
  std::vector<bool> counted(source.tables().size());
  for (size_t i = 0; i < part->stage_count; ++i) {
    const uint32_t table = source.info().stages[part->first_stage + i].first_table;
    if (!counted[table]) bytes += ExcessBytes(source.tables()[table].entries);
    counted[table] = true;
  }
  return bytes;
}

uint64_t LookAhead::memory_bytes() const { return tables_->memory_bytes(); }

void LookAhead::SolveByLookup(const Destination* to, SolveRequest* board) const {
  if (to != nullptr)
    tables_->set.SolveLettersTo(*to, board);
  else
    tables_->set.SolveLetters(board);
}

void LookAhead::Solve(const Effort& effort, LookAheadMemory* memory, SolveRequest* board,
                      uint64_t* boards, const Destination* to) const {
  board->shortest = false;
  if (effort.none()) {
    SolveByLookup(to, board);
    if (boards != nullptr) *boards = board->count;
    return;
  }
  Search(effort, memory, board, boards, to);
}

}  // namespace tilebase
