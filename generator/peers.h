// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Several processes that make one table together: numbered from 0, each with memory of its own, and
// messages between them. cluster/mpi_peers.h has them by MPI.

#ifndef TILEBASE_GENERATOR_PEERS_H_
#define TILEBASE_GENERATOR_PEERS_H_

#include <stdint.h>

#include <vector>

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

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_PEERS_H_
