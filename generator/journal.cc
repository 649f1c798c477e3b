// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/journal.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "tables/format.h"
#include "tables/hash.h"
#include "tables/records.h"
#include "tables/system/file_io.h"

namespace tilebase {
namespace {

constexpr uint32_t kIdentityFrame = 0x4c4a4254;  // "TBJL"
constexpr char kMark[] = "TBJL";                 // the first frame's kind, the file's first bytes
constexpr uint32_t kTokenFrame = 0x4e4b4f54;     // "TOKN"
constexpr uint32_t kBlockFrame = 0x4b434c42;     // "BLCK"
constexpr uint32_t kTableFrame = 0x454c4254;     // "TBLE"
constexpr uint32_t kHeadBytes = 16;

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

}  // namespace

absl::StatusOr<std::unique_ptr<Journal>> Journal::Open(const std::string& path,
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
  absl::Status status = journal->Load(identity);
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

absl::Status Journal::Load(const std::string& identity) {
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
      if (whole) {
        tables_.push_back({payload, std::move(blocks_)});
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

absl::Status Journal::EndTable(std::string record) {
  absl::Status status = AppendFrame(kTableFrame, AsBytes(record));
  if (status.ok()) tables_.push_back({std::move(record), std::move(blocks_)});
  blocks_.clear();
  return status;
}

absl::Status Journal::ReadBlock(size_t table, size_t block, std::vector<uint8_t>* stored) const {
  const Frame& frame = tables_[table].blocks[block];
  uint8_t head[kHeadBytes];
  stored->resize(frame.bytes);
  if (!ReadAt(file_.get(), path_, absl::MakeSpan(head), frame.offset - kHeadBytes).ok() ||
      !ReadAt(file_.get(), path_, absl::MakeSpan(*stored), frame.offset).ok() ||
      GetLittleEndian<uint64_t>(head + 8) != FrameHash(kBlockFrame, *stored))
    return absl::DataLossError(absl::StrCat(
        path_, ": a block cannot be read back as it was written; check the disk and build again"));
  return absl::OkStatus();
}

void Journal::Remove() { RemoveWorkFile(path_, file_.get()); }

}  // namespace tilebase
