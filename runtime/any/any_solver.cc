// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/any_solver.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <vector>

#include "runtime/any/gather.h"
#include "runtime/any/lookup_stages.h"
#include "runtime/any/peeling.h"
#include "runtime/any/tile_mover.h"
#include "tables/system/clock.h"

namespace tilebase {
namespace {

// The mean distance from home to which tiles are gathered, in cells: for lookup and narrow beams,
// and how much more for a beam ten times as wide on a side of 10. Found by trying on 6x6 to 20x20.
constexpr double kNear = 2.4;
constexpr double kNearPerWidth = 1;
constexpr double kBoardsPerMicrosecond = 5;  // a guess

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

// Moves that Gather may take.
uint64_t GatherBound(BigSize size) {
  return static_cast<uint64_t>(size.cells()) * static_cast<uint64_t>(size.width + size.height) / 2;
}

}  // namespace

uint64_t AnyWorstCase(BigSize size) {
  const std::vector<uint64_t> rows = RowBounds(size);
  return std::accumulate(rows.begin(), rows.end(), GatherBound(size) + kRest);
}

absl::StatusOr<AnySolver> AnySolver::Create(const PolicySet& set) {
  auto tables = WindowTables::Create(set);
  if (!tables.ok()) return tables.status();
  return AnySolver(*std::move(tables));
}

absl::Status AnySolver::Solve(BigBoard* board, LetterReceiver receiver) const {
  if (absl::Status status = board->CheckSolvable(); !status.ok()) return status;
  LetterStream stream(receiver);
  const std::vector<uint64_t> row_bounds = RowBounds(board->size());
  uint64_t may_take = GatherBound(board->size());
  Peeling peeling(board->size());
  if (!peeling.IsRest()) Gather(board, kNear, may_take, &stream);
  for (const uint64_t bound : row_bounds) {
    may_take += bound;
    TileMover mover(peeling.Row(board->blank()), board, &stream);
    if (absl::Status status = SolveRow(tables_, 0, may_take, bound, board, &mover); !status.ok())
      return status;
    if (!stream.open()) break;
    peeling.Next();
  }
  if (stream.open()) {
    TileMover mover(peeling.Rest(), board, &stream);
    if (absl::Status status = SolveRest(tables_, board, &mover); !status.ok()) return status;
  }
  stream.Flush();
  return stream.open() ? absl::OkStatus() : absl::CancelledError("the receiver wants no more");
}

absl::StatusOr<std::string> AnySolver::SolveWithEffort(const BigBoard& board,
                                                       const BeamEffort& effort) const {
  const auto start = Clock::now();
  std::string by_lookup;
  BigBoard solved = board;
  const absl::Status status = Solve(&solved, [&](std::string_view letters) {
    by_lookup += letters;
    return true;
  });
  if (!status.ok()) return status;
  if (board.size().cells() > kMostBeamCells) return by_lookup;

  // The narrower the beam will be, the nearer home it finds the tiles.
  const double boards = effort.boards != 0
                            ? static_cast<double>(effort.boards)
                            : kBoardsPerMicrosecond * static_cast<double>(effort.microseconds);
  const double width = boards / static_cast<double>(by_lookup.size() + 1);
  std::string letters;
  BigBoard gathered = board;
  const auto receive = [&](std::string_view some) {
    letters += some;
    return true;
  };
  LetterStream stream(receive);
  const int longest = std::max(board.size().width, board.size().height);
  const double more = kNearPerWidth * 10 / longest * std::log10(std::max(width, 1.0));
  Gather(&gathered, kNear + more, GatherBound(board.size()), &stream);
  stream.Flush();

  BeamEffort left = effort;
  if (effort.microseconds != 0) {
    const auto spent =
        std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start).count();
    if (static_cast<uint64_t>(spent) >= effort.microseconds) return by_lookup;
    left.microseconds -= static_cast<uint64_t>(spent);
  }
  auto by_beam = SolveByBeam(tables_, gathered, left);
  if (!by_beam.ok()) return by_beam.status();
  letters += *by_beam;
  return letters.size() < by_lookup.size() ? letters : by_lookup;
}

}  // namespace tilebase
