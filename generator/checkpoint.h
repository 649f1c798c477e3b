// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Keeps the state of a long search on disk between two levels, so that a killed build does not
// search again from the goal. The journal keeps finished tables; a checkpoint keeps the table that
// is being solved.
//
// A checkpoint is one file, replaced by rename, with a name that no other file has: a head (what is
// solved, the histogram so far or other numbers of the solver, a hash), the solver's memory, and
// the hash of that memory. A file with any error counts as no checkpoint.
//
// Saving takes time, so it happens at most every `interval` seconds, and never takes more than a
// twentieth of the time; with an interval of 0, as in tests, it happens after every level.

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

// The text by which checkpoints tell a subproblem's table from others.
std::string SearchText(const Subproblem& subproblem, Metric metric);

class Checkpoint {
 public:
  // The arrays that make the state of a search. They are saved one after another.
  using Memory = absl::Span<const absl::Span<uint8_t>>;

  // `path` and `path`.partial belong to this build (Journal::token). `search` says which table is
  // solved: only a checkpoint with the same text is used. With keep_before, the previous checkpoint
  // stays as `path`.before; a search shared by several processes needs it.
  Checkpoint(std::string path, std::string search, double interval_seconds,
             bool keep_before = false)
      : path_(std::move(path)),
        search_(std::move(search)),
        partial_(path_ + ".partial"),
        before_(keep_before ? path_ + ".before" : ""),
        states_path_(path_ + ".states"),
        interval_(interval_seconds) {}

  // Returns the level of the checkpoint of this search with `memory_bytes` bytes; 0 if there is
  // none.
  int Level(uint64_t memory_bytes) const;

  // Fills `memory` and returns the histogram up to the level reached. Returns an empty histogram
  // and leaves `memory` alone if there is no checkpoint of this search and this size, or none of
  // `level`, unless that is 0.
  std::vector<uint64_t> Restore(Memory memory, int level = 0) const;

  // Returns whether it is time to save again.
  bool IsDue() const;

  // Replaces the checkpoint. If saving fails (no room on the disk), the previous one stays and no
  // further one is saved: the search goes on without checkpoints. The work for this checkpoint
  // began at `start`.
  void Save(const std::vector<uint64_t>& histogram, Memory memory,
            Clock::time_point start = Clock::now());

  // The file of the states that belong to the checkpoint; Remove deletes it, too.
  const std::string& states_path() const { return states_path_; }

  // Deletes the file, if there is one, and the leftovers of an interrupted Save.
  void Remove();

  // Deletes every file whose path begins with `path`: also the checkpoints of processes that shared
  // a search.
  static void RemoveAll(const std::string& path);

 private:
  absl::Status Write(const std::string& path, const std::vector<uint64_t>& histogram,
                     Memory memory);

  const std::string path_;
  const std::string search_;
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
