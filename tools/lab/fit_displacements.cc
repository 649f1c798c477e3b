// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Fits the numbers of tables/values/displacement_values.cc, and prints them: but those of windows,
// and those of rings, which were found by trying (a ring counts most in the end, where few groups
// are).
//
//   fit_displacements [BOARDS=1000] [SIDE=10] [EFFORT=3000000] [LATER=0]
//
// A round takes some 10 minutes on two cores, and some GB. It goes on from the numbers that the
// program has. LATER gives other boards.
//
// A beam is the better, the more often it keeps the board that the best way home leads through. So
// that is what numbers are fitted to, not the moves that are left: of boards that a beam has kept
// after the same move, with the blank on the same cell, that one is to have the least value. Each
// round solves random boards, with an effort that finds short solutions. After every tenth move or
// so it takes a group: the board on the way, and up to twenty others. The numbers are those that
// make the choices of the ways the most likely, if a board is chosen with a probability of
// exp(-value) to that of the others: Adam on batches of groups, drawn to the numbers before. Every
// fifth board's groups are held out, and tell when to stop.

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/any/big_board.h"
#include "runtime/search/displacement_beam.h"
#include "tables/system/parallel_for.h"
#include "tables/values/displacement_values.h"

namespace tilebase {
namespace {

using Values = DisplacementValues;

// The offsets of the numbers of one part, a way: the near one or the far one.
constexpr int kDistances = 9;  // beyond 8 cells a power of the distance
constexpr int kBlankAt = kDistances;
constexpr int kCornersAt = kBlankAt + Values::kBlankKinds;
constexpr int kNeighboursAt = kCornersAt + Values::kCornerKinds;
constexpr int kRingsAt = kNeighboursAt + Values::kNeighbourKinds;
constexpr int kPairsAt = kRingsAt + 3;  // rings of two, four and more
constexpr int kNumbers = kPairsAt + Values::kPairKinds;

constexpr size_t kMovesBetween = 10;
constexpr size_t kLeastOthers = 4;
constexpr size_t kMostOthers = 20;
constexpr uint64_t kHeldOut = 5;
constexpr int kEpochs = 9;
constexpr int kEpochsBetweenTests = 3;
constexpr size_t kBatch = 512;
constexpr double kStep = 0.02;  // of a move
constexpr double kToBefore = 1e-4;

// How often each number counts in the value of a board.
class Counts {
 public:
  Counts() : count_(kNumbers) {}

  void Add(int number, double times) {
    const auto i = static_cast<size_t>(number);
    if (count_[i] == 0) named_.push_back(static_cast<uint16_t>(number));
    count_[i] += times;
  }
  // Returns everything that is not 0, each once, and starts again.
  std::vector<std::pair<uint16_t, float>> Take() {
    std::vector<std::pair<uint16_t, float>> taken;
    for (const uint16_t number : named_) {
      const auto count = static_cast<float>(std::exchange(count_[number], 0));
      if (std::abs(count) > 1e-6F) taken.emplace_back(number, count);
    }
    named_.clear();
    return taken;
  }

 private:
  std::vector<double> count_;
  std::vector<uint16_t> named_;
};

// Counts the numbers of a board, given by the homes of what is on its cells, `times` times.
void AddBoard(const Values& values, BigSize size, const std::vector<uint16_t>& homes, double times,
              Counts* counts) {
  const auto tile_count = static_cast<size_t>(size.cells()) - 1;
  std::vector<int> on_cell(homes.size(), Values::kNoTile), of_home(on_cell);
  std::vector<double> weight(homes.size());
  int blank = 0;
  const auto add_distance = [&](int cells, double weight_of_home) {
    constexpr int kLast = kDistances - 1;
    const double of_last =
        cells <= kLast ? 1
                       : static_cast<double>(values.OfDistance(cells)) / values.OfDistance(kLast);
    counts->Add(std::min(cells, kLast), times * weight_of_home * of_last);
  };
  for (int cell = 0; cell < size.cells(); ++cell) {
    const size_t home = homes[static_cast<size_t>(cell)];
    if (home == tile_count) {
      blank = cell;
      continue;
    }
    const int columns = cell % size.width - static_cast<int>(home) % size.width;
    const int rows = cell / size.width - static_cast<int>(home) / size.width;
    on_cell[static_cast<size_t>(cell)] = of_home[home] = Values::ClassOf(columns, rows);
    weight[home] =
        static_cast<double>(values.WeightOf(size.width, size.height, static_cast<int>(home))) /
        Values::kEvenWeight;
    add_distance(std::abs(columns), weight[home]);
    add_distance(std::abs(rows), weight[home]);
  }
  // Returns the class there, or kNoTile, and its place.
  const auto place = [&](int column, int row) {
    const bool is_there = column >= 0 && column < size.width && row >= 0 && row < size.height;
    return is_there ? row * size.width + column : -1;
  };
  const auto class_at = [](const std::vector<int>& classes, int at) {
    return at < 0 ? int{Values::kNoTile} : classes[static_cast<size_t>(at)];
  };
  constexpr int kStep[Values::kWays][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  for (int at = 0; at < size.cells(); ++at) {
    const int column = at % size.width;
    const int row = at / size.width;
    for (int i = 0; i < Values::kDirections / 2; ++i) {
      const int next = place(column + Values::kColumnStep[i], row + Values::kRowStep[i]);
      const int a = class_at(of_home, at), b = class_at(of_home, next);
      if (a != Values::kNoTile && b != Values::kNoTile)
        counts->Add(
            kPairsAt + Values::PairKind(i, a, b),
            times * (weight[static_cast<size_t>(at)] + weight[static_cast<size_t>(next)]) / 2);
      const int c = class_at(on_cell, at), d = class_at(on_cell, next);
      if (i < 2 && c != Values::kNoTile && d != Values::kNoTile)
        counts->Add(kNeighboursAt + Values::PairKind(i, c, d), times);
    }
    // Counts a ring for each of its tiles.
    int there = at, tiles = 0;
    for (bool goes_on = true; goes_on && tiles < Values::kMostOfRing;) {
      const int of_there = class_at(of_home, there);
      goes_on = false;
      for (const auto& [columns, rows] : kStep) {
        if (of_there != Values::ClassOf(columns, rows)) continue;
        there += rows * size.width + columns;
        ++tiles;
        goes_on = there != at;
        break;
      }
    }
    if (tiles > 0 && there == at) counts->Add(kRingsAt + std::min(tiles / 2, 3) - 1, times / tiles);
  }
  for (int way = 0; way < Values::kWays; ++way) {
    const int beside = class_at(
        on_cell, place(blank % size.width + kStep[way][0], blank / size.width + kStep[way][1]));
    if (beside != Values::kNoTile) counts->Add(kBlankAt + Values::BlankKind(way, beside), times);
  }
  for (int corner = 0; corner < Values::kCorners; ++corner) {
    const int there = class_at(on_cell, place(blank % size.width + Values::kCornerColumn[corner],
                                              blank / size.width + Values::kCornerRow[corner]));
    if (there != Values::kNoTile)
      counts->Add(kCornersAt + Values::CornerKind(corner, there), times);
  }
}

// For each of the others in turn, its counts less those of the solution's board.
struct Group {
  std::vector<std::pair<uint16_t, float>> counts;
  std::vector<uint32_t> ends;
};
struct Groups {
  std::vector<Group> fitted, held_out;
};
// The groups of the far way and of the near one.
struct Sampled {
  Groups far, near;
  size_t solved = 0, moves = 0;
};

// Takes groups of a board's search; `way` is its solution.
void TakeGroups(const DisplacementBeam& beam, BigSize size, std::vector<uint16_t> start, int blank,
                std::string_view way, bool is_held_out, Random* random, Sampled* sampled) {
  const DisplacementBeam::Kept kept = beam.LastKept();
  // The blank's position after each move, for all boards kept.
  const int step[] = {1, -1, size.width, -size.width};
  std::vector<std::vector<uint16_t>> blanks = {{static_cast<uint16_t>(blank)}};
  for (size_t move = 1; move < kept.boards.size(); ++move) {
    blanks.emplace_back();
    for (const uint32_t board : kept.boards[move])
      blanks[move].push_back(static_cast<uint16_t>(blanks[move - 1][board >> 2] + step[board & 3]));
  }
  const auto board_of = [&](size_t move, size_t number) {
    std::vector<int> cells;  // the blank's
    for (; move > 0; --move) {
      cells.push_back(blanks[move][number]);
      number = kept.boards[move][number] >> 2;
    }
    std::vector<uint16_t> homes = start;
    for (int at = blank; !cells.empty(); at = cells.back(), cells.pop_back())
      std::swap(homes[static_cast<size_t>(at)], homes[static_cast<size_t>(cells.back())]);
    return homes;
  };
  Counts counts;
  size_t number = 0;
  for (size_t move = 1; move < way.size(); ++move) {
    const auto step_there =
        static_cast<uint32_t>(number << 2 | std::string_view("LRUD").find(way[move - 1]));
    const auto of_move = kept.boards[move];
    number = static_cast<size_t>(std::find(of_move.begin(), of_move.end(), step_there) -
                                 of_move.begin());
    if (random->Below(kMovesBetween) != 0) continue;
    std::vector<size_t> others;
    for (size_t i = 0; i < blanks[move].size(); ++i)
      if (i != number && blanks[move][i] == blanks[move][number]) others.push_back(i);
    if (others.size() < kLeastOthers) continue;
    const bool is_near = move > kept.near;
    const Values& values = is_near ? BeamValues::Fitted().near : BeamValues::Fitted().far;
    const std::vector<uint16_t> good = board_of(move, number);
    Group group;
    for (size_t i = 0; i < kMostOthers && !others.empty(); ++i) {
      std::swap(others[random->Below(others.size())], others.back());
      AddBoard(values, size, board_of(move, others.back()), 1, &counts);
      AddBoard(values, size, good, -1, &counts);
      others.pop_back();
      const auto taken = counts.Take();
      group.counts.insert(group.counts.end(), taken.begin(), taken.end());
      group.ends.push_back(static_cast<uint32_t>(group.counts.size()));
    }
    Groups& groups = is_near ? sampled->near : sampled->far;
    (is_held_out ? groups.held_out : groups.fitted).push_back(std::move(group));
  }
}

Sampled Sample(uint64_t boards, BigSize size, uint64_t effort, uint64_t later) {
  Sampled all;
  std::mutex mutex;
  std::atomic<uint64_t> next = 0;
  ParallelFor(static_cast<size_t>(MachineThreads()), [&](size_t) {
    uint64_t looked_at = 0;
    DisplacementBeam beam(BeamValues::Fitted(), &looked_at);
    for (uint64_t i = next++; i < boards; i = next++) {
      Random random(later + i);
      const BigBoard board = BigBoard::RandomSolvable(size, random);
      std::vector<uint16_t> homes;
      for (int cell = 0; cell < size.cells(); ++cell)
        homes.push_back(static_cast<uint16_t>(board.Home(board.tile(cell))));
      const auto most = static_cast<size_t>(20 * size.cells());
      const BeamWay way = beam.Search({size, homes, board.blank(), most}, {.boards = effort});
      if (!way.is_whole) continue;
      Sampled sampled;
      TakeGroups(beam, size, homes, board.blank(), way.letters, i % kHeldOut == 0, &random,
                 &sampled);
      const std::lock_guard lock(mutex);
      const auto add = [](std::vector<Group>& from, std::vector<Group>* to) {
        to->insert(to->end(), std::make_move_iterator(from.begin()),
                   std::make_move_iterator(from.end()));
      };
      add(sampled.far.fitted, &all.far.fitted);
      add(sampled.far.held_out, &all.far.held_out);
      add(sampled.near.fitted, &all.near.fitted);
      add(sampled.near.held_out, &all.near.held_out);
      ++all.solved;
      all.moves += way.letters.size();
    }
  });
  return all;
}

class Fit {
 public:
  explicit Fit(const Groups& groups) : groups_(groups) {}

  // Starts from these numbers, and keeps their scale: only how values compare matters.
  std::vector<double> Run(const std::vector<double>& before) {
    numbers_ = before;
    double scale = 0, least = INFINITY;
    for (double tried = 1e-3; tried < 3; tried *= 1.2) {
      for (size_t i = 0; i < numbers_.size(); ++i) numbers_[i] = before[i] * tried;
      if (const double loss = Loss(groups_.held_out); loss < least) least = loss, scale = tried;
    }
    for (size_t i = 0; i < numbers_.size(); ++i) numbers_[i] = before[i] * scale;
    const std::vector<double> start = numbers_;
    const double of_move = scale * Values::kUnit;
    fprintf(stderr, "before: %.4f, held out %.4f\n", Loss(groups_.fitted), Loss(groups_.held_out));
    std::vector<double> best = numbers_, mean(numbers_.size()), square(numbers_.size()), gradient;
    std::vector<size_t> order(groups_.fitted.size());
    std::iota(order.begin(), order.end(), size_t{0});
    Random random(1);
    int steps = 0;
    for (int epoch = 1; epoch <= kEpochs; ++epoch) {
      const double step = kStep * of_move * (kEpochs - epoch + 1) / kEpochs;
      for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.Below(i)]);
      for (size_t first = 0; first < order.size(); first += kBatch) {
        const size_t end = std::min(order.size(), first + kBatch);
        gradient.assign(numbers_.size(), 0);
        for (size_t i = first; i < end; ++i)
          AddGradient(groups_.fitted[order[i]], 1.0 / static_cast<double>(end - first), &gradient);
        ++steps;
        for (size_t i = 0; i < numbers_.size(); ++i) {
          if (i >= kRingsAt && i < kPairsAt) continue;
          const double slope =
              gradient[i] + kToBefore / (of_move * of_move) * (numbers_[i] - start[i]);
          mean[i] = 0.9 * mean[i] + 0.1 * slope;
          square[i] = 0.999 * square[i] + 0.001 * slope * slope;
          numbers_[i] -= step * mean[i] / (1 - std::pow(0.9, steps)) /
                         (std::sqrt(square[i] / (1 - std::pow(0.999, steps))) + 1e-8);
        }
      }
      if (epoch % kEpochsBetweenTests != 0) continue;
      const double loss = Loss(groups_.held_out);
      fprintf(stderr, "epoch %d: %.4f, held out %.4f\n", epoch, Loss(groups_.fitted), loss);
      if (loss < least) least = loss, best = numbers_;
    }
    for (double& number : best) number /= scale;
    return best;
  }

 private:
  // Weighs the others of a group against the solution's board, which has weight 1.
  void Weigh(const Group& group) {
    others_.clear();
    size_t i = 0;
    for (const uint32_t end : group.ends) {
      double more = 0;
      for (; i < end; ++i) more += numbers_[group.counts[i].first] * group.counts[i].second;
      others_.push_back(std::exp(std::min(50.0, -more)));
    }
    all_ = std::accumulate(others_.begin(), others_.end(), 1.0);
  }
  double Loss(const std::vector<Group>& groups) {
    double sum = 0;
    for (const Group& group : groups) {
      Weigh(group);
      sum += std::log(all_);
    }
    return sum / static_cast<double>(groups.size());
  }
  void AddGradient(const Group& group, double times, std::vector<double>* gradient) {
    Weigh(group);
    size_t i = 0;
    for (size_t other = 0; other < group.ends.size(); ++other) {
      const double slope = -times * others_[other] / all_;
      for (; i < group.ends[other]; ++i)
        (*gradient)[group.counts[i].first] += slope * group.counts[i].second;
    }
  }

  const Groups& groups_;
  std::vector<double> numbers_;
  std::vector<double> others_;
  double all_ = 0;
};

// Returns the numbers that the program has. The far way leaves out those that do not count there.
std::vector<double> NumbersOf(const Values& values) {
  std::vector<double> numbers(kNumbers);
  for (int i = 0; i < kDistances; ++i) numbers[static_cast<size_t>(i)] = values.OfDistance(i);
  for (int a = 0; a < Values::kClasses; ++a) {
    for (int way = 0; way < Values::kWays; ++way)
      numbers[static_cast<size_t>(kBlankAt + Values::BlankKind(way, a))] = values.OfBlank(way, a);
    for (int corner = 0; corner < Values::kCorners; ++corner)
      numbers[static_cast<size_t>(kCornersAt + Values::CornerKind(corner, a))] =
          values.OfCorner(corner, a);
    for (int b = 0; b < Values::kClasses; ++b) {
      for (int axis = 0; axis < 2; ++axis)
        numbers[static_cast<size_t>(kNeighboursAt + Values::PairKind(axis, a, b))] =
            values.Neighbours(a)[b][2 * axis];
      for (int i = 0; i < Values::kDirections / 2; ++i)
        numbers[static_cast<size_t>(kPairsAt + Values::PairKind(i, a, b))] = values.OfPair(i, a, b);
    }
  }
  numbers[kRingsAt] = values.OfRing(2);
  numbers[kRingsAt + 1] = values.OfRing(4);
  numbers[kRingsAt + 2] = values.OfRing(6);
  return numbers;
}

void Print(std::string_view name, const std::vector<double>& numbers) {
  const auto print = [&](const char* of, int first, int end, double most) {
    printf("%.*s%s:\n", static_cast<int>(name.size()), name.data(), of);
    for (int i = first; i < end; ++i)
      printf("%ld,%c", std::lround(std::clamp(numbers[static_cast<size_t>(i)], -most, most)),
             (i - first) % 20 == 19 || i + 1 == end ? '\n' : ' ');
  };
  print("Distances", 0, kBlankAt, 32767);
  print("Blank", kBlankAt, kCornersAt, 127);
  print("Corners", kCornersAt, kNeighboursAt, 127);
  print("Neighbours", kNeighboursAt, kRingsAt, 127);
  if (name == "Far") return;
  print("Pairs", kPairsAt, kNumbers, 127);
}

int Main(int argc, char** argv) {
  const auto argument = [&](int i, uint64_t usual) {
    return i < argc ? strtoull(argv[i], nullptr, 10) : usual;
  };
  const auto side = static_cast<int>(argument(2, 10));
  Sampled sampled = Sample(argument(1, 1000), {side, side}, argument(3, 3'000'000), argument(4, 0));
  fprintf(stderr, "%zu boards solved, in %.1f moves\n", sampled.solved,
          static_cast<double>(sampled.moves) / static_cast<double>(sampled.solved));
  for (const Groups* const groups : {&sampled.far, &sampled.near}) {
    if (!groups->fitted.empty() && !groups->held_out.empty()) continue;
    fprintf(stderr, "too few groups of boards: more BOARDS, or more EFFORT\n");
    return 1;
  }
  // On the far way, pairs of homes and rings do not count.
  for (std::vector<Group>* const groups : {&sampled.far.fitted, &sampled.far.held_out}) {
    for (Group& group : *groups) {
      size_t kept = 0, i = 0;
      for (uint32_t& end : group.ends) {
        for (; i < end; ++i)
          if (group.counts[i].first < kRingsAt) group.counts[kept++] = group.counts[i];
        end = static_cast<uint32_t>(kept);
      }
      group.counts.resize(kept);
    }
  }
  Print("Far", Fit(sampled.far).Run(NumbersOf(BeamValues::Fitted().far)));
  Print("Near", Fit(sampled.near).Run(NumbersOf(BeamValues::Fitted().near)));
  return 0;
}

}  // namespace
}  // namespace tilebase

int main(int argc, char** argv) { return tilebase::Main(argc, argv); }
