// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Packs a run's bits for a file.
//
//   one depth   few bits are set. They are packed in layers (ByteLayers), the lowest of them with
//               zstd: 5 bits a state (docs/cluster.md), the same as an ideal code that knows only
//               how many of a run's bits are set
//   all depths  the residue modulo 3 in two bits, and zstd: 1.6 bits a state
//
// Only one process reads packed bytes (with one kind of processor and one zstd).

#ifndef TILEBASE_GENERATOR_RETROGRADE_RUN_PACKER_H_
#define TILEBASE_GENERATOR_RETROGRADE_RUN_PACKER_H_

#include <stddef.h>
#include <stdint.h>

#include <vector>

#include "absl/types/span.h"
#include "generator/retrograde/kernel.h"
#include "tables/codec/codec.h"

namespace tilebase::retrograde {

// Packs bytes that are mostly zero, in layers: a bit for each byte says whether it is not zero, and
// the nonzero bytes are the layer's rest. The bytes of these bits are mostly zero, too, and are the
// next layer, and so on until 64 bytes are left.
//
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
  // The bytes of all layers.
  size_t size() const;

  // Unpacks: call Begin with the top for `bytes` bytes. Then, from the highest layer to the lowest,
  // fill in its rest, whose size is now known, and call Unstrip. The lowest layer's Unstrip writes
  // `bytes`: it replaces them, or with `add` ors into them. Invalid input never leads outside the
  // bytes.
  void Begin(size_t bytes, absl::Span<const uint8_t> top);
  absl::Span<uint8_t> room(size_t layer) {
    return {layers_[layer].rest.data(), layers_[layer].size};
  }
  void Unstrip(size_t layer, bool add, uint8_t* bytes);
  // A byte for each eight bytes, zero only if all eight are zero. Valid once the lowest layer's
  // rest can be filled in.
  absl::Span<const uint8_t> masks() const {
    return {layers_[0].masks.data(), layers_[0].bytes / 8};
  }

 private:
  struct Layer {
    size_t bytes = 0;  // bytes that the layer describes
    size_t size = 0;   // of the rest
    std::vector<uint8_t> masks;
    std::vector<uint8_t> rest;
  };
  void Resize(size_t bytes);
  void Measure(Layer* layer);

  const Kernels& kernels_;
  std::vector<Layer> layers_;
  size_t count_ = 0;  // layers in use
};

// One thread at a time. Rows are the RunWords words of a run; kPlaneMargin bytes after them may be
// read and written. Throws std::bad_alloc.
class RunPacker {
 public:
  // The arguments must outlive this object.
  RunPacker(const Layout& layout, const Kernels& kernels);
  // The greatest memory of a packer.
  static uint64_t Bytes(const Layout& layout);

  // Replaces *packed by the bits of one depth, after `room` bytes. The run begins with outer number
  // first_outer.
  void Pack(uint64_t first_outer, const uint64_t* rows, size_t room, std::vector<uint8_t>* packed);
  // Replaces the rows. Returns false if the bytes are not what Pack made; the rows are undefined
  // then.
  bool Unpack(absl::Span<const uint8_t> packed, uint64_t first_outer, uint64_t* rows);

  // Joins several depths: BeginJoining, Add for each, then FinishJoining, which fills in the rows
  // of the three residues. PackJoined and UnpackJoined pack and unpack these.
  void BeginJoining();
  bool Add(absl::Span<const uint8_t> packed, int residue);
  void PackJoined(size_t room, std::vector<uint8_t>* packed);
  bool UnpackJoined(absl::Span<const uint8_t> packed);
  void FinishJoining(uint64_t first_outer, uint64_t* const (&rows)[3]);

 private:
  bool is_dense() const { return layout_.kind == Kind::kDense; }
  bool UnpackLayers(absl::Span<const uint8_t> packed, bool add, uint8_t* plain);

  const Layout& layout_;
  const Kernels& kernels_;
  const size_t plain_bytes_;  // bytes of a plane without unused bits, a multiple of 64
  ByteLayers layers_;
  std::vector<uint8_t> plain_;
  std::vector<uint8_t> joined_[3];
  std::vector<uint8_t> pairs_;  // two bits an entry
  BytePacker packer_;
};

}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_RUN_PACKER_H_
