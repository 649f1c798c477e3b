// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The loop for 4x4.

#include "runtime/patterns/wide_turns.h"

#include "runtime/patterns/wide_numbers.h"

#ifdef TILEBASE_HAS_WIDE_TURNS

namespace tilebase::wide {
namespace {

constexpr int kViews = WideTables::kViews, kTileBits = 4;

// The boards that a turn expands, and their successors.
template <int kPatterns>
class Turn {
  using Stack = WideStack;

 public:
  bool empty() const { return boards_ == 0; }
  void Clear() { boards_ = 0; }

  // Takes the boards on top of the stack, finds what follows from them and where its entries are,
  // and asks for these.
  [[gnu::always_inline]] void Take(const WideTables& tables, Stack* stack) {
    boards_ = static_cast<int>(stack->count < kWide ? stack->count : kWide);
    if (boards_ == 0) return;
    const size_t at = stack->count - static_cast<size_t>(boards_);
    const auto load = [&](int field) { return OfBoards::Load(stack->field[field] + at); };
    const OfBoards states = Only(Some<1>::First(boards_), load(Stack::kState));
    stack->count = at + static_cast<size_t>(moves_.Take(states, tables.after));
    stack->nodes += static_cast<uint64_t>(moves_.count);
    for (int which = 0; which < kBoth; ++which)
      for (int half = 0; half < 2; ++half) half_[which][half] = load(Stack::Half(which, half));
    for (int view = 0; view < kViews; ++view)
      for (int p = 0; p < kPatterns; ++p) rank_[view][p] = load(Stack::Rank(view, p));
    excesses_ = load(Stack::kExcesses);
    left_ = load(Stack::kLeft);
    begin_ = load(Stack::kBegin);
    const OfBoards slack = Least(left_ & 255, Down<8>(left_) & 255);
    NoteLeast(boards_, Down<16>(left_) - Up<1>(slack), begin_, stack->least);
    Ask(tables);
  }

  // Puts those successors on the stack that may lead to a solution.
  [[gnu::always_inline]] void Finish(const WideTables& tables, Stack* stack) {
    if (boards_ == 0) return;
    const OfNext parent = moves_.parent;
    OfNext excesses = Look(excesses_, parent), more[kViews];
    for (int view = 0; view < kViews; ++view) {
      const OfNext eight = Gather(tables.table, place_[view]), turn = Up<2>(rank_after_[view]);
      const OfNext excess =
          OfNext::Of([&](int i) { return _mm512_rorv_epi32(eight.of[i], turn.of[i]); }) & 15;
      const OfNext shift = Down<2>(pattern_[view]) + static_cast<uint32_t>(16 * view);
      more[view] = excess - ((excesses >> shift) & 15);
      excesses = excesses + (more[view] << shift);
    }
    // One move is made, and slacks are spent.
    constexpr uint32_t kOne = 0x101, kSigns = 0x8080;  // of both views
    const OfNext before = Look(left_, parent);
    const OfNext spent = (more[0] & 0xFF) | (Up<8>(more[1]) & 0xFF00) | 0x10000;
    const OfNext left = BytesLess(before, BytesMore(spent, Only(farther_, OfNext(kOne))));
    const uint32_t may = (moves_.there & HasNone(left, kSigns)).bits();
    // A board is at most one move better than a successor: where two pairs are missing it cannot
    // be solved in time either.
    const uint32_t hopeless =
        (moves_.there & HasSome(BytesMore(left, OfNext(kOne)), kSigns)).bits();
    const uint32_t kept = moves_.WithoutHopeless(may, hopeless, 0);
    if (kept == 0) return;

    const OfNext places = Places(kept);
    const size_t at = stack->count;
    // What the next turn needs first comes first.
    const auto put = [&](OfNext a, int field) { Look(a, places).Store(stack->field[field] + at); };
    put(moves_.after, Stack::kState);
    uint32_t is_end = kept;
    for (int which = 0; which < kBoth; ++which)
      for (int half = 0; half < 2; ++half) {
        const auto on = [&](OfNext bit) {
          return tile_[which] << (bit - 32U * static_cast<uint32_t>(half));
        };
        const OfNext board = Look(half_[which][half], parent) ^ on(from_[which]) ^ on(to_[which]);
        put(board, Stack::Half(which, half));
        if (which == 0) is_end &= IsEqual(board, stack->end[half]).bits();
      }
    for (int view = 0; view < kViews; ++view)
      for (int p = 0; p < kPatterns; ++p) {
        const SomeNext changed = IsEqual(pattern_[view], static_cast<uint32_t>(16 * p));
        put(Choose(changed, Look(rank_[view][p], parent), rank_after_[view]), Stack::Rank(view, p));
      }
    put(left, Stack::kLeft);
    const OfNext begin =
        Begin(Look(begin_, parent), moves_.action, Down<15>(before), stack->first_room);
    put(begin, Stack::kBegin);
    put(excesses, Stack::kExcesses);
    stack->count = at + static_cast<size_t>(__builtin_popcount(kept));
    if (is_end == 0) [[likely]]
      return;
    alignas(64) uint32_t begins[kSuccessors];
    begin.Store(begins);
    stack->found = begins[__builtin_ctz(is_end)];
  }

 private:
  static constexpr int kBoth = 2;  // a board and its reflection

  [[gnu::always_inline]] void Ask(const WideTables& tables) {
    const Table weights = Table::Load(tables.weight), orders = Table::Load(tables.order);
    const Table begins = Table::Load(tables.table_begins);
    const OfNext parent = moves_.parent, action = moves_.action;
    // Of a board and its reflection, the *upright* one is that whose tile moves to another row: up
    // where the other's moves left.
    const SomeNext upright = HasSome(action, 2);  // the board itself
    const SomeNext up = HasNone(action, 1);
    to_[0] = Down<kBlankBit - 2>(moves_.before) & 60;
    to_[1] = Look(Table::Load(tables.reflected_bit), Down<kBlankBit>(moves_.before));
    from_[0] = to_[0] + Look(Table::Load(tables.step), action);
    from_[1] = to_[1] + Look(Table::Load(tables.reflected_step), action);
    const OfNext to = Choose(upright, to_[1], to_[0]);
    // Its five cells from the upper of the two to the lower.
    const OfNext first = Less(up, to - 16, OfNext(static_cast<uint32_t>(-16)));
    OfNext half[2];
    for (int i = 0; i < 2; ++i)
      half[i] = Choose(upright, Look(half_[1][i], parent), Look(half_[0][i], parent));
    const SomeNext is_first = HasNone(first, 32);
    const OfNext low = Choose(is_first, half[1], half[0]), high = Only(is_first, half[1]);
    const OfNext five =
        OfNext::Of([&](int i) { return _mm512_shrdv_epi32(low.of[i], high.of[i], first.of[i]); });
    // One of the outer two is the blank, which is 0.
    const OfNext tile = (five | Down<4 * kTileBits>(five)) & 15;
    const OfNext other_tile = Look(Table::Load(tables.reflected_tile), tile);
    const OfNext order = Look(orders, tile), weight = Look(weights, tile);
    // As PatternMoves: four digits more or less, and what the tiles passed change.
    OfNext change = Up<2>(weight);
    Pass(Down<kTileBits>(five), orders, weights, order, weight, &change);
    Pass(Down<2 * kTileBits>(five), orders, weights, order, weight, &change);
    Pass(Down<3 * kTileBits>(five), orders, weights, order, weight, &change);
    change = Negative(up, change);
    const OfNext other_change = Negative(up, Look(weights, other_tile));
    farther_ = IsPositive(Negative(up, (to & 48) - Look(Table::Load(tables.home_row), tile)));
    const OfNext pattern = order & 0x30, other_pattern = Look(orders, other_tile) & 0x30;
    const OfNext begin = Look(begins, tile), other_begin = Look(begins, other_tile);
    for (int view = 0; view < kViews; ++view) {
      const auto choose = [&](OfNext of_upright, OfNext of_other) {
        return view == 0 ? Choose(upright, of_other, of_upright)
                         : Choose(upright, of_upright, of_other);
      };
      const OfNext in = choose(pattern, other_pattern);
      const LongTable two = LongTable::Of([&](int p) { return rank_[view][p].of[0]; });
      OfNext rank = Look(two, parent | in);
      if constexpr (kPatterns == 3)
        rank = Choose(IsEqual(in, 32), rank, Look(rank_[view][2], parent));
      pattern_[view] = in;
      rank_after_[view] = Only(moves_.there, rank + choose(change, other_change));
      place_[view] = choose(begin, other_begin) + Down<3>(rank_after_[view]);
    }
    alignas(64) int32_t places[kViews][kSuccessors];
    for (int view = 0; view < kViews; ++view) place_[view].Store(places[view]);
#pragma GCC unroll 32
    for (int i = 0; i < kSuccessors; ++i) {
      __builtin_prefetch(tables.table + places[0][i]);
      __builtin_prefetch(tables.table + places[1][i]);
    }
    tile_[0] = Choose(upright, other_tile, tile);
    tile_[1] = Choose(upright, tile, other_tile);
  }

  // A tile of this order and weight passes another on its way down.
  static void Pass(OfNext passed, Table orders, Table weights, OfNext order, OfNext weight,
                   OfNext* change) {
    const OfNext passed_order = Look(orders, passed), passed_weight = Look(weights, passed);
    const SomeNext same = IsLess(passed_order ^ order, OfNext(16));
    const SomeNext earlier = same & IsLess(passed_order, order);
    *change = Less(earlier, *change, weight);
    *change = OfNext::Of([&](int i) {
      return _mm512_mask_add_epi32(change->of[i], _kandn_mask16(earlier.of[i], same.of[i]),
                                   change->of[i], passed_weight.of[i]);
    });
  }

  int boards_ = 0;
  OfBoards half_[kBoth][2];  // eight cells each
  OfBoards rank_[kViews][kPatterns], excesses_, left_, begin_;
  Moves moves_;
  // Of the pattern whose tile moves: sixteen times its number, its new rank, and where that is in
  // the tables, by eight entries.
  OfNext pattern_[kViews], rank_after_[kViews], place_[kViews];
  OfNext tile_[kBoth], from_[kBoth], to_[kBoth];  // that moves, and between which bits
  SomeNext farther_;
};

}  // namespace
}  // namespace tilebase::wide

tilebase::WideTurns tilebase::Avx512WideTurns(int patterns) {
  return patterns == 2 ? wide::TakeTurns<wide::Turn<2>, WideTables, WideStack>
                       : wide::TakeTurns<wide::Turn<3>, WideTables, WideStack>;
}

#else

tilebase::WideTurns tilebase::Avx512WideTurns(int) { return nullptr; }

#endif
