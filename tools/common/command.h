// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Shared by the subcommands of `tilebase`: exit codes, messages, registration, the standard
// streams, and Ctrl-C.
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

// Scripts rely on the exit codes.
enum ExitCode : int {
  kExitDone = 0,
  kExitInputFailed = 1,  // some board could not be solved, or the work could not be done
  kExitUsage = 2,        // wrong options, plan or board size
  kExitFile = 3,         // a table file cannot be used or made
};

// Prints "tilebase: message" to standard error and returns the code. With `json` also prints
// {"error": message} to standard output.
int Fail(ExitCode code, const std::string& message, bool json = false);
int Fail(ExitCode code, const absl::Status& status, bool json = false);

// Maps an error of the libraries to an exit code: kExitInputFailed if memory, disk or descriptors
// were short, the work was stopped, or something is in use; kExitUsage for invalid arguments;
// otherwise kExitFile.
ExitCode ExitCodeOf(const absl::Status& status);
// Calls Fail with that code.
int Fail(const absl::Status& status, bool json = false);

// Raises the stack limit to what a command needs, if it may. Returns whether there is enough room;
// if not, prints so.
bool EnsureStack();

// The standard streams, from a command's first line to its exit code.

// Call it first: replaces closed streams by stand-ins that refuse reads and writes, and turns
// signals of failed writes into errors.
void PrepareStandardStreams();

// The arguments in UTF-8; on Windows those given to main are not. They live as long as the process.
void ReadArguments(int* argc, char*** argv);

// Flushes standard output and returns the process's exit code, which is `exit_code` unless results
// are lost. If the reader has gone away (`| head`), prints nothing about it.
int FinishOutput(int exit_code);

// Flushes standard output and returns whether all results are safe: on the disk, if it is a file.
// Then the data that they were made from is no longer needed.
bool OutputIsSafe();

// Set if the work should stop at a clean point. After CatchInterrupts the first Ctrl-C (or SIGTERM)
// sets it; the second one ends the process.
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

// A build shared with other processes.
struct BuildSharing {
  TableMaker* maker = nullptr;  // null: not shared
  int processes_here = 1;       // on this machine
  // In processes that only help: called with the number of threads, instead of building.
  std::function<int(int threads)> help;
};

// Each of these adds its subcommand to the program. A subcommand's action returns the process's
// exit code.
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
