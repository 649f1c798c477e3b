// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/encode.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "generator/enumeration.h"
#include "tables/codec/codec.h"
#include "tables/format.h"
#include "tables/hash.h"
#include "tables/plan.h"
#include "tables/ranking.h"
#include "tables/records.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

// Blocks that a thread encodes before the blocks are written in order: enough to keep it busy.
constexpr uint64_t kBlocksPerThread = 16;
// The approximate size of a table's records.
constexpr uint64_t kRecordBytes = 4096;
constexpr ActionMask kAllActions = (1 << kActions) - 1;

// Scratch memory of one thread that makes blocks.
struct Scratch {
  explicit Scratch(Packing packing) : encoder(packing) {}
  BlockEncoder encoder;
  std::vector<SolvedEntry> found;
  std::vector<uint8_t> lengths[kActions];
};

// Returns how many entries a byte of the block's plane holds.
uint64_t EntriesPerByte(const TableInfo& table, Plane plane) {
  if (table.kind == EntryKind::kExcess || table.kind == EntryKind::kSlide) return kExcessesPerByte;
  if (table.kind == EntryKind::kNumber) return 1;
  return plane == Plane::kPolicy ? kEntriesPerByte : 8;
}

void MakeExcessBlock(const TableInfo& table, uint64_t begin,
                     const std::vector<SolvedEntry>& excesses, Scratch* worker,
                     EncodedBlock* block) {
  const auto greatest = std::max_element(excesses.begin(), excesses.end());
  if (*greatest > kMaxExcess) {
    block->status = absl::UnimplementedError(
        absl::StrCat("pattern ", TilesToString(table.subproblem.goal), ": a placement needs ",
                     2 * *greatest, " moves more than its distance, more than the ", 2 * kMaxExcess,
                     " that a table holds; choose smaller patterns"));
    return;
  }
  block->status = worker->encoder.EncodeExcesses(
      table.codec, PatternRanking(table.subproblem.geometry, table.subproblem.goal), begin,
      excesses, &block->decoded, &block->stored);
}

// If several slides are optimal, the block stores a shortest one (walk.h says why): the slide of
// the previous entry if it is among them, otherwise that of the lowest action.
void MakeSlideBlock(const Solution& solution, const TableInfo& table, uint64_t begin,
                    const std::vector<SolvedEntry>& sets, Scratch* worker, EncodedBlock* block) {
  const Geometry geometry = table.subproblem.geometry;
  const Ranking ranking(table.subproblem);
  for (int a = 0; a < kActions; ++a) {
    worker->lengths[a].resize(sets.size());
    solution.GetLengths(begin, begin + sets.size(), static_cast<Action>(a),
                        worker->lengths[a].data());
  }
  block->decoded.assign(ExcessBytes(sets.size()), 0);
  int before = -1;
  for (uint64_t i = 0; i < sets.size(); ++i) {
    const int blank = ranking.FreeCell(static_cast<int>((begin + i) / ranking.slice()));
    int entry =
        sets[i] == kGoalEntry ? GoalSlide(geometry, blank) : UnreachableSlide(geometry, blank);
    int shortest = kMaxSide;
    for (ActionMask left = sets[i] & kAllActions; left != 0; left &= ActionMask(left - 1)) {
      const int a = Lowest(left);
      const int length = worker->lengths[a][i];
      if (length > shortest) continue;
      const int slide = SlideEntry(geometry, blank, static_cast<Action>(a), length);
      if (length < shortest || slide == before) entry = slide;
      shortest = length;
    }
    before = entry;
    block->decoded[i / kExcessesPerByte] |=
        static_cast<uint8_t>(entry << (i % kExcessesPerByte * 4));
  }
  block->status = worker->encoder.Encode(table.codec, block->decoded, &block->stored);
}

void MakeBlock(const Solution& solution, const TableInfo& table, const BlockLayout& layout,
               uint64_t number, Scratch* worker, EncodedBlock* block) {
  const Plane plane = layout.PlaneOf(number);
  const auto [begin, end] = EntriesOfBlock(table, layout, number);
  std::vector<SolvedEntry>& found = worker->found;
  found.resize(end - begin);
  solution.GetEntries(begin, end, found.data());
  if (table.kind == EntryKind::kNumber) {
    block->decoded = found;
    block->status = worker->encoder.Encode(table.codec, block->decoded, &block->stored);
    return;
  }
  if (table.kind == EntryKind::kLane) {
    block->decoded.assign(layout.BlockBytes(number), 0);
    for (uint64_t i = 0; i < end - begin; ++i)
      block->decoded[i / kEntriesPerByte] |=
          static_cast<uint8_t>(found[i] << (i % kEntriesPerByte * 2));
    block->status = worker->encoder.Encode(table.codec, block->decoded, &block->stored);
    return;
  }
  if (table.kind == EntryKind::kExcess) {
    MakeExcessBlock(table, begin, found, worker, block);
    return;
  }
  if (table.kind == EntryKind::kSlide) {
    MakeSlideBlock(solution, table, begin, found, worker, block);
    return;
  }
  if (plane == Plane::kPolicy) {
    block->status = worker->encoder.EncodePolicy(table.codec, Ranking(table.subproblem), begin,
                                                 found, &block->decoded, &block->stored);
    return;
  }
  block->decoded.assign(layout.BlockBytes(number), 0);
  for (uint64_t i = 0; i < end - begin; ++i)
    block->decoded[i / 8] |= static_cast<uint8_t>((found[i] != kUnreachableEntry) << (i % 8));
  block->status = worker->encoder.Encode(table.codec, block->decoded, &block->stored);
}

}  // namespace

StoredBounds BoundStoredBytes(const Subproblem& subproblem, Metric metric, Codec codec) {
  TableInfo table;
  table.entries = EntryCount(subproblem, metric);
  table.kind = KindOf(metric, true);
  StoredBounds bounds;
  bounds.least =
      codec == Codec::kRaw ? LayoutOf(table).bytes() : LeastStoredBytes(metric, table.entries);
  table.kind = KindOf(metric, metric != Metric::kMoves || IsSurelyReachable(subproblem));
  bounds.most = LayoutOf(table).bytes() + kRecordBytes;
  return bounds;
}

TableInfo DescribeTable(const Subproblem& subproblem, Metric metric, Codec codec,
                        const Solution& solution) {
  TableInfo table;
  table.subproblem = subproblem;
  table.codec = codec;
  table.metric = metric;
  table.entries = EntryCount(subproblem, metric);
  table.states = StateCount(subproblem, metric);
  table.reachable = solution.reachable();
  table.histogram = solution.histogram();
  table.fit = solution.fit();
  table.kind = KindOf(metric, table.reachable == table.entries);
  return table;
}

EntryRange EntriesOfBlock(const TableInfo& table, const BlockLayout& layout, uint64_t number) {
  const uint64_t per_byte = EntriesPerByte(table, layout.PlaneOf(number));
  const uint64_t begin = layout.OffsetInPlane(number) * per_byte;
  return {begin, std::min(table.entries, begin + layout.BlockBytes(number) * per_byte)};
}

struct BlockMaker::Worker : Scratch {
  using Scratch::Scratch;
};

BlockMaker::BlockMaker(const TableInfo& table, const Solution& solution, int threads,
                       Packing packing)
    : table_(table),
      solution_(solution),
      layout_(LayoutOf(table)),
      batch_(std::min(layout_.blocks(),
                      static_cast<uint64_t>(std::max(1, threads)) * kBlocksPerThread)) {
  for (uint64_t i = 0; i < std::min<uint64_t>(static_cast<uint64_t>(std::max(1, threads)), batch_);
       ++i)
    workers_.push_back(std::make_unique<Worker>(packing));
}

BlockMaker::~BlockMaker() = default;

void BlockMaker::Make(absl::Span<const uint64_t> numbers, EncodedBlock* blocks) {
  std::atomic<uint64_t> next{0};
  ParallelFor(std::min(workers_.size(), numbers.size()), [&](size_t worker) {
    for (uint64_t i; (i = next.fetch_add(1)) < numbers.size();)
      MakeBlock(solution_, table_, layout_, numbers[i], workers_[worker].get(), &blocks[i]);
  });
}

absl::StatusOr<TableInfo> EncodeTable(
    const Subproblem& subproblem, Metric metric, const Solution& solution,
    const EncodeOptions& options,
    const std::function<absl::Status(absl::Span<const uint8_t> stored)>& emit) {
  TableInfo table = DescribeTable(subproblem, metric, options.codec, solution);
  BlockMaker maker(table, solution, options.threads, options.packing);
  const uint64_t blocks = maker.layout().blocks();
  std::vector<EncodedBlock> batch(maker.batch());
  std::vector<uint64_t> numbers;
  Hasher64 content;
  for (uint64_t first = 0; first < blocks; first += batch.size()) {
    if (options.cancel != nullptr && *options.cancel) return absl::CancelledError("cancelled");
    numbers.resize(std::min<uint64_t>(batch.size(), blocks - first));
    std::iota(numbers.begin(), numbers.end(), first);
    maker.Make(numbers, batch.data());
    if (absl::Status status = solution.disk().status; !status.ok()) return status;
    for (uint64_t i = 0; i < numbers.size(); ++i) {
      if (!batch[i].status.ok()) return batch[i].status;
      content.Add(batch[i].decoded);
      if (absl::Status status = emit(batch[i].stored); !status.ok()) return status;
      table.stored_bytes += batch[i].stored.size();
    }
    if (options.progress)
      options.progress(std::min(table.entries, (first + numbers.size()) * kBlockBytes *
                                                   EntriesPerByte(table, Plane::kPolicy)));
  }
  table.content_hash = content.Digest();
  return table;
}

}  // namespace tilebase
