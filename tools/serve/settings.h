// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// How a server is to run. `tilebase serve --help` lists what each setting is for.

#ifndef TILEBASE_TOOLS_SERVE_SETTINGS_H_
#define TILEBASE_TOOLS_SERVE_SETTINGS_H_

#include <stdint.h>

#include <string>
#include <vector>

namespace tilebase::serve {

struct Settings {
  std::vector<std::string> files;
  std::string listen = "127.0.0.1:8080";
  int threads = 1;
  std::string cors_origin;
  std::string access_log;  // a file's name, "-" for standard output, empty for none
  std::string page;        // a folder; empty for the one that belongs to the program
  uint64_t max_connections = 16384;
  uint64_t max_target_bytes = 8192;
  uint64_t max_head_bytes = 16384;
  uint64_t max_body_bytes = uint64_t{4} << 20;
  uint64_t body_memory_bytes = uint64_t{256} << 20;  // of all requests together
  uint64_t max_boards = 10000;
  uint64_t table_memory_bytes = 0;  // of the decoded tables of a set; 0: no limit
  int search_threads = 1;
  uint64_t max_searches = 16;  // waiting or under way
  uint64_t search_nodes = 1'000'000'000;
  // In seconds.
  double search_time = 10;
  double idle_time = 75;
  double request_time = 10;
  double answer_time = 30;
  double drain_time = 30;
  double watch_time = 1;  // between two looks whether a file was replaced; 0: only on SIGHUP
};

}  // namespace tilebase::serve

#endif  // TILEBASE_TOOLS_SERVE_SETTINGS_H_
