// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/retrograde/run_packer.h"

#include <string.h>

#include <algorithm>

#include "generator/retrograde/layout.h"
#include "tables/format.h"

namespace tilebase::retrograde {
namespace {

// How many layers zstd packs: higher layers have few bytes.
constexpr size_t kPackedLayers = 2;
// Fewer bytes are stored unpacked.
constexpr size_t kLeastPacked = 128;
constexpr size_t kHeadBytes = 4 * kPackedLayers;
// The memory that zstd takes at its first level, both ways, for `bytes` bytes.
uint64_t ZstdBytes(uint64_t bytes) {
  return (160 << 10) + std::min<uint64_t>(512 << 10, 8 * bytes);
}

size_t PlainBytes(const Layout& layout) {
  return ByteLayers::RoundUp(layout.kind == Kind::kDense
                                 ? RunRows(layout) * static_cast<uint64_t>(layout.row_bytes)
                                 : RunWords(layout) * 8);
}

// Returns the lower 32 bits of a word, with a zero after each.
uint64_t Apart(uint64_t bits) {
  bits &= 0xffffffff;
  bits = (bits | bits << 16) & 0x0000ffff0000ffff;
  bits = (bits | bits << 8) & 0x00ff00ff00ff00ff;
  bits = (bits | bits << 4) & 0x0f0f0f0f0f0f0f0f;
  bits = (bits | bits << 2) & 0x3333333333333333;
  return (bits | bits << 1) & 0x5555555555555555;
}

// The inverse of Apart.
uint64_t Together(uint64_t bits) {
  bits &= 0x5555555555555555;
  bits = (bits | bits >> 1) & 0x3333333333333333;
  bits = (bits | bits >> 2) & 0x0f0f0f0f0f0f0f0f;
  bits = (bits | bits >> 4) & 0x00ff00ff00ff00ff;
  bits = (bits | bits >> 8) & 0x0000ffff0000ffff;
  return (bits | bits >> 16) & 0xffffffff;
}

uint64_t WordAt(const std::vector<uint8_t>& bytes, size_t at) {
  uint64_t word;
  memcpy(&word, &bytes[at], sizeof word);
  return word;
}

void SetWord(uint64_t word, size_t at, std::vector<uint8_t>* bytes) {
  memcpy(&(*bytes)[at], &word, sizeof word);
}

}  // namespace

void ByteLayers::Resize(size_t bytes) {
  for (count_ = 0;; bytes = RoundUp(bytes / 8)) {
    if (layers_.size() == count_) layers_.emplace_back();
    Layer& layer = layers_[count_++];
    const bool is_last = bytes == kUnit;
    const size_t masks = is_last ? kTopBytes : RoundUp(bytes / 8);
    if (layer.masks.size() < masks) layer.masks.resize(masks);
    if (layer.rest.size() < bytes + kUnit) layer.rest.resize(bytes + kUnit);
    // Masks beyond the layer's bytes mark no byte.
    std::fill(layer.masks.begin() + static_cast<ptrdiff_t>(bytes / 8),
              layer.masks.begin() + static_cast<ptrdiff_t>(masks), 0);
    layer.bytes = bytes;
    if (is_last) return;
  }
}

void ByteLayers::Strip(absl::Span<const uint8_t> bytes) {
  Resize(bytes.size());
  const uint8_t* from = bytes.data();
  for (size_t i = 0; i < count_; ++i) {
    Layer& layer = layers_[i];
    layer.size = kernels_.strip(from, layer.bytes, layer.masks.data(), layer.rest.data());
    from = layer.masks.data();
  }
}

size_t ByteLayers::size() const {
  size_t size = kTopBytes;
  for (size_t i = 0; i < count_; ++i) size += layers_[i].size;
  return size;
}

void ByteLayers::Measure(Layer* layer) {
  layer->size = kernels_.count_masks(layer->masks.data(), layer->bytes / 8);
}

void ByteLayers::Begin(size_t bytes, absl::Span<const uint8_t> top) {
  Resize(bytes);
  Layer& highest = layers_[count_ - 1];
  std::copy(top.begin(), top.end(), highest.masks.begin());
  Measure(&highest);
}

void ByteLayers::Unstrip(size_t layer, bool add, uint8_t* bytes) {
  const Layer& from = layers_[layer];
  if (layer == 0) {
    (add ? kernels_.add_unstripped : kernels_.unstrip)(from.masks.data(), from.bytes,
                                                       from.rest.data(), bytes);
    return;
  }
  Layer& to = layers_[layer - 1];
  kernels_.unstrip(from.masks.data(), from.bytes, from.rest.data(), to.masks.data());
  Measure(&to);
}

RunPacker::RunPacker(const Layout& layout, const Kernels& kernels)
    : layout_(layout),
      kernels_(kernels),
      plain_bytes_(PlainBytes(layout)),
      layers_(kernels),
      plain_(plain_bytes_ + ByteLayers::kUnit),
      pairs_(2 * plain_bytes_) {
  for (std::vector<uint8_t>& residue : joined_) residue.resize(plain_bytes_ + ByteLayers::kUnit);
}

uint64_t RunPacker::Bytes(const Layout& layout) {
  // For the layers and their packed bytes, the pairs and their packed bytes, and the three
  // residues.
  return 10 * (PlainBytes(layout) + ByteLayers::kUnit) + ZstdBytes(PlainBytes(layout));
}

void RunPacker::Pack(uint64_t first_outer, const uint64_t* rows, size_t room,
                     std::vector<uint8_t>* packed) {
  const uint8_t* plain = reinterpret_cast<const uint8_t*>(rows);
  if (is_dense()) {
    kernels_.squeeze(layout_, first_outer, rows, plain_.data());
    plain = plain_.data();
  }
  layers_.Strip({plain, plain_bytes_});
  size_t most = room + kHeadBytes + layers_.size();
  for (size_t i = 0; i < std::min(kPackedLayers, layers_.count()); ++i)
    most += BytePacker::MostBytes(layers_.rest(i).size());
  packed->resize(most);
  uint8_t* const head = packed->data() + room;
  uint8_t* out = std::copy(layers_.top().begin(), layers_.top().end(), head + kHeadBytes);
  for (size_t i = layers_.count(); i-- > 0;) {
    const absl::Span<const uint8_t> rest = layers_.rest(i);
    size_t size = rest.size();
    if (i < kPackedLayers && size >= kLeastPacked) size = packer_.Pack(rest, out);
    if (size >= rest.size()) {
      size = rest.size();
      std::copy(rest.begin(), rest.end(), out);
    }
    if (i < kPackedLayers) PutLittleEndian<uint32_t>(head + 4 * i, static_cast<uint32_t>(size));
    out += size;
  }
  packed->resize(static_cast<size_t>(out - packed->data()));
}

bool RunPacker::UnpackLayers(absl::Span<const uint8_t> packed, bool add, uint8_t* plain) {
  if (packed.size() < kHeadBytes + ByteLayers::kTopBytes) return false;
  const uint8_t* const head = packed.data();
  packed.remove_prefix(kHeadBytes);
  layers_.Begin(plain_bytes_, packed.first(ByteLayers::kTopBytes));
  packed.remove_prefix(ByteLayers::kTopBytes);
  for (size_t i = layers_.count(); i-- > 0;) {
    const absl::Span<uint8_t> rest = layers_.room(i);
    const size_t size = i < kPackedLayers ? GetLittleEndian<uint32_t>(head + 4 * i) : rest.size();
    if (size > packed.size()) return false;
    if (size == rest.size())
      std::copy_n(packed.begin(), size, rest.begin());
    else if (!packer_.Unpack(packed.first(size), rest))
      return false;
    packed.remove_prefix(size);
    layers_.Unstrip(i, add, plain);
  }
  return packed.empty();
}

bool RunPacker::Unpack(absl::Span<const uint8_t> packed, uint64_t first_outer, uint64_t* rows) {
  if (!is_dense()) return UnpackLayers(packed, false, reinterpret_cast<uint8_t*>(rows));
  if (!UnpackLayers(packed, false, plain_.data())) return false;
  const uint8_t* const plain = plain_.data();
  kernels_.spread(layout_, first_outer, 1, &plain, &rows);
  return true;
}

void RunPacker::BeginJoining() {
  for (std::vector<uint8_t>& residue : joined_) std::fill(residue.begin(), residue.end(), 0);
}

bool RunPacker::Add(absl::Span<const uint8_t> packed, int residue) {
  return UnpackLayers(packed, true, joined_[residue].data());
}

// Residue 0 is 01, 1 is 10, 2 is 11, and 00 stands for no depth.
void RunPacker::PackJoined(size_t room, std::vector<uint8_t>* packed) {
  for (size_t i = 0; i < plain_bytes_; i += 8) {
    const uint64_t both = WordAt(joined_[2], i);
    const uint64_t low = WordAt(joined_[0], i) | both;
    const uint64_t high = WordAt(joined_[1], i) | both;
    SetWord(Apart(low) | Apart(high) << 1, 2 * i, &pairs_);
    SetWord(Apart(low >> 32) | Apart(high >> 32) << 1, 2 * i + 8, &pairs_);
  }
  packed->resize(room + BytePacker::MostBytes(pairs_.size()));
  packed->resize(room + packer_.Pack(pairs_, packed->data() + room));
}

bool RunPacker::UnpackJoined(absl::Span<const uint8_t> packed) {
  if (!packer_.Unpack(packed, absl::MakeSpan(pairs_))) return false;
  for (size_t i = 0; i < plain_bytes_; i += 8) {
    const uint64_t pairs[2] = {WordAt(pairs_, 2 * i), WordAt(pairs_, 2 * i + 8)};
    const uint64_t low = Together(pairs[0]) | Together(pairs[1]) << 32;
    const uint64_t high = Together(pairs[0] >> 1) | Together(pairs[1] >> 1) << 32;
    SetWord(low & ~high, i, &joined_[0]);
    SetWord(high & ~low, i, &joined_[1]);
    SetWord(low & high, i, &joined_[2]);
  }
  return true;
}

void RunPacker::FinishJoining(uint64_t first_outer, uint64_t* const (&rows)[3]) {
  const uint8_t* const plain[3] = {joined_[0].data(), joined_[1].data(), joined_[2].data()};
  if (is_dense())
    kernels_.spread(layout_, first_outer, 3, plain, rows);
  else
    for (int i = 0; i < 3; ++i) memcpy(rows[i], plain[i], RunWords(layout_) * 8);
}

}  // namespace tilebase::retrograde
