// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/words/word_problem.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "tables/error.h"

namespace tilebase {
namespace {

constexpr int kMaxLabel = 9999;

absl::Status Wrong(std::string what, std::string expected) {
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.what = std::move(what), .expected = std::move(expected)});
}

// Returns the value of a cell's character; -4 if it has none.
int ValueOf(char c) {
  switch (c) {
    case '_':
    case '0':
      return WordText::kBlank;
    case '#':
      return WordText::kWall;
    case '?':
      return WordText::kAny;
    case '.':
      return WordText::kOther;
    default:
      if (absl::ascii_isdigit(static_cast<unsigned char>(c))) return c - '0';
      if (absl::ascii_isalpha(static_cast<unsigned char>(c)))
        return absl::ascii_tolower(static_cast<unsigned char>(c)) - 'a' + 10;
      return -4;
  }
}

absl::Status AppendCharacters(absl::string_view row, std::vector<int>* cells) {
  for (const char c : row) {
    const int value = ValueOf(c);
    if (value == -4)
      return Wrong(absl::StrCat("'", std::string(1, c), "' is no cell"),
                   "1-9, a-z, _ for a blank, # for a wall, . for any other tile, or ?");
    cells->push_back(value);
  }
  return absl::OkStatus();
}

absl::Status AppendTokens(const std::vector<std::string>& tokens, std::vector<int>* cells) {
  for (const std::string& token : tokens) {
    int value = 0;
    if (token.size() == 1 && ValueOf(token[0]) != -4) {
      cells->push_back(ValueOf(token[0]));
    } else if (absl::ascii_isdigit(static_cast<unsigned char>(token[0])) &&
               absl::SimpleAtoi(token, &value) && value <= kMaxLabel) {
      cells->push_back(value);
    } else {
      return Wrong(absl::StrCat(Quoted(token), " is no cell"),
                   "a tile's number, _ for a blank, # for a wall, . for any other tile, or ?");
    }
  }
  return absl::OkStatus();
}

// Returns the parts of a text between these characters, without spaces around them; no empty ones.
std::vector<std::string> SplitAt(absl::string_view text, absl::string_view separators) {
  std::vector<std::string> parts;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find_first_of(separators, begin), text.size());
    const absl::string_view part = absl::StripAsciiWhitespace(text.substr(begin, end - begin));
    if (!part.empty()) parts.emplace_back(part);
    begin = end + 1;
  }
  return parts;
}

// "tiles 1-8", or "tiles 1x2 2x3 3 others".
std::string TilesText(const WordProblem& problem) {
  if (problem.IsPermutation() && !problem.has_rest())
    return absl::StrCat("tiles ", problem.symbols.front().label, "-", problem.symbols.back().label);
  std::string text = "tiles";
  for (const WordSymbol& symbol : problem.symbols)
    if (symbol.label == 0)
      absl::StrAppend(&text, " ", symbol.count, " others");
    else
      absl::StrAppend(&text, " ", symbol.label,
                      symbol.count == 1 ? std::string() : absl::StrCat("x", symbol.count));
  return text;
}

// Returns the cells of the text by open cell; checks that walls are where the problem has them.
absl::StatusOr<std::vector<int>> OpenCells(const WordProblem& problem, const WordText& text) {
  std::vector<int> cells;
  size_t next = 0;
  for (int cell = 0; cell < problem.cells(); ++cell) {
    const bool is_open = next < problem.open.size() && problem.open[next] == cell;
    const bool shown_open = text.cell[static_cast<size_t>(cell)] != WordText::kWall;
    if (is_open != shown_open)
      return Wrong(absl::StrCat("cell ", cell, shown_open ? " is open" : " is a wall"),
                   is_open ? "an open cell there" : "a wall (#) there");
    if (!is_open) continue;
    cells.push_back(text.cell[static_cast<size_t>(cell)]);
    ++next;
  }
  return cells;
}

// How many of each symbol a text may have.
enum class Counts { kExact, kAtMost, kMore };

absl::StatusOr<Word> WordOf(const WordProblem& problem, const WordText& text, Counts counts) {
  const bool pattern = counts == Counts::kAtMost;
  const absl::StatusOr<std::vector<int>> cells = OpenCells(problem, text);
  if (!cells.ok()) return cells.status();
  Word word;
  std::vector<int> found(problem.symbols.size() + 1);
  const bool is_storage = problem.has_rest();
  for (const int value : *cells) {
    int symbol = 0;
    if (value == WordText::kAny && pattern) {
      word.push_back(WordGoal::kAny);
      continue;
    }
    if (value == WordText::kAny) return Wrong("'?' stands in a board", "a tile in every open cell");
    if (value == WordText::kOther) {
      if (!is_storage) return Wrong("'.' stands in a board", "each tile by its number");
      symbol = static_cast<int>(problem.symbols.size());
    } else if (value != WordText::kBlank) {
      symbol = problem.SymbolOf(value);
      // The paper gives the blank this number.
      if (symbol < 0 && problem.blanks == 1 && value == problem.open_count()) symbol = 0;
      if (symbol < 0)
        return Wrong(absl::StrCat("no tile of the table set is called ", value),
                     TilesText(problem));
    }
    ++found[static_cast<size_t>(symbol)];
    word.push_back(static_cast<uint8_t>(symbol));
  }
  for (size_t symbol = 0; symbol < found.size(); ++symbol) {
    const int expected = symbol == 0 ? problem.blanks : problem.symbols[symbol - 1].count;
    if (counts == Counts::kMore && symbol == problem.symbols.size()) continue;
    if (pattern                   ? found[symbol] <= expected
        : counts == Counts::kMore ? found[symbol] >= expected
                                  : found[symbol] == expected)
      continue;
    const std::string name = symbol == 0 ? "blank"
                             : problem.symbols[symbol - 1].label == 0
                                 ? "other tile"
                                 : absl::StrCat("tile ", problem.symbols[symbol - 1].label);
    return MakeError(absl::StatusCode::kInvalidArgument,
                     {.what = name,
                      .expected = absl::StrCat(expected, pattern                   ? " at most"
                                                         : counts == Counts::kMore ? " at least"
                                                                                   : " of them"),
                      .found = absl::StrCat(found[symbol])});
  }
  return word;
}

// Reads "BOARD COST" or "BOARD"; the last word is the cost if the board is complete without it.
absl::StatusOr<std::pair<WordText, uint32_t>> ReadGoalLine(absl::string_view line, int width,
                                                           int height) {
  absl::StatusOr<WordText> whole = ReadWordText(line, width, height);
  if (whole.ok()) return std::make_pair(*whole, 0u);
  const size_t space = line.find_last_of(" \t");
  uint32_t cost = 0;
  if (space == line.npos) return whole.status();
  const absl::string_view last = line.substr(space + 1);
  const bool is_cost = absl::SimpleAtoi(last, &cost) && cost <= kMaxGoalCost;
  absl::StatusOr<WordText> board =
      ReadWordText(absl::StripAsciiWhitespace(line.substr(0, space)), width, height);
  if (board.ok() && !is_cost)
    return Wrong(absl::StrCat("cost ", Quoted(std::string(last))),
                 absl::StrCat("a number from 0 to ", kMaxGoalCost));
  if (!board.ok()) return is_cost ? board.status() : whole.status();
  return std::make_pair(*board, cost);
}

absl::StatusOr<std::vector<uint16_t>> OpenOf(int width, int height, const std::vector<int>& walls) {
  if (width < 1 || height < 1 || width * height > kMaxWordCells)
    return Wrong(absl::StrCat("board ", width, "x", height),
                 absl::StrCat("at most ", kMaxWordCells, " cells"));
  std::vector<uint16_t> open;
  const std::set<int> closed(walls.begin(), walls.end());
  if (!closed.empty() && (*closed.begin() < 0 || *closed.rbegin() >= width * height))
    return Wrong(absl::StrCat("wall ", *closed.begin() < 0 ? *closed.begin() : *closed.rbegin()),
                 absl::StrCat("cells of the board, 0 to ", width * height - 1));
  for (int cell = 0; cell < width * height; ++cell)
    if (closed.count(cell) == 0) open.push_back(static_cast<uint16_t>(cell));
  return open;
}

// Returns a problem with the symbols of these values and without goals.
WordProblem ProblemOf(const WordText& text, const std::map<int, int>& counts, int blanks) {
  WordProblem problem;
  problem.width = text.width;
  problem.height = text.height;
  problem.blanks = blanks;
  for (size_t cell = 0; cell < text.cell.size(); ++cell)
    if (text.cell[cell] != WordText::kWall) problem.open.push_back(static_cast<uint16_t>(cell));
  int rest = problem.open_count() - blanks;
  for (const auto& [label, count] : counts) {
    problem.symbols.push_back({static_cast<uint16_t>(label), static_cast<uint16_t>(count)});
    rest -= count;
  }
  if (rest > 0) problem.symbols.push_back({0, static_cast<uint16_t>(rest)});
  return problem;
}

}  // namespace

const char* Name(WordMetric metric) {
  static constexpr const char* kNames[] = {"stm", "mtm", "steps", "line-steps"};
  return kNames[static_cast<int>(metric)];
}

int WordProblem::SymbolOf(int label) const {
  for (size_t i = 0; i < symbols.size(); ++i)
    if (symbols[i].label == label) return static_cast<int>(i) + 1;
  return has_rest() ? static_cast<int>(symbols.size()) : -1;
}

bool WordProblem::IsPermutation() const {
  return blanks == 1 && std::all_of(symbols.begin(), symbols.end(),
                                    [](const WordSymbol& symbol) { return symbol.count == 1; });
}

int WordProblem::Side(const Word& word) const {
  int side = 0;
  for (size_t i = 0; i < word.size(); ++i) {
    if (word[i] == 0) side += open[i] / width + open[i] % width;
    for (size_t j = i + 1; j < word.size(); ++j) side += word[i] > word[j];
  }
  return side & 1;
}

bool WordProblem::is_halved() const {
  if (!IsPermutation() || open_count() < 3 || goals.empty()) return false;
  for (const WordGoal& goal : goals)
    if (std::count(goal.cell.begin(), goal.cell.end(), WordGoal::kAny) != 0) return false;
  const int side = Side(goals[0].cell);
  return std::all_of(goals.begin(), goals.end(),
                     [&](const WordGoal& goal) { return Side(goal.cell) == side; });
}

absl::Status CheckWordProblem(const WordProblem& problem) {
  if (problem.width < 1 || problem.height < 1 || problem.width > kMaxWordCells ||
      problem.height > kMaxWordCells || problem.cells() > kMaxWordCells)
    return Wrong(absl::StrCat("board ", problem.width, "x", problem.height),
                 absl::StrCat("1 to ", kMaxWordCells, " cells"));
  for (size_t i = 0; i < problem.open.size(); ++i)
    if (problem.open[i] >= problem.cells() || (i > 0 && problem.open[i] <= problem.open[i - 1]))
      return Wrong("open cells", "cells of the board in ascending order");
  if (problem.blanks < 1 || problem.blanks > kMaxWordBlanks)
    return Wrong(absl::StrCat(problem.blanks, " blanks"), absl::StrCat("1 to ", kMaxWordBlanks));
  if (problem.symbols.empty() || problem.symbols.size() > kMaxWordSymbols)
    return Wrong(absl::StrCat(problem.symbols.size(), " kinds of tiles"),
                 absl::StrCat("1 to ", kMaxWordSymbols));
  int cells = problem.blanks;
  for (size_t i = 0; i < problem.symbols.size(); ++i) {
    const WordSymbol& symbol = problem.symbols[i];
    const bool last = i + 1 == problem.symbols.size();
    if (symbol.count == 0 || symbol.count > kMaxWordCells || symbol.label > kMaxLabel ||
        (symbol.label == 0 && !last) ||
        (i > 0 && symbol.label != 0 && symbol.label <= problem.symbols[i - 1].label))
      return Wrong("the list of tiles", "ascending numbers, each with a count");
    cells += symbol.count;
  }
  if (cells != problem.open_count())
    return MakeError(absl::StatusCode::kInvalidArgument,
                     {.what = "blanks and tiles",
                      .expected = absl::StrCat(problem.open_count(), ", one an open cell"),
                      .found = absl::StrCat(cells)});
  if (problem.goals.empty() || problem.goals.size() > kMaxGoals)
    return Wrong(absl::StrCat(problem.goals.size(), " goals"), absl::StrCat("1 to ", kMaxGoals));
  for (const WordGoal& goal : problem.goals) {
    std::vector<int> found(problem.symbols.size() + 1);
    if (goal.cell.size() != problem.open.size() || goal.cost > kMaxGoalCost)
      return Wrong("a goal", "a symbol for every open cell");
    for (const uint8_t symbol : goal.cell) {
      if (symbol == WordGoal::kAny) continue;
      if (symbol > problem.symbols.size()) return Wrong("a goal", "symbols of the board");
      const int most = symbol == 0 ? problem.blanks : problem.symbols[symbol - 1u].count;
      if (++found[symbol] > most) return Wrong("a goal", "no more of a symbol than the board has");
    }
  }
  return absl::OkStatus();
}

std::string ToString(const WordProblem& problem) {
  std::string text = absl::StrCat(problem.width, "x", problem.height, " board");
  std::string walls;
  for (int cell = 0; cell < problem.cells(); ++cell)
    if (!std::binary_search(problem.open.begin(), problem.open.end(), cell))
      absl::StrAppend(&walls, walls.empty() ? " with walls " : ",", cell);
  absl::StrAppend(&text, walls, ", ", problem.blanks, problem.blanks == 1 ? " blank" : " blanks");
  absl::StrAppend(&text, ", ", TilesText(problem), ", ", problem.goals.size(),
                  problem.goals.size() == 1 ? " goal" : " goals", ", ", Name(problem.metric));
  return text;
}

absl::StatusOr<WordText> ReadWordText(absl::string_view text, int width, int height) {
  const std::vector<std::string> rows = SplitAt(text, "/\n");
  if (rows.empty()) return Wrong("an empty board", "its cells row by row");
  const bool sized = width != 0;
  const bool spaced = std::any_of(rows.begin(), rows.end(), [](const std::string& row) {
    return row.find_first_of(" \t,") != row.npos;
  });
  WordText board;
  std::vector<size_t> ends;
  for (const std::string& row : rows) {
    // In a board of width 1, a row of several characters is one number.
    const bool number = sized && width == 1 && row.size() > 1 && rows.size() > 1;
    const absl::Status status = spaced || number ? AppendTokens(SplitAt(row, " \t\r,"), &board.cell)
                                                 : AppendCharacters(row, &board.cell);
    if (!status.ok()) return status;
    ends.push_back(board.cell.size());
  }
  board.width = sized ? width : static_cast<int>(ends[0]);
  board.height = sized ? height : static_cast<int>(rows.size());
  if (!sized && rows.size() == 1)
    for (int side = 2; side * side <= board.width; ++side)
      if (side * side == board.width) board.width = board.height = side;
  const size_t cells = static_cast<size_t>(board.width) * static_cast<size_t>(board.height);
  if (cells > kMaxWordCells)
    return Wrong(absl::StrCat("a board of ", cells, " cells"),
                 absl::StrCat("at most ", kMaxWordCells));
  if (board.cell.size() != cells)
    return MakeError(
        absl::StatusCode::kInvalidArgument,
        {.expected = absl::StrCat(board.width, "x", board.height, ", ", cells, " cells"),
         .found = absl::StrCat(board.cell.size())});
  if (rows.size() > 1)
    for (size_t row = 0; row < ends.size(); ++row)
      if (ends[row] != (row + 1) * static_cast<size_t>(board.width))
        return Wrong(absl::StrCat("row ", row + 1),
                     absl::StrCat("rows of ", board.width, " cells each"));
  return board;
}

PlayedBoard PlayedOf(const WordText& board) {
  static_assert(PlayedBoard::kWall == static_cast<uint32_t>(WordText::kWall));
  static_assert(PlayedBoard::kOther == static_cast<uint32_t>(WordText::kOther));
  return PlayedBoard({static_cast<uint32_t>(board.width), static_cast<uint32_t>(board.height)},
                     {board.cell.begin(), board.cell.end()});
}

absl::StatusOr<Word> ParseWord(const WordProblem& problem, absl::string_view text) {
  const absl::StatusOr<WordText> read = ReadWordText(text, problem.width, problem.height);
  if (!read.ok()) return read.status();
  return WordOf(problem, *read, Counts::kExact);
}

absl::StatusOr<Word> ReadWord(const WordProblem& problem, const WordText& text) {
  return WordOf(problem, text, Counts::kExact);
}

absl::StatusOr<Word> ReadMoreWord(const WordProblem& problem, const WordText& text) {
  return WordOf(problem, text, Counts::kMore);
}

int LabelOf(const WordProblem& problem, uint8_t symbol) {
  if (symbol == 0) return WordText::kBlank;
  if (symbol == WordGoal::kAny) return WordText::kAny;
  const int label = problem.symbols[symbol - 1u].label;
  return label == 0 ? WordText::kOther : label;
}

std::vector<int> CellsOf(const WordProblem& problem, const Word& word) {
  std::vector<int> cells(static_cast<size_t>(problem.cells()), WordText::kWall);
  for (size_t i = 0; i < word.size(); ++i) cells[problem.open[i]] = LabelOf(problem, word[i]);
  return cells;
}

std::string ToText(const WordProblem& problem, const Word& word) {
  const bool characters = std::all_of(problem.symbols.begin(), problem.symbols.end(),
                                      [](const WordSymbol& symbol) { return symbol.label <= 35; });
  std::string text;
  const std::vector<int> cells = CellsOf(problem, word);
  for (size_t cell = 0; cell < cells.size(); ++cell) {
    if (cell > 0 && cell % static_cast<size_t>(problem.width) == 0)
      text += '/';
    else if (cell > 0 && !characters)
      text += ' ';
    const int value = cells[cell];
    if (value <= 0)
      text += "_#?."[-value];
    else if (!characters)
      absl::StrAppend(&text, value);
    else
      text += static_cast<char>(value < 10 ? '0' + value : 'a' + value - 10);
  }
  return text;
}

absl::StatusOr<WordProblem> ProblemOfText(absl::string_view text, int width, int height) {
  const absl::StatusOr<WordText> read = ReadWordText(text, width, height);
  if (!read.ok()) return read.status();
  std::map<int, int> counts;
  int blanks = 0;
  for (const int value : read->cell) {
    if (value == WordText::kAny) return Wrong("'?' stands in the board", "each cell's symbol");
    if (value > 0) ++counts[value];
    blanks += value == WordText::kBlank;
  }
  if (blanks == 0) return Wrong("the board has no blank", "_ on one cell");
  WordProblem problem = ProblemOf(*read, counts, blanks);
  const absl::StatusOr<Word> goal = WordOf(problem, *read, Counts::kExact);
  if (!goal.ok()) return goal.status();
  problem.goals.push_back({*goal, 0});
  if (absl::Status status = CheckWordProblem(problem); !status.ok()) return status;
  return problem;
}

absl::StatusOr<WordProblem> ProblemOfWalls(int width, int height, const std::vector<int>& walls) {
  absl::StatusOr<std::vector<uint16_t>> open = OpenOf(width, height, walls);
  if (!open.ok()) return open.status();
  WordProblem problem;
  problem.width = width;
  problem.height = height;
  problem.open = *std::move(open);
  if (problem.open_count() < 2 || problem.open_count() > kMaxWordSymbols)
    return Wrong(absl::StrCat(problem.open_count(), " open cells"),
                 absl::StrCat("2 to ", kMaxWordSymbols));
  WordGoal goal;
  for (int tile = 1; tile < problem.open_count(); ++tile) {
    problem.symbols.push_back({static_cast<uint16_t>(tile), 1});
    goal.cell.push_back(static_cast<uint8_t>(tile));
  }
  goal.cell.push_back(0);
  problem.goals.push_back(std::move(goal));
  if (absl::Status status = CheckWordProblem(problem); !status.ok()) return status;
  return problem;
}

absl::StatusOr<WordProblem> ProblemOfStorage(int width, int height, const std::vector<int>& walls,
                                             int blanks, int wanted,
                                             const std::vector<int>& goal_cells) {
  absl::StatusOr<std::vector<uint16_t>> open = OpenOf(width, height, walls);
  if (!open.ok()) return open.status();
  WordProblem problem;
  problem.width = width;
  problem.height = height;
  problem.open = *std::move(open);
  problem.blanks = blanks;
  const int others = problem.open_count() - blanks - wanted;
  if (blanks < 1 || wanted < 1 || others < 0)
    return Wrong(absl::StrCat(blanks, " blanks and ", wanted, " wanted loads"),
                 absl::StrCat("at least one of each on ", problem.open_count(), " open cells"));
  problem.symbols.push_back({1, static_cast<uint16_t>(wanted)});
  if (others > 0) problem.symbols.push_back({0, static_cast<uint16_t>(others)});
  std::vector<size_t> goals;  // as open cells, ascending
  for (const int cell : std::set<int>(goal_cells.begin(), goal_cells.end())) {
    const auto found = std::find(problem.open.begin(), problem.open.end(), cell);
    if (found == problem.open.end())
      return Wrong(absl::StrCat("goal cell ", cell), "an open cell of the board");
    goals.push_back(static_cast<size_t>(found - problem.open.begin()));
  }
  if (goals.size() < static_cast<size_t>(wanted))
    return Wrong(absl::StrCat(goals.size(), " goal cells for ", wanted, " wanted loads"),
                 "a goal cell for each, as delivered loads stay there");
  // Go through all sets of `wanted` goal cells.
  std::vector<bool> taken(goals.size());
  std::fill_n(taken.begin(), wanted, true);
  do {
    WordGoal goal{Word(problem.open.size(), WordGoal::kAny), 0};
    for (size_t i = 0; i < goals.size(); ++i)
      if (taken[i]) goal.cell[goals[i]] = 1;
    problem.goals.push_back(std::move(goal));
    if (problem.goals.size() > kMaxGoals)
      return Wrong(absl::StrCat(goals.size(), " goal cells for ", wanted, " loads"),
                   absl::StrCat("at most ", kMaxGoals, " ways to place them"));
  } while (std::prev_permutation(taken.begin(), taken.end()));
  if (absl::Status status = CheckWordProblem(problem); !status.ok()) return status;
  return problem;
}

absl::Status ReadGoals(absl::string_view text, WordProblem* problem) {
  std::vector<WordGoal> goals;
  const std::vector<std::string> lines = SplitAt(text, "\n");
  for (size_t line = 0; line < lines.size(); ++line) {
    const auto goal = ReadGoalLine(lines[line], problem->width, problem->height);
    const std::string where = absl::StrCat("goal ", line + 1);
    if (!goal.ok()) return ErrorWithin(where, goal.status());
    const absl::StatusOr<Word> word = WordOf(*problem, goal->first, Counts::kAtMost);
    if (!word.ok()) return ErrorWithin(where, word.status());
    goals.push_back({*word, goal->second});
  }
  if (goals.empty()) return Wrong("no goals", "a board a line");
  problem->goals = std::move(goals);
  return CheckWordProblem(*problem);
}

absl::StatusOr<WordProblem> ProblemOfGoals(absl::string_view text, int width, int height) {
  const std::vector<std::string> lines = SplitAt(text, "\n");
  if (lines.empty()) return Wrong("no goals", "a board a line");
  std::map<int, int> counts;  // for each tile, the greatest count in any goal
  int blanks = 1;
  absl::StatusOr<std::pair<WordText, uint32_t>> first = ReadGoalLine(lines[0], width, height);
  if (!first.ok()) return ErrorWithin("goal 1", first.status());
  for (size_t line = 0; line < lines.size(); ++line) {
    const auto goal = ReadGoalLine(lines[line], first->first.width, first->first.height);
    if (!goal.ok()) return ErrorWithin(absl::StrCat("goal ", line + 1), goal.status());
    std::map<int, int> here;
    for (const int value : goal->first.cell)
      if (value >= 0) ++here[value];
    for (const auto& [value, count] : here)
      if (value == WordText::kBlank)
        blanks = std::max(blanks, count);
      else
        counts[value] = std::max(counts[value], count);
  }
  WordProblem problem = ProblemOf(first->first, counts, blanks);
  if (absl::Status status = ReadGoals(text, &problem); !status.ok()) return status;
  return problem;
}

}  // namespace tilebase
