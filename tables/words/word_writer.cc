// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include <string.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <mutex>
#include <utility>

#include "tables/codec/codec.h"
#include "tables/format.h"
#include "tables/hash.h"
#include "tables/system/parallel_for.h"
#include "tables/words/word_file.h"
#include "tables/words/word_format.h"

namespace tilebase {
namespace {

namespace at = image_record;

uint64_t BlocksIn(uint64_t bytes) { return bytes / kBlockBytes + (bytes % kBlockBytes != 0); }

class RecordWriter {
 public:
  template <typename T>
  void Put(T value) {
    uint8_t bytes[sizeof(T)];
    PutLittleEndian<T>(bytes, value);
    bytes_.insert(bytes_.end(), bytes, bytes + sizeof(T));
  }
  void Put(const void* data, size_t size) {
    const uint8_t* const bytes = static_cast<const uint8_t*>(data);
    bytes_.insert(bytes_.end(), bytes, bytes + size);
  }
  std::vector<uint8_t> Finish() {
    while (bytes_.size() % 8 != 0) bytes_.push_back(0);
    Put<uint64_t>(Hash64(bytes_));
    return std::move(bytes_);
  }

 private:
  std::vector<uint8_t> bytes_;
};

// The first 24 bytes.
void PutHead(uint16_t version, uint64_t length, uint8_t* head) {
  memcpy(head + at::kMagicAt, at::kMagic, sizeof at::kMagic);
  PutLittleEndian<uint16_t>(head + at::kByteOrderAt, at::kByteOrderMark);
  PutLittleEndian<uint8_t>(head + at::kOffsetBytesAt, at::kOffsetBytes);
  PutLittleEndian<uint16_t>(head + at::kVersionAt, version);
  PutLittleEndian<uint64_t>(head + at::kImageBytesAt, length);
}

std::vector<uint8_t> EncodeRecord(const WordTable& table) {
  const WordProblem& problem = table.problem;
  RecordWriter record;
  record.Put(static_cast<uint16_t>(problem.width));
  record.Put(static_cast<uint16_t>(problem.height));
  record.Put(static_cast<uint8_t>(problem.metric));
  record.Put(static_cast<uint8_t>(table.value_bytes));
  record.Put(static_cast<uint8_t>(table.policy_bytes));
  record.Put(static_cast<uint8_t>(table.codec));
  record.Put(static_cast<uint16_t>(problem.open_count()));
  record.Put(static_cast<uint16_t>(problem.blanks));
  record.Put(static_cast<uint16_t>(problem.symbols.size()));
  record.Put(static_cast<uint16_t>(table.creator.size()));
  record.Put(static_cast<uint32_t>(problem.goals.size()));
  record.Put(static_cast<uint32_t>(table.max_value()));
  record.Put(table.states);
  record.Put(table.reachable);
  record.Put(table.content_hash);
  record.Put(table.stored_bytes);
  for (const uint16_t cell : problem.open) record.Put(cell);
  for (const WordSymbol& symbol : problem.symbols) {
    record.Put(symbol.label);
    record.Put(symbol.count);
  }
  for (const WordGoal& goal : problem.goals) {
    record.Put(goal.cost);
    record.Put(goal.cell.data(), goal.cell.size());
  }
  for (const uint64_t count : table.histogram) record.Put(count);
  record.Put(table.creator.data(), table.creator.size());
  return record.Finish();
}

}  // namespace

absl::StatusOr<WordPieces> EncodeWordTable(absl::Span<const uint8_t* const> planes,
                                           WordTable* table, const WordWriteOptions& options) {
  Hasher64 content;
  for (const uint8_t* plane : planes) content.Add({plane, table->states});
  table->content_hash = content.Digest();
  // Blocks continue from plane to plane without a gap.
  const uint64_t bytes = table->states * planes.size();
  const uint64_t blocks = BlocksIn(bytes);
  std::vector<std::vector<uint8_t>> stored(blocks);
  std::atomic<uint64_t> next{0};
  std::mutex mutex;
  absl::Status failure;
  ParallelFor(static_cast<size_t>(options.threads), [&](size_t thread) {
    BlockEncoder encoder(Packing::kWords);
    std::vector<uint8_t> decoded;
    for (uint64_t block; (block = next++) < blocks;) {
      decoded.clear();
      const uint64_t end = std::min<uint64_t>(bytes, (block + 1) * kBlockBytes);
      for (uint64_t begin = block * kBlockBytes; begin < end;) {
        const uint64_t plane = begin / table->states;
        const uint64_t stop = std::min(end, (plane + 1) * table->states);
        const uint8_t* const from = planes[plane] - plane * table->states;
        decoded.insert(decoded.end(), from + begin, from + stop);
        begin = stop;
      }
      absl::Status status = encoder.Encode(table->codec, decoded, &stored[block]);
      if (status.ok() && options.cancelled()) status = absl::CancelledError("stopped");
      if (!status.ok()) {
        const std::lock_guard<std::mutex> lock(mutex);
        failure = status;
        return;
      }
      if (thread == 0 && options.progress) options.progress(block * kBlockBytes);
    }
  });
  if (!failure.ok()) return failure;
  RecordWriter index;
  table->stored_bytes = 0;
  for (const std::vector<uint8_t>& block : stored) {
    index.Put(table->stored_bytes);
    index.Put(Hash64(block));
    table->stored_bytes += block.size();
  }
  std::vector<uint8_t> index_bytes = index.Finish();
  std::vector<uint8_t> record = EncodeRecord(*table);
  std::vector<uint8_t> head(word_head::kBytes);
  PutHead(kWordFormatVersion,
          word_head::kBytes + record.size() + index_bytes.size() + table->stored_bytes,
          head.data());
  PutLittleEndian<uint64_t>(&head[word_head::kRecordBytesAt], record.size());
  PutLittleEndian<uint64_t>(&head[word_head::kIndexBytesAt], index_bytes.size());
  PutLittleEndian<uint64_t>(&head[word_head::kStoredBytesAt], table->stored_bytes);
  PutLittleEndian<uint64_t>(&head[word_head::kHashAt], Hash64({head.data(), word_head::kHashAt}));
  WordPieces pieces = {std::move(head), std::move(record), std::move(index_bytes)};
  std::move(stored.begin(), stored.end(), std::back_inserter(pieces));
  return pieces;
}

WordPieces EncodeStages(const WordProblem& problem, std::vector<WordPieces> stages) {
  const uint64_t hash_at = stages_head::kLengthsAt + 8 * stages.size();
  WordPieces pieces = {std::vector<uint8_t>(hash_at + 8)};
  uint8_t* const head = pieces[0].data();
  uint64_t length = hash_at + 8, open = 0;
  for (const uint16_t cell : problem.open) open |= uint64_t{1} << cell;
  for (size_t stage = 0; stage < stages.size(); ++stage) {
    uint64_t bytes = 0;
    for (const std::vector<uint8_t>& piece : stages[stage]) bytes += piece.size();
    PutLittleEndian<uint64_t>(head + stages_head::kLengthsAt + 8 * stage, bytes);
    length += bytes;
  }
  PutHead(kStagesFormatVersion, length, head);
  PutLittleEndian<uint16_t>(head + stages_head::kWidthAt, static_cast<uint16_t>(problem.width));
  PutLittleEndian<uint16_t>(head + stages_head::kHeightAt, static_cast<uint16_t>(problem.height));
  PutLittleEndian<uint32_t>(head + stages_head::kStagesAt, static_cast<uint32_t>(stages.size()));
  PutLittleEndian<uint64_t>(head + stages_head::kOpenAt, open);
  PutLittleEndian<uint64_t>(head + hash_at, Hash64({head, hash_at}));
  for (WordPieces& stage : stages)
    std::move(stage.begin(), stage.end(), std::back_inserter(pieces));
  return pieces;
}

}  // namespace tilebase
