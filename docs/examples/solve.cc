// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Solves boards in C++: one, then a thousand of them in one call.
//
//   tilebase build -o tiny.tilebase
//   c++ -std=c++17 solve.cc $(pkg-config --cflags --libs tilebase) -o solve
//   ./solve tiny.tilebase

#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <tilebase.hpp>
#include <vector>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: solve TABLES\n";
    return 2;
  }
  std::string why;
  const std::optional<tilebase::Set> set =
      tilebase::Set::Open(argv[1], &why, TILEBASE_CHECK_CONTENT);
  if (!set) {
    std::cerr << why << "\n";
    return 1;
  }

  const std::vector<std::uint8_t> board = {15, 10, 0, 13, 11, 4, 1, 12, 3, 7, 9, 8, 2, 14, 6, 5};
  const tilebase::Solution solution = set->Solve(board);
  if (solution.code != TILEBASE_OK) {
    std::cerr << tilebase_error_text(solution.code) << "\n";
    return 1;
  }
  std::cout << solution.actions.size() << " actions: " << solution.actions << "\n";

  std::vector<std::uint8_t> boards;
  for (int i = 0; i < 1000; ++i) boards.insert(boards.end(), board.begin(), board.end());
  std::size_t same = 0;
  for (const tilebase::Solution& each : set->SolveBatch(boards))
    same += each.actions == solution.actions;
  std::cout << "batch: " << same << " boards with the same solution\n";
  return same == 1000 ? 0 : 1;
}
