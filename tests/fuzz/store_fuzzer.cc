// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The store's opener, in front of LMDB. The input is a list of changes to a sound store, so that a
// few bytes reach any page, and the corpus stays small:
//
//   1        the store: its index in Stores(), modulo their number; bit 6: check the content at
//   open;
//            bit 7: leave the hashes unchanged instead of making them right
//   8 each   offset in the file, modulo its length (3); how many of the next bytes are written
//            there, 0 to 4 (1); those bytes (4). With a count above 4: the file is cut at the
//            offset, to whole pages if the hashes are made right

#include <algorithm>
#include <string>
#include <vector>

#include "tests/damage/damaged_sets.h"
#include "tests/fuzz/fuzzer.h"
#include "tests/tables/store/reseal.h"

namespace tilebase {
namespace {

constexpr size_t kChangeBytes = 8;
constexpr uint64_t kPage = 4096;

const std::vector<OpenedStore>& Stores() {
  static const auto* const stores = new std::vector<OpenedStore>{
      TakeApart(MakeSet("2x2", "rest", Codec::kRaw).store),
      TakeApart(MakeSet("2x3", "ladder:1", Codec::kZstd).store),
      TakeApart(MakeSet("3x2", "1-2/rest + pattern:1-2/3/4-5", Codec::kZstd).store),
      TakeApart(MakeSet("2x5", "ladder:1", Codec::kRaw).store),  // with a branch page
      TakeApart(MakeSet("3x3", "1-4/rest", Codec::kRaw).store),  // with overflow pages
  };
  return *stores;
}

}  // namespace
}  // namespace tilebase

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tilebase;
  static MemoryFile* const file = new MemoryFile();
  if (size == 0) return 0;
  const bool reseal = (data[0] & 0x80) == 0;
  const unsigned flags = (data[0] & 0x40) != 0 ? TILEBASE_CHECK_CONTENT : 0;
  OpenedStore store = Stores()[data[0] % 0x40 % Stores().size()];
  if (!reseal) store.lmdb = PutTogether(store);
  for (size_t at = 1; at + kChangeBytes <= size; at += kChangeBytes) {
    const uint64_t offset =
        (data[at] | uint64_t{data[at + 1]} << 8 | uint64_t{data[at + 2]} << 16) % store.lmdb.size();
    const uint8_t count = data[at + 3];
    if (count > 4)
      store.lmdb.resize(reseal ? (offset / kPage + 1) * kPage : offset + 1);
    else
      std::copy_n(data + at + 4, std::min<uint64_t>(count, store.lmdb.size() - offset),
                  store.lmdb.begin() + static_cast<ptrdiff_t>(offset));
  }
  if (reseal) {
    RehashStore(&store.lmdb);
    for (const Extent& extent : store.extents)
      if (extent.offset + extent.bytes > store.lmdb.size()) store.extents.clear();
    store.lmdb = PutTogether(store);
  }
  file->Write(AsBytes(store.lmdb));
  RequireNothing(OpenAndUseFile(file->path(), flags, Use::kBriefly).wrong);
  return 0;
}
