// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include <lmdb.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "tests/tables/store/reseal.h"

namespace tilebase {
namespace {

void Touch(const MDB_val& bytes) {
  const volatile uint8_t* const data = static_cast<const uint8_t*>(bytes.mv_data);
  for (size_t i = 0; i < bytes.mv_size; ++i) (void)data[i];
}

int ReadAll(MDB_txn* transaction) {
  MDB_dbi dbi = 0;
  MDB_cursor* cursor = nullptr;
  int rc = mdb_dbi_open(transaction, nullptr, 0, &dbi);
  if (rc == 0) rc = mdb_cursor_open(transaction, dbi, &cursor);
  while (rc == 0) {
    MDB_val key;
    MDB_val value;
    rc = mdb_cursor_get(cursor, &key, &value, MDB_NEXT);
    if (rc != 0) break;
    Touch(key);
    Touch(value);
  }
  if (cursor != nullptr) mdb_cursor_close(cursor);
  return rc == MDB_NOTFOUND ? 0 : rc;
}

}  // namespace

int ReadByLmdbAlone(const char* path) {
  struct stat status;
  if (stat(path, &status) != 0) return -1;
  MDB_env* env = nullptr;
  MDB_txn* transaction = nullptr;
  int rc = mdb_env_create(&env);
  if (rc == 0) rc = mdb_env_set_mapsize(env, static_cast<size_t>(status.st_size));
  if (rc == 0) rc = mdb_env_open(env, path, MDB_RDONLY | MDB_NOLOCK | MDB_NOSUBDIR, 0);
  if (rc == 0) rc = mdb_txn_begin(env, nullptr, MDB_RDONLY, &transaction);
  if (rc == 0) rc = ReadAll(transaction);
  if (transaction != nullptr) mdb_txn_abort(transaction);
  mdb_env_close(env);
  return rc;
}

}  // namespace tilebase
