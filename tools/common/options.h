// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Commands and their options. CLI11 reads the command line; only options.cc includes it, because
// its header takes seconds to compile.
//
// A program makes one Command, adds subcommands and their options, and calls Main:
//
//   Command program("tilebase", "tilebase: tables that ...");
//   Command* info = program.AddCommand("info", "Show what a table set holds");
//   info->AddOption("FILE", &file, "Table set")->Required();
//   info->Action([&] { return PrintInfo(file); });
//   return program.Main(argc, argv);
//
// Pointers to commands and options stay valid as long as the program's Command. The variables that
// options fill must live until Main returns.

#ifndef TILEBASE_TOOLS_COMMON_OPTIONS_H_
#define TILEBASE_TOOLS_COMMON_OPTIONS_H_

#include <stdint.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tools/common/quantity.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tilebase {

// The values that an option accepts.
struct ValueRule {
  // Checks a value, and may replace it by a plainer one. Returns what is wrong, or "".
  std::function<std::string(std::string* value)> apply;
  std::vector<std::string> choices;  // if only these are allowed, for completions
};

// Numbers follow the rules of quantity.h. CLI11 would read 017 as fifteen and -1 as 2^64 - 1; these
// rules pass it plain decimal numbers only.
ValueRule AsCount(uint64_t least = 0, uint64_t most = UINT64_MAX);  // for integers that hold `most`
ValueRule AsNumber(double least, double most);                      // for double
ValueRule AsSize(uint64_t least = 0, uint64_t most = UINT64_MAX);   // for uint64_t, in bytes
ValueRule AsTime(double least = 0, double most = kMostSeconds);     // for double, in seconds
ValueRule AsThreads();                                              // for int: 1 to 256
// For std::string.
ValueRule AsOneOf(std::vector<std::string> words);
ValueRule AsText(const char* what);  // not empty
ValueRule AsTableFile();             // explains itself if a board is given in place of the file
ValueRule AsPart();                  // K/N

class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option* Required();
  // The placeholder for the value in --help: "N", "FILE". Empty for FILE, BOARD and other
  // positionals.
  Option* TypeName(const std::string& name);
  // --help shows the variable's value as the default.
  Option* ShowDefault();
  Option* Values(ValueRule rule);
  Option* Delimiter(char delimiter);   // separates several values in one word
  Option* Count(int least, int most);  // of values
  Option* Excludes(Option* other);
  Option* Excludes(const std::string& other);  // "--name", of the same command
  Option* Needs(Option* other);
  Option* Needs(const std::string& other);
  Option* Environment(const std::string& name);  // a variable that can give the value, too

  // Returns whether the command line or the environment gave it.
  bool IsGiven() const;
  // Gives the option these values, as if they stood on the command line. Errors: InvalidArgument.
  absl::Status Give(const std::vector<std::string>& values);

  // For help, manual pages and completions.
  bool is_positional() const;
  bool is_required() const;
  bool takes_value() const;
  bool takes_many() const;
  // "-o" and "--output"; "FILE" for a positional.
  std::vector<std::string> names() const;
  std::string type_name() const;
  std::string description() const;
  std::string default_text() const;
  std::string environment() const;
  const std::vector<std::string>& choices() const { return rule_.choices; }
  // Says what is wrong with the first given value that the rule refuses: "FILE: ...", or "".
  std::string WhyRefused() const;

 private:
  CLI::Option* option_;
  ValueRule rule_;
};

class Command {
 public:
  // Makes a program. `description` begins its --help.
  Command(const std::string& name, const std::string& description);
  ~Command();
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  Command* AddCommand(const std::string& name, const std::string& description);

  // `names` is "-o,--output", "--seed", or "FILE" for a positional. T is std::string, int,
  // uint32_t, uint64_t, double, or a vector of strings, ints, doubles or uint64_t.
  template <typename T>
  Option* AddOption(const std::string& names, T* value, const std::string& description);
  Option* AddFlag(const std::string& names, bool* value, const std::string& description);
  // --version prints `version` and exits.
  void AddVersion(const std::string& version);

  Command* Footer(const std::string& text);
  Command* Hide();          // leaves it out of --help, manual pages and completions
  Command* NeedsCommand();  // one of its subcommands must be given
  Command* TakeAnything();  // accepts any words after it
  // Sets what the command does; `action` returns the exit code.
  Command* Action(std::function<int()> action);

  // Reads the command line and runs the action of the command that it names. Returns the action's
  // exit code, or 0 after --help or --version. Errors: InvalidArgument for a wrong command line,
  // with a message that says where to read more.
  absl::StatusOr<int> Main(int argc, char** argv);

  // Returns the subcommand that the command line named; null if there is none yet.
  const Command* given() const;

  // Gives options that were not given their values from a TOML file. Keys are long names of
  // options, and `positional_key` for the positional. Errors: NotFound if the file cannot be read;
  // InvalidArgument.
  absl::Status ReadConfig(const std::string& path, const std::string& positional_key);

  // Returns all options and their values as text, which differs if any value differs.
  std::string ValuesText() const;

  std::string name() const;
  std::string description() const;
  std::string footer() const;
  bool is_hidden() const;
  std::string Help(const std::string& full_name) const;
  const std::vector<std::unique_ptr<Command>>& commands() const { return commands_; }
  // Positionals such as FILE and BOARD; and options that begin with a dash, including --help.
  std::vector<const Option*> Positionals() const;
  std::vector<const Option*> Named() const;
  Option* Find(const std::string& name);  // "--seed" or "FILE"; null: no such option

 private:
  explicit Command(CLI::App* app);
  Option* Keep(CLI::Option* option);
  // Explains words that no option of the command takes.
  std::string Unexpected(const std::vector<std::string>& words) const;
  // Gives options that were not given the values of their environment variables. CLI11 from 2.3 on
  // ignores a value that breaks the option's rule, so this does not leave it to CLI11.
  absl::Status ReadEnvironment() const;

  std::unique_ptr<CLI::App> owned_;  // of a program
  CLI::App* app_;
  std::vector<std::unique_ptr<Command>> commands_;
  std::vector<std::unique_ptr<Option>> options_;
  std::function<int()> action_;
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_OPTIONS_H_
