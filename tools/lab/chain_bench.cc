// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Measures the least time that solving by lookup can take on this machine: only the chains of
// dependent loads, on memory of the tables' size and random content. It leaves out everything that
// can happen beside them (the board, its letters, checks).
//
//   walk       entry -> its two bits -> one of four differences -> rank -> next entry
//   shortcut   record -> where the tile goes -> its weight -> rank -> next record (32 bytes each)
//
// A board's floor is the walk's time for each move of the stages that are walked, plus the
// shortcut's for each stage that has one. Figures are medians of nine runs.

#include <stdint.h>
#include <stdio.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "tables/random_board.h"

namespace {

constexpr int kRuns = 9;
constexpr int kSteps = 2'000'000;
constexpr size_t kRecord = 32;

volatile uint64_t sink;

template <typename Step>
double Nanoseconds(Step step) {
  std::vector<double> runs;
  for (int run = 0; run < kRuns; ++run) {
    uint64_t rank = static_cast<uint64_t>(run);
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < kSteps; ++i) rank = step(rank);
    runs.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    sink = rank;
  }
  std::sort(runs.begin(), runs.end());
  return runs[kRuns / 2] * 1e9 / kSteps;
}

// `bytes` is a power of two.
void Measure(size_t bytes) {
  std::vector<uint8_t> memory(bytes + 8);
  tilebase::Random random(bytes);
  for (uint8_t& byte : memory) byte = static_cast<uint8_t>(random.Next());
  const uint8_t* const data = memory.data();
  // Differences like those of ranks: large, and never repeating.
  const uint64_t delta[4] = {random.Next(), random.Next(), random.Next(), random.Next()};
  const uint64_t entries = bytes * 4 - 1;
  const double walk = Nanoseconds([&](uint64_t rank) {
    return (rank + delta[data[rank / 4] >> (rank % 4 * 2) & 3]) & entries;
  });
  uint64_t weight[256];
  for (uint64_t& w : weight) w = random.Next();
  const uint64_t records = bytes / kRecord - 1;
  uint64_t salt = 0;
  const double shortcut = Nanoseconds([&](uint64_t rank) {
    // The salt keeps the walk from closing a short circle; it is not on the chain.
    salt += 0x9e3779b97f4a7c15u;
    return ((weight[data[rank * kRecord + 1]] ^ salt) >> 20) & records;
  });
  printf("%10.2f MB  walk %6.2f ns a move   shortcut %6.2f ns a stage\n",
         static_cast<double>(bytes) / 1e6, walk, shortcut);
}

}  // namespace

int main() {
  for (size_t bytes : {size_t{1} << 15, size_t{1} << 17, size_t{1} << 20, size_t{1} << 21,
                       size_t{1} << 23, size_t{1} << 27})
    Measure(bytes);
  return 0;
}
