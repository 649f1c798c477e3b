// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Manual pages and completions, made from the options that the command itself reads, so that they
// cannot lag behind them. `tilebase make-manual FOLDER`, which --help does not list, writes them;
// the build runs it.

#ifndef TILEBASE_TOOLS_COMMAND_MANUAL_H_
#define TILEBASE_TOOLS_COMMAND_MANUAL_H_

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace tilebase {

// A command with the words that call it: {"tilebase", "report", "paper"}.
struct CommandPath {
  std::vector<std::string> words;
  const CLI::App* command;
};
// The app and all its commands, without hidden ones.
std::vector<CommandPath> AllCommands(const CLI::App& app);

// The options of a command that --help lists, without FILE, BOARD and the like.
std::vector<const CLI::Option*> NamedOptions(const CLI::App& command);
// FILE, BOARD and the like.
std::vector<const CLI::Option*> Positionals(const CLI::App& command);
// Whether the option is followed by a value.
bool TakesValue(const CLI::Option& option);
// The words that the option's value may be, where these are few (AsOneOf in options.h).
std::vector<std::string> Choices(const CLI::Option& option);

// The page of one command in roff, for `man`. `version` is the program's.
std::string ManPage(const CommandPath& path, const std::string& version);

// One script each, for all commands.
std::string BashCompletion(const CLI::App& app);
std::string ZshCompletion(const CLI::App& app);
std::string FishCompletion(const CLI::App& app);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMAND_MANUAL_H_
