// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Sound table sets as bytes, to be damaged.

#ifndef TILEBASE_TESTS_DAMAGE_MADE_SET_H_
#define TILEBASE_TESTS_DAMAGE_MADE_SET_H_

#include <string>
#include <vector>

#include "tables/table_set.h"
#include "tables/table_source.h"

namespace tilebase {

// A set as the generator makes it. Aborts where that fails, as do the others.
struct MadeSet {
  std::string store;
  std::string image;
};
MadeSet MakeSet(const std::string& board, const std::string& plan, Codec codec);

// Sets whose stored blocks have changed places, with the hash of every block right where it now is:
// what is left to tell is what the tables' contents should be.

// The stored blocks of a set's tables, by table.
using StoredBlocks = std::vector<std::vector<std::string>>;
StoredBlocks BlocksOf(const TableSource& source);

// A store or an image like `source`, with these blocks. Empty where they do not even have the
// lengths that such a table's blocks may have.
std::string StoreOf(const TableSource& source, const StoredBlocks& blocks);
std::string ImageOf(const TableSource& source, const StoredBlocks& blocks);

}  // namespace tilebase

#endif  // TILEBASE_TESTS_DAMAGE_MADE_SET_H_
