// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Runs are unpacked as they were packed, by every instruction set, and other bytes do no harm.

#include "generator/retrograde/run_packer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "generator/retrograde/layout.h"
#include "tables/random_board.h"
#include "tables/ranking.h"
#include "tables/subproblem.h"
#include "tables/system/instructions.h"

namespace tilebase::retrograde {
namespace {

std::vector<const Kernels*> AllKernels() {
  std::vector<const Kernels*> kernels = {BaselineKernels()};
  if (HasAvx2() && Avx2Kernels() != nullptr) kernels.push_back(Avx2Kernels());
  if (HasAvx512() && Avx512Kernels() != nullptr) kernels.push_back(Avx512Kernels());
  return kernels;
}

// Tiles 1 .. tiles of a board.
Subproblem First(int width, int height, int tiles) {
  Subproblem subproblem;
  subproblem.geometry = {static_cast<uint8_t>(width), static_cast<uint8_t>(height)};
  subproblem.goal = LowMask(tiles);
  return subproblem;
}

// Packed rows; dense ones with lanes of 16, 32 and 64 bits, with and without tiles before the tail.
std::vector<Subproblem> Subproblems() {
  return {First(3, 3, 6), First(4, 3, 6), First(4, 4, 2), First(4, 4, 5),
          First(5, 5, 3), First(6, 6, 2), First(8, 8, 2), First(6, 6, 3)};
}

// A run's rows, with the margin that the packer needs.
class Rows {
 public:
  explicit Rows(const Layout& layout) : words_(RunWords(layout) + 16) {}
  uint64_t* data() { return words_.data() + 8; }
  std::vector<uint64_t> words() const { return {words_.begin() + 8, words_.end() - 8}; }

 private:
  std::vector<uint64_t> words_;
};

// Sets one in `one_in` entries of the run number `run` of slice 0, as a search might find them.
void Fill(const Layout& layout, uint64_t run, uint64_t one_in, Random& random, Rows* rows) {
  const uint64_t first = run * RunEntries(layout);
  for (uint64_t entry = 0; entry < RunEntries(layout); ++entry) {
    if (random.Below(one_in) != 0) continue;
    const BitAddress at = AddressOf(layout, first + entry);
    const uint64_t row = at.row - run * RunRows(layout);
    rows->data()[row * static_cast<uint64_t>(layout.row_words) + static_cast<uint64_t>(at.word)] |=
        uint64_t{1} << at.bit;
  }
}

TEST(RunPackerTest, UnpackedIsWhatWasPacked) {
  Random random(1);
  for (const Subproblem& subproblem : Subproblems()) {
    const Layout layout = PlanLayout(subproblem);
    for (const uint64_t one_in : {1u, 3u, 40u, 5000u, 1'000'000'000u}) {
      const uint64_t run = random.Below(layout.all_runs);
      Rows rows(layout);
      Fill(layout, run, one_in, random, &rows);
      std::vector<uint8_t> first_packed;
      for (const Kernels* kernels : AllKernels()) {
        SCOPED_TRACE(std::string(kernels->name) + ", 1 in " + std::to_string(one_in));
        RunPacker packer(layout, *kernels);
        std::vector<uint8_t> packed;
        packer.Pack(run * layout.run_length, rows.data(), 3, &packed);
        packed.erase(packed.begin(), packed.begin() + 3);
        if (first_packed.empty()) first_packed = packed;
        EXPECT_EQ(packed, first_packed);
        Rows unpacked(layout);
        unpacked.data()[0] = ~uint64_t{0};
        ASSERT_TRUE(packer.Unpack(packed, run * layout.run_length, unpacked.data()));
        EXPECT_TRUE(unpacked.words() == rows.words());
      }
    }
  }
}

TEST(RunPackerTest, FewStatesTakeFewBytes) {
  Random random(2);
  const Layout layout = PlanLayout(First(4, 4, 6));
  Rows rows(layout);
  Fill(layout, 0, 30, random, &rows);
  RunPacker packer(layout, *BaselineKernels());
  std::vector<uint8_t> packed;
  packer.Pack(0, rows.data(), 0, &packed);
  // 6.3 bits each, if nothing is known but that every entry is set with the same probability.
  EXPECT_LT(packed.size() * 8, RunEntries(layout) / 30 * 7);
}

TEST(RunPackerTest, DepthsAreJoinedByResidue) {
  Random random(3);
  for (const Subproblem& subproblem : Subproblems()) {
    const Layout layout = PlanLayout(subproblem);
    const uint64_t run = layout.all_runs - 1;
    for (const Kernels* kernels : AllKernels()) {
      RunPacker packer(layout, *kernels);
      Rows sums[3] = {Rows(layout), Rows(layout), Rows(layout)};
      std::vector<uint64_t> taken(RunWords(layout));
      std::vector<uint8_t> packed;
      packer.BeginJoining();
      for (int depth = 0; depth < 5; ++depth) {
        Rows rows(layout);
        Fill(layout, run, 4, random, &rows);
        for (uint64_t w = 0; w < RunWords(layout); ++w) {
          rows.data()[w] &= ~taken[w];
          taken[w] |= rows.data()[w];
          sums[depth % 3].data()[w] |= rows.data()[w];
        }
        packer.Pack(run * layout.run_length, rows.data(), 0, &packed);
        ASSERT_TRUE(packer.Add(packed, depth % 3));
      }
      packer.PackJoined(2, &packed);
      packed.erase(packed.begin(), packed.begin() + 2);
      for (const bool again : {false, true}) {
        if (again) {
          packer.BeginJoining();
          ASSERT_TRUE(packer.UnpackJoined(packed));
        }
        Rows rows[3] = {Rows(layout), Rows(layout), Rows(layout)};
        packer.FinishJoining(run * layout.run_length,
                             {rows[0].data(), rows[1].data(), rows[2].data()});
        for (int i = 0; i < 3; ++i)
          EXPECT_TRUE(rows[i].words() == sums[i].words()) << kernels->name << ", " << again;
      }
    }
  }
}

// Whatever the bytes are, the packer reads nothing beyond them and writes nothing beyond the rows
// (sanitizers check that).
TEST(RunPackerTest, OtherBytesAreRefusedOrStayWithinTheRows) {
  Random random(4);
  for (const Subproblem& subproblem : {First(3, 3, 6), First(4, 4, 5)}) {
    const Layout layout = PlanLayout(subproblem);
    for (const Kernels* kernels : AllKernels()) {
      RunPacker packer(layout, *kernels);
      Rows rows(layout);
      Fill(layout, 0, 10, random, &rows);
      std::vector<uint8_t> packed;
      packer.Pack(0, rows.data(), 0, &packed);
      for (size_t size = 0; size < packed.size(); size += 1 + size / 8) {
        const std::vector<uint8_t> shorter(packed.begin(),
                                           packed.begin() + static_cast<ptrdiff_t>(size));
        EXPECT_FALSE(packer.Unpack(shorter, 0, rows.data())) << size;
        EXPECT_FALSE(packer.UnpackJoined(shorter)) << size;
      }
      for (int i = 0; i < 300; ++i) {
        std::vector<uint8_t> changed = packed;
        for (int k = 0; k < 3; ++k)
          changed[random.Below(changed.size())] = static_cast<uint8_t>(random.Below(256));
        packer.Unpack(changed, 0, rows.data());
        packer.Add(changed, 1);
        packer.UnpackJoined(changed);
      }
      packed.push_back(0);
      EXPECT_FALSE(packer.Unpack(packed, 0, rows.data()));
    }
  }
}

}  // namespace
}  // namespace tilebase::retrograde
