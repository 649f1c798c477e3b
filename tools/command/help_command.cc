// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase help, and the hidden command that writes manual pages and completions.

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runtime/tilebase.h"
#include "tables/system/file_io.h"
#include "tools/command/manual.h"
#include "tools/common/command.h"

namespace tilebase {
namespace {

int PrintHelp(const CLI::App& app, const std::vector<std::string>& wanted) {
  for (const CommandPath& path : AllCommands(app)) {
    if (!std::equal(wanted.begin(), wanted.end(), path.words.begin() + 1, path.words.end()))
      continue;
    const std::string name = absl::StrJoin(path.words, " ");
    std::fputs(
        app.get_formatter()->make_help(path.command, name, CLI::AppFormatMode::Normal).c_str(),
        stdout);
    return kExitDone;
  }
  return Fail(kExitUsage, absl::StrCat("'", absl::StrJoin(wanted, " "),
                                       "' is not a command; see 'tilebase --help'"));
}

// FOLDER/man/*.1 and FOLDER/completions/*.
int MakeManual(const CLI::App& app, const std::filesystem::path& folder) {
  std::vector<std::pair<std::filesystem::path, std::string>> files = {
      {folder / "completions/tilebase.bash", BashCompletion(app)},
      {folder / "completions/_tilebase", ZshCompletion(app)},
      {folder / "completions/tilebase.fish", FishCompletion(app)},
  };
  for (const CommandPath& path : AllCommands(app))
    files.emplace_back(folder / "man" / (absl::StrJoin(path.words, "-") + ".1"),
                       ManPage(path, tilebase_version()));
  for (const auto& [path, text] : files) {
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    errno = 0;
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) return Fail(FileError(path.string(), "write", errno));
  }
  return kExitDone;
}

}  // namespace

void AddHelpCommand(CLI::App& app, int* exit_code) {
  auto words = std::make_shared<std::vector<std::string>>();
  CLI::App* help = app.add_subcommand("help", "Explain a command");
  help->footer("  tilebase help\n  tilebase help solve\n  tilebase help report paper");
  help->add_option("COMMAND", *words, "The command to explain")->type_name("");
  help->callback([&app, words, exit_code] { *exit_code = PrintHelp(app, *words); });

  auto folder = std::make_shared<std::string>();
  CLI::App* manual = app.add_subcommand("make-manual", "Write manual pages and completions");
  manual->group("");  // not in --help
  manual->add_option("FOLDER", *folder, "Where to write man/ and completions/")->required();
  manual->callback([&app, folder, exit_code] { *exit_code = MakeManual(app, *folder); });
}

}  // namespace tilebase
