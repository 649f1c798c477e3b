// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/codec/policy_model.h"

#include <string.h>

#include <algorithm>
#include <array>
#include <utility>

#include "tables/codec/range_coder.h"

namespace tilebase {
namespace {

constexpr uint8_t kNoAction = kActions;  // for a neighbour that does not exist
constexpr OptimalActions kAnyAction = (1 << kActions) - 1;

// How many of the latest answers a chance remembers: the fewer, the faster it forgets. States far
// apart in rank have little in common, so forgetting fast gained 5 %.
constexpr int kFirstLimit = 30;
constexpr int kSecondLimit = 25;
constexpr int kThirdLimit = 60;
constexpr int kCountStep = 8;
constexpr int kCountLimit = 38;

// Stands for a neighbouring row that does not exist.
constexpr std::array<uint8_t, kMaxCells> kNoActions = [] {
  std::array<uint8_t, kMaxCells> row = {};
  for (uint8_t& action : row) action = kNoAction;
  return row;
}();

// The digits of a rank (ranking.h), the blank's first, and their weights.
struct Digits {
  Digits(const Ranking& ranking, uint64_t rank) : count(ranking.tracked() + 1) {
    uint64_t weight_here = 1;
    for (int i = count - 1; i >= 0; --i) {
      values[i] = i == 0 ? ranking.positions() + 1 : ranking.positions() - (i - 1);
      weight[i] = static_cast<int64_t>(weight_here);
      digit[i] = static_cast<int>(rank % static_cast<uint64_t>(values[i]));
      rank /= static_cast<uint64_t>(values[i]);
      weight_here *= static_cast<uint64_t>(values[i]);
    }
  }
  int count;
  int values[kMaxCells];
  int digit[kMaxCells];
  int64_t weight[kMaxCells];
};

}  // namespace

// The neighbours vote for their action. The weights only have to break ties in a fixed order: last
// digit, last but one, ... An action without votes ranks by its number.
std::vector<PolicyModel::Context> PolicyModel::FreshContexts() {
  constexpr int kVote[kNeighbours] = {112, 104, 108, 116, 100};
  constexpr int kVoteUnit = 100;
  std::vector<Context> contexts(kContexts);
  for (int index = 0; index < kContexts; ++index) {
    int score[kActions] = {3, 2, 1, 0};
    int voters = 0;
    for (int i = 0, rest = index; i < kNeighbours; ++i, rest /= kNeighbourValues) {
      const int action = rest % kNeighbourValues;
      if (action == kNoAction) continue;
      score[action] += kVote[i];
      ++voters;
    }
    Context& context = contexts[static_cast<size_t>(index)];
    for (int action = 0; action < kActions; ++action) {
      int rank = 0;
      for (int other = 0; other < kActions; ++other) rank += score[other] > score[action];
      context.ranked[rank] = static_cast<uint8_t>(action);
      context.count[action] = 0;
    }
    const int votes = score[context.ranked[0]] / kVoteUnit;
    const int chance = 65535 * (2 * votes + 2) / (2 * voters + 3);
    context.first = {static_cast<uint16_t>(std::max(26214, chance)), 3};
    context.second = {45000, 3};
  }
  return contexts;
}

PolicyModel::PolicyModel() : fresh_(FreshContexts()), contexts_(kContexts) {
  actions_.reserve(kMaxEntries);
}

template <typename Coder>
inline uint8_t PolicyModel::CodeEntry(Context* context, OptimalActions set, Coder* coder) {
  const uint8_t* ranked = context->ranked;
  int place = 0;
  if (!context->first.Code(set >> ranked[0] & 1, kFirstLimit, coder)) {
    place = 1;
    if (!context->second.Code(set >> ranked[1] & 1, kSecondLimit, coder)) {
      Chance* third = &third_[(ranked[0] * kActions + ranked[1]) * kActions + ranked[2]];
      place = third->Code(set >> ranked[2] & 1, kThirdLimit, coder) ? 2 : 3;
    }
  }
  const uint8_t action = ranked[place];
  uint8_t* count = context->count;
  count[place] = static_cast<uint8_t>(count[place] + kCountStep);
  if (count[place] > kCountLimit)
    for (int i = 0; i < kActions; ++i) count[i] /= 2;
  for (; place > 0 && count[place] > count[place - 1]; --place) {
    std::swap(count[place], count[place - 1]);
    std::swap(context->ranked[place], context->ranked[place - 1]);
  }
  return action;
}

// Codes row by row; the entries of a row differ only in the last digit.
template <typename Coder>
void PolicyModel::Code(const Ranking& ranking, uint64_t first, uint64_t entries,
                       const OptimalActions* sets, Coder* coder) {
  const bool takes_lowest = ranking.size() <= kLowestActionEntries;
  contexts_ = fresh_;
  std::fill(std::begin(third_), std::end(third_), Chance{50000, 2});
  actions_.resize(entries);
  Digits digits(ranking, first);
  const int last = digits.count - 1;
  const int64_t end = static_cast<int64_t>(entries);
  for (int64_t i = 0; i < end;) {
    const int64_t row = i - digits.digit[last];  // negative where the row begins before the block
    const int64_t row_end = std::min(end, row + digits.values[last]);
    const uint8_t* near[kNeighbours - 1];
    for (int k = 0; k < kNeighbours - 1; ++k) {
      const int j = last - 1 - k;
      const bool there = j >= 1 && digits.digit[j] > 0 && row >= digits.weight[j];
      near[k] = there ? actions_.data() + (row - digits.weight[j]) : kNoActions.data();
    }
    unsigned before = kNoAction;
    for (int x = digits.digit[last]; i < row_end; ++i, ++x) {
      const unsigned index =
          (((near[3][x] * 5u + near[2][x]) * 5u + near[1][x]) * 5u + near[0][x]) * 5u + before;
      OptimalActions set = 0;
      if (sets != nullptr) {
        set = sets[i];
        if (set == kGoalEntry || set == kUnreachableEntry)
          set = kAnyAction;
        else if (takes_lowest)
          set &= static_cast<OptimalActions>(-set);
      }
      const uint8_t action = CodeEntry(&contexts_[index], set, coder);
      actions_[static_cast<size_t>(i)] = action;
      before = action;
    }
    digits.digit[last] = 0;
    for (int j = last - 1; j >= 0 && ++digits.digit[j] == digits.values[j]; --j)
      digits.digit[j] = 0;
  }
}

namespace {

void Pack(const std::vector<uint8_t>& actions, uint8_t* packed) {
  memset(packed, 0, PolicyBytes(actions.size()));
  for (size_t i = 0; i < actions.size(); ++i)
    packed[i / kEntriesPerByte] |= static_cast<uint8_t>(actions[i] << (i % kEntriesPerByte * 2));
}

}  // namespace

void PolicyModel::Encode(const Ranking& ranking, uint64_t first,
                         absl::Span<const OptimalActions> sets, uint8_t* packed,
                         std::vector<uint8_t>* coded) {
  RangeEncoder coder(coded);
  Code(ranking, first, sets.size(), sets.data(), &coder);
  coder.Finish();
  Pack(actions_, packed);
}

bool PolicyModel::Decode(const Ranking& ranking, uint64_t first, uint64_t entries,
                         absl::Span<const uint8_t> coded, uint8_t* packed) {
  RangeDecoder coder(coded);
  Code(ranking, first, entries, nullptr, &coder);
  Pack(actions_, packed);
  return coder.IsAtEnd();
}

}  // namespace tilebase
