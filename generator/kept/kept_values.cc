// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/kept/kept_values.h"

#include <stddef.h>

#include "tables/system/embed.h"

// TILEBASE_KEPT_FOLDER is this folder, from the build.
TILEBASE_EMBED(tilebase_kept_4x4, TILEBASE_KEPT_FOLDER "/4x4.values")
TILEBASE_EMBED(tilebase_kept_5x5, TILEBASE_KEPT_FOLDER "/5x5.values")
TILEBASE_EMBED(tilebase_kept_6x6, TILEBASE_KEPT_FOLDER "/6x6.values")
TILEBASE_EMBED(tilebase_kept_7x7, TILEBASE_KEPT_FOLDER "/7x7.values")
TILEBASE_EMBED(tilebase_kept_4x4_mtm, TILEBASE_KEPT_FOLDER "/4x4-mtm.values")
TILEBASE_EMBED(tilebase_kept_5x5_mtm, TILEBASE_KEPT_FOLDER "/5x5-mtm.values")

namespace tilebase {

absl::Span<const uint8_t> KeptValues(Geometry geometry, bool whole_lines) {
  const struct {
    Geometry geometry;
    bool whole_lines;
    const char* begin;
    const char* end;
  } kept[] = {
      {{4, 4}, false, tilebase_kept_4x4, tilebase_kept_4x4_end},
      {{5, 5}, false, tilebase_kept_5x5, tilebase_kept_5x5_end},
      {{6, 6}, false, tilebase_kept_6x6, tilebase_kept_6x6_end},
      {{7, 7}, false, tilebase_kept_7x7, tilebase_kept_7x7_end},
      {{4, 4}, true, tilebase_kept_4x4_mtm, tilebase_kept_4x4_mtm_end},
      {{5, 5}, true, tilebase_kept_5x5_mtm, tilebase_kept_5x5_mtm_end},
  };
  for (const auto& each : kept)
    if (each.geometry == geometry && each.whole_lines == whole_lines)
      return {reinterpret_cast<const uint8_t*>(each.begin),
              static_cast<size_t>(each.end - each.begin)};
  return {};
}

}  // namespace tilebase
