// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/lookup/policy_set.h"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/lookup/positions.h"
#include "runtime/lookup/quick_walk.h"
#include "tables/plan.h"

namespace tilebase {
namespace {

// Whether the table's planes can be read where the source has them.
bool IsInPlace(const TableSource& source, size_t table) {
  return source.RawPlane(table, Plane::kPolicy) != nullptr &&
         (source.layout(table).PlaneBytes(Plane::kReachable) == 0 ||
          source.RawPlane(table, Plane::kReachable) != nullptr);
}

}  // namespace

absl::StatusOr<std::unique_ptr<PolicySet>> PolicySet::Create(
    std::shared_ptr<const TableSource> source, const PolicySetOptions& options) {
  auto set = std::unique_ptr<PolicySet>(new PolicySet());
  set->options_ = options;
  const absl::Span<const TableInfo> tables = source->tables();
  set->states_ = std::make_unique<std::atomic<int>[]>(tables.size());
  set->decoded_.resize(tables.size());
  const Plan& plan = source->plan();
  if (plan.staged() == nullptr)
    return absl::FailedPreconditionError(absl::StrCat(
        source->name(), ": its plan ", plan.text,
        " has no stages to solve by; build a set that has, such as --plan 'ladder:1 + ", plan.text,
        "'"));
  for (size_t i = 0; i < tables.size(); ++i) {
    PolicyTable table;
    table.subproblem = tables[i].subproblem;
    if (tables[i].metric == Metric::kMoves) table.ranking = Ranking(table.subproblem);
    table.max_depth = tables[i].max_depth();
    set->tables_.push_back(table);
    set->quick_.emplace_back(table);
    set->states_[i] = kMissing;
  }
  if (absl::Status status = set->ShareMemory(*source); !status.ok()) return status;

  const SetInfo& info = source->info();
  for (const StageInfo& stage : info.stages)
    set->stages_.push_back({&set->tables_[stage.first_table], static_cast<int>(stage.table_count)});
  for (const PlanPart& part : plan.parts)
    if (part.metric == Metric::kMoves)
      set->staged_parts_.push_back(
          absl::MakeSpan(set->stages_).subspan(part.first_stage, part.stage_count));
  const PlanPart& staged = *plan.staged();
  const auto first = info.stages.begin() + static_cast<ptrdiff_t>(staged.first_stage);
  const QuickSolver::Need need = [](const void* owner, size_t table) {
    return static_cast<const PolicySet*>(owner)->Need(table);
  };
  set->solver_ = QuickSolver(info.geometry, set->quick_.data(),
                             {first, first + static_cast<ptrdiff_t>(staged.stage_count)}, set.get(),
                             options.lazy ? need : nullptr, set->cache_.get());
  set->source_ = std::move(source);
  if (!options.lazy)
    if (absl::Status status = set->PrepareAll(); !status.ok()) return status;
  return set;
}

// What is not in place is kept whole, all of it or, where that is too much, the smallest tables; a
// cache for the others has the rest, and at least kLeastSlots. What is left then is for shortcuts.
absl::Status PolicySet::ShareMemory(const TableSource& source) {
  const absl::Span<const TableInfo> tables = source.tables();
  std::vector<size_t> by_size;
  uint64_t needed = 0;
  uint64_t blocks = 0;
  for (size_t i = 0; i < tables.size(); ++i) {
    if (tables[i].metric != Metric::kMoves) continue;
    by_size.push_back(i);
    if (IsInPlace(source, i)) continue;
    needed += source.layout(i).bytes();
    blocks += source.layout(i).blocks();
  }
  std::stable_sort(by_size.begin(), by_size.end(),
                   [&](size_t a, size_t b) { return tables[a].entries < tables[b].entries; });

  uint64_t left = options_.memory_bytes;
  const uint64_t least_cache =
      needed <= left ? 0 : BlockCache::Bytes(blocks, BlockCache::kLeastSlots);
  if (least_cache > left)
    return absl::ResourceExhaustedError(
        absl::StrCat(source.name(), ": its tables need ", std::min(needed, least_cache),
                     " bytes of memory, allowed are ", left,
                     "; allow more, or use a raw store, which needs none"));
  left -= least_cache;
  std::vector<size_t> cached;
  blocks = 0;
  is_whole_.resize(tables.size());
  for (const size_t i : by_size) {
    const uint64_t bytes = IsInPlace(source, i) ? 0 : source.layout(i).bytes();
    is_whole_[i] = bytes <= left;
    if (is_whole_[i]) {
      left -= bytes;
    } else {
      cached.push_back(i);
      blocks += source.layout(i).blocks();
      states_[i] = TILEBASE_OK;
    }
  }
  left += least_cache;
  if (!cached.empty()) {
    const uint64_t slot_bytes = BlockCache::Bytes(0, 1) - BlockCache::Bytes(0, 0);
    const uint64_t slots = (left - BlockCache::Bytes(blocks, 0)) / slot_bytes;
    cache_ = BlockCache::Create(source, cached, std::min(slots, blocks + 1));
    if (cache_ == nullptr)
      return absl::ResourceExhaustedError(absl::StrCat(
          source.name(), ": the ", left, " bytes of memory for its tables cannot be had"));
    left -= cache_->bytes();
    memory_used_ = cache_->bytes();
  }

  left = std::min(left, options_.shortcut_bytes);
  has_shortcuts_.resize(tables.size());
  for (const size_t i : by_size) {
    const uint64_t bytes = Shortcuts::Bytes(tables[i].subproblem, tables[i].max_depth());
    if (!is_whole_[i] || bytes > left) continue;
    left -= bytes;
    has_shortcuts_[i] = true;
  }
  return absl::OkStatus();
}

absl::Status PolicySet::Decode(size_t i) const {
  const BlockLayout& layout = source_->layout(i);
  const bool has_reachable = layout.PlaneBytes(Plane::kReachable) != 0;
  PolicyTable& table = tables_[i];
  const uint8_t* policy = source_->RawPlane(i, Plane::kPolicy);
  const uint8_t* reachable = source_->RawPlane(i, Plane::kReachable);
  if (!IsInPlace(*source_, i)) {
    HugeBytes planes;
    if (!planes.Allocate(layout.bytes()))
      return absl::ResourceExhaustedError(
          absl::StrCat(source_->name(), ": decoding the table of ", ToString(table.subproblem),
                       " needs ", layout.bytes(), " bytes of memory; a raw store needs none"));
    absl::Status status =
        source_->ReadTable(i, options_.threads, absl::MakeSpan(planes.data(), layout.bytes()));
    if (!status.ok()) return status;
    policy = planes.data();
    reachable = has_reachable ? planes.data() + layout.PlaneBytes(Plane::kPolicy) : nullptr;
    decoded_[i] = std::move(planes);
    memory_used_ += layout.bytes();
  }
  table.policy = quick_[i].table.policy = policy;
  table.reachable = quick_[i].table.reachable = reachable;
  // Without shortcuts a table is slower, and as good.
  if (has_shortcuts_[i] && quick_[i].shortcuts.Fill(table))
    memory_used_ += Shortcuts::Bytes(table.subproblem, table.max_depth);
  return absl::OkStatus();
}

absl::Status PolicySet::Prepare(size_t table) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const int state = states_[table].load(std::memory_order_relaxed);
  if (state == TILEBASE_OK) return absl::OkStatus();
  absl::Status status = Decode(table);
  // Memory may be had another time.
  if (!absl::IsResourceExhausted(status))
    states_[table].store(status.ok() ? TILEBASE_OK : TILEBASE_ERROR_DAMAGED,
                         std::memory_order_release);
  return status;
}

absl::Status PolicySet::PrepareAll() const {
  for (size_t i = 0; i < tables_.size(); ++i)
    if (source_->tables()[i].metric == Metric::kMoves)
      if (absl::Status status = Prepare(i); !status.ok()) return status;
  return absl::OkStatus();
}

// Nothing may be thrown here: memory that cannot be had is a code.
tilebase_code PolicySet::NeedNow(size_t table) const {
  try {
    if (absl::IsResourceExhausted(Prepare(table))) return TILEBASE_ERROR_MEMORY;
  } catch (const std::exception&) {
    return TILEBASE_ERROR_MEMORY;
  }
  return static_cast<tilebase_code>(states_[table].load(std::memory_order_acquire));
}

tilebase_code PolicySet::ReadBoard(const uint8_t* cells, size_t size, Board* board) const {
  const Geometry geometry = info().geometry;
  if (size != static_cast<size_t>(geometry.cells())) return TILEBASE_ERROR_BOARD_SIZE;
  uint8_t cell_of[kMaxCells];
  const tilebase_code code = ReadPositions(geometry, cells, cell_of);
  if (code != TILEBASE_OK) return code;
  board->geometry = geometry;
  board->blank = cell_of[0];
  std::copy(cells, cells + size, board->tile);
  return TILEBASE_OK;
}

// Actions from here to the goal of the table's subproblem, or -1.
tilebase_code PolicySet::Depth(const PolicyTable& table, uint64_t rank, const Board& board,
                               int32_t* depth) const {
  *depth = -1;
  bool reachable;
  tilebase_code code = ReadReachable(table, rank, &reachable);
  if (code != TILEBASE_OK || !reachable) return code;
  uint8_t cell_of[kMaxCells];
  for (int cell = 0; cell < board.geometry.cells(); ++cell)
    cell_of[board.tile[cell]] = static_cast<uint8_t>(cell);
  QuickWalker<0> walker;
  LetterSink sink;
  walker.Start(quick_[Number(table)], cell_of, rank);
  while (!walker.AtGoal()) {
    Action action;
    code = ReadAction(table, walker.rank(), &action);
    if (code != TILEBASE_OK) return code;
    if (!walker.Step(action, &sink)) return TILEBASE_OK;
  }
  *depth = static_cast<int32_t>(sink.count);
  return TILEBASE_OK;
}

tilebase_code PolicySet::ProbeTable(const Board& board, const PolicyTable& table, uint32_t stage,
                                    tilebase_probe_result* result) const {
  const Subproblem& subproblem = table.subproblem;
  const uint64_t rank = table.ranking.Rank(board);
  *result = {};
  result->goal = subproblem.goal;
  result->fixed = subproblem.fixed;
  result->stage = stage;
  tilebase_code code = Depth(table, rank, board, &result->remaining);
  for (int a = 0; code == TILEBASE_OK && a < kActions; ++a) {
    const Action action = static_cast<Action>(a);
    result->after[a] = -1;
    if (!board.CanApply(action)) continue;
    if (subproblem.fixed & CellBit(board.blank + board.geometry.BlankStep(action))) continue;
    Board next = board;
    next.Apply(action);
    code = Depth(table, table.ranking.RankAfter(rank, board, action), next, &result->after[a]);
  }
  Action action;
  if (code == TILEBASE_OK && result->remaining > 0) {
    code = ReadAction(table, rank, &action);
    result->action = Letter(action);
  }
  return code;
}

tilebase_code PolicySet::Probe(const Board& board, tilebase_probe_result* result) const {
  for (size_t i = 0; i < stages().size(); ++i) {
    const PolicyStage& stage = stages()[i];
    if (stage.tables[0].subproblem.IsGoal(board)) continue;
    for (const PolicyTable* table = stage.tables; table != stage.tables + stage.count; ++table) {
      bool reachable = false;
      tilebase_code code = Need(Number(*table));
      if (code == TILEBASE_OK) code = ReadReachable(*table, table->ranking.Rank(board), &reachable);
      if (code != TILEBASE_OK) return code;
      if (reachable) return ProbeTable(board, *table, static_cast<uint32_t>(i), result);
    }
    return TILEBASE_ERROR_DAMAGED;
  }
  *result = {};
  result->fixed = info().geometry.all_tiles();
  result->stage = static_cast<uint32_t>(stages().size());
  std::fill(result->after, result->after + kActions, -1);
  return TILEBASE_OK;
}

tilebase_code PolicySet::ProbeSubproblem(const Board& board, CellMask goal, CellMask fixed,
                                         tilebase_probe_result* result) const {
  for (size_t i = 0; i < stages().size(); ++i) {
    for (int j = 0; j < stages()[i].count; ++j) {
      const PolicyTable& table = stages()[i].tables[j];
      if (table.subproblem.goal != goal || table.subproblem.fixed != fixed) continue;
      if (!table.subproblem.Admits(board)) return TILEBASE_ERROR_FIXED;
      const tilebase_code code = Need(Number(table));
      if (code != TILEBASE_OK) return code;
      return ProbeTable(board, table, static_cast<uint32_t>(i), result);
    }
  }
  return TILEBASE_ERROR_SUBPROBLEM;
}

tilebase_code PolicySet::Hint(const Board& board, tilebase_probe_result* hint) const {
  if (hint->goal == 0) return Probe(board, hint);
  tilebase_probe_result under_way;
  const tilebase_code code = ProbeSubproblem(board, hint->goal, hint->fixed, &under_way);
  if (code == TILEBASE_OK && under_way.remaining > 0) {
    *hint = under_way;
    return code;
  }
  // It is done, or the player has left it: a tile of R was moved, or the goal cannot be reached.
  return code == TILEBASE_OK || code == TILEBASE_ERROR_FIXED ? Probe(board, hint) : code;
}

}  // namespace tilebase
