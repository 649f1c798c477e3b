// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The loop for 5x5 and spread tables.

#include "runtime/patterns/wide_numbers.h"
#include "runtime/patterns/wide_turns.h"

#ifdef TILEBASE_HAS_WIDE_TURNS

namespace tilebase::wide {
namespace {

// The boards that a turn expands, and their successors.
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

    // The closer look's entries.
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
    Push(kept, excesses_after, slacks_after, before - 1 - Up<1>(least),
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
  // Where the turn's boards are, in words.
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
  // Of all boards: the word that is so many bytes from their beginning.
  OfBoards Field(size_t offset) const {
    const OfBoards count = Counted();
    return Gather(board_, Words(count) + static_cast<uint32_t>(offset / 4), Taken());
  }

  // bound, begin: of the successors.
  void Push(uint32_t kept, OfNext excesses_after, OfNext slacks_after, OfNext bound, OfNext begin,
            SpreadWideStack* stack) const {
    alignas(64) uint32_t parent[kSuccessors], state[kSuccessors], slacks[kSuccessors];
    alignas(64) uint32_t excesses[kSuccessors], begins[kSuccessors];
    moves_.parent.Store(parent);
    moves_.after.Store(state);
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
  OfBoards closer_[kCloser], closer_place_[kCloser];  // of the closer look: which places
  alignas(64) int32_t closer_word_[kCloser][kWide];
  Moves moves_;
  SomeNext farther_;
  // Of the places that change: which, and what they become; and where, from the first table, are
  // sixteen entries that have theirs.
  alignas(64) uint32_t number_[Tables::kViews][kSuccessors], place_[Tables::kViews][kSuccessors];
  alignas(64) int32_t word_[Tables::kFirst][kSuccessors];
  alignas(64) uint32_t blank_[kSuccessors], from_[kSuccessors], tile_[kSuccessors];
};

}  // namespace
}  // namespace tilebase::wide

tilebase::SpreadWideTurns tilebase::Avx512SpreadWideTurns() {
  return wide::TakeTurns<wide::SpreadTurn, SpreadWideTables, SpreadWideStack>;
}

#else

tilebase::SpreadWideTurns tilebase::Avx512SpreadWideTurns() { return nullptr; }

#endif
