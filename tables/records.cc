// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/records.h"

#include <string.h>

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "tables/codec/codec.h"
#include "tables/error.h"
#include "tables/hash.h"
#include "tables/plan.h"

namespace tilebase {
namespace {

// The names of the records in errors.
constexpr char kSetRecord[] = "set record";
constexpr char kTableRecord[] = "table record";
constexpr char kIndexRecord[] = "index record";
constexpr char kZeroPadding[] = "zeros in its padding";

template <typename T>
void Put(std::string* record, uint64_t at, T value) {
  PutLittleEndian<T>(reinterpret_cast<uint8_t*>(record->data()) + at, value);
}
template <typename T>
T Get(Bytes bytes, uint64_t at) {
  return GetLittleEndian<T>(bytes.data() + at);
}

void AppendHash(std::string* record) {
  const uint64_t hash = Hash64(AsBytes(*record));
  record->resize(record->size() + kRecordHashBytes);
  Put<uint64_t>(record, record->size() - kRecordHashBytes, hash);
}

// Checks that the record is `size` bytes long, hash included, and that its hash is right.
absl::Status CheckSizeAndHash(const char* name, Bytes bytes, uint64_t size) {
  if (bytes.size() != size)
    return DamageError(name, absl::StrCat(size, " bytes"), absl::StrCat(bytes.size()));
  const uint64_t found = Get<uint64_t>(bytes, size - kRecordHashBytes);
  const uint64_t expected = Hash64(bytes.first(size - kRecordHashBytes));
  if (found != expected)
    return DamageError(name, absl::StrCat("hash ", absl::Hex(expected)),
                       absl::StrCat(absl::Hex(found)));
  return absl::OkStatus();
}

bool IsZero(Bytes bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](uint8_t byte) { return byte == 0; });
}

// Text from a file is shown in messages and on terminals.
bool IsPrintable(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

uint64_t RoundUp8(uint64_t bytes) { return (bytes + 7) / 8 * 8; }

}  // namespace

BlockLayout LayoutOf(const TableInfo& table) {
  if (table.kind == EntryKind::kSlide) return BlockLayout::OfSlides(table.entries);
  if (table.kind == EntryKind::kExcess) return BlockLayout::OfPattern(table.entries);
  if (table.kind == EntryKind::kNumber) return BlockLayout::OfValues(table.entries);
  return BlockLayout(table.entries, table.kind == EntryKind::kPolicyReachable);
}

std::string EncodeSetRecord(const SetInfo& info, uint32_t table_count) {
  namespace at = set_record;
  std::string record(at::kFixedBytes, '\0');
  memcpy(record.data() + at::kMagicAt, at::kMagic, sizeof at::kMagic);
  Put<uint16_t>(&record, at::kVersionAt, info.format());
  Put<uint8_t>(&record, at::kWidthAt, info.geometry.width);
  Put<uint8_t>(&record, at::kHeightAt, info.geometry.height);
  Put<uint32_t>(&record, at::kTableCountAt, table_count);
  Put<uint16_t>(&record, at::kStageCountAt, static_cast<uint16_t>(info.stages.size()));
  Put<uint16_t>(&record, at::kPlanBytesAt, static_cast<uint16_t>(info.plan.size()));
  Put<uint16_t>(&record, at::kCreatorBytesAt, static_cast<uint16_t>(info.creator.size()));
  Put<uint32_t>(&record, at::kWorstCaseAt,
                info.is_joined ? info.summed_worst_case : info.certified_worst_case);
  if (info.is_joined) {
    Put<uint16_t>(&record, at::kJoinedSlidesAt, static_cast<uint16_t>(info.joined_slides));
    Put<uint32_t>(&record, at::kJoinedAt, info.certified_worst_case);
  }
  for (const StageInfo& stage : info.stages) {
    const uint64_t end = record.size();
    record.resize(end + at::kStageBytes);
    Put<uint32_t>(&record, end, stage.first_table);
    Put<uint32_t>(&record, end + 4, stage.table_count);
  }
  record += info.plan;
  record += info.creator;
  record.resize(RoundUp8(record.size()));
  AppendHash(&record);
  return record;
}

absl::StatusOr<SetRecord> DecodeSetRecord(Bytes bytes) {
  namespace at = set_record;
  if (bytes.size() < at::kFixedBytes + kRecordHashBytes)
    return DamageError(kSetRecord,
                       absl::StrCat("at least ", at::kFixedBytes + kRecordHashBytes, " bytes"),
                       absl::StrCat(bytes.size()));
  if (memcmp(bytes.data() + at::kMagicAt, at::kMagic, sizeof at::kMagic) != 0)
    return MakeError(absl::StatusCode::kFailedPrecondition,
                     {.what = "not a tilebase set record", .expected = "'TILEBASE'"});
  const uint16_t version = Get<uint16_t>(bytes, at::kVersionAt);
  if (version > kFormatVersion && version != kJoinedFormatVersion)
    return MakeError(absl::StatusCode::kUnimplemented,
                     {.what = absl::StrCat("format version ", version),
                      .expected = absl::StrCat(kFormatVersion, " or ", kJoinedFormatVersion)});
  const uint64_t stages = Get<uint16_t>(bytes, at::kStageCountAt);
  const uint64_t plan_bytes = Get<uint16_t>(bytes, at::kPlanBytesAt);
  const uint64_t creator_bytes = Get<uint16_t>(bytes, at::kCreatorBytesAt);
  const uint64_t used = at::kFixedBytes + stages * at::kStageBytes + plan_bytes + creator_bytes;
  const absl::Status status =
      CheckSizeAndHash(kSetRecord, bytes, RoundUp8(used) + kRecordHashBytes);
  if (!status.ok()) return status;

  SetRecord record;
  record.table_count = Get<uint32_t>(bytes, at::kTableCountAt);
  record.info.geometry = {Get<uint8_t>(bytes, at::kWidthAt), Get<uint8_t>(bytes, at::kHeightAt)};
  record.info.is_joined = version == kJoinedFormatVersion;
  record.info.summed_worst_case = Get<uint32_t>(bytes, at::kWorstCaseAt);
  record.info.certified_worst_case =
      record.info.is_joined ? Get<uint32_t>(bytes, at::kJoinedAt) : record.info.summed_worst_case;
  if (record.info.is_joined) record.info.joined_slides = Get<uint16_t>(bytes, at::kJoinedSlidesAt);
  for (uint64_t stage = 0; stage < stages; ++stage) {
    const uint64_t begin = at::kFixedBytes + stage * at::kStageBytes;
    record.info.stages.push_back({Get<uint32_t>(bytes, begin), Get<uint32_t>(bytes, begin + 4)});
  }
  const char* const text =
      reinterpret_cast<const char*>(bytes.data()) + at::kFixedBytes + stages * at::kStageBytes;
  record.info.plan.assign(text, plan_bytes);
  record.info.creator.assign(text + plan_bytes, creator_bytes);

  if (version == 0 || !record.info.geometry.IsValid())
    return DamageError(kSetRecord, "version 1 or later and a board of 2x2 to 8x8",
                       absl::StrCat("version ", version, " and ", ToString(record.info.geometry)));
  if (record.table_count == 0 || record.table_count > kMaxTables)
    return DamageError(kSetRecord, absl::StrCat("1 to ", kMaxTables, " tables"),
                       absl::StrCat(record.table_count));
  if (plan_bytes > at::kMaxTextBytes || creator_bytes > at::kMaxTextBytes ||
      !IsPrintable(record.info.plan) || !IsPrintable(record.info.creator))
    return DamageError(kSetRecord, absl::StrCat("plan and creator in ASCII of at most ",
                                                at::kMaxTextBytes, " bytes"));
  const bool has_zeros = record.info.is_joined || (Get<uint16_t>(bytes, at::kJoinedSlidesAt) == 0 &&
                                                   Get<uint32_t>(bytes, at::kJoinedAt) == 0);
  if (!has_zeros || !IsZero(bytes.subspan(used, RoundUp8(used) - used)))
    return DamageError(kSetRecord, kZeroPadding);
  return record;
}

std::string EncodeTableRecord(const TableInfo& table) {
  namespace at = table_record;
  std::string record(at::kFixedBytes + 8 * table.histogram.size(), '\0');
  Put<uint64_t>(&record, at::kGoalAt, table.subproblem.goal);
  Put<uint64_t>(&record, at::kFixedAt, table.subproblem.fixed);
  Put<uint64_t>(&record, at::kEntriesAt, table.entries);
  Put<uint64_t>(&record, at::kStatesAt, table.states);
  Put<uint64_t>(&record, at::kReachableAt, table.reachable);
  Put<uint64_t>(&record, at::kContentHashAt, table.content_hash);
  Put<uint64_t>(&record, at::kStoredBytesAt, table.stored_bytes);
  Put<uint32_t>(&record, at::kBlockBytesAt, kBlockBytes);
  Put<uint16_t>(&record, at::kMaxDepthAt, static_cast<uint16_t>(table.max_depth()));
  Put<uint8_t>(&record, at::kMetricAt, static_cast<uint8_t>(table.metric));
  Put<uint8_t>(&record, at::kEntryKindAt, static_cast<uint8_t>(table.kind));
  Put<uint8_t>(&record, at::kCodecAt, static_cast<uint8_t>(table.codec));
  Put<uint8_t>(&record, at::kBlankBackAt, table.subproblem.blank_back);
  for (size_t depth = 0; depth < table.histogram.size(); ++depth)
    Put<uint64_t>(&record, at::kFixedBytes + 8 * depth, table.histogram[depth]);
  for (const FitBand& band : table.fit) {
    const uint64_t end = record.size();
    record.resize(end + at::kBandBytes);
    Put<uint32_t>(&record, end, band.positions);
    Put<int32_t>(&record, end + 4, band.bias);
    Put<uint32_t>(&record, end + 8, band.deviation);
  }
  AppendHash(&record);
  return record;
}

absl::StatusOr<TableInfo> DecodeTableRecord(Geometry geometry, Bytes bytes) {
  namespace at = table_record;
  if (bytes.size() < at::kFixedBytes + kRecordHashBytes)
    return DamageError(kTableRecord,
                       absl::StrCat("at least ", at::kFixedBytes + kRecordHashBytes, " bytes"),
                       absl::StrCat(bytes.size()));
  const uint64_t depths = Get<uint16_t>(bytes, at::kMaxDepthAt) + uint64_t{1};
  const uint64_t fit_at = at::kFixedBytes + 8 * depths;
  const uint64_t bands = Get<uint8_t>(bytes, at::kMetricAt) == static_cast<uint8_t>(Metric::kValue)
                             ? at::kFitBands
                             : 0;
  absl::Status status =
      CheckSizeAndHash(kTableRecord, bytes, fit_at + bands * at::kBandBytes + kRecordHashBytes);
  if (!status.ok()) return status;

  TableInfo table;
  table.subproblem = {geometry, Get<uint64_t>(bytes, at::kGoalAt),
                      Get<uint64_t>(bytes, at::kFixedAt), Get<uint8_t>(bytes, at::kBlankBackAt)};
  table.entries = Get<uint64_t>(bytes, at::kEntriesAt);
  table.states = Get<uint64_t>(bytes, at::kStatesAt);
  table.reachable = Get<uint64_t>(bytes, at::kReachableAt);
  table.content_hash = Get<uint64_t>(bytes, at::kContentHashAt);
  table.stored_bytes = Get<uint64_t>(bytes, at::kStoredBytesAt);
  table.metric = static_cast<Metric>(Get<uint8_t>(bytes, at::kMetricAt));
  table.kind = static_cast<EntryKind>(Get<uint8_t>(bytes, at::kEntryKindAt));
  table.codec = static_cast<Codec>(Get<uint8_t>(bytes, at::kCodecAt));
  for (uint64_t depth = 0; depth < depths; ++depth)
    table.histogram.push_back(Get<uint64_t>(bytes, at::kFixedBytes + 8 * depth));
  for (uint64_t band = 0; band < bands; ++band) {
    const uint64_t begin = fit_at + band * at::kBandBytes;
    table.fit.push_back({Get<uint32_t>(bytes, begin), Get<int32_t>(bytes, begin + 4),
                         Get<uint32_t>(bytes, begin + 8)});
  }

  const uint32_t block_bytes = Get<uint32_t>(bytes, at::kBlockBytesAt);
  if (block_bytes != kBlockBytes)
    return DamageError(kTableRecord, absl::StrCat("blocks of ", kBlockBytes, " bytes"),
                       absl::StrCat(block_bytes));
  if (!IsZero(bytes.subspan(at::kZeroAt, at::kFixedBytes - at::kZeroAt)))
    return DamageError(kTableRecord, kZeroPadding);
  status = CheckTable(table);
  if (!status.ok()) return status;
  return table;
}

void AppendIndexEntry(uint64_t offset, uint64_t hash, std::string* record) {
  const uint64_t end = record->size();
  record->resize(end + index_record::kEntryBytes);
  Put<uint64_t>(record, end + index_record::kOffsetAt, offset);
  Put<uint64_t>(record, end + index_record::kHashAt, hash);
}

void FinishIndexRecord(std::string* record) { AppendHash(record); }

absl::StatusOr<BlockIndex> DecodeIndexRecord(const TableInfo& table, Bytes bytes) {
  const BlockLayout layout = LayoutOf(table);
  BlockIndex index;
  index.entries_.assign(bytes.begin(), bytes.end());
  // blocks() is at most 2^47, so this cannot overflow.
  const absl::Status status = CheckSizeAndHash(
      kIndexRecord, index.entries_, layout.blocks() * index_record::kEntryBytes + kRecordHashBytes);
  if (!status.ok()) return status;
  index.blocks_ = layout.blocks();
  index.stored_bytes_ = table.stored_bytes;
  uint64_t expected = 0;
  for (uint64_t block = 0; block < index.blocks_; ++block) {
    const uint64_t offset = index.Offset(block);
    const uint64_t end = index.End(block);
    const bool fits = table.codec == Codec::kRaw
                          ? end - offset == layout.BlockBytes(block)
                          : end - offset >= 1 && end - offset <= kMaxStoredBlockBytes;
    if (offset != expected || end < offset || !fits)
      return DamageError(
          absl::StrCat(kIndexRecord, ": block ", block, " of ", index.blocks_),
          absl::StrCat("it to begin at ", expected, " and hold ",
                       table.codec == Codec::kRaw ? "" : "1 to ",
                       table.codec == Codec::kRaw ? layout.BlockBytes(block) : kMaxStoredBlockBytes,
                       " bytes"),
          absl::StrCat(offset, " to ", end));
    expected = end;
  }
  return index;
}

}  // namespace tilebase
