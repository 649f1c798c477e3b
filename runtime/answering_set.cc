// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/answering_set.h"

#include <algorithm>
#include <new>
#include <utility>

namespace tilebase {

absl::StatusOr<std::unique_ptr<AnsweringSet>> AnsweringSet::Create(
    std::shared_ptr<const TableSource> source, PolicySetOptions options) {
  options.spare_bytes = LookAhead::Bytes(*source);
  auto policies = PolicySet::Create(std::move(source), options);
  if (!policies.ok()) return policies.status();
  return std::unique_ptr<AnsweringSet>(
      new AnsweringSet(*std::move(policies), options.memory_bytes));
}

absl::Status AnsweringSet::PrepareEffort(int threads) const {
  if (!UsesLookAhead() || look_ahead() != nullptr) return absl::OkStatus();
  const std::lock_guard<std::mutex> lock(mutex_);
  if (look_ahead() != nullptr) return absl::OkStatus();
  LookAhead::Options options;
  options.threads = threads;
  if (most_bytes_ != UINT64_MAX) {
    if (absl::Status status = policies_->PrepareAll(); !status.ok()) return status;
    options.memory_bytes = most_bytes_ - std::min(most_bytes_, policies_->memory_bytes());
  }
  auto made = LookAhead::Create(*policies_, options);
  if (!made.ok()) return made.status();
  owned_look_ahead_ = *std::move(made);
  look_ahead_.store(owned_look_ahead_.get(), std::memory_order_release);
  return absl::OkStatus();
}

absl::Status AnsweringSet::Solve(const Effort& effort, const Destination* to, SolveRequest* board,
                                 uint64_t* boards) const {
  // Renamed, a board with the blank in a corner is home, and needs no first walk of its own.
  if (to != nullptr && to->detour() == 0) to = nullptr;
  if (effort.none() || !UsesLookAhead()) {
    SolveByLookup(to, board, boards);
    return absl::OkStatus();
  }
  if (absl::Status status = PrepareEffort(1); !status.ok()) return status;
  try {
    std::unique_ptr<Room> room = TakeRoom();
    look_ahead()->Solve(effort, &room->memory, board, boards, to);
    GiveBack(std::move(room));
  } catch (const std::bad_alloc&) {
    SolveByLookup(to, board, boards);
  }
  return absl::OkStatus();
}

void AnsweringSet::SolveByLookup(const Destination* to, SolveRequest* board,
                                 uint64_t* boards) const {
  board->shortest = false;
  if (to != nullptr)
    policies_->SolveLettersTo(*to, board);
  else
    policies_->SolveLetters(board);
  if (boards != nullptr) *boards = board->count;
}

uint64_t AnsweringSet::memory_bytes() const {
  const LookAhead* const ready = look_ahead();
  return policies_->memory_bytes() + (ready == nullptr ? 0 : ready->memory_bytes());
}

std::unique_ptr<AnsweringSet::Room> AnsweringSet::TakeRoom() const {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (rooms_ != nullptr) {
      std::unique_ptr<Room> room = std::move(rooms_);
      rooms_ = std::move(room->next);
      return room;
    }
  }
  return std::make_unique<Room>();
}

void AnsweringSet::GiveBack(std::unique_ptr<Room> room) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  room->next = std::move(rooms_);
  rooms_ = std::move(room);
}

}  // namespace tilebase
