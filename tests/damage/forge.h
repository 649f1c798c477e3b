// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Files as somebody would arrange them: fields changed where they say where something is, how long
// it is or what it is, and every hash made right again.

#ifndef TILEBASE_TESTS_DAMAGE_FORGE_H_
#define TILEBASE_TESTS_DAMAGE_FORGE_H_

#include <random>
#include <string>

#include "tests/tables/store/reseal.h"

namespace tilebase {

// An image with one to three changes of directory, records, indexes or blocks, resealed.
std::string ForgeImage(const std::string& sound, std::mt19937_64* random);

// A store with one to three changes of meta pages, page headers, node pointers and nodes, whole
// pages, overflow runs, records or entries, resealed. `sound` as from TakeApart.
std::string ForgeStore(const OpenedStore& sound, std::mt19937_64* random);

}  // namespace tilebase

#endif  // TILEBASE_TESTS_DAMAGE_FORGE_H_
