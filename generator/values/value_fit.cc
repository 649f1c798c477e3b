// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/values/value_fit.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "generator/checkpoint.h"
#include "generator/crew.h"
#include "generator/values/exact_changes.h"
#include "generator/values/pair_fitter.h"
#include "generator/values/plain_beam.h"
#include "generator/values/square_fit.h"
#include "tables/format.h"
#include "tables/random_board.h"
#include "tables/values/fitted_values.h"

namespace tilebase {
namespace {

// The most cells of a board that the rounds of this file fit.
constexpr int kMostRoundsCells = 25;

// Returns how many boards the last round has. Larger boards have more numbers to learn.
constexpr size_t MostRoundBoards(Geometry geometry, bool whole_lines) {
  if (geometry.cells() <= 16) return 16000;
  return whole_lines ? 8000 : 32000;
}
// On larger boards, narrower beams of whole lines find solutions that are too long to learn from.
constexpr size_t Width(Geometry geometry, bool whole_lines) {
  return whole_lines && geometry.cells() > 16 ? 3000 : 1000;
}
// Boards between two checks of `cancel` and two checkpoints.
constexpr size_t kBatch = 256;

struct RoundPlan {
  size_t boards = 0;
  size_t width = 0;     // of the beam that solves them
  bool astray = false;  // also solve boards that narrow beams reach

  // In boards of the beams' layers; a board reached on the way has only the remaining moves to go.
  uint64_t work() const { return boards * width * (astray ? 3 : 2) / 2; }
};
// Widths of the narrow beams, which go astray, in turn.
constexpr size_t kNarrow[] = {4, 10, 30, 100};
// Only rounds of at least kAstrayBoards boards have such beams: earlier rounds still have to learn
// the right paths.
constexpr size_t kAstrayBoards = 8000;

// The boards that the fit is measured on. The program's own values are measured, too, so larger
// boards have fewer.
constexpr RoundPlan MeasureOf(Geometry geometry) {
  return geometry.cells() <= kMostRoundsCells ? RoundPlan{400, 1000} : RoundPlan{100, 300};
}

// The first round orders boards by the Manhattan distance alone, which needs wider beams on larger
// boards.
std::vector<RoundPlan> Rounds(Geometry geometry, bool whole_lines) {
  const size_t cells = static_cast<size_t>(geometry.cells());
  std::vector<RoundPlan> rounds = {{500, 4 * cells * cells}};
  for (size_t boards = 1000; boards <= MostRoundBoards(geometry, whole_lines); boards *= 2)
    rounds.push_back({boards, Width(geometry, whole_lines), boards >= kAstrayBoards});
  return rounds;
}

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

// The greatest length of the solutions searched for.
size_t Longest(Geometry geometry) { return 20 * static_cast<size_t>(geometry.cells()); }

// The content of a checkpoint: the values of the finished rounds, and the solutions of the current
// one. A board has three sequences of actions: its solution, the path of a narrow beam, and the
// solution from its end. Each has one byte an action and ends with kEnd; a missing one is empty.
class FitState {
 public:
  static constexpr uint8_t kEnd = kActions;

  // Has room for rounds of at most `boards` boards.
  FitState(Geometry geometry, size_t boards)
      : numbers_(PairEntryCount(geometry)),
        stride_(kSequences * Longest(geometry)),
        bytes_(Bytes(geometry, boards), kEnd) {
    std::fill(bytes_.begin(), bytes_.begin() + static_cast<ptrdiff_t>(numbers_), kValueZero);
  }
  static uint64_t Bytes(Geometry geometry, size_t boards) {
    return PairEntryCount(geometry) + boards * kSequences * Longest(geometry);
  }

  absl::Span<uint8_t> all() { return absl::MakeSpan(bytes_); }
  absl::Span<uint8_t> numbers() { return all().first(numbers_); }
  uint8_t* sequences(size_t board) { return &bytes_[numbers_ + board * stride_]; }

  static uint8_t* Write(const std::vector<Action>& actions, uint8_t* out) {
    for (const Action action : actions) *out++ = static_cast<uint8_t>(action);
    *out++ = kEnd;
    return out;
  }
  static const uint8_t* Read(const uint8_t* in, std::vector<Action>* actions) {
    actions->clear();
    for (; *in != kEnd; ++in) actions->push_back(static_cast<Action>(*in));
    return in + 1;
  }

 private:
  static constexpr size_t kSequences = 3;

  size_t numbers_;
  size_t stride_;
  std::vector<uint8_t> bytes_;
};

// Runs the rounds of one Solve.
class Rounder {
 public:
  // `known` are the numbers; empty if they are to be fitted.
  Rounder(const Subproblem& subproblem, bool whole_lines, absl::Span<const uint8_t> known,
          const SolveOptions& options)
      : geometry_(subproblem.geometry),
        whole_lines_(whole_lines),
        rounds_(Rounds(geometry_, whole_lines)),
        options_(options),
        crew_(options.threads),
        measure_(MeasureOf(geometry_)),
        state_(geometry_, known.empty() ? rounds_.back().boards : measure_.boards),
        round_(known.empty() ? 0 : rounds_.size()) {
    std::copy(known.begin(), known.end(), state_.numbers().begin());
    for (size_t round = round_; round < rounds_.size(); ++round) work_ += rounds_[round].work();
    work_ += measure_.work();
  }

  absl::StatusOr<std::unique_ptr<Solution>> Run() {
    size_t done = 0;  // of the first round that is not skipped
    size_t skipped = 0;
    if (options_.checkpoint != nullptr) {
      const std::vector<uint64_t> at = options_.checkpoint->Restore({state_.all()});
      if (at.size() == 2) {
        skipped = at[0];
        done = at[1];
      }
    }
    while (round_ < rounds_.size()) {
      const RoundPlan round = rounds_[round_];
      if (++round_ <= skipped) {
        work_done_ += round.work();
        continue;
      }
      const PairValues values(geometry_, state_.numbers());
      absl::StatusOr<Samples> samples = SolveRound(values, round, done);
      if (!samples.ok()) return samples.status();
      const std::vector<uint8_t> numbers = PairFitter(*samples, &crew_).Run();
      std::copy(numbers.begin(), numbers.end(), state_.numbers().begin());
      done = 0;
    }
    ++round_;
    const PairValues values(geometry_, state_.numbers());
    const absl::StatusOr<Samples> fresh = SolveRound(values, measure_, done);
    if (!fresh.ok()) return fresh.status();
    auto solution = std::make_unique<ValueSolution>(
        std::vector<uint8_t>(state_.numbers().begin(), state_.numbers().end()));
    solution->MeasureFit(values, *fresh);
    return solution;
  }

 private:
  Random RandomOf(size_t number) const {
    return Random(static_cast<uint64_t>(round_) << 32 | number);
  }

  // Solves the boards of a round from number `done` on. Returns the positions of all solutions.
  absl::StatusOr<Samples> SolveRound(const PairValues& values, const RoundPlan& round,
                                     size_t done) {
    const ExactChanges changes(values);
    std::vector<PlainBeam> beams(static_cast<size_t>(crew_.size()),
                                 PlainBeam(changes, whole_lines_));
    work_done_ += round.work() * done / round.boards;
    while (done < round.boards) {
      if (options_.cancel != nullptr && *options_.cancel) return absl::CancelledError("cancelled");
      const size_t end = std::min(done + kBatch, round.boards);
      std::atomic<size_t> next{done};
      crew_.Run([&](int thread) {
        for (size_t i; (i = next.fetch_add(1)) < end;)
          SolveBoard(round, i, &beams[static_cast<size_t>(thread)]);
      });
      work_done_ += round.work() * (end - done) / round.boards;
      done = end;
      if (options_.progress) {
        const uint64_t entries = PairEntryCount(geometry_);
        options_.progress({static_cast<int>(round_), entries * work_done_ / work_, entries});
      }
      if (options_.checkpoint != nullptr && options_.checkpoint->IsDue())
        options_.checkpoint->Save({round_ - 1, done}, {state_.all()});
    }
    return SamplesOf(round);
  }

  // Retries boards that a beam does not solve, because there is most to learn from them.
  bool Solve(const RoundPlan& round, const Board& board, PlainBeam* beam,
             std::vector<Action>* actions) const {
    for (const size_t wider : {1, 4, 16})
      if (beam->Solve(board, wider * round.width, Longest(geometry_), actions)) return true;
    return false;
  }

  void SolveBoard(const RoundPlan& round, size_t number, PlainBeam* beam) {
    Random random = RandomOf(number);
    Board board = RandomSolvableBoard(geometry_, random);
    const size_t longest = Longest(geometry_);
    std::vector<Action> actions;
    uint8_t* out = state_.sequences(number);
    const bool solved = Solve(round, board, beam, &actions);
    out = FitState::Write(actions, out);
    const size_t moves = actions.size() + actions.size() / 8;
    if (!solved || !round.astray) {
      out = FitState::Write({}, out);
      FitState::Write({}, out);
      return;
    }
    // Prefers a late point on the path: going astray costs more there.
    const size_t after = 1 + std::max(random.Below(moves), random.Below(moves));
    beam->Follow(board, kNarrow[number % std::size(kNarrow)], longest, after, &actions);
    out = FitState::Write(actions, out);
    for (const Action action : actions) board.Apply(action);
    if (actions.empty() || !Solve(round, board, beam, &actions)) actions.clear();
    FitState::Write(actions, out);
  }

  absl::StatusOr<Samples> SamplesOf(const RoundPlan& round) {
    Samples samples(geometry_);
    std::vector<Action> actions;
    for (size_t i = 0; i < round.boards; ++i) {
      Random random = RandomOf(i);
      Board board = RandomSolvableBoard(geometry_, random);
      const uint8_t* at = FitState::Read(state_.sequences(i), &actions);
      if (!actions.empty()) samples.AddSolution(board, actions, whole_lines_);
      at = FitState::Read(at, &actions);
      for (const Action action : actions) board.Apply(action);
      FitState::Read(at, &actions);
      if (!actions.empty()) samples.AddSolution(board, actions, whole_lines_);
    }
    if (samples.size() != 0) return samples;
    return absl::InternalError(absl::StrCat("values: the search solved none of the ", round.boards,
                                            " boards of round ", round_, "; expected most"));
  }

  const Geometry geometry_;
  const bool whole_lines_;
  const std::vector<RoundPlan> rounds_;
  const SolveOptions& options_;
  Crew crew_;
  const RoundPlan measure_;
  FitState state_;
  size_t round_;  // the current round, counted from 1
  // The work of all rounds, in boards of the beams' layers.
  uint64_t work_ = 0;
  uint64_t work_done_ = 0;
};

}  // namespace

bool ValueSolver::CanFit(Geometry geometry, bool whole_lines) {
  return geometry.cells() <= kMostRoundsCells ||
         (!whole_lines && !SquareRoundsOf(geometry).empty());
}

bool ValueSolver::TakesKnown(Geometry geometry) const {
  return known_ == Known::kTake && HasFittedValues(geometry, whole_lines_);
}

uint64_t ValueSolver::MemoryNeeded(const Subproblem& subproblem, int) const {
  const Geometry geometry = subproblem.geometry;
  const uint64_t cells = static_cast<uint64_t>(geometry.cells());
  const bool known = TakesKnown(geometry);
  const std::vector<SquareRound> rounds = SquareRoundsOf(geometry);
  const size_t boards = known || !rounds.empty() ? MeasureOf(geometry).boards
                                                 : MostRoundBoards(geometry, whole_lines_);
  // Each board counts twice, with its reflection; solutions of random boards have about 3.5 moves a
  // cell on 4x4, and 6 on 7x7.
  const uint64_t samples = 4 * boards * 6 * cells;
  return samples * (cells + sizeof(uint16_t) + sizeof(int32_t)) + 16 * PairEntryCount(geometry) +
         FitState::Bytes(geometry, boards) +
         (known || rounds.empty() ? 0 : SquareFitBytes(geometry, rounds));
}

absl::StatusOr<std::unique_ptr<Solution>> ValueSolver::Solve(const Subproblem& subproblem,
                                                             const SolveOptions& options) const {
  const Geometry geometry = subproblem.geometry;
  if (TakesKnown(geometry))
    return Rounder(subproblem, whole_lines_, FittedValues(geometry, whole_lines_), options).Run();
  const std::vector<SquareRound> rounds = SquareRoundsOf(geometry);
  if (rounds.empty()) return Rounder(subproblem, whole_lines_, {}, options).Run();
  const auto side = static_cast<uint8_t>(geometry.width - 1);
  const auto numbers =
      FitSquare(subproblem, rounds, FittedValues({side, side}, whole_lines_), options);
  if (!numbers.ok()) return numbers.status();
  // Measuring takes seconds, so the fit's checkpoint stays.
  SolveOptions measuring = options;
  measuring.checkpoint = nullptr;
  return Rounder(subproblem, whole_lines_, *numbers, measuring).Run();
}

}  // namespace tilebase
