// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/words/word_answers.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "tables/board_text.h"
#include "tables/error.h"

namespace tilebase {
namespace {

// Random states that are tried before a pass over all of them.
constexpr int kRandomTries = 1024;
// In a set of stages: shuffled boards that are tried for one of a wanted length, then random walks,
// and the moves of a walk for each pair of cells.
constexpr int kShuffleTries = 65'536;
constexpr int kWalkTries = 1024;
constexpr size_t kWalkMoves = 16;

// Uniform in 0 .. bound-1. Requires 0 < bound <= 2^40.
uint64_t DrawBelow(uint64_t bound, Random* random) {
  if (bound <= uint64_t{1} << 32) return random->Below(bound);
  for (;;) {
    const uint64_t high = random->Below((bound >> 32) + 1);
    const uint64_t value = high << 32 | random->Below(uint64_t{1} << 32);
    if (value < bound) return value;
  }
}

// The error of a range that no board has. No board takes more than `most`.
absl::Status NoBoard(uint32_t least, uint32_t greatest, uint64_t most) {
  return MakeError(absl::StatusCode::kNotFound,
                   {.what = absl::StrCat("no board takes ", least, " to ", greatest),
                    .expected = absl::StrCat("0 to ", most)});
}

YardPlan PlanOf(absl::Span<const WordMove> moves) {
  YardPlan plan(moves.size());
  for (size_t i = 0; i < moves.size(); ++i)
    for (int run = 0; run < moves[i].runs; ++run)
      plan[i].push_back({moves[i].run[run].from, moves[i].run[run].to});
  return plan;
}

}  // namespace

WordAnswers::WordAnswers(std::unique_ptr<const WordSet> set) : set_(std::move(set)) {
  if (!set_->is_exact())
    wall_search_.emplace(set_.get());
  else if (absl::StatusOr<Warehouse> warehouse = Warehouse::Create(set_.get()); warehouse.ok())
    warehouse_ = *std::move(warehouse);
}

bool WordAnswers::Takes(const WordText& board) const {
  return ReadWord(problem(), board).ok() || (warehouse_ && ReadMoreWord(problem(), board).ok());
}

absl::StatusOr<WordSolution> WordAnswers::Ask(const WordText& board,
                                              const WordQuestion& question) const {
  WordSolution solution;
  absl::StatusOr<Word> word = ReadWord(problem(), board);
  if (word.ok() && question.deliver != Deliver::kLeave) {
    WarehouseEffort effort = question.effort;
    effort.looked_at = &solution.looked_at;
    const absl::StatusOr<WordAnswer> answer = wall_search_ && effort.boards != 0
                                                  ? wall_search_->Solve(*word, effort)
                                                  : set_->Solve(*word);
    if (!answer.ok()) return answer.status();
    solution.cost = answer->value;
    solution.in_stages = wall_search_.has_value();
    if (answer->shortest)
      solution.bound = answer->value;
    else if (problem().metric == WordMetric::kStm)
      solution.bound = wall_search_->Distance(*word);
    Tell(PlanOf(answer->moves), *std::move(word), &solution);
    solution.goal_cost = answer->value - answer->cost();
    if (solution.looked_at == 0) solution.looked_at = answer->cost() + 1;
    if (question.must_be_shortest && !solution.shortest())
      return MakeError(
          absl::StatusCode::kUnimplemented,
          {.what = "a set of stages has no shortest solutions", .remedy = "ask for effort"});
    return solution;
  }
  if (!warehouse_) return word.ok() ? YardValues::Check(*set_) : word.status();
  word = ReadMoreWord(problem(), board);
  if (!word.ok()) return word.status();
  WarehouseEffort effort = question.effort;
  effort.looked_at = &solution.looked_at;
  const absl::StatusOr<WarehouseAnswer> answer = warehouse_->Solve(*word, question.deliver, effort);
  if (!answer.ok()) return answer.status();
  Tell(answer->plan, *std::move(word), &solution);
  solution.cost = answer->plan.size();
  solution.bound = answer->bound;
  if (question.must_be_shortest && !solution.shortest())
    return MakeError(absl::StatusCode::kUnimplemented,
                     {.what = "more blanks or loads than the table has, and a shortest solution",
                      .remedy = "ask for effort, or build a table with as many"});
  return solution;
}

absl::StatusOr<WordProbe> WordAnswers::Probe(const WordText& board) const {
  const absl::StatusOr<Word> word = ReadWord(problem(), board);
  if (!word.ok()) return word.status();
  WordProbe probe;
  if (absl::Status status = set_->Probe(*word, &probe.best, &probe.all); !status.ok())
    return status;
  probe.value = *set_->Value(*word);
  return probe;
}

void WordAnswers::Tell(const YardPlan& plan, Word word, WordSolution* solution) const {
  const WordMoves& moves = set_->moves();
  for (size_t move = 0; move < plan.size(); ++move) {
    if (!has_letters() && move > 0) solution->actions += ' ';
    for (size_t run = 0; run < plan[move].size(); ++run) {
      const YardRun& line = plan[move][run];
      const int direction = moves.DirectionOf(line.from, line.to);
      for (int at = line.from; at != line.to;) {
        const int next = moves.Next(at, direction);
        const uint8_t symbol = word[static_cast<size_t>(next)];
        solution->slides.push_back(
            {static_cast<uint32_t>(has_letters() ? solution->slides.size() : move),
             LabelOf(problem(), symbol), problem().open[static_cast<size_t>(next)],
             problem().open[static_cast<size_t>(at)]});
        word[static_cast<size_t>(at)] = symbol;
        at = next;
      }
      // A load that left before is not told apart from a blank until here.
      word[line.to] = 0;
      AppendRun(line, run > 0, &solution->actions);
    }
    solution->runs += plan[move].size();
  }
  solution->moves = has_letters() ? solution->slides.size() : plan.size();
  if (has_letters()) solution->runs = CountRuns(solution->actions);
}

void WordAnswers::AppendRun(const YardRun& run, bool follows, std::string* text) const {
  const WordMoves& moves = set_->moves();
  const int direction = moves.DirectionOf(run.from, run.to);
  for (int at = run.from; at != run.to; follows = true) {
    const int next = moves.Next(at, direction);
    if (has_letters())
      *text += "RLDU"[direction];  // a tile slides the other way than the blank
    else
      absl::StrAppend(text, follows ? "," : "", problem().open[static_cast<size_t>(next)], ">",
                      problem().open[static_cast<size_t>(at)]);
    at = next;
  }
}

std::string WordAnswers::FirstMove(const WordSolution& solution) const {
  const std::string& actions = solution.actions;
  if (!has_letters()) return actions.substr(0, actions.find(' '));
  const bool is_line = problem().metric == WordMetric::kMtm && !actions.empty();
  return actions.substr(0, is_line ? actions.find_first_not_of(actions[0]) : 1);
}

std::string WordAnswers::ToText(const WordMove& move) const {
  std::string text;
  const YardPlan plan = PlanOf({move});
  for (const YardRun& run : plan[0]) AppendRun(run, !text.empty(), &text);
  return text;
}

absl::StatusOr<std::vector<uint32_t>> WordAnswers::ValuesOf(const WordText& board,
                                                            absl::string_view actions) const {
  WordText at = board;
  std::vector<uint32_t> values;
  for (;;) {
    const absl::StatusOr<WordProbe> probe = Probe(at);
    if (!probe.ok()) return probe.status();
    values.push_back(probe->value);
    if (actions.empty()) return values;
    // A move: a letter, in mtm equal letters; with several blanks, up to the next space.
    size_t end = 1;
    if (!has_letters())
      end = std::min(actions.find(' '), actions.size());
    else if (problem().metric == WordMetric::kMtm)
      end = std::min(actions.find_first_not_of(actions[0]), actions.size());
    const absl::string_view text = actions.substr(0, end);
    const auto move =
        std::find_if(probe->all.begin(), probe->all.end(),
                     [&](const WordNeighbour& next) { return ToText(next.move) == text; });
    if (move == probe->all.end())
      return MakeError(
          absl::StatusCode::kInvalidArgument,
          {.what = absl::StrCat("move ", values.size(), ", ", Quoted(text), ", cannot be made"),
           .expected = absl::StrCat("a move such as ", ToText(probe->all[0].move))});
    Word word = *ReadWord(problem(), at);
    set_->moves().Play(move->move, word.data());
    at.cell = CellsOf(problem(), word);
    actions.remove_prefix(std::min(end + (has_letters() ? 0 : 1), actions.size()));
  }
}

absl::Status WordAnswers::CheckExact() const {
  if (set_->is_exact()) return absl::OkStatus();
  return MakeError(absl::StatusCode::kUnimplemented,
                   {.where = set_->name(),
                    .what = "a set of stages does not know shortest lengths",
                    .expected = "an exact table",
                    .remedy = "probe tells the lengths of the set's own solutions"});
}

Word WordAnswers::Walk(Random* random) const {
  Word word = problem().goals[0].cell;
  auto blank = static_cast<uint16_t>(std::find(word.begin(), word.end(), 0) - word.begin());
  uint64_t moves = kWalkMoves * word.size() * word.size();
  // Half of the walks are shorter: for boards of a few moves.
  if (random->Below(2) == 0) moves >>= random->Below(static_cast<uint64_t>(std::bit_width(moves)));
  for (; moves > 0; --moves) {
    const int next = set_->moves().Next(blank, static_cast<int>(random->Below(4)));
    if (next < 0) continue;
    std::swap(word[blank], word[static_cast<size_t>(next)]);
    blank = static_cast<uint16_t>(next);
  }
  return word;
}

absl::StatusOr<std::vector<Word>> WordAnswers::RandomOfStages(uint32_t least, uint32_t greatest,
                                                              uint64_t seed, size_t count,
                                                              bool* uniform) const {
  uint64_t most = 0;
  for (const WordFile* const file : set_->files())
    most += static_cast<uint64_t>(file->table().max_value());
  if (least > most) return NoBoard(least, greatest, most);
  Random random(seed);
  Word word = problem().goals[0].cell;
  std::vector<Word> words;
  int tries = 0;
  *uniform = true;
  while (words.size() < count) {
    if (*uniform) {
      for (size_t cell = word.size() - 1; cell > 0; --cell)
        std::swap(word[cell], word[random.Below(cell + 1)]);
    } else {
      word = Walk(&random);
    }
    const absl::StatusOr<uint32_t> value = set_->Value(word);
    if (value.ok() && *value >= least && *value <= greatest) {
      words.push_back(word);
      tries = 0;
    } else if (++tries == (*uniform ? kShuffleTries : kWalkTries)) {
      if (!*uniform)
        return MakeError(
            absl::StatusCode::kNotFound,
            {.what = absl::StrCat("no board that takes ", least, " to ", greatest, " was met"),
             .remedy = "ask for a wider range"});
      *uniform = false;
      tries = 0;
      words.clear();
    }
  }
  return words;
}

absl::StatusOr<std::vector<Word>> WordAnswers::RandomBoards(uint32_t least, uint32_t greatest,
                                                            uint64_t seed, size_t count,
                                                            bool* uniform) const {
  if (!set_->is_exact()) return RandomOfStages(least, greatest, seed, count, uniform);
  *uniform = true;
  const std::vector<uint64_t>& histogram = set_->table().histogram;
  uint64_t boards = 0;
  for (size_t value = least; value < histogram.size() && value <= greatest; ++value)
    boards += histogram[value];
  if (boards == 0) return NoBoard(least, greatest, histogram.size() - 1);
  const uint64_t states = set_->table().states;
  const auto is_wanted = [&](uint64_t state) {
    const uint32_t value = set_->ValueAt(state);
    return value != set_->unreachable() && value >= least && value <= greatest;
  };
  Random random(seed);
  std::vector<uint64_t> found(count);
  // Those that are too rare to be met: each by its number among the wanted states.
  std::vector<std::pair<uint64_t, size_t>> rare;
  for (size_t i = 0; i < count; ++i) {
    int tries = kRandomTries;
    do found[i] = DrawBelow(states, &random);
    while (!is_wanted(found[i]) && --tries > 0);
    if (tries == 0) rare.emplace_back(DrawBelow(boards, &random), i);
  }
  std::sort(rare.begin(), rare.end());
  uint64_t number = 0;
  auto next = rare.begin();
  for (uint64_t state = 0; next != rare.end() && state < states; ++state) {
    if (!is_wanted(state)) continue;
    for (; next != rare.end() && next->first == number; ++next) found[next->second] = state;
    ++number;
  }
  std::vector<Word> words;
  for (const uint64_t state : found) words.push_back(set_->WordAt(state));
  return words;
}

}  // namespace tilebase
