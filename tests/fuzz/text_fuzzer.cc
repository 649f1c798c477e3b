// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Reads texts that people write: boards, plans, sets of tiles, sizes. The first byte chooses the
// size of the board, the rest is the text. A value that was read is written and read again, and
// must stay the same.

#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "tables/board_text.h"
#include "tables/move_text.h"
#include "tables/plan.h"
#include "tests/fuzz/fuzzer.h"

namespace tilebase {
namespace {

void Require(bool holds, const char* what, std::string_view text) {
  if (!holds) RequireNothing(absl::StrCat(what, ": ", std::string(text)));
}

void ReadBoard(Geometry geometry, std::string_view text) {
  const absl::StatusOr<Board> board = ParseBoard(geometry, text);
  if (!board.ok()) return Require(!board.status().message().empty(), "no reason", text);
  CellMask tiles = 0;
  for (int cell = 0; cell < geometry.cells(); ++cell)
    if (board->tile[cell] < geometry.cells()) tiles |= CellBit(board->tile[cell]);
  Require(tiles == geometry.all_cells() && board->tile[board->blank] == 0, "no board", text);
  const absl::StatusOr<Board> again = ParseBoard(geometry, ToString(*board));
  Require(again.ok() && *again == *board, "a board read otherwise", text);
  Require(CheckSolvable(*board).ok() == board->IsSolvable(), "solvable and not", text);
  Require(!PlayedBoard(*board).Draw().empty(), "nothing drawn", text);
}

void ReadPlan(Geometry geometry, std::string_view text) {
  const absl::StatusOr<Plan> plan = ParsePlan(geometry, text);
  if (!plan.ok()) return Require(!plan.status().message().empty(), "no reason", text);
  const absl::StatusOr<Plan> again = ParsePlan(geometry, plan->text);
  Require(again.ok() && again->text == plan->text && again->stages == plan->stages,
          "a plan read otherwise", text);
  size_t stages = 0;
  for (const PlanPart& part : plan->parts) {
    CellMask tiles = 0;
    for (size_t i = 0; i < part.stage_count; ++i) {
      const Subproblem& stage = plan->stages[stages++];
      Require(stage.IsValid() && (stage.goal & tiles) == 0, "no stage", text);
      tiles |= stage.goal;
    }
    Require(tiles == geometry.all_tiles(), "a part without some tiles", text);
  }
  Require(stages == plan->stages.size(), "stages of no part", text);
  for (size_t stage = 0; stage < stages; ++stage)
    Require(plan->TablesOf(stage) <= stage, "tables of a later stage", text);
}

void ReadTiles(Geometry geometry, std::string_view text) {
  const absl::StatusOr<CellMask> tiles = ParseTiles(geometry, text);
  if (!tiles.ok()) return Require(!tiles.status().message().empty(), "no reason", text);
  const absl::StatusOr<CellMask> again = ParseTiles(geometry, TilesToString(*tiles));
  Require(*tiles == 0 || (again.ok() && *again == *tiles), "tiles read otherwise", text);
}

void ReadGeometry(std::string_view text) {
  const absl::StatusOr<Geometry> geometry = ParseGeometry(text);
  if (geometry.ok())
    Require(geometry->IsValid() && *ParseGeometry(ToString(*geometry)) == *geometry,
            "a size read otherwise", text);
}

}  // namespace
}  // namespace tilebase

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tilebase;
  if (size == 0) return 0;
  const Geometry geometry = {static_cast<uint8_t>(kMinSide + data[0] % 7),
                             static_cast<uint8_t>(kMinSide + data[0] / 7 % 7)};
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  ReadBoard(geometry, text);
  ReadPlan(geometry, text);
  ReadTiles(geometry, text);
  ReadGeometry(text);
  return 0;
}
