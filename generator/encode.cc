// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/encode.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "generator/enumeration.h"
#include "tables/codec/codec.h"
#include "tables/format.h"
#include "tables/hash.h"
#include "tables/pattern_ranking.h"
#include "tables/plan.h"
#include "tables/ranking.h"
#include "tables/records.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

// Blocks that a thread encodes before they are written in order: enough to keep it busy.
constexpr uint64_t kBlocksPerThread = 8;
// A table's records, about.
constexpr uint64_t kRecordBytes = 4096;
constexpr ActionMask kAllActions = (1 << kActions) - 1;

// What one thread needs to make blocks.
struct Worker {
  BlockEncoder encoder;
  std::vector<SolvedEntry> found;
  std::vector<uint8_t> lengths[kActions];
};

struct Block {
  std::vector<uint8_t> decoded;
  std::vector<uint8_t> stored;
  absl::Status status;
};

// The entries per byte of a block's plane.
uint64_t EntriesPerByte(const TableInfo& table, Plane plane) {
  if (table.kind == EntryKind::kExcess || table.kind == EntryKind::kSlide) return kExcessesPerByte;
  if (table.kind == EntryKind::kNumber) return 1;
  return plane == Plane::kPolicy ? kEntriesPerByte : 8;
}

void MakeExcessBlock(const TableInfo& table, uint64_t begin,
                     const std::vector<SolvedEntry>& excesses, Worker* worker, Block* block) {
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

// Of several optimal slides the block holds a shortest one (slide_walk.h says why): the one that
// the entry before has, if it is among them, and otherwise that of the lowest action.
void MakeSlideBlock(const Solution& solution, const TableInfo& table, uint64_t begin,
                    const std::vector<SolvedEntry>& sets, Worker* worker, Block* block) {
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
               uint64_t number, Worker* worker, Block* block) {
  const Plane plane = layout.PlaneOf(number);
  const uint64_t per_byte = EntriesPerByte(table, plane);
  const uint64_t begin = layout.OffsetInPlane(number) * per_byte;
  const uint64_t end = std::min(table.entries, begin + layout.BlockBytes(number) * per_byte);
  std::vector<SolvedEntry>& found = worker->found;
  found.resize(end - begin);
  solution.GetEntries(begin, end, found.data());
  if (table.kind == EntryKind::kNumber) {
    block->decoded = found;
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

absl::StatusOr<TableInfo> EncodeTable(
    const Subproblem& subproblem, Metric metric, const Solution& solution,
    const EncodeOptions& options,
    const std::function<absl::Status(absl::Span<const uint8_t> stored)>& emit) {
  TableInfo table;
  table.subproblem = subproblem;
  table.codec = options.codec;
  table.metric = metric;
  table.entries = EntryCount(subproblem, metric);
  table.states = StateCount(subproblem, metric);
  table.reachable = solution.reachable();
  table.histogram = solution.histogram();
  table.fit = solution.fit();
  table.kind = KindOf(metric, table.reachable == table.entries);
  const BlockLayout layout = LayoutOf(table);

  const uint64_t threads = static_cast<uint64_t>(std::max(1, options.threads));
  std::vector<Block> batch(std::min(layout.blocks(), threads * kBlocksPerThread));
  std::vector<std::unique_ptr<Worker>> workers;
  for (uint64_t i = 0; i < std::min<uint64_t>(threads, batch.size()); ++i)
    workers.push_back(std::make_unique<Worker>());
  Hasher64 content;
  for (uint64_t first = 0; first < layout.blocks(); first += batch.size()) {
    if (options.cancel != nullptr && *options.cancel) return absl::CancelledError("cancelled");
    const uint64_t count = std::min<uint64_t>(batch.size(), layout.blocks() - first);
    std::atomic<uint64_t> next{0};
    ParallelFor(std::min<uint64_t>(workers.size(), count), [&](size_t worker) {
      for (uint64_t i; (i = next.fetch_add(1)) < count;)
        MakeBlock(solution, table, layout, first + i, workers[worker].get(), &batch[i]);
    });
    for (uint64_t i = 0; i < count; ++i) {
      if (!batch[i].status.ok()) return batch[i].status;
      content.Add(batch[i].decoded);
      if (absl::Status status = emit(batch[i].stored); !status.ok()) return status;
      table.stored_bytes += batch[i].stored.size();
    }
    if (options.progress)
      options.progress(std::min(
          table.entries, (first + count) * kBlockBytes * EntriesPerByte(table, Plane::kPolicy)));
  }
  table.content_hash = content.Digest();
  return table;
}

}  // namespace tilebase
