// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A search that several processes share. Each has a part: two stretches of runs (kernel.h), in
// every slice.
//
// A sideways step of the blank keeps the run, so it stays in the part. A vertical step may lead to
// a run of another part; a part keeps copies of such runs, its ghosts, and the loops read them like
// any other run. After a level the owner of a group sends what is new in it to the parts that have
// it as a ghost. Parts have few stretches, so a move leaves its part only if it moves one of the
// first tiles (docs/cluster.md has the memory).
//
// A message about consecutive groups of a run has: slice u8, the first outer number u32, the number
// of groups u32, and what is new in their rows, in layers (run_packer.h): the top, then the rests
// from the highest to the lowest. Numbers are little-endian.
//
//   level v     loops over own groups; sends new states as they are found, and ors received ones
//   into
//               the ghosts of the plane that no loop reads in this level
//   its end     every part tells every other how many states it reached; all know when all are done

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

// Finds the part that has an entry.
class Division {
 public:
  Division(const Subproblem& subproblem, int parts)
      : layout_(PlanLayout(subproblem, 0, parts)), parts_(parts) {}

  int OwnerOf(uint64_t entry) const { return Owner(entry).part; }
  // Returns the end of the entries, from this one on, that are in the same part; they may continue
  // in the next slice.
  uint64_t EndOf(uint64_t entry) const {
    return (RunsBefore(entry) + Owner(entry).end) * RunEntries(layout_);
  }
  uint64_t slices() const { return static_cast<uint64_t>(layout_.slices); }

 private:
  // Counts the runs of the slices before.
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

// Collects what a thread sends to other parts.
class Border {
 public:
  Border(const Kernels& kernels, int parts)
      : layers_(kernels), messages_(static_cast<size_t>(parts)) {}

  // Returns rows of zeros for the new states of `groups` groups.
  uint64_t* Room(const Layout& layout, uint64_t groups);
  // Call after a loop over a run, with its arguments: adds `news`, the states it found, to the
  // messages for these parts. The run is of this slice and begins with this outer number. The rows
  // of `news` must be followed by kPlaneMargin zeros.
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

  // Takes the next groups off a message. Returns false if the bytes are invalid or span several
  // runs. Call AddTo before the next Take.
  bool Take(absl::Span<const uint8_t>* message);
  int slice() const { return slice_; }
  uint64_t outer() const { return outer_; }  // the first outer number
  // Ors the new states into the rows of these groups, and marks the groups that have some as fresh.
  // A message may make it write up to kPlaneMargin bytes beyond the rows.
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
  // A part's report at the end of a level; Finish combines the reports of all parts.
  struct LevelEnd {
    uint64_t reached = 0;  // combined: the sum
    uint32_t level = 0;    // combined: the least
    bool failed = false;   // combined: whether any failed
    bool cancelled = false;
    bool save = false;  // combined: whether any wants a checkpoint at the end of the level
  };
  // Receives messages of other parts as they arrive; returns false for an invalid one.
  using Receiver = std::function<bool(absl::Span<const uint8_t>)>;

  explicit Exchange(Peers* peers) : peers_(*peers), waiting_(peers->count() - 1) {}

  int parts() const { return peers_.count(); }
  bool leads() const { return peers_.number() == 0; }

  // Call from any thread: takes the messages of a Border that are long enough to send, or all, and
  // empties them.
  void Post(std::vector<std::vector<uint8_t>>* messages, bool all);

  // Call from the thread that made this object: sends what was posted and passes received messages
  // to `receiver`.
  void Poll(const Receiver& receiver);

  // Call from that thread, too: ends the level, and returns when all parts have ended it and all
  // their messages have arrived. If a message was invalid, the next level fails for all parts.
  LevelEnd Finish(LevelEnd mine, const Receiver& receiver);

  // Returns whether all messages were valid.
  bool sound() const { return sound_; }

 private:
  void SendPosted();
  void Take(const PeerMessage& message, const Receiver& receiver);

  Peers& peers_;
  std::mutex mutex_;
  std::vector<std::pair<int, std::vector<uint8_t>>> posted_;  // by receiver; under the mutex
  PeerTopic topic_ = PeerTopic::kEvenLevel;
  int waiting_;  // parts that have not ended this level
  static constexpr LevelEnd kNothingYet = {0, UINT32_MAX, false, false, false};
  LevelEnd all_ = kNothingYet;  // combined reports of the parts that have ended the level
  bool sound_ = true;
};

}  // namespace tilebase::retrograde

#endif  // TILEBASE_GENERATOR_RETROGRADE_PART_H_
