// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/policy_set.h"

#include <algorithm>
#include <exception>
#include <new>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/positions.h"
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
    std::shared_ptr<const TableSource> source, const PolicySetOptions& options) {
  auto set = std::unique_ptr<PolicySet>(new PolicySet());
  set->options_ = options;
  const absl::Span<const TableInfo> tables = source->tables();
  set->states_ = std::make_unique<std::atomic<int>[]>(tables.size());
  set->decoded_.resize(tables.size());
  uint64_t needed = 0;
  const absl::StatusOr<Plan> plan = ParsePlan(source->info().geometry, source->info().plan);
  if (!plan.ok()) return plan.status();  // the source has checked it
  if (plan->staged() == nullptr)
    return absl::FailedPreconditionError(absl::StrCat(
        source->name(), ": its plan ", plan->text,
        " has no stages to solve by; build a set that has, such as --plan 'ladder:1 + ", plan->text,
        "'"));
  for (size_t i = 0; i < tables.size(); ++i) {
    PolicyTable table;
    table.subproblem = tables[i].subproblem;
    if (tables[i].metric == Metric::kMoves) table.ranking = Ranking(table.subproblem);
    table.max_depth = tables[i].max_depth();
    set->tables_.push_back(table);
    set->quick_.emplace_back(table);
    set->states_[i] = kMissing;
    if (tables[i].metric != Metric::kMoves) continue;
    if (source->RawPlane(i, Plane::kPolicy) == nullptr) needed += source->layout(i).bytes();
  }
  if (needed > options.memory_bytes && !options.lazy)
    return absl::ResourceExhaustedError(absl::StrCat(
        source->name(), ": decoding its tables needs ", needed, " bytes of memory, allowed are ",
        options.memory_bytes, "; allow more, or use a raw store, which needs none"));

  // Shortcuts for the smallest tables, as far as they may have memory.
  uint64_t left = options.shortcut_bytes;
  if (options.memory_bytes != UINT64_MAX)
    left = std::min(left, options.memory_bytes - std::min(needed, options.memory_bytes));
  std::vector<size_t> by_size(tables.size());
  std::iota(by_size.begin(), by_size.end(), size_t{0});
  std::stable_sort(by_size.begin(), by_size.end(),
                   [&](size_t a, size_t b) { return tables[a].entries < tables[b].entries; });
  set->has_shortcuts_.resize(tables.size());
  for (const size_t i : by_size) {
    if (tables[i].metric != Metric::kMoves) continue;
    const uint64_t bytes = Shortcuts::Bytes(tables[i].subproblem, tables[i].max_depth());
    if (bytes > left) continue;
    left -= bytes;
    set->has_shortcuts_[i] = true;
  }

  const SetInfo& info = source->info();
  for (const StageInfo& stage : info.stages)
    set->stages_.push_back({&set->tables_[stage.first_table], static_cast<int>(stage.table_count)});
  for (const PlanPart& part : plan->parts)
    if (part.metric == Metric::kMoves)
      set->staged_parts_.push_back(
          absl::MakeSpan(set->stages_).subspan(part.first_stage, part.stage_count));
  const PlanPart& staged = *plan->staged();
  const auto first = info.stages.begin() + static_cast<ptrdiff_t>(staged.first_stage);
  const QuickSolver::Need need = [](const void* owner, size_t table) {
    return static_cast<const PolicySet*>(owner)->Need(table);
  };
  set->solver_ = QuickSolver(info.geometry, set->quick_.data(),
                             {first, first + static_cast<ptrdiff_t>(staged.stage_count)}, set.get(),
                             options.lazy ? need : nullptr);
  set->source_ = std::move(source);
  if (!options.lazy)
    if (absl::Status status = set->PrepareAll(); !status.ok()) return status;
  return set;
}

absl::Status PolicySet::Decode(size_t i) const {
  const BlockLayout& layout = source_->layout(i);
  const bool has_reachable = layout.PlaneBytes(Plane::kReachable) != 0;
  PolicyTable& table = tables_[i];
  const uint8_t* policy = source_->RawPlane(i, Plane::kPolicy);
  const uint8_t* reachable = has_reachable ? source_->RawPlane(i, Plane::kReachable) : nullptr;
  if (policy == nullptr || (has_reachable && reachable == nullptr)) {
    const uint64_t used = memory_used_.load(std::memory_order_relaxed);
    const auto too_much = [&](absl::string_view why) {
      return absl::ResourceExhaustedError(absl::StrCat(
          source_->name(), ": decoding the table of ", ToString(table.subproblem), " needs ",
          layout.bytes(), " bytes of memory", why, "; a raw store needs none"));
    };
    if (options_.memory_bytes - std::min(used, options_.memory_bytes) < layout.bytes())
      return too_much(
          absl::StrCat(", and ", used, " of the ", options_.memory_bytes, " allowed are in use"));
    HugeBytes planes;
    if (!planes.Allocate(layout.bytes())) return too_much("");
    absl::Status status =
        source_->ReadTable(i, options_.threads, absl::MakeSpan(planes.data(), layout.bytes()));
    if (!status.ok()) return status;
    policy = planes.data();
    if (has_reachable) reachable = planes.data() + layout.PlaneBytes(Plane::kPolicy);
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
  for (size_t i = 0; i < stages().size(); ++i) {
    const PolicyStage& stage = stages()[i];
    if (stage.tables[0].subproblem.IsGoal(board)) continue;
    for (const PolicyTable* table = stage.tables; table != stage.tables + stage.count; ++table) {
      const tilebase_code code = Need(static_cast<size_t>(table - tables_.data()));
      if (code != TILEBASE_OK) return code;
      if (table->IsReachable(table->ranking.Rank(board)))
        return ProbeTable(board, *table, static_cast<uint32_t>(i), result);
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
      const tilebase_code code = Need(static_cast<size_t>(&table - tables_.data()));
      if (code != TILEBASE_OK) return code;
      return ProbeTable(board, table, static_cast<uint32_t>(i), result);
    }
  }
  return TILEBASE_ERROR_SUBPROBLEM;
}

}  // namespace tilebase
