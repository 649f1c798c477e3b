// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/verify/verify.h"
#include "tables/slide_lanes.h"
#include "tables/system/huge_bytes.h"

namespace tilebase {
namespace {

// Searches all lanes from those of home, by slides on a board, and compares each with its entry
// when it is found.
class LaneVerifier {
 public:
  LaneVerifier(const TableInfo& info, const uint8_t* plane)
      : info_(info),
        plane_(plane),
        lanes_(info.subproblem.geometry),
        counts_(info.histogram.size()) {}

  absl::Status Run(const VerifyOptions& options) {
    if (!values_.Allocate(info_.entries))
      return absl::ResourceExhaustedError(
          absl::StrCat("verifying lanes needs ", info_.entries, " bytes of memory"));
    for (int view = 0; view < lanes_.views(); ++view) {
      if (lanes_.IsReflection(view)) continue;
      for (int axis = 0; axis < SlideLanes::kAxes; ++axis) {
        const SlideLanes::Place& home = lanes_.home();
        Find(lanes_.LaneOf(axis, view, home.order[axis][view], home.line[axis]), 1);
      }
      for (int value = 1; found_ != expanded_; ++value) {
        for (int axis = 0; axis < SlideLanes::kAxes; ++axis) Expand(axis, view, value);
        if (options.progress) options.progress(2 * expanded_);
      }
    }
    if (!status_.ok()) return status_;
    if (found_ != info_.entries || counts_ != info_.histogram)
      return absl::DataLossError("lanes: expected other numbers of lanes by value in the header");
    return absl::OkStatus();
  }

 private:
  void Find(uint64_t lane, int value) {
    values_[lane] = static_cast<uint8_t>(value);
    ++found_;
    const int entry = GetLane(plane_, lane);
    if (static_cast<size_t>(value) < counts_.size()) ++counts_[static_cast<size_t>(value)];
    if (entry != value % 3 && status_.ok())
      status_ =
          absl::DataLossError(absl::StrCat("lane ", lane, " has the value ", value,
                                           ": expected the entry ", value % 3, ", found ", entry));
  }

  // Finds the lanes that cross a lane of this value.
  void Expand(int axis, int view, int value) {
    const KindSequences& sequences = lanes_.sequences(view);
    uint64_t lane = lanes_.first_lane(axis, view);
    for (const KindSequences::First& first : sequences.firsts())
      for (size_t second = 0; second < first.seconds->size(); ++second)
        for (int line = 0; line < lanes_.lines(axis); ++line, ++lane) {
          if (values_[lane] != value) continue;
          ++expanded_;
          ForEachCrossing(axis, view, sequences.SequenceOf(first, second), line,
                          [&](uint64_t next) {
                            if (values_[next] == 0) Find(next, value + 1);
                          });
        }
  }

  // Calls use(entry) for each lane that crosses this one: lays the tiles on a board, slides them
  // one by one, and reads the crossing orders from it.
  template <typename Use>
  void ForEachCrossing(int axis, int view, uint32_t order, int line, Use use) const {
    const int lines = lanes_.lines(axis), places = lanes_.lines(1 - axis);
    const int first = line * places;  // where the blank begins; cells are counted along the axis
    uint32_t kind[kMostLaneCells] = {};
    for (int cell = 0; cell < lines * places; ++cell) {
      if (cell == first) continue;
      kind[cell] = order & 3;
      order >>= 2;
    }
    for (int blank = first; blank < first + places; ++blank) {
      if (blank > first) kind[blank - 1] = kind[blank];
      uint32_t crossing = 0;
      int bit = 0;
      for (int place = 0; place < places; ++place)
        for (int cell = place; cell < lines * places; cell += places) {
          if (cell == blank) continue;
          crossing |= kind[cell] << bit;
          bit += 2;
        }
      use(lanes_.LaneOf(1 - axis, view, crossing, blank - first));
    }
  }

  const TableInfo& info_;
  const uint8_t* const plane_;
  const SlideLanes lanes_;
  HugeBytes values_;  // of the lanes found; 0 for others
  std::vector<uint64_t> counts_;
  uint64_t found_ = 0;
  uint64_t expanded_ = 0;
  absl::Status status_;  // of the first wrong entry
};

}  // namespace

absl::Status VerifyLaneTable(const TableInfo& info, const uint8_t* plane,
                             const VerifyOptions& options) {
  return LaneVerifier(info, plane).Run(options);
}

}  // namespace tilebase
