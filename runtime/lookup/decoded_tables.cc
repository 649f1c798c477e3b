// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/lookup/decoded_tables.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "tables/plan.h"

namespace tilebase {
namespace {

constexpr uint64_t kNever = 0;
constexpr uint64_t kIsSpare = UINT64_MAX;  // later than any use: never replaced

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
    if (Find(block, offset, byte)) return TILEBASE_OK;  // another thread has decoded it
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

namespace {

// Returns whether the table's planes can be read in place.
bool IsInPlace(const TableSource& source, size_t table) {
  return source.RawPlane(table, Plane::kPolicy) != nullptr &&
         (source.layout(table).PlaneBytes(Plane::kReachable) == 0 ||
          source.RawPlane(table, Plane::kReachable) != nullptr);
}

}  // namespace

absl::StatusOr<std::unique_ptr<DecodedTables>> DecodedTables::Create(
    std::shared_ptr<const TableSource> source, const PolicySetOptions& options) {
  auto decoded = std::unique_ptr<DecodedTables>(new DecodedTables());
  const absl::Span<const TableInfo> tables = source->tables();
  decoded->source_ = std::move(source);
  decoded->options_ = options;
  decoded->states_ = std::make_unique<std::atomic<int>[]>(tables.size());
  decoded->decoded_.resize(tables.size());
  for (size_t i = 0; i < tables.size(); ++i) {
    PolicyTable table;
    table.subproblem = tables[i].subproblem;
    if (HasStages(tables[i].metric)) table.ranking = Ranking(table.subproblem);
    table.max_depth = tables[i].max_depth();
    table.is_mtm = tables[i].metric == Metric::kMtm;
    if (table.is_mtm) table.max_depth *= LongestSlide(table.subproblem.geometry);
    decoded->tables_.push_back(table);
    decoded->move_tables_.emplace_back(table);
    decoded->states_[i] = kMissing;
  }
  if (absl::Status status = decoded->ShareMemory(); !status.ok()) return status;
  if (!options.lazy)
    if (absl::Status status = decoded->PrepareAll(); !status.ok()) return status;
  return decoded;
}

// Tables that are not in place are kept whole: all of them or, if that is too much, the smallest. A
// cache for the others gets the rest of the memory, at least kLeastSlots. Whatever remains is for
// shortcuts.
absl::Status DecodedTables::ShareMemory() {
  const absl::Span<const TableInfo> tables = source_->tables();
  std::vector<size_t> by_size;
  uint64_t needed = 0;
  uint64_t blocks = 0;
  for (size_t i = 0; i < tables.size(); ++i) {
    if (!HasStages(tables[i].metric)) continue;
    by_size.push_back(i);
    if (IsInPlace(*source_, i)) continue;
    needed += source_->layout(i).bytes();
    blocks += source_->layout(i).blocks();
  }
  std::stable_sort(by_size.begin(), by_size.end(),
                   [&](size_t a, size_t b) { return tables[a].entries < tables[b].entries; });

  uint64_t left = options_.memory_bytes;
  const uint64_t least_cache =
      needed <= left ? 0 : BlockCache::Bytes(blocks, BlockCache::kLeastSlots);
  if (least_cache > left)
    return absl::ResourceExhaustedError(
        absl::StrCat(source_->name(), ": its tables need ", std::min(needed, least_cache),
                     " bytes of memory, allowed are ", left,
                     "; allow more, or use a raw store, which needs none"));
  left -= least_cache;
  std::vector<size_t> cached;
  blocks = 0;
  is_whole_.resize(tables.size());
  for (const size_t i : by_size) {
    const uint64_t bytes = IsInPlace(*source_, i) ? 0 : source_->layout(i).bytes();
    is_whole_[i] = bytes <= left;
    if (is_whole_[i]) {
      left -= bytes;
    } else {
      cached.push_back(i);
      blocks += source_->layout(i).blocks();
      states_[i] = TILEBASE_OK;
    }
  }
  left += least_cache;
  if (!cached.empty()) {
    const uint64_t slot_bytes = BlockCache::Bytes(0, 1) - BlockCache::Bytes(0, 0);
    const uint64_t slots = (left - BlockCache::Bytes(blocks, 0)) / slot_bytes;
    cache_ = BlockCache::Create(*source_, cached, std::min(slots, blocks + 1));
    if (cache_ == nullptr)
      return absl::ResourceExhaustedError(
          absl::StrCat(source_->name(), ": not enough memory for its tables, ", left, " bytes"));
    left -= cache_->bytes();
    memory_used_ = cache_->bytes();
  }

  if (cached.empty() && left >= options_.spare_bytes) left -= options_.spare_bytes;
  left = std::min(left, options_.shortcut_bytes);
  has_shortcuts_.resize(tables.size());
  for (const size_t i : by_size) {
    const uint64_t bytes = Shortcuts::Bytes(tables[i].subproblem, tables[i].max_depth());
    if (!is_whole_[i] || tables_[i].is_mtm || bytes > left) continue;
    left -= bytes;
    has_shortcuts_[i] = true;
  }
  return absl::OkStatus();
}

absl::Status DecodedTables::Decode(size_t i) const {
  const BlockLayout& layout = source_->layout(i);
  const bool has_reachable = layout.PlaneBytes(Plane::kReachable) != 0;
  PolicyTable& table = tables_[i];
  const uint8_t* policy = source_->RawPlane(i, Plane::kPolicy);
  const uint8_t* reachable = source_->RawPlane(i, Plane::kReachable);
  if (!IsInPlace(*source_, i)) {
    HugeBytes planes;
    if (!planes.Allocate(layout.bytes()))
      return absl::ResourceExhaustedError(
          absl::StrCat(source_->name(), ": decoding the table of ", ToString(table.subproblem),
                       " needs ", layout.bytes(), " bytes of memory; a raw store needs none"));
    absl::Status status =
        source_->ReadTable(i, options_.threads, absl::MakeSpan(planes.data(), layout.bytes()));
    if (!status.ok()) return status;
    policy = planes.data();
    reachable = has_reachable ? planes.data() + layout.PlaneBytes(Plane::kPolicy) : nullptr;
    decoded_[i] = std::move(planes);
    memory_used_ += layout.bytes();
  }
  if (table.is_mtm)
    table.slides = move_tables_[i].table.slides = policy;
  else
    table.policy = move_tables_[i].table.policy = policy;
  table.reachable = move_tables_[i].table.reachable = reachable;
  // Without shortcuts a table is slower, but gives the same answers.
  if (has_shortcuts_[i] && move_tables_[i].shortcuts.Fill(table))
    memory_used_ += Shortcuts::Bytes(table.subproblem, table.max_depth);
  return absl::OkStatus();
}

absl::Status DecodedTables::Prepare(size_t table) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const int state = states_[table].load(std::memory_order_relaxed);
  if (state == TILEBASE_OK) return absl::OkStatus();
  absl::Status status = Decode(table);
  // A lack of memory is not recorded: a later call may succeed.
  if (!absl::IsResourceExhausted(status))
    states_[table].store(status.ok() ? TILEBASE_OK : TILEBASE_ERROR_DAMAGED,
                         std::memory_order_release);
  return status;
}

absl::Status DecodedTables::PrepareAll() const {
  for (size_t i = 0; i < tables_.size(); ++i)
    if (HasStages(source_->tables()[i].metric))
      if (absl::Status status = Prepare(i); !status.ok()) return status;
  return absl::OkStatus();
}

// This function must not throw: a lack of memory is a code.
tilebase_code DecodedTables::NeedNow(size_t table) const {
  try {
    if (absl::IsResourceExhausted(Prepare(table))) return TILEBASE_ERROR_MEMORY;
  } catch (const std::exception&) {
    return TILEBASE_ERROR_MEMORY;
  }
  return static_cast<tilebase_code>(states_[table].load(std::memory_order_acquire));
}

}  // namespace tilebase
