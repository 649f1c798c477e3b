// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Answers about boards that are no permutations as JSON, with the names of docs/question.md.

#ifndef TILEBASE_TOOLS_COMMON_WORD_JSON_H_
#define TILEBASE_TOOLS_COMMON_WORD_JSON_H_

#include <stdint.h>

#include <vector>

#include "runtime/analysis.h"
#include "runtime/words/word_answers.h"
#include "tools/common/json_value.h"

namespace tilebase {

Json WordSolutionJson(const WordAnswers& words, const WordQuestion& question,
                      const WordSolution& solution);

// A random board, and its value; `uniform` as WordAnswers::RandomBoards says.
Json WordBoardJson(const WordAnswers& words, const Word& word, bool uniform);

// The first move of a solution.
Json WordHintJson(const WordAnswers& words, const WordSolution& solution);

// "actions" is best first; the table's move comes before equally good ones.
Json WordProbeJson(const WordAnswers& words, const WordProbe& probe);

// The analysis of a board with one blank (json.h), by a probe of an exact table.
BoardAnalysis AnalysisOf(const WordProbe& probe);

// The lengths of a game, by WordAnswers::ValuesOf.
std::vector<LengthRange> LengthsOf(const std::vector<uint32_t>& values);

// A file of these tables, as `tilebase info` prints it.
Json WordInfoJson(const WordProblem& problem, const std::vector<const WordFile*>& tables,
                  uint64_t file_bytes);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_WORD_JSON_H_
