// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/retrograde/layout.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tables/plan.h"

namespace tilebase::retrograde {
namespace {

// Vertical neighbours among the free cells.
int VerticalPairs(const Subproblem& subproblem) {
  const CellMask free = subproblem.free_cells();
  return Count(free & (free >> subproblem.geometry.width));
}

// Calls what(slice, up, slice it leads to, first, length) for each vertical move.
template <typename What>
void EachVertical(const Subproblem& subproblem, const Ranking& ranking, const What& what) {
  const CellMask free = subproblem.free_cells();
  const int width = subproblem.geometry.width;
  for (int slice = 0; slice < subproblem.free_count(); ++slice) {
    const int cell = ranking.FreeCell(slice);
    const ActionMask actions = subproblem.geometry.Actions(cell);
    for (const bool up : {true, false}) {
      const int to = up ? cell + width : cell - width;
      if ((actions & ActionBit(up ? Action::kUp : Action::kDown)) == 0) continue;
      if ((free & CellBit(to)) == 0) continue;
      const int there = ranking.FreeIndex(to);
      what(slice, up, there, std::min(slice, there),
           std::max(slice, there) - std::min(slice, there));
    }
  }
}

int RowBytes(int entries) { return (entries + 7) / 8; }

uint64_t TotalGroups(const Layout& layout) { return layout.first_group[layout.slices]; }

uint64_t TotalRows(const Layout& layout) {
  return TotalGroups(layout) * static_cast<uint64_t>(layout.inner_count);
}

// The outer numbers below a digit of tile number `tile`, of all tiles before the inner digit.
uint64_t OuterBelow(const Layout& layout, int tile) {
  const int left = layout.tracked - layout.tail - 2 - tile;
  return left <= 0 ? 1 : Placements(layout.positions - tile - 1, left);
}

}  // namespace

// Packed where a word can hold the positions of two tiles or more, or where there are no two
// tracked tiles. Dense rows are a third to two thirds full then, packed ones would need words of
// more than 64 bits.
Layout PlanLayout(const Subproblem& subproblem, int part, int parts) {
  Layout layout;
  layout.slices = subproblem.free_count();
  layout.positions = subproblem.free_count() - 1;
  layout.tracked = Count(subproblem.tracked());
  const int untracked = layout.positions - layout.tracked;

  int entries = 1;
  for (int left = untracked + 1; layout.tail < layout.tracked && entries * left <= 64; ++left) {
    entries *= left;
    ++layout.tail;
  }
  if (layout.tail >= std::min(layout.tracked, 2)) {
    layout.kind = Kind::kPacked;
    layout.row_entries = entries;
    layout.row_words = 1;
    layout.row_bytes = RowBytes(entries);
  } else {
    layout.kind = Kind::kDense;
    layout.tail = 2;
    layout.row_entries = (untracked + 2) * (untracked + 1);
    layout.lane_bits = layout.positions <= 16 ? 16 : layout.positions <= 32 ? 32 : 64;
    const int lanes_in_vector = 256 / layout.lane_bits;
    layout.row_words = (layout.positions + lanes_in_vector - 1) / lanes_in_vector * 4;
  }
  const int prefix = layout.tracked - layout.tail;
  layout.inner_count = prefix > 0 ? layout.positions - (prefix - 1) : 1;
  layout.all_outer = prefix > 0 ? Placements(layout.positions, prefix - 1) : 1;
  const auto begin_of = [&](int number) {
    return layout.all_outer / static_cast<uint64_t>(parts) * static_cast<uint64_t>(number) +
           std::min(layout.all_outer % static_cast<uint64_t>(parts), static_cast<uint64_t>(number));
  };
  layout.outer_begin = begin_of(part);
  layout.outer_count = begin_of(part + 1) - layout.outer_begin;
  for (int slice = 0; slice <= layout.slices; ++slice)
    layout.first_group[slice] = static_cast<uint64_t>(slice) * layout.outer_count;
  return layout;
}

bool IsAddressable(const Subproblem& subproblem, const Layout& layout) {
  // All byte counts are less than four times the entries, or small.
  return EntryCount(subproblem) < uint64_t{1} << 60 && layout.all_outer <= UINT32_MAX;
}

uint64_t PlaneBytes(const Layout& layout) {
  return TotalRows(layout) * static_cast<uint64_t>(layout.row_words) * 8 + 2 * kPlaneMargin;
}

uint64_t MissingBytes(const Layout& layout) {
  return layout.kind == Kind::kDense ? TotalRows(layout) * sizeof(uint16_t) : 0;
}

uint64_t FreshBytes(const Layout& layout) { return TotalGroups(layout); }

uint64_t MovesBytes(const Subproblem& subproblem, const Layout& layout) {
  const uint64_t moves = 2 * static_cast<uint64_t>(VerticalPairs(subproblem));
  uint64_t bytes = moves * layout.outer_count * sizeof(OuterMove) +
                   static_cast<uint64_t>(layout.slices) * sizeof(SliceMoves);
  const uint64_t inner = static_cast<uint64_t>(layout.inner_count);
  const uint64_t runs = std::min(layout.outer_count * moves, inner * inner);
  bytes += runs * inner * 3 + 4 * (inner + 1) * (inner + 1);
  if (layout.kind == Kind::kPacked) {
    const uint64_t left = static_cast<uint64_t>(layout.positions - layout.tracked + layout.tail);
    const uint64_t permutations = std::min(moves * inner * layout.outer_count, left * left);
    bytes += (permutations + 1) * (64 + static_cast<uint64_t>(layout.row_bytes) * 2048);
  }
  return bytes;
}

BitAddress AddressOf(const Layout& layout, uint64_t rank) {
  const uint64_t entries = static_cast<uint64_t>(layout.row_entries);
  BitAddress address;
  address.row = rank / entries;
  const int in_row = static_cast<int>(rank % entries);
  if (layout.kind == Kind::kPacked) {
    address.word = 0;
    address.bit = in_row;
    return address;
  }
  // The digits of the tiles before, last one first, then the positions they leave.
  const int prefix = layout.tracked - layout.tail;
  uint64_t rest = address.row;
  int digit[kMaxCells];
  for (int j = prefix - 1; j >= 0; --j) {
    const uint64_t values = static_cast<uint64_t>(layout.positions - j);
    digit[j] = static_cast<int>(rest % values);
    rest /= values;
  }
  const int second = layout.positions - prefix - 1;  // values of the last digit
  digit[prefix] = in_row / second;
  digit[prefix + 1] = in_row % second;
  CellMask available = LowMask(layout.positions);
  int position = 0, lane = 0;
  for (int j = 0; j < layout.tracked; ++j) {
    CellMask left = available;
    for (int d = 0; d < digit[j]; ++d) left &= left - 1;
    position = Lowest(left);
    if (j == prefix) lane = position;
    available &= ~CellBit(position);
  }
  const int bit = lane * layout.lane_bits + position;
  address.word = bit / 64;
  address.bit = bit % 64;
  return address;
}

uint64_t SliceRows(const Layout& layout) {
  return layout.all_outer * static_cast<uint64_t>(layout.inner_count);
}

uint64_t PlaneRow(const Layout& layout, uint64_t row) {
  const uint64_t slice = row / SliceRows(layout);
  return row % SliceRows(layout) + (layout.first_group[slice] - layout.outer_begin) *
                                       static_cast<uint64_t>(layout.inner_count);
}

// Where a digit goes: the tile that moves jumps over the run, the others step by one.
int Moves::Image(bool up, Run run, int digit) {
  const int last = run.first + run.length - 1;
  if (digit < run.first || digit > last) return digit;
  if (up) return digit == last ? run.first : digit + 1;
  return digit == run.first ? last : digit - 1;
}

// What is left of the run for the next tile, which does not count position `digit`.
Moves::Run Moves::After(bool up, Run run, int digit) {
  const int last = run.first + run.length - 1;
  if (digit < run.first) return {run.first - 1, run.length};
  if (digit > last) return run;
  if (digit == (up ? last : run.first) || run.length == 2) return {};
  return {run.first, run.length - 1};
}

uint16_t Moves::Permutation(const Layout& layout, bool up, Run run) {
  if (run.length < 2) return 0;
  int& known = permutation_[up][static_cast<size_t>(run.first * kMaxCells + run.length)];
  if (known >= 0) return static_cast<uint16_t>(known);
  known = static_cast<int>(control_.size() / 64);

  // The image of every entry of a row, digit by digit.
  struct Entry {
    Run run;
    int image;
  };
  std::vector<Entry> entries = {{run, 0}};
  int values = layout.positions - layout.tracked + layout.tail;
  for (int tile = 0; tile < layout.tail; ++tile, --values) {
    std::vector<Entry> longer;
    for (const Entry& entry : entries)
      for (int digit = 0; digit < values; ++digit)
        longer.push_back(
            {After(up, entry.run, digit), entry.image * values + Image(up, entry.run, digit)});
    entries = std::move(longer);
  }
  const size_t control = control_.size();
  control_.resize(control + 64);
  for (size_t i = 0; i < 64; ++i)
    control_[control + i] = static_cast<uint8_t>(i < entries.size() ? entries[i].image : 63);
  return static_cast<uint16_t>(known);
}

uint32_t Moves::InnerRun(const Layout& layout, bool up, Run run) {
  InnerTable& table = inner_[up];
  // Where all tracked tiles are in the tail there is no inner digit, and the run is the tail's.
  const bool has_inner = layout.tracked > layout.tail;
  int& known = table.index[static_cast<size_t>(run.first * (layout.positions + 1) + run.length)];
  if (known >= 0) return static_cast<uint32_t>(known);
  known = static_cast<int>(table.digit.size()) / layout.inner_count;
  for (int digit = 0; digit < layout.inner_count; ++digit) {
    table.digit.push_back(static_cast<uint8_t>(has_inner ? Image(up, run, digit) : 0));
    if (layout.kind == Kind::kPacked)
      table.permutation.push_back(Permutation(layout, up, has_inner ? After(up, run, digit) : run));
  }
  return static_cast<uint32_t>(known);
}

void Moves::FillOuter(const Layout& layout, bool up, Run run, int tile, uint64_t first,
                      uint64_t image, OuterMove*& out) {
  if (tile >= layout.tracked - layout.tail - 1) {
    if (first - layout.outer_begin >= layout.outer_count) return;
    *out++ = {static_cast<uint32_t>(image), InnerRun(layout, up, run)};
    return;
  }
  const int values = layout.positions - tile;
  const uint64_t below = OuterBelow(layout, tile);
  for (int digit = 0; digit < values; ++digit, first += below) {
    if (first + below <= layout.outer_begin) continue;
    if (first >= layout.outer_begin + layout.outer_count) return;
    FillOuter(layout, up, After(up, run, digit), tile + 1, first,
              image * static_cast<uint64_t>(values) + static_cast<uint64_t>(Image(up, run, digit)),
              out);
  }
}

std::optional<uint64_t> Moves::PlaceOf(const Layout& layout, int slice, uint64_t outer) const {
  if (outer - layout.outer_begin < layout.outer_count) return outer - layout.outer_begin;
  const std::vector<uint32_t>& slice_ghosts = ghosts(slice);
  const auto ghost = std::lower_bound(slice_ghosts.begin(), slice_ghosts.end(), outer);
  if (ghost == slice_ghosts.end() || *ghost != outer) return std::nullopt;
  return layout.outer_count + static_cast<uint64_t>(ghost - slice_ghosts.begin());
}

void Moves::PlaceGhosts(Layout& layout) {
  const auto each_move = [&](auto&& what) {
    for (const SliceMoves& moves : slices_)
      for (const VerticalMove* move : {&moves.up, &moves.down})
        if (move->exists) what(move->slice, const_cast<OuterMove*>(move->outer));
  };
  ghosts_.assign(static_cast<size_t>(layout.slices), {});
  if (layout.outer_count == layout.all_outer) return;
  each_move([&](int slice, const OuterMove* moves) {
    for (uint64_t i = 0; i < layout.outer_count; ++i)
      if (moves[i].outer - layout.outer_begin >= layout.outer_count)
        ghosts_[static_cast<size_t>(slice)].push_back(moves[i].outer);
  });
  for (int slice = 0; slice < layout.slices; ++slice) {
    std::vector<uint32_t>& ghosts = ghosts_[static_cast<size_t>(slice)];
    std::sort(ghosts.begin(), ghosts.end());
    ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());
    ghosts.shrink_to_fit();
    layout.first_group[slice + 1] = layout.first_group[slice] + layout.outer_count + ghosts.size();
  }
  each_move([&](int slice, OuterMove* moves) {
    for (uint64_t i = 0; i < layout.outer_count; ++i)
      moves[i].outer = static_cast<uint32_t>(*PlaceOf(layout, slice, moves[i].outer));
  });
}

uint64_t Moves::OuterImage(const Layout& layout, bool up, int first, int length, uint64_t outer) {
  Run run = length < 2 ? Run{} : Run{first, length};
  uint64_t image = 0;
  for (int tile = 0; tile < layout.tracked - layout.tail - 1; ++tile) {
    const uint64_t below = OuterBelow(layout, tile);
    const int digit = static_cast<int>(outer / below);
    outer %= below;
    image += static_cast<uint64_t>(Image(up, run, digit)) * below;
    run = After(up, run, digit);
  }
  return image;
}

void EstimateGhosts(const Subproblem& subproblem, Layout* layout) {
  constexpr uint64_t kSample = 4096;
  if (layout->outer_count == layout->all_outer) return;
  std::vector<uint64_t> ghosts(static_cast<size_t>(layout->slices), 0);
  const uint64_t count = std::min(kSample, layout->outer_count);
  if (count == 0) return;
  EachVertical(subproblem, Ranking(subproblem), [&](int, bool up, int to, int first, int length) {
    uint64_t left = 0;
    for (uint64_t i = 0; i < count; ++i) {
      const uint64_t outer = layout->outer_begin + layout->outer_count / count * i;
      const uint64_t image = Moves::OuterImage(*layout, up, first, length, outer);
      left += image - layout->outer_begin >= layout->outer_count;
    }
    ghosts[static_cast<size_t>(to)] += left;
  });
  for (int slice = 0; slice < layout->slices; ++slice)
    layout->first_group[slice + 1] =
        layout->first_group[slice] + layout->outer_count +
        std::min(layout->all_outer - layout->outer_count,
                 layout->outer_count / count * ghosts[static_cast<size_t>(slice)]);
}

absl::Status Moves::Build(const Subproblem& subproblem, const Ranking& ranking, bool control,
                          Layout& layout) {
  const CellMask free = subproblem.free_cells();
  if (!outer_.Allocate(2 * static_cast<uint64_t>(VerticalPairs(subproblem)) * layout.outer_count *
                       sizeof(OuterMove)))
    return absl::ResourceExhaustedError(
        absl::StrCat("the search of ", ToString(subproblem), " has no memory for its moves"));
  const size_t runs = static_cast<size_t>((layout.positions + 1) * (layout.positions + 1));
  for (int up = 0; up < 2; ++up) {
    inner_[up].index.assign(runs, -1);
    permutation_[up].assign(layout.kind == Kind::kPacked ? size_t{kMaxCells} * kMaxCells : 0, -1);
  }
  control_.assign(64, 0);  // permutation 0, the identity, is not looked up

  OuterMove* next = reinterpret_cast<OuterMove*>(outer_.data());
  const auto fill = [&](bool up, int slice, int first, int length) {
    VerticalMove move;
    move.exists = true;
    move.up = up;
    move.slice = slice;
    move.first = first;
    move.length = length;
    move.outer = next;
    FillOuter(layout, up, length < 2 ? Run{} : Run{first, length}, 0, 0, 0, next);
    return move;
  };
  slices_.assign(static_cast<size_t>(layout.slices), SliceMoves());
  for (int slice = 0; slice < layout.slices; ++slice) {
    SliceMoves& moves = slices_[static_cast<size_t>(slice)];
    const int cell = ranking.FreeCell(slice);
    const ActionMask actions = subproblem.geometry.Actions(cell);
    const auto goes = [&](Action action) {
      return (actions & ActionBit(action)) != 0 &&
             (free & CellBit(cell + subproblem.geometry.BlankStep(action))) != 0;
    };
    if (goes(Action::kLeft)) moves.left = slice + 1;
    if (goes(Action::kRight)) moves.right = slice - 1;
  }
  EachVertical(subproblem, ranking, [&](int slice, bool up, int to, int first, int length) {
    SliceMoves& moves = slices_[static_cast<size_t>(slice)];
    (up ? moves.up : moves.down) = fill(up, to, first, length);
  });
  // The tables have their final places now.
  for (SliceMoves& moves : slices_)
    for (VerticalMove* move : {&moves.up, &moves.down}) {
      move->inner_digit = inner_[move->up].digit.data();
      move->inner_permutation = inner_[move->up].permutation.data();
    }
  PlaceGhosts(layout);
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
