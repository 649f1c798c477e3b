// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/codec/byte_packer.h"

#include <zstd.h>
#include <zstd_errors.h>

#include <new>

namespace tilebase {

struct BytePacker::Contexts {
  ZSTD_CCtx* pack = ZSTD_createCCtx();
  ZSTD_DCtx* unpack = ZSTD_createDCtx();
  ~Contexts() {
    ZSTD_freeCCtx(pack);
    ZSTD_freeDCtx(unpack);
  }
};

BytePacker::BytePacker() : contexts_(std::make_unique<Contexts>()) {
  if (contexts_->pack == nullptr || contexts_->unpack == nullptr) throw std::bad_alloc();
}
BytePacker::~BytePacker() = default;

size_t BytePacker::MostBytes(size_t bytes) { return ZSTD_compressBound(bytes); }

size_t BytePacker::Pack(absl::Span<const uint8_t> bytes, uint8_t* out) {
  const size_t size = ZSTD_compressCCtx(contexts_->pack, out, MostBytes(bytes.size()), bytes.data(),
                                        bytes.size(), 1);
  // With so much room it can only fail for memory.
  if (ZSTD_isError(size)) throw std::bad_alloc();
  return size;
}

bool BytePacker::Unpack(absl::Span<const uint8_t> packed, absl::Span<uint8_t> bytes) {
  const size_t size = ZSTD_decompressDCtx(contexts_->unpack, bytes.data(), bytes.size(),
                                          packed.data(), packed.size());
  if (ZSTD_getErrorCode(size) == ZSTD_error_memory_allocation) throw std::bad_alloc();
  return !ZSTD_isError(size) && size == bytes.size();
}

}  // namespace tilebase
