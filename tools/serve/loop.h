// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A thread that serves connections, and what it keeps for them. Everything here belongs to that
// thread, but for the functions that say so.

#ifndef TILEBASE_TOOLS_SERVE_LOOP_H_
#define TILEBASE_TOOLS_SERVE_LOOP_H_

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <string>
#include <vector>

#include "tools/serve/access_log.h"
#include "tools/serve/connection.h"
#include "tools/serve/service.h"
#include "tools/serve/settings.h"

namespace tilebase::serve {

class Loop {
 public:
  // All must outlive the loop.
  Loop(const Settings* settings, const Service* service, SearchPool* searches,
       ServerMetrics* server_metrics, BodyBudget* budget, AccessLogFile* access_log,
       std::shared_ptr<const Catalog> catalog);

  // Serves until Finish was called and all connections have ended.
  void Run();

  // From any thread; what they ask for is done in the loop's own.
  void Serve(boost::asio::ip::tcp::socket socket);
  void Refuse(boost::asio::ip::tcp::socket socket);
  void Switch(std::shared_ptr<const Catalog> catalog);
  // From now on each answer is the last of its connection.
  void Drain();
  // No connection will come any more: ends those without a request, and then itself when there is
  // none left, at the latest when the settings' drain_time is over.
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
  DeadlineList closing;    // has got its last answer

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
