// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/look_ahead/slide_look_ahead.h"

#include <algorithm>
#include <new>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/look_ahead/slide_depths.h"
#include "runtime/look_ahead/strategy.h"
#include "tables/board_text.h"
#include "tables/plan.h"
#include "tables/system/clock.h"

namespace tilebase {
namespace {

// Most entries of a table that gets depths: a second to make them.
constexpr uint64_t kMostEntries = uint64_t{1} << 23;
// With values: boards that the ways through the first stage may take, about 20 us. A beam makes
// more of the rest.
constexpr uint64_t kWaysBoards = 500;
// Ways that are solved on together.
constexpr size_t kWaysTogether = 8;

}  // namespace

// The search for one board.
class SlideLookAhead::Search {
 public:
  Search(const SlideLookAhead& tables, const Effort& effort, const Destination* to, size_t capacity)
      : tables_(tables),
        to_(to),
        effort_(effort),
        most_boards_(tables.values_ == nullptr ? effort.boards
                                               : std::min(effort.boards, kWaysBoards)),
        room_(kWaysTogether * capacity, 0) {}

  tilebase_code Run(const Board& start) {
    const bool square = start.geometry.width == start.geometry.height;
    for (const Part& part : tables_.parts_) {
      for (const bool reflected : {false, true}) {
        if (reflected && !square) break;
        const Board board = reflected ? Reflected(start) : start;
        View view{&part, reflected, board, 0};
        if (!part.first_depths.empty()) view.rank = part.first->table.ranking.Rank(board);
        views_.push_back(view);
      }
    }
    for (size_t i = 0; i < views_.size(); ++i) {
      Keep(views_[i], views_[i].start);
      if (i + 1 == views_.size() || views_[i + 1].part != views_[i].part)
        SolveOn(views_[i].part->all);
    }
    for (int more = 0; !Spent() && more < kMostMore; ++more)
      for (const View& view : views_) {
        if (view.part->first_depths.empty()) continue;
        const int depth = view.part->first_depths[view.rank];
        if (static_cast<size_t>(depth + more) >= best_runs_) continue;
        letters_.clear();
        board_ = view.start;
        if (GoOn(view, view.rank, depth + more, kActions)) SolveOn(view.part->later);
      }
    return code_;
  }

  // Compares the best way to the destination with one by a part that ends there.
  tilebase_code CompareWithPart(const Board& start) {
    std::string letters(tables_.set_.MostLettersTo(*to_), 0);
    SolveRequest request{start.tile, letters.data(), letters.size()};
    tables_.set_.SolveLettersTo(*to_, &request);
    if (request.code != TILEBASE_OK) return request.code;
    letters.resize(request.count);
    KeepEnded(std::move(letters));
    return TILEBASE_OK;
  }

  // Looks on by the values, which the set has. A solution of fewer slides has no more letters than
  // certified_worst_case, which is so many times the longest slide.
  void RunBeam(const Board& start, const Board* end, ValueBeam* beam) {
    BeamLimits limits;
    limits.end = end;
    limits.whole_lines = true;
    limits.width =
        StrategyFor(Metric::kMtm, true, start.geometry, effort_.microseconds).first_width;
    limits.longest = ended_runs_;
    limits.boards = effort_.boards;
    limits.cancel = effort_.cancel;
    if (effort_.microseconds != 0) limits.deadline = Later(start_, effort_.microseconds);
    std::vector<Action> actions;
    try {
      beam->Solve(*tables_.values_, start.tile, limits, &actions, &boards_);
    } catch (const std::bad_alloc&) {
      beam->Forget();
    }
    if (actions.empty()) return;
    std::string letters;
    for (const Action action : actions) letters += Letter(action);
    KeepEnded(std::move(letters));
  }

  const std::string& best() const { return ended_; }
  uint64_t boards() const { return boards_; }

 private:
  // Ways that are so much longer than the shortest ones are not worth going.
  static constexpr int kMostMore = 8;

  // A part and a way to look at the board.
  struct View {
    const Part* part;
    bool reflected;
    Board start;
    uint64_t rank;  // of it, in the first stage
  };

  bool Spent() const {
    return code_ != TILEBASE_OK || boards_ >= most_boards_ || effort_.is_cancelled() ||
           (effort_.microseconds != 0 &&
            SecondsSince(start_) * 1e6 >= static_cast<double>(effort_.microseconds));
  }

  // A board to which letters_ lead, to be solved on.
  struct Way {
    const View* view;
    Board board;
    std::string letters;
  };
  void Keep(const View& view, const Board& board) { ways_.push_back({&view, board, letters_}); }

  // Solves on from all boards kept, together, so that their walks hide one another's waits for
  // memory.
  void SolveOn(const QuickSolver& solver) {
    const size_t room = room_.size() / kWaysTogether;
    SolveRequest requests[kWaysTogether];
    for (size_t i = 0; i < ways_.size(); ++i)
      requests[i] = {ways_[i].board.tile, room_.data() + i * room, room};
    solver.SolveBatch(absl::MakeSpan(requests, ways_.size()));
    for (size_t i = 0; i < ways_.size(); ++i) {
      const SolveRequest& solved = requests[i];
      code_ = solved.code;
      if (code_ != TILEBASE_OK) break;
      boards_ += solved.count;
      std::string& letters = ways_[i].letters;
      letters.append(solved.letters, solved.count);
      const size_t runs = CountRuns(letters);
      // Nobody has room for more letters than plain lookup may need.
      if (runs >= best_runs_ || letters.size() > tables_.set_.info().certified_worst_case) continue;
      best_runs_ = runs;
      if (ways_[i].view->reflected)
        for (char& letter : letters) letter = Letter(Reflected(*ActionOf(letter)));
      if (to_ != nullptr) {
        const size_t home = letters.size();
        letters.resize(home + static_cast<size_t>(to_->detour()));
        letters.resize(to_->Append(letters.data(), home));
      }
      KeepEnded(std::move(letters));
    }
    ways_.clear();
  }

  // Keeps a way to the end, if it has the fewest runs. A way home with more runs may lead to
  // the destination with fewer.
  void KeepEnded(std::string letters) {
    const size_t runs = CountRuns(letters);
    if (runs >= ended_runs_) return;
    ended_runs_ = runs;
    ended_ = std::move(letters);
  }

  // Goes all ways through the first stage that take exactly `left` slides more, the first of them
  // across the line of `last`. Returns false where the search is over.
  bool GoOn(const View& view, uint64_t rank, int left, int last) {
    // Reading the clock takes as long as some boards.
    if (boards_ >= most_boards_ || (++calls_ % 64 == 0 && Spent())) return false;
    const Part& part = *view.part;
    if (part.first_depths[rank] == 0) {
      if (left != 0) return true;  // a shorter way, gone before
      if (!part.last_depths.empty()) {
        const uint8_t depth = part.last_depths[part.last->ranking.Rank(board_)];
        ++boards_;
        // The slide before may go on in the last stage.
        if (CountRuns(letters_) + depth > best_runs_) return !Spent();
      }
      Keep(view, board_);
      if (ways_.size() == kWaysTogether) SolveOn(part.later);
      return !Spent();
    }
    for (int a = 0; a < kActions; ++a) {
      if (last != kActions && a / 2 == last / 2) continue;
      const Action action = static_cast<Action>(a);
      const int blank = board_.blank;
      const size_t before = letters_.size();
      uint64_t there = rank;
      bool searching = true;
      while (searching && part.first->allowed[board_.blank] & ActionBit(action)) {
        there += part.first->RankChange(board_.tile, board_.blank, action);
        board_.Apply(action);
        letters_ += Letter(action);
        ++boards_;
        const int depth = part.first_depths[there];
        if (depth < left) searching = GoOn(view, there, left - 1, a);
        // The next stage may go on with this slide, at no cost.
        if (depth == 0 && left == 1) break;
      }
      letters_.resize(before);
      while (board_.blank != blank) board_.Apply(Opposite(action));
      if (!searching) return false;
    }
    return true;
  }

  const SlideLookAhead& tables_;
  const Destination* const to_;  // null: home
  const Effort effort_;
  const uint64_t most_boards_;  // of the ways
  const Clock::time_point start_ = Clock::now();
  std::string room_;
  std::vector<View> views_;
  std::vector<Way> ways_;        // kept, at most kWaysTogether of one part
  std::string letters_;          // made so far
  Board board_;                  // where they lead
  size_t best_runs_ = SIZE_MAX;  // of a way home
  std::string ended_;            // the best way to the end
  size_t ended_runs_ = SIZE_MAX;
  uint64_t boards_ = 0;
  uint64_t calls_ = 0;  // of GoOn
  tilebase_code code_ = TILEBASE_OK;
};

absl::StatusOr<std::unique_ptr<SlideLookAhead>> SlideLookAhead::Create(const PolicySet& set) {
  if (absl::Status status = set.PrepareAll(); !status.ok()) return status;
  std::unique_ptr<SlideLookAhead> made(new SlideLookAhead(set));
  const TableSource& source = set.source();
  for (const PlanPart& part : source.plan().parts) {
    if (part.metric != Metric::kMtm || part.blank_back != 0) continue;
    // A stage that has another's tables by a symmetry would need them mirrored.
    bool own = true;
    std::vector<StageInfo> stages;
    for (size_t s = part.first_stage; s < part.first_stage + part.stage_count; ++s) {
      own = own && source.plan().stages[s] == source.plan().stages[source.plan().TablesOf(s)];
      stages.push_back(source.info().stages[s]);
      for (uint32_t i = 0; i < stages.back().table_count; ++i)
        if (!set.IsWhole(stages.back().first_table + i))
          return absl::ResourceExhaustedError(
              absl::StrCat(source.name(),
                           ": a search reads whole tables, and the memory allowed is too little"));
    }
    if (!own) continue;
    Part& added = made->parts_.emplace_back();
    const auto depths_of = [&](size_t table) {
      return SlideDepths(set.quick_tables()[table], source.tables()[table], kMostEntries, 1);
    };
    added.first = &set.quick_tables()[stages.front().first_table];
    if (stages.size() > 1) added.first_depths = depths_of(stages.front().first_table);
    added.last = &set.tables()[stages.back().first_table];
    if (stages.size() == 2) added.last_depths = depths_of(stages.back().first_table);
    const Geometry geometry = set.info().geometry;
    added.later = QuickSolver(geometry, set.quick_tables().data(),
                              {stages.begin() + 1, stages.end()}, nullptr);
    added.all = QuickSolver(geometry, set.quick_tables().data(), std::move(stages), nullptr);
  }
  auto values = ReadValues(source, 1);
  if (!values.ok()) return values.status();
  made->values_ = *std::move(values);
  return made;
}

uint64_t SlideLookAhead::memory_bytes() const {
  uint64_t bytes = values_ == nullptr ? 0 : values_->memory_bytes();
  for (const Part& part : parts_) bytes += part.first_depths.size() + part.last_depths.size();
  return bytes;
}

void SlideLookAhead::Solve(const Effort& effort, ValueBeam* beam, SolveRequest* board,
                           uint64_t* boards, const Destination* to) const {
  board->count = 0;
  board->shortest = false;
  Board start;
  board->code =
      set_.ReadBoard(board->cells, static_cast<size_t>(set_.info().geometry.cells()), &start);
  if (board->code != TILEBASE_OK) return;
  size_t longest = 0;  // of any part's solution
  for (const TableInfo& table : set_.source().tables())
    longest += static_cast<size_t>(table.max_depth() * LongestSlide(start.geometry));
  Search search(*this, effort, to, longest);
  board->code = search.Run(start);
  if (board->code == TILEBASE_OK && to != nullptr) board->code = search.CompareWithPart(start);
  if (board->code == TILEBASE_OK && values_ != nullptr)
    search.RunBeam(start, to == nullptr ? nullptr : &to->end(), beam);
  if (boards != nullptr) *boards = search.boards();
  if (board->code != TILEBASE_OK) return;
  board->count = search.best().size();
  std::copy_n(search.best().data(), std::min(board->count, board->capacity), board->letters);
  if (board->count > board->capacity) board->code = TILEBASE_ERROR_BUFFER;
}

}  // namespace tilebase
