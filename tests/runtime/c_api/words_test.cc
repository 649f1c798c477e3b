// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Boards that are no permutations through tilebase.h: every board of small sets, against a plain
// search; and what such sets refuse.

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "generator/words/word_build.h"
#include "gtest/gtest.h"
#include "runtime/tilebase.h"
#include "tests/generator/words/brute_force.h"

namespace tilebase {
namespace {

// A problem, and its goals for a plain search: a character a cell.
struct WordCase {
  WordProblem problem;
  std::map<std::string, uint32_t> goals;
};

class WordSetFile {
 public:
  explicit WordSetFile(const WordProblem& problem)
      : path_(testing::TempDir() + "c_words_" + std::to_string(getpid())) {
    WordBuildOptions options;
    options.replace = true;
    options.creator = "test";
    const absl::StatusOr<WordBuildResult> built = BuildWordTable(problem, path_, options);
    EXPECT_TRUE(built.ok()) << built.status();
    char why[512];
    EXPECT_EQ(tilebase_open(path_.c_str(), 0, &set_, why, sizeof why), TILEBASE_OK) << why;
  }
  ~WordSetFile() {
    tilebase_close(set_);
    std::remove(path_.c_str());
  }
  const tilebase_set* set() const { return set_; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  tilebase_set* set_ = nullptr;
};

// The numbers of a board of characters.
std::vector<int32_t> CellsOf(const std::string& board) {
  std::vector<int32_t> cells;
  for (const char c : board)
    cells.push_back(c == '_' ? 0 : c == '#' ? TILEBASE_WALL : c == '.' ? TILEBASE_OTHER : c - '0');
  return cells;
}

std::vector<uint8_t> BytesOf(const std::string& board) {
  const std::vector<int32_t> cells = CellsOf(board);
  return {cells.begin(), cells.end()};
}

// All boards with the tiles of this one.
std::vector<std::string> Arrangements(std::string board) {
  std::string tiles;
  for (const char c : board)
    if (c != '#') tiles += c;
  std::sort(tiles.begin(), tiles.end());
  std::vector<std::string> boards;
  do {
    size_t next = 0;
    for (char& c : board)
      if (c != '#') c = tiles[next++];
    boards.push_back(board);
  } while (std::next_permutation(tiles.begin(), tiles.end()));
  return boards;
}

// An answer with all that it can hold.
struct Asked {
  tilebase_answer answer = {};
  std::string actions;
  std::vector<tilebase_slide> slides;
  std::vector<uint32_t> tiles;
  std::string message;
  int code = -1;
};

Asked Ask(const tilebase_set* set, tilebase_question question) {
  Asked asked;
  char actions[1024] = "", message[256] = "?";
  asked.slides.resize(256);
  asked.tiles.resize(256);
  question.actions = actions;
  question.capacity = sizeof actions;
  question.slides = asked.slides.data();
  question.slide_capacity = asked.slides.size();
  question.tiles = asked.tiles.data();
  question.tile_capacity = asked.tiles.size();
  question.message = message;
  question.message_size = sizeof message;
  asked.code = tilebase_ask(set, &question, sizeof question, &asked.answer, sizeof asked.answer);
  EXPECT_EQ(asked.code, asked.answer.code);
  asked.actions = actions;
  asked.slides.resize(asked.answer.slides);
  asked.tiles.resize(asked.answer.slides);
  asked.message = message;
  return asked;
}

Asked AskText(const tilebase_set* set, const std::string& text) {
  tilebase_question question = {};
  question.text = text.c_str();
  return Ask(set, question);
}

// The text of slides, as the answer has to give it.
std::string TextOf(const Asked& asked, bool letters, int width) {
  std::string text;
  for (size_t i = 0; i < asked.slides.size(); ++i) {
    const tilebase_slide& slide = asked.slides[i];
    if (letters) {
      const int by = static_cast<int>(slide.to) - static_cast<int>(slide.from);
      text += by == -1 ? 'L' : by == 1 ? 'R' : by == -width ? 'U' : 'D';
      continue;
    }
    if (i > 0) text += slide.move == asked.slides[i - 1].move ? ',' : ' ';
    text += std::to_string(slide.from) + ">" + std::to_string(slide.to);
  }
  return text;
}

// Plays the moves; each must be one of the plain search. Loads on `leaving` cells leave after it.
std::string Played(const Asked& asked, std::string board, const PlainSearch& moves,
                   const std::string& leaving = "") {
  for (size_t i = 0; i < asked.slides.size();) {
    std::string after = board;
    size_t end = i;
    for (; end < asked.slides.size() && asked.slides[end].move == asked.slides[i].move; ++end)
      after[asked.slides[end].from] = '_';
    for (; i < end; ++i) {
      after[asked.slides[i].to] = board[asked.slides[i].from];
      EXPECT_EQ(static_cast<int32_t>(asked.tiles[i]), CellsOf(board)[asked.slides[i].from]);
    }
    bool is_move = false;
    for (const PlainMove& move : moves.Moves(board)) is_move |= move.board == after;
    EXPECT_TRUE(is_move) << board << " to " << after;
    board = after;
    for (size_t cell = 0; cell < leaving.size(); ++cell)
      if (leaving[cell] == '1' && board[cell] == '1') board[cell] = '_';
  }
  return board;
}

std::vector<WordCase> Cases() {
  std::vector<WordCase> cases;
  const auto add = [&](WordProblem problem, WordMetric metric,
                       std::map<std::string, uint32_t> goals) {
    problem.metric = metric;
    cases.push_back({std::move(problem), std::move(goals)});
  };
  for (const WordMetric metric : {WordMetric::kStm, WordMetric::kMtm}) {
    add(*ProblemOfText("112/22_"), metric, {{"11222_", 0}});
    add(*ProblemOfWalls(3, 3, {1, 4}), metric, {{"1#23#456_", 0}});
    add(*ProblemOfGoals("12_/???\n?21/??? 4\n"), metric,
        {{"12_...", 0}, {".21.._", 4}, {".21._.", 4}, {".21_..", 4}, {"_21...", 4}});
  }
  for (const WordMetric metric :
       {WordMetric::kStm, WordMetric::kMtm, WordMetric::kSteps, WordMetric::kLineSteps}) {
    std::map<std::string, uint32_t> goals;
    for (const std::string& board : Arrangements("__1.#..."))
      if (board[0] == '1' || board[7] == '1') goals[board] = 0;
    add(*ProblemOfStorage(4, 2, {4}, 2, 1, {0, 7}), metric, goals);
    add(*ProblemOfText("11_/2_2"), metric, {{"11_2_2", 0}});
  }
  return cases;
}

TEST(WordsTest, EveryBoardHasTheCostOfAPlainSearchByCellsAndByText) {
  for (const WordCase& each : Cases()) {
    const WordProblem& problem = each.problem;
    SCOPED_TRACE(ToString(problem));
    const WordSetFile file(problem);
    tilebase_set_info info = {};
    ASSERT_EQ(tilebase_info(file.set(), &info, sizeof info), TILEBASE_OK);
    EXPECT_EQ(info.width * info.height, static_cast<uint32_t>(problem.cells()));
    EXPECT_EQ(info.blanks, static_cast<uint32_t>(problem.blanks));
    EXPECT_EQ(info.metric, static_cast<uint32_t>(problem.metric));
    EXPECT_EQ(info.kinds, problem.symbols.size());
    const PlainSearch search(problem.width, Name(problem.metric));
    const bool letters = problem.blanks == 1;
    const PlainSearch moves(problem.width, letters ? "stm" : Name(problem.metric));
    const std::unordered_map<std::string, uint32_t> values = search.Values(each.goals);
    uint32_t greatest = 0;
    for (const std::string& board : Arrangements(each.goals.begin()->first)) {
      SCOPED_TRACE(board);
      const std::vector<int32_t> cells = CellsOf(board);
      const std::vector<uint8_t> bytes = BytesOf(board);
      tilebase_question question = {};
      question.board = cells.data();
      question.cell_bytes = 4;
      const Asked asked = Ask(file.set(), question);
      question.board = bytes.data();
      question.cell_bytes = 1;
      question.want = TILEBASE_SHORTEST;
      const Asked by_bytes = Ask(file.set(), question);
      const Asked by_text = AskText(file.set(), board);
      EXPECT_EQ(by_bytes.actions, asked.actions);
      EXPECT_EQ(by_text.actions, asked.actions);
      EXPECT_EQ(by_text.code, asked.code);
      const auto value = values.find(board);
      if (value == values.end()) {
        EXPECT_EQ(asked.code, TILEBASE_ERROR_UNSOLVABLE);
        EXPECT_NE(asked.message.find("cannot be solved"), std::string::npos) << asked.message;
        continue;
      }
      ASSERT_EQ(asked.code, TILEBASE_OK) << asked.message;
      EXPECT_EQ(asked.message, "");
      greatest = std::max(greatest, value->second);
      const tilebase_answer& answer = asked.answer;
      EXPECT_EQ(answer.bound, value->second);
      EXPECT_EQ(answer.shortest, 1u);
      EXPECT_EQ(answer.why, static_cast<uint32_t>(TILEBASE_WHY_SHORTEST));
      const bool counts_runs = letters && problem.metric == WordMetric::kMtm;
      EXPECT_EQ((counts_runs ? answer.runs : answer.moves) + answer.goal_cost, value->second);
      EXPECT_EQ(asked.actions, TextOf(asked, letters, problem.width));
      const auto goal = each.goals.find(Played(asked, board, moves));
      ASSERT_NE(goal, each.goals.end());
      EXPECT_EQ(goal->second, answer.goal_cost);
    }
    EXPECT_EQ(info.certified_worst_case, greatest);
  }
}

TEST(WordsTest, ProbesHintsAndAnalysesHaveTheValuesOfAPlainSearch) {
  for (const WordCase& each : Cases()) {
    const WordProblem& problem = each.problem;
    SCOPED_TRACE(ToString(problem));
    const WordSetFile file(problem);
    const bool lines = problem.metric == WordMetric::kMtm;
    const PlainSearch search(problem.width, Name(problem.metric));
    const auto values = search.Values(each.goals);
    for (const auto& [board, value] : values) {
      const std::vector<uint8_t> bytes = BytesOf(board);
      tilebase_probe_result probe = {}, hint = {};
      tilebase_board_analysis analysis = {};
      const int code = tilebase_probe(file.set(), bytes.data(), bytes.size(), &probe, sizeof probe);
      EXPECT_EQ(tilebase_hint(file.set(), bytes.data(), bytes.size(), &hint, sizeof hint), code);
      EXPECT_EQ(tilebase_analyse_board(file.set(), bytes.data(), bytes.size(), nullptr, 0,
                                       &analysis, sizeof analysis),
                code);
      if (problem.blanks > 1) {
        ASSERT_EQ(code, TILEBASE_ERROR_UNSUPPORTED);
        break;
      }
      ASSERT_EQ(code, TILEBASE_OK);
      EXPECT_EQ(probe.remaining, static_cast<int32_t>(value));
      EXPECT_EQ(analysis.moves, value);
      EXPECT_EQ(hint.action, probe.action);
      std::multimap<int32_t, std::string> after;
      for (int action = 0; action < 4; ++action)
        for (int tiles = 1; tiles <= 7; ++tiles)
          if (const int32_t length = analysis.after[action][tiles - 1]; length >= 0) {
            after.emplace(length, std::string(static_cast<size_t>(tiles), "LRUD"[action]));
            if (tiles == 1) {
              EXPECT_EQ(probe.after[action], length);
            }
          }
      std::multiset<int32_t> expected, found;
      for (const PlainMove& move : search.Moves(board))
        expected.insert(static_cast<int32_t>(values.at(move.board)));
      for (const auto& [length, actions] : after) found.insert(length);
      EXPECT_EQ(found, expected);
      if (probe.action == 0) {
        EXPECT_EQ(each.goals.at(board), value);
        continue;
      }
      EXPECT_EQ(analysis.after[std::string("LRUD").find(probe.action)][probe.tiles - 1],
                static_cast<int32_t>(value) - 1);
      EXPECT_TRUE(lines || probe.tiles == 1);
      // Every move, as a game.
      for (const auto& [length, actions] : after) {
        uint32_t lengths[9], bounds[9];
        size_t moves = 0;
        ASSERT_EQ(tilebase_analyse_game(file.set(), bytes.data(), bytes.size(), actions.data(),
                                        actions.size(), nullptr, 0, lengths, bounds, &moves),
                  TILEBASE_OK);
        ASSERT_EQ(moves, lines ? 1u : actions.size());
        EXPECT_EQ(lengths[0], value);
        EXPECT_EQ(lengths[1], static_cast<uint32_t>(length));
      }
    }
  }
}

TEST(WordsTest, ScramblesHaveTheParThatTheyWereAskedForEachBoardEquallyLikely) {
  const WordSetFile file(*ProblemOfText("112/2#3/33_"));
  const PlainSearch search(3, "stm");
  const auto values = search.Values({{"1122#333_", 0}});
  std::map<uint32_t, std::set<std::string>> of_value;
  for (const auto& [board, value] : values) of_value[value].insert(board);
  const uint32_t greatest = of_value.rbegin()->first;
  for (const uint32_t least : {0u, 3u, greatest - 1, greatest}) {
    tilebase_scramble_wish wish = {};
    wish.min_moves = least;
    wish.max_moves = std::min(least + 1, greatest);
    wish.seed = 7;
    constexpr size_t kBoards = 500;
    std::vector<uint8_t> boards(9 * kBoards), again(9 * kBoards);
    std::vector<size_t> counts(kBoards);
    unsigned nature = 0;
    ASSERT_EQ(tilebase_scramble(file.set(), &wish, sizeof wish, boards.data(), 9, kBoards,
                                counts.data(), &nature),
              TILEBASE_OK);
    ASSERT_EQ(tilebase_scramble(file.set(), &wish, sizeof wish, again.data(), 9, kBoards, nullptr,
                                nullptr),
              TILEBASE_OK);
    EXPECT_EQ(boards, again);
    EXPECT_EQ(nature, TILEBASE_SCRAMBLE_OPTIMAL | TILEBASE_SCRAMBLE_UNIFORM);
    std::set<std::string> met;
    for (size_t i = 0; i < kBoards; ++i) {
      std::string board;
      for (size_t cell = 0; cell < 9; ++cell) {
        const int number = static_cast<int8_t>(boards[9 * i + cell]);
        board += number == 0 ? '_' : number < 0 ? '#' : static_cast<char>('0' + number);
      }
      ASSERT_EQ(values.at(board), counts[i]);
      EXPECT_GE(counts[i], wish.min_moves);
      EXPECT_LE(counts[i], wish.max_moves);
      met.insert(board);
    }
    const size_t all = of_value[least].size() + (least < greatest ? of_value[least + 1].size() : 0);
    if (all <= 40) {
      EXPECT_EQ(met.size(), all);
    }
  }
  tilebase_scramble_wish wish = {};
  wish.min_moves = greatest + 1;
  wish.max_moves = greatest + 5;
  uint8_t board[9];
  EXPECT_EQ(tilebase_scramble(file.set(), &wish, sizeof wish, board, 9, 1, nullptr, nullptr),
            TILEBASE_ERROR_NOT_FOUND);
}

TEST(WordsTest, AWarehouseTakesMoreBlanksAndLoadsThanItsTable) {
  const WordSetFile file(*ProblemOfStorage(4, 4, {5}, 2, 1, {0}));
  tilebase_set_info info = {};
  ASSERT_EQ(tilebase_info(file.set(), &info, sizeof info), TILEBASE_OK);
  EXPECT_EQ(info.wanted, 1u);
  const PlainSearch moves(4, "stm");
  const std::string more = "._...#.._..._..1";
  tilebase_question question = {};
  question.text = more.c_str();
  const Asked rule = Ask(file.set(), question);
  ASSERT_EQ(rule.code, TILEBASE_OK) << rule.message;
  EXPECT_EQ(Played(rule, more, moves)[0], '1');
  EXPECT_LE(rule.answer.bound, rule.answer.moves);
  EXPECT_EQ(rule.answer.why, static_cast<uint32_t>(TILEBASE_WHY_RULE));
  question.want = TILEBASE_EFFORT;
  question.boards = 3000;
  const Asked effort = Ask(file.set(), question);
  ASSERT_EQ(effort.code, TILEBASE_OK) << effort.message;
  EXPECT_EQ(Played(effort, more, moves)[0], '1');
  EXPECT_LE(effort.answer.moves, rule.answer.moves);
  EXPECT_GT(effort.answer.looked_at, 0u);
  question.want = TILEBASE_SHORTEST;
  EXPECT_EQ(Ask(file.set(), question).code, TILEBASE_ERROR_UNSUPPORTED);
  // Two loads: one after the other leaves.
  const std::string two = "...1.#.._..._..1";
  const Asked leave = AskText(file.set(), two);
  ASSERT_EQ(leave.code, TILEBASE_OK) << leave.message;
  EXPECT_EQ(Played(leave, two, moves, "1...............").find('1'), std::string::npos);
  question = {};
  question.text = two.c_str();
  question.deliver = TILEBASE_DELIVER_STAY;
  const Asked stay = Ask(file.set(), question);
  EXPECT_EQ(stay.code, TILEBASE_ERROR_BOARD);
  EXPECT_NE(stay.message.find("loads that stay"), std::string::npos) << stay.message;
}

TEST(WordsTest, SaysWhatIsWrongWithABoard) {
  const WordSetFile store(*ProblemOfStorage(4, 3, {}, 2, 1, {0}));
  const WordSetFile picture(*ProblemOfText("112/22_"));
  for (const auto& [text, code, part] : std::vector<std::tuple<std::string, int, std::string>>{
           {"...._..1....", TILEBASE_ERROR_BOARD, "blank; expected 2 at least, found 1"},
           {"...._.._....", TILEBASE_ERROR_BOARD, "tile 1; expected 1 at least, found 0"},
           {"...._.._1...._", TILEBASE_ERROR_BOARD, "12 cells"},
           {"..!._.._1...", TILEBASE_ERROR_BOARD, "'!' is no cell"},
           {"..#._.._1...", TILEBASE_ERROR_BOARD, "cell 2"},
           {"", TILEBASE_ERROR_BOARD, "empty board"}}) {
    const Asked asked = AskText(store.set(), text);
    EXPECT_EQ(asked.code, code) << text;
    EXPECT_NE(asked.message.find(part), std::string::npos) << text << ": " << asked.message;
    EXPECT_EQ(asked.actions, "");
  }
  EXPECT_EQ(AskText(picture.set(), "112/2__").code, TILEBASE_ERROR_BOARD);
  EXPECT_EQ(AskText(picture.set(), "1122__").code, TILEBASE_ERROR_BOARD);
  tilebase_question question = {};
  question.text = "112/22_";
  question.width = 2;
  question.height = 3;
  EXPECT_EQ(Ask(picture.set(), question).code, TILEBASE_ERROR_BOARD_SIZE);
  question.width = question.height = 0;
  const uint8_t to[6] = {1, 1, 2, 2, 2, 0};
  question.to = to;
  const Asked refused = Ask(picture.set(), question);
  EXPECT_EQ(refused.code, TILEBASE_ERROR_UNSUPPORTED);
  EXPECT_NE(refused.message.find("goals of its own"), std::string::npos) << refused.message;
  question.to = nullptr;
  question.deliver = 3;
  EXPECT_EQ(tilebase_ask(picture.set(), &question, sizeof question, nullptr, 0),
            TILEBASE_ERROR_ARGUMENT);
  question.deliver = 0;
  question.board = to;  // and text
  EXPECT_EQ(tilebase_ask(picture.set(), &question, sizeof question, nullptr, 0),
            TILEBASE_ERROR_ARGUMENT);
}

TEST(WordsTest, AShortBufferTellsWhatIsNeeded) {
  const WordSetFile file(*ProblemOfStorage(4, 3, {}, 2, 1, {0}));
  tilebase_question question = {};
  question.text = "...._.._...1";
  const Asked whole = Ask(file.set(), question);
  ASSERT_EQ(whole.code, TILEBASE_OK);
  tilebase_answer answer = {};
  std::vector<tilebase_slide> slides(whole.slides.size() - 1);
  question.slides = slides.data();
  question.slide_capacity = slides.size();
  EXPECT_EQ(tilebase_ask(file.set(), &question, sizeof question, &answer, sizeof answer),
            TILEBASE_ERROR_BUFFER);
  EXPECT_EQ(answer.slides, whole.answer.slides);
  EXPECT_EQ(answer.moves, whole.answer.moves);
  question.slides = nullptr;
  question.slide_capacity = 0;
  std::string actions(whole.actions.size() + 1, '?');
  question.actions = actions.data();
  question.capacity = whole.actions.size();
  EXPECT_EQ(tilebase_ask(file.set(), &question, sizeof question, &answer, sizeof answer),
            TILEBASE_ERROR_BUFFER);
  question.capacity = actions.size();
  EXPECT_EQ(tilebase_ask(file.set(), &question, sizeof question, &answer, sizeof answer),
            TILEBASE_OK);
  EXPECT_EQ(actions, whole.actions + '\0');
}

TEST(WordsTest, OtherFunctionsRefuseOrAnswer) {
  const WordSetFile file(*ProblemOfText("112/22_"));
  const std::vector<uint8_t> board = BytesOf("_12212");
  char letters[64];
  size_t count = 0;
  const Asked asked = AskText(file.set(), "_12212");
  ASSERT_EQ(asked.code, TILEBASE_OK);
  ASSERT_EQ(tilebase_solve(file.set(), board.data(), 6, letters, sizeof letters, &count),
            TILEBASE_OK);
  EXPECT_EQ(letters, asked.actions);
  EXPECT_EQ(count, asked.answer.moves);
  EXPECT_EQ(tilebase_solve(file.set(), board.data(), 6, nullptr, 0, &count), TILEBASE_ERROR_BUFFER);
  std::vector<uint8_t> two = board;
  two.insert(two.end(), board.begin(), board.end());
  two[6] = 9;
  char both[128];
  int codes[2];
  EXPECT_EQ(tilebase_solve_batch(file.set(), two.data(), 6, 2, both, 64, nullptr, codes),
            TILEBASE_ERROR_BOARD);
  EXPECT_EQ(both, asked.actions);
  EXPECT_EQ(codes[0], TILEBASE_OK);
  // A batch of questions, of which one is none.
  tilebase_question questions[3] = {};
  for (tilebase_question& question : questions) question.text = "_12/212";
  questions[1].text = nullptr;
  tilebase_answer answers[3];
  EXPECT_EQ(
      tilebase_ask_batch(file.set(), questions, sizeof *questions, 3, answers, sizeof *answers),
      TILEBASE_ERROR_ARGUMENT);
  EXPECT_EQ(answers[0].moves, asked.answer.moves);
  EXPECT_EQ(answers[2].moves, asked.answer.moves);
  tilebase_set* other = nullptr;
  EXPECT_EQ(tilebase_open_to(file.set(), board.data(), 6, &other), TILEBASE_ERROR_UNSUPPORTED);
  tilebase_probe_result probe = {};
  EXPECT_EQ(tilebase_probe_subproblem(file.set(), board.data(), 6, 1, 0, &probe, sizeof probe),
            TILEBASE_ERROR_UNSUPPORTED);
  tilebase_shortest shortest = {};
  EXPECT_EQ(tilebase_shortest_solutions(file.set(), board.data(), 6, nullptr, 0, 0, 0, nullptr,
                                        nullptr, &shortest, sizeof shortest),
            TILEBASE_ERROR_UNSUPPORTED);
  EXPECT_EQ(tilebase_probe(file.set(), board.data(), 5, &probe, sizeof probe),
            TILEBASE_ERROR_BOARD_SIZE);
  EXPECT_EQ(tilebase_prepare(file.set(), nullptr, 0), TILEBASE_OK);
  EXPECT_EQ(tilebase_prepare_effort(file.set(), 1, nullptr, 0), TILEBASE_OK);
  EXPECT_EQ(tilebase_prepare_optimal(file.set(), 1, nullptr, 0), TILEBASE_OK);
  EXPECT_EQ(tilebase_verify(file.set(), 1, nullptr, 0), TILEBASE_OK);
  uint32_t lengths[3];
  EXPECT_EQ(tilebase_analyse_game(file.set(), board.data(), 6, "RR", 2, nullptr, 0, lengths,
                                  nullptr, nullptr),
            TILEBASE_ERROR_ARGUMENT);
}

TEST(WordsTest, ASetOfStagesClaimsNoShortestLengths) {
  const absl::StatusOr<WordProblem> problem = ProblemOfWalls(5, 3, {6});
  ASSERT_TRUE(problem.ok()) << problem.status();
  const WordSetFile file(*problem);
  tilebase_set_info info = {};
  ASSERT_EQ(tilebase_info(file.set(), &info, sizeof info), TILEBASE_OK);
  EXPECT_GT(info.stages, 1u);
  EXPECT_EQ(info.probes_lead_home, 1u);

  tilebase_scramble_wish wish = {};
  wish.min_moves = 20;
  wish.max_moves = 200;
  wish.seed = 1;
  std::vector<uint8_t> board(15);
  size_t moves = 0;
  unsigned nature = 0;
  ASSERT_EQ(tilebase_scramble(file.set(), &wish, sizeof wish, board.data(), board.size(), 1, &moves,
                              &nature),
            TILEBASE_OK);
  EXPECT_EQ(nature, TILEBASE_SCRAMBLE_UNIFORM);

  tilebase_question question = {};
  question.board = board.data();
  const Asked asked = Ask(file.set(), question);
  EXPECT_EQ(asked.code, TILEBASE_OK);
  EXPECT_EQ(asked.answer.moves, moves);
  EXPECT_EQ(asked.answer.shortest, 0u);
  EXPECT_EQ(asked.answer.why, TILEBASE_WHY_STAGES);
  EXPECT_LE(asked.answer.bound, moves);
  question.want = TILEBASE_SHORTEST;
  EXPECT_EQ(Ask(file.set(), question).code, TILEBASE_ERROR_UNSUPPORTED);
  question.want = TILEBASE_EFFORT;
  question.boards = 20000;
  EXPECT_LE(Ask(file.set(), question).answer.moves, moves);

  tilebase_board_analysis analysis = {};
  EXPECT_EQ(tilebase_analyse_board(file.set(), board.data(), board.size(), nullptr, 0, &analysis,
                                   sizeof analysis),
            TILEBASE_ERROR_UNSUPPORTED);
}

TEST(WordsTest, ASetOpensFromMemoryAndWithinItsMemory) {
  const WordSetFile file(*ProblemOfText("112/22_"));
  std::ifstream stream(file.path(), std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  tilebase_set* set = nullptr;
  char why[512] = "";
  ASSERT_EQ(tilebase_open_image(bytes.data(), bytes.size(), 0, &set, why, sizeof why), TILEBASE_OK)
      << why;
  EXPECT_EQ(AskText(set, "_12/212").actions, AskText(file.set(), "_12/212").actions);
  tilebase_close(set);
  tilebase_open_options options = {};
  options.memory_bytes = 10;
  EXPECT_EQ(
      tilebase_open_with(file.path().c_str(), &options, sizeof options, &set, why, sizeof why),
      TILEBASE_ERROR_MEMORY);
  EXPECT_EQ(set, nullptr);
  for (size_t at = 0; at < bytes.size(); at += 7) {
    std::string damaged = bytes;
    damaged[at] ^= 4;
    EXPECT_NE(tilebase_open_image(damaged.data(), damaged.size(), 0, &set, nullptr, 0), TILEBASE_OK)
        << at;
    EXPECT_EQ(tilebase_open_image(bytes.data(), at, 0, &set, nullptr, 0) == TILEBASE_OK, false);
  }
}

}  // namespace
}  // namespace tilebase
