// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The directory comes first and needs all lengths; these are known before any block is read, as a
// block is either copied or stored raw.

#include "tables/image/image_writer.h"

#include <string.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tables/codec/codec.h"
#include "tables/error.h"
#include "tables/hash.h"
#include "tables/records.h"

namespace tilebase {
namespace {

namespace at = image_record;

class FlatImageWriter {
 public:
  FlatImageWriter(const TableSource& source, const ImageOptions& options, const ImageSink& sink)
      : source_(source), options_(options), sink_(sink) {}

  absl::Status Write() {
    if (absl::Status status = ChooseTables(); !status.ok()) return status;
    const std::string set = EncodeSetRecord(info_, static_cast<uint32_t>(tables_.size()));
    if (absl::Status status = WriteDirectory(set.size()); !status.ok()) return status;
    if (absl::Status status = WritePart(AsBytes(set)); !status.ok()) return status;
    for (size_t i = 0; i < tables_.size(); ++i)
      if (absl::Status status = WriteTable(i); !status.ok()) return status;
    return absl::OkStatus();
  }

 private:
  // What the image says of itself: the source's set with the tables that were asked for.
  absl::Status ChooseTables() {
    chosen_ = options_.tables;
    if (chosen_.empty()) {
      chosen_.resize(source_.tables().size());
      std::iota(chosen_.begin(), chosen_.end(), size_t{0});
    }
    info_ = source_.info();
    for (size_t i = 0; i < chosen_.size(); ++i)
      if (chosen_[i] >= source_.tables().size() || (i > 0 && chosen_[i] <= chosen_[i - 1]))
        return MakeError(absl::StatusCode::kInvalidArgument,
                         {.expected = "tables of the set in ascending order"});
    for (StageInfo& stage : info_.stages) {
      const auto first = std::lower_bound(chosen_.begin(), chosen_.end(), stage.first_table);
      const auto end =
          std::lower_bound(first, chosen_.end(), uint64_t{stage.first_table} + stage.table_count);
      stage = {static_cast<uint32_t>(first - chosen_.begin()), static_cast<uint32_t>(end - first)};
    }
    for (const size_t table : chosen_) {
      tables_.push_back(source_.tables()[table]);
      if (!options_.raw) continue;
      tables_.back().codec = Codec::kRaw;
      tables_.back().stored_bytes = source_.layout(table).bytes();
    }
    info_.certified_worst_case = CertifiedWorstCase(source_.plan(), info_, tables_);
    return ErrorAs(absl::StatusCode::kInvalidArgument, CheckTableSet(info_, tables_).status());
  }

  uint64_t StoredPlaneBytes(size_t i, Plane plane) const {
    const size_t table = chosen_[i];
    const BlockLayout& layout = source_.layout(table);
    if (options_.raw) return layout.PlaneBytes(plane);
    const uint64_t policy_blocks = layout.PlaneBlocks(Plane::kPolicy);
    uint64_t bytes = 0;
    for (uint64_t block = 0; block < layout.blocks(); ++block)
      if ((block < policy_blocks) == (plane == Plane::kPolicy))
        bytes += source_.StoredBlock(table, block).size();
    return bytes;
  }

  absl::Status WriteDirectory(uint64_t set_bytes) {
    std::vector<uint64_t> lengths = {set_bytes};
    for (size_t i = 0; i < tables_.size(); ++i) {
      lengths.push_back(EncodeTableRecord(tables_[i]).size());
      lengths.push_back(LayoutOf(tables_[i]).blocks() * index_record::kEntryBytes +
                        kRecordHashBytes);
      lengths.push_back(StoredPlaneBytes(i, Plane::kPolicy));
      lengths.push_back(StoredPlaneBytes(i, Plane::kReachable));
    }
    const uint64_t hash_at = at::DirectoryBytes(lengths.size()) - kRecordHashBytes;
    std::string directory(at::DirectoryBytes(lengths.size()), '\0');
    uint8_t* const bytes = reinterpret_cast<uint8_t*>(directory.data());
    uint64_t end = at::RoundUp(directory.size());
    for (size_t part = 0; part < lengths.size(); ++part) {
      uint8_t* const entry = bytes + at::kFixedBytes + part * at::kPartBytes;
      PutLittleEndian<uint64_t>(entry, end);
      PutLittleEndian<uint64_t>(entry + 8, lengths[part]);
      end = at::RoundUp(end + lengths[part]);
    }
    memcpy(bytes + at::kMagicAt, at::kMagic, sizeof at::kMagic);
    PutLittleEndian<uint16_t>(bytes + at::kByteOrderAt, at::kByteOrderMark);
    PutLittleEndian<uint8_t>(bytes + at::kOffsetBytesAt, at::kOffsetBytes);
    PutLittleEndian<uint16_t>(bytes + at::kVersionAt, kFormatVersion);
    PutLittleEndian<uint64_t>(bytes + at::kImageBytesAt, end);
    PutLittleEndian<uint32_t>(bytes + at::kPartCountAt, static_cast<uint32_t>(lengths.size()));
    PutLittleEndian<uint64_t>(bytes + hash_at, Hash64({bytes, hash_at}));
    return WritePart(AsBytes(directory));
  }

  absl::Status WriteTable(size_t i) {
    const size_t table = chosen_[i];
    const BlockLayout& layout = source_.layout(table);
    const auto read = [&](uint64_t block) {
      decoded_.resize(layout.BlockBytes(block));
      return source_.ReadBlock(table, block, &decoder_, absl::MakeSpan(decoded_));
    };
    std::string index;
    uint64_t offset = 0;
    for (uint64_t block = 0; block < layout.blocks(); ++block) {
      // Read also where it is copied: what goes into an image has been decoded once.
      if (absl::Status status = read(block); !status.ok()) return status;
      const Bytes stored = options_.raw ? Bytes(decoded_) : source_.StoredBlock(table, block);
      AppendIndexEntry(offset, Hash64(stored), &index);
      offset += stored.size();
    }
    FinishIndexRecord(&index);
    absl::Status status = WritePart(AsBytes(EncodeTableRecord(tables_[i])));
    if (status.ok()) status = WritePart(AsBytes(index));
    if (!status.ok()) return status;
    const uint64_t policy_blocks = layout.PlaneBlocks(Plane::kPolicy);
    for (uint64_t block = 0; block < layout.blocks(); ++block) {
      if (block == policy_blocks) status = Pad();
      if (status.ok() && options_.raw) status = read(block);
      if (!status.ok()) return status;
      status = Put(options_.raw ? Bytes(decoded_) : source_.StoredBlock(table, block));
      if (!status.ok()) return status;
    }
    return Pad();
  }

  absl::Status Put(Bytes bytes) {
    written_ += bytes.size();
    return sink_(bytes);
  }
  absl::Status Pad() {
    static constexpr uint8_t kZeros[at::kPartAlignment] = {};
    return Put({kZeros, at::RoundUp(written_) - written_});
  }
  absl::Status WritePart(Bytes bytes) {
    absl::Status status = Put(bytes);
    return status.ok() ? Pad() : status;
  }

  const TableSource& source_;
  const ImageOptions& options_;
  const ImageSink& sink_;
  SetInfo info_;
  std::vector<size_t> chosen_;     // tables of the source
  std::vector<TableInfo> tables_;  // the same as the image says them
  uint64_t written_ = 0;
  BlockDecoder decoder_;
  std::vector<uint8_t> decoded_;
};

}  // namespace

absl::Status WriteImage(const TableSource& source, const ImageOptions& options,
                        const ImageSink& sink) {
  return FlatImageWriter(source, options, sink).Write();
}

}  // namespace tilebase
