// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/look_ahead.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/positions.h"
#include "runtime/quick_walk.h"
#include "tables/plan.h"
#include "tables/random_board.h"

namespace tilebase {
namespace {

// Boards taken from a queue at a time. Their entries are on the way from memory together.
constexpr int kTaken = 3;
// The clock is looked at after so many look-ups.
constexpr uint64_t kClockLookups = 16;
constexpr uint32_t kNone = UINT32_MAX;
constexpr size_t kNoLength = SIZE_MAX;
constexpr int kUnknownDepth = -1;
// Last stages with tables of up to so many entries get depths too. Larger ones are walked: some
// forty moves for each end of a stage that is found are cheaper than that much memory.
constexpr uint64_t kMostLastEntries = uint64_t{1} << 26;

// The boards that have been found, each with the fewest moves so far, by 64-bit hashes: two boards
// that share one are taken for the same, which can make a solution longer, never wrong.
class Found {
 public:
  void Clear() {
    if (slots_.empty()) slots_.resize(1024);
    // What a large search needed is not cleared for every small one.
    if (slots_.size() > 1024 && used_ < slots_.size() / 8) slots_.resize(slots_.size() / 2);
    std::fill(slots_.begin(), slots_.end(), 0);
    used_ = 0;
  }
  // Whether the board is new, or found in fewer moves than before.
  bool Improve(uint64_t hash, unsigned moves) {
    if (used_ * 2 >= slots_.size()) Grow();
    const uint64_t value = (hash & ~kMoves) | (moves + 1);
    for (size_t i = hash >> 20;; ++i) {
      uint64_t& slot = slots_[i & (slots_.size() - 1)];
      if (slot == 0) {
        slot = value;
        ++used_;
        return true;
      }
      if (((slot ^ value) & ~kMoves) == 0) {
        if (slot <= value) return false;
        slot = value;
        return true;
      }
    }
  }

 private:
  static constexpr uint64_t kMoves = 0xfff;

  void Grow() {
    std::vector<uint64_t> old(slots_.size() * 2);
    std::swap(old, slots_);
    for (const uint64_t slot : old) {
      if (slot == 0) continue;
      size_t i = slot >> 20;
      while (slots_[i & (slots_.size() - 1)] != 0) ++i;
      slots_[i & (slots_.size() - 1)] = slot;
    }
  }

  std::vector<uint64_t> slots_;  // a power of two
  size_t used_ = 0;
};

// The letters of the same walk on the board reflected along the diagonal.
void Reflect(char* letters, size_t count) {
  for (size_t i = 0; i < count; ++i)
    letters[i] = letters[i] == 'L' ? 'U' : letters[i] == 'U' ? 'L' : letters[i] == 'R' ? 'D' : 'R';
}

// A board that has been found but not taken yet: its parent's and one action.
struct Candidate {
  uint64_t rank = 0;    // in its table
  uint32_t entry = 0;   // of the pattern that moved: where its excess is
  uint32_t parent = 0;  // a node
  uint16_t bound = 0;   // no solution of the rest is shorter
  uint16_t table = 0;
  uint16_t stage = 0;
  uint8_t action = 0;
  uint8_t excess = 0;
  uint8_t pattern = 0;
};

// Room for the patterns of a node. Partitions into more patterns than this have tables too small to
// be of use.
constexpr int kMostPatterns = 12;

// A board that has been taken.
template <int kCells>
struct Node {
  uint64_t hash = 0;
  uint64_t rank = 0;
  uint32_t entry[kMostPatterns] = {};
  uint32_t parent = kNone;
  uint16_t bound = 0;
  uint16_t table = 0;
  uint16_t stage = 0;
  uint8_t root = 0;
  uint8_t action = 0xff;  // that led here
  uint8_t excess[kMostPatterns] = {};
  uint8_t tile[kCells] = {};  // on each cell
  uint8_t cell[kCells] = {};  // of each tile; cell[0] the blank's
};

}  // namespace

struct LookAheadMemory::Parts {
  std::vector<Node<16>> nodes16;
  std::vector<Node<25>> nodes25;
  std::vector<Node<kMaxCells>> nodes;
  std::vector<Candidate> candidates;
  std::vector<std::vector<uint64_t>> queues;  // by moves made: heaps of promise << 32 | candidate
  Found found;
  std::vector<char> best;
};

LookAheadMemory::LookAheadMemory() : parts_(std::make_unique<Parts>()) {}
LookAheadMemory::~LookAheadMemory() = default;
LookAheadMemory::LookAheadMemory(LookAheadMemory&&) noexcept = default;
LookAheadMemory& LookAheadMemory::operator=(LookAheadMemory&&) noexcept = default;

// One board's search. kCells: 16 for 4x4, 25 for 5x5, or kMaxCells for any size.
template <int kCells>
class LookAheadSearch {
 public:
  using Clock = std::chrono::steady_clock;

  LookAheadSearch(const LookAhead& look, const Effort& effort, LookAheadMemory::Parts* memory)
      : look_(look),
        geometry_(look.geometry_),
        cells_(kCells == kMaxCells ? geometry_.cells() : kCells),
        patterns_(look.patterns_ == nullptr ? 0 : look.patterns_->patterns()),
        tables_(look.set_.quick_tables().data()),
        m_(*memory),
        nodes_(Nodes(memory)),
        effort_(effort),
        deadline_(effort.microseconds == 0
                      ? Clock::time_point()
                      : Clock::now() + std::chrono::microseconds(effort.microseconds)) {}

  // Solves the board whose tile t is on cell_of[t]. Returns false where the tables lead nowhere;
  // else the solution's letters are in memory->best.
  bool Run(const uint8_t* cell_of) {
    nodes_.clear();
    m_.candidates.clear();
    m_.found.Clear();
    for (auto& queue : m_.queues) queue.clear();
    for (size_t i = 0; i < look_.roots_.size() && (i == 0 || !Spent()); ++i) {
      const size_t length = Walk(look_.roots_[i], RootNode(i, cell_of).cell, nullptr);
      if (length >= best_) continue;
      best_ = length;
      best_root_ = i;
    }
    if (best_ == kNoLength) return false;
    if (m_.queues.size() < best_ + 1) m_.queues.resize(best_ + 1);
    for (size_t i = 0; i < look_.roots_.size() && !Spent(); ++i) AddRoot(RootNode(i, cell_of));
    while (!Spent() && Round()) {
    }
    Write(cell_of);
    return true;
  }

  uint64_t lookups() const { return lookups_; }

 private:
  static auto& Nodes(LookAheadMemory::Parts* memory) {
    if constexpr (kCells == 16)
      return memory->nodes16;
    else if constexpr (kCells == 25)
      return memory->nodes25;
    else
      return memory->nodes;
  }

  bool Spent() {
    if (lookups_ >= effort_.lookups) return true;
    if (effort_.microseconds != 0 && lookups_ >= next_clock_ && !late_) {
      next_clock_ = lookups_ + kClockLookups;
      late_ = Clock::now() >= deadline_;
    }
    return late_;
  }

  // The board in the root's view.
  Node<kCells> RootNode(size_t number, const uint8_t* cell_of) const {
    const LookAhead::Root& root = look_.roots_[number];
    Node<kCells> node;
    node.root = static_cast<uint8_t>(number);
    for (int t = 0; t < cells_; ++t) {
      const uint8_t cell = root.reflected ? look_.reflection_[cell_of[t]] : cell_of[t];
      const int tile = t != 0 && root.reflected ? look_.reflection_[t - 1] + 1 : t;
      node.tile[cell] = static_cast<uint8_t>(tile);
      node.cell[tile] = cell;
    }
    return node;
  }

  // Algorithm 2 by the root's part of the plan. Returns the number of moves, kNoLength where the
  // tables lead nowhere. Without a sink the last stage's moves are not gone through, if its depths
  // are known.
  size_t Walk(const LookAhead::Root& root, const uint8_t* start, LetterSink* sink) {
    LetterSink counted;
    LetterSink* const to = sink == nullptr ? &counted : sink;
    uint8_t cell_of[kCells];
    std::memcpy(cell_of, start, sizeof(cell_of));
    for (size_t s = root.first_stage; s <= root.last_stage; ++s) {
      uint16_t stage = static_cast<uint16_t>(s), table = 0;
      uint64_t rank = 0;
      int depth = 0;
      if (!Find(&stage, s, cell_of, &table, &rank, &depth)) return kNoLength;
      if (s == root.last_stage && sink == nullptr && depth != kUnknownDepth)
        return to->count + static_cast<size_t>(depth);
      const size_t before = to->count;
      walker_.Start(tables_[table], cell_of, rank);
      while (!walker_.AtGoal())
        if (!walker_.template Step<false>(to)) return kNoLength;
      walker_.Store(cell_of);
      lookups_ += to->count - before;
    }
    return to->count;
  }

  void AddRoot(Node<kCells> node) {
    const LookAhead::Root& root = look_.roots_[node.root];
    if (!root.searched) return;
    node.hash = node.root * 0x9e3779b97f4a7c15;
    int bound = 0;
    for (int t = 1; t < cells_; ++t) {
      node.hash ^= Key(t, node.cell[t]);
      bound += Distance(t, node.cell[t]);
    }
    for (int p = 0; p < patterns_; ++p) {
      const uint64_t entry = look_.patterns_->Rank(0, p, node.cell);
      node.entry[p] = static_cast<uint32_t>(entry);
      node.excess[p] = static_cast<uint8_t>(look_.patterns_->Excess(0, p, entry));
      bound += 2 * node.excess[p];
    }
    lookups_ += static_cast<uint64_t>(patterns_);
    node.bound = static_cast<uint16_t>(bound);
    node.stage = static_cast<uint16_t>(root.first_stage);
    int depth = 0;
    if (!Find(&node.stage, root.last_stage, node.cell, &node.table, &node.rank, &depth)) return;
    if (node.stage == root.last_stage) return;  // Algorithm 2 has found what there is
    m_.found.Improve(node.hash, 0);
    nodes_.push_back(node);
    Expand(static_cast<uint32_t>(nodes_.size() - 1), 0);
    Evaluate(0);
  }

  // Finds the first stage from *stage on, and `last` at the latest, that the board has not
  // finished; its table there, its rank in it, and its depth: kUnknownDepth where the table has
  // none. Returns false where no table can solve the board.
  bool Find(uint16_t* stage, size_t last, const uint8_t* cell_of, uint16_t* table, uint64_t* rank,
            int* depth) {
    for (;; ++*stage) {
      const LookAhead::Stage& at = look_.stages_[*stage];
      uint32_t i = at.first_table;
      const uint32_t end = i + at.table_count;
      for (; i < end; ++i) {
        *rank = tables_[i].Rank(cell_of);
        ++lookups_;
        const Depths& depths = look_.depths_[i];
        *depth = depths.empty() ? kUnknownDepth : depths.Of(*rank);
        if (depths.empty() ? tables_[i].table.IsReachable(*rank) : *depth != Depths::kNone) break;
      }
      if (i == end) return false;
      *table = static_cast<uint16_t>(i);
      if (*depth != 0 || *stage == last) return true;
    }
  }

  // One way through the queues. Returns whether there was anything to take.
  bool Round() {
    bool any = false;
    for (size_t moves = 1; moves + 1 < best_; ++moves) {
      std::vector<uint64_t>& queue = m_.queues[moves];
      if (queue.empty()) {
        if (moves > deepest_) break;
        continue;
      }
      for (int taken = 0; taken < kTaken && !queue.empty();) {
        std::pop_heap(queue.begin(), queue.end(), std::greater<>());
        const Candidate& candidate = m_.candidates[static_cast<uint32_t>(queue.back())];
        queue.pop_back();
        if (moves + candidate.bound >= best_) continue;
        Take(candidate);
        Expand(static_cast<uint32_t>(nodes_.size() - 1), moves);
        ++taken;
        any = true;
      }
      Evaluate(moves);
      if (Spent()) break;
    }
    return any;
  }

  // Makes the candidate's move, on a copy of its parent.
  void Take(const Candidate& candidate) {
    nodes_.push_back(nodes_[candidate.parent]);
    Node<kCells>& node = nodes_.back();
    const int to = node.cell[0];
    const int from = to + geometry_.BlankStep(static_cast<Action>(candidate.action));
    const int tile = node.tile[from];
    node.tile[to] = static_cast<uint8_t>(tile);
    node.tile[from] = 0;
    node.cell[tile] = static_cast<uint8_t>(to);
    node.cell[0] = static_cast<uint8_t>(from);
    node.hash ^= Key(tile, from) ^ Key(tile, to);
    node.entry[candidate.pattern] = candidate.entry;
    node.excess[candidate.pattern] = candidate.excess;
    node.rank = candidate.rank;
    node.bound = candidate.bound;
    node.table = candidate.table;
    node.stage = candidate.stage;
    node.parent = candidate.parent;
    node.action = candidate.action;
  }

  // Where the entry is after `tile` has moved between neighbouring cells.
  static uint32_t EntryAfter(const LookAhead::PatternMoves& moves, uint32_t entry,
                             const uint8_t* tile_on, int tile, int from, int to) {
    const uint32_t own = moves.weight[tile];
    const int step = to - from;
    if (step == moves.along) return entry + own;
    if (step == -moves.along) return entry - own;
    uint32_t change = own;
    const bool down = step == moves.across;
    const uint8_t* const passed = moves.passed[down ? from : to];
    for (int i = 0; i < moves.passes; ++i) {
      const uint32_t other = moves.weight[tile_on[passed[i]]];
      // Another tile before this one takes a cell from this one's digit; one after it gets one.
      change += other > own ? 0 : own + other;
    }
    return down ? entry + change : entry - change;
  }

  // Makes candidates of the node's moves and asks memory for their entries.
  void Expand(uint32_t number, size_t moves) {
    const Node<kCells>& node = nodes_[number];
    const QuickTable& table = tables_[node.table];
    const int blank = node.cell[0];
    ActionMask actions = table.allowed[blank];
    if (node.action != 0xff)
      actions &= static_cast<ActionMask>(~ActionBit(Opposite(static_cast<Action>(node.action))));
    for (; actions != 0; actions &= static_cast<ActionMask>(actions - 1)) {
      const Action action = static_cast<Action>(Lowest(actions));
      const int from = blank + geometry_.BlankStep(action);
      const int tile = node.tile[from];
      if (!m_.found.Improve(node.hash ^ Key(tile, from) ^ Key(tile, blank),
                            static_cast<unsigned>(moves + 1)))
        continue;
      // In its place from the start: a copy right after writing would wait for the fields.
      Candidate& candidate = m_.candidates.emplace_back();
      candidate.parent = number;
      candidate.action = static_cast<uint8_t>(action);
      candidate.rank = node.rank + table.RankChange(node.tile, blank, action);
      candidate.table = node.table;
      candidate.stage = node.stage;
      look_.depths_[node.table].Prefetch(candidate.rank);
      candidate.bound =
          static_cast<uint16_t>(node.bound + Distance(tile, blank) - Distance(tile, from));
      if (patterns_ != 0) {
        const int pattern = look_.patterns_->PatternOf(0, tile);
        candidate.pattern = static_cast<uint8_t>(pattern);
        candidate.entry = EntryAfter(look_.pattern_moves_[static_cast<size_t>(pattern)],
                                     node.entry[pattern], node.tile, tile, from, blank);
        __builtin_prefetch(look_.pattern_moves_[static_cast<size_t>(pattern)].excess +
                           candidate.entry);
      }
    }
  }

  // Reads the entries of the new candidates and puts those that may lead to a shorter solution into
  // the queue of `moves` + 1.
  void Evaluate(size_t moves) {
    std::vector<uint64_t>& queue = m_.queues[moves + 1];
    const size_t first = evaluated_;
    size_t kept = first;
    for (size_t i = first; i < m_.candidates.size(); ++i) {
      Candidate& candidate = m_.candidates[i];
      const Node<kCells>& node = nodes_[candidate.parent];
      if (patterns_ != 0) {
        ++lookups_;
        const int excess = look_.pattern_moves_[candidate.pattern].excess[candidate.entry];
        candidate.bound = static_cast<uint16_t>(candidate.bound + 2 * excess -
                                                2 * node.excess[candidate.pattern]);
        candidate.excess = static_cast<uint8_t>(excess);
      }
      ++lookups_;
      int depth = look_.depths_[candidate.table].Of(candidate.rank);
      if (moves + 1 + static_cast<size_t>(std::max<int>(candidate.bound, depth)) >= best_) continue;
      if (depth == Depths::kNone) continue;
      if (depth == 0 && !EndOfStage(node, moves + 1, &candidate, &depth)) continue;
      const int promise = LookAhead::kOne * candidate.bound + LookAhead::kOne * depth +
                          look_.stages_[candidate.stage].later;
      if (kept != i) m_.candidates[kept] = candidate;
      queue.push_back(static_cast<uint64_t>(promise) << 32 | kept);
      std::push_heap(queue.begin(), queue.end(), std::greater<>());
      ++kept;
    }
    m_.candidates.resize(kept);
    evaluated_ = kept;
    if (kept != first) deepest_ = std::max(deepest_, moves + 1);
  }

  // A candidate that has finished its stage goes on to the next, or is a solution. Returns whether
  // there is something left to do with it.
  bool EndOfStage(const Node<kCells>& node, size_t moves, Candidate* candidate, int* depth) {
    const LookAhead::Root& root = look_.roots_[node.root];
    uint8_t cell_of[kCells];
    std::memcpy(cell_of, node.cell, sizeof(cell_of));
    const int to = node.cell[0];
    const int from = to + geometry_.BlankStep(static_cast<Action>(candidate->action));
    cell_of[node.tile[from]] = static_cast<uint8_t>(to);
    cell_of[0] = static_cast<uint8_t>(from);
    if (!Find(&candidate->stage, root.last_stage, cell_of, &candidate->table, &candidate->rank,
              depth))
      return false;
    if (candidate->stage != root.last_stage) return true;
    LetterSink sink;
    if (*depth == kUnknownDepth) {
      walker_.Start(tables_[candidate->table], cell_of, candidate->rank);
      while (!walker_.AtGoal() && moves + sink.count < best_)
        if (!walker_.template Step<false>(&sink)) return false;
      lookups_ += sink.count;
    } else {
      sink.count = static_cast<size_t>(*depth);
    }
    if (moves + sink.count >= best_) return false;
    best_ = moves + sink.count;
    best_leaf_ = *candidate;
    best_moves_ = moves;
    return false;
  }

  // The letters of the best solution.
  void Write(const uint8_t* cell_of) {
    std::vector<char>& letters = m_.best;
    letters.resize(best_);
    size_t root = best_root_;
    if (best_leaf_.parent == kNone) {
      LetterSink sink{letters.data(), best_, 0};
      (void)Walk(look_.roots_[root], RootNode(root, cell_of).cell, &sink);
    } else {
      const Candidate leaf = best_leaf_;
      size_t i = best_moves_;
      letters[--i] = Letter(static_cast<Action>(leaf.action));
      for (uint32_t n = leaf.parent; nodes_[n].parent != kNone; n = nodes_[n].parent)
        letters[--i] = Letter(static_cast<Action>(nodes_[n].action));
      Take(leaf);
      const Node<kCells>& node = nodes_.back();
      root = node.root;
      LetterSink sink{letters.data() + best_moves_, best_ - best_moves_, 0};
      walker_.Start(tables_[leaf.table], node.cell, leaf.rank);
      while (!walker_.AtGoal() && walker_.template Step<false>(&sink)) {
      }
    }
    if (look_.roots_[root].reflected) Reflect(letters.data(), letters.size());
  }

  uint64_t Key(int tile, int cell) const {
    return look_.keys_[static_cast<size_t>(tile * kMaxCells + cell)];
  }
  int Distance(int tile, int cell) const {
    return look_.distance_[static_cast<size_t>(tile * kMaxCells + cell)];
  }

  const LookAhead& look_;
  const Geometry geometry_;
  const int cells_;
  const int patterns_;
  const QuickTable* const tables_;
  LookAheadMemory::Parts& m_;
  std::vector<Node<kCells>>& nodes_;
  const Effort effort_;
  const Clock::time_point deadline_;  // where the effort has a limit in time
  uint64_t next_clock_ = 0;
  bool late_ = false;
  uint64_t lookups_ = 0;
  size_t evaluated_ = 0;  // candidates that are, or have been, in a queue
  size_t deepest_ = 0;    // no queue beyond has ever held anything
  // The best solution: Algorithm 2's from a root or, where there is one, that through a leaf.
  size_t best_ = kNoLength;
  size_t best_root_ = 0;
  Candidate best_leaf_ = NoLeaf();
  size_t best_moves_ = 0;  // to the leaf
  QuickWalker<kCells == 16 ? 4 : 0> walker_;

  static Candidate NoLeaf() {
    Candidate none;
    none.parent = kNone;
    return none;
  }
};

LookAhead::~LookAhead() = default;

LookAhead::PatternMoves LookAhead::MovesOf(const PatternTables::Lookup& lookup, Geometry geometry) {
  PatternMoves moves;
  moves.excess = lookup.data;
  for (int j = 0; j < lookup.count; ++j)
    moves.weight[lookup.tile[j]] = static_cast<uint32_t>(lookup.weight[j]);
  uint8_t board_cell[kMaxCells] = {};  // of a cell of the table
  for (int cell = 0; cell < geometry.cells(); ++cell)
    board_cell[lookup.cell[cell]] = static_cast<uint8_t>(cell);
  moves.along = board_cell[1] - board_cell[0];
  moves.across = board_cell[geometry.width] - board_cell[0];
  moves.passes = geometry.width - 1;
  for (int upper = 0; upper + geometry.width < geometry.cells(); ++upper)
    for (int i = 0; i < moves.passes; ++i)
      moves.passed[board_cell[upper]][i] = board_cell[upper + 1 + i];
  return moves;
}

absl::StatusOr<std::unique_ptr<LookAhead>> LookAhead::Create(const PolicySet& set,
                                                             const Options& options) {
  auto look = std::unique_ptr<LookAhead>(new LookAhead(set));
  const SetInfo& info = set.info();
  const absl::Span<const TableInfo> tables = set.source().tables();
  look->geometry_ = info.geometry;
  const int cells = info.geometry.cells();
  const absl::StatusOr<Plan> plan = ParsePlan(info.geometry, info.plan);
  if (!plan.ok()) return plan.status();  // the source has checked it
  if (plan->staged() == nullptr)
    return absl::FailedPreconditionError(absl::StrCat(
        set.source().name(), ": the plan ", info.plan,
        " has no stages to solve by; build a set that has, such as --plan '1-5/rest + ", info.plan,
        "'"));
  if (absl::Status status = set.PrepareAll(); !status.ok()) return status;

  const bool has_patterns =
      std::any_of(plan->parts.begin(), plan->parts.end(),
                  [](const PlanPart& part) { return part.metric == Metric::kPattern; });
  uint64_t used = 0;
  if (has_patterns) {
    PatternTablesOptions wanted;
    wanted.threads = options.threads;
    wanted.memory_bytes = options.memory_bytes;
    auto patterns = PatternTables::Create(set.shared_source(), wanted);
    if (!patterns.ok()) return patterns.status();
    look->patterns_ = *std::move(patterns);
    used = look->patterns_->memory_bytes();
    if (look->patterns_->patterns() > kMostPatterns) look->patterns_ = nullptr;
  }
  for (int p = 0; look->patterns_ != nullptr && p < look->patterns_->patterns(); ++p)
    look->pattern_moves_.push_back(MovesOf(look->patterns_->lookup(0, p), info.geometry));

  const bool square = info.geometry.width == info.geometry.height;
  look->depths_.resize(tables.size());
  look->stages_.resize(info.stages.size());
  for (const PlanPart& part : plan->parts) {
    if (part.metric != Metric::kMoves) continue;
    const size_t last = part.first_stage + part.stage_count - 1;
    double later = 0;
    bool searched = true;
    for (size_t s = last + 1; s-- > part.first_stage;) {
      Stage& stage = look->stages_[s];
      stage.first_table = info.stages[s].first_table;
      stage.table_count = info.stages[s].table_count;
      stage.later = static_cast<int>(later * kOne + 0.5);
      later += tables[stage.first_table].mean_depth();
      for (uint32_t i = stage.first_table; i < stage.first_table + stage.table_count; ++i) {
        if (s == last && tables[i].entries > kMostLastEntries) continue;
        if (tables[i].max_depth() > Depths::kMaxDepth) {
          if (s != last) searched = false;
          continue;
        }
        if (!look->depths_[i].empty()) continue;
        const uint64_t bytes = tables[i].entries;
        if (options.memory_bytes - std::min(used, options.memory_bytes) < bytes ||
            !look->depths_[i].Fill(set.quick_tables()[i]))
          return absl::ResourceExhaustedError(
              absl::StrCat(set.source().name(), ": the depths of ", ToString(tables[i].subproblem),
                           " need ", bytes, " bytes of memory, and ", used, " of the ",
                           options.memory_bytes, " allowed are in use"));
        used += bytes;
      }
    }
    for (const bool reflected : {false, true})
      if (!reflected || square)
        look->roots_.push_back({reflected, searched, part.first_stage, last});
  }

  Random random(1);
  look->keys_.resize(kMaxCells * kMaxCells);
  look->distance_.resize(kMaxCells * kMaxCells);
  for (int tile = 1; tile < cells; ++tile)
    for (int cell = 0; cell < cells; ++cell) {
      const size_t at = static_cast<size_t>(tile * kMaxCells + cell);
      look->keys_[at] = random.Next();
      look->distance_[at] = static_cast<uint8_t>(info.geometry.Distance(cell, tile - 1));
    }
  for (int cell = 0; cell < cells; ++cell)
    look->reflection_.push_back(static_cast<uint8_t>(
        square ? info.geometry.Column(cell) * info.geometry.width + info.geometry.Row(cell)
               : cell));
  return look;
}

uint64_t LookAhead::memory_bytes() const {
  uint64_t bytes = patterns_ == nullptr ? 0 : patterns_->memory_bytes();
  for (const Depths& depths : depths_) bytes += depths.size();
  return bytes;
}

void LookAhead::Solve(const Effort& effort, LookAheadMemory* memory, QuickBoard* board,
                      uint64_t* lookups) const {
  if (effort.none()) {
    set_.SolveLetters(board);
    if (lookups != nullptr) *lookups = board->count;
    return;
  }
  board->count = 0;
  uint8_t cell_of[kMaxCells];
  board->code = ReadPositions(geometry_, board->cells, cell_of);
  if (board->code != TILEBASE_OK) return;
  LookAheadMemory::Parts& m = *memory->parts_;
  const auto search = [&](auto run) {
    if (!run.Run(cell_of)) board->code = TILEBASE_ERROR_DAMAGED;
    if (lookups != nullptr) *lookups = run.lookups();
  };
  if (geometry_ == Geometry{4, 4})
    search(LookAheadSearch<16>(*this, effort, &m));
  else if (geometry_ == Geometry{5, 5})
    search(LookAheadSearch<25>(*this, effort, &m));
  else
    search(LookAheadSearch<kMaxCells>(*this, effort, &m));
  if (board->code != TILEBASE_OK) return;
  board->count = m.best.size();
  if (board->count > board->capacity) board->code = TILEBASE_ERROR_BUFFER;
  std::copy_n(m.best.data(), std::min(board->count, board->capacity), board->letters);
}

}  // namespace tilebase
