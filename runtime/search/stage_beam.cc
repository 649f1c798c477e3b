// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/search/stage_beam.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "runtime/any/lookup_walk.h"
#include "runtime/any/peeling.h"
#include "runtime/any/tile_mover.h"
#include "runtime/search/board_pool.h"
#include "runtime/search/least_keys.h"
#include "runtime/search/met_boards.h"
#include "runtime/search/stage_moves.h"
#include "runtime/search/trail.h"
#include "tables/board_text.h"

namespace tilebase {
namespace {

// The value of a board in a stage counts the moves made so far, and kStageWeight times the moves
// that the stage still needs. For each tile of a later stage and each axis it also counts the
// distance to the power of kPower. Tiles whose stages come soon count up to 1 + kSoonWeight times
// as much. Tuned on 6x6 to 20x20.
constexpr int kStageWeight = 2;
constexpr double kPower = 1.75;
constexpr double kRestWeight = 0.32;
constexpr double kLongSide = 20;  // on longer ones less, so that the slope at the usual distance is
                                  // the same
constexpr double kSoonWeight = 4;
constexpr double kSoon = 4;  // stages, in sides of the board, after which that has fallen to 1/e
// Values are whole numbers.
constexpr int kDistanceUnit = 16;
constexpr int kWeightUnit = 16;
constexpr int kMove = kDistanceUnit * kWeightUnit;
// A stage goes on for this many moves after a board has completed it.
constexpr int kSlack = 4;
// Assumed moves for each step of a tile, and boards looked at for each that is kept.
constexpr double kStageMovesPerStep = 2;
constexpr double kBranching = 2;
constexpr double kMostWidth = 100'000;
constexpr double kMostCellsKept = 1 << 27;  // of all boards kept a move: a bound on memory
constexpr size_t kLeastWidth = 4;           // with less, lookup solves the row

struct StageEntry {
  uint64_t hash;
  int32_t rest;    // the value of later tiles, less a number that all boards share
  uint32_t depth;  // moves
  uint32_t path;   // number of its last move in the trail
  uint32_t board;  // its place
  uint16_t blank;
  int8_t last;  // direction of the last move, -1: none
  StageTiles tiles;
};

struct StageCandidate {
  int32_t rest;
  uint32_t parent;
  uint16_t to;
  int8_t direction;
};

class StageBeam {
 public:
  StageBeam(const WindowTables& tables, const BeamRoot& root, const BeamEffort& effort,
            uint64_t* looked_at)
      : tables_(tables),
        size_(root.board.size()),
        cells_(static_cast<size_t>(size_.cells())),
        looked_at_(*looked_at),
        meter_(effort, *looked_at),
        left_(size_) {
    const int longest = std::max(size_.width, size_.height);
    const double rest_weight =
        kRestWeight * std::pow(std::max(1.0, longest / kLongSide), 1 - kPower);
    for (int d = 0; d <= longest; ++d)
      far_.push_back(
          static_cast<int32_t>(std::lround(kDistanceUnit * rest_weight * std::pow(d, kPower))));
    for (size_t cell = 0; cell < cells_; ++cell) {
      row_.push_back(static_cast<int16_t>(static_cast<int>(cell) / size_.width));
      column_.push_back(static_cast<int16_t>(static_cast<int>(cell) % size_.width));
    }
    for (size_t cell = 0; cell < cells_; ++cell)
      mixed_blank_.push_back(PlacedHash(cells_ - 1, cell));
    weight_.assign(cells_, 0);
    NumberStages();
    for (int later = 0; later <= stages_; ++later)
      soon_.push_back(static_cast<int32_t>(
          std::lround(kWeightUnit * (1 + kSoonWeight * std::exp(-later / (kSoon * longest))))));
    trail_.Begin();
    boards_.Begin(cells_ * sizeof(uint16_t));
    AddRoot(root);
    met_.Reserve(Width());
  }

  absl::StatusOr<std::string> Solve() {
    Peeling peeling(size_);
    for (; !peeling.IsOneTable(); peeling.Next()) {
      const Frame frame = peeling.Row(entries_.front().blank);
      int column = 0;
      while (column < frame.width) {
        left_.Set(frame, column);
        if (absl::Status status = SolveStage(frame, &column); !status.ok()) return status;
      }
    }
    return Finish(peeling.Rest());
  }

 private:
  uint16_t* BoardOf(uint32_t place) { return reinterpret_cast<uint16_t*>(boards_.At(place)); }

  void AddRoot(const BeamRoot& root) {
    StageEntry entry = {};
    entry.last = -1;
    entry.blank = static_cast<uint16_t>(root.board.blank());
    entry.board = boards_.New();
    Read(root.board, &entry);
    AddPath(root.letters, &entry);
    entries_.push_back(entry);
  }
  void Read(const BigBoard& board, StageEntry* entry) {
    uint16_t* const homes = BoardOf(entry->board);
    entry->hash = 0;
    for (size_t cell = 0; cell < cells_; ++cell) {
      homes[cell] = static_cast<uint16_t>(board.Home(board.tile(static_cast<int>(cell))));
      entry->hash ^= PlacedHash(homes[cell], cell);
    }
  }
  void AddPath(std::string_view letters, StageEntry* entry) {
    for (const char letter : letters)
      entry->path = trail_.Add(entry->path, static_cast<uint32_t>(*ActionOf(letter)));
    entry->depth += static_cast<uint32_t>(letters.size());
  }

  // Numbers the tiles' homes in the order of the stages; homes of the rest get the last number.
  void NumberStages() {
    stage_.assign(cells_, 0);
    Peeling peeling(size_);
    for (; !peeling.IsOneTable(); peeling.Next()) {
      const Frame frame = peeling.Row(0);
      for (int u = 0; u < frame.width; ++u)
        stage_[static_cast<size_t>(frame.Cell(u, 0))] = stages_++;
    }
    const Frame rest = peeling.Rest();
    for (int u = 0; u < rest.width; ++u)
      for (int v = 0; v < rest.height; ++v) stage_[static_cast<size_t>(rest.Cell(u, v))] = stages_;
  }
  // Sets the weights for the current stage. Tiles of this stage and of earlier ones weigh nothing.
  void WeighTiles() {
    const int now = stage_[static_cast<size_t>(left_.homes()[0])];
    for (size_t home = 0; home < cells_; ++home) {
      const int later = stage_[home] - now;
      weight_[home] = later <= 0 ? 0 : soon_[static_cast<size_t>(later)];
    }
    for (int i = 0; i < left_.count(); ++i)
      weight_[static_cast<size_t>(left_.homes()[static_cast<size_t>(i)])] = 0;
    weight_[cells_ - 1] = 0;  // the blank's
  }
  int32_t Far(size_t home, size_t cell) const {
    return weight_[home] * (far_[static_cast<size_t>(std::abs(row_[cell] - row_[home]))] +
                            far_[static_cast<size_t>(std::abs(column_[cell] - column_[home]))]);
  }
  // Compares a board with a similar board, whose stage tiles are given. Stores in `entry` by how
  // much its rest is greater, and the cells of its stage tiles.
  void Compare(const uint16_t* other, const StageTiles& tiles, StageEntry* entry) {
    const uint16_t* const board = BoardOf(entry->board);
    entry->tiles = tiles;
    entry->rest = 0;
    constexpr size_t kTogether = 16;
    for (size_t first = 0; first < cells_; first += kTogether) {
      const size_t end = std::min(first + kTogether, cells_);
      if (std::equal(board + first, board + end, other + first)) continue;
      for (size_t cell = first; cell < end; ++cell) {
        if (board[cell] == other[cell]) continue;
        entry->rest += Far(board[cell], cell) - Far(other[cell], cell);
        if (const int i = left_.NumberOf(board[cell]); i >= 0)
          entry->tiles.cells[static_cast<size_t>(i)] = static_cast<int16_t>(cell);
      }
    }
    left_.LookAt(&entry->tiles);
  }

  // Returns how many boards a stage may keep a move: the remaining effort divided by an estimate of
  // the remaining moves. Less than 1 if the effort is spent.
  size_t Width() {
    const uint16_t* const board = BoardOf(entries_[0].board);
    int64_t distance = 0;
    for (size_t cell = 0; cell + 1 < cells_; ++cell)
      distance +=
          std::abs(row_[cell] - row_[board[cell]]) + std::abs(column_[cell] - column_[board[cell]]);
    const double moves = kStageMovesPerStep * static_cast<double>(std::max<int64_t>(distance, 1));
    const double most =
        std::min({kMostWidth, kMostCellsKept / static_cast<double>(cells_), trail_.Left() / moves});
    return static_cast<size_t>(std::clamp(meter_.BoardsLeft() / (kBranching * moves), 0.0, most));
  }

  // Solves a stage; advances the column by the tiles that are then home.
  absl::Status SolveStage(const Frame& frame, int* column) {
    const size_t may_keep = Width();
    const size_t width = std::max<size_t>(may_keep, 1);
    done_.clear();
    WeighTiles();
    size_t kept = 0;
    const uint16_t* const first_board = BoardOf(entries_[0].board);
    const StageTiles tiles = left_.Find(first_board);
    for (StageEntry entry : entries_) {
      Compare(first_board, tiles, &entry);
      if (left_.IsDone(entry.tiles))
        done_.push_back(entry);
      else
        entries_[kept++] = entry;
    }
    entries_.resize(kept);
    const size_t first_done = done_.size();

    int steps_after = first_done != 0 ? 0 : -1;
    const int most_steps = 40 + 8 * left_.count() * (frame.width + frame.height);
    met_.Begin();
    for (int step = 0; may_keep >= kLeastWidth && step < most_steps && !entries_.empty(); ++step) {
      if (steps_after >= 0 && (steps_after++ >= kSlack || done_.size() >= 2 * width)) break;
      if (meter_.IsSpent()) break;
      Expand(frame, *column);
      Choose(width);
      if (chosen_count_ == 0 && done_.empty()) break;  // all had been met before
      MakeChosen(frame);
      if (steps_after < 0 && done_.size() > first_done) steps_after = 0;
    }
    if (done_.empty()) {
      if (absl::Status status = ByLookup(frame, *column); !status.ok()) return status;
      *column = frame.width;
    } else {
      *column += left_.count();
    }

    // The best of the completed boards begin the next stage.
    const size_t next = std::min(width, done_.size());
    const auto value = [](const StageEntry& entry) {
      return static_cast<int64_t>(entry.depth) * kMove + entry.rest;
    };
    std::partial_sort(done_.begin(), done_.begin() + static_cast<ptrdiff_t>(next), done_.end(),
                      [&](const StageEntry& x, const StageEntry& y) {
                        return std::pair(value(x), x.path) < std::pair(value(y), y.path);
                      });
    for (const StageEntry& entry : entries_) boards_.Free(entry.board);
    for (size_t i = next; i < done_.size(); ++i) boards_.Free(done_[i].board);
    done_.resize(next);
    entries_.swap(done_);
    return absl::OkStatus();
  }

  // Makes the successors of all boards, and their values.
  void Expand(const Frame& frame, int column) {
    GrowTo(kDirections * entries_.size(), &candidates_);
    GrowTo(kDirections * entries_.size(), &keys_);
    StageCandidate* const candidates = candidates_.data();
    uint64_t* const keys = keys_.data();
    const int32_t* const weight = weight_.data();
    const int32_t* const far = far_.data();
    // Arrays by cell, along the axis of a direction.
    const bool is_upright = std::abs(frame.step[0]) != 1;
    const int16_t* const axes[] = {(is_upright ? row_ : column_).data(),
                                   (is_upright ? column_ : row_).data()};
    size_t count = 0;
    const uint32_t first_depth = entries_[0].depth;
    uint32_t number = 0;
    for (const StageEntry& entry : entries_) {
      const uint16_t* const board = BoardOf(entry.board);
      const Place blank = left_.PlaceOf(entry.blank);
      const int moves_before = static_cast<int>(entry.depth - first_depth) * kMove;
      uint32_t ways = static_cast<uint32_t>(
          (blank.u + 1 < frame.width) | (blank.u > (blank.v == 0 ? column : 0)) << 1 |
          (blank.v + 1 < frame.height) << 2 | (blank.v > (blank.u < column ? 1 : 0)) << 3);
      if (entry.last >= 0) ways &= ~(1u << (entry.last ^ 1));
      for (; ways != 0; ways &= ways - 1) {
        const int d = std::countr_zero(ways);
        const int to = entry.blank + frame.step[d];
        const size_t home = board[to];
        const int16_t* const axis = axes[d / 2];
        const int before = std::abs(axis[to] - axis[home]);
        const int after = std::abs(axis[entry.blank] - axis[home]);
        const int32_t rest = entry.rest + weight[home] * (far[after] - far[before]);
        const int stage = left_.MovesAfter(entry.tiles, to, entry.blank);
        const int32_t value = moves_before + rest + kStageWeight * kMove * stage;
        keys[count] = static_cast<uint64_t>(int64_t{value} - INT32_MIN) << 32 | count;
        candidates[count++] = {rest, number, static_cast<uint16_t>(to), static_cast<int8_t>(d)};
      }
      ++number;
    }
    key_count_ = count;
    looked_at_ += count;
  }

  // Chooses the best candidates that were not met before.
  void Choose(size_t width) {
    uint64_t* const keys = keys_.data();
    const size_t sorted = std::min(key_count_, width + width / 2 + 8);
    SortLeast(keys, key_count_, sorted);
    GrowTo(sorted, &chosen_);
    Chosen* const chosen = chosen_.data();
    const StageCandidate* const candidates = candidates_.data();
    const StageEntry* const entries = entries_.data();
    const uint64_t* const of_blank = mixed_blank_.data();
    const MetBoards::View met = met_.view();
    chosen_of_.assign(entries_.size(), 0);
    uint8_t* const chosen_of = chosen_of_.data();
    size_t count = 0;
    for (size_t i = 0; i < sorted && count < width; ++i) {
      const auto number = static_cast<uint32_t>(keys[i]);
      const StageCandidate& candidate = candidates[number];
      const StageEntry& parent = entries[candidate.parent];
      const uint64_t home = BoardOf(parent.board)[candidate.to];
      const uint64_t hash = parent.hash ^ PlacedHash(home, candidate.to) ^
                            PlacedHash(home, parent.blank) ^ of_blank[parent.blank] ^
                            of_blank[candidate.to];
      const bool is_new = met.Meet(hash);
      chosen[count] = {hash, number};
      count += is_new;
      chosen_of[candidate.parent] += is_new;
    }
    chosen_count_ = count;
  }

  // Makes the chosen boards: they replace the current ones, or are completed.
  void MakeChosen(const Frame& frame) {
    parents_.swap(entries_);
    entries_.resize(chosen_count_);
    const StageCandidate* const candidates = candidates_.data();
    const Chosen* const chosen = chosen_.data();
    boards_.HandOn(
        parents_, [&](size_t i) { return candidates[chosen[i].candidate].parent; },
        chosen_of_.data(), 0, cells_ * sizeof(uint16_t), &entries_);
    uint32_t actions[kDirections];
    for (size_t i = 0; i < kDirections; ++i)
      actions[i] = static_cast<uint32_t>(*ActionOf(frame.letters[i]));
    auto path = static_cast<uint32_t>(trail_.size());
    uint32_t* const moves = trail_.Extend(chosen_count_);
    size_t kept = 0;
    for (size_t i = 0; i < chosen_count_; ++i) {
      const StageCandidate& candidate = candidates[chosen[i].candidate];
      const StageEntry& parent = parents_.data()[candidate.parent];
      StageEntry entry;
      entry.hash = chosen[i].hash;
      entry.rest = candidate.rest;
      entry.depth = parent.depth + 1;
      entry.blank = candidate.to;
      entry.last = candidate.direction;
      entry.tiles = left_.Moved(parent.tiles, candidate.to, parent.blank);
      entry.path = path++;
      moves[i] = Trail::Move(parent.path, actions[candidate.direction]);
      entry.board = entries_.data()[i].board;
      uint16_t* const board = BoardOf(entry.board);
      board[parent.blank] = board[candidate.to];
      board[candidate.to] = static_cast<uint16_t>(cells_ - 1);
      if (left_.IsDone(entry.tiles)) {
        entry.last = -1;
        done_.push_back(entry);
      } else {
        entries_.data()[kept++] = entry;
      }
    }
    entries_.resize(kept);
  }

  BigBoard ToBigBoard(const uint16_t* homes) const {
    std::vector<uint32_t> tiles;
    for (size_t cell = 0; cell < cells_; ++cell)
      tiles.push_back(homes[cell] + 1u == cells_ ? 0 : homes[cell] + 1u);
    return *BigBoard::FromTiles(size_, tiles);
  }

  // Returns the letters of the moves that solve(mover) makes on the board.
  template <typename Solve>
  static absl::StatusOr<std::string> LettersOf(const Frame& frame, BigBoard* board, Solve solve) {
    std::string letters;
    const auto receive = [&](std::string_view some) {
      letters += some;
      return true;
    };
    LetterStream stream(receive);
    TileMover mover(frame, board, &stream);
    const absl::Status status = solve(&mover);
    stream.Flush();
    if (!status.ok()) return status;
    return letters;
  }

  // Completes the row for the first board by lookup.
  absl::Status ByLookup(const Frame& frame, int column) {
    StageEntry entry = entries_[0];
    BigBoard board = ToBigBoard(BoardOf(entry.board));
    const auto letters = LettersOf(frame, &board, [&](TileMover* mover) {
      absl::Status status;
      while (status.ok() && column < frame.width)
        status = SolveGroup(tables_, &column, UINT64_MAX, 0, &board, mover);
      return status;
    });
    if (!letters.ok()) return letters.status();
    AddPath(*letters, &entry);
    entry.last = -1;
    entry.blank = static_cast<uint16_t>(board.blank());
    entry.board = boards_.New();
    Read(board, &entry);
    done_.push_back(entry);
    return absl::OkStatus();
  }

  // Solves the rest of every board by lookup; returns the letters of the shortest solution.
  absl::StatusOr<std::string> Finish(const Frame& frame) {
    std::string best_rest;
    const StageEntry* best = nullptr;
    for (const StageEntry& entry : entries_) {
      if (best != nullptr && meter_.IsSpent()) break;
      BigBoard board = ToBigBoard(BoardOf(entry.board));
      auto letters = LettersOf(frame, &board,
                               [&](TileMover* mover) { return SolveRest(tables_, &board, mover); });
      if (!letters.ok()) return letters.status();
      if (best != nullptr && best->depth + best_rest.size() <= entry.depth + letters->size())
        continue;
      best = &entry;
      best_rest = *std::move(letters);
    }
    return trail_.LettersTo(best->path) + best_rest;
  }

  struct Chosen {
    uint64_t hash;
    uint32_t candidate;
  };

  const WindowTables& tables_;
  const BigSize size_;
  const size_t cells_;
  uint64_t& looked_at_;
  const EffortMeter meter_;
  StageMoves left_;  // of the stage

  std::vector<int32_t> far_;     // by distance along an axis
  std::vector<int32_t> soon_;    // the weight, by how much later a stage is
  std::vector<int32_t> weight_;  // of tiles, by home
  std::vector<int> stage_;       // by home
  int stages_ = 0;
  std::vector<int16_t> row_, column_;
  std::vector<uint64_t> mixed_blank_;  // the blank's part of a hash, by cell

  std::vector<StageEntry> entries_;
  std::vector<StageEntry> parents_;
  std::vector<StageEntry> done_;
  BoardPool boards_;  // the homes of what is on the cells
  std::vector<StageCandidate> candidates_;
  std::vector<uint64_t> keys_;  // the first ones are used: values and numbers
  size_t key_count_ = 0;
  std::vector<Chosen> chosen_;  // the first ones are used
  size_t chosen_count_ = 0;
  std::vector<uint8_t> chosen_of_;  // by parent: how many of its candidates
  MetBoards met_;                   // in this stage
  Trail trail_;
};

}  // namespace

absl::StatusOr<std::string> SolveByBeam(const WindowTables& tables, const BeamRoot& root,
                                        const BeamEffort& effort, uint64_t* looked_at) {
  return StageBeam(tables, root, effort, looked_at).Solve();
}

}  // namespace tilebase
