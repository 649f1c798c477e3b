// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/plan.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "tables/error.h"
#include "tables/geometry.h"
#include "tables/ranking.h"
#include "tables/slide_lanes.h"

namespace tilebase {
namespace {

constexpr std::string_view kMtmPrefix = "mtm:";
constexpr std::string_view kBlankPrefix = "blank";
constexpr std::string_view kPatternPrefix = "pattern:";
constexpr std::string_view kDualPrefix = "dual:";
constexpr std::string_view kEqualBounds = "bounds:equal";

absl::string_view Absl(std::string_view text) { return {text.data(), text.size()}; }

// Reads a plain decimal number of at most three digits; -1 if it is none.
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

// The parts of an error name the place within the plan; PlanError adds the plan.
absl::Status PlanError(std::string_view plan, const ErrorParts& parts) {
  return ErrorWithin(absl::StrCat("plan '", Absl(plan), "'"),
                     MakeError(absl::StatusCode::kInvalidArgument, parts));
}

absl::StatusOr<std::vector<CellMask>> LadderGoals(Geometry geometry, std::string_view text) {
  const int step = ParseNumber(text.substr(text.find(':') + 1));
  if (step < 1 || step > geometry.tiles()) {
    return PlanError(text,
                     {.expected = absl::StrCat("ladder:L with L from ", TileRange(geometry))});
  }
  std::vector<CellMask> goals;
  for (int first = 0; first < geometry.tiles(); first += step)
    goals.push_back(geometry.all_tiles() & LowMask(first + step) & ~LowMask(first));
  return goals;
}

// Reads sets of tiles between slashes. `noun` is what messages call a set; `text` is the whole
// part.
absl::StatusOr<std::vector<CellMask>> TileSets(Geometry geometry, std::string_view text,
                                               std::string_view list, const char* noun) {
  std::vector<CellMask> goals;
  CellMask named = 0;
  std::string_view rest = list;
  while (true) {
    const bool last = rest.find('/') == rest.npos;
    const std::string_view part = NextPart(rest, '/');
    const std::string stage = absl::StrCat(noun, " ", goals.size() + 1);
    CellMask goal = 0;
    if (part == "rest") {
      goal = geometry.all_tiles() & ~named;
      if (goal == 0)
        return PlanError(text,
                         {.where = stage, .what = "'rest' is empty, every tile is named before"});
    } else {
      absl::StatusOr<CellMask> tiles = ParseTiles(geometry, part);
      if (!tiles.ok()) return PlanError(text, PartsOf(ErrorWithin(stage, tiles.status())));
      goal = *tiles;
    }
    if (goal == 0) {
      return PlanError(text, {.what = absl::StrCat(stage, " is empty"),
                              .expected = "tiles such as 1-4 or 5,9,13, or 'rest'"});
    }
    if (goal & named) {
      return PlanError(text,
                       {.what = absl::StrCat(stage, " repeats tile ", Lowest(goal & named) + 1),
                        .remedy = absl::StrCat("each tile belongs to one ", noun)});
    }
    named |= goal;
    goals.push_back(goal);
    if (last) break;
  }
  if (const CellMask missing = geometry.all_tiles() & ~named; missing != 0) {
    return PlanError(
        text, {.what = absl::StrCat("leaves out ", TilesToString(missing)),
               .remedy = absl::StrCat("add them to a ", noun, ", or end the plan with /rest")});
  }
  return goals;
}

// Partitions that are worth a name. Numbers say how many tiles each pattern has.
struct NamedPartition {
  Geometry geometry;
  const char* name;
  const char* patterns;
};
constexpr NamedPartition kNamedPartitions[] = {
    {{3, 3}, "4-4", "1-3,6/4-5,7-8"},
    {{3, 3}, "5-3", "1,2,4,5,7/3,6,8"},
    {{4, 4}, "3-3-3-3-3", "1,2,5/3,4,8/6,7,11/9,10,13/12,14,15"},
    {{4, 4}, "4-4-4-3", "1,2,5,6/3,4,7,8/9,10,13,14/11,12,15"},
    {{4, 4}, "5-5-5", "1-3,5,6/4,7,8,11,12/9,10,13-15"},
    {{4, 4}, "6-6-3", "1,5,6,9,10,13/7,8,11,12,14,15/2-4"},
    {{4, 4}, "7-8", "9-15/1-8"},
    {{5, 5}, "4-4-4-4-4-4", "1,2,6,7/3,4,8,9/5,10,14,15/11,12,16,17/13,18,19,20/21-24"},
    {{5, 5}, "5-5-5-5-4", "1-3,6,7/4,5,9,10,15/8,13,14,18,19/11,12,16,17,21/20,22-24"},
    {{5, 5}, "6-6-6-6", "1-3,6-8/4,5,9,10,14,15/11,12,16,17,21,22/13,18-20,23,24"},
};

// The partitions of pattern:Nx6-6-6-6 besides 6-6-6-6, chosen from all 2,182 partitions of a 5x5
// board into connected patterns of six tiles. Each one is the partition that, together with its
// reflection, most raises the best bounds of the partitions before it on 4,000 random boards. Files
// store only N, so this list never changes.
constexpr const char* kMoreSixes[] = {
    "1-5,10/6,11,16,17,21,22/7-9,12-14/15,18-20,23,24",
    "1-3,6-8/4,5,9,10,13,14/11,12,16,17,21,22/15,18-20,23,24",
    "1-5,9/6-8,11-13/10,14,15,19,20,24/16-18,21-23",
    "1-4,6,7/5,8-10,13,14/11,12,16-18,21/15,19,20,22-24",
    "1-3,6-8/4,9,13,14,18,23/5,10,15,19,20,24/11,12,16,17,21,22",
    "1-6/7-9,13,14,18/10,15,19,20,23,24/11,12,16,17,21,22",
    "1-3,6-8/4,5,9,10,14,15/11-13,16-18/19-24",
    "1-5,10/6-9,11,13/12,16-18,21,22/14,15,19,20,23,24",
    "1-6/7,11,12,16,17,21/8-10,13-15/18-20,22-24",
    "1-3,6-8/4,9,11-14/5,10,15,19,20,24/16-18,21-23",
    "1-5,9/6,7,11,16,21,22/8,12-14,17,18/10,15,19,20,23,24",
    "1-4,7,8/5,9,10,13-15/6,11,12,16,21,22/17-20,23,24",
    "1,2,6-8,11/3-5,9,10,14/12,13,16,17,21,22/15,18-20,23,24",
    "1-5,9/6-8,13,18,23/10,14,15,19,20,24/11,12,16,17,21,22",
    "1-6/7-10,12,15/11,16,17,21-23/13,14,18-20,24",
    "1-5,8/6,7,9,12-14/10,15,19,20,23,24/11,16-18,21,22",
    "1-5,7/6,11,16,17,21,22/8-10,12-14/15,18-20,23,24",
    "1,2,6-8,11/3-5,9,13,14/10,15,19,20,23,24/12,16-18,21,22",
    "1-5,10/6-8,11-13/9,14,15,19,20,24/16-18,21-23",
    "1-3,7,8,12/4,9,13,14,18,23/5,10,15,19,20,24/6,11,16,17,21,22",
    "1-4,6,11/5,8-10,13,14/7,12,16,17,21,22/15,18-20,23,24",
    "1-3,7,8,13/4,5,9,10,14,15/6,11,12,16,17,21/18-20,22-24",
    "1-6/7,8,11-14/9,10,15,19,20,24/16-18,21-23",
};
constexpr std::string_view kManySixes = "x6-6-6-6";

// Returns whether the text lists numbers of tiles that add up to the board's tiles, such as 7-8.
bool IsShape(Geometry geometry, std::string_view text) {
  int sum = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const int number = ParseNumber(NextPart(rest, '-'));
    if (number < 1) return false;
    sum += number;
  }
  return sum == geometry.tiles();
}

absl::StatusOr<std::vector<CellMask>> PatternGoals(Geometry geometry, std::string_view text) {
  const std::string_view list = text.substr(text.find(':') + 1);
  const absl::string_view prefix = Absl(text.substr(0, text.size() - list.size()));
  std::string names;
  for (const NamedPartition& named : kNamedPartitions) {
    if (!(named.geometry == geometry)) continue;
    if (named.name == list) return TileSets(geometry, text, named.patterns, "pattern");
    absl::StrAppend(&names, names.empty() ? "" : ", ", prefix, named.name);
  }
  if (IsShape(geometry, list) && list.find('-') != list.npos)
    return PlanError(
        text,
        {.what = absl::StrCat("no partition of a ", ToString(geometry), " board has this name"),
         .expected = absl::StrCat(names.empty() ? "" : absl::StrCat(names, ", or "),
                                  "lists of tiles such as ", prefix, "1-3/rest")});
  absl::StatusOr<std::vector<CellMask>> goals = TileSets(geometry, text, list, "pattern");
  if (!goals.ok()) return goals.status();
  for (const CellMask goal : *goals)
    if (!IsPattern(geometry, goal))
      return PlanError(text,
                       {.what = absl::StrCat("pattern ", TilesToString(goal), " has ", Count(goal),
                                             " of the ", geometry.tiles(), " tiles"),
                        .expected = "one that leaves out two at least"});
  return goals;
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// Returns the first symmetry for which is_meant is true; -1 if there is none.
template <typename IsMeant>
int FirstSymmetry(Geometry geometry, IsMeant is_meant) {
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry)
    if (HasSymmetry(geometry, static_cast<Symmetry>(symmetry)) &&
        is_meant(static_cast<Symmetry>(symmetry)))
      return symmetry;
  return -1;
}

absl::Status AddValues(std::string_view text, Plan* plan) {
  if (text != "values:pairs")
    return PlanError(text, {.what = "no values have this name", .expected = "values:pairs"});
  plan->parts.push_back({std::string(text), Metric::kValue, 0, plan->stages.size(), 1});
  plan->stages.push_back({plan->geometry, plan->geometry.all_tiles(), 0});
  absl::StrAppend(&plan->text, plan->text.empty() ? "" : " + ", Absl(text));
  return absl::OkStatus();
}

absl::Status AddBounds(std::string_view text, Plan* plan) {
  if (text != kEqualBounds)
    return PlanError(text,
                     {.what = "no bounds have this name", .expected = std::string(kEqualBounds)});
  if (LaneCount(plan->geometry) == 0)
    return PlanError(
        text, {.what = absl::StrCat("a ", ToString(plan->geometry), " board has no such bounds"),
               .expected = absl::StrCat("a board of at most ", kMostLaneCells, " cells")});
  plan->parts.push_back({std::string(text), Metric::kLane, 0, plan->stages.size(), 1});
  plan->stages.push_back({plan->geometry, plan->geometry.all_tiles(), 0});
  absl::StrAppend(&plan->text, plan->text.empty() ? "" : " + ", Absl(text));
  return absl::OkStatus();
}

// Removes the prefix "blank10:" from a part, which has it, and returns how far back the blank ends.
absl::StatusOr<uint8_t> TakeBlank(Geometry geometry, std::string_view* text) {
  std::string_view rest = *text;
  const int cell = ParseNumber(NextPart(rest, ':').substr(kBlankPrefix.size()));
  const int row = geometry.Row(cell), column = geometry.Column(cell);
  // A symmetry maps any other cell to one of these (Destination).
  if (cell < 0 || cell >= geometry.blank_home() || 2 * row < geometry.height - 1 ||
      2 * column < geometry.width - 1)
    return PlanError(*text, {.what = "the blank cannot end there",
                             .expected = absl::StrCat("blankC: with a cell C of the lower right "
                                                      "quarter before the last, ",
                                                      geometry.blank_home())});
  *text = rest;
  return static_cast<uint8_t>(geometry.blank_home() - cell);
}

bool HasPrefix(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}
bool HasSuffix(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}

absl::Status AddPatterns(std::string_view text, Plan* plan) {
  const bool dual = HasPrefix(text, kDualPrefix);
  const absl::StatusOr<std::vector<CellMask>> goals = PatternGoals(plan->geometry, text);
  if (!goals.ok()) return goals.status();
  PlanPart part;
  part.metric = Metric::kPattern;
  part.first_stage = plan->stages.size();
  part.pattern_count = goals->size();
  std::string tiles;
  for (const CellMask goal : *goals) {
    plan->stages.push_back({plan->geometry, goal});
    absl::StrAppend(&tiles, tiles.empty() ? "" : "/", TilesToString(goal));
  }
  if (dual)
    for (const CellMask goal : *goals) {
      plan->stages.push_back({plan->geometry, goal, 0, Subproblem::kAnyBlank});
      for (CellMask rest = goal; rest != 0; rest &= rest - 1)
        if (const CellMask others = goal & ~CellBit(Lowest(rest)); others != 0)
          plan->stages.push_back(
              {plan->geometry, others, 0,
               static_cast<uint8_t>(plan->geometry.blank_home() - Lowest(rest))});
    }
  part.stage_count = plan->stages.size() - part.first_stage;
  const std::string_view list = text.substr(text.find(':') + 1);
  part.text = absl::StrCat(Absl(dual ? kDualPrefix : kPatternPrefix),
                           IsShape(plan->geometry, list) ? std::string(list) : tiles);
  absl::StrAppend(&plan->text, plan->text.empty() ? "" : " + ", part.text);
  plan->parts.push_back(std::move(part));
  return absl::OkStatus();
}

absl::Status AddSixes(std::string_view text, Plan* plan) {
  const size_t most = std::size(kMoreSixes) + 1;
  const int count = ParseNumber(
      text.substr(kPatternPrefix.size(), text.size() - kPatternPrefix.size() - kManySixes.size()));
  if (!(plan->geometry == Geometry{5, 5}) || count < 1 || static_cast<size_t>(count) > most)
    return PlanError(
        text, {.what = absl::StrCat("no such partitions of a ", ToString(plan->geometry), " board"),
               .expected = absl::StrCat("pattern:N", Absl(kManySixes), " with N from 1 to ", most,
                                        ", on 5x5")});
  std::string with_this = absl::StrCat(plan->text, plan->text.empty() ? "" : " + ", Absl(text));
  absl::Status status = AddPatterns("pattern:6-6-6-6", plan);
  for (int i = 1; i < count && status.ok(); ++i)
    status = AddPatterns(absl::StrCat("pattern:", kMoreSixes[i - 1]), plan);
  plan->text = std::move(with_this);
  return status;
}

absl::Status AddPart(std::string_view text, Plan* plan) {
  if (HasPrefix(text, "values:")) return AddValues(text, plan);
  if (HasPrefix(text, "bounds:")) return AddBounds(text, plan);
  if (HasPrefix(text, kPatternPrefix) && HasSuffix(text, kManySixes)) return AddSixes(text, plan);
  if (HasPrefix(text, kPatternPrefix) || HasPrefix(text, kDualPrefix))
    return AddPatterns(text, plan);
  const bool mtm = HasPrefix(text, kMtmPrefix);
  if (mtm) text.remove_prefix(kMtmPrefix.size());
  uint8_t blank_back = 0;
  if (HasPrefix(text, kBlankPrefix)) {
    const absl::StatusOr<uint8_t> back = TakeBlank(plan->geometry, &text);
    if (!back.ok()) return back.status();
    blank_back = *back;
  }
  const bool ladder = HasPrefix(text, "ladder:");
  const bool pattern = HasPrefix(text, kPatternPrefix) || HasPrefix(text, kDualPrefix);
  if (mtm && pattern)
    return PlanError(text, {.what = "there are no patterns in the metric mtm",
                            .expected = "mtm: before stages or ladder:L"});
  if (blank_back != 0 && pattern)
    return PlanError(text, {.what = "patterns have no other end",
                            .expected = "blankC: before stages or ladder:L"});
  const absl::StatusOr<std::vector<CellMask>> goals =
      ladder ? LadderGoals(plan->geometry, text) : TileSets(plan->geometry, text, text, "stage");
  if (!goals.ok()) return goals.status();
  PlanPart part;
  part.metric = mtm ? Metric::kMtm : Metric::kMoves;
  part.blank_back = blank_back;
  part.first_stage = plan->stages.size();
  part.stage_count = goals->size();
  CellMask fixed = 0;
  for (const CellMask goal : *goals) {
    plan->stages.push_back({plan->geometry, goal, fixed});
    absl::StrAppend(&part.text, fixed == 0 ? "" : "/", TilesToString(goal));
    fixed |= goal;
  }
  if (blank_back != 0) {
    Subproblem& last = plan->stages.back();
    last.blank_back = blank_back;
    if (!last.IsValid())
      return PlanError(text, {.what = absl::StrCat("the last stage is ", TilesToString(last.goal)),
                              .expected = absl::StrCat("one with ", TilesToString(last.slid()),
                                                       ", which lie elsewhere with the blank on ",
                                                       last.end_blank())});
  }
  if (ladder) part.text = absl::StrCat("ladder:", Count(goals->front()));
  if (blank_back != 0)
    part.text.insert(0, absl::StrCat(Absl(kBlankPrefix), plan->stages.back().end_blank(), ":"));
  if (mtm) part.text.insert(0, kMtmPrefix);
  absl::StrAppend(&plan->text, plan->text.empty() ? "" : " + ", part.text);
  plan->parts.push_back(std::move(part));
  return absl::OkStatus();
}

}  // namespace

const PlanPart* Plan::StagedTo(int blank) const {
  const PlanPart* const home = blank == geometry.blank_home() ? nullptr : staged();
  for (const PlanPart& part : parts)
    if (HasStages(part.metric) && geometry.blank_home() - part.blank_back == blank &&
        (home == nullptr || home->metric == part.metric))
      return &part;
  return nullptr;
}

bool Plan::HasPatterns() const {
  return std::any_of(parts.begin(), parts.end(),
                     [](const PlanPart& part) { return part.metric == Metric::kPattern; });
}

Metric Plan::MetricOf(size_t stage) const {
  for (const PlanPart& part : parts)
    if (stage - part.first_stage < part.stage_count) return part.metric;
  return Metric::kMoves;
}

size_t Plan::TablesOf(size_t stage) const {
  const Metric metric = MetricOf(stage);
  // The part staged(), and parts that end with the blank elsewhere, are walked with their own
  // tables, never with a symmetric stage's.
  const PlanPart* const home = staged();
  const bool reads_images = std::any_of(parts.begin(), parts.end(), [&](const PlanPart& part) {
    return stage - part.first_stage < part.stage_count &&
           (!HasStages(part.metric) || (part.blank_back == 0 && &part != home));
  });
  for (size_t earlier = 0; earlier < stage; ++earlier) {
    if (MetricOf(earlier) != metric) continue;
    const Subproblem& own = stages[stage];
    const Subproblem& other = stages[earlier];
    if (own == other ||
        (reads_images && metric != Metric::kValue && own.fixed == 0 && other.fixed == 0 &&
         (HasStages(metric) ? MovesSymmetry(geometry, own.goal, other.goal)
                            : PatternSymmetry(own, other)) >= 0))
      return earlier;
  }
  return stage;
}

int PatternSymmetry(const Subproblem& from, const Subproblem& to) {
  const Geometry geometry = from.geometry;
  const auto region = [&](const Subproblem& pattern) {
    const CellMask open = geometry.all_cells() & ~pattern.goal;
    return pattern.blank_back == Subproblem::kAnyBlank
               ? open
               : Region(geometry, CellBit(pattern.end_blank()), open);
  };
  const CellMask from_region = region(from), to_region = region(to);
  return FirstSymmetry(geometry, [&](Symmetry map) {
    return MapCells(geometry, map, from.goal) == to.goal &&
           MapCells(geometry, map, from_region) == to_region;
  });
}

int MovesSymmetry(Geometry geometry, CellMask from, CellMask to) {
  if (!IsPattern(geometry, from) || !IsPattern(geometry, to)) return -1;
  return FirstSymmetry(geometry, [&](Symmetry map) { return MapCells(geometry, map, from) == to; });
}

absl::StatusOr<Plan> ParsePlan(Geometry geometry, std::string_view text) {
  Plan plan;
  plan.geometry = geometry;
  std::string_view rest = text;
  while (true) {
    const bool last = rest.find('+') == rest.npos;
    const std::string_view part = NextPart(rest, '+');
    if (absl::Status status = AddPart(last && plan.parts.empty() ? part : Trim(part), &plan);
        !status.ok())
      return status;
    if (last) break;
  }
  for (const PlanPart& part : plan.parts)
    if (part.blank_back != 0 && plan.staged() == nullptr)
      return PlanError(text, {.what = "no stages end at home",
                              .expected = absl::StrCat("STAGES + ", part.text)});
  for (size_t i = 0; i < plan.parts.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (plan.parts[i].text == plan.parts[j].text)
        return PlanError(text, {.what = absl::StrCat("repeats the part ", plan.parts[i].text)});
  return plan;
}

std::vector<std::string> NamedPartitions(Geometry geometry) {
  std::vector<std::string> names;
  for (const NamedPartition& named : kNamedPartitions)
    if (named.geometry == geometry) names.push_back(absl::StrCat("pattern:", named.name));
  return names;
}

absl::StatusOr<Geometry> ParseGeometry(std::string_view text) {
  std::string_view rest = text;
  const int width = ParseNumber(NextPart(rest, text.find('x') == text.npos ? 'X' : 'x'));
  const int height = ParseNumber(rest);
  if (width < kMinSide || width > kMaxSide || height < kMinSide || height > kMaxSide) {
    return MakeError(absl::StatusCode::kInvalidArgument,
                     {.where = absl::StrCat("board '", Absl(text), "'"),
                      .expected = "WIDTHxHEIGHT, each from 2 to 8, such as 4x4 or 3x5"});
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
  const auto wrong = [](std::string what, std::string remedy = {}) {
    return MakeError(absl::StatusCode::kInvalidArgument,
                     {.what = std::move(what), .remedy = std::move(remedy)});
  };
  CellMask tiles = 0;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::string_view part = NextPart(rest, ',');
    std::string_view bounds = part;
    const int first = ParseNumber(NextPart(bounds, '-'));
    const int last = part.find('-') == part.npos ? first : ParseNumber(bounds);
    if (first < 0 || last < 0) {
      return wrong(absl::StrCat("'", Absl(part.substr(0, 24)),
                                "' is not a tile or a range of tiles such as 5 or 1-4"));
    }
    if (first < 1 || last > geometry.tiles() || first > last) {
      return wrong(absl::StrCat("'", Absl(part), "' names no tiles"),
                   absl::StrCat("they are ", TileRange(geometry)));
    }
    const CellMask range = LowMask(last) & ~LowMask(first - 1);
    if (tiles & range) {
      return wrong(absl::StrCat("repeats tile ", Lowest(tiles & range) + 1));
    }
    tiles |= range;
  }
  return tiles;
}

std::string ToString(const Subproblem& subproblem) {
  std::string text = absl::StrCat("{", TilesToString(subproblem.goal), "}|{",
                                  TilesToString(subproblem.fixed), "}");
  if (subproblem.blank_back == 0) return text;
  if (subproblem.blank_back == Subproblem::kAnyBlank) return absl::StrCat(text, " to any blank");
  return absl::StrCat(text, " to blank ", subproblem.end_blank());
}

}  // namespace tilebase
