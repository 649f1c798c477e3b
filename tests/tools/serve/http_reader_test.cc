// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What a connection's bytes mean must not depend on how they are cut. malformed_test.py has the
// requests that are refused.

#include "tools/serve/http_reader.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace tilebase::serve {
namespace {

using State = HttpReader::State;

constexpr char kPost[] =
    "POST /v1/solve?x=1 HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n"
    "Content-Length: 5\r\nX-Forwarded-For: 192.0.2.1\r\n\r\nhello";
constexpr char kChunked[] =
    "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n\r\n"
    "3\r\nhel\r\n2;name=\"value\"\r\nlo\r\n0\r\nTrailer: x\r\n\r\n";
// The shortest end of a body, with none before it.
constexpr char kEmpty[] =
    "POST /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
constexpr char kGet[] = "GET /b HTTP/1.1\r\nhost: x\r\nIf-None-Match: \"t\"\r\n\r\n";

class HttpReaderTest : public ::testing::Test {
 protected:
  struct Outcome {
    std::vector<std::string> requests;  // "target body"
    State state = State::kMore;
  };

  // Feeds `bytes` in pieces of `piece`, as a connection does.
  Outcome Feed(const std::string& bytes, size_t piece) {
    HttpReader reader(&limits_, &budget_);
    Outcome outcome;
    std::string input;
    for (size_t at = 0; at < bytes.size() && outcome.state != State::kError; at += piece) {
      input += bytes.substr(at, piece);
      while (!input.empty()) {
        size_t used = 0;
        outcome.state = reader.Read(input, &used);
        EXPECT_LE(used, input.size());
        input.erase(0, used);
        if (outcome.state == State::kDone) {
          outcome.requests.push_back(reader.request().target + " " + reader.request().body);
          reader.Reset();
        } else if (outcome.state == State::kError || used == 0) {
          EXPECT_TRUE(outcome.state == State::kError || input.size() < reader.Window());
          break;
        }
      }
    }
    return outcome;
  }

  HttpLimits limits_{.target_bytes = 100, .head_bytes = 300, .body_bytes = 50};
  BodyBudget budget_{100};
};

TEST_F(HttpReaderTest, ReadsARequest) {
  HttpReader reader(&limits_, &budget_);
  size_t used = 0;
  ASSERT_EQ(reader.Read(std::string(kPost) + kGet, &used), State::kDone);
  EXPECT_EQ(used, sizeof kPost - 1);
  EXPECT_EQ(reader.request().method, Method::kPost);
  EXPECT_EQ(reader.request().target, "/v1/solve?x=1");
  EXPECT_EQ(reader.request().content_type, "text/plain");
  EXPECT_EQ(reader.request().forwarded_for, "192.0.2.1");
  EXPECT_EQ(reader.request().body, "hello");
  EXPECT_TRUE(reader.request().keep_alive);
  reader.Reset();
  ASSERT_EQ(reader.Read(kGet, &used), State::kDone);
  EXPECT_EQ(reader.request().method, Method::kGet);
  EXPECT_EQ(reader.request().if_none_match, "\"t\"");
  EXPECT_EQ(reader.request().content_type, "");
  EXPECT_EQ(reader.request().body, "");
}

TEST_F(HttpReaderTest, ReadsTheSameHoweverTheBytesAreCut) {
  const std::string bytes = std::string(kPost) + "\r\n" + kChunked + kEmpty + kGet + "\r\n" + kPost;
  const std::vector<std::string> expected = {"/v1/solve?x=1 hello", "/a hello", "/c ", "/b ",
                                             "/v1/solve?x=1 hello"};
  for (size_t piece = 1; piece <= bytes.size(); ++piece) {
    const Outcome outcome = Feed(bytes, piece);
    EXPECT_EQ(outcome.requests, expected) << piece;
    EXPECT_EQ(outcome.state, State::kDone) << piece;
  }
}

TEST_F(HttpReaderTest, RefusesTheSameHoweverTheBytesAreCut) {
  for (const std::string bad :
       {"\r\n\r\n", "GET / HTTP/1.1\nHost: x\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\n y\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\rY: z\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n", "GET / x\r\n\r\n", "GET /\r\n\r\n", "G\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\nhello\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        "2\r\n{}\r\n0\r\nX: y\r\nContent-Length: 5\r\nZ: y\r\n\r\n"}) {
    for (size_t piece = 1; piece <= bad.size(); ++piece) {
      const Outcome outcome = Feed(std::string(kGet) + bad + kGet, piece);
      EXPECT_EQ(outcome.requests, std::vector<std::string>{"/b "}) << bad << piece;
      EXPECT_EQ(outcome.state, State::kError) << bad << piece;
    }
  }
}

TEST_F(HttpReaderTest, KeepsItsLimits) {
  const auto status = [&](const std::string& bytes) {
    HttpReader reader(&limits_, &budget_);
    size_t used = 0;
    return reader.Read(bytes, &used) == State::kError ? reader.error().status : 0;
  };
  const std::string end = " HTTP/1.1\r\nHost: x\r\n\r\n";
  EXPECT_EQ(status("GET /" + std::string(99, 'a') + end), 0);
  EXPECT_EQ(status("GET /" + std::string(100, 'a') + end), 414);
  EXPECT_EQ(status("GET /" + std::string(200, 'a')), 414);
  EXPECT_EQ(status("GET / HTTP/1.1\r\nHost: x\r\nX: " + std::string(280, 'a')), 431);
  const std::string post = "POST / HTTP/1.1\r\nHost: x\r\n";
  EXPECT_EQ(status(post + "Content-Length: 50\r\n\r\n"), 0);
  EXPECT_EQ(status(post + "Content-Length: 51\r\n\r\n"), 413);
  EXPECT_EQ(status(post + "Transfer-Encoding: chunked\r\n\r\n33\r\n"), 413);
  EXPECT_EQ(status(post + "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n32\r\n"), 413);
}

TEST_F(HttpReaderTest, TakesTheBudgetAsBytesCome) {
  const std::string head = "POST / HTTP/1.1\r\nHost: x\r\n";
  const std::string announced = head + "Content-Length: 50\r\n\r\nx";
  const std::string chunk = head + "Transfer-Encoding: chunked\r\n\r\n32\r\nx";
  std::vector<std::unique_ptr<HttpReader>> waiting;
  size_t used = 0;
  for (int i = 0; i < 25; ++i) {
    for (const std::string& bytes : {announced, chunk}) {
      waiting.push_back(std::make_unique<HttpReader>(&limits_, &budget_));
      ASSERT_EQ(waiting.back()->Read(bytes, &used), State::kMore) << i;
      ASSERT_EQ(used, bytes.size());
    }
  }
  HttpReader whole(&limits_, &budget_);
  EXPECT_EQ(whole.Read(announced + std::string(49, 'x'), &used), State::kDone);
  // All of the budget is taken now.
  HttpReader another(&limits_, &budget_);
  EXPECT_EQ(another.Read(announced, &used), State::kError);
  EXPECT_EQ(another.error().status, 503);
}

TEST_F(HttpReaderTest, GivesTheBudgetBack) {
  const std::string post = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n";
  const std::string body(50, 'x');
  size_t used = 0;
  HttpReader first(&limits_, &budget_);
  HttpReader third(&limits_, &budget_);
  {
    HttpReader second(&limits_, &budget_);
    EXPECT_EQ(first.Read(post + body, &used), State::kDone);
    EXPECT_EQ(second.Read(post + body, &used), State::kDone);
    EXPECT_EQ(third.Read(post + body, &used), State::kError);
    EXPECT_EQ(third.error().status, 503);
  }
  third.Reset();
  EXPECT_EQ(third.Read(post + body, &used), State::kDone);
  third.Reset();
  first.Reset();
  EXPECT_TRUE(budget_.Take(100));
  EXPECT_FALSE(budget_.Take(1));
}

TEST_F(HttpReaderTest, SaysWhenAClientWaitsToBeTold) {
  HttpReader reader(&limits_, &budget_);
  const std::string head =
      "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n";
  size_t used = 0;
  EXPECT_EQ(reader.Read(head.substr(0, 60), &used), State::kMore);
  EXPECT_FALSE(reader.TakeContinue());
  EXPECT_EQ(reader.Read(head, &used), State::kMore);
  EXPECT_EQ(used, head.size());
  EXPECT_TRUE(reader.TakeContinue());
  EXPECT_FALSE(reader.TakeContinue());
  EXPECT_EQ(reader.Read("hello", &used), State::kDone);
}

}  // namespace
}  // namespace tilebase::serve
