// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// From a Solution to the stored blocks of its table: chooses among ties, packs, compresses.

#ifndef TILEBASE_GENERATOR_ENCODE_H_
#define TILEBASE_GENERATOR_ENCODE_H_

#include <stdint.h>

#include <functional>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "generator/solver.h"
#include "tables/codec/codec.h"
#include "tables/format.h"
#include "tables/subproblem.h"
#include "tables/table_set.h"

namespace tilebase {

// Returns the least that zstd has needed for an entry, for estimates before a plan is built.
// Policies take from 0.02 bytes an entry (small stages of large boards) to 0.2, patterns' excesses
// from 0.002 to 0.1.
constexpr double LeastBytesPerEntry(Metric metric) {
  return metric == Metric::kPattern ? 0.002 : 0.02;
}
constexpr uint64_t LeastStoredBytes(Metric metric, uint64_t entries) {
  return static_cast<uint64_t>(LeastBytesPerEntry(metric) * static_cast<double>(entries));
}

// Bounds on a table's size in a file, including its records, before the table is made.
struct StoredBounds {
  uint64_t least = 0;
  uint64_t most = 0;
};
StoredBounds BoundStoredBytes(const Subproblem& subproblem, Metric metric, Codec codec);

struct EncodeOptions {
  Codec codec = Codec::kZstd;
  Packing packing = Packing::kSmall;
  int threads = 1;
  std::function<void(uint64_t entries_done)> progress;  // may be empty; on the calling thread
  const std::atomic<bool>* cancel = nullptr;            // may be null
};

// A block of a table, before and after it is compressed.
struct EncodedBlock {
  std::vector<uint8_t> decoded;
  std::vector<uint8_t> stored;
  absl::Status status;
};

// Returns the table that a Solution gives, except for the fields that depend on its blocks:
// stored_bytes and content_hash.
TableInfo DescribeTable(const Subproblem& subproblem, Metric metric, Codec codec,
                        const Solution& solution);

// The entries begin .. end-1 of a block.
struct EntryRange {
  uint64_t begin = 0;
  uint64_t end = 0;
};
EntryRange EntriesOfBlock(const TableInfo& table, const BlockLayout& layout, uint64_t number);

// Makes blocks of one table on several threads. The table and the Solution must outlive it.
class BlockMaker {
 public:
  BlockMaker(const TableInfo& table, const Solution& solution, int threads,
             Packing packing = Packing::kSmall);
  ~BlockMaker();

  const BlockLayout& layout() const { return layout_; }
  // Returns how many blocks to make at a time: enough to keep the threads busy.
  uint64_t batch() const { return batch_; }

  // Makes block numbers[i] in blocks[i]. Requires at most batch() numbers.
  void Make(absl::Span<const uint64_t> numbers, EncodedBlock* blocks);

 private:
  struct Worker;
  const TableInfo& table_;
  const Solution& solution_;
  const BlockLayout layout_;
  const uint64_t batch_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

// Encodes the table and passes its stored blocks one by one, in layout order (format.h), to `emit`.
// An error of `emit` ends the encoding. Returns the table with every field set. The bytes do not
// depend on the number of threads. Memory: about 3 MB a thread. Errors: Cancelled; those of `emit`;
// Unimplemented if an excess is greater than kMaxExcess.
absl::StatusOr<TableInfo> EncodeTable(
    const Subproblem& subproblem, Metric metric, const Solution& solution,
    const EncodeOptions& options,
    const std::function<absl::Status(absl::Span<const uint8_t> stored)>& emit);

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_ENCODE_H_
