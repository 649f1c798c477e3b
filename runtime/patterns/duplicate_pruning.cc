// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/patterns/duplicate_pruning.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace tilebase {
namespace {

constexpr int kMostCells = 25;  // five bits a tile in an Arrangement
constexpr size_t kMostStates = 60000;

// Which tile is where, five bits a cell.
using Arrangement = std::pair<uint64_t, uint64_t>;

struct ArrangementHash {
  size_t operator()(const Arrangement& arrangement) const {
    const uint64_t mixed =
        (arrangement.first ^ (arrangement.second * 0x9e3779b97f4a7c15u)) * 0xbf58476d1ce4e5b9u;
    return static_cast<size_t>(mixed ^ (mixed >> 32));
  }
};

// A path: two bits an action, the first one lowest, and a one above the last.
using Word = uint32_t;
constexpr Word kEmpty = 1;

// The part of a path behind its first action, and what comes behind it with one more.
Word WithoutFirst(Word word) { return word >> 2; }
Word Append(Word word, int length, int action) {
  return (word ^ (Word{1} << (2 * length))) | (static_cast<Word>(action) << (2 * length)) |
         (Word{1} << (2 * length + 2));
}

struct Path {
  Word word;
  uint8_t blank;
  std::array<uint8_t, kMostCells> tile;
};

Arrangement Pack(const Path& path) {
  Arrangement packed = {0, 0};
  for (int cell = 0; cell < 12; ++cell)
    packed.first = packed.first << 5 | path.tile[static_cast<size_t>(cell)];
  for (int cell = 12; cell < kMostCells - 1; ++cell)  // the last one follows from the others
    packed.second = packed.second << 5 | path.tile[static_cast<size_t>(cell)];
  return packed;
}

// A node of the trie of duplicates, one trie for each cell on which the blank begins.
struct Trie {
  uint8_t start;
  uint8_t blank;
  Word word;
  bool is_word;
};

}  // namespace

DuplicatePruning::DuplicatePruning(Geometry geometry, int length) {
  const int cells = geometry.cells();
  if (cells > kMostCells) length = 2;
  // The paths without duplicates, and the duplicates, by the cell where they begin. All cells at
  // once, length by length: a path with a duplicate in its rear is none to be looked at.
  std::vector<std::vector<Path>> paths(static_cast<size_t>(cells));
  std::vector<std::unordered_set<Word>> allowed(static_cast<size_t>(cells));
  std::vector<std::unordered_set<Arrangement, ArrangementHash>> seen(static_cast<size_t>(cells));
  std::vector<Trie> nodes;
  std::vector<std::unordered_map<Word, State>> number(static_cast<size_t>(cells));
  const auto after = [&](int blank, int action) {
    return blank + geometry.BlankStep(static_cast<Action>(action));
  };
  for (int cell = 0; cell < cells; ++cell) {
    Path path = {kEmpty, static_cast<uint8_t>(cell), {}};
    if (cells <= kMostCells)
      for (int i = 0; i < cells; ++i)
        path.tile[static_cast<size_t>(i)] = static_cast<uint8_t>(i == cell ? 0 : i + 1);
    const size_t at = static_cast<size_t>(cell);
    paths[at] = {path};
    allowed[at].insert(kEmpty);
    seen[at].insert(Pack(path));
    number[at][kEmpty] = static_cast<State>(nodes.size());
    nodes.push_back({static_cast<uint8_t>(cell), static_cast<uint8_t>(cell), kEmpty, false});
  }
  for (int size = 0; size < length; ++size) {
    std::vector<std::pair<int, Path>> duplicates;
    std::vector<std::vector<Path>> longer(static_cast<size_t>(cells));
    for (int start = 0; start < cells; ++start) {
      const size_t at = static_cast<size_t>(start);
      for (const Path& path : paths[at]) {
        for (int action = 0; action < kActions; ++action) {
          if ((geometry.Actions(path.blank) & ActionBit(static_cast<Action>(action))) == 0)
            continue;
          Path next = path;
          next.word = Append(path.word, size, action);
          if (size > 0) {
            const int second = after(start, static_cast<int>(path.word & 3));
            if (!allowed[static_cast<size_t>(second)].contains(WithoutFirst(next.word))) continue;
          }
          next.blank = static_cast<uint8_t>(after(path.blank, action));
          if (cells <= kMostCells) std::swap(next.tile[path.blank], next.tile[next.blank]);
          const bool is_new = cells <= kMostCells
                                  ? seen[at].insert(Pack(next)).second
                                  : size == 0;  // the second action takes the first one back
          if (is_new || (cells > kMostCells && next.blank != start)) {
            allowed[at].insert(next.word);
            longer[at].push_back(next);
          } else {
            duplicates.emplace_back(start, next);
          }
        }
      }
    }
    // The prefixes that are not there yet become states, if there is room for all.
    std::vector<Trie> fresh;
    for (const auto& [start, path] : duplicates) {
      int blank = start;
      Word word = kEmpty;
      for (int i = 0; i <= size; ++i) {
        const int action = static_cast<int>(path.word >> (2 * i) & 3);
        word = Append(word, i, action);
        blank = after(blank, action);
        auto& numbers = number[static_cast<size_t>(start)];
        const State next = static_cast<State>(nodes.size() + fresh.size());
        if (nodes.size() + fresh.size() < kMostStates && numbers.emplace(word, next).second)
          fresh.push_back(
              {static_cast<uint8_t>(start), static_cast<uint8_t>(blank), word, i == size});
      }
    }
    if (nodes.size() + fresh.size() >= kMostStates) {
      for (const Trie& node : fresh) number[node.start].erase(node.word);
      break;
    }
    nodes.insert(nodes.end(), fresh.begin(), fresh.end());
    paths = std::move(longer);
  }
  // A state's action leads to the longest rear of the longer path that is in a trie.
  after_.resize(nodes.size());
  for (size_t state = 0; state < nodes.size(); ++state) {
    const Trie& node = nodes[state];
    const int node_length = (31 - __builtin_clz(node.word)) / 2;
    for (int action = 0; action < kActions; ++action) {
      State& to = after_[state][static_cast<size_t>(action)];
      to = kNone;
      if ((geometry.Actions(node.blank) & ActionBit(static_cast<Action>(action))) == 0) continue;
      Word word = Append(node.word, node_length, action);
      int start = node.start;
      while (true) {
        const auto& numbers = number[static_cast<size_t>(start)];
        if (const auto found = numbers.find(word); found != numbers.end()) {
          if (!nodes[found->second].is_word) to = found->second;
          break;
        }
        start = after(start, static_cast<int>(word & 3));
        word = WithoutFirst(word);
      }
    }
  }
}

}  // namespace tilebase
