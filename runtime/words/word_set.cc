// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/words/word_set.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "tables/error.h"

namespace tilebase {

absl::StatusOr<std::unique_ptr<WordSet>> WordSet::Open(const std::string& path, int threads) {
  absl::StatusOr<WordTables> opened = WordTables::Open(path);
  if (!opened.ok()) return opened.status();
  return Create(*std::move(opened), threads);
}

absl::StatusOr<std::unique_ptr<WordSet>> WordSet::Create(WordTables opened, int threads) {
  std::unique_ptr<WordSet> set;
  if (opened.is_exact) {
    absl::StatusOr<std::unique_ptr<WordSet>> table =
        CreateTable(std::move(opened.tables[0]), threads);
    if (!table.ok()) return table.status();
    set = *std::move(table);
  } else {
    set.reset(new WordSet(opened.problem, opened.tables[0]->name()));
    for (std::unique_ptr<WordFile>& table : opened.tables) {
      absl::StatusOr<std::unique_ptr<WordSet>> stage = CreateTable(std::move(table), threads);
      if (!stage.ok()) return stage.status();
      set->stages_.push_back(*std::move(stage));
    }
    const std::vector<uint16_t>& open = set->problem().open;
    set->index_.resize(static_cast<size_t>(set->problem().cells()));
    for (size_t i = 0; i < open.size(); ++i) set->index_[open[i]] = static_cast<uint16_t>(i);
    set->last_stage_.resize(open.size());
    for (size_t i = 0; i < set->stages_.size(); ++i)
      for (const uint16_t cell : set->stages_[i]->problem().open)
        set->last_stage_[set->index_[cell]] = i;
  }
  set->mapped_ = std::move(opened.file);
  set->file_bytes_ = opened.file_bytes;
  return set;
}

std::vector<const WordFile*> WordSet::files() const {
  if (is_exact()) return {file_.get()};
  std::vector<const WordFile*> files;
  for (const auto& stage : stages_) files.push_back(stage->file_.get());
  return files;
}

uint64_t WordSet::memory_bytes() const {
  uint64_t bytes = planes_.size();
  for (const auto& stage : stages_) bytes += stage->memory_bytes();
  return bytes;
}

absl::StatusOr<std::unique_ptr<WordSet>> WordSet::CreateTable(std::unique_ptr<WordFile> file,
                                                              int threads) {
  std::unique_ptr<WordSet> set(new WordSet(file->table().problem, file->name()));
  set->file_ = std::move(file);
  const WordTable& table = set->table();
  if (!set->planes_.Allocate(table.states * static_cast<uint64_t>(table.planes())))
    return MakeError(absl::StatusCode::kResourceExhausted,
                     {.where = set->file_->name(),
                      .what = absl::StrCat("no memory for ", table.states, " states"),
                      .remedy = "close other programs or allow more memory"});
  if (absl::Status status = set->file_->Read(threads, set->planes_.data()); !status.ok())
    return status;
  if (set->problem().is_halved()) set->side_ = set->problem().Side(set->problem().goals[0].cell);
  return set;
}

namespace {

absl::Status Unsolvable(const WordProblem& problem) {
  return MakeError(
      absl::StatusCode::kNotFound,
      {.what = absl::StrCat("cannot be solved: no moves lead to ",
                            problem.goals.size() == 1 ? "the goal" : "any of the goals")});
}

}  // namespace

uint64_t WordSet::CodeAt(uint64_t state) const {
  uint64_t code = 0;
  for (int plane = table().planes() - 1; plane >= table().value_bytes; --plane)
    code = code << 8 | planes_[static_cast<uint64_t>(plane) * table().states + state];
  return code;
}

Word WordSet::WordAt(uint64_t state) const {
  Word word(problem().open.size());
  file_->ranking().Unrank(state, word.data());
  if (!problem().is_halved()) return word;
  // The rank counts the last two tiles as one kind: their order follows from the side.
  const uint8_t last = static_cast<uint8_t>(problem().symbols.size());
  const auto second = std::find(word.rbegin(), word.rend(), last - 1);
  *second = last;
  if (problem().Side(word) != side_)
    std::iter_swap(second, std::find(word.rbegin(), word.rend(), last - 1));
  return word;
}

bool WordSet::IsGoal(const Word& word, uint32_t cost) const {
  return std::any_of(problem().goals.begin(), problem().goals.end(), [&](const WordGoal& goal) {
    return goal.cost == cost &&
           std::equal(word.begin(), word.end(), goal.cell.begin(),
                      [](uint8_t a, uint8_t b) { return a == b || b == WordGoal::kAny; });
  });
}

absl::Status WordSet::CheckBoard(const Word& word) const {
  std::vector<int> found(problem().symbols.size() + 1);
  bool is_board = word.size() == problem().open.size();
  for (const uint8_t symbol : word) is_board = is_board && symbol < found.size() && ++found[symbol];
  for (size_t symbol = 0; is_board && symbol < found.size(); ++symbol)
    is_board = found[symbol] ==
               (symbol == 0 ? problem().blanks : int{problem().symbols[symbol - 1].count});
  if (is_board) return absl::OkStatus();
  return MakeError(absl::StatusCode::kInvalidArgument,
                   {.what = "not a board of the table set", .expected = ToString(problem())});
}

absl::StatusOr<uint32_t> WordSet::Value(const Word& word) const {
  if (!is_exact()) {
    const absl::StatusOr<WordAnswer> answer = Solve(word);
    if (!answer.ok()) return answer.status();
    return answer->value;
  }
  if (absl::Status status = CheckBoard(word); !status.ok()) return status;
  const uint32_t value = side_ >= 0 && problem().Side(word) != side_
                             ? unreachable()
                             : ValueAt(file_->ranking().Rank(word.data()));
  if (value == unreachable()) return Unsolvable(problem());
  return value;
}

bool WordSet::BestMove(const Word& word, uint32_t value, WordMove* move) const {
  const WordRanking& ranking = file_->ranking();
  uint16_t blanks[kMaxWordBlanks];
  int count = 0;
  for (size_t cell = 0; cell < word.size(); ++cell)
    if (word[cell] == 0) blanks[count++] = static_cast<uint16_t>(cell);
  if (table().policy_bytes > 0) {
    if (!moves_.Decode(blanks, CodeAt(ranking.Rank(word.data())), move)) return false;
    Word after = word;
    moves_.Play(*move, after.data());
    return ValueAt(ranking.Rank(after.data())) + 1 == value;
  }
  bool found = false;
  Word after = word;
  moves_.ForEach(blanks, [&](const WordMove& each) {
    if (found) return;
    moves_.Play(each, after.data());
    found = ValueAt(ranking.Rank(after.data())) + 1 == value;
    after = word;
    if (found) *move = each;
  });
  return found;
}

bool WordSet::Admits(size_t stage, const Word& word) const {
  const Word& goal = problem().goals[0].cell;
  for (size_t i = 0; i < word.size(); ++i)
    if (last_stage_[i] < stage && word[i] != goal[i]) return false;
  return true;
}

absl::StatusOr<WordAnswer> WordSet::SolveInStages(const Word& word) const {
  if (absl::Status status = CheckBoard(word); !status.ok()) return status;
  for (size_t first = stages_.size(); first-- > 0;) {
    if (!Admits(first, word)) continue;
    absl::StatusOr<WordAnswer> answer = SolveFrom(first, word);
    if (answer.ok() || !absl::IsNotFound(answer.status())) return answer;
  }
  return Unsolvable(problem());
}

absl::StatusOr<WordAnswer> WordSet::SolveFrom(size_t first, Word word) const {
  WordAnswer answer;
  for (size_t i = first; i < stages_.size(); ++i) {
    const WordSet& stage = *stages_[i];
    const std::vector<uint16_t>& open = stage.problem().open;
    Word part;
    for (const uint16_t cell : open) {
      const uint8_t symbol = word[index_[cell]];
      const int of_stage =
          symbol == 0 ? 0 : stage.problem().SymbolOf(problem().symbols[symbol - 1u].label);
      // A tile that no moves bring to the part of the board where it belongs.
      if (of_stage < 0) return Unsolvable(problem());
      part.push_back(static_cast<uint8_t>(of_stage));
    }
    absl::StatusOr<WordAnswer> solved = stage.Solve(std::move(part));
    if (absl::IsNotFound(solved.status()) || absl::IsInvalidArgument(solved.status()))
      return Unsolvable(problem());
    if (!solved.ok()) return solved.status();
    for (WordMove move : solved->moves) {
      for (int run = 0; run < move.runs; ++run) {
        move.run[run].from = index_[open[move.run[run].from]];
        move.run[run].to = index_[open[move.run[run].to]];
      }
      moves_.Play(move, word.data());
      answer.moves.push_back(move);
    }
  }
  if (word != problem().goals[0].cell) return Unsolvable(problem());
  answer.value = answer.cost();
  answer.shortest = answer.value == 0;
  return answer;
}

absl::StatusOr<WordAnswer> WordSet::Solve(Word word) const {
  if (!is_exact()) return SolveInStages(word);
  WordAnswer answer;
  const absl::StatusOr<uint32_t> first = Value(word);
  if (!first.ok()) return first.status();
  answer.value = *first;
  for (uint32_t value = *first; !IsGoal(word, value); --value) {
    WordMove move;
    if (value == 0 || !BestMove(word, value, &move))
      return DamageError(file_->name(), "a move that leads nearer",
                         absl::StrCat("none for ", ToText(problem(), word)));
    moves_.Play(move, word.data());
    answer.moves.push_back(move);
  }
  return answer;
}

absl::Status WordSet::Probe(const Word& word, WordMove* best,
                            std::vector<WordNeighbour>* all) const {
  const absl::StatusOr<uint32_t> value = Value(word);
  if (!value.ok()) return value.status();
  *best = WordMove();
  all->clear();
  uint16_t blanks[kMaxWordBlanks];
  int count = 0;
  for (size_t cell = 0; cell < word.size(); ++cell)
    if (word[cell] == 0) blanks[count++] = static_cast<uint16_t>(cell);
  Word after = word;
  moves_.ForEach(blanks, [&](const WordMove& move) {
    moves_.Play(move, after.data());
    uint32_t reached = unreachable();
    if (is_exact())
      reached = ValueAt(file_->ranking().Rank(after.data()));
    else if (const absl::StatusOr<uint32_t> in_stages = Value(after); in_stages.ok())
      reached = *in_stages;
    all->push_back({move, reached});
    after = word;
  });
  if (!is_exact()) {
    const absl::StatusOr<WordAnswer> answer = Solve(word);
    if (answer.ok() && !answer->moves.empty()) *best = answer->moves[0];
    return answer.status();
  }
  if (IsGoal(word, *value) || BestMove(word, *value, best)) return absl::OkStatus();
  return DamageError(file_->name(), "a move that leads nearer",
                     absl::StrCat("none for ", ToText(problem(), word)));
}

}  // namespace tilebase
