// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <new>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/verify/pattern_arrangements.h"
#include "runtime/verify/verify.h"
#include "tables/plan.h"
#include "tables/system/huge_bytes.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

using Bits = Arrangements::Word;

constexpr size_t kWordsOfChunk = 4096;         // words that a thread searches at a time
constexpr uint64_t kEntriesOfChunk = 1 << 18;  // entries that a thread compares at a time

std::vector<int> TilesOf(uint64_t goal) {
  std::vector<int> tiles;
  for (int tile = 1; tile < kMaxCells; ++tile)
    if (goal >> (tile - 1) & 1) tiles.push_back(tile);
  return tiles;
}

class PatternVerifier {
 public:
  PatternVerifier(const TableInfo& info, const uint8_t* excesses)
      : info_(info),
        excesses_(excesses),
        width_(info.subproblem.geometry.width),
        cells_(info.subproblem.geometry.width * info.subproblem.geometry.height),
        tiles_(TilesOf(info.subproblem.goal)),
        arrangements_(static_cast<int>(tiles_.size()), width_),
        words_(arrangements_.words()),
        by_insertion_(arrangements_.ByInsertion()),
        weights_(tiles_.size()) {
    entries_ = 1;
    for (size_t i = tiles_.size(); i-- > 0; entries_ *= static_cast<uint64_t>(cells_) - i)
      weights_[i] = entries_;
  }

  absl::Status Run(const VerifyOptions& options) {
    FindSets();
    FindRooms();
    fresh_.resize(rooms_.size());
    full_.resize(rooms_.size());
    if (!seen_.Allocate(rooms_.size() * words_ * sizeof(Bits)) || !met_at_.Allocate(entries_))
      throw std::bad_alloc();
    const uint64_t threads =
        static_cast<uint64_t>(std::clamp(options.threads, 1, VerifyOptions::kMaxThreads));

    std::string miscounted;
    uint64_t found = 0;
    moved_ = true;
    for (level_ = 0; moved_ && miscounted.empty(); ++level_) {
      found_ = 0;
      if (level_ == 0)
        Begin();
      else
        SearchLevel(threads);
      const size_t level = static_cast<size_t>(level_);
      const uint64_t expected = level < info_.histogram.size() ? info_.histogram[level] : 0;
      if (found_ != expected)
        miscounted = absl::StrCat("the header counts ", expected, " entries of value ", level_,
                                  ", there are ", found_.load());
      found += found_;
      if (options.progress) options.progress(found);
    }
    std::atomic<uint64_t> next{0};
    ParallelFor(std::min(threads, entries_ / kEntriesOfChunk + 1), [&](size_t thread) {
      for (uint64_t begin; (begin = next.fetch_add(kEntriesOfChunk)) < entries_;) {
        Compare(begin, std::min(begin + kEntriesOfChunk, entries_));
        if (thread == 0 && options.progress) options.progress(found + begin);
      }
    });
    if (!wrong_.empty()) return Error(wrong_);
    if (!miscounted.empty()) return Error(miscounted);
    if (found != entries_)
      return Error(absl::StrCat(entries_ - found, " placements are never met"));
    return absl::OkStatus();
  }

 private:
  // The cells that all tiles are on, in any arrangement. They cut the other cells into rooms:
  // inside a room the blank can go anywhere without moving a tile of the pattern.
  struct Set {
    size_t first_room, end_room;
    bool odd;  // parity of the sum of rows and columns; a move changes it
  };
  struct Room {
    uint64_t cells;
    size_t first_source, end_source;
  };
  // A slide of a tile out of this room; the blank then is in the other room.
  struct Source {
    uint32_t room;
    uint32_t move;
  };
  // A thread's copies of the words of a room.
  struct Buffers {
    explicit Buffers(size_t words) : reached(words), met(words), before(words) {}
    std::vector<Bits> reached, met, before;
  };
  class Comparison;

  void Compare(uint64_t begin, uint64_t end);

  absl::Status Error(const std::string& what) const {
    return absl::DataLossError(absl::StrCat("pattern ", ToString(info_.subproblem), ": ", what));
  }

  // Adds the sets in ascending order, as numbers with a bit for each cell.
  static void AddCells(uint64_t cells, int highest, int more, std::vector<uint64_t>* to) {
    if (more == 0) {
      to->push_back(cells);
      return;
    }
    for (int cell = more - 1; cell < highest; ++cell)
      AddCells(cells | uint64_t{1} << cell, cell, more - 1, to);
  }

  // Finds the sets with one cell for each tile, and those with fewer cells.
  void FindSets() {
    cells_of_.resize(tiles_.size() + 1);
    for (size_t i = 0; i <= tiles_.size(); ++i)
      AddCells(0, cells_, static_cast<int>(i), &cells_of_[i]);
    with_.resize(tiles_.size());
    for (size_t i = 0; i < tiles_.size(); ++i)
      for (const uint64_t cells : cells_of_[i])
        for (int cell = 0; cell < cells_; ++cell)
          with_[i].push_back(
              cells >> cell & 1 ? 0
                                : static_cast<uint32_t>(SetOf(i + 1, cells | uint64_t{1} << cell)));
  }

  size_t SetOf(size_t tiles, uint64_t cells) const {
    const std::vector<uint64_t>& all = cells_of_[tiles];
    return static_cast<size_t>(std::lower_bound(all.begin(), all.end(), cells) - all.begin());
  }

  size_t RoomOf(size_t set, int blank) const {
    size_t room = sets_[set].first_room;
    while ((rooms_[room].cells >> blank & 1) == 0) ++room;
    return room;
  }

  template <typename Visit>
  void ForEachBeside(int cell, Visit visit) const {
    if (cell % width_ > 0) visit(cell - 1);
    if (cell % width_ < width_ - 1) visit(cell + 1);
    if (cell >= width_) visit(cell - width_);
    if (cell + width_ < cells_) visit(cell + width_);
  }

  void Flood(uint64_t taken, int cell, uint64_t* room) const {
    if ((taken | *room) >> cell & 1) return;
    *room |= uint64_t{1} << cell;
    ForEachBeside(cell, [&](int other) { Flood(taken, other, room); });
  }

  void FindRooms() {
    for (const uint64_t cells : cells_of_.back()) {
      Set set = {rooms_.size(), 0, false};
      uint64_t known = cells;
      for (int cell = 0; cell < cells_; ++cell) {
        if (cells >> cell & 1) set.odd ^= (cell / width_ + cell % width_) % 2;
        if (known >> cell & 1) continue;
        uint64_t room = 0;
        Flood(cells, cell, &room);
        known |= room;
        rooms_.push_back({room, 0, 0});
      }
      set.end_room = rooms_.size();
      sets_.push_back(set);
    }
    for (size_t set = 0; set < sets_.size(); ++set)
      for (size_t room = sets_[set].first_room; room < sets_[set].end_room; ++room)
        FindSources(cells_of_.back()[set], &rooms_[room]);
  }

  // Finds the slides after which a tile beside the room has just left it.
  void FindSources(uint64_t cells, Room* room) {
    room->first_source = sources_.size();
    for (int from = 0; from < cells_; ++from) {
      if ((room->cells >> from & 1) == 0) continue;
      ForEachBeside(from, [&](int to) {
        if ((cells >> to & 1) == 0) return;
        const uint64_t others = cells & ~(uint64_t{1} << to);
        const size_t set = SetOf(tiles_.size(), others | uint64_t{1} << from);
        sources_.push_back({static_cast<uint32_t>(RoomOf(set, to)),
                            arrangements_.Move(CountBelow(others, from), CountBelow(others, to))});
      });
    }
    room->end_source = sources_.size();
  }

  static int CountBelow(uint64_t cells, int cell) {
    int count = 0;
    for (uint64_t rest = cells & ((uint64_t{1} << cell) - 1); rest != 0; rest &= rest - 1) ++count;
    return count;
  }

  Bits* Seen(size_t room) { return reinterpret_cast<Bits*>(seen_.data()) + room * words_; }

  // Level 0. At home, tiles in ascending order are on ascending cells.
  void Begin() {
    const size_t set = SetOf(tiles_.size(), info_.subproblem.goal);
    // The blank ends in the room of its end cell, or in any room.
    const int back = info_.subproblem.blank_back;
    for (size_t room = sets_[set].first_room; room < sets_[set].end_room; ++room) {
      if (back != Subproblem::kAnyBlank && room != RoomOf(set, cells_ - 1 - back)) continue;
      Seen(room)[0] = 1;
      fresh_[room] = 1;
    }
    home_is_odd_ = sets_[set].odd;
    std::vector<Bits> met(words_);
    met[0] = 1;
    Meet(set, met);
  }

  void SearchLevel(uint64_t threads) {
    moved_ = false;
    const bool odd = home_is_odd_ != (level_ % 2 == 1);
    const size_t step = kWordsOfChunk / words_ + 1;
    std::atomic<size_t> next{0};
    ParallelFor(std::min<size_t>(threads, sets_.size() / step + 1), [&](size_t) {
      Buffers buffers(words_);
      for (size_t begin; (begin = next.fetch_add(step)) < sets_.size();)
        for (size_t set = begin; set < std::min(begin + step, sets_.size()); ++set)
          if (sets_[set].odd == odd) Search(set, &buffers);
    });
  }

  // Makes everything that this level adds to a set. Reads only rooms of sets of the other parity.
  void Search(size_t number, Buffers* buffers) {
    const Set& set = sets_[number];
    bool begun = false;
    for (size_t room = set.first_room; room < set.end_room; ++room) {
      fresh_[room] = 0;
      if (full_[room] || !Reach(rooms_[room], &buffers->reached)) continue;
      if (!begun) {
        std::fill(buffers->met.begin(), buffers->met.end(), 0);
        std::fill(buffers->before.begin(), buffers->before.end(), 0);
        for (size_t any = set.first_room; any < set.end_room; ++any)
          for (size_t i = 0; i < words_; ++i) buffers->before[i] |= Seen(any)[i];
        begun = true;
      }
      Bits* const seen = Seen(room);
      Bits changed = 0, all = arrangements_.full();
      for (size_t i = 0; i < words_; ++i) {
        changed |= buffers->reached[i] & ~seen[i];
        buffers->met[i] |= buffers->reached[i];
        seen[i] |= buffers->reached[i];
        all &= seen[i];
      }
      fresh_[room] = changed != 0;
      full_[room] = all == arrangements_.full();
      if (changed != 0) moved_.store(true, std::memory_order_relaxed);
    }
    if (!begun) return;
    for (size_t i = 0; i < words_; ++i) buffers->met[i] &= ~buffers->before[i];
    Meet(number, buffers->met);
  }

  // Collects what tiles that slid in the last level bring to the room. Returns false if none did.
  bool Reach(const Room& room, std::vector<Bits>* reached) {
    bool any = false;
    for (size_t i = room.first_source; i < room.end_source; ++i) {
      const Source& source = sources_[i];
      if (!fresh_[source.room]) continue;
      if (!any) std::fill(reached->begin(), reached->end(), 0);
      any = true;
      arrangements_.AddMoved(source.move, Seen(source.room), reached->data());
    }
    return any;
  }

  // Records the placements that are met for the first time.
  void Meet(size_t set, const std::vector<Bits>& met) {
    uint8_t* at = met_at_.data() + set * words_ * arrangements_.bits();
    uint64_t found = 0;
    for (size_t i = 0; i < words_; ++i, at += arrangements_.bits())
      for (Bits rest = met[i]; rest != 0; rest &= rest - 1, ++found)
        at[__builtin_ctz(rest)] = static_cast<uint8_t>(level_ + 1);
    found_.fetch_add(found, std::memory_order_relaxed);
  }

  const TableInfo& info_;
  const uint8_t* const excesses_;
  const int width_;
  const int cells_;
  const std::vector<int> tiles_;
  const Arrangements arrangements_;
  const size_t words_;  // of a room
  const std::vector<uint32_t> by_insertion_;
  std::vector<uint64_t> weights_;
  uint64_t entries_ = 0;
  // By number of tiles: the sets of that many cells, and the number of each set with one cell more.
  std::vector<std::vector<uint64_t>> cells_of_;
  std::vector<std::vector<uint32_t>> with_;
  std::vector<Set> sets_;
  std::vector<Room> rooms_;
  std::vector<Source> sources_;
  HugeBytes seen_;              // words of each room
  HugeBytes met_at_;            // by set and arrangement: the level, plus one; 0: not met yet
  std::vector<uint8_t> fresh_;  // by room: whether the last level of its parity added something
  std::vector<uint8_t> full_;   // by room: whether nothing more can be added
  bool home_is_odd_ = false;
  int level_ = 0;
  std::atomic<bool> moved_{false};
  std::atomic<uint64_t> found_{0};
  std::mutex mutex_;  // guards:
  int wrong_level_ = 0;
  uint64_t wrong_rank_ = 0;
  std::string wrong_;
};

// Compares the entries begin .. end-1 with the levels at which their placements were met.
class PatternVerifier::Comparison {
 public:
  Comparison(PatternVerifier* verifier, uint64_t begin, uint64_t end)
      : verifier_(*verifier), begin_(begin), end_(end) {}

  void Run() { Place(0, 0, 0, 0, 0, 0); }

 private:
  // Puts tile i on every cell that the tiles before have left, in rank order (docs/format.md). The
  // tiles before have the cells `taken`, the set of that number, in the arrangement `insertion`.
  void Place(size_t i, uint64_t rank, uint64_t taken, size_t set, size_t insertion, int distance) {
    const uint32_t* const with = &verifier_.with_[i][set * static_cast<size_t>(verifier_.cells_)];
    const int home = verifier_.tiles_[i] - 1;
    const int home_row = home / verifier_.width_, home_column = home % verifier_.width_;
    size_t place = insertion * (i + 1);
    int row = 0, column = 0;
    for (int cell = 0; cell < verifier_.cells_; ++cell, ++column) {
      if (column == verifier_.width_) column = 0, ++row;
      if (taken >> cell & 1) {
        ++place;
        continue;
      }
      const uint64_t next = rank + verifier_.weights_[i];
      if (rank >= end_) return;
      if (next > begin_) {
        const int sum = distance + std::abs(row - home_row) + std::abs(column - home_column);
        cell_[i] = cell;
        if (i + 1 == verifier_.tiles_.size())
          Compare(rank, with[cell], place, sum);
        else
          Place(i + 1, rank, taken | uint64_t{1} << cell, with[cell], place, sum);
      }
      rank = next;
    }
  }

  void Compare(uint64_t rank, size_t set, size_t insertion, int distance) {
    const size_t arrangements = verifier_.by_insertion_.size();
    const int met_at =
        verifier_.met_at_.data()[set * arrangements + verifier_.by_insertion_[insertion]];
    const int value = distance + 2 * (verifier_.excesses_[rank / 2] >> (rank % 2 * 4) & 15);
    if (met_at == 0 || met_at == value + 1) return;
    // Reports the first wrong entry of the least value.
    const std::lock_guard<std::mutex> lock(verifier_.mutex_);
    std::string& wrong = verifier_.wrong_;
    if (!wrong.empty() && (verifier_.wrong_level_ < met_at - 1 ||
                           (verifier_.wrong_level_ == met_at - 1 && verifier_.wrong_rank_ < rank)))
      return;
    verifier_.wrong_level_ = met_at - 1;
    verifier_.wrong_rank_ = rank;
    wrong = absl::StrCat("rank ", rank, " (");
    for (size_t i = 0; i < verifier_.tiles_.size(); ++i)
      absl::StrAppend(&wrong, i == 0 ? "" : ", ", "tile ", verifier_.tiles_[i], " on cell ",
                      cell_[i]);
    absl::StrAppend(&wrong, "): expected value ", met_at - 1, ", found ", value);
  }

  PatternVerifier& verifier_;
  const uint64_t begin_, end_;
  int cell_[kMaxCells];
};

void PatternVerifier::Compare(uint64_t begin, uint64_t end) { Comparison(this, begin, end).Run(); }

}  // namespace

absl::Status VerifyPatternTable(const TableInfo& info, const uint8_t* excesses,
                                const VerifyOptions& options) {
  try {
    return PatternVerifier(info, excesses).Run(options);
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError(absl::StrCat(
        "verifying the pattern ", ToString(info.subproblem), " needs more memory than there is"));
  }
}

}  // namespace tilebase
