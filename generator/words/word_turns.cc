// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/words/word_turns.h"

#include <algorithm>
#include <utility>

namespace tilebase {

uint64_t WordTurns::MemoryOf(const WordRanking& ranking, int longest) {
  uint64_t entries = 0;
  int places = ranking.positions();
  for (int number = 1; number < ranking.classes(); ++number) {
    const uint64_t turns = 2 * static_cast<uint64_t>(places) * static_cast<uint64_t>(longest);
    const uint64_t values = ranking.Choose(places, ranking.ClassCount(number));
    if (values > kMaxEntries || turns * values > kMaxEntries - entries) return 0;
    entries += turns * values;
    places -= ranking.ClassCount(number);
  }
  return entries * sizeof(Entry);
}

WordTurns::WordTurns(const WordRanking& ranking, int longest) : longest_(longest) {
  if (MemoryOf(ranking, longest) == 0) return;
  int places = ranking.positions();
  for (int number = 1; number < ranking.classes(); ++number) {
    const int count = ranking.ClassCount(number);
    const uint64_t turns = 2 * static_cast<uint64_t>(places) * static_cast<uint64_t>(longest_);
    Digit digit;
    digit.weight = ranking.Weight(number);
    digit.values = ranking.Choose(places, count);
    digit.entries.resize(turns * digit.values);
    std::vector<bool> has(static_cast<size_t>(places));
    for (uint64_t value = 0; value < digit.values; ++value) {
      std::fill(has.begin(), has.end(), false);
      uint64_t left = value;
      for (int i = count, at = places - 1; i > 0; --i, --at) {
        while (ranking.Choose(at, i) > left) --at;
        left -= ranking.Choose(at, i);
        has[static_cast<size_t>(at)] = true;
      }
      for (int first = 0, before = 0; first < places; ++first) {
        for (int last = first + 1; last < places && last - first <= longest_; ++last)
          for (const bool up : {false, true}) {
            const int from = up ? first : last, to = up ? last : first;
            std::vector<bool> after = has;
            const auto begin = after.begin() + first, end = after.begin() + last + 1;
            std::rotate(begin, up ? begin + 1 : end - 1, end);
            uint64_t rank = 0;
            for (int at = 0, seen = 0; at < places; ++at)
              if (after[static_cast<size_t>(at)]) rank += ranking.Choose(at, ++seen);
            // The sequence without this symbol.
            int passed = 0;
            for (int at = first; at <= last; ++at)
              passed += at != from && !has[static_cast<size_t>(at)];
            const int place = first - before;
            const bool stays = has[static_cast<size_t>(from)] || passed == 0;
            digit.entries[(TurnOf(from, to) - 1) * digit.values + value] = {
                static_cast<uint32_t>(rank), stays ? 0
                                             : up  ? TurnOf(place, place + passed)
                                                   : TurnOf(place + passed, place)};
          }
        before += has[static_cast<size_t>(first)];
      }
    }
    digits_.push_back(std::move(digit));
    places -= count;
  }
}

}  // namespace tilebase
