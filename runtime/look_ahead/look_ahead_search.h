// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// One board's look-ahead search: the queues by moves made and the rounds through them that
// look_ahead.h tells about.

#ifndef TILEBASE_RUNTIME_LOOK_AHEAD_LOOK_AHEAD_SEARCH_H_
#define TILEBASE_RUNTIME_LOOK_AHEAD_LOOK_AHEAD_SEARCH_H_

#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "runtime/any/displacement_beam.h"
#include "runtime/look_ahead/look_ahead.h"
#include "runtime/look_ahead/look_ahead_tables.h"
#include "runtime/look_ahead/search_lists.h"
#include "runtime/look_ahead/value_beam.h"
#include "runtime/look_ahead/wide_beam.h"
#include "runtime/lookup/quick_solver.h"
#include "runtime/lookup/quick_walk.h"
#include "tables/system/clock.h"

namespace tilebase {

// A board that has been found. With 16 cells and four patterns it fills a cache line.
template <int kCells, int kPatterns>
struct alignas(kCells == 16 ? 64 : 8) LookAheadNode {
  uint64_t hash = 0;
  uint64_t rank = 0;  // in the table of number `table`
  uint32_t entry[kPatterns] = {};
  uint32_t parent = 0;  // a node, or kNone where the search began
  uint16_t bound = 0;   // no solution of the rest is shorter
  uint16_t table = 0;
  uint16_t root = 0;
  uint8_t action = 0;  // that led here
  uint8_t blank = 0;   // its cell
  uint8_t excess[kPatterns] = {};
  uint8_t tile[kCells] = {};  // on each cell

  static constexpr uint32_t kNone = UINT32_MAX;
};

// Queues of boards by the number of moves made, of priority << 32 | ~node: of equal ones the newest
// is first.
using LookAheadQueues = std::vector<FourAryHeap>;

// kCells: 16 for 4x4, 25 for 5x5, or kMaxCells for any size; kPatterns: at least as many as the
// tables have.
template <int kCells, int kPatterns>
class LookAheadSearch {
 public:
  using Node = LookAheadNode<kCells, kPatterns>;

  // `to`: as LookAhead::Solve.
  LookAheadSearch(const LookAheadTables& tables, const Effort& effort, const Destination* to,
                  std::vector<Node>* nodes, LookAheadQueues* queues, ClosedList* found)
      : t_(tables),
        to_(to),
        stage_tables_(t_.stage_tables.data()),
        cells_(kCells == kMaxCells ? t_.geometry().cells() : kCells),
        patterns_(t_.patterns == nullptr ? 0 : t_.patterns->patterns()),
        memory_(*nodes),
        nodes_(nodes->data()),
        queues_(*queues),
        found_(*found),
        effort_(effort),
        start_(effort.microseconds == 0 ? Clock::time_point() : Clock::now()),
        deadline_(Later(start_, effort.microseconds)) {
    for (int a = 0; a < kActions; ++a) step_[a] = t_.geometry().BlankStep(static_cast<Action>(a));
    for (int p = 0; p < patterns_; ++p) excess_[p] = t_.patterns->lookup(0, p).data;
  }

  // Solves the board whose tile t is on cell_of[t], and writes the solution to *letters. Returns
  // false where the tables lead nowhere.
  bool Run(const uint8_t* cell_of, std::vector<char>* letters) {
    start_cells_ = cell_of;
    found_.Clear();
    for (FourAryHeap& queue : queues_) queue.Clear();
    for (size_t i = 0, end; i < t_.roots.size() && (i == 0 || !Spent()); i = end) {
      end = std::min(i + (i == 0 ? kFirstWalks : kMostWalks), t_.roots.size());
      WalkTogether(i, end, cell_of);
      // As much time as the first ones took is set aside for writing the solution.
      if (i == 0 && effort_.microseconds != 0) deadline_ -= Clock::now() - start_;
    }
    if (best_ == kNoLength) return false;
    letters->reserve(best_);
    try {
      if (queues_.size() < best_ + 1) queues_.resize(best_ + 1);
      for (size_t i = 0; i < t_.roots.size() && !Spent(); ++i) AddRoot(i, cell_of);
      while (!Spent() && Round()) {
      }
    } catch (const std::bad_alloc&) {
      has_memory_ = false;
    }
    if (to_ != nullptr)
      letters->swap(ended_);
    else
      Write(letters);
    return true;
  }

  // Whether memory sufficed. If not, whatever the search worked in should be freed.
  bool has_memory() const { return has_memory_; }

  uint64_t lookups() const { return lookups_; }

 private:
  using StageTable = LookAheadTables::StageTable;
  using Root = LookAheadTables::Root;

  static constexpr uint32_t kNone = Node::kNone;
  static constexpr size_t kNoLength = SIZE_MAX;
  static constexpr int kUnknownDepth = -1;
  // By Algorithm 2, at a time. The first ones are gone through whatever is allowed.
  static constexpr size_t kFirstWalks = 2;
  static constexpr size_t kMostWalks = 4;
  static constexpr int kWidth = kCells == 16 ? 4 : kCells == 25 ? 5 : 0;  // 0: as the board's
  static constexpr int kBetween = kWidth == 0 ? kMaxSide - 1 : kWidth - 1;
  // Ways through the queues that are gone together, one queue apart: few at first, so that there is
  // a solution soon; then more, so that more entries are on their way from memory together.
  static constexpr int kMostWays = 8;
  static int Ways(int round) { return std::clamp((round + 1) / 2, 3, kMostWays); }
  // The clock is looked at after so many lookups, about every microsecond.
  static constexpr uint64_t kClockLookups = 32;

  // Half of the memory: while the nodes grow, their old place is in use too, and each has its share
  // of the queues and of the boards found.
  static constexpr size_t kMostNodes = kMostSearchBytes / 2 / (sizeof(Node) + 32);

  bool Spent() {
    if (lookups_ >= effort_.lookups || count_ >= kMostNodes) return true;
    if ((effort_.microseconds != 0 || effort_.cancel != nullptr) && lookups_ >= next_clock_ &&
        !late_) {
      next_clock_ = lookups_ + kClockLookups;
      late_ = (effort_.microseconds != 0 && Clock::now() >= deadline_) || effort_.is_cancelled();
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

  // Algorithm 2 by a root's part of the plan, a move at a time.
  struct StagedWalk {
    const Root* root = nullptr;
    bool written = false;  // else the last stage is not gone through, if its depths are known
    LetterSink sink;
    size_t length = kNoLength;  // once it is done; kNoLength where the tables lead nowhere
    uint16_t stage = 0;
    uint8_t cell_of[kCells];
    QuickWalker<kCells == 16 ? 4 : 0> walker;
  };

  // Begins a walk from the board as the root sees it. Returns whether there is more to do.
  bool Begin(const Root& root, const uint8_t* cell_of, StagedWalk* walk) {
    walk->root = &root;
    See(root, cell_of, walk->cell_of);
    walk->stage = root.first_stage;
    return EnterStage(walk);
  }

  bool EnterStage(StagedWalk* walk) {
    uint16_t table = 0;
    uint64_t rank = 0;
    int depth = 0;
    if (!Find(walk->stage, walk->stage, walk->cell_of, &table, &rank, &depth)) return false;
    if (walk->stage == walk->root->last_stage && !walk->written && depth != kUnknownDepth) {
      walk->length = walk->sink.count + static_cast<size_t>(depth);
      return false;
    }
    walk->walker.Start(*stage_tables_[table].table, walk->cell_of, rank);
    walk->walker.Prefetch();
    return true;
  }

  // Goes on by a move, or to the next stage. Returns whether there is more to do.
  bool GoOn(StagedWalk* walk) {
    if (!walk->walker.AtGoal()) {
      ++lookups_;
      return walk->walker.template Step<true>(&walk->sink);
    }
    walk->walker.Store(walk->cell_of);
    if (walk->stage++ < walk->root->last_stage) return EnterStage(walk);
    walk->length = walk->sink.count;
    return false;
  }

  // Walks from several roots, each a move in turn, and keeps the best solution.
  void WalkTogether(size_t first, size_t end, const uint8_t* cell_of) {
    StagedWalk walks[kMostWalks];
    bool walking[kMostWalks] = {};
    size_t left = 0;
    for (size_t i = first; i < end; ++i)
      left += walking[i - first] = Begin(t_.roots[i], cell_of, &walks[i - first]);
    while (left > 0)
      for (size_t i = 0; i < end - first; ++i)
        if (walking[i] && !GoOn(&walks[i])) {
          walking[i] = false;
          --left;
        }
    for (size_t i = first; i < end; ++i) {
      if (walks[i - first].length >= best_) continue;
      best_ = walks[i - first].length;
      best_root_ = i;
      KeepEnded();
    }
  }

  // Goes on from the end of a new best way home to the destination. The longer of two ways home may
  // lead there in fewer moves, so a way there is kept until a shorter one is found.
  void KeepEnded() {
    if (to_ == nullptr) return;
    Write(&way_);
    way_.resize(best_ + static_cast<size_t>(to_->detour()));
    way_.resize(to_->Append(way_.data(), best_));
    if (ended_count_ <= way_.size()) return;
    ended_count_ = way_.size();
    ended_.swap(way_);
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
      node.excess[p] = excess_[p][entry];
      bound += 2 * node.excess[p];
    }
    lookups_ += static_cast<uint64_t>(patterns_);
    node.bound = static_cast<uint16_t>(bound);
    int depth = 0;
    if (!Find(root.first_stage, root.last_stage, seen, &node.table, &node.rank, &depth)) return;
    // In the last stage Algorithm 2 has found what there is.
    if (stage_tables_[node.table].stage == root.last_stage) return;
    found_.Improve(node.hash, 0);
    MakeRoom(1);
    nodes_[count_++] = node;
    evaluated_ = count_;
    Expand(static_cast<uint32_t>(count_ - 1), 0);
    Evaluate(0, count_);
  }

  // Finds the first stage from `stage` to `last` that the board has not finished (or `last`), its
  // table there, its rank in it and its depth: kUnknownDepth where the table has none. Returns
  // false where no table can solve the board.
  bool Find(uint16_t stage, uint16_t last, const uint8_t* cell_of, uint16_t* found, uint64_t* rank,
            int* depth) {
    for (;; ++stage) {
      const int end = static_cast<int>(t_.stages[stage].end_table);
      const int i =
          FirstThatSolves(static_cast<int>(t_.stages[stage].first_table), end, [&](int number) {
            const MoveTable& table = *stage_tables_[number].table;
            const Depths& depths = *stage_tables_[number].depths;
            *rank = table.Rank(cell_of);
            ++lookups_;
            *depth = depths.empty() ? kUnknownDepth : depths.Of(*rank);
            return depths.empty() ? table.table.IsReachable(*rank) : *depth != Depths::kNone;
          });
      if (i == end) return false;
      *found = static_cast<uint16_t>(i);
      if (*depth != 0 || stage == last) return true;
    }
  }

  // Goes through the queues, several ways at a time. Each way takes the most promising board of
  // each queue in turn, and comes to a queue when the way before it has left it, so that little
  // differs from going them one after another. Returns whether there was anything to take.
  bool Round() {
    const size_t ways = static_cast<size_t>(Ways(++round_));
    bool any = false;
    for (size_t front = 1; front + 1 < best_ + ways - 1; ++front) {
      size_t end[kMostWays];  // of the nodes that each way has made
      for (size_t way = 0; way < ways; ++way) {
        if (front > way) any |= Take(front - way);
        end[way] = count_;
      }
      for (size_t way = 0; way < ways; ++way)
        if (evaluated_ < end[way]) Evaluate(front - way, end[way]);
      if (Spent() || front > deepest_ + ways) break;
    }
    return any;
  }

  // Expands the most promising board that has made so many moves. Returns whether there is one.
  bool Take(size_t moves) {
    if (moves + 1 >= best_) return false;
    FourAryHeap& queue = queues_[moves];
    while (!queue.empty()) {
      const uint32_t number = ~static_cast<uint32_t>(queue.Pop());
      if (moves + nodes_[number].bound >= best_) continue;
      Expand(number, moves);
      return true;
    }
    return false;
  }

  void MakeRoom(size_t nodes) {
    if (memory_.size() - count_ >= nodes) return;
    memory_.resize(std::max(count_ + nodes, std::min(2 * memory_.size() + 1024, kMostNodes)));
    nodes_ = memory_.data();
  }

  // Makes the moves of a board, all but the one back, and asks memory for the entries of the new
  // boards.
  void Expand(uint32_t number, size_t moves) {
    MakeRoom(kActions);
    const Node& node = nodes_[number];
    const StageTable& at = stage_tables_[node.table];
    const int blank = node.blank;
    ActionMask actions = at.table->allowed[blank];
    if (node.parent != kNone)
      actions &= static_cast<ActionMask>(~ActionBit(Opposite(static_cast<Action>(node.action))));
    uint64_t rank_change[kActions];
    at.table->template RankChanges<kWidth>(node.tile, blank, rank_change);
    for (; actions != 0; actions &= static_cast<ActionMask>(actions - 1)) {
      const int action = Lowest(actions);
      const int from = blank + step_[action];
      const int tile = node.tile[from];
      const uint64_t hash = node.hash ^ t_.keys[tile][from] ^ t_.keys[tile][blank];
      if (!found_.Improve(hash, moves + 1)) continue;
      Node& next = nodes_[count_++];
      next = node;
      next.hash = hash;
      next.rank = node.rank + rank_change[action];
      next.parent = number;
      next.bound =
          static_cast<uint16_t>(node.bound + t_.distance[tile][blank] - t_.distance[tile][from]);
      next.action = static_cast<uint8_t>(action);
      next.blank = static_cast<uint8_t>(from);
      next.tile[blank] = static_cast<uint8_t>(tile);
      next.tile[from] = 0;
      at.depths->Prefetch(next.rank);
      if (patterns_ != 0) {
        const int pattern = t_.pattern_moves->PatternOf(0, tile);
        const uint32_t entry =
            node.entry[pattern] + static_cast<uint32_t>(t_.pattern_moves->template Change<kBetween>(
                                      0, node.tile, tile, from, action));
        next.entry[pattern] = entry;
        __builtin_prefetch(excess_[pattern] + entry);
      }
    }
  }

  // Reads the entries of the boards up to `end` that Expand has made, and puts those that may lead
  // to a shorter solution into the queue of `moves` + 1.
  void Evaluate(size_t moves, size_t end) {
    FourAryHeap& queue = queues_[moves + 1];
    for (; evaluated_ < end; ++evaluated_) {
      Node& node = nodes_[evaluated_];
      if (patterns_ != 0) {
        ++lookups_;
        const int tile = node.tile[node.blank - step_[node.action]];
        const int pattern = t_.pattern_moves->PatternOf(0, tile);
        const int excess = excess_[pattern][node.entry[pattern]];
        node.bound = static_cast<uint16_t>(node.bound + 2 * (excess - node.excess[pattern]));
        node.excess[pattern] = static_cast<uint8_t>(excess);
      }
      ++lookups_;
      const StageTable& at = stage_tables_[node.table];
      int depth = at.depths->Of(node.rank);
      if (moves + 1 + static_cast<size_t>(std::max<int>(node.bound, depth)) >= best_) continue;
      if (depth == Depths::kNone) continue;
      if (depth == 0 && !EndOfStage(&node, moves + 1, &depth)) continue;
      // Of two boards with the same sum the one that is nearer to the end of its stage comes first.
      const int priority =
          LookAheadTables::kOne * (node.bound + depth) + depth + stage_tables_[node.table].later;
      queue.Push(static_cast<uint64_t>(priority) << 32 | static_cast<uint32_t>(~evaluated_));
      deepest_ = std::max(deepest_, moves + 1);
    }
  }

  // A board that has finished its stage goes on to the next, or is a solution. Returns whether
  // there is something left to do with it.
  bool EndOfStage(Node* node, size_t moves, int* depth) {
    const uint16_t last = t_.roots[node->root].last_stage;
    uint8_t cell_of[kCells];
    CellsOf(node->tile, cells_, cell_of);
    if (!Find(stage_tables_[node->table].stage, last, cell_of, &node->table, &node->rank, depth))
      return false;
    const StageTable& at = stage_tables_[node->table];
    if (at.stage != last) return true;
    LetterSink sink;
    if (*depth == kUnknownDepth) {
      walker_.Start(*at.table, cell_of, node->rank);
      while (!walker_.AtGoal() && moves + sink.count < best_)
        if (!walker_.template Step<true>(&sink)) return false;
      lookups_ += sink.count;
    } else {
      sink.count = static_cast<size_t>(*depth);
    }
    if (moves + sink.count >= best_) return false;
    best_ = moves + sink.count;
    best_leaf_ = static_cast<uint32_t>(node - nodes_);
    best_moves_ = moves;
    KeepEnded();
    return false;
  }

  // The letters of the best way home.
  void Write(std::vector<char>* letters) {
    letters->resize(best_);
    char* const text = letters->data();
    const Root* root = &t_.roots[best_root_];
    if (best_leaf_ == kNone) {
      StagedWalk walk;
      walk.written = true;
      walk.sink = {text, best_, 0};
      for (bool more = Begin(*root, start_cells_, &walk); more;) more = GoOn(&walk);
    } else {
      const Node& leaf = nodes_[best_leaf_];
      root = &t_.roots[leaf.root];
      size_t i = best_moves_;
      for (uint32_t n = best_leaf_; nodes_[n].parent != kNone; n = nodes_[n].parent)
        text[--i] = Letter(static_cast<Action>(nodes_[n].action));
      uint8_t left[kCells];
      CellsOf(leaf.tile, cells_, left);
      LetterSink sink{text + best_moves_, best_ - best_moves_, 0};
      walker_.Start(*stage_tables_[leaf.table].table, left, leaf.rank);
      while (!walker_.AtGoal() && walker_.template Step<true>(&sink)) {
      }
    }
    if (!root->reflected) return;
    for (char& letter : *letters)
      letter = letter == 'L' ? 'U' : letter == 'U' ? 'L' : letter == 'R' ? 'D' : 'R';
  }

  const LookAheadTables& t_;
  const Destination* const to_;
  const StageTable* const stage_tables_;
  const int cells_;
  const int patterns_;
  const uint8_t* excess_[kPatterns] = {};  // the patterns' tables, a byte an entry
  std::vector<Node>& memory_;              // of nodes_
  Node* nodes_;
  size_t count_ = 0;
  LookAheadQueues& queues_;
  ClosedList& found_;
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
  // With a destination: the best way there, and room for another one.
  std::vector<char> ended_, way_;
  size_t ended_count_ = SIZE_MAX;
  const uint8_t* start_cells_ = nullptr;  // of the board's tiles
  bool has_memory_ = true;
  QuickWalker<kCells == 16 ? 4 : 0> walker_;
};

// A way from the start, and the board it leads to.
struct WayAhead {
  std::vector<Action> actions;
  Board board;
};

struct LookAheadMemory::Parts {
  std::vector<LookAheadNode<16, 4>> nodes16;
  std::vector<LookAheadNode<25, 8>> nodes25;
  std::vector<LookAheadNode<kMaxCells, LookAheadTables::kMostPatterns>> nodes;
  LookAheadQueues queues;
  ClosedList found;
  std::vector<char> letters;
  ValueBeam beam;
  std::unique_ptr<WideBeam> wide_beam;        // made when it is first needed
  std::unique_ptr<DisplacementBeam> windows;  // that shortens; the same
  uint64_t looked_at = 0;                     // boards of it
  std::vector<Action> actions;
  // Of the last value beam within a time. The first one has new memory, and is slow.
  double lookups_a_second = 1e8;
  WayAhead ways[kBatchSize / 2];

  // Frees what grows with a search.
  void Forget() {
    nodes16 = {};
    nodes25 = {};
    nodes = {};
    queues = {};
    found = {};
    beam.Forget();
    wide_beam.reset();
    windows.reset();
  }
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOK_AHEAD_LOOK_AHEAD_SEARCH_H_
