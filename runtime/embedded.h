// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The walk for a microcontroller: solves a puzzle move by move from a table set in the compact form
// (docs/format.md, section 12), which lies in flash and is read in place. A walk is a few words of
// RAM; it uses no division and no arithmetic wider than 32 bits. It plays exactly the actions of
// walk.h: tools/export/embed.h makes the form and checks that.
//
// The rank (tables/ranking.h, steps 1 to 4) is computed again for each move by Horner's rule, which
// needs no weights: about a hundred instructions for a stage of one tile, and nothing to store.
//
// Freestanding: no heap, no library beyond <stdint.h>. One file in C++11, for vendors' compilers.
// So it has two lines of its own in place of tables/entry.h and tables/format.h.

#ifndef TILEBASE_RUNTIME_EMBEDDED_H_
#define TILEBASE_RUNTIME_EMBEDDED_H_

#include <stdint.h>

namespace tilebase {

// The compact form: header | stages | CRC-32. A set of tiles is one bit a cell: bit t-1 is tile t.
namespace compact_form {
constexpr uint8_t kMagic[4] = {'T', 'B', 'C', 1};  // the last byte is the version
constexpr uint32_t kMagicAt = 0;                   // 4 bytes
constexpr uint32_t kWidthAt = 4;                   // u8
constexpr uint32_t kHeightAt = 5;                  // u8
constexpr uint32_t kStageCountAt = 6;              // u8
constexpr uint32_t kZeroAt = 7;                    // u8
constexpr uint32_t kFormBytesAt = 8;               // u32
constexpr uint32_t kWorstCaseAt = 12;              // u32
constexpr uint32_t kHeaderBytes = 16;
constexpr uint32_t kMaxWorstCase = 63u * 65535u;  // stages of a board, depth of a table
constexpr uint32_t kCrcBytes = 4;
// A stage: fixed part | G | R | policy | detours.
constexpr uint32_t kPolicyBytesAt = 0;  // u32
constexpr uint32_t kDetourBytesAt = 4;  // u32
constexpr uint32_t kTrackedAt = 8;      // u8
constexpr uint32_t kStageBytes = 9;
// A detour: rank | length | actions, four a byte.
constexpr uint32_t kDetourRankAt = 0;    // 3 bytes
constexpr uint32_t kDetourLengthAt = 3;  // u8
constexpr uint32_t kDetourBytes = 4;

constexpr uint8_t kMinSide = 2;
constexpr uint8_t kMaxSide = 8;

inline uint32_t ReadU32(const uint8_t* from) {
  return from[0] | static_cast<uint32_t>(from[1]) << 8 | static_cast<uint32_t>(from[2]) << 16 |
         static_cast<uint32_t>(from[3]) << 24;
}

// Four actions a byte, the first in the lowest bits.
inline uint8_t ReadAction(const uint8_t* actions, uint32_t index) {
  return actions[index >> 2] >> ((index & 3) * 2) & 3;
}

// CRC-32 as in Ethernet and zip.
inline uint32_t Crc32(const uint8_t* bytes, uint32_t size) {
  uint32_t crc = ~uint32_t{0};
  for (uint32_t i = 0; i < size; ++i) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320u : 0u);
  }
  return ~crc;
}
}  // namespace compact_form

// Returns whether the form is as the generator made it. The CRC finds accidents; the other checks
// keep a walk over forged tables within the `size` bytes. Cost: one pass. Tables in the program's
// own flash need no check; downloaded ones do.
inline bool IsSoundCompactForm(const uint8_t* form, uint32_t size) {
  namespace at = compact_form;
  if (size < at::kHeaderBytes + at::kCrcBytes) return false;
  for (uint32_t i = 0; i < sizeof at::kMagic; ++i)
    if (form[at::kMagicAt + i] != at::kMagic[i]) return false;
  const uint32_t end = size - at::kCrcBytes;
  const uint8_t width = form[at::kWidthAt];
  const uint8_t height = form[at::kHeightAt];
  if (at::ReadU32(form + at::kFormBytesAt) != size || width < at::kMinSide ||
      width > at::kMaxSide || height < at::kMinSide || height > at::kMaxSide ||
      form[at::kZeroAt] != 0 || at::ReadU32(form + at::kWorstCaseAt) > at::kMaxWorstCase ||
      at::ReadU32(form + end) != at::Crc32(form, end))
    return false;
  const uint32_t fixed = at::kStageBytes + 2 * ((uint32_t{width} * height + 7) >> 3);
  uint32_t begin = at::kHeaderBytes;
  for (int stage = form[at::kStageCountAt]; stage > 0; --stage) {
    if (end - begin < fixed) return false;
    const uint32_t policy = at::ReadU32(form + begin + at::kPolicyBytesAt);
    const uint32_t detours = at::ReadU32(form + begin + at::kDetourBytesAt);
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

// One puzzle on its way to the goal. The form must outlive the walk. Boards have one byte a cell,
// row by row, with 0 for the blank and each of 0 .. cells-1 once; nothing checks that.
class EmbeddedWalk {
 public:
  // Next, Peek and Hint return one of these. The first four are the direction in which a tile
  // slides into the blank. kDamaged: the tables do not lead to the goal, or the board cannot be
  // solved.
  enum : uint8_t { kLeft = 0, kRight = 1, kUp = 2, kDown = 3, kSolved = 4, kDamaged = 5 };

  // A walk from the beginning, by the actions of `tilebase solve`. It first reads the form when
  // Next is called, so the compiler can initialise a static walk.
  explicit constexpr EmbeddedWalk(const uint8_t* form) : form_(form) {}

  // A walk by the table of stage `stage` (from 0) and of later stages. It ignores that stage's
  // detours, which shows how the table itself judges a board. Requires stage < the form's stages.
  EmbeddedWalk(const uint8_t* form, uint8_t stage) : form_(form) {
    while (stage_ != stage) Leave(Read());
    started_ = true;
  }

  // A walk that continues from the middle of a solution and needs nothing but the board. It takes
  // the last stage that it can finish from here, by the stage's table or by the rest of a detour. A
  // new walk from the beginning could go back instead: a detour moves tiles of earlier stages away,
  // and those stages would put them back.
  //
  // After the action, the rest of the same path is one action shorter, and at its end a later stage
  // can be finished. So a game of such walks, a new one for each board, ends within the certified
  // worst case.
  static EmbeddedWalk From(const uint8_t* form, const uint8_t* board) {
    for (uint8_t stage = form[compact_form::kStageCountAt]; stage != 0;) {
      EmbeddedWalk walk(form, --stage);
      if (walk.FinishesStage(board)) return walk;
    }
    return EmbeddedWalk(form);
  }

  // A hint button: returns the next action for this board, whatever moves led to it.
  static uint8_t Hint(const uint8_t* form, const uint8_t* board) {
    return From(form, board).Peek(board);
  }

  // Applies the next action to the board, and returns it. The board must not change between two
  // calls. The number of calls that return an action is at most the set's certified worst case.
  uint8_t Next(uint8_t* board) {
    const uint8_t action = Choose(board);
    if (action >= kSolved) return action;
    if (done_ >= compact_form::ReadU32(form_ + compact_form::kWorstCaseAt)) return kDamaged;
    ++done_;
    return Apply(action, board) ? action : uint8_t{kDamaged};
  }

  // Returns what Next would return. The board and the walk stay unchanged.
  uint8_t Peek(const uint8_t* board) const {
    EmbeddedWalk walk = *this;
    const uint8_t action = walk.Choose(board);
    unsigned blank, from;
    return action >= kSolved || Find(action, board, &blank, &from) ? action : uint8_t{kDamaged};
  }

  // For programs that show what the walk does: the number of stages to go, including that of the
  // last action.
  uint8_t stages_left() const {
    return static_cast<uint8_t>(form_[compact_form::kStageCountAt] - stage_);
  }
  // Returns whether an action so far was part of a detour.
  bool has_detoured() const { return detour_at_ != 0; }
  // The current stage's sets of tiles, one bit a cell, and whether the stage is done, so that the
  // next action belongs to a later one. All require stages_left() != 0.
  const uint8_t* stage_goal() const { return Read().goal; }
  const uint8_t* stage_fixed() const { return Read().fixed; }
  bool IsStageDone(const uint8_t* board) const {
    return detour_left_ == 0 && AreHome(Read().goal, board);
  }

 private:
  static constexpr unsigned kMaxCells = 64;
  static constexpr uint32_t kNever = ~uint32_t{0};

  struct Stage {
    const uint8_t* goal;
    const uint8_t* fixed;
    const uint8_t* policy;
    const uint8_t* detours;
    const uint8_t* end;
    uint32_t policy_bytes;
    uint8_t tracked;
  };

  unsigned width() const { return form_[compact_form::kWidthAt]; }
  unsigned cells() const { return width() * form_[compact_form::kHeightAt]; }

  // Returns whether the set holds tile index+1, or the home of that tile.
  static bool Holds(const uint8_t* set, unsigned index) {
    return (set[index >> 3] >> (index & 7) & 1) != 0;
  }

  Stage Read() const {
    const uint32_t mask_bytes = (cells() + 7) >> 3;
    const uint8_t* const from = form_ + stage_at_;
    Stage stage;
    stage.policy_bytes = compact_form::ReadU32(from + compact_form::kPolicyBytesAt);
    stage.tracked = from[compact_form::kTrackedAt];
    stage.goal = from + compact_form::kStageBytes;
    stage.fixed = stage.goal + mask_bytes;
    stage.policy = stage.fixed + mask_bytes;
    stage.detours = stage.policy + stage.policy_bytes;
    stage.end = stage.detours + compact_form::ReadU32(from + compact_form::kDetourBytesAt);
    return stage;
  }

  void Leave(const Stage& stage) {
    stage_at_ = static_cast<uint32_t>(stage.end - form_);
    ++stage_;
    started_ = false;
  }

  // Counts the tiles of the set that are not home.
  unsigned Astray(const uint8_t* set, const uint8_t* board) const {
    unsigned astray = 0;
    for (unsigned cell = 0; cell < cells(); ++cell)
      if (Holds(set, cell) && board[cell] != cell + 1) ++astray;
    return astray;
  }
  bool AreHome(const uint8_t* set, const uint8_t* board) const { return Astray(set, board) == 0; }

  uint32_t Rank(const Stage& stage, const uint8_t* board) const {
    // Tile 0 is the blank: its index among the free cells is the first digit. The tracked tiles
    // follow in ascending order.
    uint32_t free = 0;
    for (unsigned cell = 0; cell < cells(); ++cell)
      if (!Holds(stage.fixed, cell)) ++free;
    uint32_t rank = 0;
    uint8_t left = stage.tracked;
    for (unsigned tile = 0;; ++tile) {
      if (tile != 0) {
        if (left == 0 || tile == cells()) return rank;
        if (!Holds(stage.goal, tile - 1)) continue;
        --left;
      }
      rank *= free--;
      for (unsigned cell = 0; cell < cells() && board[cell] != tile; ++cell) {
        const unsigned other = board[cell];
        if (Holds(stage.fixed, cell)) continue;
        if (tile != 0 && (other == 0 || (other < tile && Holds(stage.goal, other - 1)))) continue;
        ++rank;
      }
    }
  }

  // Returns the next action, or kSolved or kDamaged. Moves on to the stage and the detour that the
  // action belongs to.
  uint8_t Choose(const uint8_t* board) {
    for (; stages_left() != 0; Leave(Read())) {
      const Stage stage = Read();
      if (detour_left_ == 0) {
        if (AreHome(stage.goal, board)) continue;
        const uint32_t rank = Rank(stage, board);
        if (!started_) FindDetour(stage, rank);
        started_ = true;
        if (detour_left_ == 0) {
          if (rank >> 2 >= stage.policy_bytes) return kDamaged;
          return compact_form::ReadAction(stage.policy, rank);
        }
      }
      --detour_left_;
      return compact_form::ReadAction(form_ + detour_at_, detour_done_++);
    }
    return kSolved;
  }

  // If the stage has a detour for boards of this rank, follows it.
  void FindDetour(const Stage& stage, uint32_t rank) {
    for (const uint8_t* detour = stage.detours; detour < stage.end; detour = AfterDetour(detour))
      if ((compact_form::ReadU32(detour) & 0xFFFFFFu) == rank) return Follow(detour, 0);
  }
  static uint8_t LengthOf(const uint8_t* detour) { return detour[compact_form::kDetourLengthAt]; }
  static const uint8_t* AfterDetour(const uint8_t* detour) {
    return detour + compact_form::kDetourBytes + ((LengthOf(detour) + 3u) >> 2);
  }
  void Follow(const uint8_t* detour, uint8_t done) {
    detour_at_ = static_cast<uint32_t>(detour + compact_form::kDetourBytes - form_);
    detour_done_ = done;
    detour_left_ = static_cast<uint8_t>(LengthOf(detour) - done);
  }

  // Returns whether the stage's table, or the last actions of one of its detours, finish the stage
  // from this board. The walk then follows whichever is shorter. Requires that the walk has just
  // begun with this stage.
  bool FinishesStage(const uint8_t* board) {
    const Stage stage = Read();
    uint32_t fewest = ActionsByTable(stage, board);
    // An action brings at most one tile home.
    const unsigned astray = Astray(stage.goal, board) + Astray(stage.fixed, board);
    for (const uint8_t* detour = stage.detours; detour < stage.end; detour = AfterDetour(detour)) {
      for (unsigned left = astray; left <= LengthOf(detour) && left < fewest; ++left) {
        const uint8_t done = static_cast<uint8_t>(LengthOf(detour) - left);
        if (!Finishes(stage, detour, done, board)) continue;
        fewest = left;
        Follow(detour, done);
      }
    }
    return fewest != kNever;
  }

  void Copy(const uint8_t* board, uint8_t* to) const {
    for (unsigned cell = 0; cell < cells(); ++cell) to[cell] = board[cell];
  }

  // Counts the actions by the table until the stage is finished; kNever if they go in circles,
  // which a path through more boards than the table has entries does.
  uint32_t ActionsByTable(const Stage& stage, const uint8_t* board) const {
    uint8_t now[kMaxCells];
    Copy(board, now);
    EmbeddedWalk walk = *this;
    for (uint32_t count = 0; count >> 2 < stage.policy_bytes && AreHome(stage.fixed, now);
         ++count) {
      if (AreHome(stage.goal, now)) return count;
      if (walk.Next(now) >= kSolved) break;
    }
    return kNever;
  }

  // Returns whether the detour's actions after the first `done` ones finish the stage.
  bool Finishes(const Stage& stage, const uint8_t* detour, uint8_t done,
                const uint8_t* board) const {
    uint8_t now[kMaxCells];
    Copy(board, now);
    for (unsigned i = done; i < LengthOf(detour); ++i)
      if (!Apply(compact_form::ReadAction(detour + compact_form::kDetourBytes, i), now))
        return false;
    return AreHome(stage.goal, now) && AreHome(stage.fixed, now);
  }

  // Finds the cells of the blank and of the tile that the action moves. Returns false if there is
  // no such tile.
  bool Find(uint8_t action, const uint8_t* board, unsigned* blank, unsigned* from) const {
    unsigned column = 0;
    *blank = 0;
    while (*blank < cells() && board[*blank] != 0) {
      ++*blank;
      if (++column == width()) column = 0;
    }
    if (action == kLeft && column + 1 == width()) return false;
    if (action == kRight && column == 0) return false;
    *from = action == kLeft    ? *blank + 1
            : action == kRight ? *blank - 1
            : action == kUp    ? *blank + width()
                               : *blank - width();  // wraps if there is no row above
    return *from < cells() && *blank < cells();
  }

  bool Apply(uint8_t action, uint8_t* board) const {
    unsigned blank, from;
    if (!Find(action, board, &blank, &from)) return false;
    board[blank] = board[from];
    board[from] = 0;
    return true;
  }

  const uint8_t* form_;
  uint32_t stage_at_ = compact_form::kHeaderBytes;  // offset of the stage in the form
  uint32_t detour_at_ = 0;                          // offset of the last detour's actions
  uint32_t done_ = 0;                               // actions so far
  uint8_t stage_ = 0;
  bool started_ = false;     // the stage
  uint8_t detour_done_ = 0;  // actions
  uint8_t detour_left_ = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_EMBEDDED_H_
