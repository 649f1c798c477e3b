// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/table_source.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tables/error.h"
#include "tables/hash.h"
#include "tables/plan.h"
#include "tables/ranking.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

// How many blocks a thread decodes between two steps of the content hash, which is sequential.
// Starting a thread takes about 20 us, decoding a block milliseconds.
constexpr uint64_t kBatchBlocks = 32;

constexpr char kDamaged[] = "the file is damaged: fetch or build it again";

}  // namespace

absl::Status ExplainContentError(const std::string& name, const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kDataLoss:
      return ErrorWithin(name, status, kDamaged);
    case absl::StatusCode::kUnimplemented:
      return ErrorWithin(name, status,
                         PartsOf(status).remedy.empty() ? "use a newer tilebase" : "");
    case absl::StatusCode::kFailedPrecondition:
      return ErrorWithin(name, status, "give the name of a file made by 'tilebase build'");
    default:
      return status;
  }
}

absl::Status TableSource::AddTable(TableInfo table, BlockIndex index,
                                   absl::Span<const absl::Span<const uint8_t>> segments) {
  Part part;
  part.layout = LayoutOf(table);
  uint64_t begin = 0;
  uint64_t block = 0;
  for (const absl::Span<const uint8_t> bytes : segments) {
    const uint64_t end = begin + bytes.size();
    const uint64_t first = block;
    while (block < index.blocks() && index.End(block) <= end) ++block;
    if (block == first || index.Offset(first) != begin || index.End(block - 1) != end)
      return DamageError(
          TableName(table), "segments of whole blocks",
          absl::StrCat("one of bytes ", begin, " to ", end, " of ", table.stored_bytes));
    if (table.codec == Codec::kRaw) {
      for (const Plane plane : {Plane::kPolicy, Plane::kReachable})
        if (part.layout.PlaneOf(first) == plane && part.layout.OffsetInPlane(first) == 0 &&
            bytes.size() >= part.layout.PlaneBytes(plane))
          part.raw[static_cast<int>(plane)] = bytes.data();
    }
    part.segments.push_back({begin, bytes});
    begin = end;
  }
  if (block != index.blocks())
    return DamageError(TableName(table), absl::StrCat(table.stored_bytes, " bytes of blocks"),
                       absl::StrCat(begin));
  tables_.push_back(std::move(table));
  part.index = std::move(index);
  parts_.push_back(std::move(part));
  return absl::OkStatus();
}

absl::Status TableSource::SetHeader(std::string name, SetInfo info, uint64_t file_bytes) {
  name_ = std::move(name);
  info_ = std::move(info);
  file_bytes_ = file_bytes;
  absl::StatusOr<Plan> plan = CheckTableSet(info_, tables_);
  if (!plan.ok()) return plan.status();
  plan_ = *std::move(plan);
  return absl::OkStatus();
}

bool TableSource::HasGrownStage() const {
  const PlanPart* const part = plan_.staged();
  if (part == nullptr) return false;
  const auto first = info_.stages.begin() + static_cast<ptrdiff_t>(part->first_stage);
  return std::any_of(first, first + static_cast<ptrdiff_t>(part->stage_count),
                     [](const StageInfo& stage) { return stage.table_count > 1; });
}

absl::Span<const uint8_t> TableSource::StoredBlock(size_t table, uint64_t block) const {
  const Part& part = parts_[table];
  const uint64_t begin = part.index.Offset(block);
  const uint64_t end = part.index.End(block);
  const auto after = std::upper_bound(
      part.segments.begin(), part.segments.end(), begin,
      [](uint64_t offset, const Segment& segment) { return offset < segment.begin; });
  const Segment& segment = *std::prev(after);
  return segment.bytes.subspan(begin - segment.begin, end - begin);
}

absl::Status DecodeBlock(const TableInfo& table, uint64_t block, absl::Span<const uint8_t> stored,
                         BlockDecoder* decoder, absl::Span<uint8_t> out) {
  const BlockLayout layout = LayoutOf(table);
  const bool has_policy =
      table.kind == EntryKind::kPolicy || table.kind == EntryKind::kPolicyReachable;
  if (table.kind == EntryKind::kExcess) {
    const uint64_t first = layout.OffsetInPlane(block) * kExcessesPerByte;
    const uint64_t entries =
        std::min<uint64_t>(table.entries - first, out.size() * kExcessesPerByte);
    const Subproblem& pattern = table.subproblem;
    return decoder->DecodeExcesses(table.codec, PatternRanking(pattern.geometry, pattern.goal),
                                   first, entries, stored, out);
  }
  if (has_policy && layout.PlaneOf(block) == Plane::kPolicy) {
    const uint64_t first = layout.OffsetInPlane(block) * kEntriesPerByte;
    const uint64_t entries =
        std::min<uint64_t>(table.entries - first, out.size() * kEntriesPerByte);
    return decoder->DecodePolicy(table.codec, Ranking(table.subproblem), first, entries, stored,
                                 out);
  }
  return decoder->Decode(table.codec, stored, out);
}

absl::Status TableSource::ReadBlock(size_t table, uint64_t block, BlockDecoder* decoder,
                                    absl::Span<uint8_t> out) const {
  const absl::Span<const uint8_t> stored = StoredBlock(table, block);
  const uint64_t expected = parts_[table].index.Hash(block);
  const uint64_t found = Hash64(stored);
  const absl::Status status = found != expected
                                  ? DamageError("", absl::StrCat("hash ", absl::Hex(expected)),
                                                absl::StrCat(absl::Hex(found)))
                                  : DecodeBlock(tables_[table], block, stored, decoder, out);
  if (status.ok()) return status;
  return ErrorWithin(absl::StrCat(name_, ": ", TableName(tables_[table]), ", block ", block, " of ",
                                  layout(table).blocks()),
                     status, kDamaged);
}

// Reads blocks begin .. end-1 into `out`, which has exactly their size.
absl::Status TableSource::ReadBlocks(size_t table, uint64_t begin, uint64_t end, int threads,
                                     absl::Span<uint8_t> out) const {
  const BlockLayout& layout = parts_[table].layout;
  const uint64_t start = layout.OffsetInTable(begin);
  std::atomic<uint64_t> next = begin;
  const size_t workers =
      std::min<uint64_t>(static_cast<uint64_t>(std::max(threads, 1)), end - begin);
  std::vector<absl::Status> statuses(workers);
  ParallelFor(workers, [&](size_t worker) {
    BlockDecoder decoder;
    for (uint64_t block; (block = next.fetch_add(1)) < end;) {
      statuses[worker] =
          ReadBlock(table, block, &decoder,
                    out.subspan(layout.OffsetInTable(block) - start, layout.BlockBytes(block)));
      if (!statuses[worker].ok()) {
        next = end;
        return;
      }
    }
  });
  for (const absl::Status& status : statuses)
    if (!status.ok()) return status;
  return absl::OkStatus();
}

absl::Status TableSource::ReadTable(size_t table, int threads, absl::Span<uint8_t> out) const {
  return ReadBlocks(table, 0, layout(table).blocks(), threads, out);
}

absl::Status TableSource::CheckTableContent(size_t table, int threads) const {
  const BlockLayout& layout = parts_[table].layout;
  const uint64_t blocks = layout.blocks();
  const uint64_t batch = kBatchBlocks * static_cast<uint64_t>(std::max(threads, 1));
  std::vector<uint8_t> decoded;
  Hasher64 content;
  for (uint64_t begin = 0; begin < blocks; begin += batch) {
    const uint64_t end = std::min(begin + batch, blocks);
    decoded.resize((end == blocks ? layout.bytes() : layout.OffsetInTable(end)) -
                   layout.OffsetInTable(begin));
    absl::Status status = ReadBlocks(table, begin, end, threads, absl::MakeSpan(decoded));
    if (!status.ok()) return status;
    content.Add(decoded);
  }
  const uint64_t found = content.Digest();
  const uint64_t expected = tables_[table].content_hash;
  if (found != expected)
    return ErrorWithin(
        name_,
        DamageError(TableName(tables_[table]), absl::StrCat("content hash ", absl::Hex(expected)),
                    absl::StrCat(absl::Hex(found))),
        kDamaged);
  return absl::OkStatus();
}

absl::Status TableSource::CheckReadInPlace(int threads) const {
  for (size_t table = 0; table < tables_.size(); ++table)
    if (tables_[table].codec == Codec::kRaw)
      if (absl::Status status = CheckTableContent(table, threads); !status.ok()) return status;
  return absl::OkStatus();
}

absl::Status TableSource::CheckContent(int threads) const {
  for (size_t table = 0; table < tables_.size(); ++table) {
    absl::Status status = CheckTableContent(table, threads);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace tilebase
