// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/http_reader.h"

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/system/errc.hpp>
#include <boost/system/error_code.hpp>
#include <memory_resource>
#include <optional>
#include <tuple>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace tilebase::serve {
namespace {

namespace http = boost::beast::http;
using boost::system::error_code;
using BeastView = boost::beast::string_view;

// Returns the error that ends Beast's reading when we refuse a body; the reason is in error_.
error_code Refused() { return make_error_code(boost::system::errc::not_enough_memory); }

absl::string_view FieldView(BeastView text) { return {text.data(), text.size()}; }
void Assign(BeastView text, std::string* to) { to->assign(text.data(), text.size()); }

// Characters that end a line or may not be in a head at all. HT may be in a field's value.
bool IsSpecial(char c) {
  const unsigned char byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && byte != '\t') || byte == 0x7f;
}

constexpr std::string_view kLineEnd = "\r\n";

// The framing of a chunked message since its last data, or since its head: an end of line, the line
// of a chunk, and if that is the last one the lines of the trailer. Some releases of Beast take
// these one after the other, and not all refuse every trailer.
//
// Whether the last chunk has begun.
bool IsInTrailer(std::string_view framing) {
  if (!framing.starts_with(kLineEnd)) return false;
  framing.remove_prefix(kLineEnd.size());
  if (framing.find(kLineEnd) == framing.npos) return false;
  const size_t zeros = framing.find_first_not_of('0');
  return zeros > 0 && !absl::ascii_isxdigit(framing[zeros]);
}

// Whether a trailer tells a length or an encoding.
bool TellsLength(std::string_view framing) {
  for (size_t end; (end = framing.find(kLineEnd)) != framing.npos;) {
    const absl::string_view line(framing.data(), end);
    if (absl::StartsWithIgnoreCase(line, "Content-Length:") ||
        absl::StartsWithIgnoreCase(line, "Transfer-Encoding:"))
      return true;
    framing.remove_prefix(end + kLineEnd.size());
  }
  return false;
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
    beast_.reset();  // before the memory of its fields
    memory_.release();
    beast_.emplace(std::piecewise_construct, std::make_tuple(reader_),
                   std::make_tuple(Allocator(&memory_)));
    beast_->header_limit(static_cast<uint32_t>(reader_->limits_->head_bytes));
    beast_->body_limit(reader_->limits_->body_bytes);
    beast_->eager(false);  // the first Put ends with the head
  }

  size_t Put(std::string_view bytes, error_code& error) {
    return beast_->put(boost::asio::const_buffer(bytes.data(), bytes.size()), error);
  }
  bool is_done() const { return beast_->is_done(); }
  bool chunked() const { return beast_->chunked(); }
  bool keep_alive() const { return beast_->keep_alive(); }

  // Copies the head, which is there, into the request. Returns false if it refuses the request.
  bool TakeHead() {
    beast_->eager(true);
    const auto& head = beast_->get().base();
    HttpRequest& request = reader_->request_;
    const http::verb verb = head.method();
    request.method = verb == http::verb::get       ? Method::kGet
                     : verb == http::verb::head    ? Method::kHead
                     : verb == http::verb::post    ? Method::kPost
                     : verb == http::verb::options ? Method::kOptions
                                                   : Method::kOther;
    request.http_1_1 = head.version() == 11;
    Assign(head.target(), &request.target);
    if (request.target.size() > reader_->limits_->target_bytes)
      return Refuse("target", absl::StrCat("at most ", reader_->limits_->target_bytes, " bytes"),
                    absl::StrCat(request.target.size()), 414);
    // After CONNECT the client may send anything, which would be read as requests.
    if (head.method_string().size() > 32 || verb == http::verb::connect)
      return Refuse("method", "GET, HEAD, POST or OPTIONS", "another");
    int hosts = 0;
    int lengths = 0;
    int encodings = 0;
    for (const auto& field : head) {
      switch (field.name()) {
        case http::field::host:
          if (++hosts > 1) return Refuse("Host", "one Host field", "two");
          break;
        case http::field::content_length:
          if (++lengths > 1) return Refuse("Content-Length", "the length once", "it twice");
          if (const auto value = field.value();
              !std::all_of(value.begin(), value.end(), absl::ascii_isdigit))
            return Refuse("Content-Length", "digits", "something else");
          break;
        case http::field::transfer_encoding:
          if (++encodings > 1 || !absl::EqualsIgnoreCase(FieldView(field.value()), "chunked"))
            return Refuse("Transfer-Encoding", "nothing but one 'chunked'", "something else");
          break;
        case http::field::expect:
          if (absl::EqualsIgnoreCase(FieldView(field.value()), "100-continue"))
            reader_->wants_continue_ = true;
          break;
        case http::field::content_type:
          Assign(field.value(), &request.content_type);
          break;
        case http::field::content_encoding:
          Assign(field.value(), &request.content_encoding);
          break;
        case http::field::if_none_match:
          Assign(field.value(), &request.if_none_match);
          break;
        default:
          if (absl::EqualsIgnoreCase(FieldView(field.name_string()), "X-Forwarded-For"))
            Assign(field.value(), &request.forwarded_for);
          break;
      }
    }
    if (lengths != 0 && encodings != 0)
      return Refuse("Content-Length", "no length beside Transfer-Encoding", "both");
    if (encodings != 0 && !request.http_1_1)
      return Refuse("Transfer-Encoding", "HTTP/1.1", "HTTP/1.0");
    if (hosts == 0 && request.http_1_1)
      return Refuse("Host", "one Host field, as HTTP/1.1 demands", "none");
    return true;
  }

 private:
  using Allocator = std::pmr::polymorphic_allocator<char>;

  // Beast's name for where a body goes: into the request.
  struct Body {
    using value_type = HttpReader*;  // NOLINT(readability-identifier-naming)
    // NOLINTNEXTLINE(readability-identifier-naming)
    class reader {
     public:
      template <bool isRequest, typename Fields>
      reader(http::header<isRequest, Fields>&, value_type& to) : to_(to) {}
      // NOLINTBEGIN(readability-identifier-naming)
      void init(const boost::optional<uint64_t>& length, error_code& error) {
        if (length) most_ = *length;
        error = {};
      }
      template <typename Buffers>
      size_t put(const Buffers& buffers, error_code& error) {
        error = {};
        size_t count = 0;
        for (auto at = boost::asio::buffer_sequence_begin(buffers);
             at != boost::asio::buffer_sequence_end(buffers); ++at) {
          const boost::asio::const_buffer bytes = *at;
          const std::string_view data(static_cast<const char*>(bytes.data()), bytes.size());
          to_->data_end_ = data.data() + data.size();
          if (!to_->Keep(data, most_)) {
            error = Refused();
            return count;
          }
          count += bytes.size();
        }
        return count;
      }
      void finish(error_code& error) { error = {}; }
      // NOLINTEND(readability-identifier-naming)

     private:
      value_type& to_;
      uint64_t most_ = UINT64_MAX;  // bytes of the body
    };
  };

  bool Refuse(const char* parameter, std::string expected, std::string found, int status = 400) {
    reader_->Refuse(status, parameter, std::move(expected), std::move(found));
    return false;
  }

  HttpReader* reader_;
  // Fields of most requests fit; a longer head takes more until Reset.
  std::array<std::byte, 2048> first_memory_;
  std::pmr::monotonic_buffer_resource memory_{first_memory_.data(), first_memory_.size()};
  std::optional<http::request_parser<Body, Allocator>> beast_;
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
  framing_ = kLineEnd;  // of the head
  data_end_ = nullptr;
  parser_->Reset();
}

bool HttpReader::KeepFraming(std::string_view bytes) {
  if (const char* const end = std::exchange(data_end_, nullptr)) {
    framing_.clear();
    bytes.remove_prefix(static_cast<size_t>(end - bytes.data()));
  }
  framing_ += bytes;
  return framing_.size() <= limits_->head_bytes;
}

bool HttpReader::Keep(std::string_view bytes, uint64_t most) {
  if (request_.method != Method::kPost) return true;
  std::string& body = request_.body;
  const size_t size = body.size() + bytes.size();
  if (size > taken_) {
    const uint64_t wanted =
        std::max<uint64_t>(size, std::min({most, uint64_t{limits_->body_bytes}, 2 * taken_}));
    if (!budget_->Take(wanted - taken_)) {
      Refuse(503, "body", "memory for it, which other requests hold now: try again soon",
             absl::StrCat(wanted, " bytes"));
      return false;
    }
    taken_ = wanted;
    body.reserve(wanted);
  }
  body.append(bytes);
  return true;
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
    if (bytes.starts_with(kLineEnd) && !std::exchange(skipped_line_, true)) {
      *used = kLineEnd.size();
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
  if (!in_head_ && parser_->chunked() && bytes.size() < kLeastEnd && !IsInTrailer(framing_))
    return State::kMore;
  while (!parser_->is_done()) {
    error_code error;
    const size_t count = parser_->Put(bytes.substr(*used), error);
    if (!in_head_ && parser_->chunked() && !KeepFraming(bytes.substr(*used, count)))
      return Refuse(431, "trailer", absl::StrCat("at most ", limits_->head_bytes, " bytes"),
                    "more");
    *used += count;
    if (error == http::error::need_more) {
      if (!in_head_) break;
      // The head is here as a whole, but too short for what Beast looks for in it, such as a
      // version.
      return Refuse(400, "request", "an HTTP/1.1 request", "an incomplete line");
    }
    if (error) {
      if (error == Refused()) return State::kError;
      if (error == http::error::body_limit)
        return Refuse(413, "body", absl::StrCat("at most ", limits_->body_bytes, " bytes"), "more");
      return Refuse(400, "request", "an HTTP/1.1 request", error.message());
    }
    if (in_head_) {
      in_head_ = false;
      if (!parser_->TakeHead()) return State::kError;
    }
    if (*used == bytes.size()) break;
  }
  if (parser_->is_done()) {
    if (parser_->chunked() && TellsLength(framing_))
      return Refuse(400, "trailer", "no length and no encoding", "one");
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
