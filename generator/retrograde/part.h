// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A search that several processes share. Each has a part: two stretches of runs (kernel.h), of
// every slice.
//
// A step of the blank to the side keeps the run, so it stays in the part. A vertical one may lead
// to a run of another part; of those a part keeps copies, its ghosts. The loops read them like any
// other run. After a level the owner of a group tells the parts that have it as a ghost what is new
// in it. Parts have few stretches, so a move leaves its part only where it moves one of the first
// tiles (docs/cluster.md has the memory).
//
// What is sent of groups of a run that follow one another: slice u8, the first outer number u32,
// how many u32, and what is new in their rows, in layers (run_packer.h): the top, then the rests
// from the highest to the lowest. Numbers are little-endian.
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
#include "generator/retrograde/run_packer.h"
#include "tables/subproblem.h"

namespace tilebase::retrograde {

// Which part has an entry, of several.
class Division {
 public:
  Division(const Subproblem& subproblem, int parts)
      : layout_(PlanLayout(subproblem, 0, parts)), parts_(parts) {}

  int OwnerOf(uint64_t entry) const { return Owner(entry).part; }
  // The end of the entries from this one on that are in the same part; they may go on in the next
  // slice.
  uint64_t EndOf(uint64_t entry) const {
    return (RunsBefore(entry) + Owner(entry).end) * RunEntries(layout_);
  }
  uint64_t slices() const { return static_cast<uint64_t>(layout_.slices); }

 private:
  // Of the slices before.
  uint64_t RunsBefore(uint64_t entry) const {
    const uint64_t run = entry / RunEntries(layout_);
    return run - run % layout_.all_runs;
  }
  RunOwner Owner(uint64_t entry) const {
    return OwnerOfRun(layout_, entry / RunEntries(layout_) % layout_.all_runs, parts_);
  }

  const Layout layout_;
  const int parts_;
};

// What a thread has to tell other parts.
class Border {
 public:
  Border(const Kernels& kernels, int parts)
      : layers_(kernels), messages_(static_cast<size_t>(parts)) {}

  // Rows of zeros for the news of so many groups.
  uint64_t* Room(const Layout& layout, uint64_t groups);
  // Call after a loop over a run, with its arguments: adds `news`, what it found in its groups, to
  // the messages for these parts. The run is of this slice and begins with this outer number. Rows
  // need kPlaneMargin of zeros behind them.
  void Add(const ExpandArgs& args, const uint64_t* news, absl::Span<const int> parts, int slice,
           uint64_t first_outer);

  std::vector<std::vector<uint8_t>>* messages() { return &messages_; }

 private:
  ByteLayers layers_;
  std::vector<std::vector<uint8_t>> messages_;  // by part
  std::vector<uint64_t> room_;
};

// Reads messages of a Border. One thread.
class NewsReader {
 public:
  NewsReader(const Layout& layout, const Kernels& kernels) : layout_(layout), layers_(kernels) {}

  // Takes the next groups off a message. False where the bytes are none, or not of one run. Call
  // AddTo before the next.
  bool Take(absl::Span<const uint8_t>* message);
  int slice() const { return slice_; }
  uint64_t outer() const { return outer_; }  // the first one
  // Ors what is new to the rows of these groups, and marks as fresh those that have something.
  // May write kPlaneMargin bytes beyond the rows, where the message says so.
  void AddTo(uint64_t* rows, uint8_t* fresh);

 private:
  const Layout& layout_;
  ByteLayers layers_;
  int slice_ = 0;
  uint64_t outer_ = 0;
  uint64_t groups_ = 0;
};

// The messages of one search, level by level.
class Exchange {
 public:
  // What a part tells at the end of a level, and what they tell together.
  struct LevelEnd {
    uint64_t reached = 0;  // the sum
    uint32_t level = 0;    // the least
    bool failed = false;   // any
    bool cancelled = false;
    bool save = false;  // any: a checkpoint, when the level is over
  };
  // What parts sent, as it comes in; returns false for what it cannot use.
  using Receiver = std::function<bool(absl::Span<const uint8_t>)>;

  explicit Exchange(Peers* peers) : peers_(*peers), waiting_(peers->count() - 1) {}

  int parts() const { return peers_.count(); }
  bool leads() const { return peers_.number() == 0; }

  // Any thread: takes messages of a Border that are long enough to go, or all, and empties
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
  static constexpr LevelEnd kNothingYet = {0, UINT32_MAX, false, false, false};
  LevelEnd all_ = kNothingYet;  // of those that have
  bool sound_ = true;
};

}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_PART_H_
