// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Questions that take a search: shortest solutions, much effort, and analysis. They may take
// seconds, so threads of their own answer them, while the threads that serve connections go on.
//
//   the service reads the request and makes a Search
//   the connection hands it to the pool, and waits
//   a thread of the pool runs it
//   the service sends what came of it, in the connection's thread

#ifndef TILEBASE_TOOLS_SERVE_SEARCH_H_
#define TILEBASE_TOOLS_SERVE_SEARCH_H_

#include <stddef.h>
#include <stdint.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "runtime/analysis.h"
#include "tables/board.h"
#include "tables/system/clock.h"
#include "tools/serve/answers.h"
#include "tools/serve/catalog.h"
#include "tools/serve/request.h"
#include "tools/serve/telemetry.h"

namespace tilebase::serve {

// Most shortest solutions that an analysis lists, and boards that it looks at to count them.
inline constexpr uint64_t kMostListed = 100;
inline constexpr uint64_t kMostCounted = 100'000;

struct Search {
  enum class Kind { kSolve, kBoard, kGame, kScramble };

  // Answers, in `json` or `problem`. Takes until the limits are met at most.
  void Run();

  Kind kind = Kind::kSolve;
  std::shared_ptr<const Catalog> catalog;
  // The question of kSolve.
  std::unique_ptr<BatchRest> rest;
  // The other kinds use these. The set finds shortest solutions, and moves lead from the board to
  // the goal.
  const LoadedSet* set = nullptr;
  Board board;
  Board goal;
  std::string text;                // instead of the board, if it is no permutation
  std::string game;                // letters; they can be played on `board`
  std::optional<uint64_t> listed;  // of a board: shortest solutions to list, where asked for
  // The moves of the shortest solution of a board that is made.
  uint64_t min_moves = 0;
  uint64_t max_moves = 0;
  uint64_t seed = 1;
  uint64_t nodes = UINT64_MAX;
  double seconds = 0;  // since it was asked, so the wait for a thread counts
  Clock::time_point asked = Clock::now();
  std::atomic<bool> cancel = false;  // may be set at any time: nobody waits for the answer

  std::string json;
  std::optional<Problem> problem;
  uint64_t solved = 0;  // boards
  uint64_t refused = 0;

 private:
  void Solve();
  void Scramble();
  absl::Status Analyse();
};

// Runs searches, each by one thread, the first that came first. Any thread may call.
class SearchPool {
 public:
  // No more than `most` searches wait or run at a time. `metrics` outlives the pool.
  SearchPool(int threads, size_t most, ServerMetrics* metrics);
  // Cancels all searches, and waits for their ends.
  ~SearchPool();

  // Calls `done` once when the search is over, in any thread. Returns false, and calls nothing,
  // where there are too many.
  bool Add(std::shared_ptr<Search> search, std::function<void()> done);
  // Ends a search that was added, soon or at once.
  void Cancel(Search* search);

 private:
  struct Job {
    std::shared_ptr<Search> search;
    std::function<void()> done;
  };
  void Work();

  const size_t most_;
  ServerMetrics& metrics_;
  std::mutex mutex_;  // of the following
  std::condition_variable wake_;
  std::deque<Job> waiting_;
  std::vector<Search*> running_;
  bool stop_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace tilebase::serve

#endif  // TILEBASE_TOOLS_SERVE_SEARCH_H_
