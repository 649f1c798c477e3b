// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The tables of a set in memory, within what is allowed: which are decoded whole, which have
// shortcuts, which are read through a cache of blocks. Opening decides all of that, from the file
// and the options alone; a lazy set decodes a table when it is first needed.
//
// Whole tables come first, the smallest ones before the others, because every board needs those. A
// cache for the rest takes what is left. Shortcuts get what nobody else needs.

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

// Entries of compressed tables that are not kept in memory, block by block: a fixed number of
// slots, each for one decoded block. An entry whose block is in a slot is read there; else the
// block is decoded, which takes about 4 ms, and replaces the one that was not used for longest.
//
// One slot is always spare. A block is decoded into it while the others are read, and goes into use
// once it is whole and sound; the one it replaces is the next spare. So a block that is damaged
// replaces nothing.
//
// Everything is allocated when the cache is made. Decoding allocates nothing, unless a block is
// damaged: then its error does.
//
// Any number of threads. Those whose blocks are there lock for the time of a lookup; those whose
// blocks are not there decode one after another.
class BlockCache {
 public:
  static constexpr uint64_t kLeastSlots = 8;

  // Memory of a cache of so many slots for tables of `blocks` blocks in all.
  static constexpr uint64_t Bytes(uint64_t blocks, uint64_t slots) {
    return BlockDecoder::kMostPolicyScratch + blocks * sizeof(uint32_t) +
           slots * (kBlockBytes + sizeof(Slot));
  }

  // A cache for the given tables of the source, which must outlive it. None of them is a pattern
  // table. Null without enough memory. Requires at least two slots.
  static std::unique_ptr<BlockCache> Create(const TableSource& source,
                                            const std::vector<size_t>& tables, uint64_t slots);

  uint64_t bytes() const { return Bytes(slot_of_.size(), slots_.size()); }

  // Reads an entry of one of the tables. Returns TILEBASE_OK, _DAMAGED where the entry's block is
  // damaged, or _MEMORY. Throws nothing.
  tilebase_code ReadAction(size_t table, uint64_t rank, Action* action);
  tilebase_code ReadReachable(size_t table, uint64_t rank, bool* reachable);
  // Of a table of the metric mtm.
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
  std::vector<uint64_t> first_block_;  // by table; blocks are counted through all tables

  std::mutex decoding_;  // taken before reading_, never after it
  BlockDecoder decoder_;
  uint32_t spare_ = 0;

  std::mutex reading_;
  std::vector<uint32_t> slot_of_;  // by block; kNoSlot: not there
  std::vector<Slot> slots_;
  HugeBytes data_;  // the spare slot's belongs to decoding_
  uint64_t uses_ = 0;
};

struct PolicySetOptions {
  int threads = 1;    // that decode a table
  bool lazy = false;  // decode a table when it is first needed
  // Most bytes of decoded tables, shortcuts and the cache of blocks.
  uint64_t memory_bytes = UINT64_MAX;
  // Of these, bytes that shortcuts leave free where all tables are kept whole and as much is left.
  uint64_t spare_bytes = 0;
  // Most bytes of shortcuts (move_table.h). The smallest tables get them first. What is given here
  // bounds the time to make them too: about 4 ms a MiB.
  uint64_t shortcut_bytes = uint64_t{2} << 20;
};

// Any number of threads. A table is read once Need has said TILEBASE_OK to it.
class DecodedTables {
 public:
  // Decodes the policy tables of the source, except raw ones, which are used where the source has
  // them; none where options.lazy. Errors: as PolicySet::Create.
  static absl::StatusOr<std::unique_ptr<DecodedTables>> Create(
      std::shared_ptr<const TableSource> source, const PolicySetOptions& options);

  const std::shared_ptr<const TableSource>& source() const { return source_; }

  // Makes a table complete before it is read. Returns TILEBASE_OK, _DAMAGED or _MEMORY; throws
  // nothing. Cheap where the table is there.
  tilebase_code Need(size_t table) const {
    const int state = states_[table].load(std::memory_order_acquire);
    return state >= 0 ? static_cast<tilebase_code>(state) : NeedNow(table);
  }
  // The same with the reason, for one table or all policy tables. A table that is damaged stays so;
  // one that there was no memory for is tried again.
  absl::Status Prepare(size_t table) const;
  absl::Status PrepareAll() const;

  // Whether the table is, or in a lazy set will be, in memory as a whole; pattern tables are not.
  bool IsWhole(size_t table) const { return is_whole_[table]; }
  // Bytes of decoded tables, shortcuts and the cache now.
  uint64_t memory_bytes() const { return memory_used_.load(std::memory_order_relaxed); }

  // By table of the source. Tables that are not kept whole have no planes, nor have pattern tables.
  absl::Span<const PolicyTable> tables() const { return tables_; }
  absl::Span<const MoveTable> move_tables() const { return move_tables_; }
  // Of the tables that are not kept whole; null where there are none.
  BlockCache* cache() const { return cache_.get(); }

  // A table's entry, from memory or through the cache. Require that the table is complete. Return
  // TILEBASE_OK or BlockCache's codes.
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

  static constexpr int kMissing = -1;  // other states are tilebase_codes: OK, or why not

  std::shared_ptr<const TableSource> source_;
  PolicySetOptions options_;
  std::vector<bool> is_whole_;
  std::vector<bool> has_shortcuts_;  // whether the table gets them
  std::unique_ptr<BlockCache> cache_;

  // What Prepare completes, a table at a time, under the mutex; whoever has seen the table's state
  // become OK may read its part without.
  mutable std::mutex mutex_;
  mutable std::atomic<uint64_t> memory_used_{0};
  mutable std::unique_ptr<std::atomic<int>[]> states_;
  mutable std::vector<HugeBytes> decoded_;
  mutable std::vector<PolicyTable> tables_;
  mutable std::vector<MoveTable> move_tables_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOKUP_DECODED_TABLES_H_
