// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What an attacker does: changes bytes of a store and makes every hash right again.

#ifndef TILEBASE_TESTS_TABLES_RESEAL_H_
#define TILEBASE_TESTS_TABLES_RESEAL_H_

#include <string>
#include <vector>

#include "tables/format.h"
#include "tables/hash.h"
#include "tables/lmdb_check.h"
#include "tables/records.h"
#include "tables/seal.h"

namespace tilebase {

// A store taken apart, with the places of its records.
struct OpenedStore {
  struct Record {
    std::string key;
    uint64_t offset = 0;
    uint64_t bytes = 0;
  };
  std::string lmdb;  // the bytes before the seal; change them as you like
  std::vector<Extent> extents;
  std::vector<Record> records;
};

// Requires a sound store.
inline OpenedStore TakeApart(const std::string& file) {
  OpenedStore store;
  const Seal seal = *CheckSeal(AsBytes(file));
  store.lmdb = file.substr(0, seal.lmdb_bytes);
  store.extents = seal.extents;
  const std::vector<LmdbRecord> records = *CheckLmdbPages(AsBytes(store.lmdb));
  for (const LmdbRecord& record : records)
    store.records.push_back({std::string(record.key), record.offset, record.bytes});
  return store;
}

// Makes the hash at the end of a record right.
inline void Rehash(const OpenedStore::Record& record, std::string* lmdb) {
  const uint64_t end = record.bytes - kRecordHashBytes;
  uint8_t* const bytes = reinterpret_cast<uint8_t*>(lmdb->data()) + record.offset;
  PutLittleEndian<uint64_t>(bytes + end, Hash64({bytes, end}));
}

inline std::string PutTogether(const OpenedStore& store) {
  return store.lmdb + EncodeSeal(AsBytes(store.lmdb), store.extents);
}

}  // namespace tilebase

#endif  // TILEBASE_TESTS_TABLES_RESEAL_H_
