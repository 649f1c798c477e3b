// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/journal.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "tables/format.h"
#include "tables/hash.h"
#include "tables/plan.h"
#include "tables/records.h"
#include "tables/system/file_io.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

constexpr uint32_t kIdentityFrame = 0x4c4a4254;  // "TBJL"
constexpr char kMark[] = "TBJL";                 // the first frame's kind, the file's first bytes
constexpr uint32_t kTokenFrame = 0x4e4b4f54;     // "TOKN"
constexpr uint32_t kBlockFrame = 0x4b434c42;     // "BLCK"
constexpr uint32_t kTableFrame = 0x454c4254;     // "TBLE"
constexpr uint32_t kHeadBytes = 16;
constexpr uint32_t kMaxPayload = 1 << 20;  // a table record of 65536 depths is half of it

uint64_t FrameHash(uint32_t kind, absl::Span<const uint8_t> payload) {
  uint8_t head[8];
  PutLittleEndian<uint32_t>(head, kind);
  PutLittleEndian<uint32_t>(head + 4, static_cast<uint32_t>(payload.size()));
  Hasher64 hasher;
  hasher.Add(head);
  hasher.Add(payload);
  return hasher.Digest();
}

// The token becomes part of file names, so it has only letters and digits.
bool IsToken(const std::string& text) {
  return !text.empty() && text.size() <= 16 &&
         std::all_of(text.begin(), text.end(), [](char c) { return absl::ascii_isalnum(c); });
}

absl::Status NotAsWritten(const std::string& path, const Subproblem& subproblem) {
  return absl::DataLossError(
      absl::StrCat(path, ": a block of ", ToString(subproblem),
                   " cannot be read back as it was written; check the disk and build again"));
}

}  // namespace

absl::StatusOr<std::unique_ptr<Journal>> Journal::Open(const std::string& path, Geometry geometry,
                                                       const std::string& identity) {
  absl::StatusOr<FileDescriptor> opened = OpenWorkFile(path, kMark);
  if (!opened.ok()) return opened.status();
  FileDescriptor file = *std::move(opened);
  // If the previous build removed the journal between our open and our lock, it counts as locked.
  if (!TryLock(file.get()) || !Names(path, file.get())) {
    return absl::FailedPreconditionError(
        absl::StrCat(path, ": another build is writing this output; wait for it to end"));
  }
  const absl::StatusOr<uint64_t> bytes = SizeOf(file.get(), path);
  if (!bytes.ok()) return bytes.status();
  // Removes a journal that was just created if it cannot be begun.
  struct Begun {
    ~Begun() {
      if (path != nullptr) RemoveFile(*path);
    }
    const std::string* path;
  } begun = {*bytes == 0 ? &path : nullptr};
  auto journal = std::unique_ptr<Journal>(new Journal(path, std::move(file)));
  absl::Status status = journal->Load(geometry, identity);
  if (!status.ok()) return status;
  begun.path = nullptr;
  return journal;
}

// Reads the frame at end_ and steps over it. Returns false if no frame can follow. Sets `sound` to
// whether its bytes match their hash.
bool Journal::NextFrame(uint64_t file_bytes, uint32_t* kind, Frame* frame, std::string* payload,
                        bool* sound) {
  uint8_t head[kHeadBytes];
  if (!ReadAt(file_.get(), path_, absl::MakeSpan(head), end_).ok()) return false;
  *kind = GetLittleEndian<uint32_t>(head);
  *frame = {end_ + kHeadBytes, GetLittleEndian<uint32_t>(head + 4)};
  const bool known = *kind == kIdentityFrame || *kind == kTokenFrame || *kind == kBlockFrame ||
                     *kind == kTableFrame;
  if (!known || frame->bytes > kMaxPayload || frame->offset + frame->bytes > file_bytes)
    return false;
  payload->resize(frame->bytes);
  uint8_t* bytes = reinterpret_cast<uint8_t*>(payload->data());
  if (!ReadAt(file_.get(), path_, {bytes, frame->bytes}, frame->offset).ok()) return false;
  *sound = GetLittleEndian<uint64_t>(head + 8) == FrameHash(*kind, AsBytes(*payload));
  end_ = frame->offset + frame->bytes;
  return true;
}

absl::Status Journal::Load(Geometry geometry, const std::string& identity) {
  const absl::StatusOr<uint64_t> size = SizeOf(file_.get(), path_);
  if (!size.ok()) return size.status();
  const uint64_t file_bytes = *size;
  uint32_t kind = 0;
  Frame frame;
  std::string payload;
  bool sound = false;
  uint64_t kept = 0;  // bytes up to the end of the last finished table
  if (NextFrame(file_bytes, &kind, &frame, &payload, &sound) && kind == kIdentityFrame && sound) {
    if (payload != identity) {
      return absl::FailedPreconditionError(absl::StrCat(
          path_, ": an unfinished build of this output was begun as '", payload, "', this one is '",
          identity, "'; finish that one, or delete the file to begin anew"));
    }
    kept = end_;
    bool whole = true;
    while (NextFrame(file_bytes, &kind, &frame, &payload, &sound)) {
      if (kind == kTokenFrame && sound && IsToken(payload)) {
        token_ = payload;
        if (blocks_.empty()) kept = end_;
        continue;
      }
      whole &= sound;
      if (kind == kBlockFrame) blocks_.push_back(frame);
      if (kind != kTableFrame) continue;
      absl::StatusOr<TableInfo> table = DecodeTableRecord(geometry, AsBytes(payload));
      if (whole && table.ok() && LayoutOf(*table).blocks() == blocks_.size()) {
        tables_.push_back({*std::move(table), std::move(blocks_)});
        kept = end_;
      } else {
        dropped_damage_ = true;
      }
      blocks_.clear();
      whole = true;
    }
    blocks_.clear();
  }
  dropped_damage_ |= kept == 0 && file_bytes > 0;
  resumed_tables_ = tables_.size();
  end_ = kept;
  if (absl::Status status = SetSize(file_.get(), path_, kept); !status.ok()) return status;
  if (kept == 0)
    if (absl::Status status = AppendFrame(kIdentityFrame, AsBytes(identity)); !status.ok())
      return status;
  if (!token_.empty()) return absl::OkStatus();
  token_ = RandomToken();
  return AppendFrame(kTokenFrame, AsBytes(token_));
}

const Journal::Table* Journal::FindTable(const Subproblem& subproblem, Metric metric) const {
  for (const Table& table : tables_)
    if (table.info.subproblem == subproblem && table.info.metric == metric) return &table;
  return nullptr;
}

const TableInfo* Journal::Find(const Subproblem& subproblem, Metric metric) const {
  const Table* table = FindTable(subproblem, metric);
  return table == nullptr ? nullptr : &table->info;
}

absl::Status Journal::AppendFrame(uint32_t kind, absl::Span<const uint8_t> payload) {
  uint8_t head[kHeadBytes];
  PutLittleEndian<uint32_t>(head, kind);
  PutLittleEndian<uint32_t>(head + 4, static_cast<uint32_t>(payload.size()));
  PutLittleEndian<uint64_t>(head + 8, FrameHash(kind, payload));
  if (absl::Status status = WriteAt(file_.get(), path_, head, end_); !status.ok()) return status;
  if (absl::Status status = WriteAt(file_.get(), path_, payload, end_ + kHeadBytes); !status.ok())
    return status;
  end_ += kHeadBytes + payload.size();
  return absl::OkStatus();
}

absl::Status Journal::AppendBlock(absl::Span<const uint8_t> stored) {
  blocks_.push_back({end_ + kHeadBytes, static_cast<uint32_t>(stored.size())});
  return AppendFrame(kBlockFrame, stored);
}

absl::Status Journal::EndTable(TableInfo table) {
  const std::string record = EncodeTableRecord(table);
  absl::Status status = AppendFrame(kTableFrame, AsBytes(record));
  if (status.ok()) tables_.push_back({std::move(table), std::move(blocks_)});
  blocks_.clear();
  return status;
}

absl::Status Journal::ReadBlock(const Table& table, const Frame& block,
                                std::vector<uint8_t>* stored) const {
  uint8_t head[kHeadBytes];
  stored->resize(block.bytes);
  if (!ReadAt(file_.get(), path_, absl::MakeSpan(head), block.offset - kHeadBytes).ok() ||
      !ReadAt(file_.get(), path_, absl::MakeSpan(*stored), block.offset).ok() ||
      GetLittleEndian<uint64_t>(head + 8) != FrameHash(kBlockFrame, *stored))
    return NotAsWritten(path_, table.info.subproblem);
  return absl::OkStatus();
}

absl::Status Journal::CopyTable(const Subproblem& subproblem, Metric metric, StoreWriter* writer,
                                const std::function<void(uint64_t)>& done) const {
  const Table* table = FindTable(subproblem, metric);
  if (absl::Status status = writer->BeginTable(table->info); !status.ok()) return status;
  std::vector<uint8_t> stored;
  for (const Frame& block : table->blocks) {
    absl::Status status = ReadBlock(*table, block, &stored);
    if (status.ok()) status = writer->AppendBlock(stored);
    if (!status.ok()) return status;
    done(block.bytes);
  }
  return writer->EndTable(table->info.content_hash);
}

absl::Status Journal::ReadFirstPlane(const Subproblem& subproblem, Metric metric, int threads,
                                     absl::Span<uint8_t> out) const {
  const Table* table = FindTable(subproblem, metric);
  const TableInfo& info = table->info;
  const BlockLayout layout = LayoutOf(info);
  const uint64_t blocks = layout.PlaneBlocks(Plane::kPolicy);
  const size_t workers = std::min<uint64_t>(static_cast<uint64_t>(std::max(threads, 1)), blocks);
  std::atomic<uint64_t> next{0};
  std::vector<absl::Status> statuses(workers);
  ParallelFor(workers, [&](size_t worker) {
    BlockDecoder decoder;
    std::vector<uint8_t> stored;
    for (uint64_t i; (i = next.fetch_add(1)) < blocks;) {
      absl::Status& status = statuses[worker];
      status = ReadBlock(*table, table->blocks[i], &stored);
      if (status.ok())
        status = DecodeBlock(info, i, stored, &decoder,
                             out.subspan(layout.OffsetInPlane(i), layout.BlockBytes(i)));
      if (status.ok()) continue;
      next = blocks;
      return;
    }
  });
  for (const absl::Status& status : statuses)
    if (!status.ok()) return status;
  return absl::OkStatus();
}

absl::Status Journal::CheckCopy(const Subproblem& subproblem, Metric metric,
                                const TableSource& store, size_t number, int threads,
                                const std::function<void(uint64_t)>& done) const {
  const Table* table = FindTable(subproblem, metric);
  const std::vector<Frame>& blocks = table->blocks;
  if (store.layout(number).blocks() != blocks.size()) return NotAsWritten(store.name(), subproblem);
  const size_t workers = std::min<size_t>(static_cast<size_t>(std::max(threads, 1)), blocks.size());
  std::atomic<size_t> next{0};
  std::atomic<uint64_t> checked{0};  // bytes not yet reported
  std::vector<absl::Status> statuses(workers);
  ParallelFor(workers, [&](size_t worker) {
    std::vector<uint8_t> stored;
    for (size_t i; (i = next.fetch_add(1)) < blocks.size();) {
      statuses[worker] = ReadBlock(*table, blocks[i], &stored);
      if (statuses[worker].ok() && store.StoredBlock(number, i) != absl::MakeConstSpan(stored))
        statuses[worker] = NotAsWritten(store.name(), subproblem);
      if (!statuses[worker].ok()) {
        next = blocks.size();
        return;
      }
      checked.fetch_add(blocks[i].bytes);
      if (worker == 0) done(checked.exchange(0));
    }
  });
  for (const absl::Status& status : statuses)
    if (!status.ok()) return status;
  return absl::OkStatus();
}

void Journal::Remove() { RemoveWorkFile(path_, file_.get()); }

}  // namespace tilebase
