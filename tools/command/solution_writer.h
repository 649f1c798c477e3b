// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Prints solutions as lines, JSON objects or records for `tilebase solve`.

#ifndef TILEBASE_TOOLS_COMMAND_SOLUTION_WRITER_H_
#define TILEBASE_TOOLS_COMMAND_SOLUTION_WRITER_H_

#include <optional>
#include <string>

#include "tables/board.h"
#include "tables/move_text.h"
#include "tools/command/board_solver.h"
#include "tools/common/answer_output.h"
#include "tools/common/board_feed.h"

namespace tilebase {

// The form in which solutions are printed.
struct SolutionForm {
  std::optional<RecordForm> binary;  // records of this form instead of lines
  bool json = false;
  bool draw = false;  // print each board before its solution
  bool runs = false;  // the number of runs, too
  MoveNotation notation = MoveNotation::kLetters;
};

class SolutionWriter {
 public:
  // `mtm`: the set solves in this metric, and lengths count its moves.
  SolutionWriter(const SolutionForm& form, bool mtm, AnswerOutput* output)
      : form_(form), mtm_(mtm), output_(*output) {}

  // Writes the answer for `board`, which is as the user gave it. Returns whether it was solved.
  bool Write(const Board& board, const BoardAnswer& answer);
  // Writes the reason in the place of a board that cannot be solved, and its tilebase_code; null: a
  // text that is no board.
  void Refuse(const Board* board, const std::string& reason, int code);

 private:
  // "5 DDDLU", or with runs "5 3 D3 L U".
  std::string Line(const Board& board, const BoardAnswer& answer) const;
  std::string JsonLine(const Board& board, const BoardAnswer& answer) const;
  std::string Record(const Board& board, const BoardAnswer& answer) const;

  const SolutionForm form_;
  const bool mtm_;
  AnswerOutput& output_;
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMAND_SOLUTION_WRITER_H_
