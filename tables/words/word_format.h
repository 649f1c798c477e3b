// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The head of a word problem's file, as named offsets: the twin of docs/format.md, section 14. Its
// first 24 bytes are those of an image's directory (tables/format.h), also in a file of stages.

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

// The head of a file of stages, which are files of version 2, one after another.
inline constexpr uint16_t kStagesFormatVersion = 4;

namespace stages_head {
inline constexpr uint64_t kWidthAt = 24;    // u16
inline constexpr uint64_t kHeightAt = 26;   // u16
inline constexpr uint64_t kStagesAt = 28;   // u32
inline constexpr uint64_t kOpenAt = 32;     // u64, a bit for each open cell
inline constexpr uint64_t kLengthsAt = 40;  // u64 for each stage; then the hash of all bytes before
}  // namespace stages_head

}  // namespace tilebase

#endif  // TILEBASE_TABLES_WORDS_WORD_FORMAT_H_
