// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The `tilebase` command.

#include <csignal>
#include <cstdio>
#include <exception>
#include <thread>

#include "runtime/tilebase.h"
#include "tools/command.h"

namespace tilebase {

int Fail(ExitCode code, const std::string& message) {
  std::fprintf(stderr, "tilebase: %s\n", message.c_str());
  return code;
}

int Fail(ExitCode code, const absl::Status& status) {
  return Fail(code, std::string(status.message()));
}

int MachineThreads() {
  const unsigned threads = std::thread::hardware_concurrency();
  return threads == 0 ? 1 : static_cast<int>(threads);
}

namespace {

int Main(int argc, char** argv) {
  // A reader that goes away (`| head`) ends the output, not the process.
  std::signal(SIGPIPE, SIG_IGN);
  CLI::App app(
      "tilebase: tables that solve sliding-tile puzzles by lookup.\n\n"
      "  tilebase build -o l1.tilebase --plan ladder:1\n"
      "  tilebase solve l1.tilebase \"15 10 _ 13 / 11 4 1 12 / 3 7 9 8 / 2 14 6 5\"\n"
      "  tilebase COMMAND --help",
      "tilebase");
  app.set_version_flag("--version", tilebase_version());
  app.require_subcommand(1);
  int exit_code = kExitDone;
  AddBuildCommand(app, &exit_code);
  AddSolveCommand(app, &exit_code);
  AddProbeCommand(app, &exit_code);
  AddInfoCommand(app, &exit_code);
  AddVerifyCommand(app, &exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kExitDone : kExitUsage;
  }
  if (std::fflush(stdout) != 0) return Fail(kExitInputFailed, "standard output cannot be written");
  return exit_code;
}

}  // namespace
}  // namespace tilebase

int main(int argc, char** argv) {
  try {
    return tilebase::Main(argc, argv);
  } catch (const std::exception& error) {
    return tilebase::Fail(tilebase::kExitInputFailed, error.what());
  }
}
