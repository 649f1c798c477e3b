// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/plan.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace tilebase {
namespace {

absl::string_view Absl(std::string_view text) { return {text.data(), text.size()}; }

// A plain decimal number of at most three digits, or -1.
int ParseNumber(std::string_view text) {
  if (text.empty() || text.size() > 3) return -1;
  int number = 0;
  for (char c : text) {
    if (c < '0' || c > '9') return -1;
    number = number * 10 + (c - '0');
  }
  return number;
}

// Cuts the first part of `rest` off at `separator`.
std::string_view NextPart(std::string_view& rest, char separator) {
  const size_t end = rest.find(separator);
  const std::string_view part = rest.substr(0, end);
  rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
  return part;
}

std::string TileRange(Geometry geometry) {
  return absl::StrCat("1 to ", geometry.tiles(), " on a ", ToString(geometry), " board");
}

absl::Status PlanError(std::string_view plan, const std::string& message) {
  return absl::InvalidArgumentError(absl::StrCat("plan '", Absl(plan), "': ", message));
}

absl::StatusOr<std::vector<CellMask>> LadderGoals(Geometry geometry, std::string_view text) {
  const int step = ParseNumber(text.substr(text.find(':') + 1));
  if (step < 1 || step > geometry.tiles()) {
    return PlanError(text, absl::StrCat("expected ladder:L with L from ", TileRange(geometry)));
  }
  std::vector<CellMask> goals;
  for (int first = 0; first < geometry.tiles(); first += step)
    goals.push_back(geometry.all_tiles() & LowMask(first + step) & ~LowMask(first));
  return goals;
}

absl::StatusOr<std::vector<CellMask>> StageGoals(Geometry geometry, std::string_view text) {
  std::vector<CellMask> goals;
  CellMask named = 0;
  std::string_view rest = text;
  while (true) {
    const bool last = rest.find('/') == rest.npos;
    const std::string_view part = NextPart(rest, '/');
    const std::string stage = absl::StrCat("stage ", goals.size() + 1);
    CellMask goal = 0;
    if (part == "rest") {
      goal = geometry.all_tiles() & ~named;
      if (goal == 0)
        return PlanError(text,
                         absl::StrCat(stage, ": 'rest' is empty, every tile is named before"));
    } else {
      absl::StatusOr<CellMask> tiles = ParseTiles(geometry, part);
      if (!tiles.ok()) return PlanError(text, absl::StrCat(stage, ": ", tiles.status().message()));
      goal = *tiles;
    }
    if (goal == 0) {
      return PlanError(text, absl::StrCat(stage,
                                          " is empty; expected tiles such as 1-4 or 5,9,13, "
                                          "or 'rest'"));
    }
    if (goal & named) {
      return PlanError(text, absl::StrCat(stage, " repeats tile ", Lowest(goal & named) + 1,
                                          "; each tile belongs to one stage"));
    }
    named |= goal;
    goals.push_back(goal);
    if (last) break;
  }
  if (const CellMask missing = geometry.all_tiles() & ~named; missing != 0) {
    return PlanError(text, absl::StrCat("leaves out ", TilesToString(missing),
                                        "; add them to a stage, or end the plan with /rest"));
  }
  return goals;
}

}  // namespace

absl::StatusOr<Plan> ParsePlan(Geometry geometry, std::string_view text) {
  const bool ladder = text.substr(0, 7) == "ladder:";
  absl::StatusOr<std::vector<CellMask>> goals =
      ladder ? LadderGoals(geometry, text) : StageGoals(geometry, text);
  if (!goals.ok()) return goals.status();
  Plan plan;
  plan.geometry = geometry;
  CellMask fixed = 0;
  for (CellMask goal : *goals) {
    plan.stages.push_back({geometry, goal, fixed});
    if (!ladder) absl::StrAppend(&plan.text, fixed == 0 ? "" : "/", TilesToString(goal));
    fixed |= goal;
  }
  if (ladder) plan.text = absl::StrCat("ladder:", Count(goals->front()));
  return plan;
}

absl::StatusOr<Geometry> ParseGeometry(std::string_view text) {
  std::string_view rest = text;
  const int width = ParseNumber(NextPart(rest, 'x'));
  const int height = ParseNumber(rest);
  if (width < kMinSide || width > kMaxSide || height < kMinSide || height > kMaxSide) {
    return absl::InvalidArgumentError(absl::StrCat(
        "board '", Absl(text), "': expected WIDTHxHEIGHT, each from 2 to 8, such as 4x4 or 3x5"));
  }
  return Geometry{static_cast<uint8_t>(width), static_cast<uint8_t>(height)};
}

std::string ToString(Geometry geometry) {
  return absl::StrCat(static_cast<int>(geometry.width), "x", static_cast<int>(geometry.height));
}

std::string TilesToString(CellMask tiles) {
  std::string text;
  while (tiles != 0) {
    const int first = Lowest(tiles);
    int last = first;
    while (last + 1 < kMaxCells && (tiles & CellBit(last + 1))) ++last;
    absl::StrAppend(&text, text.empty() ? "" : ",", first + 1);
    if (last > first) absl::StrAppend(&text, "-", last + 1);
    tiles &= ~LowMask(last + 1);
  }
  return text;
}

absl::StatusOr<CellMask> ParseTiles(Geometry geometry, std::string_view text) {
  CellMask tiles = 0;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::string_view part = NextPart(rest, ',');
    std::string_view bounds = part;
    const int first = ParseNumber(NextPart(bounds, '-'));
    const int last = part.find('-') == part.npos ? first : ParseNumber(bounds);
    if (first < 0 || last < 0) {
      return absl::InvalidArgumentError(absl::StrCat(
          "'", Absl(part.substr(0, 24)), "' is not a tile or a range of tiles such as 5 or 1-4"));
    }
    if (first < 1 || last > geometry.tiles() || first > last) {
      return absl::InvalidArgumentError(
          absl::StrCat("'", Absl(part), "' names no tiles; they are ", TileRange(geometry)));
    }
    const CellMask range = LowMask(last) & ~LowMask(first - 1);
    if (tiles & range) {
      return absl::InvalidArgumentError(absl::StrCat("repeats tile ", Lowest(tiles & range) + 1));
    }
    tiles |= range;
  }
  return tiles;
}

std::string ToString(const Subproblem& subproblem) {
  return absl::StrCat("{", TilesToString(subproblem.goal), "}|{", TilesToString(subproblem.fixed),
                      "}");
}

}  // namespace tilebase
