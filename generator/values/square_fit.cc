// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/values/square_fit.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <iterator>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "generator/checkpoint.h"
#include "generator/crew.h"
#include "generator/values/exact_changes.h"
#include "generator/values/lessons.h"
#include "generator/values/plain_beam.h"
#include "generator/values/tied_values.h"
#include "tables/pair_values.h"
#include "tables/random_board.h"

namespace tilebase {
namespace {

// Boards or beams between two checks of `cancel` and two checkpoints.
constexpr size_t kTogether = 32;
// Widths of the beams that give lessons, in turn.
constexpr size_t kLessonWidths[] = {30, 60, 120, 240, 400};
constexpr size_t kMeanLessonWidth = 170;
// A lesson corrects this many hundredths of its error at the beginning of a round, and
// 1/kLastStepDivisor of that at the end. Errors beyond kMostError moves count as kMostError.
constexpr int64_t kStepOfSolution = 4;
constexpr int64_t kStepOfOthers = 8;
constexpr size_t kLastStepDivisor = 50;
constexpr int64_t kMostError = 6;

// The share, in hundredths, of the smaller board's pair numbers that is carried over, apart from
// what the tiles contribute alone. 6x6 has twice as many pairs as 5x5, and each contributes less;
// 7x7 takes all that 6x6 has learned. Found by trying.
int64_t RestCarriedOver(Geometry geometry) { return geometry.cells() == 36 ? 48 : 100; }

size_t LongestOf(Geometry geometry) { return 20 * static_cast<size_t>(geometry.cells()); }

constexpr uint8_t kEndOfActions = kActions;

class SquareFitter {
 public:
  SquareFitter(const Subproblem& subproblem, const std::vector<SquareRound>& rounds,
               const SolveOptions& options)
      : geometry_(subproblem.geometry),
        rounds_(rounds),
        options_(options),
        crew_(options.threads),
        ties_(geometry_),
        values_(ties_),
        state_(SquareFitBytes(geometry_, rounds), kEndOfActions) {
    for (const SquareRound& round : rounds_) work_ += WorkOf(round);
  }

  absl::StatusOr<std::vector<uint8_t>> Run(absl::Span<const uint8_t> smaller) {
    values_.CarryOver(smaller, RestCarriedOver(geometry_));
    size_t round = 0, boards = 0, lessons = 0;
    if (options_.checkpoint != nullptr) {
      const std::vector<uint64_t> at = options_.checkpoint->Restore({absl::MakeSpan(state_)});
      if (at.size() == 3) {
        round = at[0];
        boards = at[1];
        lessons = at[2];
        std::memcpy(values_.numbers().data(), state_.data(), NumberBytes());
      }
    }
    for (size_t i = 0; i < std::min(round, rounds_.size()); ++i) work_done_ += WorkOf(rounds_[i]);
    for (; round < rounds_.size(); ++round, boards = lessons = 0) {
      round_ = round;
      if (absl::Status status = SolveBoards(boards); !status.ok()) return status;
      if (absl::Status status = LearnLessons(lessons); !status.ok()) return status;
    }
    return ties_.Expand(values_.Bytes());
  }

 private:
  static uint64_t WorkOf(const SquareRound& round) {
    return round.boards * round.width + round.lessons * kMeanLessonWidth;
  }
  size_t NumberBytes() { return values_.numbers().size() * sizeof(int32_t); }
  uint8_t* ActionsOf(size_t board) { return &state_[NumberBytes() + board * LongestOf(geometry_)]; }
  PairValues CurrentValues() const { return PairValues(geometry_, ties_.Expand(values_.Bytes())); }
  // One for each thread.
  std::vector<PlainBeam> Beams(const ExactChanges& changes) const {
    return std::vector<PlainBeam>(static_cast<size_t>(crew_.size()), PlainBeam(changes, false));
  }
  Random RandomOf(size_t kind, size_t number) const {
    return Random(uint64_t{1} << 40 | uint64_t{2 * round_ + kind} << 32 | number);
  }
  Board BoardOf(size_t number) const {
    Random random = RandomOf(0, number);
    return RandomSolvableBoard(geometry_, random);
  }

  bool IsCancelled() const { return options_.cancel != nullptr && *options_.cancel; }
  void Report(uint64_t work, size_t boards, size_t lessons) {
    work_done_ += work;
    const uint64_t entries = PairEntryCount(geometry_);
    if (options_.progress)
      options_.progress({static_cast<int>(round_) + 1,
                         entries * work_done_ / std::max<uint64_t>(work_, 1), entries});
    if (options_.checkpoint != nullptr && options_.checkpoint->IsDue()) {
      std::memcpy(state_.data(), values_.numbers().data(), NumberBytes());
      options_.checkpoint->Save({round_, boards, lessons}, {absl::MakeSpan(state_)});
    }
  }

  // Solves the boards of the round from number `done` on.
  absl::Status SolveBoards(size_t done) {
    const SquareRound& round = rounds_[round_];
    work_done_ += done * round.width;
    if (done == round.boards) return absl::OkStatus();
    const PairValues values = CurrentValues();
    const ExactChanges changes(values);
    std::vector<PlainBeam> beams = Beams(changes);
    while (done < round.boards) {
      if (IsCancelled()) return absl::CancelledError("cancelled");
      const size_t begin = done;
      done = std::min(begin + kTogether, round.boards);
      std::atomic<size_t> next{begin};
      crew_.Run([&](int thread) {
        std::vector<Action> actions;
        for (size_t i; (i = next.fetch_add(1)) < done;) {
          beams[static_cast<size_t>(thread)].Solve(BoardOf(i), round.width, LongestOf(geometry_),
                                                   &actions);
          uint8_t* out = ActionsOf(i);
          for (const Action action : actions) *out++ = static_cast<uint8_t>(action);
          *out = kEndOfActions;
        }
      });
      Report((done - begin) * round.width, done, 0);
    }
    return absl::OkStatus();
  }

  std::vector<Action> SolutionOf(size_t board) {
    std::vector<Action> actions;
    for (const uint8_t* at = ActionsOf(board); *at != kEndOfActions; ++at)
      actions.push_back(static_cast<Action>(*at));
    return actions;
  }

  absl::Status LearnLessons(size_t done) {
    const SquareRound& round = rounds_[round_];
    work_done_ += done * kMeanLessonWidth;
    std::vector<size_t> solved;
    for (size_t board = 0; board < round.boards; ++board)
      if (SolutionOf(board).size() > 2) solved.push_back(board);
    if (done == round.lessons) return absl::OkStatus();
    if (solved.empty())
      return absl::InternalError(absl::StrCat("values: the search solved none of the ",
                                              round.boards, " boards of round ", round_ + 1,
                                              "; expected most"));
    std::vector<std::vector<Lesson>> lessons(kTogether);
    while (done < round.lessons) {
      if (IsCancelled()) return absl::CancelledError("cancelled");
      const PairValues values = CurrentValues();
      const ExactChanges changes(values);
      std::vector<PlainBeam> beams = Beams(changes);
      const size_t begin = done;
      done = std::min(begin + kTogether, round.lessons);
      std::atomic<size_t> next{begin};
      crew_.Run([&](int thread) {
        for (size_t i; (i = next.fetch_add(1)) < done;) {
          Random random = RandomOf(1, i);
          const size_t board = solved[random.Below(solved.size())];
          std::vector<Lesson>& of_beam = lessons[i - begin];
          of_beam.clear();
          Teach(&beams[static_cast<size_t>(thread)], BoardOf(board), SolutionOf(board),
                kLessonWidths[i % std::size(kLessonWidths)], random, &of_beam);
        }
      });
      for (size_t i = begin; i < done; ++i)
        for (const Lesson& lesson : lessons[i - begin])
          Learn(lesson, static_cast<int64_t>(i), static_cast<int64_t>(round.lessons));
      Report((done - begin) * kMeanLessonWidth, round.boards, done);
    }
    return absl::OkStatus();
  }

  void Learn(const Lesson& lesson, int64_t number, int64_t of) {
    constexpr int64_t kMost = kMostError * TiedValues::kUnit;
    const int64_t moves = lesson.moves * (TiedValues::kUnit / kValueOne);
    const int64_t error = std::clamp(moves - values_.Value(lesson.cell), -kMost, kMost);
    const int64_t step = lesson.of_solution ? kStepOfSolution : kStepOfOthers;
    constexpr int64_t kDivisor = kLastStepDivisor;
    const int64_t full = kDivisor * of;
    const int64_t share = full - (kDivisor - 1) * number;  // of `full`
    values_.Learn(lesson.cell, error * step / 100 * share / full);
  }

  const Geometry geometry_;
  const std::vector<SquareRound>& rounds_;
  const SolveOptions& options_;
  Crew crew_;
  const TiedPairs ties_;
  TiedValues values_;
  std::vector<uint8_t> state_;  // the numbers, then each board's solution
  size_t round_ = 0;
  uint64_t work_ = 0, work_done_ = 0;
};

}  // namespace

std::vector<SquareRound> SquareRoundsOf(Geometry geometry) {
  if (geometry == Geometry{6, 6})
    return {{600, 1000, 3000}, {1500, 1000, 6000}, {2000, 1500, 8000}};
  if (geometry == Geometry{7, 7})
    return {{1000, 1000, 1600}, {1500, 1500, 1600}, {1500, 2000, 1600}};
  return {};
}

uint64_t SquareFitBytes(Geometry geometry, const std::vector<SquareRound>& rounds) {
  size_t boards = 0;
  for (const SquareRound& round : rounds) boards = std::max(boards, round.boards);
  const TiedPairs ties(geometry);
  return (ties.pair_numbers() + ties.tile_numbers()) * sizeof(int32_t) +
         boards * LongestOf(geometry);
}

absl::StatusOr<std::vector<uint8_t>> FitSquare(const Subproblem& subproblem,
                                               const std::vector<SquareRound>& rounds,
                                               absl::Span<const uint8_t> smaller,
                                               const SolveOptions& options) {
  return SquareFitter(subproblem, rounds, options).Run(smaller);
}

}  // namespace tilebase
