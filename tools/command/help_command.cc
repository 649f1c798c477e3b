// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase help, and manual pages and completions. They are made from the options that the command
// itself reads, so they are always up to date. The build runs `tilebase make-manual FOLDER`, a
// hidden command, to write them.

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
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "runtime/tilebase.h"
#include "tables/system/file_io.h"
#include "tools/common/command.h"

namespace tilebase {
namespace {

// A command with the words that call it: {"tilebase", "report", "paper"}.
struct CommandPath {
  std::vector<std::string> words;
  const Command* command;
};

// Lists the program and all its commands, without hidden ones.
std::vector<CommandPath> AllCommands(const Command& program) {
  std::vector<CommandPath> all = {{{program.name()}, &program}};
  for (size_t i = 0; i < all.size(); ++i) {
    for (const std::unique_ptr<Command>& command : all[i].command->commands()) {
      if (command->is_hidden()) continue;
      std::vector<std::string> words = all[i].words;
      words.push_back(command->name());
      all.push_back({std::move(words), command.get()});
    }
  }
  return all;
}

// Escapes text for roff: no escapes, no hyphens that become dashes, no requests.
std::string Escaped(const std::string& text) {
  std::string escaped = absl::StrReplaceAll(text, {{"\\", "\\e"}, {"-", "\\-"}, {"'", "\\(aq"}});
  if (!escaped.empty() && escaped[0] == '.') escaped.insert(0, "\\&");
  return escaped;
}
std::string Bold(const std::string& text) { return absl::StrCat("\\fB", Escaped(text), "\\fR"); }
std::string Italic(const std::string& text) { return absl::StrCat("\\fI", Escaped(text), "\\fR"); }

// Formats a footer of --help: paragraphs are filled, indented lines stay unchanged.
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

std::string Names(const Option& option) {
  std::vector<std::string> names = option.names();
  for (std::string& name : names) name = Bold(name);
  std::string text = absl::StrJoin(names, ", ");
  if (option.takes_value()) absl::StrAppend(&text, " ", Italic(option.type_name()));
  return text;
}

std::string Entry(const std::string& term, const Option& option) {
  std::string entry = absl::StrCat(".TP\n", term, "\n", Escaped(option.description()));
  if (option.is_required()) absl::StrAppend(&entry, " (required)");
  if (!option.default_text().empty() && option.takes_value())
    absl::StrAppend(&entry, " (default: ", Escaped(option.default_text()), ")");
  if (!option.environment().empty())
    absl::StrAppend(&entry, "; in the environment ", Bold(option.environment()));
  return entry + "\n";
}

std::string Synopsis(const CommandPath& path) {
  std::string text = Bold(absl::StrJoin(path.words, " "));
  absl::StrAppend(&text, " [", Italic("OPTION"), "]...");
  for (const Option* each : path.command->Positionals()) {
    const bool many = each->takes_many();
    const std::string name = Italic(each->names()[0]) + (many ? "..." : "");
    absl::StrAppend(&text, " ", each->is_required() ? name : absl::StrCat("[", name, "]"));
  }
  if (!path.command->commands().empty()) absl::StrAppend(&text, " ", Italic("COMMAND"));
  return text + "\n";
}

// Returns the page of one command in roff, for `man`. `version` is the program's.
std::string ManPage(const CommandPath& path, const std::string& version) {
  const Command& command = *path.command;
  const std::string name = absl::StrJoin(path.words, "-");
  std::string title = name;
  for (char& c : title) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const std::vector<std::string> described =
      absl::StrSplit(command.description(), absl::MaxSplits('\n', 1));
  std::string page = absl::StrCat(".TH ", title, " 1 \"\" \"tilebase ", version,
                                  "\" \"User Commands\"\n.SH NAME\n", Escaped(name), " \\- ",
                                  Escaped(described[0]), "\n.SH SYNOPSIS\n", Synopsis(path));
  if (!command.footer().empty() || described.size() > 1)
    absl::StrAppend(&page, ".SH DESCRIPTION\n", described.size() > 1 ? Prose(described[1]) : "",
                    Prose(command.footer()));
  std::string commands;
  for (const std::unique_ptr<Command>& each : command.commands())
    if (!each->is_hidden())
      absl::StrAppend(&commands, ".TP\n", Bold(absl::StrCat(name, "-", each->name())), "(1)\n",
                      Escaped(each->description()), "\n");
  if (!commands.empty()) absl::StrAppend(&page, ".SH COMMANDS\n", commands);
  std::string arguments;
  for (const Option* each : command.Positionals())
    absl::StrAppend(&arguments, Entry(Italic(each->names()[0]), *each));
  if (!arguments.empty()) absl::StrAppend(&page, ".SH ARGUMENTS\n", arguments);
  absl::StrAppend(&page, ".SH OPTIONS\n");
  for (const Option* each : command.Named()) absl::StrAppend(&page, Entry(Names(*each), *each));
  absl::StrAppend(&page,
                  ".SH EXIT STATUS\n0: done. 1: some board failed, or the work could not be "
                  "finished.\n2: wrong usage. 3: a table file cannot be used or made.\n");
  if (path.words.size() > 1) absl::StrAppend(&page, ".SH SEE ALSO\n", Bold(path.words[0]), "(1)\n");
  return page;
}

std::vector<std::string> Subcommands(const Command& command) {
  std::vector<std::string> names;
  for (const std::unique_ptr<Command>& each : command.commands())
    if (!each->is_hidden()) names.push_back(each->name());
  return names;
}

bool IsPath(const std::string& type) {
  return type == "FILE" || type == "DIR" || type == "FOLDER" || type == "MANIFEST";
}
bool NamesFile(const Option& option) {
  return IsPath(option.is_positional() ? option.names()[0] : option.type_name());
}

// Returns the words after "tilebase": "report paper".
std::string Tail(const CommandPath& path) {
  return absl::StrJoin(path.words.begin() + 1, path.words.end(), " ");
}

// Puts text between single quotes, for every shell.
std::string Quoted(const std::string& text) {
  return absl::StrCat("'", absl::StrReplaceAll(text, {{"'", "'\\''"}}), "'");
}
// Returns the first line of a description.
std::string OneLine(const std::string& text) { return text.substr(0, text.find('\n')); }

// Each of these returns one script for all commands.
std::string BashCompletion(const Command& program) {
  std::string words, values;
  for (const CommandPath& path : AllCommands(program)) {
    std::vector<std::string> all = Subcommands(*path.command);
    for (const Option* option : path.command->Named()) {
      const std::vector<std::string> names = option->names();
      all.insert(all.end(), names.begin(), names.end());
      if (!option->takes_value()) continue;
      std::vector<std::string> patterns;
      patterns.reserve(names.size());
      for (const std::string& name : names) patterns.push_back(Quoted(Tail(path) + " " + name));
      const std::vector<std::string> choices = option->choices();
      absl::StrAppend(&values, "    ", absl::StrJoin(patterns, "|"), ") echo ",
                      Quoted(NamesFile(*option) ? "/"
                             : choices.empty()  ? "-"
                                                : absl::StrJoin(choices, " ")),
                      " ;;\n");
    }
    absl::StrAppend(&words, "    ", Quoted(Tail(path)), ") echo ", Quoted(absl::StrJoin(all, " ")),
                    " ;;\n");
  }
  return absl::StrCat(R"bash(# Completion of the tilebase command for bash, made from its options.

# The commands and options that may follow the command $1.
_tilebase_words() {
  case "$1" in
)bash",
                      words, R"bash(  esac
}

# Prints what may follow the option "$1" (with its command): words, "/" for a file, "-" for something
# to write; nothing if it takes no value.
_tilebase_values() {
  case "$1" in
)bash",
                      values, R"bash(  esac
}

_tilebase() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command="" word values
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) continue ;; esac
    case " $(_tilebase_words "$command") " in
      *" $word "*) command=${command:+$command }$word ;;
    esac
  done
  COMPREPLY=()
  values=$(_tilebase_values "$command $previous")
  case $values in
    /) return ;;
    -) compopt +o default 2>/dev/null; return ;;
    ?*) COMPREPLY=($(compgen -W "$values" -- "$current")); return ;;
  esac
  values=
  for word in $(_tilebase_words "$command"); do
    case $word,$current in
      -*,-* | [!-]*,[!-]* | [!-]*,) values="$values $word" ;;
    esac
  done
  COMPREPLY=($(compgen -W "$values" -- "$current"))
}
complete -o default -F _tilebase tilebase
)bash");
}

std::string ZshCompletion(const Command& program) {
  // These characters have a meaning in a specification of _arguments.
  const auto plain = [](const std::string& text) {
    return absl::StrReplaceAll(OneLine(text),
                               {{"\\", "\\\\"}, {"[", "\\["}, {"]", "\\]"}, {":", "\\:"}});
  };
  std::string functions;
  for (const CommandPath& path : AllCommands(program)) {
    std::string body;
    for (const Option* option : path.command->Named()) {
      std::string value;
      if (option->takes_value()) {
        const std::vector<std::string> choices = option->choices();
        const std::string action = NamesFile(*option) ? "_files"
                                   : choices.empty()
                                       ? " "
                                       : absl::StrCat("(", absl::StrJoin(choices, " "), ")");
        value = absl::StrCat(":", plain(option->type_name()), ":", action);
      }
      for (const std::string& name : option->names())
        absl::StrAppend(&body, " \\\n    ",
                        Quoted(absl::StrCat(name, "[", plain(option->description()), "]", value)));
    }
    std::string branches;
    if (Subcommands(*path.command).empty()) {
      for (const Option* positional : path.command->Positionals())
        absl::StrAppend(
            &body, " \\\n    ",
            Quoted(absl::StrCat(positional->takes_many() ? "*" : "", ":", positional->names()[0],
                                ":", NamesFile(*positional) ? "_files" : " ")));
    } else {
      absl::StrAppend(&body, " \\\n    '1: :->command' \\\n    '*:: :->rest'");
      std::string commands;
      for (const std::unique_ptr<Command>& each : path.command->commands())
        if (!each->is_hidden())
          absl::StrAppend(&commands, " \\\n        ",
                          Quoted(absl::StrCat(each->name(), ":", plain(each->description()))));
      branches = absl::StrCat("  case $state in\n    command)\n      local -a commands=(", commands,
                              ")\n      _describe command commands ;;\n    rest) _",
                              absl::StrJoin(path.words, "_"), "_$line[1] ;;\n  esac\n");
    }
    absl::StrAppend(&functions, "_", absl::StrJoin(path.words, "_"),
                    "() {\n  local context state state_descr line\n  typeset -A opt_args\n  "
                    "_arguments -C",
                    body, "\n", branches, "}\n\n");
  }
  return absl::StrCat(
      "#compdef tilebase\n# Completion of the tilebase command for zsh, made from its "
      "options.\n\n",
      functions, "_tilebase \"$@\"\n");
}

std::string FishCompletion(const Command& program) {
  std::string lines =
      "# Completion of the tilebase command for fish, made from its options.\n"
      "complete -c tilebase -f\n";
  for (const CommandPath& path : AllCommands(program)) {
    std::vector<std::string> conditions;
    for (size_t i = 1; i < path.words.size(); ++i)
      conditions.push_back("__fish_seen_subcommand_from " + path.words[i]);
    const std::vector<std::string> subcommands = Subcommands(*path.command);
    if (!subcommands.empty())
      conditions.push_back("not __fish_seen_subcommand_from " + absl::StrJoin(subcommands, " "));
    const std::string here =
        absl::StrCat("complete -c tilebase -n ", Quoted(absl::StrJoin(conditions, "; and ")));
    for (const std::unique_ptr<Command>& each : path.command->commands())
      if (!each->is_hidden())
        absl::StrAppend(&lines, here, " -a ", each->name(), " -d ",
                        Quoted(OneLine(each->description())), "\n");
    for (const Option* positional : path.command->Positionals())
      if (NamesFile(*positional)) absl::StrAppend(&lines, here, " -F\n");
    for (const Option* option : path.command->Named()) {
      absl::StrAppend(&lines, here);
      for (const std::string& name : option->names()) {
        const bool is_long = name[1] == '-';
        absl::StrAppend(&lines, is_long ? " -l " : " -s ", name.substr(is_long ? 2 : 1));
      }
      if (option->takes_value()) {
        const std::vector<std::string> choices = option->choices();
        absl::StrAppend(&lines, NamesFile(*option) ? " -r -F" : " -x");
        if (!choices.empty()) absl::StrAppend(&lines, " -a ", Quoted(absl::StrJoin(choices, " ")));
      }
      absl::StrAppend(&lines, " -d ", Quoted(OneLine(option->description())), "\n");
    }
  }
  return lines;
}

int PrintHelp(const Command& program, const std::vector<std::string>& wanted) {
  for (const CommandPath& path : AllCommands(program)) {
    if (!std::equal(wanted.begin(), wanted.end(), path.words.begin() + 1, path.words.end()))
      continue;
    const std::string name = absl::StrJoin(path.words, " ");
    std::fputs(path.command->Help(name).c_str(), stdout);
    return kExitDone;
  }
  return Fail(kExitUsage, absl::StrCat("'", absl::StrJoin(wanted, " "),
                                       "' is not a command; see 'tilebase --help'"));
}

// Writes FOLDER/man/*.1 and FOLDER/completions/*.
int MakeManual(const Command& program, const std::filesystem::path& folder) {
  std::vector<std::pair<std::filesystem::path, std::string>> files = {
      {folder / "completions/tilebase.bash", BashCompletion(program)},
      {folder / "completions/_tilebase", ZshCompletion(program)},
      {folder / "completions/tilebase.fish", FishCompletion(program)},
  };
  for (const CommandPath& path : AllCommands(program))
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

void AddHelpCommand(Command* program) {
  auto words = std::make_shared<std::vector<std::string>>();
  Command* help = program->AddCommand("help", "Explain a command");
  help->Footer("  tilebase help\n  tilebase help solve\n  tilebase help report paper");
  help->AddOption("COMMAND", words.get(), "The command to explain");
  help->Action([program, words] { return PrintHelp(*program, *words); });

  auto folder = std::make_shared<std::string>();
  Command* manual = program->AddCommand("make-manual", "Write manual pages and completions");
  manual->Hide();
  manual->AddOption("FOLDER", folder.get(), "Where to write man/ and completions/")->Required();
  manual->Action([program, folder] { return MakeManual(*program, *folder); });
}

}  // namespace tilebase
