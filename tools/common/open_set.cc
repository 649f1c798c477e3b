// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/open_set.h"

#include <utility>

#include "tables/system/parallel_for.h"
#include "tables/table_source.h"

namespace tilebase {

namespace {

// With the content of its policies checked. `all`: also of compressed ones, whose blocks are
// checked again whenever they are decoded.
absl::StatusOr<std::shared_ptr<const TableSource>> OpenChecked(const std::string& path,
                                                               bool all = true) {
  auto source = OpenSource(path);
  if (!source.ok()) return source.status();
  for (size_t table = 0; table < (*source)->tables().size(); ++table)
    if (const TableInfo& info = (*source)->tables()[table];
        HasStages(info.metric) && (all || info.codec == Codec::kRaw))
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

absl::StatusOr<std::unique_ptr<AnsweringSet>> OpenAnsweringSet(const std::string& path,
                                                               uint64_t memory_bytes) {
  auto source = OpenChecked(path, memory_bytes == UINT64_MAX);
  if (!source.ok()) return source.status();
  PolicySetOptions options;
  options.threads = MachineThreads();
  options.memory_bytes = memory_bytes;
  return AnsweringSet::Create(*std::move(source), options);
}

}  // namespace tilebase
