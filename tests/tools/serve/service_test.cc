// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/service.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "tables/board_text.h"
#include "tables/random_board.h"
#include "tests/fuzz/fuzzer.h"
#include "tests/tools/serve/asker.h"
#include "tools/serve/answers.h"
#include "tools/serve/request.h"

namespace tilebase::serve {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string Get(const std::string& target) {
  return "GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n";
}

std::string Post(const std::string& body) {
  return "POST /v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
         "Content-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

TEST(TargetTest, IsSplit) {
  const auto split = [](std::string_view text) {
    const std::optional<Target> target = SplitTarget(text);
    return target ? std::string(target->path) + " | " + std::string(target->query) : "none";
  };
  EXPECT_EQ(split("/a/b?c=d&e"), "/a/b | c=d&e");
  EXPECT_EQ(split("/a"), "/a | ");
  EXPECT_EQ(split("/?"), "/ | ");
  EXPECT_EQ(split("//a/../b"), "//a/../b | ");
  EXPECT_EQ(split("http://example.org:80/a?b"), "/a | b");
  EXPECT_EQ(split("http://example.org?b"), " | b");
  EXPECT_EQ(split("/a?http://x/y"), "/a | http://x/y");
  EXPECT_EQ(split("https://user@[::1]:80/a?b=[1]"), "/a | b=[1]");
  EXPECT_EQ(split("*"), "* | ");
  for (const char* bad :
       {"", "a", "http:", "http:///a", "http://a b/", "http://x%/a", "ftp://x/a", "x:/a", "/[a]",
        "/a#b", "/a?b=|", "/a?b=%", "/a?b=%4", "/a?b=%4g", "/\xc3\xa4", "**"})
    EXPECT_EQ(split(bad), "none") << bad;
}

TEST(TargetTest, ParametersAreDecoded) {
  Parameters parameters;
  ASSERT_FALSE(parameters.Read("a=1+2%2f%C3%a4&&b=&c", {"a", "b", "c", "d"}));
  EXPECT_EQ(*parameters.Find("a"), "1 2/\xc3\xa4");
  EXPECT_EQ(*parameters.Find("b"), "");
  EXPECT_EQ(*parameters.Find("c"), "");
  EXPECT_EQ(parameters.Find("d"), nullptr);
  ASSERT_FALSE(parameters.Read("", {"a"}));
  EXPECT_EQ(parameters.Find("a"), nullptr);
  EXPECT_EQ(parameters.Read("a=%", {"a"})->parameter, "query");
  EXPECT_EQ(parameters.Read("a=1&a=2", {"a"})->found, "it twice");
  EXPECT_EQ(parameters.Read("x=1", {"a", "b"})->expected, "only a, b");
  EXPECT_EQ(parameters.Read("=1", {"a"})->parameter, "");
}

TEST(ServiceTest, TellsBoardsOfAsManyCellsApart) {
  Asker asker(MakeCatalog({"2x3", "3x2", "3x3"}));
  EXPECT_THAT(asker.Ask(Get("/v1/solve?board=123450&size=3x2")), HasSubstr("\"moves\":0"));
  EXPECT_THAT(asker.Ask(Get("/v1/solve?board=123450&size=2x3")), HasSubstr("\"moves\":0"));
  EXPECT_THAT(asker.Ask(Get("/v1/solve?board=123450")),
              HasSubstr("the parameter size tells which"));
  EXPECT_THAT(asker.Ask(Get("/v1/solve?board=123456780")), HasSubstr("\"moves\":0"));
}

// Ten thousand boards of a batch have one goal.
TEST(ServiceTest, RefusesALongGoalAndReadsOneOfABatchOnceForEachSize) {
  Asker asker(MakeCatalog({"2x3", "3x3"}));
  const auto batch = [](const std::string& to) {
    std::string boards;
    for (int i = 0; i < 600; ++i) boards += i % 2 == 0 ? "\"123456708\"," : "\"123405\",";
    return Post("{\"boards\":[" + boards + "\"1\"],\"to\":\"" + to + "\"}");
  };
  EXPECT_THAT(asker.Ask(batch(std::string(kMostMemberBytes + 1, ' '))),
              AllOf(StartsWith("HTTP/1.1 400"), HasSubstr("at most 16384 bytes")));
  const std::string answer = asker.Ask(batch(std::string(kMostMemberBytes - 9, ' ') + "123456780"));
  EXPECT_THAT(answer, AllOf(StartsWith("HTTP/1.1 200"), HasSubstr("{\"moves\":1,")));
  EXPECT_EQ(asker.last().boards_solved, 300u);
  EXPECT_EQ(asker.last().boards_refused, 301u);

  const auto catalog = MakeCatalog({"2x3", "3x3"});
  Goals goals;
  const Board* const first = &*goals.For(*catalog->sets()[0], "123450");
  EXPECT_EQ(&*goals.For(*catalog->sets()[0], "not read"), first);
  EXPECT_FALSE(goals.For(*catalog->sets()[1], "not read").ok());
}

TEST(ServiceTest, MakesSlicesSmallerWithEffort) {
  EXPECT_EQ(SliceBoards(0), kSliceBoards);
  size_t before = kSliceBoards;
  for (uint64_t effort = 0; effort <= kQuickEffort; ++effort) {
    const size_t boards = SliceBoards(effort);
    ASSERT_GE(boards, 1u);
    ASSERT_LE(boards, before) << effort;
    before = boards;
  }
  EXPECT_EQ(before, 1u);
}

void CheckBatch(const std::string& effort) {
  const auto catalog = MakeCatalog({"3x3", "2x3"});
  Asker asker(catalog);
  Random random(1);
  // Across several slices; sizes, forms and mistakes mixed.
  std::string body = "{\"boards\":[";
  std::string expected = "{\"answers\":[\n";
  const int count = 1000;
  for (int i = 0; i < count; ++i) {
    const Geometry geometry = *ParseGeometry(random.Below(3) == 0 ? "2x3" : "3x3");
    const Board board = RandomSolvableBoard(geometry, random);
    const bool as_word = random.Below(4) == 0;
    std::string text;
    for (int cell = 0; cell < geometry.cells(); ++cell)
      text += std::to_string(board.tile[cell]) + (as_word ? "" : ",");
    const uint64_t kind = random.Below(10);
    if (kind == 0) text += "x";
    if (kind == 1) text[0] = text[2];
    const std::string answer = asker.Ask(Get("/v1/solve?board=" + text + "&effort=" + effort));
    std::string one = answer.substr(answer.find("\r\n\r\n") + 4);
    one.pop_back();
    if (!answer.starts_with("HTTP/1.1 200")) {
      // The only difference: which board.
      const std::string name = "boards[" + std::to_string(i) + "]";
      for (const std::string place : {"\"detail\":\"", "\"parameter\":\""})
        one.replace(one.find(place) + place.size(), 5, name);
      one = "{\"problem\":" + one + "}";
    }
    body += (i == 0 ? "\"" : ",\"") + text + "\"";
    expected += one + (i + 1 < count ? ",\n" : "\n");
  }
  expected += "]}\n";
  const std::string answer = asker.Ask(Post(body + "],\"effort\":" + effort + "}"));
  ASSERT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(answer, HasSubstr("\r\nTransfer-Encoding: chunked\r\n"));
  std::string found;
  for (size_t at = answer.find("\r\n\r\n") + 4;;) {
    const size_t size = std::stoul(answer.substr(at), nullptr, 16);
    at = answer.find("\r\n", at) + 2;
    if (size == 0) break;
    found += answer.substr(at, size);
    at += size + 2;
  }
  const std::regex time("\"microseconds\":[0-9]+");
  EXPECT_EQ(std::regex_replace(found, time, ""), std::regex_replace(expected, time, ""));
}

TEST(ServiceTest, AnswersABatchAsItAnswersItsBoards) {
  for (const char* effort : {"0", "70", "1000"}) CheckBatch(effort);
}

// Takes the hints until the board is solved, each question with what the last answer said if they
// are `repeated`; now and then, `detours` times in all, makes a random move instead. Returns the
// number of moves, or -1 if they are more than `limit`.
int FollowHints(Asker* asker, Board board, int limit, int detours, Random* random,
                bool repeated = true) {
  std::string under_way;
  for (int moves = 0; moves <= limit; ++moves) {
    std::string text = ToString(board);
    std::replace(text.begin(), text.end(), ' ', ',');
    const std::string answer = asker->Ask(Get("/v1/hint?board=" + text + under_way));
    const auto hint = nlohmann::json::parse(answer.substr(answer.find("\r\n\r\n")));
    if (hint["solved"]) return board.IsSolved() ? moves : -1;
    under_way.clear();
    for (const char* name : {"goal", "fixed"}) {
      if (!repeated) break;
      under_way += std::string("&") + name + "=";
      for (const auto& tile : hint[name]) under_way += tile.dump() + ",";
      if (under_way.back() == ',') under_way.pop_back();
    }
    Action action{};
    for (int a = 0; a < kActions; ++a)
      if (hint["action"] == std::string(1, Letter(static_cast<Action>(a))))
        action = static_cast<Action>(a);
    if (detours > 0 && random->Below(10) == 0) {
      --detours;
      do action = static_cast<Action>(random->Below(kActions));
      while (!board.CanApply(action));
    }
    board.Apply(action);
  }
  return -1;
}

// ladder:1 has stages that grow, which probes alone do not lead through.
TEST(ServiceTest, HintsLeadHomeWhateverThePlayerDoes) {
  const auto catalog = MakeCatalog({"4x4"});
  Asker asker(catalog);
  const int worst = static_cast<int>(catalog->sets()[0]->info().certified_worst_case);
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const Board board = RandomSolvableBoard({4, 4}, random);
    ASSERT_NE(FollowHints(&asker, board, worst, 0, &random), -1);
    ASSERT_NE(FollowHints(&asker, board, worst, 0, &random, false), -1);
    ASSERT_NE(FollowHints(&asker, board, 11 * (worst + 1), 10, &random), -1);
  }
}

TEST(ServiceTest, SaysThatItStops) {
  Asker asker(MakeCatalog({"2x2"}));
  EXPECT_THAT(asker.Ask(Get("/readyz")), StartsWith("HTTP/1.1 200"));
  EXPECT_FALSE(asker.last().close);
  asker.scratch().draining = true;
  EXPECT_THAT(asker.Ask(Get("/readyz")), StartsWith("HTTP/1.1 503"));
  EXPECT_THAT(asker.Ask(Get("/healthz")), HasSubstr("\r\nConnection: close\r\n"));
  EXPECT_TRUE(asker.last().close);
}

// What libFuzzer would do, for a moment: sound requests with bytes changed, cut out and repeated.
TEST(ServiceTest, BearsChangedRequests) {
  const std::vector<std::string> sound = {
      Get("/v1/solve?board=42_713856&size=3x3&effort=70"),
      Get("/v1/probe?board=1,2,3,4,5,0&size=2x3&goal=1-2&fixed=3"),
      Get("/v1/scramble?moves=0..40&size=3x3&seed=2&to=snail"),
      Get("/v1/play?board=snail&size=3x3&moves=R2+8+d&notation=blank"),
      Get("/v1/hint?board=42_713856&to=blank-center"),
      Get("/v1/tables") + Get("/openapi.json") + Get("/metrics"),
      Post("{\"boards\":[\"42_713856\",\"1 2 3 "
           "0\",\"\\u0031\"],\"size\":\"3x3\",\"effort\":70,\"to\":"
           "\"snail\",\"notation\":\"tiles\"}"),
      "POST /v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
      "Transfer-Encoding: chunked\r\n\r\n6;a=\"b\"\r\n{\"boar\r\n8\r\nds\":[] }\r\n0\r\nT: "
      "x\r\n\r\n",
      "HEAD http://x/ HTTP/1.0\r\nConnection: keep-alive\r\nExpect: 100-continue\r\n\r\n",
  };
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    std::string bytes = sound[random.Below(sound.size())] + sound[random.Below(sound.size())];
    for (uint64_t changes = random.Below(4); changes != ~uint64_t{0}; --changes) {
      const size_t at = random.Below(bytes.size());
      const size_t length = random.Below(8);
      switch (random.Below(4)) {
        case 0:
          bytes[at] = static_cast<char>(random.Below(256));
          break;
        case 1:
          bytes.erase(at, length);
          break;
        case 2:
          bytes.insert(at, bytes.substr(random.Below(bytes.size()), length));
          break;
        default:
          bytes.insert(at, 1, "\r\n \t:;%0,"[random.Below(9)]);
          break;
      }
    }
    CheckRequest(bytes);
  }
}

}  // namespace
}  // namespace tilebase::serve
