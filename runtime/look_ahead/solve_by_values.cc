// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Look-ahead by values: walks by tables from several roots, and beams (value_beam.h).

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "runtime/any/displacement_beam.h"
#include "runtime/any/displacement_values.h"
#include "runtime/look_ahead/look_ahead.h"
#include "runtime/look_ahead/look_ahead_search.h"
#include "runtime/look_ahead/look_ahead_tables.h"
#include "runtime/look_ahead/value_beam.h"
#include "runtime/lookup/quick_walk.h"
#include "tables/board_text.h"

namespace tilebase {
namespace {

// What the search for a shortest solution may take: some fifty times what it takes in the mean with
// pattern:7-8 (docs/optimal.md).
constexpr uint64_t kOptimalNodes = 1'000'000;

// The first pass of a beam. Half as wide ones take half as long, but few boards come home by them.
constexpr size_t FirstWidth(int cells) { return cells <= 16 ? 8 : cells <= 36 ? 6 : 16; }

// Where a time suffices, boards of 6x6 and 7x7 are searched in rounds: a beam as wide as the time
// allows finds more there than passes that begin narrow (docs/values.md). The first round has so
// many lookups, times the square of the cells; each has so many times as many as the one before.
// One that would take more than such a part of the time that is left is the last, and has all of
// it. A beam has the first share of its round; if it is not home by then, the second. Windows have
// what is left; there a board takes so many lookups.
constexpr uint64_t LeastMicrosecondsOfRounds(int cells) { return cells == 36 ? 3'000 : 0; }
constexpr uint64_t kFirstRound = 64;
constexpr uint64_t kRoundGrowth = 4;
constexpr int kSmallParts = 20;
constexpr int kBeamPercent = 95;
constexpr int kLostBeamPercent = 98;
constexpr uint64_t kLookupsOfWindowBoard = 16;

// From where the beam's first pass is, walks may come home before it: once it has come so much of
// the way of the best known solution. They are made each time it has used so many lookups, times
// the square of the cells, and when a time ends.
constexpr double kAhead = 0.4;
constexpr uint64_t kWalkEach = 16;

// Takes the moves out that the letters after the `way` take back. Returns how many are left.
size_t WithoutTurn(char* letters, size_t way, size_t count) {
  size_t end = way, next = way;
  while (end > 0 && next < count &&
         *ActionOf(letters[next]) == Opposite(*ActionOf(letters[end - 1])))
    --end, ++next;
  std::copy(letters + next, letters + count, letters + end);
  return end + count - next;
}

}  // namespace

// One board by values: Algorithm 2 from two roots, then as look_ahead.h says.
class LookAhead::ByValues {
 public:
  // Requires that the request holds what Algorithm 2 by the first part says, since `begin`.
  ByValues(const LookAheadTables& tables, const Effort& effort, Clock::time_point begin,
           LookAheadMemory::Parts* memory, const Destination* to, SolveRequest* board)
      : tables_(tables),
        effort_(effort),
        memory_(*memory),
        to_(to),
        board_(*board),
        begin_(begin),
        geometry_(tables.geometry()),
        cells_(static_cast<uint64_t>(geometry_.cells())),
        used_(board->count) {
    if (to != nullptr) limits_.end = &to->end();
    limits_.lookups = effort.lookups;
    if (effort.microseconds != 0)
      limits_.deadline = begin_ + std::chrono::microseconds(effort.microseconds);
    limits_.longest = board->count;
    uint8_t cell_of[kMaxCells];
    ReadPositions(geometry_, board->cells, cell_of);
    start_.geometry = geometry_;
    for (int t = 0; t < geometry_.cells(); ++t) start_.tile[cell_of[t]] = static_cast<uint8_t>(t);
    start_.blank = cell_of[0];
  }

  // Returns the lookups.
  uint64_t Run();

 private:
  // Beams that go on with one another.
  void SearchInPasses();
  // Beams of their own, each of kRoundGrowth times the effort of the one before. What a beam finds
  // is shortened by windows.
  void SearchInRounds();
  void Round(uint64_t until);  // so many lookups are used, about, or the time is over

  bool IsSquare() const { return geometry_.width == geometry_.height; }
  bool IsSpent() const {
    return used_ >= effort_.lookups ||
           (effort_.microseconds != 0 && Clock::now() >= limits_.deadline);
  }

  // A solution of fewer letters than the best one.
  template <typename LetterAt>
  void Keep(size_t count, const LetterAt& letter) {
    limits_.longest = count;
    board_.count = count;
    board_.code = count > board_.capacity ? TILEBASE_ERROR_BUFFER : TILEBASE_OK;
    for (size_t i = 0; i < std::min(count, board_.capacity); ++i) board_.letters[i] = letter(i);
  }

  // A walk by a part of the plan, on the board as it is or along the diagonal, from the start or
  // from where the way in memory leads.
  void Walk(const Board& from, size_t part, bool along);
  void WalkByParts(const Board& from, size_t first) {
    const size_t parts = tables_.set.staged_parts().size();
    for (size_t part = first; part < parts; ++part)
      for (const bool along : {false, true})
        if ((IsSquare() || !along) && !IsSpent()) Walk(from, part, along);
  }
  // From where the way in memory leads, if that is far enough.
  void WalkAhead();

  // The first call begins the beam, the others go on with it.
  BeamEnd Beam(BeamLimits limits);
  // A solution that a beam found.
  void KeepActions() {
    Keep(memory_.actions.size(), [&](size_t i) { return Letter(memory_.actions[i]); });
  }

  const LookAheadTables& tables_;
  const Effort& effort_;
  LookAheadMemory::Parts& memory_;
  const Destination* const to_;
  SolveRequest& board_;
  const Clock::time_point begin_;
  const Geometry geometry_;
  const uint64_t cells_;
  BeamLimits limits_;
  Board start_;
  uint64_t used_;
  bool has_begun_ = false;
  bool is_home_ = false;  // whether the beam has been
};

uint64_t LookAhead::ByValues::Run() {
  memory_.way.clear();
  if (IsSquare()) Walk(start_, 0, true);
  if (WideBeam::IsFor(geometry_) &&
      effort_.microseconds >= LeastMicrosecondsOfRounds(geometry_.cells()))
    SearchInRounds();
  else
    SearchInPasses();
  return used_;
}

void LookAhead::ByValues::Walk(const Board& from, size_t part, bool along) {
  const size_t detour = to_ == nullptr ? 0 : static_cast<size_t>(to_->detour());
  const size_t most = limits_.longest + detour, way = memory_.way.size();
  if (way >= most) return;
  memory_.letters.resize(std::max(memory_.letters.size(), most + detour));
  char* const letters = memory_.letters.data();
  for (size_t i = 0; i < way; ++i) letters[i] = Letter(memory_.way[i]);
  const Board board_along = along ? Reflected(from) : Board();
  SolveRequest rest{along ? board_along.tile : from.tile, letters + way, most - way};
  tables_.set.SolveLettersBy(part, &rest);
  used_ += rest.count;
  if (rest.code != TILEBASE_OK) return;
  if (along)
    for (size_t i = 0; i < rest.count; ++i)
      rest.letters[i] = Letter(Reflected(*ActionOf(rest.letters[i])));
  size_t count = WithoutTurn(letters, way, way + rest.count);
  if (to_ != nullptr) count = to_->Append(letters, count);
  if (count < limits_.longest) Keep(count, [&](size_t i) { return letters[i]; });
}

void LookAhead::ByValues::WalkAhead() {
  if (static_cast<double>(memory_.way.size()) >= kAhead * static_cast<double>(limits_.longest)) {
    Board ahead = start_;
    for (const Action action : memory_.way) ahead.Apply(action);
    WalkByParts(ahead, 0);
  }
  memory_.way.clear();
}

BeamEnd LookAhead::ByValues::Beam(BeamLimits limits) {
  limits.longest = limits_.longest;
  ValueBeam& beam = memory_.beam;
  std::vector<Action>& actions = memory_.actions;
  const BeamEnd end = has_begun_
                          ? beam.Continue(limits, &actions, &used_)
                          : beam.Solve(*tables_.values, start_.tile, limits, &actions, &used_);
  has_begun_ = true;
  if (actions.empty()) return end;
  is_home_ = true;
  KeepActions();
  return end;
}

void LookAhead::ByValues::SearchInPasses() {
  // Walks read places of memory that nothing has asked for, so they take long: within a time the
  // beam comes before those of other parts, unless the time ends before it is likely to help.
  limits_.width = FirstWidth(geometry_.cells());
  BeamLimits first = limits_;
  first.passes = 1;
  uint64_t between = kWalkEach * cells_ * cells_;
  bool walks_first = true;
  if (effort_.microseconds != 0) {
    const Clock::time_point now = Clock::now();
    const Clock::duration left = limits_.deadline - now;
    walks_first = left < std::chrono::nanoseconds(limits_.width * limits_.longest * (cells_ - 2));
    // Two walks have been made; those from where the beam is are half as long. A lookup of the beam
    // takes about a nanosecond.
    const auto parts = static_cast<int>(tables_.set.staged_parts().size());
    const std::chrono::nanoseconds walks = (now - begin_) * parts / 2;
    between = std::max(between, 5 * static_cast<uint64_t>(walks.count()));
    first.deadline -= std::min<Clock::duration>(left / 4, walks / 3);
  }
  if (walks_first) WalkByParts(start_, 1);
  BeamEnd end = BeamEnd::kSpent;
  for (bool more = true; more && end == BeamEnd::kSpent && !IsSpent();) {
    first.lookups = std::min(effort_.lookups, used_ + between);
    end = Beam(first);
    more = used_ >= first.lookups;
    if (end != BeamEnd::kSpent || is_home_ || IsSpent()) continue;
    memory_.beam.WayAhead(&memory_.way);
    WalkAhead();
  }
  if (!walks_first && !is_home_) WalkByParts(start_, 1);
  if (end == BeamEnd::kComplete || IsSpent()) return;
  bool more = true;
  if (tables_.optimal != nullptr) {
    BeamLimits before = limits_;
    before.lookups = std::min(effort_.lookups, used_ + tables_.first_lookups);
    more = Beam(before) != BeamEnd::kComplete && !IsSpent();
  }
  if (more && tables_.optimal != nullptr) {
    const uint64_t views = static_cast<uint64_t>(tables_.patterns->views());
    OptimalLimits shares;
    shares.end = limits_.end;
    shares.nodes = std::min(kOptimalNodes, (effort_.lookups - used_) / views + 1);
    if (effort_.microseconds != 0)
      shares.seconds = std::chrono::duration<double>(limits_.deadline - Clock::now()).count();
    shares.known = static_cast<int>(limits_.longest);
    const OptimalResult result = tables_.optimal->Solve(start_, shares);
    used_ += result.nodes * views;
    if (result.found) Keep(result.letters.size(), [&](size_t i) { return result.letters[i]; });
    board_.shortest = result.proven;
    more = !result.proven && !IsSpent();
  }
  if (more) Beam(limits_);
}

void LookAhead::ByValues::SearchInRounds() {
  WalkByParts(start_, 1);
  for (uint64_t round = kFirstRound * cells_ * cells_; !IsSpent(); round *= kRoundGrowth) {
    if (std::chrono::nanoseconds(round) > (limits_.deadline - Clock::now()) / kSmallParts)
      return Round(effort_.lookups);
    Round(std::min(effort_.lookups, used_ + round));
  }
}

void LookAhead::ByValues::Round(uint64_t until) {
  LookAheadMemory::Parts& m = memory_;
  if (m.wide_beam == nullptr) m.wide_beam = std::make_unique<WideBeam>();
  const uint64_t used_before = used_;
  const Clock::time_point now = Clock::now();
  const auto limits_at = [&](int percent) {
    SearchLimits limits = limits_;
    limits.lookups = used_before + (until - used_before) / 100 * static_cast<uint64_t>(percent);
    limits.deadline = now + (limits_.deadline - now) / 100 * percent;
    return limits;
  };
  bool has_ended =
      m.wide_beam->Solve(*tables_.values, start_.tile, limits_at(kBeamPercent), &m.actions, &used_);
  if (!has_ended)
    has_ended = m.wide_beam->Continue(limits_at(kLostBeamPercent), &m.actions, &used_);
  if (!m.actions.empty()) KeepActions();
  if (IsSpent()) return;
  if (!has_ended) {
    m.wide_beam->WayAhead(&m.way);
    return WalkAhead();
  }
  if (board_.code != TILEBASE_OK) return;
  if (m.windows == nullptr)
    m.windows = std::make_unique<DisplacementBeam>(DisplacementValues::Fitted(), &m.looked_at);
  const std::chrono::duration<double, std::micro> time_left = limits_.deadline - Clock::now();
  const BeamEffort left = {.boards = (until - std::min(until, used_)) / kLookupsOfWindowBoard + 1,
                           .microseconds = static_cast<uint64_t>(std::max(time_left.count(), 1.0))};
  const uint64_t looked_at_before = m.looked_at;
  std::string letters(board_.letters, board_.count);
  Shorten({geometry_.width, geometry_.height}, start_.blank, left, m.windows.get(), &letters);
  used_ += kLookupsOfWindowBoard * (m.looked_at - looked_at_before);
  if (letters.size() < board_.count) Keep(letters.size(), [&](size_t i) { return letters[i]; });
}

void LookAhead::SolveByValues(const Effort& effort, LookAheadMemory* memory, SolveRequest* board,
                              uint64_t* lookups, const Destination* to) const {
  const auto begin = Clock::now();
  SolveByLookup(to, board);
  if (board->code != TILEBASE_OK && board->code != TILEBASE_ERROR_BUFFER) return;
  const uint64_t used = ByValues(*tables_, effort, begin, memory->parts_.get(), to, board).Run();
  if (lookups != nullptr) *lookups = used;
}

}  // namespace tilebase
