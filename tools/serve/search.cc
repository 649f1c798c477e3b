// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/search.h"

#include <algorithm>
#include <new>
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tables/error.h"
#include "tools/common/answer_json.h"
#include "tools/common/json.h"

namespace tilebase::serve {
namespace {

// What is left of `seconds`; a little where there is nothing, for 0 is no limit.
double Left(double seconds, Clock::time_point begun) {
  return std::max(seconds - SecondsSince(begun), 1e-6);
}

}  // namespace

void Search::Run() {
  try {
    absl::Status status;
    if (kind == Kind::kSolve)
      Solve();
    else
      status = Analyse();
    if (!status.ok())
      problem =
          Problem{503, "", "a board that can be analysed within the limits", PartsOf(status).what};
  } catch (const std::bad_alloc&) {
    problem = Problem{503, "", "memory for a search", "none: try again soon"};
  }
}

void Search::Solve() {
  OptimalAnswer answer;
  if (set->optimal != nullptr) {
    OptimalLimits limits;
    limits.nodes = nodes;
    limits.seconds = Left(seconds, asked);
    limits.cancel = &cancel;
    answer = set->optimal->Solve(board, limits);
  } else {
    answer.letters.resize(set->info().certified_worst_case);
    SolveRequest request{board.tile, answer.letters.data(), answer.letters.size()};
    set->policies().SolveLetters(&request);
    answer.found = answer.proven = request.code == TILEBASE_OK;
    answer.letters.resize(answer.found ? request.count : 0);
    answer.bound = static_cast<int>(answer.letters.size());
  }
  if (!answer.found) {
    problem = Problem{503, "", "sound tables", tilebase_error_text(TILEBASE_ERROR_DAMAGED)};
    return;
  }
  json = JsonLine({{"moves", answer.letters.size()},
                   {"actions", answer.letters},
                   {"optimal", answer.proven},
                   {"bound", answer.bound},
                   {"nodes", answer.nodes}});
}

absl::Status Search::Analyse() {
  AnalysisLimits limits;
  limits.nodes = nodes;
  limits.seconds = Left(seconds, asked);
  limits.cancel = &cancel;
  auto analyst = Analyst::Create(&set->policies(), set->optimal.get(), limits);
  if (!analyst.ok()) return analyst.status();
  if (kind == Kind::kGame) {
    const auto lengths = analyst->Game(board, game, {});
    if (lengths.ok()) json = JsonLine(GameJson(game, *lengths));
    return lengths.status();
  }
  const auto length = analyst->Length(board);
  if (!length.ok()) return length.status();
  const auto moves = analyst->Moves(board, *length);
  if (!moves.ok()) return moves.status();
  absl::StatusOr<ShortestSolutions> shortest;
  if (listed) {
    shortest = analyst->Shortest(board, *length, *listed, kMostCounted, {});
    if (!shortest.ok()) return shortest.status();
  }
  json = JsonLine(AnalysisJson(*length, *moves, listed ? &*shortest : nullptr));
  return absl::OkStatus();
}

SearchPool::SearchPool(int threads, size_t most, ServerMetrics* metrics)
    : most_(most), metrics_(*metrics) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { Work(); });
}

SearchPool::~SearchPool() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
    waiting_.clear();
    for (Search* const search : running_) search->cancel = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool SearchPool::Add(std::shared_ptr<Search> search, std::function<void()> done) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (waiting_.size() + running_.size() >= most_) {
    ++metrics_.searches_refused;
    return false;
  }
  waiting_.push_back({std::move(search), std::move(done)});
  ++metrics_.searches;
  wake_.notify_one();
  return true;
}

void SearchPool::Cancel(Search* search) {
  search->cancel = true;
  Job job;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = std::find_if(waiting_.begin(), waiting_.end(),
                                    [&](const Job& each) { return each.search.get() == search; });
    if (found == waiting_.end()) return;  // its thread ends it
    job = std::move(*found);
    waiting_.erase(found);
    --metrics_.searches;
  }
  job.done();
}

void SearchPool::Work() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return stop_ || !waiting_.empty(); });
    if (stop_) return;
    const Job job = std::move(waiting_.front());
    waiting_.pop_front();
    running_.push_back(job.search.get());
    lock.unlock();
    job.search->Run();
    lock.lock();
    running_.erase(std::find(running_.begin(), running_.end(), job.search.get()));
    --metrics_.searches;
    lock.unlock();
    job.done();
    lock.lock();
  }
}

}  // namespace tilebase::serve
