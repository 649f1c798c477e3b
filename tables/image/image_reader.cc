// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The directory is checked by flat_image.h, the records by records.h.

#include "tables/image/image_reader.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tables/error.h"
#include "tables/image/flat_image.h"
#include "tables/records.h"
#include "tables/system/file_io.h"

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

class FlatImageReader : public ImageReader {
 public:
  // Errors come without the image's name.
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
      // An empty plane is no segment, and AddTable sees whether it had to be there.
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

  std::unique_ptr<MappedFile> file;  // where the bytes are a file's

 private:
  // A directory that leads to something else than a set record is damage.
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

}  // namespace tilebase
