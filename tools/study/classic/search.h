// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The interface of every classic search: limits in, actions and costs out; and the containers of
// the searches that remember boards.

#ifndef TILEBASE_TOOLS_STUDY_CLASSIC_SEARCH_H_
#define TILEBASE_TOOLS_STUDY_CLASSIC_SEARCH_H_

#include <stdint.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <compare>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "tables/board.h"
#include "tables/system/clock.h"

namespace tilebase::classic {

enum class Outcome {
  kSolved,
  kDeadEnd,      // the search gave up by its own rule; only for searches that may fail
  kNodeLimit,    // Limits::nodes
  kTimeLimit,    // Limits::seconds
  kMemoryLimit,  // Limits::memory_bytes
  kInterrupted,  // Limits::stop
};

struct Limits {
  uint64_t nodes = UINT64_MAX;  // boards expanded
  double seconds = std::numeric_limits<double>::infinity();
  uint64_t memory_bytes = UINT64_MAX;       // of the boards a search remembers
  const std::atomic<bool>* stop = nullptr;  // asks the search to end soon
  // Called now and then with the number of boards expanded; may be null.
  const std::function<void(uint64_t expanded)>* progress = nullptr;
};

struct SearchResult {
  Outcome outcome = Outcome::kSolved;
  std::vector<Action> actions;  // from the start to the goal; empty if it was not reached
  uint64_t expanded = 0;        // boards whose neighbours were generated
  uint64_t generated = 0;       // neighbours generated, counting repeats
  uint64_t memory_bytes = 0;    // most bytes of boards remembered at a time
};

// Counts a search's work against its limits. A search calls Expand() before each expansion and
// Reserve() before it takes memory, and ends at the first false; outcome() then says why.
class Budget {
 public:
  explicit Budget(const Limits& limits) : limits_(limits) { PlanCheck(); }

  // Counts one more expanded board. One comparison; reads the clock every 16,384 boards.
  bool Expand() {
    if (result_.expanded >= next_check_ && !Check()) return false;
    ++result_.expanded;
    return true;
  }
  void Generate() { ++result_.generated; }

  // Takes bytes, or gives them back.
  bool Reserve(uint64_t bytes) {
    if (bytes > limits_.memory_bytes - std::min(memory_, limits_.memory_bytes)) {
      result_.outcome = Outcome::kMemoryLimit;
      return false;
    }
    memory_ += bytes;
    result_.memory_bytes = std::max(result_.memory_bytes, memory_);
    return true;
  }
  void Release(uint64_t bytes) { memory_ -= bytes; }

  // The end of a search that found the goal, failed by its rule, or was stopped by a limit.
  SearchResult Solved(std::vector<Action> actions) {
    result_.outcome = Outcome::kSolved;
    result_.actions = std::move(actions);
    return std::move(result_);
  }
  SearchResult DeadEnd() {
    result_.outcome = Outcome::kDeadEnd;
    return std::move(result_);
  }
  SearchResult Stopped() { return std::move(result_); }

 private:
  static constexpr uint64_t kCheckInterval = 16384;

  void PlanCheck() { next_check_ = std::min(limits_.nodes, result_.expanded + kCheckInterval); }
  bool Check() {
    PlanCheck();
    if (result_.expanded >= limits_.nodes) {
      result_.outcome = Outcome::kNodeLimit;
      return false;
    }
    if (limits_.stop != nullptr && limits_.stop->load(std::memory_order_relaxed)) {
      result_.outcome = Outcome::kInterrupted;
      return false;
    }
    if (limits_.progress != nullptr) (*limits_.progress)(result_.expanded);
    if (SecondsSince(start_) > limits_.seconds) {
      result_.outcome = Outcome::kTimeLimit;
      return false;
    }
    return true;
  }

  const Limits limits_;
  const Clock::time_point start_ = Clock::now();
  SearchResult result_;
  uint64_t next_check_ = 0;
  uint64_t memory_ = 0;
};

// Boards packed into words, for searches that remember millions of them, and the tables and lists
// that hold them.
//
// Packed boards of one size compare as their text does: row by row, the blank after all tiles.

// kWords 1: boards of at most 16 cells, 4 bits each. 2: at most 25 cells, 5 bits each, without the
// last cell, which follows from the others. 7: any board, 6 bits each.
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
  // No board packs to zero, because then two of its cells would hold tile 1.
  bool IsNone() const { return *this == PackedBoard(); }

  friend auto operator<=>(const PackedBoard&, const PackedBoard&) = default;

 private:
  static int Shift(int cell) { return 64 - kBits * (cell % kCellsInWord + 1); }
};

// Boards with a note on each: open addressing, growth by two; a Budget allows every byte.
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

  // Returns the board's slot, and sets *inserted if it is new (its note is then Note()). Null if
  // there is no memory for it. A slot stays in its place until the next Insert.
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
  // Returns null if the board is not in the table.
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
  static constexpr size_t kFirstSize = 1024;  // a power of two, like all sizes

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

// How a search reached a board.
struct Arrival {
  uint16_t moves = 0;
  Action action = Action::kLeft;
  bool expanded = false;
};

// Returns the actions by which a search reached `board`, first to last.
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

// A list that grows by two; a Budget allows every byte. Used for levels, frontiers, heaps.
template <typename T>
class BoardList {
 public:
  explicit BoardList(Budget* budget) : budget_(budget) {}
  ~BoardList() { budget_->Release(bytes()); }
  BoardList(const BoardList&) = delete;
  BoardList& operator=(const BoardList&) = delete;

  // Returns false if there is no memory for it.
  bool Append(const T& item) {
    if (items_.size() == items_.capacity() && !Grow()) return false;
    items_.push_back(item);
    return true;
  }
  // Both lists must have the same Budget.
  void Swap(BoardList* other) { items_.swap(other->items_); }
  void Clear() { items_.clear(); }
  void PopBack() { items_.pop_back(); }

  bool empty() const { return items_.empty(); }
  size_t size() const { return items_.size(); }
  const T& back() const { return items_.back(); }
  auto begin() { return items_.begin(); }
  auto end() { return items_.end(); }

 private:
  uint64_t bytes() const { return items_.capacity() * sizeof(T); }
  bool Grow() {
    const uint64_t old_bytes = bytes();
    const size_t capacity = std::max<size_t>(64, 2 * items_.capacity());
    if (!budget_->Reserve(capacity * sizeof(T))) return false;
    items_.reserve(capacity);
    budget_->Release(old_bytes);
    return true;
  }

  Budget* budget_;
  std::vector<T> items_;
};

}  // namespace tilebase::classic

#endif  // TILEBASE_TOOLS_STUDY_CLASSIC_SEARCH_H_
