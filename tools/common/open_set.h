// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Opens a table set for a command. Every block of a policy is checked before it is read: blocks
// that are read in place at once, the others when they are decoded. Pattern tables are not checked
// here; their users check them.

#ifndef TILEBASE_TOOLS_COMMON_OPEN_SET_H_
#define TILEBASE_TOOLS_COMMON_OPEN_SET_H_

#include <stdint.h>

#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "runtime/answering_set.h"
#include "runtime/lookup/policy_set.h"
#include "tables/system/parallel_for.h"
#include "tables/table_source.h"
#include "tools/common/table_file.h"

namespace tilebase {

// Opens a source and checks the policies that are read in place.
inline absl::StatusOr<std::shared_ptr<const TableSource>> OpenCheckedSource(
    const std::string& path) {
  auto source = OpenTableFile(path);
  if (!source.ok()) return source.status();
  for (size_t table = 0; table < (*source)->tables().size(); ++table)
    if (const TableInfo& info = (*source)->tables()[table];
        HasStages(info.metric) && info.codec == Codec::kRaw)
      if (absl::Status status = (*source)->CheckTableContent(table, MachineThreads()); !status.ok())
        return status;
  return std::shared_ptr<const TableSource>(*std::move(source));
}

// Making shortcuts pays for many boards; for a few it takes longer than the answers.
enum class Boards { kFew, kMany };
inline PolicySetOptions OptionsFor(Boards boards) {
  PolicySetOptions options;
  options.threads = MachineThreads();
  if (boards == Boards::kFew) options.shortcut_bytes = 0;
  return options;
}

inline absl::StatusOr<std::unique_ptr<PolicySet>> OpenSet(const std::string& path,
                                                          Boards boards = Boards::kMany) {
  auto source = OpenCheckedSource(path);
  if (!source.ok()) return source.status();
  return PolicySet::Create(*std::move(source), OptionsFor(boards));
}

// Opens a set for answers with effort. `memory_bytes` is the most memory for decoded tables; if
// they need more, blocks are decoded, and checked, when an answer needs them.
inline absl::StatusOr<std::unique_ptr<AnsweringSet>> OpenAnsweringSet(
    const std::string& path, uint64_t memory_bytes = UINT64_MAX, Boards boards = Boards::kMany) {
  auto source = OpenCheckedSource(path);
  if (!source.ok()) return source.status();
  PolicySetOptions options = OptionsFor(boards);
  options.memory_bytes = memory_bytes;
  return AnsweringSet::Create(*std::move(source), options);
}

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_OPEN_SET_H_
