// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The solution of a board of any size as JSON, a piece at a time: that of a large board does not
// fit memory, and takes seconds, in which other connections have their turns. So the actions come
// before their number: {"actions":"..","moves":..}.

#ifndef TILEBASE_TOOLS_SERVE_ANY_ANSWER_H_
#define TILEBASE_TOOLS_SERVE_ANY_ANSWER_H_

#include <stddef.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/search/any_solver.h"
#include "tools/serve/request.h"

namespace tilebase::serve {

// Letters of a piece, about: half a millisecond's.
inline constexpr size_t kPieceLetters = 8192;
// Most cells of a board that is given effort, which is spent in one piece.
inline constexpr int kMostEffortCells = 400;

class AnyAnswer {
 public:
  // Reads the board and solves it with the effort, or returns the problem; `answer` has what
  // Continue is to append. The solver outlives it. Time: a few milliseconds for a board of a
  // million cells, or with effort.
  static std::optional<Problem> Start(const AnySolver& solver, BigSize size, std::string_view text,
                                      const SolveOptions& options,
                                      std::unique_ptr<AnyAnswer>* answer);
  AnyAnswer(const AnyAnswer&) = delete;

  // Appends the next piece of the object. Returns whether that was the last. If the tables lead
  // nowhere, the object has a "problem" instead of "moves".
  bool Continue(std::string* json);

 private:
  struct Appender {
    std::string* to;
    bool operator()(std::string_view letters) const {
      to->append(letters);
      return true;
    }
  };
  AnyAnswer(const AnySolver& solver, BigBoard board)
      : board_(std::move(board)), walk_(&solver.tables(), &board_) {}

  BigBoard board_;
  LookupWalk walk_;
  std::optional<std::string> shorter_;  // instead of the walk
  std::string letters_;                 // made and not appended
  Appender append_{&letters_};
  LetterStream stream_{append_};
  bool begun_ = false;
};

}  // namespace tilebase::serve

#endif  // TILEBASE_TOOLS_SERVE_ANY_ANSWER_H_
