// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tests/damage/forge.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tilebase {
namespace {

constexpr uint64_t kPage = 4096;

class Forger {
 public:
  Forger(std::string* bytes, std::mt19937_64* random) : bytes_(*bytes), random_(*random) {}

  // A number from 0 to count - 1.
  uint64_t Below(uint64_t count) { return random_() % count; }

  // Puts something else into a field of `width` bytes (1, 2, 4 or 8), where it is inside: a word
  // that is a limit somewhere, a word of the file, or what was there and a little more or less.
  void Change(uint64_t at, uint64_t width) {
    if (at + width > bytes_.size()) return;
    uint64_t value = 0;
    for (uint64_t i = width; i-- > 0;) value = value << 8 | static_cast<uint8_t>(bytes_[at + i]);
    switch (Below(6)) {
      case 0:
        value = random_();
        break;
      case 1:
        value ^= uint64_t{1} << Below(8 * width);
        break;
      case 2:
        value += Below(2) == 0 ? 1 + Below(16) : -1 - Below(16);
        break;
      case 3:
        value = Word();
        break;
      case 4:
        value = GetLittleEndian<uint64_t>(Byte(Below((bytes_.size() - 8) / 2) * 2));
        break;
      default: {
        const uint64_t limits[] = {bytes_.size(), bytes_.size() / kPage, Below(bytes_.size()),
                                   Below(bytes_.size() / kPage + 2)};
        value = limits[Below(std::size(limits))] + Below(3) - 1;
      }
    }
    for (uint64_t i = 0; i < width; ++i) bytes_[at + i] = static_cast<char>(value >> (8 * i));
  }
  void ChangeAnyIn(uint64_t begin, uint64_t size) {
    const uint64_t width = uint64_t{1} << Below(4);
    if (size < width) return;
    Change(begin + Below(size / width) * width, width);
  }

  uint16_t U16(uint64_t at) { return GetLittleEndian<uint16_t>(Byte(at)); }
  uint8_t* Byte(uint64_t at) { return reinterpret_cast<uint8_t*>(bytes_.data()) + at; }

 private:
  uint64_t Word() {
    static constexpr uint64_t kWords[] = {
        0,          1,     2,     3,      4,          8,          15,         16,
        18,         0x7f,  0x80,  0xff,   511,        512,        4095,       4096,
        65535,      65536, 66560, 0x7fff, 0x8000,     0xfff0,     0x7fffffff, 0x80000000,
        0xffffffff, ~0ull, ~7ull, ~15ull, 1ull << 63, 1ull << 47, 1ull << 32, 1ull << 30};
    return kWords[Below(std::size(kWords))];
  }

  std::string& bytes_;
  std::mt19937_64& random_;
};

// A change of one tree or overflow page, by what LMDB would follow.
void ForgePage(Forger* forger, uint64_t page) {
  static constexpr std::pair<uint64_t, uint64_t> kHeader[] = {{0, 8},  {0, 4},  {8, 2}, {10, 2},
                                                              {12, 2}, {14, 2}, {12, 4}};
  const uint64_t base = page * kPage;
  const uint64_t nodes = std::min<uint64_t>((forger->U16(base + 12) - 16u) / 2u, (kPage - 16) / 2);
  const uint64_t kind = forger->Below(3);
  if (kind == 0 || nodes == 0) {
    const auto [at, width] = kHeader[forger->Below(std::size(kHeader))];
    return forger->Change(base + at, width);
  }
  const uint64_t pointer = base + 16 + 2 * forger->Below(nodes);
  if (kind == 1) return forger->Change(pointer, 2);
  const uint64_t node = base + forger->U16(pointer) % kPage;
  static constexpr std::pair<uint64_t, uint64_t> kNode[] = {{0, 2}, {2, 2}, {0, 4}, {4, 2}, {6, 2}};
  if (forger->Below(2) == 0) {
    const auto [at, width] = kNode[forger->Below(std::size(kNode))];
    return forger->Change(node + at, width);
  }
  // The key, and what follows it: a value, or the number of an overflow page.
  forger->ChangeAnyIn(node + 8,
                      std::min<uint64_t>(64, base + kPage - std::min(node + 8, base + kPage)));
}

void ForgeMeta(Forger* forger) {
  static constexpr std::pair<uint64_t, uint64_t> kMeta[] = {
      {0, 8},  {10, 2}, {16, 4},  {20, 4},  {24, 8},  {32, 8},  {40, 4},  {44, 2},
      {46, 2}, {48, 8}, {56, 8},  {64, 8},  {72, 8},  {80, 8},  {88, 4},  {92, 2},
      {94, 2}, {96, 8}, {104, 8}, {112, 8}, {120, 8}, {128, 8}, {136, 8}, {144, 8}};
  const auto [at, width] = kMeta[forger->Below(std::size(kMeta))];
  forger->Change(forger->Below(2) * kPage + at, width);
}

}  // namespace

std::string ForgeImage(const std::string& sound, std::mt19937_64* random) {
  namespace at = image_record;
  std::string image = sound;
  Forger forger(&image, random);
  const uint64_t parts = GetLittleEndian<uint32_t>(forger.Byte(at::kPartCountAt));
  for (uint64_t count = 1 + forger.Below(3); count > 0; --count) {
    const uint64_t part = forger.Below(parts + 1);
    if (part == parts) {
      forger.ChangeAnyIn(0, at::DirectoryBytes(parts));
      continue;
    }
    const uint8_t* const entry = AsBytes(sound).data() + at::kFixedBytes + part * at::kPartBytes;
    const uint64_t begin = GetLittleEndian<uint64_t>(entry);
    const uint64_t bytes = GetLittleEndian<uint64_t>(entry + 8);
    if (forger.Below(8) == 0)
      forger.Change(at::kFixedBytes + part * at::kPartBytes + 8 * forger.Below(2), 8);
    else if (bytes > 0)
      forger.ChangeAnyIn(begin, bytes);
  }
  if (forger.Below(16) == 0) {
    image.resize(forger.Below(image.size() + 64));
    if (image.size() >= at::kFixedBytes)
      PutLittleEndian<uint64_t>(AsMutableBytes(&image).data() + at::kImageBytesAt, image.size());
  }
  RehashImage(&image);
  return image;
}

std::string ForgeStore(const OpenedStore& sound, std::mt19937_64* random) {
  OpenedStore store = sound;
  Forger forger(&store.lmdb, random);
  const uint64_t pages = store.lmdb.size() / kPage;
  for (uint64_t count = 1 + forger.Below(3); count > 0; --count) {
    const uint64_t kind = forger.Below(16);
    if (kind < 3) {
      ForgeMeta(&forger);
    } else if (kind < 12) {
      ForgePage(&forger, 2 + forger.Below(pages - 2));
    } else if (kind < 13) {
      const uint64_t from = forger.Below(pages) * kPage;
      std::copy_n(sound.lmdb.data() + from, kPage, forger.Byte(forger.Below(pages) * kPage));
    } else {
      const OpenedStore::Record& record = sound.records[forger.Below(sound.records.size())];
      forger.ChangeAnyIn(record.offset, record.bytes);
    }
  }
  if (forger.Below(16) == 0) store.lmdb.resize(kPage * (1 + forger.Below(pages + 2)));
  RehashStore(&store.lmdb);
  for (Extent& extent : store.extents) {
    if (forger.Below(32) == 0) extent.bytes += forger.Below(3) - 1;
    if (extent.offset + extent.bytes > store.lmdb.size()) {
      store.extents.clear();
      break;
    }
  }
  return PutTogether(store);
}

}  // namespace tilebase
