// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/lookup_walk.h"

#include <algorithm>
#include <numeric>

#include "runtime/any/lookup_stages.h"
#include "runtime/any/tile_mover.h"

namespace tilebase {
namespace {

// The terms of the proof in docs/any.md.
constexpr uint64_t kRest = 109;  // the deepest boards of the stages of a 4x4 rectangle

// What a row takes tile by tile, from any board.
uint64_t RowBound(const Frame& frame) {
  constexpr int64_t kRowEnd = 32;  // the deepest of the tables of row ends, 4 wide
  constexpr int64_t kAsides = 8;
  const int64_t width = frame.width;
  const int64_t height = frame.height;
  const auto home = [&](int64_t column) {
    const int64_t across = std::max(column, width - 1 - column);
    return width + height + 4 + 5 * (across + height - 1) -
           4 * std::min(across, std::max<int64_t>(height - 3, 0));
  };
  int64_t sum = 0;
  for (int64_t column = 0; column < width - 2; ++column) sum += home(column);
  const int64_t across = std::max<int64_t>(width - kWindowSide, 0);
  const int64_t up = height - kWindowSide;
  const int64_t into = width + height + 2 + 5 * (across + up) - 4 * std::min(across, up);
  const int64_t blank_into = across + up + kAsides;
  sum += 3 * into + 2 * blank_into + home(width - 2) + kRowEnd;
  return static_cast<uint64_t>(sum);
}

// What the rows of a board take tile by tile, first row first, and the rest.
std::vector<uint64_t> RowBounds(BigSize size) {
  std::vector<uint64_t> bounds;
  for (Peeling peeling(size); !peeling.IsRest(); peeling.Next())
    bounds.push_back(RowBound(peeling.Row(0)));
  return bounds;
}

}  // namespace

uint64_t AnyWorstCase(BigSize size) {
  const std::vector<uint64_t> rows = RowBounds(size);
  return std::accumulate(rows.begin(), rows.end(), GatherBound(size) + kRest);
}

uint64_t GatherBound(BigSize size) {
  return static_cast<uint64_t>(size.cells()) * static_cast<uint64_t>(size.width + size.height) / 2;
}

LookupWalk::LookupWalk(const WindowTables* tables, BigBoard* board)
    : tables_(*tables),
      board_(*board),
      peeling_(board->size()),
      row_bounds_(RowBounds(board->size())),
      may_take_(GatherBound(board->size())) {
  if (peeling_.IsRest())
    phase_ = kRest;
  else
    gathering_.emplace(*board, kGatherNear, may_take_);
}

absl::Status LookupWalk::Next(LetterStream* stream) {
  if (phase_ == kGathering) {
    if (gathering_->Next(stream)) return absl::OkStatus();
    gathering_->Arrange(&board_);
    gathering_.reset();
    phase_ = kRows;
  }
  if (phase_ == kRest) {
    TileMover mover(peeling_.Rest(), &board_, stream);
    phase_ = kDone;
    return SolveRest(tables_, &board_, &mover);
  }
  const uint64_t bound = row_bounds_[row_];
  if (!frame_) {
    frame_.emplace(peeling_.Row(board_.blank()));
    column_ = 0;
    may_take_ += bound;
  }
  TileMover mover(*frame_, &board_, stream);
  absl::Status status = SolveGroup(tables_, &column_, may_take_, bound, &board_, &mover);
  if (column_ == frame_->width) {
    frame_.reset();
    peeling_.Next();
    if (++row_ == row_bounds_.size()) phase_ = kRest;
  }
  return status;
}

}  // namespace tilebase
