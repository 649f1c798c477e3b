// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A number written into bytes that a test makes or damages.

#ifndef TILEBASE_TESTS_TABLES_PUT_H_
#define TILEBASE_TESTS_TABLES_PUT_H_

#include <string>

#include "tables/format.h"

namespace tilebase {

template <typename T>
void Put(std::string* bytes, uint64_t at, T value) {
  PutLittleEndian<T>(reinterpret_cast<uint8_t*>(bytes->data()) + at, value);
}

}  // namespace tilebase

#endif  // TILEBASE_TESTS_TABLES_PUT_H_
