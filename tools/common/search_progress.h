// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#ifndef TILEBASE_TOOLS_COMMON_SEARCH_PROGRESS_H_
#define TILEBASE_TOOLS_COMMON_SEARCH_PROGRESS_H_

#include <stdint.h>

#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "runtime/optimal_search.h"
#include "tools/common/quantity.h"

namespace tilebase {

// Shows how far a search is, length by length.
class SearchProgress {
 public:
  void Show(const OptimalState& state) {
    const uint64_t nodes = state.NodesOfLimit();
    if (!bar_.has_value() || state.limit != limit_) bar_.emplace("nodes", nodes);
    limit_ = state.limit;
    constexpr double kMost = 1e18;  // a checkpoint may contain any number
    if (bar_->shown())
      bar_->Update(nodes, static_cast<uint64_t>(std::min(state.ExpectedNodes(), kMost)),
                   absl::StrCat("for ", limit_, " actions, ",
                                ShortCount(static_cast<double>(state.nodes + nodes)), " in all"));
  }
  void Clear() { bar_.reset(); }

 private:
  std::optional<ProgressBar> bar_;
  int limit_ = 0;
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_SEARCH_PROGRESS_H_
