// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/open_set.h"

#include "tables/open_source.h"
#include "tools/common/machine_threads.h"

namespace tilebase {

absl::StatusOr<std::unique_ptr<PolicySet>> OpenSet(const std::string& path) {
  const int threads = MachineThreads();
  auto source = OpenSource(path);
  if (!source.ok()) return source.status();
  for (size_t table = 0; table < (*source)->tables().size(); ++table)
    if ((*source)->tables()[table].metric == Metric::kMoves)
      if (absl::Status status = (*source)->CheckTableContent(table, threads); !status.ok())
        return status;
  return PolicySet::Create(*std::move(source), {.threads = threads});
}

}  // namespace tilebase
