// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/verify/verify.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tables/plan.h"
#include "tables/system/parallel_for.h"

namespace tilebase {
namespace {

constexpr int kNowhere = -1;
constexpr uint64_t kChunk = 1 << 16;  // entries a thread takes at a time

// A state as this file sees it: the cell of the blank (object 0) and of each tracked tile.
struct Placement {
  int objects = 0;
  uint8_t cell[kMaxCells];
};

// The states of one subproblem, by plain loops over lists of cells.
class States {
 public:
  explicit States(const Subproblem& subproblem) : width_(subproblem.geometry.width) {
    const int cells = subproblem.geometry.width * subproblem.geometry.height;
    int others = 0;  // tiles in neither G nor R
    for (int tile = 1; tile < cells; ++tile) {
      const bool fixed = subproblem.fixed >> (tile - 1) & 1;
      const bool goal = subproblem.goal >> (tile - 1) & 1;
      fixed_[tile - 1] = fixed;
      if (goal) goal_.push_back(tile);
      others += !goal && !fixed;
    }
    height_ = subproblem.geometry.height;
    for (int cell = 0; cell < cells; ++cell) {
      if (fixed_[cell]) continue;
      place_[cell] = static_cast<int>(free_.size());
      free_.push_back(cell);
    }
    tracked_ = goal_;
    for (int i = others; i < 2 && !tracked_.empty(); ++i) tracked_.pop_back();
    // Where each tile is known from the tracked ones and parity alone.
    determined_ = others < 2;
    if (subproblem.blank_back != 0) FindEnd(cells - 1 - subproblem.blank_back);
    entries_ = 1;
    for (size_t i = 0; i <= tracked_.size(); ++i) entries_ *= free_.size() - i;
  }

  uint64_t entries() const { return entries_; }

  // The digits of docs/format.md, most significant first: the blank's place among the free cells,
  // then for each tracked tile its place among those cells that no object before it is on.
  uint64_t Rank(const Placement& placement) const {
    uint64_t rank = 0;
    for (int i = 0; i < placement.objects; ++i) {
      int digit = place_[placement.cell[i]];
      for (int before = 0; before < i; ++before)
        digit -= placement.cell[before] < placement.cell[i];
      rank = rank * (free_.size() - static_cast<size_t>(i)) + static_cast<uint64_t>(digit);
    }
    return rank;
  }

  Placement At(uint64_t rank) const {
    Placement placement;
    placement.objects = static_cast<int>(tracked_.size()) + 1;
    int digits[kMaxCells];
    for (int i = placement.objects; i-- > 0;) {
      const uint64_t values = free_.size() - static_cast<size_t>(i);
      digits[i] = static_cast<int>(rank % values);
      rank /= values;
    }
    int left[kMaxCells];
    std::copy(free_.begin(), free_.end(), left);
    size_t count = free_.size();
    for (int i = 0; i < placement.objects; ++i) {
      placement.cell[i] = static_cast<uint8_t>(left[digits[i]]);
      std::copy(left + digits[i] + 1, left + count--, left + digits[i]);
    }
    return placement;
  }

  // From one state to the next in rank order: the last object moves on to the next free cell that
  // no object is on; where there is none, the object before it does, and those behind begin again.
  void Advance(Placement* placement) const {
    int i = placement->objects;
    while (i-- > 0 && !Place(placement, i, place_[placement->cell[i]] + 1)) continue;
    if (i < 0) return;  // that was the last one
    while (++i < placement->objects) Place(placement, i, 0);
  }

  // The cell the blank goes to when a tile slides in this direction, or kNowhere.
  int Target(int blank, Action action) const {
    int row = blank / width_;
    int column = blank % width_;
    switch (action) {
      case Action::kLeft:
        ++column;
        break;
      case Action::kRight:
        --column;
        break;
      case Action::kUp:
        ++row;
        break;
      case Action::kDown:
        --row;
        break;
    }
    if (row < 0 || row >= height_ || column < 0 || column >= width_) return kNowhere;
    return fixed_[row * width_ + column] ? kNowhere : row * width_ + column;
  }

  int width() const { return width_; }

  // The cell that an entry of the metric mtm sends the blank to, or kNowhere: a cell of the blank's
  // row by its column, or of its column by its row.
  int SlideTarget(int blank, int entry) const {
    const int row = entry < width_ ? blank / width_ : entry - width_;
    const int column = entry < width_ ? entry : blank % width_;
    return row < height_ ? row * width_ + column : kNowhere;
  }

  // Swaps the blank with whatever is on `target`.
  static Placement Moved(const Placement& placement, int target) {
    Placement moved;
    moved.objects = placement.objects;
    for (int i = 1; i < placement.objects; ++i)
      moved.cell[i] = placement.cell[i] == target ? placement.cell[0] : placement.cell[i];
    moved.cell[0] = static_cast<uint8_t>(target);
    return moved;
  }

  // Whether every tile of G is home: the tracked ones to be seen, the others by parity.
  bool IsGoal(const Placement& placement) const {
    if (!end_.empty()) {
      // All tiles but two are seen, and moves lead from this end to home.
      bool at_end = end_[placement.cell[0]] == 0;
      for (size_t i = 0; i < tracked_.size(); ++i)
        at_end &= end_[placement.cell[i + 1]] == tracked_[i];
      return at_end;
    }
    for (size_t i = 0; i < tracked_.size(); ++i)
      if (placement.cell[i + 1] != tracked_[i] - 1) return false;
    for (int tile : goal_)
      if (placement.cell[0] == tile - 1) return false;
    if (!determined_) return true;
    // All of G home, R home, the blank here: then at most one tile is left, and its cell with it.
    const int cells = width_ * height_;
    std::vector<int> board(static_cast<size_t>(cells));
    for (int cell = 0; cell < cells; ++cell)
      board[static_cast<size_t>(cell)] = cell == placement.cell[0] ? 0 : cell + 1;
    if (placement.cell[0] != cells - 1) board.back() = placement.cell[0] + 1;
    // Solvable by the count of inversions, as puzzle books have it.
    int inversions = 0;
    for (int a = 0; a < cells; ++a)
      for (int b = a + 1; b < cells; ++b)
        inversions += board[static_cast<size_t>(a)] != 0 && board[static_cast<size_t>(b)] != 0 &&
                      board[static_cast<size_t>(a)] > board[static_cast<size_t>(b)];
    if (width_ % 2 == 1) return inversions % 2 == 0;
    return (inversions + height_ - 1 - placement.cell[0] / width_) % 2 == 0;
  }

  std::string Describe(uint64_t rank) const {
    const Placement placement = At(rank);
    std::string text = absl::StrCat("rank ", rank, " (blank on cell ", placement.cell[0]);
    for (size_t i = 0; i < tracked_.size(); ++i)
      absl::StrAppend(&text, ", tile ", tracked_[i], " on cell ", placement.cell[i + 1]);
    return text + ")";
  }

 private:
  // Slides the blank of the solved board up, then to the left, until it is on this cell.
  void FindEnd(int blank) {
    const int cells = width_ * height_;
    for (int tile = 1; tile < cells; ++tile) end_.push_back(tile);
    end_.push_back(0);
    int at = cells - 1;
    for (; at / width_ > blank / width_; at -= width_)
      std::swap(end_[static_cast<size_t>(at)], end_[static_cast<size_t>(at - width_)]);
    for (; at > blank; --at)
      std::swap(end_[static_cast<size_t>(at)], end_[static_cast<size_t>(at - 1)]);
  }

  // Puts object i on the first cell from place `place` on that objects 0 .. i-1 leave free.
  bool Place(Placement* placement, int i, int place) const {
    for (; place < static_cast<int>(free_.size()); ++place) {
      const int cell = free_[static_cast<size_t>(place)];
      if (std::find(placement->cell, placement->cell + i, cell) != placement->cell + i) continue;
      placement->cell[i] = static_cast<uint8_t>(cell);
      return true;
    }
    return false;
  }

  int width_ = 0;
  int height_ = 0;
  bool fixed_[kMaxCells] = {};
  bool determined_ = false;
  std::vector<int> free_;      // cells not fixed, ascending
  int place_[kMaxCells] = {};  // of a cell in free_
  std::vector<int> goal_;
  std::vector<int> tracked_;
  std::vector<int> end_;  // the tile on each cell, where that is not the solved board; else empty
  uint64_t entries_ = 0;
};

// Depth is uint8_t or uint16_t; its two largest values mean something else.
template <typename Depth>
class Verifier {
 public:
  Verifier(const TableInfo& info, const uint8_t* policy, const uint8_t* reachable)
      : info_(info),
        is_mtm_(info.metric == Metric::kMtm),
        states_(info.subproblem),
        policy_(policy),
        reachable_(reachable) {}

  absl::Status Run(const VerifyOptions& options) {
    if (absl::Status status = Allocate(options); !status.ok()) return status;
    ForEachChunk(options, 0, [this](uint64_t begin, uint64_t end) {
      std::vector<uint64_t> path;
      Placement placement = states_.At(begin);
      for (uint64_t rank = begin; rank < end; ++rank, states_.Advance(&placement))
        FindDepth(rank, placement, &path);
    });
    ForEachChunk(options, states_.entries(), [this](uint64_t begin, uint64_t end) {
      std::vector<uint64_t> histogram(info_.histogram.size());
      Placement placement = states_.At(begin);
      for (uint64_t rank = begin; rank < end; ++rank, states_.Advance(&placement))
        CheckEntry(rank, placement, &histogram);
      std::lock_guard<std::mutex> lock(mutex_);
      histogram_.resize(histogram.size());
      for (size_t depth = 0; depth < histogram.size(); ++depth)
        histogram_[depth] += histogram[depth];
    });
    if (absl::Status status = FirstWrong(); !status.ok()) return status;
    if (histogram_.back() == 0)
      return Error(absl::StrCat("no entry has the header's greatest depth, ", info_.max_depth()));
    if (histogram_ != info_.histogram) {
      size_t depth = 0;
      while (histogram_[depth] == info_.histogram[depth]) ++depth;
      return Error(absl::StrCat("the header counts ", info_.histogram[depth], " entries at depth ",
                                depth, ", the table has ", histogram_[depth]));
    }
    return absl::OkStatus();
  }

  absl::Status RunOne(uint64_t rank) {
    if (absl::Status status = Allocate({}); !status.ok()) return status;
    const Placement placement = states_.At(rank);
    std::vector<uint64_t> path;
    FindDepth(rank, placement, &path);
    ForEachNeighbour(placement, [&](const Placement& neighbour) {
      FindDepth(states_.Rank(neighbour), neighbour, &path);
    });
    std::vector<uint64_t> histogram(info_.histogram.size());
    CheckEntry(rank, placement, &histogram);
    return FirstWrong();
  }

 private:
  static constexpr Depth kUnknown = static_cast<Depth>(-1);
  static constexpr Depth kNone = static_cast<Depth>(-2);  // unreachable

  absl::Status Error(const std::string& what) const {
    return absl::DataLossError(absl::StrCat(TableName(info_), ": ", what));
  }

  // Memory for depths, all of them unknown.
  absl::Status Allocate(const VerifyOptions& options) {
    depths_.reset(new (std::nothrow) Depth[states_.entries()]);
    if (depths_ == nullptr) {
      return absl::ResourceExhaustedError(absl::StrCat("verifying ", ToString(info_.subproblem),
                                                       " needs ", states_.entries() * sizeof(Depth),
                                                       " bytes of memory"));
    }
    ForEachChunk(options, 0, [this](uint64_t begin, uint64_t end) {
      std::fill(&depths_[begin], &depths_[end], kUnknown);
    });
    return absl::OkStatus();
  }

  absl::Status FirstWrong() const {
    if (wrong_rank_ == UINT64_MAX) return absl::OkStatus();
    return Error(absl::StrCat(states_.Describe(wrong_rank_), wrong_));
  }

  void Wrong(uint64_t rank, const std::string& what) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (rank >= wrong_rank_) return;
    wrong_rank_ = rank;
    wrong_ = what;
  }

  template <typename Work>
  void ForEachChunk(const VerifyOptions& options, uint64_t done_before, Work work) {
    std::atomic<uint64_t> next{0};
    const uint64_t wanted =
        static_cast<uint64_t>(std::clamp(options.threads, 1, VerifyOptions::kMaxThreads));
    ParallelFor(std::min(wanted, states_.entries() / kChunk + 1), [&](size_t thread) {
      for (uint64_t begin; (begin = next.fetch_add(kChunk)) < states_.entries();) {
        work(begin, std::min(begin + kChunk, states_.entries()));
        if (thread == 0 && options.progress) options.progress(done_before + begin);
      }
    });
  }

  // Threads that find the same depth write it at the same time.
  std::atomic_ref<Depth> DepthAt(uint64_t rank) { return std::atomic_ref<Depth>(depths_[rank]); }

  Action ActionAt(uint64_t rank) const {
    return static_cast<Action>(policy_[rank >> 2] >> (2 * (rank & 3)) & 3);
  }
  int SlideAt(uint64_t rank) const { return policy_[rank >> 1] >> (4 * (rank & 1)) & 15; }

  bool IsMarkedUnreachable(uint64_t rank, const Placement& placement) const {
    if (is_mtm_) return SlideAt(rank) == placement.cell[0] % states_.width();
    return reachable_ != nullptr && (reachable_[rank >> 3] >> (rank & 7) & 1) == 0;
  }

  // Applies what the entry says. Returns false where the rules do not allow it.
  bool Apply(uint64_t rank, Placement* placement) const {
    if (!is_mtm_) {
      const int target = states_.Target(placement->cell[0], ActionAt(rank));
      if (target == kNowhere) return false;
      *placement = States::Moved(*placement, target);
      return true;
    }
    const int end = states_.SlideTarget(placement->cell[0], SlideAt(rank));
    bool found = false;
    Placement after;
    ForEachNeighbour(*placement, [&](const Placement& neighbour) {
      if (neighbour.cell[0] != end) return;
      after = neighbour;
      found = true;
    });
    if (found) *placement = after;
    return found;
  }

  // The states one move away.
  template <typename Visit>
  void ForEachNeighbour(const Placement& placement, Visit visit) const {
    for (int a = 0; a < kActions; ++a) {
      Placement neighbour = placement;
      int target;
      while ((target = states_.Target(neighbour.cell[0], static_cast<Action>(a))) != kNowhere) {
        neighbour = States::Moved(neighbour, target);
        visit(neighbour);
        if (!is_mtm_) break;
      }
    }
  }

  // Follows the policy to an entry whose depth is known, then numbers the path backwards. Several
  // threads may number the same entries: they write the same depths. `memory` is the thread's own.
  void FindDepth(uint64_t rank, Placement placement, std::vector<uint64_t>* memory) {
    std::vector<uint64_t>& path = *memory;
    path.clear();
    Depth depth = kUnknown;
    while (true) {
      depth = DepthAt(rank).load(std::memory_order_relaxed);
      if (depth != kUnknown) break;
      path.push_back(rank);
      if (IsMarkedUnreachable(rank, placement)) {
        DepthAt(rank).store(kNone, std::memory_order_relaxed);
        return;
      }
      if (states_.IsGoal(placement)) {
        depth = 0;
        path.pop_back();
        DepthAt(rank).store(0, std::memory_order_relaxed);
        break;
      }
      if (path.size() > info_.histogram.size() || !Apply(rank, &placement)) break;
      rank = states_.Rank(placement);
    }
    // A path that leaves the board, runs in a circle or ends where it cannot be solved keeps its
    // depths unknown: CheckEntry reports them.
    if (depth == kUnknown || depth == kNone) return;
    for (size_t i = path.size(); i-- > 0;) {
      if (++depth >= info_.histogram.size()) return;
      DepthAt(path[i]).store(depth, std::memory_order_relaxed);
    }
  }

  void CheckEntry(uint64_t rank, const Placement& placement, std::vector<uint64_t>* histogram) {
    const Depth depth = DepthAt(rank).load(std::memory_order_relaxed);
    if (depth == kUnknown) {
      Wrong(rank,
            ": following the policy does not reach the goal within the table's greatest depth");
      return;
    }
    if (states_.IsGoal(placement) && depth != 0) {
      Wrong(rank, ": a goal state is marked unreachable");
      return;
    }
    if (is_mtm_ && depth == 0 &&
        SlideAt(rank) != states_.width() + placement.cell[0] / states_.width()) {
      Wrong(rank, ": a goal state has another entry than the blank's own row");
      return;
    }
    ForEachNeighbour(placement, [&](const Placement& after) {
      const uint64_t neighbour = states_.Rank(after);
      const Depth other = DepthAt(neighbour).load(std::memory_order_relaxed);
      if (other == kUnknown) return;  // reported at its own rank
      if ((depth == kNone) != (other == kNone)) {
        Wrong(rank, absl::StrCat(": marked ", depth == kNone ? "unreachable" : "reachable",
                                 ", its neighbour at rank ", neighbour, " is not"));
      } else if (depth != kNone && (depth > other ? depth - other : other - depth) > 1) {
        Wrong(rank,
              absl::StrCat(": depth ", static_cast<int>(depth), ", but the neighbour at rank ",
                           neighbour, " has depth ", static_cast<int>(other)));
      }
    });
    if (depth != kNone) ++(*histogram)[depth];
  }

  const TableInfo& info_;
  const bool is_mtm_;
  const States states_;
  const uint8_t* policy_;
  const uint8_t* reachable_;
  std::unique_ptr<Depth[]> depths_;  // see DepthAt
  std::mutex mutex_;
  std::vector<uint64_t> histogram_;
  uint64_t wrong_rank_ = UINT64_MAX;
  std::string wrong_;
};

}  // namespace

absl::Status VerifyTable(const TableInfo& info, const uint8_t* policy, const uint8_t* reachable,
                         const VerifyOptions& options) {
  if (info.histogram.size() < 254) return Verifier<uint8_t>(info, policy, reachable).Run(options);
  return Verifier<uint16_t>(info, policy, reachable).Run(options);
}

absl::Status VerifyEntry(const TableInfo& info, const uint8_t* policy, const uint8_t* reachable,
                         uint64_t rank) {
  if (info.histogram.size() < 254) return Verifier<uint8_t>(info, policy, reachable).RunOne(rank);
  return Verifier<uint16_t>(info, policy, reachable).RunOne(rank);
}

namespace {

// A fitted number cannot be right or wrong; that they are as many of each as the header says can.
absl::Status VerifyNumbers(const TableInfo& info, absl::Span<const uint8_t> numbers) {
  std::vector<uint64_t> histogram(info.histogram.size());
  for (const uint8_t number : numbers) {
    if (number >= histogram.size())
      return absl::DataLossError(absl::StrCat("values: expected numbers of at most ",
                                              info.max_depth(), ", found ", number));
    ++histogram[number];
  }
  for (size_t number = 0; number < histogram.size(); ++number)
    if (histogram[number] != info.histogram[number])
      return absl::DataLossError(absl::StrCat("values: expected ", info.histogram[number],
                                              " entries of ", number, ", found ",
                                              histogram[number]));
  return absl::OkStatus();
}

}  // namespace

absl::Status VerifyStoredTable(const TableSource& source, size_t table,
                               const VerifyOptions& options) {
  const TableInfo& info = source.tables()[table];
  const BlockLayout& layout = source.layout(table);
  const bool has_reachable = layout.PlaneBytes(Plane::kReachable) != 0;
  const uint8_t* first = source.RawPlane(table, Plane::kPolicy);
  const uint8_t* second = source.RawPlane(table, Plane::kReachable);
  std::unique_ptr<uint8_t[]> planes;
  if (first == nullptr || (has_reachable && second == nullptr)) {
    planes.reset(new (std::nothrow) uint8_t[layout.bytes()]);
    if (planes == nullptr)
      return absl::ResourceExhaustedError(absl::StrCat(
          "reading ", ToString(info.subproblem), " needs ", layout.bytes(), " bytes of memory"));
    absl::Status status =
        source.ReadTable(table, options.threads, absl::MakeSpan(planes.get(), layout.bytes()));
    if (!status.ok()) return status;
    first = planes.get();
    second = has_reachable ? first + layout.PlaneBytes(Plane::kPolicy) : nullptr;
  }
  if (info.metric == Metric::kValue)
    return VerifyNumbers(info, absl::MakeSpan(first, layout.bytes()));
  return info.metric == Metric::kPattern ? VerifyPatternTable(info, first, options)
                                         : VerifyTable(info, first, second, options);
}

}  // namespace tilebase
