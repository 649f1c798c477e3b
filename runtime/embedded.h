// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The walk for a microcontroller: a puzzle solved move by move from a table set in the compact form
// (docs/format.md, section 12), which lies in flash and is read in place. A walk is a few words of
// RAM; no division, no arithmetic wider than 32 bits. The actions are those of walk.h, to the last
// one: tools/export/embed.h makes the form and checks that.
//
// The rank (tables/ranking.h, steps 1 to 4) is computed again for each move by Horner's rule, which
// needs no weights: some hundred instructions for a stage of one tile, and nothing to store.
//
// Freestanding: no heap, no library beyond <stdint.h>.

#ifndef TILEBASE_RUNTIME_EMBEDDED_H_
#define TILEBASE_RUNTIME_EMBEDDED_H_

#include <stdint.h>

#include "tables/entry.h"
#include "tables/format.h"
#include "tables/geometry.h"

namespace tilebase {

// The compact form: header | stages | CRC-32. A set of tiles is one bit a cell: bit t-1 is tile t.
namespace compact_form {
inline constexpr uint8_t kMagic[4] = {'T', 'B', 'C', 1};  // the last one is the version
inline constexpr uint32_t kMagicAt = 0;                   // 4 bytes
inline constexpr uint32_t kWidthAt = 4;                   // u8
inline constexpr uint32_t kHeightAt = 5;                  // u8
inline constexpr uint32_t kStageCountAt = 6;              // u8
inline constexpr uint32_t kZeroAt = 7;                    // u8
inline constexpr uint32_t kFormBytesAt = 8;               // u32
inline constexpr uint32_t kWorstCaseAt = 12;              // u32
inline constexpr uint32_t kHeaderBytes = 16;
inline constexpr uint32_t kMaxWorstCase = 63u * 65535u;  // stages of a board, depth of a table
inline constexpr uint32_t kCrcBytes = 4;
// A stage: fixed part | G | R | policy | detours.
inline constexpr uint32_t kPolicyBytesAt = 0;  // u32
inline constexpr uint32_t kDetourBytesAt = 4;  // u32
inline constexpr uint32_t kTrackedAt = 8;      // u8
inline constexpr uint32_t kStageBytes = 9;
// A detour: rank | length | actions, four a byte.
inline constexpr uint32_t kDetourRankAt = 0;    // 3 bytes
inline constexpr uint32_t kDetourLengthAt = 3;  // u8
inline constexpr uint32_t kDetourBytes = 4;

// CRC-32 as in Ethernet and zip.
constexpr uint32_t Crc32(const uint8_t* bytes, uint32_t size) {
  uint32_t crc = ~uint32_t{0};
  for (uint32_t i = 0; i < size; ++i) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320u : 0u);
  }
  return ~crc;
}
}  // namespace compact_form

// Whether these are tables as the generator made them: the CRC finds accidents, the other checks
// keep a walk over made-up tables within the `size` bytes. Cost: one pass. Tables in the program's
// own flash need no check; downloaded ones do.
constexpr bool IsSoundCompactForm(const uint8_t* form, uint32_t size) {
  namespace at = compact_form;
  if (size < at::kHeaderBytes + at::kCrcBytes) return false;
  for (uint32_t i = 0; i < sizeof at::kMagic; ++i)
    if (form[at::kMagicAt + i] != at::kMagic[i]) return false;
  const uint32_t end = size - at::kCrcBytes;
  const Geometry geometry = {form[at::kWidthAt], form[at::kHeightAt]};
  if (GetLittleEndian<uint32_t>(form + at::kFormBytesAt) != size || !geometry.IsValid() ||
      form[at::kZeroAt] != 0 ||
      GetLittleEndian<uint32_t>(form + at::kWorstCaseAt) > at::kMaxWorstCase ||
      GetLittleEndian<uint32_t>(form + end) != at::Crc32(form, end))
    return false;
  const uint32_t fixed = at::kStageBytes + 2 * ((static_cast<uint32_t>(geometry.cells()) + 7) >> 3);
  uint32_t begin = at::kHeaderBytes;
  for (int stage = form[at::kStageCountAt]; stage > 0; --stage) {
    if (end - begin < fixed) return false;
    const uint32_t policy = GetLittleEndian<uint32_t>(form + begin + at::kPolicyBytesAt);
    const uint32_t detours = GetLittleEndian<uint32_t>(form + begin + at::kDetourBytesAt);
    begin += fixed;
    if (policy > end - begin) return false;
    begin += policy;
    if (detours > end - begin) return false;
    const uint32_t stage_end = begin + detours;
    while (begin != stage_end) {
      if (stage_end - begin < at::kDetourBytes) return false;
      const uint32_t actions = (form[begin + at::kDetourLengthAt] + 3u) >> 2;
      begin += at::kDetourBytes;
      if (actions == 0 || actions > stage_end - begin) return false;
      begin += actions;
    }
  }
  return begin == end;
}

// One puzzle on its way to the goal.
class EmbeddedWalk {
 public:
  // What Next returns besides an Action.
  static constexpr uint8_t kSolved = 4;
  static constexpr uint8_t kDamaged =
      5;  // tables that lead nowhere, or no board that can be solved

  // The form must outlive the walk.
  explicit EmbeddedWalk(const uint8_t* form)
      : stage_(form + compact_form::kHeaderBytes),
        width_(form[compact_form::kWidthAt]),
        cells_(0),
        stages_(form[compact_form::kStageCountAt]),
        left_(GetLittleEndian<uint32_t>(form + compact_form::kWorstCaseAt)) {
    for (int row = form[compact_form::kHeightAt]; row > 0; --row)
      cells_ = static_cast<uint8_t>(cells_ + width_);
  }

  // A walk by the table of one stage (from 0) and of those after it, which leaves that stage's
  // detours aside: how the table itself judges a board. Requires stage < the form's stages.
  EmbeddedWalk(const uint8_t* form, uint8_t stage) : EmbeddedWalk(form) {
    for (; stage != 0; --stage, --stages_) stage_ = Read().end;
    started_ = true;
  }

  // For those who show what the walk does. Stages to go, that of the last action included.
  uint8_t stages_left() const { return stages_; }
  // Whether an action so far was written out as a detour.
  bool has_detoured() const { return detour_ != nullptr; }
  // That stage's sets of tiles, one bit a cell, and whether it is done, so that the next action is
  // of a later one. Require stages_left() != 0.
  const uint8_t* stage_goal() const { return Read().goal; }
  const uint8_t* stage_fixed() const { return Read().fixed; }
  bool IsStageDone(const uint8_t* board) const {
    return detour_left_ == 0 && IsHome(Read(), board);
  }

  // Applies the next action to the board, of one byte a cell with 0 for the blank, and returns its
  // number. Between two calls the board must stay as it is. Requires that each of 0 .. cells-1
  // is on the board once. No more calls than the set's certified worst case give an action.
  uint8_t Next(uint8_t* board) {
    for (; stages_ != 0; --stages_) {
      const Stage stage = Read();
      if (detour_left_ == 0) {
        if (IsHome(stage, board)) {
          stage_ = stage.end;
          started_ = false;
          continue;
        }
        const uint32_t rank = Rank(stage, board);
        if (!started_) FindDetour(stage, rank);
        started_ = true;
        if (detour_left_ == 0) {
          const uint32_t byte = rank / kEntriesPerByte;
          if (byte >= stage.policy_bytes) return kDamaged;
          return Apply(GetAction(stage.policy + byte, rank % kEntriesPerByte), board);
        }
      }
      --detour_left_;
      const Action action = GetAction(detour_, detour_at_++);
      return Apply(action, board);
    }
    return kSolved;
  }

 private:
  struct Stage {
    const uint8_t* goal;
    const uint8_t* fixed;
    const uint8_t* policy;
    const uint8_t* detours;
    const uint8_t* end;
    uint32_t policy_bytes;
    uint8_t tracked;
  };

  // Whether the set holds tile index+1, or the home of that tile.
  static bool Holds(const uint8_t* set, unsigned index) {
    return (set[index >> 3] >> (index & 7) & 1) != 0;
  }

  Stage Read() const {
    const uint32_t mask_bytes = (cells_ + 7u) >> 3;
    Stage stage;
    stage.policy_bytes = GetLittleEndian<uint32_t>(stage_ + compact_form::kPolicyBytesAt);
    stage.tracked = stage_[compact_form::kTrackedAt];
    stage.goal = stage_ + compact_form::kStageBytes;
    stage.fixed = stage.goal + mask_bytes;
    stage.policy = stage.fixed + mask_bytes;
    stage.detours = stage.policy + stage.policy_bytes;
    stage.end = stage.detours + GetLittleEndian<uint32_t>(stage_ + compact_form::kDetourBytesAt);
    return stage;
  }

  bool IsHome(const Stage& stage, const uint8_t* board) const {
    for (unsigned cell = 0; cell < cells_; ++cell)
      if (Holds(stage.goal, cell) && board[cell] != cell + 1) return false;
    return true;
  }

  uint32_t Rank(const Stage& stage, const uint8_t* board) const {
    // Tile 0 is the blank: its index among the free cells is the first digit, and counts all of
    // them before it; then the tracked tiles in ascending order.
    uint32_t free = 0;
    for (unsigned cell = 0; cell < cells_; ++cell)
      if (!Holds(stage.fixed, cell)) ++free;
    uint32_t rank = 0;
    uint8_t left = stage.tracked;
    for (unsigned tile = 0;; ++tile) {
      if (tile != 0) {
        if (left == 0 || tile == cells_) return rank;
        if (!Holds(stage.goal, tile - 1)) continue;
        --left;
      }
      rank *= free--;
      for (unsigned cell = 0; cell < cells_ && board[cell] != tile; ++cell) {
        const unsigned other = board[cell];
        if (Holds(stage.fixed, cell)) continue;
        if (tile != 0 && (other == 0 || (other < tile && Holds(stage.goal, other - 1)))) continue;
        ++rank;
      }
    }
  }

  // Where the stage has actions of their own for boards of this rank, follows them.
  void FindDetour(const Stage& stage, uint32_t rank) {
    for (const uint8_t* detour = stage.detours; detour < stage.end;) {
      const uint32_t word = GetLittleEndian<uint32_t>(detour);
      const uint8_t length = detour[compact_form::kDetourLengthAt];
      detour += compact_form::kDetourBytes;
      if ((word & 0xFFFFFFu) == rank) {
        detour_ = detour;
        detour_at_ = 0;
        detour_left_ = length;
        return;
      }
      detour += (length + 3u) >> 2;
    }
  }

  uint8_t Apply(Action action, uint8_t* board) {
    unsigned blank = 0;
    unsigned column = 0;
    while (blank < cells_ && board[blank] != 0) {
      ++blank;
      if (++column == width_) column = 0;
    }
    unsigned from = blank;
    switch (action) {
      case Action::kLeft:
        if (column + 1 == width_) return kDamaged;
        from += 1;
        break;
      case Action::kRight:
        if (column == 0) return kDamaged;
        from -= 1;
        break;
      case Action::kUp:
        from += width_;
        break;
      case Action::kDown:
        from -= width_;  // wraps where there is no row above
        break;
    }
    if (from >= cells_ || blank >= cells_ || left_ == 0) return kDamaged;
    --left_;
    board[blank] = board[from];
    board[from] = 0;
    return static_cast<uint8_t>(action);
  }

  const uint8_t* stage_;
  const uint8_t* detour_ = nullptr;
  uint8_t width_;
  uint8_t cells_;
  uint8_t stages_;           // to go, the current one included
  bool started_ = false;     // the current one
  uint8_t detour_at_ = 0;    // actions done
  uint8_t detour_left_ = 0;  // and to do
  uint32_t left_;            // actions that the walk may still take
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_EMBEDDED_H_
