// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The bytes of a table set, as named offsets: the twin of docs/format.md, which says what they
// mean. The records are the same in every container (LMDB store, flat image); a container only
// decides where each record lies.
//
// All integers are little-endian and go through PutLittleEndian and GetLittleEndian, so the layout
// depends neither on the host's byte order nor on alignment.
//
// Freestanding: no heap, no library beyond <stdint.h>.

#ifndef TILEBASE_TABLES_FORMAT_H_
#define TILEBASE_TABLES_FORMAT_H_

#include <stdint.h>

#include "tables/entry.h"

namespace tilebase {

// The version of the containers, and of a set record without the joined worst case.
inline constexpr uint16_t kFormatVersion = 1;
// The version of a set record with it. (Versions 2 and 4 are the files of boards that are no
// permutations.)
inline constexpr uint16_t kJoinedFormatVersion = 3;

template <typename T>
constexpr void PutLittleEndian(uint8_t* to, T value) {
  for (unsigned i = 0; i < sizeof(T); ++i)
    to[i] = static_cast<uint8_t>(static_cast<uint64_t>(value) >> (8 * i));
}
template <typename T>
constexpr T GetLittleEndian(const uint8_t* from) {
  T value = 0;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && \
    (!defined(__arm__) || defined(__ARM_FEATURE_UNALIGNED))
  // A single load; a compiler that optimises for size would keep the loop.
  if (!__builtin_is_constant_evaluated()) {
    __builtin_memcpy(&value, from, sizeof(T));
    return value;
  }
#endif
  for (unsigned i = 0; i < sizeof(T); ++i)
    value = static_cast<T>(value | static_cast<T>(static_cast<T>(from[i]) << (8 * i)));
  return value;
}

// Each record ends in the XXH3-64 hash of all its bytes before.
inline constexpr uint64_t kRecordHashBytes = 8;

// The set record: fixed part | stages | plan text | creator text | zeros to a multiple of 8 | hash.
namespace set_record {
inline constexpr uint8_t kMagic[8] = {'T', 'I', 'L', 'E', 'B', 'A', 'S', 'E'};
inline constexpr uint64_t kMagicAt = 0;          // 8 bytes
inline constexpr uint64_t kVersionAt = 8;        // u16
inline constexpr uint64_t kWidthAt = 10;         // u8
inline constexpr uint64_t kHeightAt = 11;        // u8
inline constexpr uint64_t kTableCountAt = 12;    // u32
inline constexpr uint64_t kStageCountAt = 16;    // u16
inline constexpr uint64_t kPlanBytesAt = 18;     // u16
inline constexpr uint64_t kCreatorBytesAt = 20;  // u16
inline constexpr uint64_t kJoinedSlidesAt = 22;  // u16; version 1: zero
inline constexpr uint64_t kWorstCaseAt = 24;     // u32
inline constexpr uint64_t kJoinedAt = 28;        // u32; version 1: zero
inline constexpr uint64_t kFixedBytes = 32;
inline constexpr uint64_t kStageBytes = 8;       // first table u32, table count u32
inline constexpr uint64_t kMaxTextBytes = 1024;  // of the plan and of the creator
}  // namespace set_record

// What a joined worst case has to lie between, given the sum of the stages' greatest depths and the
// greatest of these.
constexpr bool CanBeJoined(uint32_t joined, uint64_t sum, uint64_t greatest) {
  return joined >= greatest && joined <= sum;
}

// A set with a table of more entries keeps the sum, because joining would take too long.
inline constexpr uint64_t kMostJoinedEntries = uint64_t{1} << 30;

// The table record: fixed part | histogram, u64 for each depth 0 .. max depth | bands of the fit
// (value tables only) | hash.
namespace table_record {
inline constexpr uint64_t kGoalAt = 0;          // u64
inline constexpr uint64_t kFixedAt = 8;         // u64
inline constexpr uint64_t kEntriesAt = 16;      // u64
inline constexpr uint64_t kStatesAt = 24;       // u64
inline constexpr uint64_t kReachableAt = 32;    // u64
inline constexpr uint64_t kContentHashAt = 40;  // u64
inline constexpr uint64_t kStoredBytesAt = 48;  // u64
inline constexpr uint64_t kBlockBytesAt = 56;   // u32
inline constexpr uint64_t kMaxDepthAt = 60;     // u16
inline constexpr uint64_t kMetricAt = 62;       // u8
inline constexpr uint64_t kEntryKindAt = 63;    // u8
inline constexpr uint64_t kCodecAt = 64;        // u8
inline constexpr uint64_t kBlankBackAt = 65;    // u8
inline constexpr uint64_t kZeroAt = 66;         // 6 bytes
inline constexpr uint64_t kFixedBytes = 72;
inline constexpr uint64_t kFitBands = 16;
inline constexpr uint64_t kBandBytes = 12;  // positions u32, bias i32, deviation u32
}  // namespace table_record

// The index record: one entry a block | hash. A block ends where the next one begins.
namespace index_record {
inline constexpr uint64_t kOffsetAt = 0;  // u64, in the table's stored bytes
inline constexpr uint64_t kHashAt = 8;    // u64, XXH3-64 of the block as stored
inline constexpr uint64_t kEntryBytes = 16;
}  // namespace index_record

// A table's decoded bytes are cut into blocks of this size. Smaller blocks compress worse and waste
// more in page rounding; larger ones make a single lookup decode more.
inline constexpr uint32_t kBlockBytes = 65536;
// No codec makes a longer block, so readers refuse longer ones.
inline constexpr uint32_t kMaxStoredBlockBytes = kBlockBytes + 1024;

// A table is one or two arrays of bits; see entry.h. kPolicy also stands for the excesses of a
// pattern table and the numbers of a value table.
enum class Plane : uint8_t { kPolicy = 0, kReachable = 1 };
inline constexpr int kPlanes = 2;

// Computes the places of a table's blocks in its decoded bytes: first come the blocks of the policy
// plane, then those of the reachable plane if the table has one. Each plane is cut into blocks
// separately; its last block may be shorter.
class BlockLayout {
 public:
  constexpr BlockLayout() = default;
  constexpr BlockLayout(uint64_t entries, bool reachable_plane)
      : bytes_{PolicyBytes(entries), reachable_plane ? ReachableBytes(entries) : 0} {}

  // A pattern table has one plane of excesses.
  static constexpr BlockLayout OfPattern(uint64_t entries) {
    BlockLayout layout;
    layout.bytes_[0] = ExcessBytes(entries);
    return layout;
  }

  // A table of the metric mtm has one plane of slides, packed like excesses.
  static constexpr BlockLayout OfSlides(uint64_t entries) { return OfPattern(entries); }

  // A value table has one plane of numbers.
  static constexpr BlockLayout OfValues(uint64_t entries) {
    BlockLayout layout;
    layout.bytes_[0] = entries;
    return layout;
  }

  constexpr uint64_t PlaneBytes(Plane plane) const { return bytes_[static_cast<int>(plane)]; }
  constexpr uint64_t PlaneBlocks(Plane plane) const {
    const uint64_t bytes = PlaneBytes(plane);
    return bytes / kBlockBytes + (bytes % kBlockBytes != 0);
  }
  constexpr uint64_t bytes() const { return bytes_[0] + bytes_[1]; }
  constexpr uint64_t blocks() const {
    return PlaneBlocks(Plane::kPolicy) + PlaneBlocks(Plane::kReachable);
  }

  // The following require block < blocks().
  constexpr Plane PlaneOf(uint64_t block) const {
    return block < PlaneBlocks(Plane::kPolicy) ? Plane::kPolicy : Plane::kReachable;
  }
  // Returns where the block begins in its plane; the next function, where it begins in the table's
  // decoded bytes.
  constexpr uint64_t OffsetInPlane(uint64_t block) const {
    const uint64_t policy = PlaneBlocks(Plane::kPolicy);
    return (block < policy ? block : block - policy) * kBlockBytes;
  }
  constexpr uint64_t OffsetInTable(uint64_t block) const {
    return OffsetInPlane(block) + (PlaneOf(block) == Plane::kPolicy ? 0 : bytes_[0]);
  }
  // Decoded bytes of the block: kBlockBytes, fewer for the last one of a plane.
  constexpr uint32_t BlockBytes(uint64_t block) const {
    const uint64_t left = PlaneBytes(PlaneOf(block)) - OffsetInPlane(block);
    return left < kBlockBytes ? static_cast<uint32_t>(left) : kBlockBytes;
  }

 private:
  uint64_t bytes_[kPlanes] = {};
};

// The seal at the end of an LMDB store: extents | fixed part, which ends the file.
namespace seal_record {
inline constexpr uint8_t kMagic[8] = {'T', 'I', 'L', 'E', 'S', 'E', 'A', 'L'};
inline constexpr uint64_t kExtentBytes = 16;  // file offset u64, length u64
// Offsets in the fixed part.
inline constexpr uint64_t kSkeletonHashAt = 0;  // XXH3-128: low u64, high u64
inline constexpr uint64_t kFileBytesAt = 16;    // u64
inline constexpr uint64_t kLmdbBytesAt = 24;    // u64; the seal begins there
inline constexpr uint64_t kExtentCountAt = 32;  // u64
inline constexpr uint64_t kHashAt = 40;         // u64, XXH3-64 of the seal up to here
inline constexpr uint64_t kVersionAt = 48;      // u16
inline constexpr uint64_t kZeroAt = 50;         // 6 bytes
inline constexpr uint64_t kMagicAt = 56;        // 8 bytes
inline constexpr uint64_t kFixedBytes = 64;
}  // namespace seal_record

// The flat image: directory | parts, each at a multiple of kPartAlignment after zeros. The
// directory is a record: fixed part | an entry a part | hash.
namespace image_record {
inline constexpr uint8_t kMagic[8] = {'T', 'I', 'L', 'E', 'I', 'M', 'A', 'G'};
inline constexpr uint16_t kByteOrderMark = 0xFEFF;  // its bytes are ff fe
inline constexpr uint8_t kOffsetBytes = 8;          // width of an offset
inline constexpr uint64_t kMagicAt = 0;             // 8 bytes
inline constexpr uint64_t kByteOrderAt = 8;         // u16
inline constexpr uint64_t kOffsetBytesAt = 10;      // u8
inline constexpr uint64_t kZeroAt = 11;             // u8
inline constexpr uint64_t kVersionAt = 12;          // u16
inline constexpr uint64_t kZero2At = 14;            // u16
inline constexpr uint64_t kImageBytesAt = 16;       // u64
inline constexpr uint64_t kPartCountAt = 24;        // u32
inline constexpr uint64_t kZero3At = 28;            // u32
inline constexpr uint64_t kFixedBytes = 32;
inline constexpr uint64_t kPartBytes = 16;  // offset u64, length u64
// The parts: the set record; then, for each table, its record, its index record, and the stored
// blocks of its policy plane and of its reachable plane (0 bytes if it has none).
inline constexpr uint64_t kSetParts = 1;
inline constexpr uint64_t kTableParts = 4;
// Aligns each plane for the widest loads, if the mapping is aligned.
inline constexpr uint64_t kPartAlignment = 16;

constexpr uint64_t RoundUp(uint64_t bytes) {
  return (bytes + (kPartAlignment - 1)) & ~(kPartAlignment - 1);
}
constexpr uint64_t DirectoryBytes(uint64_t parts) {
  return kFixedBytes + parts * kPartBytes + kRecordHashBytes;
}
}  // namespace image_record

// A data segment of at least this many bytes is an extent of the seal: the hash checked at every
// open leaves it out, and each of its blocks is checked when it is read.
inline constexpr uint64_t kMinExtentBytes = kBlockBytes;
// A data segment is one LMDB value of at most this many bytes. (LMDB fails above 2,147,479,536.)
inline constexpr uint64_t kMaxSegmentBytes = uint64_t{1} << 30;

}  // namespace tilebase

#endif  // TILEBASE_TABLES_FORMAT_H_
