// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/loop.h"

#include <errno.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <exception>
#include <utility>

namespace tilebase::serve {
namespace {

using boost::asio::ip::tcp;
using boost::system::error_code;

// The buffer's size at first; a longer request grows it up to the reader's window.
constexpr size_t kFirstBytes = 4096;
// A client that goes on sending after its last answer is read so far, so that closing does not take
// the answer from it.
constexpr uint32_t kDiscardBytes = 1 << 20;

bool WouldBlock(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }

}  // namespace

void DeadlineList::Add(Connection* connection, Clock::time_point now) {
  connection->due_ = now + time_;
  connection->previous_ = last_;
  connection->next_ = nullptr;
  (last_ == nullptr ? first_ : last_->next_) = connection;
  last_ = connection;
}

void DeadlineList::Remove(Connection* connection) {
  (connection->previous_ == nullptr ? first_ : connection->previous_->next_) = connection->next_;
  (connection->next_ == nullptr ? last_ : connection->next_->previous_) = connection->previous_;
}

Connection* DeadlineList::Next(const Connection* connection) { return connection->next_; }

Connection* DeadlineList::Overdue(Clock::time_point now) const {
  return first_ != nullptr && first_->due_ <= now ? first_ : nullptr;
}

Connection::Connection(Loop* loop, tcp::socket socket) : loop_(loop), socket_(std::move(socket)) {}

Connection::~Connection() {
  if (list_ != nullptr) list_->Remove(this);
  if (exchange_ != nullptr) loop_->GiveExchange(std::move(exchange_));
  loop_->Ended(refused_);
}

void Connection::Enter(DeadlineList* list) {
  if (list_ != nullptr) list_->Remove(this);
  list_ = list;
  if (list != nullptr) list->Add(this, Clock::now());
}

void Connection::Start() {
  error_code ignored;
  // Pieces of a long answer must not wait for each other's acknowledgement.
  socket_.set_option(tcp::no_delay(true), ignored);
  Enter(&loop_->idle);
  WaitToRead();
}

void Connection::StartRefused() {
  refused_ = true;
  exchange_ = loop_->TakeExchange();
  exchange_->begun = Clock::now();
  loop_->service.Refuse({503, "connection", "fewer connections: try again soon", "too many"},
                        &loop_->scratch, &exchange_->answer);
  Write();
}

void Connection::Cut() {
  Enter(nullptr);
  cut_ = true;
  if (exchange_ != nullptr && exchange_->answer.search != nullptr)
    loop_->searches.Cancel(exchange_->answer.search.get());
  error_code ignored;
  socket_.close(ignored);
}

bool Connection::HasInput() {
  int count = 0;
  return ioctl(socket_.native_handle(), FIONREAD, &count) == 0 && count > 0;
}

bool Connection::HasLeft() {
  pollfd socket = {socket_.native_handle(), POLLRDHUP, 0};
  return poll(&socket, 1, 0) > 0;
}

// The completion of the operation that was under way.
template <typename Step>
void Connection::Complete(const error_code& error, Step step) {
  if (error || cut_) {
    delete this;
    return;
  }
  try {
    step();
  } catch (const std::exception&) {
    delete this;  // no memory for this request; the others go on
  }
}

void Connection::WaitToRead() {
  socket_.async_wait(tcp::socket::wait_read, [this](const error_code& error) {
    Complete(error, [this] { lingering_ ? Discard() : OnReadable(); });
  });
}

void Connection::WaitToWrite() {
  socket_.async_wait(tcp::socket::wait_write,
                     [this](const error_code& error) { Complete(error, [this] { Write(); }); });
}

template <typename Step>
void Connection::TakeTurn(Step step) {
  boost::asio::post(socket_.get_executor(), [this, step] { Complete(error_code(), step); });
}

void Connection::OnReadable() {
  const bool was_idle = exchange_ == nullptr;
  if (was_idle) exchange_ = loop_->TakeExchange();
  std::string& input = exchange_->input;
  const size_t kept = input.size();
  // The reader leaves less than its window.
  const size_t room = exchange_->reader.Window() - kept;
  const size_t wanted = was_idle ? std::min(kFirstBytes, room) : room;
  input.resize(kept + wanted);
  const ssize_t count = recv(socket_.native_handle(), &input[kept], wanted, MSG_DONTWAIT);
  const int error = errno;
  input.resize(kept + static_cast<size_t>(std::max<ssize_t>(count, 0)));
  if (count == 0 || (count < 0 && !WouldBlock(error))) {
    delete this;
    return;
  }
  if (count < 0) {
    if (was_idle) loop_->GiveExchange(std::move(exchange_));
    return WaitToRead();
  }
  if (was_idle) {
    exchange_->begun = Clock::now();
    Enter(&loop_->request);
  }
  ReadRequests();
}

void Connection::ReadRequests() {
  std::string& input = exchange_->input;
  HttpReader& reader = exchange_->reader;
  Answer& answer = exchange_->answer;
  while (true) {
    size_t used = 0;
    const HttpReader::State state = reader.Read(input, &used);
    input.erase(0, used);
    if (state == HttpReader::State::kMore) {
      if (reader.TakeContinue()) {
        // A few bytes into an empty buffer of the socket: they go or the client is gone.
        constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
        (void)send(socket_.native_handle(), kContinue.data(), kContinue.size(),
                   MSG_DONTWAIT | MSG_NOSIGNAL);
      }
      if (used != 0 && !input.empty()) continue;
      return WaitToRead();
    }
    if (state == HttpReader::State::kDone)
      loop_->service.Handle(loop_->catalog, reader.request(), &loop_->scratch, &answer);
    else
      loop_->service.Refuse(reader.error(), &loop_->scratch, &answer);
    return answer.search != nullptr ? BeginSearch() : Write();
  }
}

void Connection::BeginSearch() {
  Enter(&loop_->searching);
  const std::shared_ptr<Search>& search = exchange_->answer.search;
  // The pool's threads touch nothing of the connection, which is this thread's.
  const auto done = [this, loop = loop_] {
    boost::asio::post(loop->context(), [this] { Complete(error_code(), [this] { EndSearch(); }); });
  };
  if (loop_->searches.Add(search, done)) return;
  search->problem = Problem{503, "", "fewer searches at a time: try again soon", "too many"};
  EndSearch();
}

void Connection::EndSearch() {
  loop_->service.Finish(exchange_->reader.request(), &loop_->scratch, &exchange_->answer);
  Write();
}

void Connection::Write() {
  Exchange& exchange = *exchange_;
  const std::string& bytes = exchange.answer.bytes;
  while (exchange.sent < bytes.size()) {
    const ssize_t count = send(socket_.native_handle(), bytes.data() + exchange.sent,
                               bytes.size() - exchange.sent, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0) {
      if (!WouldBlock(errno)) {
        delete this;
        return;
      }
      if (list_ != &loop_->answer) Enter(&loop_->answer);
      return WaitToWrite();
    }
    exchange.sent += static_cast<size_t>(count);
    exchange.answer_bytes += static_cast<size_t>(count);
  }
  if (exchange.answer.rest == nullptr) return Answered();
  // Others have their turn before the next piece.
  if (list_ != &loop_->answer) Enter(&loop_->answer);
  TakeTurn([this] {
    exchange_->answer.bytes.clear();
    exchange_->sent = 0;
    loop_->service.Continue(&loop_->scratch, &exchange_->answer);
    Write();
  });
}

void Connection::Answered() {
  Exchange& exchange = *exchange_;
  loop_->CountRequest(exchange, loop_->WantsPeer() ? PeerName() : std::string());
  if (exchange.answer.close) return Linger();
  exchange.answer.Clear();
  exchange.sent = 0;
  exchange.answer_bytes = 0;
  exchange.reader.Reset();
  if (exchange.input.empty()) {
    loop_->GiveExchange(std::move(exchange_));
    Enter(&loop_->idle);
    return WaitToRead();
  }
  // The client did not wait for the answer before its next request.
  exchange.begun = Clock::now();
  Enter(&loop_->request);
  TakeTurn([this] { ReadRequests(); });
}

void Connection::Linger() {
  loop_->GiveExchange(std::move(exchange_));
  Enter(&loop_->closing);
  lingering_ = true;
  error_code error;
  socket_.shutdown(tcp::socket::shutdown_send, error);
  if (error) {
    delete this;
    return;
  }
  WaitToRead();
}

void Connection::Discard() {
  char bytes[8192];
  const ssize_t count = recv(socket_.native_handle(), bytes, sizeof bytes, MSG_DONTWAIT);
  if (count < 0 && WouldBlock(errno)) return WaitToRead();
  if (count > 0) discarded_ += static_cast<uint32_t>(count);
  if (count <= 0 || discarded_ > kDiscardBytes) {
    delete this;
    return;
  }
  WaitToRead();
}

std::string Connection::PeerName() {
  error_code error;
  const tcp::endpoint peer = socket_.remote_endpoint(error);
  return error ? std::string() : peer.address().to_string();
}

namespace {

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
