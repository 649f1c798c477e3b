// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A page of headings, paragraphs, tables and figures that is written once and shown twice: as text
// on a terminal and as Markdown.

#ifndef TILEBASE_TOOLS_REPORT_DOCUMENT_H_
#define TILEBASE_TOOLS_REPORT_DOCUMENT_H_

#include <string>
#include <utility>
#include <vector>

namespace tilebase {

using TableRow = std::vector<std::string>;

class Document {
 public:
  // Level 1 is the page's title.
  void AddHeading(int level, std::string text);
  // Markdown with no more than `code`, *emphasis* and **bold**, which the text shows without their
  // marks.
  void AddParagraph(std::string text);
  // All rows as long as the header. Columns whose header begins with '<' are set flush left
  // (without that sign), the others flush right.
  void AddTable(TableRow header, std::vector<TableRow> rows);
  // A figure of the given file, shown in Markdown only.
  void AddFigure(std::string file, std::string description);
  // Lines shown as they are: a command, a drawing.
  void AddLiteral(std::string lines);
  // All of another page.
  void Append(const Document& other);

  std::string ToText() const;
  std::string ToMarkdown() const;

 private:
  enum class Kind { kHeading, kParagraph, kTable, kFigure, kLiteral };
  struct Block {
    Kind kind;
    int level = 0;
    std::string text;
    std::string file;
    std::vector<TableRow> rows;  // the header first
  };
  std::vector<Block> blocks_;
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_REPORT_DOCUMENT_H_
