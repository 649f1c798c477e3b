// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/retrograde/moves.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tables/plan.h"

namespace tilebase::retrograde {

uint64_t MovesBytes(const Subproblem& subproblem, const Layout& layout) {
  const auto slices = Moves::MovesOfSlices(subproblem, Ranking(subproblem));
  const uint64_t turns = Moves::TurnsInRuns(layout, true, slices).size() +
                         Moves::TurnsInRuns(layout, false, slices).size();
  uint64_t bytes = turns * layout.run_length * sizeof(OuterMove) +
                   2 * OwnRuns(layout) * sizeof(Moves::RunMove) +
                   static_cast<uint64_t>(layout.slices) * sizeof(Moves::SliceMoves);
  const uint64_t inner = static_cast<uint64_t>(layout.inner_count);
  const uint64_t inner_turns = std::min(layout.run_length * turns, inner * inner);
  bytes += inner_turns * inner * 3 + 4 * (inner + 1) * (inner + 1);
  if (layout.kind == Kind::kPacked) {
    const uint64_t left = static_cast<uint64_t>(layout.positions - layout.tracked + layout.tail);
    const uint64_t permutations = std::min(turns * inner * layout.run_length, left * left);
    bytes += (permutations + 1) * (64 + static_cast<uint64_t>(layout.row_bytes) * 2048);
  }
  return bytes;
}

// Returns the new digit: the tile that moves jumps over the turn's digits, and the others move by
// one.
int Moves::Image(bool up, Turn turn, int digit) {
  const int last = turn.first + turn.length - 1;
  if (digit < turn.first || digit > last) return digit;
  if (up) return digit == last ? turn.first : digit + 1;
  return digit == turn.first ? last : digit - 1;
}

// Returns the rest of the turn for the next tile, whose positions do not include `digit`.
Moves::Turn Moves::After(bool up, Turn turn, int digit) {
  if (turn.length == 0) return {};
  const int last = turn.first + turn.length - 1;
  if (digit < turn.first) return {turn.first - 1, turn.length};
  if (digit > last) return turn;
  if (digit == (up ? last : turn.first) || turn.length == 2) return {};
  return {turn.first, turn.length - 1};
}

std::pair<uint64_t, Moves::Turn> Moves::RunImage(const Layout& layout, bool up, Turn turn,
                                                 uint64_t run) {
  uint64_t below = layout.all_runs;
  uint64_t image = 0;
  for (int tile = 0; tile < layout.run_tiles; ++tile) {
    below /= static_cast<uint64_t>(layout.positions - tile);
    const int digit = static_cast<int>(run / below);
    run %= below;
    image += static_cast<uint64_t>(Image(up, turn, digit)) * below;
    turn = After(up, turn, digit);
  }
  return {image, turn};
}

std::vector<Moves::SliceMoves> Moves::MovesOfSlices(const Subproblem& subproblem,
                                                    const Ranking& ranking) {
  const CellMask free = subproblem.free_cells();
  std::vector<SliceMoves> slices(static_cast<size_t>(subproblem.free_count()));
  for (int slice = 0; slice < subproblem.free_count(); ++slice) {
    SliceMoves& moves = slices[static_cast<size_t>(slice)];
    const int cell = ranking.FreeCell(slice);
    const ActionMask actions = subproblem.geometry.Actions(cell);
    const auto goes = [&](Action action) {
      return (actions & ActionBit(action)) != 0 &&
             (free & CellBit(cell + subproblem.geometry.BlankStep(action))) != 0;
    };
    if (goes(Action::kLeft)) moves.left = slice + 1;
    if (goes(Action::kRight)) moves.right = slice - 1;
    for (const bool up : {false, true}) {
      const Action action = up ? Action::kUp : Action::kDown;
      if (!goes(action)) continue;
      const int there = ranking.FreeIndex(cell + subproblem.geometry.BlankStep(action));
      const int first = std::min(slice, there), length = std::max(slice, there) - first;
      moves.vertical[up] = {there, length < 2 ? Turn{} : Turn{first, length}};
    }
  }
  return slices;
}

std::vector<Moves::Turn> Moves::TurnsInRuns(const Layout& layout, bool up,
                                            const std::vector<SliceMoves>& slices) {
  std::set<Turn> turns;
  for (const SliceMoves& moves : slices)
    if (moves.vertical[up].slice >= 0) turns.insert(moves.vertical[up].turn);
  for (int tile = 0; tile < layout.run_tiles; ++tile) {
    std::set<Turn> left;
    for (const Turn& turn : turns)
      for (int digit = 0; digit < layout.positions - tile; ++digit)
        left.insert(After(up, turn, digit));
    turns.swap(left);
  }
  return {turns.begin(), turns.end()};
}

uint16_t Moves::Permutation(const Layout& layout, bool up, Turn turn) {
  if (turn.length < 2) return 0;
  int& known = permutation_[up][static_cast<size_t>(turn.first * kMaxCells + turn.length)];
  if (known >= 0) return static_cast<uint16_t>(known);
  known = static_cast<int>(control_.size() / 64);

  // Compute the image of every entry of a row, digit by digit.
  struct Entry {
    Turn turn;
    int image;
  };
  std::vector<Entry> entries = {{turn, 0}};
  int values = layout.positions - layout.tracked + layout.tail;
  for (int tile = 0; tile < layout.tail; ++tile, --values) {
    std::vector<Entry> longer;
    for (const Entry& entry : entries)
      for (int digit = 0; digit < values; ++digit)
        longer.push_back(
            {After(up, entry.turn, digit), entry.image * values + Image(up, entry.turn, digit)});
    entries = std::move(longer);
  }
  const size_t control = control_.size();
  control_.resize(control + 64);
  for (size_t i = 0; i < 64; ++i)
    control_[control + i] = static_cast<uint8_t>(i < entries.size() ? entries[i].image : 63);
  return static_cast<uint16_t>(known);
}

uint32_t Moves::InnerTurn(const Layout& layout, bool up, Turn turn) {
  InnerTable& table = inner_[up];
  // If all tracked tiles are in the tail, there is no inner digit, and the turn applies to the
  // tail.
  const bool has_inner = layout.tracked > layout.tail;
  int& known = table.index[static_cast<size_t>(turn.first * (layout.positions + 1) + turn.length)];
  if (known >= 0) return static_cast<uint32_t>(known);
  known = static_cast<int>(table.digit.size()) / layout.inner_count;
  for (int digit = 0; digit < layout.inner_count; ++digit) {
    table.digit.push_back(static_cast<uint8_t>(has_inner ? Image(up, turn, digit) : 0));
    if (layout.kind == Kind::kPacked)
      table.permutation.push_back(
          Permutation(layout, up, has_inner ? After(up, turn, digit) : turn));
  }
  return static_cast<uint32_t>(known);
}

void Moves::FillOuter(const Layout& layout, bool up, Turn turn, int tile, uint64_t image,
                      OuterMove*& out) {
  if (tile >= layout.tracked - layout.tail - 1) {
    *out++ = {static_cast<uint32_t>(image), InnerTurn(layout, up, turn)};
    return;
  }
  const int values = layout.positions - tile;
  for (int digit = 0; digit < values; ++digit)
    FillOuter(layout, up, After(up, turn, digit), tile + 1,
              image * static_cast<uint64_t>(values) + static_cast<uint64_t>(Image(up, turn, digit)),
              out);
}

std::vector<std::vector<uint32_t>> FindGhosts(const Subproblem& subproblem, Layout* layout) {
  std::vector<std::vector<uint32_t>> ghosts(static_cast<size_t>(layout->slices));
  if (layout->own_runs < layout->all_runs)
    for (const Moves::SliceMoves& moves : Moves::MovesOfSlices(subproblem, Ranking(subproblem)))
      for (const bool up : {false, true}) {
        const Moves::Vertical& move = moves.vertical[up];
        if (move.slice < 0) continue;
        for (uint64_t place = 0; place < layout->own_runs; ++place) {
          const uint64_t to = Moves::RunImage(*layout, up, move.turn, RunOf(*layout, place)).first;
          if (!OwnPlace(*layout, to).has_value())
            ghosts[static_cast<size_t>(move.slice)].push_back(static_cast<uint32_t>(to));
        }
      }
  for (int slice = 0; slice < layout->slices; ++slice) {
    std::vector<uint32_t>& of_slice = ghosts[static_cast<size_t>(slice)];
    std::sort(of_slice.begin(), of_slice.end());
    of_slice.erase(std::unique(of_slice.begin(), of_slice.end()), of_slice.end());
    layout->first_place[slice + 1] =
        layout->first_place[slice] + layout->own_runs + of_slice.size();
  }
  return ghosts;
}

std::optional<uint64_t> Moves::PlaceOf(const Layout& layout, int slice, uint64_t run) const {
  const std::optional<uint64_t> own = OwnPlace(layout, run);
  if (own.has_value()) return own;
  const std::vector<uint32_t>& slice_ghosts = ghosts(slice);
  const auto ghost = std::lower_bound(slice_ghosts.begin(), slice_ghosts.end(), run);
  if (ghost == slice_ghosts.end() || *ghost != run) return std::nullopt;
  return layout.own_runs + static_cast<uint64_t>(ghost - slice_ghosts.begin());
}

int Moves::FindSteps(const Layout& layout, RunPlace from, int most, RunArgs* args,
                     RunPlace* to) const {
  int found = 0;
  for (const bool left : {true, false}) {
    Steps& steps = left ? args->left : args->right;
    steps.count = 0;
    for (int slice = from.slice; steps.count < most; ++steps.count) {
      const SliceMoves& moves = slices_[static_cast<size_t>(slice)];
      slice = left ? moves.left : moves.right;
      if (slice < 0) break;
      to[found++] = {slice, from.place};
    }
  }
  for (const bool up : {true, false}) {
    Steps& steps = up ? args->up : args->down;
    steps.count = 0;
    for (RunPlace at = from; steps.count < most;) {
      const Vertical& vertical = slices_[static_cast<size_t>(at.slice)].vertical[up];
      if (vertical.slice < 0) break;
      const RunMove& move = MoveOf(layout, at, up);
      Step& step = steps.step[steps.count++];
      step.first = std::min(at.slice, vertical.slice);
      step.length = std::max(at.slice, vertical.slice) - step.first;
      step.outer = reinterpret_cast<const OuterMove*>(outer_.data()) +
                   uint64_t{move.table} * layout.run_length;
      step.inner_digit = inner_[up].digit.data();
      step.inner_permutation = inner_[up].permutation.data();
      at = {vertical.slice, move.place};
      to[found++] = at;
    }
  }
  return found;
}

absl::Status Moves::Build(const Subproblem& subproblem, const Ranking& ranking, bool control,
                          Layout& layout) {
  slices_ = MovesOfSlices(subproblem, ranking);
  ghosts_ = FindGhosts(subproblem, &layout);
  const size_t turns = static_cast<size_t>((layout.positions + 1) * (layout.positions + 1));
  for (int up = 0; up < 2; ++up) {
    inner_[up].index.assign(turns, -1);
    permutation_[up].assign(layout.kind == Kind::kPacked ? size_t{kMaxCells} * kMaxCells : 0, -1);
  }
  control_.assign(64, 0);  // permutation 0, the identity, needs no table

  std::vector<Turn> left[2];
  for (const bool up : {false, true}) left[up] = TurnsInRuns(layout, up, slices_);
  if (!outer_.Allocate((left[0].size() + left[1].size()) * layout.run_length * sizeof(OuterMove)))
    return absl::ResourceExhaustedError(
        absl::StrCat("the search of ", ToString(subproblem), " has no memory for its moves"));
  OuterMove* next = reinterpret_cast<OuterMove*>(outer_.data());
  run_moves_.resize(2 * OwnRuns(layout));
  for (const bool up : {false, true}) {
    const size_t first_table = up ? left[0].size() : 0;
    for (const Turn& turn : left[up]) FillOuter(layout, up, turn, layout.run_tiles, 0, next);
    for (int slice = 0; slice < layout.slices; ++slice) {
      const Vertical& vertical = slices_[static_cast<size_t>(slice)].vertical[up];
      for (uint64_t place = 0; vertical.slice >= 0 && place < layout.own_runs; ++place) {
        const auto [to, turn] = RunImage(layout, up, vertical.turn, RunOf(layout, place));
        const auto table = std::lower_bound(left[up].begin(), left[up].end(), turn);
        run_moves_[(static_cast<size_t>(slice) * layout.own_runs + place) * 2 + up] = {
            static_cast<uint32_t>(*PlaceOf(layout, vertical.slice, to)),
            static_cast<uint32_t>(first_table + static_cast<size_t>(table - left[up].begin()))};
      }
    }
  }
  layout.control = control_.data();
  if (layout.kind == Kind::kPacked && !control) {
    const size_t permutations = control_.size() / 64;
    const size_t bytes = static_cast<size_t>(layout.row_bytes);
    table_.assign(permutations * bytes * 256, 0);
    for (size_t p = 1; p < permutations; ++p)
      for (int to = 0; to < layout.row_entries; ++to) {
        const size_t from = control_[64 * p + static_cast<size_t>(to)];
        table_[(p * bytes + from / 8) * 256 + (size_t{1} << (from % 8))] = CellBit(to);
      }
    for (size_t t = 0; t < table_.size(); t += 256)
      for (size_t byte = 1; byte < 256; ++byte)
        table_[t + byte] = table_[t + (byte & (byte - 1))] | table_[t + (byte & (~byte + 1))];
    layout.table = table_.data();
  }
  return absl::OkStatus();
}

}  // namespace tilebase::retrograde
