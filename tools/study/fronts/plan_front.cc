// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/study/fronts/plan_front.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "generator/build.h"
#include "generator/encode.h"
#include "generator/metric_solvers.h"
#include "generator/plans/plan_search.h"
#include "generator/plans/stage_tables.h"
#include "tables/plan.h"
#include "tables/random_board.h"
#include "tables/ranking.h"
#include "tables/system/file_io.h"
#include "tables/system/huge_bytes.h"
#include "tables/values/fitted_values.h"
#include "tools/common/folder.h"
#include "tools/common/open_set.h"
#include "tools/common/quantity.h"
#include "tools/measure/effort.h"
#include "tools/study/outcomes/expectation.h"

namespace tilebase {
namespace {

// A store has at least its two meta pages, a page of records and the seal.
constexpr uint64_t kLeastStoreBytes = 3 * 4096;
// How many staged plans are measured, with each partition that leaves room for them.
constexpr int kByMean = 16;
constexpr int kByWorst = 6;
// How many pairs of staged plans are measured, each in one set.
constexpr int kPairs = 12;
// Exact means look at every state four times (expectation.h). This many entries take a second or
// two.
constexpr uint64_t kExactEntries = 1'000'000;
// Boards solved between two checks for cancellation.
constexpr size_t kSlice = 50;
constexpr uint64_t kSeed = 1;
constexpr char kWithValues[] = " + values:pairs";

// Chooses which of `plans` (sorted by bytes) to measure, among those that no smaller plan beats in
// `value`. Takes the first, and the best of each part of the range of file sizes; parts grow by a
// constant factor.
template <typename Value>
void Choose(const std::vector<PricedPlan>& plans, int parts, Value value,
            std::set<size_t>* chosen) {
  if (plans.empty()) return;
  const auto size = [](const PricedPlan& plan) {
    return std::log(static_cast<double>(plan.cost.bytes + kLeastStoreBytes));
  };
  const double first = size(plans.front());
  const double range = std::max(size(plans.back()) - first, 1e-9);
  std::map<int, size_t> best;
  double least = HUGE_VAL;
  for (size_t i = 0; i < plans.size(); ++i) {
    const double current = static_cast<double>(value(plans[i].cost));
    if (current >= least) continue;
    least = current;
    best[static_cast<int>((size(plans[i]) - first) / range * parts)] = i;
  }
  chosen->insert(0);
  for (const auto& [part, plan] : best) chosen->insert(plan);
}

class FrontFinder {
 public:
  explicit FrontFinder(const FrontOptions& options)
      : options_(options), memory_(FreeMemory() == 0 ? UINT64_MAX : FreeMemory() / 4 * 3) {}

  absl::StatusOr<Front> Run() {
    if (folder_.path().empty())
      return absl::UnavailableError(
          "cannot make a temporary folder; set TMPDIR to a folder that can be written");
    if (absl::Status status = SolveStages(); !status.ok()) return status;
    const uint64_t budget =
        options_.budget_bytes - std::min(options_.budget_bytes, kLeastStoreBytes);
    staged_ = SearchPlans(options_.geometry, priced_, budget);
    front_.staged_plans = staged_.size();
    MakeSample();
    if (absl::Status status = MeasureAll(budget); !status.ok()) return status;
    KeepFront();
    if (front_.plans.empty())
      return absl::InvalidArgumentError(absl::StrCat(
          "no plan of a ", ToString(options_.geometry), " board was found whose file has at most ",
          ShortBytes(options_.budget_bytes), "; give a larger --budget"));
    if (absl::Status status = MakeExact(); !status.ok()) return status;
    KeepFront();  // without effort, the exact means decide
    return std::move(front_);
  }

 private:
  absl::Status Stopped() const {
    if (options_.cancel != nullptr && *options_.cancel) return absl::CancelledError("stopped");
    return absl::OkStatus();
  }

  absl::StatusOr<StageTables> Make(const Subproblem& stage, Metric metric,
                                   const std::function<void(uint64_t)>& progress) {
    StageTablesOptions options;
    options.threads = options_.threads;
    options.progress = progress;
    options.cancel = options_.cancel;
    return MakeStageTables(stage, metric, options);
  }

  absl::Status SolveStages() {
    const std::vector<Subproblem> stages =
        StagesToTry(options_.geometry, options_.budget_bytes, memory_, options_.threads);
    uint64_t entries = 0;
    for (const Subproblem& stage : stages) entries += EntryCount(stage, Metric::kMoves);
    options_.begin(stages.size(), entries);
    uint64_t done = 0;
    for (const Subproblem& stage : stages) {
      absl::StatusOr<StageTables> tables = Make(
          stage, Metric::kMoves, [&](uint64_t) { options_.progress("solving", done, entries); });
      if (!tables.ok()) return tables.status();
      done += EntryCount(stage, Metric::kMoves);
      options_.progress("solving", done, entries);
      for (const StageTable& table : tables->tables) front_.entries += table.info.entries;
      ++front_.stages_solved;
      if (tables->stored_bytes() > options_.budget_bytes) continue;
      priced_.push_back(
          {stage, {tables->stored_bytes(), tables->mean_depth(), tables->max_depth()}});
      stages_.emplace(std::make_pair(stage.fixed, stage.goal), *std::move(tables));
    }
    return absl::OkStatus();
  }

  void MakeSample() {
    const size_t cells = static_cast<size_t>(options_.geometry.cells());
    Random random(kSeed);
    for (uint64_t i = 0; i < kFrontBoards; ++i) {
      const Board board = RandomSolvableBoard(options_.geometry, random);
      sample_.insert(sample_.end(), board.tile, board.tile + cells);
    }
  }

  // Returns whether the partition's tables can be made and could fit the budget.
  bool MayFit(const Plan& partition, uint64_t budget) const {
    const MetricSolvers solvers;
    uint64_t least = 0;
    for (size_t i = 0; i < partition.stages.size(); ++i) {
      if (partition.TablesOf(i) != i) continue;
      const uint64_t entries = EntryCount(partition.stages[i], Metric::kPattern);
      const uint64_t memory =
          solvers.For(Metric::kPattern).MemoryNeeded(partition.stages[i], options_.threads);
      if (entries == 0 || memory == 0 || memory > memory_) return false;
      least += LeastStoredBytes(Metric::kPattern, entries);
    }
    return least <= budget;
  }

  // Makes the partition's tables; returns their stored bytes.
  absl::StatusOr<uint64_t> MakePartition(const Plan& partition) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < partition.stages.size(); ++i) {
      if (partition.TablesOf(i) != i) continue;
      const CellMask goal = partition.stages[i].goal;
      if (patterns_.count(goal) == 0) {
        absl::StatusOr<StageTables> tables = Make(partition.stages[i], Metric::kPattern, nullptr);
        if (!tables.ok()) return tables.status();
        patterns_.emplace(goal, *std::move(tables));
      }
      bytes += patterns_.at(goal).stored_bytes();
    }
    return bytes;
  }

  // Makes the values, which cover all tiles; returns their stored bytes.
  absl::StatusOr<uint64_t> MakeValues() {
    const Subproblem all = {options_.geometry, options_.geometry.all_tiles(), 0};
    absl::StatusOr<StageTables> tables = Make(all, Metric::kValue, nullptr);
    if (!tables.ok()) return tables.status();
    values_ = *std::move(tables);
    return values_.stored_bytes();
  }

  absl::Status MeasureAll(uint64_t budget) {
    // Lists the plans to measure, as text.
    std::vector<std::string> texts;
    const auto add = [&](const std::string& partition, uint64_t bytes) {
      std::vector<PricedPlan> fitting;
      for (const PricedPlan& plan : staged_)
        if (plan.cost.bytes + bytes <= budget) fitting.push_back(plan);
      std::set<size_t> chosen;
      Choose(
          fitting, kByMean, [](const StageCost& cost) { return cost.mean; }, &chosen);
      Choose(
          fitting, kByWorst, [](const StageCost& cost) { return cost.worst; }, &chosen);
      for (const size_t i : chosen)
        texts.push_back(absl::StrCat(PlanText(fitting[i].goals), partition));
    };
    add("", 0);
    if (!options_.effort.none()) {
      for (const std::string& name : NamedPartitions(options_.geometry)) {
        const absl::StatusOr<Plan> partition = ParsePlan(options_.geometry, name);
        if (!MayFit(*partition, budget)) continue;
        const absl::StatusOr<uint64_t> bytes = MakePartition(*partition);
        if (!bytes.ok()) return bytes.status();
        add(absl::StrCat(" + ", name), *bytes);
      }
      // Only values that the program has: fitting others would take minutes.
      if (HasFittedValues(options_.geometry, false)) {
        const absl::StatusOr<uint64_t> bytes = MakeValues();
        if (!bytes.ok()) return bytes.status();
        add(kWithValues, *bytes);
      }
    }
    if (absl::Status status = MeasureTexts(texts); !status.ok()) return status;
    return options_.effort.none() ? absl::OkStatus() : MeasureTexts(Pairs(budget));
  }

  absl::Status MeasureTexts(const std::vector<std::string>& texts) {
    const size_t total = front_.measured + texts.size();
    for (const std::string& text : texts) {
      options_.progress("measuring", front_.measured, total);
      if (absl::Status status = MeasurePlan(text); !status.ok()) return status;
      ++front_.measured;
    }
    return absl::OkStatus();
  }

  // Makes pairs of measured plans with the same patterns and without values, so that look-ahead can
  // take the better of two solutions. Takes the plans of the least means from each part of the
  // range of sizes. The plan of the lesser mean comes first, because plain lookup uses that one.
  std::vector<std::string> Pairs(uint64_t budget) const {
    std::vector<std::pair<PricedPlan, std::string>> pairs;
    for (const FrontPlan& first : front_.plans) {
      const auto [staged, patterns] = SplitPatterns(first.text);
      for (const FrontPlan& second : front_.plans) {
        const auto [other, its_patterns] = SplitPatterns(second.text);
        if (first.plain.mean >= second.plain.mean || patterns != its_patterns ||
            patterns == kWithValues)
          continue;
        const std::string text = absl::StrCat(staged, " + ", other, patterns);
        PricedPlan pair;
        for (const StageTables* tables : TablesOf(*ParsePlan(options_.geometry, text)))
          if (tables != nullptr) pair.cost.bytes += tables->stored_bytes();
        pair.cost.mean = first.with_effort.mean + second.with_effort.mean;
        if (pair.cost.bytes <= budget) pairs.emplace_back(pair, text);
      }
    }
    std::stable_sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) {
      return a.first.cost.bytes < b.first.cost.bytes;
    });
    std::vector<PricedPlan> priced;
    priced.reserve(pairs.size());
    for (const auto& [pair, text] : pairs) priced.push_back(pair);
    std::set<size_t> chosen;
    Choose(
        priced, kPairs, [](const StageCost& cost) { return cost.mean; }, &chosen);
    std::vector<std::string> texts;
    texts.reserve(chosen.size());
    for (const size_t i : chosen) texts.push_back(pairs[i].second);
    return texts;
  }

  // Splits a measured plan into its staged part, and " + pattern:..." or " + values:pairs" if it
  // has one.
  static std::pair<std::string, std::string> SplitPatterns(const std::string& text) {
    const size_t end = std::min(text.find(" + "), text.size());
    return {text.substr(0, end), text.substr(end)};
  }

  // Returns the tables of the plan's stages, null for those that use others' tables.
  std::vector<const StageTables*> TablesOf(const Plan& plan) const {
    std::vector<const StageTables*> tables;
    for (size_t i = 0; i < plan.stages.size(); ++i) {
      const Subproblem& stage = plan.stages[i];
      tables.push_back(plan.TablesOf(i) != i                  ? nullptr
                       : plan.MetricOf(i) == Metric::kPattern ? &patterns_.at(stage.goal)
                       : plan.MetricOf(i) == Metric::kValue
                           ? &values_
                           : &stages_.at(std::make_pair(stage.fixed, stage.goal)));
    }
    return tables;
  }

  // Writes the plan's table set, opens it, and deletes the file.
  absl::StatusOr<std::unique_ptr<AnsweringSet>> Open(const Plan& plan) const {
    const std::string path = absl::StrCat(folder_.path(), "/plan.tilebase");
    absl::Status status = WriteTableSet(plan, TablesOf(plan), options_.creator, path);
    if (!status.ok()) return status;
    auto set = OpenAnsweringSet(path);
    RemoveFile(path);
    return set;
  }

  absl::StatusOr<MeanMoves> Sample(const AnsweringSet& set, const Effort& effort) const {
    const size_t slice = kSlice * static_cast<size_t>(options_.geometry.cells());
    double sum = 0, squares = 0;
    for (size_t at = 0; at < sample_.size(); at += slice) {
      if (absl::Status status = Stopped(); !status.ok()) return status;
      const size_t bytes = std::min(slice, sample_.size() - at);
      const EffortResult result = MeasureEffort(
          set, effort, absl::MakeConstSpan(sample_.data() + at, bytes), [](size_t) {});
      const size_t solved = bytes / static_cast<size_t>(options_.geometry.cells());
      const double boards = static_cast<double>(solved);
      sum += boards * result.mean_moves;
      squares += boards * (result.mean_moves * result.mean_moves +
                           boards * result.standard_error * result.standard_error);
    }
    const double n = static_cast<double>(kFrontBoards);
    MeanMoves moves;
    moves.mean = sum / n;
    moves.standard_error = std::sqrt(std::max(squares / n - moves.mean * moves.mean, 0.0) / n);
    return moves;
  }

  absl::Status MeasurePlan(const std::string& text) {
    const absl::StatusOr<Plan> plan = ParsePlan(options_.geometry, text);
    if (!plan.ok()) return plan.status();
    const absl::StatusOr<std::unique_ptr<AnsweringSet>> set = Open(*plan);
    if (!set.ok()) return set.status();
    FrontPlan measured;
    measured.text = text;
    measured.file_bytes = (*set)->policies().source().file_bytes();
    measured.worst = (*set)->info().certified_worst_case;
    if (measured.file_bytes > options_.budget_bytes) return absl::OkStatus();
    for (const StageTables* tables : TablesOf(*plan)) {
      if (tables == nullptr) continue;
      measured.raw_bytes += tables->raw_bytes();
      measured.build_seconds += tables->seconds;
    }
    for (const bool with_effort : {false, true}) {
      if (with_effort && options_.effort.none()) {
        measured.with_effort = measured.plain;
        break;
      }
      if (with_effort)
        if (absl::Status status = (*set)->PrepareEffort(options_.threads); !status.ok())
          return status;
      const absl::StatusOr<MeanMoves> moves =
          Sample(**set, with_effort ? options_.effort : Effort());
      if (!moves.ok()) return moves.status();
      (with_effort ? measured.with_effort : measured.plain) = *moves;
    }
    front_.plans.push_back(std::move(measured));
    return absl::OkStatus();
  }

  // Removes plans that another one beats; of equal plans, keeps the one with the fewest stages.
  void KeepFront() {
    const auto stages = [](const FrontPlan& plan) {
      return std::count(plan.text.begin(), plan.text.end(), '/');
    };
    std::stable_sort(
        front_.plans.begin(), front_.plans.end(), [&](const FrontPlan& a, const FrontPlan& b) {
          return std::make_tuple(a.file_bytes, a.with_effort.mean, a.worst, stages(a)) <
                 std::make_tuple(b.file_bytes, b.with_effort.mean, b.worst, stages(b));
        });
    // In this order, a plan can only be beaten by one before it.
    std::vector<FrontPlan> kept;
    for (const FrontPlan& plan : front_.plans)
      if (std::none_of(kept.begin(), kept.end(), [&](const FrontPlan& other) {
            return other.with_effort.mean <= plan.with_effort.mean && other.worst <= plan.worst;
          }))
        kept.push_back(plan);
    front_.plans = std::move(kept);
  }

  // If the tables are small, replaces the sampled means of Algorithm 2 by exact ones.
  absl::Status MakeExact() {
    std::map<std::string, MeanMoves> exact;  // by the staged part
    for (FrontPlan& plan : front_.plans) {
      if (absl::Status status = Stopped(); !status.ok()) return status;
      const std::string staged = plan.text.substr(0, plan.text.find(" + "));
      const absl::StatusOr<Plan> parsed = ParsePlan(options_.geometry, staged);
      uint64_t entries = 0;
      for (const StageTables* tables : TablesOf(*parsed))
        for (const StageTable& table : tables->tables) entries += table.info.entries;
      if (entries > kExactEntries) continue;
      if (exact.count(staged) == 0) {
        const absl::StatusOr<std::unique_ptr<AnsweringSet>> set = Open(*parsed);
        if (!set.ok()) return set.status();
        const auto outcomes = CountOutcomes((*set)->policies(), kSeed, nullptr);
        if (!outcomes.ok()) return outcomes.status();
        exact[staged].mean = Expect(*outcomes, TieChoice::kStored).overall.mean;
        exact[staged].exact = true;
      }
      plan.plain = exact[staged];
      if (options_.effort.none()) plan.with_effort = plan.plain;
    }
    return absl::OkStatus();
  }

  const FrontOptions& options_;
  const uint64_t memory_;
  const TemporaryFolder folder_;
  std::map<std::pair<CellMask, CellMask>, StageTables> stages_;  // by R and G
  std::map<CellMask, StageTables> patterns_;
  StageTables values_;
  std::vector<PricedStage> priced_;
  std::vector<PricedPlan> staged_;
  std::vector<uint8_t> sample_;  // boards, one byte a cell
  Front front_;
};

}  // namespace

absl::StatusOr<Front> FindFront(const FrontOptions& options) { return FrontFinder(options).Run(); }

}  // namespace tilebase
