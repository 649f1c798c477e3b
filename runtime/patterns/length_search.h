// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Searches subtrees for a solution of one length, on one thread or several: by searches of single
// boards that take turns, or by wide searches (wide_search.h). They report their progress to a
// SharedSearch, at any moment if somebody watches. Searches of single boards report places; wide
// searches report only which subtrees are done.

#ifndef TILEBASE_RUNTIME_PATTERNS_LENGTH_SEARCH_H_
#define TILEBASE_RUNTIME_PATTERNS_LENGTH_SEARCH_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "runtime/patterns/duplicate_pruning.h"
#include "runtime/patterns/optimal_solver.h"
#include "runtime/patterns/shared_search.h"
#include "runtime/patterns/wide_search.h"
#include "tables/board.h"
#include "tables/board_text.h"
#include "tables/system/clock.h"
#include "tables/system/parallel_for.h"

namespace tilebase {

// The order in which the successors of a board are searched.
namespace successor_order {

// Successors of a board on a path: no move is undone.
inline constexpr int kSuccessors = kActions - 1;

// The prospects of a successor, by its slack (pattern_successors.h): 2 pairs or more, 1, or none;
// or no solution there. With two pairs missing there is no solution by the board before it either,
// because a successor is at most one move nearer.
enum Hope : uint8_t { kHopeless, kNoHope, kTight, kFair, kGood };
inline constexpr int kHopeBits = 3;
constexpr Hope HopeOf(int slack) { return static_cast<Hope>(std::clamp(slack, -2, 2) + 2); }

// The successors of a board that may lead to a solution, in the order in which they are searched:
// best first, of two equal ones the later. Two bits each, the first in the lowest bits: their
// numbers from 1; 0 ends the list.
struct Order {
  uint8_t successors = 0;
  bool hopeless = false;  // one successor rules out all
};
// Indexed by the hopes of three successors, the first one's in the lowest bits.
inline constexpr std::array<Order, size_t{1} << (3 * kHopeBits)> kOrders = [] {
  std::array<Order, size_t{1} << (3 * kHopeBits)> orders;
  for (size_t hopes = 0; hopes < orders.size(); ++hopes) {
    int shift = 0;
    for (int hope = kGood; hope >= kHopeless; --hope)
      for (int i = kSuccessors - 1; i >= 0; --i) {
        if (static_cast<int>(hopes >> (kHopeBits * i) & 7) != hope) continue;
        orders[hopes].hopeless |= hope == kHopeless;
        if (hope < kTight) continue;
        orders[hopes].successors |= static_cast<uint8_t>((i + 1) << shift);
        shift += 2;
      }
  }
  return orders;
}();

}  // namespace successor_order

// Successors: as PatternSuccessors or SpreadSuccessors.
template <typename Successors>
class LengthSearch {
  using Position = typename Successors::Position;
  using Successor = typename Successors::Successor;
  using Shared = SharedSearch<Position>;
  using Subtree = typename Shared::Subtree;
  using Wide = typename Successors::Wide;

 public:
  // A length that is likely to take this many nodes is a long search.
  static constexpr double kLongSearch = 1e7;
  // A longer time limit counts as none: it would not fit on the clock.
  static constexpr double kMostSeconds = 1e9;

  struct Candidate : Successor {
    successor_order::Hope hope;
  };

  // Both must outlive the object. wide: may be null.
  LengthSearch(Geometry geometry, const Successors* successors, const Wide* wide)
      : geometry_(geometry), successors_(successors), wide_(wide) {}

  // Searches all subtrees for a solution of this length, until one is found or it has to stop.
  void Run(Shared* shared) const {
    if constexpr (Successors::kMayBeWide)
      if (shared->wide && shared->places.empty()) return SearchAllWide(shared);
    const size_t threads = static_cast<size_t>(shared->threads);
    // Places of threads that no longer exist: nobody continues from there.
    for (size_t slot = Slot(threads, 0, 0); slot < shared->places.size(); ++slot)
      if (shared->places[slot].subtree != OptimalState::Place::kNone)
        shared->subtrees[shared->places[slot].subtree].taken = false;
    shared->places.resize(Slot(threads, 0, 0));
    shared->next = 0;
    ParallelFor(threads, [&](size_t thread) { Work(thread, shared); });
  }

  // Returns whether a search for a length that is likely to take `likely` nodes goes wide.
  bool MayBeWide(const Shared& shared, double likely) const {
    if (wide_ == nullptr || shared.MostHome() > Wide::Search::kMostRoom) return false;
    if (!shared.keeps_all) return true;
    const double most = likely * kWorthBeginningAgain;
    const double nodes = static_cast<double>(shared.most_nodes) - static_cast<double>(shared.nodes);
    const double seconds =
        shared.deadline == Clock::time_point::max() ? kMostSeconds : -SecondsSince(shared.deadline);
    return likely >= kLongSearch && nodes >= most &&
           seconds * kWideNodesASecond * shared.threads >= most;
  }

  // Returns how many turns of at most nodes_a_turn nodes a thread may take before it checks the
  // clock and the nodes again: at least one, and near the limit no more than may remain.
  static uint64_t TurnsLeft(const Shared& shared, uint64_t nodes_a_turn) {
    const uint64_t nodes = shared.nodes;
    const uint64_t left = nodes < shared.most_nodes ? shared.most_nodes - nodes : 0;
    return std::clamp<uint64_t>(left / (nodes_a_turn * static_cast<uint64_t>(shared.threads)), 1,
                                kUnwatchedNodes / nodes_a_turn);
  }

  // Finds the rest of the path from a place on it, by a search that keeps its path.
  void FindWay(const OptimalState::Place& place, Shared* shared) const {
    Group group;
    group.working = 1;
    group.searches[0] = NewSearch(*shared);
    GoTo(place, shared, &group.searches[0]);
    while (!shared->found && group.working > 0) {
      Advance(&group, shared);
      shared->nodes += static_cast<uint64_t>(group.count);
    }
  }

  // Returns whether a search for this length reaches that place.
  bool ComesTo(const OptimalState::Place& place, Shared* shared) const {
    DepthFirstSearch search = NewSearch(*shared);
    return GoTo(place, shared, &search);
  }

  // Looks at up to `most` successors of a board. Returns how many it has.
  int Look(const Position& position, DuplicatePruning::State state, int most,
           Candidate* successor) const {
    for (int i = 0; i < most; ++i) {
      successor[i].step = successors_->steps().After(state)[static_cast<size_t>(i)];
      successor[i].hope = successor_order::kNoHope;
    }
    const int count = successor[0].step.count();
    for (int i = 0; i < count; ++i) {
      successors_->Ask(position, &successor[i]);
      Evaluate(&successor[i]);
    }
    return count;
  }

 private:
  static constexpr int kSuccessors = successor_order::kSuccessors;
  // A thread has this many groups of searches under way; each group waits for memory while the
  // others go on.
  static constexpr int kGroups = 2;
  static constexpr int kSearches = 3;  // searches of a group
  // A wide search takes this many of the remaining subtrees at once.
  static constexpr size_t kWideAtOnce = 32;
  // Approximate number of nodes between two checks of the clock.
  static constexpr uint64_t kUnwatchedNodes = 12000;
  // How often a watched search reports its state.
  static constexpr std::chrono::milliseconds kWatchInterval{100};
  // A search that must keep all its work goes wide only for long lengths, and only if it may
  // continue for this part of one. A wide search reports no places, so the next search begins its
  // current subtrees again.
  static constexpr double kWorthBeginningAgain = 1.0 / 16;
  static constexpr double kWideNodesASecond = 1e8;  // approximate, for one thread

  // A board on the path of a search, with its successors. `open` is the last earlier board that
  // still has some to search; null if none has.
  struct Node {
    Position position;
    DuplicatePruning::State state;
    int16_t room;  // moves in which it is to be home
    uint8_t left;  // successors to be searched, as Order::successors
    Node* open;
    Candidate successor[kSuccessors];
  };

  // One depth-first search: the path from its subtree to the board whose successors' entries are
  // being fetched.
  struct DepthFirstSearch {
    std::unique_ptr<Node[]> path;
    Node* last = nullptr;  // in the path; null: the subtree is finished
    Subtree* subtree = nullptr;
    int least = 0;       // like the subtree's, and for this length
    uint64_t nodes = 0;  // generated in the subtree
  };

  // Searches that take their turns together, stage by stage. Each stage does the same for all of
  // them, so it has few unpredictable branches.
  struct Group {
    struct Waiting {
      const Position* position;
      Candidate* successor;
    };
    DepthFirstSearch searches[kSearches];
    int working = kSearches;  // the first of them are still working
    Waiting waiting[kSearches * kSuccessors];
    int count = 0;  // number of successors that wait
  };

  // Avoids an unpredictable branch.
  template <typename T>
  static T* Choose(bool first, T* a, T* b) {
    const auto from = reinterpret_cast<uintptr_t>(a), to = reinterpret_cast<uintptr_t>(b);
    return reinterpret_cast<T*>(to ^ ((from ^ to) & (uintptr_t{0} - uintptr_t{first})));
  }

  // Takes a search to a place, with the entries of its last board's successors read. Returns false
  // if no search for this length reaches it.
  bool GoTo(const OptimalState::Place& place, Shared* shared, DepthFirstSearch* search) const {
    Subtree* const subtree = &shared->subtrees[place.subtree];
    if (!CanHoldSolution(*subtree)) return false;
    Node* node = Begin(subtree, *shared, search);
    const auto look = [&] {
      return Look(node->position, node->state, kSuccessors, node->successor);
    };
    int count = look();
    for (const char letter : place.letters) {
      PutInOrder(node);
      if constexpr (Successors::kLooksCloser) successors_->LookCloser(&node->position);
      while (node->left != 0 && Letter(static_cast<Action>(First(*node).step.action())) != letter)
        Drop(node);
      if (node->left == 0) return false;
      node = Descend(node, search);
      if (shared->IsEnd(node->position)) return false;
      count = look();
    }
    search->least = place.least;
    search->nodes = place.nodes + static_cast<uint64_t>(count);
    return true;
  }
  // The actions from the first board of a search's path to its last.
  void AppendLetters(const DepthFirstSearch& search, std::string* letters) const {
    for (const Node* node = search.path.get(); node != search.last; ++node) {
      const int step = node[1].position.blank - node->position.blank;
      for (int action = 0; action < kActions; ++action)
        if (geometry_.BlankStep(static_cast<Action>(action)) == step)
          *letters += Letter(static_cast<Action>(action));
    }
  }

  // Records that the search's last board is the end.
  void Found(const DepthFirstSearch& search, Shared* shared) const {
    const std::lock_guard<std::mutex> lock(shared->mutex);
    if (!shared->found) {
      shared->letters = search.subtree->path;
      AppendLetters(search, &shared->letters);
    }
    shared->found = true;
    shared->stop = true;
  }

  // Puts the successors of a board in order, once their bounds are known. Returns the board's slack
  // if its successors show that it is below 0, otherwise 0.
  static int PutInOrder(Node* node) {
    static_assert(kSuccessors == 3);
    const Candidate* const next = node->successor;
    const successor_order::Order order =
        successor_order::kOrders
            .data()[static_cast<size_t>(next[0].hope | next[1].hope << successor_order::kHopeBits |
                                        next[2].hope << (2 * successor_order::kHopeBits))];
    node->left = order.successors;
    int slack = 0;
    if (order.hopeless)
      for (const Candidate& each : node->successor)
        if (each.hope == successor_order::kHopeless)
          slack = std::min(slack, each.least_slack() + 1);
    return slack;
  }

  // The next successor.
  static const Candidate& First(const Node& node) { return node.successor[node.left % 4 - 1]; }
  static void Drop(Node* node) { node->left >>= 2; }

  // Begin returns the node where a search begins a subtree. Descend goes on to the first
  // remaining successor of a board of its path.
  Node* Begin(Subtree* subtree, const Shared& shared, DepthFirstSearch* search) const {
    search->subtree = subtree;
    search->least = subtree->told.least;
    search->nodes = 0;
    Node* const node = search->last = search->path.get();
    node->open = nullptr;
    node->left = 0;
    node->room = static_cast<int16_t>(shared.MostHome() - static_cast<int>(subtree->path.size()));
    node->state = subtree->state;
    node->position = subtree->position;
    return node;
  }
  Node* Descend(Node* parent, DepthFirstSearch* search) const {
    const Candidate& next = First(*parent);
    Drop(parent);
    Node* const node = search->last = parent + 1;
    node->open = Choose(parent->left != 0, parent, parent->open);
    node->room = static_cast<int16_t>(parent->room - 1);
    node->state = next.step.after();
    successors_->Apply(parent->position, next, &node->position);
    return node;
  }

  // Takes a search's next board, once the bounds of its last board's successors are known. Returns
  // null if nothing is left to do.
  Node* Next(DepthFirstSearch* search, Shared* shared) const {
    if (search->last != nullptr) {
      Node* const node = search->last;
      int slack = PutInOrder(node);
      if constexpr (Successors::kLooksCloser)
        slack = std::min(slack, successors_->LookCloser(&node->position));
      Node* at = Choose(node->left != 0, node, node->open);
      if (slack < 0) {
        // A board is at most one move better than a successor. So the last board cannot be solved
        // in time, nor can the boards before it if two pairs or more are missing.
        const ptrdiff_t hopeful = node - search->path.get() + slack;
        at = node->open;
        while (at != nullptr && at - search->path.get() > hopeful) at = at->open;
      }
      if (at != nullptr) {
        const int bound = at->room - 1 - 2 * First(*at).least_slack();
        search->least = std::min(search->least, bound);
        Node* const next = Descend(at, search);
        if (bound > shared->detour || !shared->IsEnd(next->position)) return next;
        Found(*search, shared);
        return nullptr;
      }
      search->last = nullptr;
      Finish(*search, shared);
    }
    while (true) {
      const size_t next = shared->next.fetch_add(1, std::memory_order_relaxed);
      if (next >= shared->subtrees.size()) return nullptr;
      Subtree* const subtree = &shared->subtrees[next];
      if (!subtree->taken && CanHoldSolution(*subtree)) return Begin(subtree, *shared, search);
    }
  }

  static bool CanHoldSolution(const Subtree& subtree) {
    return subtree.position.least_slack() >= 0;
  }

  // Records that a search has finished its subtree.
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

  static void Evaluate(Candidate* successor) {
    successor->Evaluate();
    successor->hope = successor_order::HopeOf(successor->least_slack());
  }

  // Returns the number of a thread's search among all searches.
  static size_t Slot(size_t thread, size_t group, size_t search) {
    return (thread * kGroups + group) * kSearches + search;
  }

  // Reports the places of a thread's searches, between two turns of all its groups.
  void TellPlaces(size_t thread, const Group* groups, Shared* shared) const {
    const std::lock_guard<std::mutex> lock(shared->mutex);
    for (size_t g = 0; g < kGroups; ++g)
      for (size_t i = 0; i < kSearches; ++i) {
        OptimalState::Place& place = shared->places[Slot(thread, g, i)];
        place = {};
        const DepthFirstSearch& search = groups[g].searches[i];
        if (i >= static_cast<size_t>(groups[g].working) || search.last == nullptr) continue;
        place.subtree = static_cast<uint32_t>(search.subtree - shared->subtrees.data());
        place.least = static_cast<uint16_t>(search.least);
        // It will look again at the successors that it waits for.
        place.nodes =
            search.nodes - static_cast<uint64_t>(successors_->steps().Moves(search.last->state));
        AppendLetters(search, &place.letters);
      }
  }

  // Reports to the watcher, if a report is due and no other thread is making one.
  static void Tell(Shared* shared) {
    const std::unique_lock<std::mutex> lock(shared->watching, std::try_to_lock);
    if (!lock.owns_lock() || Clock::now() < shared->next_watch) return;
    (*shared->watch)(shared->State());
    shared->next_watch = Clock::now() + kWatchInterval;
  }

  // Evaluates the successors that the group waits for, takes the next boards, and prefetches their
  // successors' entries.
  [[gnu::always_inline]] void Advance(Group* group, Shared* shared) const {
    for (int i = 0; i < group->count; ++i) Evaluate(group->waiting[i].successor);
    int count = 0;
    for (int i = 0; i < group->working; ++i) {
      DepthFirstSearch& search = group->searches[i];
      Node* const node = Next(&search, shared);
      if (node == nullptr) {
        std::swap(group->searches[i--], group->searches[--group->working]);
        continue;
      }
      const auto& steps = successors_->steps().After(node->state);
      for (int k = 0; k < kSuccessors; ++k) {
        node->successor[k].step = steps.data()[k];
        node->successor[k].hope = successor_order::kNoHope;
        group->waiting[count + k] = {&node->position, &node->successor[k]};
      }
      if constexpr (Successors::kLooksCloser) successors_->AskCloser(node->position);
      const int successors = steps.data()[0].count();
      search.nodes += static_cast<uint64_t>(successors);
      count += successors;
    }
    for (int i = 0; i < count; ++i)
      successors_->Ask(*group->waiting[i].position, group->waiting[i].successor);
    group->count = count;
  }

  void Work(size_t thread, Shared* shared) const {
    constexpr uint64_t kNodesATurn = kGroups * kSearches * kSuccessors;  // for all groups
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
    uint64_t turns = TurnsLeft(*shared, kNodesATurn);
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
      turns = TurnsLeft(*shared, kNodesATurn);
      if (all >= shared->most_nodes || shared->IsOutOfTime()) shared->stop = true;
      const Clock::time_point now = Clock::now();
      if (shared->watch == nullptr || now < next_told) continue;
      TellPlaces(thread, groups, shared);
      Tell(shared);
      next_told = now + kWatchInterval;
    }
    shared->nodes += nodes;
    if (shared->watch != nullptr) TellPlaces(thread, groups, shared);
  }

  // A wide search of one thread, and its current subtrees.
  struct WideWork {
    typename Wide::Search search;
    Subtree* subtrees = nullptr;
    size_t count = 0;
    uint32_t next = 0;  // the one that was next when nodes were last counted
  };

  typename Wide::Search NewWide(const Shared& shared) const {
    const size_t begun = shared.subtrees[0].path.size();  // moves at the beginning of each
    return typename Wide::Search(*wide_, *successors_, shared.end.tile,
                                 shared.MostHome() - static_cast<int>(begun), shared.detour);
  }

  // Takes some of the remaining subtrees. Returns false if there are none.
  bool TakeSubtrees(WideWork* work, Shared* shared) const {
    static_assert(kWideAtOnce <= Wide::Search::kMostSubtrees);
    while (work->search.empty()) {
      const size_t begin = shared->next.fetch_add(kWideAtOnce, std::memory_order_relaxed);
      if (begin >= shared->subtrees.size()) return false;
      work->subtrees = &shared->subtrees[begin];
      work->next = 0;
      work->count = std::min(kWideAtOnce, shared->subtrees.size() - begin);
      for (size_t i = work->count; i-- > 0;) {  // the first one is to be searched first
        const Subtree& subtree = work->subtrees[i];
        if (subtree.taken) continue;
        work->search.Push(*successors_, subtree.position, subtree.state, static_cast<uint32_t>(i),
                          subtree.told.least);
      }
      TellSubtrees(*work, 0, shared);
    }
    work->next = work->search.next();
    return true;
  }

  // Counts and reports the work of a wide search's last turns.
  void Account(WideWork* work, Shared* shared) const {
    const uint64_t nodes = work->search.TakeNodes();
    if (shared->nodes.fetch_add(nodes, std::memory_order_relaxed) + nodes >= shared->most_nodes ||
        shared->IsOutOfTime())
      shared->stop = true;
    TellSubtrees(*work, nodes, shared);
    if (!work->search.empty()) work->next = work->search.next();
  }

  // Returns the place, on the path to the end, that the search has found.
  static OptimalState::Place PlaceOf(const WideWork& work, const Shared& shared) {
    OptimalState::Place place;
    const Subtree& subtree = work.subtrees[work.search.found_subtree()];
    place.subtree = static_cast<uint32_t>(&subtree - shared.subtrees.data());
    place.letters =
        work.search.found_letters(shared.limit - 1 - static_cast<int>(subtree.path.size()));
    return place;
  }

  // Works like Work. Returns a place on the path to the end, if it has found one.
  OptimalState::Place WorkWide(Shared* shared) const {
    WideWork work{.search = NewWide(*shared)};
    Clock::time_point next_told = Clock::now() + kWatchInterval;
    while (!shared->stop && TakeSubtrees(&work, shared)) {
      work.search.Run(TurnsLeft(*shared, Wide::Search::kNodesATurn));
      Account(&work, shared);
      if (work.search.found()) {
        shared->stop = true;  // so that nothing counts as proven if the path is not found
        return PlaceOf(work, *shared);
      }
      if (shared->watch == nullptr || Clock::now() < next_told) continue;
      Tell(shared);
      next_told = Clock::now() + kWatchInterval;
    }
    return {};
  }

  // Reports which of a wide search's subtrees are done. `nodes` were generated since its last
  // report.
  static void TellSubtrees(const WideWork& work, uint64_t nodes, Shared* shared) {
    std::unique_lock<std::mutex> lock(shared->mutex, std::defer_lock);
    if (shared->watch != nullptr) lock.lock();
    work.subtrees[work.next].told.nodes += nodes;  // most of them belong to that subtree
    const uint32_t left = work.search.left();
    for (size_t i = 0; i < work.count; ++i) {
      if (work.subtrees[i].taken || (left >> i & 1) != 0) continue;
      work.subtrees[i].told.least =
          static_cast<uint16_t>(work.search.least(static_cast<uint32_t>(i)));
      work.subtrees[i].told.done = true;
    }
  }

  void SearchAllWide(Shared* shared) const {
    std::vector<OptimalState::Place> found(static_cast<size_t>(shared->threads));
    shared->next = 0;
    ParallelFor(found.size(), [&](size_t thread) { found[thread] = WorkWide(shared); });
    for (const OptimalState::Place& place : found)
      if (place.subtree != OptimalState::Place::kNone) return FindWay(place, shared);
  }

  const Geometry geometry_;
  const Successors* const successors_;
  const Wide* const wide_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_LENGTH_SEARCH_H_
