// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/patterns/duplicate_pruning.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace tilebase {
namespace {

constexpr int kMostCells = 25;                          // five bits a tile in an Arrangement
constexpr size_t kMostNodes = DuplicatePruning::kNone;  // 5x5 has 61,295 for 12 actions

// The arrangement of the tiles, five bits a cell.
using Arrangement = std::pair<uint64_t, uint64_t>;

// Open addressing: with a std::set of nodes the whole search for duplicates takes six times as
// long.
class ArrangementSet {
 public:
  // Returns whether the arrangement was new.
  bool Insert(const Arrangement& arrangement) {
    if (2 * ++count_ > slots_.size()) Grow();
    Arrangement& slot = SlotOf(arrangement);
    if (slot == arrangement) {
      --count_;
      return false;
    }
    slot = arrangement;
    return true;
  }

 private:
  static constexpr Arrangement kFree = {0, 0};  // no arrangement: most cells have a tile

  // Returns the slot that has it, or the free slot for it.
  Arrangement& SlotOf(const Arrangement& arrangement) {
    uint64_t mixed =
        (arrangement.first ^ (arrangement.second * 0x9e3779b97f4a7c15u)) * 0xbf58476d1ce4e5b9u;
    mixed ^= mixed >> 32;
    while (true) {
      Arrangement& slot = slots_[mixed++ & (slots_.size() - 1)];
      if (slot == arrangement || slot == kFree) return slot;
    }
  }
  void Grow() {
    const std::vector<Arrangement> old =
        std::exchange(slots_, std::vector<Arrangement>(2 * slots_.size(), kFree));
    for (const Arrangement& arrangement : old)
      if (arrangement != kFree) SlotOf(arrangement) = arrangement;
  }

  std::vector<Arrangement> slots_ = std::vector<Arrangement>(1024, kFree);  // a power of two
  size_t count_ = 0;
};

// A path: two bits an action, the first one lowest, and a one above the last.
using PathBits = uint32_t;
constexpr PathBits kEmpty = 1;

// WithoutFirst drops a path's first action; Append adds an action at its end.
PathBits WithoutFirst(PathBits word) { return word >> 2; }
PathBits Append(PathBits word, int length, int action) {
  return (word ^ (PathBits{1} << (2 * length))) | (static_cast<PathBits>(action) << (2 * length)) |
         (PathBits{1} << (2 * length + 2));
}

constexpr uint32_t kNoPath = UINT32_MAX;

struct Path {
  PathBits word;
  uint32_t rear;  // number, among the allowed paths, of this path without its first action
  uint8_t blank;
  std::array<uint8_t, kMostCells> tile;
};

Arrangement Pack(const Path& path) {
  Arrangement packed = {0, 0};
  for (int cell = 0; cell < 12; ++cell)
    packed.first = packed.first << 5 | path.tile[static_cast<size_t>(cell)];
  for (int cell = 12; cell < kMostCells - 1; ++cell)  // the last cell follows from the others
    packed.second = packed.second << 5 | path.tile[static_cast<size_t>(cell)];
  return packed;
}

// A node of the trie of duplicates, one trie for each cell on which the blank begins.
struct Trie {
  uint8_t start;
  uint8_t blank;
  PathBits word;
  bool is_word;
};

}  // namespace

DuplicatePruning::DuplicatePruning(Geometry geometry, int length) {
  const int cells = geometry.cells();
  if (cells > kMostCells) length = 2;
  // The paths without duplicates, and the duplicates, by the cell where they begin. All cells are
  // done together, length by length, because a path with a duplicate in its rear is skipped.
  std::vector<std::vector<Path>> paths(static_cast<size_t>(cells));
  // For each path that is one action shorter than `paths`: by action, the number of the path that
  // is longer by it, among those of its length.
  std::vector<std::vector<std::array<uint32_t, kActions>>> grown(static_cast<size_t>(cells));
  std::vector<ArrangementSet> seen(static_cast<size_t>(cells));
  std::vector<Trie> nodes;
  std::vector<std::unordered_map<PathBits, State>> number(static_cast<size_t>(cells));
  const auto after = [&](int blank, int action) {
    return blank + geometry.BlankStep(static_cast<Action>(action));
  };
  for (int cell = 0; cell < cells; ++cell) {
    Path path = {kEmpty, kNoPath, static_cast<uint8_t>(cell), {}};
    if (cells <= kMostCells)
      for (int i = 0; i < cells; ++i)
        path.tile[static_cast<size_t>(i)] = static_cast<uint8_t>(i == cell ? 0 : i + 1);
    const size_t at = static_cast<size_t>(cell);
    paths[at] = {path};
    seen[at].Insert(Pack(path));
    number[at][kEmpty] = static_cast<State>(nodes.size());
    nodes.push_back({static_cast<uint8_t>(cell), static_cast<uint8_t>(cell), kEmpty, false});
  }
  for (int size = 0; size < length; ++size) {
    std::vector<std::pair<int, Path>> duplicates;
    std::vector<std::vector<Path>> longer(static_cast<size_t>(cells));
    std::vector<std::vector<std::array<uint32_t, kActions>>> growing(static_cast<size_t>(cells));
    for (int start = 0; start < cells; ++start) {
      const size_t at = static_cast<size_t>(start);
      for (const Path& path : paths[at]) {
        auto& grows = growing[at].emplace_back();
        grows.fill(kNoPath);
        for (int action = 0; action < kActions; ++action) {
          if ((geometry.Actions(path.blank) & ActionBit(static_cast<Action>(action))) == 0)
            continue;
          Path next = path;
          next.word = Append(path.word, size, action);
          next.rear = 0;
          if (size > 0) {
            const size_t second =
                static_cast<size_t>(after(start, static_cast<int>(path.word & 3)));
            next.rear = grown[second][path.rear][static_cast<size_t>(action)];
            if (next.rear == kNoPath) continue;
          }
          next.blank = static_cast<uint8_t>(after(path.blank, action));
          if (cells <= kMostCells) std::swap(next.tile[path.blank], next.tile[next.blank]);
          const bool is_new = cells <= kMostCells
                                  ? seen[at].Insert(Pack(next))
                                  : size == 0;  // the second action undoes the first
          if (is_new || (cells > kMostCells && next.blank != start)) {
            if (size + 1 == length) continue;  // nobody needs these
            grows[static_cast<size_t>(action)] = static_cast<uint32_t>(longer[at].size());
            longer[at].push_back(next);
          } else {
            duplicates.emplace_back(start, next);
          }
        }
      }
    }
    // Prefixes that are new become states, if there is room for all of them.
    std::vector<Trie> fresh;
    for (const auto& [start, path] : duplicates) {
      int blank = start;
      PathBits word = kEmpty;
      for (int i = 0; i <= size; ++i) {
        const int action = static_cast<int>(path.word >> (2 * i) & 3);
        word = Append(word, i, action);
        blank = after(blank, action);
        auto& numbers = number[static_cast<size_t>(start)];
        const State next = static_cast<State>(nodes.size() + fresh.size());
        if (nodes.size() + fresh.size() < kMostNodes && numbers.emplace(word, next).second)
          fresh.push_back(
              {static_cast<uint8_t>(start), static_cast<uint8_t>(blank), word, i == size});
      }
    }
    if (nodes.size() + fresh.size() >= kMostNodes) {
      for (const Trie& node : fresh) number[node.start].erase(node.word);
      break;
    }
    nodes.insert(nodes.end(), fresh.begin(), fresh.end());
    paths = std::move(longer);
    grown = std::move(growing);
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
      PathBits word = Append(node.word, node_length, action);
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
