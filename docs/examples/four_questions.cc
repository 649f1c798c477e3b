// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Four questions to one table set: by lookup, with effort, shortest, and to another goal.
// A fifth goes to a set of boards with equal tiles.
// four_questions.{c,py,sh} ask the same and print the same lines.
//
//   tilebase build -o four.tilebase --board 3x3 --plan "1-3/rest + pattern:1-4/rest"
//   tilebase build -o picture.tilebase --symbols 112/233/44_ --store raw
//   c++ -std=c++17 four_questions.cc $(pkg-config --cflags --libs tilebase) -o four_questions
//   ./four_questions four.tilebase picture.tilebase

#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <tilebase.hpp>
#include <vector>

namespace {

// Prints a line. Returns whether there is a solution.
bool Tell(const char* name, const tilebase::Answer& answer) {
  std::cout << name << ": ";
  if (answer.code != TILEBASE_OK) {
    std::cout << "error: " << tilebase_error_text(answer.code) << "\n";
    return false;
  }
  std::cout << answer.result.moves << " moves, ";
  if (answer.result.shortest != 0)
    std::cout << "the fewest";
  else
    std::cout << "at least " << answer.result.bound;
  if (answer.result.detour != 0) std::cout << ", detour " << answer.result.detour;
  std::cout << ": " << answer.actions << "\n";
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  std::string why = "usage: four_questions TABLES PICTURES";
  std::optional<tilebase::Set> set, pictures;
  if (argc == 3) set = tilebase::Set::Open(argv[1], &why);
  if (set) pictures = tilebase::Set::Open(argv[2], &why);
  if (!pictures) {
    std::cerr << why << "\n";
    return 2;
  }
  const std::vector<std::uint8_t> board = {8, 6, 7, 2, 5, 4, 3, 0, 1};
  const std::vector<std::uint8_t> other = {8, 6, 3, 2, 5, 4, 7, 0, 1};

  tilebase::Wish effort, shortest, to_snail;
  effort.want = TILEBASE_EFFORT;
  effort.boards = 1000;
  shortest.want = TILEBASE_SHORTEST;
  to_snail.to = "snail";
  const bool all = Tell("lookup", set->Ask(board)) & Tell("effort", set->Ask(board, effort)) &
                   Tell("shortest", set->Ask(board, shortest)) &
                   Tell("snail", set->Ask(other, to_snail)) &
                   Tell("picture", pictures->Ask("42_/132/341"));
  return all ? 0 : 1;
}
