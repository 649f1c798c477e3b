// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The `tilebase` command.

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
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

int Fail(ExitCode code, const std::string& message, bool json) {
  if (json) PrintJsonLine({{"error", message}});
  std::fprintf(stderr, "tilebase: %s\n", message.c_str());
  return code;
}

int Fail(ExitCode code, const absl::Status& status, bool json) {
  return Fail(code, std::string(status.message()), json);
}

ExitCode ExitCodeOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kCancelled:
    case absl::StatusCode::kResourceExhausted:
    case absl::StatusCode::kUnavailable:
      return kExitInputFailed;
    case absl::StatusCode::kInvalidArgument:
      return kExitUsage;
    default:
      return kExitFile;
  }
}

int Fail(const absl::Status& status, bool json) { return Fail(ExitCodeOf(status), status, json); }

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

// A table file that is opened must not get the number of a standard stream that is closed: boards
// would be read from it. What stands in for such a stream refuses to be read or written.
void FillClosedStreams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(descriptor, F_GETFD) < 0 && errno == EBADF)
      (void)open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);  // the lowest free
}
bool IsForReading(int descriptor) { return (fcntl(descriptor, F_GETFL) & O_ACCMODE) == O_RDONLY; }

// Writes what is still in the buffer. A reader that has gone away (`| head`) is told nothing.
int FinishOutput(int exit_code) {
  const bool flushed = std::fflush(stdout) == 0;
  if (flushed && std::ferror(stdout) == 0) return exit_code;
  if (IsForReading(STDOUT_FILENO))
    return Fail(kExitInputFailed,
                "standard output: it is closed, and the results are lost; redirect it to a file or "
                "to /dev/null");
  pollfd output = {STDOUT_FILENO, POLLOUT, 0};
  if (poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0) return kExitInputFailed;
  return Fail(kExitInputFailed, "standard output: cannot write all results; is the disk full?");
}

// Whether the user asked for JSON, whatever else the command line says.
bool wants_json = false;

int FailUsage(const CLI::App& app, const std::string& message) {
  if (wants_json && app.got_subcommand("build")) {  // its output is events
    PrintJsonLine({{"event", "error"}, {"error", message}});
    return Fail(kExitUsage, message);
  }
  return Fail(kExitUsage, message, wants_json);
}

int Main(int argc, char** argv) {
  FillClosedStreams();
  wants_json = std::any_of(argv, argv + argc,
                           [](const char* word) { return word == std::string_view("--json"); });
  // A closed pipe and a limit on the size of files are errors of a write, not the end of the
  // process.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  CLI::App app(
      "tilebase: tables that solve sliding-tile puzzles by lookup.\n\n"
      "  tilebase build -o l1.tilebase\n"
      "  tilebase solve l1.tilebase \"15 10 _ 13 / 11 4 1 12 / 3 7 9 8 / 2 14 6 5\"\n"
      "  tilebase COMMAND --help\n",
      "tilebase");
  app.footer(
      "Exit codes: 0 done, 1 some board or the work failed, 2 wrong usage, 3 a table file cannot\n"
      "be used or made. Results go to standard output, messages to standard error.");
  app.set_version_flag("-V,--version", tilebase_version(), "Print the version and exit");
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.require_subcommand(1);
  int exit_code = kExitDone;
  AddBuildCommand(app, &exit_code);
  AddSolveCommand(app, &exit_code);
  AddScrambleCommand(app, &exit_code);
  AddProbeCommand(app, &exit_code);
  AddHintCommand(app, &exit_code);
  AddAnalyseCommand(app, &exit_code);
  AddInfoCommand(app, &exit_code);
  AddVerifyCommand(app, &exit_code);
  AddExportCommand(app, &exit_code);
  AddBenchCommand(app, &exit_code);
  AddReportCommand(app, &exit_code);
  AddCompareCommand(app, &exit_code);
  AddServeCommand(app, &exit_code);
  AddPlanCommand(app, &exit_code);
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
