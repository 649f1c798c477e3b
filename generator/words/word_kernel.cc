// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The kernel for any word problem: states one by one.
//
// A level's states push to their neighbours: whoever finds one unset writes the same byte, so it
// does not matter who does. Neighbours' ranks are looked up (word_turns.h) where those tables are
// small. Otherwise a word is made, and what the positions between a move's cells add to the rank is
// counted again; all others keep their share.

#include "generator/words/word_kernel.h"

#include <string.h>

#include <atomic>

#include "generator/words/word_turns.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

constexpr uint64_t kChunk = uint64_t{1} << 16;  // states that a thread takes at a time

// A state and its neighbours. One thread.
class WordCursor {
 public:
  WordCursor(const WordRanking& ranking, const WordMoves& moves, const WordTurns& turns)
      : ranking_(ranking),
        moves_(moves),
        turns_(turns),
        classes_(static_cast<size_t>(ranking.classes())),
        word_(static_cast<size_t>(ranking.open_count())),
        saved_(word_.size()),
        share_(word_.size() + 1),
        before_((word_.size() + 1) * (classes_ + 1)),
        seen_((word_.size() + 1) * (classes_ + 1)) {}

  void Set(uint64_t rank) {
    const uint64_t row = rank / ranking_.slice();
    if (row != row_) SetRow(row);
    arrangement_ = rank - row * ranking_.slice();
    if (!turns_.empty()) {
      turns_.Split(arrangement_, digit_);
      return;
    }
    ranking_.Unrank(rank, word_.data());
    CountShares();
  }

  // Calls visit(rank, move).
  template <typename Visit>
  void ForEachNeighbour(Visit visit) {
    for (const Neighbour& next : neighbours_) {
      uint64_t arrangement = arrangement_;
      if (!next.flat) arrangement = turns_.empty() ? Arrangement(next) : Turned(next);
      visit(next.base + arrangement, next.move);
    }
  }

 private:
  struct Neighbour {
    uint64_t base = 0;  // of the blanks' new row
    WordMove move;
    bool flat = false;          // all runs are sideways: the arrangement stays
    size_t begin = 0, end = 0;  // the cells that change
    std::vector<uint32_t> turns;
  };

  void SetRow(uint64_t row) {
    row_ = row;
    uint16_t blanks[kMaxWordBlanks], after[kMaxWordBlanks];
    ranking_.BlanksOf(row, blanks);
    neighbours_.clear();
    moves_.ForEach(blanks, [&](const WordMove& move) {
      Neighbour next;
      moves_.BlanksAfter(move, blanks, after);
      next.base = ranking_.RowOf(after) * ranking_.slice();
      next.move = move;
      next.flat = true;
      next.begin = word_.size();
      for (int i = 0; i < move.runs; ++i) {
        const WordRun& run = move.run[i];
        next.flat &= run.direction < 2;
        next.begin = std::min<size_t>(next.begin, std::min(run.from, run.to));
        next.end = std::max<size_t>(next.end, std::max(run.from, run.to) + size_t{1});
      }
      if (!turns_.empty()) next.turns = TurnsOf(blanks, move);
      neighbours_.push_back(next);
    });
  }

  // The turns of the tiles that slide up or down, one after another.
  std::vector<uint32_t> TurnsOf(const uint16_t* blanks, const WordMove& move) const {
    std::vector<uint32_t> turns;
    std::vector<bool> is_blank(word_.size());
    for (int i = 0; i < ranking_.blanks(); ++i) is_blank[blanks[i]] = true;
    const auto place_of = [&](int open) {
      return static_cast<int>(std::count(is_blank.begin(), is_blank.begin() + open, false));
    };
    for (int i = 0; i < move.runs; ++i) {
      const WordRun& run = move.run[i];
      int at = run.from;
      for (int tile = 0; tile < run.length; ++tile) {
        const int next = moves_.Next(at, run.direction);
        const int from = place_of(next);
        is_blank[static_cast<size_t>(at)] = false;
        is_blank[static_cast<size_t>(next)] = true;
        const uint32_t turn = turns_.TurnOf(from, place_of(at));
        if (turn != 0) turns.push_back(turn);
        at = next;
      }
    }
    return turns;
  }

  uint64_t Turned(const Neighbour& next) const {
    if (next.turns.empty()) return arrangement_;
    uint32_t digit[kMaxWordSymbols];
    uint64_t arrangement = turns_.Turn(next.turns[0], digit_, digit);
    for (size_t i = 1; i < next.turns.size(); ++i)
      arrangement = turns_.Turn(next.turns[i], digit, digit);
    return arrangement;
  }

  // Sums up what the cells before each cell add to the arrangement's rank, and the counts that
  // WordRanking::Rank has there.
  void CountShares() {
    const size_t stride = classes_ + 1;
    uint16_t* before = before_.data();
    uint16_t* seen = seen_.data();
    std::fill_n(before, stride, 0);
    std::fill_n(seen, stride, 0);
    uint64_t share = 0;
    for (size_t cell = 0; cell < word_.size(); ++cell) {
      share_[cell] = share;
      memcpy(before + stride, before, stride * sizeof *before);
      memcpy(seen + stride, seen, stride * sizeof *seen);
      before += stride;
      seen += stride;
      share += Add(word_[cell], before, seen);
    }
    share_[word_.size()] = share;
  }

  uint64_t Add(uint8_t number, uint16_t* before, uint16_t* seen) const {
    if (number == 0) return 0;
    uint64_t share = 0;
    if (number < classes_)
      share = ranking_.Choose(before[number], ++seen[number]) * ranking_.Weight(number);
    for (size_t other = 1; other <= number; ++other) ++before[other];
    return share;
  }

  uint64_t Arrangement(const Neighbour& next) {
    const size_t stride = classes_ + 1;
    uint16_t before[kMaxWordSymbols + 1], seen[kMaxWordSymbols + 1];
    memcpy(before, &before_[next.begin * stride], stride * sizeof *before);
    memcpy(seen, &seen_[next.begin * stride], stride * sizeof *seen);
    memcpy(saved_.data(), &word_[next.begin], next.end - next.begin);
    moves_.Play(next.move, word_.data());
    uint64_t share = share_[next.begin];
    for (size_t cell = next.begin; cell < next.end; ++cell) share += Add(word_[cell], before, seen);
    memcpy(&word_[next.begin], saved_.data(), next.end - next.begin);
    return share + (share_[word_.size()] - share_[next.end]);
  }

  const WordRanking& ranking_;
  const WordMoves& moves_;
  const WordTurns& turns_;
  const size_t classes_;
  uint64_t row_ = UINT64_MAX;
  uint32_t digit_[kMaxWordSymbols] = {};  // of the arrangement, if there are turns
  uint64_t arrangement_ = 0;
  std::vector<Neighbour> neighbours_;
  std::vector<uint8_t> word_, saved_;
  std::vector<uint64_t> share_;
  std::vector<uint16_t> before_, seen_;
};

class WordKernel : public WordSearch {
 public:
  WordKernel(const WordProblem& problem, const WordRanking& ranking,
             const WordSolveOptions& options)
      : WordSearch(problem, ranking, options), turns_(ranking, problem.width - 1) {}

 private:
  bool Prepare() override {
    return !has_policy() ||
           (tiles_.Allocate(2 * ranking_.size()) && ends_.Allocate(ranking_.size() / 8 + 1));
  }

  // The states of a level, chunk by chunk on all threads: use(thread's cursor, rank).
  template <typename Use>
  void ForEachOf(int level, Use use) {
    std::atomic<uint64_t> next{0};
    const uint64_t states = ranking_.size();
    ParallelFor(static_cast<size_t>(options_.threads), [&](size_t) {
      WordCursor cursor(ranking_, moves_, turns_);
      for (uint64_t begin; (begin = next.fetch_add(kChunk)) < states && !cancelled();) {
        const uint64_t end = std::min(states, begin + kChunk);
        for (uint64_t state = begin; state < end; ++state) {
          // Eight at a time while none is of the level.
          while (state + 8 <= end && !HasLow(state, Low(level))) state += 8;
          for (const uint64_t stop = std::min(end, state + 8); state < stop; ++state)
            if (Load(low_, state) == Low(level) &&
                (level < 255 || Load(high_, state) == High(level)))
              use(&cursor, state);
          --state;
        }
      }
    });
  }

  uint64_t Expand(int level) override {
    std::atomic<uint64_t> found{0};
    ForEachOf(level - 1, [&](WordCursor* cursor, uint64_t state) {
      cursor->Set(state);
      uint64_t here = 0;
      cursor->ForEachNeighbour(
          [&](uint64_t neighbour, const WordMove&) { here += Reach(neighbour, level); });
      if (here != 0) found.fetch_add(here, std::memory_order_relaxed);
    });
    return found;
  }

  uint64_t AddGoals(int level) override {
    uint64_t found = 0;
    ForEachGoal(level, [&](const Word& word) {
      const uint64_t state = ranking_.Rank(word.data());
      found += Reach(state, level);
      if (has_policy() && low_[state] == Low(level) && (level < 255 || high_[state] == High(level)))
        ends_[state / 8] |= static_cast<uint8_t>(1u << (state % 8));
    });
    return found;
  }

  bool finishes_policy() const override { return has_policy(); }

  void FinishPolicy(int level) override {
    uint16_t* const tiles = reinterpret_cast<uint16_t*>(tiles_.data());
    ForEachOf(level, [&](WordCursor* cursor, uint64_t state) {
      if ((ends_[state / 8] >> (state % 8) & 1) != 0) return;
      cursor->Set(state);
      uint32_t fewest = UINT32_MAX;
      uint64_t code = UINT64_MAX;
      cursor->ForEachNeighbour([&](uint64_t neighbour, const WordMove& move) {
        if (low_[neighbour] != Low(level - 1)) return;
        const uint32_t here = tiles[neighbour] + static_cast<uint32_t>(move.tiles);
        if (here > fewest || (here == fewest && move.code > code)) return;
        fewest = here;
        code = move.code;
      });
      tiles[state] = static_cast<uint16_t>(std::min<uint32_t>(fewest, UINT16_MAX));
      for (HugeBytes& plane : policy_) {
        plane[state] = static_cast<uint8_t>(code & 255);
        code >>= 8;
      }
    });
  }

  std::vector<HugeBytes*> Arrays() override {
    std::vector<HugeBytes*> arrays = WordSearch::Arrays();
    arrays.push_back(&tiles_);
    arrays.push_back(&ends_);
    return arrays;
  }

  // Returns whether the state was unset. Of several threads one gets true.
  bool Reach(uint64_t state, int level) {
    std::atomic_ref<uint8_t> low(low_[state]);
    uint8_t expected = kUnset;
    if (low.load(std::memory_order_relaxed) != kUnset) return false;
    if (!low.compare_exchange_strong(expected, Low(level), std::memory_order_relaxed)) return false;
    if (level >= 255)
      std::atomic_ref<uint8_t>(high_[state]).store(High(level), std::memory_order_relaxed);
    return true;
  }
  static uint8_t Load(HugeBytes& bytes, uint64_t state) {
    return std::atomic_ref<uint8_t>(bytes[state]).load(std::memory_order_relaxed);
  }
  // Whether one of the eight states from this one on, a multiple of eight, has the byte.
  bool HasLow(uint64_t state, uint8_t byte) {
    if (state % 8 != 0) return true;
    const uint64_t eight =
        std::atomic_ref<uint64_t>(*reinterpret_cast<uint64_t*>(low_.data() + state))
            .load(std::memory_order_relaxed) ^
        (0x0101010101010101u * byte);
    return ((eight - 0x0101010101010101u) & ~eight & 0x8080808080808080u) != 0;
  }

  const WordTurns turns_;
  HugeBytes tiles_;  // u16 a state: that slide from there to the goal
  HugeBytes ends_;   // a bit a state: a goal that is best left as it is
};

}  // namespace

std::unique_ptr<WordSearch> MakeWordKernel(const WordProblem& problem, const WordRanking& ranking,
                                           const WordSolveOptions& options) {
  return std::make_unique<WordKernel>(problem, ranking, options);
}

}  // namespace tilebase
