// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/codec/codec.h"

#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <new>

#include "absl/strings/str_cat.h"
#include "tables/codec/pattern_model.h"
#include "tables/codec/policy_model.h"
#include "tables/error.h"

namespace tilebase {
namespace {

// zstd's level by Packing. For kQuick, level 12 takes three to six times as long and saves 5 to
// 8 %; for kWords, level 19 takes twice as long and saves 1 %.
constexpr int kLevels[] = {19, 1, 16};

// Bits of the frame header descriptor (RFC 8878, 3.1.1.1.1).
constexpr uint64_t kDescriptorAt = 4;
constexpr uint8_t kDictionaryBits = 0x03;
constexpr uint8_t kChecksumBit = 0x04;

// If zstd lacks memory, the block is not at fault.
bool LacksMemory(size_t zstd_result) {
  return ZSTD_getErrorCode(zstd_result) == ZSTD_error_memory_allocation;
}

// Chooses the action of the previous entry if it is optimal here, otherwise the lowest-numbered
// optimal one. An entry whose actions all count as optimal repeats the previous one.
void ChooseBefore(absl::Span<const OptimalActions> sets, uint8_t* packed) {
  unsigned before = 0;
  size_t i = 0;
  while (i < sets.size()) {
    unsigned byte = 0;
    for (int k = 0; k < kEntriesPerByte && i < sets.size(); ++k, ++i) {
      const unsigned set = sets[i] & ((1u << kActions) - 1);
      const unsigned lowest = static_cast<unsigned>(__builtin_ctz(set | 1u << kActions));
      before = (set >> before & 1) != 0 || set == 0 ? before : lowest;
      byte |= before << (2 * k);
    }
    *packed++ = static_cast<uint8_t>(byte);
  }
}

absl::Status EncodeZstd(ZSTD_CCtx* context, absl::Span<const uint8_t> decoded,
                        std::vector<uint8_t>* stored) {
  stored->resize(ZSTD_compressBound(decoded.size()));
  const size_t size =
      ZSTD_compress2(context, stored->data(), stored->size(), decoded.data(), decoded.size());
  if (LacksMemory(size)) throw std::bad_alloc();
  if (ZSTD_isError(size))
    return MakeError(absl::StatusCode::kInternal,
                     {.what = absl::StrCat("zstd cannot compress: ", ZSTD_getErrorName(size))});
  stored->resize(size);
  return absl::OkStatus();
}

// zstd itself would accept several frames, skippable frames and frames without checksums. A block
// is exactly one frame with a checksum, so a change of any stored byte is found.
absl::Status DecodeZstd(ZSTD_DCtx* context, absl::Span<const uint8_t> stored,
                        absl::Span<uint8_t> decoded) {
  const unsigned long long content = ZSTD_getFrameContentSize(stored.data(), stored.size());
  if (content != decoded.size()) {
    return DamageError("", absl::StrCat("a zstd frame of ", decoded.size(), " bytes of content"),
                       content == ZSTD_CONTENTSIZE_ERROR ? std::string("no frame")
                       : content == ZSTD_CONTENTSIZE_UNKNOWN
                           ? std::string("a frame that does not say its size")
                           : absl::StrCat("one of ", content));
  }
  const uint8_t descriptor = stored[kDescriptorAt];  // any frame with a size is longer
  if ((descriptor & kChecksumBit) == 0 || (descriptor & kDictionaryBits) != 0)
    return DamageError("", "a zstd frame with checksum and without dictionary");
  if (ZSTD_findFrameCompressedSize(stored.data(), stored.size()) != stored.size())
    return DamageError("", "exactly one zstd frame");
  const size_t size =
      ZSTD_decompressDCtx(context, decoded.data(), decoded.size(), stored.data(), stored.size());
  if (LacksMemory(size)) throw std::bad_alloc();
  if (ZSTD_isError(size))
    return MakeError(absl::StatusCode::kDataLoss,
                     {.what = absl::StrCat("zstd cannot decode: ", ZSTD_getErrorName(size))});
  if (size != decoded.size())
    return DamageError("", absl::StrCat(decoded.size(), " decoded bytes"), absl::StrCat(size));
  return absl::OkStatus();
}

}  // namespace

bool IsKnown(Codec codec) { return codec == Codec::kRaw || codec == Codec::kZstd; }

const char* Name(Codec codec) {
  switch (codec) {
    case Codec::kRaw:
      return "raw";
    case Codec::kZstd:
      return "zstd";
  }
  return "unknown";
}

// Contexts are made at first use: a store of raw blocks never needs one.
struct BlockEncoder::Scratch {
  explicit Scratch(Packing wanted) : packing(wanted) {}
  ~Scratch() { ZSTD_freeCCtx(zstd); }
  ZSTD_CCtx* Zstd(int level) {
    if (zstd == nullptr) {
      zstd = ZSTD_createCCtx();
      if (zstd == nullptr) throw std::bad_alloc();
      ZSTD_CCtx_setParameter(zstd, ZSTD_c_checksumFlag, 1);
      ZSTD_CCtx_setParameter(zstd, ZSTD_c_contentSizeFlag, 1);
    }
    ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel, level);
    return zstd;
  }
  PatternModel* Pattern() {
    if (pattern == nullptr) pattern = std::make_unique<PatternModel>();
    return pattern.get();
  }
  const Packing packing;
  ZSTD_CCtx* zstd = nullptr;
  PolicyModel model;
  std::unique_ptr<PatternModel> pattern;
  std::vector<uint8_t> coded;
};

BlockEncoder::BlockEncoder(Packing packing) : scratch_(std::make_unique<Scratch>(packing)) {}
BlockEncoder::~BlockEncoder() = default;

absl::Status BlockEncoder::EncodePolicy(Codec codec, const Ranking& ranking, uint64_t first,
                                        absl::Span<const OptimalActions> sets,
                                        std::vector<uint8_t>* decoded,
                                        std::vector<uint8_t>* stored) {
  decoded->resize(PolicyBytes(sets.size()));
  if (scratch_->packing == Packing::kQuick && ranking.size() > PolicyModel::kLowestActionEntries) {
    ChooseBefore(sets, decoded->data());
    return Encode(codec, *decoded, stored);
  }
  scratch_->model.Encode(ranking, first, sets, decoded->data(), &scratch_->coded);
  const bool coded = codec == Codec::kZstd && scratch_->coded.size() < decoded->size();
  return Encode(codec, coded ? scratch_->coded : *decoded, stored);
}

absl::Status BlockEncoder::EncodeExcesses(Codec codec, const PatternRanking& ranking,
                                          uint64_t first, absl::Span<const uint8_t> excesses,
                                          std::vector<uint8_t>* decoded,
                                          std::vector<uint8_t>* stored) {
  decoded->assign(ExcessBytes(excesses.size()), 0);
  for (size_t i = 0; i < excesses.size(); ++i)
    (*decoded)[i / kExcessesPerByte] |=
        static_cast<uint8_t>(excesses[i] << (i % kExcessesPerByte * 4));
  if (codec != Codec::kZstd) return Encode(codec, *decoded, stored);
  if (scratch_->packing == Packing::kQuick) return Encode(codec, *decoded, stored);
  scratch_->Pattern()->Encode(ranking, first, excesses, &scratch_->coded);
  return Encode(codec, scratch_->coded.size() < decoded->size() ? scratch_->coded : *decoded,
                stored);
}

absl::Status BlockEncoder::Encode(Codec codec, absl::Span<const uint8_t> decoded,
                                  std::vector<uint8_t>* stored) {
  if (decoded.empty() || decoded.size() > kBlockBytes)
    return MakeError(absl::StatusCode::kInvalidArgument,
                     {.expected = absl::StrCat("a block of 1 to ", kBlockBytes, " bytes"),
                      .found = absl::StrCat(decoded.size())});
  switch (codec) {
    case Codec::kRaw:
      stored->assign(decoded.begin(), decoded.end());
      return absl::OkStatus();
    case Codec::kZstd:
      return EncodeZstd(scratch_->Zstd(kLevels[static_cast<int>(scratch_->packing)]), decoded,
                        stored);
  }
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.what = absl::StrCat("unknown codec ", static_cast<int>(codec))});
}

struct BlockDecoder::Scratch {
  ~Scratch() { ZSTD_freeDCtx(zstd); }
  ZSTD_DCtx* Zstd() {
    if (zstd == nullptr) {
      zstd = ZSTD_createDCtx();
      if (zstd == nullptr) throw std::bad_alloc();
    }
    return zstd;
  }
  PolicyModel* Model() {
    if (model == nullptr) model = std::make_unique<PolicyModel>();
    return model.get();
  }
  PatternModel* Pattern() {
    if (pattern == nullptr) pattern = std::make_unique<PatternModel>();
    return pattern.get();
  }
  ZSTD_DCtx* zstd = nullptr;
  std::unique_ptr<PolicyModel> model;
  std::unique_ptr<PatternModel> pattern;
  std::vector<uint8_t> coded;
  std::vector<uint8_t> excesses;
};

BlockDecoder::BlockDecoder() : scratch_(std::make_unique<Scratch>()) {}
BlockDecoder::~BlockDecoder() = default;

uint64_t BlockDecoder::ReservePolicyScratch() {
  scratch_->coded.reserve(kBlockBytes);
  return sizeof(Scratch) + scratch_->coded.capacity() + scratch_->Model()->bytes() +
         ZSTD_sizeof_DCtx(scratch_->Zstd());
}

// The frame holds the model's code, or the packed entries if the code would be no shorter.
bool BlockDecoder::HoldsCode(Codec codec, absl::Span<const uint8_t> stored, size_t decoded_bytes) {
  return codec == Codec::kZstd &&
         ZSTD_getFrameContentSize(stored.data(), stored.size()) < decoded_bytes;
}

// Unpacks the frame into scratch_->coded and passes it to `decode`, which returns whether it is the
// code of exactly `entries` entries. Requires HoldsCode.
template <typename DecodeModel>
absl::Status BlockDecoder::DecodeCode(absl::Span<const uint8_t> stored, uint64_t entries,
                                      DecodeModel decode) {
  scratch_->coded.resize(ZSTD_getFrameContentSize(stored.data(), stored.size()));
  absl::Status status = Decode(Codec::kZstd, stored, absl::MakeSpan(scratch_->coded));
  if (status.ok() && !decode()) {
    status = DamageError("", absl::StrCat("the code of ", entries, " entries"),
                         absl::StrCat(scratch_->coded.size(), " bytes"));
  }
  return status;
}

absl::Status BlockDecoder::DecodePolicy(Codec codec, const Ranking& ranking, uint64_t first,
                                        uint64_t entries, absl::Span<const uint8_t> stored,
                                        absl::Span<uint8_t> decoded) {
  if (!HoldsCode(codec, stored, decoded.size())) return Decode(codec, stored, decoded);
  return DecodeCode(stored, entries, [&] {
    return scratch_->Model()->Decode(ranking, first, entries, scratch_->coded, decoded.data());
  });
}

absl::Status BlockDecoder::DecodeExcesses(Codec codec, const PatternRanking& ranking,
                                          uint64_t first, uint64_t entries,
                                          absl::Span<const uint8_t> stored,
                                          absl::Span<uint8_t> decoded) {
  if (!HoldsCode(codec, stored, decoded.size())) return Decode(codec, stored, decoded);
  std::vector<uint8_t>& excesses = scratch_->excesses;
  excesses.resize(entries + entries % kExcessesPerByte);  // an odd last entry is packed with a 0
  excesses.back() = 0;
  absl::Status status = DecodeCode(stored, entries, [&] {
    return scratch_->Pattern()->Decode(ranking, first, entries, scratch_->coded, excesses.data());
  });
  for (size_t i = 0; i < decoded.size(); ++i)
    decoded[i] = static_cast<uint8_t>(excesses[2 * i] | excesses[2 * i + 1] << 4);
  return status;
}

absl::Status BlockDecoder::Decode(Codec codec, absl::Span<const uint8_t> stored,
                                  absl::Span<uint8_t> decoded) {
  switch (codec) {
    case Codec::kRaw:
      if (stored.size() != decoded.size())
        return DamageError("", absl::StrCat(decoded.size(), " raw bytes"),
                           absl::StrCat(stored.size()));
      if (!stored.empty()) memcpy(decoded.data(), stored.data(), stored.size());
      return absl::OkStatus();
    case Codec::kZstd:
      return DecodeZstd(scratch_->Zstd(), stored, decoded);
  }
  return MakeError(
      absl::StatusCode::kUnimplemented,
      {.what = absl::StrCat("codec ", static_cast<int>(codec), " needs a newer tilebase")});
}

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
  // The output always fits, so compression can only fail for lack of memory.
  if (ZSTD_isError(size)) throw std::bad_alloc();
  return size;
}

bool BytePacker::Unpack(absl::Span<const uint8_t> packed, absl::Span<uint8_t> bytes) {
  const size_t size = ZSTD_decompressDCtx(contexts_->unpack, bytes.data(), bytes.size(),
                                          packed.data(), packed.size());
  if (LacksMemory(size)) throw std::bad_alloc();
  return !ZSTD_isError(size) && size == bytes.size();
}

}  // namespace tilebase
