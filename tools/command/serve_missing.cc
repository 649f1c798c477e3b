// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Stands in for serve_command.cc where the service's libraries were not there when the command was
// built.

#include <string>
#include <vector>

#include "tools/common/command.h"

namespace tilebase {

void AddServeCommand(CLI::App& app, int* exit_code) {
  CLI::App* command =
      app.add_subcommand("serve", "Answer boards over HTTP (not in this build: needs Boost)");
  command->allow_extras();
  command->callback([exit_code] {
    *exit_code = Fail(kExitInputFailed,
                      "serve is not in this build: it needs Boost 1.81 or newer; install "
                      "libboost1.81-dev, then run cmake and build again");
  });
}

}  // namespace tilebase
