// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// tilebase bench --effort: how long solutions are, and how long they take, by effort.

#ifndef TILEBASE_TOOLS_COMMAND_EFFORT_BENCH_H_
#define TILEBASE_TOOLS_COMMAND_EFFORT_BENCH_H_

#include <stdint.h>

#include <string>
#include <vector>

namespace tilebase {

// Prints a row for each effort (ParseEffort). Returns the process's exit code.
int BenchEfforts(const std::string& file, const std::vector<std::string>& efforts, uint64_t boards,
                 uint64_t seed, bool json);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMAND_EFFORT_BENCH_H_
