// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Several processes that make one table together: numbered from 0, each with memory of its own, and
// messages between them (tools/mpi/mpi_peers.h has them by MPI); and the seam between a build and
// such processes (cluster/cluster.h).

#ifndef TILEBASE_GENERATOR_PEERS_H_
#define TILEBASE_GENERATOR_PEERS_H_

#include <stdint.h>

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "generator/solver.h"
#include "tables/codec/codec.h"
#include "tables/subproblem.h"
#include "tables/table_set.h"

namespace tilebase {

// What a message is about. A peer may be ahead: what it sends of the next thing to do is received
// when that is done here.
enum class PeerTopic { kCommand, kEvenLevel, kOddLevel, kBlocks };

struct PeerMessage {
  int from = 0;
  std::vector<uint8_t> bytes;
};

// One thread at a time. A peer that is lost ends all of them: that is the transport's to do, and
// what it did is found again in the journal and in checkpoints.
class Peers {
 public:
  virtual ~Peers() = default;

  virtual int number() const = 0;  // of this process
  virtual int count() const = 0;

  // Hands `bytes` over, at least one of them, and does not wait for them to arrive. Messages of one
  // topic from one peer to another arrive in the order they were sent. Requires to != number().
  virtual void Send(int to, PeerTopic topic, std::vector<uint8_t> bytes) = 0;

  // The next message of a topic, if there is one; others wait. With `wait` returns only when there
  // is.
  virtual bool Receive(PeerTopic topic, bool wait, PeerMessage* message) = 0;
};

class Checkpoint;

// A policy table to make: to search and to encode.
struct TableJob {
  Subproblem subproblem;
  Codec codec = Codec::kZstd;
  Packing packing = Packing::kSmall;
  int threads = 1;  // of this process
  // As SolveOptions; of TableMaker::Make for all processes on this machine.
  uint64_t memory_bytes = 0;
  Checkpoint* checkpoint = nullptr;  // of this process; all have one or none has
  const std::atomic<bool>* cancel = nullptr;
  // Of the leader; may be empty.
  std::function<void(const SolveProgress&)> solving;
  std::function<void()> solved;
  std::function<void(uint64_t entries)> encoding;
};

// Makes tables together with other processes (cluster/cluster.h).
class TableMaker {
 public:
  virtual ~TableMaker() = default;

  // Whether it makes the table of this subproblem; others are made by this process alone.
  virtual bool Takes(const Subproblem& subproblem, Metric metric) const = 0;
  // Peak bytes on this machine; and where states lie on disk, so much memory at least on this
  // machine, and the bytes of the files of all processes.
  virtual uint64_t MemoryNeeded(const Subproblem& subproblem) const = 0;
  virtual Solver::NeedsOnDisk OnDisk(const Subproblem& subproblem, int threads) const = 0;
  // Searches and encodes; as EncodeTable. `checkpoints` names files of the search's state, at most
  // every so many seconds. Fills in what all processes did with states on disk.
  virtual absl::StatusOr<TableInfo> Make(
      TableJob job, const std::string& checkpoints, double seconds,
      const std::function<absl::Status(absl::Span<const uint8_t> stored)>& emit, DiskUse* disk) = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_PEERS_H_
