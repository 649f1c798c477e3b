// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/export/embed.h"

#include <stdint.h>

#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/embedded.h"
#include "tables/plan.h"

namespace tilebase {
namespace {

namespace at = compact_form;

constexpr uint64_t kMaxDetourRank = 0xFFFFFF;
constexpr size_t kMaxDetourActions = 0xFF;
constexpr uint64_t kMaxPolicyBytes = uint64_t{1} << 30;  // ranks have 32 bits

using Actions = std::vector<Action>;

// Returns the actions by which the table brings its goal home; empty if it cannot.
Actions WalkFrom(const PolicyTable& table, Board board) {
  Actions actions;
  const uint64_t rank = table.ranking.Rank(board);
  if (!table.IsReachable(rank) || WalkToGoal(table, rank, board, [&](Action action) {
                                    actions.push_back(action);
                                  }) != WalkResult::kDone)
    actions.clear();
  return actions;
}

template <typename T>
void Append(T value, std::string* form) {
  uint8_t bytes[sizeof(T)];
  PutLittleEndian<T>(bytes, value);
  form->append(reinterpret_cast<const char*>(bytes), sizeof(T));
}

void AppendSet(CellMask set, int cells, std::string* form) {
  for (int bit = 0; bit < cells; bit += 8) Append(static_cast<uint8_t>(set >> bit), form);
}

std::string EncodeDetour(uint64_t rank, const Actions& actions) {
  std::string detour;
  Append(static_cast<uint32_t>(rank | actions.size() << 24), &detour);
  detour.resize(at::kDetourBytes + PolicyBytes(actions.size()));
  for (size_t i = 0; i < actions.size(); ++i) {
    char& byte = detour[at::kDetourBytes + i / kEntriesPerByte];
    byte = static_cast<char>(byte | static_cast<int>(actions[i]) << i % kEntriesPerByte * 2);
  }
  return detour;
}

std::string EncodeStage(const PolicyTable& table, const std::string& detours) {
  const uint64_t policy_bytes = PolicyBytes(table.ranking.size());
  const int cells = table.subproblem.geometry.cells();
  std::string stage;
  Append(static_cast<uint32_t>(policy_bytes), &stage);
  Append(static_cast<uint32_t>(detours.size()), &stage);
  Append(static_cast<uint8_t>(table.ranking.tracked()), &stage);
  AppendSet(table.subproblem.goal, cells, &stage);
  AppendSet(table.subproblem.fixed, cells, &stage);
  stage.append(reinterpret_cast<const char*>(table.policy), policy_bytes);
  return stage + detours;
}

// Returns the boards that a stage with several tables can begin with, and how the set solves each.
// The stage's actions depend only on the state in the stage's own table: the tiles that other
// tables track beyond it are home.
absl::StatusOr<std::vector<std::pair<Board, Actions>>> Solutions(const PolicyStage& stage) {
  std::vector<std::pair<Board, Actions>> solutions;
  const PolicyTable& own = stage.tables[0];
  for (uint64_t rank = 0; rank < own.ranking.size(); ++rank) {
    const Board board = Representative(own.subproblem, own.ranking.Unrank(rank));
    if (own.subproblem.IsGoal(board)) continue;
    uint64_t chosen_rank = 0;
    const PolicyTable* const chosen = ChooseTable(stage, board, &chosen_rank);
    Actions actions = chosen == nullptr ? Actions() : WalkFrom(*chosen, board);
    if (actions.empty())
      return absl::DataLossError(absl::StrCat("the tables from ", ToString(own.subproblem),
                                              " on do not solve rank ", rank));
    solutions.emplace_back(board, std::move(actions));
  }
  return solutions;
}

absl::StatusOr<std::string> SmallestStage(const PolicyStage& stage) {
  std::vector<std::pair<Board, Actions>> solutions;
  if (stage.count > 1) {
    auto found = Solutions(stage);
    if (!found.ok()) return found.status();
    solutions = *std::move(found);
  }
  std::string smallest;
  for (int i = 0; i < stage.count; ++i) {
    const PolicyTable& table = stage.tables[i];
    bool fits = PolicyBytes(table.ranking.size()) <= kMaxPolicyBytes;
    std::map<uint64_t, std::string> detours;  // by rank
    for (const auto& [board, actions] : solutions) {
      if (WalkFrom(table, board) == actions) continue;
      const uint64_t rank = table.ranking.Rank(board);
      fits = fits && rank <= kMaxDetourRank && actions.size() <= kMaxDetourActions;
      if (!fits) break;
      detours[rank] = EncodeDetour(rank, actions);
    }
    if (!fits) continue;
    std::string all;
    for (const auto& [rank, detour] : detours) all += detour;
    const std::string encoded = EncodeStage(table, all);
    if (smallest.empty() || encoded.size() < smallest.size()) smallest = encoded;
  }
  if (smallest.empty())
    return absl::InvalidArgumentError(
        absl::StrCat("the stage of ", ToString(stage.tables[0].subproblem),
                     " is too large for the compact form; export an image"));
  return smallest;
}

}  // namespace

absl::StatusOr<std::string> EncodeCompactForm(const PolicySet& set) {
  if (set.is_mtm())
    return absl::InvalidArgumentError(
        absl::StrCat(set.source().name(),
                     ": the compact form holds single slides, and this set is of the metric mtm; "
                     "export an image"));
  std::string form(reinterpret_cast<const char*>(at::kMagic), sizeof at::kMagic);
  Append(set.info().geometry.width, &form);
  Append(set.info().geometry.height, &form);
  Append(static_cast<uint8_t>(set.stages().size()), &form);
  Append(uint8_t{0}, &form);
  Append(uint32_t{0}, &form);
  Append(set.info().certified_worst_case, &form);
  for (const PolicyStage& stage : set.stages()) {
    const absl::StatusOr<std::string> encoded = SmallestStage(stage);
    if (!encoded.ok())
      return absl::Status(encoded.status().code(),
                          absl::StrCat(set.source().name(), ": ", encoded.status().message()));
    form += *encoded;
  }
  const uint64_t size = form.size() + at::kCrcBytes;
  if (size > kMaxPolicyBytes)
    return absl::InvalidArgumentError(absl::StrCat(set.source().name(), ": ", size,
                                                   " bytes are too many for the compact form; "
                                                   "export an image"));
  uint8_t* const bytes = reinterpret_cast<uint8_t*>(form.data());
  PutLittleEndian<uint32_t>(bytes + at::kFormBytesAt, static_cast<uint32_t>(size));
  Append(at::Crc32(bytes, static_cast<uint32_t>(form.size())), &form);
  return form;
}

std::string CompactFormSource(const std::string& form, const std::string& name,
                              const std::string& comment) {
  std::string text =
      absl::StrCat("/* ", comment, " */\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n");
  absl::StrAppend(&text, "extern const unsigned char ", name, "[", form.size(), "];\n",
                  "extern const unsigned long ", name, "_size;\n\n", "const unsigned long ", name,
                  "_size = ", form.size(), ";\n", "const unsigned char ", name, "[", form.size(),
                  "] = {");
  for (size_t i = 0; i < form.size(); ++i)
    absl::StrAppend(&text, i % 24 == 0 ? "\n    " : "",
                    static_cast<unsigned>(static_cast<uint8_t>(form[i])), ",");
  return text + "\n};\n#ifdef __cplusplus\n}\n#endif\n";
}

}  // namespace tilebase
