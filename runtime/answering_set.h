// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// An opened table set that answers questions: by lookup, and by look-ahead if the effort allows. It
// holds the tables and scratch memory of searches within one memory limit. The command, the
// service, the C interface and the benchmarks open sets as this class.
//
// The tables and the limit alone decide whether look-ahead fits: shortcuts leave its memory free if
// there is enough for both. So a larger limit never makes anything fail.

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
  // options.memory_bytes bounds look-ahead, too; this function sets options.spare_bytes. Errors: as
  // PolicySet::Create.
  static absl::StatusOr<std::unique_ptr<AnsweringSet>> Create(
      std::shared_ptr<const TableSource> source, PolicySetOptions options = {});

  const PolicySet& policies() const { return *policies_; }
  const SetInfo& info() const { return policies_->info(); }

  // Returns whether look-ahead can shorten a solution. A plan of one stage has shortest solutions
  // already.
  bool UsesLookAhead() const { return policies_->stages().size() > 1; }
  // Prepares look-ahead, once; does nothing if look-ahead cannot help. Errors: as
  // LookAhead::Create. After a lack of memory, call it again.
  absl::Status PrepareEffort(int threads) const;
  // Returns whether Solve has everything that it needs to look ahead.
  bool IsReadyForEffort() const { return look_ahead() != nullptr; }
  // Null before PrepareEffort, and if look-ahead cannot help.
  const LookAhead* look_ahead() const { return look_ahead_.load(std::memory_order_acquire); }

  // Solves within the effort, after PrepareEffort(1) if needed, whose errors it returns. Other
  // errors are in board->code. Stores the number of boards it looked at in *boards, unless that is
  // null. If a search runs out of memory, the solution is the best one found until then, at least
  // that by lookup.
  absl::Status Solve(const Effort& effort, SolveRequest* board, uint64_t* boards = nullptr) const {
    return Solve(effort, nullptr, board, boards);
  }
  // Solves a renamed board: the letters lead to destination.end(), and
  // policies().MostLettersTo(destination) is enough room. Destination::Map turns them into those of
  // the path to the destination.
  absl::Status SolveTo(const Destination& destination, const Effort& effort, SolveRequest* board,
                       uint64_t* boards = nullptr) const {
    return Solve(effort, &destination, board, boards);
  }

  // The bytes of tables, shortcuts, cache and look-ahead now, without the searches' scratch memory.
  uint64_t memory_bytes() const;

 private:
  // Scratch memory for searches, one for each search under way at a time. It is not thread_local,
  // because that would end the process if there is no memory to register the destructor.
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
  mutable std::mutex mutex_;  // guards the following
  mutable std::unique_ptr<const LookAhead> owned_look_ahead_;
  mutable std::unique_ptr<Room> rooms_;
  mutable std::atomic<const LookAhead*> look_ahead_{nullptr};  // set once, under the mutex
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANSWERING_SET_H_
