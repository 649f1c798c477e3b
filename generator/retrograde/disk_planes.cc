// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/retrograde/disk_planes.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <new>

#include "absl/strings/str_cat.h"
#include "generator/retrograde/sparse_bits.h"
#include "tables/format.h"
#include "tables/hash.h"
#include "tables/system/parallel_for.h"

namespace tilebase::retrograde {
namespace {

// A block is not so small that the disk seeks more than it reads, and there are not so many that
// their lists count.
constexpr uint64_t kLeastBlock = 8 << 10;
constexpr uint64_t kMostBlocks = 16384;
// Three planes of a run and its four neighbours.
constexpr uint64_t kHeldByThread = 15;
// Of a thread, to pack and unpack.
constexpr uint64_t kPackedBlocks = 2;
// Of a block that is not in memory: its records, and what else is known of it.
constexpr uint64_t kAbsentBlock = 1024;
constexpr uint64_t kHeadBytes = 16;

uint64_t GroupBytes(const Layout& layout) {
  return static_cast<uint64_t>(layout.inner_count) * static_cast<uint64_t>(layout.row_words) * 8;
}

// Outer numbers of a run; divides their number.
uint64_t RunLength(const Layout& layout) {
  const uint64_t least = std::max(kLeastBlock, 3 * PlaneBytes(layout) / kMostBlocks);
  uint64_t length = layout.all_outer;
  for (int tile = 0; tile < layout.tracked - layout.tail - 1; ++tile) {
    const uint64_t shorter = length / static_cast<uint64_t>(layout.positions - tile);
    if (shorter * GroupBytes(layout) < least) break;
    length = shorter;
  }
  return length;
}

uint64_t BlockBytes(const Layout& layout) { return RunLength(layout) * GroupBytes(layout); }

// Memory that does not depend on how many blocks are in it. Two blocks share a page.
uint64_t FixedBytes(const Layout& layout, int threads) {
  const uint64_t blocks =
      3 * static_cast<uint64_t>(layout.slices) * (layout.all_outer / RunLength(layout));
  return blocks * (HugeBytes::PageBytes() + kAbsentBlock) +
         static_cast<uint64_t>(threads) * kPackedBlocks * BlockBytes(layout);
}

uint32_t HashOf(uint32_t depth, uint32_t block, absl::Span<const uint8_t> packed) {
  uint8_t named[8];
  PutLittleEndian<uint32_t>(named, depth);
  PutLittleEndian<uint32_t>(named + 4, block);
  return static_cast<uint32_t>(Hash64(packed) ^ Hash64(named));
}

int PlaneOf(int depth) { return (depth + 3) % 3; }

}  // namespace

uint64_t DiskPlanes::LeastBytes(const Layout& layout, int threads) {
  return FixedBytes(layout, threads) +
         static_cast<uint64_t>(threads) * kHeldByThread * BlockBytes(layout);
}

DiskPlanes::DiskPlanes(const Layout& layout, const Moves& moves, uint64_t blocks_in_memory,
                       std::string path, FileDescriptor file)
    : layout_(layout),
      moves_(moves),
      path_(std::move(path)),
      file_(std::move(file)),
      runs_(layout.all_outer / RunLength(layout)),
      block_bytes_(BlockBytes(layout)),
      most_in_memory_(blocks_in_memory) {}

absl::StatusOr<std::unique_ptr<DiskPlanes>> DiskPlanes::Create(const Layout& layout,
                                                               const Moves& moves, int threads,
                                                               uint64_t memory_bytes,
                                                               const std::string& path) {
  FileDescriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (file.get() < 0) return FileError(path, "keep the states of a search", errno);
  const uint64_t fixed = FixedBytes(layout, threads);
  const uint64_t blocks = (memory_bytes - std::min(memory_bytes, fixed)) / BlockBytes(layout);
  std::unique_ptr<DiskPlanes> planes(new DiskPlanes(layout, moves, blocks, path, std::move(file)));
  if (!planes->memory_.Reserve(3 * PlaneBytes(layout)))
    return absl::ResourceExhaustedError(
        absl::StrCat(path, ": no addresses left for ", 3 * PlaneBytes(layout), " bytes"));
  planes->blocks_.resize(3 * planes->PlaneBlocks() + 1);
  planes->blocks_.back().before = planes->blocks_.back().after = planes->Ends();
  planes->buffers_.reserve(static_cast<size_t>(2 * threads));
  return planes;
}

absl::Span<uint64_t> DiskPlanes::WordsOf(uint32_t block) {
  return {reinterpret_cast<uint64_t*>(BytesOf(block).data()), block_bytes_ / 8};
}

absl::Span<uint8_t> DiskPlanes::BytesOf(uint32_t block) {
  const uint64_t of_plane = block % PlaneBlocks();
  const uint64_t group = layout_.first_group[of_plane / runs_] + of_plane % runs_ * run_length();
  return {data() + block / PlaneBlocks() * PlaneBytes(layout_) + kPlaneMargin +
              group * GroupBytes(layout_),
          block_bytes_};
}

std::pair<uint64_t, uint64_t> DiskPlanes::PagesOf(absl::Span<const uint8_t> bytes) {
  const uint64_t page = HugeBytes::PageBytes();
  const uint64_t begin = static_cast<uint64_t>(bytes.data() - data());
  const uint64_t first = (begin + page - 1) / page * page;
  return {first, std::max(first, (begin + bytes.size()) / page * page)};
}

std::vector<DiskPlanes::Run> DiskPlanes::Neighbours(Run of) const {
  const SliceMoves& moves = moves_.slice(of.slice);
  std::vector<Run> runs;
  for (const int slice : {moves.left, moves.right})
    if (slice >= 0) runs.push_back({slice, of.run});
  for (const VerticalMove* move : {&moves.up, &moves.down})
    if (move->exists)
      runs.push_back({move->slice, move->outer[of.run * run_length()].outer / run_length()});
  return runs;
}

absl::StatusOr<DiskPlanes::Hold> DiskPlanes::HoldForDepth(Run run, int depth) {
  std::vector<Wanted> wanted;
  for (const int each : {depth, depth - 1, depth - 2})
    wanted.push_back({BlockOf(PlaneOf(each), run), each});
  for (const Run& neighbour : Neighbours(run))
    wanted.push_back({BlockOf(PlaneOf(depth - 1), neighbour), depth - 1});
  return HoldBlocks(wanted);
}

void DiskPlanes::Leave(Run run, int depth) {
  const uint32_t number = BlockOf(PlaneOf(depth - 2), run);
  Lock lock(mutex_);
  Block& block = blocks_[number];
  if (block.where != Where::kMemory || block.holders > 0) return;
  TakeOut(number);
  if (in_memory_ >= most_in_memory_) {
    PutAway(number, &lock);
    return;
  }
  block.where = Where::kMoving;
  SendAway(number, true, &lock);
  block.depth = kNone;
  block.where = Where::kMemory;
  PutAfter(Ends(), number);  // the next to go
  moved_.notify_all();
}

absl::StatusOr<DiskPlanes::Hold> DiskPlanes::HoldAll(Run run) {
  std::vector<Run> runs = Neighbours(run);
  runs.push_back(run);
  std::vector<Wanted> wanted;
  for (const Run& each : runs)
    for (int plane = 0; plane < 3; ++plane) wanted.push_back({BlockOf(plane, each), kAll});
  return HoldBlocks(wanted);
}

DiskUse DiskPlanes::disk() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return disk_;
}

absl::StatusOr<DiskPlanes::Hold> DiskPlanes::HoldBlocks(absl::Span<const Wanted> wanted) {
  std::vector<uint32_t> held;
  held.reserve(wanted.size());
  std::unique_lock<std::mutex> lock(mutex_);
  for (const Wanted& each : wanted) {
    if (!disk_.status.ok()) break;
    Bring(each, &lock);
    held.push_back(each.block);
  }
  absl::Status status = disk_.status;
  lock.unlock();
  if (status.ok()) return Hold(this, std::move(held));
  Release(held, false);
  return status;
}

void DiskPlanes::Release(absl::Span<const uint32_t> blocks, bool changed) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (changed) blocks_[blocks[0]].changed = true;
  for (const uint32_t number : blocks)
    if (--blocks_[number].holders == 0) PutAfter(blocks_[Ends()].before, number);
}

void DiskPlanes::PutAfter(uint32_t before, uint32_t number) {
  const uint32_t after = blocks_[before].after;
  blocks_[number].before = before;
  blocks_[number].after = after;
  blocks_[before].after = blocks_[after].before = number;
}

void DiskPlanes::TakeOut(uint32_t number) {
  const Block& block = blocks_[number];
  blocks_[block.before].after = block.after;
  blocks_[block.after].before = block.before;
}

void DiskPlanes::Bring(const Wanted& wanted, Lock* lock) {
  Block& block = blocks_[wanted.block];
  moved_.wait(*lock, [&] { return block.where != Where::kMoving; });
  const bool here = block.where == Where::kMemory;
  if (here && block.holders == 0) TakeOut(wanted.block);
  ++block.holders;
  if (here && block.depth == wanted.depth) return;
  block.where = Where::kMoving;
  if (here) {
    // Of an earlier depth, which nobody wants any more.
    if (block.depth != kNone) SendAway(wanted.block, true, lock);
  } else {
    ++in_memory_;
    MakeRoom(lock);
    const auto [first, last] = PagesOf(BytesOf(wanted.block));
    lock->unlock();
    memory_.Populate(first, last - first);
    lock->lock();
  }
  Fetch(wanted, lock);
  block.where = Where::kMemory;
  moved_.notify_all();
}

void DiskPlanes::MakeRoom(Lock* lock) {
  while (in_memory_ > most_in_memory_ && FirstToGo() != Ends() && disk_.status.ok()) {
    const uint32_t number = FirstToGo();
    TakeOut(number);
    PutAway(number, lock);
  }
}

void DiskPlanes::PutAway(uint32_t number, Lock* lock) {
  blocks_[number].where = Where::kMoving;
  SendAway(number, false, lock);
  --in_memory_;
  blocks_[number].where = Where::kAway;
  moved_.notify_all();
}

void DiskPlanes::SendAway(uint32_t number, bool keep_memory, Lock* lock) {
  if (blocks_[number].changed) WriteRecord(number, lock);
  lock->unlock();
  const absl::Span<uint8_t> bytes = BytesOf(number);
  const auto [first, last] = PagesOf(bytes);
  if (keep_memory || first == last) {
    memset(bytes.data(), 0, bytes.size());
  } else {
    memory_.Forget(first, last - first);
    memset(bytes.data(), 0, first - static_cast<uint64_t>(bytes.data() - data()));
    memset(data() + last, 0, static_cast<uint64_t>(bytes.end() - data()) - last);
  }
  lock->lock();
}

// A block of zeros gets its bits.
void DiskPlanes::Fetch(const Wanted& wanted, Lock* lock) {
  Block& block = blocks_[wanted.block];
  block.depth = wanted.depth;
  std::vector<Record> records;
  disk_.status.Update(Catch([&] {
    records = RecordsOf(wanted);
    return absl::OkStatus();
  }));
  if (records.empty() || !disk_.status.ok()) return;
  std::vector<uint8_t> packed = TakeBuffer();
  lock->unlock();
  const absl::Status status = Catch([&] {
    absl::Status read;
    for (size_t i = 0; i < records.size() && read.ok(); ++i)
      read = ReadRecord(records[i], wanted.block, WordsOf(wanted.block), &packed);
    return read;
  });
  lock->lock();
  buffers_.push_back(std::move(packed));
  disk_.status.Update(status);
  for (const Record& record : records) disk_.read_bytes += record.bytes;
  block.changed = records.size() > 1;  // joined once, and then kept so
}

std::vector<DiskPlanes::Record> DiskPlanes::RecordsOf(const Wanted& wanted) {
  if (wanted.depth < 0) return {};
  if (wanted.depth != kAll) {
    const Record record =
        HasRecords(wanted.depth) ? RecordOf(wanted.depth, wanted.block) : Record();
    return record.bytes == 0 ? std::vector<Record>() : std::vector<Record>{record};
  }
  if (!joined_.empty() && joined_[wanted.block].bytes != 0) return {joined_[wanted.block]};
  std::vector<Record> records;
  for (int depth = static_cast<int>(wanted.block / PlaneBlocks()); HasRecords(depth); depth += 3)
    if (const Record& record = RecordOf(depth, wanted.block); record.bytes != 0)
      records.push_back(record);
  return records;
}

void DiskPlanes::WriteRecord(uint32_t number, Lock* lock) {
  Block& block = blocks_[number];
  std::vector<uint8_t> packed = TakeBuffer();
  lock->unlock();
  absl::Status status = Catch([&] {
    PackBits(WordsOf(number), &packed);
    return absl::OkStatus();
  });
  Record record;
  record.depth = static_cast<uint32_t>(block.depth);
  record.bytes = static_cast<uint32_t>(packed.size());
  uint8_t head[kHeadBytes];
  PutLittleEndian<uint32_t>(head, record.depth);
  PutLittleEndian<uint32_t>(head + 4, number % PlaneBlocks());
  PutLittleEndian<uint32_t>(head + 8, record.bytes);
  PutLittleEndian<uint32_t>(head + 12, HashOf(record.depth, number % PlaneBlocks(), packed));
  lock->lock();
  record.offset = file_end_ + kHeadBytes;
  file_end_ = record.offset + record.bytes;
  lock->unlock();
  if (status.ok()) status = WriteAt(file_.get(), path_, head, record.offset - kHeadBytes);
  if (status.ok()) status = WriteAt(file_.get(), path_, packed, record.offset);
  lock->lock();
  disk_.written_bytes += kHeadBytes + record.bytes;
  if (status.ok())
    status = Catch([&] {
      Keep(record, number);
      return absl::OkStatus();
    });
  disk_.status.Update(status);
  block.changed = false;
  buffers_.push_back(std::move(packed));
}

absl::Status DiskPlanes::ReadRecord(const Record& record, uint32_t block,
                                    absl::Span<uint64_t> words,
                                    std::vector<uint8_t>* packed) const {
  packed->resize(kHeadBytes + record.bytes);
  absl::Status status =
      ReadAt(file_.get(), path_, absl::MakeSpan(*packed), record.offset - kHeadBytes);
  if (!status.ok()) return status;
  const absl::Span<const uint8_t> bytes = absl::MakeSpan(*packed).subspan(kHeadBytes);
  if (GetLittleEndian<uint32_t>(packed->data() + 12) !=
          HashOf(record.depth, block % PlaneBlocks(), bytes) ||
      !UnpackBits(bytes, words))
    return absl::DataLossError(absl::StrCat(path_, ": the states at byte ", record.offset,
                                            " are not those that were written; delete the file"));
  return absl::OkStatus();
}

std::vector<uint8_t> DiskPlanes::TakeBuffer() {
  if (buffers_.empty()) return {};
  std::vector<uint8_t> buffer = std::move(buffers_.back());
  buffers_.pop_back();
  return buffer;
}

absl::Status DiskPlanes::Catch(const std::function<absl::Status()>& work) const {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError(absl::StrCat(path_, ": no memory to code states"));
  }
}

void DiskPlanes::Keep(const Record& record, uint32_t block) {
  if (record.depth == kAll) {
    joined_.resize(Ends());
    joined_[block] = record;
    return;
  }
  while (!HasRecords(static_cast<int>(record.depth))) records_.emplace_back(PlaneBlocks());
  RecordOf(static_cast<int>(record.depth), block) = record;
}

absl::StatusOr<bool> DiskPlanes::Resume(uint64_t bytes, const std::vector<uint64_t>& histogram,
                                        const Found& found) {
  const bool sound =
      !histogram.empty() && ReadRecords(bytes, histogram.size()) && ShowRecords(histogram, found);
  if (!sound) records_.clear();
  file_end_ = sound ? bytes : 0;
  absl::Status status = SetSize(file_.get(), path_, file_end_);
  if (!status.ok()) return status;
  return sound;
}

// False where the file does not begin with so many bytes of records.
bool DiskPlanes::ReadRecords(uint64_t bytes, uint64_t depths) {
  uint8_t head[kHeadBytes];
  for (uint64_t at = 0; at < bytes;) {
    if (!ReadAt(file_.get(), path_, absl::MakeSpan(head), at).ok()) return false;
    Record record;
    record.depth = GetLittleEndian<uint32_t>(head);
    record.bytes = GetLittleEndian<uint32_t>(head + 8);
    record.offset = at + kHeadBytes;
    const uint32_t block = GetLittleEndian<uint32_t>(head + 4);
    if (record.depth >= depths || block >= PlaneBlocks() || record.bytes == 0 ||
        record.bytes > 2 * block_bytes_ || record.offset + record.bytes > bytes)
      return false;
    const int depth = static_cast<int>(record.depth);
    if (HasRecords(depth) && RecordOf(depth, block).bytes != 0) return false;
    Keep(record, block);
    at = record.offset + record.bytes;
  }
  return true;
}

// False where they do not have as many states as there are.
bool DiskPlanes::ShowRecords(const std::vector<uint64_t>& histogram, const Found& found) {
  std::vector<uint8_t> packed;
  std::vector<uint64_t> words;
  for (size_t depth = 0; depth < histogram.size(); ++depth) {
    uint64_t states = 0;
    for (uint32_t block = 0; HasRecords(static_cast<int>(depth)) && block < PlaneBlocks();
         ++block) {
      const Record& record = RecordOf(static_cast<int>(depth), block);
      if (record.bytes == 0) continue;
      words.assign(block_bytes_ / 8, 0);
      if (!ReadRecord(record, block, absl::MakeSpan(words), &packed).ok()) return false;
      disk_.read_bytes += record.bytes;
      for (const uint64_t word : words) states += static_cast<uint64_t>(Count(word));
      found({static_cast<int>(block / runs_), block % runs_}, words.data());
    }
    if (states != histogram[depth]) return false;
  }
  return true;
}

absl::StatusOr<uint64_t> DiskPlanes::Save(int threads) {
  std::atomic<uint32_t> next{0};
  ParallelFor(static_cast<size_t>(std::max(1, threads)), [&](size_t) {
    Lock lock(mutex_);
    for (uint32_t number; (number = next.fetch_add(1)) < Ends() && disk_.status.ok();)
      if (blocks_[number].where == Where::kMemory && blocks_[number].changed)
        WriteRecord(number, &lock);
  });
  if (!disk_.status.ok()) return disk_.status;
  absl::Status status = Sync(file_.get(), path_);
  if (!status.ok()) return status;
  return file_end_;
}

}  // namespace tilebase::retrograde
