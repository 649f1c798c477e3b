// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/retrograde/record_file.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tables/format.h"
#include "tables/hash.h"

namespace tilebase::retrograde {
namespace {

// While all records are gone through once, the search for records to drop runs this many times.
constexpr uint32_t kPortions = 32;

uint32_t HashOf(uint32_t depth, uint32_t run, absl::Span<const uint8_t> packed) {
  uint8_t named[8];
  PutLittleEndian<uint32_t>(named, depth);
  PutLittleEndian<uint32_t>(named + 4, run);
  return static_cast<uint32_t>(Hash64(packed) ^ Hash64(named));
}

absl::Span<const uint8_t> Body(const std::vector<uint8_t>& packed) {
  return absl::MakeSpan(packed).subspan(RecordFile::kHeadBytes);
}

}  // namespace

absl::StatusOr<std::unique_ptr<RecordFile>> RecordFile::Create(std::string path, uint32_t runs,
                                                               uint64_t memory_bytes,
                                                               NextUse next_use) {
  FileDescriptor descriptor = OpenToWrite(path, Opening::kEither);
  if (descriptor.get() < 0) return FileError(path, "keep the states of a search", errno);
  std::unique_ptr<RecordFile> file(
      new RecordFile(std::move(path), std::move(descriptor), runs, std::move(next_use)));
  if (!file->memory_.Allocate(RecordMemory::PagesIn(memory_bytes)))
    return absl::ResourceExhaustedError(
        absl::StrCat(file->path_, ": no memory for ", memory_bytes, " bytes of states"));
  return file;
}

RecordFile::Record* RecordFile::Find(uint32_t run, int depth) {
  Record* record = nullptr;
  if (depth == kJoined)
    record = &joined_[run];
  else if (depth >= 0 && static_cast<size_t>(depth) < records_.size())
    record = &records_[static_cast<size_t>(depth)][run];
  return record != nullptr && record->bytes != 0 ? record : nullptr;
}

RecordFile::Record* RecordFile::Make(uint32_t run, int depth) {
  if (depth == kJoined) return &joined_[run];
  while (records_.size() <= static_cast<size_t>(depth)) records_.emplace_back(runs_);
  return &records_[static_cast<size_t>(depth)][run];
}

bool RecordFile::Has(uint32_t run, int depth) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return Find(run, depth) != nullptr;
}

int RecordFile::depths() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return static_cast<int>(records_.size());
}

DiskUse RecordFile::disk() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return disk_;
}

absl::Status RecordFile::Read(uint32_t run, int depth, std::vector<uint8_t>* packed) {
  Lock lock(mutex_);
  if (!disk_.status.ok()) return disk_.status;
  Record& record = *Find(run, depth);
  const uint64_t size = kHeadBytes + record.bytes;
  if (record.chain != RecordMemory::kNone) {
    ++record.readers;
    lock.unlock();
    packed->resize(size);
    memory_.Read(record.chain, absl::MakeSpan(*packed).subspan(kHeadBytes));
    lock.lock();
    --record.readers;
    return absl::OkStatus();
  }
  const uint64_t offset = record.offset;
  disk_.read_bytes += size;
  lock.unlock();
  packed->resize(size);
  absl::Status status = ReadAt(file_.get(), path_, absl::MakeSpan(*packed), offset - kHeadBytes);
  if (status.ok() && GetLittleEndian<uint32_t>(packed->data() + 12) !=
                         HashOf(static_cast<uint32_t>(depth), run, Body(*packed)))
    status = absl::DataLossError(absl::StrCat(path_, ": the states at byte ", offset,
                                              " are not those that were written; delete the file"));
  lock.lock();
  disk_.status.Update(status);
  if (status.ok() && record.chain == RecordMemory::kNone)
    if (const uint32_t chain = Keep(run, depth, *packed, &lock); chain != RecordMemory::kNone) {
      if (record.chain == RecordMemory::kNone)
        record.chain = chain;
      else
        memory_.Give(chain, record.bytes);  // another thread was first
    }
  return status;
}

absl::Status RecordFile::Write(uint32_t run, int depth, std::vector<uint8_t>* packed,
                               uint64_t* offset, Lock* lock) {
  const uint64_t at = end_;
  end_ += packed->size();
  disk_.written_bytes += packed->size();
  lock->unlock();
  PutLittleEndian<uint32_t>(packed->data(), static_cast<uint32_t>(depth));
  PutLittleEndian<uint32_t>(packed->data() + 4, run);
  PutLittleEndian<uint32_t>(packed->data() + 8, static_cast<uint32_t>(Body(*packed).size()));
  PutLittleEndian<uint32_t>(packed->data() + 12,
                            HashOf(static_cast<uint32_t>(depth), run, Body(*packed)));
  absl::Status status = WriteAt(file_.get(), path_, *packed, at);
  lock->lock();
  disk_.status.Update(status);
  *offset = at + kHeadBytes;
  return status;
}

absl::Status RecordFile::Add(uint32_t run, int depth, std::vector<uint8_t>* packed) {
  Lock lock(mutex_);
  if (!disk_.status.ok()) return disk_.status;
  Record record;
  if (absl::Status status = Write(run, depth, packed, &record.offset, &lock); !status.ok())
    return status;
  record.bytes = static_cast<uint32_t>(Body(*packed).size());
  record.chain = Keep(run, depth, *packed, &lock);
  *Make(run, depth) = record;
  return disk_.status;
}

absl::Status RecordFile::AddJoined(uint32_t run, std::vector<uint8_t>* packed) {
  Lock lock(mutex_);
  for (int depth = 0; depth < static_cast<int>(records_.size()); ++depth)
    if (Record* record = Find(run, depth); record != nullptr) Drop(record);
  if (!disk_.status.ok()) return disk_.status;
  Record record;
  record.chain = Keep(run, kJoined, *packed, &lock);
  if (record.chain == RecordMemory::kNone)
    if (absl::Status status = Write(run, kJoined, packed, &record.offset, &lock); !status.ok())
      return status;
  record.bytes = static_cast<uint32_t>(Body(*packed).size());
  joined_[run] = record;
  return disk_.status;
}

void RecordFile::WillNeed(uint32_t run, int depth) {
  Lock lock(mutex_);
  const Record* record = Find(run, depth);
  if (record == nullptr || record->chain != RecordMemory::kNone || record->offset == kNever) return;
  const uint64_t begin = record->offset - kHeadBytes, size = record->bytes + kHeadBytes;
  lock.unlock();
  WillRead(file_.get(), begin, size);
}

void RecordFile::Drop(Record* record) {
  if (record->chain == RecordMemory::kNone || record->readers > 0) return;
  memory_.Give(record->chain, record->bytes);
  record->chain = RecordMemory::kNone;
}

// Returns a chain that has the bytes; none if the other records are all needed sooner.
uint32_t RecordFile::Keep(uint32_t run, int depth, const std::vector<uint8_t>& packed, Lock* lock) {
  const absl::Span<const uint8_t> body = Body(packed);
  const uint64_t pages = RecordMemory::PagesOf(body.size());
  const uint64_t next_use = next_use_(run, depth);
  if (next_use == kNever || !MakeRoom(pages, next_use, lock)) return RecordMemory::kNone;
  const uint32_t chain = memory_.Take(body.size());
  lock->unlock();
  memory_.Write(chain, body);
  lock->lock();
  return chain;
}

void RecordFile::FindCandidates() {
  candidates_.clear();
  asked_ = 0;
  const auto add = [&](const std::vector<Record>& records, int depth) {
    for (uint32_t run = 0; run < runs_; ++run)
      if (records[run].chain != RecordMemory::kNone)
        candidates_.push_back({next_use_(run, depth), run, depth});
  };
  for (size_t depth = 0; depth < records_.size(); ++depth)
    add(records_[depth], static_cast<int>(depth));
  add(joined_, kJoined);
  std::sort(candidates_.begin(), candidates_.end(),
            [](const Candidate& a, const Candidate& b) { return a.next_use < b.next_use; });
  // Keeps only a few candidates; a later search finds the rest again.
  const size_t few = std::max<size_t>(candidates_.size(), runs_) / kPortions + 1;
  if (candidates_.size() > few) candidates_.erase(candidates_.begin(), candidates_.end() - few);
}

bool RecordFile::MakeRoom(uint64_t pages, uint64_t next_use, Lock* lock) {
  if (pages > memory_.pages()) return false;
  std::vector<uint8_t> packed;
  ++asked_;
  while (memory_.free_pages() < pages) {
    const auto are_none = [&] {
      return candidates_.empty() || candidates_.back().next_use <= next_use;
    };
    if (are_none() && asked_ > runs_ / kPortions) FindCandidates();
    if (are_none()) return false;
    const Candidate candidate = candidates_.back();
    candidates_.pop_back();
    Record* const record = Find(candidate.run, candidate.depth);
    if (record == nullptr || record->chain == RecordMemory::kNone || record->readers > 0) continue;
    if (record->offset == kNever) {
      ++record->readers;
      packed.resize(kHeadBytes + record->bytes);
      memory_.Read(record->chain, absl::MakeSpan(packed).subspan(kHeadBytes));
      uint64_t offset = kNever;
      const absl::Status status = Write(candidate.run, candidate.depth, &packed, &offset, lock);
      --record->readers;
      if (!status.ok()) return false;
      record->offset = offset;
    }
    Drop(record);
  }
  return true;
}

absl::StatusOr<bool> RecordFile::Resume(uint64_t bytes, int depths, const Shown& shown) {
  std::vector<uint8_t> packed(kHeadBytes);
  bool sound = true;
  for (uint64_t at = 0; at < bytes && sound;) {
    packed.resize(kHeadBytes);
    sound = bytes - at > kHeadBytes && ReadAt(file_.get(), path_, absl::MakeSpan(packed), at).ok();
    if (!sound) break;
    const uint32_t depth = GetLittleEndian<uint32_t>(packed.data());
    const uint32_t run = GetLittleEndian<uint32_t>(packed.data() + 4);
    const uint32_t size = GetLittleEndian<uint32_t>(packed.data() + 8);
    const uint32_t hash = GetLittleEndian<uint32_t>(packed.data() + 12);
    sound = depth < static_cast<uint32_t>(depths) && run < runs_ && size > 0 &&
            size <= bytes - at - kHeadBytes && !Has(run, static_cast<int>(depth));
    if (!sound) break;
    packed.resize(size);
    at += kHeadBytes;
    sound = ReadAt(file_.get(), path_, absl::MakeSpan(packed), at).ok() &&
            HashOf(depth, run, packed) == hash && shown(run, static_cast<int>(depth), packed);
    Record& record = *Make(run, static_cast<int>(depth));
    record.offset = at;
    record.bytes = size;
    at += size;
    disk_.read_bytes += kHeadBytes + size;
  }
  if (!sound) return false;
  end_ = bytes;
  if (absl::Status status = SetSize(file_.get(), path_, end_); !status.ok()) return status;
  return true;
}

absl::Status RecordFile::Clear() {
  records_.clear();
  end_ = 0;
  return SetSize(file_.get(), path_, 0);
}

absl::StatusOr<uint64_t> RecordFile::Save() {
  const std::lock_guard<std::mutex> lock(mutex_);
  disk_.status.Update(Sync(file_.get(), path_));
  if (!disk_.status.ok()) return disk_.status;
  return end_;
}

}  // namespace tilebase::retrograde
