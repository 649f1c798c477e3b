// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Bytes of a connection -> requests. Boost.Beast's parser does the reading; around it stands what a
// server that may be behind a proxy has to refuse, because two readings of one request are how a
// second request is smuggled in: bare carriage returns and line feeds, control characters, folded
// fields, a length given twice, a length beside an encoding, any encoding but one "chunked", no
// Host or two. Everything refused ends the connection. One empty line before a request is ignored
// (RFC 9112, section 2.2): old clients send it after a body.
//
// No sockets here: what comes out depends on the bytes alone, however they are cut into pieces.

#ifndef TILEBASE_TOOLS_SERVE_HTTP_READER_H_
#define TILEBASE_TOOLS_SERVE_HTTP_READER_H_

#include <stddef.h>
#include <stdint.h>

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

namespace tilebase::serve {

enum class Method { kGet, kHead, kPost, kOptions, kOther };

struct HttpRequest {
  Method method = Method::kOther;
  std::string target;  // as sent
  std::string body;    // of a POST; that of another method is read and dropped
  std::string content_type;
  std::string content_encoding;
  std::string if_none_match;
  std::string forwarded_for;
  bool http_1_1 = true;
  bool keep_alive = false;
};

struct HttpLimits {
  size_t target_bytes = 8192;
  size_t head_bytes = 16384;  // request line and fields
  size_t body_bytes = size_t{4} << 20;
};

// Bytes that the bodies of all connections may hold together. Any number of threads.
class BodyBudget {
 public:
  explicit BodyBudget(uint64_t bytes) : left_(static_cast<int64_t>(bytes)) {}
  bool Take(uint64_t bytes);
  void Give(uint64_t bytes) { left_ += static_cast<int64_t>(bytes); }

 private:
  std::atomic<int64_t> left_;
};

// Why a request cannot be read.
struct HttpError {
  int status = 400;  // 400, 413, 414, 431 or 503
  const char* parameter = "";
  std::string expected;
  std::string found;
};

class HttpReader {
 public:
  enum class State { kMore, kDone, kError };

  // Both must outlive the reader.
  HttpReader(const HttpLimits* limits, BodyBudget* budget);
  ~HttpReader();

  // Ready for the next request. Gives back what the body took of the budget.
  void Reset();

  // Reads from `bytes`: what the connection has brought and no earlier call has used. Stores how
  // many of them are used up now; the rest must be there again, with more behind it, in the next
  // call. After kMore some bytes are used or `bytes` is less than Window(); after kDone the rest
  // belongs to the next request; after kError nothing of the connection can be understood any more.
  State Read(std::string_view bytes, size_t* used);
  // The most unused bytes there can be while more are wanted.
  size_t Window() const { return limits_->head_bytes; }

  // Whether the client waits for "100 Continue" before it sends the body. True once.
  bool TakeContinue();

  // After kDone. The body may be moved away.
  HttpRequest& request() { return request_; }
  // After kError.
  const HttpError& error() const { return error_; }

 private:
  class Parser;  // Beast's
  // Appends to the body of a POST, which will have at most `most` bytes. Takes memory from the
  // budget as bytes come, not as they are announced. Returns false if the budget is spent.
  bool Keep(std::string_view bytes, uint64_t most);
  State Refuse(int status, const char* parameter, std::string expected, std::string found);
  // Takes bytes of a chunked message's body into framing_. Returns false if that gets longer than
  // head_bytes.
  bool KeepFraming(std::string_view bytes);
  // Looks at bytes that have not been looked at. Returns where the head ends, 0 where it does not
  // end yet. Leaves an error in error_ and returns kBad.
  static constexpr size_t kBad = static_cast<size_t>(-1);
  size_t ScanHead(std::string_view bytes);

  const HttpLimits* limits_;
  BodyBudget* budget_;
  HttpRequest request_;
  HttpError error_;
  std::unique_ptr<Parser> parser_;
  bool in_head_ = true;
  bool skipped_line_ = false;  // the empty line before the request
  bool wants_continue_ = false;
  size_t scanned_ = 0;              // bytes of the head that were looked at
  size_t line_begin_ = 0;           // of the line that scanned_ is in
  std::string framing_ = "\r\n";    // of a chunked message, since its last data
  const char* data_end_ = nullptr;  // of data among the bytes that Beast has just taken
  uint64_t taken_ = 0;              // of the budget
};

}  // namespace tilebase::serve

#endif  // TILEBASE_TOOLS_SERVE_HTTP_READER_H_
