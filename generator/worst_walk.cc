// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/worst_walk.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tables/board.h"
#include "tables/entry.h"
#include "tables/format.h"
#include "tables/ranking.h"
#include "tables/records.h"
#include "tables/system/huge_bytes.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

// Subtrees that the threads share, at least: enough that the last of them do not wait for long.
constexpr size_t kSubtrees = 1024;

// A state, and what its walk and those after it take.
struct ForestNode {
  Board board;
  uint64_t rank = 0;
  int depth = 0;  // slides, or actions, to the root
  int32_t actions = 0;
  int32_t slides = 0;
};

// The way from a state to one of its children in the tree: against the slide of the child's entry.
struct ForestStep {
  Action action = Action::kLeft;
  uint8_t length = 0;
};

void SlideTiles(Board* board, Action action, int length) {
  for (int i = 0; i < length; ++i) board->Apply(action);
}

// What one thread searches with.
class ForestSearch {
 public:
  ForestSearch(const TableInfo& table, const uint8_t* entries)
      : table_(table),
        is_mtm_(table.metric == Metric::kMtm),
        ranking_(table.subproblem),
        entries_(entries),
        levels_(static_cast<size_t>(table.max_depth()) + 1) {}

  // Visits all states below the node, but not the node. False where a path is longer than any that
  // the table has.
  bool Below(const ForestNode& root) {
    ForestNode node = root;
    int level = 0;
    if (!Expand(node, &levels_[0])) return false;
    while (true) {
      Level& at = levels_[static_cast<size_t>(level)];
      if (at.next == at.count) {
        if (level == 0) return true;
        --level;
        const Level& parent = levels_[static_cast<size_t>(level)];
        GoUp(parent.step[parent.next - 1], &node);
        continue;
      }
      GoDown(at.step[at.next], at.rank[at.next], &node);
      ++at.next;
      Visit(node);
      ++level;
      if (!Expand(node, &levels_[static_cast<size_t>(level)])) return false;
    }
  }

  // Visits the node's children and appends them.
  bool Children(const ForestNode& node, std::vector<ForestNode>* children) {
    Level& level = levels_[0];
    if (!Expand(node, &level)) return false;
    for (int i = 0; i < level.count; ++i) {
      ForestNode child = node;
      GoDown(level.step[i], level.rank[i], &child);
      Visit(child);
      children->push_back(child);
    }
    return true;
  }

  void Visit(const ForestNode& node) {
    ++visited_;
    int32_t& actions = left_.actions[node.board.blank];
    int32_t& slides = left_.slides[node.board.blank];
    actions = std::max(actions, node.actions);
    slides = std::max(slides, node.slides);
  }

  uint64_t visited() const { return visited_; }
  const WalksLeft& left() const { return left_; }

 private:
  static constexpr int kMostChildren = 2 * (kMaxSide - 1);
  struct Level {
    int count = 0;
    int next = 0;
    ForestStep step[kMostChildren];
    uint64_t rank[kMostChildren] = {};
  };

  static void GoDown(ForestStep step, uint64_t rank, ForestNode* node) {
    SlideTiles(&node->board, step.action, step.length);
    node->rank = rank;
    ++node->depth;
    node->actions += step.length;
    ++node->slides;
  }
  // The rank is left as it was: the levels have those of the children.
  static void GoUp(ForestStep step, ForestNode* node) {
    SlideTiles(&node->board, Opposite(step.action), step.length);
    --node->depth;
    node->actions -= step.length;
    --node->slides;
  }

  // Finds the states whose entries lead to the node.
  bool Expand(const ForestNode& node, Level* level) {
    level->count = 0;
    level->next = 0;
    for (int a = 0; a < kActions; ++a) FindChildren(node, static_cast<Action>(a), level);
    int kept = 0;
    for (int i = 0; i < level->count; ++i) {
      if (!LeadsBack(node, level->step[i], level->rank[i])) continue;
      level->step[kept] = level->step[i];
      level->rank[kept++] = level->rank[i];
    }
    level->count = kept;
    return kept == 0 || node.depth < table_.max_depth();
  }

  // Appends the states that slides against `action` come from, whatever their entries say.
  void FindChildren(const ForestNode& node, Action action, Level* level) const {
    const Subproblem& subproblem = table_.subproblem;
    if (!is_mtm_) {
      if (!node.board.CanApply(action)) return;
      const int from = node.board.blank + subproblem.geometry.BlankStep(action);
      if (subproblem.fixed & CellBit(from)) return;
      level->step[level->count] = {action, 1};
      level->rank[level->count++] = ranking_.RankAfter(node.rank, node.board, action);
      return;
    }
    Board board = node.board;
    uint64_t rank = node.rank;
    for (uint8_t length = 1; board.CanApply(action); ++length) {
      const int from = board.blank + subproblem.geometry.BlankStep(action);
      if (subproblem.fixed & CellBit(from)) return;
      rank = ranking_.RankAfter(rank, board, action);
      board.Apply(action);
      level->step[level->count] = {action, length};
      level->rank[level->count++] = rank;
    }
  }

  bool LeadsBack(const ForestNode& node, ForestStep step, uint64_t rank) const {
    const Geometry geometry = table_.subproblem.geometry;
    const Action back = Opposite(step.action);
    if (is_mtm_) {
      const int blank = node.board.blank + step.length * geometry.BlankStep(step.action);
      return GetSlideEntry(entries_, rank) == SlideEntry(geometry, blank, back, step.length);
    }
    if (GetAction(entries_, rank) != back) return false;
    if (node.depth > 1) return true;
    // The entry of a goal state means nothing, and goal states are at most two moves apart here.
    Board board = node.board;
    board.Apply(step.action);
    return !table_.subproblem.IsGoal(board);
  }

  const TableInfo& table_;
  const bool is_mtm_;
  const Ranking ranking_;
  const uint8_t* const entries_;
  std::vector<Level> levels_;
  uint64_t visited_ = 0;
  WalksLeft left_;
};

// Returns the goal states, each with the greatest number of moves after it.
std::vector<ForestNode> ForestRoots(const TableInfo& table, const WalksLeft& after) {
  const Subproblem& subproblem = table.subproblem;
  const Ranking ranking(subproblem);
  std::vector<ForestNode> roots;
  for (CellMask rest = subproblem.goal_blanks(); rest != 0; rest &= rest - 1) {
    ForestNode root;
    State state;
    state.blank = static_cast<uint8_t>(Lowest(rest));
    for (int j = 0; j < ranking.tracked(); ++j)
      state.cell[j] = static_cast<uint8_t>(ranking.tile(j) - 1);
    root.board = Representative(subproblem, state);
    root.rank = ranking.Rank(state);
    root.actions = after.actions[state.blank];
    root.slides = after.slides[state.blank];
    roots.push_back(root);
  }
  return roots;
}

void TakeGreater(const WalksLeft& from, WalksLeft* to) {
  for (size_t cell = 0; cell < kMaxCells; ++cell) {
    to->actions[cell] = std::max(to->actions[cell], from.actions[cell]);
    to->slides[cell] = std::max(to->slides[cell], from.slides[cell]);
  }
}

int32_t Greatest(const std::array<int32_t, kMaxCells>& left) {
  return *std::max_element(left.begin(), left.end());
}

}  // namespace

absl::StatusOr<WalksLeft> SearchWalks(const TableInfo& table, const uint8_t* entries,
                                      const WalksLeft& after, int threads) {
  ForestSearch first(table, entries);
  std::vector<ForestNode> subtrees = ForestRoots(table, after);
  for (const ForestNode& root : subtrees) first.Visit(root);
  bool sound = true;
  for (std::vector<ForestNode> next; sound && !subtrees.empty() && subtrees.size() < kSubtrees;
       subtrees.swap(next)) {
    next.clear();
    for (const ForestNode& node : subtrees) sound = sound && first.Children(node, &next);
  }
  WalksLeft left = first.left();
  std::atomic<uint64_t> visited{first.visited()};
  std::atomic<bool> all_sound{sound};
  std::atomic<size_t> next{0};
  const size_t workers = std::min(static_cast<size_t>(std::max(threads, 1)), subtrees.size());
  std::vector<WalksLeft> found(workers);
  const auto work = [&](size_t worker) {
    ForestSearch search(table, entries);
    for (size_t i; (i = next.fetch_add(1)) < subtrees.size() && all_sound;)
      if (!search.Below(subtrees[i])) all_sound = false;
    found[worker] = search.left();
    visited.fetch_add(search.visited());
  };
  if (sound && workers > 0) ParallelFor(workers, work);
  for (const WalksLeft& each : found) TakeGreater(each, &left);
  if (!all_sound || visited != table.reachable)
    return absl::InternalError(absl::StrCat(
        TableName(table), ": expected entries that lead to the goal from ", table.reachable,
        " states, found ", visited.load(), all_sound ? "" : " and a longer walk than any"));
  return left;
}

bool IsJoined(const Plan& plan, absl::Span<const StageInfo> stages,
              absl::Span<const TableInfo> tables) {
  const PlanPart* const part = plan.staged();
  // The depths of one stage are the lengths of its walks.
  if (part == nullptr || (part->stage_count == 1 && part->metric == Metric::kMoves)) return false;
  const absl::Span<const StageInfo> own = stages.subspan(part->first_stage, part->stage_count);
  return std::all_of(own.begin(), own.end(), [&](const StageInfo& stage) {
    return stage.table_count == 1 && tables[stage.first_table].entries <= kMostJoinedEntries;
  });
}

absl::StatusOr<WorstWalk> FindWorstWalk(
    const Plan& plan, absl::Span<const StageInfo> stages, absl::Span<const TableInfo> tables,
    int threads,
    const std::function<absl::Status(const TableInfo& table, absl::Span<uint8_t> out)>& read) {
  const PlanPart& part = *plan.staged();
  WalksLeft left;
  left.actions[static_cast<size_t>(plan.geometry.blank_home())] = 0;
  left.slides[static_cast<size_t>(plan.geometry.blank_home())] = 0;
  for (size_t i = part.stage_count; i-- > 0;) {
    const StageInfo& stage = stages[part.first_stage + i];
    const TableInfo& table = tables[stage.first_table];
    HugeBytes plane;
    const uint64_t bytes = LayoutOf(table).PlaneBytes(Plane::kPolicy);
    if (!plane.Allocate(bytes))
      return absl::ResourceExhaustedError(
          absl::StrCat("joining ", ToString(table.subproblem), " needs ", bytes, " bytes"));
    if (absl::Status status = read(table, absl::MakeSpan(plane.data(), bytes)); !status.ok())
      return status;
    absl::StatusOr<WalksLeft> next = SearchWalks(table, plane.data(), left, threads);
    if (!next.ok()) return next.status();
    left = *next;
  }
  WorstWalk worst;
  worst.actions = static_cast<uint32_t>(Greatest(left.actions));
  if (part.metric == Metric::kMtm) worst.slides = static_cast<uint32_t>(Greatest(left.slides));
  return worst;
}

}  // namespace tilebase
