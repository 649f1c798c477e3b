// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/scramble.h"

#include <algorithm>

#include "absl/types/span.h"
#include "runtime/lookup/walk.h"
#include "tables/board_text.h"

namespace tilebase {
namespace {

constexpr uint64_t kDefaultTries = uint64_t{1} << 20;
// If one board in n is wanted, 32 n tries miss it with probability e^-32.
constexpr uint64_t kPatience = 32;
// A trial decides whether random boards will do: at least kTrialHits of its boards must be wanted,
// so that about 64 of the tries will be.
constexpr uint64_t kTrialBoards = kDefaultTries / 16;
constexpr int kTrialHits = 4;
constexpr uint64_t kTrialSeed = 0;

// No board whose table fits in a machine needs more moves.
constexpr uint64_t kDeepest = 255;

// Counts off the boards below `board` in the tree of the table's actions, down to `max_depth`. At
// the board that has `*skip` boards of the wanted depths before it, returns TILEBASE_OK and that
// board's depth. If there is none, returns TILEBASE_ERROR_NOT_FOUND and restores `board`. Other
// codes: those of PolicySet::ReadAction. Recurses at most max_depth calls deep, and never deeper
// than kDeepest, because wrong tables may say anything.
tilebase_code CountOff(const PolicySet& set, const PolicyTable& table, uint64_t rank,
                       uint64_t min_depth, uint64_t max_depth, uint64_t* skip, Board& board,
                       uint64_t* depth) {
  if (*depth >= min_depth && (*skip)-- == 0) return TILEBASE_OK;
  if (*depth == max_depth) return TILEBASE_ERROR_NOT_FOUND;
  if (*depth == kDeepest) return TILEBASE_ERROR_DAMAGED;
  for (int a = 0; a < kActions; ++a) {
    const Action away = static_cast<Action>(a);
    int length = 0;
    uint64_t child = rank;
    while (board.CanApply(away) && (length == 0 || table.is_mtm)) {
      child = table.ranking.RankAfter(child, board, away);
      board.Apply(away);
      ++length;
      Slide slide;
      tilebase_code code = set.ReadStep(table, child, board.blank, &slide);
      if (code != TILEBASE_OK) return code;
      // The goal's own entry has no meaning.
      if (slide.action != Opposite(away) || slide.length != length || board.IsSolved()) continue;
      ++*depth;
      code = CountOff(set, table, child, min_depth, max_depth, skip, board, depth);
      if (code != TILEBASE_ERROR_NOT_FOUND) return code;
      --*depth;
    }
    for (; length > 0; --length) board.Apply(Opposite(away));
  }
  return TILEBASE_ERROR_NOT_FOUND;
}

}  // namespace

Scrambler::Scrambler(const PolicySet& set, const ScrambleWish& wish)
    : set_(set),
      destination_(wish.goal.value_or(Board::Solved(set.info().geometry))),
      min_moves_(wish.min_moves),
      max_moves_(wish.max_moves),
      tries_(wish.tries),
      seed_(wish.seed),
      random_(wish.seed) {
  if (set.is_mtm() || destination_.detour() != 0) {
    capacity_ = set.MostLettersTo(destination_);
    letters_.resize(kBatchSize * capacity_);
  }
  if (destination_.detour() != 0) return;
  const PolicyTable* const first = set.stages()[0].tables;
  if (first->subproblem.goal != set.info().geometry.all_tiles()) return;
  table_ = first;
  info_ = &set.source().tables()[static_cast<size_t>(first - set.tables().data())];
}

tilebase_code Scrambler::Start() {
  if (min_moves_ > max_moves_) return TILEBASE_ERROR_ARGUMENT;
  const uint64_t greatest =
      is_optimal() ? static_cast<uint64_t>(info_->max_depth()) : set_.MostLettersTo(destination_);
  if (min_moves_ > greatest) return TILEBASE_ERROR_NOT_FOUND;
  max_moves_ = std::min(max_moves_, greatest);
  if (is_optimal()) {
    uint64_t nearer = 0;  // boards of at most max_moves_
    for (uint64_t depth = 0; depth <= max_moves_; ++depth) {
      nearer += info_->histogram[depth];
      if (depth >= min_moves_) wanted_ += info_->histogram[depth];
    }
    if (wanted_ == 0) return TILEBASE_ERROR_NOT_FOUND;
    const uint64_t one_in = info_->reachable / wanted_;
    if (nearer > one_in) {
      if (tries_ == 0) tries_ = kPatience * (one_in + 1);
      return TILEBASE_OK;
    }
    sampling_ = Sampling::kTree;
    return tries_ == 0 || nearer <= tries_ ? StartTree() : TILEBASE_ERROR_NOT_FOUND;
  }

  if (tries_ == 0) tries_ = kDefaultTries;
  Random random(kTrialSeed);
  int hits = 0;
  const uint64_t trial = std::min(tries_, kTrialBoards);
  for (uint64_t tried = 0; tried < trial && hits < kTrialHits; tried += kBatchSize) {
    if (const tilebase_code code = Draw(random, false); code != TILEBASE_OK) return code;
    for (size_t i = 0; i < kBatchSize; ++i) hits += IsWanted(Length(i));
  }
  next_ = kBatchSize;
  if (hits < kTrialHits) sampling_ = Sampling::kWalks;
  return TILEBASE_OK;
}

// Solving a board makes sure that a lazy set has its table.
tilebase_code Scrambler::StartTree() {
  Board board = Board::Solved(set_.info().geometry);
  board.Apply(Action::kRight);
  SolveRequest solved{board.tile};
  set_.SolveLetters(&solved);
  return solved.code == TILEBASE_ERROR_BUFFER ? TILEBASE_OK : solved.code;
}

Board Scrambler::WalkFromGoal(Random& random) const {
  Board board = Board::Solved(set_.info().geometry);
  ActionMask back = 0;  // actions that undo the last step, or continue the last slide
  for (uint64_t left = random.Below(max_moves_ + 1); left > 0; --left) {
    const ActionMask all = static_cast<ActionMask>(board.geometry.Actions(board.blank) & ~back);
    CellMask choice = all;
    for (uint64_t skip = random.Below(static_cast<uint64_t>(Count(all))); skip > 0; --skip)
      choice &= choice - 1;
    const Action action = static_cast<Action>(Lowest(choice));
    board.Apply(action);
    back = ActionBit(Opposite(action));
    if (!set_.is_mtm()) continue;
    back |= ActionBit(action);
    while (board.CanApply(action) && random.Below(2) != 0) board.Apply(action);
  }
  return board;
}

// Draws and solves one batch of boards.
tilebase_code Scrambler::Draw(Random& random, bool by_walks) {
  for (size_t i = 0; i < kBatchSize; ++i) {
    drawn_[i] = by_walks ? WalkFromGoal(random) : RandomSolvableBoard(set_.info().geometry, random);
    solved_[i] = SolveRequest{drawn_[i].tile};
    if (letters_.empty()) continue;
    solved_[i].letters = &letters_[i * capacity_];
    solved_[i].capacity = capacity_;
  }
  if (destination_.detour() != 0)
    set_.SolveLettersTo(destination_, absl::MakeSpan(solved_));
  else
    set_.SolveLetters(absl::MakeSpan(solved_));
  // Without room for the letters: only their number is needed.
  for (const SolveRequest& solved : solved_)
    if (solved.code != TILEBASE_OK && solved.code != TILEBASE_ERROR_BUFFER) return solved.code;
  next_ = 0;
  return TILEBASE_OK;
}

// Returns the moves of the solution of drawn_[i]. Call it once for each.
uint64_t Scrambler::Length(size_t i) {
  const size_t count = solved_[i].count;
  return set_.is_mtm() ? CountRuns({&letters_[i * capacity_], count}) : count;
}

tilebase_code Scrambler::NextOfTree(Board* board, uint32_t* moves) {
  uint64_t skip = random_.Below(wanted_);
  uint64_t depth = 0;
  Board found = Board::Solved(set_.info().geometry);
  const tilebase_code code = CountOff(set_, *table_, table_->ranking.Rank(found), min_moves_,
                                      max_moves_, &skip, found, &depth);
  // The histogram says that there is one.
  if (code != TILEBASE_OK) return code == TILEBASE_ERROR_NOT_FOUND ? TILEBASE_ERROR_DAMAGED : code;
  *board = destination_.Original(found);
  *moves = static_cast<uint32_t>(depth);
  return TILEBASE_OK;
}

tilebase_code Scrambler::GoTo(uint64_t number) {
  Board board;
  uint32_t moves;
  number_ = number - number % kBoardsARandom;
  tilebase_code code = TILEBASE_OK;
  while (number_ < number && code == TILEBASE_OK) code = Next(&board, &moves);
  return code;
}

tilebase_code Scrambler::Next(Board* board, uint32_t* moves) {
  if (number_ % kBoardsARandom == 0) {
    random_ = RandomOfBoards(seed_, number_ / kBoardsARandom);
    next_ = kBatchSize;
  }
  ++number_;
  if (sampling_ == Sampling::kTree) return NextOfTree(board, moves);
  for (uint64_t tried = 0; tried < tries_; ++tried) {
    if (next_ == kBatchSize)
      if (const tilebase_code code = Draw(random_, sampling_ == Sampling::kWalks);
          code != TILEBASE_OK)
        return code;
    const size_t i = next_++;
    const uint64_t length = Length(i);
    if (!IsWanted(length)) continue;
    *board = destination_.Original(drawn_[i]);
    *moves = static_cast<uint32_t>(length);
    return TILEBASE_OK;
  }
  return TILEBASE_ERROR_NOT_FOUND;
}

}  // namespace tilebase
