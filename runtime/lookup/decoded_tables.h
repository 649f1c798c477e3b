// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The tables of a set in memory, within a memory limit. Opening decides, from the file and the
// options alone, which tables are decoded whole, which have shortcuts, and which are read through a
// cache of blocks. A lazy set decodes a table when it is first needed.
//
// Whole tables come first, the smallest before the others, because every board needs those. A cache
// for the other tables takes the rest. Shortcuts get the memory that remains.

#ifndef TILEBASE_RUNTIME_LOOKUP_DECODED_TABLES_H_
#define TILEBASE_RUNTIME_LOOKUP_DECODED_TABLES_H_

#include <stddef.h>
#include <stdint.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "runtime/lookup/move_table.h"
#include "runtime/lookup/walk.h"
#include "runtime/tilebase.h"
#include "tables/codec/codec.h"
#include "tables/entry.h"
#include "tables/format.h"
#include "tables/system/huge_bytes.h"
#include "tables/table_source.h"

namespace tilebase {

// Reads entries of compressed tables that are not kept in memory, block by block. The cache has a
// fixed number of slots, each for one decoded block. If no slot has an entry's block, the block is
// decoded, which takes about 4 ms, and replaces the least recently used one.
//
// One slot is always spare. A block is decoded into it while the others are read, and comes into
// use once it is whole and sound; the slot of the block that it replaces is the next spare. So a
// damaged block replaces nothing.
//
// The constructor allocates everything. Decoding allocates only for the error of a damaged block.
//
// Any number of threads. A thread whose block is in the cache holds a lock for the time of a
// lookup; threads whose blocks are not decode one after another.
class BlockCache {
 public:
  static constexpr uint64_t kLeastSlots = 8;

  // The memory of a cache with `slots` slots, for tables with `blocks` blocks in all.
  static constexpr uint64_t Bytes(uint64_t blocks, uint64_t slots) {
    return BlockDecoder::kMostPolicyScratch + blocks * sizeof(uint32_t) +
           slots * (kBlockBytes + sizeof(Slot));
  }

  // Creates a cache for the given tables of the source, which must outlive it. None of them may be
  // a pattern table. Returns null if there is not enough memory. Requires at least two slots.
  static std::unique_ptr<BlockCache> Create(const TableSource& source,
                                            const std::vector<size_t>& tables, uint64_t slots);

  uint64_t bytes() const { return Bytes(slot_of_.size(), slots_.size()); }

  // Reads an entry of one of the tables. Returns TILEBASE_OK, _DAMAGED if the entry's block is
  // damaged, or _MEMORY. Throws nothing.
  tilebase_code ReadAction(size_t table, uint64_t rank, Action* action);
  tilebase_code ReadReachable(size_t table, uint64_t rank, bool* reachable);
  // For tables of the metric mtm.
  tilebase_code ReadSlide(size_t table, uint64_t rank, int* entry);

 private:
  struct Slot {
    uint64_t block;
    uint64_t last_use;
  };
  static constexpr uint64_t kNoBlock = UINT64_MAX;
  static constexpr uint32_t kNoSlot = UINT32_MAX;

  explicit BlockCache(const TableSource& source) : source_(source) {}
  tilebase_code Read(size_t table, Plane plane, uint64_t offset, uint8_t* byte);
  bool Find(uint64_t block, uint64_t offset, uint8_t* byte);
  uint8_t* Data(uint32_t slot) { return data_.data() + uint64_t{slot} * kBlockBytes; }

  const TableSource& source_;
  std::vector<uint64_t> first_block_;  // by table; blocks are numbered through all tables

  std::mutex decoding_;  // if both are locked, this one is locked first
  BlockDecoder decoder_;
  uint32_t spare_ = 0;

  std::mutex reading_;
  std::vector<uint32_t> slot_of_;  // by block; kNoSlot: not in the cache
  std::vector<Slot> slots_;
  HugeBytes data_;  // decoding_ guards the spare slot's bytes
  uint64_t uses_ = 0;
};

struct PolicySetOptions {
  int threads = 1;    // threads that decode a table
  bool lazy = false;  // decode a table when it is first needed
  // The most bytes of decoded tables, shortcuts and the cache of blocks.
  uint64_t memory_bytes = UINT64_MAX;
  // The bytes of these that shortcuts leave free, provided that all tables are kept whole and
  // enough is left.
  uint64_t spare_bytes = 0;
  // The most bytes of shortcuts (move_table.h). The smallest tables get them first. This also
  // bounds the time to make them: about 4 ms a MiB.
  uint64_t shortcut_bytes = uint64_t{2} << 20;
};

// Any number of threads. Read a table only after Need has returned TILEBASE_OK for it.
class DecodedTables {
 public:
  // Decodes the policy tables of the source; with options.lazy, none yet. Raw tables are used in
  // place. Errors: as PolicySet::Create.
  static absl::StatusOr<std::unique_ptr<DecodedTables>> Create(
      std::shared_ptr<const TableSource> source, const PolicySetOptions& options);

  const std::shared_ptr<const TableSource>& source() const { return source_; }

  // Completes a table before it is read. Returns TILEBASE_OK, _DAMAGED or _MEMORY; throws nothing.
  // Cheap if the table is complete.
  tilebase_code Need(size_t table) const {
    const int state = states_[table].load(std::memory_order_acquire);
    return state >= 0 ? static_cast<tilebase_code>(state) : NeedNow(table);
  }
  // Like Need, but with the reason: one table, or all policy tables. A damaged table stays damaged;
  // after a lack of memory, a later call tries again.
  absl::Status Prepare(size_t table) const;
  absl::Status PrepareAll() const;

  // Returns whether the whole table is in memory, or will be in a lazy set; false for pattern
  // tables.
  bool IsWhole(size_t table) const { return is_whole_[table]; }
  // The bytes of decoded tables, shortcuts and the cache now.
  uint64_t memory_bytes() const { return memory_used_.load(std::memory_order_relaxed); }

  // By table of the source. Tables that are not kept whole have no planes, and neither have pattern
  // tables.
  absl::Span<const PolicyTable> tables() const { return tables_; }
  absl::Span<const MoveTable> move_tables() const { return move_tables_; }
  // The cache of the tables that are not kept whole; null if there are none.
  BlockCache* cache() const { return cache_.get(); }

  // Reads a table's entry, from memory or through the cache. Requires that the table is complete.
  // Returns TILEBASE_OK or BlockCache's codes.
  tilebase_code ReadAction(size_t number, uint64_t rank, Action* action) const {
    const PolicyTable& table = tables_[number];
    if (table.policy == nullptr) return cache_->ReadAction(number, rank, action);
    *action = GetAction(table.policy, rank);
    return TILEBASE_OK;
  }
  tilebase_code ReadSlide(size_t number, uint64_t rank, int* entry) const {
    const PolicyTable& table = tables_[number];
    if (table.slides == nullptr) return cache_->ReadSlide(number, rank, entry);
    *entry = GetSlideEntry(table.slides, rank);
    return TILEBASE_OK;
  }
  tilebase_code ReadReachable(size_t number, uint64_t rank, bool* reachable) const {
    const PolicyTable& table = tables_[number];
    if (table.policy == nullptr) return cache_->ReadReachable(number, rank, reachable);
    *reachable = table.IsReachable(rank);
    return TILEBASE_OK;
  }

 private:
  DecodedTables() = default;
  absl::Status ShareMemory();
  absl::Status Decode(size_t table) const;
  tilebase_code NeedNow(size_t table) const;

  static constexpr int kMissing = -1;  // other states are tilebase_codes: OK, or the error

  std::shared_ptr<const TableSource> source_;
  PolicySetOptions options_;
  std::vector<bool> is_whole_;
  std::vector<bool> has_shortcuts_;  // whether the table gets them
  std::unique_ptr<BlockCache> cache_;

  // Prepare completes one table at a time, under the mutex. A thread that has seen a table's state
  // become OK may read its part without the mutex.
  mutable std::mutex mutex_;
  mutable std::atomic<uint64_t> memory_used_{0};
  mutable std::unique_ptr<std::atomic<int>[]> states_;
  mutable std::vector<HugeBytes> decoded_;
  mutable std::vector<PolicyTable> tables_;
  mutable std::vector<MoveTable> move_tables_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOKUP_DECODED_TABLES_H_
