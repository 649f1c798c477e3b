// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/common/table_file.h"

namespace tilebase {
namespace {

// Replaces a text that `parse` accepts by its value as a plain decimal number.
template <typename Parse>
ValueRule Number(Parse parse) {
  return {[parse](std::string* text) {
            const auto value = parse(*text);
            if (!value.ok()) return std::string(value.status().message());
            char plain[64] = "";
            *std::to_chars(plain, plain + sizeof(plain) - 1, *value).ptr = 0;
            *text = plain;
            return std::string();
          },
          {}};
}

// Returns how many letters have to be inserted, deleted or replaced to get from one word to the
// other.
size_t EditDistance(const std::string& from, const std::string& to) {
  std::vector<size_t> row(to.size() + 1);
  for (size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= from.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= to.size(); ++j) {
      const size_t replaced = diagonal + (from[i - 1] != to[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

// Names that other programs use for the options.
constexpr struct {
  const char* theirs;
  const char* ours;
} kOtherNames[] = {{"--port", "--listen"}, {"--host", "--listen"}, {"--random", "--count"},
                   {"--size", "--board"},  {"--goal", "--to"},     {"--time", "--effort"},
                   {"--nodes", "--effort"}};

// Returns the word that is probably meant; all words if none is close.
std::string Likely(const std::string& word, const std::vector<std::string>& known) {
  for (const auto& [theirs, ours] : kOtherNames)
    if (word == theirs && std::find(known.begin(), known.end(), ours) != known.end())
      return absl::StrCat("did you mean ", ours, "?");
  for (const std::string& each : known) {
    const size_t letters = each.size() - std::min(each.size(), each.find_first_not_of('-'));
    if (EditDistance(word, each) * 3 <= letters) return absl::StrCat("did you mean ", each, "?");
  }
  return absl::StrCat("expected one of ", absl::StrJoin(known, ", "));
}

}  // namespace

ValueRule AsCount(uint64_t least, uint64_t most) {
  return Number([=](const std::string& text) { return ParseCount(text, least, most); });
}

ValueRule AsNumber(double least, double most) {
  return Number([=](const std::string& text) { return ParseNumber(text, least, most); });
}

ValueRule AsSize(uint64_t least, uint64_t most) {
  return Number([=](const std::string& text) { return ParseSize(text, least, most); });
}

ValueRule AsTime(double least, double most) {
  return Number([=](const std::string& text) { return ParseTime(text, least, most); });
}

ValueRule AsThreads() { return AsCount(1, 256); }

ValueRule AsOneOf(std::vector<std::string> words) {
  return {[words](std::string* text) {
            if (std::find(words.begin(), words.end(), *text) != words.end()) return std::string();
            return absl::StrCat("'", *text, "': ", Likely(*text, words));
          },
          words};
}

ValueRule AsText(const char* what) {
  return {[what](std::string* text) {
            return text->empty() ? absl::StrCat("expected ", what) : std::string();
          },
          {}};
}

ValueRule AsTableFile() {
  return {[](std::string* text) { return WhyNoTableFile(*text); }, {}};
}

ValueRule AsPart() {
  return {[](std::string* text) { return std::string(ParsePart(*text).status().message()); }, {}};
}

Option* Option::Required() {
  option_->required();
  return this;
}

Option* Option::TypeName(const std::string& name) {
  option_->type_name(name);
  return this;
}

Option* Option::ShowDefault() {
  option_->capture_default_str();
  return this;
}

Option* Option::Values(ValueRule rule) {
  rule_ = std::move(rule);
  option_->transform(
      CLI::Validator([apply = rule_.apply](std::string& text) { return apply(&text); }, ""));
  return this;
}

std::string Option::WhyRefused() const {
  if (rule_.apply == nullptr) return "";
  for (std::string value : option_->results())
    if (const std::string why = rule_.apply(&value); !why.empty())
      return absl::StrCat(names().back(), ": ", why);
  return "";
}

Option* Option::Delimiter(char delimiter) {
  option_->delimiter(delimiter);
  return this;
}

Option* Option::Count(int least, int most) {
  option_->expected(least, most);
  return this;
}

Option* Option::Excludes(Option* other) {
  option_->excludes(other->option_);
  return this;
}

Option* Option::Excludes(const std::string& other) {
  option_->excludes(other);
  return this;
}

Option* Option::Needs(Option* other) {
  option_->needs(other->option_);
  return this;
}

Option* Option::Needs(const std::string& other) {
  option_->needs(other);
  return this;
}

Option* Option::Environment(const std::string& name) {
  option_->envname(name);
  return this;
}

bool Option::IsGiven() const { return option_->count() > 0; }

absl::Status Option::Give(const std::vector<std::string>& values) {
  try {
    for (const std::string& value : values) option_->add_result(value);
    option_->run_callback();
  } catch (const CLI::Error& error) {
    return absl::InvalidArgumentError(error.what());
  }
  return absl::OkStatus();
}

bool Option::is_positional() const { return option_->get_positional(); }
bool Option::is_required() const { return option_->get_required(); }
bool Option::takes_value() const { return option_->get_items_expected_max() > 0; }
bool Option::takes_many() const { return option_->get_items_expected_max() > 1; }

std::vector<std::string> Option::names() const {
  if (option_->get_positional()) return {option_->get_name(true)};
  std::vector<std::string> names;
  for (const std::string& name : option_->get_snames()) names.push_back("-" + name);
  for (const std::string& name : option_->get_lnames()) names.push_back("--" + name);
  return names;
}

std::string Option::type_name() const { return option_->get_type_name(); }
std::string Option::description() const { return option_->get_description(); }
std::string Option::default_text() const { return option_->get_default_str(); }
std::string Option::environment() const { return option_->get_envname(); }

Command::Command(const std::string& name, const std::string& description)
    : owned_(std::make_unique<CLI::App>(description, name)), app_(owned_.get()) {
  app_->allow_windows_style_options(false);  // "/tables/4x4.image" is a file
  app_->set_help_flag();
  Keep(app_->set_help_flag("-h,--help", "Print this help and exit"));
  app_->require_subcommand(1);
}

Command::Command(CLI::App* app) : app_(app) { Keep(app_->get_help_ptr()); }

Command::~Command() = default;

Option* Command::Keep(CLI::Option* option) {
  return options_.emplace_back(std::make_unique<Option>(option)).get();
}

Command* Command::AddCommand(const std::string& name, const std::string& description) {
  return commands_
      .emplace_back(std::unique_ptr<Command>(new Command(app_->add_subcommand(name, description))))
      .get();
}

template <typename T>
Option* Command::AddOption(const std::string& names, T* value, const std::string& description) {
  return Keep(app_->add_option(names, *value, description));
}

template Option* Command::AddOption(const std::string&, std::string*, const std::string&);
template Option* Command::AddOption(const std::string&, int*, const std::string&);
template Option* Command::AddOption(const std::string&, uint32_t*, const std::string&);
template Option* Command::AddOption(const std::string&, uint64_t*, const std::string&);
template Option* Command::AddOption(const std::string&, double*, const std::string&);
template Option* Command::AddOption(const std::string&, std::vector<std::string>*,
                                    const std::string&);
template Option* Command::AddOption(const std::string&, std::vector<int>*, const std::string&);
template Option* Command::AddOption(const std::string&, std::vector<double>*, const std::string&);

Option* Command::AddFlag(const std::string& names, bool* value, const std::string& description) {
  return Keep(app_->add_flag(names, *value, description));
}

void Command::AddVersion(const std::string& version) {
  Keep(app_->set_version_flag("-V,--version", version, "Print the version and exit"));
}

Command* Command::Footer(const std::string& text) {
  app_->footer(text);
  return this;
}

Command* Command::Hide() {
  app_->group("");
  return this;
}

Command* Command::NeedsCommand() {
  app_->require_subcommand(1);
  return this;
}

Command* Command::TakeAnything() {
  app_->allow_extras();
  return this;
}

Command* Command::Action(std::function<int()> action) {
  action_ = std::move(action);
  return this;
}

const Command* Command::given() const {
  for (const std::unique_ptr<Command>& command : commands_)
    if (app_->got_subcommand(command->app_)) return command.get();
  return nullptr;
}

std::string Command::Unexpected(const std::vector<std::string>& words) const {
  const auto dashed = std::find_if(words.begin(), words.end(), [](const std::string& word) {
    return word.size() > 1 && word[0] == '-' && !absl::ascii_isdigit(word[1]);
  });
  if (dashed == words.end()) {
    const bool one = words.size() == 1;
    return absl::StrCat(one ? "an argument too many: '" : "arguments too many: '",
                        absl::StrJoin(words, "', '"), "'");
  }
  std::vector<std::string> known;
  for (const Option* option : Named()) known.push_back(option->names().back());
  const std::string word = dashed->substr(0, dashed->find('='));
  return absl::StrCat("'", word, "' is no option of ", name(), "; ", Likely(word, known));
}

absl::StatusOr<int> Command::Main(int argc, char** argv) {
  // CLI11 reads [1,2] as two values, and a board may be written so. A space in front prevents that.
  std::vector<std::string> words;
  for (int i = argc - 1; i > 0; --i) {
    const std::string word = argv[i];
    const bool is_list = word.size() > 1 && word.front() == '[' && word.back() == ']';
    words.push_back(is_list ? " " + word : word);
  }
  std::string problem;
  try {
    app_->parse(std::move(words));  // expects the last word first
  } catch (const CLI::Success& help_or_version) {
    return app_->exit(help_or_version);
  } catch (const CLI::ExtrasError&) {
    if (const Command* const command = given())
      problem = command->Unexpected(app_->remaining(true));
  } catch (const CLI::RequiredError& error) {
    // Some releases of CLI11 look for what is missing before they check what is there.
    if (const Command* const command = given()) {
      for (const std::unique_ptr<Option>& option : command->options_)
        if (problem.empty()) problem = option->WhyRefused();
      if (problem.empty()) problem = error.what();
    }
  } catch (const CLI::ParseError& error) {
    if (given() != nullptr) problem = error.what();
  }
  const Command* command = given();
  if (command == nullptr) {
    std::vector<std::string> known;
    for (const std::unique_ptr<Command>& each : commands_)
      if (!each->is_hidden()) known.push_back(each->name());
    for (const char* option : {"--help", "--version"}) known.emplace_back(option);
    if (argc > 1)
      for (const std::unique_ptr<Command>& each : commands_)
        if (argv[1][0] == '-' && !each->is_hidden() && each->Find(argv[1]) != nullptr)
          return absl::InvalidArgumentError(
              absl::StrCat("'", argv[1], "' is an option of ", each->name(),
                           ", which comes first: ", name(), " ", each->name(), " ... ", argv[1],
                           "; see '", name(), " ", each->name(), " --help'"));
    return absl::InvalidArgumentError(absl::StrCat(
        argc < 2 ? std::string("no command given; expected one of ") + absl::StrJoin(known, ", ")
                 : absl::StrCat("'", argv[1], "' is not a command; ", Likely(argv[1], known)),
        "; see '", name(), " --help'"));
  }
  std::string full_name = name();
  for (const Command* next = command; next != nullptr; next = next->given()) {
    command = next;
    absl::StrAppend(&full_name, " ", next->name());
  }
  if (problem.empty()) problem = std::string(command->ReadEnvironment().message());
  if (!problem.empty())
    return absl::InvalidArgumentError(absl::StrCat(problem, "; see '", full_name, " --help'"));
  return command->action_();
}

absl::Status Command::ReadEnvironment() const {
  for (const std::unique_ptr<Option>& option : options_) {
    const char* const value = std::getenv(option->environment().c_str());
    if (value == nullptr || *value == '\0' || option->IsGiven()) continue;
    if (absl::Status status = option->Give({value}); !status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status Command::ReadConfig(const std::string& path, const std::string& positional_key) {
  std::vector<CLI::ConfigItem> items;
  try {
    items = CLI::ConfigTOML().from_file(path);
  } catch (const CLI::Error& error) {
    return absl::NotFoundError(absl::StrCat(path, ": ", error.what()));
  }
  for (const CLI::ConfigItem& item : items) {
    Option* const option = item.name == positional_key ? Find(Positionals()[0]->names()[0])
                                                       : Find("--" + item.fullname());
    if (option == nullptr || item.name == "config" || item.name == "help")
      return absl::InvalidArgumentError(absl::StrCat(path, ": expected '", positional_key,
                                                     "' or the long name of a flag of 'tilebase ",
                                                     name(), "', found '", item.fullname(), "'"));
    if (option->IsGiven()) continue;
    if (absl::Status status = option->Give(item.inputs); !status.ok())
      return absl::InvalidArgumentError(
          absl::StrCat(path, ": ", item.name, ": ", status.message()));
  }
  return absl::OkStatus();
}

std::string Command::ValuesText() const { return app_->config_to_str(); }
std::string Command::name() const { return app_->get_name(); }
std::string Command::description() const { return app_->get_description(); }
std::string Command::footer() const { return app_->get_footer(); }
bool Command::is_hidden() const { return app_->get_group().empty(); }

std::string Command::Help(const std::string& full_name) const {
  return app_->get_formatter()->make_help(app_, full_name, CLI::AppFormatMode::Normal);
}

std::vector<const Option*> Command::Positionals() const {
  std::vector<const Option*> found;
  for (const std::unique_ptr<Option>& option : options_)
    if (option->is_positional()) found.push_back(option.get());
  return found;
}

std::vector<const Option*> Command::Named() const {
  std::vector<const Option*> found;
  for (const std::unique_ptr<Option>& option : options_)
    if (!option->is_positional()) found.push_back(option.get());
  return found;
}

Option* Command::Find(const std::string& name) {
  for (const std::unique_ptr<Option>& option : options_) {
    const std::vector<std::string> names = option->names();
    if (std::find(names.begin(), names.end(), name) != names.end()) return option.get();
  }
  return nullptr;
}

}  // namespace tilebase
