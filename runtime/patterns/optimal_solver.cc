// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/patterns/optimal_solver.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

#include "runtime/patterns/duplicate_pruning.h"
#include "runtime/patterns/length_search.h"
#include "runtime/patterns/pattern_successors.h"
#include "runtime/patterns/pattern_views.h"
#include "runtime/patterns/shared_search.h"
#include "runtime/patterns/short_search.h"
#include "runtime/patterns/spread_successors.h"
#include "runtime/patterns/wide_search.h"
#include "tables/board_text.h"
#include "tables/system/clock.h"

namespace tilebase {
namespace {

constexpr int kMaxLength = 1000;  // of any solution that is searched for
// One thread begins a board. All threads share it from the first length that is likely to take
// kNodesToShare nodes, about 50 ms of one thread: cutting the search for them takes some
// milliseconds. If a length unexpectedly takes kMostNodesAlone nodes, all threads begin it again.
constexpr double kNodesToShare = 5e6;
constexpr uint64_t kMostNodesAlone = 50'000'000;
// The number of subtrees that a search is cut into, for each thread.
constexpr size_t kSubtreesWide = 20;
constexpr size_t kSubtreesAlone = 60;
constexpr size_t kSubtreesTogether = 2000;  // or if one thread has a long search
// A length takes about kGrowth times the nodes of the length before. A solution is asked for if the
// length is likely to take kWorthFinding nodes.
constexpr double kGrowth = 6;
constexpr double kWorthFinding = 30'000;
// Before a length that is likely to take `nodes` nodes, views are chosen by a sample of this many
// boards.
struct Choice {
  double nodes;
  size_t sample;
};
constexpr Choice kChoices[] = {{1e6, 1000}, {1e8, 2000}, {1e10, 8000}};

// One search of a board. Successors: as PatternSuccessors or SpreadSuccessors.
template <typename Successors>
class Search {
  using Length = LengthSearch<Successors>;
  using Position = typename Successors::Position;
  using Shared = SharedSearch<Position>;
  using Subtree = typename Shared::Subtree;
  using Wide = typename Successors::Wide;

 public:
  // All must outlive the search. wide: may be null.
  Search(const Successors* successors, const Wide* wide, const Board& board,
         const OptimalLimits& limits)
      : board_(board), limits_(limits), successors_(successors), wide_(wide) {}

  OptimalAnswer Solve() {
    for (bool on = Begin(); on && BeginLength(); on = EndLength())
      short_ != nullptr ? RunShort() : length().Run(&shared_);
    result_.bound = shared_.found ? static_cast<int>(shared_.letters.size()) : shared_.limit;
    if (shared_.found) result_.letters = std::move(shared_.letters);
    result_.found |= shared_.found;
    result_.nodes = shared_.nodes;
    result_.seconds = SecondsSince(shared_.start);
    return std::move(result_);
  }

  bool Fits(const OptimalState& state) {
    if (!ChooseViews(&state)) return false;
    shared_.SetEnd(board_.geometry, limits_.end);
    root_ = successors_->Root(board_);
    return !shared_.IsEnd(root_) && Resume(state);
  }

 private:
  // Returns whether there is anything to search for.
  bool Begin() {
    shared_.start = Clock::now();
    shared_.cancel = limits_.cancel;
    if (limits_.seconds > 0 && limits_.seconds < Length::kMostSeconds)
      shared_.deadline = shared_.start + std::chrono::duration_cast<Clock::duration>(
                                             std::chrono::duration<double>(limits_.seconds));
    const OptimalState* const state = limits_.state;
    if (state != nullptr)
      shared_.start -= std::chrono::duration_cast<Clock::duration>(
          std::chrono::duration<double>(state->seconds));
    shared_.SetEnd(board_.geometry, limits_.end);
    ChooseViews(state);
    root_ = successors_->Root(board_);
    shared_.limit = LeastLength(root_, shared_);
    if (shared_.IsEnd(root_)) {
      shared_.found = true;
      result_.proven = true;
      return false;
    }
    known_ = limits_.known;
    if (state != nullptr && Resume(*state)) {
      threads_ = limits_.threads;
      cut_ = resumed_ = true;
    }
    most_nodes_ = shared_.nodes + std::min(limits_.nodes, UINT64_MAX - shared_.nodes);
    if (!resumed_ && (is_alone() || !limits_.keeps_all())) BeginShort();
    return true;
  }

  // Cuts the search for the next length into subtrees. Returns false if the search is over.
  bool BeginLength() {
    double likely = 0;
    while (true) {
      if (shared_.limit > kMaxLength || (known_ >= 0 && shared_.limit >= known_)) {
        result_.proven = known_ >= 0 && shared_.limit >= known_;
        return false;
      }
      likely = kGrowth * static_cast<double>(shared_.nodes_of_last);
      if (!AskForSolution(likely) && !ChooseBestViews(likely)) break;
    }
    if (is_alone() && likely >= kNodesToShare) Share();
    shared_.stop = false;
    shared_.most_nodes = is_alone() ? std::min(most_nodes_, kMostNodesAlone) : most_nodes_;
    shared_.threads = threads_;
    shared_.watch = is_alone() || !limits_.watch ? nullptr : &limits_.watch;
    shared_.keeps_all = !is_alone() && limits_.keeps_all();
    if (short_ != nullptr && likely < Length::kLongSearch) {
      short_->Begin();
      return true;
    }
    short_.reset();
    shared_.wide = length().MayBeWide(shared_, likely);
    const size_t subtrees = threads_ > 1    ? kSubtreesTogether * static_cast<size_t>(threads_)
                            : !shared_.wide ? kSubtreesAlone
                            : likely < Length::kLongSearch ? kSubtreesWide
                                                           : kSubtreesTogether;
    if (!cut_ || (shared_.wide && !resumed_ && shared_.subtrees.size() < subtrees)) {
      result_.proven = Cut(subtrees);
      if (shared_.found || shared_.stop) return false;
      cut_ = true;
    }
    return true;
  }

  // Returns false if the search is over.
  bool EndLength() {
    resumed_ = false;
    if (shared_.found) {
      result_.proven = true;
      return false;
    }
    if (!shared_.stop) {
      shared_.Lengthen();
      if (short_ != nullptr)
        shared_.nodes_of_last = shared_.nodes - std::exchange(nodes_before_, shared_.nodes);
      return true;
    }
    if (is_alone() && shared_.nodes < most_nodes_ && !shared_.IsOutOfTime()) {
      Share();
      return true;
    }
    short_.reset();
    if (shared_.watch != nullptr) limits_.watch(shared_.State());
    return false;
  }

  // The first lengths are probably short.
  void BeginShort() {
    if constexpr (Successors::kMayBeWide && std::is_same_v<Wide, WideKind>) {
      if (wide_ == nullptr || most_nodes_ < ShortSearch::kCutNodes) return;
      const Subtree whole = Whole();
      short_ = std::make_unique<ShortSearch>(*wide_, *successors_, whole.position, whole.state,
                                             shared_.end.tile, shared_.MostHome());
      shared_.nodes += short_->TakeNodes();
    }
  }
  void RunShort() {
    while (!shared_.stop && !short_->empty() && !short_->found()) {
      short_->Run(Length::TurnsLeft(shared_, ShortSearch::kNodesATurn));
      shared_.nodes += short_->TakeNodes();
      if (shared_.nodes >= shared_.most_nodes || shared_.IsOutOfTime()) shared_.stop = true;
    }
    if (!short_->found()) return;
    std::string way = short_->letters(shared_.limit - 1);
    if (short_->found_in_cut()) {
      shared_.found = known_ < 0 || static_cast<int>(way.size()) < known_;
      shared_.letters = std::move(way);
      return;
    }
    shared_.stop = true;  // so that nothing counts as proven if the path is not found
    const Subtree whole = Whole();
    typename Length::Candidate next[kActions];
    const int count = length().Look(whole.position, whole.state, kActions, next);
    const auto* const first = std::find_if(next, next + count, [&](const auto& each) {
      return Letter(static_cast<Action>(each.step.action())) == way[0];
    });
    shared_.subtrees.clear();
    shared_.subtrees.push_back(After(whole, *first, shared_.MostHome() - 1));
    length().FindWay({.subtree = 0, .letters = way.substr(1)}, &shared_);
  }

  // Gives the board to all threads, from the start of a length.
  void Share() {
    threads_ = limits_.threads;
    cut_ = false;
    short_.reset();
  }
  // Returns whether one thread searches a board that may have more threads.
  bool is_alone() const { return threads_ == 1 && limits_.threads > 1; }

  // Asks for a solution shorter than the known one, before a length that is likely to take `likely`
  // nodes. Returns whether there is one.
  bool AskForSolution(double likely) {
    const uint64_t nodes = most_nodes_ - std::min<uint64_t>(most_nodes_, shared_.nodes);
    const double expected = std::min(likely, static_cast<double>(nodes));
    if (!limits_.find || expected < kWorthFinding || asked_ >= shared_.limit) return false;
    asked_ = shared_.limit;
    std::string letters = limits_.find(known_ < 0 ? kMaxLength : known_, expected);
    if (letters.empty()) return false;
    known_ = static_cast<int>(letters.size());
    result_.found = true;
    result_.letters = std::move(letters);
    return true;
  }

  // Chooses the first views: the state's, or those that suit the board at first sight. Returns
  // false if the state's are invalid.
  bool ChooseViews(const OptimalState* state) {
    if constexpr (Successors::kChoosesViews) {
      const SpreadTables& tables = successors_->tables();
      if (state != nullptr && !state->views.AreOf(tables.views())) return false;
      Use(state != nullptr ? state->views : QuickViews(tables, board_));
      shared_.choices = state != nullptr ? state->choices : 0;
    }
    return true;
  }
  // Chooses the best views if a length that is likely to take `nodes` nodes is worth it. Returns
  // whether the views have changed.
  bool ChooseBestViews(double nodes) {
    if constexpr (Successors::kChoosesViews) {
      size_t choices = shared_.choices;
      while (choices < std::size(kChoices) && nodes >= kChoices[choices].nodes) ++choices;
      if (choices == shared_.choices) return false;
      shared_.choices = static_cast<uint8_t>(choices);
      const PatternViews views =
          BestViews(successors_->tables(), board_, shared_.MostHome(), kChoices[choices - 1].sample,
                    limits_.threads, [&] { return shared_.IsOutOfTime(); });
      if (views == shared_.views) return false;
      Use(views);
      root_ = successors_->Root(board_);
      shared_.limit = std::max(shared_.limit, LeastLength(root_, shared_));
      cut_ = false;
      return true;
    }
    return false;
  }
  void Use(const PatternViews& views) {
    own_ = successors_->With(views);
    successors_ = own_.get();
    shared_.views = views;
  }

  // Returns the bound of a board that must be home in `room` moves.
  static int Bound(const Position& position, int room) { return room - 2 * position.least_slack(); }
  // Returns the least length of a solution, by its bound and its parity, which is that of the
  // blank's distance from home.
  int LeastLength(const Position& root, const Shared& shared) const {
    const Geometry geometry = board_.geometry;
    const int odd = geometry.Distance(root.blank, geometry.cells() - 1) % 2;
    const int least = Bound(root, odd) - shared.detour;
    return least < 0 ? -least % 2 : least;
  }

  Subtree Whole() const {
    Subtree whole;
    whole.position = root_;
    whole.position.Allow(shared_.MostHome() / 2);
    whole.state = DuplicatePruning::Start(root_.blank);
    whole.told.least = static_cast<uint16_t>(Bound(whole.position, shared_.MostHome()));
    return whole;
  }
  // Returns the part of a subtree that begins with that successor, which must be home in `room`
  // moves.
  Subtree After(const Subtree& subtree, const typename Length::Candidate& next, int room) const {
    Subtree after;
    successors_->Apply(subtree.position, next, &after.position);
    if constexpr (Successors::kLooksCloser) successors_->LookCloser(&after.position);
    after.state = next.step.after();
    after.told.least = static_cast<uint16_t>(Bound(after.position, room));
    after.path = subtree.path + Letter(static_cast<Action>(next.step.action()));
    return after;
  }

  // Cuts a search into at least `wanted` subtrees, if it has that many. Returns true if the goal
  // turned up, nearer than what is known.
  bool Cut(size_t wanted) {
    Shared* const shared = &shared_;
    shared->subtrees.clear();
    shared->subtrees.push_back(Whole());
    for (int room = shared->MostHome() - 1; shared->subtrees.size() < wanted; --room) {
      std::vector<Subtree> subtrees;
      for (const Subtree& subtree : shared->subtrees) {
        typename Length::Candidate next[kActions];
        const int count = length().Look(subtree.position, subtree.state, kActions, next);
        for (int i = 0; i < count; ++i) {
          if (++shared->nodes >= shared->most_nodes) shared->stop = true;
          const Subtree& longer = subtrees.emplace_back(After(subtree, next[i], room));
          if (!shared->IsEnd(longer.position)) continue;
          if (known_ >= 0 && static_cast<int>(longer.path.size()) >= known_) continue;
          shared->found = true;
          shared->letters = longer.path;
          return true;
        }
        if (shared->stop) return false;
      }
      if (subtrees.empty()) break;  // a small board, completely searched
      shared->subtrees = std::move(subtrees);
    }
    for (size_t i = 0; i < shared->subtrees.size(); ++i)
      shared->subtrees[i].told.number = static_cast<uint32_t>(i);
    shared->places.clear();
    shared->nodes_outside = shared->nodes;
    shared->nodes_earlier = 0;
    shared->Sort();
    return false;
  }

  // Cuts the search into the subtrees of a state, and takes over what the state reports about them.
  // Returns false if the state does not belong to this search. Trusts nothing that could lead a
  // search astray.
  bool Resume(const OptimalState& state) {
    Shared* const shared = &shared_;
    const size_t count = state.subtrees.size();
    const int least = LeastLength(root_, *shared);
    if (state.limit < least || state.limit > kMaxLength || (state.limit - least) % 2 != 0 ||
        !(state.seconds >= 0) || state.seconds > Length::kMostSeconds || count == 0)
      return false;
    shared->limit = state.limit;
    if (Cut(count) || shared->subtrees.size() != count) return false;
    shared->nodes_outside = state.nodes;
    shared->nodes_earlier = state.earlier;
    shared->nodes_of_last = state.last;
    shared->nodes = state.nodes + state.NodesOfLimit();
    std::vector<Subtree*> by_number(count);
    for (Subtree& subtree : shared->subtrees) by_number[subtree.told.number] = &subtree;
    std::vector<Subtree> subtrees;
    subtrees.reserve(count);
    for (const OptimalState::Subtree& told : state.subtrees) {
      if (told.number >= count || by_number[told.number] == nullptr) return false;
      subtrees.push_back(std::move(*std::exchange(by_number[told.number], nullptr)));
      subtrees.back().told = told;
      subtrees.back().taken = told.done;
    }
    shared->subtrees = std::move(subtrees);
    for (const OptimalState::Place& place : state.places) {
      if (place.subtree == OptimalState::Place::kNone) continue;
      if (place.subtree >= count || shared->subtrees[place.subtree].taken ||
          !length().ComesTo(place, shared))
        return false;
      shared->subtrees[place.subtree].taken = true;
    }
    shared->places = state.places;
    return true;
  }

  // Searches the subtrees with the current views.
  Length length() const { return {board_.geometry, successors_, wide_}; }

  const Board& board_;
  const OptimalLimits& limits_;
  const Successors* successors_;
  const Wide* const wide_;
  std::unique_ptr<ShortSearch> short_;     // null: the search goes by subtrees
  uint64_t nodes_before_ = 0;              // generated for shorter lengths by short_
  std::unique_ptr<const Successors> own_;  // with the chosen views
  Shared shared_;
  Position root_;
  OptimalAnswer result_;
  uint64_t most_nodes_ = UINT64_MAX;
  int threads_ = 1;
  int known_ = -1;
  int asked_ = 0;         // the last length before which a solution was asked for
  bool cut_ = false;      // into subtrees, for the current number of threads
  bool resumed_ = false;  // an earlier search has begun this length
};

// Solves by tables of one kind.
template <typename Successors>
class SolverOf : public OptimalSolver {
 public:
  explicit SolverOf(const typename Successors::Tables& tables) : successors_(tables) {
    if constexpr (Successors::kMayBeWide)
      wide_ = Successors::Wide::Create(tables, successors_.steps());
  }

  OptimalAnswer Solve(const Board& board, const OptimalLimits& limits) const override {
    return Search<Successors>(&successors_, wide_.get(), board, limits).Solve();
  }
  bool Fits(const Board& board, const OptimalState& state, const Board* end) const override {
    const OptimalLimits limits = {.end = end};
    return Search<Successors>(&successors_, wide_.get(), board, limits).Fits(state);
  }

 private:
  const Successors successors_;
  std::unique_ptr<const typename Successors::Wide> wide_;
};

template <typename Successors>
std::unique_ptr<const OptimalSolver> Make(const typename Successors::Tables& tables) {
  return std::make_unique<SolverOf<Successors>>(tables);
}

}  // namespace

std::unique_ptr<const OptimalSolver> OptimalSolver::Create(const PatternTables& tables) {
  constexpr int kMost = PatternTables::kMaxPatterns;
  const int cells = tables.geometry().cells(), patterns = tables.patterns();
  if (tables.views() == 1)
    return Make<PatternSuccessors<kMaxCells, kMaxSide - 1, kMost, 1>>(tables);
  if (cells == 16 && patterns <= 2) return Make<PatternSuccessors<16, 3, 2, 2>>(tables);
  if (cells == 16 && patterns <= 3) return Make<PatternSuccessors<16, 3, 3, 2>>(tables);
  if (cells == 25 && patterns <= 4) return Make<PatternSuccessors<32, 4, 4, 2>>(tables);
  return Make<PatternSuccessors<kMaxCells, kMaxSide - 1, kMost, 2>>(tables);
}

std::unique_ptr<const OptimalSolver> OptimalSolver::Create(const SpreadTables& tables) {
  constexpr int kMost = PatternTables::kMaxPatterns;
  const int cells = tables.patterns() <= 4 ? tables.geometry().cells() : 0;  // 0: any number
  if (!tables.has_dual()) {
    if (cells == 16) return Make<SpreadSuccessors<16, 4, 2, 2, false>>(tables);
    if (cells == 25) return Make<SpreadSuccessors<32, 4, 2, 2, false>>(tables);
    return Make<SpreadSuccessors<kMaxCells, kMost, 2, 2, false>>(tables);
  }
  if (tables.views() == 1) return Make<SpreadSuccessors<kMaxCells, kMost, 1, 1, true>>(tables);
  if (cells == 16) return Make<SpreadSuccessors<16, 4, 2, 2, true>>(tables);
  if (cells == 25) return Make<SpreadSuccessors<32, 4, 2, 2, true>>(tables);
  return Make<SpreadSuccessors<kMaxCells, kMost, 2, 2, true>>(tables);
}

}  // namespace tilebase
