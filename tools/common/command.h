// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What the subcommands of `tilebase` share: exit codes, messages, how they register themselves, the
// standard streams, and Ctrl-C.
//
// Results go to standard output, everything else (messages, progress) to standard error.

#ifndef TILEBASE_TOOLS_COMMON_COMMAND_H_
#define TILEBASE_TOOLS_COMMON_COMMAND_H_

#include <stdint.h>

#include <atomic>
#include <csignal>
#include <functional>
#include <string>

#include "absl/status/status.h"
#include "tables/system/parallel_for.h"
#include "tools/common/options.h"

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

// Returns whether there is room for the stack of a command, which it allows itself if it may. If
// not, says so.
bool EnsureStack();

// The standard streams as the command wants them, from its first line to its exit code.

// Call it first: gives closed streams a stand-in that refuses to be read or written, and makes an
// error of a write that would else end the process.
void PrepareStandardStreams();

// Writes what is still in standard output's buffer and returns the process's exit code, which is
// `exit_code` unless results are lost. A reader that has gone away (`| head`) is told nothing.
int FinishOutput(int exit_code);

// Writes what is still in standard output's buffer and returns whether all results are where it
// leads: on the disk, if that is a file. What they were made from is needed no more then.
bool OutputIsSafe();

// Whether the work is to stop at a clean point. After CatchInterrupts the first Ctrl-C (or SIGTERM)
// asks for that; the second one ends the process.
inline std::atomic<bool> interrupted{false};
inline constexpr char kStopped[] = "stopped; the last line has the best solution found until then";

inline void CatchInterrupts() {
  const auto stop = [](int signal) {
    interrupted = true;
    std::signal(signal, SIG_DFL);
  };
  std::signal(SIGINT, stop);
  std::signal(SIGTERM, stop);
}

class TableMaker;

// How a build is shared with other processes.
struct BuildSharing {
  TableMaker* maker = nullptr;  // null: not shared
  int processes_here = 1;       // on this machine
  // Of the processes that only help: called with the number of threads, instead of building.
  std::function<int(int threads)> help;
};

// Each adds its subcommand to the program. A subcommand's action returns the process's exit code.
void AddBuildCommand(Command* program, const BuildSharing& sharing = {});
void AddAnalyseCommand(Command* program);
void AddSolveCommand(Command* program);
void AddProbeCommand(Command* program);
void AddHintCommand(Command* program);
void AddPlayCommand(Command* program);
void AddInfoCommand(Command* program);
void AddVerifyCommand(Command* program);
void AddBenchCommand(Command* program);
void AddReportCommand(Command* program);
void AddExportCommand(Command* program);
void AddPlanCommand(Command* program);
void AddScrambleCommand(Command* program);
void AddCompareCommand(Command* program);
void AddServeCommand(Command* program);
void AddHelpCommand(Command* program);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_COMMAND_H_
