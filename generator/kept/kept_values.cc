// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/kept/kept_values.h"

#include <stddef.h>

// The assembler reads the files. TILEBASE_KEPT_FOLDER is this folder, from the build.
#define TILEBASE_KEEP(name, file)                                                          \
  asm(".pushsection .rodata\n"                                                             \
      "tilebase_kept_" #name ": .incbin \"" TILEBASE_KEPT_FOLDER "/" file                  \
      "\"\n"                                                                               \
      "tilebase_kept_" #name                                                               \
      "_end:\n"                                                                            \
      ".popsection\n");                                                                    \
  extern "C" {                                                                             \
  extern const uint8_t tilebase_kept_##name[] __attribute__((visibility("hidden")));       \
  extern const uint8_t tilebase_kept_##name##_end[] __attribute__((visibility("hidden"))); \
  }
TILEBASE_KEEP(4x4, "4x4.values")
TILEBASE_KEEP(5x5, "5x5.values")
TILEBASE_KEEP(4x4_mtm, "4x4-mtm.values")
TILEBASE_KEEP(5x5_mtm, "5x5-mtm.values")
#undef TILEBASE_KEEP

namespace tilebase {

absl::Span<const uint8_t> KeptValues(Geometry geometry, bool whole_lines) {
  const struct {
    Geometry geometry;
    bool whole_lines;
    const uint8_t* begin;
    const uint8_t* end;
  } kept[] = {
      {{4, 4}, false, tilebase_kept_4x4, tilebase_kept_4x4_end},
      {{5, 5}, false, tilebase_kept_5x5, tilebase_kept_5x5_end},
      {{4, 4}, true, tilebase_kept_4x4_mtm, tilebase_kept_4x4_mtm_end},
      {{5, 5}, true, tilebase_kept_5x5_mtm, tilebase_kept_5x5_mtm_end},
  };
  for (const auto& each : kept)
    if (each.geometry == geometry && each.whole_lines == whole_lines)
      return {each.begin, static_cast<size_t>(each.end - each.begin)};
  return {};
}

}  // namespace tilebase
