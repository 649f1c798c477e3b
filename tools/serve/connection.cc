// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/connection.h"

#include <errno.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <exception>
#include <utility>

#include "tools/serve/loop.h"

namespace tilebase::serve {
namespace {

using boost::asio::ip::tcp;
using boost::system::error_code;

// What is received first; a longer request grows its buffer up to the reader's window.
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

}  // namespace tilebase::serve
