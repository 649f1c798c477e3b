// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The loops. Compiled with the compiler's options for AVX-512 as of Ice Lake and Zen 4;
// generator/retrograde/kernel.cc's invariant holds here, too.

#include "runtime/patterns/wide_turns.h"

#if defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512VBMI2__)
#include <immintrin.h>
#define TILEBASE_HAS_WIDE_TURNS
#endif

#ifdef TILEBASE_HAS_WIDE_TURNS

namespace tilebase::wide {
namespace {

using Numbers = __m512i;  // sixteen of 32 bits, or eight of 64
constexpr int kWide = 16;
constexpr int kViews = WideTables::kViews;
constexpr int kActionBits = 2, kActions = 4, kBlankBits = 5, kTileBits = 4, kSlackBits = 8;
// How many turns go on at a time: more wait for less, but expand more boards in vain where a
// solution is near.
constexpr int kTurns = 2;

Numbers All(uint32_t number) { return _mm512_set1_epi32(static_cast<int>(number)); }
Numbers Load(const void* from) { return _mm512_loadu_si512(from); }
Numbers And(Numbers a, Numbers b) { return _mm512_and_si512(a, b); }
Numbers Or(Numbers a, Numbers b) { return _mm512_or_si512(a, b); }
Numbers Plus(Numbers a, Numbers b) { return _mm512_add_epi32(a, b); }
Numbers Minus(Numbers a, Numbers b) { return _mm512_sub_epi32(a, b); }
template <int kBits>
Numbers Up(Numbers a) {
  return _mm512_slli_epi32(a, kBits);
}
template <int kBits>
Numbers Down(Numbers a) {
  return _mm512_srli_epi32(a, kBits);
}
// table[i] for each i, of sixteen numbers.
Numbers Look(Numbers table, Numbers i) { return _mm512_permutexvar_epi32(i, table); }
Numbers Choose(__mmask16 second, Numbers first, Numbers other) {
  return _mm512_mask_blend_epi32(second, first, other);
}
Numbers Negative(__mmask16 which, Numbers a) {
  return _mm512_mask_sub_epi32(a, which, _mm512_setzero_si512(), a);
}
// Half of sixteen numbers, with 64 bits each.
Numbers Half(Numbers a, int half) {
  return _mm512_cvtepu32_epi64(half == 0 ? _mm512_castsi512_si256(a)
                                         : _mm512_extracti64x4_epi64(a, 1));
}
// Writes those numbers that are kept, one after another.
void Put(Numbers a, __mmask16 kept, uint32_t* to) {
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(kept, a));
}

// A bit for each board and action of its state: four bits a board. Of boards that follow from one,
// the last is searched first.
uint64_t Allowed(Numbers state) {
  const __m128i actions = _mm512_cvtepi32_epi8(And(state, All(15)));
  return static_cast<uint64_t>(_mm_cvtsi128_si64(
      _mm_packus_epi16(_mm_maddubs_epi16(actions, _mm_set1_epi16(0x1001)), _mm_setzero_si128())));
}
struct Count {
  uint8_t number[64];
};
constexpr Count kCount = [] {
  Count count = {};
  for (int i = 0; i < 64; ++i) count.number[i] = static_cast<uint8_t>(i);
  return count;
}();

// The moves that are allowed in these states, sixteen a batch. Batch: Turn's or SpreadTurn's.
// Returns how many batches there are.
template <typename Batch>
int TakeMoves(Numbers state, const uint32_t* after, Batch* batches, uint64_t* nodes) {
  const uint64_t allowed = Allowed(state);
  Numbers moves = _mm512_maskz_compress_epi8(allowed, Load(kCount.number));
  const int count = __builtin_popcountll(allowed);
  *nodes += static_cast<uint64_t>(count);
  int number = 0;
  for (int begin = 0; begin < count; begin += kWide) {
    Batch& batch = batches[number++];
    const Numbers move = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(moves));
    moves = _mm512_alignr_epi64(_mm512_setzero_si512(), moves, 2);
    batch.there = static_cast<__mmask16>(count - begin < kWide ? (1U << (count - begin)) - 1 : ~0U);
    batch.parent = Down<kActionBits>(move);
    batch.action = And(move, All(3));
    const Numbers before = Look(state, batch.parent);
    batch.blank = And(Down<kActions>(before), All(31));
    batch.state = _mm512_mask_i32gather_epi32(
        _mm512_setzero_si512(), batch.there,
        Or(Up<kActionBits>(Down<kActions + kBlankBits>(before)), batch.action), after, 4);
  }
  return number;
}

// Of the board of a subtree: its bound, if it is less than all before.
void NoteLeast(__mmask16 taken, Numbers bound, Numbers begin, uint32_t* least_of) {
  const Numbers subtree = And(begin, All(WideStack::kMostSubtrees - 1));
  unsigned less = _mm512_mask_cmplt_epu32_mask(
      taken, bound,
      _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), taken, subtree, least_of, 4));
  if (less == 0) return;
  alignas(64) uint32_t bounds[kWide], subtrees[kWide];
  _mm512_store_si512(bounds, bound);
  _mm512_store_si512(subtrees, subtree);
  for (; less != 0; less &= less - 1) {
    const int i = __builtin_ctz(less);
    uint32_t& least = least_of[subtrees[i]];
    least = bounds[i] < least ? bounds[i] : least;
  }
}

// The beginning of a board's way, one action later: of a board with so many moves left before.
Numbers Begin(Numbers begin, Numbers action, Numbers room, int first_room) {
  const Numbers depth = Minus(All(static_cast<uint32_t>(first_room)), room);
  return Or(begin, _mm512_sllv_epi32(action, Plus(Up<1>(depth), All(8))));
}

// A board's halves, by the numbers of 64 bits.
struct Boards {
  Numbers of[2];

  void Load(const uint64_t* from) {
    of[0] = _mm512_loadu_si512(from);
    of[1] = _mm512_loadu_si512(from + kWide / 2);
  }
  Numbers At(Numbers which) const { return _mm512_permutex2var_epi64(of[0], which, of[1]); }
};

// The boards that a turn expands, and their successors, sixteen at a time.
template <int kPatterns>
class Turn {
 public:
  bool empty() const { return boards_ == 0; }
  void Clear() { boards_ = batches_ = 0; }

  // Takes the boards on top of the stack, and finds what follows from them.
  void Take(const WideTables& tables, WideStack* stack) {
    boards_ = static_cast<int>(stack->count < kWide ? stack->count : kWide);
    batches_ = 0;
    if (boards_ == 0) return;
    stack->count -= static_cast<size_t>(boards_);
    const size_t at = stack->count;
    board_.Load(stack->board + at);
    reflected_.Load(stack->reflected + at);
    for (int view = 0; view < kViews; ++view)
      for (int p = 0; p < kPatterns; ++p) rank_[view][p] = Load(stack->rank[view][p] + at);
    excesses_ = Load(stack->excesses + at);
    room_ = Load(stack->room + at);
    begin_ = Load(stack->begin + at);
    const __mmask16 taken = static_cast<__mmask16>((1U << boards_) - 1);
    const Numbers state = _mm512_maskz_loadu_epi32(taken, stack->state + at);
    const Numbers slack =
        _mm512_min_epu32(And(room_, All(255)), And(Down<kSlackBits>(room_), All(255)));
    NoteLeast(taken, Minus(Down<16>(room_), Up<1>(slack)), begin_, stack->least);

    batches_ = TakeMoves(state, tables.after, batch_, &stack->nodes);
  }

  // Finds where the entries of the successors are, and asks for them.
  [[gnu::always_inline]] void Ask(const WideTables& tables) {
    const Numbers weights = Load(tables.weight), orders = Load(tables.order);
    const Numbers reflected_tiles = Load(tables.reflected_tile);
    const Numbers reflected_cells = Load(tables.reflected_cell);
    const Numbers home_rows = Load(tables.home_row), begins = Load(tables.table_begins);
    for (int b = 0; b < batches_; ++b) {
      Batch& batch = batch_[b];
      const Numbers blank = batch.blank;
      const Numbers from = And(Down<kActions>(batch.state), All(15));
      const Numbers reflected_blank = Look(reflected_cells, blank);
      const Numbers reflected_from = Look(reflected_cells, from);
      // Of a board and its reflection, the *upright* one is that whose tile moves to another row.
      const __mmask16 upright =
          _mm512_testn_epi32_mask(_mm512_xor_si512(from, blank), All(3));  // the board itself
      const Numbers to_cell = Choose(upright, reflected_blank, blank);
      const Numbers from_cell = Choose(upright, reflected_from, from);
      const __mmask16 up = _mm512_cmplt_epu32_mask(to_cell, from_cell);
      const __mmask16 left = _mm512_cmplt_epu32_mask(Choose(upright, blank, reflected_blank),
                                                     Choose(upright, from, reflected_from));
      // Its five cells from the upper of the two to the lower.
      const Numbers shift = Up<2>(_mm512_min_epu32(to_cell, from_cell));
      __m256i cells[2];
      for (int half = 0; half < 2; ++half) {
        const Numbers parent = Half(batch.parent, half);
        const Numbers board = _mm512_mask_blend_epi64(static_cast<__mmask8>(upright >> (8 * half)),
                                                      reflected_.At(parent), board_.At(parent));
        cells[half] = _mm512_cvtepi64_epi32(_mm512_srlv_epi64(board, Half(shift, half)));
      }
      const Numbers five = _mm512_inserti64x4(_mm512_castsi256_si512(cells[0]), cells[1], 1);
      // One of the outer two is the blank, which is 0.
      const Numbers tile = And(Or(five, Down<4 * kTileBits>(five)), All(15));
      const Numbers other_tile = Look(reflected_tiles, tile);
      const Numbers order = Look(orders, tile), weight = Look(weights, tile);
      // As PatternMoves: four digits more or less, and what the tiles passed change.
      Numbers change = Up<2>(weight);
      Pass(And(Down<kTileBits>(five), All(15)), orders, weights, order, weight, &change);
      Pass(And(Down<2 * kTileBits>(five), All(15)), orders, weights, order, weight, &change);
      Pass(And(Down<3 * kTileBits>(five), All(15)), orders, weights, order, weight, &change);
      change = Negative(up, change);
      const Numbers other_change = Negative(left, Look(weights, other_tile));
      const Numbers row = Down<2>(to_cell), home_row = Look(home_rows, tile);
      batch.farther = static_cast<__mmask16>(
          (up & _mm512_cmplt_epu32_mask(row, home_row)) |
          (static_cast<unsigned>(~up) & _mm512_cmpgt_epu32_mask(row, home_row)));
      const Numbers pattern = Down<4>(order), other_pattern = Down<4>(Look(orders, other_tile));
      for (int view = 0; view < kViews; ++view) {
        const __mmask16 is_upright = view == 0 ? upright : static_cast<__mmask16>(~upright);
        const Numbers in = Choose(is_upright, other_pattern, pattern);
        Numbers rank =
            _mm512_permutex2var_epi32(rank_[view][0], Or(batch.parent, Up<4>(in)), rank_[view][1]);
        if constexpr (kPatterns == 3)
          rank =
              Choose(_mm512_cmpeq_epu32_mask(in, All(2)), rank, Look(rank_[view][2], batch.parent));
        rank = _mm512_maskz_add_epi32(batch.there, rank, Choose(is_upright, other_change, change));
        batch.pattern[view] = in;
        batch.rank[view] = rank;
        _mm512_store_si512(batch.place[view], Plus(Look(begins, in), Down<3>(rank)));
      }
#pragma GCC unroll 16
      for (int i = 0; i < kWide; ++i) {
        __builtin_prefetch(tables.table + batch.place[0][i]);
        __builtin_prefetch(tables.table + batch.place[1][i]);
      }
      batch.tile[0] = Choose(upright, other_tile, tile);
      batch.tile[1] = Choose(upright, tile, other_tile);
      batch.from[0] = from;
      batch.from[1] = reflected_from;
      batch.to[0] = blank;
      batch.to[1] = reflected_blank;
    }
  }

  // Puts those successors on the stack that may lead to a solution.
  [[gnu::always_inline]] void Finish(const WideTables& tables, WideStack* stack) {
    Numbers hopeless_bits = _mm512_setzero_si512();
    for (int b = 0; b < batches_; ++b) {
      Batch& batch = batch_[b];
      const Numbers excesses = Look(excesses_, batch.parent), room = Look(room_, batch.parent);
      for (int view = 0; view < kViews; ++view) {
        const Numbers eight = _mm512_i32gather_epi32(Load(batch.place[view]), tables.table, 4);
        const Numbers excess =
            And(_mm512_srlv_epi32(eight, Up<2>(And(batch.rank[view], All(7)))), All(15));
        const Numbers before = And(_mm512_srlv_epi32(excesses, Shift(batch, view)), All(15));
        const Numbers slack =
            And(_mm512_srli_epi32(room, static_cast<unsigned>(kSlackBits * view)), All(255));
        const Numbers after = Minus(Plus(slack, before), excess);
        batch.excess[view] = excess;
        batch.slack[view] = _mm512_mask_sub_epi32(after, batch.farther, after, All(1));
      }
      batch.least_slack = _mm512_min_epi32(batch.slack[0], batch.slack[1]);
      // A board is at most one move better than a successor: where two pairs are missing it cannot
      // be solved in time either.
      const __mmask16 hopeless =
          _mm512_mask_cmplt_epi32_mask(batch.there, batch.least_slack, _mm512_set1_epi32(-1));
      hopeless_bits = _mm512_mask_or_epi32(hopeless_bits, hopeless, hopeless_bits,
                                           _mm512_sllv_epi32(All(1), batch.parent));
    }
    const Numbers hopeless = All(static_cast<uint32_t>(_mm512_reduce_or_epi32(hopeless_bits)));
    for (int b = 0; b < batches_; ++b) {
      const Batch& batch = batch_[b];
      const __mmask16 kept = static_cast<__mmask16>(
          _mm512_mask_cmpge_epi32_mask(batch.there, batch.least_slack, _mm512_setzero_si512()) &
          _mm512_testn_epi32_mask(_mm512_sllv_epi32(All(1), batch.parent), hopeless));
      if (kept != 0) Push(batch, kept, stack);
    }
  }

 private:
  struct Batch {
    Numbers parent;  // by its number in the turn
    Numbers action;
    Numbers state;                          // as WideStack's
    Numbers rank[kViews], pattern[kViews];  // of the pattern whose tile moves
    Numbers excess[kViews], slack[kViews], least_slack;
    Numbers blank;  // before
    // Of the board and its reflection: which tile moves, and between which cells.
    Numbers tile[kViews], from[kViews], to[kViews];
    alignas(64) int32_t place[kViews][kWide];  // of eight entries, from the first table
    __mmask16 there, farther;
  };
  // Where the excess is that changes.
  static Numbers Shift(const Batch& batch, int view) {
    return Plus(Up<2>(batch.pattern[view]), All(static_cast<uint32_t>(16 * view)));
  }

  // A tile of this order and weight passes another on its way down.
  static void Pass(Numbers passed, Numbers orders, Numbers weights, Numbers order, Numbers weight,
                   Numbers* change) {
    const Numbers passed_order = Look(orders, passed);
    const __mmask16 same =
        _mm512_cmplt_epu32_mask(_mm512_xor_si512(passed_order, order), All(1U << 4));
    const __mmask16 earlier = _mm512_mask_cmplt_epu32_mask(same, passed_order, order);
    *change = _mm512_mask_sub_epi32(*change, earlier, *change, weight);
    *change = _mm512_mask_add_epi32(*change, static_cast<__mmask16>(same & ~earlier), *change,
                                    Look(weights, passed));
  }

  void Push(const Batch& batch, __mmask16 kept, WideStack* stack) const {
    const size_t at = stack->count;
    Numbers excesses = Look(excesses_, batch.parent);
    for (int view = 0; view < kViews; ++view) {
      const Numbers shift = Shift(batch, view);
      excesses = Or(_mm512_andnot_si512(_mm512_sllv_epi32(All(15), shift), excesses),
                    _mm512_sllv_epi32(batch.excess[view], shift));
      for (int p = 0; p < kPatterns; ++p)
        Put(Choose(_mm512_cmpeq_epu32_mask(batch.pattern[view], All(static_cast<uint32_t>(p))),
                   Look(rank_[view][p], batch.parent), batch.rank[view]),
            kept, stack->rank[view][p] + at);
    }
    Put(excesses, kept, stack->excesses + at);
    const Numbers room = Down<16>(Look(room_, batch.parent));
    Put(Or(Up<16>(Minus(room, All(1))), Or(Up<kSlackBits>(batch.slack[1]), batch.slack[0])), kept,
        stack->room + at);
    Put(batch.state, kept, stack->state + at);
    const Numbers begin = Begin(Look(begin_, batch.parent), batch.action, room, stack->first_room);
    Put(begin, kept, stack->begin + at);
    size_t to = at;
    for (int half = 0; half < 2; ++half) {
      const __mmask8 kept_half = static_cast<__mmask8>(kept >> (8 * half));
      const Numbers board = Moved(board_, batch, 0, half);
      _mm512_storeu_si512(stack->board + to, _mm512_maskz_compress_epi64(kept_half, board));
      _mm512_storeu_si512(stack->reflected + to, _mm512_maskz_compress_epi64(
                                                     kept_half, Moved(reflected_, batch, 1, half)));
      to += static_cast<size_t>(__builtin_popcount(kept_half));
      const unsigned found = _mm512_mask_cmpeq_epi64_mask(
          kept_half, board, _mm512_set1_epi64(static_cast<long long>(stack->end)));
      if (found == 0) continue;
      alignas(64) uint32_t begins[kWide];
      _mm512_store_si512(begins, begin);
      stack->found = begins[8 * half + __builtin_ctz(found)];
    }
    stack->count = to;
  }
  // The board, or its reflection, with its tile moved.
  static Numbers Moved(const Boards& boards, const Batch& batch, int which, int half) {
    const Numbers tile = Half(batch.tile[which], half);
    const Numbers on_from = _mm512_sllv_epi64(tile, Half(Up<2>(batch.from[which]), half));
    const Numbers on_to = _mm512_sllv_epi64(tile, Half(Up<2>(batch.to[which]), half));
    return _mm512_xor_si512(boards.At(Half(batch.parent, half)), _mm512_xor_si512(on_from, on_to));
  }

  Boards board_, reflected_;
  Numbers rank_[kViews][kPatterns], excesses_, room_, begin_;
  int boards_ = 0, batches_ = 0;
  Batch batch_[4];
};

// As Turn, of 25 cells and spread tables.
class SpreadTurn {
  using Tables = SpreadWideTables;
  using Board = SpreadWideBoard;

 public:
  bool empty() const { return boards_ == 0; }
  void Clear() { boards_ = batches_ = 0; }

  void Take(const Tables& tables, SpreadWideStack* stack) {
    boards_ = static_cast<int>(stack->count < kWide ? stack->count : kWide);
    batches_ = 0;
    if (boards_ == 0) return;
    stack->count -= static_cast<size_t>(boards_);
    const Board* const from = stack->board + stack->count;
    for (int i = 0; i < boards_; ++i) board_[i] = from[i];
    const Numbers state = _mm512_maskz_mov_epi32(Taken(), Field(offsetof(Board, state)));

    // The closer look's entries.
    const Numbers closer = Field(offsetof(Board, closer));
    for (int view = 0; view < kCloser; ++view) {
      const Numbers pattern =
          And(_mm512_srli_epi32(closer, 2U * static_cast<unsigned>(view)), All(3));
      closer_[view] = Plus(pattern, All(Number(Tables::kFirst + view)));
      closer_place_[view] = Gather(board_, Plus(Boards(Count()), closer_[view]), Taken());
      _mm512_store_si512(closer_word_[view],
                         WordOf(tables, Tables::kFirst + view, pattern, closer_place_[view]));
    }
    AskFor(tables.table, closer_word_);

    batches_ = TakeMoves(state, tables.after, batch_, &stack->nodes);
  }

  [[gnu::always_inline]] void Ask(const Tables& tables) {
    for (int b = 0; b < batches_; ++b) {
      Batch& batch = batch_[b];
      const Numbers blank = batch.blank, from = And(Down<kActions>(batch.state), All(31));
      const Numbers board = Boards(batch.parent);
      batch.from = from;
      batch.tile =
          And(All(31), _mm512_mask_i32gather_epi32(
                           _mm512_setzero_si512(), batch.there,
                           Plus(Plus(Up<2>(board), from), All(offsetof(Board, tile))), board_, 1));
      const Numbers column = Look32(tables.column, blank);
      const Numbers from_column = Look32(tables.column, from);
      const __mmask16 upright = _mm512_cmpeq_epu32_mask(column, from_column);
      const Numbers to_line = Choose(upright, column, Look32(tables.row, blank));
      const Numbers from_line = Choose(upright, from_column, Look32(tables.row, from));
      const Numbers home_line = Choose(upright, Look32(tables.home_column, batch.tile),
                                       Look32(tables.home_row, batch.tile));
      const __mmask16 up = _mm512_cmplt_epu32_mask(to_line, from_line);
      batch.farther = static_cast<__mmask16>(
          (up & _mm512_cmplt_epu32_mask(to_line, home_line)) |
          (static_cast<unsigned>(~up) & _mm512_cmpgt_epu32_mask(to_line, home_line)));
      for (int view = 0; view < Tables::kViews; ++view) {
        const Numbers of_tile = Look32(tables.pattern[view], batch.tile);
        const Numbers pattern = And(of_tile, All(3));
        const Numbers number = Plus(pattern, All(Number(view)));
        const Numbers change =
            _mm512_mullo_epi32(Look32(tables.weight[view], batch.tile),
                               Look32(tables.cells_more, Or(And(of_tile, All(28)), batch.action)));
        const Numbers place = _mm512_maskz_add_epi32(
            batch.there, Gather(board_, Plus(board, number), batch.there), change);
        _mm512_store_si512(batch.number[view], number);
        _mm512_store_si512(batch.place[view], place);
        if (view < Tables::kFirst)
          _mm512_store_si512(batch.word[view], WordOf(tables, view, pattern, place));
      }
      AskFor(tables.table, batch.word);
    }
  }

  [[gnu::always_inline]] void Finish(const Tables& tables, SpreadWideStack* stack) {
    if (boards_ == 0) return;
    Numbers excesses = Field(offsetof(Board, excesses)), slack[Tables::kViews];
    const Numbers slacks = Field(offsetof(Board, slack)), room = Field(offsetof(Board, room));
    const Numbers begin = Field(offsetof(Board, begin));
    for (int view = 0; view < Tables::kViews; ++view) {
      const unsigned above = 24U - 8U * static_cast<unsigned>(view);
      slack[view] = _mm512_srai_epi32(_mm512_slli_epi32(slacks, above), 24);
    }
    NoteLeast(Taken(), Minus(room, Up<1>(_mm512_min_epi32(slack[0], slack[1]))), begin,
              stack->least);
    __mmask16 hopeless_boards = 0;
    for (int view = 0; view < kCloser; ++view) {
      Numbers& at = slack[Tables::kFirst + view];
      at = Evaluate(tables, closer_word_[view], closer_place_[view], closer_[view], at, &excesses);
      hopeless_boards = static_cast<__mmask16>(hopeless_boards |
                                               _mm512_cmplt_epi32_mask(at, _mm512_setzero_si512()));
    }
    Numbers hopeless_bits = _mm512_setzero_si512();
    for (int b = 0; b < batches_; ++b) {
      Batch& batch = batch_[b];
      batch.excesses = Look(excesses, batch.parent);
      batch.slacks = _mm512_setzero_si512();
      for (int view = 0; view < Tables::kViews; ++view) {
        Numbers at = Look(slack[view], batch.parent);
        if (view < Tables::kFirst)
          at = Evaluate(tables, batch.word[view], Load(batch.place[view]), Load(batch.number[view]),
                        at, &batch.excesses);
        at = _mm512_mask_sub_epi32(at, batch.farther, at, All(1));
        if (view == 0) batch.least_slack = at;
        if (view < Tables::kFirst) batch.least_slack = _mm512_min_epi32(batch.least_slack, at);
        batch.slacks = Or(batch.slacks,
                          _mm512_slli_epi32(And(at, All(255)), 8U * static_cast<unsigned>(view)));
      }
      const __mmask16 hopeless =
          _mm512_mask_cmplt_epi32_mask(batch.there, batch.least_slack, _mm512_set1_epi32(-1));
      hopeless_bits = _mm512_mask_or_epi32(hopeless_bits, hopeless, hopeless_bits,
                                           _mm512_sllv_epi32(All(1), batch.parent));
    }
    const Numbers hopeless =
        All(hopeless_boards | static_cast<uint32_t>(_mm512_reduce_or_epi32(hopeless_bits)));
    for (int b = 0; b < batches_; ++b) {
      const Batch& batch = batch_[b];
      const unsigned kept =
          _mm512_mask_cmpge_epi32_mask(batch.there, batch.least_slack, _mm512_setzero_si512()) &
          _mm512_testn_epi32_mask(_mm512_sllv_epi32(All(1), batch.parent), hopeless);
      if (kept == 0) continue;
      const Numbers before = Look(room, batch.parent);
      Push(batch, kept, before,
           Begin(Look(begin, batch.parent), batch.action, before, stack->first_room), stack);
    }
  }

 private:
  static constexpr int kCloser = Tables::kViews - Tables::kFirst;
  static constexpr int kWords = sizeof(Board) / 4;
  static_assert(kWords == 32 && Tables::kPatterns == 4);

  using Words = int32_t[kWide];
  using Unsigned = uint32_t[kWide];
  struct Batch {
    Numbers parent, action, state, blank, from, tile;
    alignas(64) Unsigned number[Tables::kViews];  // of the place that changes
    alignas(64) Unsigned place[Tables::kViews];
    alignas(64) Words word[Tables::kFirst];  // of sixteen entries, from the first table
    Numbers excesses, slacks, least_slack;
    __mmask16 there, farther;
  };

  // A view's first place.
  static constexpr uint32_t Number(int view) {
    return static_cast<uint32_t>(view * Tables::kPatterns);
  }
  static Numbers Count() {
    return _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  }
  // Where the turn's boards are, in words.
  static Numbers Boards(Numbers board) { return Up<5>(board); }
  static Numbers Gather(const void* from, Numbers at, __mmask16 there) {
    return _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), there, at, from, 4);
  }
  // table[i] for each i, of 32 numbers.
  static Numbers Look32(const void* table, Numbers i) {
    const char* const from = static_cast<const char*>(table);
    return _mm512_permutex2var_epi32(Load(from), i, Load(from + 64));
  }
  static Numbers WordOf(const Tables& tables, int view, Numbers pattern, Numbers place) {
    return Plus(Look(Load(tables.table_begins[view]), pattern), Down<4>(place));
  }
  static void AskFor(const int32_t* table, const Words* words) {
#pragma GCC unroll 16
    for (int i = 0; i < kWide; ++i) {
      __builtin_prefetch(table + words[0][i]);
      __builtin_prefetch(table + words[1][i]);
    }
  }
  // Reads entries; returns the slack with them.
  static Numbers Evaluate(const Tables& tables, const int32_t* words, Numbers place, Numbers number,
                          Numbers slack, Numbers* excesses) {
    const Numbers sixteen = _mm512_i32gather_epi32(Load(words), tables.table, 4);
    const Numbers excess = And(_mm512_srlv_epi32(sixteen, Up<1>(And(place, All(15)))), All(3));
    const Numbers shift = Up<1>(number);
    const Numbers before = And(_mm512_srlv_epi32(*excesses, shift), All(3));
    *excesses = Or(_mm512_andnot_si512(_mm512_sllv_epi32(All(3), shift), *excesses),
                   _mm512_sllv_epi32(excess, shift));
    return Minus(Plus(slack, before), excess);
  }

  __mmask16 Taken() const { return static_cast<__mmask16>((1U << boards_) - 1); }
  // Of all boards: the word that is so many bytes from their beginning.
  Numbers Field(size_t offset) const {
    return Gather(board_, Plus(Boards(Count()), All(static_cast<uint32_t>(offset / 4))), Taken());
  }

  // room: before. begin: after.
  void Push(const Batch& batch, unsigned kept, Numbers room, Numbers begin,
            SpreadWideStack* stack) const {
    alignas(64) Unsigned parent, state, slacks, excesses, blank, from, tile, begins;
    _mm512_store_si512(parent, batch.parent);
    _mm512_store_si512(state, batch.state);
    _mm512_store_si512(slacks, batch.slacks);
    _mm512_store_si512(excesses, batch.excesses);
    _mm512_store_si512(blank, batch.blank);
    _mm512_store_si512(from, batch.from);
    _mm512_store_si512(tile, batch.tile);
    _mm512_store_si512(begins, begin);
    const Numbers bound = Minus(Minus(room, All(1)), Up<1>(batch.least_slack));
    const unsigned near = _mm512_cmple_epi32_mask(bound, All(static_cast<uint32_t>(stack->detour)));
    Board* to = stack->board + stack->count;
    for (; kept != 0; kept &= kept - 1, ++to) {
      const int i = __builtin_ctz(kept);
      *to = board_[parent[i]];
      uint32_t* const places = &to->place[0][0];
      for (int view = 0; view < Tables::kViews; ++view)
        places[batch.number[view][i]] = batch.place[view][i];
      to->tile[blank[i]] = static_cast<uint8_t>(tile[i]);
      to->tile[from[i]] = 0;
      __builtin_memcpy(to->slack, &slacks[i], sizeof to->slack);
      to->excesses = excesses[i];
      to->state = state[i];
      to->begin = begins[i];
      --to->room;
      to->closer = (batch.number[2][i] & 3) | (batch.number[3][i] & 3) << 2;
      if ((near >> i & 1) != 0 && __builtin_memcmp(to->tile, stack->end, 25) == 0)
        stack->found = begins[i];
    }
    stack->count = static_cast<size_t>(to - stack->board);
  }

  Board board_[kWide];
  int boards_ = 0, batches_ = 0;
  Numbers closer_[kCloser], closer_place_[kCloser];  // of the closer look: which places
  alignas(64) Words closer_word_[kCloser];
  Batch batch_[4];
};

template <typename Turn, typename Tables, typename Stack>
void TakeTurns(const Tables& tables, uint64_t turns, Stack* given) {
  Stack stack = *given;
  Turn under_way[kTurns];
  int empty = 0;  // of those under way
  for (int next = 0; empty < kTurns; next = (next + 1) % kTurns) {
    Turn& turn = under_way[next];
    turn.Finish(tables, &stack);
    if (turns > 0 && stack.found < 0 && stack.count <= stack.capacity) {
      --turns;
      turn.Take(tables, &stack);
      turn.Ask(tables);
    } else {
      turn.Clear();
    }
    empty = turn.empty() ? empty + 1 : 0;
  }
  *given = stack;
}

}  // namespace
}  // namespace tilebase::wide

namespace tilebase {

WideTurns Avx512WideTurns(int patterns) {
  return patterns == 2 ? wide::TakeTurns<wide::Turn<2>, WideTables, WideStack>
                       : wide::TakeTurns<wide::Turn<3>, WideTables, WideStack>;
}
SpreadWideTurns Avx512SpreadWideTurns() {
  return wide::TakeTurns<wide::SpreadTurn, SpreadWideTables, SpreadWideStack>;
}

}  // namespace tilebase

#else

namespace tilebase {

WideTurns Avx512WideTurns(int) { return nullptr; }
SpreadWideTurns Avx512SpreadWideTurns() { return nullptr; }

}  // namespace tilebase

#endif
