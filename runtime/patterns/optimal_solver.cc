// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/patterns/optimal_solver.h"

#include <string.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "runtime/patterns/dual_successors.h"
#include "runtime/patterns/duplicate_pruning.h"
#include "runtime/patterns/pattern_successors.h"
#include "runtime/patterns/shared_search.h"
#include "tables/board_text.h"
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
// Turns between two looks at the clock.
constexpr int kTurns = 4096;
// Successors of a board on a path: no move is taken back.
constexpr int kSuccessors = kActions - 1;
// How often a search that is watched tells where it is.
constexpr std::chrono::milliseconds kWatchInterval{100};
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
  virtual bool Fits(const Board& board, const OptimalState& state, const Board* end) const = 0;
};

// Successors: as PatternSuccessors or DualSuccessors.
template <typename Successors>
class OptimalSolver::Search : public OptimalSolver::Engine {
  using Position = typename Successors::Position;
  using Successor = typename Successors::Successor;
  using Waiting = typename Successors::Waiting;
  using Shared = SharedSearch<Position>;
  using Subtree = typename Shared::Subtree;

 public:
  explicit Search(const typename Successors::Tables& tables)
      : geometry_(tables.geometry()), successors_(tables) {}

  OptimalResult Solve(const Board& board, const OptimalLimits& limits) const override {
    const Clock::time_point start = Clock::now();
    OptimalResult result;
    Shared shared;
    shared.cancel = limits.cancel;
    if (limits.seconds > 0 && limits.seconds < kMostSeconds)
      shared.deadline = start + std::chrono::duration_cast<Clock::duration>(
                                    std::chrono::duration<double>(limits.seconds));
    const double seconds_before = limits.state == nullptr ? 0 : limits.state->seconds;
    shared.start = start - std::chrono::duration_cast<Clock::duration>(
                               std::chrono::duration<double>(seconds_before));
    const Position root = successors_.Root(board);
    shared.SetEnd(limits.end);
    shared.limit = shared.LeastLength(root);
    const auto finish = [&] {
      result.found = shared.found;
      result.letters = shared.letters;
      result.bound = shared.found ? static_cast<int>(shared.letters.size()) : shared.limit;
      result.nodes = shared.nodes;
      result.seconds = SecondsSince(shared.start);
      return result;
    };
    if (shared.IsEnd(root)) {
      shared.found = true;
      result.proven = true;
      return finish();
    }
    int threads = 1;
    bool cut = false;
    if (limits.state != nullptr && Resume(root, *limits.state, &shared)) {
      threads = limits.threads;
      cut = true;
    }
    const uint64_t nodes_before = shared.nodes;
    const uint64_t most_nodes = nodes_before + std::min(limits.nodes, UINT64_MAX - nodes_before);
    while (shared.limit <= kMaxLength && (limits.known < 0 || shared.limit < limits.known)) {
      shared.stop = false;
      const bool alone = threads == 1 && limits.threads > 1;
      shared.most_nodes = alone ? std::min(most_nodes, kEasyNodes) : most_nodes;
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
      shared.watch = alone || !limits.watch ? nullptr : &limits.watch;
      SearchAll(&shared);
      if (shared.found) {
        result.proven = true;
        return finish();
      }
      if (!shared.stop) {
        shared.Lengthen();
        continue;
      }
      // Out of what it was given; hard boards get all threads and begin this limit again.
      if (!alone || shared.nodes >= most_nodes || Clock::now() >= shared.deadline ||
          (limits.cancel != nullptr && *limits.cancel)) {
        if (shared.watch != nullptr) limits.watch(shared.State());
        return finish();
      }
      threads = limits.threads;
      cut = false;
    }
    result.proven = limits.known >= 0 && shared.limit >= limits.known;
    return finish();
  }

  bool Fits(const Board& board, const OptimalState& state, const Board* end) const override {
    Shared shared;
    shared.SetEnd(end);
    const Position root = successors_.Root(board);
    return !shared.IsEnd(root) && Resume(root, state, &shared);
  }

 private:
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

  // One depth-first search: the path from its subtree to the board whose successors' entries have
  // been asked for.
  struct DepthFirstSearch {
    std::unique_ptr<Node[]> path;
    int last = -1;  // in the path; -1: nothing is left of the subtree
    int room = 0;   // greatest bound that a successor of the last board may have
    Subtree* subtree = nullptr;
    int least = 0;       // as of the subtree, of this length too
    uint64_t nodes = 0;  // asked for in the subtree
  };

  // Searches that take their turns together, stage by stage: a stage that knows what it has to do
  // for all of them has few branches that it could not foresee.
  struct Group {
    DepthFirstSearch searches[kSearches];
    int working = kSearches;  // the first of them
    Waiting waiting[kSearches * kSuccessors];
    int count = 0;  // of those waiting
  };

  // Cuts a search into at least so many subtrees, if it has them; true where the goal turned up.
  bool Cut(const Position& root, size_t wanted, Shared* shared) const {
    shared->subtrees.clear();
    Subtree& whole = shared->subtrees.emplace_back();
    whole.position = root;
    whole.state = DuplicatePruning::Start(root.blank);
    whole.told.least = static_cast<uint16_t>(root.bound());
    while (shared->subtrees.size() < wanted) {
      std::vector<Subtree> subtrees;
      for (const Subtree& subtree : shared->subtrees) {
        Successor next[kActions];
        Waiting waiting[kActions];
        const int count =
            successors_.Expand(subtree.position, subtree.state, kActions, next, waiting);
        for (int i = 0; i < count; ++i) {
          successors_.Ask(waiting[i]);
          successors_.Evaluate(waiting[i]);
          if (++shared->nodes >= shared->most_nodes) shared->stop = true;
          Subtree& longer = subtrees.emplace_back();
          successors_.Apply(subtree.position, next[i], &longer.position);
          if constexpr (Successors::kLooksCloser) successors_.LookCloser(&longer.position);
          longer.state = next[i].step.after();
          longer.told.least = static_cast<uint16_t>(longer.position.bound());
          longer.path = subtree.path + Letter(static_cast<Action>(next[i].step.action()));
          if (!shared->IsEnd(longer.position)) continue;
          shared->found = true;
          shared->letters = longer.path;
          return true;
        }
        if (shared->stop) return false;
      }
      if (subtrees.empty()) break;  // a small board, and all of it seen
      shared->subtrees = std::move(subtrees);
    }
    for (size_t i = 0; i < shared->subtrees.size(); ++i)
      shared->subtrees[i].told.number = static_cast<uint32_t>(i);
    shared->places.clear();
    shared->nodes_outside = shared->nodes;
    shared->nodes_earlier = 0;
    shared->Sort();
    return false;
  }

  // Cuts the search into the subtrees of a state, and takes over what it tells of them. False where
  // that is no state of this search. Believes nothing that would lead a search astray.
  bool Resume(const Position& root, const OptimalState& state, Shared* shared) const {
    const size_t count = state.subtrees.size();
    const int least = shared->LeastLength(root);
    if (state.limit < least || state.limit > kMaxLength || (state.limit - least) % 2 != 0 ||
        !(state.seconds >= 0) || state.seconds > kMostSeconds || count == 0 ||
        Cut(root, count, shared) || shared->subtrees.size() != count)
      return false;
    shared->limit = state.limit;
    shared->nodes_outside = state.nodes;
    shared->nodes_earlier = state.earlier;
    shared->nodes = state.nodes + state.NodesOfLimit();
    std::vector<Subtree*> by_number(count);
    for (Subtree& subtree : shared->subtrees) by_number[subtree.told.number] = &subtree;
    std::vector<Subtree> subtrees;
    subtrees.reserve(count);
    for (const OptimalState::Subtree& told : state.subtrees) {
      if (told.number >= count || by_number[told.number] == nullptr) return false;
      subtrees.push_back(std::move(*std::exchange(by_number[told.number], nullptr)));
      subtrees.back().told = told;
      subtrees.back().taken = told.done;
    }
    shared->subtrees = std::move(subtrees);
    DepthFirstSearch search = NewSearch(*shared);
    for (const OptimalState::Place& place : state.places) {
      if (place.subtree == OptimalState::Place::kNone) continue;
      if (place.subtree >= count || shared->subtrees[place.subtree].taken ||
          !GoTo(place, shared, &search))
        return false;
      shared->subtrees[place.subtree].taken = true;
    }
    shared->places = state.places;
    return true;
  }

  // The successor of the search's last board is the goal.
  void Found(const DepthFirstSearch& search, const Successor& last, Shared* shared) const {
    const std::lock_guard<std::mutex> lock(shared->mutex);
    if (!shared->found) {
      shared->letters = search.subtree->path;
      for (int i = 1; i <= search.last; ++i)
        shared->letters +=
            Letter(static_cast<Action>(search.path[static_cast<size_t>(i)].position.action));
      shared->letters += Letter(static_cast<Action>(last.step.action()));
    }
    shared->found = true;
    shared->stop = true;
  }

  struct Ordered {
    int kept;
    int greatest;  // bound, also of those not kept
    int least;     // bound, of those kept
  };
  // Puts those successors of a board that may lead to a solution in time in order, when their
  // bounds are known: best first, of two equal ones the later.
  static Ordered Order(int room, Node* node) {
    constexpr int kCut = 1 << 20;
    int key[kSuccessors];
    int greatest = 0;
    int kept = 0;
    for (int i = 0; i < kSuccessors; ++i) {
      const int bound = node->successor[i].bound;  // -1 is too great
      const bool keep = static_cast<unsigned>(bound) <= static_cast<unsigned>(room);
      greatest = std::max(greatest, bound);
      key[i] = Choose(keep, bound << 2 | (3 - i), kCut);
      kept += keep;
    }
    tilebase::Sort(&key[0], &key[1]);
    tilebase::Sort(&key[1], &key[2]);
    tilebase::Sort(&key[0], &key[1]);
    // Where the end is not home a board may be home with nothing left to go.
    kept = Choose(room >= 0, kept, 0);
    node->left = static_cast<uint8_t>(kept);
    node->next = static_cast<uint8_t>((key[0] & 3) | (key[1] & 3) << 2 | (key[2] & 3) << 4);
    return {kept, greatest, key[0] >> 2};
  }

  // The successor that is next.
  static Successor& First(Node* node) { return node->successor[3 - (node->next & 3)]; }
  static void Drop(Node* node) {
    node->next >>= 2;
    --node->left;
  }

  // Where a search begins a subtree, and where it goes on to its last board's first successor.
  Node* Begin(Subtree* subtree, const Shared& shared, DepthFirstSearch* search) const {
    search->subtree = subtree;
    search->least = subtree->told.least;
    search->nodes = 0;
    search->last = 0;
    search->room = shared.MostHome() - static_cast<int>(subtree->path.size()) - 1;
    Node* const node = search->path.get();
    node->open = -1;
    node->left = 0;
    node->state = subtree->state;
    node->position = subtree->position;
    return node;
  }
  Node* Descend(DepthFirstSearch* search) const {
    Node* const parent = search->path.get() + search->last;
    const Successor& next = First(parent);
    Drop(parent);
    Node* const node = parent + 1;
    node->open = static_cast<int16_t>(Choose(parent->left > 0, search->last, parent->open));
    node->state = next.step.after();
    search->least = std::min<int>(search->least, next.bound);
    successors_.Apply(parent->position, next, &node->position);
    ++search->last;
    --search->room;
    return node;
  }

  // Takes a search's next board, when the bounds of its last board's successors are known. Null
  // where there is nothing left to do.
  Node* Next(DepthFirstSearch* search, Shared* shared) const {
    if (search->last >= 0) {
      Node* const node = search->path.get() + search->last;
      const int room = search->room;
      auto [kept, greatest, least] = Order(room, node);
      // A board is at least as far as its inverse says; a successor may be one move nearer.
      if constexpr (Successors::kLooksCloser)
        greatest = std::max(greatest, successors_.LookCloser(&node->position) + 1);
      if (least <= shared->detour) {
        if (const Successor* const end = End(*node, kept, *shared); end != nullptr) {
          Found(*search, *end, shared);
          return nullptr;
        }
      }
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
      if (last >= 0) return Descend(search);
      Finish(*search, shared);
    }
    while (true) {
      const size_t next = shared->next.fetch_add(1, std::memory_order_relaxed);
      if (next >= shared->subtrees.size()) return nullptr;
      Subtree* const subtree = &shared->subtrees[next];
      if (!subtree->taken && CanHoldSolution(*subtree, *shared))
        return Begin(subtree, *shared, search);
    }
  }

  static bool CanHoldSolution(const Subtree& subtree, const Shared& shared) {
    return subtree.position.bound() + static_cast<int>(subtree.path.size()) <= shared.MostHome();
  }

  // The one of the successors kept that is the end; null: none is.
  const Successor* End(const Node& node, int kept, const Shared& shared) const {
    for (int i = 0; i < kept; ++i) {
      const Successor& successor = node.successor[3 - (node.next >> 2 * i & 3)];
      Position position;
      successors_.Apply(node.position, successor, &position);
      if (shared.IsEnd(position)) return &successor;
    }
    return nullptr;
  }

  // A search has been through its subtree.
  static void Finish(const DepthFirstSearch& search, Shared* shared) {
    std::unique_lock<std::mutex> lock(shared->mutex, std::defer_lock);
    if (shared->watch != nullptr) lock.lock();
    OptimalState::Subtree& told = search.subtree->told;
    told.least = static_cast<uint16_t>(search.least);
    told.nodes = search.nodes;
    told.done = true;
  }

  DepthFirstSearch NewSearch(const Shared& shared) const {
    DepthFirstSearch search;
    search.path =
        std::make_unique_for_overwrite<Node[]>(static_cast<size_t>(shared.MostHome()) + 2);
    return search;
  }

  // Takes a search to a place, with the entries of its last board's successors looked at. False
  // where no search for this length comes there.
  bool GoTo(const OptimalState::Place& place, Shared* shared, DepthFirstSearch* search) const {
    Subtree* const subtree = &shared->subtrees[place.subtree];
    if (!CanHoldSolution(*subtree, *shared)) return false;
    Node* node = Begin(subtree, *shared, search);
    int count = Look(node);
    for (const char letter : place.letters) {
      const int kept = Order(search->room, node).kept;
      if constexpr (Successors::kLooksCloser) successors_.LookCloser(&node->position);
      if (End(*node, kept, *shared) != nullptr) return false;
      while (node->left > 0 && Letter(static_cast<Action>(First(node).step.action())) != letter)
        Drop(node);
      if (node->left == 0) return false;
      node = Descend(search);
      count = Look(node);
    }
    search->least = place.least;
    search->nodes = place.nodes + static_cast<uint64_t>(count);
    return true;
  }
  int Look(Node* node) const {
    Waiting waiting[kSuccessors];
    const int count =
        successors_.Expand(node->position, node->state, kSuccessors, node->successor, waiting);
    for (int i = 0; i < count; ++i) {
      successors_.Ask(waiting[i]);
      successors_.Evaluate(waiting[i]);
    }
    return count;
  }

  // The number of a thread's search among all.
  static size_t Slot(size_t thread, size_t group, size_t search) {
    return (thread * kGroups + group) * kSearches + search;
  }

  // Tells where a thread's searches stand, between two turns of all its groups.
  void TellPlaces(size_t thread, const Group* groups, Shared* shared) const {
    const std::lock_guard<std::mutex> lock(shared->mutex);
    for (size_t g = 0; g < kGroups; ++g)
      for (size_t i = 0; i < kSearches; ++i) {
        OptimalState::Place& place = shared->places[Slot(thread, g, i)];
        place = {};
        const DepthFirstSearch& search = groups[g].searches[i];
        if (i >= static_cast<size_t>(groups[g].working) || search.last < 0) continue;
        const Node& last = search.path[static_cast<size_t>(search.last)];
        place.subtree = static_cast<uint32_t>(search.subtree - shared->subtrees.data());
        place.least = static_cast<uint16_t>(search.least);
        // Those that it waits for it will look at again.
        place.nodes = search.nodes - static_cast<uint64_t>(successors_.Moves(last.state));
        for (int k = 1; k <= search.last; ++k)
          place.letters +=
              Letter(static_cast<Action>(search.path[static_cast<size_t>(k)].position.action));
      }
  }

  // Tells who watches the search, where that is due and nobody else does.
  static void Tell(Shared* shared) {
    const std::unique_lock<std::mutex> lock(shared->watching, std::try_to_lock);
    if (!lock.owns_lock() || Clock::now() < shared->next_watch) return;
    (*shared->watch)(shared->State());
    shared->next_watch = Clock::now() + kWatchInterval;
  }

  // Looks at what the group waits for, takes the next boards, and asks for their successors'
  // entries.
  [[gnu::always_inline]] void Advance(Group* group, Shared* shared) const {
    for (int i = 0; i < group->count; ++i) successors_.Evaluate(group->waiting[i]);
    int count = 0;
    for (int i = 0; i < group->working; ++i) {
      DepthFirstSearch& search = group->searches[i];
      Node* const node = Next(&search, shared);
      if (node == nullptr) {
        std::swap(group->searches[i--], group->searches[--group->working]);
        continue;
      }
      const int successors = successors_.Expand(node->position, node->state, kSuccessors,
                                                node->successor, group->waiting + count);
      if constexpr (Successors::kLooksCloser) successors_.AskCloser(node->position);
      search.nodes += static_cast<uint64_t>(successors);
      count += successors;
    }
    for (int i = 0; i < count; ++i) successors_.Ask(group->waiting[i]);
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
  void Work(size_t thread, Shared* shared) const {
    Group groups[kGroups];
    uint64_t nodes = 0;
    for (size_t g = 0; g < kGroups; ++g)
      for (size_t i = 0; i < kSearches; ++i) {
        DepthFirstSearch& search = groups[g].searches[i];
        search = NewSearch(*shared);
        const OptimalState::Place& place = shared->places[Slot(thread, g, i)];
        if (place.subtree == OptimalState::Place::kNone) continue;
        GoTo(place, shared, &search);
        nodes += search.nodes - place.nodes;
      }
    int working = kGroups * kSearches;
    uint64_t turns = TurnsLeft(*shared);
    Clock::time_point next_told = Clock::now() + kWatchInterval;
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
      const Clock::time_point now = Clock::now();
      if (all >= shared->most_nodes || now >= shared->deadline ||
          (shared->cancel != nullptr && *shared->cancel))
        shared->stop = true;
      if (shared->watch == nullptr || now < next_told) continue;
      TellPlaces(thread, groups, shared);
      Tell(shared);
      next_told = now + kWatchInterval;
    }
    shared->nodes += nodes;
    if (shared->watch != nullptr) TellPlaces(thread, groups, shared);
  }

  // Searches all subtrees for a solution of this length, until one is found or it has to stop.
  void SearchAll(Shared* shared) const {
    const size_t threads = static_cast<size_t>(shared->threads);
    // Of threads that are there no more: nobody goes on from there.
    for (size_t slot = Slot(threads, 0, 0); slot < shared->places.size(); ++slot)
      if (shared->places[slot].subtree != OptimalState::Place::kNone)
        shared->subtrees[shared->places[slot].subtree].taken = false;
    shared->places.resize(Slot(threads, 0, 0));
    shared->next = 0;
    ParallelFor(threads, [&](size_t thread) { Work(thread, shared); });
  }

  const Geometry geometry_;
  const Successors successors_;
};

OptimalSolver::OptimalSolver(const PatternTables& tables) {
  constexpr int kMost = PatternTables::kMaxPatterns;
  const auto make = [&]<typename Successors>(std::type_identity<Successors>) {
    engine_ = std::make_unique<Search<Successors>>(tables);
  };
  const int cells = tables.geometry().cells(), patterns = tables.patterns();
  if (tables.views() == 1)
    make(std::type_identity<PatternSuccessors<kMaxCells, kMaxSide - 1, kMost, 1>>());
  else if (cells == 16 && patterns <= 2)
    make(std::type_identity<PatternSuccessors<16, 3, 2, 2>>());
  else if (cells == 16 && patterns <= 3)
    make(std::type_identity<PatternSuccessors<16, 3, 3, 2>>());
  else if (cells == 25 && patterns <= 4)
    make(std::type_identity<PatternSuccessors<32, 4, 4, 2>>());
  else
    make(std::type_identity<PatternSuccessors<kMaxCells, kMaxSide - 1, kMost, 2>>());
}

OptimalSolver::OptimalSolver(const DualTables& tables) {
  constexpr int kMost = PatternTables::kMaxPatterns;
  const auto make = [&]<typename Successors>(std::type_identity<Successors>) {
    engine_ = std::make_unique<Search<Successors>>(tables);
  };
  const int cells = tables.geometry().cells(), patterns = tables.patterns();
  if (tables.views() == 1)
    make(std::type_identity<DualSuccessors<kMaxCells, kMost, 1>>());
  else if (cells == 16 && patterns <= 4)
    make(std::type_identity<DualSuccessors<16, 4, 2>>());
  else if (cells == 25 && patterns <= 4)
    make(std::type_identity<DualSuccessors<32, 4, 2>>());
  else
    make(std::type_identity<DualSuccessors<kMaxCells, kMost, 2>>());
}

OptimalSolver::~OptimalSolver() = default;

bool OptimalSolver::Fits(const Board& board, const OptimalState& state, const Board* end) const {
  return engine_->Fits(board, state, end);
}

OptimalResult OptimalSolver::Solve(const Board& board, const OptimalLimits& limits) const {
  return engine_->Solve(board, limits);
}

}  // namespace tilebase
