// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/error.h"

#include <gtest/gtest.h>

namespace tilebase {
namespace {

using absl::StatusCode;

constexpr char kWhole[] = "a.tiles: seal: bad hash; expected 12, found 34; build it again";

ErrorParts Whole() { return {"a.tiles: seal", "bad hash", "12", "34", "build it again"}; }

void ExpectParts(const absl::Status& error, const ErrorParts& expected) {
  const ErrorParts parts = PartsOf(error);
  EXPECT_EQ(parts.where, expected.where);
  EXPECT_EQ(parts.what, expected.what);
  EXPECT_EQ(parts.expected, expected.expected);
  EXPECT_EQ(parts.found, expected.found);
  EXPECT_EQ(parts.remedy, expected.remedy);
}

TEST(Error, KeepsItsCodeAndItsPartsBesideTheMessage) {
  const absl::Status error = MakeError(StatusCode::kDataLoss, Whole());
  EXPECT_EQ(error.code(), StatusCode::kDataLoss);
  EXPECT_EQ(error.message(), kWhole);
  ExpectParts(error, Whole());
}

TEST(Error, WritesNoSeparatorBesideAPartThatIsEmpty) {
  const auto message = [](const ErrorParts& parts) {
    return std::string(MakeError(StatusCode::kUnknown, parts).message());
  };
  EXPECT_EQ(message({.where = "a"}), "a");
  EXPECT_EQ(message({.what = "bad"}), "bad");
  EXPECT_EQ(message({.expected = "1", .found = "2"}), "expected 1, found 2");
  EXPECT_EQ(message({.where = "a", .expected = "1"}), "a: expected 1");
  EXPECT_EQ(message({.what = "bad", .found = "2"}), "bad, found 2");
  EXPECT_EQ(message({.where = "a", .what = "bad", .remedy = "stop"}), "a: bad; stop");
}

TEST(Error, PartsMayHoldWhatSeparatesPartsInTheMessage) {
  const ErrorParts parts = {"a: b", "c; expected d, found e", "f, found g", "h; i", "j: k"};
  ExpectParts(MakeError(StatusCode::kUnknown, parts), parts);
}

TEST(Error, OfAnyOtherStatusWhatIsTheMessage) {
  ExpectParts(absl::UnknownError("a: b; expected c"), {.what = "a: b; expected c"});
}

TEST(Error, WithinPutsThePlaceInFrontAndTheRemedyBehind) {
  const absl::Status error = MakeError(StatusCode::kDataLoss, Whole());
  ExpectParts(ErrorWithin("set", error, "ask for help"),
              {"set: a.tiles: seal", "bad hash", "12", "34", "build it again; ask for help"});
  ExpectParts(ErrorWithin("set", absl::UnknownError("x")), {.where = "set", .what = "x"});
  EXPECT_TRUE(ErrorWithin("set", absl::OkStatus(), "stop").ok());
}

TEST(Error, AsChangesTheCodeAlone) {
  const absl::Status error =
      ErrorAs(StatusCode::kInternal, MakeError(StatusCode::kDataLoss, Whole()));
  EXPECT_EQ(error.code(), StatusCode::kInternal);
  EXPECT_EQ(error.message(), kWhole);
  ExpectParts(error, Whole());
  EXPECT_TRUE(ErrorAs(StatusCode::kInternal, absl::OkStatus()).ok());
}

TEST(Error, QuotedTextIsShortAndPrintable) {
  EXPECT_EQ(Quoted(""), "''");
  EXPECT_EQ(Quoted("a\n\x1b[31m\xff"), "'a??[31m?'");
  EXPECT_EQ(Quoted("abcdef", 6), "'abcdef'");
  EXPECT_EQ(Quoted("abcdefg", 6), "'abcdef...'");
}

}  // namespace
}  // namespace tilebase
