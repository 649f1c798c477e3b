// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/optimal_solver.h"

#include <string.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/move_automaton.h"

namespace tilebase {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kMaxLength = 1000;  // of any solution that is looked for
// Searches that one thread has under way, so that each waits for memory while the others go on.
constexpr int kLanes = 8;
// A board is begun by one thread, and gets the others when it has taken so many nodes.
constexpr uint64_t kEasyNodes = 200000;
// How many parts a search is cut into, for each thread.
constexpr size_t kPartsAlone = 24;
constexpr size_t kPartsTogether = 2000;
// How long the paths are that the automaton tries.
constexpr int kPathLength = 12;
// Turns between two looks at the clock.
constexpr int kTurns = 4096;

}  // namespace

// What every search of these tables needs: how moves change ranks.
//
// A tile that moves to the next cell in the table's order changes the rank by its weight; one that
// moves to the next row there also passes the cells between, and each tile of its pattern on those
// changes the rank by a constant that depends on the two tiles alone. Which cells those are depends
// on the view and the symmetry; so they are listed.
class OptimalSolver::Engine {
 public:
  virtual ~Engine() = default;
  virtual OptimalResult Solve(const Board& board, const OptimalLimits& limits) const = 0;
};

// kStride: cells, rounded up to a power of two; kBetween: cells between a cell and the one below;
// kPatterns: at least as many as there are.
template <int kStride, int kBetween, int kPatterns>
class OptimalSolver::Search : public OptimalSolver::Engine {
 public:
  explicit Search(const PatternTables& tables)
      : tables_(tables),
        geometry_(tables.geometry()),
        views_(tables.views()),
        moves_(geometry_, kPathLength) {
    const int cells = geometry_.cells();
    for (int tile = 1; tile < cells; ++tile)
      for (int cell = 0; cell < cells; ++cell)
        distance_[tile][cell] = static_cast<uint8_t>(geometry_.Distance(cell, tile - 1));
    packed_ = tables.packed() ? 1 : 0;
    for (int a = 0; a < kActions; ++a) blank_step_[a] = geometry_.BlankStep(static_cast<Action>(a));
    for (int blank = 0; blank < cells; ++blank) actions_[blank] = geometry_.Actions(blank);
    for (int view = 0; view < views_; ++view) {
      for (int tile = 1; tile < cells; ++tile)
        pattern_of_[view][tile] = static_cast<uint8_t>(tables.PatternOf(view, tile));
      for (int pattern = 0; pattern < tables.patterns(); ++pattern) AddMoves(view, pattern);
    }
  }

  OptimalResult Solve(const Board& board, const OptimalLimits& limits) const override;

 private:
  // A board under way.
  struct Node {
    uint8_t tile[kStride];
    uint32_t rank[PatternTables::kMaxViews][kPatterns];
    uint8_t excess[PatternTables::kMaxViews][kPatterns];
    uint16_t sum[PatternTables::kMaxViews];  // of the excesses
    uint16_t distance;
    uint16_t depth;
    MoveAutomaton::State state;
    uint8_t blank;
    uint8_t action;  // that led here

    int bound() const { return distance + 2 * std::max(sum[0], sum[1]); }
  };

  // A board that follows from another.
  struct Successor {
    uint32_t rank[PatternTables::kMaxViews];  // of the pattern whose tile moves
    uint8_t excess[PatternTables::kMaxViews];
    uint16_t distance;
    uint16_t bound;
    MoveAutomaton::State state;
    uint8_t action;
  };

  // What a search of one board shares among its threads.
  struct Shared {
    int limit = 0;                   // solutions of this length are looked for
    std::vector<Node> parts;         // what is to be searched, best first
    std::vector<std::string> paths;  // that led to the parts
    std::atomic<size_t> next{0};
    std::atomic<bool> stop{false};  // found, or out of time or nodes
    std::atomic<uint64_t> nodes{0};
    uint64_t most_nodes = UINT64_MAX;
    Clock::time_point end = Clock::time_point::max();
    const std::atomic<bool>* cancel = nullptr;
    std::mutex mutex;
    bool found = false;
    std::string letters;
  };

  // One depth-first search: the boards that wait, and the one taken last with its successors, whose
  // entries have been asked for and not looked at.
  struct Lane {
    std::vector<Node> stack = std::vector<Node>(3 * kMaxLength + 8);
    int size = 0;
    Node node;
    Successor family[kActions];
    int pending = 0;
    size_t part = 0;
    char path[kMaxLength + 8];
  };

  void AddMoves(int view, int pattern);

  // Stores the successors of a board, asks for their entries, and returns their number.
  int Expand(const Node& node, Successor* to) const {
    int count = 0;
    const std::array<MoveAutomaton::State, kActions>& after = moves_.After(node.state);
    for (int action = 0; action < kActions; ++action) {
      const MoveAutomaton::State state = after[static_cast<size_t>(action)];
      if (state == MoveAutomaton::kNone) continue;
      Successor& next = to[count++];
      next.action = static_cast<uint8_t>(action);
      next.state = state;
      const int from = node.blank + blank_step_[action];
      const int tile = node.tile[from];
      for (int view = 0; view < views_; ++view) {
        const int pattern = pattern_of_[view][tile];
        const Passing& passing = passing_[view][pattern][from][action];
        const uint32_t* const pass = pass_[view][passing.down][tile];
        uint32_t rank = node.rank[view][pattern] + step_[view][tile][action];
        for (int i = 0; i < kBetween; ++i) rank += pass[node.tile[passing.cell[i]]];
        next.rank[view] = rank;
        __builtin_prefetch(data_[view][pattern] + (rank >> packed_));
      }
    }
    return count;
  }

  // Looks at the entries of a successor, and returns its bound.
  int Evaluate(const Node& node, Successor* next) const {
    const int from = node.blank + blank_step_[next->action];
    const int tile = node.tile[from];
    int greatest = 0;
    for (int view = 0; view < views_; ++view) {
      const int pattern = pattern_of_[view][tile];
      const uint32_t rank = next->rank[view];
      const int excess =
          data_[view][pattern][rank >> packed_] >> ((rank & packed_) * 4) & kMaxExcess;
      next->excess[view] = static_cast<uint8_t>(excess);
      greatest = std::max(greatest, node.sum[view] + excess - node.excess[view][pattern]);
    }
    next->distance =
        static_cast<uint16_t>(node.distance - distance_[tile][from] + distance_[tile][node.blank]);
    next->bound = static_cast<uint16_t>(next->distance + 2 * greatest);
    return next->bound;
  }

  // The successor's board, once its entries are known.
  void Apply(const Node& node, const Successor& next, Node* to) const {
    *to = node;
    const int from = node.blank + blank_step_[next.action];
    const uint8_t tile = node.tile[from];
    for (int view = 0; view < views_; ++view) {
      const int pattern = pattern_of_[view][tile];
      to->sum[view] =
          static_cast<uint16_t>(node.sum[view] + next.excess[view] - node.excess[view][pattern]);
      to->excess[view][pattern] = next.excess[view];
      to->rank[view][pattern] = next.rank[view];
    }
    to->tile[node.blank] = tile;
    to->tile[from] = 0;
    to->blank = static_cast<uint8_t>(from);
    to->action = next.action;
    to->state = next.state;
    to->distance = next.distance;
    ++to->depth;
  }

  Node Root(const Board& board) const {
    Node root;
    memset(&root, 0, sizeof root);
    uint8_t cell_of[kMaxCells];
    PatternTables::CellsOf(board, cell_of);
    std::copy(board.tile, board.tile + geometry_.cells(), root.tile);
    for (int view = 0; view < views_; ++view)
      for (int pattern = 0; pattern < tables_.patterns(); ++pattern) {
        const uint64_t rank = tables_.Rank(view, pattern, cell_of);
        root.rank[view][pattern] = static_cast<uint32_t>(rank);
        const int excess = tables_.Excess(view, pattern, rank);
        root.excess[view][pattern] = static_cast<uint8_t>(excess);
        root.sum[view] = static_cast<uint16_t>(root.sum[view] + excess);
      }
    root.distance = static_cast<uint16_t>(tables_.ManhattanDistance(cell_of));
    root.blank = board.blank;
    root.state = MoveAutomaton::Start(board.blank);
    return root;
  }

  // Cuts a search into at least so many parts, if it has them; true where the goal turned up.
  bool Cut(const Node& root, size_t wanted, Shared* shared) const;
  void Found(const Lane& lane, const Successor& last, Shared* shared) const;
  bool Turn(Lane* lane, Shared* shared, uint64_t* nodes) const;
  void Work(Shared* shared) const;

  // The cells that a tile passes in the order of the table, and in which direction. Those left over
  // name the cell that the tile goes to, where there is no tile.
  struct Passing {
    uint8_t down;
    uint8_t cell[kBetween];
  };

  const PatternTables& tables_;
  const Geometry geometry_;
  const int views_;
  const MoveAutomaton moves_;
  uint8_t pattern_of_[PatternTables::kMaxViews][kStride] = {};
  uint8_t distance_[kStride][kStride] = {};
  ActionMask actions_[kStride] = {};
  int blank_step_[kActions] = {};
  const uint8_t* data_[PatternTables::kMaxViews][kPatterns] = {};
  unsigned packed_ = 0;
  uint32_t step_[PatternTables::kMaxViews][kStride][kActions] = {};
  uint32_t pass_[PatternTables::kMaxViews][2][kStride][kStride] = {};  // by tile, by tile passed
  Passing passing_[PatternTables::kMaxViews][kPatterns][kStride][kActions] = {};
};

template <int kStride, int kBetween, int kPatterns>
void OptimalSolver::Search<kStride, kBetween, kPatterns>::AddMoves(int view, int pattern) {
  const PatternTables::Lookup& lookup = tables_.lookup(view, pattern);
  data_[view][pattern] = lookup.data;
  uint8_t board_cell[kMaxCells];  // the inverse of lookup.cell
  for (int cell = 0; cell < geometry_.cells(); ++cell)
    board_cell[lookup.cell[cell]] = static_cast<uint8_t>(cell);
  for (int j = 0; j < lookup.count; ++j)
    for (int i = 0; i < lookup.count; ++i) {
      if (i == j) continue;
      // Going down, the tile's own digit counts an earlier one more, or a later one's it no more.
      const uint32_t change =
          static_cast<uint32_t>(i < j ? uint64_t{0} - lookup.weight[j] : lookup.weight[i]);
      pass_[view][1][lookup.tile[j]][lookup.tile[i]] = change;
      pass_[view][0][lookup.tile[j]][lookup.tile[i]] = uint32_t{0} - change;
    }
  for (int blank = 0; blank < geometry_.cells(); ++blank)
    for (int a = 0; a < kActions; ++a) {
      const Action action = static_cast<Action>(a);
      if ((actions_[blank] & ActionBit(action)) == 0) continue;
      const int from = blank + geometry_.BlankStep(action);
      const int old_cell = lookup.cell[from], new_cell = lookup.cell[blank];
      Passing& passing = passing_[view][pattern][from][a];
      passing.down = new_cell > old_cell;
      std::fill(std::begin(passing.cell), std::end(passing.cell), static_cast<uint8_t>(blank));
      int count = 0;
      for (int cell = std::min(old_cell, new_cell) + 1; cell < std::max(old_cell, new_cell); ++cell)
        passing.cell[count++] = board_cell[cell];
      for (int j = 0; j < lookup.count; ++j)
        step_[view][lookup.tile[j]][a] = static_cast<uint32_t>(
            lookup.weight[j] * static_cast<uint64_t>(int64_t{new_cell - old_cell}));
    }
}

template <int kStride, int kBetween, int kPatterns>
bool OptimalSolver::Search<kStride, kBetween, kPatterns>::Cut(const Node& root, size_t wanted,
                                                              Shared* shared) const {
  shared->parts = {root};
  shared->paths = {""};
  while (shared->parts.size() < wanted) {
    std::vector<Node> parts;
    std::vector<std::string> paths;
    parts.reserve(shared->parts.size() * 4);
    for (size_t i = 0; i < shared->parts.size(); ++i) {
      Successor next[kActions];
      const int count = Expand(shared->parts[i], next);
      for (int child = 0; child < count; ++child) {
        Evaluate(shared->parts[i], &next[child]);
        ++shared->nodes;
        Node part;
        Apply(shared->parts[i], next[child], &part);
        parts.push_back(part);
        paths.push_back(shared->paths[i] + Letter(static_cast<Action>(next[child].action)));
        if (part.distance != 0) continue;
        shared->found = true;
        shared->letters = paths.back();
        return true;
      }
    }
    if (parts.empty()) break;  // a small board, and all of it seen
    shared->parts = std::move(parts);
    shared->paths = std::move(paths);
  }
  std::vector<size_t> order(shared->parts.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return shared->parts[a].bound() < shared->parts[b].bound();
  });
  std::vector<Node> parts;
  std::vector<std::string> paths;
  for (const size_t i : order) {
    parts.push_back(shared->parts[i]);
    paths.push_back(shared->paths[i]);
  }
  shared->parts = std::move(parts);
  shared->paths = std::move(paths);
  return false;
}

// The successor is the goal.
template <int kStride, int kBetween, int kPatterns>
void OptimalSolver::Search<kStride, kBetween, kPatterns>::Found(const Lane& lane,
                                                                const Successor& last,
                                                                Shared* shared) const {
  const std::lock_guard<std::mutex> lock(shared->mutex);
  const std::string& before = shared->paths[lane.part];
  if (!shared->found)
    shared->letters = before +
                      std::string(lane.path + before.size() + 1, lane.path + lane.node.depth + 1) +
                      Letter(static_cast<Action>(last.action));
  shared->found = true;
  shared->stop = true;
}

// Looks at the successors that wait for their entries, and takes the next board. False where there
// is nothing left to do.
template <int kStride, int kBetween, int kPatterns>
inline bool OptimalSolver::Search<kStride, kBetween, kPatterns>::Turn(Lane* lane, Shared* shared,
                                                                      uint64_t* nodes) const {
  Node* const stack = lane->stack.data();
  if (lane->pending > 0) {
    const int limit = shared->limit;
    const int depth = lane->node.depth + 1;
    int greatest = 0;
    Successor* kept[kActions];
    int count = 0;
    for (int i = 0; i < lane->pending; ++i) {
      Successor* const next = &lane->family[i];
      const int total = depth + Evaluate(lane->node, next);
      greatest = std::max(greatest, total);
      if (total > limit) continue;
      // The best last, which is taken first.
      int at = count++;
      for (; at > 0 && kept[at - 1]->bound < next->bound; --at) kept[at] = kept[at - 1];
      kept[at] = next;
    }
    *nodes += static_cast<uint64_t>(lane->pending);
    lane->pending = 0;
    if (greatest >= limit + 4) {
      // A board is at most one move better than a successor: the one this family comes from cannot
      // be solved in time, nor, where the difference is greater, can the ones before it.
      const int least_depth = depth - ((greatest - limit) / 2 - 1) + 1;
      while (lane->size > 0 && stack[lane->size - 1].depth >= least_depth) --lane->size;
    } else if (count > 0) {
      if (kept[count - 1]->distance == 0) {
        Found(*lane, *kept[count - 1], shared);
        return false;
      }
      for (int i = 0; i < count; ++i) Apply(lane->node, *kept[i], &stack[lane->size++]);
    }
  }
  if (lane->size == 0) {
    do {
      lane->part = shared->next.fetch_add(1, std::memory_order_relaxed);
      if (lane->part >= shared->parts.size()) return false;
    } while (shared->parts[lane->part].depth + shared->parts[lane->part].bound() > shared->limit);
    stack[lane->size++] = shared->parts[lane->part];
  }
  lane->node = stack[--lane->size];
  lane->path[lane->node.depth] = Letter(static_cast<Action>(lane->node.action));
  lane->pending = Expand(lane->node, lane->family);
  return true;
}

template <int kStride, int kBetween, int kPatterns>
void OptimalSolver::Search<kStride, kBetween, kPatterns>::Work(Shared* shared) const {
  Lane lanes[kLanes];
  bool busy[kLanes];
  std::fill(std::begin(busy), std::end(busy), true);
  int working = kLanes;
  uint64_t nodes = 0;
  int turns = 0;
  while (working > 0) {
    for (int i = 0; i < kLanes; ++i) {
      if (!busy[i] || Turn(&lanes[i], shared, &nodes)) continue;
      busy[i] = false;
      --working;
    }
    if (++turns < kTurns / kLanes) continue;
    turns = 0;
    const uint64_t all = shared->nodes.fetch_add(nodes, std::memory_order_relaxed) + nodes;
    nodes = 0;
    if (all >= shared->most_nodes || Clock::now() >= shared->end ||
        (shared->cancel != nullptr && *shared->cancel))
      shared->stop = true;
    if (shared->stop) break;
  }
  shared->nodes += nodes;
}

template <int kStride, int kBetween, int kPatterns>
OptimalResult OptimalSolver::Search<kStride, kBetween, kPatterns>::Solve(
    const Board& board, const OptimalLimits& limits) const {
  const Clock::time_point start = Clock::now();
  OptimalResult result;
  Shared shared;
  shared.cancel = limits.cancel;
  if (limits.seconds > 0)
    shared.end = start + std::chrono::duration_cast<Clock::duration>(
                             std::chrono::duration<double>(limits.seconds));
  const Node root = Root(board);
  shared.limit = root.bound();
  const auto finish = [&] {
    result.found = shared.found;
    result.letters = shared.letters;
    result.bound = shared.found ? static_cast<int>(shared.letters.size()) : shared.limit;
    result.nodes = shared.nodes;
    result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
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
    if (!cut) {
      if (Cut(root, threads == 1 ? kPartsAlone : kPartsTogether * static_cast<size_t>(threads),
              &shared)) {
        result.proven = true;
        return finish();
      }
      cut = true;
    }
    shared.next = 0;
    shared.stop = false;
    const bool alone = threads == 1 && limits.threads > 1;
    shared.most_nodes = alone ? std::min(limits.nodes, kEasyNodes) : limits.nodes;
    std::vector<std::thread> others;
    for (int i = 1; i < threads; ++i) others.emplace_back([&] { Work(&shared); });
    Work(&shared);
    for (std::thread& other : others) other.join();
    if (shared.found) {
      result.proven = true;
      return finish();
    }
    if (!shared.stop) {
      shared.limit += 2;
      continue;
    }
    // Out of what it was given; hard boards get all threads and begin this limit anew.
    if (!alone || shared.nodes >= limits.nodes || Clock::now() >= shared.end ||
        (limits.cancel != nullptr && *limits.cancel))
      return finish();
    threads = limits.threads;
    cut = false;
  }
  result.proven = limits.known >= 0 && shared.limit >= limits.known;
  return finish();
}

OptimalSolver::OptimalSolver(const PatternTables& tables) {
  const Geometry geometry = tables.geometry();
  const int cells = geometry.cells(), patterns = tables.patterns();
  if (cells <= 16 && geometry.width <= 4 && geometry.height <= 4 && patterns <= 2)
    engine_ = std::make_unique<Search<16, 3, 2>>(tables);
  else if (cells <= 16 && geometry.width <= 4 && geometry.height <= 4 && patterns <= 3)
    engine_ = std::make_unique<Search<16, 3, 3>>(tables);
  else if (cells <= 32 && geometry.width <= 5 && geometry.height <= 5 && patterns <= 4)
    engine_ = std::make_unique<Search<32, 4, 4>>(tables);
  else if (cells <= 32 && geometry.width <= 5 && geometry.height <= 5 && patterns <= 8)
    engine_ = std::make_unique<Search<32, 4, 8>>(tables);
  else
    engine_ = std::make_unique<Search<kMaxCells, kMaxSide - 1, kMaxCells>>(tables);
}

OptimalSolver::~OptimalSolver() = default;

OptimalResult OptimalSolver::Solve(const Board& board, const OptimalLimits& limits) const {
  return engine_->Solve(board, limits);
}

}  // namespace tilebase
