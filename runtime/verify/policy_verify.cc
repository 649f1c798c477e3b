// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Checks policy tables against a search of its own.
//
// It finds every state's depth again, level by level from the goals. Then an entry is right if it
// leads to a state one move nearer, and if it is marked unreachable exactly when no level reached
// it. Depths are kept modulo 3, so that a table may have two entries for each byte of memory. That
// is enough to compare neighbours, whose depths differ by at most one.
//
// A word has a bit for each way that the last few tiles can lie on the cells that the blank and the
// tiles before leave them. These cells are numbered among one another: the positions. A move takes
// one position out of this list and inserts it elsewhere. So it maps the words of a head, the blank
// and the tiles before, to those of another head, and permutes the bits of all words in the same
// way. A word's neighbours never have the blank on a cell of the word's own colour, so a level goes
// through the colours one after another and never reads what another thread writes.

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <mutex>
#include <new>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/verify/states.h"
#include "runtime/verify/verify.h"
#include "tables/plan.h"
#include "tables/system/huge_bytes.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

using verify::States;

// Compilers for 64-bit machines have it.
__extension__ typedef unsigned __int128 Word128;

constexpr int kNoEntry = -1;
constexpr uint64_t kWordsOfBlock = 1 << 9;  // the least number of words searched together
constexpr int kMostNeighbours = 14;         // of a state, on 8x8 in the metric mtm
constexpr int kMostSteps = 7;               // steps to a neighbour

// How many of the last tiles a word covers, and in how many orders they can be: as many tiles as
// fill half of a word.
struct Tail {
  Tail(int free, int tracked) {
    int some = 1;
    bool fills = false;
    for (int i = 1; i <= tracked; ++i) {
      some *= free - tracked - 1 + i;
      if (some > 128) return;
      const int needed = some <= 16 ? 16 : some <= 32 ? 32 : some <= 64 ? 64 : 128;
      if (fills && 2 * some < needed) continue;
      fills = 2 * some >= needed;
      tiles = i;
      orders = some;
      bits = needed;
    }
  }
  int tiles = 0;
  int orders = 1;
  int bits = 16;  // of the word
};

template <typename Word>
class LevelVerifier final : public PolicyVerifier {
 public:
  LevelVerifier(const TableInfo& info, const Tail& tail)
      : info_(info),
        is_mtm_(info.metric == Metric::kMtm),
        states_(info.subproblem),
        free_(static_cast<int>(states_.free().size())),
        head_(states_.tracked() + 1 - tail.tiles),
        positions_(free_ - head_),
        tail_(tail),
        goals_(states_.Goals()) {
    FindNeighbours();
    FindPermutations();
    weights_.assign(static_cast<size_t>(head_) + 1, 1);
    for (int i = head_; i-- > 0;) weights_[at(i)] = weights_[at(i + 1)] * at(free_ - i);
    while (depth_of_block_ < head_ && weights_[at(depth_of_block_ + 1)] >= kWordsOfBlock)
      ++depth_of_block_;
    blocks_ = words() / weights_[at(depth_of_block_)];
  }

  void Search(const VerifyOptions& options) {
    if (!memory_.Allocate(words() * sizeof(Codes))) throw std::bad_alloc();
    const size_t threads = Threads(options);
    ForEachBlock(threads, [&](uint64_t block) {
      const uint64_t size = weights_[at(depth_of_block_)];
      std::memset(static_cast<void*>(&codes(block * size)), 0xff, size * sizeof(Codes));
    });
    for (std::vector<uint8_t>& fresh : fresh_) fresh.assign(blocks_, 0);
    full_.assign(blocks_, 0);
    for (const uint64_t goal : goals_) {
      const uint64_t word = goal / orders();
      SetDepth(0, static_cast<Word>(Word{1} << goal % orders()), &codes(word));
      fresh_[0][word / weights_[at(depth_of_block_)]] = 1;
    }
    counts_ = {goals_.size()};
    for (uint64_t all = goals_.size(); counts_.back() != 0; all += counts_.back()) {
      if (options.progress) options.progress(all);
      SearchLevel(threads);
    }
    counts_.pop_back();
  }

  bool Check(uint64_t begin, uint64_t end, const uint8_t* entries,
             const uint8_t* reachable) override {
    bool right = true;
    const uint64_t size = weights_[at(depth_of_block_)];
    const uint64_t first = begin / orders(), last = (end - 1) / orders();
    for (uint64_t block = first / size; block <= last / size; ++block)
      Walk(
          block, first, last + 1, [](uint64_t) { return true; },
          [&](uint64_t word, const Neighbours& neighbours) {
            right &= CheckWord(word, neighbours, begin, end, entries, reachable);
          });
    return right;
  }

  absl::Status Verdict() const override {
    if (wrong_rank_ == UINT64_MAX) return absl::OkStatus();
    return Error(absl::StrCat(states_.Describe(wrong_rank_), wrong_));
  }

  absl::Status VerdictOnCounts() const override {
    for (size_t depth = 0; depth < std::max(counts_.size(), info_.histogram.size()); ++depth) {
      const uint64_t expected = depth < info_.histogram.size() ? info_.histogram[depth] : 0;
      const uint64_t found = depth < counts_.size() ? counts_[depth] : 0;
      if (expected != found)
        return Error(absl::StrCat("the header counts ", expected, " entries at depth ", depth,
                                  ", the table has ", found));
    }
    if (counts_.size() != info_.histogram.size())
      return Error(absl::StrCat("no entry has the header's greatest depth, ", info_.max_depth()));
    return absl::OkStatus();
  }

 private:
  // Depths modulo 3 of the states of a word, in two bits each; both bits are set if the depth is
  // unknown.
  struct Codes {
    Word low, high;
  };
  // A position is taken out of the list and inserted as number `to`.
  struct Step {
    uint8_t from, to;
  };
  // The word that a move leads to, and its permutation of positions.
  struct Neighbour {
    uint64_t word;
    int steps;
    Step step[kMostSteps];
  };
  struct Neighbours {
    int blank;  // place of the blank
    int count;
    Neighbour of[kMostNeighbours];
  };
  using Permuted = std::array<std::array<Word, 16>, 2 * sizeof(Word)>;

  static size_t at(int i) { return static_cast<size_t>(i); }
  uint64_t words() const { return weights_[0]; }
  uint64_t orders() const { return at(tail_.orders); }
  Codes& codes(uint64_t word) { return reinterpret_cast<Codes*>(memory_.data())[word]; }
  const Codes& codes(uint64_t word) const {
    return reinterpret_cast<const Codes*>(memory_.data())[word];
  }
  size_t Threads(const VerifyOptions& options) const {
    const size_t wanted = at(std::clamp(options.threads, 1, VerifyOptions::kMaxThreads));
    return static_cast<size_t>(std::min<uint64_t>(blocks_, wanted));
  }

  absl::Status Error(const std::string& what) const {
    return absl::DataLossError(absl::StrCat(TableName(info_), ": ", what));
  }

  // Finds, for each place of the blank, where moves take it and which entries name them.
  void FindNeighbours() {
    for (int place = 0; place < free_; ++place) {
      Neighbours all = {place, 0, {}};
      std::array<int, 16> entries;
      entries.fill(kNoEntry);
      const int row = states_.free()[at(place)] / states_.width();
      const int column = states_.free()[at(place)] % states_.width();
      const auto add = [&](Action action, int down, int right) {
        Neighbour neighbour = {};
        int blank = place;
        for (int far = 1; states_.IsFree(row + far * down, column + far * right); ++far) {
          const int to_row = row + far * down, to_column = column + far * right;
          const int to = states_.place(to_row * states_.width() + to_column);
          // The tile there moves to where the blank was; places behind the blank count one less.
          neighbour.step[neighbour.steps++] = {static_cast<uint8_t>(to - (to > blank)),
                                               static_cast<uint8_t>(blank - (blank > to))};
          blank = to;
          neighbour.word = static_cast<uint64_t>(to);
          const int entry = !is_mtm_    ? static_cast<int>(action)
                            : down == 0 ? to_column
                                        : states_.width() + to_row;
          entries[at(entry)] = all.count;
          all.of[all.count++] = neighbour;
          if (!is_mtm_) break;
        }
      };
      add(Action::kLeft, 0, 1);
      add(Action::kRight, 0, -1);
      add(Action::kUp, 1, 0);
      add(Action::kDown, -1, 0);
      neighbours_.push_back(all);
      by_entry_.push_back(entries);
      colours_.push_back((row + column) % colour_count());
    }
  }
  // Two cells of one colour are never one move apart.
  int colour_count() const { return is_mtm_ ? std::max(states_.width(), states_.height()) : 2; }

  // Returns where position `position` is after a step. *step becomes the step among the positions
  // that remain when this one is taken.
  static int Pass(int position, Step* step) {
    if (position == step->from) {
      position = step->to;
      *step = {0, 0};
      return position;
    }
    const int others = position - (position > step->from);
    const int after = others + (others >= step->to);
    step->from = static_cast<uint8_t>(step->from - (position < step->from));
    step->to = static_cast<uint8_t>(step->to - (after < step->to));
    return after;
  }

  // Puts the next tile of the head on a position of `radix`.
  static void Place(int position, uint64_t radix, Neighbour* neighbour) {
    for (int i = 0; i < neighbour->steps; ++i) position = Pass(position, &neighbour->step[i]);
    neighbour->word = neighbour->word * radix + static_cast<uint64_t>(position);
  }

  // By step and four bits of a word: the states that lead to these.
  void FindPermutations() {
    permuted_.resize(at(positions_ * positions_));
    for (int from = 0; from < positions_; ++from)
      for (int to = 0; to < positions_; ++to) {
        if (from == to || std::abs(from - to) >= states_.width()) continue;
        Permuted& permuted = permuted_[at(from * positions_ + to)];
        permuted = {};
        for (int order = 0; order < tail_.orders; ++order) {
          Step step = {static_cast<uint8_t>(from), static_cast<uint8_t>(to)};
          const int after = Permute(order, tail_.tiles, &step);
          for (size_t four = 0; four < 16; ++four)
            if (four >> after % 4 & 1) permuted[at(after / 4)][four] |= Word{1} << order;
        }
      }
  }

  // Returns the order that a step makes of an order of the last `tiles` tiles.
  int Permute(int order, int tiles, Step* step) const {
    int digits[kMaxCells];
    const int fewest = positions_ - tiles;  // the last tile has one position more
    for (int i = tiles; i-- > 0; order /= fewest + tiles - i)
      digits[i] = order % (fewest + tiles - i);
    int after = 0;
    for (int i = 0; i < tiles; ++i) after = after * (fewest + tiles - i) + Pass(digits[i], step);
    return after;
  }

  // Returns the states of a word that the move leads to states in `there`.
  Word Pull(const Neighbour& neighbour, Word there) const {
    for (int i = neighbour.steps; i-- > 0;) {
      const Step step = neighbour.step[i];
      if (step.from == step.to) continue;
      const Permuted& permuted = permuted_[at(step.from * positions_ + step.to)];
      Word here = 0;
      for (size_t four = 0; 4 * four < orders(); ++four)
        here |= permuted[four][static_cast<size_t>(there >> (4 * four)) & 15];
      there = here;
    }
    return there;
  }

  // Returns the states whose depth modulo 3 is `depth` modulo 3.
  static Word AtDepth(size_t depth, const Codes& codes) {
    const Word low = static_cast<Word>(depth % 3 == 1 ? codes.low : ~codes.low);
    return low & static_cast<Word>(depth % 3 == 2 ? codes.high : ~codes.high);
  }
  // Requires states whose depth is unknown.
  static void SetDepth(size_t depth, Word states, Codes* codes) {
    if (depth % 3 != 1) codes->low &= static_cast<Word>(~states);
    if (depth % 3 != 2) codes->high &= static_cast<Word>(~states);
  }

  template <typename Work>
  void ForEachBlock(size_t threads, Work work) const {
    std::atomic<uint64_t> next{0};
    ParallelFor(threads, [&](size_t) {
      for (uint64_t block; (block = next.fetch_add(1)) < blocks_;) work(block);
    });
  }

  // Returns the neighbours of a block, which are blocks.
  Neighbours OfBlock(uint64_t block) const {
    int digits[kMaxCells];
    for (int i = depth_of_block_ - 1; i > 0; block /= at(free_ - i), --i)
      digits[i] = static_cast<int>(block % at(free_ - i));
    Neighbours neighbours = neighbours_[block];  // only the first digit remains
    for (int i = 1; i < depth_of_block_; ++i)
      for (int n = 0; n < neighbours.count; ++n) Place(digits[i], at(free_ - i), &neighbours.of[n]);
    return neighbours;
  }

  // Calls visit(word, its neighbours) for the wanted words `begin` .. `end`-1 of a block.
  template <typename Want, typename Visit>
  void Walk(uint64_t block, uint64_t begin, uint64_t end, Want want, Visit visit) const {
    WalkFrom(depth_of_block_, block, OfBlock(block), begin, end, want, visit);
  }
  template <typename Want, typename Visit>
  void WalkFrom(int depth, uint64_t word, const Neighbours& neighbours, uint64_t begin,
                uint64_t end, Want want, Visit visit) const {
    if (depth == head_) {
      if (word >= begin && word < end && want(word)) visit(word, neighbours);
      return;
    }
    const int radix = free_ - depth;
    const uint64_t weight = weights_[at(depth + 1)];
    for (int position = 0; position < radix; ++position) {
      const uint64_t next = word * at(radix) + at(position);
      if (next * weight >= end || (next + 1) * weight <= begin) continue;
      if (depth + 1 == head_ && !want(next)) continue;
      Neighbours placed;
      placed.blank = neighbours.blank;
      placed.count = neighbours.count;
      for (int n = 0; n < neighbours.count; ++n) {
        placed.of[n] = neighbours.of[n];
        Place(position, at(radix), &placed.of[n]);
      }
      WalkFrom(depth + 1, next, placed, begin, end, want, visit);
    }
  }

  // Adds the next level.
  void SearchLevel(size_t threads) {
    const size_t level = counts_.size() - 1;
    const std::vector<uint8_t>& fresh = fresh_[level % 3];
    std::vector<uint8_t>& next_fresh = fresh_[(level + 1) % 3];
    std::fill(next_fresh.begin(), next_fresh.end(), uint8_t{0});
    std::atomic<uint64_t> found{0};
    const uint64_t blocks_of_blank = blocks_ / at(free_);
    for (int colour = 0; colour < colour_count(); ++colour)
      ForEachBlock(threads, [&](uint64_t block) {
        if (full_[block] || colours_[block / blocks_of_blank] != colour) return;
        const Neighbours neighbours = OfBlock(block);
        bool any = false;
        for (int n = 0; n < neighbours.count; ++n) any |= fresh[neighbours.of[n].word] != 0;
        if (!any) return;
        const uint64_t found_here = SearchBlock(level, block);
        next_fresh[block] = found_here != 0;
        found.fetch_add(found_here, std::memory_order_relaxed);
      });
    counts_.push_back(found);
  }

  uint64_t SearchBlock(size_t level, uint64_t block) {
    uint64_t found = 0;
    Word left = 0;  // states of unknown depth
    const Word all =
        static_cast<Word>(static_cast<Word>(~Word{0}) >> (8 * sizeof(Word) - orders()));
    Walk(
        block, 0, words(),
        [&](uint64_t word) { return (codes(word).low & codes(word).high & all) != 0; },
        [&](uint64_t word, const Neighbours& neighbours) {
          Word reached = 0;
          for (int n = 0; n < neighbours.count; ++n) {
            const Word there = AtDepth(level, codes(neighbours.of[n].word));
            if (there != 0) reached |= Pull(neighbours.of[n], there);
          }
          Codes& own = codes(word);
          const Word unknown = own.low & own.high & all;
          reached &= unknown;
          left |= unknown & static_cast<Word>(~reached);
          if (reached == 0) return;
          SetDepth(level + 1, reached, &own);
          found += static_cast<uint64_t>(Count(reached));
        });
    full_[block] = left == 0;
    return found;
  }

  static int Count(Word word) {
    if constexpr (sizeof(Word) > 8)
      return std::popcount(static_cast<uint64_t>(word)) +
             std::popcount(static_cast<uint64_t>(word >> 64));
    else
      return std::popcount(word);
  }

  bool CheckWord(uint64_t word, const Neighbours& neighbours, uint64_t begin, uint64_t end,
                 const uint8_t* entries, const uint8_t* reachable) {
    const Codes& own = codes(word);
    // For each neighbour, the states that are one move nearer there.
    std::array<Word, kMostNeighbours> nearer;
    for (int n = 0; n < neighbours.count; ++n) {
      const Neighbour& neighbour = neighbours.of[n];
      const Codes& there = codes(neighbour.word);
      const Codes pulled = {Pull(neighbour, there.low), Pull(neighbour, there.high)};
      nearer[at(n)] = 0;
      for (size_t depth = 0; depth < 3; ++depth)
        nearer[at(n)] |= AtDepth(depth, own) & AtDepth(depth + 2, pulled);
    }
    const std::array<int, 16>& by_entry = by_entry_[at(neighbours.blank)];
    const Word unknown = own.low & own.high;
    const uint64_t first = word * orders();
    bool right = true;
    for (uint64_t rank = std::max(first, begin); rank < std::min(first + orders(), end); ++rank) {
      const uint64_t i = rank - begin, bit = rank - first;
      const int entry =
          is_mtm_ ? entries[i >> 1] >> (4 * (i & 1)) & 15 : entries[i >> 2] >> (2 * (i & 3)) & 3;
      const bool marked = is_mtm_ ? entry == ColumnOf(neighbours.blank)
                                  : reachable != nullptr && !(reachable[i >> 3] >> (i & 7) & 1);
      const int neighbour = by_entry[at(entry)];
      if (!marked && neighbour != kNoEntry && (nearer[at(neighbour)] >> bit & 1)) continue;
      const char* const wrong =
          Judge(rank, neighbours.blank, entry, marked, (unknown >> bit & 1) == 0);
      if (wrong == nullptr) continue;
      right = false;
      const std::lock_guard<std::mutex> lock(mutex_);
      if (rank >= wrong_rank_) continue;
      wrong_rank_ = rank;
      wrong_ = wrong;
    }
    return right;
  }

  int ColumnOf(int place) const { return states_.free()[at(place)] % states_.width(); }
  int RowOf(int place) const { return states_.free()[at(place)] / states_.width(); }

  // Returns what is wrong with an entry that leads to no nearer state; null if nothing is.
  const char* Judge(uint64_t rank, int blank, int entry, bool marked, bool solvable) const {
    if (!solvable) return marked ? nullptr : ": marked reachable, but cannot be solved";
    if (marked) return ": marked unreachable, but can be solved";
    if (std::binary_search(goals_.begin(), goals_.end(), rank)) {
      if (!is_mtm_ || entry == states_.width() + RowOf(blank)) return nullptr;
      return ": a goal state has another entry than the blank's own row";
    }
    return by_entry_[at(blank)][at(entry)] == kNoEntry
               ? ": its entry is no move of this state"
               : ": its entry does not lead one move nearer to the goal";
  }

  const TableInfo& info_;
  const bool is_mtm_;
  const States states_;
  const int free_;       // number of cells
  const int head_;       // number of objects: the blank, and all tiles but the last few
  const int positions_;  // number of positions that these leave
  const Tail tail_;
  const std::vector<uint64_t> goals_;   // ranks, ascending
  std::vector<Neighbours> neighbours_;  // by place of the blank; their words are places as well
  std::vector<std::array<int, 16>> by_entry_;  // likewise: index of the neighbour
  std::vector<int> colours_;                   // likewise
  std::vector<Permuted> permuted_;             // by step
  std::vector<uint64_t> weights_;              // how many words share their first i objects
  int depth_of_block_ = 1;                     // how many objects the words of a block share
  uint64_t blocks_ = 0;
  HugeBytes memory_;               // Codes of all words
  std::vector<uint8_t> fresh_[3];  // by level modulo 3 and block: it has states of that level
  std::vector<uint8_t> full_;      // by block: whether all depths are known
  std::vector<uint64_t> counts_;   // states by depth
  std::mutex mutex_;               // guards:
  uint64_t wrong_rank_ = UINT64_MAX;
  const char* wrong_ = "";
};

template <typename Word>
std::unique_ptr<PolicyVerifier> CreateFor(const TableInfo& info, const Tail& tail,
                                          const VerifyOptions& options) {
  auto verifier = std::make_unique<LevelVerifier<Word>>(info, tail);
  verifier->Search(options);
  return verifier;
}

}  // namespace

std::unique_ptr<PolicyVerifier> PolicyVerifier::Create(const TableInfo& info,
                                                       const VerifyOptions& options) {
  const States states(info.subproblem);
  const Tail tail(static_cast<int>(states.free().size()), states.tracked());
  switch (tail.bits) {
    case 16:
      return CreateFor<uint16_t>(info, tail, options);
    case 32:
      return CreateFor<uint32_t>(info, tail, options);
    case 64:
      return CreateFor<uint64_t>(info, tail, options);
    default:
      return CreateFor<Word128>(info, tail, options);
  }
}

}  // namespace tilebase
