// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/values/fitted_values.h"

#include "absl/types/span.h"
#include "tables/pair_values.h"
#include "tables/system/embed.h"
#include "tables/values/tied_pairs.h"

// The build defines TILEBASE_VALUES_FOLDER as this folder.
TILEBASE_EMBED(tilebase_values_4x4, TILEBASE_VALUES_FOLDER "/4x4.values")
TILEBASE_EMBED(tilebase_values_5x5, TILEBASE_VALUES_FOLDER "/5x5.values")
TILEBASE_EMBED(tilebase_values_6x6, TILEBASE_VALUES_FOLDER "/6x6.values")
TILEBASE_EMBED(tilebase_values_7x7, TILEBASE_VALUES_FOLDER "/7x7.values")
TILEBASE_EMBED(tilebase_values_4x4_mtm, TILEBASE_VALUES_FOLDER "/4x4-mtm.values")
TILEBASE_EMBED(tilebase_values_5x5_mtm, TILEBASE_VALUES_FOLDER "/5x5-mtm.values")

namespace tilebase {
namespace {

absl::Span<const uint8_t> FileOf(Geometry geometry, bool whole_lines) {
  const struct {
    Geometry geometry;
    bool whole_lines;
    const char* begin;
    const char* end;
  } files[] = {
      {{4, 4}, false, tilebase_values_4x4, tilebase_values_4x4_end},
      {{5, 5}, false, tilebase_values_5x5, tilebase_values_5x5_end},
      {{6, 6}, false, tilebase_values_6x6, tilebase_values_6x6_end},
      {{7, 7}, false, tilebase_values_7x7, tilebase_values_7x7_end},
      {{4, 4}, true, tilebase_values_4x4_mtm, tilebase_values_4x4_mtm_end},
      {{5, 5}, true, tilebase_values_5x5_mtm, tilebase_values_5x5_mtm_end},
  };
  for (const auto& file : files)
    if (file.geometry == geometry && file.whole_lines == whole_lines)
      return {reinterpret_cast<const uint8_t*>(file.begin),
              static_cast<size_t>(file.end - file.begin)};
  return {};
}

}  // namespace

bool HasFittedValues(Geometry geometry, bool whole_lines) {
  return !FileOf(geometry, whole_lines).empty();
}

std::vector<uint8_t> FittedValues(Geometry geometry, bool whole_lines) {
  const absl::Span<const uint8_t> file = FileOf(geometry, whole_lines);
  if (file.empty() || file.size() == PairEntryCount(geometry)) return {file.begin(), file.end()};
  return TiedPairs(geometry).Expand(file);
}

}  // namespace tilebase
