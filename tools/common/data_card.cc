// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/data_card.h"

#include <bit>
#include <cerrno>
#include <cstdio>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "runtime/tilebase.h"
#include "tables/board_text.h"
#include "tables/system/file_io.h"
#include "tools/common/manifest.h"

namespace tilebase {
namespace {

// What the records say.
struct Counts {
  uint64_t records = 0;
  uint64_t without = 0;                     // length
  std::vector<uint64_t> lengths;            // records by length
  uint64_t first_moves[kActions + 1] = {};  // by how many there are
};

Counts Count(const RecordForm& form, std::string_view data) {
  Counts counts;
  for (; data.size() >= form.bytes(); data.remove_prefix(form.bytes())) {
    ++counts.records;
    const uint64_t length = form.Length(data);
    if (length == RecordForm::kNoLength) {
      ++counts.without;
      continue;
    }
    if (length >= counts.lengths.size()) counts.lengths.resize(length + 1);
    ++counts.lengths[length];
    if (form.first_moves)
      ++counts.first_moves[std::popcount(static_cast<uint8_t>(data[form.cells + 2] & 15))];
  }
  return counts;
}

std::string Layout(const DataCard& card) {
  const RecordForm& form = card.form;
  std::string text =
      absl::StrCat("| byte | what |\n|---|---|\n| 0 to ", form.cells - 1,
                   " | the tile on each cell, row by row; 0 is the blank |\n| ", form.cells, ", ",
                   form.cells + 1, " | length of a shortest solution in ",
                   card.is_mtm ? "slides" : "moves", ", little-endian; 65535: not known |\n");
  size_t at = form.cells + 2;
  if (form.first_moves)
    absl::StrAppend(&text, "| ", at++,
                    " | first moves of all shortest solutions: 1 L, 2 R, 4 U, 8 D, the direction "
                    "in which a tile slides |\n");
  if (form.actions > 0)
    absl::StrAppend(&text, "| ", at, " on | the first ", form.actions,
                    " letters of one shortest solution, then zeros |\n");
  return text;
}

std::string NumpyType(const DataCard& card) {
  const Geometry geometry = card.goal.geometry;
  std::string type = absl::StrCat("[(\"board\", \"u1\", (", int{geometry.height}, ", ",
                                  int{geometry.width}, ")), (\"length\", \"<u2\")");
  if (card.form.first_moves) type += ", (\"first_moves\", \"u1\")";
  if (card.form.actions > 0)
    absl::StrAppend(&type, ", (\"actions\", \"S", card.form.actions, "\")");
  return type + "]";
}

std::string Text(const DataCard& card, const Counts& counts, const std::string& sha256) {
  const std::string name = card.data.substr(card.data.rfind('/') + 1);
  double sum = 0;
  uint64_t known = 0;
  for (size_t length = 0; length < counts.lengths.size(); ++length) {
    known += counts.lengths[length];
    sum += static_cast<double>(length * counts.lengths[length]);
  }
  std::string text = absl::StrCat(
      "# ", name, "\n\n", counts.records, " boards of ", ToString(card.goal.geometry),
      " with the lengths of their shortest solutions.\n\n* Boards: ", card.boards,
      ".\n* Goal: ", ToString(card.goal), ".\n* Lengths are proven, by ", card.tables,
      " (docs/optimal.md).\n* Made by tilebase ", tilebase_version(), " solve:\n\n```\n",
      card.command, "```\n\n* SHA-256: ", sha256, "\n\n## Records\n\n", card.form.bytes(),
      " bytes each, one after another:\n\n", Layout(card), "\n```python\nrows = numpy.fromfile(\"",
      name, "\", ", NumpyType(card), ")\n```\n\n## Counts\n\n");
  if (known > 0)
    absl::StrAppend(&text, absl::StrFormat("Mean length %.4f.", sum / static_cast<double>(known)),
                    "\n");
  if (counts.without > 0)
    absl::StrAppend(&text, "Records without a length: ", counts.without, ".\n");
  absl::StrAppend(&text, "\n| length | boards |\n|---|---|\n");
  for (size_t length = 0; length < counts.lengths.size(); ++length)
    if (counts.lengths[length] > 0)
      absl::StrAppend(&text, "| ", length, " | ", counts.lengths[length], " |\n");
  if (!card.form.first_moves) return text;
  absl::StrAppend(&text, "\n| first moves | boards |\n|---|---|\n");
  for (int moves = 0; moves <= kActions; ++moves)
    if (counts.first_moves[moves] > 0)
      absl::StrAppend(&text, "| ", moves, " | ", counts.first_moves[moves], " |\n");
  return text;
}

}  // namespace

absl::Status WriteDataCard(const DataCard& card, const std::string& path) {
  auto file = MappedFile::Open(card.data);
  if (!file.ok()) return file.status();
  const auto bytes = (*file)->bytes();
  const std::string_view data(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::string text = Text(card, Count(card.form, data), Sha256(bytes));
  std::FILE* const out = std::fopen(path.c_str(), "w");
  if (out == nullptr) return FileError(path, "create", errno);
  const bool written = std::fwrite(text.data(), 1, text.size(), out) == text.size();
  if (std::fclose(out) != 0 || !written) return FileError(path, "write", errno);
  return absl::OkStatus();
}

}  // namespace tilebase
