// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The search of one board (look_ahead.h): walks by tables from several roots, beams, windows, and
// the proof that a solution is shortest.

#include "runtime/search/board_search.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/search/look_ahead_tables.h"
#include "runtime/search/rounds.h"
#include "runtime/search/strategy.h"
#include "tables/board_text.h"
#include "tables/system/clock.h"

namespace tilebase {
namespace {

// Within a time, on boards of more cells than this, the first pass is as wide as the time allows:
// if that is more than kMostFirstWidth boards a layer, it is the first of several passes that grow.
// The width assumes that a pass makes as many moves as the best known solution has.
constexpr int kMostCellsOfGrowth = 16;
constexpr double kMostFirstWidth = 128;

// A round runs the displacement beam if it has this share of the boards that the beam is likely to
// need (BoardsToHome). On 8x8, a quarter would give 10 % more moves in 1 ms; from 10x10 on, in
// any_solver.cc, a tenth would give 5 % more.
constexpr double kEnoughToSetOut = 0.1;

// Once the first pass has made this share of the moves of the best known solution, walks begin from
// its best boards: they may come home before the pass does. With a limit in boards, they begin each
// time that the pass has looked at kWalkEach boards a cell; with a limit in time, near its end.
constexpr double kAhead = 0.25;
constexpr size_t WaysAhead(int cells) { return cells <= 16 ? 1 : 2; }
constexpr uint64_t kWalkEach = 32;

// Removes moves at the end of the first `way` letters that the following letters undo, and these.
// Returns how many letters remain.
size_t WithoutTurn(char* letters, size_t way, size_t count) {
  size_t end = way, next = way;
  while (end > 0 && next < count &&
         *ActionOf(letters[next]) == Opposite(*ActionOf(letters[end - 1])))
    --end, ++next;
  std::copy(letters + next, letters + count, letters + end);
  return end + count - next;
}

}  // namespace

class LookAhead::BoardSearch {
 public:
  // With `to`, the request holds the solution of Algorithm 2. Without (home), its count is more
  // than any solution by tables has. The time limit counts from `begin`.
  BoardSearch(const LookAheadTables& tables, const Effort& effort, Clock::time_point begin,
              LookAheadMemory::Parts* memory, const Destination* to, SolveRequest* board)
      : tables_(tables),
        effort_(effort),
        memory_(*memory),
        to_(to),
        board_(*board),
        begin_(begin),
        geometry_(tables.geometry()),
        cells_(static_cast<uint64_t>(geometry_.cells())),
        is_mtm_(tables.set.is_mtm()),
        engine_(EngineFor(is_mtm_ ? Metric::kMtm : Metric::kMoves, tables.values != nullptr)),
        views_(geometry_.width == geometry_.height ? 2 : 1),
        used_(to == nullptr ? 0 : board->count) {
    if (to != nullptr) limits_.end = &to->end();
    limits_.boards = effort.boards;
    limits_.cancel = effort.cancel;
    memory_.actions.clear();
    memory_.best.assign(board->letters,
                        to != nullptr && board->code == TILEBASE_OK ? board->count : 0);
    if (effort.microseconds != 0) limits_.deadline = Later(begin_, effort.microseconds);
    limits_.longest = board->code == TILEBASE_OK && to != nullptr
                          ? MovesOf({board->letters, board->count})
                          : board->count;
    limits_.whole_lines = is_mtm_;
    most_letters_ = std::max<size_t>(board->count, tables.set.info().certified_worst_case);
    uint8_t cell_of[kMaxCells];
    ReadPositions(geometry_, board->cells, cell_of);
    start_.board.geometry = geometry_;
    for (int t = 0; t < geometry_.cells(); ++t)
      start_.board.tile[cell_of[t]] = static_cast<uint8_t>(t);
    start_.board.blank = cell_of[0];
  }

  // Returns the boards looked at.
  uint64_t Run();

 private:
  // Searches in passes, each of which continues with the boards that earlier passes left.
  void SearchInPasses();
  void FirstPassByBoards();
  void FirstPassInTime();
  // Returns the width of a pass that takes this long.
  double WidthFor(std::chrono::duration<double> time) const;
  // Searches in rounds: a beam from the start, walks from its best board if it did not reach the
  // goal, and windows.
  void SearchInRounds();
  // Fills homes_ and boards_to_home_.
  void ReadHomes();
  void DisplacementRound(const EffortRound& round);
  // Returns the rest of the effort.
  BeamEffort EffortLeft() const;
  // Searches for a shortest solution. Returns whether the other searches should continue.
  bool ProveShortest();

  bool IsSpent() const {
    return used_ >= effort_.boards || effort_.is_cancelled() ||
           (effort_.microseconds != 0 && Clock::now() >= limits_.deadline);
  }

  // Counts moves in the set's metric.
  size_t MovesOf(std::string_view letters) const {
    return is_mtm_ ? CountRuns(letters) : letters.size();
  }
  // Stores a solution of fewer moves than the best one.
  template <typename LetterAt>
  void Keep(size_t moves, size_t count, const LetterAt& letter) {
    memory_.best.resize(count);
    for (size_t i = 0; i < count; ++i) memory_.best[i] = letter(i);
    limits_.longest = moves;
    board_.count = count;
    board_.code = count > board_.capacity ? TILEBASE_ERROR_BUFFER : TILEBASE_OK;
    std::copy_n(memory_.best.data(), std::min(count, board_.capacity), board_.letters);
  }

  void Keep(const std::string& letters) {
    Keep(MovesOf(letters), letters.size(), [&](size_t i) { return letters[i]; });
  }

  // Walks by all parts of the plan from the ends of these paths, on the boards and their
  // reflections along the diagonal, a batch at a time.
  void Walk(absl::Span<const WayAhead> from);
  // Likewise by some parts, at most a batch. Returns the code of the first walk.
  tilebase_code WalkSome(absl::Span<const WayAhead> from, size_t first_part, size_t end_part);
  // Estimates how long walks by one part from this many boards take together.
  std::chrono::duration<double> WalksTime(size_t boards) const {
    return first_walks_ * static_cast<double>(boards);
  }
  // Walks from the best boards of the beam, if it has come far enough.
  void WalkAhead();

  // The first call begins the beam; the others continue it.
  BeamEnd Beam(BeamLimits limits);
  // Stores the solution that a beam found.
  void KeepActions() {
    std::string letters;
    for (const Action action : memory_.actions) letters += Letter(action);
    Keep(letters);
  }

  const LookAheadTables& tables_;
  const Effort& effort_;
  LookAheadMemory::Parts& memory_;
  const Destination* const to_;
  SolveRequest& board_;
  const Clock::time_point begin_;
  const Geometry geometry_;
  const uint64_t cells_;
  const bool is_mtm_;
  const Engine engine_;
  const size_t views_;   // 2 if walks also use the reflected board
  BeamLimits limits_;    // `longest`: moves of the best solution
  size_t most_letters_;  // of a walk home
  WayAhead start_;       // the start: a path of no actions
  uint64_t used_;
  bool has_begun_ = false;
  bool is_home_ = false;  // the beam has found a solution
  bool is_complete_ = false;
  uint16_t homes_[kMaxCells];                     // by cell: where its tile ends
  double boards_to_home_ = 0;                     // that the narrowest displacement beam needs
  std::chrono::duration<double> first_walks_{0};  // how long those by the first part took
};

uint64_t LookAhead::BoardSearch::Run() {
  const tilebase_code code = WalkSome({&start_, 1}, 0, 1);
  first_walks_ = Clock::now() - begin_;
  if (code != TILEBASE_OK && to_ == nullptr) {
    board_.count = 0;
    board_.code = code;
    return used_;
  }
  if (limits_.longest == 0) return used_;
  try {
    if (engine_ == Engine::kWalks)
      WalkSome({&start_, 1}, 1, std::min(tables_.set.staged_parts().size(), kBatchSize / views_));
    else if (engine_ == Engine::kPasses)
      SearchInPasses();
    else
      SearchInRounds();
  } catch (const std::bad_alloc&) {
    memory_.Forget();
  }
  return used_;
}

void LookAhead::BoardSearch::Walk(absl::Span<const WayAhead> from) {
  const size_t parts = tables_.set.staged_parts().size();
  size_t together = kBatchSize / (from.size() * views_);
  if (effort_.microseconds != 0) {
    const double left = std::chrono::duration<double>(limits_.deadline - Clock::now()).count();
    const double way = static_cast<double>(from[0].actions.size());
    const double one_part = WalksTime(from.size()).count() *
                            std::max(0.1, 1 - way / static_cast<double>(limits_.longest));
    if (left < one_part * static_cast<double>(together))
      together = static_cast<size_t>(std::max(0.0, left / one_part));
  }
  together = std::max<size_t>(together, 1);
  for (size_t part = 0; part < parts && !IsSpent(); part += together)
    WalkSome(from, part, std::min(part + together, parts));
}

tilebase_code LookAhead::BoardSearch::WalkSome(absl::Span<const WayAhead> from, size_t first_part,
                                               size_t end_part) {
  const size_t detour = to_ == nullptr ? 0 : static_cast<size_t>(to_->detour());
  const size_t most = most_letters_ + detour, room = most + detour;
  PolicySet::PartRequest walks[kBatchSize];
  const WayAhead* way_of[kBatchSize];
  bool is_along[kBatchSize];
  Board along[kBatchSize];
  memory_.letters.resize(std::max(memory_.letters.size(), kBatchSize * room));
  size_t count = 0;
  for (size_t i = 0; i < from.size(); ++i) {
    const size_t way = from[i].actions.size();
    if (way >= most) continue;
    if (views_ == 2) along[i] = Reflected(from[i].board);
    for (size_t view = 0; view < views_; ++view)
      for (size_t part = first_part; part < end_part; ++part, ++count) {
        char* const letters = memory_.letters.data() + count * room;
        for (size_t m = 0; m < way; ++m) letters[m] = Letter(from[i].actions[m]);
        const Board& board = view == 1 ? along[i] : from[i].board;
        walks[count] = {{board.tile, letters + way, most - way}, part};
        way_of[count] = &from[i];
        is_along[count] = view == 1;
      }
  }
  tables_.set.SolveLettersByParts(absl::MakeSpan(walks, count));
  for (size_t i = 0; i < count; ++i) {
    used_ += walks[i].count;
    if (walks[i].code != TILEBASE_OK) continue;
    if (is_along[i])
      for (size_t m = 0; m < walks[i].count; ++m)
        walks[i].letters[m] = Letter(Reflected(*ActionOf(walks[i].letters[m])));
    const size_t way = way_of[i]->actions.size();
    char* const letters = walks[i].letters - way;
    size_t length = WithoutTurn(letters, way, way + walks[i].count);
    if (to_ != nullptr) length = to_->Append(letters, length);
    const size_t moves = MovesOf({letters, length});
    if (moves < limits_.longest) Keep(moves, length, [&](size_t m) { return letters[m]; });
  }
  return count == 0 ? TILEBASE_OK : walks[0].code;
}

void LookAhead::BoardSearch::WalkAhead() {
  size_t ways = 0;
  while (ways < WaysAhead(geometry_.cells()) &&
         memory_.beam.WayAhead(ways, &memory_.ways[ways].actions))
    ++ways;
  if (static_cast<double>(memory_.ways[0].actions.size()) <
      kAhead * static_cast<double>(limits_.longest))
    return;
  for (size_t i = 0; i < ways; ++i) {
    WayAhead& way = memory_.ways[i];
    way.board = start_.board;
    for (const Action action : way.actions) way.board.Apply(action);
  }
  Walk(absl::MakeConstSpan(memory_.ways, ways));
}

BeamEnd LookAhead::BoardSearch::Beam(BeamLimits limits) {
  limits.longest = limits_.longest;
  ValueBeam& beam = memory_.beam;
  std::vector<Action>& actions = memory_.actions;
  const BeamEnd end =
      has_begun_ ? beam.Continue(limits, &actions, &used_)
                 : beam.Solve(*tables_.values, start_.board.tile, limits, &actions, &used_);
  has_begun_ = true;
  is_complete_ = end == BeamEnd::kComplete;
  if (actions.empty()) return end;
  is_home_ = true;
  KeepActions();
  return end;
}

void LookAhead::BoardSearch::FirstPassByBoards() {
  BeamLimits pass = limits_;
  pass.passes = 1;
  for (bool more = true; more && !is_home_ && !IsSpent();) {
    pass.boards = std::min(effort_.boards, used_ + kWalkEach * cells_);
    more = Beam(pass) == BeamEnd::kSpent && used_ >= pass.boards;
    if (!is_home_ && more && !IsSpent()) WalkAhead();
  }
}

void LookAhead::BoardSearch::FirstPassInTime() {
  // Walks from the beam's boards have half of the moves to make.
  const auto walks = std::chrono::duration_cast<Clock::duration>(
      WalksTime(WaysAhead(geometry_.cells()) * tables_.set.staged_parts().size()) / 2);
  const Clock::time_point begin = Clock::now();
  const Clock::duration left = limits_.deadline - begin;
  const Clock::time_point walks_begin = limits_.deadline - std::min(left / 2, walks);
  const uint64_t used_before = used_;
  if (geometry_.cells() > kMostCellsOfGrowth && !is_mtm_) {
    const double width = WidthFor(walks_begin - begin);
    double passes = 1, growth = 1;
    while (width > kMostFirstWidth * passes) passes += growth *= ValueBeam::kPassGrowth;
    limits_.width =
        static_cast<size_t>(std::max(static_cast<double>(limits_.width), width / passes));
  }
  BeamLimits pass = limits_;
  pass.passes = 1;
  pass.deadline = walks_begin;
  Beam(pass);
  const std::chrono::duration<double> taken = Clock::now() - begin;
  if (used_ > used_before)
    memory_.boards_a_second = static_cast<double>(used_ - used_before) / taken.count();
  if (!is_home_ && !IsSpent()) WalkAhead();
}

double LookAhead::BoardSearch::WidthFor(std::chrono::duration<double> time) const {
  return time.count() * memory_.boards_a_second /
         (ValueBeam::kTriedOfExpanded * static_cast<double>(limits_.longest));
}

void LookAhead::BoardSearch::SearchInPasses() {
  if (IsSpent()) return;
  if (effort_.microseconds == 0)
    FirstPassByBoards();
  else
    FirstPassInTime();
  if (is_complete_ || IsSpent()) return;
  bool more = true;
  if (tables_.optimal != nullptr) {
    BeamLimits before = limits_;
    before.boards = std::min(effort_.boards, used_ + tables_.first_boards);
    more = Beam(before) != BeamEnd::kComplete && !IsSpent();
  }
  if (more && tables_.optimal != nullptr) more = ProveShortest();
  if (more) Beam(limits_);
}

bool LookAhead::BoardSearch::ProveShortest() {
  OptimalLimits shares;
  shares.end = limits_.end;
  shares.cancel = effort_.cancel;
  shares.nodes = std::min(LookAheadTables::kMostProofNodes, effort_.boards - used_);
  if (effort_.microseconds != 0)
    shares.seconds = std::chrono::duration<double>(limits_.deadline - Clock::now()).count();
  shares.known = static_cast<int>(limits_.longest);
  const OptimalAnswer result = tables_.optimal->Solve(start_.board, shares);
  used_ += result.nodes;
  if (result.found) Keep(result.letters);
  board_.shortest = result.proven;
  return !result.proven && !IsSpent();
}

void LookAhead::BoardSearch::SearchInRounds() {
  ReadHomes();
  EffortRounds rounds(kEnoughToSetOut * boards_to_home_, EffortLeft(), Clock::now(),
                      std::chrono::duration<double, std::micro>(first_walks_).count(),
                      memory_.looked_at);
  bool may_be_proven = tables_.optimal != nullptr;
  for (std::optional<EffortRound> round; !IsSpent() && (round = rounds.Next());) {
    if (may_be_proven &&
        (used_ >= tables_.first_boards ||
         (round->takes_rest && tables_.ProofTime() < limits_.deadline - Clock::now()))) {
      may_be_proven = false;
      if (!ProveShortest()) return;
      if (round->takes_rest) round->allowed = EffortLeft();
    }
    DisplacementRound(*round);
  }
}

void LookAhead::BoardSearch::ReadHomes() {
  const Board end = to_ == nullptr ? Board::Solved(geometry_) : to_->end();
  uint8_t end_of[kMaxCells];
  for (int cell = 0; cell < geometry_.cells(); ++cell)
    end_of[end.tile[cell]] = static_cast<uint8_t>(cell);
  int64_t distance = 0;
  for (int cell = 0; cell < geometry_.cells(); ++cell) {
    const int tile = start_.board.tile[cell];
    homes_[cell] = end_of[tile];
    if (tile != 0) distance += geometry_.Distance(cell, end_of[tile]);
  }
  boards_to_home_ = DisplacementBeam::BoardsToHome({geometry_.width, geometry_.height}, distance);
}

void LookAhead::BoardSearch::DisplacementRound(const EffortRound& round) {
  const BigSize size{geometry_.width, geometry_.height};
  DisplacementBeam& beam = memory_.Displacements();
  const uint64_t looked_at_before = memory_.looked_at;
  const EffortMeter meter(round.allowed, memory_.looked_at);
  BeamWay way;
  if (round.boards >= kEnoughToSetOut * boards_to_home_)
    way = beam.Search({.size = size,
                       .homes = absl::MakeConstSpan(homes_, cells_),
                       .blank = start_.board.blank,
                       .most = 2 * limits_.longest},
                      meter.Left(kBeamShare));
  if (!way.is_whole && !way.letters.empty()) {
    // Walks may come home where the beam does not. All parts walk, whatever effort remains, so that
    // a larger effort finds no longer solution.
    WayAhead& ahead = memory_.ways[0];
    ahead = {{}, start_.board};
    for (const char letter : way.letters) {
      ahead.actions.push_back(*ActionOf(letter));
      ahead.board.Apply(ahead.actions.back());
    }
    WalkSome({&ahead, 1}, 0, std::min(tables_.set.staged_parts().size(), kBatchSize / views_));
  }
  std::string letters = way.is_whole ? std::move(way.letters) : memory_.best;
  if (!letters.empty()) Shorten(size, start_.board.blank, meter.Left(), &beam, &letters);
  used_ += memory_.looked_at - looked_at_before;
  if (!letters.empty() && letters.size() < limits_.longest) Keep(letters);
}

BeamEffort LookAhead::BoardSearch::EffortLeft() const {
  BeamEffort left = {.cancel = effort_.cancel};
  if (effort_.boards != UINT64_MAX) left.boards = effort_.boards - used_;
  if (effort_.microseconds != 0) {
    const std::chrono::duration<double, std::micro> time_left = limits_.deadline - Clock::now();
    left.microseconds = static_cast<uint64_t>(std::max(time_left.count(), 1.0));
  }
  return left;
}

void LookAhead::Search(const Effort& effort, LookAheadMemory* memory, SolveRequest* board,
                       uint64_t* boards, const Destination* to) const {
  const auto begin = Clock::now();
  if (to != nullptr) {
    SolveByLookup(to, board);
  } else {
    uint8_t cell_of[kMaxCells];
    board->code = ReadPositions(tables_->geometry(), board->cells, cell_of);
    board->count = board->code == TILEBASE_OK ? tables_->set.info().certified_worst_case + 1 : 0;
  }
  if (board->code != TILEBASE_OK && board->code != TILEBASE_ERROR_BUFFER) return;
  const uint64_t used = BoardSearch(*tables_, effort, begin, memory->parts_.get(), to, board).Run();
  if (boards != nullptr) *boards = used;
}

}  // namespace tilebase
