// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/retrograde/disk_planes.h"

#include <string.h>

#include <algorithm>
#include <new>

#include "absl/strings/str_cat.h"

namespace tilebase::retrograde {
namespace {

// Three planes of a run and of its four neighbours.
constexpr uint64_t kHeldByThread = 15;
// Rows get 1/kPartForRows of the memory limit, besides the rows that must be held.
constexpr uint64_t kPartForRows = 8;
// Bytes for ordering a level, for each run.
constexpr uint64_t kOrderBytes = 64;

uint64_t RowsBytes(const Layout& layout) {
  return (RunWords(layout) * 8 + 2 * kPlaneMargin + 63) / 64 * 64;
}

// Memory that does not depend on the memory limit.
uint64_t FixedBytes(const Layout& layout, int threads) {
  return RecordFile::FixedBytes(OwnRuns(layout)) + 3 * OwnRuns(layout) * kOrderBytes +
         RowsBytes(layout) +
         static_cast<uint64_t>(threads) * (RunPacker::Bytes(layout) + 2 * RowsBytes(layout));
}

int PlaneOf(int depth) { return (depth + 3) % 3; }

}  // namespace

uint64_t DiskPlanes::LeastBytes(const Layout& layout, int threads) {
  return FixedBytes(layout, threads) +
         static_cast<uint64_t>(threads) * kHeldByThread * RowsBytes(layout);
}

DiskPlanes::DiskPlanes(const Layout& layout, const Kernels& kernels, const Moves& moves)
    : layout_(layout), kernels_(kernels) {
  RunArgs args;
  for (int slice = 0; slice < layout.slices; ++slice)
    for (uint64_t place = 0; place < layout.own_runs; ++place) {
      RunPlace around[Moves::kMostOfAll];
      const int count = moves.FindSteps(layout, {slice, place}, 1, &args, around);
      std::array<uint32_t, kMostUses>& uses = uses_.emplace_back();
      uses.fill(NumberOf({slice, place}));
      for (int i = 0; i < count; ++i)
        if (around[i].place < layout.own_runs)
          uses[static_cast<size_t>(i) + 1] = NumberOf(around[i]);
    }
}

absl::StatusOr<std::unique_ptr<DiskPlanes>> DiskPlanes::Create(const Layout& layout,
                                                               const Kernels& kernels,
                                                               const Moves& moves, int threads,
                                                               uint64_t memory_bytes,
                                                               const std::string& path) {
  std::unique_ptr<DiskPlanes> planes(new DiskPlanes(layout, kernels, moves));
  const uint64_t fixed = FixedBytes(layout, threads);
  const uint64_t left = memory_bytes - std::min(memory_bytes, fixed);
  planes->rows_count_ = std::min(std::max(static_cast<uint64_t>(threads) * kHeldByThread,
                                          left / kPartForRows / RowsBytes(layout)),
                                 3 * OwnRuns(layout) + kHeldByThread);
  const uint64_t bytes = planes->rows_count_ * RowsBytes(layout);
  if (!planes->rows_.Allocate(bytes) || !planes->no_states_.Allocate(RowsBytes(layout)))
    return absl::ResourceExhaustedError(
        absl::StrCat(path, ": no memory for ", bytes, " bytes of states"));
  auto file = RecordFile::Create(
      path, planes->Runs(), left - std::min(left, bytes),
      [p = planes.get()](uint32_t run, int depth) { return p->NextUse(run, depth); });
  if (!file.ok()) return file.status();
  planes->file_ = *std::move(file);
  planes->ResetUnits(3 * planes->Runs(), 1);
  return planes;
}

uint64_t* DiskPlanes::RowsAt(uint64_t rows) {
  return reinterpret_cast<uint64_t*>(rows_.data() + rows * RowsBytes(layout_) + kPlaneMargin);
}

DiskUse DiskPlanes::disk() const {
  DiskUse use = file_->disk();
  const std::lock_guard<std::mutex> lock(mutex_);
  use.status.Update(status_);
  return use;
}

// ------------------------------------------------------------------------------------- order

void DiskPlanes::BeginLevel(int depth) {
  depth_ = depth;
  now_ = static_cast<uint64_t>(depth) * Runs();
}

void DiskPlanes::BeginJoining() {
  const std::lock_guard<std::mutex> lock(mutex_);
  joining_ = true;
  now_ = 0;
  ResetUnits(Runs(), 3);
}

uint64_t DiskPlanes::TimeOf(uint32_t number, int depth) const {
  const uint64_t slices = static_cast<uint64_t>(layout_.slices);
  const uint64_t order = number % layout_.own_runs * slices + number / layout_.own_runs;
  const uint64_t runs = Runs();
  return static_cast<uint64_t>(depth) * runs + (IsBackwards(depth) ? runs - 1 - order : order);
}

uint64_t DiskPlanes::NextUse(uint32_t number, int depth) const {
  const uint64_t now = now_;
  uint64_t next = RecordFile::kNever;
  const auto use = [&](uint64_t time) {
    if (time > now) next = std::min(next, time);
  };
  if (joining_) {
    for (const uint32_t run : uses_[number]) use(run);
    if (depth == RecordFile::kJoined) return next;
    // Each depth is needed once again, when the run is joined; the run's first use in the encoding
    // joins it. Dropping it costs half as much as dropping a joined run, which must be written
    // first.
    const uint32_t first = *std::min_element(uses_[number].begin(), uses_[number].end());
    return next == first ? now + 2 * (next - now) : RecordFile::kNever;
  }
  for (const uint32_t run : uses_[number]) use(TimeOf(run, depth + 1));
  use(TimeOf(number, depth + 2));
  return next;
}

// -------------------------------------------------------------------------------------- rows

void DiskPlanes::ResetUnits(uint32_t units, uint64_t rows_of_unit) {
  units_.assign(units + 1, Unit());
  units_.back().before = units_.back().after = Ends();
  rows_of_unit_ = rows_of_unit;
  free_rows_.clear();
  for (uint64_t rows = rows_count_ / rows_of_unit; rows-- > 0;)
    free_rows_.push_back(static_cast<uint32_t>(rows));
}

void DiskPlanes::PutAfter(uint32_t before, uint32_t unit) {
  const uint32_t after = units_[before].after;
  units_[unit].before = before;
  units_[unit].after = after;
  units_[before].after = units_[after].before = unit;
}

void DiskPlanes::TakeOut(uint32_t unit) {
  const Unit& taken = units_[unit];
  units_[taken.before].after = taken.after;
  units_[taken.after].before = taken.before;
}

// There are at least as many rows as threads can hold, so some are free or held by nobody.
uint32_t DiskPlanes::TakeRows() {
  if (free_rows_.empty()) {
    const uint32_t first = units_[Ends()].after;
    TakeOut(first);
    free_rows_.push_back(std::exchange(units_[first].rows, kNoRows));
    units_[first].where = Where::kAway;
  }
  const uint32_t rows = free_rows_.back();
  free_rows_.pop_back();
  return rows;
}

void DiskPlanes::Release(absl::Span<const uint32_t> units) {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const uint32_t number : units) {
    Unit& unit = units_[number];
    if (--unit.holders > 0) continue;
    // Rows that no later level needs are dropped first.
    const bool is_needed = joining_ || unit.depth >= depth_ - 1;
    PutAfter(is_needed ? units_[Ends()].before : Ends(), number);
  }
}

absl::Status DiskPlanes::WithTools(const std::function<absl::Status(Tools*)>& work) {
  std::unique_ptr<Tools> tools;
  absl::Status status;
  try {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!tools_.empty()) {
        tools = std::move(tools_.back());
        tools_.pop_back();
      }
    }
    if (tools == nullptr) tools = std::make_unique<Tools>(layout_, kernels_);
    status = work(tools.get());
  } catch (const std::bad_alloc&) {
    status = absl::ResourceExhaustedError("no memory to pack states");
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  status_.Update(status);
  if (tools != nullptr) tools_.push_back(std::move(tools));
  return status_;
}

bool DiskPlanes::IsMoving(uint32_t unit) const {
  const Lock lock(mutex_);
  return units_[unit].where == Where::kMoving;
}

absl::StatusOr<uint64_t*> DiskPlanes::Bring(uint32_t number, int depth, Hold* hold,
                                            const Fill& fill) {
  Lock lock(mutex_);
  Unit& unit = units_[number];
  moved_.wait(lock, [&] { return unit.where != Where::kMoving; });
  if (!status_.ok()) return status_;
  hold->units_.push_back(number);
  if (unit.where == Where::kMemory && unit.holders == 0) TakeOut(number);
  ++unit.holders;
  const bool is_there = unit.where == Where::kMemory && unit.depth == depth;
  if (unit.where == Where::kAway) unit.rows = TakeRows();
  uint64_t* const rows = RowsAt(unit.rows * rows_of_unit_);
  if (is_there) return rows;
  unit.where = Where::kMoving;
  unit.depth = depth;
  lock.unlock();
  const absl::Status status = WithTools([&](Tools* tools) { return fill(rows, tools); });
  lock.lock();
  unit.where = Where::kMemory;
  moved_.notify_all();
  if (!status.ok()) return status;
  return rows;
}

// -------------------------------------------------------------------------------- the search

absl::StatusOr<uint64_t*> DiskPlanes::BringDepth(RunPlace run, int depth, Hold* hold) {
  const uint32_t number = NumberOf(run);
  const bool is_new = depth == depth_;
  if (!is_new && !file_->Has(number, depth))
    return reinterpret_cast<uint64_t*>(no_states_.data() + kPlaneMargin);
  const uint32_t unit = static_cast<uint32_t>(PlaneOf(depth)) * Runs() + number;
  return Bring(unit, depth, hold, [&](uint64_t* rows, Tools* tools) {
    if (is_new) {
      memset(rows, 0, RunWords(layout_) * 8);
      return absl::OkStatus();
    }
    if (absl::Status status = file_->Read(number, depth, &tools->packed); !status.ok())
      return status;
    const absl::Span<const uint8_t> packed = absl::MakeSpan(tools->packed);
    if (!tools->packer.Unpack(packed.subspan(RecordFile::kHeadBytes), FirstOuter(number), rows))
      return absl::InternalError("states on disk cannot be unpacked");
    return absl::OkStatus();
  });
}

absl::StatusOr<DiskPlanes::Hold> DiskPlanes::HoldForDepth(RunPlace run,
                                                          absl::Span<const RunPlace> around,
                                                          int depth) {
  now_ = TimeOf(NumberOf(run), depth);
  Hold hold(this, around.size() + 1);
  const auto bring = [&](RunPlace which, size_t n, int of_depth) {
    absl::StatusOr<uint64_t*> rows = BringDepth(which, of_depth, &hold);
    if (!rows.ok()) return rows.status();
    hold.rows_[n][static_cast<size_t>(PlaneOf(of_depth))] = *rows;
    return absl::OkStatus();
  };
  for (const int each : {depth, depth - 1, depth - 2})
    if (absl::Status status = bring(run, 0, each); !status.ok()) return status;
  for (size_t n = 0; n < around.size(); ++n)
    if (around[n].place < layout_.own_runs)
      if (absl::Status status = bring(around[n], n + 1, depth - 1); !status.ok()) return status;
  return hold;
}

absl::Status DiskPlanes::Found(RunPlace run, int depth, const Hold& hold) {
  const uint32_t number = NumberOf(run);
  return WithTools([&](Tools* tools) {
    tools->packer.Pack(FirstOuter(number), hold.own(PlaneOf(depth)), RecordFile::kHeadBytes,
                       &tools->packed);
    return file_->Add(number, depth, &tools->packed);
  });
}

absl::StatusOr<bool> DiskPlanes::Resume(uint64_t bytes, int depths, const Shown& shown) {
  absl::StatusOr<bool> sound = false;
  const absl::Status status = WithTools([&](Tools* tools) {
    uint64_t* const rows = RowsAt(0);
    sound = file_->Resume(bytes, depths, [&](uint32_t run, int, absl::Span<const uint8_t> packed) {
      if (!tools->packer.Unpack(packed, FirstOuter(run), rows)) return false;
      shown({static_cast<int>(run / layout_.own_runs), run % layout_.own_runs}, rows);
      return true;
    });
    return sound.status();
  });
  if (!status.ok()) return status;
  return sound;
}

// ------------------------------------------------------------------------------ the encoding

absl::Status DiskPlanes::Join(uint32_t number, uint64_t* rows, Tools* tools) {
  RunPacker& packer = tools->packer;
  const auto read = [&](int depth, absl::Span<const uint8_t>* packed) {
    absl::Status status = file_->Read(number, depth, &tools->packed);
    *packed = absl::MakeSpan(tools->packed).subspan(RecordFile::kHeadBytes);
    return status;
  };
  absl::Span<const uint8_t> packed;
  bool sound = true;
  if (file_->Has(number, RecordFile::kJoined)) {
    if (absl::Status status = read(RecordFile::kJoined, &packed); !status.ok()) return status;
    sound = packer.UnpackJoined(packed);
  } else {
    packer.BeginJoining();
    for (int depth = 0; depth < file_->depths() && sound; ++depth) {
      if (!file_->Has(number, depth)) continue;
      if (absl::Status status = read(depth, &packed); !status.ok()) return status;
      sound = packer.Add(packed, PlaneOf(depth));
    }
    packer.PackJoined(RecordFile::kHeadBytes, &tools->packed);
    if (absl::Status status = file_->AddJoined(number, &tools->packed); !status.ok()) return status;
  }
  if (!sound) return absl::InternalError("states on disk cannot be unpacked");
  const uint64_t words = RowsBytes(layout_) / 8;
  packer.FinishJoining(FirstOuter(number), {rows, rows + words, rows + 2 * words});
  return absl::OkStatus();
}

absl::Status DiskPlanes::BringAll(RunPlace run, size_t n, Hold* hold) {
  const uint32_t number = NumberOf(run);
  absl::StatusOr<uint64_t*> rows =
      Bring(number, 0, hold, [&](uint64_t* to, Tools* tools) { return Join(number, to, tools); });
  if (!rows.ok()) return rows.status();
  for (size_t residue = 0; residue < 3; ++residue)
    hold->rows_[n][residue] = *rows + residue * (RowsBytes(layout_) / 8);
  return absl::OkStatus();
}

absl::StatusOr<DiskPlanes::Hold> DiskPlanes::HoldAll(RunPlace run,
                                                     absl::Span<const RunPlace> around) {
  now_ = NumberOf(run);
  Hold hold(this, around.size() + 1);
  // Threads that need the same runs do not wait for each other as long as another run can be
  // joined.
  for (const bool waits : {false, true})
    for (size_t n = 0; n <= around.size(); ++n) {
      const RunPlace which = n == 0 ? run : around[n - 1];
      if (which.place >= layout_.own_runs || hold.rows_[n][0] != nullptr) continue;
      if (!waits && IsMoving(NumberOf(which))) continue;
      if (absl::Status status = BringAll(which, n, &hold); !status.ok()) return status;
    }
  return hold;
}

}  // namespace tilebase::retrograde
