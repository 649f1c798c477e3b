// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A request's target: path and parameters.

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
// authority before it, as proxies write it, or "*".
Target SplitTarget(std::string_view text);

// Undoes percent-encoding, and '+' for a space, as forms write them. False where a '%' is not
// followed by two digits. `text` is overwritten.
bool DecodeParameter(std::string_view encoded, std::string* text);

// The decoded parameters of a query, each of a known name and given once.
class Parameters {
 public:
  // Returns the problem where a parameter has a name that is not in `known`, is given twice or
  // cannot be decoded.
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
