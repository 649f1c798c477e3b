// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Codecs of a reader without zstd (WebAssembly): raw blocks alone. Downloads are packed on their
// way: 4x4 `fitted` takes 98 kB as a raw image by brotli, and 85 kB by our own model and zstd.

#include <string.h>

#include "absl/strings/str_cat.h"
#include "tables/codec/codec.h"
#include "tables/error.h"

namespace tilebase {

bool IsKnown(Codec codec) { return codec == Codec::kRaw; }

const char* Name(Codec codec) { return codec == Codec::kRaw ? "raw" : "zstd"; }

struct BlockDecoder::Scratch {};
BlockDecoder::BlockDecoder() = default;
BlockDecoder::~BlockDecoder() = default;

uint64_t BlockDecoder::ReservePolicyScratch() { return 0; }

absl::Status BlockDecoder::DecodePolicy(Codec codec, const Ranking&, uint64_t, uint64_t,
                                        absl::Span<const uint8_t> stored,
                                        absl::Span<uint8_t> decoded) {
  return Decode(codec, stored, decoded);
}

absl::Status BlockDecoder::DecodeExcesses(Codec codec, const PatternRanking&, uint64_t, uint64_t,
                                          absl::Span<const uint8_t> stored,
                                          absl::Span<uint8_t> decoded) {
  return Decode(codec, stored, decoded);
}

// Tables of other codecs are refused when they are opened.
absl::Status BlockDecoder::Decode(Codec, absl::Span<const uint8_t> stored,
                                  absl::Span<uint8_t> decoded) {
  if (stored.size() != decoded.size())
    return DamageError("", absl::StrCat(decoded.size(), " raw bytes"), absl::StrCat(stored.size()));
  if (!stored.empty()) memcpy(decoded.data(), stored.data(), stored.size());
  return absl::OkStatus();
}

}  // namespace tilebase
