// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The file of `solve --optimal --checkpoint FILE`: the results of a run, and the state of its
// searches, so that the same command continues from there after whatever ended it.
//
//   "TBSEARCH" | revision u32 | cells u32 | tables u64 | boards u32 | the boards | XXH3-64 of all
//   a board: its cells | 1, and its solution; or 0, and the state of its search
//
// The revision combines that of the search (OptimalSolver::kRevision) and of this layout; `tables`
// is OptimalTables::content_hash. Numbers are little-endian; texts and lists come after their
// lengths, u32. Nothing in a file is trusted until its hash is right, its lengths lie within it,
// its solutions solve their boards and its states fit theirs.

#ifndef TILEBASE_TOOLS_COMMON_SEARCH_CHECKPOINT_H_
#define TILEBASE_TOOLS_COMMON_SEARCH_CHECKPOINT_H_

#include <stddef.h>
#include <stdint.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/optimal_search.h"
#include "tables/destination.h"
#include "tables/records.h"
#include "tables/system/clock.h"
#include "tables/system/file_io.h"

namespace tilebase {

// A board of a run: solved, or with the state of its search.
struct CheckpointBoard {
  std::string cells;  // the tile on each, 0 for the blank
  bool solved = false;
  OptimalAnswer answer;  // if it is solved
  OptimalState state;    // otherwise; without subtrees if no part of the search is kept
};

std::string EncodeCheckpoint(Geometry geometry, uint64_t tables,
                             const std::vector<CheckpointBoard>& boards);
// Errors: FailedPrecondition if this is no checkpoint, or one of another version or other tables;
// DataLoss if it is damaged.
absl::StatusOr<std::vector<CheckpointBoard>> DecodeCheckpoint(Geometry geometry, uint64_t tables,
                                                              Bytes bytes);

// One thread; takes the boards of a run in their order.
class SearchCheckpoint {
 public:
  // Reads the file, or begins one. No other process can open it while the object lives. All boards
  // of the run have one destination, whose end() is `end`. Requires search.patterns(); `search`
  // must outlive the object. Errors, with the file's name: those of DecodeCheckpoint and
  // KeptFile::Open.
  static absl::StatusOr<std::unique_ptr<SearchCheckpoint>> Open(const std::string& path,
                                                                const OptimalSearch& search,
                                                                const Board& end);

  // The boards in the file.
  const std::vector<CheckpointBoard>& boards() const { return boards_; }

  // Like OptimalSearch::SolveTo for the run's next board, renamed, continuing from the file's
  // state. Saves now and then, and when the search stops before its end. Errors: FailedPrecondition
  // if the file has another board in this place; DataLoss.
  absl::StatusOr<OptimalAnswer> Solve(const Destination& destination, const Board& board,
                                      const OptimalLimits& limits);

  // Ends the run. Removes the file if all its boards are solved and `delivered` is true, so that
  // nobody needs it any more: the run came to its end and its answers are where they belong.
  // Otherwise saves. Returns whether it saved, or why it could not.
  absl::StatusOr<bool> Finish(bool delivered);

 private:
  SearchCheckpoint(std::string path, std::unique_ptr<KeptFile> file, const OptimalSearch& search,
                   const Board& end)
      : path_(std::move(path)), file_(std::move(file)), search_(search), end_(end) {}
  // The hash of everything that the searches depend on.
  uint64_t hash() const;
  void Save();
  void SaveIfDue();
  void SetDue(double seconds);

  const std::string path_;
  const std::unique_ptr<KeptFile> file_;
  const OptimalSearch& search_;
  const Board end_;
  std::vector<CheckpointBoard> boards_;
  size_t next_ = 0;
  absl::Status saved_;  // how the last save went
  Clock::time_point due_;
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_SEARCH_CHECKPOINT_H_
