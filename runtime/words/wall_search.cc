// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/words/wall_search.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "tables/system/clock.h"

namespace tilebase {
namespace {

constexpr size_t kNarrowest = 4;    // boards of a layer, in the first round
constexpr size_t kWidest = 16'384;  // in the last one: some GB of boards
constexpr size_t kWider = 4;        // times as many in the next
constexpr uint32_t kFinish = 8;     // layers between boards that the stages finish

}  // namespace

// One question.
class WallSearch::Run {
 public:
  Run(const WallSearch& search, const WarehouseEffort& effort)
      : search_(search), set_(*search.set_), effort_(effort), start_(Clock::now()) {}

  absl::StatusOr<WordAnswer> Solve(const Word& word) {
    absl::StatusOr<WordAnswer> found = set_.Solve(word);
    if (!found.ok() || set_.problem().metric != WordMetric::kStm) return found;
    best_ = *std::move(found);
    bound_ = search_.Distance(word);
    for (size_t width = kNarrowest; width <= kWidest && !IsOver(); width *= kWider) {
      bool is_complete = true;
      if (absl::Status status = Round(word, width, &is_complete); !status.ok()) return status;
      if (is_complete && !IsOver()) best_.shortest = true;
    }
    if (best_.value == bound_) best_.shortest = true;
    if (effort_.looked_at != nullptr) *effort_.looked_at += boards_;
    return std::move(best_);
  }

 private:
  struct Node {
    Word word;
    uint32_t distance = 0;
    size_t parent = 0;  // in the layer before
    WordMove move;      // from there
  };

  bool IsOver() const {
    return best_.shortest || best_.value == bound_ || boards_ >= effort_.boards ||
           (effort_.cancel != nullptr && *effort_.cancel) ||
           (effort_.microseconds != 0 &&
            SecondsSince(start_) * 1e6 >= static_cast<double>(effort_.microseconds));
  }

  // *is_complete: whether the beam was wide enough to keep all boards of every layer.
  absl::Status Round(const Word& word, size_t width, bool* is_complete) {
    std::vector<std::vector<Node>> layers(1);
    layers[0].push_back({word, bound_, 0, {}});
    std::unordered_set<std::string> seen = {{word.begin(), word.end()}};
    for (uint32_t cost = 1; !layers.back().empty() && !IsOver(); ++cost) {
      std::vector<Node> next;
      for (size_t i = 0; i < layers.back().size(); ++i)
        Expand(layers.back()[i], i, cost, &seen, &next);
      std::stable_sort(next.begin(), next.end(),
                       [](const Node& a, const Node& b) { return a.distance < b.distance; });
      if (next.size() > width) {
        next.resize(width);
        *is_complete = false;
      }
      layers.push_back(std::move(next));
      if (layers.back().empty()) break;
      const Node& nearest = layers.back()[0];
      if (nearest.distance != 0 && cost % kFinish != 0) continue;
      absl::StatusOr<WordAnswer> rest = set_.Solve(nearest.word);
      if (!rest.ok()) return rest.status();
      boards_ += rest->cost();
      if (cost + rest->cost() < best_.value) Take(layers, *rest);
    }
    return absl::OkStatus();
  }

  // Appends the neighbours from which a shorter solution may lead home.
  void Expand(const Node& node, size_t number, uint32_t cost, std::unordered_set<std::string>* seen,
              std::vector<Node>* next) {
    const auto blank =
        static_cast<uint16_t>(std::find(node.word.begin(), node.word.end(), 0) - node.word.begin());
    set_.moves().ForEach(&blank, [&](const WordMove& move) {
      ++boards_;
      Node child{node.word, node.distance, number, move};
      set_.moves().Play(move, child.word.data());
      const uint8_t tile = child.word[blank];
      child.distance += search_.distance_[blank][tile];
      child.distance -= search_.distance_[move.run[0].to][tile];
      if (cost + child.distance >= best_.value) return;
      if (seen->emplace(child.word.begin(), child.word.end()).second)
        next->push_back(std::move(child));
    });
  }

  // The way to the nearest board of the last layer, and the rest from there.
  void Take(const std::vector<std::vector<Node>>& layers, const WordAnswer& rest) {
    best_.moves.clear();
    size_t number = 0;
    for (size_t layer = layers.size() - 1; layer > 0; --layer) {
      best_.moves.push_back(layers[layer][number].move);
      number = layers[layer][number].parent;
    }
    std::reverse(best_.moves.begin(), best_.moves.end());
    best_.moves.insert(best_.moves.end(), rest.moves.begin(), rest.moves.end());
    best_.value = best_.cost();
  }

  const WallSearch& search_;
  const WordSet& set_;
  const WarehouseEffort& effort_;
  const Clock::time_point start_;
  WordAnswer best_;
  uint32_t bound_ = 0;
  uint64_t boards_ = 0;
};

WallSearch::WallSearch(const WordSet* set) : set_(set) {
  const Word& home = set->problem().goals[0].cell;
  distance_.assign(home.size(), std::vector<uint16_t>(home.size()));
  for (size_t to = 0; to < home.size(); ++to) {
    if (home[to] == 0) continue;
    std::vector<int> reached = {static_cast<int>(to)};
    std::vector<bool> seen(home.size());
    seen[to] = true;
    for (size_t i = 0; i < reached.size(); ++i)
      for (int direction = 0; direction < 4; ++direction) {
        const int next = set->moves().Next(reached[i], direction);
        if (next < 0 || seen[static_cast<size_t>(next)]) continue;
        seen[static_cast<size_t>(next)] = true;
        distance_[static_cast<size_t>(next)][home[to]] =
            static_cast<uint16_t>(distance_[static_cast<size_t>(reached[i])][home[to]] + 1);
        reached.push_back(next);
      }
  }
}

uint32_t WallSearch::Distance(const Word& word) const {
  uint32_t sum = 0;
  for (size_t cell = 0; cell < word.size(); ++cell) sum += distance_[cell][word[cell]];
  return sum;
}

absl::StatusOr<WordAnswer> WallSearch::Solve(const Word& word,
                                             const WarehouseEffort& effort) const {
  return Run(*this, effort).Solve(word);
}

}  // namespace tilebase
