// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/checkpoint.h"

#include <algorithm>
#include <cerrno>
#include <new>

#include "absl/strings/str_cat.h"
#include "tables/format.h"
#include "tables/hash.h"
#include "tables/plan.h"
#include "tables/records.h"
#include "tables/system/file_io.h"

namespace tilebase {
namespace {

constexpr uint64_t kMagic = 0x324c564c454c4254;  // "TBLELVL2"
constexpr double kGreatestShare = 1.0 / 20;

// The head, in words: magic, the hash of the search's text, bytes of memory, levels, one word for
// each level, and the hash of all that.
std::vector<uint8_t> Head(const std::string& search, const std::vector<uint64_t>& histogram,
                          uint64_t memory_bytes) {
  std::vector<uint64_t> words = {kMagic, Hash64(AsBytes(search)), memory_bytes, histogram.size()};
  words.insert(words.end(), histogram.begin(), histogram.end());
  std::vector<uint8_t> head(words.size() * 8 + 8);
  for (size_t i = 0; i < words.size(); ++i) PutLittleEndian<uint64_t>(&head[i * 8], words[i]);
  PutLittleEndian<uint64_t>(&head[words.size() * 8],
                            Hash64(absl::MakeSpan(head).first(words.size() * 8)));
  return head;
}

constexpr size_t kFixedHeadBytes = 32;  // up to the number of levels

// Returns the histogram of a checkpoint of this search with `memory_bytes` bytes; empty if the file
// is no such checkpoint.
std::vector<uint64_t> CheckHead(absl::Span<const uint8_t> file, const std::string& search,
                                uint64_t memory_bytes) {
  if (file.size() < kFixedHeadBytes) return {};
  const uint64_t levels = GetLittleEndian<uint64_t>(&file[kFixedHeadBytes - 8]);
  if (levels == 0 || levels > file.size() / 8) return {};
  if (file.size() != kFixedHeadBytes + levels * 8 + 8 + memory_bytes + 8) return {};
  std::vector<uint64_t> histogram(levels);
  for (size_t i = 0; i < levels; ++i)
    histogram[i] = GetLittleEndian<uint64_t>(&file[kFixedHeadBytes + i * 8]);
  const std::vector<uint8_t> head = Head(search, histogram, memory_bytes);
  if (!std::equal(head.begin(), head.end(), file.begin())) return {};
  return histogram;
}

uint64_t BytesOf(Checkpoint::Memory memory) {
  uint64_t bytes = 0;
  for (const absl::Span<uint8_t> array : memory) bytes += array.size();
  return bytes;
}

}  // namespace

std::string SearchText(const Subproblem& subproblem, Metric metric) {
  return absl::StrCat(ToString(subproblem.geometry), " ", ToString(subproblem), " ", Name(metric));
}

bool Checkpoint::IsDue() const {
  if (given_up_) return false;
  return interval_ == 0 || SecondsSince(last_) >= std::max(interval_, last_took_ / kGreatestShare);
}

void Checkpoint::Save(const std::vector<uint64_t>& histogram, Memory memory,
                      Clock::time_point start) {
  bool saved = false;
  try {
    saved = Write(partial_, histogram, memory).ok();
    if (saved && !before_.empty()) RenameFile(path_, before_);  // none the first time
    saved = saved && RenameFile(partial_, path_);
  } catch (const std::bad_alloc&) {
    // Handled below like any other failure.
  }
  if (!saved) {
    RemoveFile(partial_);
    given_up_ = true;
  }
  last_ = Clock::now();
  last_took_ = SecondsSince(start);
}

absl::Status Checkpoint::Write(const std::string& path, const std::vector<uint64_t>& histogram,
                               Memory memory) {
  RemoveFile(path);  // of a build that was killed while it saved
  const FileDescriptor file = OpenToWrite(path, Opening::kNew);
  if (file.get() < 0) return FileError(path, "write a checkpoint", errno);
  const std::vector<uint8_t> head = Head(search_, histogram, BytesOf(memory));
  absl::Status status = WriteAt(file.get(), path, head, 0);
  uint64_t end = head.size();
  Hasher64 hasher;
  for (const absl::Span<uint8_t> array : memory) {
    hasher.Add(array);
    if (status.ok()) status = WriteAt(file.get(), path, array, end);
    end += array.size();
  }
  uint8_t hash[8];
  PutLittleEndian<uint64_t>(hash, hasher.Digest());
  return status.ok() ? WriteAt(file.get(), path, hash, end) : status;
}

int Checkpoint::Level(uint64_t memory_bytes) const {
  for (const std::string& path : {path_, before_}) {
    absl::StatusOr<std::unique_ptr<MappedFile>> file = MappedFile::Open(path);
    if (!file.ok()) continue;
    const std::vector<uint64_t> histogram = CheckHead((*file)->bytes(), search_, memory_bytes);
    if (!histogram.empty()) return static_cast<int>(histogram.size()) - 1;
  }
  return 0;
}

std::vector<uint64_t> Checkpoint::Restore(Memory memory, int level) const {
  const uint64_t memory_bytes = BytesOf(memory);
  for (const std::string& path : {path_, before_}) {
    absl::StatusOr<std::unique_ptr<MappedFile>> file = MappedFile::Open(path);
    if (!file.ok()) continue;
    const absl::Span<const uint8_t> bytes = (*file)->bytes();
    std::vector<uint64_t> histogram = CheckHead(bytes, search_, memory_bytes);
    if (histogram.empty() || (level != 0 && static_cast<int>(histogram.size()) != level + 1))
      continue;
    absl::Span<const uint8_t> saved = bytes.last(memory_bytes + 8).first(memory_bytes);
    if (Hash64(saved) != GetLittleEndian<uint64_t>(&bytes[bytes.size() - 8])) continue;
    for (const absl::Span<uint8_t> array : memory) {
      std::copy_n(saved.begin(), array.size(), array.begin());
      saved.remove_prefix(array.size());
    }
    return histogram;
  }
  return {};
}

// Avoids std::filesystem, whose functions end the process if there is no memory.
void Checkpoint::RemoveAll(const std::string& path) {
  try {
    RemoveFilesThatBegin(path);
  } catch (const std::bad_alloc&) {
    // They stay, and are in nobody's way.
  }
}

void Checkpoint::Remove() {
  RemoveFile(path_);
  RemoveFile(partial_);  // of a build that was killed while it saved
  RemoveFile(states_path_);
  if (!before_.empty()) RemoveFile(before_);
}

}  // namespace tilebase
