// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/loop.h"

#include <time.h>

#include <boost/asio/post.hpp>
#include <exception>
#include <utility>

namespace tilebase::serve {
namespace {

using boost::asio::ip::tcp;

// How often deadlines are looked at, the clock of the answers is set and the log is written.
constexpr auto kTick = std::chrono::milliseconds(250);
// How long a connection without a request has for one when the server stops.
constexpr auto kLastRequestTime = std::chrono::milliseconds(500);
// How long a client has to take note of its last answer.
constexpr auto kClosingTime = std::chrono::seconds(2);
// Buffers that are kept for the next requests.
constexpr size_t kSpareExchanges = 64;
constexpr size_t kSpareBytes = 64 << 10;

Clock::duration Seconds(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

std::string_view MethodName(Method method) {
  switch (method) {
    case Method::kGet:
      return "GET";
    case Method::kHead:
      return "HEAD";
    case Method::kPost:
      return "POST";
    case Method::kOptions:
      return "OPTIONS";
    case Method::kOther:
      break;
  }
  return "other";
}

}  // namespace

Loop::Loop(const Settings* settings, const Service* served, SearchPool* pool,
           ServerMetrics* metrics_of_server, BodyBudget* budget, AccessLogFile* access_log,
           std::shared_ptr<const Catalog> first)
    : service(*served),
      searches(*pool),
      server_metrics(*metrics_of_server),
      catalog(std::move(first)),
      idle(Seconds(settings->idle_time)),
      request(Seconds(settings->request_time)),
      answer(Seconds(settings->answer_time)),
      searching(Seconds(settings->search_time)),
      closing(kClosingTime),
      settings_(*settings),
      limits_{settings->max_target_bytes, settings->max_head_bytes, settings->max_body_bytes},
      budget_(budget),
      context_(1),
      tick_(context_),
      access_log_(access_log) {
  scratch.date = HttpDate(time(nullptr));
}

void Loop::Run() {
  ScheduleTick();
  while (!context_.stopped()) {
    try {
      context_.run();
    } catch (const std::exception&) {
      // No memory for a connection or for a line of the log; the others go on.
    }
  }
  access_log_.Flush();
}

void Loop::Serve(tcp::socket socket) {
  boost::asio::post(context_, [this, socket = std::move(socket)]() mutable {
    Connection* const connection = new Connection(this, std::move(socket));
    ++connections_;
    connection->Start();
  });
}

void Loop::Refuse(tcp::socket socket) {
  boost::asio::post(context_, [this, socket = std::move(socket)]() mutable {
    Connection* const connection = new Connection(this, std::move(socket));
    ++connections_;
    connection->StartRefused();
  });
}

void Loop::Switch(std::shared_ptr<const Catalog> next) {
  boost::asio::post(context_,
                    [this, next = std::move(next)]() mutable { catalog = std::move(next); });
}

void Loop::Drain() {
  boost::asio::post(context_, [this] { scratch.draining = true; });
}

void Loop::Finish() {
  boost::asio::post(context_, [this] {
    finishing_ = true;
    finish_begun_ = Clock::now();
  });
}

void Loop::Stop() {
  boost::asio::post(context_, [this] {
    scratch.draining = finishing_ = true;
    CutAll();
  });
}

void Loop::ScheduleTick() {
  tick_.expires_after(kTick);
  tick_.async_wait([this](const boost::system::error_code&) { Tick(); });
}

void Loop::Tick() {
  const Clock::time_point now = Clock::now();
  scratch.date = HttpDate(time(nullptr));
  access_log_.Flush();
  for (DeadlineList* const list : {&idle, &request, &answer, &closing})
    while (Connection* const connection = list->Overdue(now)) {
      if (list != &closing) ++server_metrics.connections_timed_out;
      connection->Cut();
    }
  // Nobody takes the answer of a search whose client has gone.
  for (Connection* connection = searching.first(); connection != nullptr;) {
    Connection* const next = DeadlineList::Next(connection);
    if (connection->HasLeft()) connection->Cut();
    connection = next;
  }
  if (finishing_) {
    if (now >= finish_begun_ + kLastRequestTime)
      for (Connection* connection = idle.first(); connection != nullptr;) {
        Connection* const next = DeadlineList::Next(connection);
        if (!connection->HasInput()) connection->Cut();
        connection = next;
      }
    const Clock::time_point last = finish_begun_ + Seconds(settings_.drain_time);
    if (now >= last) CutAll();
    if (connections_ == 0 || now >= last + kLastRequestTime) return context_.stop();
  }
  ScheduleTick();
}

void Loop::CutAll() {
  for (DeadlineList* const list : {&idle, &request, &answer, &searching, &closing})
    while (Connection* const connection = list->first()) connection->Cut();
}

std::unique_ptr<Exchange> Loop::TakeExchange() {
  if (spare_exchanges_.empty()) return std::make_unique<Exchange>(&limits_, budget_);
  std::unique_ptr<Exchange> exchange = std::move(spare_exchanges_.back());
  spare_exchanges_.pop_back();
  return exchange;
}

void Loop::GiveExchange(std::unique_ptr<Exchange> exchange) {
  if (spare_exchanges_.size() >= kSpareExchanges) return;
  exchange->input.clear();
  exchange->answer.Clear();
  if (exchange->answer.bytes.capacity() > kSpareBytes) std::string().swap(exchange->answer.bytes);
  exchange->sent = 0;
  exchange->answer_bytes = 0;
  exchange->reader.Reset();
  spare_exchanges_.push_back(std::move(exchange));
}

void Loop::Ended(bool refused) {
  --connections_;
  --(refused ? server_metrics.connections_ending : server_metrics.connections);
}

void Loop::CountRequest(Exchange& exchange, const std::string& peer) {
  const Clock::duration latency = Clock::now() - exchange.begun;
  const Answer& answered = exchange.answer;
  metrics_.CountRequest(answered.route, answered.status, latency);
  if (answered.boards_solved != 0) metrics_.boards_solved.Add(answered.boards_solved);
  if (answered.boards_refused != 0) metrics_.boards_refused.Add(answered.boards_refused);
  if (!access_log_.IsOpen()) return;
  const HttpRequest& asked = exchange.reader.request();
  access_log_.Add({peer, asked.forwarded_for, MethodName(asked.method), asked.target,
                   answered.status, exchange.answer_bytes,
                   answered.boards_solved + answered.boards_refused,
                   std::chrono::duration_cast<std::chrono::microseconds>(latency).count()});
}

}  // namespace tilebase::serve
