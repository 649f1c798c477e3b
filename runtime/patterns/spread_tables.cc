// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/patterns/spread_tables.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tables/geometry.h"
#include "tables/plan.h"
#include "tables/ranking.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

constexpr uint64_t kMostPlaces = uint64_t{1} << 32;
constexpr uint64_t kInByte = 8 / SpreadTables::kBits;

Symmetry InverseOf(Geometry geometry, Symmetry symmetry) {
  for (Symmetry inverse = 0; inverse < kSymmetries; ++inverse) {
    if (!HasSymmetry(geometry, inverse)) continue;
    bool all = true;
    for (int cell = 0; cell < geometry.cells(); ++cell)
      all &= MapCell(geometry, inverse, MapCell(geometry, symmetry, cell)) == cell;
    if (all) return inverse;
  }
  return kIdentity;  // a symmetry of a square is always found
}

// Copies a table, in the order of its ranks, to places that are sums of its tiles' contributions.
class Spreading {
 public:
  Spreading(const PatternRanking& ranking, const uint8_t* table, uint8_t* to)
      : ranking_(ranking), table_(table), to_(to) {}

  // The contribution of tile j on a cell.
  uint64_t& adds(int j, int cell) { return adds_[j][cell]; }

  // Copies the placements with the first tile on this cell.
  void Run(uint64_t offset, int first_cell) {
    const uint64_t rank = static_cast<uint64_t>(first_cell) * ranking_.weight(0);
    const uint64_t place = offset + adds_[0][first_cell];
    if (ranking_.count() == 1)
      Write(rank, place);
    else
      Place(1, CellBit(first_cell), rank, place);
  }

 private:
  // Places tile j and those after it. Returns the next rank.
  uint64_t Place(int j, CellMask taken, uint64_t rank, uint64_t place) {
    const bool last = j + 1 == ranking_.count();
    for (CellMask open = ranking_.geometry().all_cells() & ~taken; open != 0; open &= open - 1) {
      const int cell = Lowest(open);
      if (last)
        Write(rank++, place + adds_[j][cell]);
      else
        rank = Place(j + 1, taken | CellBit(cell), rank, place + adds_[j][cell]);
    }
    return rank;
  }
  void Write(uint64_t rank, uint64_t place) {
    const int excess = std::min(GetExcess(table_, rank), SpreadTables::kMaxExcess);
    to_[place / kInByte] |= static_cast<uint8_t>(excess << (place % kInByte * SpreadTables::kBits));
  }

  const PatternRanking& ranking_;
  const uint8_t* const table_;
  uint8_t* const to_;
  uint64_t adds_[kMaxCells][kMaxCells] = {};
};

}  // namespace

absl::StatusOr<std::unique_ptr<SpreadTables>> SpreadTables::Create(
    std::shared_ptr<const TableSource> source, std::vector<const PlanPart*> parts, int threads,
    uint64_t memory_bytes) {
  auto tables = std::unique_ptr<SpreadTables>(new SpreadTables());
  tables->source_ = std::move(source);
  tables->parts_ = std::move(parts);
  tables->most_memory_bytes_ = memory_bytes;
  const Geometry geometry = tables->geometry();
  const std::vector<Subproblem>& stages = tables->source_->plan().stages;
  for (const PlanPart* const part : tables->parts_)
    for (const bool reflected : {false, true}) {
      if (reflected && geometry.width != geometry.height) continue;
      if (tables->views() == kMaxViews)
        return absl::UnimplementedError(absl::StrCat(
            tables->source_->name(), ": its pattern: parts are read in more than ", kMaxViews,
            " ways, which is the most a search chooses from; build a set with fewer of them"));
      tables->regular_.emplace_back();
      if (tables->has_dual()) tables->dual_.emplace_back();
      tables->patterns_ = std::max(tables->patterns_, static_cast<int>(part->pattern_count));
      for (size_t number = 0; number < part->pattern_count; ++number) {
        const CellMask pattern = stages[part->first_stage + number].goal;
        const CellMask seen = reflected ? MapCells(geometry, kTransposed, pattern) : pattern;
        if (absl::Status status =
                tables->AddPattern(reflected, static_cast<int>(number), seen, threads);
            !status.ok())
          return status;
      }
    }
  return tables;
}

const StageInfo& SpreadTables::StageOf(const Subproblem& subproblem) const {
  for (const PlanPart* const part : parts_)
    for (size_t i = 0; i < part->stage_count; ++i)
      if (const size_t stage = part->first_stage + i; source_->plan().stages[stage] == subproblem)
        return source_->info().stages[stage];
  __builtin_unreachable();  // only called for what a part is made of
}

absl::StatusOr<SpreadTables::Spread*> SpreadTables::Allocate(
    CellMask pattern, std::vector<std::unique_ptr<Spread>>* to) {
  const uint64_t cells = static_cast<uint64_t>(geometry().cells() + has_dual());
  auto spread = std::make_unique<Spread>();
  spread->pattern = pattern;
  uint64_t places = 1;
  for (CellMask rest = pattern; rest != 0; rest &= ~CellBit(Highest(rest))) {
    spread->weight[Highest(rest)] = places;
    places *= cells;
    if (places > kMostPlaces)
      return absl::UnimplementedError(absl::StrCat(
          source_->name(), ": pattern ", TilesToString(pattern), " has more than ", kMostPlaces,
          " places, which the search cannot use; build a set with smaller patterns, or with one "
          "part 'pattern:'"));
  }
  const uint64_t bytes = (places + kInByte - 1) / kInByte;
  if (most_memory_bytes_ - std::min(memory_bytes_, most_memory_bytes_) < bytes ||
      !spread->bytes.Allocate(bytes))
    return absl::ResourceExhaustedError(
        absl::StrCat(source_->name(), ": pattern ", TilesToString(pattern), " needs ", bytes,
                     " bytes of memory, ", memory_bytes_, " are in use"));
  memory_bytes_ += bytes;
  to->push_back(std::move(spread));
  return to->back().get();
}

absl::Status SpreadTables::Fill(const Subproblem& from, uint64_t offset, int threads, Spread* to) {
  const uint32_t table = StageOf(from).first_table;
  const TableInfo& info = source_->tables()[table];
  HugeBytes packed;
  const uint64_t bytes = ExcessBytes(info.entries);
  const uint8_t* data = source_->RawPlane(table, Plane::kPolicy);
  if (data == nullptr) {
    if (!packed.Allocate(bytes))
      return absl::ResourceExhaustedError(absl::StrCat(source_->name(), ": decoding the table of ",
                                                       ToString(from), " needs ", bytes,
                                                       " bytes of memory"));
    if (absl::Status status =
            source_->ReadTable(table, threads, absl::MakeSpan(packed.data(), bytes));
        !status.ok())
      return status;
    data = packed.data();
  }
  const int found = PatternSymmetry(from, info.subproblem);
  if (found < 0)
    return absl::InternalError(
        absl::StrCat("no symmetry takes ", ToString(from), " to ", ToString(info.subproblem)));
  const Symmetry back = InverseOf(geometry(), static_cast<Symmetry>(found));
  const PatternRanking ranking(geometry(), info.subproblem.goal);
  Spreading spreading(ranking, data, to->bytes.data());
  uint64_t greatest = 0;
  for (int j = 0; j < ranking.count(); ++j) {
    const uint64_t weight = to->weight[MapCell(geometry(), back, ranking.tile(j) - 1)];
    greatest = std::max(greatest, weight);
    for (int cell = 0; cell < geometry().cells(); ++cell)
      spreading.adds(j, cell) = weight * static_cast<uint64_t>(MapCell(geometry(), back, cell));
  }
  // Threads write to different bytes if the first tile contributes most, and the other tiles, which
  // are on different cells, leave more than a byte between its cells.
  const bool apart = ranking.count() > 3 && spreading.adds(0, geometry().cells() - 1) >= greatest;
  std::atomic<int> next{0};
  ParallelFor(apart ? static_cast<size_t>(std::max(threads, 1)) : 1, [&](size_t) {
    for (int cell; (cell = next.fetch_add(1)) < geometry().cells();) spreading.Run(offset, cell);
  });
  return absl::OkStatus();
}

absl::StatusOr<SpreadTables::Spread*> SpreadTables::DualSpread(CellMask pattern, int threads) {
  const auto ends_anywhere = [&](CellMask goal) {
    return Subproblem{geometry(), goal, 0, Subproblem::kAnyBlank};
  };
  for (const std::unique_ptr<Spread>& spread : dual_spreads_)
    if (PatternSymmetry(ends_anywhere(pattern), ends_anywhere(spread->pattern)) >= 0)
      return spread.get();
  absl::StatusOr<Spread*> spread = Allocate(pattern, &dual_spreads_);
  if (!spread.ok()) return spread;
  if (absl::Status status = Fill(ends_anywhere(pattern), 0, threads, *spread); !status.ok())
    return status;
  for (CellMask rest = pattern; rest != 0; rest &= rest - 1) {
    const int home = Lowest(rest);
    const Subproblem others = {geometry(), pattern & ~CellBit(home), 0,
                               static_cast<uint8_t>(geometry().blank_home() - home)};
    if (others.goal == 0) continue;  // no tile is left to move
    const uint64_t offset = (*spread)->weight[home] * static_cast<uint64_t>(geometry().cells());
    if (absl::Status status = Fill(others, offset, threads, *spread); !status.ok()) return status;
  }
  return spread;
}

absl::StatusOr<SpreadTables::Spread*> SpreadTables::RegularSpread(CellMask pattern, int threads) {
  const Subproblem home = {geometry(), pattern};
  for (const std::unique_ptr<Spread>& spread : regular_spreads_)
    if (PatternSymmetry(home, {geometry(), spread->pattern}) >= 0) return spread.get();
  absl::StatusOr<Spread*> spread = Allocate(pattern, &regular_spreads_);
  if (!spread.ok()) return spread;
  if (absl::Status status = Fill(home, 0, threads, *spread); !status.ok()) return status;
  return spread;
}

absl::Status SpreadTables::AddPattern(bool reflected, int number, CellMask pattern, int threads) {
  const Geometry board = geometry();
  const CellMask own = reflected ? MapCells(board, kTransposed, pattern) : pattern;
  Spread* dual = nullptr;
  bool same = false;
  if (has_dual()) {
    const absl::StatusOr<Spread*> spread = DualSpread(pattern, threads);
    if (!spread.ok()) return spread.status();
    dual = *spread;
    // If the blank may end anywhere, regular and dual lookups read the same values.
    same = StageOf({board, own}).first_table ==
           StageOf({board, own, 0, Subproblem::kAnyBlank}).first_table;
  }
  const absl::StatusOr<Spread*> regular =
      same ? absl::StatusOr<Spread*>(dual) : RegularSpread(pattern, threads);
  if (!regular.ok()) return regular.status();
  AddLookup(false, number, pattern, same ? Subproblem::kAnyBlank : 0, **regular);
  if (dual != nullptr) AddLookup(true, number, pattern, Subproblem::kAnyBlank, *dual);
  return absl::OkStatus();
}

void SpreadTables::AddLookup(bool is_dual, int number, CellMask pattern, uint8_t end,
                             const Spread& spread) {
  const Geometry board = geometry();
  const Symmetry symmetry = static_cast<Symmetry>(
      PatternSymmetry({board, pattern, 0, end}, {board, spread.pattern, 0, end}));
  Lookup& lookup = is_dual ? dual_.back() : regular_.back();
  lookup.data.push_back(spread.bytes.data());
  for (CellMask rest = pattern; rest != 0; rest &= rest - 1) {
    const int home = Lowest(rest);
    const uint64_t weight = spread.weight[MapCell(board, symmetry, home)];
    const int by = is_dual ? home : home + 1;
    lookup.pattern[by] = static_cast<uint8_t>(number);
    uint32_t* const adds = lookup.adds[by];
    if (is_dual) *adds = static_cast<uint32_t>(weight * static_cast<uint64_t>(board.cells()));
    for (int cell = 0; cell < (is_dual ? board.tiles() : board.cells()); ++cell)
      adds[is_dual ? cell + 1 : cell] =
          static_cast<uint32_t>(weight * static_cast<uint64_t>(MapCell(board, symmetry, cell)));
  }
}

}  // namespace tilebase
