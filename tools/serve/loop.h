// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A thread that serves connections, its data, and the connections. Only that thread may call these
// functions, except where they say otherwise.

#ifndef TILEBASE_TOOLS_SERVE_LOOP_H_
#define TILEBASE_TOOLS_SERVE_LOOP_H_

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <string>
#include <vector>

#include "tables/system/clock.h"
#include "tools/serve/http_reader.h"
#include "tools/serve/service.h"
#include "tools/serve/settings.h"
#include "tools/serve/telemetry.h"

namespace tilebase::serve {

class Connection;
class Loop;

// What a connection needs from the first byte of a request to the last byte of its answer.
struct Exchange {
  Exchange(const HttpLimits* limits, BodyBudget* budget) : reader(limits, budget) {}
  HttpReader reader;
  std::string input;  // received, not used yet
  Answer answer;
  size_t sent = 0;            // of answer.bytes
  uint64_t answer_bytes = 0;  // of the whole answer so far
  Clock::time_point begun;
};

// Connections with the same time limit, in the order of their deadlines.
class DeadlineList {
 public:
  explicit DeadlineList(Clock::duration time) : time_(time) {}
  void Add(Connection* connection, Clock::time_point now);
  void Remove(Connection* connection);
  Connection* first() const { return first_; }
  static Connection* Next(const Connection* connection);
  // Returns the first connection whose time is over, or null.
  Connection* Overdue(Clock::time_point now) const;

 private:
  Clock::duration time_;
  Connection* first_ = nullptr;
  Connection* last_ = nullptr;
};

// One client. It waits for a request without a buffer, reads it into one that its thread lends,
// answers, and gives the buffer back: while it is idle a connection is this object, a socket and
// what Asio keeps for one wait.
//
// Exactly one operation is under way at any time: a wait for the socket, a turn in the thread's
// queue, or a search in the pool. The connection ends in the completion of that operation and
// nowhere else, so nothing has to count its users. Its deadline only closes the socket, which
// completes the wait, and cancels the search.
class Connection {
 public:
  // Owns itself from Start on. `loop` outlives it and has room for one more.
  Connection(Loop* loop, boost::asio::ip::tcp::socket socket);
  void Start();
  // Sends a 503, and ends.
  void StartRefused();
  // Completes the operation under way, which ends the connection. Do not call it from its
  // functions.
  void Cut();
  // Returns whether the client has sent something that was not read yet.
  bool HasInput();
  // Returns whether the client has closed the connection, or its half of it.
  bool HasLeft();

 private:
  friend class DeadlineList;
  ~Connection();

  template <typename Step>
  void Complete(const boost::system::error_code& error, Step step);
  // Continues after the work that is waiting in the thread's queue.
  template <typename Step>
  void TakeTurn(Step step);
  void WaitToRead();
  void WaitToWrite();
  void OnReadable();
  void ReadRequests();
  void BeginSearch();
  void EndSearch();
  void Write();
  void Answered();
  void Linger();
  void Discard();
  void Enter(DeadlineList* list);
  std::string PeerName();

  Loop* loop_;
  boost::asio::ip::tcp::socket socket_;
  std::unique_ptr<Exchange> exchange_;
  DeadlineList* list_ = nullptr;  // the one that it is in
  Connection* next_ = nullptr;
  Connection* previous_ = nullptr;
  Clock::time_point due_;
  uint32_t discarded_ = 0;  // bytes, while lingering
  bool cut_ = false;
  bool lingering_ = false;
  bool refused_ = false;
};

class Loop {
 public:
  // All must outlive the loop.
  Loop(const Settings* settings, const Service* service, SearchPool* searches,
       ServerMetrics* server_metrics, BodyBudget* budget, AccessLogFile* access_log,
       std::shared_ptr<const Catalog> catalog);

  // Serves until Finish was called and all connections have ended.
  void Run();

  // Call these from any thread; the loop's own thread does the work.
  void Serve(boost::asio::ip::tcp::socket socket);
  void Refuse(boost::asio::ip::tcp::socket socket);
  void Switch(std::shared_ptr<const Catalog> catalog);
  // Makes each answer from now on the last of its connection.
  void Drain();
  // Ends connections without a request. Ends the loop when no connection is left, at the latest
  // after the settings' drain_time. Requires that no more connections come.
  void Finish();
  // Finishes without waiting for anything.
  void Stop();
  boost::asio::io_context& context() { return context_; }
  const Metrics& metrics() const { return metrics_; }

  // For connections.
  std::unique_ptr<Exchange> TakeExchange();
  void GiveExchange(std::unique_ptr<Exchange> exchange);
  void Ended(bool refused);
  void CountRequest(Exchange& exchange, const std::string& peer);
  bool WantsPeer() const { return access_log_.IsOpen(); }

  const Service& service;
  SearchPool& searches;
  ServerMetrics& server_metrics;
  std::shared_ptr<const Catalog> catalog;
  Scratch scratch;
  DeadlineList idle;       // waits for a request
  DeadlineList request;    // its request is being received
  DeadlineList answer;     // its answer is being taken
  DeadlineList searching;  // waits for a search, which has its own limit of time
  DeadlineList closing;    // has received its last answer

 private:
  void ScheduleTick();
  void Tick();
  void CutAll();

  const Settings& settings_;
  const HttpLimits limits_;
  BodyBudget* budget_;
  boost::asio::io_context context_;
  boost::asio::steady_timer tick_;
  Metrics metrics_;
  AccessLog access_log_;
  std::vector<std::unique_ptr<Exchange>> spare_exchanges_;
  size_t connections_ = 0;
  bool finishing_ = false;
  Clock::time_point finish_begun_;
};

}  // namespace tilebase::serve

#endif  // TILEBASE_TOOLS_SERVE_LOOP_H_
