// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The planes of a search that is larger than the memory it may take. While it searches, a plane has
// the states of one depth only: those of depth d are in plane d mod 3. That is enough, for their
// neighbours have depth d-1, d or d+1. The states of each depth go to a file once, packed,
// and come back from it where they have left the memory.
//
// A block is a run of outer numbers of one slice of one plane. The runs are cut where the digits of
// the first tiles change, so that a vertical move takes the whole run to one other run: what a loop
// over a run reads and writes is known before it begins, a few blocks. They are brought to their
// places in memory together and held while it works. The others go, those touched longest ago
// first, once the memory is full. The loops know nothing of this: the planes have the same
// addresses as in memory. What is not held may be read as anything; the loops do so beside the ends
// of rows only, where it does not matter.
//
// The file is a record for each depth of each block that has states of it, in any order, appended
// and never changed: depth u32, block u32 (of a plane), bytes u32, a hash u32; its bits, packed. So
// its first bytes are a checkpoint for as long as the search lives. After it there are records of
// blocks with all depths.

#ifndef TILEBASE_GENERATOR_RETROGRADE_DISK_PLANES_H_
#define TILEBASE_GENERATOR_RETROGRADE_DISK_PLANES_H_

#include <limits.h>
#include <stdint.h>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "generator/retrograde/kernel.h"
#include "generator/retrograde/layout.h"
#include "generator/solver.h"
#include "tables/system/file_io.h"
#include "tables/system/huge_bytes.h"

namespace tilebase::retrograde {

// Safe from many threads, but for what is said otherwise.
class DiskPlanes {
 public:
  // A run of a slice: outer numbers run * run_length() and those that follow.
  struct Run {
    int slice;
    uint64_t run;
  };

  // Blocks that stay in memory. Must not outlive the planes.
  class Hold {
   public:
    Hold() = default;
    Hold(Hold&& other) noexcept { *this = std::move(other); }
    Hold& operator=(Hold&& other) noexcept {
      std::swap(planes_, other.planes_);
      std::swap(blocks_, other.blocks_);
      std::swap(changed_, other.changed_);
      return *this;
    }
    ~Hold() {
      if (planes_ != nullptr) planes_->Release(blocks_, changed_);
    }
    // The first block was written to. What is not told is lost.
    void Changed() { changed_ = true; }

   private:
    friend class DiskPlanes;
    Hold(DiskPlanes* planes, std::vector<uint32_t> blocks)
        : planes_(planes), blocks_(std::move(blocks)) {}
    DiskPlanes* planes_ = nullptr;
    std::vector<uint32_t> blocks_;
    bool changed_ = false;
  };

  // The least memory_bytes for so many threads that hold blocks at the same time.
  static uint64_t LeastBytes(const Layout& layout, int threads);

  // Opens the file, or makes it; Resume comes next. The arguments must outlive this.
  // Errors: those of FileError; ResourceExhausted.
  static absl::StatusOr<std::unique_ptr<DiskPlanes>> Create(const Layout& layout,
                                                            const Moves& moves, int threads,
                                                            uint64_t memory_bytes,
                                                            const std::string& path);

  // These when nobody holds a block and one thread calls.
  //
  // Takes up the first `bytes` of the file, in which histogram[d] states have depth d. Shows the
  // bits of each record, for the groups of its run. Where it is not that, or there is no histogram,
  // false, and the file is empty.
  using Found = std::function<void(Run run, const uint64_t* bits)>;
  absl::StatusOr<bool> Resume(uint64_t bytes, const std::vector<uint64_t>& histogram,
                              const Found& found);
  // Writes what is in memory only to the file, and has it written to the disk. Returns how long the
  // file is then.
  absl::StatusOr<uint64_t> Save(int threads);

  // The three planes one after the other, as in memory.
  uint8_t* data() { return memory_.data(); }

  uint64_t runs() const { return runs_; }
  uint64_t run_length() const { return layout_.all_outer / runs_; }
  // Where the moves from a run lead.
  std::vector<Run> Neighbours(Run of) const;

  // What it takes to find the states of a depth in a run: their plane, to write to, those of the
  // two depths before, and of the neighbours that of the depth before. Depths ascend. Errors of
  // this and HoldAll: those of the file; after one, all that follow give it again.
  absl::StatusOr<Hold> HoldForDepth(Run run, int depth);
  // When these are found, or there are none: puts away what is no longer needed for them. Nobody
  // may hold it.
  void Leave(Run run, int depth);
  // The states of all depths of a run and its neighbours, to read; each in its plane. Only this
  // from then on.
  absl::StatusOr<Hold> HoldAll(Run run);

  DiskUse disk() const;

 private:
  static constexpr int kAll = INT_MAX;
  static constexpr int kNone = INT_MIN;  // all zeros
  enum class Where : uint8_t { kAway, kMemory, kMoving };
  struct Block {
    Where where = Where::kAway;
    bool changed = false;  // since it came
    int depth = 0;         // of its states, if it is in memory; kAll: all that the plane stands for
    uint32_t holders = 0;
    // Those in memory that nobody holds are in a ring, with one more that stands for its ends.
    uint32_t before = 0;
    uint32_t after = 0;
  };
  struct Record {
    uint64_t offset = 0;  // of its bits
    uint32_t bytes = 0;   // 0: there is none
    uint32_t depth = 0;
  };
  // A block and the depth that it is to show. All who hold it at the same time want the same.
  struct Wanted {
    uint32_t block;
    int depth;
  };
  using Lock = std::unique_lock<std::mutex>;

  DiskPlanes(const Layout& layout, const Moves& moves, uint64_t blocks_in_memory, std::string path,
             FileDescriptor file);

  uint32_t PlaneBlocks() const {
    return static_cast<uint32_t>(static_cast<uint64_t>(layout_.slices) * runs_);
  }
  uint32_t BlockOf(int plane, Run run) const {
    return static_cast<uint32_t>(plane) * PlaneBlocks() +
           static_cast<uint32_t>(static_cast<uint64_t>(run.slice) * runs_ + run.run);
  }
  absl::Span<uint8_t> BytesOf(uint32_t block);
  absl::Span<uint64_t> WordsOf(uint32_t block);
  // From where to where whole pages are theirs alone.
  std::pair<uint64_t, uint64_t> PagesOf(absl::Span<const uint8_t> bytes);
  bool HasRecords(int depth) const { return static_cast<size_t>(depth) < records_.size(); }
  Record& RecordOf(int depth, uint32_t block) {
    return records_[static_cast<size_t>(depth)][block % PlaneBlocks()];
  }
  void Keep(const Record& record, uint32_t block);
  // Ors to the words.
  absl::Status ReadRecord(const Record& record, uint32_t block, absl::Span<uint64_t> words,
                          std::vector<uint8_t>* packed) const;
  bool ReadRecords(uint64_t bytes, uint64_t depths);
  bool ShowRecords(const std::vector<uint64_t>& histogram, const Found& found);
  // Memory that there is not, as a status.
  absl::Status Catch(const std::function<absl::Status()>& work) const;

  absl::StatusOr<Hold> HoldBlocks(absl::Span<const Wanted> wanted);
  void Release(absl::Span<const uint32_t> blocks, bool changed);
  // The ring of blocks to go, touched longest ago first.
  uint32_t Ends() const { return static_cast<uint32_t>(blocks_.size() - 1); }
  uint32_t FirstToGo() const { return blocks_[Ends()].after; }
  void PutAfter(uint32_t before, uint32_t number);
  void TakeOut(uint32_t number);
  // These are called with the lock taken, and give it up while they work.
  void Bring(const Wanted& wanted, Lock* lock);
  void MakeRoom(Lock* lock);
  void PutAway(uint32_t number, Lock* lock);
  void SendAway(uint32_t number, bool keep_memory, Lock* lock);
  void Fetch(const Wanted& wanted, Lock* lock);
  void WriteRecord(uint32_t number, Lock* lock);
  std::vector<Record> RecordsOf(const Wanted& wanted);
  std::vector<uint8_t> TakeBuffer();

  const Layout& layout_;
  const Moves& moves_;
  const std::string path_;
  const FileDescriptor file_;
  const uint64_t runs_;  // of a slice
  const uint64_t block_bytes_;
  const uint64_t most_in_memory_;  // blocks
  HugeBytes memory_;

  mutable std::mutex mutex_;  // of all below
  std::condition_variable moved_;
  std::vector<Block> blocks_;                  // of the three planes
  std::vector<Record> joined_;                 // of all depths, by block
  std::vector<std::vector<Record>> records_;   // by depth, and by block of a plane
  std::vector<std::vector<uint8_t>> buffers_;  // that nobody uses
  uint64_t in_memory_ = 0;                     // blocks
  uint64_t file_end_ = 0;
  DiskUse disk_;
};

}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_DISK_PLANES_H_
