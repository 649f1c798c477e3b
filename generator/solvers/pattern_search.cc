// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/solvers/pattern_search.h"

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "generator/crew.h"
#include "generator/solvers/pattern_kernel.h"
#include "generator/solvers/pattern_layout.h"
#include "tables/plan.h"
#include "tables/ranking.h"
#include "tables/system/huge_bytes.h"
#include "tables/system/instructions.h"

namespace tilebase {
namespace {

using pattern::Choose;
using pattern::Counts;
using pattern::Kernel;
using pattern::OrderBit;
using pattern::Reached;
using pattern::SearchTables;

constexpr int kMaxValue = 254;
constexpr int kValueBits = 7;
// Enough for values up to 127.
constexpr int kUsualValueBits = 6;
// Words that a thread takes at a time.
constexpr uint64_t kWordsOfChunk = 2048;
constexpr uint64_t kScratchBlocks = 3;

uint64_t* Words(HugeBytes& bytes) { return reinterpret_cast<uint64_t*>(bytes.data()); }

uint64_t BytesNeeded(const Counts& counts, int tiles, int threads) {
  const uint64_t block = counts.words * sizeof(uint64_t);
  uint64_t orders = 1;
  for (int j = 2; j <= tiles; ++j) orders *= static_cast<uint64_t>(j);
  return pattern::TablesBytes(counts) + counts.shapes * kUsualValueBits * block +
         counts.blocks * (block + sizeof(uint32_t) + sizeof(uint8_t)) + orders * sizeof(OrderBit) +
         static_cast<uint64_t>(std::max(1, threads)) * kScratchBlocks * block;
}

// Goes through a table row by row. The placements of a row differ only in the last tile.
class Rows {
 public:
  // Begins at row number `row`.
  Rows(const PatternRanking& ranking, uint64_t row)
      : ranking_(ranking), last_(ranking.count() - 1) {
    before_[0] = {ranking.geometry().all_cells(), 0, 0};
    const uint64_t rank = row * static_cast<uint64_t>(ranking.values(last_));
    for (int j = 0; j < last_; ++j) {
      digit_[j] =
          static_cast<int>(rank / ranking.weight(j) % static_cast<uint64_t>(ranking.values(j)));
      rest_[j] = before_[j].open;
      for (int i = 0; i < digit_[j]; ++i) rest_[j] &= rest_[j] - 1;
      Place(j);
    }
  }

  // Goes to the next row. Requires that there is one.
  void Next() {
    int j = last_ - 1;
    while (++digit_[j], (rest_[j] &= rest_[j] - 1) == 0) --j;
    for (Place(j); ++j < last_; Place(j)) {
      digit_[j] = 0;
      rest_[j] = before_[j].open;
    }
  }

  // The cells that are open to the last tile.
  CellMask open() const { return before_[last_].open; }
  // For the tiles before the last one: their order (pattern::InsertionBits) and the sum of their
  // distances.
  uint64_t order() const { return before_[last_].order; }
  int distance() const { return before_[last_].distance; }

 private:
  // The state of the row before a tile is placed.
  struct Before {
    CellMask open;
    uint64_t order;
    int distance;
  };

  void Place(int j) {
    const Before& before = before_[j];
    const int cell = Lowest(rest_[j]);
    const uint64_t place = static_cast<uint64_t>(cell - digit_[j]);
    before_[j + 1] = {before.open & ~CellBit(cell),
                      before.order * static_cast<uint64_t>(j + 1) + place,
                      before.distance + ranking_.geometry().Distance(cell, ranking_.tile(j) - 1)};
  }

  const PatternRanking& ranking_;
  const int last_;
  Before before_[kMaxCells];
  CellMask rest_[kMaxCells];  // the open cells from the tile's own on
  int digit_[kMaxCells];
};

class PatternSolution : public Solution {
 public:
  explicit PatternSolution(const PatternRanking& ranking) : ranking_(ranking) {}

  void GetEntries(uint64_t begin, uint64_t end, SolvedEntry* out) const override;

 private:
  friend class Search;
  const PatternRanking ranking_;
  uint64_t words_ = 0;
  std::vector<OrderBit> insertion_bits_;
  HugeBytes value_[kValueBits];  // laid out as in pattern::Level
  int value_bits_ = 0;
};

void PatternSolution::GetEntries(uint64_t begin, uint64_t end, SolvedEntry* out) const {
  if (begin == end) return;
  const int last = ranking_.count() - 1;
  const Geometry geometry = ranking_.geometry();
  const uint64_t values = static_cast<uint64_t>(ranking_.values(last));
  const uint64_t* value[kValueBits];
  for (int bit = 0; bit < value_bits_; ++bit)
    value[bit] = reinterpret_cast<const uint64_t*>(value_[bit].data());
  int distance_of[kMaxCells];
  for (int cell = 0; cell < geometry.cells(); ++cell)
    distance_of[cell] = geometry.Distance(cell, ranking_.tile(last) - 1);

  Rows row(ranking_, begin / values);
  for (uint64_t rank = begin;; row.Next()) {
    const CellMask others = geometry.all_cells() & ~row.open();
    const OrderBit* bit = &insertion_bits_[row.order() * static_cast<uint64_t>(last + 1)];
    // The shape's number without the last tile, as long as that tile is on a lower cell than all
    // others.
    uint64_t shape = 0;
    int place = 0;
    for (CellMask left = others; left != 0; left &= left - 1)
      shape += Choose(Lowest(left), ++place + 1);
    place = 0;
    uint64_t skip = rank % values;
    for (int cell = 0; cell < geometry.cells(); ++cell) {
      if (others & CellBit(cell)) {
        ++place;
        ++bit;
        shape += Choose(cell, place) - Choose(cell, place + 1);
        continue;
      }
      if (skip > 0) {
        --skip;
        continue;
      }
      const uint64_t word = (shape + Choose(cell, place + 1)) * words_ + (*bit >> 6);
      uint64_t half = 0;
      for (int i = 0; i < value_bits_; ++i) half |= (value[i][word] >> (*bit & 63) & 1) << i;
      // Value and distance have the same parity.
      *out++ = static_cast<SolvedEntry>(static_cast<int>(half) -
                                        (row.distance() + distance_of[cell]) / 2);
      if (++rank == end) return;
    }
  }
}

// The search itself: everything that is not needed after its Solution is made.
class Search {
 public:
  Search(const Subproblem& pattern, const Counts& counts, PatternSolution* solution)
      : pattern_(pattern), counts_(counts), solution_(*solution) {}

  // Returns false if there is no memory.
  bool Allocate() { return visited_.Allocate(counts_.blocks * BlockBytes()) && NeedValueBits(1); }

  // Requires Allocate.
  absl::Status Run(const Kernel& kernel, const SolveOptions& options) {
    const PatternRanking& ranking = solution_.ranking_;
    const Geometry geometry = ranking.geometry();
    Crew crew(std::max(1, options.threads));
    // A tile is home on the cell of its number, so the goal's shape is the same mask.
    const SearchTables tables(geometry, pattern_.goal, counts_, &crew);
    solution_.words_ = counts_.words;
    solution_.insertion_bits_ = pattern::InsertionBits(ranking.count());
    std::vector<uint32_t> missing(counts_.blocks,
                                  static_cast<uint32_t>(ranking.size() / counts_.shapes));
    std::vector<uint8_t> fresh(counts_.blocks);
    std::vector<std::vector<uint64_t>> scratch(static_cast<size_t>(crew.size()));
    for (std::vector<uint64_t>& each : scratch) each.resize(kScratchBlocks * counts_.words);

    uint64_t* const visited = Words(visited_);
    for (CellMask blanks = EndBlanks(); blanks != 0; blanks &= blanks - 1) {
      const uint32_t home = tables.BlockOf(pattern_.goal, Lowest(blanks));
      if (fresh[home]) continue;          // another cell of the same region
      visited[home * counts_.words] = 1;  // the first order: ascending
      --missing[home];
      fresh[home] = 1;
    }
    SolveProgress progress{0, 1, ranking.size()};
    std::vector<uint64_t>& histogram = solution_.histogram_;
    histogram = {1};
    if (options.progress) options.progress(progress);

    pattern::Level level = {&tables.tables(), 0, visited, missing.data(), fresh.data(), {}};
    const uint64_t shapes_of_chunk = std::max<uint64_t>(1, kWordsOfChunk / counts_.words);
    for (bool more = true; more;) {
      if (options.cancel != nullptr && *options.cancel) return absl::CancelledError("cancelled");
      if (!NeedValueBits(++level.number / 2)) return NoMemory(options.threads);
      for (int bit = 0; bit < solution_.value_bits_; ++bit)
        level.value[bit] = Words(solution_.value_[bit]);
      std::atomic<uint64_t> next{0}, states{0}, placements{0};
      crew.Run([&](int thread) {
        uint64_t* const own = scratch[static_cast<size_t>(thread)].data();
        Reached all = {0, 0};
        for (uint64_t begin; (begin = next.fetch_add(shapes_of_chunk)) < counts_.shapes;) {
          const uint64_t end = std::min(begin + shapes_of_chunk, counts_.shapes);
          const Reached reached = kernel.expand(level, begin, end, own);
          all.states += reached.states;
          all.placements += reached.placements;
        }
        states += all.states;
        placements += all.placements;
      });
      if (level.number > kMaxValue && placements != 0)
        return absl::UnimplementedError(
            absl::StrCat("a placement of {", TilesToString(pattern_.goal), "} needs more than ",
                         kMaxValue, " moves, which a pattern table cannot hold"));
      more = states != 0;
      histogram.push_back(placements);
      progress.level = level.number;
      progress.states += placements;
      if (options.progress) options.progress(progress);
    }
    while (histogram.back() == 0) histogram.pop_back();
    return absl::OkStatus();
  }

  absl::Status NoMemory(int threads) const {
    return absl::ResourceExhaustedError(
        absl::StrCat("the search of pattern {", TilesToString(pattern_.goal), "} needs ",
                     BytesNeeded(counts_, Count(pattern_.goal), threads), " bytes of memory"));
  }

 private:
  // Returns the cells where the blank may end.
  CellMask EndBlanks() const {
    return pattern_.blank_back == Subproblem::kAnyBlank
               ? pattern_.geometry.all_cells() & ~pattern_.goal
               : CellBit(pattern_.end_blank());
  }

  uint64_t BlockBytes() const { return counts_.words * sizeof(uint64_t); }

  // Allocates the bits for halves of values up to `half`. Returns false if there is no memory.
  bool NeedValueBits(int half) {
    for (int& bits = solution_.value_bits_; bits < kValueBits && half >> bits != 0; ++bits)
      if (!solution_.value_[bits].Allocate(counts_.shapes * BlockBytes())) return false;
    return true;
  }

  const Subproblem pattern_;
  const Counts counts_;
  PatternSolution& solution_;
  HugeBytes visited_;
};

}  // namespace

uint64_t PatternSolver::MemoryNeeded(const Subproblem& pattern, int threads) const {
  const uint64_t entries = PatternEntryCount(pattern.geometry, pattern.goal);
  if (entries == 0 || entries > UINT64_MAX / 64) return 0;
  const int tiles = Count(pattern.goal);
  return BytesNeeded(pattern::CountsOf(pattern.geometry, tiles), tiles, threads);
}

absl::StatusOr<std::unique_ptr<Solution>> PatternSolver::Solve(const Subproblem& pattern,
                                                               const SolveOptions& options) const {
  const bool best = instructions_ == Instructions::kBest && HasAvx512();
  const Kernel* kernel = best ? pattern::Avx512Kernel() : nullptr;
  if (kernel == nullptr) kernel = pattern::BaselineKernel();
  auto solution = std::make_unique<PatternSolution>(PatternRanking(pattern.geometry, pattern.goal));
  Search search(pattern, pattern::CountsOf(pattern.geometry, Count(pattern.goal)), solution.get());
  if (!search.Allocate()) return search.NoMemory(options.threads);
  if (absl::Status status = search.Run(*kernel, options); !status.ok()) return status;
  return solution;
}

}  // namespace tilebase
