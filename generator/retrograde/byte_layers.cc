// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/retrograde/byte_layers.h"

#include <algorithm>

namespace tilebase::retrograde {

void ByteLayers::Resize(size_t bytes) {
  for (count_ = 0;; bytes = RoundUp(bytes / 8)) {
    if (layers_.size() == count_) layers_.emplace_back();
    Layer& layer = layers_[count_++];
    const bool is_last = bytes == kUnit;
    const size_t masks = is_last ? kTopBytes : RoundUp(bytes / 8);
    if (layer.masks.size() < masks) layer.masks.resize(masks);
    if (layer.rest.size() < bytes + kUnit) layer.rest.resize(bytes + kUnit);
    // What there is of masks beyond the layer's bytes tells of none.
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

}  // namespace tilebase::retrograde
