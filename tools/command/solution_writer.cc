// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/command/solution_writer.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "tables/board_text.h"
#include "tools/common/json.h"

namespace tilebase {

namespace {

// A factor, rounded up so that it stays true: "1.039".
std::string Thousandths(double factor) {
  const auto parts = static_cast<uint64_t>(std::ceil(factor * 1000));
  return absl::StrCat(parts / 1000, ".", absl::Dec(parts % 1000, absl::kZeroPad3));
}

// "LU".
std::string LettersOf(ActionMask actions) {
  std::string letters;
  for (; actions != 0; actions &= ActionMask(actions - 1))
    letters += Letter(static_cast<Action>(Lowest(actions)));
  return letters;
}

}  // namespace

bool SolutionWriter::Write(const Board& board, const BoardAnswer& answer) {
  if (!answer.error.empty()) {
    Refuse(&board, answer.error);
    return false;
  }
  if (form_.draw) output_.Add(Draw(board));
  output_.Add(form_.binary ? Record(board, answer) : form_.json ? JsonLine(answer) : Line(answer));
  return true;
}

void SolutionWriter::Refuse(const Board* board, const std::string& reason) {
  if (form_.binary)
    output_.Add(form_.binary->Record(board, RecordForm::kNoLength, ""));
  else if (form_.json)
    output_.Add(Json({{"error", reason}}).Text() + "\n");
  else
    output_.Add(absl::StrCat("error: ", reason, "\n"));
}

std::string SolutionWriter::Line(const BoardAnswer& answer) const {
  const std::string& letters = answer.letters;
  std::string line = absl::StrCat(letters.size(), " ");
  if (form_.runs)
    absl::StrAppend(&line, CountRuns(letters), " ", Runs(letters));
  else
    absl::StrAppend(&line, letters);
  if (answer.search && !answer.is_shortest) {
    if (answer.within > 0)
      absl::StrAppend(&line, " at most ", Thousandths(answer.within), " times a shortest one");
    else
      absl::StrAppend(&line, " not proven optimal");
    absl::StrAppend(&line, ": at least ", answer.search->bound, mtm_ ? " runs" : "");
  }
  return line + "\n";
}

std::string SolutionWriter::JsonLine(const BoardAnswer& answer) const {
  Json line = {{"moves", answer.letters.size()}};
  if (form_.runs || mtm_) line["runs"] = CountRuns(answer.letters);
  line["actions"] = form_.runs ? Runs(answer.letters) : answer.letters;
  if (answer.stages) line["stages"] = StagesJson(*answer.stages);
  if (answer.search || answer.is_shortest) line["optimal"] = answer.is_shortest;
  if (answer.first_moves) line["first_moves"] = LettersOf(*answer.first_moves);
  if (answer.within > 0) line["within"] = std::ceil(answer.within * 1000) / 1000;
  if (answer.search) {
    line["bound"] = answer.search->bound;
    line["tables"] = answer.search->tables;
    line["nodes"] = answer.search->nodes;
    line["seconds"] = answer.search->seconds;
  }
  return line.Text() + "\n";
}

std::string SolutionWriter::Record(const Board& board, const BoardAnswer& answer) const {
  const uint64_t length = answer.search && !answer.is_shortest ? RecordForm::kNoLength
                          : mtm_                               ? CountRuns(answer.letters)
                                                               : answer.letters.size();
  return form_.binary->Record(&board, length, answer.letters,
                              answer.first_moves.value_or(ActionMask{0}));
}

}  // namespace tilebase
