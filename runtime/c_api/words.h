// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What the functions of tilebase.h do with a set of boards that are no permutations. All require
// set->words and return a tilebase_code. Their other arguments are as in tilebase.h.

#ifndef TILEBASE_RUNTIME_C_API_WORDS_H_
#define TILEBASE_RUNTIME_C_API_WORDS_H_

#include <stddef.h>
#include <stdint.h>

#include <memory>
#include <string_view>

#include "absl/status/statusor.h"
#include "runtime/tilebase.h"
#include "runtime/words/word_answers.h"
#include "tables/words/word_file.h"

namespace tilebase::c_api {

// The greatest tile of a board of bytes. Greater bytes are the negative numbers of WordText.
inline constexpr int kMostByteNumber = UINT8_MAX + WordText::kOther;

// Decodes the tables. Errors: those of WordSet; ResourceExhausted if it takes more than that
// memory.
absl::StatusOr<std::shared_ptr<const WordAnswers>> OpenWords(absl::StatusOr<WordTables> file,
                                                             int threads, uint64_t memory_bytes);

int ReadWordBoard(const tilebase_set* set, std::string_view text, uint32_t cell_bytes, void* board,
                  char* message, size_t message_size);
int AskWords(const tilebase_set* set, const tilebase_question& question, tilebase_answer* answer);
tilebase_set_info WordsInfo(const tilebase_set* set);
int VerifyWords(const tilebase_set* set, int threads, char* message, size_t message_size);
// For hints, too.
int ProbeWords(const tilebase_set* set, const uint8_t* board, size_t board_size,
               tilebase_probe_result* result);
int ScrambleWords(const tilebase_set* set, const tilebase_scramble_wish& wish, uint8_t* boards,
                  size_t board_count, size_t* counts, unsigned* nature);
int AnalyseWords(const tilebase_set* set, const uint8_t* board, size_t board_size,
                 tilebase_board_analysis* result);
int AnalyseWordGame(const tilebase_set* set, const uint8_t* board, size_t board_size,
                    std::string_view letters, uint32_t* lengths, uint32_t* bounds, size_t* moves);

}  // namespace tilebase::c_api

#endif  // TILEBASE_RUNTIME_C_API_WORDS_H_
