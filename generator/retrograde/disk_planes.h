// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The planes of a search that is larger than its memory limit. During the search, a plane has the
// states of one depth only: the states of depth d are in plane d mod 3. That is enough, because
// their neighbours have depth d-1, d or d+1.
//
// The unit is a run (kernel.h). When the states of a depth in a run are found, they are packed
// (run_packer.h) and written to a file, once (record_file.h). The next two levels need them again
// and read them from memory if possible. Memory keeps two forms of runs: unpacked rows, as the
// loops need them, those touched last; and packed runs, those that are needed soonest. Levels go
// through the runs in order, forwards and backwards in turn, so it is known when a record will be
// needed.
//
// The encoding goes through the runs slice by slice. It joins the records of all depths of a run,
// once. Joined runs are records, too.

#ifndef TILEBASE_GENERATOR_RETROGRADE_DISK_PLANES_H_
#define TILEBASE_GENERATOR_RETROGRADE_DISK_PLANES_H_

#include <stdint.h>

#include <array>
#include <atomic>
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
#include "generator/retrograde/moves.h"
#include "generator/retrograde/record_file.h"
#include "generator/retrograde/run_packer.h"
#include "generator/solver.h"
#include "tables/system/huge_bytes.h"

namespace tilebase::retrograde {

// Holds only a part's own runs, not its ghosts. Safe from many threads unless a comment says
// otherwise.
class DiskPlanes {
 public:
  // Keeps rows in memory while it lives. Must not outlive the planes.
  class Hold {
   public:
    Hold() = default;
    Hold(Hold&& other) noexcept { *this = std::move(other); }
    Hold& operator=(Hold&& other) noexcept {
      std::swap(planes_, other.planes_);
      std::swap(units_, other.units_);
      std::swap(rows_, other.rows_);
      return *this;
    }
    ~Hold() {
      if (planes_ != nullptr) planes_->Release(units_);
    }
    // The first row of the run, and of the n-th run around it, in a plane; null if that plane was
    // not requested.
    uint64_t* own(int residue) const { return rows_[0][static_cast<size_t>(residue)]; }
    const uint64_t* around(int n, int residue) const {
      return rows_[static_cast<size_t>(n) + 1][static_cast<size_t>(residue)];
    }

   private:
    friend class DiskPlanes;
    explicit Hold(DiskPlanes* planes, size_t runs) : planes_(planes), rows_(runs) {}
    DiskPlanes* planes_ = nullptr;
    std::vector<uint32_t> units_;
    std::vector<std::array<uint64_t*, 3>> rows_;
  };

  // The least memory_bytes for `threads` threads that hold runs at the same time.
  static uint64_t LeastBytes(const Layout& layout, int threads);

  // Opens the file or creates it; call Resume or Clear next. The arguments must outlive this
  // object. Errors: those of FileError; ResourceExhausted.
  static absl::StatusOr<std::unique_ptr<DiskPlanes>> Create(const Layout& layout,
                                                            const Kernels& kernels,
                                                            const Moves& moves, int threads,
                                                            uint64_t memory_bytes,
                                                            const std::string& path);

  // Call the following when nobody holds a run, from one thread.
  //
  // Loads the first `bytes` of the file, which have the states of `depths` depths. Passes the bits
  // of each record to `shown`. Returns false if the bytes are not valid.
  using Shown = std::function<void(RunPlace run, const uint64_t* bits)>;
  absl::StatusOr<bool> Resume(uint64_t bytes, int depths, const Shown& shown);
  // Empties the file.
  absl::Status Clear() { return file_->Clear(); }
  // Waits until everything written is on the disk. Returns the length of the file.
  absl::StatusOr<uint64_t> Save() { return file_->Save(); }
  // Begins the level that finds the states of this depth. Hold runs in the order of their places,
  // all slices of a place one after the other; if IsBackwards, from the last to the first.
  void BeginLevel(int depth);
  static bool IsBackwards(int depth) { return depth % 2 == 0; }
  // Call when all depths are found. After it, use only HoldAll, in the order of slices.
  void BeginJoining();

  // Holds what finding the states of a depth in a run needs: the plane of that depth, for writing;
  // the planes of the two depths before; and, for the runs around it, the plane of the depth
  // before. Errors of this function, Found and HoldAll: those of the file; after an error, all
  // later calls return it again.
  absl::StatusOr<Hold> HoldForDepth(RunPlace run, absl::Span<const RunPlace> around, int depth);
  // Reports that the run has states of this depth; without the call they are lost.
  absl::Status Found(RunPlace run, int depth, const Hold& hold);

  // Holds the states of all depths of a run and of the runs around it, for reading; each in its
  // plane.
  absl::StatusOr<Hold> HoldAll(RunPlace run, absl::Span<const RunPlace> around);

  DiskUse disk() const;

 private:
  static constexpr int kNone = -1;
  static constexpr uint32_t kNoRows = UINT32_MAX;
  static constexpr size_t kMostUses = 5;  // a run and those around it

  // Says whether a unit is in memory. During the search a unit is one plane of a run; afterwards it
  // is all three planes of a run.
  enum class Where : uint8_t { kAway, kMemory, kMoving };
  struct Unit {
    Where where = Where::kAway;
    int depth = kNone;  // of its states, if the unit is in memory
    uint32_t rows = kNoRows;
    uint32_t holders = 0;
    // Units in memory that nobody holds form a ring; one more unit stands for the ring's ends.
    uint32_t before = 0;
    uint32_t after = 0;
  };
  // Scratch memory of a thread that packs and unpacks.
  struct Tools {
    Tools(const Layout& layout, const Kernels& kernels) : packer(layout, kernels) {}
    RunPacker packer;
    std::vector<uint8_t> packed;
  };
  using Lock = std::unique_lock<std::mutex>;

  DiskPlanes(const Layout& layout, const Kernels& kernels, const Moves& moves);

  uint32_t Runs() const { return static_cast<uint32_t>(OwnRuns(layout_)); }
  uint32_t NumberOf(RunPlace run) const {
    return static_cast<uint32_t>(static_cast<uint64_t>(run.slice) * layout_.own_runs + run.place);
  }
  uint64_t FirstOuter(uint32_t number) const {
    return RunOf(layout_, number % layout_.own_runs) * layout_.run_length;
  }
  uint64_t* RowsAt(uint64_t rows);
  // Returns when a run's turn comes in a level, or in the encoding.
  uint64_t TimeOf(uint32_t number, int depth) const;
  // Returns when a record is needed next.
  uint64_t NextUse(uint32_t number, int depth) const;

  // The following require the lock. Each unit has rows_of_unit consecutive rows.
  void ResetUnits(uint32_t units, uint64_t rows_of_unit);
  uint32_t Ends() const { return static_cast<uint32_t>(units_.size() - 1); }
  void PutAfter(uint32_t before, uint32_t unit);
  void TakeOut(uint32_t unit);
  uint32_t TakeRows();

  void Release(absl::Span<const uint32_t> units);
  // Holds a unit at a depth; `fill` fills its rows unless they are in memory.
  using Fill = std::function<absl::Status(uint64_t* rows, Tools* tools)>;
  absl::StatusOr<uint64_t*> Bring(uint32_t unit, int depth, Hold* hold, const Fill& fill);
  // Returns whether another thread is filling its rows.
  bool IsMoving(uint32_t unit) const;
  absl::StatusOr<uint64_t*> BringDepth(RunPlace run, int depth, Hold* hold);
  absl::Status BringAll(RunPlace run, size_t n, Hold* hold);
  absl::Status Join(uint32_t number, uint64_t* rows, Tools* tools);
  // Calls `work` with tools. If memory runs out, returns an error.
  absl::Status WithTools(const std::function<absl::Status(Tools*)>& work);

  const Layout& layout_;
  const Kernels& kernels_;
  std::unique_ptr<RecordFile> file_;
  HugeBytes rows_;
  uint64_t rows_count_ = 0;
  HugeBytes no_states_;  // rows of zeros

  // The progress of the search, or of the encoding. One thread writes the first three, between
  // levels.
  bool joining_ = false;
  int depth_ = 0;
  std::vector<std::array<uint32_t, kMostUses>> uses_;  // by run: itself and the runs around it
  std::atomic<uint64_t> now_{0};

  mutable std::mutex mutex_;  // guards everything below
  std::condition_variable moved_;
  std::vector<Unit> units_;
  uint64_t rows_of_unit_ = 1;
  std::vector<uint32_t> free_rows_;
  std::vector<std::unique_ptr<Tools>> tools_;  // not in use
  absl::Status status_;
};

}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_DISK_PLANES_H_
