// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What the subcommands of `tilebase` share: exit codes, messages, and how they register themselves.
//
// Results go to standard output, everything else (messages, progress) to standard error.

#ifndef TILEBASE_TOOLS_COMMON_COMMAND_H_
#define TILEBASE_TOOLS_COMMON_COMMAND_H_

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "absl/status/status.h"
#include "tools/common/machine_threads.h"

namespace tilebase {

// The exit codes are a promise to scripts.
enum ExitCode : int {
  kExitDone = 0,
  kExitInputFailed = 1,  // some board could not be solved, or the work could not be done
  kExitUsage = 2,        // wrong options, plan or board size
  kExitFile = 3,         // a table file cannot be used or made
};

// Prints "tilebase: message" to standard error, with `json` also {"error": message} to standard
// output, and returns the code.
int Fail(ExitCode code, const std::string& message, bool json = false);
int Fail(ExitCode code, const absl::Status& status, bool json = false);

// What an error of the libraries means to a script: kExitInputFailed where memory, disk or
// descriptors were short, the work was stopped or something else is in use; kExitUsage where the
// arguments cannot be; otherwise kExitFile.
ExitCode ExitCodeOf(const absl::Status& status);
// Fail with that code.
int Fail(const absl::Status& status, bool json = false);

class TableMaker;

// How a build is shared with other processes.
struct BuildSharing {
  TableMaker* maker = nullptr;  // null: not shared
  int processes_here = 1;       // on this machine
  // Of the processes that only help: called with the number of threads, instead of building.
  std::function<int(int threads)> help;
};

// Each adds its subcommand to the app; when the subcommand was given, its callback stores the
// process's exit code in *exit_code.
void AddBuildCommand(CLI::App& app, int* exit_code, const BuildSharing& sharing = {});
void AddAnalyseCommand(CLI::App& app, int* exit_code);
void AddSolveCommand(CLI::App& app, int* exit_code);
void AddProbeCommand(CLI::App& app, int* exit_code);
void AddHintCommand(CLI::App& app, int* exit_code);
void AddInfoCommand(CLI::App& app, int* exit_code);
void AddVerifyCommand(CLI::App& app, int* exit_code);
void AddBenchCommand(CLI::App& app, int* exit_code);
void AddReportCommand(CLI::App& app, int* exit_code);
void AddExportCommand(CLI::App& app, int* exit_code);
void AddPlanCommand(CLI::App& app, int* exit_code);
void AddScrambleCommand(CLI::App& app, int* exit_code);
void AddCompareCommand(CLI::App& app, int* exit_code);
void AddServeCommand(CLI::App& app, int* exit_code);
void AddHelpCommand(CLI::App& app, int* exit_code);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_COMMAND_H_
