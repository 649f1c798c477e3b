// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// One board's look-ahead search: the queues by moves made and the rounds through them that
// look_ahead.h tells about.

#ifndef TILEBASE_RUNTIME_LOOK_AHEAD_SEARCH_H_
#define TILEBASE_RUNTIME_LOOK_AHEAD_SEARCH_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <vector>

#include "runtime/found_boards.h"
#include "runtime/look_ahead.h"
#include "runtime/look_ahead_tables.h"
#include "runtime/quick_walk.h"

namespace tilebase {

// A board that has been found. With 16 cells and four patterns it fills a cache line.
template <int kCells, int kPatterns>
struct alignas(kCells == 16 ? 64 : 8) LookAheadNode {
  uint64_t hash = 0;
  uint64_t rank = 0;  // in the table of `place`
  uint32_t entry[kPatterns] = {};
  uint32_t parent = 0;  // a node, or kNone where the search began
  uint16_t bound = 0;   // no solution of the rest is shorter
  uint16_t place = 0;
  uint16_t root = 0;
  uint8_t action = 0;  // that led here
  uint8_t blank = 0;   // its cell
  uint8_t excess[kPatterns] = {};
  uint8_t tile[kCells] = {};  // on each cell

  static constexpr uint32_t kNone = UINT32_MAX;
};

// Queues of boards by the number of moves made: heaps of promise << 32 | node.
using LookAheadQueues = std::vector<std::vector<uint64_t>>;

// kCells: 16 for 4x4, 25 for 5x5, or kMaxCells for any size; kPatterns: at least as many as the
// tables have.
template <int kCells, int kPatterns>
class LookAheadSearch {
 public:
  using Node = LookAheadNode<kCells, kPatterns>;

  LookAheadSearch(const LookAheadTables& tables, const Effort& effort, std::vector<Node>* nodes,
                  LookAheadQueues* queues, FoundBoards* found)
      : t_(tables),
        cells_(kCells == kMaxCells ? t_.geometry().cells() : kCells),
        patterns_(t_.patterns == nullptr ? 0 : t_.patterns->patterns()),
        nodes_(*nodes),
        queues_(*queues),
        found_(*found),
        effort_(effort),
        start_(effort.microseconds == 0 ? Clock::time_point() : Clock::now()),
        deadline_(start_ + std::chrono::microseconds(effort.microseconds)) {
    for (int a = 0; a < kActions; ++a) step_[a] = t_.geometry().BlankStep(static_cast<Action>(a));
  }

  // Solves the board whose tile t is on cell_of[t], and writes the solution to *letters. Returns
  // false where the tables lead nowhere.
  bool Run(const uint8_t* cell_of, std::vector<char>* letters) {
    nodes_.clear();
    found_.Clear();
    for (auto& queue : queues_) queue.clear();
    for (size_t i = 0; i < t_.roots.size() && (i == 0 || !Spent()); ++i) {
      uint8_t seen[kCells];
      See(t_.roots[i], cell_of, seen);
      const size_t length = Walk(t_.roots[i], seen, nullptr);
      if (length >= best_) continue;
      best_ = length;
      best_root_ = i;
    }
    if (best_ == kNoLength) return false;
    // As much time as this took is set aside for writing the solution.
    if (effort_.microseconds != 0) deadline_ -= Clock::now() - start_;
    if (queues_.size() < best_ + 1) queues_.resize(best_ + 1);
    for (size_t i = 0; i < t_.roots.size() && !Spent(); ++i) AddRoot(i, cell_of);
    while (!Spent() && Round()) {
    }
    Write(cell_of, letters);
    return true;
  }

  uint64_t lookups() const { return lookups_; }

 private:
  using Clock = std::chrono::steady_clock;
  using Place = LookAheadTables::Place;
  using Root = LookAheadTables::Root;

  static constexpr uint32_t kNone = Node::kNone;
  static constexpr size_t kNoLength = SIZE_MAX;
  static constexpr int kUnknownDepth = -1;
  static constexpr int kWidth = kCells == 16 ? 4 : kCells == 25 ? 5 : 0;  // 0: as the board's
  static constexpr int kBetween = kWidth == 0 ? kMaxSide - 1 : kWidth - 1;
  // Boards taken from a queue at a time: narrow rounds first, which come to a solution soon; then
  // wider ones, in which more entries are on their way from memory together.
  static int Taken(int round) { return std::min((round + 1) / 2, 8); }
  // The clock is looked at after so many look-ups, about every microsecond.
  static constexpr uint64_t kClockLookups = 32;

  bool Spent() {
    if (lookups_ >= effort_.lookups) return true;
    if (effort_.microseconds != 0 && lookups_ >= next_clock_ && !late_) {
      next_clock_ = lookups_ + kClockLookups;
      late_ = Clock::now() >= deadline_;
    }
    return late_;
  }

  // Where the tiles are in the root's view.
  void See(const Root& root, const uint8_t* cell_of, uint8_t* seen) const {
    if (!root.reflected) {
      std::memcpy(seen, cell_of, static_cast<size_t>(cells_));
      return;
    }
    seen[0] = t_.reflection[cell_of[0]];
    for (int t = 1; t < cells_; ++t) seen[t_.reflection[t - 1] + 1] = t_.reflection[cell_of[t]];
  }

  static void CellsOf(const uint8_t* tile_on, int cells, uint8_t* cell_of) {
    for (int cell = 0; cell < cells; ++cell) cell_of[tile_on[cell]] = static_cast<uint8_t>(cell);
  }

  // Algorithm 2 by the root's part of the plan. Returns the number of moves, kNoLength where the
  // tables lead nowhere. Without a sink the last stage's moves are not gone through, if its depths
  // are known.
  size_t Walk(const Root& root, const uint8_t* start, LetterSink* sink) {
    LetterSink counted;
    LetterSink* const to = sink == nullptr ? &counted : sink;
    uint8_t cell_of[kCells];
    std::memcpy(cell_of, start, static_cast<size_t>(cells_));
    for (uint16_t stage = root.first_stage; stage <= root.last_stage; ++stage) {
      uint16_t place = 0;
      uint64_t rank = 0;
      int depth = 0;
      if (!Find(stage, stage, cell_of, &place, &rank, &depth)) return kNoLength;
      if (stage == root.last_stage && sink == nullptr && depth != kUnknownDepth)
        return to->count + static_cast<size_t>(depth);
      const size_t before = to->count;
      walker_.Start(*t_.places[place].table, cell_of, rank);
      while (!walker_.AtGoal())
        if (!walker_.template Step<true>(to)) return kNoLength;
      walker_.Store(cell_of);
      lookups_ += to->count - before;
    }
    return to->count;
  }

  void AddRoot(size_t number, const uint8_t* cell_of) {
    const Root& root = t_.roots[number];
    if (!root.searched) return;
    uint8_t seen[kCells];
    See(root, cell_of, seen);
    Node node;
    node.root = static_cast<uint16_t>(number);
    node.parent = kNone;
    node.hash = number * 0x9e3779b97f4a7c15;
    node.blank = seen[0];
    int bound = 0;
    for (int tile = 0; tile < cells_; ++tile) {
      node.tile[seen[tile]] = static_cast<uint8_t>(tile);
      if (tile == 0) continue;
      node.hash ^= t_.keys[tile][seen[tile]];
      bound += t_.distance[tile][seen[tile]];
    }
    for (int p = 0; p < patterns_; ++p) {
      const uint64_t entry = t_.patterns->Rank(0, p, seen);
      node.entry[p] = static_cast<uint32_t>(entry);
      node.excess[p] = static_cast<uint8_t>(t_.patterns->Excess(0, p, entry));
      bound += 2 * node.excess[p];
    }
    lookups_ += static_cast<uint64_t>(patterns_);
    node.bound = static_cast<uint16_t>(bound);
    int depth = 0;
    if (!Find(root.first_stage, root.last_stage, seen, &node.place, &node.rank, &depth)) return;
    // In the last stage Algorithm 2 has found what there is.
    if (t_.places[node.place].stage == root.last_stage) return;
    found_.Improve(node.hash, 0);
    nodes_.push_back(node);
    evaluated_ = nodes_.size();
    Expand(static_cast<uint32_t>(evaluated_ - 1), 0);
    Evaluate(0);
  }

  // Finds the first stage from `stage` to `last` that the board has not finished (or `last`), its
  // table there, its rank in it and its depth: kUnknownDepth where the table has none. Returns
  // false where no table can solve the board.
  bool Find(uint16_t stage, uint16_t last, const uint8_t* cell_of, uint16_t* place, uint64_t* rank,
            int* depth) {
    for (;; ++stage) {
      size_t i = t_.stages[stage].first_place;
      const size_t end = t_.stages[stage].end_place;
      for (; i < end; ++i) {
        const QuickTable& table = *t_.places[i].table;
        const Depths& depths = *t_.places[i].depths;
        *rank = table.Rank(cell_of);
        ++lookups_;
        *depth = depths.empty() ? kUnknownDepth : depths.Of(*rank);
        if (depths.empty() ? table.table.IsReachable(*rank) : *depth != Depths::kNone) break;
      }
      if (i == end) return false;
      *place = static_cast<uint16_t>(i);
      if (*depth != 0 || stage == last) return true;
    }
  }

  // One way through the queues. Returns whether there was anything to take.
  bool Round() {
    bool any = false;
    const int most = Taken(++round_);
    for (size_t moves = 1; moves + 1 < best_; ++moves) {
      std::vector<uint64_t>& queue = queues_[moves];
      if (queue.empty()) {
        if (moves > deepest_) break;
        continue;
      }
      for (int taken = 0; taken < most && !queue.empty();) {
        std::pop_heap(queue.begin(), queue.end(), std::greater<>());
        const uint32_t number = static_cast<uint32_t>(queue.back());
        queue.pop_back();
        if (moves + nodes_[number].bound >= best_) continue;
        Expand(number, moves);
        ++taken;
        any = true;
      }
      Evaluate(moves);
      if (Spent()) break;
    }
    return any;
  }

  // Makes the moves of a board, all but the one back, and asks memory for the entries of the new
  // boards.
  void Expand(uint32_t number, size_t moves) {
    if (nodes_.capacity() - nodes_.size() < kActions) nodes_.reserve(2 * nodes_.capacity() + 64);
    const Node& node = nodes_[number];  // stays where it is
    const Place& place = t_.places[node.place];
    const int blank = node.blank;
    ActionMask actions = place.table->allowed[blank];
    if (node.parent != kNone)
      actions &= static_cast<ActionMask>(~ActionBit(Opposite(static_cast<Action>(node.action))));
    uint64_t rank_change[kActions];
    place.table->template RankChanges<kWidth>(node.tile, blank, rank_change);
    for (; actions != 0; actions &= static_cast<ActionMask>(actions - 1)) {
      const int action = Lowest(actions);
      const int from = blank + step_[action];
      const int tile = node.tile[from];
      const uint64_t hash = node.hash ^ t_.keys[tile][from] ^ t_.keys[tile][blank];
      if (!found_.Improve(hash, moves + 1)) continue;
      nodes_.push_back(node);
      Node& next = nodes_.back();
      next.hash = hash;
      next.rank = node.rank + rank_change[action];
      next.parent = number;
      next.bound =
          static_cast<uint16_t>(node.bound + t_.distance[tile][blank] - t_.distance[tile][from]);
      next.action = static_cast<uint8_t>(action);
      next.blank = static_cast<uint8_t>(from);
      next.tile[blank] = static_cast<uint8_t>(tile);
      next.tile[from] = 0;
      place.depths->Prefetch(next.rank);
      if (patterns_ != 0) {
        const int pattern = t_.pattern_moves->PatternOf(tile);
        const uint32_t entry = t_.pattern_moves->template EntryAfter<kBetween>(
            node.tile, node.entry[pattern], tile, from, action);
        next.entry[pattern] = entry;
        t_.patterns->Prefetch(0, pattern, entry);
      }
    }
  }

  // Reads the entries of the boards that Expand has made, and puts those that may lead to a shorter
  // solution into the queue of `moves` + 1.
  void Evaluate(size_t moves) {
    std::vector<uint64_t>& queue = queues_[moves + 1];
    for (; evaluated_ < nodes_.size(); ++evaluated_) {
      Node& node = nodes_[evaluated_];
      if (patterns_ != 0) {
        ++lookups_;
        const int tile = node.tile[node.blank - step_[node.action]];
        const int pattern = t_.pattern_moves->PatternOf(tile);
        const int excess = t_.patterns->Excess(0, pattern, node.entry[pattern]);
        node.bound = static_cast<uint16_t>(node.bound + 2 * (excess - node.excess[pattern]));
        node.excess[pattern] = static_cast<uint8_t>(excess);
      }
      ++lookups_;
      int depth = t_.places[node.place].depths->Of(node.rank);
      if (moves + 1 + static_cast<size_t>(std::max<int>(node.bound, depth)) >= best_) continue;
      if (depth == Depths::kNone) continue;
      if (depth == 0 && !EndOfStage(&node, moves + 1, &depth)) continue;
      // Of two boards with the same sum the one that is nearer to the end of its stage comes first.
      const int promise =
          LookAheadTables::kOne * (node.bound + depth) + depth + t_.places[node.place].later;
      queue.push_back(static_cast<uint64_t>(promise) << 32 | evaluated_);
      std::push_heap(queue.begin(), queue.end(), std::greater<>());
      deepest_ = std::max(deepest_, moves + 1);
    }
  }

  // A board that has finished its stage goes on to the next, or is a solution. Returns whether
  // there is something left to do with it.
  bool EndOfStage(Node* node, size_t moves, int* depth) {
    const uint16_t last = t_.roots[node->root].last_stage;
    uint8_t cell_of[kCells];
    CellsOf(node->tile, cells_, cell_of);
    if (!Find(t_.places[node->place].stage, last, cell_of, &node->place, &node->rank, depth))
      return false;
    const Place& place = t_.places[node->place];
    if (place.stage != last) return true;
    LetterSink sink;
    if (*depth == kUnknownDepth) {
      walker_.Start(*place.table, cell_of, node->rank);
      while (!walker_.AtGoal() && moves + sink.count < best_)
        if (!walker_.template Step<true>(&sink)) return false;
      lookups_ += sink.count;
    } else {
      sink.count = static_cast<size_t>(*depth);
    }
    if (moves + sink.count >= best_) return false;
    best_ = moves + sink.count;
    best_leaf_ = static_cast<uint32_t>(node - nodes_.data());
    best_moves_ = moves;
    return false;
  }

  // The letters of the best solution.
  void Write(const uint8_t* cell_of, std::vector<char>* letters) {
    letters->resize(best_);
    char* const text = letters->data();
    const Root* root = &t_.roots[best_root_];
    if (best_leaf_ == kNone) {
      uint8_t seen[kCells];
      See(*root, cell_of, seen);
      LetterSink sink{text, best_, 0};
      (void)Walk(*root, seen, &sink);
    } else {
      const Node& leaf = nodes_[best_leaf_];
      root = &t_.roots[leaf.root];
      size_t i = best_moves_;
      for (uint32_t n = best_leaf_; nodes_[n].parent != kNone; n = nodes_[n].parent)
        text[--i] = Letter(static_cast<Action>(nodes_[n].action));
      uint8_t left[kCells];
      CellsOf(leaf.tile, cells_, left);
      LetterSink sink{text + best_moves_, best_ - best_moves_, 0};
      walker_.Start(*t_.places[leaf.place].table, left, leaf.rank);
      while (!walker_.AtGoal() && walker_.template Step<true>(&sink)) {
      }
    }
    if (!root->reflected) return;
    for (char& letter : *letters)
      letter = letter == 'L' ? 'U' : letter == 'U' ? 'L' : letter == 'R' ? 'D' : 'R';
  }

  const LookAheadTables& t_;
  const int cells_;
  const int patterns_;
  std::vector<Node>& nodes_;
  LookAheadQueues& queues_;
  FoundBoards& found_;
  const Effort effort_;
  const Clock::time_point start_;  // this and the next: where the effort has a limit in time
  Clock::time_point deadline_;
  int step_[kActions];
  uint64_t next_clock_ = 0;
  bool late_ = false;
  uint64_t lookups_ = 0;
  int round_ = 0;
  size_t evaluated_ = 0;  // nodes whose entries have been read
  size_t deepest_ = 0;    // no queue beyond has ever held anything
  // The best solution: Algorithm 2's from a root or, where there is one, that through a leaf.
  size_t best_ = kNoLength;
  size_t best_root_ = 0;
  uint32_t best_leaf_ = kNone;
  size_t best_moves_ = 0;  // to the leaf
  QuickWalker<kCells == 16 ? 4 : 0> walker_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOK_AHEAD_SEARCH_H_
