// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The head of a word problem's file, as named offsets: the twin of docs/boards.md, "The file". Its
// first 24 bytes are those of an image's directory (tables/format.h).

#ifndef TILEBASE_TABLES_WORDS_WORD_FORMAT_H_
#define TILEBASE_TABLES_WORDS_WORD_FORMAT_H_

#include <stdint.h>

namespace tilebase {

inline constexpr uint16_t kWordFormatVersion = 2;

namespace word_head {
inline constexpr uint64_t kRecordBytesAt = 24;  // u64
inline constexpr uint64_t kIndexBytesAt = 32;   // u64
inline constexpr uint64_t kStoredBytesAt = 40;  // u64
inline constexpr uint64_t kZeroAt = 48;         // u64
inline constexpr uint64_t kHashAt = 56;         // u64, of all bytes before
inline constexpr uint64_t kBytes = 64;
}  // namespace word_head

inline constexpr uint64_t kMaxWordCreator = 1024;

}  // namespace tilebase

#endif  // TILEBASE_TABLES_WORDS_WORD_FORMAT_H_
