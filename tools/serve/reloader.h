// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Keeps the catalog up to date with the files: a thread that looks whether one was replaced, loads
// it beside the old one, and hands out a new catalog. A file that cannot be used changes nothing
// and is said once; the old tables go on.

#ifndef TILEBASE_TOOLS_SERVE_RELOADER_H_
#define TILEBASE_TOOLS_SERVE_RELOADER_H_

#include <stdint.h>
#include <time.h>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/serve/catalog.h"
#include "tools/serve/metrics.h"

namespace tilebase::serve {

class Reloader {
 public:
  struct Options {
    std::vector<std::string> files;
    int threads = 1;                           // that check and decode
    double watch_time = 1;                     // seconds between two looks; 0: only when asked
    uint64_t table_memory_bytes = UINT64_MAX;  // as LoadSet
  };
  using Publish = std::function<void(std::shared_ptr<const Catalog>)>;
  using Say = std::function<void(const std::string&)>;

  // Both functions are called in the reloader's thread. `metrics` outlives it.
  Reloader(Options options, ServerMetrics* metrics, Publish publish, Say say);
  ~Reloader();

  // Loads all files for the first time. Errors: those of LoadSet and Catalog::Create.
  absl::StatusOr<std::shared_ptr<const Catalog>> LoadAll();
  // After LoadAll: starts the thread.
  void Start();
  // Loads all files again, whether they seem changed or not. From any thread.
  void ReloadAll();

 private:
  // What tells one state of a file from the next.
  struct Identity {
    uint64_t device = 0;
    uint64_t inode = 0;
    int64_t size = -1;  // -1: there is none
    timespec changed = {};
    friend bool operator==(const Identity& a, const Identity& b) {
      return a.device == b.device && a.inode == b.inode && a.size == b.size &&
             a.changed.tv_sec == b.changed.tv_sec && a.changed.tv_nsec == b.changed.tv_nsec;
    }
  };
  static Identity Look(const std::string& path);
  void Run();
  void Reload(bool all);
  // Says why a file is not served, then counts it.
  void Refuse(const absl::Status& why);

  const Options options_;
  ServerMetrics& metrics_;
  const Publish publish_;
  const Say say_;
  // By file: what was tried last, and what is served.
  std::vector<Identity> tried_;
  std::vector<std::shared_ptr<const LoadedSet>> sets_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool reload_all_ = false;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace tilebase::serve

#endif  // TILEBASE_TOOLS_SERVE_RELOADER_H_
