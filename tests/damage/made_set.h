// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Sound table sets as bytes, to be damaged.

#ifndef TILEBASE_TESTS_DAMAGE_MADE_SET_H_
#define TILEBASE_TESTS_DAMAGE_MADE_SET_H_

#include <string>

#include "tables/table_set.h"

namespace tilebase {

// A set as the generator makes it. Aborts where that fails, as do the others.
struct MadeSet {
  std::string store;
  std::string image;
};
MadeSet MakeSet(const std::string& board, const std::string& plan, Codec codec);

}  // namespace tilebase

#endif  // TILEBASE_TESTS_DAMAGE_MADE_SET_H_
