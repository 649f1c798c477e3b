// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/verify/pattern_arrangements.h"

#include <algorithm>
#include <cstdlib>

namespace tilebase {

Arrangements::Arrangements(int tiles, int width)
    : tiles_(tiles), first_(std::max(0, tiles - kMostSlots)) {
  Order order = {0, 1, 2, 3};
  do {
    orders_.push_back(order);
  } while (std::next_permutation(order.begin(), order.begin() + (tiles - first_)));
  std::vector<uint8_t> places;
  AddWords(&places);
  words_ = places_.size() / static_cast<size_t>(tiles_);
  FillPermuted();
  before_.resize(static_cast<size_t>(tiles * tiles) * words_);
  for (int from = 0; from < tiles; ++from)
    for (int to = 0; to < tiles; ++to)
      if (from != to && std::abs(from - to) < width) FillMove(from, to);
}

void Arrangements::AddMoved(uint32_t move, const Word* all, Word* to) const {
  const size_t words = words_;
  if (move == 0) {
    for (size_t i = 0; i < words; ++i) to[i] |= all[i];
    return;
  }
  const Before* const before = &before_[move * words];
  const Permuted* const permuted = permuted_.data();
  for (size_t i = 0; i < words; ++i) {
    const Word word = all[before[i].word];
    const Permuted& bytes = permuted[before[i].order];
    to[i] |= bytes[0][word & 255] | bytes[1][word >> 8 & 255] | bytes[2][word >> 16];
  }
}

std::vector<uint32_t> Arrangements::ByInsertion() const {
  std::vector<uint32_t> arrangements(words_ * bits());
  for (size_t number = 0; number < arrangements.size(); ++number) {
    std::vector<size_t> digits(static_cast<size_t>(tiles_));
    size_t rest = number;
    for (size_t i = digits.size(); i-- > 0; rest /= i + 1) digits[i] = rest % (i + 1);
    std::vector<uint8_t> tiles_in_order;
    for (size_t i = 0; i < digits.size(); ++i)
      tiles_in_order.insert(tiles_in_order.begin() + static_cast<ptrdiff_t>(digits[i]),
                            static_cast<uint8_t>(i));
    std::vector<uint8_t> places(digits.size());
    for (size_t place = 0; place < places.size(); ++place)
      places[tiles_in_order[place]] = static_cast<uint8_t>(place);
    arrangements[number] = static_cast<uint32_t>(WordOf(places) * bits() + OrderOf(places));
  }
  return arrangements;
}

// Adds a word for each choice of different places for the first tiles, in lexicographic order.
void Arrangements::AddWords(std::vector<uint8_t>* places) {
  const bool all = static_cast<int>(places->size()) == first_;
  if (all) places_.insert(places_.end(), places->begin(), places->end());
  for (uint8_t place = 0; place < tiles_; ++place) {
    if (std::find(places->begin(), places->begin() + std::min<ptrdiff_t>(first_, places->size()),
                  place) != places->end())
      continue;
    if (all) {
      places_.push_back(place);
      continue;
    }
    places->push_back(place);
    AddWords(places);
    places->pop_back();
  }
}

size_t Arrangements::WordOf(const std::vector<uint8_t>& places) const {
  size_t word = 0;
  for (int i = 0; i < first_; ++i) {
    int digit = places[static_cast<size_t>(i)];
    for (int before = 0; before < i; ++before)
      digit -= places[static_cast<size_t>(before)] < places[static_cast<size_t>(i)];
    word = word * static_cast<size_t>(tiles_ - i) + static_cast<size_t>(digit);
  }
  return word;
}

size_t Arrangements::OrderOf(const std::vector<uint8_t>& places) const {
  Order order = orders_[0];
  const auto slots = places.begin() + first_;
  for (auto slot = slots; slot != places.end(); ++slot)
    order[static_cast<size_t>(slot - slots)] = static_cast<uint8_t>(
        std::count_if(slots, places.end(), [&](uint8_t other) { return other < *slot; }));
  return static_cast<size_t>(std::lower_bound(orders_.begin(), orders_.end(), order) -
                             orders_.begin());
}

// A tile that is in slot s after a move was in slot orders_[number][s] before.
void Arrangements::FillPermuted() {
  permuted_.resize(bits());
  for (size_t number = 0; number < bits(); ++number)
    for (size_t after = 0; after < bits(); ++after) {
      Order was = orders_[after];
      for (int i = 0; i < tiles_ - first_; ++i)
        was[static_cast<size_t>(i)] = orders_[number][orders_[after][static_cast<size_t>(i)]];
      const size_t bit = static_cast<size_t>(std::lower_bound(orders_.begin(), orders_.end(), was) -
                                             orders_.begin());
      for (size_t byte = 0; byte < 256; ++byte)
        if (byte >> bit % 8 & 1) permuted_[number][bit / 8][byte] |= Word{1} << after;
    }
}

// A tile was taken from place `from` and inserted at place `to`.
void Arrangements::FillMove(int from, int to) {
  std::vector<uint8_t> was(static_cast<size_t>(tiles_));
  for (size_t word = 0; word < words_; ++word) {
    for (size_t i = 0; i < was.size(); ++i) {
      const int place = places_[word * was.size() + i];
      const int among_others = place - (place > to);
      was[i] = static_cast<uint8_t>(place == to ? from : among_others + (among_others >= from));
    }
    before_[Move(from, to) * words_ + word] = {static_cast<uint32_t>(WordOf(was)),
                                               static_cast<uint32_t>(OrderOf(was))};
  }
}

}  // namespace tilebase
