// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/command/solution_writer.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "tables/board_text.h"
#include "tables/move_text.h"
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
    Refuse(&board, answer.error, answer.code);
    return false;
  }
  if (form_.draw) output_.Add(PlayedBoard(board).Draw());
  output_.Add(form_.binary ? Record(board, answer)
              : form_.json ? JsonLine(board, answer)
                           : Line(board, answer));
  return true;
}

void SolutionWriter::Refuse(const Board* board, const std::string& reason, int code) {
  if (form_.binary)
    output_.Add(form_.binary->Record(board, RecordForm::kNoLength, ""));
  else if (form_.json)
    output_.Add(Json({{"error", reason}, {"code", code}}).Text() + "\n");
  else
    output_.Add(absl::StrCat("error: ", reason, "\n"));
}

std::string SolutionWriter::Line(const Board& board, const BoardAnswer& answer) const {
  const std::string& letters = answer.letters;
  std::string line = absl::StrCat(letters.size(), " ");
  if (form_.runs) absl::StrAppend(&line, CountRuns(letters), " ");
  absl::StrAppend(&line, WriteMoves(PlayedBoard(board), letters, form_.notation));
  if (answer.seconds && !answer.is_shortest) {
    if (answer.within > 0)
      absl::StrAppend(&line, " at most ", Thousandths(answer.within), " times a shortest one");
    else
      absl::StrAppend(&line, " not proven optimal");
    absl::StrAppend(&line, ": at least ", answer.bound, mtm_ ? " runs" : "");
  }
  return line + "\n";
}

std::string SolutionWriter::JsonLine(const Board& board, const BoardAnswer& answer) const {
  const bool tiles = form_.notation == MoveNotation::kTiles;
  Json line = {{"moves", answer.letters.size()},
               {"runs", CountRuns(answer.letters)},
               {"actions", tiles ? answer.letters
                                 : WriteMoves(PlayedBoard(board), answer.letters, form_.notation)}};
  if (tiles) line["tiles"] = MovedTiles(PlayedBoard(board), answer.letters);
  if (answer.stages) line["stages"] = StagesJson(*answer.stages);
  if (answer.first_moves) line["first_moves"] = LettersOf(*answer.first_moves);
  line["shortest"] = answer.is_shortest;
  if (answer.why() != nullptr) line["why"] = answer.why();
  if (answer.within > 0) line["within"] = std::ceil(answer.within * 1000) / 1000;
  line["bound"] = answer.bound;
  line["looked_at"] = answer.looked_at;
  line["detour"] = answer.detour;
  if (answer.seconds) {
    line["microseconds"] = static_cast<uint64_t>(*answer.seconds * 1e6);
    line["tables"] = answer.tables;
  }
  line["code"] = answer.code;
  return line.Text() + "\n";
}

std::string SolutionWriter::Record(const Board& board, const BoardAnswer& answer) const {
  const uint64_t length = answer.seconds && !answer.is_shortest ? RecordForm::kNoLength
                          : mtm_                                ? CountRuns(answer.letters)
                                                                : answer.letters.size();
  return form_.binary->Record(&board, length, answer.letters,
                              answer.first_moves.value_or(ActionMask{0}));
}

}  // namespace tilebase
