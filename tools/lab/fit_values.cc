// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Fits the values of a board again, even if the program has them, and writes a file like those of
// tables/values/. `known` fits all values that the program has, and fails if a byte differs.
//
//   fit_values WxH[-mtm] FILE [THREADS=2]
//   fit_values known [THREADS=2]
//
// 4x4 takes a minute or two, 5x5 and 6x6 a quarter of an hour, 7x7 ten minutes.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <string>
#include <vector>

#include "generator/values/square_fit.h"
#include "generator/values/value_fit.h"
#include "tables/plan.h"
#include "tables/values/fitted_values.h"
#include "tables/values/tied_pairs.h"

namespace tilebase {
namespace {

// Returns nothing if they cannot be fitted.
std::vector<SolvedEntry> FitAnew(Geometry geometry, bool lines, int threads) {
  const ValueSolver solver(lines, ValueSolver::Known::kFitAnew);
  SolveOptions options;
  options.threads = threads;
  options.progress = [](const SolveProgress& at) {
    fprintf(stderr, "round %d, %.0f %%\n", at.level,
            100.0 * static_cast<double>(at.states) / static_cast<double>(at.entries));
  };
  const auto solution = solver.Solve({geometry, geometry.all_tiles(), 0}, options);
  if (!solution.ok()) {
    fprintf(stderr, "fit_values: %s\n", std::string(solution.status().message()).c_str());
    return {};
  }
  std::vector<SolvedEntry> bytes(PairEntryCount(geometry));
  (*solution)->GetEntries(0, bytes.size(), bytes.data());
  return bytes;
}

int Run(const std::string& board, const char* file, int threads) {
  const std::string suffix = "-mtm";
  const bool lines = board.size() > suffix.size() &&
                     board.compare(board.size() - suffix.size(), suffix.size(), suffix) == 0;
  const auto geometry = ParseGeometry(board.substr(0, board.size() - (lines ? suffix.size() : 0)));
  if (!geometry.ok()) {
    fprintf(stderr, "fit_values: %s\n", std::string(geometry.status().message()).c_str());
    return 2;
  }
  std::vector<SolvedEntry> bytes = FitAnew(*geometry, lines, threads);
  if (bytes.empty()) return 1;
  if (!SquareRoundsOf(*geometry).empty()) bytes = TiedPairs(*geometry).Gather(bytes);
  FILE* const out = fopen(file, "wb");
  const bool written = out != nullptr && fwrite(bytes.data(), 1, bytes.size(), out) == bytes.size();
  if (out == nullptr || fclose(out) != 0 || !written) {
    fprintf(stderr, "fit_values: cannot write %s\n", file);
    return 3;
  }
  return 0;
}

int FitKnown(int threads) {
  int differ = 0;
  for (uint8_t side = 2; side <= kMaxSide; ++side)
    for (const bool lines : {false, true}) {
      const Geometry geometry{side, side};
      if (!HasFittedValues(geometry, lines)) continue;
      const bool same = FitAnew(geometry, lines, threads) == FittedValues(geometry, lines);
      printf("%dx%d%s: %s\n", side, side, lines ? "-mtm" : "", same ? "the same" : "differs");
      differ += !same;
    }
  return differ == 0 ? 0 : 1;
}

}  // namespace
}  // namespace tilebase

int main(int count, char** arguments) {
  const auto threads = [&](int at) { return count > at ? atoi(arguments[at]) : 2; };
  if (count >= 2 && strcmp(arguments[1], "known") == 0) return tilebase::FitKnown(threads(2));
  if (count < 3) {
    fputs("usage: fit_values WxH[-mtm] FILE [THREADS=2], or fit_values known [THREADS=2]\n",
          stderr);
    return 2;
  }
  return tilebase::Run(arguments[1], arguments[2], threads(3));
}
