// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/search.h"

#include <algorithm>
#include <new>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/optimal_scramble.h"
#include "tables/destination.h"
#include "tables/error.h"
#include "tools/common/json.h"
#include "tools/serve/word_answers.h"

namespace tilebase::serve {
namespace {

// Returns the rest of `seconds`; a little if there is none, because 0 means no limit.
double Left(double seconds, Clock::time_point begun) {
  return std::max(seconds - SecondsSince(begun), 1e-6);
}

}  // namespace

void Search::Run() {
  try {
    if (kind == Kind::kSolve) return Solve();
    absl::Status status;
    if (kind == Kind::kScramble)
      Scramble();
    else
      status = Analyse();
    if (!status.ok())
      problem = Problem{503, "", "sound tables", PartsOf(status).what, TILEBASE_ERROR_DAMAGED};
  } catch (const std::bad_alloc&) {
    problem =
        Problem{503, "", "memory for a search", "none: try again soon", TILEBASE_ERROR_MEMORY};
  }
  ++(problem ? refused : solved);
}

void Search::Solve() {
  AnswerScratch scratch;
  BoardAnswers answers(*catalog, rest->size, &scratch);
  // The same byte, as the question has it.
  const auto* const flag = reinterpret_cast<const volatile uint8_t*>(&cancel);
  if (rest->options.seconds != 0) rest->options.seconds = Left(rest->options.seconds, asked);
  if (rest->single) {
    problem = answers.SolveOne(rest->batch.Text(0), rest->options, &rest->goals, flag, &json);
    ++(problem ? refused : solved);
    return;
  }
  json = "{\"answers\":[\n";
  answers.SolveAll(rest.get(), flag, &json);
  json += "]}";
  solved = answers.solved();
  refused = answers.refused();
}

void Search::Scramble() {
  OptimalScrambler scrambler(*set->optimal(), Destination(goal),
                             {.min_moves = min_moves,
                              .max_moves = max_moves,
                              .seed = seed,
                              .seconds = Left(seconds, asked),
                              .cancel = &cancel});
  scrambler.Start();
  const std::optional<uint64_t> moves = scrambler.Make(0, &board);
  if (moves)
    json = ScrambleJson(board, *moves, true, scrambler.is_uniform()).Text();
  else
    problem = Problem{
        404, "moves",
        "a length of shortest solutions that is met in the time: a wider range, more "
        "time, or another seed",
        max_moves == min_moves ? absl::StrCat(min_moves) : absl::StrCat(min_moves, "..", max_moves),
        TILEBASE_ERROR_NOT_FOUND};
}

absl::Status Search::Analyse() {
  if (set->is_words()) {
    problem = AnalyseWords(*set, text, kind == Kind::kGame ? &game : nullptr, &json);
    return absl::OkStatus();
  }
  AnalysisLimits limits;
  limits.nodes = nodes;
  limits.seconds = Left(seconds, asked);
  limits.cancel = &cancel;
  const OptimalSearch& search = *set->optimal();
  Analyst analyst(search, limits, goal);
  if (kind == Kind::kGame) {
    const auto lengths = analyst.Game(board, game, {});
    if (lengths.ok()) json = GameJson(search.is_mtm(), game, *lengths).Text();
    return lengths.status();
  }
  const auto analysis = analyst.Moves(board);
  if (!analysis.ok()) return analysis.status();
  absl::StatusOr<ShortestSolutions> shortest = absl::DeadlineExceededError("");
  if (listed && analysis->length.is_exact())
    shortest = analyst.Shortest(board, analysis->length.least, *listed, kMostCounted, {});
  if (!shortest.ok() && !absl::IsDeadlineExceeded(shortest.status())) return shortest.status();
  json = AnalysisJson(search.is_mtm(), *analysis, shortest.ok() ? &*shortest : nullptr).Text();
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
