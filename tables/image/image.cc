// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/image/image.h"

#include <string.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tables/codec/codec.h"
#include "tables/error.h"
#include "tables/hash.h"
#include "tables/image/flat_image.h"
#include "tables/records.h"

namespace tilebase {
namespace {

namespace at = image_record;

absl::StatusCode CodeOf(FaultKind kind) {
  switch (kind) {
    case FaultKind::kNone:
      return absl::StatusCode::kOk;
    case FaultKind::kForeign:
      return absl::StatusCode::kFailedPrecondition;
    case FaultKind::kNewer:
      return absl::StatusCode::kUnimplemented;
    case FaultKind::kDamaged:
      break;
  }
  return absl::StatusCode::kDataLoss;
}

// flat_image.h checks the directory, records.h the records.
class FlatImageReader : public ImageReader {
 public:
  // Errors do not contain the image's name.
  absl::Status Load(Bytes image, const std::string& name) {
    ImageDirectory directory;
    Fault fault;
    if (!directory.Open({image.data(), image.size()}, &fault))
      return MakeError(CodeOf(fault.kind), {.what = fault.message.text()});
    const auto part = [&](uint64_t number) {
      const ByteRun run = directory.Part(number);
      return Bytes(run.data, run.size);
    };
    absl::StatusOr<SetRecord> set = DecodeSetRecord(part(0));
    if (!set.ok()) return AsDataLoss(set.status());
    const uint64_t tables = (directory.parts() - at::kSetParts) / at::kTableParts;
    if (set->table_count != tables)
      return DamageError("image", absl::StrCat(set->table_count, " tables"),
                         absl::StrCat("the parts of ", tables));
    for (uint64_t table = 0; table < tables; ++table) {
      const uint64_t first = at::kSetParts + table * at::kTableParts;
      absl::StatusOr<TableInfo> info = DecodeTableRecord(set->info.geometry, part(first));
      if (!info.ok()) return info.status();
      absl::StatusOr<BlockIndex> index = DecodeIndexRecord(*info, part(first + 1));
      if (!index.ok()) return index.status();
      // An empty plane is no segment; AddTable checks whether the plane may be missing.
      std::vector<Bytes> segments;
      const Bytes policy = part(first + 2);
      for (const Bytes plane : {policy, part(first + 3)})
        if (!plane.empty()) segments.push_back(plane);
      const BlockLayout layout = LayoutOf(*info);
      const uint64_t policy_blocks = layout.PlaneBlocks(Plane::kPolicy);
      if (policy.size() != index->End(policy_blocks - 1))
        return DamageError(
            "image", absl::StrCat("a policy plane of ", index->End(policy_blocks - 1), " bytes"),
            absl::StrCat(policy.size()));
      if (absl::Status status = AddTable(*std::move(info), *std::move(index), segments);
          !status.ok())
        return status;
    }
    return SetHeader(name, std::move(set->info), image.size());
  }

  std::unique_ptr<MappedFile> file;  // if the bytes are a file's

 private:
  // If the directory leads to something other than a set record, the image is damaged.
  static absl::Status AsDataLoss(const absl::Status& status) {
    if (status.code() != absl::StatusCode::kFailedPrecondition) return status;
    return ErrorAs(absl::StatusCode::kDataLoss, status);
  }
};

absl::StatusOr<std::shared_ptr<const ImageReader>> Load(std::shared_ptr<FlatImageReader> reader,
                                                        Bytes image, const std::string& name,
                                                        const OpenOptions& options) {
  if (absl::Status status = reader->Load(image, name); !status.ok())
    return ExplainContentError(name, status);
  if (options.check_content)
    if (absl::Status status = reader->CheckContent(options.threads); !status.ok()) return status;
  return reader;
}

// The directory comes first and needs all lengths. They are known before any block is read, because
// a block is either copied or stored raw.
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
  // Makes the set that the image describes: the source's, with the chosen tables.
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
    info_.summed_worst_case = SummedWorstCase(source_.plan(), info_, tables_);
    // Without one of its tables a stage walks by another one.
    if (tables_.size() != source_.tables().size()) info_.is_joined = false;
    if (!info_.is_joined) info_.certified_worst_case = info_.summed_worst_case;
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
    PutLittleEndian<uint64_t>(bytes + hash_at, Hash64({bytes, static_cast<size_t>(hash_at)}));
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
      // Copied blocks are decoded, too: every block of an image has been checked once.
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
    return Put({kZeros, static_cast<size_t>(at::RoundUp(written_) - written_)});
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
  std::vector<TableInfo> tables_;  // the same tables as the image describes them
  uint64_t written_ = 0;
  BlockDecoder decoder_;
  std::vector<uint8_t> decoded_;
};

}  // namespace

bool IsImage(Bytes bytes) { return IsImage(ByteRun{bytes.data(), bytes.size()}); }

absl::StatusOr<std::shared_ptr<const ImageReader>> ImageReader::FromBytes(
    Bytes image, const std::string& name, const OpenOptions& options) {
  return Load(std::make_shared<FlatImageReader>(), image, name, options);
}

absl::StatusOr<std::shared_ptr<const ImageReader>> ImageReader::Open(const std::string& path,
                                                                     const OpenOptions& options) {
  absl::StatusOr<std::unique_ptr<MappedFile>> file = MappedFile::Open(path);
  if (!file.ok()) return file.status();
  return FromFile(*std::move(file), path, options);
}

absl::StatusOr<std::shared_ptr<const ImageReader>> ImageReader::FromFile(
    std::unique_ptr<MappedFile> file, const std::string& name, const OpenOptions& options) {
  auto reader = std::make_shared<FlatImageReader>();
  reader->file = std::move(file);
  const Bytes image = reader->file->bytes();
  return Load(std::move(reader), image, name, options);
}

absl::Status WriteImage(const TableSource& source, const ImageOptions& options,
                        const ImageSink& sink) {
  return FlatImageWriter(source, options, sink).Write();
}

}  // namespace tilebase
