// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Packed runs (run_packer.h) in a file, and as many as fit in memory: those that are needed
// soonest.
//
// The file is a sequence of records, in any order, appended and never changed: depth u32, run u32,
// bytes u32, a hash u32; the packed bits. So the first bytes of the file stay a valid checkpoint as
// long as the search runs.

#ifndef TILEBASE_GENERATOR_RETROGRADE_RECORD_FILE_H_
#define TILEBASE_GENERATOR_RETROGRADE_RECORD_FILE_H_

#include <limits.h>
#include <stdint.h>
#include <string.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "generator/solver.h"
#include "tables/system/file_io.h"
#include "tables/system/huge_bytes.h"

namespace tilebase::retrograde {

// Memory for byte strings of any length that come and go: chains of small pages, so almost no
// memory is wasted when it is full.
//
// Call Take and Give from one thread at a time; any thread may Write and Read chains that it has.
class RecordMemory {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  // Returns false if there is no memory. Takes Bytes(pages).
  bool Allocate(uint64_t pages) {
    if (!bytes_.Allocate(pages * kPageBytes)) return false;
    next_.resize(pages);
    for (uint32_t page = 0; page < pages; ++page) next_[page] = page + 1;
    if (pages > 0) {
      next_.back() = kNone;
      first_free_ = 0;
    }
    free_ = pages;
    return true;
  }
  static uint64_t PagesIn(uint64_t bytes) {
    return std::min<uint64_t>(bytes / (kPageBytes + sizeof(uint32_t)), kNone);
  }
  static uint64_t PagesOf(uint64_t bytes) { return (bytes + kPageBytes - 1) / kPageBytes; }

  uint64_t pages() const { return next_.size(); }
  uint64_t free_pages() const { return free_; }

  // Returns a chain for `bytes` bytes, at least one. Requires enough free pages.
  uint32_t Take(uint64_t bytes) {
    const uint32_t first = first_free_;
    uint32_t last = first;
    for (uint64_t more = PagesOf(bytes) - 1; more > 0; --more) last = next_[last];
    first_free_ = next_[last];
    next_[last] = kNone;
    free_ -= PagesOf(bytes);
    return first;
  }
  void Give(uint32_t first, uint64_t bytes) {
    uint32_t last = first;
    while (next_[last] != kNone) last = next_[last];
    next_[last] = first_free_;
    first_free_ = first;
    free_ += PagesOf(bytes);
  }

  void Write(uint32_t chain, absl::Span<const uint8_t> bytes) {
    for (; !bytes.empty(); chain = next_[chain]) {
      const uint64_t size = std::min<uint64_t>(bytes.size(), kPageBytes);
      memcpy(bytes_.data() + chain * kPageBytes, bytes.data(), size);
      bytes.remove_prefix(size);
    }
  }
  void Read(uint32_t chain, absl::Span<uint8_t> bytes) const {
    for (; !bytes.empty(); chain = next_[chain]) {
      const uint64_t size = std::min<uint64_t>(bytes.size(), kPageBytes);
      memcpy(bytes.data(), bytes_.data() + chain * kPageBytes, size);
      bytes.remove_prefix(size);
    }
  }

 private:
  static constexpr uint64_t kPageBytes = 1024;

  HugeBytes bytes_;
  std::vector<uint32_t> next_;  // by page; kNone: the last page of a chain
  uint32_t first_free_ = kNone;
  uint64_t free_ = 0;
};

// Safe from many threads unless a comment says otherwise. Errors: those of FileError; DataLoss;
// after an error, all later calls return it again.
class RecordFile {
 public:
  // Stands in place of a depth for all depths of a run together.
  static constexpr int kJoined = INT_MAX;
  // Returns when a record is needed next, on a clock that only goes forward; kNever if it is not.
  // Must not use the file.
  using NextUse = std::function<uint64_t(uint32_t run, int depth)>;
  static constexpr uint64_t kNever = UINT64_MAX;

  // Memory besides that for records, for `runs` runs.
  static uint64_t FixedBytes(uint64_t runs) { return runs * kDepths * sizeof(Record); }

  // Opens the file or creates it; call Resume or Clear next. Errors: also ResourceExhausted.
  static absl::StatusOr<std::unique_ptr<RecordFile>> Create(std::string path, uint32_t runs,
                                                            uint64_t memory_bytes,
                                                            NextUse next_use);

  // Call from one thread while nobody reads or adds. Loads the first `bytes` of the file, which
  // have records of `depths` depths, and passes each to `shown`. Returns false if `shown` does, or
  // if the bytes are not valid.
  using Shown = std::function<bool(uint32_t run, int depth, absl::Span<const uint8_t> packed)>;
  absl::StatusOr<bool> Resume(uint64_t bytes, int depths, const Shown& shown);
  // Empties the file. Call it like Resume.
  absl::Status Clear();
  // Waits until everything written is on the disk, and returns the length of the file. Call it like
  // Resume.
  absl::StatusOr<uint64_t> Save();

  bool Has(uint32_t run, int depth) const;
  // The number of depths that may have records.
  int depths() const;
  // Replaces *packed by the record that was added. Requires that there is one.
  absl::Status Read(uint32_t run, int depth, std::vector<uint8_t>* packed);
  // Adds the record of a depth and writes it to the file. *packed has kHeadBytes of room before its
  // bytes.
  absl::Status Add(uint32_t run, int depth, std::vector<uint8_t>* packed);
  // Adds a run's joined record; writes it to the file only if memory does not hold it. Drops the
  // records of the run's depths, which nobody needs any more.
  absl::Status AddJoined(uint32_t run, std::vector<uint8_t>* packed);
  static constexpr uint64_t kHeadBytes = 16;
  // Asks the system to read ahead a record that will be needed soon and is not in memory.
  void WillNeed(uint32_t run, int depth);

  DiskUse disk() const;

 private:
  struct Record {
    uint64_t offset = kNever;  // of its bits in the file; kNever: they are not in the file
    uint32_t bytes = 0;        // 0: there is none
    uint32_t chain = RecordMemory::kNone;
    uint32_t readers = 0;
  };
  struct Candidate {
    uint64_t next_use;
    uint32_t run;
    int depth;
  };
  // The depths that FixedBytes assumes; tables have fewer.
  static constexpr uint64_t kDepths = 128;
  using Lock = std::unique_lock<std::mutex>;

  RecordFile(std::string path, FileDescriptor file, uint32_t runs, NextUse next_use)
      : path_(std::move(path)),
        file_(std::move(file)),
        runs_(runs),
        next_use_(std::move(next_use)),
        joined_(runs) {}

  // The following require the lock; some release it while they work.
  Record* Find(uint32_t run, int depth);
  const Record* Find(uint32_t run, int depth) const {
    return const_cast<RecordFile*>(this)->Find(run, depth);
  }
  Record* Make(uint32_t run, int depth);
  absl::Status Write(uint32_t run, int depth, std::vector<uint8_t>* packed, uint64_t* offset,
                     Lock* lock);
  uint32_t Keep(uint32_t run, int depth, const std::vector<uint8_t>& packed, Lock* lock);
  // Frees pages by dropping records that are needed later than `next_use`. Returns false if there
  // are none.
  bool MakeRoom(uint64_t pages, uint64_t next_use, Lock* lock);
  void FindCandidates();
  void Drop(Record* record);

  absl::Status ReadAll(uint64_t bytes, int depths, const Shown& shown, bool* sound);

  const std::string path_;
  const FileDescriptor file_;
  const uint32_t runs_;
  const NextUse next_use_;
  mutable std::mutex mutex_;                  // guards everything below
  std::vector<std::vector<Record>> records_;  // by depth, and by run
  std::vector<Record> joined_;                // by run
  RecordMemory memory_;
  std::vector<Candidate> candidates_;  // records to drop, the next one last
  uint32_t asked_ = 0;                 // requests for room since candidates were last searched for
  uint64_t end_ = 0;
  DiskUse disk_;
};

}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_RECORD_FILE_H_
