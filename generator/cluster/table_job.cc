// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// One policy table that several processes make together: each searches a part of it, and encodes
// the blocks that begin in its part. The first process, the leader, receives the blocks in order;
// only the leader uses the journal and the file.
//
//   If a block reaches into other parts, their processes first send their entries of it.
//   A finished block waits in its process until the leader has room; the leader tells each process
//   how many blocks it may send.
//
// Blocks come in rank order, slice by slice, and a part has a piece of every slice. So no process
// gets ahead of the leader by more than its piece of one slice.

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "generator/checkpoint.h"
#include "generator/cluster/cluster.h"
#include "generator/encode.h"
#include "generator/retrograde/part.h"
#include "generator/retrograde/retrograde.h"
#include "tables/format.h"
#include "tables/hash.h"

namespace tilebase {
namespace {

using retrograde::Division;

// Blocks that a process may send before the leader has used any of them: 5 MB of memory at the
// leader.
constexpr uint64_t kWindow = 64;

// Sent in place of a block's length if the block could not be made.
constexpr uint32_t kFailedBlock = UINT32_MAX;

// The first byte of a message of the topic kBlocks.
enum Kind : uint8_t {
  kEntries = 1,  // begin u64, entries; none if they could not be read
  kRoom = 2,     // from the leader: u32 more blocks may be sent; 0: no more are wanted
  kBlock = 3,    // to the leader: length of stored u32, stored, decoded
  kUse = 4,      // to the leader, as the last message: bytes of states read u64, written u64
};

// A part's Solution, and the entries of other parts that it received.
class PartSolution : public Solution {
 public:
  PartSolution(std::unique_ptr<Solution> own, const Division& division, int part)
      : own_(std::move(own)), division_(division), part_(part) {
    histogram_ = own_->histogram();
  }

  void Give(uint64_t begin, absl::Span<const uint8_t> entries) {
    given_[begin].assign(entries.begin(), entries.end());
    if (entries.empty())
      missing_ = absl::InternalError("another process could not read its states");
  }

  DiskUse disk() const override {
    DiskUse use = own_->disk();
    use.status.Update(missing_);
    return use;
  }

  void GetEntries(uint64_t begin, uint64_t end, SolvedEntry* out) const override {
    while (begin < end) {
      const uint64_t run_end = std::min(end, division_.EndOf(begin));
      if (division_.OwnerOf(begin) == part_)
        own_->GetEntries(begin, run_end, out);
      else if (const std::vector<SolvedEntry>& given = given_.at(begin); !given.empty())
        std::copy_n(given.begin(), run_end - begin, out);
      out += run_end - begin;
      begin = run_end;
    }
  }

 private:
  const std::unique_ptr<Solution> own_;
  const Division& division_;
  const int part_;
  std::map<uint64_t, std::vector<SolvedEntry>> given_;  // by the first one's number
  absl::Status missing_;
};

// The encoding half of a job, in each of the processes.
class PartEncoder {
 public:
  PartEncoder(const TableJob& job, Peers* peers, const Division& division,
              std::unique_ptr<Solution> own)
      : job_(job),
        peers_(*peers),
        division_(division),
        solution_(std::move(own), division, peers->number()),
        table_(DescribeTable(job.subproblem, Metric::kMoves, job.codec, solution_)),
        maker_(table_, solution_, job.threads, job.packing),
        arrived_(static_cast<size_t>(peers->count())) {
    room_ = kWindow;
    for (uint64_t block = 0; block < maker_.layout().blocks(); ++block)
      if (OwnerOf(block) == peers_.number()) mine_.push_back(block);
    most_ready_ = mine_.size() / division_.slices() + kWindow;
    ShareEntries();
  }

  absl::StatusOr<TableInfo> Lead(
      const std::function<absl::Status(absl::Span<const uint8_t>)>& emit) {
    const absl::Status status = Collect(emit);
    for (int to = 1; to < peers_.count(); ++to) SendRoom(to, 0);
    for (used_by_ = 1; used_by_ < peers_.count();) Take(true);
    if (!status.ok()) return status;
    return table_;
  }

  // The use of all processes, once Lead has returned.
  DiskUse disk() const {
    DiskUse all = solution_.disk();
    all.read_bytes += used_.read_bytes;
    all.written_bytes += used_.written_bytes;
    return all;
  }

  absl::Status Follow() {
    size_t sent = 0;
    while (sent < mine_.size() && !stopped_) {
      while (Take(false)) {
      }
      if (made_ < mine_.size() && ready_.size() < most_ready_)
        MakeSome();
      else if (room_ == 0)
        Take(true);
      for (; room_ > 0 && !ready_.empty() && !stopped_; --room_, ++sent) {
        const EncodedBlock& block = ready_.front();
        std::vector<uint8_t> message(5);
        message[0] = kBlock;
        PutLittleEndian<uint32_t>(&message[1], block.status.ok()
                                                   ? static_cast<uint32_t>(block.stored.size())
                                                   : kFailedBlock);
        message.insert(message.end(), block.stored.begin(), block.stored.end());
        message.insert(message.end(), block.decoded.begin(), block.decoded.end());
        peers_.Send(0, PeerTopic::kBlocks, std::move(message));
        ready_.pop_front();
      }
    }
    while (!stopped_) Take(true);
    const DiskUse disk = solution_.disk();
    std::vector<uint8_t> message(17);
    message[0] = kUse;
    PutLittleEndian<uint64_t>(&message[1], disk.read_bytes);
    PutLittleEndian<uint64_t>(&message[9], disk.written_bytes);
    peers_.Send(0, PeerTopic::kBlocks, std::move(message));
    return disk.status;
  }

 private:
  int OwnerOf(uint64_t block) const {
    return division_.OwnerOf(EntriesOfBlock(table_, maker_.layout(), block).begin);
  }

  // Sends the entries of others' blocks that lie in this part, and waits for the entries of its own
  // blocks.
  void ShareEntries() {
    for (uint64_t block = 0; block < maker_.layout().blocks(); ++block) {
      const auto [begin, end] = EntriesOfBlock(table_, maker_.layout(), block);
      const int owner = division_.OwnerOf(begin);
      for (uint64_t at = begin; at < end;) {
        const uint64_t run_end = std::min(end, division_.EndOf(at));
        const int holder = division_.OwnerOf(at);
        if (holder == peers_.number() && owner != holder) {
          std::vector<uint8_t> message(9 + run_end - at);
          message[0] = kEntries;
          PutLittleEndian<uint64_t>(&message[1], at);
          solution_.GetEntries(at, run_end, &message[9]);
          if (!solution_.disk().status.ok()) message.resize(9);
          peers_.Send(owner, PeerTopic::kBlocks, std::move(message));
        }
        awaited_ += owner == peers_.number() && holder != owner;
        at = run_end;
      }
    }
    while (awaited_ > 0) Take(true);
  }

  void MakeSome() {
    const size_t count = std::min<size_t>(maker_.batch(), mine_.size() - made_);
    std::vector<EncodedBlock> blocks(count);
    maker_.Make(absl::MakeSpan(mine_).subspan(made_, count), blocks.data());
    made_ += count;
    const absl::Status status = solution_.disk().status;
    for (EncodedBlock& block : blocks) {
      block.status.Update(status);
      ready_.push_back(std::move(block));
    }
  }

  // Takes a message if there is one; with `wait`, waits for one.
  bool Take(bool wait) {
    PeerMessage message;
    if (!peers_.Receive(PeerTopic::kBlocks, wait, &message)) return false;
    const absl::Span<const uint8_t> bytes = message.bytes;
    if (bytes[0] == kEntries && bytes.size() >= 9) {
      solution_.Give(GetLittleEndian<uint64_t>(&bytes[1]), bytes.subspan(9));
      --awaited_;
    } else if (bytes[0] == kRoom && bytes.size() == 5) {
      const uint32_t more = GetLittleEndian<uint32_t>(&bytes[1]);
      room_ += more;
      stopped_ = stopped_ || more == 0;
    } else if (bytes[0] == kUse && bytes.size() == 17) {
      used_.read_bytes += GetLittleEndian<uint64_t>(&bytes[1]);
      used_.written_bytes += GetLittleEndian<uint64_t>(&bytes[9]);
      ++used_by_;
    } else if (bytes[0] == kBlock && bytes.size() >= 5) {
      const uint32_t stored = GetLittleEndian<uint32_t>(&bytes[1]);
      const absl::Span<const uint8_t> rest = bytes.subspan(5);
      EncodedBlock block;
      if (stored > rest.size()) {
        block.status = absl::InternalError(
            absl::StrCat("process ", message.from, " could not encode a block"));
      } else {
        block.stored.assign(rest.begin(), rest.begin() + stored);
        block.decoded.assign(rest.begin() + stored, rest.end());
      }
      arrived_[static_cast<size_t>(message.from)].push_back(std::move(block));
    }
    return true;
  }

  void SendRoom(int to, uint32_t more) {
    std::vector<uint8_t> message(5);
    message[0] = kRoom;
    PutLittleEndian<uint32_t>(&message[1], more);
    peers_.Send(to, PeerTopic::kBlocks, std::move(message));
  }

  // Returns the next block of a process.
  EncodedBlock Next(int from) {
    std::deque<EncodedBlock>& blocks = from == 0 ? ready_ : arrived_[static_cast<size_t>(from)];
    while (blocks.empty()) {
      const bool can_make = made_ < mine_.size() && (from == 0 || ready_.size() < most_ready_);
      if (can_make) MakeSome();
      while (Take(!can_make && blocks.empty())) {
      }
    }
    EncodedBlock block = std::move(blocks.front());
    blocks.pop_front();
    return block;
  }

  absl::Status Collect(const std::function<absl::Status(absl::Span<const uint8_t>)>& emit) {
    Hasher64 content;
    std::vector<uint32_t> used(static_cast<size_t>(peers_.count()), 0);
    uint64_t entries = 0;
    for (uint64_t number = 0; number < maker_.layout().blocks(); ++number) {
      if (job_.cancel != nullptr && *job_.cancel) return absl::CancelledError("cancelled");
      const int from = OwnerOf(number);
      const EncodedBlock block = Next(from);
      if (!block.status.ok()) return block.status;
      content.Add(block.decoded);
      if (absl::Status status = emit(block.stored); !status.ok()) return status;
      table_.stored_bytes += block.stored.size();
      if (from != 0 && ++used[static_cast<size_t>(from)] == kWindow / 2) {
        SendRoom(from, used[static_cast<size_t>(from)]);
        used[static_cast<size_t>(from)] = 0;
      }
      entries = std::max(entries, EntriesOfBlock(table_, maker_.layout(), number).end);
      if (job_.encoding) job_.encoding(entries);
    }
    table_.content_hash = content.Digest();
    return absl::OkStatus();
  }

  const TableJob& job_;
  Peers& peers_;
  const Division& division_;
  PartSolution solution_;
  TableInfo table_;
  BlockMaker maker_;
  std::vector<uint64_t> mine_;      // numbers of the blocks to make here
  size_t made_ = 0;                 // how many of mine_ are made
  std::deque<EncodedBlock> ready_;  // made, but not yet used or sent
  uint64_t most_ready_ = 0;
  uint64_t room_ = 0;  // how many blocks may be sent
  bool stopped_ = false;
  uint64_t awaited_ = 0;                           // pieces that other parts have yet to send
  std::vector<std::deque<EncodedBlock>> arrived_;  // at the leader, by process
  DiskUse used_;                                   // at the leader, the use of the others
  int used_by_ = 0;
};

absl::StatusOr<std::unique_ptr<Solution>> SolvePart(const TableJob& job, Peers* peers) {
  SolveOptions options;
  options.threads = job.threads;
  options.cancel = job.cancel;
  options.checkpoint = job.checkpoint;
  options.progress = job.solving;
  options.peers = peers;
  options.memory_bytes = job.memory_bytes;
  if (job.checkpoint != nullptr) options.states_path = job.checkpoint->states_path();
  return RetrogradeSolver().Solve(job.subproblem, options);
}

}  // namespace

absl::StatusOr<TableInfo> LeadTableJob(
    const TableJob& job, Peers* peers,
    const std::function<absl::Status(absl::Span<const uint8_t> stored)>& emit, DiskUse* disk) {
  auto solution = SolvePart(job, peers);
  if (!solution.ok()) return solution.status();
  if (job.solved) job.solved();
  const Division division(job.subproblem, peers->count());
  PartEncoder encoder(job, peers, division, *std::move(solution));
  absl::StatusOr<TableInfo> table = encoder.Lead(emit);
  *disk = encoder.disk();
  return table;
}

absl::Status FollowTableJob(const TableJob& job, Peers* peers) {
  auto solution = SolvePart(job, peers);
  if (!solution.ok()) return solution.status();
  const Division division(job.subproblem, peers->count());
  return PartEncoder(job, peers, division, *std::move(solution)).Follow();
}

}  // namespace tilebase
