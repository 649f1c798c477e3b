// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// forge_entry IN OUT TABLE RANK ACTION: copies a table set with one entry changed and every hash
// made right, so that only checking the entries can find it.

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "tables/codec/codec.h"
#include "tables/entry.h"
#include "tables/hash.h"
#include "tables/store/store.h"
#include "tests/tables/synthetic_set.h"

namespace tilebase {
namespace {

void SetAction(uint64_t rank, char letter, std::vector<uint8_t>* planes) {
  int action = 0;
  while (Letter(static_cast<Action>(action)) != letter) ++action;
  const int shift = static_cast<int>(rank % kEntriesPerByte) * 2;
  uint8_t& byte = (*planes)[rank / kEntriesPerByte];
  byte = static_cast<uint8_t>((byte & ~(3 << shift)) | action << shift);
}

absl::Status CopyTable(const TableSource& source, size_t table, absl::Span<const uint8_t> planes,
                       StoreWriter* writer) {
  const TableInfo& info = source.tables()[table];
  const BlockLayout& layout = source.layout(table);
  absl::Status status = writer->BeginTable(info);
  BlockEncoder encoder;
  std::vector<uint8_t> stored;
  for (uint64_t block = 0; status.ok() && block < layout.blocks(); ++block) {
    const absl::Span<const uint8_t> decoded =
        planes.subspan(layout.OffsetInTable(block), layout.BlockBytes(block));
    status = layout.PlaneOf(block) == Plane::kPolicy
                 ? EncodeActions(&encoder, info, layout.OffsetInPlane(block) * kEntriesPerByte,
                                 decoded, &stored)
                 : encoder.Encode(info.codec, decoded, &stored);
    if (status.ok()) status = writer->AppendBlock(stored);
  }
  return status.ok() ? writer->EndTable(Hash64(planes)) : status;
}

absl::Status Forge(const char* in, const char* out, size_t forged, uint64_t rank, char action) {
  const auto source = StoreReader::Open(in);
  if (!source.ok()) return source.status();
  auto writer = StoreWriter::Create(out);
  if (!writer.ok()) return writer.status();
  for (size_t table = 0; table < (*source)->tables().size(); ++table) {
    std::vector<uint8_t> planes((*source)->layout(table).bytes());
    absl::Status status = (*source)->ReadTable(table, 1, absl::MakeSpan(planes));
    if (table == forged) SetAction(rank, action, &planes);
    if (status.ok()) status = CopyTable(**source, table, planes, writer->get());
    if (!status.ok()) return status;
  }
  return (*writer)->Finish((*source)->info());
}

}  // namespace
}  // namespace tilebase

int main(int argc, char** argv) {
  if (argc != 6) return 2;
  const absl::Status status = tilebase::Forge(argv[1], argv[2], std::strtoull(argv[3], nullptr, 10),
                                              std::strtoull(argv[4], nullptr, 10), argv[5][0]);
  if (!status.ok()) std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
  return status.ok() ? 0 : 1;
}
