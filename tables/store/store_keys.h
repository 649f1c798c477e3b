// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The keys of a store. They sort in the order in which a store can be written in one pass: a
// table's data before its header, which needs hashes and sizes, and the set record after all.
//
//   table/000000/data/0/000000     plane 0 (policy), segment 0; further segments and planes follow
//   table/000000/header            table record
//   table/000000/index             index record
//   tilebase                       set record

#ifndef TILEBASE_TABLES_STORE_STORE_KEYS_H_
#define TILEBASE_TABLES_STORE_STORE_KEYS_H_

#include <stdint.h>

#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "tables/format.h"

namespace tilebase {

inline constexpr char kSetKey[] = "tilebase";

inline std::string DataKey(uint32_t table, Plane plane, uint32_t segment) {
  return absl::StrCat("table/", absl::Dec(table, absl::kZeroPad6), "/data/",
                      static_cast<unsigned>(plane), "/", absl::Dec(segment, absl::kZeroPad6));
}
inline std::string HeaderKey(uint32_t table) {
  return absl::StrCat("table/", absl::Dec(table, absl::kZeroPad6), "/header");
}
inline std::string IndexKey(uint32_t table) {
  return absl::StrCat("table/", absl::Dec(table, absl::kZeroPad6), "/index");
}

// Of the keys above, whether this is a segment's.
inline bool IsDataKey(std::string_view key) { return key.find("/data/") != key.npos; }

}  // namespace tilebase

#endif  // TILEBASE_TABLES_STORE_STORE_KEYS_H_
