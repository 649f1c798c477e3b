// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The drop-in reader against the library: the same answers and codes from the same bytes, sound and
// damaged. (Forged images: tests/tables/image/flat_image_test.cc, which tests the same reader.)

#include "runtime/reader/tilebase_reader.h"

#include <gtest/gtest.h>
#include <string.h>

#include <memory>
#include <string>
#include <vector>

#include "runtime/tilebase.h"
#include "tables/board_text.h"
#include "tables/image/image.h"
#include "tables/random_board.h"
#include "tests/runtime/built_set.h"

namespace tilebase {
namespace {

static_assert(int{TILEBASE_READER_BOARD} == TILEBASE_ERROR_BOARD &&
              int{TILEBASE_READER_UNSOLVABLE} == TILEBASE_ERROR_UNSOLVABLE &&
              int{TILEBASE_READER_BOARD_SIZE} == TILEBASE_ERROR_BOARD_SIZE &&
              int{TILEBASE_READER_BUFFER} == TILEBASE_ERROR_BUFFER &&
              int{TILEBASE_READER_SUBPROBLEM} == TILEBASE_ERROR_SUBPROBLEM &&
              int{TILEBASE_READER_FORMAT} == TILEBASE_ERROR_FORMAT &&
              int{TILEBASE_READER_VERSION} == TILEBASE_ERROR_VERSION &&
              int{TILEBASE_READER_DAMAGED} == TILEBASE_ERROR_DAMAGED);

std::vector<uint8_t> RawImage(const std::string& board, const std::string& plan) {
  const BuiltFile built(board, plan, Codec::kRaw);
  const auto store = StoreReader::Open(built.path);
  EXPECT_EQ(store.status(), absl::OkStatus());
  std::vector<uint8_t> image;
  EXPECT_EQ(WriteImage(**store, {{}, true},
                       [&](Bytes bytes) {
                         image.insert(image.end(), bytes.begin(), bytes.end());
                         return absl::OkStatus();
                       }),
            absl::OkStatus());
  return image;
}

struct Close {
  void operator()(tilebase_set* set) const { tilebase_close(set); }
};
using Library = std::unique_ptr<tilebase_set, Close>;

int OpenLibrary(const std::vector<uint8_t>& image, Library* library) {
  tilebase_set* set = nullptr;
  const int code =
      tilebase_open_image(image.data(), image.size(), TILEBASE_CHECK_CONTENT, &set, nullptr, 0);
  library->reset(set);
  return code;
}

void ExpectEqual(const tilebase_probe_result& expected, const tilebase_reader_probe_result& found) {
  EXPECT_EQ(expected.goal, found.goal);
  EXPECT_EQ(expected.fixed, found.fixed);
  EXPECT_EQ(expected.stage, found.stage);
  EXPECT_EQ(expected.remaining, found.remaining);
  EXPECT_EQ(expected.action, found.action);
  for (int a = 0; a < kActions; ++a) EXPECT_EQ(expected.after[a], found.after[a]);
}

struct Answers {
  explicit Answers(const std::vector<uint8_t>& image) {
    EXPECT_EQ(OpenLibrary(image, &library), TILEBASE_OK);
    EXPECT_EQ(tilebase_reader_open(&reader, image.data(), image.size(), nullptr, 0),
              TILEBASE_READER_OK);
  }

  // Solves one board by both; returns the library's code.
  int Ask(const uint8_t* board, size_t size) {
    char expected[2048] = "";
    char found[2048] = "";
    size_t count = 0;
    size_t found_count = 0;
    const int code = tilebase_solve(library.get(), board, size, expected, sizeof expected, &count);
    EXPECT_EQ(tilebase_reader_solve(&reader, board, size, found, sizeof found, &found_count), code);
    if (code == TILEBASE_OK) {
      EXPECT_STREQ(expected, found);
    }
    EXPECT_EQ(count, found_count);
    tilebase_probe_result probe = {};
    tilebase_reader_probe_result found_probe = {};
    EXPECT_EQ(tilebase_probe(library.get(), board, size, &probe, sizeof probe),
              tilebase_reader_probe(&reader, board, size, &found_probe));
    ExpectEqual(probe, found_probe);
    EXPECT_EQ(tilebase_hint(library.get(), board, size, &hint, sizeof hint),
              tilebase_reader_hint(&reader, board, size, &found_hint));
    ExpectEqual(hint, found_hint);
    return code;
  }

  Library library;
  tilebase_reader reader;
  tilebase_probe_result hint = {};  // carried from board to board
  tilebase_reader_probe_result found_hint = {};
};

TEST(TilebaseReaderTest, AnswersAsTheLibraryDoes) {
  for (const auto& [shape, plan] : {std::pair{"4x4", "ladder:2"},
                                    {"3x3", "rest"},
                                    {"2x4", "1/2-4/rest"},
                                    {"5x3", "ladder:2"},
                                    {"2x2", "ladder:1"}}) {
    SCOPED_TRACE(shape);
    const std::vector<uint8_t> image = RawImage(shape, plan);
    Answers answers(image);
    tilebase_set_info info = {};
    tilebase_info(answers.library.get(), &info, sizeof info);
    EXPECT_EQ(tilebase_reader_width(&answers.reader), static_cast<int>(info.width));
    EXPECT_EQ(tilebase_reader_height(&answers.reader), static_cast<int>(info.height));
    EXPECT_EQ(tilebase_reader_worst_case(&answers.reader), info.certified_worst_case);
    const Geometry geometry = {static_cast<uint8_t>(info.width), static_cast<uint8_t>(info.height)};
    Random random(1);
    for (int i = 0; i < 200; ++i) {
      Board board = RandomSolvableBoard(geometry, random);
      // Solved by hints, with other moves in between.
      for (int moves = 0; moves < 40; ++moves) {
        ASSERT_EQ(answers.Ask(board.tile, static_cast<size_t>(geometry.cells())), TILEBASE_OK);
        Action action = static_cast<Action>(random.Below(kActions));
        for (int a = 0; a < kActions && moves % 10 != 9; ++a)
          if (Letter(static_cast<Action>(a)) == answers.hint.action)
            action = static_cast<Action>(a);
        if (board.CanApply(action)) board.Apply(action);
      }
    }
  }
}

// A program that keeps nothing between two boards.
TEST(TilebaseReaderTest, ANewHintForEachBoardLeadsHome) {
  for (const auto& [shape, plan] : {std::pair{"4x4", "ladder:1"},
                                    {"4x4", "1-4/5,9,13/rest"},
                                    {"3x3", "ladder:1"},
                                    {"5x3", "ladder:2"}}) {
    SCOPED_TRACE(shape);
    const std::vector<uint8_t> image = RawImage(shape, plan);
    const Answers answers(image);
    tilebase_set_info info = {};
    tilebase_info(answers.library.get(), &info, sizeof info);
    const Geometry geometry = {static_cast<uint8_t>(info.width), static_cast<uint8_t>(info.height)};
    Random random(2);
    for (int i = 0; i < 1000; ++i) {
      Board board = RandomSolvableBoard(geometry, random);
      uint32_t moves = 0;
      for (; moves <= info.certified_worst_case; ++moves) {
        tilebase_reader_probe_result hint = {};
        ASSERT_EQ(tilebase_reader_hint(&answers.reader, board.tile,
                                       static_cast<size_t>(geometry.cells()), &hint),
                  TILEBASE_READER_OK);
        if (hint.action == 0) break;
        board.Apply(*ActionOf(hint.action));
      }
      ASSERT_TRUE(board.IsSolved());
    }
  }
}

// Values: drop_in_test.py, by the set that `tilebase build` makes.
TEST(TilebaseReaderTest, UsesTheFirstStagesOfPlansWithOtherParts) {
  for (const auto& [shape, plan] : {std::pair{"3x3", "1-4/rest + pattern:1-4/5-8"},
                                    {"3x3", "pattern:4-4 + ladder:1"},
                                    {"3x3", "dual:1-4/5-8 + 1-3/rest + ladder:2"},
                                    {"3x3", "blank4:1-4/rest + 1-4/rest + pattern:5-3"},
                                    {"3x3", "mtm:blank4:rest + 1-4/rest + mtm:1-4/rest"},
                                    {"2x4", "1-2/rest + 1,5/rest"}}) {
    SCOPED_TRACE(plan);
    const std::vector<uint8_t> image = RawImage(shape, plan);
    Answers answers(image);
    tilebase_set_info info = {};
    tilebase_info(answers.library.get(), &info, sizeof info);
    EXPECT_EQ(tilebase_reader_worst_case(&answers.reader), info.certified_worst_case);
    const Geometry geometry = {static_cast<uint8_t>(info.width), static_cast<uint8_t>(info.height)};
    Random random(3);
    for (int i = 0; i < 200; ++i) {
      answers.hint = {};
      answers.found_hint = {};
      const Board board = RandomSolvableBoard(geometry, random);
      ASSERT_EQ(answers.Ask(board.tile, static_cast<size_t>(geometry.cells())), TILEBASE_OK);
    }
    // Damage to a part that is not used is found, too.
    for (size_t at = 0; at < image.size(); at += 1 + image.size() / 3000) {
      std::vector<uint8_t> changed = image;
      changed[at] ^= 1;
      tilebase_reader reader;
      EXPECT_NE(tilebase_reader_open(&reader, changed.data(), changed.size(), nullptr, 0),
                TILEBASE_READER_OK)
          << at;
    }
  }
}

TEST(TilebaseReaderTest, SaysHowToMakeASetThatItReads) {
  for (const char* plan : {"pattern:4-4", "mtm:1-4/rest + 1-4/rest"}) {
    const std::vector<uint8_t> image = RawImage("3x3", plan);
    tilebase_reader reader;
    char message[320] = "";
    EXPECT_EQ(tilebase_reader_open(&reader, image.data(), image.size(), message, sizeof message),
              TILEBASE_READER_VERSION);
    EXPECT_NE(std::string(message).find("'tilebase build -o FILE'"), std::string::npos) << message;
  }
}

TEST(TilebaseReaderTest, RefusesBoardsAsTheLibraryDoes) {
  const std::vector<uint8_t> image = RawImage("3x3", "ladder:1");
  Answers answers(image);
  const uint8_t solved[9] = {1, 2, 3, 4, 5, 6, 7, 8, 0};
  EXPECT_EQ(answers.Ask(solved, 9), TILEBASE_OK);
  EXPECT_EQ(answers.Ask(solved, 8), TILEBASE_ERROR_BOARD_SIZE);
  const uint8_t twice[9] = {1, 2, 3, 4, 5, 6, 7, 7, 0};
  EXPECT_EQ(answers.Ask(twice, 9), TILEBASE_ERROR_BOARD);
  const uint8_t high[9] = {1, 2, 3, 4, 5, 6, 7, 9, 0};
  EXPECT_EQ(answers.Ask(high, 9), TILEBASE_ERROR_BOARD);
  const uint8_t odd[9] = {2, 1, 3, 4, 5, 6, 7, 8, 0};
  EXPECT_EQ(answers.Ask(odd, 9), TILEBASE_ERROR_UNSOLVABLE);
  answers.hint.goal = answers.found_hint.goal = 1 << 4;
  answers.hint.fixed = answers.found_hint.fixed = 0;
  EXPECT_EQ(answers.Ask(solved, 9), TILEBASE_OK);  // both lack such a subproblem
}

TEST(TilebaseReaderTest, WritesNothingBeyondTheBuffer) {
  const std::vector<uint8_t> image = RawImage("3x3", "ladder:1");
  Answers answers(image);
  const uint8_t board[9] = {1, 2, 3, 4, 5, 6, 0, 7, 8};
  for (size_t capacity = 0; capacity <= 3; ++capacity) {
    char actions[4] = "???";
    size_t count = 0;
    EXPECT_EQ(tilebase_reader_solve(&answers.reader, board, 9, actions, capacity, &count),
              capacity < 3 ? TILEBASE_READER_BUFFER : TILEBASE_READER_OK);
    EXPECT_EQ(count, 2u);
    for (size_t i = capacity; i < 3; ++i) EXPECT_EQ(actions[i], '?');
  }
}

TEST(TilebaseReaderTest, RefusesDamagedImagesAsTheLibraryDoes) {
  const std::vector<uint8_t> sound = RawImage("2x2", "ladder:1");
  int refused = 0;
  const auto expect_same = [&](const std::vector<uint8_t>& bytes) {
    // A block of its own, so that a sanitizer sees every read outside it.
    const std::unique_ptr<uint8_t[]> exact(new uint8_t[bytes.size()]);
    std::copy(bytes.begin(), bytes.end(), exact.get());
    Library library;
    tilebase_reader reader;
    char message[64] = "";
    const int code =
        tilebase_reader_open(&reader, exact.get(), bytes.size(), message, sizeof message);
    const int expected = OpenLibrary(bytes, &library);
    EXPECT_EQ(code == TILEBASE_READER_OK, message[0] == 0);
    refused += code != TILEBASE_READER_OK;
    // Only the library reads tables that say they are compressed, or of patterns.
    if (code != TILEBASE_READER_VERSION) {
      EXPECT_EQ(code, expected) << message;
    }
  };
  int total = 0;
  for (size_t bit = 0; bit < sound.size() * 8; ++bit, ++total) {
    std::vector<uint8_t> bytes = sound;
    bytes[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
    expect_same(bytes);
  }
  for (size_t size = 1; size < sound.size(); ++size, ++total)
    expect_same({sound.begin(), sound.begin() + static_cast<ptrdiff_t>(size)});
  EXPECT_EQ(refused, total);
  printf("damaged images that the drop-in reader refused: %d/%d\n", refused, total);
}

}  // namespace
}  // namespace tilebase
