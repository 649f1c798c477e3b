// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/lookup/policy_set.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/lookup/quick_walk.h"
#include "tables/board_text.h"
#include "tables/geometry.h"

namespace tilebase {
namespace {

// A solution to another board may take this many letters more than certified_worst_case
// (tilebase.h). A part that ends elsewhere, by other stages than the home part's, is not used if it
// may need more.
constexpr uint32_t kMostLettersMore = 15;

void CellsOf(const Board& board, uint8_t* cell_of) {
  for (int cell = 0; cell < board.geometry.cells(); ++cell)
    cell_of[board.tile[cell]] = static_cast<uint8_t>(cell);
}

// Extends a solution to home so that it ends at destination.end().
void AppendDetour(const Destination& destination, SolveRequest* board) {
  if (board->code != TILEBASE_OK && board->code != TILEBASE_ERROR_BUFFER) return;
  const size_t most = board->count + static_cast<size_t>(destination.detour());
  if (board->code == TILEBASE_OK && most <= board->capacity) {
    board->count = destination.Append(board->letters, board->count);
  } else {
    board->count = most;
    board->code = TILEBASE_ERROR_BUFFER;
  }
}

// Maps a board by a symmetry that does not keep the blank's home. If the home of tile a is mapped
// to the home of tile b, tile a becomes tile b. The tile whose home is mapped to the blank's home
// gets the remaining number; no stage that such images go through tracks it.
class SymmetricImage {
 public:
  SymmetricImage(Geometry geometry, Symmetry symmetry) : geometry_(geometry), symmetry_(symmetry) {
    const int blank_home = geometry.blank_home();
    for (int cell = 0; cell < geometry.cells(); ++cell) {
      image_[cell] = static_cast<uint8_t>(MapCell(geometry, symmetry, cell));
      original_[image_[cell]] = static_cast<uint8_t>(cell);
    }
    for (int tile = 0; tile < geometry.cells(); ++tile) {
      const int home = tile == 0 ? blank_home : image_[tile - 1];
      tile_image_[tile] = static_cast<uint8_t>(home != blank_home ? home + 1
                                               : tile == 0        ? 0
                                                                  : image_[blank_home] + 1);
    }
  }

  void Map(uint8_t* cell_of) const {
    uint8_t image_of[kMaxCells];
    for (int tile = 0; tile < geometry_.cells(); ++tile)
      image_of[tile_image_[tile]] = image_[cell_of[tile]];
    std::copy_n(image_of, geometry_.cells(), cell_of);
  }
  // Maps the cells back, and the letters that led there.
  void MapBack(uint8_t* cell_of, const LetterSink* sink) const {
    uint8_t board[kMaxCells];
    for (int tile = 0; tile < geometry_.cells(); ++tile)
      board[tile] = original_[cell_of[tile_image_[tile]]];
    std::copy_n(board, geometry_.cells(), cell_of);
    Action own[kActions];
    for (int a = 0; a < kActions; ++a)
      own[static_cast<int>(MapAction(symmetry_, static_cast<Action>(a)))] = static_cast<Action>(a);
    for (size_t i = 0; i < std::min(sink->count, sink->capacity); ++i)
      sink->letters[i] = Letter(own[static_cast<int>(*ActionOf(sink->letters[i]))]);
  }

 private:
  Geometry geometry_;
  Symmetry symmetry_;
  uint8_t image_[kMaxCells], original_[kMaxCells], tile_image_[kMaxCells];
};

}  // namespace

absl::StatusOr<std::unique_ptr<PolicySet>> PolicySet::Create(
    std::shared_ptr<const TableSource> source, const PolicySetOptions& options) {
  const Plan& plan = source->plan();
  if (plan.staged() == nullptr)
    return absl::FailedPreconditionError(absl::StrCat(
        source->name(), ": its plan ", plan.text,
        " has no stages to solve by; build a set that has, such as --plan 'ladder:1 + ", plan.text,
        "'"));
  const SetInfo& info = source->info();
  // The decoded tables own the source, so plan and info stay valid.
  auto decoded = DecodedTables::Create(std::move(source), options);
  if (!decoded.ok()) return decoded.status();
  auto set = std::unique_ptr<PolicySet>(new PolicySet());
  set->decoded_ = *std::move(decoded);
  for (const StageInfo& stage : info.stages)
    set->stages_.push_back(
        {&set->tables()[stage.first_table], static_cast<int>(stage.table_count)});
  set->is_lazy_ = options.lazy;
  std::vector<StageInfo> by_parts;  // the stages of the parts that end at home
  for (const PlanPart& part : plan.parts) {
    if (!HasStages(part.metric)) continue;
    const auto stages = absl::MakeSpan(set->stages_).subspan(part.first_stage, part.stage_count);
    const int end = info.geometry.blank_home() - part.blank_back;
    if (part.blank_back == 0) {
      const Subproblem& own = plan.stages[part.first_stage];
      const Subproblem& other = plan.stages[plan.TablesOf(part.first_stage)];
      const int symmetry =
          own == other ? kIdentity : MovesSymmetry(info.geometry, own.goal, other.goal);
      set->staged_parts_.push_back(stages);
      const auto first = info.stages.begin() + static_cast<ptrdiff_t>(part.first_stage);
      set->home_parts_.push_back({static_cast<Symmetry>(symmetry), by_parts.size(),
                                  by_parts.size() + part.stage_count, *first});
      by_parts.insert(by_parts.end(), first, first + static_cast<ptrdiff_t>(part.stage_count));
    } else if (const uint32_t worst_case = WorstCase(plan, part, info, set->source().tables());
               plan.StagedTo(end) == &part &&
               worst_case <= info.certified_worst_case + kMostLettersMore) {
      set->other_ends_.push_back({end, stages, set->SolverOf(part), worst_case});
    }
  }
  set->solver_ = set->SolverOf(*plan.staged());
  set->by_parts_ = set->SolverOf(std::move(by_parts));
  return set;
}

QuickSolver PolicySet::SolverOf(std::vector<StageInfo> stages) const {
  return QuickSolver(info().geometry, quick_tables().data(), std::move(stages),
                     is_lazy_ ? decoded_.get() : nullptr, decoded_->cache());
}

QuickSolver PolicySet::SolverOf(const PlanPart& part) const {
  const auto first = info().stages.begin() + static_cast<ptrdiff_t>(part.first_stage);
  return SolverOf({first, first + static_cast<ptrdiff_t>(part.stage_count)});
}

void PolicySet::SolveLettersByParts(absl::Span<PartRequest> requests) const {
  for (size_t first = 0; first < requests.size(); first += kBatchSize)
    SolveSomeByParts(requests.subspan(first, kBatchSize));
}

void PolicySet::SolveSomeByParts(absl::Span<PartRequest> requests) const {
  const Geometry geometry = info().geometry;
  QuickSolver::StageWalk walks[kBatchSize];
  bool shares[kBatchSize];  // has the first stage of the request before
  for (size_t i = 0; i < requests.size(); ++i) {
    const PartRequest& request = requests[i];
    const HomePart& by = home_parts_[request.part];
    QuickSolver::StageWalk& walk = walks[i];
    walk.sink = {request.letters, request.capacity, 0};
    walk.code = ReadPositions(geometry, request.cells, walk.cell_of);
    if (walk.code == TILEBASE_OK && by.symmetry != kIdentity)
      SymmetricImage(geometry, by.symmetry).Map(walk.cell_of);
    shares[i] = i > 0 && request.cells == requests[i - 1].cells &&
                request.capacity <= requests[i - 1].capacity &&
                by.SharesFirst(home_parts_[requests[i - 1].part]);
    walk.stage = shares[i] ? QuickSolver::StageWalk::kNone : by.first_stage;
  }
  bool more = true;
  for (size_t stage = 0; more; ++stage) {
    by_parts_.SolveStages(absl::MakeSpan(walks, requests.size()));
    more = false;
    for (size_t i = 0; i < requests.size(); ++i) {
      const HomePart& by = home_parts_[requests[i].part];
      QuickSolver::StageWalk& walk = walks[i];
      if (stage == 0 && shares[i]) {
        LetterSink& sink = walk.sink;
        sink.count = walks[i - 1].sink.count;
        std::copy_n(walks[i - 1].sink.letters, std::min(sink.count, sink.capacity), sink.letters);
        std::copy_n(walks[i - 1].cell_of, kMaxCells, walk.cell_of);
        walk.code = walks[i - 1].code;
      } else if (stage == 0 && by.symmetry != kIdentity && walk.code == TILEBASE_OK) {
        SymmetricImage(geometry, by.symmetry).MapBack(walk.cell_of, &walk.sink);
      }
      const size_t next = by.first_stage + stage + 1;
      walk.stage = next < by.end_stage ? next : QuickSolver::StageWalk::kNone;
      more = more || (next < by.end_stage && walk.code == TILEBASE_OK);
    }
  }
  for (size_t i = 0; i < requests.size(); ++i) {
    PartRequest& request = requests[i];
    request.code = walks[i].code;
    request.count = request.code == TILEBASE_OK ? walks[i].sink.count : 0;
    if (request.count > request.capacity) request.code = TILEBASE_ERROR_BUFFER;
  }
}

const PolicySet::OtherEnd* PolicySet::EndingAt(const Destination& destination) const {
  for (const OtherEnd& end : other_ends_)
    if (end.blank == destination.end().blank) return &end;
  return nullptr;
}

size_t PolicySet::MostLettersTo(const Destination& destination) const {
  const OtherEnd* const end = EndingAt(destination);
  return std::max<size_t>(end == nullptr ? 0 : end->worst_case,
                          info().certified_worst_case + static_cast<size_t>(destination.detour()));
}

absl::Span<const PolicyStage> PolicySet::StagesTo(const Destination& destination) const {
  const OtherEnd* const end = EndingAt(destination);
  return end != nullptr ? end->stages : stages();
}

void PolicySet::SolveLettersTo(const Destination& destination, SolveRequest* board) const {
  if (const OtherEnd* const end = EndingAt(destination); end != nullptr)
    return end->solver.Solve(board);
  SolveLetters(board);
  AppendDetour(destination, board);
}

void PolicySet::SolveLettersTo(const Destination& destination,
                               absl::Span<SolveRequest> boards) const {
  if (const OtherEnd* const end = EndingAt(destination); end != nullptr)
    return end->solver.SolveBatch(boards);
  SolveLetters(boards);
  for (SolveRequest& board : boards) AppendDetour(destination, &board);
}

tilebase_code PolicySet::ReadBoard(const uint8_t* cells, size_t size, Board* board) const {
  const Geometry geometry = info().geometry;
  if (size != static_cast<size_t>(geometry.cells())) return TILEBASE_ERROR_BOARD_SIZE;
  uint8_t cell_of[kMaxCells];
  const tilebase_code code = ReadPositions(geometry, cells, cell_of);
  if (code == TILEBASE_ERROR_BOARD) return code;
  board->geometry = geometry;
  board->blank = cell_of[0];
  std::copy(cells, cells + size, board->tile);
  return code;
}

tilebase_code PolicySet::ReadStep(const PolicyTable& table, uint64_t rank, int blank,
                                  Slide* step) const {
  *step = {};
  if (table.is_mtm) {
    int entry;
    const tilebase_code code = decoded_->ReadSlide(Number(table), rank, &entry);
    if (code == TILEBASE_OK) *step = SlideOf(info().geometry, blank, entry);
    return code;
  }
  step->length = 1;
  return decoded_->ReadAction(Number(table), rank, &step->action);
}

// Stores the moves from here to the goal of the table's subproblem, in its metric, or -1.
tilebase_code PolicySet::Depth(size_t table, uint64_t rank, const Board& board,
                               int32_t* depth) const {
  *depth = -1;
  if (!tables()[table].is_mtm) {
    bool reachable;
    const tilebase_code code = decoded_->ReadReachable(table, rank, &reachable);
    if (code != TILEBASE_OK || !reachable) return code;
  }
  uint8_t cell_of[kMaxCells];
  CellsOf(board, cell_of);
  QuickWalker<0> walker;
  LetterSink sink;
  walker.Start(quick_tables()[table], cell_of, rank);
  int32_t moves = 0;
  for (; !walker.AtGoal(); ++moves) {
    Slide step;
    const tilebase_code code = ReadStep(tables()[table], walker.rank(), walker.blank(), &step);
    if (code != TILEBASE_OK || step.length == 0) return code;
    for (int i = 0; i < step.length; ++i)
      if (!walker.Step(step.action, &sink)) return TILEBASE_OK;
  }
  *depth = moves;
  return TILEBASE_OK;
}

tilebase_code PolicySet::ProbeTable(const Board& board, size_t number, uint32_t stage,
                                    tilebase_probe_result* result) const {
  const PolicyTable& table = tables()[number];
  const Subproblem& subproblem = table.subproblem;
  const uint64_t rank = table.ranking.Rank(board);
  *result = {};
  result->goal = subproblem.goal;
  result->fixed = subproblem.fixed;
  result->stage = stage;
  tilebase_code code = Depth(number, rank, board, &result->remaining);
  for (int a = 0; code == TILEBASE_OK && a < kActions; ++a) {
    const Action action = static_cast<Action>(a);
    result->after[a] = -1;
    if (!board.CanApply(action)) continue;
    if (subproblem.fixed & CellBit(board.blank + board.geometry.BlankStep(action))) continue;
    Board next = board;
    next.Apply(action);
    code = Depth(number, table.ranking.RankAfter(rank, board, action), next, &result->after[a]);
  }
  if (code == TILEBASE_OK && result->remaining > 0) {
    Slide step;
    code = ReadStep(table, rank, board.blank, &step);
    result->action = Letter(step.action);
    result->tiles = static_cast<uint8_t>(step.length);
  }
  return code;
}

tilebase_code PolicySet::Probe(const Board& board, tilebase_probe_result* result) const {
  uint8_t cell_of[kMaxCells];
  CellsOf(board, cell_of);
  for (size_t i = 0; i < stages().size(); ++i) {
    if (stages()[i].tables[0].subproblem.IsGoal(board)) continue;
    QuickSolver::Choice choice;
    const tilebase_code code = solver_.Choose(i, cell_of, &choice);
    if (code != TILEBASE_OK) return code;
    return ProbeTable(board, static_cast<size_t>(choice.table - quick_tables().data()),
                      static_cast<uint32_t>(i), result);
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
      const tilebase_code code = decoded_->Need(Number(table));
      if (code != TILEBASE_OK) return code;
      return ProbeTable(board, Number(table), static_cast<uint32_t>(i), result);
    }
  }
  return TILEBASE_ERROR_SUBPROBLEM;
}

tilebase_code PolicySet::Hint(const Board& board, tilebase_probe_result* hint) const {
  if (hint->goal != 0) {
    tilebase_probe_result under_way;
    const tilebase_code code = ProbeSubproblem(board, hint->goal, hint->fixed, &under_way);
    if (code == TILEBASE_OK && under_way.remaining > 0) {
      *hint = under_way;
      return code;
    }
    // Otherwise the subproblem is done, or the player has left it: a tile of R has moved, or the
    // goal cannot be reached.
    if (code != TILEBASE_OK && code != TILEBASE_ERROR_FIXED) return code;
  }
  if (board.IsSolved()) return Probe(board, hint);
  const auto last_table = [&](int stage) -> const PolicyTable& {
    const PolicyStage& tables = stages()[static_cast<size_t>(stage)];
    return tables.tables[tables.count - 1];
  };
  const int stage = LastThatAdmits(static_cast<int>(stages().size()),
                                   [&](int i) { return last_table(i).subproblem.Admits(board); });
  const size_t table = Number(last_table(stage));
  const tilebase_code code = decoded_->Need(table);
  return code == TILEBASE_OK ? ProbeTable(board, table, static_cast<uint32_t>(stage), hint) : code;
}

}  // namespace tilebase
