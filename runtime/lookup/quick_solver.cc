// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/lookup/quick_solver.h"

#include <algorithm>
#include <cstring>

#include "runtime/lookup/quick_walk.h"

namespace tilebase {
namespace {

// Larger tables are expected to miss the caches.
constexpr uint64_t kCachedBytes = uint64_t{4} << 20;
// Up to kFew walks cannot hide one another's waits; each then prefetches all entries that its next
// move may need.
constexpr size_t kFew = 4;

// The letters of four actions, indexed by the byte that packs them.
struct LetterTable {
  constexpr LetterTable() {
    for (int byte = 0; byte < 256; ++byte)
      for (int i = 0; i < kEntriesPerByte; ++i) four[byte][i] = "LRUD"[byte >> (2 * i) & 3];
  }
  alignas(64) char four[256][kEntriesPerByte] = {};
};
constexpr LetterTable kLetters;

void PutPacked(const uint8_t* packed, size_t count, LetterSink* sink) {
  const size_t room = sink->capacity > sink->count ? sink->capacity - sink->count : 0;
  if (count + kEntriesPerByte <= room) {
    // Writes whole groups of four: up to three letters too many, which the next group overwrites.
    char* to = sink->letters + sink->count;
    for (size_t i = 0; i < count; i += kEntriesPerByte)
      std::memcpy(to + i, kLetters.four[*packed++], kEntriesPerByte);
  } else {
    for (size_t i = 0; i < std::min(count, room); ++i)
      sink->letters[sink->count + i] =
          kLetters.four[packed[i / kEntriesPerByte]][i % kEntriesPerByte];
  }
  sink->count += count;
}

bool IsWhole(const MoveTable& table) {
  return table.table.policy != nullptr || table.table.slides != nullptr;
}

void Move(const uint8_t* target, int cells, uint8_t* cell_of) {
  for (int tile = 0; tile < cells; ++tile) cell_of[tile] = target[cell_of[tile]];
}

}  // namespace

QuickSolver::QuickSolver(Geometry geometry, const MoveTable* tables, std::vector<StageInfo> stages,
                         const DecodedTables* lazy, BlockCache* cache)
    : geometry_(geometry), tables_(tables), stages_(std::move(stages)), lazy_(lazy), cache_(cache) {
  bool narrow = true;
  for (const StageInfo& stage : stages_)
    for (uint32_t i = stage.first_table; i < stage.first_table + stage.table_count; ++i)
      narrow = narrow && tables[i].is_narrow();
  if (narrow && (geometry.width == 4 || geometry.width == 5)) known_width_ = geometry.width;
}

// FirstThatSolves (walk.h), written out: with that template, a board of 15 stages takes a fifth
// more instructions.
[[gnu::always_inline]] inline tilebase_code QuickSolver::ChooseTable(const StageInfo& stage,
                                                                     const uint8_t* cell_of,
                                                                     Choice* choice) const {
  for (uint32_t i = stage.first_table; i < stage.first_table + stage.table_count; ++i) {
    const MoveTable& t = tables_[i];
    if (lazy_ != nullptr)
      if (const tilebase_code code = lazy_->Need(i); code != TILEBASE_OK) return code;
    const uint64_t r = t.Rank(cell_of);
    if (!t.shortcuts.empty()) {
      const uint8_t* const found = t.shortcuts.Record(r);
      if (found[0] == Shortcuts::kUnreachable) continue;
      if (found[0] == Shortcuts::kDamaged) return TILEBASE_ERROR_DAMAGED;
      choice->record = found;
    } else {
      bool reachable;
      if (t.table.policy != nullptr) {
        reachable = t.table.IsReachable(r);
      } else if (t.table.slides != nullptr && i + 1 == stage.first_table + stage.table_count) {
        // The last table needs no check: its walk begins with this entry, so nothing waits for it
        // here, and reports an entry without a slide.
        reachable = true;
      } else if (const tilebase_code code = ReadReachable(t, r, cell_of[0], &reachable);
                 code != TILEBASE_OK) {
        return code;
      }
      if (!reachable) continue;
      choice->record = nullptr;
    }
    choice->table = &t;
    choice->rank = r;
    return TILEBASE_OK;
  }
  return TILEBASE_ERROR_DAMAGED;
}

tilebase_code QuickSolver::Choose(size_t stage, const uint8_t* cell_of, Choice* choice) const {
  return ChooseTable(stages_[stage], cell_of, choice);
}

tilebase_code QuickSolver::ReadReachable(const MoveTable& table, uint64_t rank, int blank,
                                         bool* reachable) const {
  const uint32_t number = Number(&table);
  if (!table.table.is_mtm) return cache_->ReadReachable(number, rank, reachable);
  int entry = 0;
  tilebase_code code = TILEBASE_OK;
  if (table.table.slides == nullptr)
    code = cache_->ReadSlide(number, rank, &entry);
  else
    entry = GetSlideEntry(table.table.slides, rank);
  *reachable = entry != UnreachableSlide(geometry_, blank);
  return code;
}

// Walks to the goal of a table that is not kept whole. It has its own walker: if this function
// passed on the address of one, the walker could not stay in registers.
tilebase_code QuickSolver::WalkBlocks(const MoveTable& table, uint64_t rank, uint8_t* cell_of,
                                      LetterSink* sink) const {
  QuickWalker<0> walker;
  walker.Start(table, cell_of, rank);
  while (!walker.AtGoal()) {
    tilebase_code code;
    bool sound = false;
    if (table.table.is_mtm) {
      int entry;
      code = cache_->ReadSlide(Number(&table), walker.rank(), &entry);
      if (code == TILEBASE_OK) sound = walker.StepSlide(entry, sink);
    } else {
      Action action;
      code = cache_->ReadAction(Number(&table), walker.rank(), &action);
      if (code == TILEBASE_OK) sound = walker.Step(action, sink);
    }
    if (code != TILEBASE_OK) return code;
    if (!sound) return TILEBASE_ERROR_DAMAGED;
  }
  walker.Store(cell_of);
  return TILEBASE_OK;
}

// Walks to the goal of a table that is kept whole.
tilebase_code QuickSolver::WalkWhole(const MoveTable& table, uint64_t rank, uint8_t* cell_of,
                                     LetterSink* sink) const {
  QuickWalker<0> walker;
  walker.Start(table, cell_of, rank);
  while (!walker.AtGoal())
    if (!(table.table.is_mtm ? walker.StepSlide(sink) : walker.Step<true>(sink)))
      return TILEBASE_ERROR_DAMAGED;
  walker.Store(cell_of);
  return TILEBASE_OK;
}

template <int kWidth, bool kTellStages>
void QuickSolver::SolveOne(SolveRequest* board) const {
  uint8_t cell_of[kMaxCells];
  QuickWalker<kWidth> walker;
  LetterSink sink{board->letters, board->capacity, 0};
  const int cells = geometry_.cells();
  board->count = 0;
  board->code = ReadPositions(geometry_, board->cells, cell_of);
  if (board->code != TILEBASE_OK) return;
  [[maybe_unused]] SolvedStage* told = board->stages;
  for (const StageInfo& stage : stages_) {
    Choice choice;
    board->code = ChooseTable(stage, cell_of, &choice);
    if (board->code != TILEBASE_OK) return;
    const MoveTable* const table = choice.table;
    if constexpr (kTellStages) *told++ = {Number(table), sink.count};
    if (const uint8_t* const record = choice.record; record != nullptr) {
      Move(Shortcuts::Target(record), kWidth == 4 && cells == 16 ? 16 : cells, cell_of);
      PutPacked(table->shortcuts.Actions(record), record[0], &sink);
      continue;
    }
    if (!IsWhole(*table)) {
      board->code = WalkBlocks(*table, choice.rank, cell_of, &sink);
      if (board->code != TILEBASE_OK) return;
      continue;
    }
    walker.Start(*table, cell_of, choice.rank);
    const bool far = PolicyBytes(table->table.ranking.size()) > kCachedBytes;
    bool sound = true;
    if (table->table.is_mtm)
      while (sound && !walker.AtGoal()) sound = walker.StepSlide(&sink);
    else if (far)
      while (sound && !walker.AtGoal()) sound = walker.template Step<true>(&sink);
    else
      while (sound && !walker.AtGoal()) sound = walker.template Step<false>(&sink);
    if (!sound) {
      board->code = TILEBASE_ERROR_DAMAGED;
      return;
    }
    walker.Store(cell_of);
  }
  board->count = sink.count;
  if (sink.count > sink.capacity) board->code = TILEBASE_ERROR_BUFFER;
}

template <int kWidth, bool kSlides, typename StageOf>
void QuickSolver::GoThrough(const StageOf& stage_of, StageWalk* walks, QuickWalker<kWidth>* walkers,
                            size_t* live, size_t* lives) const {
  const int cells = geometry_.cells();
  size_t walking[kBatchSize];
  size_t walking_count = 0;
  const MoveTable* table[kBatchSize];
  const uint8_t* record[kBatchSize];
  size_t still = 0;
  for (size_t i = 0; i < *lives; ++i) {
    const size_t l = live[i];
    StageWalk& walk = walks[l];
    Choice choice;
    walk.code = ChooseTable(stages_[stage_of(walk)], walk.cell_of, &choice);
    if (walk.code != TILEBASE_OK) continue;
    table[l] = choice.table;
    record[l] = choice.record;
    live[still++] = l;
    if (choice.record != nullptr) continue;
    if (!IsWhole(*choice.table)) {
      walk.code = WalkBlocks(*choice.table, choice.rank, walk.cell_of, &walk.sink);
      continue;
    }
    if (choice.table->table.is_mtm != kSlides) {
      walk.code = WalkWhole(*choice.table, choice.rank, walk.cell_of, &walk.sink);
      continue;
    }
    walkers[l].Start(*choice.table, walk.cell_of, choice.rank);
    kSlides ? walkers[l].PrefetchSlide() : walkers[l].Prefetch();
    walking[walking_count++] = l;
  }
  *lives = still;
  for (size_t i = 0; i < *lives; ++i) {
    const size_t l = live[i];
    if (record[l] == nullptr) continue;
    Move(Shortcuts::Target(record[l]), kWidth == 4 && cells == 16 ? 16 : cells, walks[l].cell_of);
    PutPacked(table[l]->shortcuts.Actions(record[l]), record[l][0], &walks[l].sink);
  }
  const bool few = walking_count <= kFew;
  while (walking_count > 0) {
    size_t walking_on = 0;
    for (size_t i = 0; i < walking_count; ++i) {
      const size_t l = walking[i];
      LetterSink* const sink = &walks[l].sink;
      if (walkers[l].AtGoal()) {
        walkers[l].Store(walks[l].cell_of);
      } else if (kSlides ? walkers[l].StepSlide(sink)
                 : few   ? walkers[l].template Step<true>(sink)
                         : walkers[l].template Step<false>(sink)) {
        if (kSlides)
          walkers[l].PrefetchSlide();
        else if (!few)
          walkers[l].Prefetch();
        walking[walking_on++] = l;
      } else {
        walks[l].code = TILEBASE_ERROR_DAMAGED;
      }
    }
    walking_count = walking_on;
  }
  still = 0;
  for (size_t i = 0; i < *lives; ++i)
    if (walks[live[i]].code == TILEBASE_OK) live[still++] = live[i];
  *lives = still;
}

template <int kWidth, bool kSlides>
void QuickSolver::SolveSome(absl::Span<SolveRequest> boards) const {
  StageWalk walks[kBatchSize];
  QuickWalker<kWidth> walkers[kBatchSize];
  size_t live[kBatchSize];
  size_t lives = 0;
  for (size_t i = 0; i < boards.size(); ++i) {
    SolveRequest& board = boards[i];
    board.count = 0;
    walks[i].code = ReadPositions(geometry_, board.cells, walks[i].cell_of);
    walks[i].sink = {board.letters, board.capacity, 0};
    if (walks[i].code == TILEBASE_OK) live[lives++] = i;
  }
  for (size_t stage = 0; stage < stages_.size(); ++stage)
    GoThrough<kWidth, kSlides>([stage](const StageWalk&) { return stage; }, walks, walkers, live,
                               &lives);
  for (size_t i = 0; i < boards.size(); ++i) {
    SolveRequest& board = boards[i];
    board.code = walks[i].code;
    if (board.code != TILEBASE_OK) continue;
    board.count = walks[i].sink.count;
    if (board.count > board.capacity) board.code = TILEBASE_ERROR_BUFFER;
  }
}

void QuickSolver::SolveStages(absl::Span<StageWalk> walks) const {
  size_t live[kBatchSize];
  size_t lives = 0;
  for (size_t i = 0; i < walks.size(); ++i)
    if (walks[i].code == TILEBASE_OK && walks[i].stage != StageWalk::kNone) live[lives++] = i;
  const auto stage_of = [](const StageWalk& walk) { return walk.stage; };
  const auto go_through = [&]<int kWidth>(std::integral_constant<int, kWidth>) {
    QuickWalker<kWidth> walkers[kBatchSize];
    GoThrough<kWidth, false>(stage_of, walks.data(), walkers, live, &lives);
  };
  known_width_ == 4   ? go_through(std::integral_constant<int, 4>())
  : known_width_ == 5 ? go_through(std::integral_constant<int, 5>())
                      : go_through(std::integral_constant<int, 0>());
}

template <bool kTellStages>
void QuickSolver::SolveByWidth(SolveRequest* board) const {
  switch (known_width_) {
    case 4:
      return SolveOne<4, kTellStages>(board);
    case 5:
      return SolveOne<5, kTellStages>(board);
    default:
      return SolveOne<0, kTellStages>(board);
  }
}

void QuickSolver::Solve(SolveRequest* board) const {
  board->stages != nullptr ? SolveByWidth<true>(board) : SolveByWidth<false>(board);
}

void QuickSolver::SolveBatch(absl::Span<SolveRequest> boards) const {
  const bool slides = !stages_.empty() && tables_[stages_.front().first_table].table.is_mtm;
  for (size_t first = 0; first < boards.size(); first += kBatchSize) {
    const absl::Span<SolveRequest> some = boards.subspan(first, kBatchSize);
    if (slides)
      known_width_ == 4 ? SolveSome<4, true>(some) : SolveSome<0, true>(some);
    else if (known_width_ == 4)
      SolveSome<4, false>(some);
    else
      known_width_ == 5 ? SolveSome<5, false>(some) : SolveSome<0, false>(some);
  }
}

}  // namespace tilebase
