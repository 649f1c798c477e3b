// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Peers that are threads of one process.

#ifndef TILEBASE_TESTS_GENERATOR_LOCAL_PEERS_H_
#define TILEBASE_TESTS_GENERATOR_LOCAL_PEERS_H_

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "generator/peers.h"

namespace tilebase {

// Runs task(peers) on `count` threads at once, each with its number.
class LocalPeers {
 public:
  static void Run(int count, const std::function<void(Peers*)>& task) {
    std::vector<Mailbox> mailboxes(static_cast<size_t>(count));
    std::vector<std::thread> threads;
    for (int number = 0; number < count; ++number)
      threads.emplace_back([&, number] {
        One one(number, &mailboxes);
        task(&one);
      });
    for (std::thread& thread : threads) thread.join();
  }

 private:
  struct Mailbox {
    std::mutex mutex;
    std::condition_variable arrived;
    std::map<PeerTopic, std::deque<PeerMessage>> messages;
  };

  class One : public Peers {
   public:
    One(int number, std::vector<Mailbox>* mailboxes) : number_(number), mailboxes_(*mailboxes) {}
    int number() const override { return number_; }
    int count() const override { return static_cast<int>(mailboxes_.size()); }

    void Send(int to, PeerTopic topic, std::vector<uint8_t> bytes) override {
      Mailbox& mailbox = mailboxes_[static_cast<size_t>(to)];
      const std::lock_guard<std::mutex> lock(mailbox.mutex);
      mailbox.messages[topic].push_back({number_, std::move(bytes)});
      mailbox.arrived.notify_one();
    }

    bool Receive(PeerTopic topic, bool wait, PeerMessage* message) override {
      Mailbox& mailbox = mailboxes_[static_cast<size_t>(number_)];
      std::unique_lock<std::mutex> lock(mailbox.mutex);
      std::deque<PeerMessage>& queue = mailbox.messages[topic];
      if (wait) mailbox.arrived.wait(lock, [&] { return !queue.empty(); });
      if (queue.empty()) return false;
      *message = std::move(queue.front());
      queue.pop_front();
      return true;
    }

   private:
    const int number_;
    std::vector<Mailbox>& mailboxes_;
  };
};

}  // namespace tilebase

#endif  // TILEBASE_TESTS_GENERATOR_LOCAL_PEERS_H_
