// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/board_feed.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/equal_tiles.h"
#include "tables/board_text.h"
#include "tables/error.h"
#include "tools/common/table_file.h"

namespace tilebase {

BoardLines::BoardLines(std::istream& input, std::string name)
    : input_(input), name_(std::move(name)), line_(kMostBytes + 2) {}

std::string BoardLines::Place(size_t number) const { return absl::StrCat(name_, ":", number); }

void BoardLines::Take(uint64_t begin, uint64_t end) {
  begin_ = position_ = begin;
  end_ = end;
  if (begin == 0) return;
  // The line with the byte before `begin` belongs to the part before.
  input_.seekg(static_cast<std::streamoff>(begin - 1), std::ios::cur);
  input_.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  position_ += static_cast<uint64_t>(input_.gcount()) - 1;
  number_ = 1;
}

bool BoardLines::Next(std::string_view* line) {
  is_after_gap_ = false;
  while (status_.ok() && input_.good() && position_ < end_) {
    errno = 0;
    input_.getline(line_.data(), static_cast<std::streamsize>(line_.size()));
    const size_t got = static_cast<size_t>(input_.gcount());
    position_ += got;
    if (input_.bad()) {
      status_ = absl::UnavailableError(absl::StrCat(name_, ": cannot read", errno == 0 ? "" : ": ",
                                                    errno == 0 ? "" : std::strerror(errno),
                                                    "; expected one board a line"));
      break;
    }
    ++number_;
    if (input_.fail() && !input_.eof()) {
      status_ =
          absl::UnavailableError(absl::StrCat(Place(number_), ": a line of more than ", kMostBytes,
                                              " bytes; expected one board a line"));
      break;
    }
    // The line end is counted, except at the end of the last line.
    std::string_view text(line_.data(), got - (got > 0 && !input_.eof() ? 1 : 0));
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (number_ == 1 && text.substr(0, kByteOrderMark.size()) == kByteOrderMark)
      text.remove_prefix(kByteOrderMark.size());
    const size_t comment = text.find('#');
    text = text.substr(0, comment);
    if (text.find_first_not_of(" \t\r") == text.npos) {
      is_after_gap_ |= comment == text.npos;
      continue;
    }
    *line = text;
    return true;
  }
  return false;
}

bool BoardTexts::PeekLine(std::string_view* line) {
  if (!has_line_ && !lines_.Next(&line_)) return false;
  has_line_ = true;
  *line = line_;
  return true;
}

bool BoardTexts::Next(std::string_view* text) {
  const uint32_t all = shape_.cells();
  uint32_t row = 0;    // cells of each line gathered
  uint32_t cells = 0;  // of all of them
  bool may_be_size = false;
  text_.clear();
  is_full_ = false;
  std::string_view line;
  while (PeekLine(&line)) {
    const LineReading reading = ReadLine(line.data(), line.size(), shape_);
    using Kind = LineReading::Kind;
    if (cells != 0 && !may_be_size && lines_.is_after_gap()) break;
    if (reading.kind == Kind::kNothing || reading.kind == Kind::kSize) {
      TakeLine();
      continue;
    }
    if (may_be_size && reading.cells != row) {
      text_.clear();
      cells = 0;
      may_be_size = false;
    }
    if (cells == 0) {
      first_number_ = lines_.number();
      row = reading.cells;
      if (reading.kind == Kind::kSide) {
        may_be_size = true;
      } else if (row == 0 || row >= all || all % row != 0) {
        // Rows of this length cannot make a board.
        TakeLine();
        is_full_ = row == all;
        *text = line;
        return true;
      }
    } else if (reading.cells != row) {
      break;
    } else {
      text_ += '\n';
      may_be_size = false;
    }
    text_ += line;
    cells += row;
    TakeLine();
    if (cells < all) continue;
    is_full_ = cells == all;
    break;
  }
  *text = text_;
  return cells != 0;
}

namespace {

constexpr char kInputName[] = "standard input";

// Returns the bytes from the input's position to its end; -1 if the input is no file. Keeps the
// position.
std::streamoff BytesLeft(std::istream& input) {
  const std::streamoff here = input.tellg();
  if (here >= 0 && input.seekg(0, std::ios::end)) {
    const std::streamoff end = input.tellg();
    input.seekg(here);
    if (end >= here && input) return end - here;
  }
  input.clear();
  return -1;
}

}  // namespace

BoardFeed::BoardFeed(BoardFeedOptions options, const Board& goal, std::istream& input)
    : options_(std::move(options)),
      goal_(goal),
      geometry_(goal.geometry),
      has_equal_tiles_(HasEqualTiles(goal)),
      destination_(has_equal_tiles_ ? Board::Solved(geometry_) : goal),
      input_(input),
      lines_(input, kInputName),
      texts_(lines_, {geometry_.width, geometry_.height}),
      record_(RecordForm{static_cast<size_t>(geometry_.cells())}.bytes(), '\0'),
      end_random_(options_.random),
      random_(geometry_, options_.seed) {}

absl::Status BoardFeed::Start() {
  const bool only_input = options_.boards == std::vector<std::string>{"-"} && options_.random == 0;
  if (!options_.part.is_whole() && !only_input && !options_.boards.empty())
    return absl::InvalidArgumentError("--part: expected all boards in one way, '-' or --random N");
  if (!reads_input()) {
    next_random_ = options_.part.Begin(options_.random);
    end_random_ = options_.part.End(options_.random);
    random_.GoTo(next_random_);
    return absl::OkStatus();
  }
  if (!only_input) return absl::OkStatus();
  const std::streamoff left = BytesLeft(input_);
  if (left >= 0) input_bytes_ = static_cast<uint64_t>(left);
  if (options_.part.is_whole()) return absl::OkStatus();
  if (left < 0)
    return absl::InvalidArgumentError(
        absl::StrCat("--part: ", kInputName,
                     " is no file; expected one, as in: tilebase solve FILE - < BOARDS"));
  const uint64_t unit = options_.binary ? record_.size() : 1;
  // An incomplete record at the end belongs to the last part, which reports it.
  const uint64_t units = (input_bytes_ + unit - 1) / unit;
  const uint64_t begin = options_.part.Begin(units) * unit;
  input_bytes_ = options_.part.End(units) * unit - begin;
  if (!options_.binary) {
    lines_.Take(begin, begin + input_bytes_);
    return absl::OkStatus();
  }
  input_.seekg(static_cast<std::streamoff>(begin), std::ios::cur);
  end_bytes_ = input_bytes_;
  return absl::OkStatus();
}

// The same text with and without --part, so that the parts together print what one run prints.
constexpr char kRemedy[] = "write a board a line, or a row a line without --part";

absl::StatusOr<Board> BoardFeed::Parse(std::string_view text) const {
  return has_equal_tiles_ ? ParseEqualBoard(geometry_, text) : ParseBoard(geometry_, text);
}

bool BoardFeed::NextOfLines(absl::StatusOr<Board>* board) {
  std::string_view text;
  if (!texts_.PeekLine(&text)) {
    status_ = lines_.status();
    return false;
  }
  if (const std::optional<Board> plain = ParsePlainBoard(geometry_, text)) {
    *board = *plain;
    texts_.TakeLine();
    return true;
  }
  if (!options_.part.is_whole()) {
    // A part may begin in the midst of a board that has a row a line.
    *board = Parse(text);
    texts_.TakeLine();
    Explain(text, false, board);
    return true;
  }
  if (!texts_.Next(&text)) {
    status_ = lines_.status();
    return false;
  }
  *board = Parse(text);
  Explain(text, texts_.is_full(), board);
  return true;
}

void BoardFeed::Explain(std::string_view text, bool is_full, absl::StatusOr<Board>* board) const {
  if (board->ok()) return;
  const bool other_size =
      CountCells(text.data(), text.size()) != static_cast<uint32_t>(geometry_.cells());
  *board = ErrorWithin("", board->status(),
                       other_size && !options_.other_size.empty() ? options_.other_size
                       : is_full                                  ? ""
                                                                  : kRemedy);
}

bool BoardFeed::NextOfInput(absl::StatusOr<Board>* board) {
  if (!options_.binary) return NextOfLines(board);
  if (read_bytes_ >= end_bytes_) return false;
  input_.read(record_.data(), static_cast<std::streamsize>(record_.size()));
  const size_t got = static_cast<size_t>(input_.gcount());
  read_bytes_ += got;
  if (got == record_.size()) {
    *board = BoardOfRecord(geometry_, record_);
    return true;
  }
  if (got != 0 || input_.bad())
    status_ = absl::UnavailableError(absl::StrCat(kInputName, ": ends ", got,
                                                  " bytes into a record; expected ", record_.size(),
                                                  " bytes a board"));
  return false;
}

void BoardFeed::Skip(uint64_t boards) {
  for (absl::StatusOr<Board> skipped; boards > 0 && given_ < options_.boards.size();) {
    const bool skips = options_.boards[given_] != "-" || NextOfInput(&skipped);
    if (!status_.ok()) return;
    boards -= skips;
    given_ += options_.boards[given_] != "-" || !skips;
  }
  if (boards == 0) return;
  next_random_ = std::min(end_random_, next_random_ + boards);
  random_.GoTo(next_random_);
}

bool BoardFeed::Next(absl::StatusOr<Board>* board) {
  for (; given_ < options_.boards.size(); ++given_) {
    if (options_.boards[given_] != "-") {
      const std::string& text = options_.boards[given_++];
      *board = has_equal_tiles_ ? Parse(text) : ParseBoardArgument(geometry_, text, true);
      Explain(text, true, board);
      return true;
    }
    if (NextOfInput(board)) return true;
    if (!status_.ok()) return false;
  }
  if (next_random_ == end_random_) return false;
  ++next_random_;
  Board random = destination_.Original(random_.Next());
  if (has_equal_tiles_) {
    // Gives the tiles the goal's numbers, in order.
    uint8_t number[kMaxCells] = {};
    std::copy_if(goal_.tile, goal_.tile + geometry_.cells(), number + 1,
                 [](uint8_t tile) { return tile != 0; });
    for (uint8_t& tile : random.tile) tile = number[tile];
  }
  *board = random;
  return true;
}

uint64_t BoardFeed::Total(uint64_t done) const {
  if (!reads_input()) return end_random_ - options_.part.Begin(options_.random);
  const uint64_t read = options_.binary ? read_bytes_ : lines_.bytes();
  if (read == 0) return 0;
  return static_cast<uint64_t>(static_cast<double>(done) * static_cast<double>(input_bytes_) /
                               static_cast<double>(read));
}

}  // namespace tilebase
