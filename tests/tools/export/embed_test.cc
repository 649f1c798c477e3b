// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The compact form, read by the code that firmware runs, against the set it was made from.

#include "tools/export/embed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "runtime/embedded.h"
#include "tables/board_text.h"
#include "tables/random_board.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

const uint8_t* Data(const std::string& form) {
  return reinterpret_cast<const uint8_t*>(form.data());
}

// Returns the actions of an embedded walk; "damaged" if it reports that.
std::string WalkOf(const std::string& form, Board board) {
  EmbeddedWalk walk(Data(form));
  std::string actions;
  while (true) {
    const uint8_t action = walk.Next(board.tile);
    if (action == EmbeddedWalk::kSolved) return actions;
    if (action == EmbeddedWalk::kDamaged) return "damaged";
    actions.push_back(Letter(static_cast<Action>(action)));
  }
}

std::string SolutionOf(const PolicySet& set, const Board& board) {
  std::string actions(set.info().certified_worst_case, ' ');
  size_t count = 0;
  EXPECT_EQ(set.Solve(board, actions.data(), actions.size(), &count, Letter), TILEBASE_OK);
  actions.resize(count);
  return actions;
}

TEST(EmbedTest, GivesTheActionsOfTheSet) {
  struct Case {
    const char* board;
    const char* plan;
    int boards;
  };
  for (const auto& [size, plan, boards] :
       {Case{"4x4", "ladder:1", 100000}, Case{"4x4", "ladder:2", 20000},
        Case{"4x4", "ladder:3", 20000}, Case{"4x4", "1-4/5,9,13/rest", 2000},
        Case{"3x3", "8/1,4,7/rest", 2000}, Case{"3x3", "ladder:1", 20000},
        Case{"3x3", "rest", 20000}, Case{"2x2", "ladder:1", 100}, Case{"2x5", "ladder:2", 5000},
        Case{"5x2", "ladder:1", 5000}, Case{"5x5", "ladder:1", 2000}}) {
    const BuiltSet built(size, plan, Codec::kRaw);
    const absl::StatusOr<std::string> form = EncodeCompactForm(*built.policies);
    if (!form.ok()) {
      ADD_FAILURE() << size << " " << plan << ": " << form.status();
      continue;
    }
    EXPECT_TRUE(IsSoundCompactForm(Data(*form), static_cast<uint32_t>(form->size())));
    Random random(3);
    int equal = 0;
    for (int i = 0; i < boards; ++i) {
      const Board board = RandomSolvableBoard(built.policies->info().geometry, random);
      equal += WalkOf(*form, board) == SolutionOf(*built.policies, board);
    }
    printf("%s %s: %zu bytes, %d/%d boards by the same actions\n", size, plan, form->size(), equal,
           boards);
    EXPECT_EQ(equal, boards);
  }
}

// A hint button that keeps nothing between two boards. Returns the moves home, or -1 if they exceed
// the certified worst case.
int MovesByHints(const std::string& form, Board board, int most) {
  for (int moves = 0; moves <= most; ++moves) {
    const uint8_t action = EmbeddedWalk::Hint(Data(form), board.tile);
    if (action == EmbeddedWalk::kSolved) return board.IsSolved() ? moves : -1;
    if (action == EmbeddedWalk::kDamaged || !board.CanApply(static_cast<Action>(action))) return -1;
    board.Apply(static_cast<Action>(action));
  }
  return -1;
}

TEST(EmbedTest, AHintForEachBoardLeadsHome) {
  struct Case {
    const char* board;
    const char* plan;
    int boards;
  };
  for (const auto& [size, plan, boards] :
       {Case{"4x4", "ladder:1", 1000}, Case{"4x4", "ladder:2", 300}, Case{"4x4", "ladder:3", 30},
        Case{"3x3", "ladder:1", 1000}, Case{"3x3", "8/1,4,7/rest", 300},
        Case{"2x5", "ladder:2", 300}, Case{"5x2", "ladder:1", 300}, Case{"5x5", "ladder:1", 30}}) {
    SCOPED_TRACE(std::string(size) + " " + plan);
    const BuiltSet built(size, plan, Codec::kRaw);
    const std::string form = *EncodeCompactForm(*built.policies);
    const int most = static_cast<int>(built.policies->info().certified_worst_case);
    Random random(4);
    for (int i = 0; i < boards; ++i) {
      // From the start of a game, and from the middle of a solution.
      Board board = RandomSolvableBoard(built.policies->info().geometry, random);
      ASSERT_GE(MovesByHints(form, board, most), 0) << ToString(board);
      const std::string solution = SolutionOf(*built.policies, board);
      if (solution.empty()) continue;
      for (const char letter : solution.substr(0, random.Below(solution.size())))
        board.Apply(*ActionOf(letter));
      ASSERT_GE(MovesByHints(form, board, most), 0) << ToString(board);
    }
  }
}

TEST(EmbedTest, PeekMovesNothingAndTellsWhatNextDoes) {
  const BuiltSet built("4x4", "ladder:1", Codec::kRaw);
  const std::string form = *EncodeCompactForm(*built.policies);
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    Board board = RandomSolvableBoard({4, 4}, random);
    EmbeddedWalk walk(Data(form));
    uint8_t action = 0;
    do {
      const Board before = board;
      const uint8_t peeked = walk.Peek(board.tile);
      ASSERT_EQ(memcmp(before.tile, board.tile, sizeof before.tile), 0);
      action = walk.Next(board.tile);
      ASSERT_EQ(peeked, action);
    } while (action < kActions);
    ASSERT_EQ(action, EmbeddedWalk::kSolved);
  }
}

TEST(EmbedTest, TheFifteenPuzzleFitsInTwoKilobytes) {
  const BuiltSet built("4x4", "ladder:1", Codec::kRaw);
  EXPECT_LE(EncodeCompactForm(*built.policies)->size(), 2048u);
  EXPECT_LE(sizeof(EmbeddedWalk), 32u);
}

TEST(EmbedTest, EveryFlippedBitAndTruncationIsFoundByTheCheck) {
  const BuiltSet built("3x3", "ladder:1", Codec::kRaw);
  const std::string sound = *EncodeCompactForm(*built.policies);
  for (size_t size = 0; size < sound.size(); ++size)
    EXPECT_FALSE(IsSoundCompactForm(Data(sound), static_cast<uint32_t>(size)));
  for (size_t bit = 0; bit < 8 * sound.size(); ++bit) {
    std::string changed = sound;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ 1 << bit % 8);
    EXPECT_FALSE(IsSoundCompactForm(Data(changed), static_cast<uint32_t>(changed.size()))) << bit;
  }
}

// The check guards against damage; without it, changed actions still cannot hang the walk or lead
// it off the board.
TEST(EmbedTest, ChangedActionsEndTheWalk) {
  const BuiltSet built("3x3", "1-4/rest", Codec::kRaw);
  const std::string sound = *EncodeCompactForm(*built.policies);
  const size_t first_action = compact_form::kHeaderBytes + compact_form::kStageBytes + 4;
  const size_t actions = PolicyBytes(built.policies->tables()[0].ranking.size());
  std::mt19937 bits(1);
  Random random(1);
  int damaged = 0;
  for (int i = 0; i < 2000; ++i) {
    std::string changed = sound;
    for (size_t byte = 0; byte < actions; ++byte)
      if (bits() % 8 == 0) changed[first_action + byte] = static_cast<char>(bits());
    damaged += WalkOf(changed, RandomSolvableBoard({3, 3}, random)) == "damaged";
  }
  EXPECT_GT(damaged, 500);
}

// With the CRC made right again: a form that passes the check may not lead home, but never leads
// outside its bytes.
TEST(EmbedTest, NoMutationThatPassesTheCheckIsASignal) {
  const BuiltSet built("3x3", "ladder:1", Codec::kRaw);
  const std::string sound = *EncodeCompactForm(*built.policies);
  std::mt19937 bits(2);
  Random random(2);
  int passed = 0;
  for (int i = 0; i < 50000; ++i) {
    std::vector<uint8_t> form(sound.begin(), sound.end());
    for (uint32_t count = bits() % 3 + 1; count > 0; --count) {
      const uint32_t at = bits() % (bits() % 2 == 0 ? 64 : form.size());
      form[at] = bits() % 2 == 0 ? static_cast<uint8_t>(bits())
                                 : static_cast<uint8_t>(form[at] + bits() % 5 - 2);
    }
    if (bits() % 4 == 0) form.resize(bits() % (form.size() + 9));
    if (form.size() < compact_form::kHeaderBytes + compact_form::kCrcBytes) continue;
    form.shrink_to_fit();
    const uint32_t size = static_cast<uint32_t>(form.size());
    const uint32_t crc_at = size - compact_form::kCrcBytes;
    PutLittleEndian<uint32_t>(form.data() + compact_form::kFormBytesAt, size);
    PutLittleEndian<uint32_t>(form.data() + crc_at, compact_form::Crc32(form.data(), crc_at));
    if (!IsSoundCompactForm(form.data(), size)) continue;
    ++passed;
    Board board = RandomSolvableBoard({3, 3}, random);
    EmbeddedWalk::Hint(form.data(), board.tile);
    EmbeddedWalk walk(form.data());
    for (int step = 0; step < 2000 && walk.Next(board.tile) < kActions; ++step) {
    }
  }
  printf("50000 hostile forms, of which %d passed the check\n", passed);
  EXPECT_GT(passed, 1000);
}

TEST(EmbedTest, IsASourceFileToo) {
  EXPECT_EQ(CompactFormSource(std::string("\x01\xff", 2), "t", "two bytes"),
            "/* two bytes */\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
            "extern const unsigned char t[2];\nextern const unsigned long t_size;\n\n"
            "const unsigned long t_size = 2;\nconst unsigned char t[2] = {\n    1,255,\n};\n"
            "#ifdef __cplusplus\n}\n#endif\n");
}

}  // namespace
}  // namespace tilebase
