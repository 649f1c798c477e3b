// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/study/classic/registry.h"

#include <string.h>

#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "tools/study/classic/heuristics.h"
#include "tools/study/classic/searches.h"
#include "tools/study/classic/table_heuristics.h"

namespace tilebase::classic {
namespace {

// The length of the paths that pruning tries. Longer ones prune little more.
constexpr int kPrunedPaths = 12;
// Forbids only undoing a move.
constexpr int kTakingBack = 2;
// 121,000 boards of 4x4 in 4 MB. A larger radius costs more than it saves in nodes.
constexpr int kPerimeterRadius = 16;

// Any heuristic as one type, for searches that remember boards. A* and greedy search pay a memory
// access or two for each board, so a virtual call costs nothing in comparison. They are compiled
// once for each size of board, not once for each heuristic. IDA* uses the heuristics themselves.
// AnyHeuristic is a Heuristic. Copies of an AnyHeuristic share the heuristic.
class AnyHeuristic {
 public:
  struct State {
    alignas(8) unsigned char bytes[112];
  };
  static constexpr bool kConsistent = false;  // makes no claim for the heuristic it holds

  template <Heuristic H>
  explicit AnyHeuristic(std::shared_ptr<const H> heuristic)
      : held_(std::make_shared<const Holder<H>>(std::move(heuristic))) {}

  State Start(const Board& board) const { return held_->Start(board); }
  State Next(const State& state, const Board& board, Slide slide) const {
    return held_->Next(state, board, slide);
  }
  int Value(const State& state) const { return held_->Value(state); }
  uint64_t memory_bytes() const { return held_->memory_bytes(); }

 private:
  struct Held {
    virtual ~Held() = default;
    virtual State Start(const Board& board) const = 0;
    virtual State Next(const State& state, const Board& board, Slide slide) const = 0;
    virtual int Value(const State& state) const = 0;
    virtual uint64_t memory_bytes() const = 0;
  };
  template <typename H>
  struct Holder final : Held {
    explicit Holder(std::shared_ptr<const H> heuristic) : inner(std::move(heuristic)) {}

    using Inner = typename H::State;
    static_assert(sizeof(Inner) <= sizeof(State) && std::is_trivially_copyable_v<Inner>);
    static_assert(alignof(Inner) <= alignof(State));
    static State Wrap(const Inner& from) {
      State state;
      memcpy(state.bytes, &from, sizeof from);
      return state;
    }
    static Inner Unwrap(const State& state) {
      Inner to;
      memcpy(&to, state.bytes, sizeof to);
      return to;
    }

    State Start(const Board& board) const override { return Wrap(inner->Start(board)); }
    State Next(const State& state, const Board& board, Slide slide) const override {
      return Wrap(inner->Next(Unwrap(state), board, slide));
    }
    int Value(const State& state) const override { return inner->Value(Unwrap(state)); }
    uint64_t memory_bytes() const override { return inner->memory_bytes(); }

    const std::shared_ptr<const H> inner;
  };

  std::shared_ptr<const Held> held_;
};

// Calls make(shared_ptr<const H>) with the heuristic of that name.
template <int kWords, typename Make>
ClassicSolver WithHeuristic(std::string_view name, Geometry geometry, const PatternTables* patterns,
                            Make make) {
  if (name == "pattern") return make(std::make_shared<const Pattern>(*patterns));
  if (name == "misplaced") return make(std::make_shared<const Misplaced>(geometry));
  if (name == "linear-conflict") return make(std::make_shared<const LinearConflict>(geometry));
  if (name == "last-move") return make(std::make_shared<const LastMoves<1>>(geometry));
  if (name == "last-moves") return make(std::make_shared<const LastMoves<2>>(geometry));
  if (name == "perimeter")
    return make(
        std::make_shared<const Perimeter<kWords, LinearConflict>>(geometry, kPerimeterRadius));
  return make(std::make_shared<const Manhattan>(geometry));
}

// Makes a search that remembers boards, packed in kWords words.
template <int kWords>
ClassicSolver Remembering(std::string_view search, const std::string& name, double ratio,
                          const AnyHeuristic& heuristic) {
  const uint64_t bytes = heuristic.memory_bytes();
  if (search == "greedy")
    return {name, false, bytes, [heuristic](const Board& board, const Limits& limits) {
              return Greedy<kWords>(heuristic, board, limits);
            }};
  if (search == "astar")
    return {name, true, bytes, [heuristic](const Board& board, const Limits& limits) {
              return AStar<kWords>(heuristic, Paths::kShortest, 1, board, limits);
            }};
  return {absl::StrCat(name, " ratio ", ratio), false, bytes,
          [heuristic, ratio](const Board& board, const Limits& limits) {
            return AStar<kWords>(heuristic, Paths::kFirst, ratio, board, limits);
          }};
}

template <typename H>
ClassicSolver Deepening(std::string_view search, const std::string& name, Geometry geometry,
                        std::shared_ptr<const H> heuristic) {
  const auto pruning = std::make_shared<const DuplicatePruning>(
      geometry, search == "ida-fsm" ? kPrunedPaths : kTakingBack);
  return {name, true, heuristic->memory_bytes() + pruning->memory_bytes(),
          [heuristic, pruning](const Board& board, const Limits& limits) {
            return IdaStar(*heuristic, *pruning, limits).Solve(board);
          }};
}

template <int kWords>
ClassicSolver Make(std::string_view search, std::string_view heuristic, Geometry geometry,
                   double ratio, const PatternTables* patterns) {
  if (search == "bfs") return {"bfs", true, 0, BreadthFirst<kWords>};
  if (search == "bidirectional") return {"bidirectional", true, 0, Bidirectional<kWords>};
  // "astar:manhattan"; "astar:pattern:7-8" names the partition.
  const std::string name =
      absl::StrCat(std::string(search), ":",
                   patterns != nullptr ? patterns->partition() : std::string(heuristic));
  return WithHeuristic<kWords>(heuristic, geometry, patterns, [&](auto shared) {
    if (search == "ida" || search == "ida-fsm")
      return Deepening(search, name, geometry, std::move(shared));
    return Remembering<kWords>(search, name, ratio, AnyHeuristic(std::move(shared)));
  });
}

std::string Names(const std::vector<NamedPart>& parts) {
  std::string names;
  for (const NamedPart& part : parts) absl::StrAppend(&names, names.empty() ? "" : ", ", part.name);
  return names;
}

const NamedPart* Find(const std::vector<NamedPart>& parts, std::string_view name) {
  const auto part = std::find_if(parts.begin(), parts.end(), [&](const NamedPart& candidate) {
    return candidate.name == name;
  });
  return part == parts.end() ? nullptr : &*part;
}

}  // namespace

const std::vector<NamedPart>& Searches() {
  static const auto* const parts = new std::vector<NamedPart>{
      {"bfs", "breadth-first search", false},
      {"bidirectional", "breadth-first search from both ends", false},
      {"greedy", "best child, never back; may end in a dead end", true},
      {"astar", "A*", true},
      {"wastar", "weighted A* (--ratio); no board expanded twice", true},
      {"ida", "IDA*, never taking back a move", true},
      {"ida-fsm", "IDA* with a finite-state machine that prunes duplicate paths", true},
  };
  return *parts;
}

const std::vector<NamedPart>& Heuristics() {
  static const auto* const parts = new std::vector<NamedPart>{
      {"misplaced", "tiles not at home", true},
      {"manhattan", "sum of the tiles' distances from home", true},
      {"linear-conflict", "manhattan, and 2 for each tile that must leave its line", true},
      {"last-move", "linear-conflict and the last move", true},
      {"last-moves", "linear-conflict and the last two moves", true},
      {"perimeter", "linear-conflict, exact within 16 moves from the goal", true},
      {"pattern", "additive pattern databases, those of each FILE that has some", true},
  };
  return *parts;
}

absl::StatusOr<ClassicSolver> MakeClassicSolver(std::string_view name, Geometry geometry,
                                                double ratio, const PatternTables* patterns) {
  const size_t colon = name.find(':');
  const std::string_view search = name.substr(0, colon);
  const NamedPart* const known = Find(Searches(), search);
  if (known == nullptr)
    return absl::InvalidArgumentError(absl::StrCat(
        "'", std::string(name), "': no such solver; searches are ", Names(Searches())));
  if (!known->informed && colon != name.npos)
    return absl::InvalidArgumentError(
        absl::StrCat("'", std::string(name), "': ", known->name, " takes no heuristic"));
  const std::string_view heuristic =
      colon == name.npos ? std::string_view("manhattan") : name.substr(colon + 1);
  if (Find(Heuristics(), heuristic) == nullptr)
    return absl::InvalidArgumentError(absl::StrCat(
        "'", std::string(name), "': no such heuristic; they are ", Names(Heuristics())));
  if (heuristic != "pattern") patterns = nullptr;
  if (heuristic == "pattern" && patterns == nullptr)
    return absl::InvalidArgumentError(
        absl::StrCat("'", std::string(name),
                     "': no pattern tables; give a FILE that has some, as 'tilebase build -o FILE "
                     "--plan pattern:6-6-3' makes one"));
  if (patterns != nullptr && patterns->patterns() > Pattern::kMostPatterns)
    return absl::InvalidArgumentError(
        absl::StrCat("'", std::string(name), "': ", patterns->patterns(), " patterns; at most ",
                     Pattern::kMostPatterns, " can be searched with"));
  if (geometry.cells() <= PackedBoard<1>::kMostCells)
    return Make<1>(search, heuristic, geometry, ratio, patterns);
  if (geometry.cells() <= PackedBoard<2>::kMostCells)
    return Make<2>(search, heuristic, geometry, ratio, patterns);
  return Make<7>(search, heuristic, geometry, ratio, patterns);
}

}  // namespace tilebase::classic
