// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// XXH3, the hash of everything that is stored. It detects damage, not malice: whoever can write the
// file can write matching hashes.

#ifndef TILEBASE_TABLES_HASH_H_
#define TILEBASE_TABLES_HASH_H_

#include <stdint.h>

#include <memory>

#include "absl/types/span.h"

namespace tilebase {

// XXH3-64, seed 0.
uint64_t Hash64(absl::Span<const uint8_t> bytes);

struct Hash128 {
  uint64_t low = 0;
  uint64_t high = 0;
  friend bool operator==(const Hash128&, const Hash128&) = default;
};

// XXH3-128, seed 0, of the concatenated pieces.
Hash128 HashPieces(absl::Span<const absl::Span<const uint8_t>> pieces);

// XXH3-64 of bytes that come in pieces; the result does not depend on where they are cut. One
// thread at a time.
class Hasher64 {
 public:
  Hasher64();
  ~Hasher64();
  Hasher64(const Hasher64&) = delete;
  Hasher64& operator=(const Hasher64&) = delete;

  void Reset();
  void Add(absl::Span<const uint8_t> bytes);
  // Returns the hash of all bytes added since the start or the last Reset.
  uint64_t Digest() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_HASH_H_
