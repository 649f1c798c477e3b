// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The server that `tilebase serve` is compared with (serve_bench.py): a Boost.Beast server that
// gives the same answer to every request. One thread, no time limits, no counters; the answer is
// made once.
//
//   bare_beast ADDRESS PORT BYTES    answers are BYTES long, head and all

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>
#include <utility>

namespace {

namespace http = boost::beast::http;
using boost::asio::ip::tcp;
using boost::system::error_code;
using Response = http::response<http::string_body>;

class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(tcp::socket socket, const Response* response)
      : socket_(std::move(socket)), response_(*response) {}

  void Read() {
    request_ = {};
    http::async_read(socket_, buffer_, request_,
                     [self = shared_from_this()](error_code error, size_t) {
                       if (!error) self->Write();
                     });
  }

 private:
  void Write() {
    http::async_write(socket_, response_, [self = shared_from_this()](error_code error, size_t) {
      if (!error) self->Read();
    });
  }

  tcp::socket socket_;
  boost::beast::flat_buffer buffer_;
  http::request<http::string_body> request_;
  const Response& response_;
};

void Accept(tcp::acceptor* acceptor, const Response* response) {
  acceptor->async_accept([=](error_code error, tcp::socket socket) {
    if (error) return;
    error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    std::make_shared<Session>(std::move(socket), response)->Read();
    Accept(acceptor, response);
  });
}

Response MakeResponse(size_t bytes) {
  Response response(http::status::ok, 11);
  response.set(http::field::content_type, "application/json");
  size_t body = 0;
  while (true) {
    response.body() = std::string(body, 'x');
    response.prepare_payload();
    std::ostringstream whole;
    whole << response;
    if (whole.str().size() >= bytes) return response;
    body += bytes - whole.str().size();
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: bare_beast ADDRESS PORT BYTES\n");
    return 2;
  }
  const Response response = MakeResponse(std::strtoul(argv[3], nullptr, 10));
  boost::asio::io_context context(1);
  const auto port = static_cast<unsigned short>(std::strtoul(argv[2], nullptr, 10));
  tcp::acceptor acceptor(context, tcp::endpoint(boost::asio::ip::make_address(argv[1]), port));
  Accept(&acceptor, &response);
  context.run();
  return 0;
}
