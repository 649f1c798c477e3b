// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/measure/warehouse_requests.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tables/error.h"
#include "tables/random_board.h"
#include "tables/system/clock.h"

namespace tilebase {
namespace {

constexpr int kTries = 1000;  // loads that are drawn until one can be brought to a goal

// Draws loads and, before the first one, blanks.
class RequestMaker {
 public:
  RequestMaker(const WordProblem& problem, int blanks, uint64_t seed)
      : word_(problem.open.size(), 2), loads_(problem.symbols[0].count), random_(seed) {
    std::fill_n(word_.begin(), blanks, uint8_t{0});
    Shuffle();
  }

  Word* word() { return &word_; }
  void Shuffle() {
    for (size_t cell = word_.size() - 1; cell > 0; --cell)
      std::swap(word_[cell], word_[random_.Below(cell + 1)]);
  }
  // Makes other loads the wanted ones.
  void Want() {
    std::replace(word_.begin(), word_.end(), uint8_t{1}, uint8_t{2});
    for (int wanted = 0; wanted < loads_;) {
      uint8_t& load = word_[random_.Below(word_.size())];
      if (load != 2) continue;
      load = 1;
      ++wanted;
    }
  }

 private:
  Word word_;
  const int loads_;
  Random random_;
};

}  // namespace

absl::StatusOr<RequestResult> MeasureRequests(const WordSet& set, const RequestOptions& options) {
  const absl::StatusOr<Warehouse> warehouse = Warehouse::Create(&set);
  if (!warehouse.ok()) return warehouse.status();
  const WordProblem& problem = set.problem();
  const int blanks = options.blanks != 0 ? options.blanks : problem.blanks;
  const int most = problem.open_count() - problem.symbols[0].count;
  if (blanks > most)
    return MakeError(
        absl::StatusCode::kInvalidArgument,
        {.what = absl::StrCat(blanks, " blanks"), .expected = absl::StrCat("at most ", most)});
  RequestMaker maker(problem, blanks, options.seed);
  RequestResult result;
  std::vector<uint64_t> steps;
  std::vector<double> times;
  double squares = 0, seconds = 0;
  for (uint64_t i = 0; i < options.requests; ++i) {
    absl::StatusOr<WarehouseAnswer> answer;
    double took = 0;
    for (int tries = 0; tries == 0 || (absl::IsInvalidArgument(answer.status()) && tries < kTries);
         ++tries) {
      if (options.cancel != nullptr && *options.cancel) return absl::CancelledError("stopped");
      if (options.apart) maker.Shuffle();
      maker.Want();
      const double start = ThreadSeconds();
      answer = warehouse->Solve(*maker.word(), Deliver::kStay, options.effort);
      took = ThreadSeconds() - start;
    }
    if (!answer.ok()) return answer.status();
    for (const std::vector<YardRun>& step : answer->plan) warehouse->Play(step, maker.word());
    const auto count = static_cast<double>(answer->plan.size());
    steps.push_back(answer->plan.size());
    times.push_back(took * 1e6);
    result.mean += count;
    squares += count * count;
    seconds += took;
    result.mean_loads_moved += static_cast<double>(answer->tiles);
    result.proven += answer->proven;
    if (options.progress) options.progress(i + 1);
  }
  if (steps.empty()) return result;
  const auto n = static_cast<double>(steps.size());
  result.decision_us = seconds * 1e6 / std::max(result.mean, 1.0);
  result.mean_us = seconds * 1e6 / n;
  result.mean /= n;
  result.mean_loads_moved /= n;
  result.proven /= n;
  result.standard_error = std::sqrt(std::max(squares / n - result.mean * result.mean, 0.0) / n);
  std::sort(steps.begin(), steps.end());
  std::sort(times.begin(), times.end());
  result.p50 = steps[steps.size() / 2];
  result.p99 = steps[steps.size() * 99 / 100];
  result.worst = steps.back();
  result.p99_us = times[times.size() * 99 / 100];
  result.worst_us = times.back();
  return result;
}

}  // namespace tilebase
