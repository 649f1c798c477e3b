// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/solvers/square_fit.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <iterator>
#include <memory>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "generator/checkpoint.h"
#include "generator/crew.h"
#include "generator/solvers/tied_values.h"
#include "tables/pair_values.h"
#include "tables/random_board.h"

namespace tilebase {
namespace {

constexpr uint32_t kNoParent = UINT32_MAX;
constexpr int32_t kNothing = INT32_MAX / 2;
constexpr size_t kLessonBins = 1024;

// Boards or beams between two looks at `cancel` and two checkpoints.
constexpr size_t kTogether = 32;
// Widths of the beams that teach, in turn.
constexpr size_t kLessonWidths[] = {30, 60, 120, 240, 400};
constexpr size_t kMeanLessonWidth = 170;
// A lesson is learned by so many hundredths of its error in the beginning of a round, and by
// kLastStep of that in the end. Errors beyond kMostError moves count as so many.
constexpr int64_t kStepOfSolution = 4;
constexpr int64_t kStepOfOthers = 8;
constexpr size_t kLastStepDivisor = 50;
constexpr int64_t kMostError = 6;

// Of what the smaller board's pairs tell beyond either tile alone, in hundredths. 6x6 has twice as
// many pairs as 5x5, and each tells less; 7x7 takes all of what 6x6 has learned. Found by trying.
int64_t RestCarriedOver(Geometry geometry) { return geometry.cells() == 36 ? 48 : 100; }

size_t LongestOf(Geometry geometry) { return 20 * static_cast<size_t>(geometry.cells()); }

constexpr uint8_t kEndOfActions = kActions;

class SquareFitter {
 public:
  SquareFitter(const Subproblem& subproblem, const std::vector<SquareRound>& rounds,
               const MakeValueSearch& search, const SolveOptions& options)
      : subproblem_(subproblem),
        geometry_(subproblem.geometry),
        rounds_(rounds),
        search_(search),
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
      const std::vector<uint64_t> at =
          options_.checkpoint->Restore(subproblem_, Metric::kValue, absl::MakeSpan(state_));
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
      options_.checkpoint->Save(subproblem_, Metric::kValue, {round_, boards, lessons},
                                absl::MakeSpan(state_));
    }
  }

  // The boards of the round from number `done` on.
  absl::Status SolveBoards(size_t done) {
    const SquareRound& round = rounds_[round_];
    work_done_ += done * round.width;
    if (done == round.boards) return absl::OkStatus();
    const PairValues values = CurrentValues();
    std::vector<std::unique_ptr<ValueSearch>> searches;
    searches.reserve(static_cast<size_t>(crew_.size()));
    for (int i = 0; i < crew_.size(); ++i) searches.push_back(search_(values));
    while (done < round.boards) {
      if (IsCancelled()) return absl::CancelledError("cancelled");
      const size_t begin = done;
      done = std::min(begin + kTogether, round.boards);
      std::atomic<size_t> next{begin};
      crew_.Run([&](int thread) {
        std::vector<Action> actions;
        for (size_t i; (i = next.fetch_add(1)) < done;) {
          searches[static_cast<size_t>(thread)]->Solve(BoardOf(i), round.width,
                                                       LongestOf(geometry_), &actions);
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
    std::vector<LessonBeam> beams(static_cast<size_t>(crew_.size()));
    std::vector<std::vector<Lesson>> lessons(kTogether);
    while (done < round.lessons) {
      if (IsCancelled()) return absl::CancelledError("cancelled");
      const PairValues values = CurrentValues();
      const size_t begin = done;
      done = std::min(begin + kTogether, round.lessons);
      std::atomic<size_t> next{begin};
      crew_.Run([&](int thread) {
        for (size_t i; (i = next.fetch_add(1)) < done;) {
          Random random = RandomOf(1, i);
          const size_t board = solved[random.Below(solved.size())];
          std::vector<Lesson>& of_beam = lessons[i - begin];
          of_beam.clear();
          beams[static_cast<size_t>(thread)].Teach(values, BoardOf(board), SolutionOf(board),
                                                   kLessonWidths[i % std::size(kLessonWidths)],
                                                   random, &of_beam);
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

  const Subproblem& subproblem_;
  const Geometry geometry_;
  const std::vector<SquareRound>& rounds_;
  const MakeValueSearch& search_;
  const SolveOptions& options_;
  Crew crew_;
  const TiedPairs ties_;
  TiedValues values_;
  std::vector<uint8_t> state_;  // the numbers, then each board's solution
  size_t round_ = 0;
  uint64_t work_ = 0, work_done_ = 0;
};

}  // namespace

LessonBeam::LessonBeam() : found_(size_t{1} << 16) {
  Random random(1);
  for (auto& of_tile : keys_)
    for (uint64_t& key : of_tile) key = random.Next();
}

bool LessonBeam::IsNew(uint64_t hash) {
  hash |= 1;
  if (2 * found_count_ >= found_.size()) {
    std::vector<uint64_t> old(2 * found_.size());
    old.swap(found_);
    for (const uint64_t each : old) {
      if (each == 0) continue;
      size_t i = each >> 20;
      while (found_[i & (found_.size() - 1)] != 0) ++i;
      found_[i & (found_.size() - 1)] = each;
    }
  }
  for (size_t i = hash >> 20;; ++i) {
    uint64_t& place = found_[i & (found_.size() - 1)];
    if (place == hash) return false;
    if (place != 0) continue;
    place = hash;
    ++found_count_;
    return true;
  }
}

void LessonBeam::MakeChild(uint32_t parent, Action action, bool of_solution) {
  Node& node = nodes_[parent];
  if ((geometry_.Actions(node.blank) & ActionBit(action)) == 0) return;
  if (!of_solution && node.last < kActions && action == Opposite(static_cast<Action>(node.last)))
    return;
  const int from = node.blank + geometry_.BlankStep(action);
  const int tile = node.tile[from];
  const uint64_t hash = node.hash ^ keys_[tile][from] ^ keys_[tile][node.blank];
  const int32_t value = node.value + PairValues::Changes<0>(*values_).Of(
                                         node.tile, values_->SlideOf(from, node.blank));
  // A board that was found before is its other parent's, but this one may go there, too.
  if (!IsNew(hash) && !of_solution) {
    node.least_left = std::min(node.least_left, kValueOne + value);
    return;
  }
  children_.push_back({hash, value, parent, static_cast<uint8_t>(action)});
}

void LessonBeam::Keep(const Child& child) {
  Node node = nodes_[child.parent];
  const int from = node.blank + geometry_.BlankStep(static_cast<Action>(child.action));
  node.tile[node.blank] = node.tile[from];
  node.tile[from] = 0;
  node.blank = static_cast<uint8_t>(from);
  node.hash = child.hash;
  node.value = child.value;
  node.parent = child.parent;
  node.least_left = kNothing;
  node.last = child.action;
  nodes_.push_back(node);
}

// The solution's child, which is the first, and those of least value, those made first before
// others of the same value.
void LessonBeam::KeepBest(size_t width) {
  int32_t least = INT32_MAX;
  for (const Child& child : children_) least = std::min(least, child.value);
  const auto bin_of = [least](const Child& child) {
    return std::min(static_cast<size_t>(child.value - least), kLessonBins - 1);
  };
  size_t bins[kLessonBins] = {};
  for (const Child& child : children_) ++bins[bin_of(child)];
  size_t left = width, last = 0;
  while (last < kLessonBins && left >= bins[last]) left -= bins[last++];
  bool first = true;
  for (const Child& child : children_) {
    const size_t bin = bin_of(child);
    bool take = bin < last;
    if (bin == last && left > 0) {
      --left;
      take = true;
    }
    if (take || first) {
      Keep(child);
    } else {
      int32_t& least_left = nodes_[child.parent].least_left;
      least_left = std::min(least_left, kValueOne + child.value);
    }
    first = false;
  }
}

void LessonBeam::Teach(const PairValues& values, const Board& start,
                       const std::vector<Action>& solution, size_t width, Random random,
                       std::vector<Lesson>* lessons) {
  geometry_ = values.geometry();
  values_ = &values;
  nodes_.clear();
  std::fill(found_.begin(), found_.end(), 0);
  found_count_ = 0;

  const int cells = geometry_.cells();
  Node root = {};
  std::copy_n(start.tile, cells, root.tile);
  for (int cell = 0; cell < cells; ++cell)
    if (start.tile[cell] != 0) root.hash ^= keys_[start.tile[cell]][cell];
  root.value = values.Value(start.tile);
  root.parent = kNoParent;
  root.least_left = kNothing;
  root.blank = start.blank;
  root.last = kActions;
  nodes_.push_back(root);
  IsNew(root.hash);

  std::vector<uint32_t> layers = {0};  // where each begins
  for (size_t moves = 1; moves < solution.size(); ++moves) {
    children_.clear();
    const uint32_t first = layers.back();
    const auto end = static_cast<uint32_t>(nodes_.size());
    const Action right = solution[moves - 1];
    MakeChild(first, right, true);
    for (uint32_t node = first; node < end; ++node)
      for (int action = 0; action < kActions; ++action)
        if (node != first || action != static_cast<int>(right))
          MakeChild(node, static_cast<Action>(action), false);
    layers.push_back(end);
    KeepBest(width);
  }

  // Children come after their parents.
  const uint32_t expanded = layers.back();
  backed_up_.resize(nodes_.size());
  for (size_t i = 0; i < nodes_.size(); ++i)
    backed_up_[i] = i < expanded ? nodes_[i].least_left : nodes_[i].value;
  const auto moves_left = [&](size_t layer) {
    return kValueOne * static_cast<int32_t>(solution.size() - layer);
  };
  size_t layer = layers.size() - 1;
  backed_up_[layers[layer]] = moves_left(layer);
  for (size_t i = nodes_.size(); i-- > 1;) {
    if (i < layers[layer]) --layer;
    if (i == layers[layer]) backed_up_[i] = moves_left(layer);
    int32_t& parent = backed_up_[nodes_[i].parent];
    parent = std::min(parent, kValueOne + backed_up_[i]);
  }
  backed_up_[0] = moves_left(0);

  const auto add = [&](size_t i, bool of_solution) {
    Lesson lesson;
    for (int cell = 0; cell < cells; ++cell)
      lesson.cell[nodes_[i].tile[cell]] = static_cast<uint8_t>(cell);
    lesson.moves = backed_up_[i];
    lesson.of_solution = of_solution;
    lessons->push_back(lesson);
  };
  for (int n = 0; n < kOthers; ++n) {
    const auto i = static_cast<uint32_t>(random.Below(std::max(expanded, 1u)));
    if (std::binary_search(layers.begin(), layers.end(), i) || backed_up_[i] >= kNothing) continue;
    add(i, false);
  }
  for (size_t at = random.Below(kSolutionEvery); at < layers.size(); at += kSolutionEvery)
    add(layers[at], true);
}

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
                                               const MakeValueSearch& search,
                                               const SolveOptions& options) {
  return SquareFitter(subproblem, rounds, search, options).Run(smaller);
}

}  // namespace tilebase
