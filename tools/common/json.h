// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// JSON as the subcommands print it.

#ifndef TILEBASE_TOOLS_COMMON_JSON_H_
#define TILEBASE_TOOLS_COMMON_JSON_H_

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "tables/geometry.h"

namespace tilebase {

// A set of tiles as [3,4].
inline nlohmann::ordered_json TileList(CellMask tiles) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (; tiles != 0; tiles &= tiles - 1) list.push_back(Lowest(tiles) + 1);
  return list;
}

// As one line. Bytes that are not UTF-8, which the name of a file may have, become U+FFFD.
inline std::string JsonLine(const nlohmann::ordered_json& value) {
  return value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

inline void PrintJsonLine(const nlohmann::ordered_json& value) {
  std::puts(JsonLine(value).c_str());
}

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_JSON_H_
