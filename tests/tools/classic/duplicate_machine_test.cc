// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/classic/duplicate_machine.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "tools/classic/distance_table.h"
#include "tools/classic/packed_board.h"

namespace tilebase::classic {
namespace {

TEST(DuplicateMachine, OfTwoMovesForbidsTakingBackAMove) {
  const DuplicateMachine machine = DuplicateMachine::Learn(2);
  EXPECT_EQ(machine.forbidden(), 4u);
  EXPECT_EQ(machine.Allowed(DuplicateMachine::kStart), 0xf);
  for (int a = 0; a < kActions; ++a) {
    const Action action = static_cast<Action>(a);
    const auto state = machine.Next(DuplicateMachine::kStart, action);
    EXPECT_EQ(machine.Allowed(state), 0xf & ~ActionBit(Opposite(action)));
  }
}

TEST(DuplicateMachine, OfSixMovesKnowsTheSquare) {
  // Six moves round a square one way are six the other way: four squares, one of two ways each.
  EXPECT_EQ(DuplicateMachine::Learn(5).forbidden(), 4u);
  EXPECT_EQ(DuplicateMachine::Learn(6).forbidden(), 4u + 4u);
}

// Follows every allowed sequence of at most `depth` actions from the board; notes what is reached.
void Walk(const DuplicateMachine& machine, DuplicateMachine::State state, Board* board, int depth,
          std::set<PackedBoard<1>>* reached, uint64_t* sequences) {
  reached->insert(PackedBoard<1>::Pack(*board));
  ++*sequences;
  if (depth == 0) return;
  const ActionMask allowed = machine.Allowed(state) & board->geometry.Actions(board->blank);
  for (int a = 0; a < kActions; ++a) {
    const Action action = static_cast<Action>(a);
    if ((allowed & ActionBit(action)) == 0) continue;
    board->Apply(action);
    Walk(machine, machine.Next(state, action), board, depth - 1, reached, sequences);
    board->Apply(Opposite(action));
  }
}

// Pruning loses no board: what n moves reach, allowed sequences of n moves reach. From a corner,
// where a sequence whose replacement needs more room must not be pruned, and on narrow boards as
// well.
TEST(DuplicateMachine, EveryBoardIsStillReachedAsSoon) {
  const DuplicateMachine machine = DuplicateMachine::Learn(12);
  const DuplicateMachine plain = DuplicateMachine::Learn(2);
  for (const Geometry size : {Geometry{4, 4}, {2, 5}, {5, 2}, {3, 3}}) {
    for (int depth = 0; depth <= 15; ++depth) {
      Board board = Board::Solved(size);
      std::set<PackedBoard<1>> reached;
      uint64_t sequences = 0, plain_sequences = 0;
      Walk(machine, DuplicateMachine::kStart, &board, depth, &reached, &sequences);
      EXPECT_EQ(reached.size(), DistanceTable<1>(size, depth).size()) << depth;
      if (depth < 15) continue;
      Walk(plain, DuplicateMachine::kStart, &board, depth, &reached, &plain_sequences);
      EXPECT_LT(sequences, plain_sequences * 3 / 4);
      EXPECT_EQ(reached.size(), DistanceTable<1>(size, depth).size());
    }
  }
}

}  // namespace
}  // namespace tilebase::classic
