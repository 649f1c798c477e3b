// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/any/stage_beam.h"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "runtime/any/lookup_stages.h"
#include "runtime/any/peeling.h"
#include "runtime/any/stage_moves.h"
#include "runtime/any/tile_mover.h"
#include "tables/system/clock.h"

namespace tilebase {
namespace {

// The value of a board in a stage: the moves it took, kStageWeight times the moves that the stage
// still takes, and for each tile of a later stage, along each axis, its distance to the power of
// kPower. Tiles whose stages come soon count up to 1 + kSoonWeight times as much. Found by trying
// on 6x6 to 20x20.
constexpr float kStageWeight = 2;
constexpr float kPower = 1.75f;
constexpr float kRestWeight = 0.3f;  // on a side of 10; less on longer ones, so that the slope at
                                     // the usual distance is the same
constexpr float kSoonWeight = 4;
constexpr float kSoon = 4;  // stages, in sides of the board, after which that has fallen to 1/e
// Moves that a stage goes on after a board completed it.
constexpr int kSlack = 8;
// Boards that are looked at for each one that is kept. With less, early stages take what the last
// ones need.
constexpr double kBranching = 2;
// Boards a microsecond, until the clock tells.
constexpr double kGuessedRate = 5;
constexpr double kBoardsToRate = 1000;
constexpr double kMostWidth = 100'000;
constexpr size_t kLeastWidth = 4;  // with less a row is left to lookup

uint64_t Mixed(uint64_t tile, uint64_t cell) {
  uint64_t z = (tile * kMostBeamCells + cell + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  return z ^ (z >> 31);
}

struct Entry {
  uint32_t path;  // index of its last move
  uint32_t depth;
  float rest;
  uint64_t hash;
  int16_t blank;
  StageCells at;  // of the stage's tiles
  int8_t last;    // direction of the last move, -1: none
};

struct PathMove {
  uint32_t before;
  char letter;
};

struct Candidate {
  float value;
  float rest;
  uint32_t parent;
  int16_t to;
  int8_t direction;
};

class StageBeam {
 public:
  StageBeam(const WindowTables& tables, const std::vector<BeamRoot>& roots,
            const BeamEffort& effort)
      : tables_(tables), size_(roots[0].board.size()), effort_(effort), left_(size_) {
    const int cells = size_.cells();
    const int longest = std::max(size_.width, size_.height);
    const float rest_weight = kRestWeight * std::pow(static_cast<float>(longest) / 10, 1 - kPower);
    soon_ = kSoon * static_cast<float>(longest);
    for (int d = 0; d <= longest; ++d)
      far_.push_back(rest_weight * std::pow(static_cast<float>(d), kPower));
    for (int cell = 0; cell < cells; ++cell) {
      row_.push_back(static_cast<int16_t>(cell / size_.width));
      column_.push_back(static_cast<int16_t>(cell % size_.width));
    }
    weight_.assign(row_.size(), 0);
    stage_.assign(row_.size(), 0);
    NumberStages();
    const double boards = effort.boards != 0
                              ? static_cast<double>(effort.boards)
                              : kGuessedRate * static_cast<double>(effort.microseconds);
    recent_.assign(std::bit_ceil(static_cast<size_t>(std::clamp(boards, 4096.0, 262'144.0))), 0);
    path_.push_back({0, 0});
    for (const BeamRoot& root : roots) AddRoot(root);
    start_ = Clock::now();
  }

  uint64_t looked_at() const { return looked_at_; }

  absl::StatusOr<std::string> Solve() {
    Peeling peeling(size_);
    for (; !peeling.IsOneTable(); peeling.Next()) {
      const Frame frame = peeling.Row(entries_[0].front().blank);
      int column = 0;
      while (column < frame.width) {
        left_.Set(frame, column);
        if (absl::Status status = SolveStage(frame, &column); !status.ok()) return status;
      }
    }
    return Finish(peeling.Rest());
  }

 private:
  void AddRoot(const BeamRoot& root) {
    Entry entry = {};
    entry.last = -1;
    entry.blank = static_cast<int16_t>(root.board.blank());
    entry.depth = static_cast<uint32_t>(root.letters.size());
    for (int cell = 0; cell < size_.cells(); ++cell) {
      const int tile = root.board.tile(cell);
      boards_[0].push_back(static_cast<uint16_t>(tile));
      entry.hash ^= Mixed(static_cast<uint64_t>(tile), static_cast<uint64_t>(cell));
    }
    for (const char letter : root.letters) {
      path_.push_back({entry.path, letter});
      entry.path = static_cast<uint32_t>(path_.size() - 1);
    }
    entries_[0].push_back(entry);
  }

  float Far(int tile, int cell) const {
    const auto home = static_cast<size_t>(tile - 1);
    const auto at = static_cast<size_t>(cell);
    return weight_[home] * (far_[static_cast<size_t>(std::abs(row_[at] - row_[home]))] +
                            far_[static_cast<size_t>(std::abs(column_[at] - column_[home]))]);
  }
  float RestOf(const uint16_t* board) const {
    float rest = 0;
    for (size_t cell = 0; cell < row_.size(); ++cell)
      if (board[cell] != 0) rest += Far(board[cell], static_cast<int>(cell));
    return rest;
  }

  // Numbers the tiles' homes in the order of the stages; those of the rest have the last number.
  void NumberStages() {
    int number = 0;
    Peeling peeling(size_);
    for (; !peeling.IsOneTable(); peeling.Next()) {
      const Frame frame = peeling.Row(0);
      for (int u = 0; u < frame.width; ++u)
        stage_[static_cast<size_t>(frame.Cell(u, 0))] = number++;
    }
    const Frame rest = peeling.Rest();
    for (int u = 0; u < rest.width; ++u)
      for (int v = 0; v < rest.height; ++v) stage_[static_cast<size_t>(rest.Cell(u, v))] = number;
  }
  // For the stage of these homes. Its own tiles have no weight, nor have those that are home.
  void WeighTiles() {
    const int now = stage_[static_cast<size_t>(left_.homes()[0])];
    for (size_t home = 0; home < weight_.size(); ++home) {
      const auto later = static_cast<float>(stage_[home] - now);
      weight_[home] = later <= 0 ? 0 : 1 + kSoonWeight * std::exp(-later / soon_);
    }
    for (int i = 0; i < left_.count(); ++i) weight_[static_cast<size_t>(left_.homes()[i])] = 0;
  }
  uint16_t* BoardOf(int side, size_t entry) { return &boards_[side][entry * row_.size()]; }

  // How many boards this stage may keep a move: what is left of the effort, by a guess at the
  // moves that are left. Less than 1 where the effort is spent.
  size_t Width(const Frame& frame, int column) const {
    const double area = (frame.height - static_cast<double>(column) / frame.width) * frame.width;
    const double moves = kBranching * (std::pow(area, 1.5) + 20);
    const auto looked_at = static_cast<double>(looked_at_);
    double width = kMostWidth;
    if (effort_.boards != 0)
      width = std::min(width, (static_cast<double>(effort_.boards) - looked_at) / moves);
    if (effort_.microseconds != 0) {
      const auto passed = Clock::now() - start_;
      const double spent = std::chrono::duration<double, std::micro>(passed).count();
      const double rate = looked_at < kBoardsToRate ? kGuessedRate : looked_at / spent;
      width = std::min(width, (static_cast<double>(effort_.microseconds) - spent) * rate / moves);
    }
    return static_cast<size_t>(std::max(width, 0.0));
  }

  // Advances the column by the tiles that are home then.
  absl::Status SolveStage(const Frame& frame, int* column) {
    const size_t may_keep = Width(frame, *column);
    const size_t width = std::max<size_t>(may_keep, 1);
    const size_t cells = row_.size();

    done_.clear();
    done_boards_.clear();
    WeighTiles();
    std::vector<Entry>& first = entries_[0];
    size_t kept = 0;
    for (size_t i = 0; i < first.size(); ++i) {
      Entry entry = first[i];
      const uint16_t* board = BoardOf(0, i);
      entry.at = left_.Find(board);
      entry.rest = RestOf(board);
      if (left_.IsDone(entry.at)) {
        AddDone(entry, board);
        continue;
      }
      if (kept != i) std::copy_n(board, cells, BoardOf(0, kept));
      first[kept++] = entry;
    }
    first.resize(kept);
    const size_t first_done = done_.size();

    int side = 0;
    int steps_after = -1;
    if (first_done != 0) steps_after = 0;
    const int most_steps = 40 + 8 * left_.count() * (frame.width + frame.height);
    salt_ = Mixed(0, kMostBeamCells + ++stages_begun_);
    for (int step = 0; may_keep >= kLeastWidth && step < most_steps && !entries_[side].empty();
         ++step) {
      if (steps_after >= 0 && (steps_after++ >= kSlack || done_.size() >= 2 * width)) break;
      Advance(frame, *column, width, side);
      if (entries_[side ^ 1].empty() && done_.empty()) break;  // all were met before
      side ^= 1;
      if (steps_after < 0 && done_.size() > first_done) steps_after = 0;
    }
    if (done_.empty()) {
      if (absl::Status status = ByLookup(frame, *column, side); !status.ok()) return status;
      *column = frame.width;
    } else {
      *column += left_.count();
    }

    // The best of those that are done begin the next stage.
    std::vector<uint32_t> order(done_.size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    const size_t next = std::min(width, done_.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<ptrdiff_t>(next), order.end(),
                      [&](uint32_t x, uint32_t y) { return Value(done_[x]) < Value(done_[y]); });
    entries_[0].clear();
    boards_[0].resize(next * cells);
    for (size_t i = 0; i < next; ++i) {
      Entry entry = done_[order[i]];
      entries_[0].push_back(entry);
      std::copy_n(&done_boards_[order[i] * cells], cells, BoardOf(0, i));
    }
    return absl::OkStatus();
  }

  static float Value(const Entry& entry) { return static_cast<float>(entry.depth) + entry.rest; }
  void AddDone(const Entry& entry, const uint16_t* board) {
    done_.push_back(entry);
    done_boards_.insert(done_boards_.end(), board, board + row_.size());
  }

  // All boards of one side a move on: the best of what they lead to is the other side.
  void Advance(const Frame& frame, int column, size_t width, int side) {
    const std::vector<Entry>& from = entries_[side];
    candidates_.clear();
    for (size_t i = 0; i < from.size(); ++i) {
      const Entry& entry = from[i];
      const uint16_t* board = BoardOf(side, i);
      const Place blank = left_.PlaceOf(entry.blank);
      for (int d = 0; d < kDirections; ++d) {
        const int next_u = blank.u + kStepU[d];
        const int next_v = blank.v + kStepV[d];
        if (d == (entry.last ^ 1) && entry.last >= 0) continue;
        if (next_u < 0 || next_u >= frame.width || next_v < 0 || next_v >= frame.height ||
            (next_v == 0 && next_u < column))
          continue;
        const int to = entry.blank + frame.step[d];
        const int tile = board[to];
        Candidate next;
        next.parent = static_cast<uint32_t>(i);
        next.to = static_cast<int16_t>(to);
        next.direction = static_cast<int8_t>(d);
        next.rest = entry.rest + Far(tile, entry.blank) - Far(tile, to);
        const int stage = left_.Moves(Moved(entry.at, to, entry.blank), to);
        next.value =
            static_cast<float>(entry.depth) + next.rest + kStageWeight * static_cast<float>(stage);
        candidates_.push_back(next);
      }
    }
    looked_at_ += candidates_.size();
    const auto better = [](const Candidate& x, const Candidate& y) { return x.value < y.value; };
    const size_t sorted = std::min(candidates_.size(), width + width / 2 + 8);
    if (sorted < candidates_.size())
      std::nth_element(candidates_.begin(), candidates_.begin() + static_cast<ptrdiff_t>(sorted),
                       candidates_.end(), better);
    std::sort(candidates_.begin(), candidates_.begin() + static_cast<ptrdiff_t>(sorted), better);
    const size_t cells = row_.size();
    std::vector<Entry>& into = entries_[side ^ 1];
    into.clear();
    if (boards_[side ^ 1].size() < (width + 1) * cells)
      boards_[side ^ 1].resize((width + 1) * cells);
    for (size_t i = 0; i < sorted && into.size() < width; ++i) {
      const Candidate& next = candidates_[i];
      const Entry& before = from[next.parent];
      const uint16_t* board = BoardOf(side, next.parent);
      const uint64_t tile = board[next.to];
      const auto to = static_cast<uint64_t>(next.to);
      const auto blank = static_cast<uint64_t>(before.blank);
      const uint64_t hash =
          before.hash ^ Mixed(tile, to) ^ Mixed(tile, blank) ^ Mixed(0, blank) ^ Mixed(0, to);
      uint64_t& slot = recent_[hash & (recent_.size() - 1)];
      if (slot == (hash ^ salt_)) continue;
      slot = hash ^ salt_;
      Entry entry;
      entry.depth = before.depth + 1;
      entry.rest = next.rest;
      entry.hash = hash;
      entry.blank = next.to;
      entry.at = Moved(before.at, next.to, before.blank);
      entry.last = next.direction;
      entry.path = static_cast<uint32_t>(path_.size());
      path_.push_back({before.path, frame.letters[next.direction]});
      uint16_t* copy = BoardOf(side ^ 1, into.size());
      std::copy_n(board, cells, copy);
      copy[before.blank] = static_cast<uint16_t>(tile);
      copy[next.to] = 0;
      if (left_.IsDone(entry.at)) {
        entry.last = -1;
        AddDone(entry, copy);
      } else {
        into.push_back(entry);
      }
    }
  }

  BigBoard ToBigBoard(const uint16_t* board) const {
    const std::vector<uint32_t> tiles(board, board + row_.size());
    return *BigBoard::FromTiles(size_, tiles);
  }

  static StageCells Moved(StageCells at, int from, int to) {
    for (int16_t& cell : at)
      if (cell == from) cell = static_cast<int16_t>(to);
    return at;
  }

  // The letters of what solve(mover) does to the board.
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

  // Completes the row for the first board of a side.
  absl::Status ByLookup(const Frame& frame, int column, int side) {
    Entry entry = entries_[side][0];
    BigBoard board = ToBigBoard(BoardOf(side, 0));
    const auto letters = LettersOf(frame, &board, [&](TileMover* mover) {
      absl::Status status;
      while (status.ok() && column < frame.width)
        status = SolveGroup(tables_, &column, UINT64_MAX, 0, &board, mover);
      return status;
    });
    if (!letters.ok()) return letters.status();
    for (const char letter : *letters) {
      path_.push_back({entry.path, letter});
      entry.path = static_cast<uint32_t>(path_.size() - 1);
    }
    entry.depth += static_cast<uint32_t>(letters->size());
    entry.last = -1;
    entry.blank = static_cast<int16_t>(board.blank());
    entry.rest = 0;
    entry.hash = 0;
    std::vector<uint16_t> cells;
    for (int cell = 0; cell < size_.cells(); ++cell) {
      const int tile = board.tile(cell);
      cells.push_back(static_cast<uint16_t>(tile));
      if (tile != 0) entry.rest += Far(tile, cell);
      entry.hash ^= Mixed(static_cast<uint64_t>(tile), static_cast<uint64_t>(cell));
    }
    AddDone(entry, cells.data());
    return absl::OkStatus();
  }

  // The rest of every board, and the letters of the shortest.
  absl::StatusOr<std::string> Finish(const Frame& frame) {
    std::string best_rest;
    const Entry* best = nullptr;
    for (size_t i = 0; i < entries_[0].size(); ++i) {
      const Entry& entry = entries_[0][i];
      BigBoard board = ToBigBoard(BoardOf(0, i));
      auto letters = LettersOf(frame, &board,
                               [&](TileMover* mover) { return SolveRest(tables_, &board, mover); });
      if (!letters.ok()) return letters.status();
      if (best != nullptr && best->depth + best_rest.size() <= entry.depth + letters->size())
        continue;
      best = &entry;
      best_rest = *std::move(letters);
    }
    std::string letters(best->depth, ' ');
    uint32_t at = best->path;
    for (size_t i = letters.size(); i-- > 0; at = path_[at].before) letters[i] = path_[at].letter;
    return letters + best_rest;
  }

  const WindowTables& tables_;
  const BigSize size_;
  const BeamEffort effort_;
  StageMoves left_;  // of the stage
  Clock::time_point start_;
  uint64_t looked_at_ = 0;
  uint64_t stages_begun_ = 0;
  uint64_t salt_ = 0;       // of the stage: what earlier ones met does not count
  std::vector<float> far_;  // by distance along an axis
  float soon_ = 1;
  std::vector<float> weight_;  // of tiles, by home
  std::vector<int> stage_;     // by home
  std::vector<int16_t> row_, column_;
  std::vector<PathMove> path_;
  std::vector<Entry> entries_[2];
  std::vector<uint16_t> boards_[2];
  std::vector<Entry> done_;
  std::vector<uint16_t> done_boards_;
  std::vector<Candidate> candidates_;
  std::vector<uint64_t> recent_;  // hashes met, the last one in each place
};

}  // namespace

absl::StatusOr<std::string> SolveByBeam(const WindowTables& tables,
                                        const std::vector<BeamRoot>& roots,
                                        const BeamEffort& effort, uint64_t* looked_at) {
  StageBeam beam(tables, roots, effort);
  auto letters = beam.Solve();
  *looked_at += beam.looked_at();
  return letters;
}

}  // namespace tilebase
