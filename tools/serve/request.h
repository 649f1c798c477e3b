// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What a request asks, read from its target and its body, and the problem with one that asks for
// what cannot be.

#ifndef TILEBASE_TOOLS_SERVE_REQUEST_H_
#define TILEBASE_TOOLS_SERVE_REQUEST_H_

#include <stddef.h>
#include <stdint.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilebase::serve {

// What is answered instead of a result: application/problem+json (RFC 9457), which names the
// parameter, what was expected and what came.
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

// A request's target: path and parameters.
struct Target {
  std::string_view path;   // as sent, without scheme and authority
  std::string_view query;  // as sent, without '?'
};

// `text` is what stands between method and version: "/v1/solve?board=..", or with a scheme and an
// authority before it, as proxies write it, or "*". Nothing where it is none of these (RFC 3986).
std::optional<Target> SplitTarget(std::string_view text);

// The decoded parameters of a query, each of a known name and given once.
class Parameters {
 public:
  // `query` is a Target's; '+' stands for a space, as forms write it. `known` are literals. Returns
  // the problem where a parameter has a name that is not in `known` or is given twice.
  std::optional<Problem> Read(std::string_view query,
                              std::initializer_list<std::string_view> known);
  // Null where it was not given.
  const std::string* Find(std::string_view name) const;

 private:
  struct Parameter {
    std::string_view name;
    std::string value;
  };
  // Kept from request to request, so that reading allocates nothing in the long run.
  std::vector<Parameter> parameters_;
  size_t count_ = 0;
};

// The body of POST /v1/solve:
//
//   {"boards": ["..", [1, 2, ..], [[1, 2, ..], ..], ..], "size": "4x4", "effort": 0, "stages":
//   false, "to": ".."}

// What is wanted of each board.
struct SolveOptions {
  int64_t effort = 0;             // boards that a search for a shorter solution may look at
  bool stages = false;            // the solution's stages too
  std::optional<std::string> to;  // the board to end at, as text; home where there is none
};

// What the body says. The boards' texts follow one another, so that ten thousand of them are two
// pieces of memory, about as large as the body. A board that came as a list of numbers or of rows
// has the text of these numbers.
struct Batch {
  std::string texts;
  std::vector<uint32_t> ends;  // of each board's text
  std::optional<std::string> size;
  SolveOptions options;

  size_t count() const { return ends.size(); }
  std::string_view Text(size_t i) const {
    const size_t begin = i == 0 ? 0 : ends[i - 1];
    return std::string_view(texts).substr(begin, ends[i] - begin);
  }
};

// How many boards a search for a shorter solution may look at (look_ahead.h). One takes less than
// 0.1 us, so a board keeps other connections waiting for about a millisecond at most.
inline constexpr int64_t kMaxEffort = 10000;
// Most bytes of a goal as text.
inline constexpr size_t kMostGoalBytes = 16384;

// Reads the body. Returns the problem if it is not JSON, not of this shape, wants more than the
// limits above, or has more than `max_boards` boards (status 413). What the texts say is not looked
// at.
std::optional<Problem> ReadBatch(std::string_view body, size_t max_boards, Batch* batch);

// Reads what a query wants of its board.
std::optional<Problem> ReadOptions(const Parameters& parameters, SolveOptions* options);
// Reads a parameter that is "true" or "false"; leaves the flag if it was not given.
std::optional<Problem> ReadFlag(const Parameters& parameters, std::string_view name, bool* flag);

}  // namespace tilebase::serve

#endif  // TILEBASE_TOOLS_SERVE_REQUEST_H_
