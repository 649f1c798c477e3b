// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Fits the values of a board anew, also where they are kept (generator/kept/), and writes the bytes
// of their table; of 6x6 and 7x7 one for each number that symmetries tie.
//
//   fit_values WxH[-mtm] FILE [THREADS=2]
//
// 4x4 takes a minute or two, 5x5 and 6x6 a quarter of an hour, 7x7 seconds.

#include <stdio.h>
#include <stdlib.h>

#include <string>
#include <vector>

#include "generator/solvers/square_fit.h"
#include "generator/solvers/tied_values.h"
#include "generator/solvers/value_fit.h"
#include "tables/plan.h"
#include "tools/common/value_search.h"

namespace tilebase {
namespace {

int Run(const std::string& board, const char* file, int threads) {
  const std::string suffix = "-mtm";
  const bool lines = board.size() > suffix.size() &&
                     board.compare(board.size() - suffix.size(), suffix.size(), suffix) == 0;
  const auto geometry = ParseGeometry(board.substr(0, board.size() - (lines ? suffix.size() : 0)));
  if (!geometry.ok()) {
    fprintf(stderr, "fit_values: %s\n", std::string(geometry.status().message()).c_str());
    return 2;
  }
  const ValueSolver solver(BeamValueSearchFor(lines), ValueSolver::Kept::kFitAnew);
  SolveOptions options;
  options.threads = threads;
  options.progress = [](const SolveProgress& at) {
    fprintf(stderr, "round %d, %.0f %%\n", at.level,
            100.0 * static_cast<double>(at.states) / static_cast<double>(at.entries));
  };
  const auto solution = solver.Solve({*geometry, geometry->all_tiles(), 0}, options);
  if (!solution.ok()) {
    fprintf(stderr, "fit_values: %s\n", std::string(solution.status().message()).c_str());
    return 1;
  }
  std::vector<SolvedEntry> bytes(PairEntryCount(*geometry));
  (*solution)->GetEntries(0, bytes.size(), bytes.data());
  if (!SquareRoundsOf(*geometry).empty()) bytes = TiedPairs(*geometry).Gather(bytes);
  FILE* const out = fopen(file, "wb");
  const bool written = out != nullptr && fwrite(bytes.data(), 1, bytes.size(), out) == bytes.size();
  if (out == nullptr || fclose(out) != 0 || !written) {
    fprintf(stderr, "fit_values: cannot write %s\n", file);
    return 3;
  }
  return 0;
}

}  // namespace
}  // namespace tilebase

int main(int count, char** arguments) {
  if (count < 3) {
    fputs("usage: fit_values WxH[-mtm] FILE [THREADS=2]\n", stderr);
    return 2;
  }
  return tilebase::Run(arguments[1], arguments[2], count > 3 ? atoi(arguments[3]) : 2);
}
