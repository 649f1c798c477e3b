// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/optimal_solver.h"

#include <string.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <mutex>
#include <utility>
#include <vector>

#include "runtime/move_automaton.h"
#include "tables/share_work.h"

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
// on the view and the symmetry; so they are listed. (PatternMoves does the same for any board size;
// rows no longer than this board's save 4 % of the instructions.)
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
      : tables_(tables), geometry_(tables.geometry()), moves_(geometry_, kPathLength) {
    const int cells = geometry_.cells();
    for (int tile = 1; tile < cells; ++tile)
      for (int cell = 0; cell < cells; ++cell)
        distance_[tile][cell] = static_cast<uint8_t>(geometry_.Distance(cell, tile - 1));
    packed_ = tables.packed() ? 1 : 0;
    for (int a = 0; a < kActions; ++a) blank_step_[a] = geometry_.BlankStep(static_cast<Action>(a));
    for (int view = 0; view < kViews; ++view) {
      for (int tile = 1; tile < cells; ++tile)
        pattern_of_[view][tile] = static_cast<uint8_t>(tables.PatternOf(view, tile));
      for (int pattern = 0; pattern < tables.patterns(); ++pattern) AddMoves(view, pattern);
    }
  }

  OptimalResult Solve(const Board& board, const OptimalLimits& limits) const override;

 private:
  // A board, and where its entries are.
  struct Place {
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
    uint32_t rank[kViews];  // of the pattern whose tile moves
    uint8_t excess[kViews];
    uint16_t distance;
    MoveAutomaton::State state;
    uint8_t action;
    uint8_t from;  // the cell of the tile that moves
  };

  // A board on the path of a search, with its successors. `left` of them are to be searched, in the
  // order of `next`, two bits each, the first one lowest. `open` is the number on the path of the
  // last board before this one that has some left; -1: none has.
  struct Node {
    Place place;
    int16_t open;
    uint8_t left;
    uint8_t next;
    Successor successor[kActions];
  };

  // Where a search begins.
  struct Part {
    Place place;
    MoveAutomaton::State state;
    std::string path;  // that led there
  };

  // What a search of one board shares among its threads.
  struct Shared {
    int limit = 0;            // solutions of this length are looked for
    std::vector<Part> parts;  // what is to be searched, best first
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

  // One depth-first search: the path from its part to the board whose successors' entries have been
  // asked for and not looked at.
  struct Lane {
    std::unique_ptr<Node[]> path;
    int last = -1;  // in the path; -1: nothing is left of the part
    int room = 0;   // greatest bound that a successor of the last board may have
    const Part* part = nullptr;
  };

  void AddMoves(int view, int pattern);

  // Stores the successors of a board, asks for their entries, and returns their number.
  int Expand(const Place& place, MoveAutomaton::State state, Successor* to) const {
    const std::array<MoveAutomaton::State, kActions>& after = moves_.After(state);
    unsigned actions = 0;
    for (int action = 0; action < kActions; ++action)
      actions |= static_cast<unsigned>(after[static_cast<size_t>(action)] != MoveAutomaton::kNone)
                 << action;
    int count = 0;
    for (; actions != 0; actions &= actions - 1) {
      const int action = Lowest(actions);
      Successor& next = to[count++];
      next.action = static_cast<uint8_t>(action);
      next.state = after[static_cast<size_t>(action)];
      const int from = place.blank + blank_step_[action];
      const int tile = place.tile[from];
      next.from = static_cast<uint8_t>(from);
      next.distance = static_cast<uint16_t>(place.distance - distance_[tile][from] +
                                            distance_[tile][place.blank]);
      for (int view = 0; view < kViews; ++view) {
        const int pattern = pattern_of_[view][tile];
        const Slide& slide = slide_[view][tile][action];
        const uint32_t* const pass = pass_[view][slide.pass];
        const uint8_t* const passed = passed_[slide.passed + from];
        uint32_t rank = place.rank[view][pattern] + slide.step;
        for (int i = 0; i < kBetween; ++i) rank += pass[place.tile[passed[i]]];
        next.rank[view] = rank;
        __builtin_prefetch(data_[view][pattern] + (rank >> packed_));
      }
    }
    return count;
  }

  // Looks at the entries of a successor, and returns its bound.
  int Evaluate(const Place& place, Successor* next) const {
    const int tile = place.tile[next->from];
    int greatest = 0;
    for (int view = 0; view < kViews; ++view) {
      const int pattern = pattern_of_[view][tile];
      const uint32_t rank = next->rank[view];
      const int excess =
          data_[view][pattern][rank >> packed_] >> ((rank & packed_) * 4) & kMaxExcess;
      next->excess[view] = static_cast<uint8_t>(excess);
      greatest = std::max(greatest, place.sum[view] + excess - place.excess[view][pattern]);
    }
    return next->distance + 2 * greatest;
  }

  // The successor's board, once its entries are known.
  void Apply(const Place& place, const Successor& next, Place* to) const {
    *to = place;
    const int from = next.from;
    const uint8_t tile = place.tile[from];
    for (int view = 0; view < kViews; ++view) {
      const int pattern = pattern_of_[view][tile];
      to->sum[view] =
          static_cast<uint16_t>(place.sum[view] + next.excess[view] - place.excess[view][pattern]);
      to->excess[view][pattern] = next.excess[view];
      to->rank[view][pattern] = next.rank[view];
    }
    to->tile[place.blank] = tile;
    to->tile[from] = 0;
    to->blank = next.from;
    to->action = next.action;
    to->distance = next.distance;
  }

  Place Root(const Board& board) const {
    Place root;
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

  // Cuts a search into at least so many parts, if it has them; true where the goal turned up.
  bool Cut(const Place& root, size_t wanted, Shared* shared) const;
  void Found(const Lane& lane, const Successor& last, Shared* shared) const;
  bool Turn(Lane* lane, Shared* shared, uint64_t* nodes) const;
  void Work(Shared* shared) const;

  // What a move of a tile does to the rank of its pattern.
  struct Slide {
    uint32_t step;    // as if it passed no tile
    uint16_t pass;    // the row of pass_: what each tile passed adds
    uint16_t passed;  // for the tile's cell, the row of passed_: the cells passed
  };

  const PatternTables& tables_;
  const Geometry geometry_;
  const MoveAutomaton moves_;
  uint8_t pattern_of_[kViews][kStride] = {};
  uint8_t distance_[kStride][kStride] = {};
  int blank_step_[kActions] = {};
  const uint8_t* data_[kViews][kPatterns] = {};
  unsigned packed_ = 0;
  Slide slide_[kViews][kStride][kActions] = {};
  uint32_t pass_[kViews][2 * kStride][kStride] = {};  // by direction and tile, by tile passed
  // By view, pattern, action and cell. Rows that have too many cells name the one that the tile
  // goes to, where there is no tile.
  uint8_t passed_[kViews * kPatterns * kActions * kStride][kBetween] = {};
};

template <int kStride, int kBetween, int kPatterns, int kViews>
void OptimalSolver::Search<kStride, kBetween, kPatterns, kViews>::AddMoves(int view, int pattern) {
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
      pass_[view][kStride + lookup.tile[j]][lookup.tile[i]] = change;
      pass_[view][lookup.tile[j]][lookup.tile[i]] = uint32_t{0} - change;
    }
  for (int blank = 0; blank < geometry_.cells(); ++blank)
    for (int a = 0; a < kActions; ++a) {
      const Action action = static_cast<Action>(a);
      if ((geometry_.Actions(blank) & ActionBit(action)) == 0) continue;
      const int from = blank + geometry_.BlankStep(action);
      const int old_cell = lookup.cell[from], new_cell = lookup.cell[blank];
      const bool down = new_cell > old_cell;
      const int rows = ((view * kPatterns + pattern) * kActions + a) * kStride;
      uint8_t* const passed = passed_[rows + from];
      std::fill(passed, passed + kBetween, static_cast<uint8_t>(blank));
      int count = 0;
      for (int cell = std::min(old_cell, new_cell) + 1; cell < std::max(old_cell, new_cell); ++cell)
        passed[count++] = board_cell[cell];
      for (int j = 0; j < lookup.count; ++j) {
        const int tile = lookup.tile[j];
        Slide& slide = slide_[view][tile][a];
        slide.step = static_cast<uint32_t>(lookup.weight[j] *
                                           static_cast<uint64_t>(int64_t{new_cell - old_cell}));
        slide.pass = static_cast<uint16_t>(down ? kStride + tile : tile);
        slide.passed = static_cast<uint16_t>(rows);
      }
    }
}

template <int kStride, int kBetween, int kPatterns, int kViews>
bool OptimalSolver::Search<kStride, kBetween, kPatterns, kViews>::Cut(const Place& root,
                                                                      size_t wanted,
                                                                      Shared* shared) const {
  shared->parts = {{root, MoveAutomaton::Start(root.blank), ""}};
  while (shared->parts.size() < wanted) {
    std::vector<Part> parts;
    for (const Part& part : shared->parts) {
      Successor next[kActions];
      const int count = Expand(part.place, part.state, next);
      for (int i = 0; i < count; ++i) {
        Evaluate(part.place, &next[i]);
        ++shared->nodes;
        Part& longer = parts.emplace_back();
        Apply(part.place, next[i], &longer.place);
        longer.state = next[i].state;
        longer.path = part.path + Letter(static_cast<Action>(next[i].action));
        if (next[i].distance != 0) continue;
        shared->found = true;
        shared->letters = longer.path;
        return true;
      }
    }
    if (parts.empty()) break;  // a small board, and all of it seen
    shared->parts = std::move(parts);
  }
  std::stable_sort(shared->parts.begin(), shared->parts.end(),
                   [](const Part& a, const Part& b) { return a.place.bound() < b.place.bound(); });
  return false;
}

// The successor of the lane's last board is the goal.
template <int kStride, int kBetween, int kPatterns, int kViews>
void OptimalSolver::Search<kStride, kBetween, kPatterns, kViews>::Found(const Lane& lane,
                                                                        const Successor& last,
                                                                        Shared* shared) const {
  const std::lock_guard<std::mutex> lock(shared->mutex);
  if (!shared->found) {
    shared->letters = lane.part->path;
    for (int i = 1; i <= lane.last; ++i)
      shared->letters +=
          Letter(static_cast<Action>(lane.path[static_cast<size_t>(i)].place.action));
    shared->letters += Letter(static_cast<Action>(last.action));
  }
  shared->found = true;
  shared->stop = true;
}

// Looks at the successors that wait for their entries, and takes the next board. False where there
// is nothing left to do.
template <int kStride, int kBetween, int kPatterns, int kViews>
inline bool OptimalSolver::Search<kStride, kBetween, kPatterns, kViews>::Turn(
    Lane* lane, Shared* shared, uint64_t* nodes) const {
  Node* node = lane->path.get() + lane->last;
  if (lane->last >= 0) {
    // The bound and the number of each successor that may lead to a solution in time, best first;
    // of two equal ones the later. Nothing here is a branch, for none could be foreseen.
    constexpr int kCut = 1 << 20;
    int key[3] = {kCut, kCut, kCut};  // no move is taken back
    int greatest = 0;
    int kept = 0;
    const int room = lane->room;
    const int count = node->left;
    for (int i = 0; i < count; ++i) {
      const int bound = Evaluate(node->place, &node->successor[i]);
      greatest = std::max(greatest, bound);
      key[i] = bound <= room ? bound << 2 | (3 - i) : kCut;
      kept += bound <= room;
    }
    *nodes += static_cast<uint64_t>(count);
    const auto sort = [&key](int a, int b) {
      const int lower = (key[b] - key[a]) & -static_cast<int>(key[b] < key[a]);
      key[a] += lower;
      key[b] -= lower;
    };
    sort(0, 1);
    sort(1, 2);
    sort(0, 1);
    if (key[0] < 1 << 2) {
      Found(*lane, node->successor[3 - (key[0] & 3)], shared);
      return false;
    }
    node->left = static_cast<uint8_t>(kept);
    node->next = static_cast<uint8_t>((key[0] & 3) | (key[1] & 3) << 2 | (key[2] & 3) << 4);
    int last = kept > 0 ? lane->last : node->open;
    if (greatest >= room + 4) {
      // A board is at most one move better than a successor: the last board cannot be solved in
      // time, nor, where the difference is greater, can the ones before it.
      const int most = std::max(lane->last - ((greatest - room) / 2 - 1), -1);
      last = node->open;
      while (last > most) last = lane->path[static_cast<size_t>(last)].open;
    }
    lane->room += lane->last - last;
    lane->last = last;
  }
  if (lane->last < 0) {
    size_t part;
    do {
      part = shared->next.fetch_add(1, std::memory_order_relaxed);
      if (part >= shared->parts.size()) return false;
      lane->part = &shared->parts[part];
      lane->room = shared->limit - static_cast<int>(lane->part->path.size());
    } while (lane->part->place.bound() > lane->room);
    lane->last = 0;
    --lane->room;
    node = lane->path.get();
    node->place = lane->part->place;
    node->open = -1;
    node->left = static_cast<uint8_t>(Expand(node->place, lane->part->state, node->successor));
    return true;
  }
  node = lane->path.get() + lane->last;
  const Successor& next = node->successor[3 - (node->next & 3)];
  node->next >>= 2;
  --node->left;
  node[1].open = node->left > 0 ? static_cast<int16_t>(lane->last) : node->open;
  ++lane->last;
  --lane->room;
  Apply(node->place, next, &node[1].place);
  node[1].left = static_cast<uint8_t>(Expand(node[1].place, next.state, node[1].successor));
  return true;
}

template <int kStride, int kBetween, int kPatterns, int kViews>
void OptimalSolver::Search<kStride, kBetween, kPatterns, kViews>::Work(Shared* shared) const {
  Lane lanes[kLanes];
  bool busy[kLanes];
  std::fill(std::begin(busy), std::end(busy), true);
  for (Lane& lane : lanes)
    lane.path = std::make_unique_for_overwrite<Node[]>(static_cast<size_t>(shared->limit) + 2);
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

template <int kStride, int kBetween, int kPatterns, int kViews>
OptimalResult OptimalSolver::Search<kStride, kBetween, kPatterns, kViews>::Solve(
    const Board& board, const OptimalLimits& limits) const {
  const Clock::time_point start = Clock::now();
  OptimalResult result;
  Shared shared;
  shared.cancel = limits.cancel;
  if (limits.seconds > 0)
    shared.end = start + std::chrono::duration_cast<Clock::duration>(
                             std::chrono::duration<double>(limits.seconds));
  const Place root = Root(board);
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
    ShareWork(static_cast<size_t>(threads), [&](size_t) { Work(&shared); });
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
