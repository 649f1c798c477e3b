// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase serve: makes settings of options, environment variables and a configuration file.

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tools/common/command.h"
#include "tools/serve/server.h"

namespace tilebase {
namespace {

struct ServeArguments {
  serve::Settings settings;
  std::string config;
};

void Say(const std::string& message) {
  // A single call, so that lines of different threads do not mix.
  std::fputs(("tilebase: " + message + "\n").c_str(), stderr);
}

int Run(ServeArguments& arguments, Command* command) {
  serve::Settings& settings = arguments.settings;
  if (const char* const files = std::getenv("TILEBASE_FILES");
      files != nullptr && settings.files.empty()) {
    const std::vector<std::string> names = absl::StrSplit(files, ':', absl::SkipEmpty());
    if (absl::Status status = command->Find("FILE")->Give(names); !status.ok())
      return Fail(kExitUsage, absl::StrCat("TILEBASE_FILES: ", status.message()));
  }
  if (!arguments.config.empty()) {
    // The file gives what neither the command line nor the environment has given.
    if (absl::Status status = command->ReadConfig(arguments.config, "files"); !status.ok())
      return Fail(kExitUsage, status);
  }
  if (absl::Status status = serve::CheckSettings(settings); !status.ok())
    return Fail(kExitUsage,
                absl::StrCat(std::string(status.message()), "; see 'tilebase serve --help'"));
  const absl::Status status = serve::Serve(settings, Say);
  if (status.ok()) return kExitDone;
  return Fail(status);
}

}  // namespace

void AddServeCommand(Command* program) {
  auto arguments = std::make_shared<ServeArguments>();
  serve::Settings& settings = arguments->settings;
  settings.threads = MachineThreads();
  Command* command = program->AddCommand("serve", "Answer boards over HTTP");
  command->Footer(
      "Serves one table set for each board size until SIGTERM, which lets requests under way end.\n"
      "SIGHUP loads the files again; one that was replaced is loaded by itself. Every flag may\n"
      "also stand in the environment, --idle-time as TILEBASE_IDLE_TIME, and in the configuration\n"
      "file, as idle-time = 75; FILE as TILEBASE_FILES, separated by ':', and as files = [..].\n"
      "Flags go before the environment, the environment before the file.\n\n"
      "  tilebase serve l5.tilebase\n"
      "  tilebase serve 3x3.tilebase 4x4.tilebase --listen 0.0.0.0:80 --cors '*'\n"
      "  curl 'http://127.0.0.1:8080/v1/solve?board=15,10,_,13/11,4,1,12/3,7,9,8/2,14,6,5'\n\n"
      "http://ADDRESS:PORT/ is a page to try it with, /openapi.json describes the interface. "
      "Files\n"
      "are read into memory and checked before they are used: nothing that happens to a file\n"
      "afterwards changes an answer. A second SIGTERM ends at once. SIGHUP opens the access log\n"
      "again too. LISTEN_FDS, LISTEN_PID and NOTIFY_SOCKET are those of a service manager: the\n"
      "socket to listen on, and where to say that the service is ready.");
  command->AddOption("FILE", &settings.files, "Table sets, one for each board size");
  // Gives an option its environment variable: --idle-time is TILEBASE_IDLE_TIME.
  const auto with_environment = [](Option* option) {
    std::string name = "TILEBASE_";
    for (const char c : option->names().back().substr(2))
      name += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return option->Environment(name)->ShowDefault();
  };
  const auto add_count = [&](const char* flag, uint64_t* value, uint64_t least, uint64_t most,
                             const char* what) {
    with_environment(
        command->AddOption(flag, value, what)->Values(AsCount(least, most))->TypeName("N"));
  };
  const auto add_size = [&](const char* flag, uint64_t* value, uint64_t least, uint64_t most,
                            const char* what) {
    with_environment(
        command->AddOption(flag, value, what)->Values(AsSize(least, most))->TypeName("SIZE"));
  };
  const auto add_time = [&](const char* flag, double* value, double least, const char* what) {
    with_environment(
        command->AddOption(flag, value, what)->Values(AsTime(least, 1e6))->TypeName("TIME"));
  };
  with_environment(command->AddOption("--config", &arguments->config, "Configuration file (TOML)")
                       ->TypeName("FILE"));
  with_environment(
      command->AddOption("--listen", &settings.listen, "Address and port; port 0 for any free one")
          ->TypeName("ADDR:PORT"));
  with_environment(command->AddOption("--threads", &settings.threads, "Threads that answer")
                       ->Values(AsCount(1, 1024))
                       ->TypeName("N"));
  with_environment(command
                       ->AddOption("--cors", &settings.cors_origin,
                                   "Origin whose pages may ask, * for all; none if not given")
                       ->TypeName("ORIGIN"));
  with_environment(command
                       ->AddOption("--access-log", &settings.access_log,
                                   "Write a JSON line for each request; - for standard output")
                       ->TypeName("FILE"));
  with_environment(command
                       ->AddOption("--page", &settings.page,
                                   "Folder of the page at /; the built-in one if not given")
                       ->TypeName("FOLDER"));
  add_count("--max-connections", &settings.max_connections, 1, 1'000'000,
            "Connections at a time; more are answered 503");
  add_size("--max-target-bytes", &settings.max_target_bytes, 64, 1'000'000,
           "Bytes of a request's path and parameters; longer ones are answered 414");
  add_size("--max-head-bytes", &settings.max_head_bytes, 256, 1'000'000,
           "Bytes of a request before its body; longer ones are answered 431");
  add_size("--max-body-bytes", &settings.max_body_bytes, 0, 1'000'000'000,
           "Bytes of a request's body; longer ones are answered 413");
  add_size("--body-memory-bytes", &settings.body_memory_bytes, 0, 1'000'000'000'000,
           "Bytes of the bodies of all requests together; more are answered 503");
  add_size("--table-memory-bytes", &settings.table_memory_bytes, 0, UINT64_MAX,
           "Bytes of a set's decoded tables. A set that needs more decodes blocks for each answer, "
           "without effort and searches; 0: no limit");
  add_count("--max-boards", &settings.max_boards, 1, 1'000'000,
            "Boards in one request; more are answered 413");
  with_environment(command
                       ->AddOption("--search-threads", &settings.search_threads,
                                   "Threads that search for shortest solutions")
                       ->Values(AsCount(1, 1024))
                       ->TypeName("N"));
  add_count("--max-searches", &settings.max_searches, 1, 1'000'000,
            "Searches waiting or under way; more are answered 503");
  add_count("--search-nodes", &settings.search_nodes, 1, UINT64_MAX,
            "Boards that a search may generate");
  add_time("--search-time", &settings.search_time, 0.01,
           "For a search, the wait for a thread included");
  add_time("--idle-time", &settings.idle_time, 0.01, "Between two requests of a connection");
  add_time("--request-time", &settings.request_time, 0.01,
           "From a request's first byte to its last");
  add_time("--answer-time", &settings.answer_time, 0.01, "From an answer's first byte to its last");
  add_time("--drain-time", &settings.drain_time, 0, "For requests under way when it stops");
  add_time("--watch-time", &settings.watch_time, 0,
           "Between two looks whether a file was replaced; 0: only on SIGHUP");
  command->Action([arguments, command] { return Run(*arguments, command); });
}

}  // namespace tilebase
