// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tests/damage/made_set.h"

#include <stdlib.h>

#include <filesystem>

#include "generator/build.h"
#include "tables/hash.h"
#include "tables/image/image_writer.h"
#include "tables/plan.h"
#include "tables/store/store_reader.h"
#include "tables/store/store_writer.h"
#include "tests/tables/synthetic_set.h"

namespace tilebase {

MadeSet MakeSet(const std::string& board, const std::string& plan, Codec codec) {
  std::string folder = (std::filesystem::temp_directory_path() / "tilebase_damage_XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) abort();
  const std::string path = folder + "/set";
  BuildOptions options;
  options.codec = codec;
  options.creator = "test";
  if (!BuildTableSet(*ParsePlan(*ParseGeometry(board), plan), path, options).ok()) abort();
  MadeSet set;
  set.store = ReadWholeFile(path);
  const absl::Status status = WriteImage(**StoreReader::Open(path), {}, [&](Bytes bytes) {
    set.image.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return absl::OkStatus();
  });
  if (!status.ok()) abort();
  std::filesystem::remove_all(folder);
  return set;
}

namespace {

bool Fits(const TableSource& source, size_t table, uint64_t block, const std::string& stored) {
  return source.tables()[table].codec != Codec::kRaw ||
         stored.size() == source.layout(table).BlockBytes(block);
}

bool Fit(const TableSource& source, const StoredBlocks& blocks) {
  for (size_t table = 0; table < blocks.size(); ++table)
    for (uint64_t block = 0; block < blocks[table].size(); ++block)
      if (!Fits(source, table, block, blocks[table][block])) return false;
  return true;
}

absl::Status Write(const TableSource& source, const StoredBlocks& blocks, StoreWriter* writer) {
  absl::Status status;
  for (size_t table = 0; status.ok() && table < blocks.size(); ++table) {
    status = writer->BeginTable(source.tables()[table]);
    for (const std::string& block : blocks[table])
      if (status.ok()) status = writer->AppendBlock(AsBytes(block));
    if (status.ok()) status = writer->EndTable(source.tables()[table].content_hash);
  }
  return status.ok() ? writer->Finish(source.info()) : status;
}

}  // namespace

StoredBlocks BlocksOf(const TableSource& source) {
  StoredBlocks blocks(source.tables().size());
  for (size_t table = 0; table < blocks.size(); ++table)
    for (uint64_t block = 0; block < source.layout(table).blocks(); ++block) {
      const Bytes stored = source.StoredBlock(table, block);
      blocks[table].emplace_back(stored.begin(), stored.end());
    }
  return blocks;
}

std::string StoreOf(const TableSource& source, const StoredBlocks& blocks) {
  if (!Fit(source, blocks)) return "";
  std::string folder = (std::filesystem::temp_directory_path() / "tilebase_damage_XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) abort();
  const std::string path = folder + "/moved";
  if (!Write(source, blocks, StoreWriter::Create(path)->get()).ok()) abort();
  const std::string bytes = ReadWholeFile(path);
  std::filesystem::remove_all(folder);
  return bytes;
}

std::string ImageOf(const TableSource& source, const StoredBlocks& blocks) {
  namespace at = image_record;
  if (!Fit(source, blocks)) return "";
  std::vector<std::string> parts = {
      EncodeSetRecord(source.info(), static_cast<uint32_t>(blocks.size()))};
  for (size_t table = 0; table < blocks.size(); ++table) {
    TableInfo info = source.tables()[table];
    std::string index, planes[kPlanes];
    info.stored_bytes = 0;
    for (uint64_t block = 0; block < blocks[table].size(); ++block) {
      const std::string& stored = blocks[table][block];
      AppendIndexEntry(info.stored_bytes, Hash64(AsBytes(stored)), &index);
      info.stored_bytes += stored.size();
      planes[static_cast<int>(source.layout(table).PlaneOf(block))] += stored;
    }
    FinishIndexRecord(&index);
    parts.insert(parts.end(), {EncodeTableRecord(info), index, planes[0], planes[1]});
  }
  std::string image(at::RoundUp(at::DirectoryBytes(parts.size())), '\0');
  for (size_t part = 0; part < parts.size(); ++part) {
    uint8_t* const entry =
        reinterpret_cast<uint8_t*>(image.data()) + at::kFixedBytes + part * at::kPartBytes;
    PutLittleEndian<uint64_t>(entry, image.size());
    PutLittleEndian<uint64_t>(entry + 8, parts[part].size());
    image += parts[part];
    image.resize(at::RoundUp(image.size()));
  }
  uint8_t* const bytes = reinterpret_cast<uint8_t*>(image.data());
  std::copy_n(at::kMagic, sizeof at::kMagic, bytes + at::kMagicAt);
  PutLittleEndian<uint16_t>(bytes + at::kByteOrderAt, at::kByteOrderMark);
  PutLittleEndian<uint8_t>(bytes + at::kOffsetBytesAt, at::kOffsetBytes);
  PutLittleEndian<uint16_t>(bytes + at::kVersionAt, kFormatVersion);
  PutLittleEndian<uint64_t>(bytes + at::kImageBytesAt, image.size());
  PutLittleEndian<uint32_t>(bytes + at::kPartCountAt, static_cast<uint32_t>(parts.size()));
  const uint64_t hash_at = at::DirectoryBytes(parts.size()) - kRecordHashBytes;
  PutLittleEndian<uint64_t>(bytes + hash_at, Hash64({bytes, hash_at}));
  return image;
}

}  // namespace tilebase
