// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What a reader does that trusts its file, for comparison: opens a store with LMDB and looks at
// every key and value.

#ifndef TILEBASE_TESTS_TABLES_STORE_BARE_LMDB_H_
#define TILEBASE_TESTS_TABLES_STORE_BARE_LMDB_H_

namespace tilebase {

// May end in a signal, or never. Returns LMDB's code, 0 where everything was read.
int ReadByLmdbAlone(const char* path);

}  // namespace tilebase

#endif  // TILEBASE_TESTS_TABLES_STORE_BARE_LMDB_H_
