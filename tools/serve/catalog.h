// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The table sets that are served, by board size. One set may have windows for boards of any
// size (runtime/any): it serves the sizes that no other set has. A catalog never changes: a set
// that is loaded again comes in a new catalog, and whoever answers a request keeps the catalog that
// it began with.
//
// A set is served from memory that nobody else can change. Its file is read into an anonymous file
// of our own (memfd), which is sealed, checked and mapped. So a file that somebody truncates or
// overwrites can neither change an answer nor raise SIGBUS, as it could if the file itself were
// mapped. A file that is being written while it is read fails its hashes. The price is memory for
// the bytes of the file.

#ifndef TILEBASE_TOOLS_SERVE_CATALOG_H_
#define TILEBASE_TOOLS_SERVE_CATALOG_H_

#include <stdint.h>
#include <time.h>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/c_api/set.h"
#include "runtime/optimal_search.h"
#include "runtime/search/any_solver.h"
#include "tools/serve/telemetry.h"

namespace tilebase::serve {

struct LoadedSet {
  std::string path;
  // Ready for effort and for shortest solutions, if the set has them and there is memory.
  tilebase_set opened;
  std::optional<AnySolver> any;  // if the set has windows for any size
  std::string description;       // a JSON object
  uint64_t memory_bytes = 0;

  // The file's name, without its folder.
  std::string name() const { return path.substr(path.rfind('/') + 1); }
  // Boards that are no permutations: opened.words, and none of the following.
  bool is_words() const { return opened.words != nullptr; }
  const PolicySet& policies() const { return opened.answers->policies(); }
  // Null if the set cannot find shortest solutions.
  const OptimalSearch* optimal() const { return opened.optimal->owned.get(); }
  const SetInfo& info() const { return opened.answers->info(); }
  const Plan& plan() const { return policies().source().plan(); }
};

// Reads, checks (every byte's hash) and decodes a table set, and makes it ready for look-ahead
// and for shortest solutions. `table_memory_bytes`: most bytes of decoded tables. If they need
// more, blocks are decoded and checked when an answer needs them, and there is neither look-ahead
// nor a search. Errors: those of OpenSource, AnsweringSet and OptimalSearch, with `path` in their
// messages.
absl::StatusOr<std::shared_ptr<const LoadedSet>> LoadSet(const std::string& path, int threads,
                                                         uint64_t table_memory_bytes = UINT64_MAX);

class Catalog {
 public:
  // Errors (InvalidArgument): two sets for plain boards of one size; two of one name for others. A
  // set with windows for any size may have the size of another one, which then answers for it.
  static absl::StatusOr<std::shared_ptr<const Catalog>> Create(
      const std::vector<std::shared_ptr<const LoadedSet>>& sets);

  const std::vector<std::shared_ptr<const LoadedSet>>& sets() const { return sets_; }
  // The sets of boards that are no permutations.
  const std::vector<std::shared_ptr<const LoadedSet>>& words() const { return words_; }
  // Solves boards of sizes that no set has, up to kMaxBigSide; null if no set has windows.
  const LoadedSet* any() const { return any_.get(); }
  // The set for boards of this size, or null.
  const LoadedSet* Find(Geometry geometry) const;
  // The only set for boards of this many cells; null if there is none or more than one (3x4 and
  // 4x3). Accepts any number.
  const LoadedSet* FindByCells(size_t cells) const {
    return cells <= kMaxCells ? by_cells_[cells] : nullptr;
  }
  // "3x3, 4x4"
  const std::string& sizes() const { return sizes_; }
  // The answer of /v1/tables.
  const std::string& description() const { return description_; }
  uint64_t memory_bytes() const { return memory_bytes_; }

 private:
  Catalog() = default;
  std::vector<std::shared_ptr<const LoadedSet>> sets_;  // one a size
  std::vector<std::shared_ptr<const LoadedSet>> words_;
  std::shared_ptr<const LoadedSet> any_;
  const LoadedSet* by_cells_[kMaxCells + 1] = {};
  std::string sizes_;
  std::string description_;
  uint64_t memory_bytes_ = 0;
};

// Keeps the catalog up to date with the files: a thread that looks whether one was replaced, loads
// it beside the old one, and hands out a new catalog. A file that cannot be used changes nothing
// and is said once; the old tables go on.
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
  // Distinguishes one state of a file from the next.
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

#endif  // TILEBASE_TOOLS_SERVE_CATALOG_H_
