// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// eager_build OUTPUT: builds ladder:5 and saves the state of its searches after every level, where
// the command saves one every 20 seconds. For killing it while it searches and while it saves.

#include <cstdio>

#include "generator/build.h"
#include "tables/plan.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  tilebase::BuildOptions options;
  options.creator = "eager_build";
  options.checkpoint_seconds = 0;
  const absl::Status status =
      tilebase::BuildTableSet(*tilebase::ParsePlan({4, 4}, "ladder:5"), argv[1], options).status();
  if (!status.ok()) std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
  return status.ok() ? 0 : 1;
}
