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

// Set if the user asked for JSON, even if the rest of the command line is wrong.
bool wants_json = false;

int FailUsage(const Command& program, const std::string& message) {
  const Command* const given = program.given();
  if (wants_json && given != nullptr && given->name() == "build") {  // its output is events
    PrintJsonLine({{"event", "error"}, {"error", message}});
    return Fail(kExitUsage, message);
  }
  return Fail(kExitUsage, message, wants_json);
}

#ifdef TILEBASE_WITHOUT_SERVE  // the service's libraries were missing when it was built
void AddServeStandIn(Command* program) {
  program->AddCommand("serve", "Answer boards over HTTP (not in this build)")
      ->TakeAnything()
      ->Action([] {
        return Fail(kExitInputFailed,
                    "serve is not in this build: it needs Linux and Boost 1.81 or newer; install "
                    "libboost1.81-dev (Debian 12) or libboost-dev (later), then run cmake and "
                    "build again");
      });
}
#endif

int Main(int argc, char** argv) {
  PrepareStandardStreams();
  ReadArguments(&argc, &argv);
  wants_json = std::any_of(argv, argv + argc,
                           [](const char* word) { return word == std::string_view("--json"); });
  Command program("tilebase",
                  "tilebase: tables that solve sliding-tile puzzles by lookup.\n\n"
                  "  tilebase build -o l1.tilebase\n"
                  "  tilebase solve l1.tilebase \"15 10 _ 13 / 11 4 1 12 / 3 7 9 8 / 2 14 6 5\"\n"
                  "  tilebase COMMAND --help\n");
  program.Footer(
      "Exit codes: 0 done, 1 some board or the work failed, 2 wrong usage, 3 a table file cannot\n"
      "be used or made. Results go to standard output, messages to standard error.");
  program.AddVersion(tilebase_version());
  AddBuildCommand(&program);
  AddSolveCommand(&program);
  AddScrambleCommand(&program);
  AddProbeCommand(&program);
  AddHintCommand(&program);
  AddPlayCommand(&program);
  AddAnalyseCommand(&program);
  AddInfoCommand(&program);
  AddVerifyCommand(&program);
  AddExportCommand(&program);
  AddBenchCommand(&program);
  AddReportCommand(&program);
  AddCompareCommand(&program);
#ifdef TILEBASE_WITHOUT_SERVE
  AddServeStandIn(&program);
#else
  AddServeCommand(&program);
#endif
  AddPlanCommand(&program);
  AddHelpCommand(&program);
  const absl::StatusOr<int> exit_code = program.Main(argc, argv);
  if (!exit_code.ok()) return FailUsage(program, std::string(exit_code.status().message()));
  return FinishOutput(*exit_code);
}

}  // namespace
}  // namespace tilebase

namespace {

// Must not allocate memory.
void TellOutOfMemory() {
  if (tilebase::wants_json) {
    std::fputs("{\"error\":\"out of memory; close other programs or allow more memory\"}\n",
               stdout);
    std::fflush(stdout);
  }
  std::fputs("tilebase: out of memory; close other programs or allow more memory\n", stderr);
}

// Some library functions (absl::StrFormat) let no exception pass, so a lack of memory there ends
// here.
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
  if (!tilebase::EnsureStack()) return tilebase::kExitInputFailed;
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
