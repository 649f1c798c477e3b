// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The processes of an MPI job as Peers. The transport ends the whole job when a process is lost.

#ifndef TILEBASE_TOOLS_MPI_MPI_PEERS_H_
#define TILEBASE_TOOLS_MPI_MPI_PEERS_H_

#include <mpi.h>
#include <stdint.h>

#include <list>
#include <vector>

#include "generator/peers.h"

namespace tilebase {

// Requires that MPI is initialized, and that only the thread that did it uses this.
class MpiPeers : public Peers {
 public:
  // What all processes sent: of searches, and of entries and blocks.
  struct Traffic {
    uint64_t search_messages = 0;
    uint64_t search_bytes = 0;
    uint64_t block_messages = 0;
    uint64_t block_bytes = 0;
  };

  MpiPeers();
  // Waits until what was sent has gone.
  ~MpiPeers() override;

  int number() const override { return number_; }
  int count() const override { return count_; }
  void Send(int to, PeerTopic topic, std::vector<uint8_t> bytes) override;
  bool Receive(PeerTopic topic, bool wait, PeerMessage* message) override;

  // How many of the processes are on this machine.
  int CountHere() const;
  // Called by every process: the sums, for the first one.
  Traffic SumTraffic() const;

 private:
  struct Sending {
    MPI_Request request;
    std::vector<uint8_t> bytes;
  };
  void ForgetSent();

  int number_ = 0;
  int count_ = 1;
  std::list<Sending> sending_;
  Traffic traffic_;
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_MPI_MPI_PEERS_H_
