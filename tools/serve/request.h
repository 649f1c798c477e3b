// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What a request asks, read from its target and its body, and the problem with one that asks for
// what cannot be.

#ifndef TILEBASE_TOOLS_SERVE_REQUEST_H_
#define TILEBASE_TOOLS_SERVE_REQUEST_H_

#include <stddef.h>
#include <stdint.h>

#include <cmath>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/tilebase.h"
#include "runtime/words/warehouse.h"
#include "tables/move_text.h"

namespace tilebase::serve {

// The answer instead of a result: application/problem+json (RFC 9457). It names the parameter, what
// was expected and what came.
struct Problem {
  int status = 400;
  std::string parameter;  // empty where no single one is to blame
  std::string expected;
  std::string found;
  int code = 0;  // a tilebase_code, if a question has found none or this one
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

// The parameters of a request by name: those of a query, or the members of a body. Each is of a
// known name and given once.
class Parameters {
 public:
  // `query` is a Target's; '+' stands for a space, as forms write it. `known` are literals. Returns
  // the problem where a parameter has a name that is not in `known` or is given twice.
  std::optional<Problem> Read(std::string_view query,
                              std::initializer_list<std::string_view> known);
  // Adds an empty one, whose name is a literal. Null if it was given before. The value stays where
  // it is until the next call.
  std::string* Add(std::string_view name);
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

// The body of POST /v1/solve, whose other members are the parameters of GET /v1/solve:
//
//   {"boards": ["..", [1, 2, ..], [[1, 2, ..], ..], ..], "size": "4x4", "effort": 2000}
//
// The boards' texts follow one another, so that ten thousand of them are two pieces of memory,
// about as large as the body. A board that came as a list of numbers or of rows has the text of
// these numbers.
struct Batch {
  std::string texts;
  std::vector<uint32_t> ends;  // of each board's text
  Parameters parameters;

  size_t count() const { return ends.size(); }
  std::string_view Text(size_t i) const {
    const size_t begin = i == 0 ? 0 : ends[i - 1];
    return std::string_view(texts).substr(begin, ends[i] - begin);
  }
};

// Most bytes of a member of a body other than boards: a board to end at may be large.
inline constexpr size_t kMostMemberBytes = 16384;

// Reads the body. Returns the problem if it is not JSON, not of this shape, or has more than
// `max_boards` boards (status 413). What the texts say is not looked at.
std::optional<Problem> ReadBatch(std::string_view body, size_t max_boards, Batch* batch);

// The most that a search may be given.
struct SearchLimits {
  uint64_t nodes = 1'000'000'000;
  double seconds = 10;
};
// The most boards of an effort: some 100 MB of memory.
inline constexpr uint64_t kMostEffort = 1'000'000;
// An effort of at most this many boards is spent where requests are read. A board takes less than
// 0.1 us, so other connections wait for about a millisecond at most.
inline constexpr uint64_t kQuickEffort = 10'000;

// What is wanted of each board of a request (docs/question.md).
struct SolveOptions {
  uint32_t want = TILEBASE_LOOKUP;
  uint64_t boards = 0;  // most to look at; 0: no such limit
  double seconds = 0;   // most time, for all boards together; 0: no such limit
  bool stages = false;  // the solution's stages too
  MoveNotation notation = MoveNotation::kLetters;
  Deliver deliver = Deliver::kAny;  // of a warehouse's loads
  // The board to end at, as text; null: home. Stays as long as the parameters do.
  const std::string* to = nullptr;
  bool to_equal_tiles = false;  // which then takes many lookups (runtime/equal_tiles.h)

  // Whether it is answered where requests are read, and not in the search pool.
  bool IsQuick() const {
    return !to_equal_tiles && (want == TILEBASE_LOOKUP ||
                               (want == TILEBASE_EFFORT && boards <= kQuickEffort && seconds == 0));
  }
};
// Rounded up, so that a limit stays one.
inline uint64_t Microseconds(double seconds) {
  return static_cast<uint64_t>(std::ceil(seconds * 1e6 - 1e-3));
}
std::optional<Problem> ReadOptions(const Parameters& parameters, const SearchLimits& limits,
                                   SolveOptions* options);
// Read `nodes` and `time`, the limits of a search; without them it has the most.
std::optional<Problem> ReadNodes(const Parameters& parameters, uint64_t most, uint64_t* nodes);
std::optional<Problem> ReadTime(const Parameters& parameters, double most, double* seconds);
std::optional<Problem> ReadNotation(const Parameters& parameters, MoveNotation* notation);
// Reads a parameter that is "true" or "false"; leaves the flag if it was not given.
std::optional<Problem> ReadFlag(const Parameters& parameters, std::string_view name, bool* flag);

}  // namespace tilebase::serve

#endif  // TILEBASE_TOOLS_SERVE_REQUEST_H_
