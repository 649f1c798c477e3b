// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Proves that every board of a size can be solved within a number of moves (docs/diameter.md).
//
//   diameter WxH BOUND DIRECTORY [--pieces N] [--threads N] [--check]
//
// Writes these files into the directory, and does not make again those that are there:
//
//   costs    the cost of each state of stage 1 (cost_table.h). With --check, checks every entry
//   sample   random states of the frame and their solutions
//   piece-K  what was found about the K-th part of the states of stage 1
//
// A piece lists every state that no search solved as `open`; a bound is proved if all pieces are
// there and list none. `check` reads the files and plays their solutions.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tables/hash.h"
#include "tables/plan.h"
#include "tables/random_board.h"
#include "tables/system/clock.h"
#include "tables/system/file_io.h"
#include "tables/system/parallel_for.h"
#include "tools/lab/diameter/beam.h"
#include "tools/lab/diameter/cost_table.h"
#include "tools/lab/diameter/descents.h"
#include "tools/lab/diameter/frame.h"

namespace tilebase {
namespace {

constexpr size_t kWidths[] = {16, 128, 1024, 8192};  // of the beams, one after the other
constexpr int kSample = 1000;                        // states in the file `sample`
constexpr uint64_t kDearAClaim = 4096;  // states of stage 1 a solution that a piece writes down
constexpr uint64_t kBeamsAClaim = 64;   // the same for states that a beam solved

std::string Claim(const Frame& frame, FrameState state, const std::vector<Action>& moves) {
  std::string line = "claim";
  for (int i = 0; i <= frame.tiles(); ++i) absl::StrAppend(&line, " ", state.cell(i));
  line += ' ';
  for (const Action action : moves) line += Letter(action);
  return line + '\n';
}

// The work on one thread.
class Prover {
 public:
  Prover(const Frame& frame, const CostTable& table, int bound)
      : frame_(frame), table_(table), bound_(bound), descents_(frame, table), beam_(frame, table) {}

  // Returns the text of the file `sample`.
  std::string Sample() {
    std::string text = absl::StrCat("bound ", bound_, "\n");
    Random random(1);
    for (int i = 0; i < kSample; ++i) {
      FrameState state;
      std::vector<int> cells;
      for (int cell = 0; cell < frame_.geometry().cells(); ++cell) cells.push_back(cell);
      for (int j = 0; j <= frame_.tiles(); ++j) state.Put(j, TakeAny(&cells, &random));
      text += Solve(state) ? Claim(frame_, state, moves_) : Open(state);
    }
    return text;
  }

  // Returns the text of a piece: the states of stage 1 from begin to end-1.
  std::string Piece(uint64_t begin, uint64_t end) {
    const Clock::time_point start = Clock::now();
    const double processor = ThreadSeconds();
    uint64_t dear = 0, left = 0, open = 0;
    uint64_t by_beam[std::size(kWidths)] = {};
    std::string lines;
    Hasher64 hash;
    for (uint64_t rank = begin; rank < end; ++rank) {
      if (table_[rank] <= bound_) continue;
      ++dear;
      Random random(rank);
      if (random.Below(kDearAClaim) == 0) {
        const FrameState state = AnyWithFirst(rank, &random);
        lines += Solve(state) ? Claim(frame_, state, moves_) : Open(state);
      }
      for (const FrameState state : descents_.Unsettled(rank, bound_)) {
        ++left;
        const size_t width = SolveByBeam(state);
        const std::string claim = Claim(frame_, state, moves_);
        hash.Add({reinterpret_cast<const uint8_t*>(claim.data()), claim.size()});
        if (width == std::size(kWidths)) {
          ++open;
          lines += Open(state);
        } else if (by_beam[width]++ % kBeamsAClaim == 0) {
          lines += claim;
        }
      }
    }
    std::string text = absl::StrFormat("bound %d\nbegin %d\nend %d\ndear %d\nleft %d\n", bound_,
                                       begin, end, dear, left);
    for (size_t i = 0; i < std::size(kWidths); ++i)
      absl::StrAppend(&text, "beam-", kWidths[i], " ", by_beam[i], "\n");
    absl::StrAppendFormat(&text, "unsolved %d\nsolutions %016x\nseconds %.1f\nprocessor %.1f\n",
                          open, hash.Digest(), SecondsSince(start), ThreadSeconds() - processor);
    return text + lines;
  }

 private:
  static int TakeAny(std::vector<int>* cells, Random* random) {
    const size_t at = random->Below(cells->size());
    const int cell = (*cells)[at];
    cells->erase(cells->begin() + static_cast<std::ptrdiff_t>(at));
    return cell;
  }

  // Returns a random state of the frame with this state of stage 1.
  FrameState AnyWithFirst(uint64_t rank, Random* random) const {
    const State first = table_.ranking().Unrank(rank);
    FrameState state;
    std::vector<int> cells;
    for (int cell = 0; cell < frame_.geometry().cells(); ++cell)
      if (cell != first.blank) cells.push_back(cell);
    state.Put(0, first.blank);
    for (int i = 0; i < frame_.first_tiles(); ++i) {
      state.Put(i + 1, first.cell[i]);
      std::erase(cells, first.cell[i]);
    }
    for (int i = frame_.first_tiles(); i < frame_.tiles(); ++i)
      state.Put(i + 1, TakeAny(&cells, random));
    return state;
  }

  // Leaves the solution in moves_.
  bool Solve(FrameState state) {
    return descents_.Solve(state, bound_, &moves_) || SolveByBeam(state) < std::size(kWidths);
  }
  // Returns the index of the width that solved it, or one past the last.
  size_t SolveByBeam(FrameState state) {
    size_t i = 0;
    while (i < std::size(kWidths) && !beam_.Solve(state, bound_, kWidths[i], &moves_)) ++i;
    return i;
  }

  std::string Open(FrameState state) {
    std::string line = "open";
    for (int i = 0; i <= frame_.tiles(); ++i) absl::StrAppend(&line, " ", state.cell(i));
    return line + '\n';
  }

  const Frame& frame_;
  const CostTable& table_;
  const int bound_;
  Descents descents_;
  Beam beam_;
  std::vector<Action> moves_;
};

bool Exists(const std::string& path) { return OpenToRead(path).ok(); }

absl::Status WriteText(const std::string& path, const std::string& text) {
  return WriteOutput(path, {reinterpret_cast<const uint8_t*>(text.data()), text.size()},
                     /*replace=*/false);
}

absl::StatusOr<CostTable> Table(const Frame& frame, const std::string& path, int threads) {
  const EndCosts& ends = frame.greatest_second_costs();
  if (Exists(path)) return CostTable::Read(frame.first(), ends, path);
  absl::StatusOr<CostTable> table = CostTable::Search(frame.first(), ends, threads);
  if (table.ok()) {
    const absl::Status written = table->Write(path);
    if (!written.ok()) return written;
  }
  return table;
}

struct Options {
  Geometry geometry;
  int bound = 0;
  std::string directory;
  uint64_t pieces = 1;
  int threads = MachineThreads();
  bool check = false;
};

absl::Status Prove(const Options& options) {
  const Frame frame(options.geometry);
  const absl::StatusOr<CostTable> table =
      Table(frame, options.directory + "/costs", options.threads);
  if (!table.ok()) return table.status();
  printf("states of stage 1 by cost:");
  const std::vector<uint64_t> histogram = table->Histogram(options.threads);
  for (size_t cost = 0; cost < histogram.size(); ++cost)
    if (histogram[cost] != 0) printf(" %zu:%" PRIu64, cost, histogram[cost]);
  printf("\nhash of the costs: %016" PRIx64 "\n", table->Hash());
  fflush(stdout);
  if (options.check) {
    const absl::Status checked = table->Check(options.threads);
    if (!checked.ok()) return checked;
    printf("every cost is right\n");
  }
  const std::string sample = options.directory + "/sample";
  if (!Exists(sample)) {
    const absl::Status written = WriteText(sample, Prover(frame, *table, options.bound).Sample());
    if (!written.ok()) return written;
  }
  std::atomic<uint64_t> next{0};
  std::vector<absl::Status> results(static_cast<size_t>(options.threads));
  ParallelFor(results.size(), [&](size_t thread) {
    Prover prover(frame, *table, options.bound);
    for (uint64_t piece; results[thread].ok() && (piece = next++) < options.pieces;) {
      const std::string path = absl::StrFormat("%s/piece-%03d", options.directory, piece);
      if (Exists(path)) continue;
      const uint64_t size = table->ranking().size();
      results[thread] = WriteText(
          path, prover.Piece(size * piece / options.pieces, size * (piece + 1) / options.pieces));
    }
  });
  for (const absl::Status& result : results)
    if (!result.ok()) return result;
  return absl::OkStatus();
}

int Main(int argc, char** argv) {
  Options options;
  bool good = argc > 3;
  if (good) {
    const absl::StatusOr<Geometry> geometry = ParseGeometry(argv[1]);
    good = geometry.ok() && geometry->width >= 3 && geometry->width <= 5 && geometry->height >= 3 &&
           geometry->height <= 5;
    if (good) options.geometry = *geometry;
    options.bound = atoi(argv[2]);
    options.directory = argv[3];
  }
  for (int i = 4; good && i < argc; ++i) {
    if (strcmp(argv[i], "--check") == 0) {
      options.check = true;
    } else if (strcmp(argv[i], "--pieces") == 0 && i + 1 < argc) {
      options.pieces = strtoull(argv[++i], nullptr, 10);
    } else if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc) {
      options.threads = std::max(1, atoi(argv[++i]));
    } else {
      good = false;
    }
  }
  if (!good) {
    fprintf(stderr,
            "usage: diameter WxH BOUND DIRECTORY [--pieces N] [--threads N] [--check]\n"
            "WxH is 3x3 to 5x5\n");
    return 2;
  }
  const absl::Status status = Prove(options);
  if (!status.ok()) fprintf(stderr, "diameter: %s\n", std::string(status.message()).c_str());
  return status.ok() ? 0 : 1;
}

}  // namespace
}  // namespace tilebase

int main(int argc, char** argv) { return tilebase::Main(argc, argv); }
