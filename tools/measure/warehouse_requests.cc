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
      : problem_(problem), random_(seed) {
    board_ = {problem.width, problem.height,
              std::vector<int>(static_cast<size_t>(problem.cells()), WordText::kWall)};
    for (size_t i = 0; i < problem.open.size(); ++i)
      At(i) = i < static_cast<size_t>(blanks) ? WordText::kBlank : WordText::kOther;
    Shuffle();
  }

  const WordText& board() const { return board_; }
  void Shuffle() {
    for (size_t i = problem_.open.size() - 1; i > 0; --i)
      std::swap(At(i), At(random_.Below(i + 1)));
  }
  // Makes other loads the wanted ones.
  void Want() {
    const int label = problem_.symbols[0].label;
    std::replace(board_.cell.begin(), board_.cell.end(), label, int{WordText::kOther});
    for (int wanted = 0; wanted < problem_.symbols[0].count;) {
      int& load = At(random_.Below(problem_.open.size()));
      if (load != WordText::kOther) continue;
      load = label;
      ++wanted;
    }
  }
  void Play(const std::vector<WordSlide>& slides) {
    for (const WordSlide& slide : slides) std::swap(board_.cell[slide.from], board_.cell[slide.to]);
  }

 private:
  int& At(size_t open) { return board_.cell[problem_.open[open]]; }

  const WordProblem& problem_;
  WordText board_;
  Random random_;
};

}  // namespace

absl::StatusOr<RequestResult> MeasureRequests(const WordAnswers& answers,
                                              const RequestOptions& options) {
  const WordProblem& problem = answers.problem();
  if (answers.wanted() == 0)
    return MakeError(absl::StatusCode::kInvalidArgument,
                     {.where = answers.set().file().name(),
                      .what = "no warehouse",
                      .expected = "a table of loads that are wanted at goal cells"});
  const int blanks = options.blanks != 0 ? options.blanks : problem.blanks;
  const int most = std::min(kMaxYardBlanks, problem.open_count()) - answers.wanted();
  if (blanks < problem.blanks || blanks > most)
    return MakeError(absl::StatusCode::kInvalidArgument,
                     {.where = answers.set().file().name(),
                      .what = absl::StrCat(blanks, " blanks"),
                      .expected = absl::StrCat(problem.blanks, " to ", most)});
  RequestMaker maker(problem, blanks, options.seed);
  RequestResult result;
  std::vector<uint64_t> steps;
  std::vector<double> times;
  double squares = 0, seconds = 0;
  for (uint64_t i = 0; i < options.requests; ++i) {
    absl::StatusOr<WordSolution> plan;
    double took = 0;
    for (int tries = 0; tries == 0 || (absl::IsNotFound(plan.status()) && tries < kTries);
         ++tries) {
      if (options.cancel != nullptr && *options.cancel) return absl::CancelledError("stopped");
      if (options.apart) maker.Shuffle();
      maker.Want();
      const double start = ThreadSeconds();
      plan = answers.Ask(maker.board(), {.deliver = Deliver::kStay, .effort = options.effort});
      took = ThreadSeconds() - start;
    }
    if (!plan.ok()) return plan.status();
    maker.Play(plan->slides);
    const auto count = static_cast<double>(plan->cost);
    steps.push_back(plan->cost);
    times.push_back(took * 1e6);
    result.mean += count;
    squares += count * count;
    seconds += took;
    result.mean_loads_moved += static_cast<double>(plan->slides.size());
    result.mean_bound += static_cast<double>(plan->bound);
    result.proven += plan->shortest();
    if (options.progress) options.progress(i + 1);
  }
  if (steps.empty()) return result;
  const auto n = static_cast<double>(steps.size());
  result.decision_us = seconds * 1e6 / std::max(result.mean, 1.0);
  result.mean_us = seconds * 1e6 / n;
  result.mean /= n;
  result.mean_loads_moved /= n;
  result.mean_bound /= n;
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
