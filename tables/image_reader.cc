// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The place of each part follows from the lengths of those before it, so the directory's offsets
// are not followed but compared: parts can neither overlap nor leave a gap.

#include "tables/image_reader.h"

#include <string.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tables/file_io.h"
#include "tables/hash.h"
#include "tables/records.h"

namespace tilebase {
namespace {

namespace at = image_record;

template <typename T>
T Get(Bytes bytes, uint64_t offset) {
  return GetLittleEndian<T>(bytes.data() + offset);
}

// What has to be known before any other field can be read.
absl::Status CheckKind(Bytes image) {
  if (!IsImage(image))
    return absl::FailedPreconditionError(
        "not a tilebase image: expected 'TILEIMAG' at its beginning");
  if (image.size() < at::kFixedBytes)
    return absl::DataLossError(
        absl::StrCat("image: expected at least ", at::kFixedBytes, " bytes, found ", image.size()));
  const uint16_t order = Get<uint16_t>(image, at::kByteOrderAt);
  if (order == static_cast<uint16_t>(at::kByteOrderMark << 8 | at::kByteOrderMark >> 8))
    return absl::UnimplementedError(
        "image: expected little-endian byte order, found big-endian; export it as little-endian");
  if (order != at::kByteOrderMark)
    return absl::DataLossError(absl::StrCat("image: expected byte order mark feff, found ",
                                            absl::Hex(order, absl::kZeroPad4)));
  const int offset_bytes = Get<uint8_t>(image, at::kOffsetBytesAt);
  if (offset_bytes == 4)
    return absl::UnimplementedError(
        "image: expected offsets of 64 bits, found 32; export it with 64-bit offsets");
  if (offset_bytes != at::kOffsetBytes)
    return absl::DataLossError(absl::StrCat("image: expected offsets of ", at::kOffsetBytes,
                                            " bytes, found ", offset_bytes));
  const uint16_t version = Get<uint16_t>(image, at::kVersionAt);
  if (version > kFormatVersion)
    return absl::UnimplementedError(
        absl::StrCat("format version ", version, ", expected at most ", kFormatVersion));
  if (version == 0 || Get<uint8_t>(image, at::kZeroAt) != 0 ||
      Get<uint16_t>(image, at::kZero2At) != 0 || Get<uint32_t>(image, at::kZero3At) != 0)
    return absl::DataLossError("image: expected a version and zeros in its padding");
  return absl::OkStatus();
}

// The parts that the directory names. Every byte of the image is in a part, in the directory or is
// padding that was found to be zero.
absl::StatusOr<std::vector<Bytes>> CheckDirectory(Bytes image) {
  if (absl::Status status = CheckKind(image); !status.ok()) return status;
  const uint64_t image_bytes = Get<uint64_t>(image, at::kImageBytesAt);
  if (image_bytes != image.size())
    return absl::DataLossError(
        absl::StrCat("image: expected ", image_bytes, " bytes, found ", image.size()));
  const uint64_t parts = Get<uint32_t>(image, at::kPartCountAt);
  const uint64_t hash_at = at::DirectoryBytes(parts) - kRecordHashBytes;
  if (parts % at::kTableParts != at::kSetParts || at::DirectoryBytes(parts) > image.size())
    return absl::DataLossError(
        absl::StrCat("image: expected a directory within ", image.size(),
                     " bytes, of a set and four parts a table, found one of ", parts, " parts"));
  const uint64_t found = Get<uint64_t>(image, hash_at);
  const uint64_t expected = Hash64(image.first(hash_at));
  if (found != expected)
    return absl::DataLossError(absl::StrCat("image directory: expected hash ", absl::Hex(expected),
                                            ", found ", absl::Hex(found)));
  std::vector<Bytes> places;
  places.reserve(parts);
  uint64_t end = at::DirectoryBytes(parts);
  for (uint64_t part = 0; part <= parts; ++part) {
    // `end` is at most the image's size, which is far from the end of the numbers.
    const uint64_t begin = at::RoundUp(end);
    if (begin > image.size())
      return absl::DataLossError(absl::StrCat("image: expected padding up to ", begin, ", found ",
                                              image.size(), " bytes"));
    const Bytes padding = image.subspan(end, begin - end);
    if (std::any_of(padding.begin(), padding.end(), [](uint8_t byte) { return byte != 0; }))
      return absl::DataLossError(absl::StrCat("image: expected zeros from ", end, " to ", begin));
    if (part == parts) {
      end = begin;
      break;
    }
    const uint64_t entry = at::kFixedBytes + part * at::kPartBytes;
    const uint64_t offset = Get<uint64_t>(image, entry);
    const uint64_t length = Get<uint64_t>(image, entry + 8);
    if (offset != begin || length > image.size() - begin)
      return absl::DataLossError(absl::StrCat("image: expected part ", part, " of ", parts, " at ",
                                              begin, " within ", image.size(), " bytes, found ",
                                              length, " bytes at ", offset));
    places.push_back(image.subspan(begin, length));
    end = begin + length;
  }
  if (end != image.size())
    return absl::DataLossError(
        absl::StrCat("image: expected its parts to end at ", image.size(), ", found ", end));
  return places;
}

class FlatImageReader : public ImageReader {
 public:
  // Errors come without the image's name.
  absl::Status Load(Bytes image, const std::string& name) {
    const absl::StatusOr<std::vector<Bytes>> parts = CheckDirectory(image);
    if (!parts.ok()) return parts.status();
    absl::StatusOr<SetRecord> set = DecodeSetRecord(parts->front());
    if (!set.ok()) return AsDataLoss(set.status());
    const uint64_t tables = (parts->size() - at::kSetParts) / at::kTableParts;
    if (set->table_count != tables)
      return absl::DataLossError(absl::StrCat("image: expected ", set->table_count,
                                              " tables, found the parts of ", tables));
    auto part = parts->begin() + at::kSetParts;
    for (uint64_t table = 0; table < tables; ++table, part += at::kTableParts) {
      absl::StatusOr<TableInfo> info = DecodeTableRecord(set->info.geometry, part[0]);
      if (!info.ok()) return info.status();
      absl::StatusOr<BlockIndex> index = DecodeIndexRecord(*info, part[1]);
      if (!index.ok()) return index.status();
      // An empty plane is no segment, and AddTable sees whether it had to be there.
      std::vector<Bytes> segments;
      for (const Bytes plane : {part[2], part[3]})
        if (!plane.empty()) segments.push_back(plane);
      const BlockLayout layout = LayoutOf(*info);
      const uint64_t policy_blocks = layout.PlaneBlocks(Plane::kPolicy);
      if (part[2].size() != index->End(policy_blocks - 1))
        return absl::DataLossError(absl::StrCat("image: expected a policy plane of ",
                                                index->End(policy_blocks - 1), " bytes, found ",
                                                part[2].size()));
      if (absl::Status status = AddTable(*std::move(info), *index, segments); !status.ok())
        return status;
    }
    return SetHeader(name, std::move(set->info), image.size());
  }

  std::unique_ptr<MappedFile> file;  // where the bytes are a file's

 private:
  // A directory that leads to something else than a set record is damage.
  static absl::Status AsDataLoss(const absl::Status& status) {
    if (status.code() != absl::StatusCode::kFailedPrecondition) return status;
    return absl::DataLossError(status.message());
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

bool IsImage(Bytes bytes) {
  return bytes.size() >= sizeof at::kMagic &&
         memcmp(bytes.data() + at::kMagicAt, at::kMagic, sizeof at::kMagic) == 0;
}

absl::StatusOr<std::shared_ptr<const ImageReader>> ImageReader::FromBytes(
    Bytes image, const std::string& name, const OpenOptions& options) {
  return Load(std::make_shared<FlatImageReader>(), image, name, options);
}

absl::StatusOr<std::shared_ptr<const ImageReader>> ImageReader::Open(const std::string& path,
                                                                     const OpenOptions& options) {
  absl::StatusOr<std::unique_ptr<MappedFile>> file = MappedFile::Open(path);
  if (!file.ok()) return file.status();
  auto reader = std::make_shared<FlatImageReader>();
  reader->file = *std::move(file);
  const Bytes image = reader->file->bytes();
  return Load(std::move(reader), image, path, options);
}

}  // namespace tilebase
