// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/solvers/value_fit.h"

#include <algorithm>
#include <atomic>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "generator/crew.h"
#include "tables/format.h"
#include "tables/random_board.h"
#include "tables/symmetry.h"

namespace tilebase {
namespace {

constexpr int64_t kUnit = 65536;  // of what is fitted, in a move
// The beam that solves the boards of a round, and those that the fit is measured on.
constexpr size_t kWidth = 300;
constexpr size_t kMeasureWidth = 1000;
constexpr size_t kMeasureBoards = 400;
constexpr int kCoarseSweeps = 2;
constexpr int kFineSweeps = 4;
// A number takes this share of the mean of its samples: samples / (samples + kDoubt).
constexpr int64_t kDoubt = 8;
// Boards between two looks at `cancel`.
constexpr size_t kBatch = 256;

struct RoundPlan {
  int moves = 0;  // random moves from the goal, from half as many on; 0: uniformly random boards
  size_t boards = 0;
};

std::vector<RoundPlan> Rounds(Geometry geometry) {
  std::vector<RoundPlan> rounds;
  for (int moves = 24; moves <= 16 * geometry.cells(); moves += moves / 2)
    rounds.push_back({moves, 1000});
  for (const size_t boards : {2000, 4000, 8000}) rounds.push_back({0, boards});
  return rounds;
}

Board RandomWalk(Geometry geometry, int moves, Random& random) {
  Board board = Board::Solved(geometry);
  const int count =
      moves / 2 + static_cast<int>(random.Below(static_cast<uint64_t>(moves) / 2 + 1));
  ActionMask back = 0;
  for (int i = 0; i < count; ++i) {
    const ActionMask actions =
        static_cast<ActionMask>(geometry.Actions(board.blank) & static_cast<ActionMask>(~back));
    int skip = static_cast<int>(random.Below(static_cast<uint64_t>(Count(actions))));
    ActionMask rest = actions;
    for (; skip > 0; --skip) rest &= static_cast<ActionMask>(rest - 1);
    const Action action = static_cast<Action>(Lowest(rest));
    board.Apply(action);
    back = ActionBit(Opposite(action));
  }
  return board;
}

// Boards with the moves that their solutions have left, by tile: where it is on each of them.
struct Samples {
  explicit Samples(Geometry g) : geometry(g), cell(static_cast<size_t>(g.cells())) {}

  size_t size() const { return moves_left.size(); }

  void Add(const Board& board, size_t moves) {
    for (int c = 0; c < geometry.cells(); ++c)
      cell[board.tile[c]].push_back(static_cast<uint8_t>(c));
    moves_left.push_back(static_cast<uint16_t>(moves));
  }

  // The same boards along the diagonal.
  void AddReflected(const Board& board, size_t moves) {
    const auto map = [&](int c) { return MapCell(geometry, kTransposed, c); };
    for (int c = 0; c < geometry.cells(); ++c) {
      const int tile = board.tile[c] == 0 ? 0 : map(board.tile[c] - 1) + 1;
      cell[tile].push_back(static_cast<uint8_t>(map(c)));
    }
    moves_left.push_back(static_cast<uint16_t>(moves));
  }

  void AddSolution(Board board, const std::vector<Action>& actions) {
    for (size_t left = actions.size();; --left) {
      Add(board, left);
      if (geometry.width == geometry.height) AddReflected(board, left);
      if (left == 0) return;
      board.Apply(actions[actions.size() - left]);
    }
  }

  void Append(const Samples& other) {
    for (size_t tile = 0; tile < cell.size(); ++tile)
      cell[tile].insert(cell[tile].end(), other.cell[tile].begin(), other.cell[tile].end());
    moves_left.insert(moves_left.end(), other.moves_left.begin(), other.moves_left.end());
  }

  Geometry geometry;
  std::vector<std::vector<uint8_t>> cell;
  std::vector<uint16_t> moves_left;
};

class Fitter {
 public:
  Fitter(const Samples& samples, Crew* crew)
      : samples_(samples),
        crew_(*crew),
        cells_(static_cast<size_t>(samples.geometry.cells())),
        tiles_(static_cast<size_t>(samples.geometry.tiles())),
        left_(samples.size()),
        sums_(static_cast<size_t>(crew->size())) {}

  // The bytes of the table.
  std::vector<uint8_t> Run() {
    const Geometry geometry = samples_.geometry;
    int64_t constant = 0;
    for (size_t i = 0; i < left_.size(); ++i) {
      int64_t distance = 0;
      for (size_t tile = 1; tile <= tiles_; ++tile)
        distance += geometry.Distance(samples_.cell[tile][i], static_cast<int>(tile) - 1);
      left_[i] = static_cast<int32_t>((samples_.moves_left[i] - distance) * kUnit);
      constant += left_[i];
    }
    constant /= static_cast<int64_t>(left_.size());
    for (int32_t& left : left_) left -= static_cast<int32_t>(constant);

    std::vector<std::vector<int64_t>> coarse(cells_, std::vector<int64_t>(cells_));
    for (int sweep = 0; sweep < kCoarseSweeps; ++sweep)
      for (size_t tile = 1; tile <= tiles_; ++tile) {
        const uint8_t* const at = samples_.cell[tile].data();
        Improve([at](size_t i) { return size_t{at[i]}; }, &coarse[tile]);
      }
    std::vector<std::vector<int64_t>> fine(tiles_ * (tiles_ - 1) / 2,
                                           std::vector<int64_t>(cells_ * cells_));
    for (int sweep = 0; sweep < kFineSweeps; ++sweep) {
      size_t pair = 0;
      for (size_t s = 1; s <= tiles_; ++s)
        for (size_t t = s + 1; t <= tiles_; ++t) {
          const uint8_t* const at_s = samples_.cell[s].data();
          const uint8_t* const at_t = samples_.cell[t].data();
          Improve([=, this](size_t i) { return at_s[i] * cells_ + at_t[i]; }, &fine[pair++]);
        }
    }

    const int64_t pairs = static_cast<int64_t>(fine.size());
    const int64_t others = static_cast<int64_t>(tiles_) - 1;
    std::vector<uint8_t> bytes;
    bytes.reserve(PairEntryCount(geometry));
    size_t pair = 0;
    for (size_t s = 1; s <= tiles_; ++s)
      for (size_t t = s + 1; t <= tiles_; ++t, ++pair)
        for (size_t cell_s = 0; cell_s < cells_; ++cell_s)
          for (size_t cell_t = 0; cell_t < cells_; ++cell_t)
            if (cell_s != cell_t)
              bytes.push_back(Byte(constant / pairs +
                                   (coarse[s][cell_s] + coarse[t][cell_t]) / others +
                                   fine[pair][cell_s * cells_ + cell_t]));
    return bytes;
  }

 private:
  struct Sums {
    std::vector<int64_t> sum;
    std::vector<int64_t> count;
  };

  static uint8_t Byte(int64_t number) {
    const int64_t rounded = (number * kValueOne + kUnit / 2) >> 16;
    return static_cast<uint8_t>(std::clamp<int64_t>(rounded + kValueZero, 0, UINT8_MAX));
  }

  // Adds to each of the numbers its share of what is left over in the samples that it belongs to.
  template <typename NumberOf>
  void Improve(NumberOf number_of, std::vector<int64_t>* numbers) {
    const size_t threads = sums_.size();
    const auto slice = [&](size_t thread) { return left_.size() * thread / threads; };
    crew_.Run([&](int thread) {
      Sums& own = sums_[static_cast<size_t>(thread)];
      own.sum.assign(numbers->size(), 0);
      own.count.assign(numbers->size(), 0);
      const size_t end = slice(static_cast<size_t>(thread) + 1);
      for (size_t i = slice(static_cast<size_t>(thread)); i < end; ++i) {
        const size_t number = number_of(i);
        own.sum[number] += left_[i];
        ++own.count[number];
      }
    });
    std::vector<int32_t> step(numbers->size());
    for (size_t number = 0; number < step.size(); ++number) {
      int64_t sum = 0, count = 0;
      for (const Sums& each : sums_) {
        sum += each.sum[number];
        count += each.count[number];
      }
      step[number] = static_cast<int32_t>(sum / (count + kDoubt));
      (*numbers)[number] += step[number];
    }
    crew_.Run([&](int thread) {
      const size_t end = slice(static_cast<size_t>(thread) + 1);
      for (size_t i = slice(static_cast<size_t>(thread)); i < end; ++i)
        left_[i] -= step[number_of(i)];
    });
  }

  const Samples& samples_;
  Crew& crew_;
  const size_t cells_;
  const size_t tiles_;
  std::vector<int32_t>
      left_;                // of each sample's moves, in 1/kUnit: what the numbers do not explain
  std::vector<Sums> sums_;  // by thread
};

uint32_t SquareRoot(uint64_t square) {
  uint64_t root = 0;
  for (uint64_t bit = uint64_t{1} << 31; bit != 0; bit /= 2)
    if ((root + bit) * (root + bit) <= square) root += bit;
  return static_cast<uint32_t>(root);
}

class ValueSolution : public Solution {
 public:
  explicit ValueSolution(std::vector<uint8_t> bytes) : bytes_(std::move(bytes)) {
    histogram_.resize(size_t{1} + *std::max_element(bytes_.begin(), bytes_.end()));
    for (const uint8_t byte : bytes_) ++histogram_[byte];
  }

  void GetEntries(uint64_t begin, uint64_t end, SolvedEntry* out) const override {
    std::copy(bytes_.begin() + static_cast<ptrdiff_t>(begin),
              bytes_.begin() + static_cast<ptrdiff_t>(end), out);
  }

  void MeasureFit(const PairValues& values, const Samples& samples) {
    struct Sums {
      int64_t positions = 0, sum = 0, squares = 0;
    } bands[table_record::kFitBands];
    for (size_t i = 0; i < samples.size(); ++i) {
      uint8_t tile[kMaxCells];
      for (size_t t = 0; t < samples.cell.size(); ++t)
        tile[samples.cell[t][i]] = static_cast<uint8_t>(t);
      const int64_t error = kValueOne * int64_t{samples.moves_left[i]} - values.Value(tile);
      const size_t band =
          samples.moves_left[i] / static_cast<size_t>(FitBandSpan(samples.geometry));
      Sums& at = bands[std::min<size_t>(band, table_record::kFitBands - 1)];
      ++at.positions;
      at.sum += error;
      at.squares += error * error;
    }
    for (const Sums& band : bands) {
      fit_.emplace_back();
      if (band.positions == 0) continue;
      // In units of 1/256 of a move, and of its square.
      const int64_t mean = band.sum * (256 / kValueOne) / band.positions;
      const int64_t square = band.squares * (256 / kValueOne) * (256 / kValueOne) / band.positions;
      const uint64_t variance = static_cast<uint64_t>(std::max<int64_t>(square - mean * mean, 0));
      fit_.back() = {static_cast<uint32_t>(band.positions), static_cast<int32_t>(mean * 256),
                     SquareRoot(variance << 16)};
    }
  }

 private:
  std::vector<uint8_t> bytes_;
};

// The rounds of one Solve.
class Rounder {
 public:
  Rounder(Geometry geometry, const MakeValueSearch& search, const SolveOptions& options)
      : geometry_(geometry), search_(search), options_(options), crew_(options.threads) {
    for (const RoundPlan& round : Rounds(geometry)) boards_ += round.boards;
    boards_ += kMeasureBoards;
  }

  absl::StatusOr<std::unique_ptr<Solution>> Run() {
    std::vector<uint8_t> bytes(PairEntryCount(geometry_), kValueZero);
    Samples before(geometry_);
    for (const RoundPlan& round : Rounds(geometry_)) {
      Samples samples(geometry_);
      absl::Status status = AddSamples(PairValues(geometry_, bytes), round, kWidth, &samples);
      if (!status.ok()) return status;
      before.Append(samples);
      bytes = Fitter(before, &crew_).Run();
      before = std::move(samples);
    }
    const PairValues values(geometry_, bytes);
    Samples fresh(geometry_);
    absl::Status status = AddSamples(values, {0, kMeasureBoards}, kMeasureWidth, &fresh);
    if (!status.ok()) return status;
    auto solution = std::make_unique<ValueSolution>(std::move(bytes));
    solution->MeasureFit(values, fresh);
    return solution;
  }

 private:
  Board MakeBoard(const RoundPlan& round, size_t number) const {
    Random random(static_cast<uint64_t>(round_) << 32 | number);
    return round.moves == 0 ? RandomSolvableBoard(geometry_, random)
                            : RandomWalk(geometry_, round.moves, random);
  }

  // Solves the boards of a round, and adds the positions of their solutions.
  absl::Status AddSamples(const PairValues& values, const RoundPlan& round, size_t width,
                          Samples* samples) {
    ++round_;
    const size_t longest = 20 * static_cast<size_t>(geometry_.cells());
    std::vector<std::unique_ptr<ValueSearch>> searches;
    for (int i = 0; i < crew_.size(); ++i) searches.push_back(search_(values));
    for (size_t begin = 0; begin < round.boards; begin += kBatch) {
      if (options_.cancel != nullptr && *options_.cancel) return absl::CancelledError("cancelled");
      const size_t count = std::min(kBatch, round.boards - begin);
      std::vector<std::vector<Action>> actions(count);
      std::vector<char> solved(count);
      std::atomic<size_t> next{0};
      crew_.Run([&](int thread) {
        for (size_t i; (i = next.fetch_add(1)) < count;)
          solved[i] = searches[static_cast<size_t>(thread)]->Solve(MakeBoard(round, begin + i),
                                                                   width, longest, &actions[i]);
      });
      for (size_t i = 0; i < count; ++i)
        if (solved[i]) samples->AddSolution(MakeBoard(round, begin + i), actions[i]);
      boards_done_ += count;
      if (options_.progress) {
        const uint64_t entries = PairEntryCount(geometry_);
        options_.progress({round_, entries * boards_done_ / boards_, entries});
      }
    }
    if (samples->size() != 0) return absl::OkStatus();
    return absl::InternalError(absl::StrCat("values: the search solved none of the ", round.boards,
                                            " boards of round ", round_, "; expected most"));
  }

  const Geometry geometry_;
  const MakeValueSearch& search_;
  const SolveOptions& options_;
  Crew crew_;
  int round_ = 0;
  size_t boards_done_ = 0;
  size_t boards_ = 0;  // of all rounds
};

}  // namespace

uint64_t ValueSolver::MemoryNeeded(const Subproblem& subproblem, int) const {
  const uint64_t cells = static_cast<uint64_t>(subproblem.geometry.cells());
  // A solution of random boards has about 3.5 moves a cell on 4x4, and longer ones on larger
  // boards.
  const uint64_t samples = 2 * 12000 * 6 * cells;
  return samples * (cells + sizeof(uint16_t) + sizeof(int32_t)) +
         16 * PairEntryCount(subproblem.geometry);
}

absl::StatusOr<std::unique_ptr<Solution>> ValueSolver::Solve(const Subproblem& subproblem,
                                                             const SolveOptions& options) const {
  if (!search_)
    return absl::FailedPreconditionError(
        "values are fitted to solutions that a search finds, and this build was given none");
  return Rounder(subproblem.geometry, search_, options).Run();
}

}  // namespace tilebase
