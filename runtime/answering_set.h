// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// An opened set that answers: by lookup, and by look-ahead where more effort is allowed. It holds
// what searches read and what they work in, all within one budget of memory. The command, the
// service, the C interface and the benches open sets as this.
//
// Whether look-ahead fits in the budget depends on the tables and the budget alone: shortcuts leave
// its memory free if there is enough for both. So a larger budget never makes anything fail.

#ifndef TILEBASE_RUNTIME_ANSWERING_SET_H_
#define TILEBASE_RUNTIME_ANSWERING_SET_H_

#include <stdint.h>

#include <atomic>
#include <memory>
#include <mutex>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/lookup/policy_set.h"
#include "runtime/search/look_ahead.h"

namespace tilebase {

// Any number of threads.
class AnsweringSet {
 public:
  // options.memory_bytes bounds look-ahead too; options.spare_bytes is set here. Errors: as
  // PolicySet::Create.
  static absl::StatusOr<std::unique_ptr<AnsweringSet>> Create(
      std::shared_ptr<const TableSource> source, PolicySetOptions options = {});

  const PolicySet& policies() const { return *policies_; }
  const SetInfo& info() const { return policies_->info(); }

  // Whether look-ahead can shorten a solution. A plan of one stage gives shortest ones.
  bool UsesLookAhead() const { return policies_->stages().size() > 1; }
  // Makes look-ahead ready, once; with nothing to do where it is of no use. Errors: as
  // LookAhead::Create. What there was no memory for can be tried again.
  absl::Status PrepareEffort(int threads) const;
  // Whether Solve has all that it needs to look ahead.
  bool IsReadyForEffort() const { return look_ahead() != nullptr; }
  // Null before PrepareEffort, and where look-ahead is of no use.
  const LookAhead* look_ahead() const { return look_ahead_.load(std::memory_order_acquire); }

  // Solves within the effort, after PrepareEffort(1) where that is needed; its errors. What else
  // may go wrong is in board->code. *boards, if given, is how many it looked at. Without memory for
  // a search the solution is the best one found until then, at least that by lookup.
  absl::Status Solve(const Effort& effort, SolveRequest* board, uint64_t* boards = nullptr) const {
    return Solve(effort, nullptr, board, boards);
  }
  // The same for a renamed board, with the letters of a way to destination.end(), for which
  // policies().MostLettersTo(destination) is room enough. Destination::Map turns them into those of
  // the way to the destination.
  absl::Status SolveTo(const Destination& destination, const Effort& effort, SolveRequest* board,
                       uint64_t* boards = nullptr) const {
    return Solve(effort, &destination, board, boards);
  }

  // Of tables, shortcuts, cache and look-ahead now; not what searches work in.
  uint64_t memory_bytes() const;

 private:
  // What a search works in. As many are kept as searches have been under way at a time; a
  // thread_local one would end the process where there is no memory to register its destructor.
  struct Room {
    LookAheadMemory memory;
    std::unique_ptr<Room> next;
  };

  AnsweringSet(std::unique_ptr<PolicySet> policies, uint64_t memory_bytes)
      : policies_(std::move(policies)), most_bytes_(memory_bytes) {}
  // `to`: as LookAhead::Solve.
  absl::Status Solve(const Effort& effort, const Destination* to, SolveRequest* board,
                     uint64_t* boards) const;
  void SolveByLookup(const Destination* to, SolveRequest* board, uint64_t* boards) const;
  std::unique_ptr<Room> TakeRoom() const;
  void GiveBack(std::unique_ptr<Room> room) const;

  const std::unique_ptr<const PolicySet> policies_;
  const uint64_t most_bytes_;
  mutable std::mutex mutex_;  // of the following
  mutable std::unique_ptr<const LookAhead> owned_look_ahead_;
  mutable std::unique_ptr<Room> rooms_;
  mutable std::atomic<const LookAhead*> look_ahead_{nullptr};  // set once, under the mutex
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANSWERING_SET_H_
