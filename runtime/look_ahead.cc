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
constexpr int kTaken = 4;
// The clock is looked at after so many look-ups.
constexpr uint64_t kClockLookups = 16;
constexpr uint32_t kNone = UINT32_MAX;

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
  std::vector<char> best, other;
};

LookAheadMemory::LookAheadMemory() : parts_(std::make_unique<Parts>()) {}
LookAheadMemory::~LookAheadMemory() = default;
LookAheadMemory::LookAheadMemory(LookAheadMemory&&) noexcept = default;
LookAheadMemory& LookAheadMemory::operator=(LookAheadMemory&&) noexcept = default;

// One board's search. kCells: the board's cells, or kMaxCells for any.
template <int kCells>
class LookAheadSearch {
 public:
  using Clock = std::chrono::steady_clock;

  // `start` is when the effort began, `lookups` what it has used already.
  LookAheadSearch(const LookAhead& look, const Effort& effort, Clock::time_point start,
                  uint64_t lookups, LookAheadMemory::Parts* memory)
      : look_(look),
        geometry_(look.geometry_),
        cells_(kCells == kMaxCells ? geometry_.cells() : kCells),
        patterns_(look.patterns_ == nullptr ? 0 : look.patterns_->patterns()),
        tables_(look.set_.quick_tables().data()),
        m_(*memory),
        nodes_(Nodes(memory)),
        effort_(effort),
        deadline_(start + std::chrono::microseconds(effort.microseconds)),
        lookups_(lookups) {}

  // Looks for a solution of fewer than `best` moves. Returns whether there is one, then in
  // memory->best.
  bool Run(const uint8_t* cell_of, size_t best) {
    best_ = best;
    nodes_.clear();
    m_.candidates.clear();
    m_.found.Clear();
    for (auto& queue : m_.queues) queue.clear();
    if (m_.queues.size() < best + 1) m_.queues.resize(best + 1);
    for (size_t i = 0; i < look_.roots_.size(); ++i)
      if (look_.roots_[i].searched) AddRoot(i, cell_of);
    while (!Spent() && Round()) {
    }
    if (best_leaf_.parent == kNone) return false;
    Write();
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

  void AddRoot(size_t number, const uint8_t* cell_of) {
    const LookAhead::Root& root = look_.roots_[number];
    Node<kCells> node;
    node.root = static_cast<uint8_t>(number);
    for (int t = 0; t < cells_; ++t) {
      const uint8_t cell = root.reflected ? look_.reflection_[cell_of[t]] : cell_of[t];
      const int tile = t != 0 && root.reflected ? look_.reflection_[t - 1] + 1 : t;
      node.tile[cell] = static_cast<uint8_t>(tile);
      node.cell[tile] = cell;
    }
    node.hash = number * 0x9e3779b97f4a7c15;
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
    if (!Advance(root, node.cell, &node.stage, &node.table, &node.rank, &depth)) return;
    if (node.stage == root.last_stage) return;  // Algorithm 2 has found what there is
    m_.found.Improve(node.hash, 0);
    nodes_.push_back(node);
    Expand(static_cast<uint32_t>(nodes_.size() - 1), 0);
    Evaluate(0);
  }

  // Finds the stage that a board is in, from *stage on, and its table there. `depth` is 0 in the
  // last stage. Returns false where no table can solve the board.
  bool Advance(const LookAhead::Root& root, const uint8_t* cell_of, uint16_t* stage,
               uint16_t* table, uint64_t* rank, int* depth) {
    for (;; ++*stage) {
      const LookAhead::Stage& at = look_.stages_[*stage];
      const bool last = *stage == root.last_stage;
      bool solvable = false;
      for (uint32_t i = at.first_table; i < at.first_table + at.table_count; ++i) {
        *rank = tables_[i].Rank(cell_of);
        ++lookups_;
        *depth = last ? 0 : look_.depths_[i].Of(*rank);
        if (last ? !tables_[i].table.IsReachable(*rank) : *depth == Depths::kNone) continue;
        *table = static_cast<uint16_t>(i);
        solvable = true;
        break;
      }
      if (!solvable) return false;
      if (last || *depth != 0) return true;
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
      Candidate candidate;
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
        look_.patterns_->Prefetch(0, pattern, candidate.entry);
      }
      m_.candidates.push_back(candidate);
    }
  }

  // Reads the entries of the new candidates and puts those that may lead to a shorter solution into
  // the queue of `moves` + 1.
  void Evaluate(size_t moves) {
    std::vector<uint64_t>& queue = m_.queues[moves + 1];
    const size_t first = evaluated_;
    size_t kept = first;
    for (size_t i = first; i < m_.candidates.size(); ++i) {
      Candidate candidate = m_.candidates[i];
      const Node<kCells>& node = nodes_[candidate.parent];
      if (patterns_ != 0) {
        ++lookups_;
        const int excess = look_.patterns_->Excess(0, candidate.pattern, candidate.entry);
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
      m_.candidates[kept] = candidate;
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
    if (!Advance(root, cell_of, &candidate->stage, &candidate->table, &candidate->rank, depth))
      return false;
    if (candidate->stage != root.last_stage) return true;
    LetterSink sink;
    walker_.Start(tables_[candidate->table], cell_of, candidate->rank);
    bool sound = true;
    while (sound && !walker_.AtGoal() && moves + sink.count < best_)
      sound = walker_.template Step<false>(&sink);
    lookups_ += sink.count;
    if (!sound || moves + sink.count >= best_) return false;
    best_ = moves + sink.count;
    best_leaf_ = *candidate;
    best_moves_ = moves;
    return false;
  }

  // The letters of the best solution.
  void Write() {
    std::vector<char>& letters = m_.best;
    letters.resize(best_);
    const Candidate leaf = best_leaf_;
    size_t i = best_moves_;
    letters[--i] = Letter(static_cast<Action>(leaf.action));
    for (uint32_t n = leaf.parent; nodes_[n].parent != kNone; n = nodes_[n].parent)
      letters[--i] = Letter(static_cast<Action>(nodes_[n].action));
    Take(leaf);
    const Node<kCells>& node = nodes_.back();
    LetterSink sink{letters.data() + best_moves_, best_ - best_moves_, 0};
    walker_.Start(tables_[leaf.table], node.cell, leaf.rank);
    while (!walker_.AtGoal() && walker_.template Step<false>(&sink)) {
    }
    if (look_.roots_[node.root].reflected) Reflect(letters.data(), letters.size());
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
  uint64_t lookups_;
  size_t evaluated_ = 0;  // candidates that are, or have been, in a queue
  size_t deepest_ = 0;    // no queue beyond has ever held anything
  size_t best_ = 0;
  Candidate best_leaf_ = NoLeaf();
  size_t best_moves_ = 0;
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
    bool shallow = true;
    for (size_t s = last + 1; s-- > part.first_stage;) {
      Stage& stage = look->stages_[s];
      stage.first_table = info.stages[s].first_table;
      stage.table_count = info.stages[s].table_count;
      stage.later = static_cast<int>(later * kOne + 0.5);
      later += tables[stage.first_table].mean_depth();
      if (s == last) continue;
      for (uint32_t i = stage.first_table; i < stage.first_table + stage.table_count; ++i) {
        if (tables[i].max_depth() > Depths::kMaxDepth) shallow = false;
        if (!shallow || !look->depths_[i].empty()) continue;
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
        look->roots_.push_back({reflected, shallow, look->solvers_.size(), part.first_stage, last});
    look->solvers_.emplace_back(
        info.geometry, set.quick_tables().data(),
        std::vector<StageInfo>(info.stages.begin() + static_cast<ptrdiff_t>(part.first_stage),
                               info.stages.begin() + static_cast<ptrdiff_t>(last + 1)),
        nullptr, nullptr);
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
  const std::chrono::steady_clock::time_point start = effort.microseconds == 0
                                                          ? std::chrono::steady_clock::time_point()
                                                          : std::chrono::steady_clock::now();
  LookAheadMemory::Parts& m = *memory->parts_;
  uint64_t used = 0;
  size_t best = 0;
  // Algorithm 2, by every part and in every view.
  for (size_t i = 0; i < roots_.size(); ++i) {
    const Root& root = roots_[i];
    if (i != 0 && used >= effort.lookups) break;
    uint8_t cells[kMaxCells];
    QuickBoard walk;
    walk.cells = board->cells;
    if (root.reflected) {
      for (int cell = 0; cell < geometry_.cells(); ++cell) {
        const int tile = board->cells[cell];
        cells[reflection_[cell]] = static_cast<uint8_t>(tile == 0 ? 0 : reflection_[tile - 1] + 1);
      }
      walk.cells = cells;
    }
    do {
      m.other.resize(std::max({m.other.size(), walk.count, size_t{1}}));
      walk.letters = m.other.data();
      walk.capacity = m.other.size();
      solvers_[root.part].Solve(&walk);
    } while (walk.code == TILEBASE_ERROR_BUFFER);
    if (i == 0 && walk.code != TILEBASE_OK) {
      board->code = walk.code;
      board->count = 0;
      return;
    }
    used += walk.count;
    if (walk.code != TILEBASE_OK || (i != 0 && walk.count >= best)) continue;
    best = walk.count;
    m.best.assign(walk.letters, walk.letters + walk.count);
    if (root.reflected) Reflect(m.best.data(), m.best.size());
  }
  if (used < effort.lookups && best != 0) {
    uint8_t cell_of[kMaxCells];
    for (int cell = 0; cell < geometry_.cells(); ++cell)
      cell_of[board->cells[cell]] = static_cast<uint8_t>(cell);
    const auto search = [&](auto run) {
      run.Run(cell_of, best);
      used = run.lookups();
    };
    switch (geometry_.cells()) {
      case 16:
        search(LookAheadSearch<16>(*this, effort, start, used, &m));
        break;
      case 25:
        search(LookAheadSearch<25>(*this, effort, start, used, &m));
        break;
      default:
        search(LookAheadSearch<kMaxCells>(*this, effort, start, used, &m));
    }
  }
  board->count = m.best.size();
  board->code = board->count <= board->capacity ? TILEBASE_OK : TILEBASE_ERROR_BUFFER;
  std::copy_n(m.best.data(), std::min(board->count, board->capacity), board->letters);
  if (lookups != nullptr) *lookups = used;
}

}  // namespace tilebase
