// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Chooses the views of spread tables (spread_tables.h) that a search of a board looks up.
//
// A board's bound differs from view to view, and boards near it have similar bounds. So a search
// looks up four views: those that leave it the fewest boards. The more views there are, the more
// boards find views that suit them (Felner & Adler 2005 made tables for the board instead).
//
// A sample of the search estimates how many boards a choice leaves. The sample looks up all views.
// Each of its boards knows which views would not have cut it off so far, and goes on while there
// are any, so the sample treats every choice alike. After each move only some boards stay,
// preferably those that probably have many boards behind them. Weights correct for that (Chen
// 1992).

#ifndef TILEBASE_RUNTIME_PATTERNS_PATTERN_VIEWS_H_
#define TILEBASE_RUNTIME_PATTERNS_PATTERN_VIEWS_H_

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

#include "runtime/patterns/pattern_successors.h"
#include "runtime/patterns/spread_tables.h"
#include "tables/board.h"
#include "tables/geometry.h"
#include "tables/random_board.h"
#include "tables/system/parallel_for.h"

namespace tilebase {

namespace pattern_views {

inline constexpr int kMostMoves = 40;  // most boards are cut off earlier
// A board that may waste one pair of moves more has about this many times as many boards behind it.
inline constexpr double kGrowth = 8;
// A path length that adds less than this share of all boards ends the sample.
inline constexpr double kSmallShare = 0.01;

// A set of views.
using ViewSet = uint64_t;
inline ViewSet SetOf(const uint8_t* view, size_t count) {
  ViewSet set = 0;
  for (size_t i = 0; i < count; ++i) set |= ViewSet{1} << view[i];
  return set;
}
inline ViewSet SetOf(const PatternViews& views) {
  return SetOf(views.view.data(), views.view.size());
}

// A board of the sample.
struct Sampled {
  Board board;
  int last = -1;                          // the action that led to it; -1: none
  ViewSet open = 0;                       // views that have cut off no board on the path
  int8_t slack[SpreadTables::kMaxViews];  // by open view (pattern_successors.h)
  double mean_slack = 0;                  // over all views, 0 for those that are not open
  double weight = 0;                      // number of boards that it stands for
};

inline int Distance(const Board& board) {
  int distance = 0;
  for (int cell = 0; cell < board.geometry.cells(); ++cell)
    if (board.tile[cell] != 0) distance += board.geometry.Distance(cell, board.tile[cell] - 1);
  return distance;
}

using Place = EntryPlace<SpreadTables::kBits>;
// Returns the place of the entry of a pattern.
inline Place PlaceOf(const SpreadTables::Lookup& lookup, int pattern, const Board& board) {
  uint64_t entry = 0;
  for (int cell = 0; cell < board.geometry.cells(); ++cell) {
    const int tile = board.tile[cell];
    entry += lookup.pattern[tile] == pattern ? lookup.adds[tile][cell] : 0;
  }
  return {lookup.data[static_cast<size_t>(pattern)], entry};
}

// Returns the bounds of a board, less its distance, in pairs of moves, by view.
inline std::array<int, SpreadTables::kMaxViews> Excesses(const SpreadTables& tables,
                                                         const Board& board) {
  std::array<int, SpreadTables::kMaxViews> excess = {};
  for (int view = 0; view < tables.views(); ++view) {
    const SpreadTables::Lookup& lookup = tables.regular(view);
    for (size_t pattern = 0; pattern < lookup.data.size(); ++pattern)
      excess[static_cast<size_t>(view)] +=
          PlaceOf(lookup, static_cast<int>(pattern), board).Excess();
  }
  return excess;
}

// Makes the first board of a sample, which must be home in `length` moves.
inline Sampled Begin(const SpreadTables& tables, const Board& board, int length) {
  Sampled begin;
  begin.board = board;
  begin.weight = 1;
  begin.open = ~ViewSet{0} >> (64 - tables.views());
  const int pairs = (length - Distance(board)) / 2;
  const auto excess = Excesses(tables, board);
  for (size_t view = 0; view < static_cast<size_t>(tables.views()); ++view)
    begin.slack[view] = static_cast<int8_t>(std::clamp(pairs - excess[view], -1, INT8_MAX));
  return begin;
}

// Moves on, and closes the views that cut off the board.
inline void Move(const SpreadTables& tables, Action action, Sampled* at) {
  const int to = at->board.blank;
  at->board.Apply(action);
  at->last = static_cast<int>(action);
  const int from = at->board.blank, tile = at->board.tile[to];
  const Geometry geometry = at->board.geometry;
  const int farther = geometry.Distance(to, tile - 1) > geometry.Distance(from, tile - 1);
  Place before[SpreadTables::kMaxViews], after[SpreadTables::kMaxViews];
  for (ViewSet rest = at->open; rest != 0; rest &= rest - 1) {
    const int view = std::countr_zero(rest);
    const SpreadTables::Lookup& lookup = tables.regular(view);
    after[view] = PlaceOf(lookup, lookup.pattern[tile], at->board);
    before[view] =
        after[view].Moved(int64_t{lookup.adds[tile][from]} - int64_t{lookup.adds[tile][to]});
    before[view].Prefetch();
    after[view].Prefetch();
  }
  int sum = 0;
  for (ViewSet rest = at->open; rest != 0; rest &= rest - 1) {
    const int view = std::countr_zero(rest);
    const int slack = at->slack[view] - farther + before[view].Excess() - after[view].Excess();
    at->slack[view] = static_cast<int8_t>(slack);
    if (slack < 0) at->open &= ~(rest & -rest);
    sum += std::max(slack, 0);
  }
  at->mean_slack = static_cast<double>(sum) / tables.views();
}

// Keeps about `sample` boards.
inline void Thin(size_t sample, Random* random, std::vector<Sampled>* boards) {
  if (boards->size() <= sample) return;
  std::vector<double> wanted;
  double sum = 0;
  for (const Sampled& each : *boards)
    sum += wanted.emplace_back(each.weight * pow(kGrowth, each.mean_slack));
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

// All boards of a sample, reduced to their views.
struct Record {
  ViewSet open;
  double weight;
};

// Estimates how many boards these views leave.
inline double Estimate(const std::vector<Record>& records, ViewSet views) {
  double sum = 0;
  for (const Record& each : records) sum += (views & ~each.open) == 0 ? each.weight : 0;
  return sum;
}

}  // namespace pattern_views

// Returns the views with the greatest bounds of the board. Takes microseconds.
inline PatternViews QuickViews(const SpreadTables& tables, const Board& board) {
  const auto excess = pattern_views::Excesses(tables, board);
  std::vector<uint8_t> order;
  for (int view = 0; view < tables.views(); ++view) order.push_back(static_cast<uint8_t>(view));
  std::stable_sort(order.begin(), order.end(),
                   [&](uint8_t a, uint8_t b) { return excess[a] > excess[b]; });
  PatternViews views;
  for (size_t i = 0; i < views.view.size(); ++i) views.view[i] = order[i % order.size()];
  return views;
}

// Returns the views that leave the fewest boards to a search for solutions of at most `length`
// moves, by an estimate from about `sample` boards a move. The result is the same for any number of
// threads. If `stop`, which is asked after each move, returns true, returns QuickViews.
inline PatternViews BestViews(const SpreadTables& tables, const Board& board, int length,
                              size_t sample, int threads, const std::function<bool()>& stop) {
  using pattern_views::Estimate;
  using pattern_views::SetOf;
  PatternViews best = QuickViews(tables, board);
  std::vector<pattern_views::Record> records;
  std::vector<pattern_views::Sampled> boards = {pattern_views::Begin(tables, board, length)};
  Random random(1);
  double before = 0;
  for (int moves = 1; moves <= pattern_views::kMostMoves && !boards.empty(); ++moves) {
    if (stop()) return best;
    std::vector<std::pair<const pattern_views::Sampled*, Action>> moved;
    for (const pattern_views::Sampled& each : boards)
      for (int a = 0; a < kActions; ++a) {
        const Action action = static_cast<Action>(a);
        if (each.board.CanApply(action) &&
            (each.last < 0 || action != Opposite(static_cast<Action>(each.last))))
          moved.emplace_back(&each, action);
      }
    std::vector<pattern_views::Sampled> next(moved.size());
    std::atomic<size_t> taken{0};
    ParallelFor(static_cast<size_t>(threads), [&](size_t) {
      for (size_t i; (i = taken++) < next.size();) {
        next[i] = *moved[i].first;
        pattern_views::Move(tables, moved[i].second, &next[i]);
      }
    });
    std::erase_if(next, [](const pattern_views::Sampled& each) { return each.open == 0; });
    for (const pattern_views::Sampled& each : next) records.push_back({each.open, each.weight});
    const double all = Estimate(records, SetOf(best));
    if (all - before < pattern_views::kSmallShare * all) break;
    before = all;
    pattern_views::Thin(sample, &random, &next);
    boards = std::move(next);
  }
  // Replaces one view after the other by the best one beside the others, as long as that helps.
  double least = Estimate(records, SetOf(best));
  for (bool better = true; better;) {
    better = false;
    for (uint8_t& place : best.view) {
      uint8_t to = place;
      for (int view = 0; view < tables.views(); ++view) {
        place = static_cast<uint8_t>(view);
        const double sum = Estimate(records, SetOf(best));
        if (sum >= least) continue;
        least = sum;
        to = place;
        better = true;
      }
      place = to;
    }
  }
  // Puts the two views first that leave the fewest boards by themselves.
  std::sort(best.view.begin(), best.view.end());
  static_assert(PatternViews::kFirst == 2);
  PatternViews first = best;
  least = HUGE_VAL;
  for (size_t one = 0; one < best.view.size(); ++one)
    for (size_t two = one + 1; two < best.view.size(); ++two) {
      PatternViews order{{best.view[one], best.view[two]}};
      for (size_t i = 0, to = 2; i < best.view.size(); ++i)
        if (i != one && i != two) order.view[to++] = best.view[i];
      const double sum = Estimate(records, SetOf(order.view.data(), PatternViews::kFirst));
      if (sum < least) first = order;
      least = std::min(least, sum);
    }
  return first;
}

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_PATTERNS_PATTERN_VIEWS_H_
