// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What is answered instead of a result: application/problem+json (RFC 9457), which names the
// parameter, what was expected and what came.

#ifndef TILEBASE_TOOLS_SERVE_PROBLEM_H_
#define TILEBASE_TOOLS_SERVE_PROBLEM_H_

#include <string>
#include <string_view>

namespace tilebase::serve {

struct Problem {
  int status = 400;
  std::string parameter;  // empty where no single one is to blame
  std::string expected;
  std::string found;
};

// Any bytes may be given; what is quoted of them is short and printable.
Problem BadParameter(std::string_view name, std::string_view expected, std::string_view found);

// "'text'", cut short, with '?' for what is not printable ASCII.
std::string Quoted(std::string_view text);

// "Bad Request"
const char* ReasonPhrase(int status);

// Appends the problem as one JSON object without line ends.
void AppendProblem(const Problem& problem, std::string* json);

}  // namespace tilebase::serve

#endif  // TILEBASE_TOOLS_SERVE_PROBLEM_H_
