// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/policy_set.h"

#include <algorithm>
#include <new>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tables/plan.h"

namespace tilebase {
namespace {

// Actions from here to the goal of the table's subproblem, or -1.
int Depth(const PolicyTable& table, uint64_t rank, Board board) {
  if (!table.IsReachable(rank)) return -1;
  int depth = 0;
  const WalkResult result = WalkToGoal(table, rank, board, [&](Action) { ++depth; });
  return result == WalkResult::kDone ? depth : -1;
}

}  // namespace

absl::StatusOr<std::unique_ptr<PolicySet>> PolicySet::Create(
    std::shared_ptr<const TableSource> source, int threads) {
  auto set = std::unique_ptr<PolicySet>(new PolicySet());
  const absl::Span<const TableInfo> tables = source->tables();
  set->tables_.reserve(tables.size());
  for (size_t i = 0; i < tables.size(); ++i) {
    const BlockLayout& layout = source->layout(i);
    const bool has_reachable = layout.PlaneBytes(Plane::kReachable) != 0;
    PolicyTable table;
    table.subproblem = tables[i].subproblem;
    table.ranking = Ranking(table.subproblem);
    table.max_depth = tables[i].max_depth();
    table.policy = source->RawPlane(i, Plane::kPolicy);
    table.reachable = has_reachable ? source->RawPlane(i, Plane::kReachable) : nullptr;
    if (table.policy == nullptr || (has_reachable && table.reachable == nullptr)) {
      std::unique_ptr<uint8_t[]> planes(new (std::nothrow) uint8_t[layout.bytes()]);
      if (planes == nullptr) {
        return absl::ResourceExhaustedError(
            absl::StrCat(source->name(), ": decoding the table of ", ToString(table.subproblem),
                         " needs ", layout.bytes(), " bytes of memory; a raw store needs none"));
      }
      absl::Status status =
          source->ReadTable(i, threads, absl::MakeSpan(planes.get(), layout.bytes()));
      if (!status.ok()) return status;
      table.policy = planes.get();
      if (has_reachable) table.reachable = planes.get() + layout.PlaneBytes(Plane::kPolicy);
      set->decoded_.push_back(std::move(planes));
    }
    set->tables_.push_back(table);
  }
  for (const StageInfo& stage : source->info().stages)
    set->stages_.push_back({&set->tables_[stage.first_table], static_cast<int>(stage.table_count)});
  set->source_ = std::move(source);
  return set;
}

tilebase_code PolicySet::ReadBoard(const uint8_t* cells, size_t size, Board* board) const {
  const Geometry geometry = info().geometry;
  if (size != static_cast<size_t>(geometry.cells())) return TILEBASE_ERROR_BOARD_SIZE;
  board->geometry = geometry;
  CellMask seen = 0;
  for (int cell = 0; cell < geometry.cells(); ++cell) {
    const uint8_t tile = cells[cell];
    if (tile >= geometry.cells() || (seen & CellBit(tile))) return TILEBASE_ERROR_BOARD;
    seen |= CellBit(tile);
    board->tile[cell] = tile;
    if (tile == 0) board->blank = static_cast<uint8_t>(cell);
  }
  return board->IsSolvable() ? TILEBASE_OK : TILEBASE_ERROR_UNSOLVABLE;
}

tilebase_code PolicySet::ProbeTable(const Board& board, const PolicyTable& table, uint32_t stage,
                                    tilebase_probe_result* result) const {
  const Subproblem& subproblem = table.subproblem;
  const uint64_t rank = table.ranking.Rank(board);
  *result = {};
  result->goal = subproblem.goal;
  result->fixed = subproblem.fixed;
  result->stage = stage;
  result->remaining = Depth(table, rank, board);
  for (int a = 0; a < kActions; ++a) {
    const Action action = static_cast<Action>(a);
    result->after[a] = -1;
    if (!board.CanApply(action)) continue;
    if (subproblem.fixed & CellBit(board.blank + board.geometry.BlankStep(action))) continue;
    Board next = board;
    next.Apply(action);
    result->after[a] = Depth(table, table.ranking.RankAfter(rank, board, action), next);
  }
  if (result->remaining > 0) result->action = Letter(GetAction(table.policy, rank));
  return TILEBASE_OK;
}

tilebase_code PolicySet::Probe(const Board& board, tilebase_probe_result* result) const {
  for (size_t i = 0; i < stages_.size(); ++i) {
    if (stages_[i].tables[0].subproblem.IsGoal(board)) continue;
    uint64_t rank = 0;
    const PolicyTable* table = ChooseTable(stages_[i], board, &rank);
    if (table == nullptr) return TILEBASE_ERROR_DAMAGED;
    return ProbeTable(board, *table, static_cast<uint32_t>(i), result);
  }
  *result = {};
  result->fixed = info().geometry.all_tiles();
  result->stage = static_cast<uint32_t>(stages_.size());
  std::fill(result->after, result->after + kActions, -1);
  return TILEBASE_OK;
}

tilebase_code PolicySet::ProbeSubproblem(const Board& board, CellMask goal, CellMask fixed,
                                         tilebase_probe_result* result) const {
  for (size_t i = 0; i < stages_.size(); ++i) {
    for (int j = 0; j < stages_[i].count; ++j) {
      const PolicyTable& table = stages_[i].tables[j];
      if (table.subproblem.goal != goal || table.subproblem.fixed != fixed) continue;
      if (!table.subproblem.Admits(board)) return TILEBASE_ERROR_FIXED;
      return ProbeTable(board, table, static_cast<uint32_t>(i), result);
    }
  }
  return TILEBASE_ERROR_SUBPROBLEM;
}

}  // namespace tilebase
