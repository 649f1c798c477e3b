// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The records of a table set as bytes and back (layout: format.h, meaning: docs/format.md). Every
// container uses these functions, so what they check holds for all of them.
//
// Decoding trusts nothing: any bytes give either a record with every field checked, or an error.
// Errors are DataLoss, Unimplemented (newer version) or FailedPrecondition (not a set record at
// all). They say what was expected and what was found; the container adds the file's name in front.

#ifndef TILEBASE_TABLES_RECORDS_H_
#define TILEBASE_TABLES_RECORDS_H_

#include <stdint.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "tables/format.h"
#include "tables/plan.h"
#include "tables/table_set.h"

namespace tilebase {

using Bytes = absl::Span<const uint8_t>;

inline Bytes AsBytes(const std::string& text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

BlockLayout LayoutOf(const TableInfo& table);

// Limits on a table's depth and on the number of tables in a set.
inline constexpr int kMaxDepth = 65535;
inline constexpr uint32_t kMaxTables = 1 << 16;

struct SetRecord {
  SetInfo info;
  uint32_t table_count = 0;
};
// Requires a set that CheckTableSet accepts.
std::string EncodeSetRecord(const SetInfo& info, uint32_t table_count);
absl::StatusOr<SetRecord> DecodeSetRecord(Bytes bytes);

// Requires a table that CheckTable accepts.
std::string EncodeTableRecord(const TableInfo& table);
absl::StatusOr<TableInfo> DecodeTableRecord(Geometry geometry, Bytes bytes);

// The block index: offsets ascend without gaps from 0 to stored_bytes.
class BlockIndex {
 public:
  BlockIndex() = default;
  uint64_t blocks() const { return blocks_; }
  // The following require block < blocks().
  uint64_t Offset(uint64_t block) const {
    return GetLittleEndian<uint64_t>(At(block) + index_record::kOffsetAt);
  }
  uint64_t End(uint64_t block) const {
    return block + 1 < blocks_ ? Offset(block + 1) : stored_bytes_;
  }
  uint64_t Hash(uint64_t block) const {
    return GetLittleEndian<uint64_t>(At(block) + index_record::kHashAt);
  }

 private:
  friend absl::StatusOr<BlockIndex> DecodeIndexRecord(const TableInfo& table, Bytes bytes);
  const uint8_t* At(uint64_t block) const {
    return entries_.data() + block * index_record::kEntryBytes;
  }
  // A copy: if somebody writes to the file after the check, the offsets here do not change.
  std::vector<uint8_t> entries_;
  uint64_t blocks_ = 0;
  uint64_t stored_bytes_ = 0;
};

// Appends one entry; FinishIndexRecord appends the hash.
void AppendIndexEntry(uint64_t offset, uint64_t hash, std::string* record);
void FinishIndexRecord(std::string* record);
// Copies the bytes first, and checks the copy. Cost: one pass.
absl::StatusOr<BlockIndex> DecodeIndexRecord(const TableInfo& table, Bytes bytes);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_RECORDS_H_
