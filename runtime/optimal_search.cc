// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/optimal_search.h"

#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tables/error.h"
#include "tables/system/clock.h"
#include "tables/table_source.h"

namespace tilebase {
namespace {

// Boards of a beam by values that looks for a solution, for each node that the search is likely to
// take without it: a few hundredths of its time. No more than there is memory for.
constexpr double kBoardsANode = 0.02;
constexpr uint64_t kMostBeamBoards = 100'000'000;
// A beam that has looked at more is not kept for the next board.
constexpr uint64_t kMostBoardsKept = 500'000;

// Iterative deepening by a table that has the length of every solution to home. That length, less
// the moves between the end and home, bounds the length of a path to the end. Few boards meet that
// bound. Home itself is found without a search.
class LookupSearch {
 public:
  // Both must outlive the object. Requires a set of one stage, and limits.known.
  LookupSearch(const PolicySet& set, const OptimalLimits& limits)
      : set_(set),
        limits_(limits),
        end_(limits.end != nullptr ? *limits.end : Board::Solved(set.info().geometry)) {
    const Geometry geometry = end_.geometry;
    const int home = geometry.cells() - 1;
    detour_ = set.is_mtm() ? (geometry.Column(end_.blank) != geometry.Column(home) ? 1 : 0) +
                                 (geometry.Row(end_.blank) != geometry.Row(home) ? 1 : 0)
                           : geometry.Distance(end_.blank, home);
  }

  OptimalAnswer Run(const Board& board) {
    OptimalAnswer answer;
    // By the triangle inequality, the path to the end is at least this long.
    answer.bound = abs(Length(board) - detour_);
    while (!stopped_ && answer.bound < limits_.known && !GoOn(board, answer.bound, '\0'))
      answer.bound += set_.is_mtm() ? 1 : 2;
    answer.proven = !stopped_;
    answer.found = !stopped_ && answer.bound < limits_.known;
    if (answer.found) answer.letters.assign(letters_.rbegin(), letters_.rend());
    answer.nodes = nodes_;
    answer.seconds = SecondsSince(begun_);
    return answer;
  }

 private:
  // Returns the length of a shortest solution to home. Stops the search if the table is damaged.
  int Length(const Board& board) {
    tilebase_probe_result result = {};
    if (set_.Probe(board, &result) != TILEBASE_OK) stopped_ = true;
    return result.remaining;
  }
  void Count() {
    if (++nodes_ >= limits_.nodes ||
        (nodes_ % 1024 == 0 && ((limits_.seconds > 0 && SecondsSince(begun_) >= limits_.seconds) ||
                                (limits_.cancel != nullptr && *limits_.cancel))))
      stopped_ = true;
  }

  // Searches for the end in exactly `left` moves. Returns whether the search is over: the letters
  // are found, last one first, or stopped_ is set. `last` is the move before, 0 for none.
  bool GoOn(const Board& board, int left, char last) {
    if (left == 0) return board == end_;
    for (int a = 0; a < kActions; ++a) {
      const Action action = static_cast<Action>(a);
      // A shortest solution never undoes a move, nor makes two slides in a row along one line where
      // a move is a whole slide.
      if (last == Letter(Opposite(action)) || (set_.is_mtm() && last == Letter(action))) continue;
      Board after = board;
      for (size_t tiles = 1; after.CanApply(action) && (tiles == 1 || set_.is_mtm()); ++tiles) {
        after.Apply(action);
        const int length = Length(after);
        Count();
        if (stopped_) return true;
        if (length - detour_ > left - 1 || !GoOn(after, left - 1, Letter(action))) continue;
        letters_.append(tiles, Letter(action));
        return true;
      }
    }
    return false;
  }

  const PolicySet& set_;
  const OptimalLimits& limits_;
  const Board end_;
  const Clock::time_point begun_ = Clock::now();
  int detour_ = 0;
  bool stopped_ = false;
  uint64_t nodes_ = 0;
  std::string letters_;
};

class LookupSolver : public OptimalSolver {
 public:
  explicit LookupSolver(const PolicySet& set) : set_(set) {}

  OptimalAnswer Solve(const Board& board, const OptimalLimits& limits) const override {
    return LookupSearch(set_, limits).Run(board);
  }

 private:
  const PolicySet& set_;
};

}  // namespace

bool OptimalSearch::IsFor(const Plan& plan) {
  const PlanPart* const staged = plan.staged();
  return plan.HasPatterns() || plan.IsMtm() || (staged != nullptr && staged->stage_count == 1);
}

absl::StatusOr<std::unique_ptr<OptimalSearch>> OptimalSearch::Create(
    std::shared_ptr<const TableSource> source, const PolicySet* policies, int threads,
    uint64_t memory_bytes) {
  if (!IsFor(source->plan()))
    return MakeError(absl::StatusCode::kFailedPrecondition,
                     {.where = source->name(),
                      .what = "has nothing to find shortest solutions with",
                      .expected = "pattern tables, one stage of all tiles, or the metric mtm",
                      .found = absl::StrCat("the plan ", source->info().plan),
                      .remedy = "tilebase build --plan pattern:6-6-3 makes such a file for 4x4, "
                                "--board 3x3 --plan 1-8 one for 3x3"});
  auto made = std::unique_ptr<OptimalSearch>(new OptimalSearch());
  made->source_ = source;
  made->policies_ = policies;
  if (policies != nullptr && policies->stages().size() == 1) {
    made->lookups_ = std::make_unique<LookupSolver>(*policies);
    made->solver_ = made->lookups_.get();
    return made;
  }
  if (made->is_mtm()) {
    auto slides = SlideOptimal::Create(*policies, threads, memory_bytes);
    if (!slides.ok()) return slides.status();
    made->slides_ = *std::move(slides);
    made->solver_ = made->slides_.get();
    return made;
  }
  auto values = ReadValues(*source, threads);
  if (!values.ok()) return values.status();
  made->values_ = *std::move(values);
  auto patterns = OptimalTables::Create(std::move(source), threads, memory_bytes);
  if (!patterns.ok()) return patterns.status();
  made->patterns_ = *std::move(patterns);
  made->solver_ = &made->patterns_->solver();
  return made;
}

absl::StatusOr<std::unique_ptr<OptimalSearch>> OptimalSearch::Open(const std::string& path,
                                                                   int threads) {
  auto source = OpenSource(path);
  if (!source.ok()) return source.status();
  std::unique_ptr<PolicySet> policies;
  if ((*source)->plan().staged() != nullptr) {
    if (absl::Status status = (*source)->CheckReadInPlace(threads); !status.ok()) return status;
    auto created = PolicySet::Create(*source, {.threads = threads});
    if (!created.ok()) return created.status();
    policies = *std::move(created);
  }
  auto made = Create(*std::move(source), policies.get(), threads);
  if (made.ok()) (*made)->owned_policies_ = std::move(policies);
  return made;
}

std::string OptimalSearch::FindByValues(const Board& board, const OptimalLimits& limits,
                                        Clock::time_point deadline, int most, double nodes) const {
  BeamLimits of_beam;
  of_beam.end = limits.end;
  of_beam.longest = static_cast<size_t>(most);
  of_beam.boards =
      static_cast<uint64_t>(std::min(kBoardsANode * nodes, static_cast<double>(kMostBeamBoards)));
  of_beam.deadline = deadline;
  of_beam.cancel = limits.cancel;
  of_beam.forgets = true;
  std::vector<Action> actions;
  uint64_t boards = 0;
  std::unique_ptr<ValueBeam> beam;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!beams_.empty()) {
      beam = std::move(beams_.back());
      beams_.pop_back();
    }
  }
  if (beam == nullptr) beam = std::make_unique<ValueBeam>();
  beam->Solve(*values_, board.tile, of_beam, &actions, &boards);
  if (boards <= kMostBoardsKept) {
    const std::lock_guard<std::mutex> lock(mutex_);
    beams_.push_back(std::move(beam));
  }
  std::string letters;
  for (const Action action : actions) letters += Letter(action);
  return letters;
}

std::optional<std::string> OptimalSearch::LettersByLookup(const Board& board,
                                                          const Board& end) const {
  if (policies_ == nullptr) return std::nullopt;
  const Destination to(end);
  std::string letters(policies_->MostLettersTo(to), 0);
  SolveRequest quick{board.tile, letters.data(), letters.size()};
  policies_->SolveLettersTo(to, &quick);
  if (quick.code != TILEBASE_OK) return std::nullopt;
  letters.resize(quick.count);
  return letters;
}

OptimalAnswer OptimalSearch::Solve(const Board& board, const OptimalLimits& given) const {
  OptimalLimits limits = given;
  std::optional<std::string> quick =
      LettersByLookup(board, given.end != nullptr ? *given.end : Board::Solved(board.geometry));
  if (is_lookup() && !quick) return {};  // the tables are damaged
  if (quick && given.known >= 0 && Moves(*quick) >= static_cast<size_t>(given.known)) quick.reset();
  if (quick) limits.known = static_cast<int>(Moves(*quick));
  if (values_ != nullptr) {
    const Clock::time_point deadline =
        limits.seconds > 0 && limits.seconds < 1e9
            ? Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                 std::chrono::duration<double>(limits.seconds))
            : Clock::time_point::max();
    limits.find = [&given, &board, deadline, this](int most, double nodes) {
      return FindByValues(board, given, deadline, most, nodes);
    };
  }
  OptimalAnswer answer = solver_->Solve(board, limits);
  if (!answer.found && quick) {
    answer.found = true;
    answer.letters = *std::move(quick);
  }
  return answer;
}

OptimalAnswer OptimalSearch::SolveTo(const Destination& destination, const Board& renamed,
                                     OptimalLimits limits) const {
  limits.end = &destination.end();
  OptimalAnswer answer = Solve(renamed, limits);
  destination.Map(answer.letters.data(), answer.letters.size());
  return answer;
}

std::optional<ActionMask> OptimalSearch::FirstMovesTo(const Destination& destination,
                                                      const Board& renamed,
                                                      std::string_view letters,
                                                      OptimalLimits limits, uint64_t* nodes) const {
  ActionMask mask = 0;
  if (letters.empty()) return mask;
  limits.known = static_cast<int>(letters.size());
  limits.state = nullptr;
  limits.watch = nullptr;
  for (int a = 0; a < kActions; ++a) {
    const Action action = static_cast<Action>(a);
    if (!renamed.CanApply(action)) continue;
    char letter = Letter(action);
    destination.Map(&letter, 1);
    const ActionMask bit = ActionBit(*ActionOf(letter));
    if (letter == letters[0]) {
      mask |= bit;
      continue;
    }
    Board after = renamed;
    after.Apply(action);
    const OptimalAnswer answer = SolveTo(destination, after, limits);
    *nodes += answer.nodes;
    if (answer.found)
      mask |= bit;  // lengths after a move are one more or one less
    else if (!answer.proven)
      return std::nullopt;
  }
  return mask;
}

const std::string& OptimalSearch::tables() const {
  return patterns_ != nullptr ? patterns_->partition() : source_->info().plan;
}

uint64_t OptimalSearch::table_bytes() const {
  return patterns_ != nullptr ? patterns_->table_bytes()
         : slides_ != nullptr ? slides_->table_bytes()
                              : 0;
}

}  // namespace tilebase
