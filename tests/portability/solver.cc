// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// solver FILE BOARDS: opens a raw flat image, or a compact form, in memory and solves random boards
// as `tilebase solve --random` draws them, with nothing but the freestanding ring. It shows that
// machines of any byte order and word width read the same bytes alike. Prints one line a board, as
// the command does.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/embedded.h"
#include "runtime/lookup/walk.h"
#include "tables/image/flat_image.h"
#include "tables/random_board.h"

namespace {

using tilebase::Action;
using tilebase::Board;

constexpr uint64_t kSeed = 1;
constexpr int kMostStages = 64;
constexpr int kMostTables = 256;
constexpr int kMostActions = 4096;

int Refuse(const char* why) {
  fprintf(stderr, "solver: %s\n", why);
  return 3;
}

struct Letters {
  char text[kMostActions + 1];
  int count = 0;

  void Put(Action action) {
    if (count < kMostActions) text[count++] = tilebase::Letter(action);
  }
};

bool SolveByForm(const uint8_t* form, Board board, Letters* letters) {
  tilebase::EmbeddedWalk walk(form);
  uint8_t action;
  while ((action = walk.Next(board.tile)) < tilebase::kActions) letters->Put(Action{action});
  return action == tilebase::EmbeddedWalk::kSolved;
}

struct Stages {
  tilebase::PolicyTable tables[kMostTables];
  tilebase::PolicyStage stages[kMostStages];
  int count = 0;

  explicit Stages(const tilebase::FlatImage& image) : count(image.stages()) {
    for (uint32_t i = 0; i < image.tables(); ++i) {
      const tilebase::FlatTable from = image.Table(i);
      tables[i] = {from.subproblem, tilebase::Ranking(from.subproblem), from.policy, from.reachable,
                   from.max_depth};
    }
    for (int i = 0; i < count; ++i)
      stages[i] = {tables + image.FirstTable(i), static_cast<int>(image.TableCount(i))};
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return Refuse("usage: solver FILE BOARDS");
  FILE* const file = fopen(argv[1], "rb");
  if (file == nullptr || fseek(file, 0, SEEK_END) != 0) return Refuse("cannot open the file");
  const size_t size = static_cast<size_t>(ftell(file));
  rewind(file);
  uint8_t* const bytes = static_cast<uint8_t*>(malloc(size));
  if (bytes == nullptr || fread(bytes, 1, size, file) != size) return Refuse("cannot read it");
  fclose(file);

  const bool is_form = size > 6 && memcmp(bytes, "TBC", 3) == 0;
  tilebase::Geometry geometry = {};
  static Stages* stages = nullptr;
  if (is_form) {
    if (!tilebase::IsSoundCompactForm(bytes, static_cast<uint32_t>(size)))
      return Refuse("the compact form is damaged");
    geometry = {bytes[tilebase::compact_form::kWidthAt], bytes[tilebase::compact_form::kHeightAt]};
  } else {
    tilebase::FlatImage image;
    tilebase::Fault fault;
    if (!image.Open({bytes, size}, &fault)) return Refuse(fault.message.text());
    if (image.stages() > kMostStages || image.tables() > kMostTables)
      return Refuse("more stages or tables than this test has room for");
    geometry = image.geometry();
    stages = new Stages(image);
  }

  tilebase::RandomBoards boards(geometry, kSeed);
  static Letters letters;
  for (int i = 0; i < atoi(argv[2]); ++i) {
    Board board = boards.Next();
    letters.count = 0;
    const auto put = [](Action action) { letters.Put(action); };
    const bool solved =
        is_form ? SolveByForm(bytes, board, &letters)
                : Walk(stages->stages, stages->count, board, put) == tilebase::WalkResult::kDone;
    if (!solved) return Refuse("a board was not solved");
    letters.text[letters.count] = 0;
    printf("%d %s\n", letters.count, letters.text);
  }
  return 0;
}
