// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// What the subcommands of `tilebase` share: exit codes, messages, how they register themselves, the
// standard streams, Ctrl-C, and numbers as options.
//
// Results go to standard output, everything else (messages, progress) to standard error.

#ifndef TILEBASE_TOOLS_COMMON_COMMAND_H_
#define TILEBASE_TOOLS_COMMON_COMMAND_H_

#include <stdint.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <charconv>
#include <csignal>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_join.h"
#include "tables/system/parallel_for.h"
#include "tools/common/quantity.h"

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

// The standard streams as the command wants them, from its first line to its exit code.

// Call it first: gives closed streams a stand-in that refuses to be read or written, and makes an
// error of a write that would else end the process.
void PrepareStandardStreams();

// Writes what is still in standard output's buffer and returns the process's exit code, which is
// `exit_code` unless results are lost. A reader that has gone away (`| head`) is told nothing.
int FinishOutput(int exit_code);

// Whether the work is to stop at a clean point. After CatchInterrupts the first Ctrl-C (or SIGTERM)
// asks for that; the second one ends the process.
inline std::atomic<bool> interrupted{false};

inline void CatchInterrupts() {
  const auto stop = [](int signal) {
    interrupted = true;
    std::signal(signal, SIG_DFL);
  };
  std::signal(SIGINT, stop);
  std::signal(SIGTERM, stop);
}

// Numbers as options of a command, by the rule of quantity.h: each of these is given to
// `CLI::Option::transform`. The library behind the options reads 017 as fifteen and -1 as 2^64 - 1;
// here it only sees plain decimal numbers.

namespace options_internal {

// Replaces a text that `parse` takes by the plain decimal number that it means.
template <typename Parse>
CLI::Validator Normalized(Parse parse) {
  return CLI::Validator(
      [parse](std::string& text) {
        const auto value = parse(text);
        if (!value.ok()) return std::string(value.status().message());
        char plain[64] = "";
        *std::to_chars(plain, plain + sizeof(plain) - 1, *value).ptr = 0;
        text = plain;
        return std::string();
      },
      "");
}

}  // namespace options_internal

// For options of type uint64_t, or of another integer type that holds `most`.
inline CLI::Validator AsCount(uint64_t least = 0, uint64_t most = UINT64_MAX) {
  return options_internal::Normalized(
      [=](const std::string& text) { return ParseCount(text, least, most); });
}
// For options of type double.
inline CLI::Validator AsNumber(double least, double most) {
  return options_internal::Normalized(
      [=](const std::string& text) { return ParseNumber(text, least, most); });
}
// For options of type uint64_t, in bytes.
inline CLI::Validator AsSize(uint64_t least = 0, uint64_t most = UINT64_MAX) {
  return options_internal::Normalized(
      [=](const std::string& text) { return ParseSize(text, least, most); });
}
// For options of type double, in seconds.
inline CLI::Validator AsTime(double least = 0, double most = kMostSeconds) {
  return options_internal::Normalized(
      [=](const std::string& text) { return ParseTime(text, least, most); });
}
// For options of type std::string. The words are the validator's name too: completions list them.
inline CLI::Validator AsOneOf(const std::vector<std::string>& words) {
  return CLI::IsMember(words).description("").name(absl::StrJoin(words, " "));
}
// For options of type std::string.
inline CLI::Validator AsFileName() {
  return CLI::Validator(
      [](const std::string& text) {
        return text.empty() ? std::string("expected the name of a file") : std::string();
      },
      "");
}
// How many threads a command may use.
inline CLI::Validator AsThreads() { return AsCount(1, 256); }

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
