// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/patterns/optimal_solver.h"

#include <string.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <mutex>
#include <utility>
#include <vector>

#include "runtime/patterns/duplicate_pruning.h"
#include "runtime/patterns/pattern_moves.h"
#include "tables/system/clock.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

constexpr int kMaxLength = 1000;  // of any solution that is looked for
// One thread has so many groups of searches under way, and each group waits for memory while the
// others go on.
constexpr int kGroups = 2;
constexpr int kSearches = 3;  // searches of a group
// A board is begun by one thread, and gets the others when it has taken so many nodes.
constexpr uint64_t kEasyNodes = 200000;
// How many subtrees a search is cut into, for each thread.
constexpr size_t kSubtreesAlone = 60;
constexpr size_t kSubtreesTogether = 2000;
// How long the paths are that the pruning tries.
constexpr int kPathLength = 12;
// Turns between two looks at the clock.
constexpr int kTurns = 4096;
// Successors of a board on a path: no move is taken back.
constexpr int kSuccessors = kActions - 1;
// A search for longer than this has no limit: more would not fit on the clock.
constexpr double kMostSeconds = 1e9;

// In position of branches that could not be foreseen.
int Choose(bool first, int a, int b) { return b + ((a - b) & -static_cast<int>(first)); }
void Sort(int* a, int* b) {
  const int less = (*b - *a) & -static_cast<int>(*b < *a);
  *a += less;
  *b -= less;
}

}  // namespace

class OptimalSolver::Engine {
 public:
  virtual ~Engine() = default;
  virtual OptimalResult Solve(const Board& board, const OptimalLimits& limits) const = 0;
};

// kStride: cells, rounded up to a power of two; kBetween: cells between a cell and the one below;
// kPatterns: at least as many as there are; kViews: as many as there are.
template <int kStride, int kBetween, int kPatterns, int kViews>
class OptimalSolver::Search : public OptimalSolver::Engine {
 public:
  explicit Search(const PatternTables& tables)
      : tables_(tables), geometry_(tables.geometry()), moves_(tables) {
    const int cells = geometry_.cells();
    AddSteps();
    for (int blank = 0; blank < cells; ++blank)
      for (int a = 0; a < kActions; ++a) {
        if ((geometry_.Actions(blank) & ActionBit(static_cast<Action>(a))) == 0) continue;
        const int from = blank + geometry_.BlankStep(static_cast<Action>(a));
        for (int tile = 1; tile < cells; ++tile)
          farther_[tile][a][from] = static_cast<int8_t>(geometry_.Distance(blank, tile - 1) -
                                                        geometry_.Distance(from, tile - 1));
      }
    packed_ = tables.packed() ? 1 : 0;
    for (int a = 0; a < kActions; ++a) blank_step_[a] = geometry_.BlankStep(static_cast<Action>(a));
    for (int view = 0; view < kViews; ++view)
      for (int pattern = 0; pattern < tables.patterns(); ++pattern)
        data_[view][pattern] = tables.lookup(view, pattern).data;
  }

  OptimalResult Solve(const Board& board, const OptimalLimits& limits) const override {
    const Clock::time_point start = Clock::now();
    OptimalResult result;
    Shared shared;
    shared.cancel = limits.cancel;
    if (limits.seconds > 0 && limits.seconds < kMostSeconds)
      shared.end = start + std::chrono::duration_cast<Clock::duration>(
                               std::chrono::duration<double>(limits.seconds));
    const Position root = Root(board);
    shared.limit = root.bound();
    const auto finish = [&] {
      result.found = shared.found;
      result.letters = shared.letters;
      result.bound = shared.found ? static_cast<int>(shared.letters.size()) : shared.limit;
      result.nodes = shared.nodes;
      result.seconds = SecondsSince(start);
      return result;
    };
    if (root.distance == 0) {
      shared.found = true;
      result.proven = true;
      return finish();
    }
    int threads = 1;
    bool cut = false;
    while (shared.limit <= kMaxLength && (limits.known < 0 || shared.limit < limits.known)) {
      shared.stop = false;
      const bool alone = threads == 1 && limits.threads > 1;
      shared.most_nodes = alone ? std::min(limits.nodes, kEasyNodes) : limits.nodes;
      shared.threads = threads;
      if (!cut) {
        if (Cut(root,
                threads == 1 ? kSubtreesAlone : kSubtreesTogether * static_cast<size_t>(threads),
                &shared)) {
          result.proven = true;
          return finish();
        }
        if (shared.stop) return finish();
        cut = true;
      }
      // The solution is likely to be where the search has come closest to the goal.
      std::stable_sort(shared.subtrees.begin(), shared.subtrees.end(),
                       [](const Subtree& a, const Subtree& b) { return a.least < b.least; });
      shared.next = 0;
      ParallelFor(static_cast<size_t>(threads), [&](size_t) { Work(&shared); });
      if (shared.found) {
        result.proven = true;
        return finish();
      }
      if (!shared.stop) {
        shared.limit += 2;
        continue;
      }
      // Out of what it was given; hard boards get all threads and begin this limit again.
      if (!alone || shared.nodes >= limits.nodes || Clock::now() >= shared.end ||
          (limits.cancel != nullptr && *limits.cancel))
        return finish();
      threads = limits.threads;
      cut = false;
    }
    result.proven = limits.known >= 0 && shared.limit >= limits.known;
    return finish();
  }

 private:
  // A move that the pruning allows in a state.
  struct Step {
    DuplicatePruning::State after;
    uint8_t action;
    uint8_t count;  // of the moves that it allows there
  };

  // A board, and where its entries are.
  struct Position {
    uint8_t tile[kStride];
    uint32_t rank[kViews][kPatterns];
    uint8_t excess[kViews][kPatterns];
    uint16_t sum[kViews];  // of the excesses
    uint16_t distance;
    uint8_t blank;
    uint8_t action;  // that led here

    int bound() const { return distance + 2 * *std::max_element(sum, sum + kViews); }
  };

  // A board that follows from another.
  struct Successor {
    uint32_t rank[kViews];    // of the pattern whose tile moves
    uint8_t pattern[kViews];  // which that is
    uint8_t excess[kViews];
    uint16_t distance;
    int16_t bound;  // -1: this successor does not exist
    Step step;
    uint8_t from;  // the cell of the tile that moves
  };

  // A board on the path of a search, with its successors. `left` of them are to be searched, in the
  // order of `next`, two bits each, the first one lowest. `open` is the number on the path of the
  // last board before this one that has some left; -1: none has.
  struct Node {
    Position position;
    int16_t open;
    DuplicatePruning::State state;
    uint8_t left;
    uint8_t next;
    Successor successor[kSuccessors];
  };

  // A successor that waits for its entries.
  struct Waiting {
    const Position* position;
    Successor* successor;
  };

  // Where a search begins.
  struct Subtree {
    Position position;
    DuplicatePruning::State state;
    std::string path;  // that led there
    int least;         // bound of a board in it, of those searched for shorter lengths
  };

  // What a search of one board shares among its threads.
  struct Shared {
    int limit = 0;                  // solutions of this length are looked for
    std::vector<Subtree> subtrees;  // what is to be searched
    std::atomic<size_t> next{0};
    std::atomic<bool> stop{false};  // found, or out of time or nodes
    std::atomic<uint64_t> nodes{0};
    uint64_t most_nodes = UINT64_MAX;
    int threads = 1;
    Clock::time_point end = Clock::time_point::max();
    const std::atomic<bool>* cancel = nullptr;
    std::mutex mutex;
    bool found = false;
    std::string letters;
  };

  // One depth-first search: the path from its subtree to the board whose successors' entries have
  // been asked for.
  struct DepthFirstSearch {
    std::unique_ptr<Node[]> path;
    int last = -1;  // in the path; -1: nothing is left of the subtree
    int room = 0;   // greatest bound that a successor of the last board may have
    Subtree* subtree = nullptr;
  };

  // Searches that take their turns together, stage by stage: a stage that knows what it has to do
  // for all of them has few branches that it could not foresee.
  struct Group {
    DepthFirstSearch searches[kSearches];
    int working = kSearches;  // the first of them
    Waiting waiting[kSearches * kSuccessors];
    int count = 0;  // of those waiting
  };

  void AddSteps() {
    const DuplicatePruning pruning(geometry_, kPathLength);
    steps_.resize(pruning.states());
    for (size_t state = 0; state < steps_.size(); ++state) {
      uint8_t count = 0;
      for (int action = 0; action < kActions; ++action) {
        const DuplicatePruning::State after =
            pruning.After(static_cast<DuplicatePruning::State>(state))[static_cast<size_t>(action)];
        if (after != DuplicatePruning::kNone)
          steps_[state][count++] = {after, static_cast<uint8_t>(action), 0};
      }
      for (Step& step : steps_[state]) step.count = count;
    }
  }

  // Stores which successors a board has, `most` or fewer, and returns their number; the first ones
  // of `to` are they.
  int Expand(const Position& position, DuplicatePruning::State state, int most,
             Successor* successor, Waiting* to) const {
    const std::array<Step, kActions>& steps = steps_.data()[state];
    for (int i = 0; i < most; ++i) {
      successor[i].step = steps.data()[i];
      successor[i].bound = -1;
      to[i] = {&position, &successor[i]};
    }
    return steps[0].count;
  }

  // Finds where the entries of a successor are, and asks for them.
  void Ask(const Waiting& waiting) const {
    const Position& position = *waiting.position;
    Successor& next = *waiting.successor;
    const int from = position.blank + blank_step_[next.step.action];
    const int tile = position.tile[from];
    const int action = next.step.action;
    next.from = static_cast<uint8_t>(from);
    next.distance = static_cast<uint16_t>(position.distance + farther_[tile][action][from]);
    for (int view = 0; view < kViews; ++view) {
      const int pattern = moves_.PatternOf(view, tile);
      const uint32_t rank =
          moves_.EntryAfter(view, position.tile, position.rank[view][pattern], tile, from, action);
      next.rank[view] = rank;
      next.pattern[view] = static_cast<uint8_t>(pattern);
      __builtin_prefetch(data_[view][pattern] + (rank >> packed_));
    }
  }

  // Looks at the entries.
  void Evaluate(const Waiting& waiting) const {
    const Position& position = *waiting.position;
    Successor& next = *waiting.successor;
    int greatest = 0;
    for (int view = 0; view < kViews; ++view) {
      const int pattern = next.pattern[view];
      const uint32_t rank = next.rank[view];
      const int excess =
          data_[view][pattern][rank >> packed_] >> ((rank & packed_) * 4) & kMaxExcess;
      next.excess[view] = static_cast<uint8_t>(excess);
      greatest = std::max(greatest, position.sum[view] + excess - position.excess[view][pattern]);
    }
    next.bound = static_cast<int16_t>(next.distance + 2 * greatest);
  }

  // The successor's board, once its entries are known.
  void Apply(const Position& position, const Successor& next, Position* to) const {
    *to = position;
    for (int view = 0; view < kViews; ++view) {
      const int pattern = next.pattern[view];
      to->sum[view] = static_cast<uint16_t>(position.sum[view] + next.excess[view] -
                                            position.excess[view][pattern]);
      to->excess[view][pattern] = next.excess[view];
      to->rank[view][pattern] = next.rank[view];
    }
    to->tile[position.blank] = position.tile[next.from];
    to->tile[next.from] = 0;
    to->blank = next.from;
    to->action = next.step.action;
    to->distance = next.distance;
  }

  Position Root(const Board& board) const {
    Position root;
    memset(&root, 0, sizeof root);
    uint8_t cell_of[kMaxCells];
    PatternTables::CellsOf(board, cell_of);
    std::copy(board.tile, board.tile + geometry_.cells(), root.tile);
    for (int view = 0; view < kViews; ++view)
      for (int pattern = 0; pattern < tables_.patterns(); ++pattern) {
        const uint64_t rank = tables_.Rank(view, pattern, cell_of);
        root.rank[view][pattern] = static_cast<uint32_t>(rank);
        const int excess = tables_.Excess(view, pattern, rank);
        root.excess[view][pattern] = static_cast<uint8_t>(excess);
        root.sum[view] = static_cast<uint16_t>(root.sum[view] + excess);
      }
    root.distance = static_cast<uint16_t>(tables_.ManhattanDistance(cell_of));
    root.blank = board.blank;
    return root;
  }

  // Cuts a search into at least so many subtrees, if it has them; true where the goal turned up.
  bool Cut(const Position& root, size_t wanted, Shared* shared) const {
    shared->subtrees = {{root, DuplicatePruning::Start(root.blank), "", root.bound()}};
    while (shared->subtrees.size() < wanted) {
      std::vector<Subtree> subtrees;
      for (const Subtree& subtree : shared->subtrees) {
        Successor next[kActions];
        Waiting waiting[kActions];
        const int count = Expand(subtree.position, subtree.state, kActions, next, waiting);
        for (int i = 0; i < count; ++i) {
          Ask(waiting[i]);
          Evaluate(waiting[i]);
          if (++shared->nodes >= shared->most_nodes) shared->stop = true;
          Subtree& longer = subtrees.emplace_back();
          Apply(subtree.position, next[i], &longer.position);
          longer.state = next[i].step.after;
          longer.least = next[i].bound;
          longer.path = subtree.path + Letter(static_cast<Action>(next[i].step.action));
          if (next[i].distance != 0) continue;
          shared->found = true;
          shared->letters = longer.path;
          return true;
        }
        if (shared->stop) return false;
      }
      if (subtrees.empty()) break;  // a small board, and all of it seen
      shared->subtrees = std::move(subtrees);
    }
    return false;
  }

  // The successor of the search's last board is the goal.
  void Found(const DepthFirstSearch& search, const Successor& last, Shared* shared) const {
    const std::lock_guard<std::mutex> lock(shared->mutex);
    if (!shared->found) {
      shared->letters = search.subtree->path;
      for (int i = 1; i <= search.last; ++i)
        shared->letters +=
            Letter(static_cast<Action>(search.path[static_cast<size_t>(i)].position.action));
      shared->letters += Letter(static_cast<Action>(last.step.action));
    }
    shared->found = true;
    shared->stop = true;
  }

  // Takes a search's next board, when the bounds of its last board's successors are known. Null
  // where there is nothing left to do.
  Node* Next(DepthFirstSearch* search, Shared* shared) const {
    if (search->last >= 0) {
      Node* const node = search->path.get() + search->last;
      // The bound and the number of each successor that may lead to a solution in time, best first;
      // of two equal ones the later.
      constexpr int kCut = 1 << 20;
      int key[kSuccessors];
      int greatest = 0;
      int kept = 0;
      const int room = search->room;
      for (int i = 0; i < kSuccessors; ++i) {
        const int bound = node->successor[i].bound;  // -1 is too great
        const bool keep = static_cast<unsigned>(bound) <= static_cast<unsigned>(room);
        greatest = std::max(greatest, bound);
        key[i] = Choose(keep, bound << 2 | (3 - i), kCut);
        kept += keep;
      }
      Sort(&key[0], &key[1]);
      Sort(&key[1], &key[2]);
      Sort(&key[0], &key[1]);
      if (key[0] < 1 << 2) {
        Found(*search, node->successor[3 - (key[0] & 3)], shared);
        return nullptr;
      }
      node->left = static_cast<uint8_t>(kept);
      node->next = static_cast<uint8_t>((key[0] & 3) | (key[1] & 3) << 2 | (key[2] & 3) << 4);
      int last = Choose(kept > 0, search->last, node->open);
      if (greatest >= room + 4) {
        // A board is at most one move better than a successor: the last board cannot be solved in
        // time, nor, where the difference is greater, can the ones before it.
        const int most = std::max(search->last - ((greatest - room) / 2 - 1), -1);
        last = node->open;
        while (last > most) last = search->path[static_cast<size_t>(last)].open;
      }
      search->room += search->last - last;
      search->last = last;
    }
    Node* node;
    if (search->last >= 0) {
      Node* const parent = search->path.get() + search->last;
      const Successor& next = parent->successor[3 - (parent->next & 3)];
      parent->next >>= 2;
      --parent->left;
      node = parent + 1;
      node->open = static_cast<int16_t>(Choose(parent->left > 0, search->last, parent->open));
      node->state = next.step.after;
      search->subtree->least = std::min<int>(search->subtree->least, next.bound);
      Apply(parent->position, next, &node->position);
    } else {
      do {
        const size_t subtree = shared->next.fetch_add(1, std::memory_order_relaxed);
        if (subtree >= shared->subtrees.size()) return nullptr;
        search->subtree = &shared->subtrees[subtree];
        search->room = shared->limit - static_cast<int>(search->subtree->path.size());
      } while (search->subtree->position.bound() > search->room);
      node = search->path.get();
      node->open = -1;
      node->state = search->subtree->state;
      node->position = search->subtree->position;
    }
    ++search->last;
    --search->room;
    return node;
  }

  // Looks at what the group waits for, takes the next boards, and asks for their successors'
  // entries.
  void Advance(Group* group, Shared* shared) const {
    for (int i = 0; i < group->count; ++i) Evaluate(group->waiting[i]);
    int count = 0;
    for (int i = 0; i < group->working; ++i) {
      Node* const node = Next(&group->searches[i], shared);
      if (node == nullptr)
        std::swap(group->searches[i--], group->searches[--group->working]);
      else
        count += Expand(node->position, node->state, kSuccessors, node->successor,
                        group->waiting + count);
    }
    for (int i = 0; i < count; ++i) Ask(group->waiting[i]);
    group->count = count;
  }
  // How many turns of all its groups a thread may take before it looks at the clock and the nodes
  // again: at least one, and near the limit no more than may be left to it.
  static uint64_t TurnsLeft(const Shared& shared) {
    constexpr uint64_t kNodes = kGroups * kSearches * kSuccessors;  // that a turn makes at most
    const uint64_t nodes = shared.nodes;
    const uint64_t left = nodes < shared.most_nodes ? shared.most_nodes - nodes : 0;
    return std::clamp<uint64_t>(left / (kNodes * static_cast<uint64_t>(shared.threads)), 1,
                                kTurns / (kGroups * kSearches));
  }
  void Work(Shared* shared) const {
    Group groups[kGroups];
    for (Group& group : groups)
      for (DepthFirstSearch& search : group.searches)
        search.path =
            std::make_unique_for_overwrite<Node[]>(static_cast<size_t>(shared->limit) + 2);
    int working = kGroups * kSearches;
    uint64_t nodes = 0;
    uint64_t turns = TurnsLeft(*shared);
    while (working > 0 && !shared->stop) {
      working = 0;
      for (Group& group : groups) {
        nodes += static_cast<uint64_t>(group.count);
        Advance(&group, shared);
        working += group.working;
      }
      if (--turns > 0) continue;
      const uint64_t all = shared->nodes.fetch_add(nodes, std::memory_order_relaxed) + nodes;
      nodes = 0;
      turns = TurnsLeft(*shared);
      if (all >= shared->most_nodes || Clock::now() >= shared->end ||
          (shared->cancel != nullptr && *shared->cancel))
        shared->stop = true;
    }
    shared->nodes += nodes;
  }

  const PatternTables& tables_;
  const Geometry geometry_;
  std::vector<std::array<Step, kActions>> steps_;  // by state of the pruning
  const PatternMoves<kStride, kBetween, kViews> moves_;
  int blank_step_[kActions] = {};
  const uint8_t* data_[kViews][kPatterns] = {};
  unsigned packed_ = 0;
  int8_t farther_[kStride][kActions][kStride] = {};  // a tile from home than before, by its cell
};

OptimalSolver::OptimalSolver(const PatternTables& tables) {
  const int cells = tables.geometry().cells(), patterns = tables.patterns();
  if (tables.views() == 1)
    engine_ =
        std::make_unique<Search<kMaxCells, kMaxSide - 1, PatternTables::kMaxPatterns, 1>>(tables);
  else if (cells == 16 && patterns <= 2)
    engine_ = std::make_unique<Search<16, 3, 2, 2>>(tables);
  else if (cells == 16 && patterns <= 3)
    engine_ = std::make_unique<Search<16, 3, 3, 2>>(tables);
  else if (cells == 25 && patterns <= 4)
    engine_ = std::make_unique<Search<32, 4, 4, 2>>(tables);
  else
    engine_ =
        std::make_unique<Search<kMaxCells, kMaxSide - 1, PatternTables::kMaxPatterns, 2>>(tables);
}

OptimalSolver::~OptimalSolver() = default;

OptimalResult OptimalSolver::Solve(const Board& board, const OptimalLimits& limits) const {
  return engine_->Solve(board, limits);
}

}  // namespace tilebase
