// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/verify/verify.h"
#include "tables/slide_lanes.h"
#include "tables/system/huge_bytes.h"

namespace tilebase {
namespace {

// Searches all lanes from those of home, and compares each with its entry when it is found.
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
          uint64_t crossing[kMaxSide];
          lanes_.Cross(axis, view, sequences.SequenceOf(first, second), line, crossing);
          for (int k = 0; k < lanes_.lines(1 - axis); ++k)
            if (values_[crossing[k]] == 0) Find(crossing[k], value + 1);
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
