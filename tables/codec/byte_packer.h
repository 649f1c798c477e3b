// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Bytes packed quickly, for files that only this program reads: no checksum, no size.

#ifndef TILEBASE_TABLES_CODEC_BYTE_PACKER_H_
#define TILEBASE_TABLES_CODEC_BYTE_PACKER_H_

#include <stddef.h>
#include <stdint.h>

#include <memory>

#include "absl/types/span.h"

namespace tilebase {

// One thread at a time. Throws std::bad_alloc where zstd has no memory.
class BytePacker {
 public:
  BytePacker();
  ~BytePacker();
  BytePacker(const BytePacker&) = delete;
  BytePacker& operator=(const BytePacker&) = delete;

  // Writes to out[0 .. MostBytes(bytes.size())) and returns how many bytes.
  size_t Pack(absl::Span<const uint8_t> bytes, uint8_t* out);
  static size_t MostBytes(size_t bytes);

  // False where `packed` is not what Pack made of so many bytes; they are undefined then.
  bool Unpack(absl::Span<const uint8_t> packed, absl::Span<uint8_t> bytes);

 private:
  struct Contexts;
  std::unique_ptr<Contexts> contexts_;
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_CODEC_BYTE_PACKER_H_
