// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase export: copies a table set into another container, for places where a store cannot be
// used. The output gets its name when it is complete.

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/lookup/policy_set.h"
#include "runtime/lookup/walk.h"
#include "tables/image/image.h"
#include "tables/plan.h"
#include "tables/ranking.h"
#include "tables/system/file_io.h"
#include "tables/table_source.h"
#include "tools/common/command.h"
#include "tools/common/json.h"
#include "tools/common/open_set.h"
#include "tools/common/quantity.h"
#include "tools/common/table_file.h"
#include "tools/export/embed.h"

namespace tilebase {
namespace {

struct ExportArguments {
  std::string file;
  std::string output;
  std::string format = "image";
  std::string tables;
  std::string store;  // of an image; empty: raw
  bool raw = false;   // --store raw was given
  bool force = false;
  bool json = false;
};

// An image with every table may be of a plan of patterns alone.
bool NeedsSet(const ExportArguments& arguments) {
  return arguments.format != "image" || arguments.tables == "plan";
}

// Returns the tables that Algorithm 2 can ever choose, ascending; without the others, the set gives
// the same answers. A grown table is looked at only if the tables before it cannot solve the board,
// and some never help: {12,13}|{1-11} of the 4x4 board leaves a path of cells on which no order
// changes, so it solves nothing that {13}|{1-12} does not. The first and the last table of each
// stage are always included. Requires a set whose tables are all whole. Cost: a look at every entry
// of each stage's own table, if the stage has more than one.
std::vector<size_t> ChosenTables(const PolicySet& set) {
  std::vector<bool> chosen(set.tables().size());
  for (size_t table = 0; table < chosen.size(); ++table)
    chosen[table] = set.source().tables()[table].metric != Metric::kMoves;
  std::vector<PolicyStage> stages;
  for (const absl::Span<const PolicyStage> part : set.staged_parts())
    stages.insert(stages.end(), part.begin(), part.end());
  for (const PolicyStage& stage : stages) {
    const size_t first = static_cast<size_t>(stage.tables - set.tables().data());
    chosen[first] = true;
    chosen[first + static_cast<size_t>(stage.count) - 1] = true;
    if (stage.count <= 2) continue;
    // When a grown table is chosen, the tiles that it tracks beyond the stage's own are home. So
    // one board stands for all boards in a state of the stage's own table.
    const PolicyTable& own = stage.tables[0];
    for (uint64_t rank = 0; rank < own.ranking.size(); ++rank) {
      if (own.IsReachable(rank)) continue;
      const Board board = Representative(own.subproblem, own.ranking.Unrank(rank));
      uint64_t grown_rank = 0;
      const PolicyTable* const table = ChooseTable(stage, board, &grown_rank);
      if (table != nullptr) chosen[static_cast<size_t>(table - set.tables().data())] = true;
    }
  }
  std::vector<size_t> tables;
  for (size_t table = 0; table < chosen.size(); ++table)
    if (chosen[table]) tables.push_back(table);
  return tables;
}

absl::Status WriteWhole(const ExportArguments& arguments, const TableSource& source,
                        OutputFile* output) {
  ImageOptions options;
  options.raw = arguments.store != "zstd";
  return WriteImage(source, options, [&](Bytes bytes) { return output->Append(bytes); });
}

absl::Status Write(const PolicySet& set, const ExportArguments& arguments, OutputFile* output) {
  if (arguments.format != "image") {
    absl::StatusOr<std::string> form = EncodeCompactForm(set);
    if (!form.ok()) return form.status();
    if (arguments.format == "c")
      form = CompactFormSource(*form, "tilebase_tables",
                               absl::StrCat("Tables for the ", ToString(set.info().geometry),
                                            " board, plan ", set.info().plan, ", made by ",
                                            set.info().creator, ".\n   For runtime/embedded.h."));
    return output->Append(AsBytes(*form));
  }
  ImageOptions options;
  options.raw = arguments.store != "zstd";
  options.tables = ChosenTables(set);
  return WriteImage(set.source(), options, [&](Bytes bytes) { return output->Append(bytes); });
}

int Run(const ExportArguments& arguments) {
  const char* const for_images = arguments.raw               ? "--raw"
                                 : !arguments.store.empty()  ? "--store"
                                 : arguments.tables == "all" ? "--tables all"
                                                             : nullptr;
  if (arguments.format != "image" && for_images != nullptr)
    return Fail(
        kExitUsage,
        absl::StrCat(for_images, " is for images; the compact form keeps what solving needs"),
        arguments.json);
  std::unique_ptr<PolicySet> set;
  std::shared_ptr<const TableSource> source;
  if (NeedsSet(arguments)) {
    auto opened = OpenSet(arguments.file);
    if (!opened.ok()) return Fail(opened.status(), arguments.json);
    set = *std::move(opened);
  } else {
    auto opened =
        OpenTableFile(arguments.file, {.check_content = true, .threads = MachineThreads()});
    if (!opened.ok()) return Fail(opened.status(), arguments.json);
    source = *std::move(opened);
  }
  OutputFile output(arguments.output, arguments.force);
  absl::Status status = output.Open();
  if (status.ok())
    status =
        set != nullptr ? Write(*set, arguments, &output) : WriteWhole(arguments, *source, &output);
  // Made before the file gets its name: nothing may fail afterwards.
  const std::string summary =
      arguments.json ? Json({{"file", arguments.output},
                             {"format", arguments.format},
                             {"file_bytes", output.bytes()}})
                           .Text()
                     : absl::StrCat(arguments.output, ": ", ShortBytes(output.bytes()));
  if (status.ok()) status = output.Finish();
  if (!status.ok()) return Fail(status, arguments.json);
  std::puts(summary.c_str());
  return kExitDone;
}

}  // namespace

void AddExportCommand(Command* program) {
  auto arguments = std::make_shared<ExportArguments>();
  Command* command = program->AddCommand("export", "Write a table set in another form");
  command->Footer(
      "image: one array of bytes with every hash and bound checked at open, for memory, flash,\n"
      "mappings and downloads. All commands and tilebase_open read it like a store, and so do the\n"
      "drop-in reader and the npm package if it is raw.\n\n"
      "c: the compact form as a C array, for firmware (docs/embedding.md); compact: its bytes.\n\n"
      "  tilebase export l1.tilebase -o l1.tbimg\n"
      "  tilebase export l1.tilebase -o tilebase_tables.c --format c");
  command->AddOption("FILE", &arguments->file, "Table set")->Values(AsTableFile())->Required();
  command->AddOption("-o,--output", &arguments->output, "File to make")
      ->Required()
      ->TypeName("FILE");
  command->AddOption("--format", &arguments->format, "image, c or compact")
      ->Values(AsOneOf({"image", "c", "compact"}))
      ->TypeName("NAME")
      ->ShowDefault();
  command
      ->AddOption("--tables", &arguments->tables,
                  "all (default), or plan: without those that solving never chooses")
      ->Values(AsOneOf({"all", "plan"}))
      ->TypeName("NAME");
  Option* const store =
      command
          ->AddOption("--store", &arguments->store,
                      "raw (default): an image's tables are read in place; zstd: smaller")
          ->Values(AsOneOf({"raw", "zstd"}))
          ->TypeName("NAME");
  command->AddFlag("--raw", &arguments->raw, "The same as --store raw")->Excludes(store);
  command->AddFlag("--force", &arguments->force, "Replace an existing file");
  command->AddFlag("--json", &arguments->json, "One JSON object");
  command->Action([arguments] { return Run(*arguments); });
}

}  // namespace tilebase
