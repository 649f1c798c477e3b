// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/search/lane_bounds.h"

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"

namespace tilebase {

absl::StatusOr<std::unique_ptr<const LaneBounds>> LaneBounds::Read(const TableSource& source,
                                                                   size_t table, int threads,
                                                                   uint64_t memory_bytes) {
  const TableInfo& info = source.tables()[table];
  const uint64_t bytes = source.layout(table).bytes();
  std::unique_ptr<LaneBounds> made(new LaneBounds(info.subproblem.geometry, info.max_depth()));
  if (bytes > memory_bytes || !made->plane_.Allocate(bytes))
    return absl::ResourceExhaustedError(
        absl::StrCat(source.name(), ": the bounds of a search for shortest solutions take ", bytes,
                     " bytes, and the memory allowed is too little"));
  absl::Status status =
      source.ReadTable(table, threads, absl::MakeSpan(made->plane_.data(), bytes));
  if (!status.ok()) return status;
  return made;
}

std::optional<int> LaneBounds::ValueOf(SlideLanes::Place place, int axis, int view) const {
  uint32_t order = place.order[axis][view];
  int line = place.line[axis], crossing_line = place.line[1 - axis];
  uint32_t crossing = place.order[1 - axis][view];
  const SlideLanes::Place& home = lanes_.home();
  for (int value = 1; value <= greatest_; ++value) {
    if (line == home.line[axis] && order == home.order[axis][view]) return value;
    const int lower = (GetLane(plane(), lanes_.LaneOf(axis, view, order, line)) + 2) % 3;
    uint32_t crossed[kMaxSide];
    lanes_.Slide(axis, line, crossing_line, crossing, crossed);
    int k = 0;
    while (k < lanes_.lines(1 - axis) &&
           GetLane(plane(), lanes_.LaneOf(1 - axis, view, crossed[k], k)) != lower)
      ++k;
    if (k == lanes_.lines(1 - axis)) break;
    // The board with the blank on place k of this line lies in the crossing lane k.
    crossing = order;
    order = crossed[k];
    crossing_line = line;
    line = k;
    axis = 1 - axis;
  }
  return std::nullopt;
}

}  // namespace tilebase
