// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The state of a long search, kept on disk between two levels, so that a build that is killed does
// not have to search again from the goal. The journal keeps finished tables; this keeps the one
// that is being solved.
//
// One file, replaced by rename, of a name that nobody else's file has: a head (what is solved, the
// level, the histogram so far, a hash), the solver's memory as it is, and its hash. A file that is
// not exactly right is as good as none.
//
// Saving takes time, so it happens at most every `interval` seconds, and never more than a
// twentieth of the time; with an interval of 0, as tests want it, after every level.

#ifndef TILEBASE_GENERATOR_CHECKPOINT_H_
#define TILEBASE_GENERATOR_CHECKPOINT_H_

#include <stdint.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "tables/subproblem.h"
#include "tables/system/clock.h"
#include "tables/table_set.h"

namespace tilebase {

class Checkpoint {
 public:
  // `path` and `path`.partial are this build's own (Journal::token); so is `path`.before where the
  // checkpoint before is kept, as a search that several processes share wants it.
  Checkpoint(std::string path, double interval_seconds, bool keep_before = false)
      : path_(std::move(path)),
        partial_(path_ + ".partial"),
        before_(keep_before ? path_ + ".before" : ""),
        states_path_(path_ + ".states"),
        interval_(interval_seconds) {}

  // The level of the checkpoint of this subproblem with so much memory; 0 where there is none.
  int Level(const Subproblem& subproblem, Metric metric, uint64_t memory_bytes) const;

  // Fills `memory` and returns the histogram up to the level reached; or an empty one, and leaves
  // `memory` alone, where there is no checkpoint of this subproblem with so much memory, or none of
  // this level if one is given.
  std::vector<uint64_t> Restore(const Subproblem& subproblem, Metric metric,
                                absl::Span<uint8_t> memory, int level = 0) const;

  // Whether it is time to save again.
  bool IsDue() const;

  // Replaces the checkpoint. Where that cannot be done (no room on the disk), the one before is
  // kept and there will be no further one: a search does not fail for want of a checkpoint. The
  // work for it began at `start`.
  void Save(const Subproblem& subproblem, Metric metric, const std::vector<uint64_t>& histogram,
            absl::Span<const uint8_t> memory, Clock::time_point start = Clock::now());

  // A file for states that the checkpoint leads to; Remove deletes it too.
  const std::string& states_path() const { return states_path_; }

  // Deletes the file, if there is one, and what an interrupted Save left.
  void Remove();

  // Deletes every file whose name is that of `path`, a dot and something more: checkpoints of
  // processes that shared a search.
  static void RemoveAll(const std::string& path);

 private:
  absl::Status Write(const std::string& path, const Subproblem& subproblem, Metric metric,
                     const std::vector<uint64_t>& histogram, absl::Span<const uint8_t> memory);

  const std::string path_;
  const std::string partial_;
  const std::string before_;  // empty: not kept
  const std::string states_path_;
  const double interval_;
  Clock::time_point last_ = Clock::now();
  double last_took_ = 0;  // seconds
  bool given_up_ = false;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_CHECKPOINT_H_
