// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A search that several processes share. Each has a part: a run of outer numbers, of every slice.
//
// A sideways neighbour of a group has the same outer number, so it is in the same part. A vertical
// one may be in another part; of those a part keeps copies, its ghosts, behind its own groups of
// each slice. The loops read them like any other group. After a level the owner of a group tells
// the parts that have it as a ghost what is new in it. Outer numbers are cut in runs, so a move
// leaves its part only where it moves one of the first tiles (docs/cluster.md has the memory).
//
// What is sent of a group: slice u8, outer number u32, a bit for each of its rows u64, and for each
// row that changed a bit for each byte and the bytes that are not zero. Numbers are little-endian.
//
//   level v     loops over own groups; what is new goes out as it is found, what comes in is or-ed
//               to the ghosts of the plane that no loop reads in this level
//   its end     every part tells every other how many states it reached; all know when all is over

#ifndef TILEBASE_GENERATOR_RETROGRADE_PART_H_
#define TILEBASE_GENERATOR_RETROGRADE_PART_H_

#include <stdint.h>

#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "generator/peers.h"
#include "generator/retrograde/kernel.h"
#include "generator/retrograde/layout.h"

namespace tilebase::retrograde {

// The groups of part of a slice as they were before a level's loop, as far as others have them as
// ghosts. One thread at a time; used again and again.
class Border {
 public:
  // Call before the loop, with its arguments.
  void Keep(const ExpandArgs& args);
  // Call after it: appends what is new to messages[part], for each part that has the group.
  void Pack(const ExpandArgs& args, const Moves& moves, int parts,
            std::vector<std::vector<uint8_t>>* messages);

 private:
  std::vector<uint64_t> groups_;  // outer places
  std::vector<uint64_t> rows_;    // theirs, one after the other
};

// Ors a message of Pack to the ghosts of the plane `next` and marks the groups as fresh. False
// where the bytes are no such message.
bool Unpack(absl::Span<const uint8_t> message, const Layout& layout, const Moves& moves,
            uint64_t* next, uint8_t* fresh_next);

// The messages of one search, level by level.
class Exchange {
 public:
  // What a part tells at the end of a level, and what they tell together.
  struct LevelEnd {
    uint64_t reached = 0;  // the sum
    uint32_t level = 0;    // the least
    bool failed = false;   // any
    bool save = false;     // any: a checkpoint, when the level is over
  };
  // What parts sent, as it comes in; returns false for what it cannot use.
  using Receiver = std::function<bool(absl::Span<const uint8_t>)>;

  explicit Exchange(Peers* peers) : peers_(*peers), waiting_(peers->count() - 1) {}

  int parts() const { return peers_.count(); }
  bool leads() const { return peers_.number() == 0; }

  // Any thread: takes messages of Border::Pack that are long enough to go, or all, and empties
  // them.
  void Post(std::vector<std::vector<uint8_t>>* messages, bool all);

  // The thread that made this: sends what was posted and hands on what came in.
  void Poll(const Receiver& receiver);

  // The same: ends the level, and returns when all parts have ended it and all their messages have
  // come in. Where a message could not be used, the next level ends as failed for all.
  LevelEnd Finish(LevelEnd mine, const Receiver& receiver);

  // Whether every message could be used.
  bool sound() const { return sound_; }

 private:
  void SendPosted();
  void Take(const PeerMessage& message, const Receiver& receiver);

  Peers& peers_;
  std::mutex mutex_;
  std::vector<std::pair<int, std::vector<uint8_t>>> posted_;  // to whom; under the mutex
  PeerTopic topic_ = PeerTopic::kEvenLevel;
  int waiting_;  // parts that have not ended this level
  static constexpr LevelEnd kNothingYet = {0, UINT32_MAX, false, false};
  LevelEnd all_ = kNothingYet;  // of those that have
  bool sound_ = true;
};

}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_PART_H_
