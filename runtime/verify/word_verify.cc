// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/verify/word_verify.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tables/error.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

constexpr uint64_t kPiece = 4096;  // words of a row that a thread takes at a time

// A set of open cells.
template <int kWords>
struct OpenSet {
  uint64_t bits[kWords] = {};

  bool Has(int cell) const { return (bits[cell / 64] >> (cell % 64) & 1) != 0; }
  void Add(int cell) { bits[cell / 64] |= uint64_t{1} << (cell % 64); }
  void Remove(int cell) { bits[cell / 64] &= ~(uint64_t{1} << (cell % 64)); }
  bool Holds(const OpenSet& other) const {
    for (int i = 0; i < kWords; ++i)
      if ((other.bits[i] & ~bits[i]) != 0) return false;
    return true;
  }
  int Below(int cell) const {
    int count = 0;
    for (int i = 0; i < cell / 64; ++i) count += __builtin_popcountll(bits[i]);
    return count + __builtin_popcountll(bits[cell / 64] & ((uint64_t{1} << (cell % 64)) - 1));
  }
};

template <int kWords>
class WordVerifier {
 public:
  WordVerifier(const WordTable& table, const uint8_t* planes, const WordVerifyOptions& options)
      : table_(table),
        problem_(table.problem),
        planes_(planes),
        options_(options),
        open_(problem_.open_count()),
        unreachable_(WordTable::Unreachable(table.value_bytes)) {
    number_.assign(static_cast<size_t>(problem_.cells()), -1);
    for (int i = 0; i < open_; ++i) number_[problem_.open[static_cast<size_t>(i)]] = i;
    count_.push_back(problem_.blanks);
    for (const WordSymbol& symbol : problem_.symbols) count_.push_back(symbol.count);
    if (problem_.is_halved()) {
      count_.pop_back();
      ++count_.back();
    }
    last_ = static_cast<int>(count_.size()) - 1;
    // Computes C(n, k) as a quotient; the table's states are known to be right.
    const int most = *std::max_element(count_.begin(), count_.end() - 1);
    choose_.assign(static_cast<size_t>(most) + 1, std::vector<uint64_t>());
    for (int k = 0; k <= most; ++k)
      for (int n = 0; n <= open_; ++n) {
        unsigned __int128 ways = n < k ? 0 : 1;
        for (int i = 1; i <= k && n >= k; ++i) {
          ways = ways * static_cast<unsigned>(n - k + i) / static_cast<unsigned>(i);
          if (ways >> 64 != 0) ways = UINT64_MAX;  // more than any table has
        }
        choose_[static_cast<size_t>(k)].push_back(static_cast<uint64_t>(ways));
      }
    slice_ = table.states / Choose(open_, problem_.blanks);
    for (const WordGoal& goal : problem_.goals) {
      Goal sets;
      sets.cost = goal.cost;
      sets.cells.resize(count_.size());
      for (int cell = 0; cell < open_; ++cell)
        if (goal.cell[static_cast<size_t>(cell)] != WordGoal::kAny)
          sets.cells[static_cast<size_t>(
                         std::min<int>(goal.cell[static_cast<size_t>(cell)], last_))]
              .Add(cell);
      goals_.push_back(std::move(sets));
    }
  }

  absl::Status Run() {
    if (absl::Status status = CheckCounts(); !status.ok()) return status;
    if (table_.policy_bytes > 0) {
      tiles_.assign(table_.states, 0);
      for (uint32_t value = 1; value < table_.histogram.size() && failure_.ok(); ++value)
        FollowPolicy(value);
    }
    if (!failure_.ok()) return failure_;
    const uint64_t pieces = (slice_ + kPiece - 1) / kPiece;
    const uint64_t all = table_.states / slice_ * pieces;
    std::atomic<uint64_t> next{0};
    ParallelFor(static_cast<size_t>(options_.threads), [&](size_t thread) {
      for (uint64_t piece; (piece = next++) < all && !failed_;) {
        CheckPiece(piece / pieces, piece % pieces * kPiece);
        if (thread == 0 && options_.progress) options_.progress(piece, all);
      }
    });
    return failure_;
  }

 private:
  using Set = OpenSet<kWords>;
  struct Goal {
    uint32_t cost = 0;
    std::vector<Set> cells;  // cells that must hold each class
  };
  struct Slide {
    int from = 0, to = 0;
  };
  struct Step {
    std::vector<Slide> slides;
    std::vector<int> blanks;  // after the step, not sorted
    uint64_t code = 0;
  };

  uint64_t Choose(int n, int k) const {
    return choose_[static_cast<size_t>(k)][static_cast<size_t>(n)];
  }
  uint32_t Value(uint64_t state) const {
    uint32_t value = 0;
    for (int plane = table_.value_bytes; plane-- > 0;)
      value = value << 8 | planes_[static_cast<uint64_t>(plane) * table_.states + state];
    return value;
  }
  uint64_t Code(uint64_t state) const {
    uint64_t code = 0;
    for (int plane = table_.planes(); plane-- > table_.value_bytes;)
      code = code << 8 | planes_[static_cast<uint64_t>(plane) * table_.states + state];
    return code;
  }

  // Takes the cells that make up this number from `left`.
  void Take(uint64_t digit, int count, std::vector<int>* left, Set* set) const {
    std::vector<int> kept = *left;
    for (int i = count; i > 0; --i) {
      int at = i - 1;
      while (Choose(at + 1, i) <= digit) ++at;
      digit -= Choose(at, i);
      set->Add((*left)[static_cast<size_t>(at)]);
      kept.erase(kept.begin() + at);
    }
    *left = std::move(kept);
  }
  uint64_t Digit(const Set& set, const Set& taken) const {
    uint64_t digit = 0;
    int i = 0;
    for (int word = 0; word < kWords; ++word)
      for (uint64_t rest = set.bits[word]; rest != 0; rest &= rest - 1) {
        const int cell = 64 * word + __builtin_ctzll(rest);
        digit += Choose(cell - taken.Below(cell), ++i);
      }
    return digit;
  }
  uint64_t Arrangement(const std::vector<Set>& sets) const {
    uint64_t rank = 0;
    Set taken = sets[0];
    int left = open_ - count_[0];
    for (int number = 1; number < last_; ++number) {
      const size_t at = static_cast<size_t>(number);
      rank = rank * Choose(left, count_[at]) + Digit(sets[at], taken);
      for (int i = 0; i < kWords; ++i) taken.bits[i] |= sets[at].bits[i];
      left -= count_[at];
    }
    return rank;
  }
  // Returns the sets of every class for the row's words begin .. begin+count-1.
  std::vector<std::vector<Set>> Words(uint64_t row, uint64_t begin, uint64_t count) const {
    std::vector<std::vector<Set>> words(count, std::vector<Set>(count_.size()));
    std::vector<int> cells(static_cast<size_t>(open_));
    for (int cell = 0; cell < open_; ++cell) cells[static_cast<size_t>(cell)] = cell;
    Set blanks;
    Take(row, count_[0], &cells, &blanks);
    std::vector<uint64_t> digit(count_.size());
    for (uint64_t i = 0; i < count; ++i) {
      words[i][0] = blanks;
      uint64_t rank = begin + i;
      int left = count_.back();
      for (int number = last_ - 1; number >= 1; --number) {
        left += count_[static_cast<size_t>(number)];
        const uint64_t digits = Choose(left, count_[static_cast<size_t>(number)]);
        digit[static_cast<size_t>(number)] = rank % digits;
        rank /= digits;
      }
      std::vector<int> rest = cells;
      for (int number = 1; number < last_; ++number)
        Take(digit[static_cast<size_t>(number)], count_[static_cast<size_t>(number)], &rest,
             &words[i][static_cast<size_t>(number)]);
      for (const int cell : rest) words[i][static_cast<size_t>(last_)].Add(cell);
    }
    return words;
  }

  // Returns all moves of these blanks.
  std::vector<Step> Steps(const Set& blanks) const {
    std::vector<int> cells;  // of the board
    for (int open = 0; open < open_; ++open)
      if (blanks.Has(open)) cells.push_back(problem_.open[static_cast<size_t>(open)]);
    std::vector<bool> used(static_cast<size_t>(problem_.cells()));
    for (int cell = 0; cell < problem_.cells(); ++cell)
      used[static_cast<size_t>(cell)] = number_[static_cast<size_t>(cell)] < 0;
    for (const int cell : cells) used[static_cast<size_t>(cell)] = true;
    std::vector<Step> steps;
    Step step;
    Extend(cells, 0, 1, 0, &used, &step, &steps);
    return steps;
  }
  void Extend(const std::vector<int>& cells, size_t i, uint64_t power, int moved,
              std::vector<bool>* used, Step* step, std::vector<Step>* steps) const {
    if (i == cells.size()) {
      if (moved > 0) steps->push_back(*step);
      return;
    }
    const int width = problem_.width;
    const int x = cells[i] % width, y = cells[i] / width;
    const uint64_t base = static_cast<uint64_t>(width + problem_.height);
    const Step before = *step;
    step->blanks.push_back(number_[static_cast<size_t>(cells[i])]);
    step->code += power * static_cast<uint64_t>(x);
    Extend(cells, i + 1, power * base, moved, used, step, steps);
    const bool joint =
        problem_.metric == WordMetric::kSteps || problem_.metric == WordMetric::kLineSteps;
    const bool lines =
        problem_.metric == WordMetric::kMtm || problem_.metric == WordMetric::kLineSteps;
    for (int way = 0; way < 4 && (joint || moved == 0); ++way) {
      *step = before;
      const int dx = way == 0 ? 1 : way == 1 ? -1 : 0, dy = way == 2 ? 1 : way == 3 ? -1 : 0;
      std::vector<int> marked;
      for (int length = 1; length == 1 || lines; ++length) {
        const int nx = x + dx * length, ny = y + dy * length;
        if (nx < 0 || ny < 0 || nx >= width || ny >= problem_.height) break;
        const int cell = ny * width + nx;
        if ((*used)[static_cast<size_t>(cell)]) break;
        (*used)[static_cast<size_t>(cell)] = true;
        marked.push_back(cell);
        step->slides.push_back({number_[static_cast<size_t>(cell)],
                                number_[static_cast<size_t>(cell - dx - dy * width)]});
        Step longer = *step;
        longer.blanks.push_back(number_[static_cast<size_t>(cell)]);
        longer.code += power * static_cast<uint64_t>(dy == 0 ? nx : width + ny);
        Extend(cells, i + 1, power * base, moved + 1, used, &longer, steps);
      }
      for (const int cell : marked) (*used)[static_cast<size_t>(cell)] = false;
    }
    *step = before;
  }

  uint64_t RowOf(const Step& step, Set* blanks) const {
    for (const int cell : step.blanks) blanks->Add(cell);
    return Digit(*blanks, Set());
  }
  // Returns the word's rank after a step that leads to a row.
  uint64_t After(const std::vector<Set>& word, const Step& step, uint64_t row, const Set& blanks,
                 std::vector<Set>* after) const {
    *after = word;
    (*after)[0] = blanks;
    for (size_t number = 1; number < word.size(); ++number) {
      for (const Slide& slide : step.slides) (*after)[number].Remove(slide.from);
      for (const Slide& slide : step.slides)
        if (word[number].Has(slide.from)) (*after)[number].Add(slide.to);
    }
    return row * slice_ + Arrangement(*after);
  }

  bool IsGoal(const Goal& goal, const std::vector<Set>& word) const {
    for (size_t number = 0; number < word.size(); ++number)
      if (!word[number].Holds(goal.cells[number])) return false;
    return true;
  }
  // Returns the least cost of the goals that the word meets; UINT32_MAX if it meets none.
  uint32_t GoalCost(const std::vector<Set>& word) const {
    uint32_t least = UINT32_MAX;
    for (const Goal& goal : goals_)
      if (goal.cost < least && IsGoal(goal, word)) least = goal.cost;
    return least;
  }

  // Sums up the tiles that slide by the policy from the states of one value.
  void FollowPolicy(uint32_t value) {
    std::atomic<uint64_t> next{0};
    const uint64_t rows = table_.states / slice_;
    ParallelFor(static_cast<size_t>(options_.threads), [&](size_t) {
      std::vector<Set> after;
      for (uint64_t row; (row = next++) < rows && !failed_;) {
        std::vector<Step> steps;  // by code, made when first needed
        for (uint64_t i = 0; i < slice_; ++i) {
          const uint64_t state = row * slice_ + i;
          if (Value(state) != value) continue;
          const std::vector<Set> word = Words(row, i, 1)[0];
          if (GoalCost(word) == value) continue;
          if (steps.empty()) {
            steps = Steps(word[0]);
            std::sort(steps.begin(), steps.end(),
                      [](const Step& a, const Step& b) { return a.code < b.code; });
          }
          const uint64_t code = Code(state);
          const auto step = std::lower_bound(steps.begin(), steps.end(), code,
                                             [](const Step& a, uint64_t b) { return a.code < b; });
          if (step == steps.end() || step->code != code) {
            Wrong(state, "its move cannot be made");
            break;
          }
          Set blanks;
          const uint64_t target = RowOf(*step, &blanks);
          const uint64_t to = After(word, *step, target, blanks, &after);
          if (Value(to) + 1 != value) {
            Wrong(state, "its move leads no nearer");
            break;
          }
          tiles_[state] = tiles_[to] + static_cast<uint32_t>(step->slides.size());
        }
      }
    });
  }

  void CheckPiece(uint64_t row, uint64_t begin) {
    const uint64_t count = std::min(kPiece, slice_ - begin);
    const std::vector<std::vector<Set>> words = Words(row, begin, count);
    const uint64_t first = row * slice_ + begin;
    std::vector<bool> led(count);
    std::vector<uint32_t> values(count);
    for (uint64_t i = 0; i < count; ++i) {
      values[i] = Value(first + i);
      const uint32_t cost = GoalCost(words[i]);
      if (cost < values[i]) return Wrong(first + i, "it is a goal of less cost");
      led[i] = cost == values[i] || values[i] == unreachable_;
    }
    const std::vector<bool> ends = led;
    // The place of a single tile is its digit.
    const bool lone = last_ == 2 && count_[1] == 1;
    std::vector<int> cells;
    for (uint64_t i = 0; lone && i < count; ++i)
      for (int cell = 0; cell < open_; ++cell)
        if (words[i][1].Has(cell)) cells.push_back(cell);
    std::vector<Set> after;
    for (const Step& step : Steps(words[0][0])) {
      Set blanks;
      const uint64_t target = RowOf(step, &blanks);
      const uint32_t slides = static_cast<uint32_t>(step.slides.size());
      for (uint64_t i = 0; i < count; ++i) {
        uint64_t to;
        if (lone) {
          int cell = cells[i];
          for (const Slide& slide : step.slides)
            if (slide.from == cells[i]) cell = slide.to;
          to = target * slice_ + static_cast<uint64_t>(cell - blanks.Below(cell));
        } else {
          to = After(words[i], step, target, blanks, &after);
        }
        const uint32_t value = values[i], other = Value(to);
        if ((value == unreachable_) != (other == unreachable_))
          return Wrong(first + i, "it or a neighbour, but not both, can reach a goal");
        if (value == unreachable_) continue;
        if (other + 1 == value) {
          led[i] = true;
          if (tiles_.empty() || ends[i]) continue;
          if (tiles_[to] + slides < tiles_[first + i])
            return Wrong(first + i, "another move is as good with fewer slides");
          if (tiles_[to] + slides == tiles_[first + i] && step.code < Code(first + i))
            return Wrong(first + i, "a move of a lower code is as good");
        } else if (other > value + 1 || value > other + 1) {
          return Wrong(first + i, absl::StrCat("a neighbour has value ", other));
        }
      }
    }
    for (uint64_t i = 0; i < count; ++i)
      if (!led[i]) return Wrong(first + i, "no neighbour is nearer to a goal");
  }

  absl::Status CheckCounts() const {
    std::vector<uint64_t> counts(table_.histogram.size());
    for (uint64_t state = 0; state < table_.states; ++state) {
      const uint32_t value = Value(state);
      if (value == unreachable_) continue;
      if (value >= counts.size())
        return DamageError(absl::StrCat("state ", state),
                           absl::StrCat("a value up to ", counts.size() - 1), absl::StrCat(value));
      ++counts[value];
    }
    for (size_t value = 0; value < counts.size(); ++value)
      if (counts[value] != table_.histogram[value])
        return DamageError("histogram", absl::StrCat(counts[value], " states of value ", value),
                           absl::StrCat(table_.histogram[value]));
    return absl::OkStatus();
  }

  // Keeps the lowest wrong state found.
  void Wrong(uint64_t state, const std::string& what) {
    const std::lock_guard<std::mutex> lock(mutex_);
    failed_ = true;
    if (!failure_.ok() && wrong_ <= state) return;
    wrong_ = state;
    const std::vector<Set> word = Words(state / slice_, state % slice_, 1)[0];
    Word shown(static_cast<size_t>(open_));
    for (size_t number = 0; number < word.size(); ++number)
      for (int cell = 0; cell < open_; ++cell)
        if (word[number].Has(cell)) shown[static_cast<size_t>(cell)] = static_cast<uint8_t>(number);
    failure_ =
        MakeError(absl::StatusCode::kDataLoss,
                  {.where = absl::StrCat("state ", state, " (", ToText(problem_, shown), ")"),
                   .what = absl::StrCat("value ", Value(state), " is wrong: ", what)});
  }

  const WordTable& table_;
  const WordProblem& problem_;
  const uint8_t* const planes_;
  const WordVerifyOptions& options_;
  const int open_;
  const uint32_t unreachable_;
  std::vector<int> number_;  // by cell of the board
  std::vector<int> count_;   // cells of each class; the blank is class 0
  int last_ = 0;
  std::vector<std::vector<uint64_t>> choose_;
  uint64_t slice_ = 0;
  std::vector<Goal> goals_;
  std::vector<uint32_t> tiles_;  // by state: tiles that slide by the policy
  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  absl::Status failure_;  // guarded by the mutex
  uint64_t wrong_ = 0;
};

}  // namespace

absl::Status VerifyWordTable(const WordTable& table, const uint8_t* planes,
                             const WordVerifyOptions& options) {
  try {
    const int open = table.problem.open_count();
    if (open <= 64) return WordVerifier<1>(table, planes, options).Run();
    if (open <= 128) return WordVerifier<2>(table, planes, options).Run();
    if (open <= 256) return WordVerifier<4>(table, planes, options).Run();
    return WordVerifier<8>(table, planes, options).Run();
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError("out of memory; close other programs");
  }
}

}  // namespace tilebase
