// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/hash.h"

#include <xxhash.h>

#include <new>

namespace tilebase {

uint64_t Hash64(absl::Span<const uint8_t> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

Hash128 HashPieces(absl::Span<const absl::Span<const uint8_t>> pieces) {
  const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(),
                                                                       &XXH3_freeState);
  if (state == nullptr) throw std::bad_alloc();
  XXH3_128bits_reset(state.get());
  for (const absl::Span<const uint8_t> piece : pieces)
    if (!piece.empty()) XXH3_128bits_update(state.get(), piece.data(), piece.size());
  const XXH128_hash_t hash = XXH3_128bits_digest(state.get());
  return {hash.low64, hash.high64};
}

struct Hasher64::State {
  State() : xxh3(XXH3_createState()) {
    if (xxh3 == nullptr) throw std::bad_alloc();
  }
  ~State() { XXH3_freeState(xxh3); }
  XXH3_state_t* const xxh3;
};

Hasher64::Hasher64() : state_(std::make_unique<State>()) { Reset(); }
Hasher64::~Hasher64() = default;

void Hasher64::Reset() { XXH3_64bits_reset(state_->xxh3); }
void Hasher64::Add(absl::Span<const uint8_t> bytes) {
  if (!bytes.empty()) XXH3_64bits_update(state_->xxh3, bytes.data(), bytes.size());
}
uint64_t Hasher64::Digest() const { return XXH3_64bits_digest(state_->xxh3); }

}  // namespace tilebase
