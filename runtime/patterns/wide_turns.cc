// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The loops of a wide search.

#include "runtime/patterns/wide_turns.h"

#include "runtime/patterns/wide_numbers.h"

#ifdef TILEBASE_HAS_WIDE_TURNS

namespace tilebase::wide {
namespace {

constexpr int kViews = WideTables::kViews, kTileBits = 4;
// An argument of __builtin_prefetch: into the second cache. More of these prefetches can be under
// way at a time than of those into the first cache.
constexpr int kToL2 = 2;

// The boards that a turn expands, and their successors.
template <int kPatterns>
class Turn {
  using Stack = WideStack;

 public:
  bool empty() const { return boards_ == 0; }
  void Clear() { boards_ = 0; }

  // Takes the boards on top of the stack, finds their successors and the places of their entries,
  // and prefetches these.
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
    if (stack->least != nullptr) {
      const OfBoards slack = Least(left_ & 255, Down<8>(left_) & 255);
      NoteLeast(boards_, Down<16>(left_) - Up<1>(slack), begin_, stack->least);
    }
    Ask(tables);
  }

  // Puts the successors that may lead to a solution onto the stack.
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
    // Makes the move and spends slacks.
    constexpr uint32_t kOne = 0x101, kSigns = 0x8080;  // of both views
    const OfNext before = Look(left_, parent);
    const OfNext spent = (more[0] & 0xFF) | (Up<8>(more[1]) & 0xFF00) | 0x10000;
    const OfNext left = BytesLess(before, BytesMore(spent, Only(farther_, OfNext(kOne))));
    const uint32_t may = (moves_.there & HasNone(left, kSigns)).bits();
    // A board is at most one move better than a successor: with two pairs missing, it cannot be
    // solved in time either.
    const uint32_t hopeless =
        (moves_.there & HasSome(BytesMore(left, OfNext(kOne)), kSigns)).bits();
    const uint32_t kept = moves_.WithoutHopeless(may, hopeless, 0);
    const uint32_t is_near =
        (moves_.there & IsLess(Down<16>(left), OfNext(stack->near_left))).bits() &
        ~(may | hopeless);
    if (is_near != 0) [[unlikely]]
      PutNear(tables, is_near, left, excesses, stack);
    Put(tables, kept, left, excesses, *stack, stack->field, &stack->count, &stack->found);
  }

 private:
  static constexpr int kBoth = 2;  // a board and its reflection

  // Puts the successors `those` behind `count` boards. `found` receives the kBegin of a successor
  // that is the end.
  [[gnu::always_inline]] void Put(const WideTables& tables, uint32_t those, OfNext left,
                                  OfNext excesses, const Stack& stack, uint32_t* const* field,
                                  size_t* count, int64_t* found) const {
    const OfNext places = Places(those);
    const int wanted = __builtin_popcount(those);
    for (int first = 0; first < wanted; first += kWide) {
      OfBoards of;
      of.of[0] = first == 0 ? places.of[0] : places.of[1];
      const size_t at = *count + static_cast<size_t>(first);
      const auto put = [&](OfBoards a, int i) { a.Store(field[i] + at); };
      // The fields that the next turn needs first come first.
      const OfBoards parent = Look(moves_.parent, of), action = Look(moves_.action, of);
      Some<1> is_end = Some<1>::First(wanted - first < kWide ? wanted - first : kWide);
      put(Moves::After(tables.after, Look(moves_.before, of), action, is_end), Stack::kState);
      for (int which = 0; which < kBoth; ++which) {
        const OfBoards tile = Look(tile_[which], of);
        const OfBoards from = Look(from_[which], of), to = Look(to_[which], of);
        for (int half = 0; half < 2; ++half) {
          const uint32_t bits = 32U * static_cast<uint32_t>(half);
          const OfBoards board =
              Look(half_[which][half], parent) ^ (tile << (from - bits)) ^ (tile << (to - bits));
          put(board, Stack::Half(which, half));
          if (which == 0) is_end = is_end & IsEqual(board, stack.end[half]);
        }
      }
      for (int view = 0; view < kViews; ++view) {
        const OfBoards pattern = Look(pattern_[view], of), rank = Look(rank_after_[view], of);
        for (int p = 0; p < kPatterns; ++p)
          put(Choose(IsEqual(pattern, static_cast<uint32_t>(16 * p)), Look(rank_[view][p], parent),
                     rank),
              Stack::Rank(view, p));
      }
      put(Look(left, of), Stack::kLeft);
      put(Look(excesses, of), Stack::kExcesses);
      const OfBoards begin =
          Begin(Look(begin_, parent), action, Down<15>(Look(left_, parent)), stack.first_room);
      put(begin, Stack::kBegin);
      if (is_end.bits() != 0) [[unlikely]] {
        alignas(64) uint32_t begins[kWide];
        begin.Store(begins);
        *found = begins[__builtin_ctz(is_end.bits())];
      }
    }
    *count += static_cast<size_t>(wanted);
  }
  [[gnu::noinline]] void PutNear(const WideTables& tables, uint32_t those, const OfNext& left,
                                 const OfNext& excesses, Stack* stack) const {
    int64_t too_far;  // the end, two moves later than allowed
    Put(tables, those, left, excesses, *stack, stack->near, &stack->near_count, &too_far);
  }

  [[gnu::always_inline]] void Ask(const WideTables& tables) {
    const Table weights = Table::Load(tables.weight), orders = Table::Load(tables.order);
    const Table begins = Table::Load(tables.table_begins);
    const OfNext parent = moves_.parent, action = moves_.action;
    // In each pair (board, reflection), "upright" means the one whose tile changes row: up if the
    // other's moves left.
    const SomeNext upright = HasSome(action, 2);  // the board itself
    const SomeNext up = HasNone(action, 1);
    to_[0] = Down<kBlankBit - 2>(moves_.before) & 60;
    to_[1] = Look(Table::Load(tables.reflected_bit), Down<kBlankBit>(moves_.before));
    from_[0] = to_[0] + Look(Table::Load(tables.step), action);
    from_[1] = to_[1] + Look(Table::Load(tables.reflected_step), action);
    const OfNext to = Choose(upright, to_[1], to_[0]);
    // The five cells from the upper of the two to the lower.
    const OfNext first = Less(up, to - 16, OfNext(static_cast<uint32_t>(-16)));
    OfNext half[2];
    for (int i = 0; i < 2; ++i)
      half[i] = Choose(upright, Look(half_[1][i], parent), Look(half_[0][i], parent));
    const SomeNext is_first = HasNone(first, 32);
    const OfNext low = Choose(is_first, half[1], half[0]), high = Only(is_first, half[1]);
    const OfNext five =
        OfNext::Of([&](int i) { return _mm512_shrdv_epi32(low.of[i], high.of[i], first.of[i]); });
    // The first or the last of these is the blank, which is 0.
    const OfNext tile = (five | Down<4 * kTileBits>(five)) & 15;
    const OfNext other_tile = Look(Table::Load(tables.reflected_tile), tile);
    const OfNext order = Look(orders, tile), weight = Look(weights, tile);
    // As in PatternMoves: four digits more or less, and the contributions of the tiles passed.
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
      __builtin_prefetch(tables.table + places[0][i], 0, kToL2);
      __builtin_prefetch(tables.table + places[1][i], 0, kToL2);
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
  // For the pattern whose tile moves: sixteen times its number, its new rank, and that rank's place
  // in the tables, in units of eight entries.
  OfNext pattern_[kViews], rank_after_[kViews], place_[kViews];
  OfNext tile_[kBoth], from_[kBoth], to_[kBoth];  // the tile that moves, and its bits
  SomeNext farther_;
};

// Like Turn, for 25 cells and spread tables.
class SpreadTurn {
  using Tables = SpreadWideTables;
  using Board = SpreadWideBoard;

 public:
  bool empty() const { return boards_ == 0; }
  void Clear() { boards_ = 0; }

  [[gnu::always_inline]] void Take(const Tables& tables, SpreadWideStack* stack) {
    boards_ = static_cast<int>(stack->count < kWide ? stack->count : kWide);
    if (boards_ == 0) return;
    stack->count -= static_cast<size_t>(boards_);
    const Board* const from = stack->board + stack->count;
    for (int i = 0; i < boards_; ++i) board_[i] = from[i];
    stack->count += static_cast<size_t>(moves_.Take(Field(offsetof(Board, state)), tables.after));
    stack->nodes += static_cast<uint64_t>(moves_.count);

    // Reads the entries of the closer look.
    const OfBoards closer = Field(offsetof(Board, closer)), count = Counted();
    for (int view = 0; view < kCloser; ++view) {
      const OfBoards pattern = (closer >> 2U * static_cast<uint32_t>(view)) & 3;
      closer_[view] = pattern + Number(Tables::kFirst + view);
      closer_place_[view] = Gather(board_, Words(count) + closer_[view], Taken());
      WordOf(tables, Tables::kFirst + view, pattern, closer_place_[view]).Store(closer_word_[view]);
    }
    AskFor<kWide>(tables.table, closer_word_);
    Ask(tables);
  }

  [[gnu::always_inline]] void Finish(const Tables& tables, SpreadWideStack* stack) {
    if (boards_ == 0) return;
    OfBoards excesses = Field(offsetof(Board, excesses)), slack[Tables::kViews];
    const OfBoards slacks = Field(offsetof(Board, slack)), room = Field(offsetof(Board, room));
    const OfBoards begin = Field(offsetof(Board, begin));
    for (int view = 0; view < Tables::kViews; ++view)
      slack[view].of[0] =
          _mm512_srai_epi32((slacks << (24U - 8U * static_cast<uint32_t>(view))).of[0], 24);
    NoteLeast(boards_, room - Up<1>(Least(slack[0], slack[1])), begin, stack->least);
    uint32_t hopeless_boards = 0;
    for (int view = 0; view < kCloser; ++view) {
      OfBoards& at = slack[Tables::kFirst + view];
      at = Evaluate(tables, closer_word_[view], closer_place_[view], closer_[view], at, &excesses);
      hopeless_boards |= HasSome(at, kSign).bits();
    }
    OfNext excesses_after = Look(excesses, moves_.parent), slacks_after(0), least;
    for (int view = 0; view < Tables::kViews; ++view) {
      OfNext at = Look(slack[view], moves_.parent);
      if (view < Tables::kFirst)
        at = Evaluate(tables, word_[view], OfNext::Load(place_[view]), OfNext::Load(number_[view]),
                      at, &excesses_after);
      at = Less(farther_, at, OfNext(1));
      if (view < Tables::kFirst) least = view == 0 ? at : Least(least, at);
      slacks_after = slacks_after | ((at & 255) << 8U * static_cast<uint32_t>(view));
    }
    const uint32_t may = (moves_.there & HasNone(least, kSign)).bits();
    const uint32_t hopeless = (moves_.there & HasSome(least + 1, kSign)).bits();
    const uint32_t kept = moves_.WithoutHopeless(may, hopeless, hopeless_boards);
    if (kept == 0) return;
    const OfNext before = Look(room, moves_.parent);
    Push(tables, kept, excesses_after, slacks_after, before - 1 - Up<1>(least),
         Begin(Look(begin, moves_.parent), moves_.action, Up<1>(before), stack->first_room), stack);
  }

 private:
  static constexpr int kCloser = Tables::kViews - Tables::kFirst;
  static constexpr uint32_t kSign = 1U << 31;
  static_assert(sizeof(Board) == 128 && Tables::kPatterns == 4);

  [[gnu::always_inline]] void Ask(const Tables& tables) {
    const OfNext board = Words(moves_.parent), blank = Down<kBlankBit>(moves_.before) & 31;
    const OfNext from = blank + Look(Table::Load(tables.step), moves_.action);
    const SomeNext upright = HasSome(moves_.action, 2), up = HasNone(moves_.action, 1);
    from.Store(from_);
    blank.Store(blank_);
    const OfNext tile =
        OfNext::Of([&](int i) {
          return _mm512_mask_i32gather_epi32(
              _mm512_setzero_si512(), moves_.there.of[i],
              (Up<2>(board) + from + static_cast<uint32_t>(offsetof(Board, tile))).of[i], board_,
              1);
        }) &
        31;
    tile.Store(tile_);
    const auto look = [](const uint32_t* table, OfNext i) {
      return Look(LongTable::Load(table), i);
    };
    const OfNext line = Choose(upright, look(tables.column, blank), look(tables.row, blank));
    const OfNext home =
        Choose(upright, look(tables.home_column, tile), look(tables.home_row, tile));
    farther_ = IsPositive(Negative(up, line - home));
    for (int view = 0; view < Tables::kViews; ++view) {
      const OfNext of_tile = look(tables.pattern[view], tile);
      const OfNext pattern = of_tile & 3, number = pattern + Number(view);
      const OfNext cells = Look(LongTable::Load(tables.cells_more), (of_tile & 28) | moves_.action);
      const OfNext place = Only(moves_.there, Gather(board_, board + number, moves_.there) +
                                                  look(tables.weight[view], tile) * cells);
      number.Store(number_[view]);
      place.Store(place_[view]);
      if (view < Tables::kFirst) WordOf(tables, view, pattern, place).Store(word_[view]);
    }
    AskFor<kSuccessors>(tables.table, word_);
  }

  // A view's first place.
  static constexpr uint32_t Number(int view) {
    return static_cast<uint32_t>(view * Tables::kPatterns);
  }
  // Returns the places of the turn's boards, in words.
  template <int kCount>
  static Numbers<kCount> Words(Numbers<kCount> board) {
    return Up<5>(board);
  }
  template <int kCount>
  static Numbers<kCount> WordOf(const Tables& tables, int view, Numbers<kCount> pattern,
                                Numbers<kCount> place) {
    return Look(Table::Load(tables.table_begins[view]), pattern) + Down<4>(place);
  }
  template <int kCount>
  static void AskFor(const int32_t* table, const int32_t (*words)[kCount]) {
#pragma GCC unroll 32
    for (int i = 0; i < kCount; ++i) {
      __builtin_prefetch(table + words[0][i]);
      __builtin_prefetch(table + words[1][i]);
    }
  }
  // Reads entries; returns the slack with them.
  template <int kCount>
  static Numbers<kCount> Evaluate(const Tables& tables, const int32_t* words, Numbers<kCount> place,
                                  Numbers<kCount> number, Numbers<kCount> slack,
                                  Numbers<kCount>* excesses) {
    const Numbers<kCount> sixteen = Gather(tables.table, Numbers<kCount>::Load(words));
    const Numbers<kCount> excess = (sixteen >> Up<1>(place & 15)) & 3, shift = Up<1>(number);
    const Numbers<kCount> more = excess - ((*excesses >> shift) & 3);
    *excesses = *excesses + (more << shift);
    return slack - more;
  }

  static OfBoards Counted() {
    OfBoards count;
    count.of[0] = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    return count;
  }
  Some<1> Taken() const { return Some<1>::First(boards_); }
  // Returns, for all boards, the word at this offset from their beginning.
  OfBoards Field(size_t offset) const {
    const OfBoards count = Counted();
    return Gather(board_, Words(count) + static_cast<uint32_t>(offset / 4), Taken());
  }

  // `bound` and `begin` are the successors'.
  void Push(const Tables& tables, uint32_t kept, OfNext excesses_after, OfNext slacks_after,
            OfNext bound, OfNext begin, SpreadWideStack* stack) const {
    alignas(64) uint32_t parent[kSuccessors], state[kSuccessors], slacks[kSuccessors];
    alignas(64) uint32_t excesses[kSuccessors], begins[kSuccessors];
    moves_.parent.Store(parent);
    Moves::After(tables.after, moves_.before, moves_.action, moves_.there).Store(state);
    slacks_after.Store(slacks);
    excesses_after.Store(excesses);
    begin.Store(begins);
    // Bounds are not negative.
    const uint32_t near = IsLess(bound, OfNext(static_cast<uint32_t>(stack->detour + 1))).bits();
    Board* to = stack->board + stack->count;
    for (; kept != 0; kept &= kept - 1, ++to) {
      const int i = __builtin_ctz(kept);
      *to = board_[parent[i]];
      uint32_t* const places = &to->place[0][0];
      for (int view = 0; view < Tables::kViews; ++view) places[number_[view][i]] = place_[view][i];
      to->tile[blank_[i]] = static_cast<uint8_t>(tile_[i]);
      to->tile[from_[i]] = 0;
      __builtin_memcpy(to->slack, &slacks[i], sizeof to->slack);
      to->excesses = excesses[i];
      to->state = state[i];
      to->begin = begins[i];
      --to->room;
      to->closer = (number_[2][i] & 3) | (number_[3][i] & 3) << 2;
      if ((near >> i & 1) != 0 && __builtin_memcmp(to->tile, stack->end, 25) == 0)
        stack->found = begins[i];
    }
    stack->count = static_cast<size_t>(to - stack->board);
  }

  int boards_ = 0;
  Board board_[kWide];
  OfBoards closer_[kCloser], closer_place_[kCloser];  // of the closer look
  alignas(64) int32_t closer_word_[kCloser][kWide];
  Moves moves_;
  SomeNext farther_;
  // For the places that change: their number and their new value; and the word, counted from the
  // first table, with the sixteen entries that contain theirs.
  alignas(64) uint32_t number_[Tables::kViews][kSuccessors], place_[Tables::kViews][kSuccessors];
  alignas(64) int32_t word_[Tables::kFirst][kSuccessors];
  alignas(64) uint32_t blank_[kSuccessors], from_[kSuccessors], tile_[kSuccessors];
};

}  // namespace
}  // namespace tilebase::wide

tilebase::WideTurns tilebase::Avx512WideTurns(int patterns) {
  return patterns == 2 ? wide::TakeTurns<wide::Turn<2>, WideTables, WideStack>
                       : wide::TakeTurns<wide::Turn<3>, WideTables, WideStack>;
}
tilebase::SpreadWideTurns tilebase::Avx512SpreadWideTurns() {
  return wide::TakeTurns<wide::SpreadTurn, SpreadWideTables, SpreadWideStack>;
}

#else

tilebase::WideTurns tilebase::Avx512WideTurns(int) { return nullptr; }
tilebase::SpreadWideTurns tilebase::Avx512SpreadWideTurns() { return nullptr; }

#endif
