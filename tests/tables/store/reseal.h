// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Acts like an attacker: changes bytes of an image or a store and makes every hash right again,
// those of blocks, contents, records, directory and seal. So only the meaning of the bytes can
// reveal the change.

#ifndef TILEBASE_TESTS_TABLES_STORE_RESEAL_H_
#define TILEBASE_TESTS_TABLES_STORE_RESEAL_H_

#include <stdint.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tables/codec/codec.h"
#include "tables/format.h"
#include "tables/hash.h"
#include "tables/image/image.h"
#include "tables/records.h"
#include "tables/store/lmdb_check.h"
#include "tables/store/seal.h"
#include "tables/store/store.h"

namespace tilebase {

using MutableBytes = absl::Span<uint8_t>;

inline MutableBytes AsMutableBytes(std::string* text) {
  return {reinterpret_cast<uint8_t*>(text->data()), text->size()};
}

// Makes the hash at the end of a record right.
inline void RehashRecord(MutableBytes record) {
  if (record.size() < kRecordHashBytes) return;
  const size_t end = record.size() - kRecordHashBytes;
  PutLittleEndian<uint64_t>(record.data() + end, Hash64(record.first(end)));
}

// The bytes of a table, wherever they lie.
struct TableBytes {
  MutableBytes header;
  MutableBytes index;
  std::vector<MutableBytes> segments;  // its stored bytes, in order
};

// Makes the hashes of a table's stored bytes right: of each block that the index places within one
// segment, and of both records.
inline void RehashBlocks(const TableBytes& table) {
  namespace at = index_record;
  uint64_t stored = 0;
  for (const MutableBytes segment : table.segments) stored += segment.size();
  for (uint64_t entry = 0; entry + at::kEntryBytes + kRecordHashBytes <= table.index.size();
       entry += at::kEntryBytes) {
    uint8_t* const bytes = table.index.data() + entry;
    const uint64_t begin = GetLittleEndian<uint64_t>(bytes + at::kOffsetAt);
    const bool last = entry + 2 * at::kEntryBytes + kRecordHashBytes > table.index.size();
    const uint64_t end =
        last ? stored : GetLittleEndian<uint64_t>(bytes + at::kEntryBytes + at::kOffsetAt);
    uint64_t first = 0;
    for (const MutableBytes segment : table.segments) {
      if (begin >= first && begin <= end && end - first <= segment.size())
        PutLittleEndian<uint64_t>(bytes + at::kHashAt,
                                  Hash64(segment.subspan(begin - first, end - begin)));
      first += segment.size();
    }
  }
  RehashRecord(table.index);
  RehashRecord(table.header);
}

// Makes the hash of the table's decoded content right, if it can be decoded.
inline void RehashContent(Geometry geometry, const TableBytes& table) {
  const absl::StatusOr<TableInfo> info = DecodeTableRecord(geometry, table.header);
  if (!info.ok()) return;
  const absl::StatusOr<BlockIndex> index = DecodeIndexRecord(*info, table.index);
  if (!index.ok()) return;
  // A source of one table, whose content can be read.
  class Source : public TableSource {
   public:
    using TableSource::AddTable;
  } source;
  const std::vector<Bytes> segments(table.segments.begin(), table.segments.end());
  if (!source.AddTable(*info, *index, segments).ok()) return;
  std::vector<uint8_t> content(source.layout(0).bytes());
  if (!source.ReadTable(0, 1, absl::MakeSpan(content)).ok()) return;
  PutLittleEndian<uint64_t>(table.header.data() + table_record::kContentHashAt, Hash64(content));
  RehashRecord(table.header);
}

// A part of an image; empty if its directory entry leads outside.
inline MutableBytes PartOf(MutableBytes image, uint64_t number) {
  namespace at = image_record;
  const uint64_t entry = at::kFixedBytes + number * at::kPartBytes;
  if (entry + at::kPartBytes > image.size()) return {};
  const uint64_t begin = GetLittleEndian<uint64_t>(image.data() + entry);
  const uint64_t bytes = GetLittleEndian<uint64_t>(image.data() + entry + 8);
  if (begin > image.size() || bytes > image.size() - begin) return {};
  return image.subspan(begin, bytes);
}

// Makes the hashes of an image's records right: of the directory, and of the records that it leads
// to.
inline void RehashImageRecords(std::string* image) {
  namespace at = image_record;
  const MutableBytes all = AsMutableBytes(image);
  if (all.size() < at::kFixedBytes) return;
  const uint64_t parts = GetLittleEndian<uint32_t>(all.data() + at::kPartCountAt);
  const uint64_t directory = at::DirectoryBytes(parts);
  if (directory > all.size()) return;
  RehashRecord(PartOf(all, 0));
  for (uint64_t first = at::kSetParts; first + 1 < parts; first += at::kTableParts) {
    RehashRecord(PartOf(all, first));
    RehashRecord(PartOf(all, first + 1));
  }
  RehashRecord(all.first(directory));
}

// Makes every hash of an image right, including those of blocks and contents.
inline void RehashImage(std::string* image) {
  namespace at = image_record;
  const MutableBytes all = AsMutableBytes(image);
  RehashImageRecords(image);
  const MutableBytes set = PartOf(all, 0);
  if (set.size() <= set_record::kHeightAt) return;
  for (uint64_t first = at::kSetParts; !PartOf(all, first).empty(); first += at::kTableParts) {
    TableBytes table = {PartOf(all, first), PartOf(all, first + 1), {}};
    for (const uint64_t plane : {2, 3})
      if (const MutableBytes bytes = PartOf(all, first + plane); !bytes.empty())
        table.segments.push_back(bytes);
    RehashBlocks(table);
    RehashContent({set[set_record::kWidthAt], set[set_record::kHeightAt]}, table);
  }
  RehashImageRecords(image);
}

// A store taken apart, with the places of its records.
struct OpenedStore {
  struct Record {
    std::string key;
    uint64_t offset = 0;
    uint64_t bytes = 0;
  };
  std::string lmdb;  // the bytes before the seal; change them as you like
  std::vector<Extent> extents;
  std::vector<Record> records;
};

// Requires a sound store.
inline OpenedStore TakeApart(const std::string& file) {
  OpenedStore store;
  const Seal seal = *CheckSeal(AsBytes(file));
  store.lmdb = file.substr(0, seal.lmdb_bytes);
  store.extents = seal.extents;
  const std::vector<LmdbRecord> records = *CheckLmdbPages(AsBytes(store.lmdb));
  for (const LmdbRecord& record : records)
    store.records.push_back({std::string(record.key), record.offset, record.bytes});
  return store;
}

// Makes the hash at the end of a record right.
inline void Rehash(const OpenedStore::Record& record, std::string* lmdb) {
  RehashRecord(AsMutableBytes(lmdb).subspan(record.offset, record.bytes));
}

// Makes every hash of a store right that LMDB's pages lead to; without sound pages none matters.
inline void RehashStore(std::string* lmdb) {
  const absl::StatusOr<std::vector<LmdbRecord>> records = CheckLmdbPages(AsBytes(*lmdb));
  if (!records.ok() || records->empty()) return;
  const auto bytes_of = [&](const LmdbRecord& record) {
    return AsMutableBytes(lmdb).subspan(record.offset, record.bytes);
  };
  const MutableBytes set = bytes_of(records->back());
  RehashRecord(set);
  TableBytes table;
  for (const LmdbRecord& record : *records) {
    if (IsDataKey(record.key)) {
      table.segments.push_back(bytes_of(record));
    } else if (record.key.ends_with("/header")) {
      table.header = bytes_of(record);
    } else if (record.key.ends_with("/index")) {
      table.index = bytes_of(record);
      RehashBlocks(table);
      if (set.size() > set_record::kHeightAt)
        RehashContent({set[set_record::kWidthAt], set[set_record::kHeightAt]}, table);
      table = {};
    }
  }
}

inline std::string PutTogether(const OpenedStore& store) {
  return store.lmdb + EncodeSeal(AsBytes(store.lmdb), store.extents);
}

// Acts like a reader that trusts its file, for comparison: opens a store with LMDB and reads every
// key and value. May end in a signal, or never. Returns LMDB's code, 0 if everything was read. In
// the library bare_lmdb.
int ReadByLmdbAlone(const char* path);

}  // namespace tilebase

#endif  // TILEBASE_TESTS_TABLES_STORE_RESEAL_H_
