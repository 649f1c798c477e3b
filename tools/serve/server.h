// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A server: the address it listens on, the threads that answer, and what happens on a signal.
//
//   SIGTERM, SIGINT   stop: answer what has come, then end. A second one ends at once.
//   SIGHUP            load all files again, and open the access log again

#ifndef TILEBASE_TOOLS_SERVE_SERVER_H_
#define TILEBASE_TOOLS_SERVE_SERVER_H_

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "tools/serve/settings.h"

namespace tilebase::serve {

// Returns an error that names the flags of impossible settings, or OK.
absl::Status CheckSettings(const Settings& settings);

// Serves until a signal ends it. Calls `say`, from several threads, with messages. Requires
// settings that CheckSettings accepts. Errors:
//
//   those of OpenSource    a file cannot be used
//   InvalidArgument        two files for boards of one size
//   Unavailable            the address, the access log or the page cannot be opened
absl::Status Serve(const Settings& settings, const std::function<void(const std::string&)>& say);

}  // namespace tilebase::serve

#endif  // TILEBASE_TOOLS_SERVE_SERVER_H_
