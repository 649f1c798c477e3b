// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
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

#ifndef TILEBASE_RUNTIME_LOOKUP_BLOCK_CACHE_H_
#define TILEBASE_RUNTIME_LOOKUP_BLOCK_CACHE_H_

#include <stddef.h>
#include <stdint.h>

#include <memory>
#include <mutex>
#include <vector>

#include "runtime/tilebase.h"
#include "tables/codec/codec.h"
#include "tables/entry.h"
#include "tables/format.h"
#include "tables/system/huge_bytes.h"
#include "tables/table_source.h"

namespace tilebase {

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

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOKUP_BLOCK_CACHE_H_
