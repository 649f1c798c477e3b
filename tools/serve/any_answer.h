// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Answers to boards of sizes that no set has, as JSON. The solution of a large board may not fit
// memory and takes seconds. So a lookup is sent in pieces, and other connections have their turns
// between two pieces. The actions come before their number: {"actions":"..","moves":..}.

#ifndef TILEBASE_TOOLS_SERVE_ANY_ANSWER_H_
#define TILEBASE_TOOLS_SERVE_ANY_ANSWER_H_

#include <stddef.h>
#include <stdint.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/any/big_board.h"
#include "runtime/any/lookup_walk.h"
#include "runtime/tilebase.h"
#include "tables/move_text.h"
#include "tables/system/clock.h"
#include "tools/serve/catalog.h"
#include "tools/serve/request.h"

namespace tilebase::serve {

// The approximate number of letters in a piece: half a millisecond of work.
inline constexpr size_t kPieceLetters = 8192;
// The most cells of a board whose answer the search pool makes in one piece.
inline constexpr int kMostWholeCells = 400;

// Appends {"moves":..,"actions":".." and the rest of an answer without the end of the object.
// `start` is needed for all notations but letters.
void AppendAnswer(const std::optional<PlayedBoard>& start, std::string_view letters,
                  MoveNotation notation, const tilebase_answer& answer, std::string* json);
// Appends the fields after the actions. Requires an answer without an error.
void AppendFacts(const tilebase_answer& answer, std::string* json);

// Answers whatever the options want, or returns the problem. `set` has windows for any size;
// `cancel` as in BoardAnswers::SolveOne.
std::optional<Problem> SolveAny(const LoadedSet& set, BigSize size, std::string_view text,
                                const SolveOptions& options, const volatile uint8_t* cancel,
                                std::string* json);

class AnyAnswer {
 public:
  // Reads the board and begins its lookup, or returns the problem; `answer` has what Continue is to
  // append. The set outlives it. Time: a few milliseconds for a board of a million cells.
  static std::optional<Problem> Start(const LoadedSet& set, BigSize size, std::string_view text,
                                      const SolveOptions& options,
                                      std::unique_ptr<AnyAnswer>* answer);
  AnyAnswer(const AnyAnswer&) = delete;

  // Appends the next piece of the object. Returns whether that was the last. If the tables lead
  // nowhere, the object has a "problem" instead of "moves".
  bool Continue(std::string* json);

 private:
  struct Appender {
    AnyAnswer* answer;
    bool operator()(std::string_view letters) const {
      answer->Add(letters);
      return true;
    }
  };
  AnyAnswer(const AnySolver& solver, BigBoard board, std::string detour);
  void Add(std::string_view letters);

  BigBoard board_;
  const std::string detour_;
  LookupWalk walk_;
  std::string letters_;  // made, not appended yet
  char last_ = 0;        // of those made
  tilebase_answer told_ = {};
  Appender append_{this};
  LetterStream stream_{append_};
  const Clock::time_point begun_ = Clock::now();
  bool is_begun_ = false;
};

}  // namespace tilebase::serve

#endif  // TILEBASE_TOOLS_SERVE_ANY_ANSWER_H_
