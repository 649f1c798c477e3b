// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A request's target: path and parameters, by Boost.URL.

#ifndef TILEBASE_TOOLS_SERVE_TARGET_H_
#define TILEBASE_TOOLS_SERVE_TARGET_H_

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/serve/problem.h"

namespace tilebase::serve {

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

}  // namespace tilebase::serve

#endif  // TILEBASE_TOOLS_SERVE_TARGET_H_
