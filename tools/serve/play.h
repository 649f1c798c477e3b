// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Moves played on a board of any size. No tables are asked; a set knows the walls and tiles of
// boards that are no permutations.

#ifndef TILEBASE_TOOLS_SERVE_PLAY_H_
#define TILEBASE_TOOLS_SERVE_PLAY_H_

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "tools/serve/catalog.h"
#include "tools/serve/request.h"

namespace tilebase::serve {

// Moves that cannot be read or played.
Problem BadMoves(const absl::Status& error);

// Appends {"board":"..","moves":..,"runs":..,"actions":"..","blank":"..","tiles":[..]}: where the
// parameter `moves` leads from the parameter `board`, and the moves in other notations. The catalog
// tells the size of a board whose text does not, and the set of a board that is no permutation.
std::optional<Problem> PlayMoves(const Catalog& catalog, const Parameters& parameters,
                                 std::string* json);

}  // namespace tilebase::serve

#endif  // TILEBASE_TOOLS_SERVE_PLAY_H_
