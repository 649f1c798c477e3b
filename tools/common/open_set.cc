// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/open_set.h"

#include <utility>

#include "tables/open_source.h"
#include "tools/common/machine_threads.h"

namespace tilebase {

namespace {

// With the content of its policies checked.
absl::StatusOr<std::shared_ptr<const TableSource>> OpenChecked(const std::string& path) {
  auto source = OpenSource(path);
  if (!source.ok()) return source.status();
  for (size_t table = 0; table < (*source)->tables().size(); ++table)
    if (HasStages((*source)->tables()[table].metric))
      if (absl::Status status = (*source)->CheckTableContent(table, MachineThreads()); !status.ok())
        return status;
  return std::shared_ptr<const TableSource>(*std::move(source));
}

}  // namespace

absl::StatusOr<std::unique_ptr<PolicySet>> OpenSet(const std::string& path) {
  auto source = OpenChecked(path);
  if (!source.ok()) return source.status();
  return PolicySet::Create(*std::move(source), {.threads = MachineThreads()});
}

absl::StatusOr<std::unique_ptr<AnsweringSet>> OpenAnsweringSet(const std::string& path) {
  auto source = OpenChecked(path);
  if (!source.ok()) return source.status();
  return AnsweringSet::Create(*std::move(source), {.threads = MachineThreads()});
}

}  // namespace tilebase
