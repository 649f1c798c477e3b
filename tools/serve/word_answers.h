// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Boards that are no permutations (docs/boards.md) as text -> answers as JSON.

#ifndef TILEBASE_TOOLS_SERVE_WORD_ANSWERS_H_
#define TILEBASE_TOOLS_SERVE_WORD_ANSWERS_H_

#include <stdint.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/scramble.h"
#include "tools/serve/catalog.h"
#include "tools/serve/request.h"

namespace tilebase::serve {

// The set of such boards that a request is for: the one that `name` names, or the only one that has
// this board if no plain set has. Leaves null what is for a plain set. `name` may be null.
std::optional<Problem> ChooseWords(const Catalog& catalog, const std::string* name,
                                   std::string_view board, const LoadedSet** words);
// Likewise by the name alone.
std::optional<Problem> ChooseNamed(const Catalog& catalog, const std::string* name,
                                   const LoadedSet** words);

// The problem of the first of these parameters that was given: all are for sets of plain boards.
std::optional<Problem> RefusePlain(const Parameters& parameters,
                                   std::initializer_list<std::string_view> names);

// Each appends an object, or returns the problem. Requires set.opened.words. `cancel` may be null.
std::optional<Problem> SolveWords(const LoadedSet& set, std::string_view text,
                                  const SolveOptions& options, const volatile uint8_t* cancel,
                                  std::string* json);
std::optional<Problem> ProbeWords(const LoadedSet& set, std::string_view text, std::string* json);
std::optional<Problem> HintWords(const LoadedSet& set, std::string_view text, std::string* json);
// Analyses a board, or a game whose letters are `game` (null: none), by an exact table.
std::optional<Problem> AnalyseWords(const LoadedSet& set, std::string_view text,
                                    const std::string* game, std::string* json);
// Plays moves on a board with one blank (play.h). `of_blank`: letters are directions of the blank.
std::optional<Problem> PlayWords(const LoadedSet& set, std::string_view text,
                                 std::string_view moves, bool of_blank, std::string* json);
std::optional<Problem> ScrambleWords(const LoadedSet& set, const ScrambleWish& wish,
                                     std::string* json);

}  // namespace tilebase::serve

#endif  // TILEBASE_TOOLS_SERVE_WORD_ANSWERS_H_
