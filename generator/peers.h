// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Several processes that make one table together. They are numbered from 0, have memory of their
// own, and exchange messages (tools/mpi/mpi_peers.h implements that with MPI). TableMaker is the
// interface between a build and such processes (cluster/cluster.h).

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

// The topic of a message. A peer may be ahead: its messages about the next job wait here until that
// job begins.
enum class PeerTopic { kCommand, kEvenLevel, kOddLevel, kBlocks };

struct PeerMessage {
  int from = 0;
  std::vector<uint8_t> bytes;
};

// One thread at a time. If a peer is lost, the transport ends all of them; the journal and the
// checkpoints keep what they did.
class Peers {
 public:
  virtual ~Peers() = default;

  virtual int number() const = 0;  // of this process
  virtual int count() const = 0;

  // Sends `bytes`, at least one byte, without waiting for them to arrive. Messages of one topic
  // from one peer to another arrive in the order they were sent. Requires to != number().
  virtual void Send(int to, PeerTopic topic, std::vector<uint8_t> bytes) = 0;

  // Takes the next message of a topic, if there is one; messages of other topics stay. With `wait`,
  // returns only when there is one.
  virtual bool Receive(PeerTopic topic, bool wait, PeerMessage* message) = 0;
};

class Checkpoint;

// A policy table to search and to encode.
struct TableJob {
  Subproblem subproblem;
  Codec codec = Codec::kZstd;
  Packing packing = Packing::kSmall;
  int threads = 1;  // of this process
  // As in SolveOptions; for TableMaker::Make it is the sum over all processes on this machine.
  uint64_t memory_bytes = 0;
  Checkpoint* checkpoint = nullptr;  // of this process; either all processes have one or none has
  const std::atomic<bool>* cancel = nullptr;
  // Set by the leader only; may be empty.
  std::function<void(const SolveProgress&)> solving;
  std::function<void()> solved;
  std::function<void(uint64_t entries)> encoding;
};

// Makes tables together with other processes (cluster/cluster.h).
class TableMaker {
 public:
  virtual ~TableMaker() = default;

  // Returns whether it makes the table of this subproblem; otherwise this process makes it alone.
  virtual bool Takes(const Subproblem& subproblem, Metric metric) const = 0;
  // MemoryNeeded: peak bytes on this machine. OnDisk: if states are on disk, the least memory on
  // this machine, and the bytes of all processes' files.
  virtual uint64_t MemoryNeeded(const Subproblem& subproblem) const = 0;
  virtual Solver::NeedsOnDisk OnDisk(const Subproblem& subproblem, int threads) const = 0;
  // Searches and encodes, as EncodeTable does. `checkpoints` names files for the search's state,
  // which are written at most every `seconds` seconds. Fills in what all processes did with states
  // on disk.
  virtual absl::StatusOr<TableInfo> Make(
      TableJob job, const std::string& checkpoints, double seconds,
      const std::function<absl::Status(absl::Span<const uint8_t> stored)>& emit, DiskUse* disk) = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_PEERS_H_
