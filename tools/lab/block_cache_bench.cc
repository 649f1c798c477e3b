// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Measures the processor time of a board if the tables exceed the memory limit: the same random
// boards, one after another. The sets are opened with all the memory that their tables need, with
// half of it and so on, down to the least that is possible.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <ctime>
#include <memory>
#include <vector>

#include "runtime/lookup/decoded_tables.h"
#include "runtime/lookup/policy_set.h"
#include "tables/random_board.h"
#include "tables/table_source.h"

namespace tilebase {
namespace {

// Returns false if the set cannot be opened, or a board is not solved.
bool Measure(const std::shared_ptr<const TableSource>& source, uint64_t memory, int boards) {
  const auto set = PolicySet::Create(source, {.memory_bytes = memory, .shortcut_bytes = 0});
  if (!set.ok()) {
    printf("%.1f MB: %s\n", static_cast<double>(memory) / 1e6, set.status().ToString().c_str());
    return false;
  }
  size_t whole = 0, tables = 0;
  for (size_t i = 0; i < source->tables().size(); ++i) {
    if (source->tables()[i].metric != Metric::kMoves) continue;
    whole += (*set)->IsWhole(i);
    ++tables;
  }
  Random random(1);
  std::vector<char> letters((*set)->info().certified_worst_case);
  std::clock_t ticks = 0;
  // The first half of the boards fills the cache.
  for (int i = 0; i < 2 * boards; ++i) {
    const Board board = RandomSolvableBoard((*set)->info().geometry, random);
    SolveRequest quick{board.tile, letters.data(), letters.size()};
    const std::clock_t start = std::clock();
    (*set)->SolveLetters(&quick);
    if (i >= boards) ticks += std::clock() - start;
    if (quick.code != TILEBASE_OK) return false;
  }
  printf("%8.2f MB in memory, %zu of %zu tables whole: %12.4f ms a board\n",
         static_cast<double>((*set)->memory_bytes()) / 1e6, whole, tables,
         static_cast<double>(ticks) * 1e3 / CLOCKS_PER_SEC / boards);
  return true;
}

int Run(const char* file, int boards) {
  const auto source = OpenSource(file, {});
  if (!source.ok()) {
    fprintf(stderr, "%s\n", source.status().ToString().c_str());
    return 1;
  }
  uint64_t decoded = 0;
  uint64_t blocks = 0;
  for (size_t i = 0; i < (*source)->tables().size(); ++i) {
    if ((*source)->tables()[i].metric != Metric::kMoves) continue;
    decoded += (*source)->layout(i).bytes();
    blocks += (*source)->layout(i).blocks();
  }
  const uint64_t least = BlockCache::Bytes(blocks, BlockCache::kLeastSlots);
  bool done = true;
  for (uint64_t memory = decoded; memory > least; memory /= 2)
    done &= Measure(*source, memory, boards);
  done &= Measure(*source, least, boards);
  return done ? 0 : 1;
}

}  // namespace
}  // namespace tilebase

int main(int argc, char** argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s FILE BOARDS\n", argv[0]);
    return 2;
  }
  return tilebase::Run(argv[1], atoi(argv[2]));
}
