// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The `tilebase` command.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "runtime/tilebase.h"
#include "tools/common/command.h"
#include "tools/common/json.h"

namespace tilebase {

namespace {

// What is wrong with a command line, and where to read how it should be.
std::string UsageMessage(const CLI::App& app, const CLI::ParseError& error) {
  if (app.get_subcommands().empty()) {
    std::string commands;
    for (const CLI::App* command : app.get_subcommands(nullptr))
      if (!command->get_group().empty())
        absl::StrAppend(&commands, commands.empty() ? "" : ", ", command->get_name());
    const std::vector<std::string> words = app.remaining();
    return absl::StrCat(words.empty() ? "no command given" : "'" + words[0] + "' is not a command",
                        "; expected one of ", commands, "; see 'tilebase --help'");
  }
  return absl::StrCat(error.what(), "; see 'tilebase ", app.get_subcommands()[0]->get_name(),
                      " --help'");
}

// Whether the user asked for JSON, whatever else the command line says.
bool wants_json = false;

int FailUsage(const CLI::App& app, const std::string& message) {
  const std::vector<CLI::App*> given = app.get_subcommands();
  if (wants_json && !given.empty() && given[0]->get_name() == "build") {  // its output is events
    PrintJsonLine({{"event", "error"}, {"error", message}});
    return Fail(kExitUsage, message);
  }
  return Fail(kExitUsage, message, wants_json);
}

#ifdef TILEBASE_WITHOUT_SERVE  // the service's libraries were not there when it was built
void AddServeStandIn(CLI::App& app, int* exit_code) {
  CLI::App* command =
      app.add_subcommand("serve", "Answer boards over HTTP (not in this build: needs Boost)");
  command->allow_extras();
  command->callback([exit_code] {
    *exit_code = Fail(kExitInputFailed,
                      "serve is not in this build: it needs Boost 1.81 or newer; install "
                      "libboost1.81-dev, then run cmake and build again");
  });
}
#endif

int Main(int argc, char** argv) {
  PrepareStandardStreams();
  wants_json = std::any_of(argv, argv + argc,
                           [](const char* word) { return word == std::string_view("--json"); });
  CLI::App app(
      "tilebase: tables that solve sliding-tile puzzles by lookup.\n\n"
      "  tilebase build -o l1.tilebase\n"
      "  tilebase solve l1.tilebase \"15 10 _ 13 / 11 4 1 12 / 3 7 9 8 / 2 14 6 5\"\n"
      "  tilebase COMMAND --help\n",
      "tilebase");
  app.footer(
      "Exit codes: 0 done, 1 some board or the work failed, 2 wrong usage, 3 a table file cannot\n"
      "be used or made. Results go to standard output, messages to standard error.");
  app.allow_windows_style_options(false);  // "/tables/4x4.image" is a file
  app.set_version_flag("-V,--version", tilebase_version(), "Print the version and exit");
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.require_subcommand(1);
  int exit_code = kExitDone;
#ifndef _WIN32  // which has the commands that answer from images
  AddBuildCommand(app, &exit_code);
#endif
  AddSolveCommand(app, &exit_code);
  AddScrambleCommand(app, &exit_code);
  AddProbeCommand(app, &exit_code);
  AddHintCommand(app, &exit_code);
#ifndef _WIN32
  AddAnalyseCommand(app, &exit_code);
#endif
  AddInfoCommand(app, &exit_code);
  AddVerifyCommand(app, &exit_code);
#ifndef _WIN32
  AddExportCommand(app, &exit_code);
  AddBenchCommand(app, &exit_code);
  AddReportCommand(app, &exit_code);
  AddCompareCommand(app, &exit_code);
#ifdef TILEBASE_WITHOUT_SERVE
  AddServeStandIn(app, &exit_code);
#else
  AddServeCommand(app, &exit_code);
#endif
  AddPlanCommand(app, &exit_code);
#endif
  AddHelpCommand(app, &exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    exit_code = app.exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    return FailUsage(app, UsageMessage(app, error));
  }
  return FinishOutput(exit_code);
}

}  // namespace
}  // namespace tilebase

namespace {

// Must do without memory.
void TellOutOfMemory() {
  if (tilebase::wants_json) {
    std::fputs("{\"error\":\"out of memory; close other programs or allow more memory\"}\n",
               stdout);
    std::fflush(stdout);
  }
  std::fputs("tilebase: out of memory; close other programs or allow more memory\n", stderr);
}

// Some functions of other libraries let nothing be thrown through them (absl::StrFormat).
[[noreturn]] void Terminate() {
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    TellOutOfMemory();
    std::_Exit(tilebase::kExitInputFailed);
  } catch (...) {
  }
  std::abort();
}

}  // namespace

int main(int argc, char** argv) {
  std::set_terminate(Terminate);
  try {
    return tilebase::Main(argc, argv);
  } catch (const std::bad_alloc&) {
    TellOutOfMemory();
  } catch (const std::exception& error) {
    tilebase::Fail(tilebase::kExitInputFailed, error.what(), tilebase::wants_json);
  }
  return tilebase::kExitInputFailed;
}
