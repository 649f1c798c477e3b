// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/verify/worst_case.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/verify/states.h"
#include "tables/plan.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

using verify::Placement;
using verify::States;

constexpr int kNoWalk = -(1 << 30);
// Paths are followed by calls within calls. No table of kMostJoinedEntries entries is as deep.
constexpr size_t kMostSlidesOfPath = 4096;
constexpr size_t kSharedPaths = 512;  // at least, that the threads follow further

// A slide of the blank over `length` cells in one of four directions.
struct BlankSlide {
  int8_t down = 0, right = 0;
  uint8_t length = 0;
};

// The longest known way home from a cell of the blank.
struct Longest {
  int actions = kNoWalk;
  int slides = kNoWalk;
  size_t order = SIZE_MAX;       // of paths that are as long, the first counts
  std::vector<BlankSlide> path;  // from the goal state to the state whose walk has these actions

  void Take(const Longest& other) {
    slides = std::max(slides, other.slides);
    if (other.actions < actions || (other.actions == actions && other.order >= order)) return;
    actions = other.actions;
    order = other.order;
    path = other.path;
  }
};
using ByCell = std::vector<Longest>;

// Follows the paths of one table.
class Follower {
 public:
  Follower(const TableInfo& info, const States& states, const std::vector<uint64_t>& goals,
           const uint8_t* entries)
      : states_(states),
        goals_(goals),
        entries_(entries),
        is_mtm_(info.metric == Metric::kMtm),
        most_(std::min(static_cast<size_t>(info.max_depth()), kMostSlidesOfPath)),
        longest_(kMaxCells) {}

  // A state on the way, with what its walk and those of later stages take.
  struct Stop {
    Placement placement;
    std::vector<BlankSlide> path;
    int actions = 0;
    int slides = 0;
  };

  // Follows all paths from here on, this state included, up to those of `levels` slides more, which
  // it appends to `rest` without counting them. False where a path is longer than the header says.
  bool Follow(const Stop& from, size_t order, size_t levels, std::vector<Stop>* rest) {
    stop_ = from;
    order_ = order;
    rest_ = rest;
    return GoOn(levels);
  }

  uint64_t visited() const { return visited_; }
  const ByCell& longest() const { return longest_; }

 private:
  bool GoOn(size_t levels) {
    if (levels == 0) {
      rest_->push_back(stop_);
      return true;
    }
    Count();
    for (const auto& [down, right] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
      const int row = stop_.placement.cell[0] / states_.width();
      const int column = stop_.placement.cell[0] % states_.width();
      Placement back = stop_.placement;
      for (int far = 1; states_.IsFree(row + far * down, column + far * right); ++far) {
        MoveBlank(&back, (row + far * down) * states_.width() + column + far * right);
        const uint64_t rank = states_.Rank(back);
        if (Entry(rank) == EntryTo(row, column, down, right) && !IsGoal(rank) &&
            !Enter(
                back,
                {static_cast<int8_t>(down), static_cast<int8_t>(right), static_cast<uint8_t>(far)},
                levels))
          return false;
        if (!is_mtm_) break;
      }
    }
    return true;
  }

  bool Enter(const Placement& placement, BlankSlide slide, size_t levels) {
    if (stop_.path.size() == most_) return false;
    const Placement before = std::exchange(stop_.placement, placement);
    stop_.path.push_back(slide);
    stop_.actions += slide.length;
    ++stop_.slides;
    const bool sound = GoOn(levels - 1);
    stop_.placement = before;
    stop_.path.pop_back();
    stop_.actions -= slide.length;
    --stop_.slides;
    return sound;
  }

  void Count() {
    ++visited_;
    Longest& longest = longest_[stop_.placement.cell[0]];
    longest.slides = std::max(longest.slides, stop_.slides);
    if (stop_.actions < longest.actions ||
        (stop_.actions == longest.actions && order_ >= longest.order))
      return;
    longest.actions = stop_.actions;
    longest.order = order_;
    longest.path = stop_.path;
  }

  // The blank goes to a neighbouring cell; a tile there comes to where the blank was.
  static void MoveBlank(Placement* placement, int cell) {
    for (int i = 1; i < placement->objects; ++i)
      if (placement->cell[i] == cell) placement->cell[i] = placement->cell[0];
    placement->cell[0] = static_cast<uint8_t>(cell);
  }

  int Entry(uint64_t rank) const {
    return is_mtm_ ? entries_[rank / 2] >> (rank % 2 * 4) & 15
                   : entries_[rank / 4] >> (rank % 4 * 2) & 3;
  }
  // What an entry says whose slide brings the blank back here, against (down, right).
  int EntryTo(int row, int column, int down, int right) const {
    if (is_mtm_) return down == 0 ? column : states_.width() + row;
    // The blank goes left when a tile goes right.
    if (down == 0) return right > 0 ? 1 : 0;
    return down > 0 ? 3 : 2;
  }
  bool IsGoal(uint64_t rank) const {
    return std::binary_search(goals_.begin(), goals_.end(), rank);
  }

  const States& states_;
  const std::vector<uint64_t>& goals_;
  const uint8_t* const entries_;
  const bool is_mtm_;
  const size_t most_;  // slides
  uint64_t visited_ = 0;
  ByCell longest_;
  // Where it is.
  Stop stop_;
  size_t order_ = 0;
  std::vector<Stop>* rest_ = nullptr;
};

absl::Status WrongWalk(const TableInfo& info, absl::string_view what) {
  return absl::DataLossError(absl::StrCat(TableName(info), ": ", what));
}

// The longest ways home of a stage with this one table, given those of the stages after it.
absl::StatusOr<ByCell> FollowTable(const TableInfo& info, const uint8_t* entries,
                                   const ByCell& after, const VerifyOptions& options) {
  const States states(info.subproblem);
  const std::vector<uint64_t> goals = states.Goals();
  std::vector<Follower::Stop> stops;
  for (const uint64_t goal : goals) {
    Follower::Stop stop;
    stop.placement = states.At(goal);
    stop.actions = after[stop.placement.cell[0]].actions;
    stop.slides = after[stop.placement.cell[0]].slides;
    stops.push_back(std::move(stop));
  }
  Follower first(info, states, goals, entries);
  bool sound = true;
  size_t order = 0;
  while (sound && !stops.empty() && stops.size() < kSharedPaths) {
    std::vector<Follower::Stop> next;
    for (const Follower::Stop& stop : stops) sound = sound && first.Follow(stop, order++, 1, &next);
    stops.swap(next);
  }
  ByCell longest = first.longest();
  uint64_t visited = first.visited();
  const size_t threads =
      std::min(static_cast<size_t>(std::clamp(options.threads, 1, VerifyOptions::kMaxThreads)),
               stops.size());
  std::vector<std::unique_ptr<Follower>> followers(threads);
  std::atomic<size_t> next{0};
  std::atomic<bool> all_sound{sound};
  const auto work = [&](size_t thread) {
    followers[thread] = std::make_unique<Follower>(info, states, goals, entries);
    for (size_t i; (i = next.fetch_add(1)) < stops.size() && all_sound;)
      if (!followers[thread]->Follow(stops[i], order + i, SIZE_MAX, nullptr)) all_sound = false;
  };
  if (sound && threads > 0) ParallelFor(threads, work);
  for (const std::unique_ptr<Follower>& follower : followers) {
    if (follower == nullptr) continue;
    visited += follower->visited();
    for (size_t cell = 0; cell < longest.size(); ++cell)
      longest[cell].Take(follower->longest()[cell]);
  }
  if (!all_sound) return WrongWalk(info, "a walk is longer than its greatest depth");
  if (visited != info.reachable)
    return WrongWalk(info, absl::StrCat("walks lead to its goal from ", visited,
                                        " entries; the header says ", info.reachable));
  return longest;
}

// The solved board, after the paths of all stages from the last to the first.
std::vector<uint8_t> BoardOf(Geometry geometry, const std::vector<ByCell>& longest, size_t begin) {
  std::vector<const std::vector<BlankSlide>*> paths;
  for (const ByCell& stage : longest) {
    const std::vector<BlankSlide>& path = stage[begin].path;
    paths.push_back(&path);
    // Back to the cell where the path begins, which is where the stage leaves the blank.
    int cell = static_cast<int>(begin);
    for (const BlankSlide& slide : path)
      cell -= (slide.down * geometry.width + slide.right) * slide.length;
    begin = static_cast<size_t>(cell);
  }
  std::vector<uint8_t> board(static_cast<size_t>(geometry.cells()));
  for (size_t cell = 0; cell + 1 < board.size(); ++cell)
    board[cell] = static_cast<uint8_t>(cell + 1);
  size_t blank = board.size() - 1;
  for (size_t stage = paths.size(); stage-- > 0;)
    for (const BlankSlide& slide : *paths[stage])
      for (int i = 0; i < slide.length; ++i) {
        const size_t to = static_cast<size_t>(static_cast<int>(blank) +
                                              slide.down * geometry.width + slide.right);
        std::swap(board[blank], board[to]);
        blank = to;
      }
  return board;
}

absl::StatusOr<WorstCaseFound> FollowStages(const TableSource& source,
                                            const VerifyOptions& options) {
  const PlanPart& part = *source.plan().staged();
  const Geometry geometry = source.info().geometry;
  std::vector<ByCell> longest(part.stage_count);  // of the stages in order
  ByCell after(kMaxCells);
  after[static_cast<size_t>(geometry.cells() - 1)].actions = 0;
  after[static_cast<size_t>(geometry.cells() - 1)].slides = 0;
  for (size_t i = part.stage_count; i-- > 0;) {
    const StageInfo& stage = source.info().stages[part.first_stage + i];
    const TableInfo& info = source.tables()[stage.first_table];
    if (stage.table_count > 1)
      return WrongWalk(info, "its stage grows; the set's worst case is a sum");
    const uint8_t* entries = source.RawPlane(stage.first_table, Plane::kPolicy);
    std::vector<uint8_t> decoded;
    if (entries == nullptr) {
      decoded.resize(source.layout(stage.first_table).bytes());
      if (absl::Status status =
              source.ReadTable(stage.first_table, options.threads, absl::MakeSpan(decoded));
          !status.ok())
        return status;
      entries = decoded.data();
    }
    absl::StatusOr<ByCell> followed = FollowTable(info, entries, after, options);
    if (!followed.ok()) return followed.status();
    longest[i] = *std::move(followed);
    after = longest[i];
  }
  WorstCaseFound found;
  size_t begin = 0;
  int slides = 0;
  for (size_t cell = 0; cell < after.size(); ++cell) {
    if (after[cell].actions > after[begin].actions) begin = cell;
    slides = std::max(slides, after[cell].slides);
  }
  found.actions = static_cast<uint32_t>(after[begin].actions);
  if (part.metric == Metric::kMtm) found.slides = static_cast<uint32_t>(slides);
  found.board = BoardOf(geometry, longest, begin);
  return found;
}

}  // namespace

absl::StatusOr<WorstCaseFound> FindWorstCase(const TableSource& source,
                                             const VerifyOptions& options) {
  try {
    return FollowStages(source, options);
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError(
        "finding the worst case needs more memory than there is; close other programs");
  }
}

absl::Status VerifyWorstCase(const TableSource& source, const VerifyOptions& options,
                             WorstCaseFound* found) {
  const SetInfo& info = source.info();
  if (!info.is_joined || source.plan().staged() == nullptr) return absl::OkStatus();
  absl::StatusOr<WorstCaseFound> worst = FindWorstCase(source, options);
  if (!worst.ok()) return worst.status();
  if (worst->actions != info.certified_worst_case || worst->slides != info.joined_slides)
    return absl::DataLossError(absl::StrCat("the header's worst case is ",
                                            info.certified_worst_case, " actions and ",
                                            info.joined_slides, " slides, that of the tables ",
                                            worst->actions, " and ", worst->slides));
  if (found != nullptr) *found = *std::move(worst);
  return absl::OkStatus();
}

}  // namespace tilebase
