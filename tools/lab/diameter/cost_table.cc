// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/lab/diameter/cost_table.h"

#include <string.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tables/error.h"
#include "tables/hash.h"
#include "tables/system/file_io.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

constexpr uint8_t kUnknown = 255;
constexpr uint64_t kChunk = uint64_t{1} << 20;  // states that a thread takes at a time

// Calls work(begin, end) for consecutive parts of 0 .. count-1, on several threads.
template <typename Work>
void InChunks(int threads, uint64_t count, uint64_t chunk, const Work& work) {
  std::atomic<uint64_t> next{0};
  ParallelFor(static_cast<size_t>(threads), [&](size_t) {
    for (uint64_t begin; (begin = next.fetch_add(chunk)) < count;)
      work(begin, std::min(begin + chunk, count));
  });
}

// The positions of ranking.h, step 2, before and after a tile slides up or down past the tiles
// between: from position `from` to position `to`.
struct Turn {
  int from, to;
  int After(int position) const {
    if (position == from) return to;
    if (from > to && position >= to && position < from) return position + 1;
    if (from < to && position > from && position <= to) return position - 1;
    return position;
  }
};

// Expands the states of one cost, row by row.
class Expander {
 public:
  Expander(const Subproblem& subproblem, const Ranking& ranking, uint8_t* costs)
      : geometry_(subproblem.geometry),
        ranking_(ranking),
        costs_(costs),
        left_(ranking.positions() - ranking.tracked() + 2),
        row_(static_cast<uint64_t>(left_ * (left_ - 1))) {}

  uint64_t row() const { return row_; }

  // Marks the neighbours of the row's states of this cost. Returns how many states have it.
  uint64_t Expand(uint64_t first, int cost) {
    const uint8_t* row = costs_ + first;
    const uint8_t* hit = Find(row, row + row_, cost);
    if (hit == nullptr) return 0;
    const int blank = static_cast<int>(first / ranking_.slice());
    uint64_t found = 0;
    FindHeads(first % ranking_.slice());
    Way ways[kActions];
    int count = 0;
    for (int a = 0; a < kActions; ++a) {
      const Action action = static_cast<Action>(a);
      if (geometry_.Actions(blank) & ActionBit(action))
        ways[count++] = WayOf(blank, blank + geometry_.BlankStep(action));
    }
    for (; hit != nullptr; hit = Find(hit + 1, row + row_, cost)) {
      ++found;
      const int at = static_cast<int>(hit - row);
      const int i = at / (left_ - 1);
      const int j = at % (left_ - 1) + (at % (left_ - 1) >= i);
      for (int w = 0; w < count; ++w) {
        const int one = ways[w].digit[i], two = ways[w].digit[j];
        Mark(ways[w].base + static_cast<uint64_t>(one * (left_ - 1) + two - (one < two)),
             static_cast<uint8_t>(cost + 1));
      }
    }
    return found;
  }

 private:
  // A move changes the row: the new row begins at the rank `base`. digit[i] is the new place
  // of the i-th position that the tiles before leave, among the positions that they leave then.
  struct Way {
    uint64_t base;
    int digit[kMaxCells];
  };

  static const uint8_t* Find(const uint8_t* begin, const uint8_t* end, int cost) {
    return static_cast<const uint8_t*>(memchr(begin, cost, static_cast<size_t>(end - begin)));
  }

  // Finds the positions of all tiles but the last two.
  void FindHeads(uint64_t rank) {
    uint64_t free = LowMask(ranking_.positions());
    for (int j = 0; j < ranking_.tracked() - 2; ++j) {
      uint64_t rest = free;
      for (uint64_t digit = rank / ranking_.weight(j); digit > 0; --digit) rest &= rest - 1;
      rank %= ranking_.weight(j);
      heads_[j] = Lowest(rest);
      free &= ~(rest & -rest);
    }
    rest_ = free;
  }

  Way WayOf(int blank, int to) const {
    const int width = geometry_.width;
    Turn turn{0, 0};  // sideways
    if (to == blank + width) turn = {blank + width - 1, blank};
    if (to == blank - width) turn = {to, blank - 1};
    Way way;
    way.base = static_cast<uint64_t>(to) * ranking_.slice();
    uint64_t after = 0;
    for (int j = 0; j < ranking_.tracked() - 2; ++j) {
      const int position = turn.After(heads_[j]);
      way.base +=
          static_cast<uint64_t>(position - Count(after & LowMask(position))) * ranking_.weight(j);
      after |= CellBit(position);
    }
    int i = 0;
    for (uint64_t rest = rest_; rest != 0; rest &= rest - 1) {
      const int position = turn.After(Lowest(rest));
      way.digit[i++] = position - Count(after & LowMask(position));
    }
    return way;
  }

  // Several threads may mark a state at the same time, with the same cost.
  void Mark(uint64_t rank, uint8_t cost) {
    std::atomic_ref<uint8_t> state(costs_[rank]);
    if (state.load(std::memory_order_relaxed) == kUnknown)
      state.store(cost, std::memory_order_relaxed);
  }

  const Geometry geometry_;
  const Ranking& ranking_;
  uint8_t* const costs_;
  const int left_;  // positions for the last two tiles
  const uint64_t row_;
  int heads_[kMaxCells];
  uint64_t rest_ = 0;  // the positions that the heads leave
};

}  // namespace

absl::StatusOr<CostTable> CostTable::Search(const Subproblem& subproblem, const EndCosts& ends,
                                            int threads) {
  CostTable table(subproblem, ends);
  const Ranking& ranking = table.ranking_;
  if (!table.costs_.Allocate(ranking.size()))
    return absl::ResourceExhaustedError(
        absl::StrCat("no memory for the ", ranking.size(), " bytes of the first stage"));
  uint8_t* costs = table.costs_.data();
  InChunks(threads, ranking.size(), kChunk,
           [&](uint64_t begin, uint64_t end) { memset(costs + begin, kUnknown, end - begin); });
  const Expander rows(subproblem, ranking, costs);
  uint64_t found = 0;
  for (int cost = 0; found < ranking.size() && cost < kUnknown; ++cost) {
    // The goal states of this cost, unless a cheaper one is so near that they have theirs.
    State goal = table.Goal();
    for (CellMask blanks = subproblem.goal_blanks(); blanks != 0; blanks &= blanks - 1) {
      goal.blank = static_cast<uint8_t>(Lowest(blanks));
      uint8_t& state = costs[ranking.Rank(goal)];
      if (ends[goal.blank] == cost && state == kUnknown) state = static_cast<uint8_t>(cost);
    }
    std::atomic<uint64_t> level{0};
    InChunks(threads, ranking.size(), rows.row() * 4096, [&](uint64_t begin, uint64_t end) {
      Expander expander(subproblem, ranking, costs);
      uint64_t part = 0;
      for (; begin < end; begin += rows.row()) part += expander.Expand(begin, cost);
      level += part;
    });
    found += level;
  }
  return table;
}

absl::StatusOr<CostTable> CostTable::Read(const Subproblem& subproblem, const EndCosts& ends,
                                          const std::string& path) {
  CostTable table(subproblem, ends);
  absl::StatusOr<FileDescriptor> file = OpenToRead(path);
  if (!file.ok()) return file.status();
  const absl::StatusOr<uint64_t> size = SizeOf(file->get(), path);
  if (!size.ok()) return size.status();
  if (*size != table.ranking_.size())
    return DamageError(path, absl::StrCat(table.ranking_.size(), " bytes"), absl::StrCat(*size));
  if (!table.costs_.Allocate(*size))
    return absl::ResourceExhaustedError(
        absl::StrCat("no memory for the ", *size, " bytes of ", path));
  const absl::Status read = ReadAt(file->get(), path, {table.costs_.data(), *size}, 0);
  if (!read.ok()) return read;
  return table;
}

absl::Status CostTable::Write(const std::string& path) const {
  return WriteOutput(path, {costs_.data(), costs_.size()}, /*replace=*/true);
}

std::vector<uint64_t> CostTable::Histogram(int threads) const {
  std::atomic<uint64_t> counts[256] = {};
  InChunks(threads, costs_.size(), kChunk, [&](uint64_t begin, uint64_t end) {
    uint64_t part[256] = {};
    for (uint64_t rank = begin; rank < end; ++rank) ++part[costs_[rank]];
    for (int depth = 0; depth < 256; ++depth) counts[depth] += part[depth];
  });
  std::vector<uint64_t> histogram(counts, counts + 256);
  while (histogram.back() == 0) histogram.pop_back();
  return histogram;
}

uint64_t CostTable::Hash() const { return Hash64({costs_.data(), costs_.size()}); }

State CostTable::Goal() const {
  State goal;
  for (int j = 0; j < ranking_.tracked(); ++j)
    goal.cell[j] = static_cast<uint8_t>(ranking_.tile(j) - 1);
  return goal;
}

absl::Status CostTable::Check(int threads) const {
  std::atomic<uint64_t> wrong{UINT64_MAX};
  InChunks(threads, ranking_.size(), kChunk, [&](uint64_t begin, uint64_t end) {
    for (uint64_t rank = begin; rank < end && wrong == UINT64_MAX; ++rank) {
      const Board board = Representative(subproblem_, ranking_.Unrank(rank));
      int least = subproblem_.IsGoal(board) ? ends_[board.blank] : kUnknown;
      for (int a = 0; a < kActions; ++a) {
        const Action action = static_cast<Action>(a);
        if (!board.CanApply(action)) continue;
        Board next = board;
        next.Apply(action);
        least = std::min(least, costs_[ranking_.Rank(next)] + 1);
      }
      if (costs_[rank] != least) wrong = rank;
    }
  });
  if (wrong == UINT64_MAX) return absl::OkStatus();
  return DamageError(absl::StrCat("first stage: state ", wrong.load()),
                     "a cost that fits those of its neighbours",
                     absl::StrCat(static_cast<int>(costs_[wrong])));
}

}  // namespace tilebase
