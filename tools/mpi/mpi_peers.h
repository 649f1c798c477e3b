// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The processes of an MPI job as Peers. If a process is lost, the transport ends the whole job.

#ifndef TILEBASE_TOOLS_MPI_MPI_PEERS_H_
#define TILEBASE_TOOLS_MPI_MPI_PEERS_H_

#include <mpi.h>
#include <stdint.h>

#include <chrono>
#include <iterator>
#include <list>
#include <thread>
#include <utility>
#include <vector>

#include "generator/peers.h"

namespace tilebase {

// Requires that MPI is initialized, and that only the thread that initialized it uses this object.
class MpiPeers : public Peers {
 public:
  // The messages of all processes: those of searches, and those with entries and blocks.
  struct Traffic {
    uint64_t search_messages = 0;
    uint64_t search_bytes = 0;
    uint64_t block_messages = 0;
    uint64_t block_bytes = 0;
  };

  MpiPeers();
  // Waits until everything sent has left.
  ~MpiPeers() override;

  int number() const override { return number_; }
  int count() const override { return count_; }
  void Send(int to, PeerTopic topic, std::vector<uint8_t> bytes) override;
  bool Receive(PeerTopic topic, bool wait, PeerMessage* message) override;

  // Returns how many of the processes are on this machine.
  int CountHere() const;
  // Every process calls it; the first one gets the sums.
  Traffic SumTraffic() const;

 private:
  // A waiting process checks kLooks times before it sleeps between checks: others may need its
  // core.
  static constexpr int kLooks = 1000;
  static constexpr std::chrono::microseconds kSleep{50};

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

inline MpiPeers::MpiPeers() {
  MPI_Comm_rank(MPI_COMM_WORLD, &number_);
  MPI_Comm_size(MPI_COMM_WORLD, &count_);
}

inline MpiPeers::~MpiPeers() {
  for (Sending& sending : sending_) MPI_Wait(&sending.request, MPI_STATUS_IGNORE);
}

inline void MpiPeers::ForgetSent() {
  for (auto it = sending_.begin(); it != sending_.end();) {
    int done = 0;
    MPI_Test(&it->request, &done, MPI_STATUS_IGNORE);
    it = done != 0 ? sending_.erase(it) : std::next(it);
  }
}

inline void MpiPeers::Send(int to, PeerTopic topic, std::vector<uint8_t> bytes) {
  ForgetSent();
  if (topic == PeerTopic::kBlocks) {
    ++traffic_.block_messages;
    traffic_.block_bytes += bytes.size();
  } else {
    ++traffic_.search_messages;
    traffic_.search_bytes += bytes.size();
  }
  Sending& sending = sending_.emplace_back();
  sending.bytes = std::move(bytes);
  MPI_Isend(sending.bytes.data(), static_cast<int>(sending.bytes.size()), MPI_BYTE, to,
            static_cast<int>(topic), MPI_COMM_WORLD, &sending.request);
}

inline bool MpiPeers::Receive(PeerTopic topic, bool wait, PeerMessage* message) {
  MPI_Message handle;
  MPI_Status status;
  int found = 0;
  for (int looks = 0;; ++looks) {
    MPI_Improbe(MPI_ANY_SOURCE, static_cast<int>(topic), MPI_COMM_WORLD, &found, &handle, &status);
    if (found != 0) break;
    if (!wait) return false;
    if (looks > kLooks) std::this_thread::sleep_for(kSleep);
  }
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  message->from = status.MPI_SOURCE;
  message->bytes.resize(static_cast<size_t>(size));
  MPI_Mrecv(message->bytes.data(), size, MPI_BYTE, &handle, MPI_STATUS_IGNORE);
  return true;
}

inline int MpiPeers::CountHere() const {
  MPI_Comm here;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  int count = 1;
  MPI_Comm_size(here, &count);
  MPI_Comm_free(&here);
  return count;
}

inline MpiPeers::Traffic MpiPeers::SumTraffic() const {
  Traffic sum;
  MPI_Reduce(&traffic_, &sum, 4, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
  return sum;
}

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_MPI_MPI_PEERS_H_
