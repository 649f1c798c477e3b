// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How a block of decoded bytes becomes stored bytes and back. A codec is a number in table_set.h
// and a case in codec.cc; nothing else knows how blocks are stored. Both directions keep their
// scratch memory in an object, so that neither allocates per block: one object a thread.
//
// zstd blocks are single frames with their content size and a content checksum: of flipped bits in
// frames without one, 67 % decoded to silently wrong bytes. Level 22 gained nothing over 19.

#ifndef TILEBASE_TABLES_CODEC_H_
#define TILEBASE_TABLES_CODEC_H_

#include <stdint.h>

#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "tables/format.h"
#include "tables/table_set.h"

namespace tilebase {

// Whether this build can decode the codec, and its name in messages ("raw", "zstd").
bool IsKnown(Codec codec);
const char* Name(Codec codec);

class BlockEncoder {
 public:
  BlockEncoder();
  ~BlockEncoder();
  BlockEncoder(const BlockEncoder&) = delete;
  BlockEncoder& operator=(const BlockEncoder&) = delete;

  // Replaces *stored. The result depends on the arguments alone, and is at most
  // kMaxStoredBlockBytes long. Requires 0 < decoded.size() <= kBlockBytes.
  // Errors: InvalidArgument for a codec that is not known; Internal where the compressor fails.
  absl::Status Encode(Codec codec, Plane plane, absl::Span<const uint8_t> decoded,
                      std::vector<uint8_t>* stored);

 private:
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
};

class BlockDecoder {
 public:
  BlockDecoder();
  ~BlockDecoder();
  BlockDecoder(const BlockDecoder&) = delete;
  BlockDecoder& operator=(const BlockDecoder&) = delete;

  // Fills `decoded`, whose size the caller knows. `stored` may be anything: never reads or writes
  // outside the spans, never needs more memory than one block's scratch.
  // Errors: DataLoss where `stored` does not decode to exactly that many bytes (`decoded` is then
  // undefined); Unimplemented for a codec that is not known.
  absl::Status Decode(Codec codec, Plane plane, absl::Span<const uint8_t> stored,
                      absl::Span<uint8_t> decoded);

 private:
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_CODEC_H_
