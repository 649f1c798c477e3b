// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase_ask in one line, for tests.

#ifndef TILEBASE_TESTS_RUNTIME_ASKED_H_
#define TILEBASE_TESTS_RUNTIME_ASKED_H_

#include <stddef.h>
#include <stdint.h>

#include <string>

#include "runtime/tilebase.h"

namespace tilebase {

struct Asked {
  int code = TILEBASE_OK;
  std::string actions;
  tilebase_answer answer = {};
};

// `question` has the other fields.
inline Asked Ask(const tilebase_set* set, const void* board, tilebase_question question = {}) {
  Asked asked;
  asked.actions.resize(4096);
  question.board = board;
  question.actions = asked.actions.data();
  question.capacity = asked.actions.size();
  asked.code = tilebase_ask(set, &question, sizeof(question), &asked.answer, sizeof(asked.answer));
  asked.actions.resize(asked.code == TILEBASE_OK ? static_cast<size_t>(asked.answer.moves) : 0);
  return asked;
}

// Asks with effort, into a buffer; *count (may be null) receives the moves.
inline int AskWithin(const tilebase_set* set, const uint8_t* board, uint64_t boards,
                     uint64_t microseconds, char* actions, size_t capacity, size_t* count,
                     const uint8_t* to = nullptr) {
  tilebase_question question = {};
  question.board = board;
  question.to = to;
  question.want = boards == 0 && microseconds == 0 ? TILEBASE_LOOKUP : TILEBASE_EFFORT;
  question.boards = boards;
  question.microseconds = microseconds;
  question.actions = actions;
  question.capacity = capacity;
  tilebase_answer answer = {};
  const int code = tilebase_ask(set, &question, sizeof(question), &answer, sizeof(answer));
  if (count != nullptr && (code == TILEBASE_OK || code == TILEBASE_ERROR_BUFFER))
    *count = static_cast<size_t>(answer.moves);
  return code;
}

}  // namespace tilebase

#endif  // TILEBASE_TESTS_RUNTIME_ASKED_H_
