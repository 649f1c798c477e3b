// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Pieces of JSON that several subcommands print.

#ifndef TILEBASE_TOOLS_JSON_H_
#define TILEBASE_TOOLS_JSON_H_

#include <nlohmann/json.hpp>

#include "tables/geometry.h"

namespace tilebase {

// A set of tiles as [3,4].
inline nlohmann::ordered_json TileList(CellMask tiles) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (; tiles != 0; tiles &= tiles - 1) list.push_back(Lowest(tiles) + 1);
  return list;
}

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_JSON_H_
