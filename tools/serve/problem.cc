// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/problem.h"

#include "absl/strings/str_cat.h"
#include "tools/common/json.h"

namespace tilebase::serve {
namespace {

std::string Printable(std::string_view text) {
  constexpr size_t kMost = 40;
  std::string printable;
  for (const char c : text.substr(0, kMost)) printable += c >= 32 && c < 127 ? c : '?';
  return printable + (text.size() > kMost ? "..." : "");
}

}  // namespace

std::string Quoted(std::string_view text) { return absl::StrCat("'", Printable(text), "'"); }

Problem BadParameter(std::string_view name, std::string_view expected, std::string_view found) {
  return {400, Printable(name), std::string(expected), std::string(found)};
}

const char* ReasonPhrase(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 204:
      return "No Content";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 431:
      return "Request Header Fields Too Large";
    case 503:
      return "Service Unavailable";
    default:
      return "Internal Server Error";
  }
}

void AppendProblem(const Problem& problem, std::string* json) {
  nlohmann::ordered_json object;
  object["type"] = "about:blank";
  object["title"] = ReasonPhrase(problem.status);
  object["status"] = problem.status;
  object["detail"] = absl::StrCat(problem.parameter, problem.parameter.empty() ? "" : ": ",
                                  "expected ", problem.expected, ", found ", problem.found);
  if (!problem.parameter.empty()) object["parameter"] = problem.parameter;
  object["expected"] = problem.expected;
  object["found"] = problem.found;
  *json += JsonLine(object);
}

}  // namespace tilebase::serve
