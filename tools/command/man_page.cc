// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "tools/command/manual.h"

namespace tilebase {
namespace {

// Text as roff prints it: no escapes, no hyphens that become dashes, no requests.
std::string Escaped(const std::string& text) {
  std::string escaped = absl::StrReplaceAll(text, {{"\\", "\\e"}, {"-", "\\-"}, {"'", "\\(aq"}});
  if (!escaped.empty() && escaped[0] == '.') escaped.insert(0, "\\&");
  return escaped;
}
std::string Bold(const std::string& text) { return absl::StrCat("\\fB", Escaped(text), "\\fR"); }
std::string Italic(const std::string& text) { return absl::StrCat("\\fI", Escaped(text), "\\fR"); }

// A footer of --help: paragraphs are filled, indented lines stay as they are.
std::string Prose(const std::string& text) {
  std::string roff;
  bool indented = false;
  for (const absl::string_view part : absl::StrSplit(text, '\n')) {
    const std::string line(part);
    const bool example = line.rfind("  ", 0) == 0;
    if (example != indented) absl::StrAppend(&roff, example ? ".PP\n.RS\n.EX\n" : ".EE\n.RE\n");
    indented = example;
    if (line.empty())
      absl::StrAppend(&roff, ".PP\n");
    else
      absl::StrAppend(&roff, Escaped(example ? line.substr(2) : line), "\n");
  }
  if (indented) absl::StrAppend(&roff, ".EE\n.RE\n");
  return roff;
}

std::string Names(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back(Bold("-" + name));
  for (const std::string& name : option.get_lnames()) names.push_back(Bold("--" + name));
  std::string text = absl::StrJoin(names, ", ");
  if (TakesValue(option)) absl::StrAppend(&text, " ", Italic(option.get_type_name()));
  return text;
}

std::string Entry(const std::string& term, const CLI::Option& option) {
  std::string entry = absl::StrCat(".TP\n", term, "\n", Escaped(option.get_description()));
  if (option.get_required()) absl::StrAppend(&entry, " (required)");
  if (!option.get_default_str().empty() && TakesValue(option))
    absl::StrAppend(&entry, " (default: ", Escaped(option.get_default_str()), ")");
  if (!option.get_envname().empty())
    absl::StrAppend(&entry, "; in the environment ", Bold(option.get_envname()));
  return entry + "\n";
}

std::string Synopsis(const CommandPath& path) {
  std::string text = Bold(absl::StrJoin(path.words, " "));
  absl::StrAppend(&text, " [", Italic("OPTION"), "]...");
  for (const CLI::Option* each : Positionals(*path.command)) {
    const bool many = each->get_items_expected_max() > 1;
    const std::string name = Italic(each->get_name(true)) + (many ? "..." : "");
    absl::StrAppend(&text, " ", each->get_required() ? name : absl::StrCat("[", name, "]"));
  }
  if (!path.command->get_subcommands(nullptr).empty())
    absl::StrAppend(&text, " ", Italic("COMMAND"));
  return text + "\n";
}

}  // namespace

std::vector<CommandPath> AllCommands(const CLI::App& app) {
  std::vector<CommandPath> all = {{{app.get_name()}, &app}};
  for (size_t i = 0; i < all.size(); ++i) {
    for (const CLI::App* command : all[i].command->get_subcommands(nullptr)) {
      if (command->get_group().empty()) continue;
      std::vector<std::string> words = all[i].words;
      words.push_back(command->get_name());
      all.push_back({std::move(words), command});
    }
  }
  return all;
}

std::vector<const CLI::Option*> NamedOptions(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) {
    return option->nonpositional() && !option->get_group().empty();
  });
}

std::vector<const CLI::Option*> Positionals(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

bool TakesValue(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

std::string ManPage(const CommandPath& path, const std::string& version) {
  const CLI::App& command = *path.command;
  const std::string name = absl::StrJoin(path.words, "-");
  std::string title = name;
  for (char& c : title) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const std::vector<std::string> described =
      absl::StrSplit(command.get_description(), absl::MaxSplits('\n', 1));
  std::string page = absl::StrCat(".TH ", title, " 1 \"\" \"tilebase ", version,
                                  "\" \"User Commands\"\n.SH NAME\n", Escaped(name), " \\- ",
                                  Escaped(described[0]), "\n.SH SYNOPSIS\n", Synopsis(path));
  if (!command.get_footer().empty() || described.size() > 1)
    absl::StrAppend(&page, ".SH DESCRIPTION\n", described.size() > 1 ? Prose(described[1]) : "",
                    Prose(command.get_footer()));
  std::string commands;
  for (const CLI::App* each : command.get_subcommands(nullptr))
    if (!each->get_group().empty())
      absl::StrAppend(&commands, ".TP\n", Bold(absl::StrCat(name, "-", each->get_name())), "(1)\n",
                      Escaped(each->get_description()), "\n");
  if (!commands.empty()) absl::StrAppend(&page, ".SH COMMANDS\n", commands);
  std::string arguments;
  for (const CLI::Option* each : Positionals(command))
    absl::StrAppend(&arguments, Entry(Italic(each->get_name(true)), *each));
  if (!arguments.empty()) absl::StrAppend(&page, ".SH ARGUMENTS\n", arguments);
  absl::StrAppend(&page, ".SH OPTIONS\n");
  for (const CLI::Option* each : NamedOptions(command))
    absl::StrAppend(&page, Entry(Names(*each), *each));
  absl::StrAppend(&page,
                  ".SH EXIT STATUS\n0: done. 1: some board failed, or the work could not be "
                  "finished.\n2: wrong usage. 3: a table file cannot be used or made.\n");
  if (path.words.size() > 1) absl::StrAppend(&page, ".SH SEE ALSO\n", Bold(path.words[0]), "(1)\n");
  return page;
}

}  // namespace tilebase
