// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A C++ program as an outside project would write it.
// Usage: consumer TABLES   with the tables of a 3x3 board.

#include <cstdio>
#include <string>
#include <tilebase.hpp>
#include <vector>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::string why;
  if (tilebase::Set::Open("/nonexistent", &why).has_value() || why.empty()) return 3;
  const auto set = tilebase::Set::Open(argv[1], &why);
  if (!set.has_value()) {
    std::fprintf(stderr, "%s\n", why.c_str());
    return 1;
  }
  const tilebase::Solution solution = set->Solve({1, 2, 3, 4, 5, 6, 7, 0, 8});
  if (solution.code != TILEBASE_OK || solution.actions != "L") return 4;
  tilebase_scramble_wish wish = {};
  wish.min_moves = wish.max_moves = 30;
  const tilebase::Scrambles scrambles = set->Scramble(wish, 2);
  if (scrambles.code != TILEBASE_OK || scrambles.boards.size() != 18) return 5;
  for (const tilebase::Solution& each : set->SolveBatch(scrambles.boards))
    if (each.actions.size() != 30) return 6;
  const tilebase::Set::GameAnalysis game = set->AnalyseGame({1, 2, 3, 4, 5, 6, 7, 0, 8}, "RLL");
  if (game.lengths != std::vector<std::uint32_t>{1, 2, 1, 0} || game.bounds != game.lengths)
    return 7;
  return 0;
}
