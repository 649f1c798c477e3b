// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/board_lines.h"

#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"

namespace tilebase {

BoardLines::BoardLines(std::istream& input, std::string name)
    : input_(input), name_(std::move(name)), line_(kMostBytes + 2) {}

std::string BoardLines::place() const { return absl::StrCat(name_, ":", number_); }

void BoardLines::Take(uint64_t begin, uint64_t end) {
  begin_ = position_ = begin;
  end_ = end;
  if (begin == 0) return;
  // The line that holds the byte before is not ours.
  input_.seekg(static_cast<std::streamoff>(begin - 1), std::ios::cur);
  input_.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  position_ += static_cast<uint64_t>(input_.gcount()) - 1;
  number_ = 1;
}

bool BoardLines::Next(std::string_view* line) {
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
      status_ = absl::UnavailableError(absl::StrCat(place(), ": a line of more than ", kMostBytes,
                                                    " bytes; expected one board a line"));
      break;
    }
    // The end of the line is counted, but for that of the last line.
    std::string_view text(line_.data(), got - (got > 0 && !input_.eof() ? 1 : 0));
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (number_ == 1 && text.substr(0, kByteOrderMark.size()) == kByteOrderMark)
      text.remove_prefix(kByteOrderMark.size());
    text = text.substr(0, text.find('#'));
    if (text.find_first_not_of(" \t\r") == text.npos) continue;
    *line = text;
    return true;
  }
  return false;
}

}  // namespace tilebase
