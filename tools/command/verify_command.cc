// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase verify: checks every entry of the file by code that shares neither ranking nor moves
// with the generator (runtime/verify/verify.h), and whether it is the file of a manifest.

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/verify/verify.h"
#include "runtime/verify/worst_case.h"
#include "tables/board_text.h"
#include "tables/plan.h"
#include "tables/table_source.h"
#include "tables/words/word_file.h"
#include "tools/command/word_commands.h"
#include "tools/common/command.h"
#include "tools/common/json.h"
#include "tools/common/manifest.h"
#include "tools/common/quantity.h"
#include "tools/common/table_file.h"
#include "tools/measure/value_error.h"

namespace tilebase {
namespace {

struct VerifyArguments {
  std::string file;
  std::string manifest;
  bool json = false;
  int threads = MachineThreads();
};

constexpr size_t kNamed = 3;  // differences in a message; --json has them all

// Reports the differences. Nothing more is checked if the file is another one.
int FailDifferent(const VerifyArguments& arguments, const std::string& manifest,
                  const std::vector<Difference>& differences) {
  Json list = Json::EmptyList();
  std::string named;
  for (const Difference& each : differences) {
    list.push_back({{"what", each.what}, {"expected", each.expected}, {"found", each.found}});
    if (list.list().size() > kNamed) continue;
    absl::StrAppend(&named, each.what, ": expected ", each.expected, ", found ", each.found, "; ");
  }
  if (differences.size() > kNamed)
    absl::StrAppend(&named, "and ", differences.size() - kNamed, " more; ");
  if (arguments.json)
    PrintJsonLine(
        {{"file", arguments.file}, {"ok", false}, {"manifest", manifest}, {"differences", list}});
  return Fail(kExitFile,
              absl::StrCat(arguments.file, ": not the file of ", manifest, ": ", named,
                           "fetch or build it again, or compare with the manifest it came with"));
}

std::string BoardText(Geometry geometry, const std::vector<uint8_t>& cells) {
  Board board;
  board.geometry = geometry;
  std::copy(cells.begin(), cells.end(), board.tile);
  return ToString(board);
}

int Run(const VerifyArguments& arguments) {
  if (arguments.manifest.empty() && IsWordFile(arguments.file))
    return VerifyWordFile(arguments.file, arguments.threads, arguments.json);
  const auto opened =
      OpenTableFile(arguments.file, {.check_content = true, .threads = arguments.threads});
  if (!opened.ok()) return Fail(opened.status(), arguments.json);
  const TableSource& source = **opened;
  std::string same;  // the result for the manifest
  if (!arguments.manifest.empty()) {
    const auto found = MakeManifest(source);
    if (!found.ok()) return Fail(kExitFile, found.status(), arguments.json);
    const auto expected = ReadManifest(arguments.manifest, *found);
    if (!expected.ok()) return Fail(kExitInputFailed, expected.status(), arguments.json);
    const std::vector<Difference> differences = Differences(expected->manifest, *found);
    if (!differences.empty()) return FailDifferent(arguments, expected->name, differences);
    same = absl::StrCat("the file of ", expected->name, "; ");
  }
  uint64_t entries = 0;
  for (const TableInfo& table : source.tables()) entries += table.entries;
  ProgressBar bar("entries");
  uint64_t done = 0;
  Json tables = Json::EmptyList();
  absl::Status failure;
  std::string values;  // the result for the values
  for (size_t i = 0; i < source.tables().size(); ++i) {
    const TableInfo& info = source.tables()[i];
    const std::string name = ToString(info.subproblem);
    VerifyOptions options;
    options.threads = arguments.threads;
    options.progress = [&](uint64_t table_done) {
      bar.Update(done + table_done / 2, entries,
                 absl::StrCat(i + 1, " of ", source.tables().size(), ": ", name));
    };
    const absl::Status status = VerifyStoredTable(source, i, options);
    // A lack of memory is no verdict on the table.
    if (absl::IsResourceExhausted(status))
      return Fail(ExitCodeOf(status), absl::StrCat(arguments.file, ": ", status.message()),
                  arguments.json);
    done += info.entries;
    Json table = {{"goal", TileList(info.subproblem.goal)},
                  {"fixed", TileList(info.subproblem.fixed)},
                  {"metric", Name(info.metric)},
                  {"entries", info.entries},
                  {"ok", status.ok()}};
    if (!status.ok()) table["error"] = std::string(status.message());
    if (status.ok() && info.metric == Metric::kValue) {
      const absl::StatusOr<ValueError> error = MeasureValues(source, i, arguments.threads);
      if (!error.ok()) return Fail(error.status(), arguments.json);
      table["fit"] = {
          {"boards", error->boards}, {"bias", error->bias}, {"deviation", error->deviation}};
      char line[160];
      std::snprintf(line, sizeof line,
                    "; values: %.2f moves off, deviation %.2f, on %zu other boards", error->bias,
                    error->deviation, error->boards);
      values = line;
    }
    tables.push_back(std::move(table));
    if (failure.ok()) failure = status;
  }
  WorstCaseFound worst;
  if (failure.ok()) {
    failure = VerifyWorstCase(source, {.threads = arguments.threads, .progress = {}}, &worst);
    if (absl::IsResourceExhausted(failure))
      return Fail(ExitCodeOf(failure), absl::StrCat(arguments.file, ": ", failure.message()),
                  arguments.json);
  }
  if (arguments.json) {
    Json object = {
        {"file", arguments.file}, {"ok", failure.ok()}, {"entries", entries}, {"tables", tables}};
    if (!worst.board.empty())
      object["worst_case"] = {{"actions", worst.actions},
                              {"board", BoardText(source.info().geometry, worst.board)}};
    PrintJsonLine(object);
  } else if (failure.ok()) {
    std::printf("%s: %sall %llu entries of %s are right%s\n", arguments.file.c_str(), same.c_str(),
                static_cast<unsigned long long>(entries),
                Counted(source.tables().size(), "table").c_str(), values.c_str());
    if (!worst.board.empty())
      std::printf("the worst case is this board, by lookup %u actions: %s\n", worst.actions,
                  BoardText(source.info().geometry, worst.board).c_str());
  }
  if (failure.ok()) return kExitDone;
  return Fail(kExitFile, absl::StrCat(arguments.file, ": ", failure.message(),
                                      "; do not use this file, build it again"));
}

}  // namespace

void AddVerifyCommand(Command* program) {
  auto arguments = std::make_shared<VerifyArguments>();
  Command* command = program->AddCommand("verify", "Check every entry of a table set");
  command->Footer(
      "Checks hashes, then searches every table again with other code: each entry has to lead\n"
      "one step nearer, or be marked unreachable where nothing leads home, and the counts have\n"
      "to be the headers'. Then it finds the worst case once more, and a board that takes it. A "
      "large table takes up to half a byte of memory an entry.\n"
      "Values are estimates: for them it checks hashes and counts, and measures on new boards how\n"
      "far they are off.\n\n"
      "  tilebase verify l1.tilebase\n"
      "  tilebase verify l1.tilebase --manifest docs/manifests.json");
  command->AddOption("FILE", &arguments->file, "Table set")->Values(AsTableFile())->Required();
  command
      ->AddOption("--manifest", &arguments->manifest,
                  "Also check that it is the very file of this manifest; of several in one file, "
                  "of its plan's")
      ->TypeName("MANIFEST");
  command->AddFlag("--json", &arguments->json, "One JSON object, with a verdict on each table");
  command->AddOption("--threads", &arguments->threads, "Threads to use")
      ->Values(AsThreads())
      ->TypeName("N")
      ->ShowDefault();
  command->Action([arguments] { return Run(*arguments); });
}

}  // namespace tilebase
