// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/command.h"

#include <cstdio>

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

}  // namespace tilebase
