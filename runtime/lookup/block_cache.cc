// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/lookup/block_cache.h"

#include <algorithm>
#include <exception>

#include "absl/status/status.h"
#include "absl/types/span.h"

namespace tilebase {
namespace {

constexpr uint64_t kNever = 0;
constexpr uint64_t kIsSpare = UINT64_MAX;  // later than any use: never the one to replace

}  // namespace

std::unique_ptr<BlockCache> BlockCache::Create(const TableSource& source,
                                               const std::vector<size_t>& tables, uint64_t slots) {
  std::unique_ptr<BlockCache> cache(new BlockCache(source));
  if (!cache->data_.Allocate(slots * kBlockBytes)) return nullptr;
  cache->first_block_.resize(source.tables().size());
  uint64_t blocks = 0;
  for (const size_t table : tables) {
    cache->first_block_[table] = blocks;
    blocks += source.layout(table).blocks();
  }
  cache->slot_of_.assign(blocks, kNoSlot);
  cache->slots_.assign(slots, {kNoBlock, kNever});
  cache->slots_[cache->spare_].last_use = kIsSpare;
  cache->decoder_.ReservePolicyScratch();
  return cache;
}

bool BlockCache::Find(uint64_t block, uint64_t offset, uint8_t* byte) {
  const std::lock_guard<std::mutex> lock(reading_);
  const uint32_t slot = slot_of_[block];
  if (slot == kNoSlot) return false;
  slots_[slot].last_use = ++uses_;
  *byte = Data(slot)[offset];
  return true;
}

tilebase_code BlockCache::Read(size_t table, Plane plane, uint64_t offset, uint8_t* byte) {
  const BlockLayout& layout = source_.layout(table);
  const uint64_t in_table =
      offset / kBlockBytes + (plane == Plane::kPolicy ? 0 : layout.PlaneBlocks(Plane::kPolicy));
  const uint64_t block = first_block_[table] + in_table;
  offset %= kBlockBytes;
  try {
    if (Find(block, offset, byte)) return TILEBASE_OK;
    const std::lock_guard<std::mutex> decoding(decoding_);
    if (Find(block, offset, byte)) return TILEBASE_OK;  // another thread was waited for
    uint8_t* const decoded = Data(spare_);
    if (!source_
             .ReadBlock(table, in_table, &decoder_,
                        absl::MakeSpan(decoded, layout.BlockBytes(in_table)))
             .ok())
      return TILEBASE_ERROR_DAMAGED;
    *byte = decoded[offset];
    const std::lock_guard<std::mutex> reading(reading_);
    const auto oldest =
        std::min_element(slots_.begin(), slots_.end(),
                         [](const Slot& a, const Slot& b) { return a.last_use < b.last_use; });
    if (oldest->block != kNoBlock) slot_of_[oldest->block] = kNoSlot;
    *oldest = {kNoBlock, kIsSpare};
    slots_[spare_] = {block, ++uses_};
    slot_of_[block] = spare_;
    spare_ = static_cast<uint32_t>(oldest - slots_.begin());
    return TILEBASE_OK;
  } catch (const std::exception&) {
    return TILEBASE_ERROR_MEMORY;
  }
}

tilebase_code BlockCache::ReadAction(size_t table, uint64_t rank, Action* action) {
  uint8_t entries = 0;
  const tilebase_code code = Read(table, Plane::kPolicy, rank / kEntriesPerByte, &entries);
  *action = GetAction(&entries, rank % kEntriesPerByte);
  return code;
}

tilebase_code BlockCache::ReadSlide(size_t table, uint64_t rank, int* entry) {
  uint8_t entries = 0;
  const tilebase_code code = Read(table, Plane::kPolicy, rank / kExcessesPerByte, &entries);
  *entry = GetSlideEntry(&entries, rank % kExcessesPerByte);
  return code;
}

tilebase_code BlockCache::ReadReachable(size_t table, uint64_t rank, bool* reachable) {
  uint8_t entries = UINT8_MAX;
  tilebase_code code = TILEBASE_OK;
  if (source_.layout(table).PlaneBytes(Plane::kReachable) != 0)
    code = Read(table, Plane::kReachable, rank / 8, &entries);
  *reachable = GetReachable(&entries, rank % 8);
  return code;
}

}  // namespace tilebase
