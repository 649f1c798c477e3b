// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Boards packed into words, for searches that remember millions of them, and the table in which
// they are remembered.
//
// Packed boards of one size compare as their text does: row by row, the blank after all tiles.

#ifndef TILEBASE_TOOLS_CLASSIC_PACKED_BOARD_H_
#define TILEBASE_TOOLS_CLASSIC_PACKED_BOARD_H_

#include <stdint.h>

#include <algorithm>
#include <array>
#include <compare>
#include <utility>
#include <vector>

#include "tables/board.h"
#include "tools/classic/search.h"

namespace tilebase::classic {

// kWords 1: boards of at most 16 cells, 4 bits each. 2: at most 25 cells, 5 bits each, the last
// cell left out because it follows from the others. 7: any board, 6 bits each.
template <int kWords>
struct PackedBoard {
  static constexpr int kBits = kWords == 1 ? 4 : kWords == 2 ? 5 : 6;
  static constexpr int kCellsInWord = 64 / kBits;
  static constexpr int kMostCells = kWords == 1 ? 16 : kWords == 2 ? 25 : kMaxCells;

  std::array<uint64_t, kWords> words = {};

  static PackedBoard Pack(const Board& board) {
    PackedBoard packed;
    const int cells = board.geometry.cells();
    for (int cell = 0; cell < std::min(cells, kCellsInWord * kWords); ++cell) {
      const uint64_t digit = board.tile[cell] == 0 ? static_cast<uint64_t>(cells) - 1
                                                   : static_cast<uint64_t>(board.tile[cell]) - 1;
      packed.words[static_cast<size_t>(cell / kCellsInWord)] |= digit << Shift(cell);
    }
    return packed;
  }
  Board Unpack(Geometry geometry) const {
    Board board;
    board.geometry = geometry;
    const int cells = geometry.cells();
    CellMask rest = geometry.all_cells();
    for (int cell = 0; cell < cells; ++cell) {
      const int digit =
          cell < kCellsInWord * kWords
              ? static_cast<int>(words[static_cast<size_t>(cell / kCellsInWord)] >> Shift(cell)) &
                    ((1 << kBits) - 1)
              : Lowest(rest);
      rest &= ~CellBit(digit);
      board.tile[cell] = static_cast<uint8_t>(digit + 1 == cells ? 0 : digit + 1);
      if (digit + 1 == cells) board.blank = static_cast<uint8_t>(cell);
    }
    return board;
  }

  uint64_t Hash() const {
    uint64_t hash = 0;
    for (uint64_t word : words) {
      hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 32;
    }
    return hash * 0x9e3779b97f4a7c15u;
  }
  // No board packs to zero: two of its cells hold tile 1 then.
  bool IsNone() const { return *this == PackedBoard(); }

  friend auto operator<=>(const PackedBoard&, const PackedBoard&) = default;

 private:
  static int Shift(int cell) { return 64 - kBits * (cell % kCellsInWord + 1); }
};

// Boards with a note on each: open addressing, growth by two, every byte asked of a Budget.
template <int kWords, typename Note>
class BoardTable {
 public:
  struct Slot {
    PackedBoard<kWords> board;
    Note note;
  };

  explicit BoardTable(Budget* budget) : budget_(budget) {}
  ~BoardTable() { budget_->Release(bytes()); }
  BoardTable(const BoardTable&) = delete;
  BoardTable& operator=(const BoardTable&) = delete;

  // The board's slot, with *inserted set where it is new (its note is Note()). Null where there is
  // no memory for it. A slot stays in its place until the next Insert.
  Slot* Insert(const PackedBoard<kWords>& board, bool* inserted) {
    if (size_ * 4 >= slots_.size() * 3 && !Grow()) return nullptr;
    Slot* const slot = Place(&slots_, board);
    *inserted = slot->board.IsNone();
    if (*inserted) {
      slot->board = board;
      ++size_;
    }
    return slot;
  }
  // Null where the board is not in the table.
  Slot* Find(const PackedBoard<kWords>& board) {
    if (slots_.empty()) return nullptr;
    Slot* const slot = Place(&slots_, board);
    return slot->board.IsNone() ? nullptr : slot;
  }
  const Slot* Find(const PackedBoard<kWords>& board) const {
    return const_cast<BoardTable*>(this)->Find(board);
  }
  template <typename Visit>
  void ForEach(Visit visit) const {
    for (const Slot& slot : slots_)
      if (!slot.board.IsNone()) visit(slot);
  }
  size_t size() const { return size_; }
  uint64_t bytes() const { return slots_.size() * sizeof(Slot); }

 private:
  static constexpr size_t kFirstSize = 1024;  // a power of two, as all sizes

  static Slot* Place(std::vector<Slot>* slots, const PackedBoard<kWords>& board) {
    const size_t mask = slots->size() - 1;
    for (size_t i = board.Hash() >> 20 & mask;; i = (i + 1) & mask)
      if ((*slots)[i].board.IsNone() || (*slots)[i].board == board) return &(*slots)[i];
  }
  bool Grow() {
    const uint64_t old_bytes = bytes();
    const size_t size = slots_.empty() ? kFirstSize : 2 * slots_.size();
    if (!budget_->Reserve(size * sizeof(Slot))) return false;
    std::vector<Slot> larger(size);
    for (const Slot& slot : slots_)
      if (!slot.board.IsNone()) *Place(&larger, slot.board) = slot;
    slots_ = std::move(larger);
    budget_->Release(old_bytes);
    return true;
  }

  Budget* budget_;
  std::vector<Slot> slots_;
  size_t size_ = 0;
};

// How a search came to a board.
struct Arrival {
  uint16_t moves = 0;
  Action action = Action::kLeft;
  bool expanded = false;
};

// The actions by which a search came to `board`, first to last.
template <int kWords>
std::vector<Action> PathTo(Board board, const BoardTable<kWords, Arrival>& table) {
  std::vector<Action> actions;
  while (true) {
    const Arrival& arrival = table.Find(PackedBoard<kWords>::Pack(board))->note;
    if (arrival.moves == 0) break;
    actions.push_back(arrival.action);
    board.Apply(Opposite(arrival.action));
  }
  std::reverse(actions.begin(), actions.end());
  return actions;
}

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_CLASSIC_PACKED_BOARD_H_
