// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/look_ahead/look_ahead.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/look_ahead/depths.h"
#include "runtime/look_ahead/look_ahead_search.h"
#include "runtime/look_ahead/look_ahead_tables.h"
#include "runtime/look_ahead/value_beam.h"
#include "runtime/lookup/quick_walk.h"
#include "tables/plan.h"

namespace tilebase {
namespace {

// Last stages with tables of up to so many entries get depths too. Larger ones are walked: some
// forty moves for each end of a stage that is found are cheaper than that much memory.
constexpr uint64_t kMostLastEntries = uint64_t{1} << 26;

absl::Status TooMuch(const LookAheadTables& tables, const Subproblem& subproblem, uint64_t needed,
                     uint64_t used, uint64_t allowed) {
  return absl::ResourceExhaustedError(absl::StrCat(
      tables.set.source().name(), ": look-ahead needs ", needed, " bytes of memory for ",
      ToString(subproblem), ", and ", used, " of the ", allowed, " allowed are in use"));
}

// The first pattern part that a search has room for, counted among the pattern parts, and that
// part; -1: none.
int UsablePatterns(const TableSource& source, const PlanPart** found) {
  int number = 0;
  for (const PlanPart& part : source.plan().parts) {
    if (part.metric != Metric::kPattern) continue;
    bool usable = part.pattern_count <= LookAheadTables::kMostPatterns;
    for (size_t s = part.first_stage; usable && s < part.first_stage + part.pattern_count; ++s)
      usable = source.tables()[source.info().stages[s].first_table].entries <= uint64_t{1} << 32;
    *found = &part;
    if (usable) return number;
    ++number;
  }
  return -1;
}

// Whether a table of a stage gets depths.
bool HasDepths(const TableInfo& table, bool last) {
  return !(last && table.entries > kMostLastEntries) && table.max_depth() <= Depths::kMaxDepth;
}

// `packed`: two entries a byte (pattern_tables.h).
absl::Status AddPatterns(const LookAhead::Options& options, bool packed, LookAheadTables* tables) {
  const TableSource& source = tables->set.source();
  const PlanPart* found;
  const int part = UsablePatterns(source, &found);
  if (part < 0) return absl::OkStatus();
  // Decoding checks every block; what is read in place is checked here.
  for (size_t s = found->first_stage; packed && s < found->first_stage + found->pattern_count; ++s)
    if (const uint32_t table = source.info().stages[s].first_table;
        source.tables()[table].codec == Codec::kRaw)
      if (absl::Status status = source.CheckTableContent(table, options.threads); !status.ok())
        return status;
  PatternTablesOptions wanted;
  wanted.packed = packed;
  wanted.threads = options.threads;
  wanted.memory_bytes = options.memory_bytes;
  wanted.part = static_cast<size_t>(part);
  auto patterns = PatternTables::Create(tables->set.shared_source(), wanted);
  if (!patterns.ok()) return patterns.status();
  tables->patterns = *std::move(patterns);
  tables->pattern_moves = std::make_unique<LookAheadTables::AnyMoves>(*tables->patterns);
  return absl::OkStatus();
}

// Makes the depths of a stage's tables. *searched becomes false where those of a stage before the
// last cannot be had, because they are too deep.
absl::Status AddDepths(const StageInfo& stage, bool last, const LookAhead::Options& options,
                       LookAheadTables* tables, bool* searched) {
  const absl::Span<const TableInfo> infos = tables->set.source().tables();
  for (uint32_t i = stage.first_table; i < stage.first_table + stage.table_count; ++i) {
    if (!HasDepths(infos[i], last)) {
      *searched &= last;
      continue;
    }
    if (!tables->depths[i].empty()) continue;
    const uint64_t used = tables->memory_bytes();
    if (options.memory_bytes - std::min(used, options.memory_bytes) < infos[i].entries ||
        !tables->depths[i].Fill(tables->set.quick_tables()[i]))
      return TooMuch(*tables, infos[i].subproblem, infos[i].entries, used, options.memory_bytes);
  }
  return absl::OkStatus();
}

// Makes the table of a stage from that of the earlier one whose tables it uses, and its depths.
absl::Status AddMirrored(const Subproblem& own, const Subproblem& other, size_t table,
                         const LookAhead::Options& options, LookAheadTables* tables,
                         bool* searched) {
  const MoveTable& original = tables->set.quick_tables()[table];
  const TableInfo& info = tables->set.source().tables()[table];
  const bool has_depths = info.max_depth() <= Depths::kMaxDepth;
  const uint64_t used = tables->memory_bytes();
  const uint64_t needed = MirroredTable::Bytes(info.entries) + (has_depths ? info.entries : 0);
  auto& mirrored = tables->mirrored.emplace_back(std::make_unique<LookAheadTables::Mirrored>());
  const int symmetry = MovesSymmetry(own.geometry, own.goal, other.goal);
  if (options.memory_bytes - std::min(used, options.memory_bytes) >= needed)
    mirrored->table =
        MirroredTable::Create(original, own.goal, static_cast<Symmetry>(symmetry), options.threads);
  if (mirrored->table == nullptr ||
      (has_depths && !mirrored->depths.Fill(mirrored->table->table())))
    return TooMuch(*tables, own, needed, used, options.memory_bytes);
  *searched &= has_depths;
  return absl::OkStatus();
}

// The stages of a staged part, and the ways to begin it.
absl::Status AddPart(const Plan& plan, const PlanPart& part, const LookAhead::Options& options,
                     LookAheadTables* tables) {
  const SetInfo& info = tables->set.info();
  const uint16_t first = static_cast<uint16_t>(part.first_stage);
  const uint16_t last = static_cast<uint16_t>(part.first_stage + part.stage_count - 1);
  bool searched = true;
  double later = 0;  // mean depths of the stages after s
  for (size_t s = first; s <= last; ++s)
    later += tables->set.source().tables()[info.stages[s].first_table].mean_depth();
  for (uint16_t s = first; s <= last; ++s) {
    const StageInfo& stage = info.stages[s];
    later -= tables->set.source().tables()[stage.first_table].mean_depth();
    const Subproblem& own = plan.stages[s];
    const Subproblem& other = plan.stages[plan.TablesOf(s)];
    absl::Status status =
        own == other ? AddDepths(stage, s == last, options, tables, &searched)
                     : AddMirrored(own, other, stage.first_table, options, tables, &searched);
    if (!status.ok()) return status;
    const size_t first_table = tables->stage_tables.size();
    // Rounded without a call of libm.
    const uint32_t halves = static_cast<uint32_t>(std::max(0.0, later) * 2 * LookAheadTables::kOne);
    const uint16_t rounded = static_cast<uint16_t>((halves + 1) / 2);
    if (own != other) {
      const LookAheadTables::Mirrored& mirrored = *tables->mirrored.back();
      tables->stage_tables.push_back({&mirrored.table->table(), &mirrored.depths, s, rounded});
    } else {
      for (uint32_t i = stage.first_table; i < stage.first_table + stage.table_count; ++i)
        tables->stage_tables.push_back(
            {&tables->set.quick_tables()[i], &tables->depths[i], s, rounded});
    }
    tables->stages[s] = {first_table, tables->stage_tables.size()};
  }
  tables->roots.push_back({false, searched, first, last});
  if (info.geometry.width == info.geometry.height)
    tables->roots.push_back({true, searched, first, last});
  return absl::OkStatus();
}

// Shortest solutions are not looked for on larger boards: they would take hours.
constexpr int kMostOptimalCells = 16;
// The beam before that search. The search takes about as many nodes as there are boards for each
// entry of its tables (Korf 1997): 18,000 with pattern:7-8. The beam gets ten times as many
// lookups: in that time its solutions become nearly shortest.
uint64_t FirstLookups(const PatternTables& patterns) {
  double boards = 0.5, entries = 1;
  for (int cell = 1; cell <= patterns.geometry().cells(); ++cell) boards *= cell;
  for (int pattern = 0; pattern < patterns.patterns(); ++pattern)
    entries +=
        static_cast<double>(patterns.source().tables()[patterns.lookup(0, pattern).table].entries);
  return static_cast<uint64_t>(10 * boards / entries);
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
  const Geometry geometry = set.info().geometry;
  const Plan& plan = set.source().plan();
  if (absl::Status status = AddValues(plan, options, tables.get()); !status.ok()) return status;
  if (tables->values != nullptr) {
    if (geometry.cells() <= kMostOptimalCells) {
      if (absl::Status status = AddPatterns(options, true, tables.get()); !status.ok())
        return status;
      if (tables->patterns != nullptr) {
        tables->optimal = std::make_unique<OptimalSolver>(*tables->patterns);
        tables->first_lookups = FirstLookups(*tables->patterns);
      }
    }
    return std::unique_ptr<LookAhead>(new LookAhead(std::move(tables)));
  }
  for (size_t i = 0; i < set.tables().size(); ++i)
    if (set.source().tables()[i].metric == Metric::kMoves && !set.IsWhole(i))
      return absl::ResourceExhaustedError(
          absl::StrCat(set.source().name(),
                       ": a search reads whole tables, and the memory allowed is too little ",
                       "for that of ", ToString(set.tables()[i].subproblem), ", ",
                       set.source().layout(i).bytes(), " bytes; allow more"));
  if (absl::Status status = set.PrepareAll(); !status.ok()) return status;
  if (absl::Status status = AddPatterns(options, false, tables.get()); !status.ok()) return status;
  tables->depths.resize(set.source().tables().size());
  tables->stages.resize(set.info().stages.size());
  for (const PlanPart& part : plan.parts)
    if (part.metric == Metric::kMoves && part.blank_back == 0)
      if (absl::Status status = AddPart(plan, part, options, tables.get()); !status.ok())
        return status;

  Random random(1);
  for (int cell = 0; cell < geometry.cells(); ++cell) {
    if (geometry.width == geometry.height)
      tables->reflection[cell] =
          static_cast<uint8_t>(geometry.Column(cell) * geometry.width + geometry.Row(cell));
    for (int tile = 1; tile < geometry.cells(); ++tile) {
      tables->keys[tile][cell] = random.Next();
      tables->distance[tile][cell] = static_cast<uint8_t>(geometry.Distance(cell, tile - 1));
    }
  }
  return std::unique_ptr<LookAhead>(new LookAhead(std::move(tables)));
}

uint64_t LookAhead::Bytes(const TableSource& source) {
  const Plan& plan = source.plan();
  const SetInfo& info = source.info();
  const bool values = std::any_of(plan.parts.begin(), plan.parts.end(), [](const PlanPart& part) {
    return part.metric == Metric::kValue;
  });
  if (values && plan.geometry.cells() > kMostOptimalCells) return PairValues::Bytes(plan.geometry);
  uint64_t bytes = values ? PairValues::Bytes(plan.geometry) : 0;
  std::vector<bool> counted(source.tables().size());
  // A byte an entry, or half of one, of tables that stages share once.
  const auto count = [&](uint32_t table) {
    const uint64_t entries = source.tables()[table].entries;
    if (!counted[table]) bytes += values ? ExcessBytes(entries) : entries;
    counted[table] = true;
  };
  if (const PlanPart * part; UsablePatterns(source, &part) >= 0)
    for (size_t i = 0; i < part->stage_count; ++i)
      count(info.stages[part->first_stage + i].first_table);
  if (values) return bytes;
  for (const PlanPart& part : plan.parts) {
    if (part.metric != Metric::kMoves || part.blank_back != 0) continue;
    for (size_t s = part.first_stage; s < part.first_stage + part.stage_count; ++s) {
      const StageInfo& stage = info.stages[s];
      const TableInfo& first = source.tables()[stage.first_table];
      if (plan.stages[s] != plan.stages[plan.TablesOf(s)]) {
        bytes += MirroredTable::Bytes(first.entries);
        if (first.max_depth() <= Depths::kMaxDepth) bytes += first.entries;
        continue;
      }
      const bool last = s + 1 == part.first_stage + part.stage_count;
      for (uint32_t i = stage.first_table; i < stage.first_table + stage.table_count; ++i)
        if (HasDepths(source.tables()[i], last)) count(i);
    }
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
                      uint64_t* lookups, const Destination* to) const {
  board->shortest = false;
  if (effort.none()) {
    SolveByLookup(to, board);
    if (lookups != nullptr) *lookups = board->count;
    return;
  }
  if (tables_->values != nullptr) {
    SolveByValues(effort, memory, board, lookups, to);
    return;
  }
  board->count = SIZE_MAX;
  if (to != nullptr) {
    // The search goes home, and on from there; a part of the plan may lead to the end directly.
    tables_->set.SolveLettersTo(*to, board);
    if (board->code != TILEBASE_OK && board->code != TILEBASE_ERROR_BUFFER) return;
  }
  const size_t by_lookup = board->count;
  const Geometry geometry = tables_->geometry();
  uint8_t cell_of[kMaxCells];
  const tilebase_code read = ReadPositions(geometry, board->cells, cell_of);
  if (read != TILEBASE_OK) {
    board->count = 0;
    board->code = read;
    return;
  }
  board->code = TILEBASE_OK;
  LookAheadMemory::Parts& m = *memory->parts_;
  const auto search =
      [&]<int kCells, int kPatterns>(std::vector<LookAheadNode<kCells, kPatterns>>* nodes) {
        LookAheadSearch<kCells, kPatterns> run(*tables_, effort, to, nodes, &m.queues, &m.found);
        if (!run.Run(cell_of, &m.letters)) board->code = TILEBASE_ERROR_DAMAGED;
        if (lookups != nullptr) *lookups = run.lookups();
        if (!run.has_memory()) m.Forget();
      };
  const int patterns = tables_->patterns == nullptr ? 0 : tables_->patterns->patterns();
  if (geometry == Geometry{4, 4} && patterns <= 4 && tables_->are_narrow())
    search(&m.nodes16);
  else if (geometry == Geometry{5, 5} && patterns <= 8)
    search(&m.nodes25);
  else
    search(&m.nodes);
  if (board->code != TILEBASE_OK) return;
  board->count = std::min(m.letters.size(), by_lookup);
  if (board->count > board->capacity) board->code = TILEBASE_ERROR_BUFFER;
  if (m.letters.size() < by_lookup)
    std::copy_n(m.letters.data(), std::min(board->count, board->capacity), board->letters);
}

}  // namespace tilebase
