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

std::vector<std::string> Subcommands(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* each : command.get_subcommands(nullptr))
    if (!each->get_group().empty()) names.push_back(each->get_name());
  return names;
}

// "-o" and "--output".
std::vector<std::string> NamesOf(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

bool IsPath(const std::string& type) {
  return type == "FILE" || type == "DIR" || type == "FOLDER" || type == "MANIFEST";
}
bool NamesFile(const CLI::Option& option) {
  return IsPath(option.get_positional() ? option.get_name(true) : option.get_type_name());
}

// What comes after "tilebase": "report paper".
std::string Tail(const CommandPath& path) {
  return absl::StrJoin(path.words.begin() + 1, path.words.end(), " ");
}

// Between single quotes, for every shell.
std::string Quoted(const std::string& text) {
  return absl::StrCat("'", absl::StrReplaceAll(text, {{"'", "'\\''"}}), "'");
}
// A description on one line.
std::string OneLine(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

std::vector<std::string> Choices(const CLI::Option& option) {
  for (int i = 0;; ++i) {
    const CLI::Validator* validator = nullptr;
    try {
      validator = const_cast<CLI::Option&>(option).get_validator(i);
    } catch (const CLI::OptionNotFound&) {
      return {};
    }
    if (!validator->get_name().empty()) return absl::StrSplit(validator->get_name(), ' ');
  }
}

std::string BashCompletion(const CLI::App& app) {
  std::string words, values;
  for (const CommandPath& path : AllCommands(app)) {
    std::vector<std::string> all = Subcommands(*path.command);
    for (const CLI::Option* option : NamedOptions(*path.command)) {
      const std::vector<std::string> names = NamesOf(*option);
      all.insert(all.end(), names.begin(), names.end());
      if (!TakesValue(*option)) continue;
      std::vector<std::string> patterns;
      for (const std::string& name : names) patterns.push_back(Quoted(Tail(path) + " " + name));
      const std::vector<std::string> choices = Choices(*option);
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

# What may follow the option "$1" (with its command): words, "/" for a file, "-" for something to
# write; nothing where it takes no value.
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

std::string ZshCompletion(const CLI::App& app) {
  // In a specification of _arguments these have a meaning.
  const auto plain = [](const std::string& text) {
    return absl::StrReplaceAll(OneLine(text),
                               {{"\\", "\\\\"}, {"[", "\\["}, {"]", "\\]"}, {":", "\\:"}});
  };
  std::string functions;
  for (const CommandPath& path : AllCommands(app)) {
    std::string body;
    for (const CLI::Option* option : NamedOptions(*path.command)) {
      std::string value;
      if (TakesValue(*option)) {
        const std::vector<std::string> choices = Choices(*option);
        const std::string action = NamesFile(*option) ? "_files"
                                   : choices.empty()
                                       ? " "
                                       : absl::StrCat("(", absl::StrJoin(choices, " "), ")");
        value = absl::StrCat(":", plain(option->get_type_name()), ":", action);
      }
      for (const std::string& name : NamesOf(*option))
        absl::StrAppend(
            &body, " \\\n    ",
            Quoted(absl::StrCat(name, "[", plain(option->get_description()), "]", value)));
    }
    std::string branches;
    if (Subcommands(*path.command).empty()) {
      for (const CLI::Option* positional : Positionals(*path.command))
        absl::StrAppend(&body, " \\\n    ",
                        Quoted(absl::StrCat(positional->get_items_expected_max() > 1 ? "*" : "",
                                            ":", positional->get_name(true), ":",
                                            NamesFile(*positional) ? "_files" : " ")));
    } else {
      absl::StrAppend(&body, " \\\n    '1: :->command' \\\n    '*:: :->rest'");
      std::string commands;
      for (const CLI::App* each : path.command->get_subcommands(nullptr))
        if (!each->get_group().empty())
          absl::StrAppend(
              &commands, " \\\n        ",
              Quoted(absl::StrCat(each->get_name(), ":", plain(each->get_description()))));
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

std::string FishCompletion(const CLI::App& app) {
  std::string lines =
      "# Completion of the tilebase command for fish, made from its options.\n"
      "complete -c tilebase -f\n";
  for (const CommandPath& path : AllCommands(app)) {
    std::vector<std::string> conditions;
    for (size_t i = 1; i < path.words.size(); ++i)
      conditions.push_back("__fish_seen_subcommand_from " + path.words[i]);
    const std::vector<std::string> subcommands = Subcommands(*path.command);
    if (!subcommands.empty())
      conditions.push_back("not __fish_seen_subcommand_from " + absl::StrJoin(subcommands, " "));
    const std::string here =
        absl::StrCat("complete -c tilebase -n ", Quoted(absl::StrJoin(conditions, "; and ")));
    for (const CLI::App* each : path.command->get_subcommands(nullptr))
      if (!each->get_group().empty())
        absl::StrAppend(&lines, here, " -a ", each->get_name(), " -d ",
                        Quoted(OneLine(each->get_description())), "\n");
    for (const CLI::Option* positional : Positionals(*path.command))
      if (NamesFile(*positional)) absl::StrAppend(&lines, here, " -F\n");
    for (const CLI::Option* option : NamedOptions(*path.command)) {
      absl::StrAppend(&lines, here);
      for (const std::string& name : option->get_snames()) absl::StrAppend(&lines, " -s ", name);
      for (const std::string& name : option->get_lnames()) absl::StrAppend(&lines, " -l ", name);
      if (TakesValue(*option)) {
        const std::vector<std::string> choices = Choices(*option);
        absl::StrAppend(&lines, NamesFile(*option) ? " -r -F" : " -x");
        if (!choices.empty()) absl::StrAppend(&lines, " -a ", Quoted(absl::StrJoin(choices, " ")));
      }
      absl::StrAppend(&lines, " -d ", Quoted(OneLine(option->get_description())), "\n");
    }
  }
  return lines;
}

}  // namespace tilebase
