// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/http_reader.h"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace tilebase::serve {
namespace {

namespace http = boost::beast::http;
using boost::beast::error_code;
using BeastView = boost::beast::string_view;

// What Beast is told where we refuse; the reason is in error_.
error_code Refused() { return http::make_error_code(http::error::bad_value); }

absl::string_view FieldView(BeastView text) { return {text.data(), text.size()}; }
void Assign(BeastView text, std::string* to) { to->assign(text.data(), text.size()); }

// Characters that end a line or may not be in a head at all. HT may be in a field's value.
bool IsSpecial(char c) {
  const unsigned char byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && byte != '\t') || byte == 0x7f;
}

}  // namespace

bool BodyBudget::Take(uint64_t bytes) {
  const int64_t wanted = static_cast<int64_t>(bytes);
  if (left_.fetch_sub(wanted) >= wanted) return true;
  left_ += wanted;
  return false;
}

class HttpReader::Parser {
 public:
  explicit Parser(HttpReader* reader) : reader_(reader) { Reset(); }

  void Reset() {
    beast_.emplace(reader_);
    beast_->header_limit(static_cast<uint32_t>(reader_->limits_->head_bytes));
    beast_->body_limit(reader_->limits_->body_bytes);
    beast_->eager(true);
  }

  size_t Put(std::string_view bytes, error_code& error) {
    return beast_->put(boost::asio::const_buffer(bytes.data(), bytes.size()), error);
  }
  bool is_done() const { return beast_->is_done(); }
  bool chunked() const { return beast_->chunked(); }
  bool keep_alive() const { return beast_->keep_alive(); }

 private:
  class Beast final : public http::basic_parser<true> {
   public:
    explicit Beast(HttpReader* reader) : reader_(*reader) {}

   private:
    void Refuse(const char* parameter, std::string expected, std::string found, error_code& error,
                int status = 400) {
      reader_.Refuse(status, parameter, std::move(expected), std::move(found));
      error = Refused();
    }

    void on_request_impl(http::verb verb, BeastView method, BeastView target, int version,
                         error_code& error) override {
      HttpRequest& request = reader_.request_;
      request.method = verb == http::verb::get       ? Method::kGet
                       : verb == http::verb::head    ? Method::kHead
                       : verb == http::verb::post    ? Method::kPost
                       : verb == http::verb::options ? Method::kOptions
                                                     : Method::kOther;
      request.http_1_1 = version == 11;
      Assign(target, &request.target);
      if (target.size() > reader_.limits_->target_bytes)
        Refuse("target", absl::StrCat("at most ", reader_.limits_->target_bytes, " bytes"),
               absl::StrCat(target.size()), error, 414);
      // After CONNECT the client may send anything, which would be read as requests.
      if (method.size() > 32 || verb == http::verb::connect)
        Refuse("method", "GET, HEAD, POST or OPTIONS", "another", error);
    }

    void on_field_impl(http::field field, BeastView name, BeastView value,
                       error_code& error) override {
      if (!reader_.in_head_) return;  // trailers of a chunked body say nothing that we heed
      HttpRequest& request = reader_.request_;
      switch (field) {
        case http::field::host:
          if (++hosts_ > 1) Refuse("Host", "one Host field", "two", error);
          break;
        case http::field::content_length:
          if (++lengths_ > 1) Refuse("Content-Length", "the length once", "it twice", error);
          if (!std::all_of(value.begin(), value.end(), absl::ascii_isdigit))
            Refuse("Content-Length", "digits", "something else", error);
          break;
        case http::field::transfer_encoding:
          if (++encodings_ > 1 || !absl::EqualsIgnoreCase(FieldView(value), "chunked"))
            Refuse("Transfer-Encoding", "nothing but one 'chunked'", "something else", error);
          break;
        case http::field::expect:
          if (absl::EqualsIgnoreCase(FieldView(value), "100-continue"))
            reader_.wants_continue_ = true;
          break;
        case http::field::content_type:
          Assign(value, &request.content_type);
          break;
        case http::field::content_encoding:
          Assign(value, &request.content_encoding);
          break;
        case http::field::if_none_match:
          Assign(value, &request.if_none_match);
          break;
        default:
          if (absl::EqualsIgnoreCase(FieldView(name), "X-Forwarded-For"))
            Assign(value, &request.forwarded_for);
          break;
      }
    }

    void on_header_impl(error_code& error) override {
      reader_.in_head_ = false;
      if (lengths_ != 0 && encodings_ != 0)
        return Refuse("Content-Length", "no length beside Transfer-Encoding", "both", error);
      if (encodings_ != 0 && !reader_.request_.http_1_1)
        return Refuse("Transfer-Encoding", "HTTP/1.1", "HTTP/1.0", error);
      if (hosts_ == 0 && reader_.request_.http_1_1)
        return Refuse("Host", "one Host field, as HTTP/1.1 demands", "none", error);
      if (lengths_ != 0) Reserve(*content_length(), error);
    }

    // Only a POST's body is kept.
    bool KeepsBody() const { return reader_.request_.method == Method::kPost; }

    void Reserve(uint64_t bytes, error_code& error) {
      if (!KeepsBody() || bytes == 0) return;
      if (!reader_.budget_->Take(bytes))
        return Refuse("body", "memory for it, which other requests hold now: try again soon",
                      absl::StrCat(bytes, " bytes"), error, 503);
      reader_.taken_ += bytes;
      reader_.request_.body.reserve(reader_.request_.body.size() + bytes);
    }

    size_t Keep(BeastView bytes) {
      if (KeepsBody()) reader_.request_.body.append(bytes.data(), bytes.size());
      return bytes.size();
    }

    void on_body_init_impl(const boost::optional<uint64_t>&, error_code&) override {}
    size_t on_body_impl(BeastView bytes, error_code&) override { return Keep(bytes); }
    void on_chunk_header_impl(uint64_t size, BeastView, error_code& error) override {
      Reserve(size, error);
    }
    size_t on_chunk_body_impl(uint64_t, BeastView bytes, error_code&) override {
      return Keep(bytes);
    }
    void on_response_impl(int, BeastView, int, error_code&) override {}
    void on_finish_impl(error_code&) override {}

    HttpReader& reader_;
    int hosts_ = 0;
    int lengths_ = 0;
    int encodings_ = 0;
  };

  HttpReader* reader_;
  std::optional<Beast> beast_;
};

HttpReader::HttpReader(const HttpLimits* limits, BodyBudget* budget)
    : limits_(limits), budget_(budget), parser_(std::make_unique<Parser>(this)) {}

HttpReader::~HttpReader() { budget_->Give(taken_); }

void HttpReader::Reset() {
  // What a large body took is not kept for the next one.
  if (taken_ != 0) {
    budget_->Give(taken_);
    taken_ = 0;
    std::string().swap(request_.body);
  }
  request_.method = Method::kOther;
  request_.target.clear();
  request_.content_type.clear();
  request_.content_encoding.clear();
  request_.if_none_match.clear();
  request_.forwarded_for.clear();
  request_.keep_alive = false;
  in_head_ = true;
  skipped_line_ = false;
  wants_continue_ = false;
  scanned_ = 0;
  line_begin_ = 0;
  parser_->Reset();
}

HttpReader::State HttpReader::Refuse(int status, const char* parameter, std::string expected,
                                     std::string found) {
  error_ = {status, parameter, std::move(expected), std::move(found)};
  return State::kError;
}

size_t HttpReader::ScanHead(std::string_view bytes) {
  size_t at = scanned_;
  for (; at < bytes.size(); ++at) {
    const char c = bytes[at];
    if (!IsSpecial(c)) continue;
    if (c != '\r') {
      Refuse(400, "request", "lines that end in CR LF, and no other control characters",
             absl::StrCat("byte 0x", absl::Hex(static_cast<unsigned char>(c), absl::kZeroPad2)));
      return kBad;
    }
    if (at + 1 == bytes.size()) break;
    if (bytes[at + 1] != '\n') {
      Refuse(400, "request", "LF after CR", "something else");
      return kBad;
    }
    if (at == line_begin_) return at + 2;
    // A field's value goes on in the next line: obsolete, and read in two ways.
    if (at + 2 == bytes.size()) break;
    if (bytes[at + 2] == ' ' || bytes[at + 2] == '\t') {
      Refuse(400, "request", "fields of one line", "a folded field");
      return kBad;
    }
    line_begin_ = at + 2;
    ++at;
  }
  scanned_ = at;
  constexpr size_t kMethodAndVersion = 64;
  if (line_begin_ == 0 && bytes.size() > limits_->target_bytes + kMethodAndVersion) {
    Refuse(414, "target", absl::StrCat("at most ", limits_->target_bytes, " bytes"), "more");
    return kBad;
  }
  if (bytes.size() >= limits_->head_bytes) {
    Refuse(431, "fields", absl::StrCat("a head of at most ", limits_->head_bytes, " bytes"),
           "more");
    return kBad;
  }
  return 0;
}

HttpReader::State HttpReader::Read(std::string_view bytes, size_t* used) {
  *used = 0;
  if (bytes.empty()) return State::kMore;
  if (in_head_) {
    constexpr std::string_view kEmptyLine = "\r\n";
    if (bytes.starts_with(kEmptyLine) && !std::exchange(skipped_line_, true)) {
      *used = kEmptyLine.size();
      return State::kMore;
    }
    const size_t end = ScanHead(bytes);
    if (end == kBad) return State::kError;
    if (end == 0) return State::kMore;
    if (end > limits_->head_bytes)
      return Refuse(431, "fields",
                    absl::StrCat("a head of at most ", limits_->head_bytes, " bytes"),
                    absl::StrCat(end));
  }
  // A chunked body ends in five bytes at least. Once Beast's parser has seen the first three of
  // them it asserts that it sees all five next time, where it is built with assertions.
  constexpr size_t kLeastEnd = 5;
  if (!in_head_ && parser_->chunked() && bytes.size() < kLeastEnd) return State::kMore;
  error_.expected.clear();
  while (!parser_->is_done()) {
    error_code error;
    const size_t count = parser_->Put(bytes.substr(*used), error);
    *used += count;
    if (error == http::error::need_more) {
      if (!in_head_) break;
      // The head is here as a whole, but too short for what Beast looks for in it, such as a
      // version.
      return Refuse(400, "request", "an HTTP/1.1 request", "an incomplete line");
    }
    if (error) {
      if (!error_.expected.empty()) return State::kError;  // ours
      if (error == http::error::body_limit)
        return Refuse(413, "body", absl::StrCat("at most ", limits_->body_bytes, " bytes"), "more");
      return Refuse(400, "request", "an HTTP/1.1 request", error.message());
    }
    if (*used == bytes.size()) break;
  }
  if (parser_->is_done()) {
    request_.keep_alive = parser_->keep_alive();
    wants_continue_ = false;
    return State::kDone;
  }
  if (*used == 0 && bytes.size() >= Window())
    return Refuse(400, "body", "chunks with short headers", "a long one");
  return State::kMore;
}

bool HttpReader::TakeContinue() { return std::exchange(wants_continue_, false) && !in_head_; }

}  // namespace tilebase::serve
