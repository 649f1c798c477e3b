// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Which views of dual tables (dual_tables.h) a search of a board looks up.
//
// A board's bound differs from view to view, and boards near it have bounds near its own. So a
// search looks up two views in the regular way and two in the dual way, those that leave it the
// fewest boards: the more views there are, the more a board finds that suit it (Felner & Adler 2005
// made tables for the board instead).
//
// How many boards a choice leaves is estimated by a sample of the search. All views are looked up,
// each board of the sample knows which of them would not have cut it off so far, and goes on while
// any of them would not: so the sample is fair to every choice. After each move only some boards
// stay, rather those that are likely to have many boards behind them. Weights make up for it
// (Chen 1992).

#ifndef TILEBASE_RUNTIME_PATTERNS_DUAL_VIEWS_H_
#define TILEBASE_RUNTIME_PATTERNS_DUAL_VIEWS_H_

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <functional>
#include <utility>
#include <vector>

#include "runtime/patterns/dual_tables.h"
#include "runtime/patterns/pattern_successors.h"
#include "tables/board.h"
#include "tables/geometry.h"
#include "tables/random_board.h"
#include "tables/system/parallel_for.h"

namespace tilebase {

namespace dual_views {

inline constexpr int kMostMoves = 40;  // of a path: most boards are cut off earlier
// A board that may waste a pair of moves more has about so many more boards behind it.
inline constexpr double kGrowth = 8;
// A length of path that adds less than this share of all boards ends the sample.
inline constexpr double kSmallShare = 0.01;

// A set of views, of regular and of dual lookups.
struct ViewSet {
  uint64_t regular = 0, dual = 0;

  int size() const { return std::popcount(regular) + std::popcount(dual); }
  bool Has(const DualViews& views) const {
    const uint64_t missing = ~regular & (Bit(views.regular[0]) | Bit(views.regular[1]));
    const uint64_t missing_dual = ~dual & (Bit(views.dual[0]) | Bit(views.dual[1]));
    return (missing | missing_dual) == 0;
  }
  static uint64_t Bit(int view) { return uint64_t{1} << view; }
};

// A board of the sample.
struct Sampled {
  Board board;
  int last = -1;      // the action that led to it; -1: none
  ViewSet open;       // the views that have cut off no board on the path
  double slack = 0;   // mean of the open views; of the others it counts as none
  double weight = 0;  // boards that it stands for
};

// The excesses of a board, by view.
class Excesses {
 public:
  // Of these views.
  Excesses(const DualTables& tables, const Board& board, ViewSet views) {
    EntryPlace<DualTables::kBits> place[DualTables::kMaxViews][PatternTables::kMaxPatterns];
    for (const bool dual : {false, true}) {
      const uint64_t wanted = dual ? views.dual : views.regular;
      for (uint64_t rest = wanted; rest != 0; rest &= rest - 1) {
        const int view = std::countr_zero(rest);
        const DualTables::Lookup& by = dual ? tables.dual(view) : tables.regular(view);
        for (size_t p = 0; p < by.data.size(); ++p) place[view][p] = {by.data[p], 0};
        for (int cell = 0; cell < board.geometry.cells(); ++cell) {
          const int tile = board.tile[cell];
          const int at = dual ? cell : tile;
          place[view][by.pattern[at]].Move(by.adds[at][dual ? tile : cell]);
        }
        for (size_t p = 0; p < by.data.size(); ++p) place[view][p].Prefetch();
      }
      for (uint64_t rest = wanted; rest != 0; rest &= rest - 1) {
        const int view = std::countr_zero(rest);
        const size_t patterns = (dual ? tables.dual(view) : tables.regular(view)).data.size();
        for (size_t p = 0; p < patterns; ++p) of_[dual][view] += place[view][p].Excess();
      }
    }
  }
  int regular(int view) const { return of_[0][view]; }
  int dual(int view) const { return of_[1][view]; }

 private:
  int of_[2][DualTables::kMaxViews] = {};
};

inline ViewSet AllViews(const DualTables& tables) {
  const uint64_t all = ~uint64_t{0} >> (64 - tables.views());
  return {all, all};
}

inline int Distance(const Board& board) {
  int distance = 0;
  for (int cell = 0; cell < board.geometry.cells(); ++cell)
    if (board.tile[cell] != 0) distance += board.geometry.Distance(cell, board.tile[cell] - 1);
  return distance;
}

// Looks at a board that is to be home in so many moves: closes the views that cut it off.
inline void Look(const DualTables& tables, int moves, Sampled* at) {
  const Excesses excesses(tables, at->board, at->open);
  const int pairs = (moves - Distance(at->board)) / 2;
  int sum = 0;
  const auto close = [&](auto excess, uint64_t* open) {
    for (uint64_t rest = *open; rest != 0; rest &= rest - 1) {
      const int slack = pairs - excess(std::countr_zero(rest));
      if (slack < 0) *open &= ~(rest & -rest);
      sum += std::max(slack, 0);
    }
  };
  close([&](int view) { return excesses.regular(view); }, &at->open.regular);
  close([&](int view) { return excesses.dual(view); }, &at->open.dual);
  at->slack = sum / (2.0 * tables.views());
}

// Keeps about so many boards.
inline void Thin(size_t sample, Random* random, std::vector<Sampled>* boards) {
  if (boards->size() <= sample) return;
  std::vector<double> wanted;
  double sum = 0;
  for (const Sampled& each : *boards)
    sum += wanted.emplace_back(each.weight * pow(kGrowth, each.slack));
  size_t kept = 0;
  for (size_t i = 0; i < boards->size(); ++i) {
    const double chance = std::min(1.0, static_cast<double>(sample) * wanted[i] / sum);
    const double draw = static_cast<double>(random->Next() >> 11) / 9007199254740992.0;  // 2^53
    if (draw >= chance) continue;
    Sampled& each = (*boards)[kept++] = (*boards)[i];
    each.weight /= chance;
  }
  boards->resize(kept);
}

// All boards of a sample, as far as they tell views apart.
struct Record {
  ViewSet open;
  double weight;
};

inline double Estimate(const std::vector<Record>& records, const DualViews& views) {
  double sum = 0;
  for (const Record& each : records) sum += each.open.Has(views) ? each.weight : 0;
  return sum;
}

}  // namespace dual_views

// Those with the greatest bounds of the board. Requires two views at least. Microseconds.
inline DualViews QuickViews(const DualTables& tables, const Board& board) {
  const dual_views::Excesses excesses(tables, board, dual_views::AllViews(tables));
  const auto best_two = [&](auto excess) {
    std::array<uint8_t, 2> best = {0, 1};
    if (excess(1) > excess(0)) std::swap(best[0], best[1]);
    for (int view = 2; view < tables.views(); ++view) {
      if (excess(view) <= excess(best[1])) continue;
      best[1] = static_cast<uint8_t>(view);
      if (excess(best[1]) > excess(best[0])) std::swap(best[0], best[1]);
    }
    return best;
  };
  return {best_two([&](int view) { return excesses.regular(view); }),
          best_two([&](int view) { return excesses.dual(view); })};
}

// Those that leave the fewest boards to a search for solutions of `length` moves at most, by an
// estimate from about so many boards a move; the same for any number of threads. Where `stop`,
// asked after each move, says so, QuickViews.
inline DualViews BestViews(const DualTables& tables, const Board& board, int length, size_t sample,
                           int threads, const std::function<bool()>& stop) {
  const int views = tables.views();
  DualViews best = QuickViews(tables, board);
  std::vector<dual_views::Record> records;
  std::vector<dual_views::Sampled> boards(1);
  boards[0].board = board;
  boards[0].weight = 1;
  boards[0].open = dual_views::AllViews(tables);
  Random random(1);
  double before = 0;
  for (int moves = 1; moves <= dual_views::kMostMoves && !boards.empty(); ++moves) {
    if (stop()) return best;
    std::vector<dual_views::Sampled> next;
    for (const dual_views::Sampled& each : boards)
      for (int a = 0; a < kActions; ++a) {
        const Action action = static_cast<Action>(a);
        if (!each.board.CanApply(action) ||
            (each.last >= 0 && action == Opposite(static_cast<Action>(each.last))))
          continue;
        dual_views::Sampled& child = next.emplace_back(each);
        child.board.Apply(action);
        child.last = a;
      }
    std::atomic<size_t> taken{0};
    ParallelFor(static_cast<size_t>(threads), [&](size_t) {
      for (size_t i; (i = taken++) < next.size();)
        dual_views::Look(tables, length - moves, &next[i]);
    });
    std::erase_if(next, [](const dual_views::Sampled& each) { return each.open.size() == 0; });
    for (const dual_views::Sampled& each : next) records.push_back({each.open, each.weight});
    const double all = dual_views::Estimate(records, best);
    if (all - before < dual_views::kSmallShare * all) break;
    before = all;
    dual_views::Thin(sample, &random, &next);
    boards = std::move(next);
  }
  // One view after the other is replaced by the one that is best with the three others, for as long
  // as that helps.
  double least = dual_views::Estimate(records, best);
  for (bool better = true; better;) {
    better = false;
    for (uint8_t* const place :
         {&best.regular[0], &best.regular[1], &best.dual[0], &best.dual[1]}) {
      const uint8_t was = *place;
      uint8_t to = was;
      for (int view = 0; view < views; ++view) {
        *place = static_cast<uint8_t>(view);
        const double sum = dual_views::Estimate(records, best);
        if (sum >= least) continue;
        least = sum;
        to = static_cast<uint8_t>(view);
        better = true;
      }
      *place = to;
    }
  }
  return best;
}

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_DUAL_VIEWS_H_
