// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How a block of decoded bytes becomes stored bytes and back. A codec is a number in table_set.h
// and a case in codec.cc; nothing else knows how blocks are stored. Encoder and decoder keep their
// scratch memory in an object, one for each thread, so they do not allocate for each block.
//
// Policy blocks first go through the model of policy_model.h, which chooses among ties as it codes;
// zstd then packs the model's code. Blocks of pattern tables go through pattern_model.h in the same
// way.
//
// zstd blocks are single frames with a content size and a content checksum. Without the checksum,
// 67 % of frames with a flipped bit decoded to wrong bytes without an error. Level 22 gained
// nothing over 19.

#ifndef TILEBASE_TABLES_CODEC_CODEC_H_
#define TILEBASE_TABLES_CODEC_CODEC_H_

#include <stddef.h>
#include <stdint.h>

#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "tables/entry.h"
#include "tables/format.h"
#include "tables/ranking.h"
#include "tables/table_set.h"

namespace tilebase {

// IsKnown returns whether this build can decode the codec. Name returns "raw" or "zstd".
bool IsKnown(Codec codec);
const char* Name(Codec codec);

// How blocks are made for Codec::kZstd. Readers need not know it.
enum class Packing : uint8_t {
  kSmall,  // by policy_model.h and pattern_model.h
  // Packs entries straight into zstd: the result is larger and decodes far faster
  // (docs/command.md). In tables of more than PolicyModel::kLowestActionEntries entries it chooses,
  // of several optimal actions, the one that packs well without a model, so the planes differ from
  // those of kSmall.
  kQuick,
  kWords,  // by zstd alone, for the planes of word_file.h
};

class BlockEncoder {
 public:
  explicit BlockEncoder(Packing packing = Packing::kSmall);
  ~BlockEncoder();
  BlockEncoder(const BlockEncoder&) = delete;
  BlockEncoder& operator=(const BlockEncoder&) = delete;

  // Encodes a block of the policy plane. Chooses an action for each of the entries first, first+1,
  // ... from the given sets (the choice depends on the packing, but not on the codec). Replaces
  // *decoded by the packed actions and *stored by their encoding, at most kMaxStoredBlockBytes.
  // Requires 0 < sets.size() <= PolicyModel::kMaxEntries, all within the ranking. Errors:
  // InvalidArgument for an unknown codec; Internal if the compressor fails.
  absl::Status EncodePolicy(Codec codec, const Ranking& ranking, uint64_t first,
                            absl::Span<const OptimalActions> sets, std::vector<uint8_t>* decoded,
                            std::vector<uint8_t>* stored);

  // Encodes a block of a pattern table, as EncodePolicy does: the excesses of entries first,
  // first+1, ..., each at most kMaxExcess. Requires 0 < excesses.size() <=
  // PatternModel::kMaxEntries, all within the ranking.
  absl::Status EncodeExcesses(Codec codec, const PatternRanking& ranking, uint64_t first,
                              absl::Span<const uint8_t> excesses, std::vector<uint8_t>* decoded,
                              std::vector<uint8_t>* stored);

  // Encodes a block of any other plane. Replaces *stored by at most kMaxStoredBlockBytes, which
  // depend only on the arguments. Requires 0 < decoded.size() <= kBlockBytes. Errors as above.
  absl::Status Encode(Codec codec, absl::Span<const uint8_t> decoded, std::vector<uint8_t>* stored);

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

  // Allocates what decoding the planes of policy tables needs, so that decoding allocates nothing
  // later. Returns how many bytes that is: at most kMostPolicyScratch.
  uint64_t ReservePolicyScratch();
  static constexpr uint64_t kMostPolicyScratch = 640 << 10;

  // Decodes the block of the policy plane that has `entries` entries from `first` on. Fills
  // `decoded`, which has PolicyBytes(entries) bytes. `stored` may hold any bytes: never reads or
  // writes outside the spans, never needs more memory than one block's scratch. Errors: DataLoss if
  // `stored` is not the code of exactly `entries` entries (`decoded` is then undefined);
  // Unimplemented for an unknown codec.
  absl::Status DecodePolicy(Codec codec, const Ranking& ranking, uint64_t first, uint64_t entries,
                            absl::Span<const uint8_t> stored, absl::Span<uint8_t> decoded);

  // Decodes a block of a pattern table in the same way. `decoded` has ExcessBytes(entries) bytes.
  absl::Status DecodeExcesses(Codec codec, const PatternRanking& ranking, uint64_t first,
                              uint64_t entries, absl::Span<const uint8_t> stored,
                              absl::Span<uint8_t> decoded);

  // Decodes a block of any other plane. The caller knows the size of `decoded`. Errors as above.
  absl::Status Decode(Codec codec, absl::Span<const uint8_t> stored, absl::Span<uint8_t> decoded);

 private:
  static bool HoldsCode(Codec codec, absl::Span<const uint8_t> stored, size_t decoded_bytes);
  template <typename DecodeModel>
  absl::Status DecodeCode(absl::Span<const uint8_t> stored, uint64_t entries, DecodeModel decode);

  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
};

// Packs bytes quickly, for files that only this program reads: no checksum, no size.
//
// One thread at a time. Throws std::bad_alloc if zstd gets no memory.
class BytePacker {
 public:
  BytePacker();
  ~BytePacker();
  BytePacker(const BytePacker&) = delete;
  BytePacker& operator=(const BytePacker&) = delete;

  // Writes to out[0 .. MostBytes(bytes.size())) and returns the number of bytes written.
  size_t Pack(absl::Span<const uint8_t> bytes, uint8_t* out);
  static size_t MostBytes(size_t bytes);

  // Returns false if `packed` is not what Pack made of bytes.size() bytes; `bytes` is then
  // undefined.
  bool Unpack(absl::Span<const uint8_t> packed, absl::Span<uint8_t> bytes);

 private:
  struct Contexts;
  std::unique_ptr<Contexts> contexts_;
};

}  // namespace tilebase

#endif  // TILEBASE_TABLES_CODEC_CODEC_H_
