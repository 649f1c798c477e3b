// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/board_reader.h"

namespace tilebase {
namespace {

// Codes for the text of a cell, used until the whole text shows what letters and marks mean. A
// smaller code is a number.
constexpr uint32_t kMarkCode = uint32_t{1} << 24;  // a mark that may stand for the blank
constexpr uint32_t kLetterCode = kMarkCode + 1;    // a; the 25 that follow are b to z
constexpr uint32_t kNoCode = kLetterCode + 26;     // a cell may not hold this
constexpr uint32_t kSeen = uint32_t{1} << 31;      // with a tile's number: it is on the board

constexpr uint32_t kMostDigits = 7;
constexpr uint32_t kMostCharacters = 36;  // cells of a board that has a character for each
constexpr uint32_t kMostQuoted = 24;
constexpr uint32_t kMostLabel = 32;  // characters

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool IsLetter(char c) { return Lower(c) >= 'a' && Lower(c) <= 'z'; }
bool IsCharacterOfCell(char c) { return IsDigit(c) || IsLetter(c) || c == '_'; }
bool IsLineEnd(char c) { return c == '\n' || c == '\r'; }
bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// A board with one character a cell has cells where other boards have separators.
bool IsSeparator(char c) {
  switch (c) {
    case ',':
    case '/':
    case ';':
    case '|':
    case '[':
    case ']':
    case '(':
    case ')':
    case '{':
    case '}':
    case '"':
    case '\'':
    case '#':
      return true;
    default:
      return IsSpace(c);
  }
}

struct Text {
  const char* begin = nullptr;
  const char* end = nullptr;

  uint32_t size() const { return static_cast<uint32_t>(end - begin); }
  bool empty() const { return begin == end; }
  bool Is(const char* word) const {
    const char* at = begin;
    while (at != end && *word != 0 && *at == *word) ++at, ++word;
    return at == end && *word == 0;
  }
};

Text Trimmed(Text text) {
  while (!text.empty() && IsSpace(*text.begin)) ++text.begin;
  while (!text.empty() && IsSpace(text.end[-1])) --text.end;
  return text;
}

uint32_t CodeOfCharacter(char c) {
  if (IsDigit(c)) return static_cast<uint32_t>(c - '0');
  if (IsLetter(c)) return kLetterCode + static_cast<uint32_t>(Lower(c) - 'a');
  if (c == '_') return 0;
  return c == '.' || c == '*' || c == '-' ? kMarkCode : kNoCode;
}

uint32_t NumberOf(Text digits) {
  if (digits.empty() || digits.size() > kMostDigits) return kNoCode;
  uint32_t number = 0;
  for (const char* c = digits.begin; c != digits.end; ++c) {
    if (!IsDigit(*c)) return kNoCode;
    number = number * 10 + static_cast<uint32_t>(*c - '0');
  }
  return number;
}

// An empty word is a cell that holds nothing.
uint32_t CodeOfWord(Text word) {
  if (word.empty()) return kMarkCode;
  if (word.size() == 1) return CodeOfCharacter(*word.begin);
  if (word.Is("-1") || word.Is("None") || word.Is("null")) return kMarkCode;
  return NumberOf(word);
}

// Returns whether a board may have this shape.
bool IsWithin(BoardShape shape) {
  return shape.width >= 2 && shape.width <= kMaxAnySide && shape.height >= 2 &&
         shape.height <= kMaxAnySide;
}

// "3x5".
bool ReadSize(Text text, BoardShape* shape) {
  const char* cross = text.begin;
  while (cross != text.end && Lower(*cross) != 'x') ++cross;
  if (cross == text.end) return false;
  shape->width = NumberOf({text.begin, cross});
  shape->height = NumberOf({cross + 1, text.end});
  return shape->width < kNoCode && shape->height < kNoCode;
}

enum RowEnd : uint8_t { kBracket, kSlash, kLine, kSemicolon, kRowEnds };

// Walks through a text from cell to cell and from row end to row end.
class Scanner {
 public:
  enum class Token : uint8_t { kWord, kRowEnd, kEnd };

  // `shape` may be unknown.
  Scanner(Text text, BoardShape shape) : at_(text.begin), end_(text.end), shape_(shape) {}

  Token Next();

  Text word() const { return word_; }          // after kWord
  RowEnd row_end() const { return row_end_; }  // after kRowEnd
  BoardShape size() const { return size_; }    // the size read at the beginning, if any

 private:
  void BeginLine();
  void TakeWord();
  Token EndRow(RowEnd how) {
    after_comma_ = after_bar_ = has_cell_ = false;
    row_end_ = how;
    return Token::kRowEnd;
  }
  Token Cell(Text word) {
    word_ = word;
    after_comma_ = after_bar_ = false;
    has_cell_ = has_any_ = true;
    return Token::kWord;
  }

  const char* at_;
  const char* const end_;
  const BoardShape shape_;
  Text word_;
  RowEnd row_end_ = kLine;
  BoardShape size_;
  bool at_line_start_ = true;
  bool after_comma_ = false;
  bool after_bar_ = false;
  bool has_cell_ = false;  // the row has a cell
  bool has_any_ = false;   // the text has a cell
};

// Skips a frame, a label and the board's size.
void Scanner::BeginLine() {
  at_line_start_ = false;
  const char* line_end = at_;
  const char* colon = nullptr;
  int rules = 0;
  bool is_frame = true;
  bool is_label = true;  // up to the colon
  for (; line_end != end_ && !IsLineEnd(*line_end) && *line_end != '#'; ++line_end) {
    const char c = *line_end;
    if (c == ':' && colon == nullptr) colon = line_end;
    if (colon == nullptr && IsSeparator(c) && !IsSpace(c)) is_label = false;
    if (c == '-' || c == '=' || c == '+')
      ++rules;
    else if (c != '|' && c != ':' && !IsSpace(c))
      is_frame = false;
  }
  if (is_frame && rules > 1) {
    at_ = line_end;
    return;
  }
  BoardShape said;
  if (colon != nullptr && is_label) {
    const Text label = Trimmed({at_, colon});
    if (label.size() > kMostLabel) return;
    if (!has_any_ && ReadSize(label, &said)) size_ = said;
    at_ = colon + 1;
    return;
  }
  if (has_any_) return;
  Text word = Trimmed({at_, line_end});
  for (const char* c = word.begin; c != word.end; ++c) {
    if (!IsSpace(*c) && *c != ',') continue;
    word.end = c;
    break;
  }
  // 2x3 may also be the first row of a board, with x for the blank.
  if (!ReadSize(word, &said) || !IsWithin(said)) return;
  if (said != shape_ && word.size() == shape_.width) return;
  size_ = said;
  at_ = word.end;
}

void Scanner::TakeWord() {
  const char* const begin = at_++;
  while (at_ != end_ && !IsSeparator(*at_)) {
    // A hyphen between two cells.
    if (*at_ == '-' && at_ + 1 != end_ && IsCharacterOfCell(at_[-1]) && IsCharacterOfCell(at_[1]))
      break;
    ++at_;
  }
  word_ = {begin, at_};
  if (at_ != end_ && *at_ == '-') ++at_;
}

Scanner::Token Scanner::Next() {
  while (at_ != end_) {
    if (at_line_start_) {
      BeginLine();
      continue;
    }
    switch (*at_) {
      case '#':
        while (at_ != end_ && !IsLineEnd(*at_)) ++at_;
        break;
      case '\n':
      case '\r':
        ++at_;
        at_line_start_ = true;
        return EndRow(kLine);
      case '/':
        ++at_;
        return EndRow(kSlash);
      case ';':
        ++at_;
        return EndRow(kSemicolon);
      case ']':
      case ')':
      case '}':
        ++at_;
        return EndRow(kBracket);
      case ',':
        ++at_;
        if (after_comma_) {
          const Token cell = Cell({at_, at_});
          after_comma_ = true;
          return cell;
        }
        after_comma_ = has_cell_;
        break;
      case '|':
        ++at_;
        if (after_bar_) {
          const Token cell = Cell({at_, at_});
          after_bar_ = true;
          return cell;
        }
        after_bar_ = true;
        break;
      default:
        if (IsSeparator(*at_)) {
          ++at_;
          break;
        }
        TakeWord();
        return Cell(word_);
    }
  }
  return Token::kEnd;
}

// The rows of a text, counted by one kind of mark, or by all kinds.
struct RowCounts {
  uint32_t count = 0;
  uint32_t first = 0;         // cells of the first row
  uint32_t uneven = 0;        // the number of the first row with another count of cells; 0: none
  uint32_t uneven_cells = 0;  // cells of that row
  uint32_t under_way = 0;     // cells of the row that has not ended yet

  void End() {
    if (under_way == 0) return;
    ++count;
    if (count == 1) {
      first = under_way;
    } else if (under_way != first && uneven == 0) {
      uneven = count;
      uneven_cells = under_way;
    }
    under_way = 0;
  }
  // One number a line is a list, not rows.
  bool says_nothing() const { return count < 2 || (uneven == 0 && first == 1); }
  bool Are(BoardShape shape) const {
    return uneven == 0 && count == shape.height && first == shape.width;
  }
};

// The layout of a text, before the meaning of its words is known.
struct Layout {
  uint32_t words = 0;
  uint32_t first_line = 0;       // words of the first line that has words
  uint32_t lines = 0;            // lines that have words
  uint32_t first_length = 0;     // characters of the first word
  uint32_t same_length = 0;      // how many words at the beginning have that length
  RowCounts rows[kRowEnds + 1];  // the last one: rows ended by any mark
  BoardShape size;               // the size that the text begins with

  RowCounts& any() { return rows[kRowEnds]; }
  bool has_rows() const {
    for (const RowCounts& some : rows)
      if (some.count > 1) return true;
    return false;
  }
};

// The first `skip` words are no cells. With `characters`, each character is a cell.
Layout LayoutOf(Text text, BoardShape shape, uint32_t skip, bool characters) {
  Layout layout;
  Scanner scanner(text, shape);
  uint32_t in_line = 0;
  const auto end_line = [&] {
    if (in_line == 0) return;
    if (++layout.lines == 1) layout.first_line = in_line;
    in_line = 0;
  };
  for (Scanner::Token token; (token = scanner.Next()) != Scanner::Token::kEnd;) {
    if (token == Scanner::Token::kRowEnd) {
      layout.rows[scanner.row_end()].End();
      layout.any().End();
      if (scanner.row_end() == kLine) end_line();
      continue;
    }
    ++in_line;
    if (skip > 0) {
      --skip;
      continue;
    }
    const uint32_t length = scanner.word().size();
    if (layout.words == 0) layout.first_length = length;
    if (length == layout.first_length && layout.same_length == layout.words) ++layout.same_length;
    ++layout.words;
    for (RowCounts& rows : layout.rows) rows.under_way += characters ? length : 1;
  }
  end_line();
  for (RowCounts& rows : layout.rows) rows.End();
  layout.size = scanner.size();
  return layout;
}

// The cells of a text, one after another.
class Cells {
 public:
  Cells(Text text, BoardShape shape, uint32_t skip, bool characters)
      : scanner_(text, shape), characters_(characters) {
    while (skip-- > 0) TakeWord();
  }

  // Returns false at the end.
  bool Next(Text* cell) {
    if (!characters_) {
      if (!TakeWord()) return false;
      *cell = scanner_.word();
      return true;
    }
    while (rest_.empty()) {
      if (!TakeWord()) return false;
      rest_ = scanner_.word();
    }
    *cell = {rest_.begin, rest_.begin + 1};
    ++rest_.begin;
    return true;
  }

  // Goes through the remaining words one by one.
  bool NextWord(Text* word) {
    if (!TakeWord()) return false;
    *word = scanner_.word();
    return true;
  }

 private:
  bool TakeWord() {
    Scanner::Token token = scanner_.Next();
    while (token == Scanner::Token::kRowEnd) token = scanner_.Next();
    return token == Scanner::Token::kWord;
  }

  Scanner scanner_;
  const bool characters_;
  Text rest_;
};

void Write(ShortText& to, Text text) {
  to << '\'';
  uint32_t left = kMostQuoted;
  for (const char* c = text.begin; c != text.end; ++c) {
    if (left-- == 0) {
      to << "...";
      break;
    }
    to << (*c >= ' ' && *c <= '~' ? *c : '?');
  }
  to << '\'';
}

ShortText& operator<<(ShortText& to, BoardShape shape) {
  return to << uint64_t{shape.width} << 'x' << uint64_t{shape.height};
}

ShortText& WriteCount(ShortText& to, uint32_t count, const char* one, const char* many) {
  return to << uint64_t{count} << ' ' << (count == 1 ? one : many);
}

bool ExpectNumbers(BoardReading* reading) {
  const uint32_t cells = reading->shape.cells();
  reading->expected << uint64_t{cells} << " numbers, 0 to " << uint64_t{cells - 1}
                    << " (0 or _ is the blank), for a " << reading->shape << " board";
  return false;
}

bool ExpectRows(BoardReading* reading, const RowCounts& rows) {
  if (rows.uneven != 0) {
    reading->what << "row " << uint64_t{rows.uneven} << " has ";
    WriteCount(reading->what, rows.uneven_cells, "number", "numbers");
  } else {
    reading->what << uint64_t{rows.count} << " rows of " << uint64_t{rows.first};
  }
  const BoardShape shape = reading->shape;
  if (!shape.is_known()) {
    reading->expected << "rows of " << uint64_t{rows.first} << ", as the first";
    return false;
  }
  reading->expected << uint64_t{shape.height} << " rows of " << uint64_t{shape.width} << " ("
                    << shape << " is " << uint64_t{shape.width} << " wide, "
                    << uint64_t{shape.height} << " high)";
  return false;
}

// Returns the rows that the strongest mark of the text ends; null if no mark ends a row.
const RowCounts* RowsOf(const Layout& layout) {
  for (int kind = 0; kind < kRowEnds; ++kind)
    if (!layout.rows[kind].says_nothing()) return &layout.rows[kind];
  return nullptr;
}

bool IsCharacters(const Layout& layout, BoardShape shape) {
  if (shape.cells() > kMostCharacters || layout.words == 0) return false;
  if (layout.first_length == shape.cells())
    return layout.words == 1 || (layout.words == 2 && !layout.has_rows());
  return layout.first_length == shape.width && layout.words == shape.height &&
         layout.same_length == layout.words;
}

// Returns whether the first one or two words are the size: `3`, `3 -1` or `3 3`.
bool SaysSize(Text text, uint32_t words, BoardShape shape) {
  Cells cells(text, shape, 0, false);
  Text first, second;
  if (!cells.NextWord(&first)) return false;
  const uint32_t side = CodeOfWord(first);
  if (words == 1) return side == shape.width || side == shape.height;
  if (!cells.NextWord(&second)) return false;
  const uint32_t other = CodeOfWord(second);
  return (side == shape.width && (other == shape.height || other == kMarkCode)) ||
         (side == shape.height && (other == shape.width || other == kMarkCode));
}

// Returns how many words on a line before the cells are the size.
uint32_t SizeWords(Text text, const Layout& layout, BoardShape shape) {
  const uint32_t words = layout.first_line;
  if (layout.lines < 2 || words > 2) return 0;
  const uint32_t left = layout.words - words;
  if (left != shape.cells() && left != shape.height && left != 1) return 0;
  return SaysSize(text, words, shape) ? words : 0;
}

uint32_t RootOf(uint32_t square) {
  uint32_t root = 1;
  while (root * root < square) ++root;
  return root * root == square ? root : 0;
}

// Finds the shape that a text's size or rows show; leaves it unknown if neither does. Returns false
// if the rows differ in length.
bool FindToldShape(Text text, const Layout& layout, BoardReading* reading) {
  BoardShape& shape = reading->shape;
  shape = layout.size;
  if (shape.is_known()) return true;
  if (layout.lines > 2 && layout.first_line <= 2) {
    // The size may be a first line with the side, followed by the rows.
    Text first;
    Cells(text, {}, 0, false).NextWord(&first);
    const uint32_t side = CodeOfWord(first);
    const Layout rest = LayoutOf(text, {}, layout.first_line, false);
    if (side >= 2 && side <= kMaxAnySide &&
        (rest.words == side * side || (rest.words == side && rest.first_length == side))) {
      shape = {side, side};
      return true;
    }
  }
  const RowCounts& any = layout.rows[kRowEnds];
  const bool same = layout.words > 1 && layout.same_length == layout.words;
  if (const RowCounts* rows = RowsOf(layout); rows != nullptr) {
    if (any.uneven == 0 && !any.says_nothing()) rows = &any;
    if (rows->uneven != 0) return ExpectRows(reading, *rows);
    shape = {rows->first, rows->count};
  } else if (same && layout.first_length > (layout.has_rows() ? 1 : 2)) {
    shape = {layout.first_length, layout.words};
  }
  return true;
}

bool FindShape(Text text, BoardReading* reading) {
  const Layout layout = LayoutOf(text, {}, 0, false);
  if (!FindToldShape(text, layout, reading)) return false;
  BoardShape& shape = reading->shape;
  if (!shape.is_known()) {
    const uint32_t cells = layout.words == 1 ? layout.first_length : layout.words;
    shape.width = shape.height = cells > kMaxAnySide * kMaxAnySide ? 0 : RootOf(cells);
    if (shape.width < 2) {
      if (cells == 0)
        reading->what << "empty board";
      else
        WriteCount(reading->what, cells, "number", "numbers") << " without rows";
      reading->expected << "rows, such as 1 2 3/4 0 5, or a square number of numbers";
      shape = {};
      return false;
    }
  }
  if (!IsWithin(shape)) {
    reading->what << "a board of " << shape;
    reading->expected << "WIDTHxHEIGHT, each from 2 to " << uint64_t{kMaxAnySide};
    shape = {};
    return false;
  }
  return true;
}

// The meaning of a board's letters and marks.
struct Meaning {
  bool letters_are_digits = false;
  uint32_t first_letter = 0;  // the tile that `a` stands for
};

// Requires `count` codes in `cells`.
Meaning MeaningOf(const uint32_t* cells, uint32_t count, BoardShape shape) {
  Meaning meaning;
  uint32_t letters = 0;
  bool has_tens = false, has_digit = false;
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t code = cells[i];
    if (code >= kLetterCode && code < kNoCode) ++letters;
    if (code >= kMarkCode) continue;
    has_tens |= code >= 10;
    has_digit |= code >= 1 && code <= 9;
  }
  const bool is_alphabet = !has_digit && !has_tens && letters + 1 >= shape.cells();
  meaning.letters_are_digits = !has_tens;
  meaning.first_letter = is_alphabet ? 1 : 10;
  return meaning;
}

// Returns the tile that a code stands for, kMarkCode for a mark, or kNoCode.
uint32_t TileOf(uint32_t code, const Meaning& meaning, BoardShape shape) {
  if (code == kMarkCode || code == kNoCode) return code;
  uint32_t tile = code;
  if (code >= kLetterCode) {
    const uint32_t letter = code - kLetterCode;
    tile = meaning.letters_are_digits ? meaning.first_letter + letter : kNoCode;
    const bool is_mark = letter == 'x' - 'a' || letter == 'b' - 'a';
    if (tile > shape.cells() && is_mark) return kMarkCode;
  }
  if (tile == shape.cells()) return 0;
  return tile < shape.cells() ? tile : kNoCode;
}

}  // namespace

bool ReadBoard(const char* begin, size_t size, BoardReading* reading, uint32_t* cells,
               size_t capacity) {
  const Text text{begin, begin + size};
  reading->has_length = false;
  if (!reading->shape.is_known() && !FindShape(text, reading)) return false;
  const BoardShape shape = reading->shape;
  const uint32_t wanted = shape.cells();
  if (wanted > capacity) {
    reading->what << "a board of " << shape;
    reading->expected << "at most " << uint64_t{capacity} << " cells";
    return false;
  }

  Layout layout = LayoutOf(text, shape, 0, false);
  if (layout.size.is_known() && layout.size != shape) {
    reading->what << "the text says " << layout.size;
    reading->expected << "a " << shape << " board (WIDTHxHEIGHT)";
    return false;
  }
  const uint32_t skip = layout.words == wanted ? 0 : SizeWords(text, layout, shape);
  if (skip != 0) layout = LayoutOf(text, shape, skip, false);
  const bool characters = layout.words != wanted && IsCharacters(layout, shape);
  if (characters) layout = LayoutOf(text, shape, skip, true);

  // Collects the codes of the cells, and a number that follows them.
  uint32_t count = 0;
  uint32_t bad = kNoCode;  // the first cell that holds nothing
  Text rest, cell;
  Cells source(text, shape, skip, characters);
  while (count < wanted && source.Next(&cell)) {
    cells[count] = CodeOfWord(cell);
    if (cells[count] == kNoCode && bad == kNoCode) bad = count;
    ++count;
  }
  const uint32_t stored = count;
  while (source.NextWord(&cell)) {
    rest = cell;
    ++count;
  }
  for (uint32_t i = stored; i < wanted; ++i) cells[i] = 0;

  const auto wrong_cell = [&](uint32_t place) {
    Cells again(text, shape, skip, characters);
    for (uint32_t i = 0; i <= place; ++i) again.Next(&cell);
    Write(reading->what, cell);
    reading->what << " in place " << uint64_t{place} + 1 << " is not a tile of this board";
    return ExpectNumbers(reading);
  };
  if (count == 0) {
    reading->what << "empty board";
    return ExpectNumbers(reading);
  }
  if (bad != kNoCode) return wrong_cell(bad);
  const RowCounts* const rows = RowsOf(layout);
  if (rows != nullptr && !rows->Are(shape) && !layout.rows[kRowEnds].Are(shape))
    return ExpectRows(reading, *rows);

  const Meaning meaning = MeaningOf(cells, stored, shape);
  for (uint32_t place = 0; place < stored; ++place) {
    uint32_t tile = TileOf(cells[place] & ~kSeen, meaning, shape);
    if (tile == kNoCode) return wrong_cell(place);
    if (tile == kMarkCode) tile = 0;
    if ((cells[tile] & kSeen) != 0 && (tile == 0 || !reading->may_repeat)) {
      if (tile == 0)
        reading->what << "two blanks, the second in place " << uint64_t{place} + 1 << " (0, _ and "
                      << uint64_t{wanted} << " all mean the blank)";
      else
        reading->what << "tile " << uint64_t{tile} << " occurs twice, again in place "
                      << uint64_t{place} + 1;
      return ExpectNumbers(reading);
    }
    cells[place] = tile | (cells[place] & kSeen);
    cells[tile] |= kSeen;
  }
  // A number after the cells may be the length of a solution. Each move changes its parity together
  // with that of the blank's distance from home, so the two must agree.
  if (count == wanted + 1 && !layout.has_rows()) {
    uint32_t blank = 0;
    while (blank < wanted && (cells[blank] & ~kSeen) != 0) ++blank;
    const uint32_t distance =
        shape.width - 1 - blank % shape.width + shape.height - 1 - blank / shape.width;
    reading->length = NumberOf(rest);
    reading->has_length = reading->length != kNoCode && ((reading->length ^ distance) & 1) == 0;
  }
  if (count != wanted && !reading->has_length) {
    if (wanted <= kMaxCells && count > kMaxCells)
      reading->what << "more than " << uint64_t{kMaxCells} << " numbers";
    else
      WriteCount(reading->what, count, "number", "numbers");
    return ExpectNumbers(reading);
  }
  if ((cells[0] & kSeen) == 0) {
    reading->what << "no blank";
    reading->expected << "0 or _ in one place";
    return false;
  }
  for (uint32_t place = 0; place < wanted; ++place) cells[place] &= ~kSeen;
  return true;
}

BoardShape ToldShape(const char* begin, size_t size) {
  const Text text{begin, begin + size};
  BoardReading reading;
  if (!FindToldShape(text, LayoutOf(text, {}, 0, false), &reading)) return {};
  return reading.shape;
}

uint32_t CountCells(const char* begin, size_t size) {
  const Layout layout = LayoutOf({begin, begin + size}, {}, 0, false);
  return layout.words == 1 ? layout.first_length : layout.words;
}

LineReading ReadLine(const char* begin, size_t size, BoardShape shape) {
  const Text text{begin, begin + size};
  const Layout layout = LayoutOf(text, shape, 0, false);
  if (layout.words == 0) {
    bool is_mere_separators = true;
    for (const char* c = text.begin; c != text.end; ++c)
      if (!IsSpace(*c) && *c != ',' && *c != '/' && *c != ';') is_mere_separators = false;
    if (!layout.size.is_known())
      return {is_mere_separators ? LineReading::Kind::kCells : LineReading::Kind::kNothing, 0};
    return {layout.size == shape ? LineReading::Kind::kSize : LineReading::Kind::kCells, 0};
  }
  if (IsCharacters(layout, shape)) return {LineReading::Kind::kCells, shape.cells()};
  Text first;
  Cells(text, shape, 0, false).NextWord(&first);
  const bool is_row = layout.words == 1 && first.size() == shape.width &&
                      (NumberOf(first) > shape.cells() || *first.begin == '0');
  if (is_row) return {LineReading::Kind::kCells, shape.width};
  const bool may_be_size = layout.words <= 2 && SaysSize(text, layout.words, shape);
  return {may_be_size ? LineReading::Kind::kSide : LineReading::Kind::kCells, layout.words};
}

}  // namespace tilebase
