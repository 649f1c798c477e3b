// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "tools/study/report/paper.h"

namespace tilebase {
namespace {

constexpr size_t kTextColumns = 96;

bool IsLeft(const std::string& header) { return !header.empty() && header[0] == '<'; }
std::string Label(const std::string& header) { return IsLeft(header) ? header.substr(1) : header; }

// Removes the marks of `code`, *emphasis* and **bold**.
std::string Plain(const std::string& text) {
  std::string plain;
  for (char c : text)
    if (c != '`' && c != '*') plain += c;
  return plain;
}

// A line ends before the word that would pass the last column.
std::string Wrapped(const std::string& text) {
  std::string result;
  size_t column = 0;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(' ', begin), text.size());
    if (column > 0 && column + 1 + (end - begin) > kTextColumns) {
      result += '\n';
      column = 0;
    }
    if (column > 0) {
      result += ' ';
      ++column;
    }
    result += text.substr(begin, end - begin);
    column += end - begin;
    begin = end + 1;
  }
  return result + "\n";
}

std::string TextTable(const std::vector<TableRow>& rows) {
  std::vector<size_t> width(rows[0].size());
  for (size_t r = 0; r < rows.size(); ++r)
    for (size_t c = 0; c < rows[r].size(); ++c)
      width[c] = std::max(width[c], Plain(r == 0 ? Label(rows[r][c]) : rows[r][c]).size());
  std::string text;
  for (size_t r = 0; r < rows.size(); ++r) {
    std::string line;
    for (size_t c = 0; c < rows[r].size(); ++c) {
      const std::string cell = Plain(r == 0 ? Label(rows[r][c]) : rows[r][c]);
      const std::string space(width[c] - cell.size(), ' ');
      absl::StrAppend(&line, "  ", IsLeft(rows[0][c]) ? cell + space : space + cell);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    absl::StrAppend(&text, line, "\n");
    if (r == 0)
      absl::StrAppend(&text, "  ", std::string(std::max(line.size(), size_t{2}) - 2, '-'), "\n");
  }
  return text;
}

}  // namespace

void Document::AddHeading(int level, std::string text) {
  blocks_.push_back({Kind::kHeading, level, std::move(text), "", {}});
}
void Document::AddParagraph(std::string text) {
  blocks_.push_back({Kind::kParagraph, 0, std::move(text), "", {}});
}
void Document::AddTable(TableRow header, std::vector<TableRow> rows) {
  rows.insert(rows.begin(), std::move(header));
  blocks_.push_back({Kind::kTable, 0, "", "", std::move(rows)});
}
void Document::AddFigure(std::string file, std::string description) {
  blocks_.push_back({Kind::kFigure, 0, std::move(description), std::move(file), {}});
}
void Document::AddLiteral(std::string lines) {
  blocks_.push_back({Kind::kLiteral, 0, std::move(lines), "", {}});
}

void Document::Append(const Document& other) {
  blocks_.insert(blocks_.end(), other.blocks_.begin(), other.blocks_.end());
}

std::string Document::ToText() const {
  std::string text;
  for (const Block& block : blocks_) {
    if (block.kind == Kind::kFigure) continue;
    if (!text.empty()) text += '\n';
    switch (block.kind) {
      case Kind::kHeading:
        absl::StrAppend(&text, Plain(block.text), "\n",
                        std::string(Plain(block.text).size(), block.level == 1 ? '=' : '-'), "\n");
        break;
      case Kind::kParagraph:
        absl::StrAppend(&text, Wrapped(Plain(block.text)));
        break;
      case Kind::kTable:
        absl::StrAppend(&text, TextTable(block.rows));
        break;
      case Kind::kLiteral:
        absl::StrAppend(&text, block.text);
        break;
      case Kind::kFigure:
        break;
    }
  }
  return text;
}

std::string Document::ToMarkdown() const {
  std::string text;
  for (const Block& block : blocks_) {
    if (!text.empty()) text += '\n';
    switch (block.kind) {
      case Kind::kHeading:
        absl::StrAppend(&text, std::string(static_cast<size_t>(block.level), '#'), " ", block.text,
                        "\n");
        break;
      case Kind::kParagraph:
        absl::StrAppend(&text, Wrapped(block.text));
        break;
      case Kind::kTable:
        absl::StrAppend(&text, "```\n", TextTable(block.rows), "```\n");
        break;
      case Kind::kFigure:
        absl::StrAppend(&text, "![", block.text, "](", block.file, ")\n");
        break;
      case Kind::kLiteral:
        absl::StrAppend(&text, "```sh\n", block.text, "```\n");
        break;
    }
  }
  return text;
}

}  // namespace tilebase
