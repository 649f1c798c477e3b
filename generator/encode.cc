// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/encode.h"

#include <algorithm>
#include <memory>
#include <thread>
#include <vector>

#include "absl/types/span.h"
#include "generator/tie_rule.h"
#include "tables/codec.h"
#include "tables/format.h"
#include "tables/hash.h"
#include "tables/ranking.h"

namespace tilebase {
namespace {

// Blocks that a thread encodes before they are written in order: enough to keep it busy.
constexpr uint64_t kBlocksPerThread = 8;

// Packs the entries of one block of a plane. `sets` is scratch.
void DecodedBlock(const Solution& solution, uint64_t entries, const BlockLayout& layout,
                  uint64_t block, std::vector<EntrySet>* sets, std::vector<uint8_t>* bytes) {
  const bool policy = layout.PlaneOf(block) == Plane::kPolicy;
  const uint64_t per_byte = policy ? kEntriesPerByte : 8;
  const uint64_t begin = layout.OffsetInPlane(block) * per_byte;
  const uint64_t end = std::min(entries, begin + layout.BlockBytes(block) * per_byte);
  sets->resize(end - begin);
  solution.GetEntries(begin, end, sets->data());
  bytes->assign(layout.BlockBytes(block), 0);
  TieRule ties;
  for (uint64_t i = 0; i < end - begin; ++i) {
    const EntrySet set = (*sets)[i];
    uint8_t& byte = (*bytes)[i / per_byte];
    if (policy)
      byte |= static_cast<uint8_t>(static_cast<int>(ties.Choose(set)) << (i % 4 * 2));
    else
      byte |= static_cast<uint8_t>((set != kUnreachableEntry) << (i % 8));
  }
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

  struct Block {
    std::vector<uint8_t> decoded;
    std::vector<uint8_t> stored;
    absl::Status status;
  };
  const uint64_t threads = static_cast<uint64_t>(std::max(1, options.threads));
  std::vector<Block> batch(std::min(layout.blocks(), threads * kBlocksPerThread));
  std::vector<std::unique_ptr<BlockEncoder>> encoders;
  for (uint64_t i = 0; i < std::min<uint64_t>(threads, batch.size()); ++i)
    encoders.push_back(std::make_unique<BlockEncoder>());
  Hasher64 content;
  for (uint64_t first = 0; first < layout.blocks(); first += batch.size()) {
    if (options.cancel != nullptr && *options.cancel) return absl::CancelledError("cancelled");
    const uint64_t count = std::min<uint64_t>(batch.size(), layout.blocks() - first);
    std::atomic<uint64_t> next{0};
    auto work = [&](BlockEncoder* encoder) {
      std::vector<EntrySet> sets;
      for (uint64_t i; (i = next.fetch_add(1)) < count;) {
        Block& block = batch[i];
        DecodedBlock(solution, table.entries, layout, first + i, &sets, &block.decoded);
        block.status =
            encoder->Encode(options.codec, layout.PlaneOf(first + i), block.decoded, &block.stored);
      }
    };
    std::vector<std::thread> helpers;
    for (uint64_t i = 1; i < encoders.size() && i < count; ++i)
      helpers.emplace_back(work, encoders[i].get());
    work(encoders[0].get());
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
