// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/store/seal.h"

#include <string.h>

#include "absl/strings/str_cat.h"
#include "tables/error.h"
#include "tables/format.h"
#include "tables/hash.h"

namespace tilebase {
namespace {

namespace seal_at = seal_record;

// LMDB's magic, in the first meta page. It distinguishes a damaged store from a file that never was
// one.
constexpr uint64_t kLmdbMagicAt = 16;
constexpr uint32_t kLmdbMagic = 0xBEEFC0DE;

Hash128 SkeletonHash(absl::Span<const uint8_t> lmdb, absl::Span<const Extent> extents) {
  std::vector<absl::Span<const uint8_t>> pieces;
  uint64_t begin = 0;
  for (const Extent& extent : extents) {
    pieces.push_back(lmdb.subspan(begin, extent.offset - begin));
    begin = extent.offset + extent.bytes;
  }
  pieces.push_back(lmdb.subspan(begin));
  return HashPieces(pieces);
}

absl::Status NoSeal(absl::Span<const uint8_t> file) {
  if (file.size() >= kLmdbMagicAt + 4 &&
      GetLittleEndian<uint32_t>(file.data() + kLmdbMagicAt) == kLmdbMagic)
    return DamageError("", "a seal at its end",
                       "an LMDB file without one: it was cut short, something was appended, or "
                       "another program made it");
  return MakeError(absl::StatusCode::kFailedPrecondition,
                   {.what = "not a tilebase file",
                    .expected = "the seal of a table store at its end",
                    .found = file.empty() ? "an empty file" : "none"});
}

}  // namespace

std::string EncodeSeal(absl::Span<const uint8_t> lmdb, absl::Span<const Extent> extents) {
  const uint64_t fixed = extents.size() * seal_at::kExtentBytes;
  std::string seal(fixed + seal_at::kFixedBytes, '\0');
  uint8_t* const bytes = reinterpret_cast<uint8_t*>(seal.data());
  for (size_t i = 0; i < extents.size(); ++i) {
    PutLittleEndian<uint64_t>(bytes + i * seal_at::kExtentBytes, extents[i].offset);
    PutLittleEndian<uint64_t>(bytes + i * seal_at::kExtentBytes + 8, extents[i].bytes);
  }
  const Hash128 skeleton = SkeletonHash(lmdb, extents);
  PutLittleEndian<uint64_t>(bytes + fixed + seal_at::kSkeletonHashAt, skeleton.low);
  PutLittleEndian<uint64_t>(bytes + fixed + seal_at::kSkeletonHashAt + 8, skeleton.high);
  PutLittleEndian<uint64_t>(bytes + fixed + seal_at::kFileBytesAt, lmdb.size() + seal.size());
  PutLittleEndian<uint64_t>(bytes + fixed + seal_at::kLmdbBytesAt, lmdb.size());
  PutLittleEndian<uint64_t>(bytes + fixed + seal_at::kExtentCountAt, extents.size());
  PutLittleEndian<uint64_t>(bytes + fixed + seal_at::kHashAt,
                            Hash64({bytes, fixed + seal_at::kHashAt}));
  PutLittleEndian<uint16_t>(bytes + fixed + seal_at::kVersionAt, kFormatVersion);
  memcpy(bytes + fixed + seal_at::kMagicAt, seal_at::kMagic, sizeof seal_at::kMagic);
  return seal;
}

absl::StatusOr<Seal> CheckSeal(absl::Span<const uint8_t> file) {
  if (file.size() < seal_at::kFixedBytes) return NoSeal(file);
  const uint64_t fixed_at = file.size() - seal_at::kFixedBytes;
  const uint8_t* const fixed = file.data() + fixed_at;
  if (memcmp(fixed + seal_at::kMagicAt, seal_at::kMagic, sizeof seal_at::kMagic) != 0)
    return NoSeal(file);
  const uint16_t version = GetLittleEndian<uint16_t>(fixed + seal_at::kVersionAt);
  if (version > kFormatVersion)
    return MakeError(absl::StatusCode::kUnimplemented,
                     {.what = absl::StrCat("format version ", version),
                      .expected = absl::StrCat("at most ", kFormatVersion)});
  const uint64_t file_bytes = GetLittleEndian<uint64_t>(fixed + seal_at::kFileBytesAt);
  if (file_bytes != file.size())
    return DamageError("", absl::StrCat(file_bytes, " bytes"), absl::StrCat(file.size()));
  const uint64_t count = GetLittleEndian<uint64_t>(fixed + seal_at::kExtentCountAt);
  if (version == 0 || memcmp(fixed + seal_at::kZeroAt, "\0\0\0\0\0\0", 6) != 0 ||
      count > fixed_at / seal_at::kExtentBytes)
    return DamageError("", "a seal", "a damaged one");
  Seal seal;
  seal.lmdb_bytes = fixed_at - count * seal_at::kExtentBytes;
  const uint64_t expected_hash =
      Hash64(file.subspan(seal.lmdb_bytes, count * seal_at::kExtentBytes + seal_at::kHashAt));
  const uint64_t found_hash = GetLittleEndian<uint64_t>(fixed + seal_at::kHashAt);
  if (expected_hash != found_hash)
    return DamageError("seal", absl::StrCat("hash ", absl::Hex(expected_hash)),
                       absl::StrCat(absl::Hex(found_hash)));
  if (GetLittleEndian<uint64_t>(fixed + seal_at::kLmdbBytesAt) != seal.lmdb_bytes)
    return DamageError("seal", absl::StrCat("it to begin at ", seal.lmdb_bytes));

  seal.extents.reserve(count);
  uint64_t end = 0;
  for (uint64_t i = 0; i < count; ++i) {
    const uint8_t* const entry = file.data() + seal.lmdb_bytes + i * seal_at::kExtentBytes;
    const Extent extent = {GetLittleEndian<uint64_t>(entry), GetLittleEndian<uint64_t>(entry + 8)};
    if (extent.offset < end || extent.offset > seal.lmdb_bytes || extent.bytes == 0 ||
        extent.bytes > seal.lmdb_bytes - extent.offset)
      return DamageError("seal",
                         absl::StrCat("extents in order between ", end, " and ", seal.lmdb_bytes),
                         absl::StrCat(extent.bytes, " bytes at ", extent.offset));
    seal.extents.push_back(extent);
    end = extent.offset + extent.bytes;
  }
  const Hash128 expected = SkeletonHash(file.first(seal.lmdb_bytes), seal.extents);
  const Hash128 found = {GetLittleEndian<uint64_t>(fixed + seal_at::kSkeletonHashAt),
                         GetLittleEndian<uint64_t>(fixed + seal_at::kSkeletonHashAt + 8)};
  if (!(expected == found))
    return DamageError(
        "",
        absl::StrCat("its headers, indexes and pages to have hash ", absl::Hex(found.high),
                     absl::Hex(found.low, absl::kZeroPad16)),
        absl::StrCat(absl::Hex(expected.high), absl::Hex(expected.low, absl::kZeroPad16)));
  return seal;
}

}  // namespace tilebase
