// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/encode.h"

#include <algorithm>
#include <memory>
#include <thread>
#include <vector>

#include "absl/types/span.h"
#include "tables/codec.h"
#include "tables/format.h"
#include "tables/hash.h"
#include "tables/ranking.h"

namespace tilebase {
namespace {

// Blocks that a thread encodes before they are written in order: enough to keep it busy.
constexpr uint64_t kBlocksPerThread = 8;

// What one thread needs to make blocks.
struct Worker {
  BlockEncoder encoder;
  std::vector<EntrySet> sets;
};

struct Block {
  std::vector<uint8_t> decoded;
  std::vector<uint8_t> stored;
  absl::Status status;
};

void MakeBlock(const Solution& solution, const TableInfo& table, const Ranking& ranking,
               const BlockLayout& layout, uint64_t number, Worker* worker, Block* block) {
  const bool policy = layout.PlaneOf(number) == Plane::kPolicy;
  const uint64_t per_byte = policy ? kEntriesPerByte : 8;
  const uint64_t begin = layout.OffsetInPlane(number) * per_byte;
  const uint64_t end = std::min(table.entries, begin + layout.BlockBytes(number) * per_byte);
  std::vector<EntrySet>& sets = worker->sets;
  sets.resize(end - begin);
  solution.GetEntries(begin, end, sets.data());
  if (policy) {
    block->status = worker->encoder.EncodePolicy(table.codec, ranking, begin, sets, &block->decoded,
                                                 &block->stored);
    return;
  }
  block->decoded.assign(layout.BlockBytes(number), 0);
  for (uint64_t i = 0; i < end - begin; ++i)
    block->decoded[i / 8] |= static_cast<uint8_t>((sets[i] != kUnreachableEntry) << (i % 8));
  block->status = worker->encoder.Encode(table.codec, block->decoded, &block->stored);
}

}  // namespace

absl::StatusOr<TableInfo> EncodeTable(
    const Subproblem& subproblem, const Solution& solution, const EncodeOptions& options,
    const std::function<absl::Status(absl::Span<const uint8_t> stored)>& emit) {
  TableInfo table;
  table.subproblem = subproblem;
  table.codec = options.codec;
  table.states = StateCount(subproblem);
  table.entries = EntryCount(subproblem);
  table.reachable = solution.reachable();
  table.histogram = solution.histogram();
  table.kind = table.reachable == table.entries ? EntryKind::kPolicy : EntryKind::kPolicyReachable;
  const BlockLayout layout(table.entries, table.kind == EntryKind::kPolicyReachable);

  const uint64_t threads = static_cast<uint64_t>(std::max(1, options.threads));
  std::vector<Block> batch(std::min(layout.blocks(), threads * kBlocksPerThread));
  std::vector<std::unique_ptr<Worker>> workers;
  for (uint64_t i = 0; i < std::min<uint64_t>(threads, batch.size()); ++i)
    workers.push_back(std::make_unique<Worker>());
  const Ranking ranking(subproblem);
  Hasher64 content;
  for (uint64_t first = 0; first < layout.blocks(); first += batch.size()) {
    if (options.cancel != nullptr && *options.cancel) return absl::CancelledError("cancelled");
    const uint64_t count = std::min<uint64_t>(batch.size(), layout.blocks() - first);
    std::atomic<uint64_t> next{0};
    auto work = [&](Worker* worker) {
      for (uint64_t i; (i = next.fetch_add(1)) < count;)
        MakeBlock(solution, table, ranking, layout, first + i, worker, &batch[i]);
    };
    std::vector<std::thread> helpers;
    for (uint64_t i = 1; i < workers.size() && i < count; ++i)
      helpers.emplace_back(work, workers[i].get());
    work(workers[0].get());
    for (std::thread& helper : helpers) helper.join();
    for (uint64_t i = 0; i < count; ++i) {
      if (!batch[i].status.ok()) return batch[i].status;
      content.Add(batch[i].decoded);
      if (absl::Status status = emit(batch[i].stored); !status.ok()) return status;
      table.stored_bytes += batch[i].stored.size();
    }
    if (options.progress)
      options.progress(std::min(table.entries, (first + count) * kBlockBytes * kEntriesPerByte));
  }
  table.content_hash = content.Digest();
  return table;
}

}  // namespace tilebase
