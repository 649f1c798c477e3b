// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Firmware in miniature: it uses the whole freestanding ring. Its object file may need nothing from
// the linker but what every compiler assumes, such as memcpy.

#include "runtime/embedded.h"
#include "runtime/lookup/walk.h"
#include "tables/image/flat_image.h"

extern "C" int SolveBoard(const tilebase::PolicyStage* stages, int stage_count,
                          tilebase::Board* board, char* actions, int capacity) {
  int count = 0;
  const tilebase::WalkResult result =
      tilebase::Walk(stages, stage_count, *board, [&](tilebase::Action action) {
        if (count < capacity) actions[count] = tilebase::Letter(action);
        ++count;
      });
  return result == tilebase::WalkResult::kDone ? count : -1;
}

extern "C" void PrepareTable(tilebase::Geometry geometry, tilebase::CellMask goal,
                             tilebase::CellMask fixed, tilebase::PolicyTable* table) {
  table->subproblem = tilebase::Subproblem{geometry, goal, fixed};
  table->ranking = tilebase::Ranking(table->subproblem);
}

extern "C" int NextAction(tilebase::EmbeddedWalk* walk, uint8_t* cells) {
  return walk->Next(cells);
}

extern "C" bool IsSound(const uint8_t* form, uint32_t size) {
  return tilebase::IsSoundCompactForm(form, size);
}

extern "C" bool OpenImage(const uint8_t* bytes, uint64_t size, tilebase::FlatImage* image,
                          tilebase::Fault* fault) {
  return image->Open({bytes, size}, fault);
}
