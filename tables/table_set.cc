// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/table_set.h"

namespace tilebase {

double TableInfo::mean_depth() const {
  double sum = 0;
  double count = 0;
  for (size_t depth = 0; depth < histogram.size(); ++depth) {
    sum += static_cast<double>(histogram[depth]) * static_cast<double>(depth);
    count += static_cast<double>(histogram[depth]);
  }
  return count == 0 ? 0 : sum / count;
}

}  // namespace tilebase
