// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How a block of decoded bytes becomes stored bytes and back. A codec is a number in table_set.h
// and a case in codec.cc; nothing else knows how blocks are stored. Both directions keep their
// scratch memory in an object, so that neither allocates per block: one object a thread.
//
// Policy blocks go through the model of policy_model.h first, which chooses among ties as it codes:
// what zstd then holds is the model's code. Blocks of pattern tables likewise go through that of
// pattern_model.h.
//
// zstd blocks are single frames with their content size and a content checksum: of flipped bits in
// frames without one, 67 % decoded to silently wrong bytes. Level 22 gained nothing over 19.

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

// Whether this build can decode the codec, and its name in messages ("raw", "zstd").
bool IsKnown(Codec codec);
const char* Name(Codec codec);

// How blocks are made for Codec::kZstd. Readers need not be told.
enum class Packing : uint8_t {
  kSmall,  // by policy_model.h and pattern_model.h
  // Packed entries straight to zstd: larger, and decoded far faster (docs/command.md). Of several
  // optimal actions, in tables of more than PolicyModel::kLowestActionEntries entries, one that
  // packs well without a model, so the planes are others than by kSmall.
  kQuick,
};

class BlockEncoder {
 public:
  explicit BlockEncoder(Packing packing = Packing::kSmall);
  ~BlockEncoder();
  BlockEncoder(const BlockEncoder&) = delete;
  BlockEncoder& operator=(const BlockEncoder&) = delete;

  // A block of the policy plane: chooses an action for each of the entries first, first+1, ...
  // whose sets are given (the choice depends on the packing, but not on the codec), and replaces
  // *decoded by the packed actions and *stored by what the codec makes of them, at most
  // kMaxStoredBlockBytes. Requires 0 < sets.size() <= PolicyModel::kMaxEntries, within the ranking.
  // Errors: InvalidArgument for a codec that is not known; Internal where the compressor fails.
  absl::Status EncodePolicy(Codec codec, const Ranking& ranking, uint64_t first,
                            absl::Span<const OptimalActions> sets, std::vector<uint8_t>* decoded,
                            std::vector<uint8_t>* stored);

  // A block of a pattern table: the excesses of entries first, first+1, ..., each at most
  // kMaxExcess. As EncodePolicy otherwise. Requires 0 < excesses.size() <=
  // PatternModel::kMaxEntries, within the ranking.
  absl::Status EncodeExcesses(Codec codec, const PatternRanking& ranking, uint64_t first,
                              absl::Span<const uint8_t> excesses, std::vector<uint8_t>* decoded,
                              std::vector<uint8_t>* stored);

  // A block of any other plane. Replaces *stored. The result depends on the arguments alone, and is
  // at most kMaxStoredBlockBytes long. Requires 0 < decoded.size() <= kBlockBytes. Errors as above.
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

  // Makes now what decoding the planes of policy tables needs, so that it allocates nothing later.
  // Returns how many bytes that are: at most kMostPolicyScratch.
  uint64_t ReservePolicyScratch();
  static constexpr uint64_t kMostPolicyScratch = 640 << 10;

  // A block of the policy plane that begins with entry `first` and has `entries` of them. Fills
  // `decoded`, of PolicyBytes(entries). `stored` may be anything: never reads or writes outside the
  // spans, never needs more memory than one block's scratch.
  // Errors: DataLoss where `stored` is not the code of exactly so many entries (`decoded` is then
  // undefined); Unimplemented for a codec that is not known.
  absl::Status DecodePolicy(Codec codec, const Ranking& ranking, uint64_t first, uint64_t entries,
                            absl::Span<const uint8_t> stored, absl::Span<uint8_t> decoded);

  // The same for a block of a pattern table: fills `decoded`, of ExcessBytes(entries). Errors as
  // above.
  absl::Status DecodeExcesses(Codec codec, const PatternRanking& ranking, uint64_t first,
                              uint64_t entries, absl::Span<const uint8_t> stored,
                              absl::Span<uint8_t> decoded);

  // A block of any other plane: fills `decoded`, whose size the caller knows. Errors as above.
  absl::Status Decode(Codec codec, absl::Span<const uint8_t> stored, absl::Span<uint8_t> decoded);

 private:
  static bool HoldsCode(Codec codec, absl::Span<const uint8_t> stored, size_t decoded_bytes);
  template <typename DecodeModel>
  absl::Status DecodeCode(absl::Span<const uint8_t> stored, uint64_t entries, DecodeModel decode);

  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
};

// Bytes packed quickly, for files that only this program reads: no checksum, no size.
//
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

#endif  // TILEBASE_TABLES_CODEC_CODEC_H_
