// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Bytes of which most are zero, in layers: a bit for each byte tells whether it is not zero, and
// those that are not are the layer's rest; of the bytes of these bits most are zero too, and so on,
// until 64 bytes are left.

#ifndef TILEBASE_GENERATOR_RETROGRADE_BYTE_LAYERS_H_
#define TILEBASE_GENERATOR_RETROGRADE_BYTE_LAYERS_H_

#include <stddef.h>
#include <stdint.h>

#include <vector>

#include "absl/types/span.h"
#include "generator/retrograde/kernel.h"

namespace tilebase::retrograde {

// One thread at a time. Byte counts are multiples of kUnit.
class ByteLayers {
 public:
  static constexpr size_t kUnit = 64;
  static constexpr size_t kTopBytes = kUnit / 8;
  static constexpr size_t RoundUp(size_t bytes) { return (bytes + kUnit - 1) / kUnit * kUnit; }

  explicit ByteLayers(const Kernels& kernels) : kernels_(kernels) {}

  // Replaces the layers by those of `bytes`.
  void Strip(absl::Span<const uint8_t> bytes);
  // Layer 0 is the lowest; above the highest there are kTopBytes.
  size_t count() const { return count_; }
  absl::Span<const uint8_t> rest(size_t layer) const {
    return {layers_[layer].rest.data(), layers_[layer].size};
  }
  absl::Span<const uint8_t> top() const { return {layers_[count_ - 1].masks.data(), kTopBytes}; }
  // What all of it takes.
  size_t size() const;

  // The way back: Begin with the top of so many bytes. Then, from the highest layer to the lowest,
  // fill in its rest, whose size is known now, and Unstrip: the lowest to `bytes`, which are
  // replaced, or with `add` or-ed. All of it stays within the bytes, whatever is filled in.
  void Begin(size_t bytes, absl::Span<const uint8_t> top);
  absl::Span<uint8_t> room(size_t layer) {
    return {layers_[layer].rest.data(), layers_[layer].size};
  }
  void Unstrip(size_t layer, bool add, uint8_t* bytes);
  // A byte for each eight bytes, not zero where they are not all zero; when the lowest layer's rest
  // can be filled in.
  absl::Span<const uint8_t> masks() const {
    return {layers_[0].masks.data(), layers_[0].bytes / 8};
  }

 private:
  struct Layer {
    size_t bytes = 0;  // that it is of
    size_t size = 0;   // of the rest
    std::vector<uint8_t> masks;
    std::vector<uint8_t> rest;
  };
  void Resize(size_t bytes);
  void Measure(Layer* layer);

  const Kernels& kernels_;
  std::vector<Layer> layers_;
  size_t count_ = 0;  // of them that are used
};

}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_BYTE_LAYERS_H_
