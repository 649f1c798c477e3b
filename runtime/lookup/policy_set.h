// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// An opened table set that answers boards. Opening does all the checking and decoding; a query is
// lookups only: no allocation, no lock, no system call, any number of threads.
//
// A lazy set decodes a table when it is first needed. The query that needs it locks, allocates and
// starts threads; once the tables that queries need are there, they are lookups only as well.
//
// Where the compressed tables do not all fit in the memory that is allowed, the smallest ones are
// kept whole, as above, and the others are read through a cache of their blocks (block_cache.h).
// Which ones is decided when the set is opened. Queries that need the others lock, and decode what
// is not in the cache.

#ifndef TILEBASE_RUNTIME_LOOKUP_POLICY_SET_H_
#define TILEBASE_RUNTIME_LOOKUP_POLICY_SET_H_

#include <stddef.h>
#include <stdint.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "runtime/lookup/block_cache.h"
#include "runtime/lookup/move_table.h"
#include "runtime/lookup/quick_solver.h"
#include "runtime/lookup/walk.h"
#include "runtime/tilebase.h"
#include "tables/system/huge_bytes.h"
#include "tables/table_source.h"

namespace tilebase {

struct PolicySetOptions {
  int threads = 1;    // that decode a table
  bool lazy = false;  // decode a table when it is first needed
  // Most bytes of decoded tables, shortcuts and the cache of blocks.
  uint64_t memory_bytes = UINT64_MAX;
  // Most bytes of shortcuts (shortcuts.h). The smallest tables get them first. What is given here
  // bounds the time to make them too: about 4 ms a MiB.
  uint64_t shortcut_bytes = uint64_t{2} << 20;
};

class PolicySet {
 public:
  // The tables are decoded into memory, except raw ones, which are used where the source has them.
  // Errors: FailedPrecondition where the plan has no staged part; those of TableSource::ReadTable;
  // and ResourceExhausted where memory cannot be had, or where options.memory_bytes is less than
  // both what the tables need and the smallest cache. Shortcuts are left out first.
  static absl::StatusOr<std::unique_ptr<PolicySet>> Create(
      std::shared_ptr<const TableSource> source, const PolicySetOptions& options = {});

  const TableSource& source() const { return *source_; }
  const std::shared_ptr<const TableSource>& shared_source() const { return source_; }
  const SetInfo& info() const { return source_->info(); }

  // Reads a board of one byte a cell. Returns TILEBASE_OK, _BOARD, _BOARD_SIZE or _UNSOLVABLE.
  tilebase_code ReadBoard(const uint8_t* cells, size_t size, Board* board) const;

  // Solves boards of one byte a cell (of the set's size), by shortcuts and quick walks. Stores the
  // letters, their number and a code in each; see quick_solver.h.
  void SolveLetters(SolveRequest* board) const { solver_.Solve(board); }
  void SolveLetters(absl::Span<SolveRequest> boards) const { solver_.SolveBatch(boards); }

  // Solves by Algorithm 2 with the plain walk, which is the reference for SolveLetters. Requires
  // that all tables are ready and kept whole, and a solvable board of the set's size. Writes at
  // most `capacity` actions to `actions`, converted by Convert(Action), and stores how many there
  // are in *count. Returns TILEBASE_OK; _BUFFER where *count > capacity; _DAMAGED where the tables
  // lead nowhere.
  template <typename T, typename Convert>
  tilebase_code Solve(Board board, T* actions, size_t capacity, size_t* count,
                      Convert convert) const {
    size_t written = 0;
    const WalkResult result =
        Walk(stages().data(), static_cast<int>(stages().size()), board, [&](Action action) {
          if (written < capacity) actions[written] = convert(action);
          ++written;
        });
    *count = written;
    if (result != WalkResult::kDone) return TILEBASE_ERROR_DAMAGED;
    return written <= capacity ? TILEBASE_OK : TILEBASE_ERROR_BUFFER;
  }

  // The table's entry of a rank, from memory or through the cache. Requires one of tables() that is
  // ready. Returns TILEBASE_OK or BlockCache's codes.
  tilebase_code ReadAction(const PolicyTable& table, uint64_t rank, Action* action) const {
    if (table.policy == nullptr) return cache_->ReadAction(Number(table), rank, action);
    *action = GetAction(table.policy, rank);
    return TILEBASE_OK;
  }
  tilebase_code ReadReachable(const PolicyTable& table, uint64_t rank, bool* reachable) const {
    if (table.policy == nullptr) return cache_->ReadReachable(Number(table), rank, reachable);
    *reachable = table.IsReachable(rank);
    return TILEBASE_OK;
  }

  // Both as in tilebase.h. Require a solvable board of the set's size.
  tilebase_code Probe(const Board& board, tilebase_probe_result* result) const;
  tilebase_code ProbeSubproblem(const Board& board, CellMask goal, CellMask fixed,
                                tilebase_probe_result* result) const;
  // The same as tilebase_hint; *hint holds the last hint, or zeros.
  tilebase_code Hint(const Board& board, tilebase_probe_result* hint) const;

  // Decodes a table of a lazy set that is not there yet, or all of them. Errors as for Create; a
  // table that is damaged stays so.
  absl::Status Prepare(size_t table) const;
  absl::Status PrepareAll() const;
  // Whether the table is, or in a lazy set will be, in memory as a whole; pattern tables are not.
  bool IsWhole(size_t table) const { return is_whole_[table]; }
  // Bytes of decoded tables, shortcuts and the cache now.
  uint64_t memory_bytes() const { return memory_used_.load(std::memory_order_relaxed); }

  // The tables, in the order of the source. Their planes live as long as this set; in a lazy set
  // they are there after Prepare. Tables that are not kept whole have none, nor have pattern tables
  // (pattern_tables.h).
  absl::Span<const PolicyTable> tables() const { return tables_; }
  absl::Span<const MoveTable> quick_tables() const { return quick_; }
  // The stages that this set solves by: those of the plan's first staged part.
  absl::Span<const PolicyStage> stages() const { return staged_parts_.front(); }
  // The same of each staged part of the plan, in order.
  absl::Span<const absl::Span<const PolicyStage>> staged_parts() const { return staged_parts_; }

 private:
  PolicySet() = default;
  size_t Number(const PolicyTable& table) const {
    return static_cast<size_t>(&table - tables_.data());
  }
  tilebase_code Depth(const PolicyTable& table, uint64_t rank, const Board& board,
                      int32_t* depth) const;
  tilebase_code ProbeTable(const Board& board, const PolicyTable& table, uint32_t stage,
                           tilebase_probe_result* result) const;
  tilebase_code Need(size_t table) const {
    const int state = states_[table].load(std::memory_order_acquire);
    return state >= 0 ? static_cast<tilebase_code>(state) : NeedNow(table);
  }
  tilebase_code NeedNow(size_t table) const;
  absl::Status ShareMemory(const TableSource& source);
  absl::Status Decode(size_t table) const;

  static constexpr int kMissing = -1;  // other states are tilebase_codes: OK, or why not

  std::shared_ptr<const TableSource> source_;
  PolicySetOptions options_;
  std::vector<PolicyStage> stages_;  // of all parts, patterns too
  std::vector<absl::Span<const PolicyStage>> staged_parts_;
  std::vector<bool> is_whole_;         // by table: whether it is kept whole
  std::vector<bool> has_shortcuts_;    // by table: whether it gets them
  std::unique_ptr<BlockCache> cache_;  // of the others; null where there are none
  QuickSolver solver_;

  // What Prepare completes, a table at a time, under the mutex; whoever has seen the table's state
  // become OK may read its part without.
  mutable std::mutex mutex_;
  mutable std::atomic<uint64_t> memory_used_{0};
  mutable std::unique_ptr<std::atomic<int>[]> states_;
  mutable std::vector<HugeBytes> decoded_;
  mutable std::vector<PolicyTable> tables_;
  mutable std::vector<MoveTable> quick_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOKUP_POLICY_SET_H_
