// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A run's bits in few bytes, for a file.
//
//   of one depth   few bits are set: in layers (ByteLayers), of which zstd packs the lowest: 5 bits
//                  a state (docs/cluster.md), where an ideal code that knows nothing but how many
//                  of a run's bits are set needs as many
//   of all depths  the residue modulo 3 in two bits, and zstd: 1.6 bits a state
//
// Packed bytes are a matter of one process (of one kind of processor, one zstd).

#ifndef TILEBASE_GENERATOR_RETROGRADE_RUN_PACKER_H_
#define TILEBASE_GENERATOR_RETROGRADE_RUN_PACKER_H_

#include <stddef.h>
#include <stdint.h>

#include <vector>

#include "absl/types/span.h"
#include "generator/retrograde/kernel.h"
#include "tables/codec/codec.h"

namespace tilebase::retrograde {

// Bytes of which most are zero, in layers: a bit for each byte tells whether it is not zero, and
// those that are not are the layer's rest; of the bytes of these bits most are zero too, and so on,
// until 64 bytes are left.
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

// One thread at a time. Rows are a run's, RunWords of them, and kPlaneMargin bytes after them may
// be read and written. Throws std::bad_alloc.
class RunPacker {
 public:
  // The arguments must outlive this.
  RunPacker(const Layout& layout, const Kernels& kernels);
  // At most what one takes.
  static uint64_t Bytes(const Layout& layout);

  // Replaces *packed by the bits of one depth, after `room` bytes. The run begins with this outer
  // number.
  void Pack(uint64_t first_outer, const uint64_t* rows, size_t room, std::vector<uint8_t>* packed);
  // Replaces the rows. False where the bytes are not what Pack made; the rows are undefined then.
  bool Unpack(absl::Span<const uint8_t> packed, uint64_t first_outer, uint64_t* rows);

  // Puts several depths together: Begin, Add for each, then Finish, which fills in the rows of the
  // three residues. Packed together they can be had again.
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
  const size_t plain_bytes_;  // of a plane without holes, a multiple of 64
  ByteLayers layers_;
  std::vector<uint8_t> plain_;
  std::vector<uint8_t> joined_[3];
  std::vector<uint8_t> pairs_;  // two bits an entry
  BytePacker packer_;
};

}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_RUN_PACKER_H_
